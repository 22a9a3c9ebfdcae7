"""A transcription as OGXM v2, the open binary format of matches, written without a library.

After OGXM_FORMAT_SPEC.md 2.2 of the HedgeHog project (CC BY 4.0). White is seat 0, Black seat 1.
What the format has no field for stands in annotations: prose for people, and keys that begin
`x-table-kiosk-` for programs. An unknown play is a roll without steps, so annotated.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import accumulate

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
from kiosk.record.transcription import (
    BAR,
    CubeAction,
    CubeTurn,
    Game,
    Play,
    Transcription,
    Turn,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import MILLISECOND_NS, BySide, Side

_TRANSCRIBED = 3
_MATCH, _GAME, _PLY = 0, 1, 2
"""Scopes of an annotation."""

_DOUBLES = (0, 6, 11, 15, 18, 20)
"""The action of each double; that of another roll is its low number's and the difference more."""

_CUBE = {CubeAction.DOUBLE: 21, CubeAction.TAKE: 22, CubeAction.PASS: 23}
_RESIGN_GAME, _FORFEIT, _SET_POSITION = 27, 29, 31
_PLAYED_OUT, _DROPPED, _RESIGNED, _FORFEITED = 0, 1, 2, 4
_EXTRAS = 0x80
_CRAWFORD = 1
_ED25519 = 1

_EVENT_BYTES, _STAGE_BYTES, _TABLE_BYTES = 120, 60, 24
_STRING_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Signature:
    """An Ed25519 signature of 64 bytes by the holder of `public_key`, 32 bytes."""

    value: bytes
    public_key: bytes


Sign = Callable[[bytes], Signature]


def ogxm_bytes(match: Transcription, sign: Sign | None = None) -> bytes:
    """The whole file; `sign` signs match and clock in the format's own way (8.6)."""
    head = _match_payload(match)
    games = [*_game_payloads(match)]
    clock = _clock(match)
    sections = [section(b"MTCH", head, critical=True)]
    sections += [section(b"GAME", game, critical=True) for game in games]
    if clock is not None:
        sections.append(section(b"CLCK", clock))
    sections.append(section(b"ANNO", b"".join(_annotations(match))))
    if sign is not None:
        sections.append(section(b"MSIG", _signature(match_digest(head, games), clock, sign)))
    return file_bytes(sections)


# --- the match ------------------------------------------------------------------------------------


def _match_payload(match: Transcription) -> bytes:
    """Score and winner follow from the games; a winner they do not give is stored (9.3)."""
    fields = {0: text_field(match.names.white), 1: text_field(match.names.black)}
    fields = {bit: field for bit, field in fields.items() if len(field) > 1}
    if match.crawford:
        fields[2] = varint(_CRAWFORD)
    walk = [*_walk(match)][-1].after if match.games else BySide(0, 0)
    reached = match.length and max(walk.white, walk.black) >= match.length
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


@dataclass(frozen=True, slots=True)
class _Entry:
    """A game as the file holds it, or points without one; `after` is the score a reader finds."""

    game: Game | None
    winner: Side | None
    points: int
    after: BySide[int]


def _walk(match: Transcription) -> Iterator[_Entry]:
    """All games and, where the score rose between them, entries without plies that make it so.

    None stands where the next game is the Crawford game: a reader would take the entry for it.
    """
    score = BySide(0, 0)
    played = [(game, game.score_before) for game in match.games]
    for game, wanted in (*played, (None, match.score)):
        is_crawford = game is not None and game.crawford
        for side in Side:
            more = wanted.of_side(side) - score.of_side(side)
            waits = match.length - 1 in (score.white, score.black) and is_crawford
            if more > 0 and not waits and (game is not None or match.games):
                score = score.with_(side, wanted.of_side(side))
                yield _Entry(None, side, more, score)
        if game is not None:
            ending = game.ending
            won = ending.winner if ending is not None else None
            points = ending.points if ending is not None else 0
            if won is not None:
                reached = score.of_side(won) + points
                score = score.with_(won, min(reached, match.length or reached))
            yield _Entry(game, won, points, score)


# --- games ----------------------------------------------------------------------------------------


def _game_payloads(match: Transcription) -> Iterator[bytes]:
    for entry in _walk(match):
        fields: dict[int, bytes] = {}
        if entry.winner is not None:
            fields = {0: varint(_seat(entry.winner)), 1: varint(entry.points)}
        termination = _termination(entry)
        if termination is not None:
            fields[7] = varint(termination)
        plies = b"".join(_plies(entry.game)) if entry.game is not None else b""
        yield record(b"", fields) + plies


