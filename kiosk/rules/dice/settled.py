"""A roll that counts, from any source, and the sides whose dice count now."""

from kiosk.rules.act import NOTHING, Against
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import (
    OpeningDieRolled,
    OpeningTied,
    OpeningWon,
    RollAccepted,
    base_phase,
)
from kiosk.rules.match import Match, Phase, Question
from kiosk.rules.reasons import DIRECTORS_STOPS, PLAY_PUT_OFF, Reason
from kiosk.rules.roll import RollFacts, high_first
from kiosk.rules.units import Side, require


def refuse_put_off(match: Match) -> Against:
    """Dice handled while play is put off do not count."""
    reason = match.stop.reason if match.stop else None
    if reason not in PLAY_PUT_OFF:
        return NOTHING
    return (Reason.DIRECTOR_STOPPED if reason in DIRECTORS_STOPS else Reason.CLOCK_STOPPED,)


def both_open(match: Match) -> bool:
    """Whether both opening dice are handled as one roll: no mixer, or a side entered both."""
    question = open_question(match)
    no_mixer = match.setup is not None and match.setup.mixer is None
    entered = question is not None and question.side is None
    return (no_mixer or entered) and base_phase(match) is Phase.OPENING


def on_turn(match: Match) -> Side:
    return require(require(match.game).on_turn)


def open_question(match: Match) -> Question | None:
    return match.game.question if match.game else None


def due_now(match: Match) -> tuple[Side, ...]:
    """The side that threw each of the dice that count now."""
    if base_phase(match) is Phase.TO_ROLL:
        return (on_turn(match),) * 2
    if both_open(match):
        return (Side.WHITE, Side.BLACK)
    white_is_due = match.game is not None and match.game.opening.white is None
    return (Side.WHITE,) if white_is_due else (Side.BLACK,)


def in_order(match: Match, values: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """High to low, except for two opening dice, which are White, Black."""
    question = open_question(match)
    each_its_own = both_open(match) if question is None else question.side is None
    return values if values is None or each_its_own else high_first(values)


def accept_roll(
    decision: Decision,
    side: Side | None,
    values: tuple[int, ...],
    facts: RollFacts | None,
    centers: tuple[tuple[float, float] | None, ...],
    cites: tuple[str, ...],
) -> None:
    if side is not None and base_phase(decision.match) is Phase.TO_ROLL:
        decision.emit(RollAccepted(side, high_first(values), facts is None, facts, cites))
        return
    throwers = (Side.WHITE, Side.BLACK) if side is None else (side,)
    for thrower, value, center in zip(throwers, values, centers, strict=True):
        decision.emit(OpeningDieRolled(thrower, value, center, facts, cites))
    settle_opening(decision)


def settle_opening(decision: Decision) -> None:
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
