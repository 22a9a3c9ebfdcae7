"""Facts about a roll, and their judgement: the camera gives facts, validity is a rule."""

from dataclasses import dataclass

from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RollArea, RuleBook
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import Instant, Side

ON_CHECKER, ON_DIE = "checker", "die"
"""What the camera says of a die that a checker carries, and of one that the other die does."""


SAME_PLACE_MM = 4.0
"""A die this near to where it lay, with the same value, has not moved (the reader errs 1-2 mm)."""


@dataclass(frozen=True, slots=True)
class DieFact:
    """One die as the camera saw it, in picture terms. None means: not certain."""

    value: int | None
    guess: int | None
    half: Half
    flat: bool | None
    support: str | None
    confidence: float
    center_mm: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class RollFacts:
    """What one look at resting dice showed. `picture` is the sha256 of the frozen picture."""

    dice: tuple[DieFact, ...]
    rolled: bool
    first_frame_at: Instant
    last_frame_at: Instant
    picture: str | None


@dataclass(frozen=True, slots=True)
class TowerCount:
    """The baffle box's own count of one roll."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """`invalid` reasons make the roll void; `unsure` ones put it to the players.

    `values` are certain; `guess` is the camera's best, for the players to confirm; both in the
    order of the dice judged.
    """

    values: tuple[int, ...] | None
    guess: tuple[int, ...] | None
    invalid: tuple[Reason, ...] = ()
    unsure: tuple[Reason, ...] = ()
    cites: tuple[str, ...] = ()


def area_of(book: RuleBook, setup: SetUp, side: Side) -> tuple[Half, str]:
    """The picture half where this side's roll must lie, and the section that says so."""
    seat_half = setup.seats.of(side).right_half
    if setup.mixer is None:
        return seat_half, book.cite("roll.area")
    by_mixer = book.roll.area_with_mixer is RollArea.MIXER_HALF
    return setup.mixer if by_mixer else seat_half, book.cite("roll.area_with_mixer")


def judge(
    book: RuleBook,
    areas: tuple[tuple[Half, str], ...],
    facts: RollFacts,
    tower: TowerCount | None,
    tower_watching: bool,
    thrown: int,
) -> Judgement:
    """Judge a look at the dice, of which `thrown` were just rolled.

    `areas` gives for each die in `facts.dice` where it must lie and the section that says so.
    A roll is void only on positive evidence: a thing without any face to guess at, of which
    nobody can say how it lies, may be no die at all and is put to the players.
    """
    dice = facts.dice
    cites: list[str] = []
    invalid: list[Reason] = []
    unsure: list[Reason] = []

    def note(found: list[Reason], reason: Reason, cite: str | None = None) -> None:
        if reason not in found:
            found.append(reason)
        if cite is not None and cite not in cites:
            cites.append(cite)

    if (count := counted(dice)) != len(areas):
        note(unsure, Reason.DICE_MISSING if count < len(areas) else Reason.DICE_TOO_MANY)
    # Of too many nobody knows which were thrown.
    for die, (half, cite) in zip(dice, areas if count <= len(areas) else (), strict=False):
        is_die = die.guess is not None or die.flat is not None
        if is_die and die.half is Half.OFF:
            note(invalid, Reason.OFF_BOARD, cite)
        elif is_die and die.half is not half:
            note(invalid, Reason.WRONG_SIDE, cite)
        if not _lies_well(book, die):
            note(invalid, Reason.COCKED, book.cite("roll.must_lie_flat"))
        if die.value is None:
            note(unsure, Reason.VALUE_UNSURE)
        if die.flat is None or _level_on_checker(book, die):
            note(unsure, Reason.FLAT_UNSURE)
    if not facts.rolled:
        note(unsure, Reason.ROLL_NOT_SEEN)
    if tower_watching and tower != TowerCount(thrown, thrown):
        note(unsure, Reason.TOWER_SILENT if tower is None else Reason.TOWER_DISAGREES)

    certain = [die.value for die in dice if die.value is not None]
    guesses = [die.guess for die in dice if die.guess is not None]
    whole = len(dice) == len(areas)
    return Judgement(
        values=tuple(certain) if whole and len(certain) == len(dice) else None,
        guess=tuple(guesses) if whole and len(guesses) == len(dice) else None,
        invalid=tuple(sorted(invalid, key=_GRAVITY.index)),
        unsure=tuple(unsure),
        cites=tuple(cites),
    )


def counted(dice: tuple[DieFact, ...]) -> int:
    """How many dice there are: a lone one that lies on the other hides it."""
    hides = len(dice) == 1 and dice[0].support == ON_DIE and dice[0].flat is False
    return len(dice) + hides


def _lies_well(book: RuleBook, die: DieFact) -> bool:
    """It is not surely tilted, or the book takes it as it lies, or may."""
    return die.flat is not False or _level_on_checker(book, die) or not book.roll.must_lie_flat


def _level_on_checker(book: RuleBook, die: DieFact) -> bool:
    """The book takes it if it is level there: what carries it is known, not how it lies."""
    roll = book.roll
    carried = die.flat is False and die.support == ON_CHECKER
    return carried and roll.must_lie_flat and roll.on_checker_ok


def high_first(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))


def lies_where(die: DieFact, value: int, center_mm: tuple[float, float]) -> bool:
    """This is the die of that value that lay there before, unmoved."""
    if die.value != value or die.center_mm is None:
        return False
    (x, y), (was_x, was_y) = die.center_mm, center_mm
    return (x - was_x) ** 2 + (y - was_y) ** 2 <= SAME_PLACE_MM**2


_GRAVITY = (Reason.OFF_BOARD, Reason.WRONG_SIDE, Reason.COCKED)
