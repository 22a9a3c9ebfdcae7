"""The place of a player's act on the screen: its key's words, its sheet, its look."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.catalogue.text import Text, text
from kiosk.rules.command import Command
from kiosk.rules.rulebook import CubeWord
from kiosk.rules.tap import TapOption
from kiosk.rules.units import Side


class KeySheet(StrEnum):
    """What one tap opens. Rare or weighty acts are on sheets, away from a careless hand."""

    WIN = "win"
    TIME = "time"
    MORE = "more"
    GIVE_UP = "give_up"
    SETTLE = "settle"
    MATCH = "match"
    RESULT = "result"
    DICE = "dice"
    CUBE = "cube"
    ROLL = "roll"
    CONTEST = "contest"
    CLOCK = "clock"
    STOP = "stop"
    SCORE = "score"
    OBJECT = "object"
    LANGUAGE = "language"
    AIDS = "aids"
    SECOND_PICTURE = "second_picture"
    THIRD_PICTURE = "third_picture"
    """The next picture for a first-time player."""
    ASKED = "asked"
    """The other questions, beside the one the half shows."""
    SET_UP = "set_up"
    """Opened only by the director, with a PIN."""
    WHY = "why"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    """Asks a second time about what can't be taken back."""


class Corner(StrEnum):
    """Places at the row's end that are reserved."""

    DIRECTOR = "director"
    MORE = "more"
    """More, or back from an open sheet."""
    STOP = "stop"
    """Above the row: stop the clocks while dice are entered."""


class Tone(StrEnum):
    PLAIN = "plain"
    NEXT = "next"
    """The next step."""
    QUIET = "quiet"


class Pads(StrEnum):
    """How numbers are entered."""

    DICE = "dice"
    KEYS = "keys"
    """One key for each number."""
    STEPS = "steps"
    """More or less, from a start value."""


@dataclass(frozen=True, slots=True)
class NumberEntry:
    """The numbers an act needs: one for each of `starts`, from `low` to `high`.

    `keys` are the numbers and their words where each has a key of its own; `spread`: these keys are
    on the act's own sheet, without a key to open them. `asks` is the question, given the number
    entered so far and how many were entered before.
    """

    pad: Pads
    starts: tuple[int, ...]
    low: int = 1
    high: int = 6
    keys: tuple[tuple[int, Text | str], ...] = ()
    spread: bool = False
    asks: Callable[[int, int], Text] = lambda _number, _before: text("What did the cube show?")


@dataclass(frozen=True, slots=True)
class Situation:
    """The state that the words on a side's keys depend on.

    `own`: the kinds by which this side takes back its own claims; `idle`: kinds that are not
    awaited. `counted` is a disputed roll. `enter_first`: no camera reads the roll; `asked`: the
    roll asked about has not been named; `named`: one side has named it; `differ`: both have,
    differently; `opening`: neither opening die is known; `to_roll`: this side is to roll or double.
    `scores` are its own and the other's, whose name is `other`; `box_left` is the half of the
    picture to this side's left. `claimed` is the level of a claimed win that waits for agreement.
    `early`: neither side can have won the game by play yet; `other_moves`: the other side has
    rolled and moves. `languages` are the screen's, by tag and own name; `next_language` is the tag
    that a single tap selects before the first game. `guide`: pictures lead its player through a
    turn, and the key for ready is under More meanwhile. `stands` are the words of the cube that
    can't be taken back, by the sections `stands_by`.
    """

    side: Side
    own: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    proposal: Sequence[int] | None = None
    counted: Sequence[int] | None = None
    enter_first: bool = False
    asked: bool = False
    named: bool = False
    differ: bool = False
    opening: bool = False
    scores: tuple[int, int] = (0, 0)
    length: int | None = None
    other: str = ""
    box_left: str = ""
    on_break: bool = False
    in_game: bool = False
    clocked: bool = True
    over: bool = False
    claimed: int | None = None
    to_roll: bool = False
    other_moves: bool = False
    early: bool = False
    stands: frozenset[CubeWord] = frozenset()
    stands_by: str = ""
    languages: Sequence[tuple[str, str]] = ()
    next_language: str = ""
    guide: bool = False


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key with its words. It is in the row, or down a path of drawers.

    `place` is its order in the row or on its sheet, and its column in the row. `asks` is its
    sheet's question, if that is more than its opener's label. `yields` is its place outside the row
    when another key takes its column.
    """

    label: Text | str
    path: tuple[KeySheet, ...] = ()
    tone: Tone = Tone.PLAIN
    entry: NumberEntry | None = None
    place: tuple[int, int] = (9, 3)
    asks: Text | None = None
    corner: Corner | None = None
    globe: bool = False
    """A globe above its words: it chooses a language, in whatever language the half is."""
    yields: tuple[KeySheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """The key of an act: always at the same `place`, or at the place that a function gives for a
    tap option.

    `answers`: it answers the other side's claim; play waits until then. `settles`: what is taken
    back with it, if it may be.
    """

    act: type[Command]
    place: KeyPlace | Callable[[TapOption, Situation], KeyPlace]
    answers: bool = False
    settles: Text | None = None

    def place_of(self, way: TapOption, at: Situation) -> KeyPlace:
        return self.place if isinstance(self.place, KeyPlace) else self.place(way, at)


def on_sheet(label: Text, drawer: KeySheet, order: int) -> KeyPlace:
    """A key on one of the sheets behind "More"."""
    return KeyPlace(label, (KeySheet.MORE, drawer), place=(order, 0))


def in_row(label: Text, place: tuple[int, int], tone: Tone = Tone.PLAIN) -> KeyPlace:
    return KeyPlace(label, (), tone, place=place)
