"""Rolls: read by the camera, counted by the baffle box, confirmed or entered by both sides."""

from dataclasses import dataclass, replace

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import premature
from kiosk.rules.cocked import ask_consent, refuse_roll
from kiosk.rules.cube import early_double_counts
from kiosk.rules.match import Held, Match, Phase, Question, Statement
from kiosk.rules.permission import area_used, end_by_right_roll
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import (
    DieFact,
    RollFacts,
    TowerCount,
    area_of,
    high_first,
    judge,
    lies_where,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side, promised

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


def against_tower(_match: Match, command: c.TowerReported) -> Against:
    return NOTHING if command.dropped >= 0 and command.came_out >= 0 else (Reason.BAD_VALUE,)


def tower_reported(story: Story, command: c.TowerReported) -> None:
    story.tell(e.TowerCounted(command.dropped, command.came_out))
    if story.match.held is not None:
        _judge(story, story.match.held.facts, story.match.tower)


def against_lifting(match: Match, _command: c.DiceLifted) -> Against:
    lying = match.dice_down or match.held is not None
    return NOTHING if lying else (Reason.ALREADY_DONE,)


def lifted(story: Story, _command: c.DiceLifted) -> None:
    """The dice left the board; without a clock that ends the turn of a side that has moved."""
    story.tell(e.DicePickedUp())
    if story.match.phase is Phase.MOVING and not story.match.clocked:
        end_turn_by_dice(story)


def end_turn_by_dice(story: Story, key: str = "turn.without_clock") -> None:
    match, cites = story.match, (story.book.cite(key),)
    story.tell(e.TurnEnded(_on_turn(match), Nanos(0), match.clock.reserve, cites))
    early_double_counts(story)
    count_early_roll(story, match)


def count_early_roll(story: Story, before: Match) -> None:
    """Dice thrown before this turn began are its roll; `before` is the match before it began."""
    early = before.dicing.early
    if early is not None:
        _judge(story, early.facts, before.tower, premature.doubts(before))


# --- what the camera reads ---------------------------------------------------------------------


def against_reading(match: Match, command: c.RollRead) -> Against:
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
        early = premature.early_dice(match, command.facts)
        return (Reason.NOT_NOW,) if early is None else NOTHING
    one_of_two = len(command.facts.dice) == 1 and _both_open(match)
    return (Reason.ONE_DIE_SO_FAR,) if one_of_two else NOTHING


def read_roll(story: Story, command: c.RollRead) -> None:
    """Judge the dice, once the baffle box has said what it counted, if it counts."""
    match, facts = story.match, command.facts
    if command.shadow:
        _ask_beside(story, facts)
        return
    early = premature.early_dice(match, facts) if match.phase is Phase.MOVING else None
    if early is not None:
        premature.note(story, early, facts)
        return
    if match.phase is Phase.MOVING:
        end_turn_by_dice(story)
    elif match.dicing.closed_out and not match.clocked:
        end_turn_by_dice(story, "turn.closed_out")  # who can't move does not roll: the other did
    if _base_phase(story.match) not in {Phase.OPENING, Phase.TO_ROLL}:
        return  # the new turn began with a double or a roll made before it
    premature.begin_in_wait(story, command.at)
    if story.match.dicing.consents is not None:
        refuse_roll(story, facts)
    elif tower_watches(match) and story.match.tower is None:
        until = Instant(command.at + TOWER_PATIENCE_NS)
        story.tell(e.RollHeld(facts, until))
    else:
        _judge(story, facts, story.match.tower)


def _ask_beside(story: Story, facts: RollFacts) -> None:
    """The players say what was rolled, whatever was read; who has said it already is heard."""
    question, due = _question(story.match), _due(story.match)
    side = due[0] if len(set(due)) == 1 else None
    story.tell(e.RollQuestioned(side, len(due), (Reason.ONLY_LOGGED,), None, facts, ()))
    if question is None or question.reasons != (Reason.ENTERED_BY_TOUCH,):
        return
    for sayer in SIDES:
        said = question.said.of(sayer)
        if said is not None:
            story.tell(e.RollStated(sayer, said.values))


def tower_watches(match: Match) -> bool:
    return match.setup is not None and match.setup.tower and "tower" not in match.lost_devices


def _judge(
    story: Story,
    facts: RollFacts,
    tower: TowerCount | None,
    beside: tuple[Reason, ...] | None = None,
) -> None:
    """`beside`: doubts about dice thrown before this turn; None: they were thrown in it."""
    match = story.match
    throw = _throw(story, facts, early=beside is not None)
    count = len(throw.areas)
    dice = replace(facts, dice=throw.dice)
    verdict = judge(story.book, throw.areas, dice, tower, tower_watches(match), count)
    doubts = (*(beside or ()), *throw.doubts, *verdict.unsure)
    if throw.side is not None and _base_phase(match) is Phase.TO_ROLL:
        end_by_right_roll(story, throw.side, throw.dice)
    if verdict.invalid:
        story.tell(e.RollRefused(throw.side, verdict.invalid, facts, verdict.cites))
        if throw.side is not None:
            ask_consent(story, throw.side)
    elif doubts or verdict.values is None:
        guess = _in_order(match, verdict.guess)
        story.tell(e.RollQuestioned(throw.side, count, doubts, guess, facts, verdict.cites))
    else:
        centers = tuple(die.center_mm for die in throw.dice)
        cites = tuple(dict.fromkeys(cite for _half, cite in throw.areas))
        _accept(story, throw.side, verdict.values, facts, centers, cites)


def patience_over(story: Story, held: Held) -> None:
    """The baffle box said nothing in time; the dice are judged without it, and questioned."""
    _judge(story, held.facts, None)


def _throw(story: Story, facts: RollFacts, *, early: bool) -> Throw:
    match, dice = story.match, facts.dice
    if _base_phase(match) is Phase.TO_ROLL:
        side = _on_turn(match)
        area, unsure = area_used(match, side, dice)
        lay = (Reason.DICE_NOT_ROLLED,) if match.dice_down and not early else ()
        return Throw(side, dice, (area, area), (*lay, *unsure))
    white, black = (area_of(story.book, story.setup, side) for side in (Side.WHITE, Side.BLACK))
    if _both_open(match):
        return Throw(None, _white_first(dice, white[0]), (white, black))
    if story.game.opening.white is None:
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
    return promised(promised(match.game).on_turn)


# --- what the players say ----------------------------------------------------------------------


def against_confirming(match: Match, command: c.RollConfirmed) -> Against:
    question = _question(match)
    if question is None or question.proposal is None:
        return (Reason.NOT_NOW,)
    return _against_saying(match, command.side, question.proposal)


def confirm(story: Story, command: c.RollConfirmed) -> None:
    question = _question(story.match)
    _say(story, command.side, question.proposal if question else None)


def against_entering(match: Match, command: c.RollEntered) -> Against:
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
    return _against_saying(match, command.side, _in_order(match, values))


def enter(story: Story, command: c.RollEntered) -> None:
    premature.begin_in_wait(story, command.at)
    if _question(story.match) is None:
        due = _due(story.match)
        side = due[0] if len(set(due)) == 1 else None
        why = (Reason.ENTERED_BY_TOUCH,)
        story.tell(e.RollQuestioned(side, len(due), why, None, None, ()))
    _say(story, command.side, _in_order(story.match, command.values))


def against_uneven(match: Match, command: c.UnevenSurfaceClaimed) -> Against:
    """Only of dice that did not count because they are tilted, and still lie there."""
    reasons: list[Reason] = []
    if not promised(match.book).roll.uneven_surface_ok:
        reasons.append(Reason.TILTED_IS_COCKED)
    if not match.dice_down or promised(match.game).refused_for != (Reason.COCKED,):
        reasons.append(Reason.NOT_NOW)
    values = command.values
    if len(values) != len(_due(match)) or not all(1 <= value <= 6 for value in values):
        reasons.append(Reason.BAD_VALUE)
    return tuple(reasons)


def claim_uneven(story: Story, command: c.UnevenSurfaceClaimed) -> None:
    """Norway §4.1(iv): tilted by the board alone they count, as one side states and both agree."""
    due, cites = _due(story.match), (story.book.cite("roll.uneven_surface_ok"),)
    side = due[0] if len(set(due)) == 1 else None
    values = _in_order(story.match, command.values)
    why = (Reason.UNEVEN_SURFACE,)
    story.tell(e.RollQuestioned(side, len(due), why, values, None, cites))
    _say(story, command.side, values)


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


def _against_saying(match: Match, side: Side, values: tuple[int, ...] | None) -> Against:
    question = _question(match)
    repeated = question is not None and question.said.of(side) == Statement(values)
    return (Reason.ALREADY_DONE,) if repeated else NOTHING


def _say(story: Story, side: Side, values: tuple[int, ...] | None) -> None:
    story.tell(e.RollStated(side, values))
    question = _question(story.match)
    if question is None or question.said.white != question.said.black:
        return
    if values is None:
        why = (Reason.PLAYERS_CALL_INVALID,)
        story.tell(e.RollRefused(question.side, why, None, ()))
    else:
        _accept(story, question.side, values, None, (None,) * len(values), ())


# --- a roll that counts ------------------------------------------------------------------------


def _accept(
    story: Story,
    side: Side | None,
    values: tuple[int, ...],
    facts: RollFacts | None,
    centers: tuple[tuple[float, float] | None, ...],
    cites: tuple[str, ...],
) -> None:
    if side is not None and _base_phase(story.match) is Phase.TO_ROLL:
        story.tell(e.RollAccepted(side, high_first(values), facts is None, facts, cites))
        return
    throwers = (Side.WHITE, Side.BLACK) if side is None else (side,)
    for thrower, value, center in zip(throwers, values, centers, strict=True):
        story.tell(e.OpeningDieRolled(thrower, value, center, facts, cites))
    _settle_opening(story)


def _settle_opening(story: Story) -> None:
    """With both dice known: the higher starts, equal dice are rolled again."""
    white, black = story.game.opening.white, story.game.opening.black
    if white is None or black is None:
        return
    if white.value == black.value:
        story.tell(e.OpeningTied(white.value, (story.book.cite("opening.tie"),)))
        return
    winner = Side.WHITE if white.value > black.value else Side.BLACK
    presses = winner.other if story.match.clocked else None
    cites = (story.book.cite("opening.clock_press"),) if presses else ()
    values = high_first((white.value, black.value))
    story.tell(e.OpeningWon(winner, values, presses, cites))
