"""Facts about errors on the board, and the effect of other facts on correcting one."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kiosk.rules import clock as clocks
from kiosk.rules.cube.facts import Doubled
from kiosk.rules.dice.facts import (
    DicePickedUp,
    OpeningWon,
    RollAccepted,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollVoided,
)
from kiosk.rules.expiry import SecondControlStarted
from kiosk.rules.fact import Event, Fact, in_game
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.moves import LastMove, MoveChallenge
from kiosk.rules.play import PlayResumed, TurnEnded
from kiosk.rules.table import DicePairs
from kiosk.rules.times.facts import TimeAllotted, TimeSet
from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class MoveChallenged(Event):
    """The last move, by `side`, is challenged; `resumes` is the side whose clock was stopped."""

    by: str
    side: Side
    resumes: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveTakenBack(Event):
    """`side` moves again with `roll`, or rolls where it had not; both reserves are set.

    `after_delay`: only once the delay has run out. `times`: the number of its moves made again so
    far.
    """

    side: Side
    roll: tuple[int, ...] | None
    reserve: BySide[Nanos]
    after_delay: bool
    times: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveStands(Event):
    """The move stands: the director rules so, or the challenge is withdrawn."""

    is_ruling: ClassVar[bool] = True
    side: Side
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class DieLiftNoted(Event):
    """`side` claims that the other has picked up a die, which lets the last move stand."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetUpErrorFound(Event):
    """The checkers were set up wrong, and are corrected. `must`: even against the players' wish."""

    side: Side
    must: bool
    cites: tuple[str, ...]


def apply_move_challenged(match: Match, event: MoveChallenged) -> Match:
    challenge = MoveChallenge(event.by, event.resumes)
    contested = _handed_over(match, event.side) if match.phase is Phase.MOVING else match
    return replace(_moves(contested, challenge=challenge), phase=Phase.CHALLENGED)


def _handed_over(match: Match, side: Side) -> Match:
    """A move that was to be made again is in question: it may not have been illegal."""
    illegal = match.hearing.illegal_moves
    fewer = illegal.with_(side, illegal.of_side(side) - 1)
    taken = in_game(match, on_turn=side.other)
    return replace(_moves(taken, again=False), hearing=replace(match.hearing, illegal_moves=fewer))


def apply_move_taken_back(match: Match, event: MoveTakenBack) -> Match:
    illegal = match.hearing.illegal_moves.with_(event.side, event.times)
    """Claims about a double in the undone turn belong to that turn."""
    back: dict[str, Any] = {
        "on_turn": event.side,
        "refused_for": (),
        "question": None,
        "roll_picture": None,
    }
    if event.roll is not None:
        back["roll"] = event.roll  # the other's own roll may have been thrown, and been void
    doubles = replace(match.game.doubles, told=None) if match.game else None
    taken = in_game(match, doubles=doubles, **back)
    return replace(
        _moves(taken, challenge=None, again=True, after_delay=event.after_delay),
        phase=Phase.MOVING if event.roll else Phase.TO_ROLL,
        dice_down=event.roll is not None,
        clock=replace(clocks.with_reserve(match.clock, event.reserve), running=None),
        dicing=replace(
            match.dicing,
            consents=None,
            closed_out=False,
            unrolled=None,
            unwatched=match.dicing.unwatched or not match.dice_down,
        ),
        hearing=replace(match.hearing, illegal_moves=illegal),
    )


def apply_move_stands(match: Match, _event: MoveStands) -> Match:
    return replace(_moves(match, challenge=None), phase=Phase.TO_ROLL)


def apply_die_lifted(match: Match, _event: DieLiftNoted) -> Match:
    return _update_last_move(match, lifted=True)


def apply_set_up_error_found(match: Match, _event: SetUpErrorFound) -> Match:
    return _moves(match, setup_error=True)


def watch_turn_ended(match: Match, event: TurnEnded) -> Match:
    if match.game is None:
        return match
    roll = None if match.dicing.unrolled is event.side else match.game.roll
    last = LastMove(event.side, roll, event.reserve)
    return _moves(match, last=last, again=False, after_delay=False)


def watch_reserve_set(match: Match, event: TimeSet | TimeAllotted | SecondControlStarted) -> Match:
    return _update_last_move(match, reserve=event.reserve)


def watch_opening_won(match: Match, _event: OpeningWon) -> Match:
    return _moves(match, rolls=1)


def watch_roll_accepted(match: Match, _event: RollAccepted) -> Match:
    rolls = match.game.moves.rolls + 1 if match.game else 0
    return _moves(_update_last_move(match, thrown=True, counted=True), rolls=rolls)


def watch_roll_voided(match: Match, event: RollVoided) -> Match:
    if match.game is None or not event.was:
        return match
    rolls = 0 if match.phase is Phase.OPENING else match.game.moves.rolls - 1
    return _moves(_update_last_move(match, counted=False), rolls=rolls)


def watch_dice_thrown(match: Match, _event: Event) -> Match:
    return _update_last_move(match, thrown=True)


def watch_dice_picked_up(match: Match, _event: DicePickedUp) -> Match:
    shared = match.setup is not None and match.setup.dice is DicePairs.SHARED_PAIR
    return _update_last_move(match, lifted=True) if shared else match


def watch_doubled(match: Match, _event: Doubled) -> Match:
    second = match.game is not None and match.game.moves.rolls == 2
    doubled = _moves(match, second_turn_doubled=True) if second else match
    return _update_last_move(doubled, doubled=True)


def watch_play_resumed(match: Match, _event: PlayResumed) -> Match:
    return _moves(match, setup_error=False)


def _update_last_move(match: Match, **changes: Any) -> Match:
    return in_game(match, moves=match.game.moves.update_last(**changes)) if match.game else match


def _moves(match: Match, **changes: Any) -> Match:
    return in_game(match, moves=replace(match.game.moves, **changes)) if match.game else match


FACTS = (
    Fact(MoveChallenged, apply_move_challenged),
    Fact(MoveTakenBack, apply_move_taken_back),
    Fact(MoveStands, apply_move_stands),
    Fact(DieLiftNoted, apply_die_lifted),
    Fact(SetUpErrorFound, apply_set_up_error_found),
    Fact(TurnEnded, watch_turn_ended),
    Fact(TimeSet, watch_reserve_set),
    Fact(TimeAllotted, watch_reserve_set),
    Fact(SecondControlStarted, watch_reserve_set),
    Fact(OpeningWon, watch_opening_won),
    Fact(RollAccepted, watch_roll_accepted),
    Fact(RollVoided, watch_roll_voided),
    Fact(RollRefused, watch_dice_thrown),
    Fact(RollQuestioned, watch_dice_thrown),
    Fact(RollHeld, watch_dice_thrown),
    Fact(DicePickedUp, watch_dice_picked_up),
    Fact(Doubled, watch_doubled),
    Fact(PlayResumed, watch_play_resumed),
)
