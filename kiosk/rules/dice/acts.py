"""Rolls: read by the camera, counted by the baffle box, confirmed or entered by both sides."""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import early_double_counts
from kiosk.rules.decision import Decision
from kiosk.rules.dice.consent import ask_consent, void_roll
from kiosk.rules.dice.early import begin_in_wait, early_dice, early_doubts, note_early
from kiosk.rules.dice.facts import (
    DicePickedUp,
    OpeningDieRolled,
    OpeningTied,
    OpeningWon,
    RollAccepted,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollStated,
    TowerCounted,
)
from kiosk.rules.dice.left import area_used, end_by_right_roll
from kiosk.rules.match import Held, Match, Phase, Question, Statement
from kiosk.rules.phases import OPENED, ROLLING
from kiosk.rules.play import TurnEnded
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import (
    DieFact,
    RollFacts,
    TowerCount,
    area_of,
    doubts_of_throw,
    high_first,
    judge,
    lies_where,
)
from kiosk.rules.table import Half
from kiosk.rules.tap import Tap, Try, Way, plain
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side, require


@dataclass(frozen=True, slots=True)
class TowerReported(Command):
    """The baffle box counted dice dropped in and dice that came out."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class RollRead(Command):
    """The camera saw dice come to rest.

    `shadow`: what it read is kept and decides nothing; the players say what was rolled.
    """

    facts: RollFacts
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Command):
    """The camera saw the dice leave the board."""


@dataclass(frozen=True, slots=True)
class RollConfirmed(Command):
    """A side agrees with the roll the table proposes."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollEntered(Command):
    """A side says by touch what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class UnevenSurfaceClaimed(Command):
    """A side says that only the board tilts the dice that did not count; they show `values`."""

    side: Side
    values: tuple[int, ...]


TOWER_PATIENCE_NS = 2 * SECOND_NS
"""How long a reading waits for the baffle box's count, which ends 1.5 s after its last die."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one look that were just thrown, each with where it must lie.

    `side` is None when both sides threw one die each; then the dice stand White, Black.
    """

    side: Side | None
    dice: tuple[DieFact, ...]
    areas: tuple[tuple[Half, str], ...]
    doubts: tuple[Reason, ...] = ()


def refuse_tower(_match: Match, command: TowerReported) -> Against:
    return NOTHING if command.dropped >= 0 and command.came_out >= 0 else (Reason.BAD_VALUE,)


def tower_reported(decision: Decision, command: TowerReported) -> None:
    decision.emit(TowerCounted(command.dropped, command.came_out))
    if decision.match.held is not None:
        _judge(decision, decision.match.held.facts, decision.match.tower)


def refuse_lifting(match: Match, _command: DiceLifted) -> Against:
    lying = match.dice_down or match.held is not None
    return NOTHING if lying else (Reason.ALREADY_DONE,)


def lift_dice(decision: Decision, _command: DiceLifted) -> None:
    """The dice left the board; without a clock that ends the turn of a side that has moved."""
    decision.emit(DicePickedUp())
    if decision.match.phase is Phase.MOVING and not decision.match.clocked:
        end_turn_by_dice(decision)


def end_turn_by_dice(decision: Decision, key: str = "turn.without_clock") -> None:
    match, cites = decision.match, (decision.book.cite(key),)
    decision.emit(TurnEnded(_on_turn(match), Nanos(0), match.clock.reserve, cites))
    early_double_counts(decision)
    count_early_roll(decision, match)


def count_early_roll(decision: Decision, before: Match) -> None:
    """Dice thrown before this turn began are its roll; `before` is the match before it began."""
    early = before.dicing.early
    if early is not None:
        _judge(decision, early.facts, before.tower, early_doubts(before))


# --- what the camera reads ---------------------------------------------------------------------


def refuse_reading(match: Match, command: RollRead) -> Against:
    """Dice not lifted and thrown again are still the last roll; an open question comes first.

    Without a clock, dice seen rolling while a side moves mean that its turn had ended; a camera
    that only logs ends none.
    """
    lying = match.dice_down or match.held is not None
    if lying and not command.facts.rolled:
        return (Reason.DICE_NOT_ROLLED,)
    if match.phase is Phase.CONFIRMING and match.dice_down:
        return (Reason.NOT_NOW,)
    if match.phase is Phase.MOVING and command.shadow:
        return (Reason.NOT_NOW,)
    if match.phase is Phase.MOVING and match.clocked:
        early = early_dice(match, command.facts)
        return (Reason.NOT_NOW,) if early is None else NOTHING
    one_of_two = len(command.facts.dice) == 1 and _both_open(match)
    return (Reason.ONE_DIE_SO_FAR,) if one_of_two else NOTHING


def read_roll(decision: Decision, command: RollRead) -> None:
    """Judge the dice, once the baffle box has said what it counted, if it counts."""
    match, facts = decision.match, command.facts
    if command.shadow:
        _ask_beside(decision, facts)
        return
    early = early_dice(match, facts) if match.phase is Phase.MOVING else None
    if early is not None:
        note_early(decision, early, facts)
        return
    if match.phase is Phase.MOVING:
        end_turn_by_dice(decision)
    elif match.dicing.closed_out and not match.clocked:
        end_turn_by_dice(decision, "turn.closed_out")  # who can't move does not roll: the other did
    if _base_phase(decision.match) not in {Phase.OPENING, Phase.TO_ROLL}:
        return  # the new turn began with a double or a roll made before it
    begin_in_wait(decision, command.at)
    if decision.match.dicing.consents is not None:
        void_roll(decision, facts)
    elif tower_watches(match) and decision.match.tower is None:
        until = Instant(command.at + TOWER_PATIENCE_NS)
        decision.emit(RollHeld(facts, until))
    else:
        _judge(decision, facts, decision.match.tower)


def _ask_beside(decision: Decision, facts: RollFacts) -> None:
    """The players say what was rolled, whatever was read; who has said it already is heard."""
    question, due = _question(decision.match), _due(decision.match)
    side = due[0] if len(set(due)) == 1 else None
    decision.emit(RollQuestioned(side, len(due), (Reason.ONLY_LOGGED,), None, facts, ()))
    if question is None or question.reasons != (Reason.ENTERED_BY_TOUCH,):
        return
    for sayer in SIDES:
        said = question.said.of(sayer)
        if said is not None:
            decision.emit(RollStated(sayer, said.values))


def tower_watches(match: Match) -> bool:
    return match.setup is not None and match.setup.tower and "tower" not in match.lost_devices


def _judge(
    decision: Decision,
    facts: RollFacts,
    tower: TowerCount | None,
    beside: tuple[Reason, ...] | None = None,
) -> None:
    """`beside`: doubts about dice thrown before this turn; None: they were thrown in it."""
    match = decision.match
    throw = _throw(decision, facts, early=beside is not None)
    count, watching = len(throw.areas), tower_watches(match)
    verdict = judge(decision.book, throw.areas, throw.dice)
    thrown = doubts_of_throw(facts, tower, watching=watching, thrown=count)
    doubts = (*(beside or ()), *throw.doubts, *verdict.unsure, *thrown)
    if throw.side is not None and _base_phase(match) is Phase.TO_ROLL:
        end_by_right_roll(decision, throw.side, throw.dice)
    if verdict.invalid:
        decision.emit(RollRefused(throw.side, verdict.invalid, facts, verdict.cites))
        if throw.side is not None:
            ask_consent(decision, throw.side)
    elif doubts or verdict.values is None:
        guess = _in_order(match, verdict.guess)
        decision.emit(RollQuestioned(throw.side, count, doubts, guess, facts, verdict.cites))
    else:
        centers = tuple(die.center_mm for die in throw.dice)
        cites = tuple(dict.fromkeys(cite for _half, cite in throw.areas))
        _accept(decision, throw.side, verdict.values, facts, centers, cites)


def patience_over(decision: Decision, held: Held) -> None:
    """The baffle box said nothing in time; the dice are judged without it, and questioned."""
    _judge(decision, held.facts, None)


def _throw(decision: Decision, facts: RollFacts, *, early: bool) -> Throw:
    match, dice = decision.match, facts.dice
    if _base_phase(match) is Phase.TO_ROLL:
        side = _on_turn(match)
        area, unsure = area_used(match, side, dice)
        lay = (Reason.DICE_NOT_ROLLED,) if match.dice_down and not early else ()
        return Throw(side, dice, (area, area), (*lay, *unsure))
    white, black = (
        area_of(decision.book, decision.setup, side) for side in (Side.WHITE, Side.BLACK)
    )
    if _both_open(match):
        return Throw(None, _white_first(dice, white[0]), (white, black))
    if decision.game.opening.white is None:
        return Throw(Side.WHITE, dice, (white,))
    others = thrown_since(match, dice)
    moved = match.dice_down and len(others) == len(dice)
    doubts = (Reason.DIE_WAS_MOVED,) if moved else ()
    return Throw(Side.BLACK, others, (black,), doubts)


def thrown_since(match: Match, dice: tuple[DieFact, ...]) -> tuple[DieFact, ...]:
    """The dice but for White's opening die, where that lies there still, and unmoved."""
    game = match.game
    first = game.opening.white if game and _base_phase(match) is Phase.OPENING else None
    where = first.center_mm if first and match.dice_down else None
    if first is None or where is None:
        return dice
    return tuple(die for die in dice if not lies_where(die, first.value, where))


