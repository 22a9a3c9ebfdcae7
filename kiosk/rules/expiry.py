"""Time used up: who establishes it, and what each book makes of it."""

from kiosk.rules import clock as clocks
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.ending import end_match
from kiosk.rules.match import Match
from kiosk.rules.penalty import award, would_freeze
from kiosk.rules.proposal import Numbered, Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import (
    BothFlags,
    Declarer,
    FlagConsequence,
    GinAtFlag,
    Offences,
    RuleBook,
    TopUp,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.times import top_up
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side, promised


def waived(match: Match) -> bool:
    """No time limit: the cube as it stands ends the match whoever wins the game."""
    book, game = promised(match.book), match.game
    if game is None or not book.expiry.waived_when_game_ends_match:
        return False
    return game.cube.level >= max(match.away.white, match.away.black)


def loses(match: Match) -> bool:
    """Time used up loses the match, now and by this book."""
    consequence = promised(match.book).expiry.consequence
    second = consequence is FlagConsequence.SECOND_CONTROL and match.control.second
    return second or consequence is FlagConsequence.LOST_WHEN_DECLARED


def fell(story: Story, side: Side, at: Instant) -> None:
    """What follows by itself when a side's time is used up at `at`."""
    if waived(story.match):
        return
    expiry = story.book.expiry
    if expiry.consequence is not FlagConsequence.LOST_WHEN_DECLARED:
        _call_director(story, side, at)
    elif Declarer.CLOCK in expiry.declared_by:
        loser = promised(story.match.clock.first_flag)  # may have fallen by an earlier book
        end_match(story, loser.other, EndCause.FLAG, at, cites(story.book, "consequence"))


def cites(book: RuleBook, *names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(book.cite(f"expiry.{name}") for name in names))


def _call_director(story: Story, side: Side, at: Instant) -> None:
    """Play stops, and the director is told what the book provides."""
    resumes = story.stop_clock(at)
    if story.match.stop is None:
        called = cites(story.book, "declared_by")
        story.tell(e.PlayStopped(StopReason.TIME_USED_UP, resumes, called, None, None))
    proposal = _provided(story.match, side)
    if _waiting(story.match, proposal) is None:
        story.tell(e.Proposed(story.match.proposals.made + 1, proposal))


def _waiting(match: Match, proposal: Proposal) -> Numbered | None:
    """The second control starts once, whoever's time it was that was used up."""
    side = None if proposal.kind is ProposalKind.SECOND_CONTROL else proposal.side
    return next(
        (
            each
            for each in match.proposals.pending
            if each.proposal.kind is proposal.kind and side in {None, each.proposal.side}
        ),
        None,
    )


def _provided(match: Match, side: Side) -> Proposal:
    book, cause = promised(match.book), ProposalCause.TIME_USED_UP
    if loses(match):
        return Proposal(ProposalKind.MATCH_LOST, cause, side, cites(book, "consequence", "gin"))
    if book.expiry.consequence is FlagConsequence.SECOND_CONTROL:
        return Proposal(ProposalKind.SECOND_CONTROL, cause, side, cites(book, "consequence"))
    points, time = _points(match, side), Nanos(promised(book.expiry.top_up_s) * SECOND_NS)
    adds = book.expiry.top_up is TopUp.ADD
    return Proposal(
        kind=ProposalKind.PENALTY_POINTS,
        cause=cause,
        side=side,
        cites=cites(book, "consequence", "offences", "top_up_s", "top_up"),
        points=points,
        added=time if adds else None,
        reset=None if adds else time,
        freezes_cube=would_freeze(match, side, points),
    )


def _points(match: Match, side: Side) -> int:
    """For a first expiry, or a repeated one as the book counts them; none in a single game."""
    if match.length is None:
        return 0
    expiry = promised(match.book).expiry
    earlier = [each for each in match.control.expiries if each.side is side]
    if expiry.offences is Offences.PER_GAME:
        earlier = [each for each in earlier if each.game == match.game_number]
    return promised(expiry.repeat_points if earlier else expiry.first_points)


# --- the director's answer -----------------------------------------------------------------------


def penalise(story: Story, proposal: Proposal, order: c.ProposalAccepted) -> None:
    """The offence is counted, the points are awarded, and both clocks get more time."""
    side, points = promised(proposal.side), promised(proposal.points)
    story.tell(e.ExpiryCounted(side, story.match.game_number))
    if points:
        award(story, side, points, order, "; ".join(proposal.cites))
    if story.match.winner is None:
        top_up(story, order, proposal)


def start_second_control(story: Story, _proposal: Proposal, order: c.ProposalAccepted) -> None:
    """Both start with the book's time; what was left of the first may be added to it."""
    rules = story.book.second_control
    running = story.stop_clock(order.at)
    fresh, kept = promised(rules.reserve_s) * SECOND_NS, promised(rules.rest_is_kept)
    reserve = story.match.clock.reserve.map(lambda left: Nanos(fresh + (left if kept else 0)))
    keys = ("system", "delay_s", "reserve_s", "rest_is_kept")
    sections = dict.fromkeys(story.book.cite(f"second_control.{key}") for key in keys)
    first = clocks.pace(rules).first
    told = e.SecondControlStarted(reserve, first, order.by, order.why, tuple(sections))
    story.tell(told)
    if running is not None:
        story.start_clock(running, order.at)


# --- declared and ruled --------------------------------------------------------------------------


def against_expiry(match: Match, command: c.ExpiryDeclared) -> Against:
    """A flag that fell before the clock was taken away counts no more (norway §4.3(iii))."""
    flagged, player = match.clock.flagged, command.by is not None
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if flagged.white is None and flagged.black is None:
        return (Reason.NO_FLAG,)
    if waived(match):
        return (Reason.TIME_WAIVED,)
    expiry = promised(match.book).expiry
    both = flagged.white is not None and flagged.black is not None
    if player and both and expiry.both_flags_to_director:
        return (Reason.BOTH_FLAGS,)
    if player and Declarer.PLAYER not in expiry.declared_by:
        return (Reason.ONLY_DIRECTOR_DECLARES,)
    return NOTHING


def _flags(match: Match) -> list[Side]:
    return [side for side in SIDES if match.clock.flagged.of(side) is not None]


def declare_expiry(story: Story, command: c.ExpiryDeclared) -> None:
    """The side whose flag fell loses, of two the first to fall; or what else the book provides,
    told once more if it waits for the director already.
    """
    clock, running = story.match.clock, story.match.clock.running
    if not loses(story.match):
        for side in _flags(story.match):
            waiting = _waiting(story.match, _provided(story.match, side))
            _call_director(story, side, command.at)
            if waiting is not None:
                story.tell(e.Proposed(waiting.number, waiting.proposal))
        return
    loser = promised(clock.first_flag)
    at = command.at if running is None else clocks.last_sure(clock, running, command.at)
    end_match(story, loser.other, EndCause.FLAG, at, cites(story.book, "consequence"))


def against_ruling(match: Match, command: c.ExpiryRuled) -> Against:
    flags = _flags(match)
    if not match.clocked or not flags:
        return (Reason.NO_FLAG if match.clocked else Reason.NO_CLOCK,)
    if waived(match):
        return (Reason.TIME_WAIVED,)
    if not loses(match):
        return (Reason.NOT_LOST_BY_TIME,)
    nobody_knows = command.first is None
    if (nobody_knows and len(flags) == 1) or command.first not in {None, *flags}:
        return (Reason.BAD_VALUE,)
    expiry = promised(match.book).expiry
    if command.gin is not None:
        helps = expiry.gin is GinAtFlag.ALWAYS or (
            expiry.gin is GinAtFlag.WHEN_ORDER_UNKNOWN and nobody_knows
        )
        return NOTHING if helps else (Reason.GIN_DOES_NOT_COUNT,)
    rest = expiry.both_flags is BothFlags.FIRST_LOSES_ELSE_NO_CLOCK
    return (Reason.BAD_VALUE,) if nobody_knows and not rest else NOTHING


def rule_expiry(story: Story, command: c.ExpiryRuled) -> None:
    """A certain win of the match first; then the order; unknown, the rest has no clock."""
    at, book = command.at, story.book
    if command.gin is not None:
        end_match(story, command.gin, EndCause.FLAG, at, cites(book, "gin"))
    elif command.first is not None:
        sections = cites(book, "consequence", "both_flags")
        end_match(story, command.first.other, EndCause.FLAG, at, sections)
    else:
        story.stop_clock(at)
        story.tell(e.ClockDropped(command.by, command.why, cites(book, "both_flags")))
