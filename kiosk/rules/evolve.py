"""Apply a fact to a match. Trivial and total: nothing is decided here, only set.

An event without a function here leaves the match as it was (a refusal, an assignment).
"""

from dataclasses import replace
from functools import singledispatch
from typing import Any

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.match import (
    Claim,
    Cube,
    Game,
    Held,
    Match,
    Message,
    Opening,
    OpeningDie,
    Phase,
    Question,
    Result,
    Statement,
    Stop,
)
from kiosk.rules.roll import RollFacts, TowerCount
from kiosk.rules.units import BySide, Instant, Nanos


def evolve(match: Match, event: e.Event) -> Match:
    """The match after `event`."""
    return _apply(event, match)


@singledispatch
def _apply(event: e.Event, match: Match) -> Match:  # noqa: ARG001
    return match


def _in_game(match: Match, **changes: Any) -> Match:
    return replace(match, game=replace(match.game, **changes)) if match.game else match


def _picture(facts: RollFacts | None) -> str | None:
    return facts.picture if facts else None


# --- before play -------------------------------------------------------------------------------


@_apply.register
def _(event: e.MatchOpened, match: Match) -> Match:
    opening = Opening(
        event.match_id,
        event.event_id,
        event.table,
        event.series,
        event.format,
        event.sides,
        event.profile_hash,
    )
    return Match(
        opened=opening,
        book=event.profile,
        message=match.message,
        lost_devices=match.lost_devices,
    )


@_apply.register
def _(event: e.TableSetUp, match: Match) -> Match:
    phase = Phase.BETWEEN_GAMES if match.phase is Phase.VACANT else match.phase
    return replace(match, setup=event.setup, phase=phase)


@_apply.register
def _(event: e.TimeAllotted, match: Match) -> Match:
    return replace(match, clock=replace(clocks.new(), reserve=event.reserve))


@_apply.register
def _(event: e.ReadyGiven, match: Match) -> Match:
    return replace(match, ready=match.ready.with_(event.side, True))


@_apply.register
def _(event: e.GameStarted, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.OPENING,
        book=match.next_book or match.book,
        next_book=None,
        ready=BySide(False, False),
        crawford_played=match.crawford_played or event.crawford,
        game=Game(
            number=event.number,
            crawford=event.crawford,
            cube=Cube(in_play=event.cube_in_play),
            opening=BySide(None, None),
        ),
        tower=None,
        held=None,
        last_result=None,
    )


# --- dice --------------------------------------------------------------------------------------


@_apply.register
def _(event: e.TowerCounted, match: Match) -> Match:
    return replace(match, tower=TowerCount(event.dropped, event.came_out))


@_apply.register
def _(event: e.DicePickedUp, match: Match) -> Match:  # noqa: ARG001
    return replace(match, dice_down=False, tower=None, held=None)


@_apply.register
def _(event: e.RollHeld, match: Match) -> Match:
    return replace(match, held=Held(event.facts, event.until))


@_apply.register
def _(event: e.RollQuestioned, match: Match) -> Match:
    question = Question(
        asked_in=_asked_in(match),
        side=event.side,
        thrown=event.thrown,
        reasons=event.reasons,
        proposal=event.proposal,
        picture=_picture(event.facts),
        said=BySide(None, None),
    )
    return replace(
        _in_game(match, question=question),
        phase=Phase.CONFIRMING,
        dice_down=match.dice_down or event.facts is not None,
        tower=None,
        held=None,
    )


def _asked_in(match: Match) -> Phase:
    question = match.game.question if match.game else None
    return question.asked_in if question else match.phase


def _asked_picture(match: Match) -> str | None:
    question = match.game.question if match.game else None
    return question.picture if question else None


@_apply.register
def _(event: e.RollStated, match: Match) -> Match:
    if match.game is None or match.game.question is None:
        return match
    question = match.game.question
    said = question.said.with_(event.side, Statement(event.values))
    return _in_game(match, question=replace(question, said=said))


@_apply.register
def _(event: e.RollRefused, match: Match) -> Match:
    return replace(
        _in_game(match, question=None, refused_for=event.reasons),
        phase=_asked_in(match),
        dice_down=True,
        tower=None,
        held=None,
    )


@_apply.register
def _(event: e.OpeningDieRolled, match: Match) -> Match:
    if match.game is None:
        return match
    die = OpeningDie(event.value, event.center_mm)
    return replace(
        _in_game(
            match,
            opening=match.game.opening.with_(event.side, die),
            question=None,
            refused_for=(),
            roll_picture=_picture(event.facts),
        ),
        phase=_asked_in(match),
        dice_down=True,
        tower=None,
        held=None,
    )


@_apply.register
def _(event: e.OpeningTied, match: Match) -> Match:  # noqa: ARG001
    return _in_game(match, opening=BySide(None, None))


@_apply.register
def _(event: e.OpeningWon, match: Match) -> Match:
    return replace(
        _in_game(match, on_turn=event.side, roll=event.values, presses=event.presses),
        phase=Phase.PRESS_TO_START if event.presses else Phase.MOVING,
    )


@_apply.register
def _(event: e.RollAccepted, match: Match) -> Match:
    return replace(
        _in_game(
            match,
            roll=event.values,
            roll_picture=_picture(event.facts) or _asked_picture(match),
            question=None,
            refused_for=(),
        ),
        phase=Phase.MOVING,
        dice_down=True,
        tower=None,
        held=None,
    )


