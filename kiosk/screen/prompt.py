"""The one next thing a side is to do, in a few words."""

from collections.abc import Callable, Mapping

from kiosk.rules.match import Phase
from kiosk.rules.reasons import DIRECTORS_STOPS, StopReason
from kiosk.rules.units import Side, promised
from kiosk.screen import words
from kiosk.screen.controls import BY_BUTTON
from kiosk.wire.snapshot import GameView, SideView, Snapshot


def prompt(snapshot: Snapshot, side: Side) -> str:
    """For a table with a match on it."""
    if snapshot.taken_over_by is not None or snapshot.halted is not None:
        return words.OUT_OF_ORDER
    if snapshot.stop is not None:
        return _stopped(snapshot, snapshot.stop.reason, side)
    if snapshot.game is not None:
        return _IN_GAME[snapshot.phase](snapshot, snapshot.game, side)
    return _BETWEEN[snapshot.phase](snapshot, side)


def _stopped(snapshot: Snapshot, reason: StopReason, side: Side) -> str:
    if reason in DIRECTORS_STOPS:
        return words.WAIT_FOR_DIRECTOR
    if _me(snapshot, side).agreed:
        return words.waits_for(_name(snapshot, side.other))
    return words.CHECK_AND_GO_ON if reason is StopReason.RESTARTED else words.GO_ON_WHEN_SETTLED


def _set_up(_snapshot: Snapshot, _side: Side) -> str:
    return words.BEING_SET_UP


def _ready(snapshot: Snapshot, side: Side) -> str:
    ready = _me(snapshot, side).ready
    return words.waits_for(_name(snapshot, side.other)) if ready else words.CHECK_SCORE


def _over(snapshot: Snapshot, side: Side) -> str:
    winner = snapshot.winner
    if winner is None:
        return ""
    return words.YOU_WON if winner is side else words.won_the_match(_name(snapshot, winner))


def _opening(snapshot: Snapshot, game: GameView, side: Side) -> str:
    if snapshot.mixer is None:
        return words.ROLL_ONE_EACH
    due = Side.WHITE if game.opening.white is None else Side.BLACK
    return words.ROLL_YOUR_DIE if due is side else words.to_roll_opening(_name(snapshot, due))


def _press_to_start(snapshot: Snapshot, game: GameView, side: Side) -> str:
    if game.presses is None or game.presses is side:
        return words.PRESS_TO_START
    return words.starts_the_clock(_name(snapshot, game.presses))


def _to_roll(snapshot: Snapshot, game: GameView, side: Side) -> str:
    if game.on_turn is not side:
        if _may(snapshot, side, BY_BUTTON):
            return words.PRESS_CLOCK
        return words.to_roll(_name(snapshot, side.other))
    if game.refused_for:
        return words.ROLL_AGAIN
    if "camera" in snapshot.lost_devices:
        return words.ROLL_AND_ENTER
    return words.ROLL_OR_DOUBLE if _may(snapshot, side, "DoubleTapped") else words.ROLL


def _confirming(snapshot: Snapshot, _game: GameView, side: Side) -> str:
    mine, theirs = _me(snapshot, side).said, _me(snapshot, side.other).said
    if mine is not None:
        if theirs is not None:
            return words.you_said(mine.values)
        return words.waits_for(_name(snapshot, side.other))
    proposal = snapshot.question.proposal if snapshot.question else None
    if proposal is None and theirs is not None:
        return words.and_you(_name(snapshot, side.other), theirs.values)
    return words.is_it(proposal) if proposal else words.WHAT_ROLLED


def _doubled(snapshot: Snapshot, game: GameView, side: Side) -> str:
    if game.on_turn is side:
        if _may(snapshot, side, BY_BUTTON):
            return words.PRESS_CLOCK
        return words.decides(_name(snapshot, side.other))
    return words.take_at(game.cube.offered or game.cube.level)


def _moving(snapshot: Snapshot, game: GameView, side: Side) -> str:
    if game.on_turn is not side:
        if _may(snapshot, side, BY_BUTTON):
            return words.PRESS_CLOCK
        return words.moves(_name(snapshot, side.other))
    return words.MOVE_AND_PRESS if _may(snapshot, side, BY_BUTTON) else words.MOVE_AND_LIFT


def _claimed(snapshot: Snapshot, _game: GameView, side: Side) -> str:
    claim = snapshot.claim
    if claim is None or claim.side is side:
        return words.agrees(_name(snapshot, side.other))
    return words.claims(_name(snapshot, claim.side), claim.level)


def _challenged(snapshot: Snapshot, game: GameView, side: Side) -> str:
    """The side on turn questions the move before; who made it agrees or not."""
    return words.agrees(_name(snapshot, side.other)) if game.on_turn is side else words.TAKE_BACK


_IN_GAME: Mapping[Phase, Callable[[Snapshot, GameView, Side], str]] = {
    Phase.OPENING: _opening,
    Phase.PRESS_TO_START: _press_to_start,
    Phase.TO_ROLL: _to_roll,
    Phase.CONFIRMING: _confirming,
    Phase.DOUBLED: _doubled,
    Phase.MOVING: _moving,
    Phase.CLAIMED: _claimed,
    Phase.CHALLENGED: _challenged,
    Phase.OFFERED: lambda _snapshot, _game, _side: words.OFFERED,
}


_BETWEEN: Mapping[Phase, Callable[[Snapshot, Side], str]] = {
    Phase.VACANT: _set_up,
    Phase.BETWEEN_GAMES: _ready,
    Phase.MATCH_OVER: _over,
}


def _me(snapshot: Snapshot, side: Side) -> SideView:
    return promised(snapshot.sides).of(side)


def _name(snapshot: Snapshot, side: Side) -> str:
    return _me(snapshot, side).name


def _may(snapshot: Snapshot, side: Side, kind: str) -> bool:
    return any(action.kind == kind for action in _me(snapshot, side).actions)
