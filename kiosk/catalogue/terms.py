"""The field's terms in words, each spelt here only: sides, wins, dice, times, points, people."""

import re
from collections.abc import Mapping, Sequence

from kiosk.catalogue.text import Text, text
from kiosk.rules.device_names import DeviceName
from kiosk.rules.units import BySide, Nanos, Side

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]")

SIDES: Mapping[Side, Text] = {Side.WHITE: text("White"), Side.BLACK: text("Black")}
NOBODY = text("nobody")

WINS: Mapping[int, Text] = {
    1: text("a single game"),
    2: text("a gammon"),
    3: text("a backgammon"),
}
"""What is won, by level, in a sentence."""

LEVELS: Mapping[int, Text] = {1: text("Single"), 2: text("Gammon"), 3: text("Backgammon")}
"""The same on a key."""

OUTCOMES: Mapping[int, Text] = {1: text("single"), 2: text("gammon"), 3: text("backgammon")}
"""What is accepted or agreed to, by level, after the verb on a key."""


def side(which: Side | None, nobody: Text = NOBODY) -> Text:
    return SIDES[which] if which else nobody


def person(by: str) -> Text | str:
    """The person or device in an event's `by`, e.g. Director Kari for `director:Kari`."""
    role, _colon, name = by.partition(":")
    if by in set(Side):
        return SIDES[Side(by)]
    known = _ROLES.get(role, role.capitalize())
    return text("{role} {name}", role=known, name=name) if name else known


_ROLES: Mapping[str, Text] = {
    "director": text("Director"),
    "observer": text("Observer"),
    DeviceName.CAMERA: text("Camera"),
    DeviceName.TOWER: text("Baffle box"),
    DeviceName.BUTTONS: text("Buttons"),
    "table": text("Table"),
}


def dice(values: Sequence[int]) -> str:
    """`6-5`."""
    return "-".join(map(str, values))


def rolled(values: Sequence[int] | None) -> Text | str:
    """`6-5`, or that nothing counts."""
    return dice(values) if values else text("nothing that counts")


def duration(nanos: int) -> str:
    """`8:03.250`: minutes, seconds, milliseconds, never rounded up."""
    minutes, rest_ms = divmod(nanos // 1_000_000, 60_000)
    return f"{minutes}:{rest_ms // 1000:02d}.{rest_ms % 1000:03d}"


def minutes(nanos: int) -> str:
    """`8:04`: rounded up to the whole second, as a player reads a clock."""
    seconds = -(-nanos // 1_000_000_000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def times(reserve: BySide[Nanos]) -> Text:
    return of_both(duration(reserve.white), duration(reserve.black))


def points(score: BySide[int]) -> Text:
    return of_both(score.white, score.black)


def of_both(white: str | int, black: str | int) -> Text:
    """A value of each side: `White 2, Black 0`."""
    one, other = SIDES[Side.WHITE], SIDES[Side.BLACK]
    return text("{one} {white}, {other} {black}", one=one, white=white, other=other, black=black)


def isolated(name: str) -> str:
    """A name isolated inside our sentence, so that right-to-left letters stay within it."""
    return f"\u2068{name}\u2069" if _RIGHT_TO_LEFT.search(name) else name


def clause(words: str | None) -> str:
    """Someone's written words without the final stop: a sentence goes on after them, or ends."""
    whole = (words or "").strip()
    return whole.rstrip(".!?… ") or whole


def quoted(words: str) -> str:
    """Someone's written words between quotation marks, with a full stop of ours after them."""
    whole = words.strip()
    return whole.rstrip(". ") or whole
