"""How two players go on from anywhere to the end of a turn and of a game."""

from kiosk.rules import clock as clocks
from kiosk.rules.decide import decide, evolve
from kiosk.rules.match import Game, Match, Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import MoveDuty
from kiosk.rules.units import SIDES, Instant, Side
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, DIRECTOR, WHITE


def next_tap(match: Match, at: Instant) -> tuple[c.Command, ...]:
    """What the two players can do next to play on: taps, presses, and lifting their dice.

    What the director stopped the director starts, and time used up; who gave up the match goes on
    after all; all else they do alone.
    """
    gave_up = match.outcome.conceded
    if gave_up is not None:
        return (c.ConcessionWithdrawn(at, gave_up),)
    directors = {
        StopReason.DIRECTOR_ORDERED,
        StopReason.ADJOURNED,
        StopReason.DISPUTE,
        StopReason.TIME_USED_UP,
    }
    if match.stop is not None and match.stop.reason in directors:
        return (c.StartOrdered(at, match.match_id, DIRECTOR, "go on"),)
    return _agreed(match, at) or _in_turn(match, at)


def _agreed(match: Match, at: Instant) -> tuple[c.Command, ...]:
    """Both say what lets play go on; empty where it goes on already."""
    question = match.game.question if match.game else None
    disputed = question is not None and question.counted is not None
    if disputed or match.stop is not None:
        said = c.RollDisputeDenied if disputed else c.ResumeTapped
        return tuple(said(at, side) for side in SIDES)
    return ()


def _in_turn(match: Match, at: Instant) -> tuple[c.Command, ...]:
    game = match.game
    if game is None:
        return tuple(c.ReadyTapped(at, side) for side in SIDES)
    if match.phase in {Phase.OPENING, Phase.TO_ROLL, Phase.CONFIRMING}:
        return _rolls(match, game, at)
    if match.phase is Phase.OFFERED:
        return _answers(match, at)
    acts = game.on_turn
    assert acts is not None
    by_phase: dict[Phase, tuple[c.Command, ...]] = {
        Phase.PRESS_TO_START: (c.ClockPressed(at, acts.other),),
        Phase.DOUBLED: (c.TakeTapped(at, acts.other),),
        Phase.CLAIMED: (c.WinDisputed(at, acts),),
        Phase.CHALLENGED: (_of_the_move(match, acts, at),),
        Phase.MOVING: (c.ClockPressed(at, acts), c.DiceLifted(at)),
    }
    return by_phase[match.phase]


def _of_the_move(match: Match, acts: Side, at: Instant) -> c.Command:
    """The move is defended; where it must be put right, only the director can let it stand."""
    assert match.book is not None
    must = match.book.illegal_move.duty is MoveDuty.MUST_CORRECT
    return c.IllegalMoveAgreed(at, acts.other) if must else c.IllegalMoveDenied(at, acts)


def _answers(match: Match, at: Instant) -> tuple[c.Command, ...]:
    """The offer is rejected; where it may not be, the director rules that it is not certain."""
    assert match.game is not None
    assert match.game.offer is not None
    answers = match.game.offer.side.other
    return (c.OfferRejected(at, answers), c.GinOrdered(at, match.match_id, DIRECTOR, "no", False))


def _rolls(match: Match, game: Game, at: Instant) -> tuple[c.Command, ...]:
    """Both say by touch what was rolled, who threw first; opening dice that differ."""
    white = game.opening.white
    first = game.on_turn or (WHITE if white is None else BLACK)
    alone = game.on_turn is None and match.setup is not None and match.setup.mixer is not None
    one = game.question is None or game.question.thrown == 1
    values = (6 if white is None else 1 + white.value % 6,) if alone and one else (6, 5)
    return tuple(c.RollEntered(at, side, values) for side in (first, first.other))


def plays_on(match: Match, at: Instant) -> list[e.Event]:
    """The events up to the end of somebody's turn, and of the game by a last checker borne off."""
    told: list[e.Event] = []

    def do(command: c.Command) -> None:
        nonlocal match
        for event in decide(match, command).events:
            match = evolve(match, event)
            told.append(event)

    for _ in range(20):
        ended = any(isinstance(event, e.TurnEnded) for event in told)
        game = match.game
        if match.phase is Phase.MATCH_OVER or (ended and game is None):
            return told
        if ended and match.phase is Phase.MOVING and game is not None and game.on_turn is not None:
            do(c.WinDeclared(at, game.on_turn, 1))
            do(c.WinAgreed(at, game.on_turn.other))
        else:
            at = _waited_out(match, at)
            for command in next_tap(match, at) if match.phase is not Phase.MATCH_OVER else ():
                do(command)
    return told


def _waited_out(match: Match, at: Instant) -> Instant:
    """A move made again is made once the delay has run out (norway §4.2(iii)(c))."""
    game = match.game
    if game is None or game.on_turn is None or not game.moves.after_delay:
        return at
    return Instant(at + clocks.remaining(match.clock, game.on_turn, at).delay)
