"""Disputes, rulings, appeals, observers, and conduct beside the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kiosk.rules.act import NOTHING, Act, Against, unopposed
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.disputes.facts import (
    AppealDecided,
    AppealMade,
    ConductRecorded,
    DisputeRaised,
    ObserverAppointed,
    ObserverAsked,
    PanelConvened,
    SlowPlayNoted,
    TableDisturbed,
)
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Conduct, Effect, Wrong
from kiosk.rules.phases import OPENED, PLAYING
from kiosk.rules.play import PlayStopped, resume_play, stop_clock
from kiosk.rules.proposals import Proposed
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.result import result_is_final
from kiosk.rules.rulebook import (
    AppealPanel,
    AppealWhen,
    Disturbance,
    Notes,
    RuleBook,
    SpokenLanguage,
    TimeNotice,
)
from kiosk.rules.stops import DirectorCalled
from kiosk.rules.tap import choice_tap, plain_tap
from kiosk.rules.units import Instant, Side, require


@dataclass(frozen=True, slots=True)
class DisputeTapped(Command):
    """A side disputes something: everything stays as it is until the director has ruled."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultDisputed(Command):
    """A side claims that the result of the match is wrong, and what is wrong with it."""

    side: Side
    wrong: Wrong


@dataclass(frozen=True, slots=True)
class DisturbanceTapped(Command):
    """A side claims that the other changed dice, cube, checkers or score during a dispute."""

    side: Side


@dataclass(frozen=True, slots=True)
class DisputeRuled(Order):
    """Rule on the dispute, for a side or for neither, under a section if one is named.

    `effect` is the consequence at the board; `values` the dice of a roll that counts.
    """

    favours: Side | None
    effect: Effect = Effect.GOES_ON
    values: tuple[int, ...] | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class AppealTapped(Command):
    """A side appeals the last ruling."""

    side: Side


@dataclass(frozen=True, slots=True)
class PanelNamed(Order):
    """Name the panel: this many members of the committee, with or without the director."""

    members: int
    with_director: bool


@dataclass(frozen=True, slots=True)
class AppealRuled(Order):
    """The panel's decision: the ruling is upheld or not."""

    upheld: bool


@dataclass(frozen=True, slots=True)
class ObserverWanted(Command):
    """A side asks for an observer."""

    side: Side


@dataclass(frozen=True, slots=True)
class SlowPlayTapped(Command):
    """A side claims that the other plays too slowly."""

    side: Side


@dataclass(frozen=True, slots=True)
class ObserverNamed(Order):
    """Appoint an observer to watch the match, for a fee or not."""

    name: str
    fee: bool


@dataclass(frozen=True, slots=True)
class CameraRefused(Order):
    """A side refuses the camera that the director ordered."""

    side: Side


@dataclass(frozen=True, slots=True)
class ConductNoted(Order):
    """The director notes someone's conduct; `side` None: a spectator."""

    conduct: Conduct
    side: Side | None


def refuse_dispute(match: Match, _command: DisputeTapped) -> Against:
    return NOTHING if match.hearing.dispute is None else (Reason.ALREADY_DONE,)


def raise_dispute(decision: Decision, command: DisputeTapped) -> None:
    """Call the director; only the director ends the stop."""
    frozen = decision.book.dispute.table_frozen
    cites = (decision.book.cite("dispute.table_frozen"),)
    decision.emit(DisputeRaised(command.side, frozen, cites))
    if decision.match.director_called is None:
        decision.emit(DirectorCalled(command.side, CallAbout.STATED))
    hold_play(decision, command.at)


def refuse_disputing_result(match: Match, _command: ResultDisputed) -> Against:
    """Allowed as long as the book lets a result be corrected (italian-international L50, L57;
    norway §4.6).
    """
    if match.hearing.dispute is not None:
        return (Reason.ALREADY_DONE,)
    return (Reason.RESULT_FINAL,) if result_is_final(match) else NOTHING


def dispute_result(decision: Decision, command: ResultDisputed) -> None:
    """Call the director; until the decision neither side signs or reports the result."""
    cites = (decision.book.cite("result.correctable"),)
    decision.emit(DisputeRaised(command.side, False, cites, command.wrong))
    if decision.match.director_called is None:
        decision.emit(DirectorCalled(command.side, CallAbout.STATED))