def _white_first(dice: tuple[DieFact, ...], white_half: Half) -> tuple[DieFact, ...]:
    """Opening dice in the order White, Black, told apart by the half each must lie in."""
    if len(dice) == 2 and dice[0].half is not white_half and dice[1].half is white_half:
        return (dice[1], dice[0])
    return dice


def _base_phase(match: Match) -> Phase:
    question = match.game.question if match.game else None
    return question.asked_in if question else match.phase


def _both_open(match: Match) -> bool:
    """Both sides throw their opening die at once: there is no mixer."""
    no_mixer = match.setup is not None and match.setup.mixer is None
    return no_mixer and _base_phase(match) is Phase.OPENING


def _on_turn(match: Match) -> Side:
    return require(require(match.game).on_turn)


# --- what the players say ----------------------------------------------------------------------


def refuse_confirming(match: Match, command: RollConfirmed) -> Against:
    question = _question(match)
    if question is None or question.proposal is None:
        return (Reason.NOT_NOW,)
    return _refuse_saying(match, command.side, question.proposal)


def confirm_roll(decision: Decision, command: RollConfirmed) -> None:
    question = _question(decision.match)
    _say(decision, command.side, question.proposal if question else None)


def refuse_entering(match: Match, command: RollEntered) -> Against:
    """Who threw enters first: nobody can call a roll of the other's that was not made."""
    question, values = _question(match), command.values
    count = question.thrown if question else len(_due(match))
    if values is None:
        known = question is not None
    else:
        known = len(values) == count and all(1 <= value <= 6 for value in values)
    if not known:
        return (Reason.BAD_VALUE,)
    if question is None and command.side not in _due(match):
        return (Reason.NOT_YOUR_TURN,)
    return _refuse_saying(match, command.side, _in_order(match, values))


