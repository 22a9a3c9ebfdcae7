"""What a table waits for, in words. Pure."""

from collections.abc import Callable, Mapping

from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import Text, text
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.reasons import DIRECTORS_STOPS, StopReason
from kiosk.rules.units import Side


def describe_wait(match: Match) -> Text:
    """What the table waits for, in words."""
    if match.taken_over_by is not None:
        return text("another table continues this match")
    if match.stop is not None and match.phase in IN_GAME:
        if match.stop.reason in DIRECTORS_STOPS:
            return text("stopped until the director starts the clocks")
        if match.stop.reason is StopReason.BOTH_GO_ON:
            return text("waiting for both players to tap Go on")
        return text("stopped until both players or the director resume")
    return _DOING[match.phase](match)


def _turn(match: Match) -> Side | None:
    return match.game.on_turn if match.game else None


def _vacant(match: Match) -> Text:
    return text("the table is being set up") if match.opened else text("no match is open")


def _between_games(match: Match) -> Text:
    late = [which for which in Side if not match.ready.of_side(which)]
    if len(late) == 1:
        return text("waiting for {side} to be ready", side=SIDES[late[0]])
    return text("waiting for both sides to be ready")


def _press_to_start(match: Match) -> Text:
    starter = match.game.presses if match.game else None
    if starter is None:
        return text("the clock is started")
    return text("{side} starts the clock", side=SIDES[starter])


def _to_roll(match: Match) -> Text:
    """A player who can't double, or has no cube, only rolls."""
    game, turn = match.game, _turn(match)
    if game is None or turn is None:
        return text("the dice are rolled")
    if game.cube.in_play and game.cube.owner in {None, turn}:
        return text("{side} is to roll or double", side=SIDES[turn])
    return text("{side} is to roll", side=SIDES[turn])


def _confirming(match: Match) -> Text:
    question = match.game.question if match.game else None
    if question is None or question.side is None:
        return text("both sides are asked what they rolled")
    return text("both sides are asked what {side} rolled", side=SIDES[question.side])


def _doubled(match: Match) -> Text:
    turn = _turn(match)
    if turn is None:
        return text("a double waits for its answer")
    taker = SIDES[turn.other]
    return text("{side} doubled; {other} takes or passes", side=SIDES[turn], other=taker)


def _moving(match: Match) -> Text:
    turn = _turn(match)
    return text("{side} is moving", side=SIDES[turn]) if turn else text("a move is made")


def _claimed(match: Match) -> Text:
    claim = match.game.claim if match.game else None
    if claim is None:
        return text("a win was declared; the other side agrees or not")
    side = SIDES[claim.side]
    return text("{side} declared a win; the other side agrees or not", side=side)


def _over(match: Match) -> Text:
    if match.winner is None:
        return text("both are disqualified: nobody has won the match")
    return text("{side} won the match", side=SIDES[match.winner])


_DOING: Mapping[Phase, Callable[[Match], Text]] = {
    Phase.VACANT: _vacant,
    Phase.BETWEEN_GAMES: _between_games,
    Phase.OPENING: lambda _match: text("the opening dice are rolled"),
    Phase.PRESS_TO_START: _press_to_start,
    Phase.TO_ROLL: _to_roll,
    Phase.CONFIRMING: _confirming,
    Phase.DOUBLED: _doubled,
    Phase.MOVING: _moving,
    Phase.CLAIMED: _claimed,
    Phase.CHALLENGED: lambda _match: text(
        "the last move is called illegal; the mover agrees or not"
    ),
    Phase.OFFERED: lambda _match: text("an offer to end the game waits for an answer"),
    Phase.MATCH_OVER: _over,
}
