"""One match as a zip that speaks for itself: a page, its files, pictures, rows, how to verify them.

For a title body, an appeal, a player's shelf: it opens in any browser, and who trusts nobody checks
it with tools that every machine has.
"""

import base64
import html
import io
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import BinaryIO

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from kiosk.record.form import ClockUse, CubeAction, Record, RecordedGame, RecordedRoll
from kiosk.record.mat import format_moves
from kiosk.record.record import Supplement, format_record
from kiosk.record.transcription import Plays, TranscribedPlay
from kiosk.rules.units import SECOND_NS, Side
from kiosk.wire import codec
from kiosk.wire.row import Row

FORMS = ("json", "csv", "mat", "sgf", "ogxm")

_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of each entry: the same match gives the same zip."""

_DONE = {"double": "doubles to {level}", "take": "takes", "pass": "passes"}


@dataclass(frozen=True, slots=True)
class SignedHead:
    """What the table's device signed when it sent its last rows: the text, its signature in
    base64, the device's public key.
    """

    signed: str
    signature: str
    key: str


@dataclass(frozen=True, slots=True)
class BundledMatch:
    """`rows`: from the match's first to its last, or on to the row that `head` signs, those between
    included, so that their chain is whole. `head` None: none came. `picture` finds one by name.
    """

    record: Record
    rows: Sequence[Row]
    supplement: Supplement
    head: SignedHead | None
    picture: Callable[[str], bytes | None]


def write_bundle(match: BundledMatch, out: BinaryIO) -> None:
    """Write the zip. Raises NothingRolled, RowsMakeNoSense."""
    names = [name for name in dict.fromkeys(_pictures(match.record)) if name is not None]
    there = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name in names:
            content = match.picture(name)
            if content is not None:
                _add(bundle, f"pictures/{name}.jpg", content, zipfile.ZIP_STORED)
                there.append(name)
        _add(bundle, "index.html", page_of(match, there, len(names)).encode())
        for form in FORMS:
            _add(bundle, f"match.{form}", format_record(match.record, form, match.supplement))
        _add(bundle, "rows.txt", rows_text(match.rows).encode())
        _add(bundle, "verify.py", VERIFY.encode())
        if match.head is not None:
            _add(bundle, "head.txt", match.head.signed.encode())
            _add(bundle, "head.sig", base64.b64decode(match.head.signature))
            _add(bundle, "device.pem", _pem(match.head.key))


def bundle_bytes(match: BundledMatch) -> bytes:
    """The zip. Raises as `write_bundle`."""
    content = io.BytesIO()
    write_bundle(match, content)
    return content.getvalue()


def rows_text(rows: Sequence[Row]) -> str:
    """A line for each row: its hash, and the text that this is the sha256 of."""
    names = [field.name for field in fields(Row)[:-1]]
    return "".join(
        f"{row.hash} {codec.canonical_json([getattr(row, name) for name in names]).decode()}\n"
        for row in rows
    )


def _add(
    bundle: zipfile.ZipFile, name: str, content: bytes, how: int = zipfile.ZIP_DEFLATED
) -> None:
    entry = zipfile.ZipInfo(name, _DAY)
    entry.compress_type = how
    entry.external_attr = 0o644 << 16
    bundle.writestr(entry, content)


def _pem(key: str) -> bytes:
    raw = base64.b64decode(key.partition(":")[2])
    return Ed25519PublicKey.from_public_bytes(raw).public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def _pictures(record: Record) -> Iterator[str | None]:
    """Of every roll, also of those that did not count or were asked about."""
    for game in record.games:
        for opening in game.opening:
            yield opening.picture
        for roll in game.rolls:
            yield roll.picture
        for refused in game.refused_rolls:
            yield refused.picture
        for question in game.questions:
            yield question.picture


# --- the page -------------------------------------------------------------------------------------


def page_of(match: BundledMatch, there: Sequence[str], named: int) -> str:
    """The page: it needs nothing but the files beside it."""
    record = match.record
    white, black = (_text(record.sides.of_side(side).name) for side in Side)
    heading = match.supplement.heading
    where = ", ".join(
        _text(words)
        for words in ((heading.event, heading.round) if heading else ()) or (record.event_id,)
        if words
    )
    title = f"{white} – {black}"
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{where}, table {record.table}. Score: {record.score.white} – {record.score.black}"
        f"{'' if record.result else ', not over'}.</p>",
        "<p>" + " ".join(f'<a href="match.{form}">{form.upper()}</a>' for form in FORMS) + "</p>",
        _dice_counts(record),
        *(
            _game(game, record, match.supplement.plays or {}, frozenset(there))
            for game in record.games
        ),
        _how_to_verify(match, len(there), named),
    ]
    return _PAGE.format(title=title, body="\n".join(parts))


def _text(words: str) -> str:
    return f"<bdi>{html.escape(words)}</bdi>"


def _dice_counts(record: Record) -> str:
    """How often each side threw each number, and doubles."""
    lines = []
    for side in Side:
        rolls = [roll.values for game in record.games for roll in game.rolls if roll.side is side]
        faces = Counter(value for values in rolls for value in values)
        doubles = sum(len(set(values)) == 1 for values in rolls)
        cells = "".join(f"<td>{faces[face]}</td>" for face in range(1, 7))
        name = _text(record.sides.of_side(side).name)
        lines.append(f"<tr><th>{name}</th><td>{len(rolls)}</td>{cells}<td>{doubles}</td></tr>")
    heads = "".join(f"<th>{head}</th>" for head in ("", "Rolls", *"123456", "Doubles"))
    return f"<h2>Dice</h2><table><tr>{heads}</tr>{''.join(lines)}</table>"


def _game(game: RecordedGame, record: Record, plays: Plays, there: frozenset[str]) -> str:
    score = game.score_before
    crawford = ", the Crawford game" if game.crawford else ""
    lines = []
    clocks = {use.turn: use for use in game.clock if use.ends_turn}
    actions: list[RecordedRoll | CubeAction] = [*game.rolls, *game.cube]
    for action in sorted(actions, key=lambda action: action.seq):
        name = _text(record.sides.of_side(action.side).name)
        if isinstance(action, CubeAction):
            done = _DONE[action.action].format(level=action.level)
            lines.append(_line(action.turn, name, "", done, None, ""))
            continue
        dice = "-".join(map(str, action.values))
        shown = "" if action.picture not in there else _shown(action.picture)
        played = _play(plays.get(action.seq))
        lines.append(_line(action.turn, name, dice, played, clocks.get(action.turn), shown))
    heads = "".join(
        f"<th>{head}</th>" for head in ("Turn", "Who", "Dice", "Played", "Used", "Left", "Picture")
    )
    end = ""
    if game.result is not None and game.result.winner is not None:
        won = _text(record.sides.of_side(game.result.winner).name)
        end = f"<p>{won} wins {game.result.points}.</p>"
    return (
        f"<h2>Game {game.number} at {score.white} – {score.black}{crawford}</h2>"
        f"<table><tr>{heads}</tr>{''.join(lines)}</table>{end}"
    )


def _shown(picture: str | None) -> str:
    return f'<a href="pictures/{picture}.jpg">picture</a>'


def _line(turn: int, name: str, dice: str, played: str, clock: ClockUse | None, shown: str) -> str:
    used = left = ""
    if clock is not None:
        used = _clock(clock.used_ns)
        left = _clock(clock.reserve_ns.of_side(clock.side))
    cells = (str(turn), name, dice, played, used, left, shown)
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _clock(time_ns: int) -> str:
    minutes, seconds = divmod(time_ns // SECOND_NS, 60)
    return f"{minutes}:{seconds:02}"


def _play(play: TranscribedPlay | None) -> str:
    if play is None:
        return "?"
    if play.unplayed:
        return "not played"
    moves = format_moves(play)
    if play.illegal is not None:
        return f"{moves or 'nothing'} (not legal)"
    return moves or "no legal play"


def _how_to_verify(match: BundledMatch, there: int, named: int) -> str:
    first, last = match.rows[0].seq, match.rows[-1].seq
    signed = (
        "The device's signature over its last rows: <code>openssl pkeyutl -verify -pubin -inkey "
        "device.pem -rawin -in head.txt -sigfile head.sig</code>. head.txt names the number "
        "and the hash of the last row it signs; whose key device.pem is, the organizer knows."
        if match.head is not None
        else "No signature of the device came with these rows."
    )
    return (
        "<h2>How to verify it</h2>"
        f"<p>rows.txt holds rows {first} to {last} of the table's journal "
        f"{_text(match.record.journal_id)}: each line is a hash and the text that it is the sha256 "
        "of, and each text ends with the hash of the row before it. A picture's name is its "
        "sha256, and the row of its roll names it. <code>python3 verify.py</code> checks all of "
        f"that with Python alone.</p><p>{signed}</p>"
        f"<p>{there} of {named} pictures are here.</p>"
    )


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 60rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .1rem .6rem; border-bottom: 1px solid #ccc; text-align: start; }}
code {{ overflow-wrap: anywhere; }}
</style>
{body}
</html>
"""

VERIFY = '''"""Checks rows.txt and pictures/ beside it, with Python alone."""

import hashlib
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
wrong, before, named = [], None, set()
for line in (HERE / "rows.txt").read_bytes().splitlines():
    claimed, _, text = line.partition(b" ")
    row = json.loads(text)
    if hashlib.sha256(text).hexdigest() != claimed.decode():
        wrong.append(f"row {row[1]}: its content does not match its hash")
    if before is not None and row[-1] != before:
        wrong.append(f"row {row[1]}: it does not follow the row before it")
    before = claimed.decode()
    named.update(re.findall(r'"picture":"([0-9a-f]{64})"', row[-2]))
for picture in sorted((HERE / "pictures").glob("*.jpg")):
    if hashlib.sha256(picture.read_bytes()).hexdigest() != picture.stem:
        wrong.append(f"{picture.name}: its content does not match its name")
    if picture.stem not in named:
        wrong.append(f"{picture.name}: no row names it")
sound = f"The rows follow each other up to {before}, and the pictures are theirs."
print("; ".join(wrong) or sound)
sys.exit(bool(wrong))
'''