def enter_roll(decision: Decision, command: RollEntered) -> None:
    begin_in_wait(decision, command.at)
    if _question(decision.match) is None:
        due = _due(decision.match)
        side = due[0] if len(set(due)) == 1 else None
        why = (Reason.ENTERED_BY_TOUCH,)
        decision.emit(RollQuestioned(side, len(due), why, None, None, ()))
    _say(decision, command.side, _in_order(decision.match, command.values))


def refuse_uneven(match: Match, command: UnevenSurfaceClaimed) -> Against:
    """Only of dice that did not count because they are tilted, and still lie there."""
    reasons: list[Reason] = []
    if not require(match.book).roll.uneven_surface_ok:
        reasons.append(Reason.TILTED_IS_COCKED)
    if not match.dice_down or require(match.game).refused_for != (Reason.COCKED,):
        reasons.append(Reason.NOT_NOW)
    values = command.values
    if len(values) != len(_due(match)) or not all(1 <= value <= 6 for value in values):
        reasons.append(Reason.BAD_VALUE)
    return tuple(reasons)


def claim_uneven(decision: Decision, command: UnevenSurfaceClaimed) -> None:
    """Norway §4.1(iv): tilted by the board alone they count, as one side states and both agree."""
    due, cites = _due(decision.match), (decision.book.cite("roll.uneven_surface_ok"),)
    side = due[0] if len(set(due)) == 1 else None
    values = _in_order(decision.match, command.values)
    why = (Reason.UNEVEN_SURFACE,)
    decision.emit(RollQuestioned(side, len(due), why, values, None, cites))
    _say(decision, command.side, values)