def hold_play(decision: Decision, at: Instant) -> None:
    """Stop play until the director or the panel has decided."""
    stop = decision.match.stop
    resumes = stop_clock(decision, at) if stop is None else stop.resumes
    decision.emit(PlayStopped(StopReason.DISPUTE, resumes, (), None, None))


def refuse_undisputed(match: Match, _command: Command) -> Against:
    return NOTHING if match.hearing.dispute is not None else (Reason.NO_DISPUTE,)


def claim_disturbance(decision: Decision, command: DisturbanceTapped) -> None:
    presumes = decision.book.dispute.disturbance is Disturbance.FOR_OPPONENT
    presumed = command.side if presumes else None
    cites = (decision.book.cite("dispute.disturbance"),)
    decision.emit(TableDisturbed(command.side.other, presumed, cites))


# --- appeals -------------------------------------------------------------------------------------


def refuse_appeal(match: Match, _command: AppealTapped) -> Against:
    rules, hearing = require(match.book).appeal, match.hearing
    if not rules.allowed:
        return (Reason.NO_APPEAL,)
    if hearing.appeal is not None:
        return (Reason.ALREADY_DONE,)
    if not hearing.ruled:
        return (Reason.NOTHING_RULED,)
    late = rules.when is AppealWhen.AT_ONCE and not hearing.fresh
    return (Reason.APPEAL_TOO_LATE,) if late else NOTHING


def make_appeal(decision: Decision, command: AppealTapped) -> None:
    cites = (decision.book.cite("appeal.allowed"), decision.book.cite("appeal.when"))
    decision.emit(AppealMade(command.side, tuple(dict.fromkeys(cites))))
    if decision.match.phase is not Phase.MATCH_OVER:
        hold_play(decision, command.at)


def refuse_panel(match: Match, command: PanelNamed) -> Against:
    if match.hearing.appeal is None:
        return (Reason.NO_SUCH_APPEAL,)
    rules = require(match.book).appeal
    reasons: list[Reason] = []
    if command.members not in (rules.members or ()):
        reasons.append(Reason.PANEL_SIZE)
    if command.with_director and rules.panel is AppealPanel.WITHOUT_DIRECTOR:
        reasons.append(Reason.DIRECTOR_ON_PANEL)
    if not command.with_director and rules.panel is AppealPanel.WITH_DIRECTOR:
        reasons.append(Reason.PANEL_NEEDS_DIRECTOR)
    return tuple(reasons)


def name_panel(decision: Decision, command: PanelNamed) -> None:
    keys = ("appeal.panel", "appeal.members")
    cites = tuple(dict.fromkeys(decision.book.cite(key) for key in keys))
    named = (command.members, command.with_director, command.by, command.why)
    decision.emit(PanelConvened(*named, cites))


def refuse_deciding(match: Match, _command: AppealRuled) -> Against:
    return NOTHING if match.hearing.panel else (Reason.NO_SUCH_APPEAL,)


def decide_appeal(decision: Decision, command: AppealRuled) -> None:
    """Record the decision. If the ruling stands, play goes on. If it falls, the director orders
    what the panel decided instead, and then starts play (norway §5.2).
    """
    decision.emit(AppealDecided(command.upheld, command.by, command.why))
    stop = decision.match.stop
    if command.upheld and stop is not None and stop.reason is StopReason.DISPUTE:
        resume_play(decision, command.at)


# --- observers, cameras, conduct -----------------------------------------------------------------


def refuse_wanting_observer(match: Match, _command: ObserverWanted) -> Against:
    asked = require(match.book).observer.requested_by_player
    return NOTHING if asked else (Reason.NOT_IN_BOOK,)


def want_observer(decision: Decision, command: ObserverWanted) -> None:
    cites = (decision.book.cite("observer.requested_by_player"),)
    decision.emit(ObserverAsked(command.side, cites))


def refuse_slow_play(match: Match, _command: SlowPlayTapped) -> Against:
    return NOTHING if require(match.book).slow_play.requests else (Reason.NOT_IN_BOOK,)


def claim_slow_play(decision: Decision, command: SlowPlayTapped) -> None:
    """Record the claim; play goes on. The director warns, brings in a clock, or does nothing."""
    asks, cites = decision.book.slow_play.requests, (decision.book.cite("slow_play.requests"),)
    decision.emit(SlowPlayNoted(command.side, tuple(sorted(asks)), cites))


