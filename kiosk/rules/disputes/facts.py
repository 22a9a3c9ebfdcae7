"""Facts about disputes, rulings, appeals, observers and conduct, and their state changes."""

from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.ending import GameEnded, MatchEnded, without_calls
from kiosk.rules.fact import Event, Fact, in_hearing
from kiosk.rules.length import MatchResumed
from kiosk.rules.match import Match
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.rulings import Conduct, Effect, Wrong
from kiosk.rules.play import PlayResumed
from kiosk.rules.rulebook import SlowRequest
from kiosk.rules.times.facts import ClockIntroduced
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DisputeRaised(Event):
    """`frozen`: dice, cube, checkers and score stay as they are until the ruling.

    `wrong`: the fault `side` finds in the result of the match, if the dispute is about that.
    """

    side: Side
    frozen: bool
    cites: tuple[str, ...]
    wrong: Wrong | None = None


@dataclass(frozen=True, slots=True)
class DisputeDropped(Event):
    """`side` withdraws the dispute it raised."""

    side: Side


@dataclass(frozen=True, slots=True)
class TableDisturbed(Event):
    """`side` changed something during a dispute; the book presumes for `presumed`, if any."""

    side: Side
    presumed: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingGiven(Event):
    """The director ruled on a dispute, for a side or for neither; its consequences follow."""

    is_ruling: ClassVar[bool] = True
    favours: Side | None
    effect: Effect
    section: str | None
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class AppealMade(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanelConvened(Event):
    """This many members of the committee hear the appeal, with or without the director."""

    members: int
    with_director: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppealDecided(Event):
    upheld: bool
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ObserverAsked(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlowPlayNoted(Event):
    """`side` claims that the other plays too slowly, and asks for what the book allows."""

    side: Side
    asks: tuple[SlowRequest, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObserverAppointed(Event):
    """An observer watches from now on; `points_out`: also illegal moves."""

    name: str
    fee: bool
    points_out: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConductRecorded(Event):
    """Conduct that the book allows or not; `side` None: a spectator."""

    conduct: Conduct
    side: Side | None
    allowed: bool
    by: str
    why: str
    cites: tuple[str, ...]


def apply_dispute_raised(match: Match, event: DisputeRaised) -> Match:
    """A side that disputes the result has not signed it, or no longer."""
    disputed = in_hearing(match, dispute=event.side, wrong=event.wrong)
    if event.wrong is None:
        return disputed
    outcome = replace(match.outcome, confirmed=match.outcome.confirmed.with_(event.side, False))
    return replace(disputed, outcome=outcome)


def apply_ruling_given(match: Match, _event: RulingGiven) -> Match:
    return _over(without_calls(match))


def apply_dispute_dropped(match: Match, _event: DisputeDropped) -> Match:
    """The call made for the dispute ends with it; an earlier call by a side remains."""
    stated = match.call is not None and match.call.about is CallAbout.STATED
    return _over(without_calls(match) if stated else match)


def hear_match_resumed(match: Match, _event: MatchResumed) -> Match:
    """A dispute about the result is void: the match goes on."""
    return _over(match)


def _over(match: Match) -> Match:
    return in_hearing(match, dispute=None, wrong=None)


def apply_appeal_made(match: Match, event: AppealMade) -> Match:
    return in_hearing(match, appeal=event.side, panel=False)


def apply_panel_convened(match: Match, _event: PanelConvened) -> Match:
    return in_hearing(match, panel=True)


def apply_appeal_decided(match: Match, event: AppealDecided) -> Match:
    decided = in_hearing(match, appeal=None, panel=False, ruled=False, fresh=False)
    return in_hearing(decided, overturned=not event.upheld and match.stop is not None)


def apply_slow_play(match: Match, _event: SlowPlayNoted) -> Match:
    return in_hearing(match, slow_play=True)


def apply_observer_appointed(match: Match, event: ObserverAppointed) -> Match:
    return in_hearing(match, observer=event.name)


def hear_ruling(match: Match, event: Event) -> Match:
    """The director in `by` has ruled; None: the players settled it alone."""
    ruled = event.is_ruling and getattr(event, "by", None) is not None
    return in_hearing(match, ruled=True, fresh=True) if ruled else match


def hear_play_resumed(match: Match, _event: PlayResumed) -> Match:
    return in_hearing(_over(match), overturned=False, contested=None)


def hear_ended(match: Match, _event: GameEnded | MatchEnded) -> Match:
    return in_hearing(_over(match), contested=None)


def hear_clock_introduced(match: Match, _event: ClockIntroduced) -> Match:
    return in_hearing(match, slow_play=False)


def hear_play_going_on(match: Match, event: Event) -> Match:
    return in_hearing(match, fresh=False) if event.plays_on else match


FACTS = (
    Fact(DisputeRaised, apply_dispute_raised),
    Fact(DisputeDropped, apply_dispute_dropped),
    Fact(TableDisturbed),
    Fact(RulingGiven, apply_ruling_given),
    Fact(AppealMade, apply_appeal_made),
    Fact(PanelConvened, apply_panel_convened),
    Fact(AppealDecided, apply_appeal_decided),
    Fact(ObserverAsked),
    Fact(SlowPlayNoted, apply_slow_play),
    Fact(ObserverAppointed, apply_observer_appointed),
    Fact(ConductRecorded),
    Fact(Event, hear_ruling),
    Fact(Event, hear_play_going_on),
    Fact(PlayResumed, hear_play_resumed),
    Fact(GameEnded, hear_ended),
    Fact(MatchEnded, hear_ended),
    Fact(MatchResumed, hear_match_resumed),
    Fact(ClockIntroduced, hear_clock_introduced),
)