# --- clock and turn ----------------------------------------------------------------------------


@_apply.register
def _(event: e.ClockStarted, match: Match) -> Match:
    phase = Phase.MOVING if match.phase is Phase.PRESS_TO_START else match.phase
    clock = clocks.start(match.clock, event.side, event.at, event.delay)
    return replace(match, clock=clock, phase=phase)


@_apply.register
def _(event: e.ClockStopped, match: Match) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        since=event.at,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


@_apply.register
def _(event: e.PlayStopped, match: Match) -> Match:
    stop = Stop(event.reason, event.resumes, BySide(False, False), event.by, event.why)
    return replace(match, stop=stop)


@_apply.register
def _(event: e.ResumeAgreed, match: Match) -> Match:
    if match.stop is None or event.side is None:
        return match
    return replace(
        match, stop=replace(match.stop, agreed=match.stop.agreed.with_(event.side, True))
    )


@_apply.register
def _(event: e.PlayResumed, match: Match) -> Match:
    clock = clocks.resume(match.clock, event.side, event.at) if event.side else match.clock
    return replace(match, stop=None, director_called=None, clock=clock)


@_apply.register
def _(event: e.TurnEnded, match: Match) -> Match:
    settled = clocks.with_reserve(match.clock, event.reserve)
    clock = replace(settled, running=None, used=Nanos(0))
    return replace(
        _in_game(match, on_turn=event.side.other, refused_for=(), presses=None),
        phase=Phase.TO_ROLL,
        clock=clock,
        tower=None,
        held=None,
    )


@_apply.register
def _(event: e.FlagReached, match: Match) -> Match:
    clock = match.clock
    return replace(
        match,
        clock=replace(
            clock,
            flagged=clock.flagged.with_(event.side, event.at),
            first_flag=clock.first_flag or event.side,
        ),
    )


# --- cube --------------------------------------------------------------------------------------


@_apply.register
def _(event: e.Doubled, match: Match) -> Match:  # noqa: ARG001
    return replace(match, phase=Phase.DOUBLED)


@_apply.register
def _(event: e.Taken, match: Match) -> Match:
    cube = Cube(level=event.level, owner=event.side)
    return replace(_in_game(match, cube=cube), phase=Phase.TO_ROLL)


# --- end of game and match ---------------------------------------------------------------------


@_apply.register
def _(event: e.WinClaimed, match: Match) -> Match:
    claim = Claim(event.side, event.level, match.phase, event.resumes)
    return replace(_in_game(match, claim=claim), phase=Phase.CLAIMED)


@_apply.register
def _(event: e.WinContested, match: Match) -> Match:  # noqa: ARG001
    if match.game is None or match.game.claim is None:
        return match
    return replace(_in_game(match, claim=None), phase=match.game.claim.claimed_in)


@_apply.register
def _(event: e.GameEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.BETWEEN_GAMES,
        score=event.score,
        games_played=match.games_played + 1,
        game=None,
        stop=None,
        director_called=None,
        tower=None,
        held=None,
        last_result=Result(event.winner, event.points, event.cause),
    )


@_apply.register
def _(event: e.MatchEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.MATCH_OVER,
        winner=event.winner,
        score=event.score,
        stop=None,
        director_called=None,
    )


@_apply.register
def _(event: e.PenaltyAwarded, match: Match) -> Match:
    return replace(match, score=event.score)


@_apply.register
def _(event: e.ScoreChanged, match: Match) -> Match:
    """With no side one point away any more, the Crawford game is still to come."""
    corrected = replace(match, score=event.score)
    away = corrected.away
    played = match.crawford_played and min(away.white, away.black) <= 1
    return replace(corrected, crawford_played=played)


# --- director, devices, the table itself -------------------------------------------------------


@_apply.register
def _(event: e.DirectorCalled, match: Match) -> Match:
    return replace(match, director_called=event.side)


@_apply.register
def _(event: e.MessagePosted, match: Match) -> Match:
    return replace(match, message=Message(event.text, event.by))


@_apply.register
def _(event: e.MessageSeen, match: Match) -> Match:
    if match.message is None:
        return match
    seen = match.message.seen.with_(event.side, True)
    left = None if seen == BySide(True, True) else replace(match.message, seen=seen)
    return replace(match, message=left)


@_apply.register
def _(event: e.ProfileChanged, match: Match) -> Match:
    return replace(match, next_book=event.profile)


@_apply.register
def _(event: e.DeviceLost, match: Match) -> Match:
    return replace(match, lost_devices=match.lost_devices | {event.device})


@_apply.register
def _(event: e.DeviceBack, match: Match) -> Match:
    return replace(match, lost_devices=match.lost_devices - {event.device})


@_apply.register
def _(event: e.Restarted, match: Match) -> Match:  # noqa: ARG001
    """Instants from before a restart can't be compared with those after it."""
    return replace(match, clock=replace(match.clock, since=Instant(0)), held=None)


@_apply.register
def _(event: e.ClockRestored, match: Match) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


@_apply.register
def _(event: e.TableTakenOver, match: Match) -> Match:
    if event.state is not None:
        return event.state
    return replace(match, taken_over_by=event.by_journal_id)
