"""Where a player's act stands on the screen: its key's words, the sheet it lies on, its look."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.catalogue.text import Text, text
from kiosk.rules.command import Command
from kiosk.rules.rulebook import CubeWord
from kiosk.rules.tap import TapOption
from kiosk.rules.units import Side


class KeySheet(StrEnum):
    """What one tap opens. Rare or weighty acts lie in one, never under a careless hand."""

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
    """The next picture of those that lead a first-time player through a turn."""
    ASKED = "asked"
    """What else is asked, beside what the half shows."""
    SET_UP = "set_up"
    """What only the director opens, by a PIN."""
    WHY = "why"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    """What can't be taken back is asked a second time."""


class Corner(StrEnum):
    """Places at the row's end that nothing else ever takes."""

    DIRECTOR = "director"
    MORE = "more"
    """Or the way back from what stands open."""
    STOP = "stop"
    """Above the row: to stop the clocks while dice are tapped in."""


class Tone(StrEnum):
    PLAIN = "plain"
    NEXT = "next"
    """The one next thing."""
    QUIET = "quiet"


class Pads(StrEnum):
    """How numbers are tapped in."""

    DICE = "dice"
    KEYS = "keys"
    """One key for each number there is."""
    STEPS = "steps"
    """More or less, from where it starts."""


@dataclass(frozen=True, slots=True)
class NumberEntry:
    """The numbers an act wants: one for each of `starts`, of `low` to `high`.

    `keys` are the numbers and their words where each has a key of its own; `spread` where these
    stand on the act's own sheet, with no key to open them. `asks` is the question at the number
    tapped in so far, and how many were tapped before.
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
    """What the words on a side's keys depend on.

    `own` names the kinds by which this side takes back what it said itself; `idle` those that
    nobody waits for. `counted` is a roll that is disputed. `enter_first`: there is no camera to
    read the roll; `asked`: nobody has named the roll that is asked about; `named`: somebody has;
    `differ`: both have, each another; `opening`: neither opening die is known; `to_roll`: this
    side is to roll or double. `scores` are its own and the other's, whose name is `other`;
    `box_left` is the half of the picture to this side's left.
    `claimed` is the level of a win that waits to be agreed to. `early`: nobody can have won the
    game by play yet; `other_moves`: the other side has rolled and moves.
    `languages` are the screen's, by tag and own name; `next_language` is the tag of the one that a
    single tap gives before the first game.
    `guide`: pictures lead its player through a turn, and to be ready stands under More meanwhile.
    `stands` are the words of the cube that can't be taken back, by the sections `stands_by`.
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
    """A key with its words. It stands in the row, or down a path of drawers.

    `place` is its order in the row or on its sheet, and its column in the row. `asks` is what its
    sheet asks, if that is more than its opener says. `yields` is where it goes from the row when
    another key has its column.
    """

    label: Text | str
    path: tuple[KeySheet, ...] = ()
    tone: Tone = Tone.PLAIN
    entry: NumberEntry | None = None
    place: tuple[int, int] = (9, 3)
    asks: Text | None = None
    corner: Corner | None = None
    globe: bool = False
    """A globe stands over its words: it chooses a language, whatever is read now."""
    yields: tuple[KeySheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """The key of an act: always at the same `place`, or where `place` puts one way to give it.

    `answers`: it is what one side says to what the other said; until then play waits. `settles`:
    what is taken back with it, if it may be.
    """

    act: type[Command]
    place: KeyPlace | Callable[[TapOption, Situation], KeyPlace]
    answers: bool = False
    settles: Text | None = None

    def placed(self, way: TapOption, at: Situation) -> KeyPlace:
        return self.place if isinstance(self.place, KeyPlace) else self.place(way, at)


def on_sheet(label: Text, drawer: KeySheet, order: int) -> KeyPlace:
    """A key on one of the sheets behind "More"."""
    return KeyPlace(label, (KeySheet.MORE, drawer), place=(order, 0))


def in_row(label: Text, place: tuple[int, int], tone: Tone = Tone.PLAIN) -> KeyPlace:
    return KeyPlace(label, (), tone, place=place)
