"""A transcription as OGXM v2, the open binary format of matches, written without a library.

After OGXM_FORMAT_SPEC.md 2.2 of the HedgeHog project (CC BY 4.0). White is seat 0, Black seat 1.
What the format has no field for stands in annotations: prose for people, and keys that begin
`x-table-kiosk-` for programs. An unknown play is a roll without steps, so annotated.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice

from kiosk.record import remarks
from kiosk.record.ogxm_bytes import (
    clock_payload,
    file_bytes,
    match_digest,
    record,
    section,
    text_field,
    varint,
)
from kiosk.record.ogxm_games import (
    Action,
    OgxmEntry,
    crawford_agrees,
    entries,
    game_payload,
    plies,
)
from kiosk.record.transcription import TranscribedTurn, Transcription
from kiosk.rules.units import MILLISECOND_NS, BySide, Side

_TRANSCRIBED = 3
_CRAWFORD = 1
_ED25519 = 1
# Scopes of an annotation.
_MATCH = 0
_GAME = 1
_PLY = 2

_EVENT_BYTES = 120
_STAGE_BYTES = 60
_TABLE_BYTES = 24
_STRING_BYTES = 4096
_NOTES = 4096
"""Most annotations of a file."""

_NOTES_BYTES = 200_000
"""Most bytes of all annotations; the format's bound is 256 KiB."""


@dataclass(frozen=True, slots=True)
class Signature:
    """An Ed25519 signature of 64 bytes by the holder of `public_key`, 32 bytes."""

    value: bytes
    public_key: bytes


Sign = Callable[[bytes], Signature]


def ogxm_bytes(match: Transcription, sign: Sign | None = None) -> bytes:
    """The whole file; `sign` signs match and clock in the format's own way (8.6)."""
    found = entries(match)
    head, games = _match_payload(match, found), [game_payload(entry) for entry in found]
    clock = _clock(match, found)
    sections = [section(b"MTCH", head, critical=True)]
    sections += [section(b"GAME", game, critical=True) for game in games]
    if clock is not None:
        sections.append(section(b"CLCK", clock))
    sections.append(section(b"ANNO", b"".join(_bounded(_annotations(match, found)))))
    if sign is not None:
        sections.append(section(b"MSIG", _signature(match_digest(head, games), clock, sign)))
    return file_bytes(sections, ends_on_a_double=any(each.ends_on_a_double for each in found))


# --- the match ------------------------------------------------------------------------------------


def _match_payload(match: Transcription, found: Sequence[OgxmEntry]) -> bytes:
    """Score and winner follow from the games; a winner they do not give is stored (9.3)."""
    fields = {0: text_field(match.names.white), 1: text_field(match.names.black)}
    fields = {bit: field for bit, field in fields.items() if len(field) > 1}
    if crawford_agrees(match):
        fields[2] = varint(_CRAWFORD)
    last = found[-1].after if found else BySide(0, 0)
    reached = match.length and max(last.white, last.black) >= match.length
    if match.winner is not None and not reached:
        fields[6] = varint(1 if match.winner is Side.WHITE else 2)
    fields[7] = varint(_TRANSCRIBED)
    began = datetime.fromisoformat(match.began)
    fields[8] = varint(int(began.timestamp() * 1000))
    for bit, words, most in (
        (12, match.heading.event, _EVENT_BYTES),
        (15, match.heading.round, _STAGE_BYTES),
        (17, match.place, _TABLE_BYTES),
    ):
        if 0 < len(words.encode()) <= most:
            fields[bit] = text_field(words)
    return record(varint(match.length) + varint(0), fields)


# --- clock, annotations, signature ----------------------------------------------------------------