def refuse_observer(match: Match, command: ObserverNamed) -> Against:
    if not command.name.strip():
        return (Reason.BAD_VALUE,)
    free = not command.fee or require(match.book).observer.fee
    return NOTHING if free else (Reason.NO_FEE,)


def name_observer(decision: Decision, command: ObserverNamed) -> None:
    points_out = decision.book.observer.points_out
    keys = ("observer.points_out", *(["observer.fee"] if command.fee else []))
    cites = tuple(dict.fromkeys(decision.book.cite(key) for key in keys))
    named = (command.name, command.fee, points_out, command.by, command.why)
    decision.emit(ObserverAppointed(*named, cites))


def refuse_camera_refusal(match: Match, _command: CameraRefused) -> Against:
    forfeits = require(match.book).people.camera_refusal_forfeits
    return NOTHING if forfeits else (Reason.NOT_IN_BOOK,)


def refuse_camera(decision: Decision, command: CameraRefused) -> None:
    cites = (decision.book.cite("people.camera_refusal_forfeits"),)
    kind, cause = ProposalKind.MATCH_LOST, ProposalCause.CAMERA_REFUSED
    number = decision.match.proposals.made + 1
    decision.emit(Proposed(number, Proposal(kind, cause, command.side, cites)))


def note_conduct(decision: Decision, command: ConductNoted) -> None:
    key, allows = CONDUCT[command.conduct]
    allowed, cites = allows(decision.book, decision.match, command.side), (decision.book.cite(key),)
    fields = (command.conduct, command.side, allowed, command.by, command.why)
    decision.emit(ConductRecorded(*fields, cites))


def _may_note_position(book: RuleBook, match: Match, side: Side | None) -> bool:
    """Allowed between games or after the own turn; with a clock only while the own time runs."""
    if book.people.notes is not Notes.POSITIONS:
        return False
    if side is None or match.game is None:
        return True
    return match.clock.running is side if match.clocked else match.game.on_turn is not side


CONDUCT: Mapping[Conduct, tuple[str, Callable[[RuleBook, Match, Side | None], bool]]] = (
    MappingProxyType(
        {
            Conduct.TIME_NOTICE: (
                "people.time_notice",
                lambda book, *_: book.people.time_notice is TimeNotice.MAY_TELL_DIRECTOR,
            ),
            Conduct.MISPLAY_NOTICE: ("people.time_notice", lambda *_: False),
            Conduct.POSITION_NOTED: ("people.notes", _may_note_position),
            Conduct.OTHER_LANGUAGE: (
                "people.languages",
                lambda book, *_: SpokenLanguage.ANY in book.people.languages,
            ),
            Conduct.AID_USED: ("people.aids", lambda book, *_: book.people.aids),
        }
    )
)
"""The key that regulates the conduct, and a check whether it is allowed."""


ACTS = (
    Act(
        DisputeTapped,
        PLAYING,
        refuse_dispute,
        raise_dispute,
        while_disputed=True,
        tap=plain_tap(DisputeTapped),
    ),
    Act(
        ResultDisputed,
        (Phase.MATCH_OVER,),
        refuse_disputing_result,
        dispute_result,
        tap=choice_tap(Wrong, ResultDisputed),
    ),
    Act(
        DisturbanceTapped,
        PLAYING,
        refuse_undisputed,
        claim_disturbance,
        tap=plain_tap(DisturbanceTapped),
        while_disputed=True,
    ),
    Act(
        AppealTapped,
        OPENED,
        refuse_appeal,
        make_appeal,
        tap=plain_tap(AppealTapped),
        while_disputed=True,
    ),
    Act(PanelNamed, OPENED, refuse_panel, name_panel),
    Act(AppealRuled, OPENED, refuse_deciding, decide_appeal),
    Act(
        ObserverWanted,
        PLAYING,
        refuse_wanting_observer,
        want_observer,
        tap=plain_tap(ObserverWanted),
        while_disputed=True,
    ),
    Act(SlowPlayTapped, PLAYING, refuse_slow_play, claim_slow_play, tap=plain_tap(SlowPlayTapped)),
    Act(ObserverNamed, PLAYING, refuse_observer, name_observer),
    Act(CameraRefused, PLAYING, refuse_camera_refusal, refuse_camera),
    Act(ConductNoted, PLAYING, unopposed, note_conduct),
)
