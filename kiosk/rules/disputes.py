"""Disputes, rulings, appeals, observers, and conduct beside the game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.hearing import Conduct
from kiosk.rules.match import Match, Phase
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import (
    AppealPanel,
    AppealWhen,
    Disturbance,
    Language,
    Notes,
    RuleBook,
    TimeNotice,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, Side, promised


def against_dispute(match: Match, _command: c.DisputeTapped) -> Against:
    return NOTHING if match.hearing.dispute is None else (Reason.ALREADY_DONE,)


def dispute(story: Story, command: c.DisputeTapped) -> None:
    """The director is called, and only the director ends the stop."""
    frozen = story.book.dispute.table_frozen
    cites = (story.book.cite("dispute.table_frozen"),)
    story.tell(e.DisputeRaised(command.side, frozen, cites))
    if story.match.director_called is None:
        story.tell(e.DirectorCalled(command.side))
    _hold(story, command.at)


def _hold(story: Story, at: Instant) -> None:
    """Play stands still until the director or the panel has decided."""
    stop = story.match.stop
    resumes = story.stop_clock(at) if stop is None else stop.resumes
    story.tell(e.PlayStopped(StopReason.DISPUTE, resumes, (), None, None))


def against_disputed(match: Match, _command: c.Command) -> Against:
    return NOTHING if match.hearing.dispute is not None else (Reason.NO_DISPUTE,)


def disturb(story: Story, command: c.DisturbanceTapped) -> None:
    presumes = story.book.dispute.disturbance is Disturbance.FOR_OPPONENT
    presumed = command.side if presumes else None
    cites = (story.book.cite("dispute.disturbance"),)
    story.tell(e.TableDisturbed(command.side.other, presumed, cites))


def rule(story: Story, command: c.DisputeRuled) -> None:
    story.tell(e.RulingGiven(command.favours, command.by, command.why))
    if story.match.stop is not None:
        story.resume(command.at)


# --- appeals -------------------------------------------------------------------------------------


def against_appeal(match: Match, _command: c.AppealTapped) -> Against:
    rules, hearing = promised(match.book).appeal, match.hearing
    if not rules.allowed:
        return (Reason.NO_APPEAL,)
    if hearing.appeal is not None:
        return (Reason.ALREADY_DONE,)
    if not hearing.ruled:
        return (Reason.NOTHING_RULED,)
    late = rules.when is AppealWhen.AT_ONCE and not hearing.fresh
    return (Reason.APPEAL_TOO_LATE,) if late else NOTHING


def appeal(story: Story, command: c.AppealTapped) -> None:
    cites = (story.book.cite("appeal.allowed"), story.book.cite("appeal.when"))
    story.tell(e.AppealMade(command.side, tuple(dict.fromkeys(cites))))
    if story.match.phase is not Phase.MATCH_OVER:
        _hold(story, command.at)


def against_panel(match: Match, command: c.PanelNamed) -> Against:
    if match.hearing.appeal is None:
        return (Reason.NO_SUCH_APPEAL,)
    rules = promised(match.book).appeal
    reasons: list[Reason] = []
    if command.members not in (rules.members or ()):
        reasons.append(Reason.PANEL_SIZE)
    if command.with_director and rules.panel is AppealPanel.WITHOUT_DIRECTOR:
        reasons.append(Reason.DIRECTOR_ON_PANEL)
    if not command.with_director and rules.panel is AppealPanel.WITH_DIRECTOR:
        reasons.append(Reason.PANEL_NEEDS_DIRECTOR)
    return tuple(reasons)


def convene(story: Story, command: c.PanelNamed) -> None:
    keys = ("appeal.panel", "appeal.members")
    cites = tuple(dict.fromkeys(story.book.cite(key) for key in keys))
    named = (command.members, command.with_director, command.by, command.why)
    story.tell(e.PanelConvened(*named, cites))


def against_deciding(match: Match, _command: c.AppealRuled) -> Against:
    return NOTHING if match.hearing.panel else (Reason.NO_SUCH_APPEAL,)


def decide_appeal(story: Story, command: c.AppealRuled) -> None:
    """A ruling that stands is played on. If it falls, the director orders what the panel decided
    instead, and then has play go on (norway §5.2).
    """
    story.tell(e.AppealDecided(command.upheld, command.by, command.why))
    stop = story.match.stop
    if command.upheld and stop is not None and stop.reason is StopReason.DISPUTE:
        story.resume(command.at)


# --- observers, cameras, conduct -----------------------------------------------------------------


def against_wanting_observer(match: Match, _command: c.ObserverWanted) -> Against:
    asked = promised(match.book).observer.requested_by_player
    return NOTHING if asked else (Reason.NOT_IN_BOOK,)


def want_observer(story: Story, command: c.ObserverWanted) -> None:
    cites = (story.book.cite("observer.requested_by_player"),)
    story.tell(e.ObserverAsked(command.side, cites))


def against_slow_play(match: Match, _command: c.SlowPlayTapped) -> Against:
    return NOTHING if promised(match.book).slow_play.requests else (Reason.NOT_IN_BOOK,)


def tell_slow_play(story: Story, command: c.SlowPlayTapped) -> None:
    """Nothing is stopped; the director warns, brings in a clock, or does nothing."""
    asks, cites = story.book.slow_play.requests, (story.book.cite("slow_play.requests"),)
    story.tell(e.SlowPlayTold(command.side, tuple(sorted(asks)), cites))


def against_observer(match: Match, command: c.ObserverNamed) -> Against:
    if not command.name.strip():
        return (Reason.BAD_VALUE,)
    free = not command.fee or promised(match.book).observer.fee
    return NOTHING if free else (Reason.NO_FEE,)


def name_observer(story: Story, command: c.ObserverNamed) -> None:
    points_out = story.book.observer.points_out
    keys = ("observer.points_out", *(["observer.fee"] if command.fee else []))
    cites = tuple(dict.fromkeys(story.book.cite(key) for key in keys))
    named = (command.name, command.fee, points_out, command.by, command.why)
    story.tell(e.ObserverAppointed(*named, cites))


def against_camera_refusal(match: Match, _command: c.CameraRefused) -> Against:
    forfeits = promised(match.book).people.camera_refusal_forfeits
    return NOTHING if forfeits else (Reason.NOT_IN_BOOK,)


def refuse_camera(story: Story, command: c.CameraRefused) -> None:
    cites = (story.book.cite("people.camera_refusal_forfeits"),)
    kind, cause = ProposalKind.MATCH_LOST, ProposalCause.CAMERA_REFUSED
    number = story.match.proposals.made + 1
    story.tell(e.Proposed(number, Proposal(kind, cause, command.side, cites)))


def note_conduct(story: Story, command: c.ConductNoted) -> None:
    key, allows = CONDUCT[command.conduct]
    allowed, cites = allows(story.book, story.match, command.side), (story.book.cite(key),)
    told = (command.conduct, command.side, allowed, command.by, command.why)
    story.tell(e.ConductRecorded(*told, cites))


def _may_note_position(book: RuleBook, match: Match, side: Side | None) -> bool:
    """Between games or after the own turn; with a clock only while the own time runs."""
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
                lambda book, *_: Language.ANY in book.people.languages,
            ),
            Conduct.AID_USED: ("people.aids", lambda book, *_: book.people.aids),
        }
    )
)
"""The key that speaks of it, and whether it allows it."""
