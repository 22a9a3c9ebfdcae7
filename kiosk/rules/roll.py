"""Facts about a roll, and their judgement: the camera reports facts, validity is a rule."""

from dataclasses import dataclass

from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RollArea, RuleBook
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import Instant, Side

ON_CHECKER = "checker"
"""The camera's `support` of a die that a checker carries."""
ON_DIE = "die"
"""The camera's `support` of a die that the other die carries."""


SAME_PLACE_MM = 4.0
"""A die this near its earlier place, with the same value, has not moved (reader error 1-2 mm)."""


@dataclass(frozen=True, slots=True)
class DieFact:
    """One die as the camera saw it, in picture terms. None means not certain.

    lay_before: it lay there, unmoved, before the others were thrown.
    """

    value: int | None
    guess: int | None
    half: Half
    flat: bool | None
    support: str | None
    confidence: float
    center_mm: tuple[float, float] | None
    lay_before: bool = False


@dataclass(frozen=True, slots=True)
class RollFacts:
    """The result of one look at resting dice. `picture` is the sha256 of the frozen picture."""

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
class JudgedDie:
    """One die of a roll that does not count: its value, None if it could not be read, and the
    reasons against it, if any.
    """

    value: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a roll: `invalid` reasons make it void; `unsure` ones put it to the players.

    `values` are certain; `guess` is the camera's best guess, for the players to confirm; both in
    the order of the dice judged. `dice` has the reasons against each of them.
    """

    values: tuple[int, ...] | None
    guess: tuple[int, ...] | None
    invalid: tuple[Reason, ...] = ()
    unsure: tuple[Reason, ...] = ()
    cites: tuple[str, ...] = ()
    dice: tuple[JudgedDie, ...] = ()


def area_of(book: RuleBook, setup: SetUp, side: Side) -> tuple[Half, str]:
    """The picture half where this side's roll must lie, and the section for it."""
    seat_half = setup.seats.of_side(side).right_half
    if setup.mixer is None:
        return seat_half, book.cite("roll.area")
    by_mixer = book.roll.area_with_mixer is RollArea.MIXER_HALF
    return setup.mixer if by_mixer else seat_half, book.cite("roll.area_with_mixer")


def judge(
    book: RuleBook | None, areas: tuple[tuple[Half, str], ...], dice: tuple[DieFact, ...]
) -> Judgement:
    """Judge dice as they lie, for the table and for callers with only a picture.

    `areas` gives for each die where it must lie and the section for it. Without a book a die must
    lie flat on the field, and nothing is cited. A roll is void only on positive evidence: an object
    without a certain value or pose may be no die at all and is put to the players.
    """
    cites: list[str] = []
    invalid: list[Reason] = []
    unsure: list[Reason] = []
    judged: list[JudgedDie] = []

    def note(found: list[Reason], reason: Reason, cite: str | None = None) -> None:
        if reason not in found:
            found.append(reason)
        if cite is not None and cite not in cites:
            cites.append(cite)

    if (count := count_dice(dice)) != len(areas):
        note(unsure, Reason.DICE_MISSING if count < len(areas) else Reason.DICE_TOO_MANY)
    # With too many dice, the ones thrown are unknown.
    for die, (half, cite) in zip(dice, areas if count <= len(areas) else (), strict=False):
        against: dict[Reason, str | None] = {}
        if is_die(die) and die.half is Half.OFF:
            against[Reason.OFF_BOARD] = cite
        elif is_die(die) and die.half is not half:
            against[Reason.WRONG_SIDE] = cite
        if not _lies_well(book, die):
            against[Reason.COCKED] = book.cite("roll.must_lie_flat") if book else None
        for reason, section in against.items():
            note(invalid, reason, section)
        judged.append(JudgedDie(die.value, tuple(against)))
        if die.value is None:
            note(unsure, Reason.VALUE_UNSURE)
        if die.flat is None or _level_on_checker(book, die):
            note(unsure, Reason.FLAT_UNSURE)

    certain = [die.value for die in dice if die.value is not None]
    guesses = [die.guess for die in dice if die.guess is not None]
    whole = len(dice) == len(areas)
    return Judgement(
        values=tuple(certain) if whole and len(certain) == len(dice) else None,
        guess=tuple(guesses) if whole and len(guesses) == len(dice) else None,
        invalid=tuple(sorted(invalid, key=_GRAVITY.index)),
        unsure=tuple(unsure),
        cites=tuple(cites),
        dice=tuple(judged),
    )


def doubts_of_throw(
    facts: RollFacts, tower: TowerCount | None, *, watching: bool, thrown: int
) -> tuple[Reason, ...]:
    """Doubts about how `thrown` dice came there. watching: the baffle box counts."""
    rolled = () if facts.rolled else (Reason.ROLL_NOT_SEEN,)
    return (*rolled, *_doubts_of_count(tower, thrown)) if watching else rolled


def _doubts_of_count(tower: TowerCount | None, thrown: int) -> tuple[Reason, ...]:
    if tower is None:
        return (Reason.TOWER_SILENT,)
    if max(tower.dropped, tower.came_out) > thrown:
        return (Reason.MORE_IN_BOX,)
    if tower.dropped < thrown:
        return (Reason.DIE_PAST_BOX,)
    return (Reason.DIE_IN_BOX,) if tower.came_out < thrown else ()


def is_die(die: DieFact) -> bool:
    """Whether it is certainly a die: it shows a value, or its pose is known."""
    return die.value is not None or die.flat is not None


def count_dice(dice: tuple[DieFact, ...]) -> int:
    """The number of dice; a single one lying on the other hides it."""
    hides = len(dice) == 1 and dice[0].support == ON_DIE and dice[0].flat is False
    return len(dice) + hides


def _lies_well(book: RuleBook | None, die: DieFact) -> bool:
    """Whether the die is not certainly tilted, or the book accepts, or may accept, how it lies."""
    if die.flat is not False or _level_on_checker(book, die):
        return True
    return book is not None and not book.roll.must_lie_flat


def _level_on_checker(book: RuleBook | None, die: DieFact) -> bool:
    """Whether the book accepts the die if level: a checker carries it, its pose is unknown."""
    carried = die.flat is False and die.support == ON_CHECKER
    return carried and book is not None and book.roll.must_lie_flat and book.roll.on_checker_ok


def high_first(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))


def lies_where(die: DieFact, value: int, center_mm: tuple[float, float]) -> bool:
    """Whether this is the die of that value that lay there before, unmoved."""
    if die.value != value or die.center_mm is None:
        return False
    (x, y), (was_x, was_y) = die.center_mm, center_mm
    return (x - was_x) ** 2 + (y - was_y) ** 2 <= SAME_PLACE_MM**2


_GRAVITY = (Reason.OFF_BOARD, Reason.WRONG_SIDE, Reason.COCKED)
