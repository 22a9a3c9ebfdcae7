"""Dice: rolled, lifted, counted, confirmed and entered."""

from collections.abc import Mapping
from typing import Annotated, Any

from kiosk.rules.dice.acts import DiceLifted, RollRead, TowerReported
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.match import Phase
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Side
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.values import Pips, one_of, several, words
from kiosk.scenario.word import NOBODY, PLAYERS, ScenarioField, ScenarioWord, StepInput

LIES: Mapping[str, tuple[bool | None, str | None]] = {
    "flat": (True, "surface"),
    "cocked": (False, "rim"),
    "on_checker": (False, "checker"),
    "on_die": (False, "die"),
    "unsure": (None, None),
}
"""How a die lies: flat or not, and on what, as the camera reports it."""

WHERE = ("right", "left", "mixer_half", "other_half", "bar", "off")
Seen = Pips | Annotated[None, words({"?": None})]
"""A die's value; None: it can't be read."""


def rolls(play: ScenarioRun, step: StepInput) -> None:
    """Rolls, and the dice come to rest where the camera sees them. Dice that lie there are picked
    up first, but in the other's turn only with a clock, where the pair is shared; a baffle box that
    counts has counted them.
    """
    dice = _dice(play, step, step.by_side)
    early = play.match.phase is Phase.MOVING and play.on_turn is not step.by_side
    if early and not play.match.clocked:
        dice = [*_others(play), *dice]
    elif early or play.match.phase is not Phase.MOVING:
        _picked_up(play)
    _thrown(play, dice, rolled=step.get("seen", True))


def opening_rolled(play: ScenarioRun, step: StepInput) -> None:
    """Both sides roll one die, A's first in `values`; with a baffle box one after the other."""
    _picked_up(play)
    each = [_dice(play, step, side)[n] for n, side in enumerate(SIDES)]
    if play.table.mixer is None:
        _thrown(play, each, rolled=True)
        return
    for die in each:
        _thrown(play, [die], rolled=True)
        play.do(DiceLifted(play.at))


def lifts_dice(play: ScenarioRun, _step: StepInput) -> None:
    """The dice leave the board; without a clock that ends a turn."""
    play.do(DiceLifted(play.at))


def calls_invalid(play: ScenarioRun, step: StepInput) -> None:
    """Claims by touch that the roll asked about does not count."""
    play.do(RollEntered(play.at, step.by_side, None))


def _picked_up(play: ScenarioRun) -> None:
    if play.match.dice_down:
        play.do(DiceLifted(play.at))


def _others(play: ScenarioRun) -> list[DieFact]:
    """The dice of the side on turn, which lie where it rolled them."""
    half = play.table.seats.of_side(play.on_turn).right_half
    return [_die(value, half, "flat", 4 + n) for n, value in enumerate(play.game.roll or ())]


def _thrown(play: ScenarioRun, dice: list[DieFact], *, rolled: bool) -> None:
    if play.match.counts_dice:
        play.do(TowerReported(play.at, len(dice), len(dice)))
    play.do(RollRead(play.at, RollFacts(tuple(dice), rolled, play.at, play.at, None)))


def _dice(play: ScenarioRun, step: StepInput, side: Side) -> list[DieFact]:
    values = step.get("values")
    usual = "right" if play.table.mixer is None else "mixer_half"
    where = _each(step.get("where", (usual,)), len(values), "where")
    lies = _each(step.get("lies", ("flat",)), len(values), "lies")
    return [
        _die(value, _half(play, side, place), how, number)
        for number, (value, place, how) in enumerate(zip(values, where, lies, strict=True))
    ]


def _die(value: int | None, half: Half, how: str, number: int) -> DieFact:
    flat, support = LIES[how]
    if half in {Half.BAR, Half.OFF}:
        support = half.value
    place = (50.0 + 40.0 * number, 120.0)
    return DieFact(value, value, half, flat, support, 0.99, place)


def _each(given: tuple[Any, ...], count: int, field: str) -> tuple[Any, ...]:
    """One for each die; a single one is for all."""
    if len(given) not in {1, count}:
        raise Misfit(f"{field} has {len(given)} words for {count} dice; one, or one for each")
    return given if len(given) == count else given * count


def _half(play: ScenarioRun, side: Side, where: str) -> Half:
    right = play.table.seats.of_side(side).right_half
    mixer = play.table.mixer
    if where in {"mixer_half", "other_half"} and mixer is None:
        raise Misfit(f"where is {where!r}; there is no baffle box")
    halves = {"right": right, "left": _across(right), "bar": Half.BAR, "off": Half.OFF}
    if mixer is not None:
        halves |= {"mixer_half": mixer, "other_half": _across(mixer)}
    return halves[where]


def _across(half: Half) -> Half:
    return Half.PICTURE_LEFT if half is Half.PICTURE_RIGHT else Half.PICTURE_RIGHT


_VALUES = ScenarioField("values", several(Seen, 1, 4), "what the dice show; ?: nobody can read it")
_OPENING = ScenarioField(
    "values",
    several(Seen, 2, 2),
    "A's die, then B's",
)
_WHERE = ScenarioField(
    "where",
    several(one_of(WHERE), 1, 4),
    "for each die or for all: the half to the roller's right or left of the bar, the half nearest "
    "the baffle box or the other, on the bar, off the board",
    "where this roll must lie",
)
_LIES = ScenarioField(
    "lies",
    several(one_of(LIES), 1, 4),
    "how, for each die or for all",
    '"flat"',
)

ROLLS = ScenarioWord(
    "rolls",
    PLAYERS,
    rolls,
    (
        _VALUES,
        _WHERE,
        _LIES,
        ScenarioField("seen", bool, "the camera saw the dice rolling", "true"),
    ),
    (RollRead, DiceLifted, TowerReported),
)
LIFTS_DICE = ScenarioWord("lifts dice", PLAYERS, lifts_dice, (), (DiceLifted,))
WORDS = (
    ROLLS,
    ScenarioWord(
        "opening is rolled",
        NOBODY,
        opening_rolled,
        (_OPENING, _WHERE, _LIES),
        (RollRead, DiceLifted, TowerReported),
    ),
    LIFTS_DICE,
    ScenarioWord("calls invalid", PLAYERS, calls_invalid, (), (RollEntered,)),
)