def _termination(entry: _Entry) -> int | None:
    ending = entry.game.ending if entry.game is not None else None
    if entry.game is None or (ending is not None and ending.forfeited):
        return _FORFEITED
    if ending is None or ending.winner is None:
        return None
    causes = {EndCause.PLAYED: _PLAYED_OUT, EndCause.PASS: _DROPPED}
    return causes.get(ending.cause, _RESIGNED)


def _plies(game: Game) -> Iterator[bytes]:
    """One for each action, and one more where a game was given up or forfeited."""
    for action in game.actions:
        if isinstance(action, CubeTurn):
            yield bytes([_CUBE[action.action] | _seat(action.side) << 6])
        elif action.play is not None and action.play.illegal is not None:
            yield _illegal_ply(action, action.play.illegal)
        else:
            yield _dice_ply(action, action.play or Play(()))
    ending = game.ending
    if ending is not None and ending.winner is not None:
        loser = _seat(ending.winner.other) << 6
        if ending.resigned:
            yield bytes([_RESIGN_GAME | loser | _EXTRAS]) + record(b"", {1: varint(ending.level)})
        elif ending.forfeited:
            yield bytes([_FORFEIT | loser])


def _dice_ply(turn: Turn, play: Play) -> bytes:
    high, low = turn.dice
    action = _DOUBLES[low - 1] + high - low
    steps = bytes((start - end) << 5 | _place(turn.side, start) for start, end in play.moves)
    most = 4 if high == low else 2
    return bytes([action | _seat(turn.side) << 6]) + steps + bytes(len(steps) < most)


def _illegal_ply(turn: Turn, after: BySide[bytes]) -> bytes:
    """The board an illegal play left, with the roll; the other side is then to act (5.4.7)."""
    board = [0] * (BAR + 1)
    for point in range(1, BAR + 1):
        board[_place(Side.WHITE, point)] += after.white[point]
        board[_place(Side.BLACK, point)] -= after.black[point]
    fields = {0: bytes(turn.dice), 3: b"", 6: bytes(count & 0xFF for count in board)}
    ply = _SET_POSITION | _seat(turn.side.other) << 6 | _EXTRAS
    return bytes([ply]) + record(b"", fields)


def _seat(side: Side) -> int:
    return 0 if side is Side.WHITE else 1


def _place(side: Side, point: int) -> int:
    """A side's own point as the format counts them, Black's own."""
    return BAR - point if side is Side.WHITE else point


# --- clock, annotations, signature ----------------------------------------------------------------


def _clock(match: Transcription) -> bytes | None:
    """When each ply was over, from the first one's; a wall clock set back stands still here."""
    if match.clock is None:
        return None
    times: list[int] = []
    for game in match.games:
        done = [_milliseconds(action.at.utc) for action in game.actions]
        given_up = game.ending is not None and (game.ending.resigned or game.ending.forfeited)
        times += done + ([done[-1] if done else 0] if given_up else [])
    forward = [*accumulate(times, max)]
    readings = [time - forward[0] for time in forward]
    start_s = forward[0] // 1000 if forward else 0
    reserve = max(match.clock.reserve.white, match.clock.reserve.black)
    delay = match.clock.delay
    return clock_payload(reserve // MILLISECOND_NS, delay // MILLISECOND_NS, start_s, readings)


def _milliseconds(utc: str) -> int:
    return int(datetime.fromisoformat(utc).timestamp() * 1000)


def _annotations(match: Transcription) -> Iterator[bytes]:
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
    entries = [*_walk(match)]
    last = entries[-1].after if entries else BySide(0, 0)
    for note in (*match.notes, *remarks.score_notes(last, match.score)):
        yield _annotation(_MATCH, 0, note)
    for place, entry in enumerate(entries):
        before = entries[place - 1].after if place else BySide(0, 0)
        for note in _entry_notes(match, entry, before):
            yield _annotation(_GAME, place, note)
    ply = 0
    for entry in entries:
        if entry.game is not None:
            for at, action in enumerate(entry.game.actions):
                yield from _action_annotations(ply + at, action)
            ply += len([*_plies(entry.game)])


def _entry_notes(match: Transcription, entry: _Entry, before: BySide[int]) -> Iterator[str]:
    if entry.game is None:
        winner = match.names.of_side(entry.winner or Side.WHITE)
        points = "point" if entry.points == 1 else "points"
        yield f"No game: the score rose by {entry.points} {points} for {winner}"
    else:
        yield from remarks.score_notes(before, entry.game.score_before)
        yield from remarks.game_notes(entry.game, match)


def _action_annotations(ply: int, action: Turn | CubeTurn) -> Iterator[bytes]:
    if isinstance(action, Turn) and action.play is None:
        yield _annotation(_PLY, ply, "unknown", "x-table-kiosk-play")
    elif isinstance(action, Turn) and action.play is not None and action.play.illegal is not None:
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