def _question(match: Match) -> Question | None:
    return match.game.question if match.game else None


def _due(match: Match) -> tuple[Side, ...]:
    """Who threw each of the dice that count now."""
    if _base_phase(match) is Phase.TO_ROLL:
        return (_on_turn(match),) * 2
    if _both_open(match):
        return (Side.WHITE, Side.BLACK)
    white_is_due = match.game is not None and match.game.opening.white is None
    return (Side.WHITE,) if white_is_due else (Side.BLACK,)


def _in_order(match: Match, values: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """High to low, except for two opening dice, which stand White, Black."""
    return values if values is None or _both_open(match) else high_first(values)


def _refuse_saying(match: Match, side: Side, values: tuple[int, ...] | None) -> Against:
    question = _question(match)
    repeated = question is not None and question.said.of(side) == Statement(values)
    return (Reason.ALREADY_DONE,) if repeated else NOTHING


def _say(decision: Decision, side: Side, values: tuple[int, ...] | None) -> None:
    decision.emit(RollStated(side, values))
    question = _question(decision.match)
    if question is None or question.said.white != question.said.black:
        return
    if values is None:
        why = (Reason.PLAYERS_CALL_INVALID,)
        decision.emit(RollRefused(question.side, why, None, ()))
    else:
        _accept(decision, question.side, values, None, (None,) * len(values), ())


# --- a roll that counts ------------------------------------------------------------------------


def _accept(
    decision: Decision,
    side: Side | None,
    values: tuple[int, ...],
    facts: RollFacts | None,
    centers: tuple[tuple[float, float] | None, ...],
    cites: tuple[str, ...],
) -> None:
    if side is not None and _base_phase(decision.match) is Phase.TO_ROLL:
        decision.emit(RollAccepted(side, high_first(values), facts is None, facts, cites))
        return
    throwers = (Side.WHITE, Side.BLACK) if side is None else (side,)
    for thrower, value, center in zip(throwers, values, centers, strict=True):
        decision.emit(OpeningDieRolled(thrower, value, center, facts, cites))
    _settle_opening(decision)


def _settle_opening(decision: Decision) -> None:
    """With both dice known: the higher starts, equal dice are rolled again."""
    white, black = decision.game.opening.white, decision.game.opening.black
    if white is None or black is None:
        return
    if white.value == black.value:
        decision.emit(OpeningTied(white.value, (decision.book.cite("opening.tie"),)))
        return
    winner = Side.WHITE if white.value > black.value else Side.BLACK
    presses = winner.other if decision.match.clocked else None
    cites = (decision.book.cite("opening.clock_press"),) if presses else ()
    values = high_first((white.value, black.value))
    decision.emit(OpeningWon(winner, values, presses, cites))


def _entries(_match: Match, _side: Side) -> Iterator[Try]:
    yield Way(dice=0), ()
    for values in ((1,), (2,), (1, 1), (2, 1)):
        yield Way(dice=len(values)), values


def _tilted(_match: Match, _side: Side) -> Iterator[Try]:
    for values in ((1,), (2, 1)):
        yield Way(dice=len(values)), values


ROLL_ENTERED = Tap(_entries, lambda a, side, v, at: RollEntered(at, side, v if a.dice else None))
UNEVEN = Tap(_tilted, lambda _, side, v, at: UnevenSurfaceClaimed(at, side, v))

ACTS = (
    Act(TowerReported, ROLLING | {Phase.MOVING}, refuse_tower, tower_reported),
    Act(RollRead, ROLLING | {Phase.MOVING}, refuse_reading, read_roll),
    Act(DiceLifted, OPENED, refuse_lifting, lift_dice),
    Act(
        RollConfirmed,
        (Phase.CONFIRMING,),
        refuse_confirming,
        confirm_roll,
        tap=plain(RollConfirmed),
    ),
    Act(RollEntered, ROLLING, refuse_entering, enter_roll, tap=ROLL_ENTERED),
    Act(
        UnevenSurfaceClaimed,
        (Phase.OPENING, Phase.TO_ROLL),
        refuse_uneven,
        claim_uneven,
        tap=UNEVEN,
    ),
)