def _clock(match: Transcription, found: Sequence[OgxmEntry]) -> bytes | None:
    """When each ply was over, from the first one's; a wall clock set back stands still here."""
    if match.clock is None:
        return None
    times: list[int] = []
    for entry in found:
        for ply in plies(entry.game):
            before = times[-1] if times else _milliseconds(match.began)
            done = before if ply.action is None else _milliseconds(ply.action.at.utc)
            times.append(max(before, done) if times else done)
    readings = [time - times[0] for time in times]
    start_s = times[0] // 1000 if times else 0
    reserve = max(match.clock.reserve.white, match.clock.reserve.black)
    delay = match.clock.delay
    return clock_payload(reserve // MILLISECOND_NS, delay // MILLISECOND_NS, start_s, readings)


def _milliseconds(utc: str) -> int:
    return int(datetime.fromisoformat(utc).timestamp() * 1000)


def _annotations(match: Transcription, found: Sequence[OgxmEntry]) -> Iterator[bytes]:
    """In the format's order: by what they are about, keys first (8.4.1)."""
    source = match.source
    keyed = {
        "event": match.heading.event,
        "hash": source.last_hash,
        "journal": source.journal_id,
        "match": match.match_id,
        "round": match.heading.round,
        "rows": f"{source.first_seq}-{source.last_seq}",
    }
    for key, value in keyed.items():
        if value:
            yield _annotation(_MATCH, 0, value, f"x-table-kiosk-{key}")
    last = found[-1].after if found else BySide(0, 0)
    all_plies = [ply for entry in found for ply in plies(entry.game)]
    of_game = [(place, note) for place, each in enumerate(found) for note in _notes(match, each)]
    for note in (
        *match.notes,
        *_crawford_notes(match),
        *remarks.score_notes(last, match.score),
        *(note for place, note in of_game if place >= len(all_plies)),
    ):
        yield _annotation(_MATCH, 0, note)
    for place, note in of_game:
        if place < len(all_plies):  # ogxm 2.3 refuses more games than plies here
            yield _annotation(_GAME, place, note)
    for place, ply in enumerate(all_plies):
        if ply.action is not None:
            yield from _action_annotations(place, ply.action)


def _crawford_notes(match: Transcription) -> Iterator[str]:
    if match.crawford and not crawford_agrees(match):
        games = [str(game.number) for game in match.games if game.crawford]
        named = f"it was game {', '.join(games)}" if games else "there was none"
        yield f"The Crawford rule applied, though not by this score: {named}"


def _notes(match: Transcription, entry: OgxmEntry) -> Iterator[str]:
    if entry.game is None:
        winner = match.names.of_side(entry.winner or Side.WHITE)
        points = "point" if entry.points == 1 else "points"
        yield f"No game: the score rose by {entry.points} {points} for {winner}"
    else:
        yield from remarks.score_notes(entry.before, entry.game.score_before)
        yield from remarks.game_notes(entry.game, match)


def _bounded(annotations: Iterator[bytes]) -> Iterator[bytes]:
    """The first of them, as many as a reader takes."""
    size = 0
    for annotation in islice(annotations, _NOTES):
        size += len(annotation)
        if size > _NOTES_BYTES:
            return
        yield annotation


def _action_annotations(ply: int, action: Action) -> Iterator[bytes]:
    if isinstance(action, TranscribedTurn) and action.play is None:
        yield _annotation(_PLY, ply, "unknown", "x-table-kiosk-play")
    elif (
        isinstance(action, TranscribedTurn)
        and action.play is not None
        and action.play.illegal is not None
    ):
        yield _annotation(_PLY, ply, "illegal", "x-table-kiosk-play")
    for note in remarks.action_notes(action):
        yield _annotation(_PLY, ply, note)


def _annotation(scope: int, ref: int, value: str, key: str | None = None) -> bytes:
    cut = value.encode()[:_STRING_BYTES].decode(errors="ignore")
    fields = {} if key is None else {0: text_field(key)}
    return record(varint(scope) + varint(ref) + text_field(cut), fields)


def _signature(digest: bytes, clock: bytes | None, sign: Sign) -> bytes:
    """Over the match and, where there is one, the clock (8.6)."""
    covered = b"" if clock is None else sha256(clock).digest()
    signature = sign(b"OGXM-MTCH-SIG-v2" + digest + covered)
    key, value = signature.public_key, signature.value
    fields = {0: text_field("table-kiosk"), 1: varint(len(key)) + key}
    if clock is not None:
        fields[3] = varint(1)
    return record(varint(_ED25519) + varint(len(value)) + value, fields)
