"""Time on the clocks: allotted, brought in, set by the director, lost and restored."""

from kiosk.rules import clock as clocks
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import mixer
from kiosk.rules.commands import TimeMode
from kiosk.rules.events import TimeCause
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.proposal import Proposal
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import (
    Allotment,
    ClockAsker,
    ClockErrorDuty,
    ClockNotice,
    ClockSystem,
    CockedClock,
    Introduction,
    RuleBook,
    SlowSanction,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Instant, Nanos, promised

MOST_TIME_NS = 1_000 * MINUTE_NS
"""More than any clock shows."""


_ANSWERED = frozenset({Phase.CLAIMED, Phase.OFFERED, Phase.CHALLENGED})
"""The clock of nobody's turn runs while these wait for their answer."""


# --- how much ------------------------------------------------------------------------------------


def unset(match: Match, book: RuleBook) -> tuple[str, ...]:
    """The keys the director has yet to set before this match can be played with the clock."""
    pairs = match.opened is not None and any(
        len(match.opened.sides.of(side).members) > 1 for side in SIDES
    )
    keys = book.missing(consultation=pairs) if _clocked(book) else ()
    table, longest = book.clock.timetable_min, max(match.away.white, match.away.black)
    listed = book.clock.allotment is Allotment.TIMETABLE
    if listed and table is not None and len(table) < longest:
        keys = (*keys, "clock.timetable_min")
    return keys


def _clocked(book: RuleBook) -> bool:
    return book.clock.system is not ClockSystem.NONE


def allot(story: Story) -> None:
    """Reserves from the score as it stands, if a clock is used and its times are known."""
    match, book = story.match, story.book
    if match.clocked and not unset(match, book):
        per_point = book.clock.allotment is Allotment.AVERAGE_AWAY
        times = "reserve_s_per_point" if per_point else "timetable_min"
        keys = ("clock.allotment", f"clock.{times}")
        reserve = clocks.allotment(book.clock, match.away)
        story.tell(e.TimeAllotted(reserve, tuple(dict.fromkeys(map(book.cite, keys)))))


def credit_first_turns(story: Story) -> None:
    """The event may add the delay once before the first turn of a game."""
    match, rules = story.match, story.book.clock
    gives = rules.system in {ClockSystem.BRONSTEIN, ClockSystem.FISCHER}
    if match.clocked and gives and rules.first_turn_credit:
        delay = match.pace.delay
        reserve = match.clock.reserve.map(lambda left: Nanos(left + delay))
        cites = (story.book.cite("clock.first_turn_credit"),)
        _set(story, match.clock.since, reserve, TimeCause.FIRST_TURN, None, cites)


def _set(
    story: Story,
    at: Instant,
    reserve: BySide[Nanos],
    cause: TimeCause,
    order: c.Order | None,
    cites: tuple[str, ...],
) -> None:
    now = clocks.read(story.match.clock, at)
    by, why = (order.by, order.why) if order else (None, None)
    story.tell(
        e.TimeSet(reserve, now.delay_left, now.used, now.since, cause, by, why, cites),
    )


def top_up(story: Story, order: c.Order, proposal: Proposal) -> None:
    """Both clocks get the time that was proposed, if any."""
    if proposal.added is None and proposal.reset is None:
        return
    now, added = clocks.read(story.match.clock, order.at), proposal.added or 0
    after = now.reserve.map(
        lambda left: Nanos((left if proposal.reset is None else proposal.reset) + added)
    )
    _set(story, order.at, after, TimeCause.TOP_UP, order, proposal.cites)


# --- brought in ----------------------------------------------------------------------------------


def against_clock(match: Match, command: c.ClockOrdered) -> Against:
    book = command.profile
    if match.clocked:
        return (Reason.ALREADY_DONE,)
    if not book.complete() or not _clocked(book):
        return (Reason.BAD_VALUE,)
    reasons = [*mixer.against_book(match, book)]
    if unset(match, book):
        reasons.append(Reason.TIME_NOT_SET)
    if not _may_ask(book, command.asked_by):
        reasons.append(Reason.ASKER_MAY_NOT)
    if command.at_once and match.phase in IN_GAME:
        reasons += _against_now(match, command)
    return tuple(reasons)


def _may_ask(book: RuleBook, asker: ClockAsker) -> bool:
    """A player takes part, and may ask wherever clocks are announced as allowed."""
    rules, player = book.clock, asker is ClockAsker.PLAYER
    if player and (ClockAsker.PARTICIPANT in rules.asked_by or rules.notice is ClockNotice.ALLOWED):
        return True
    return asker in rules.asked_by


def against_wish(match: Match, _command: c.ClockWishTapped) -> Against:
    """A player's request, or half of an agreement (norway §2.3(ii), §3.5(i)(a), (b); london-club
    TR14; italian-international L121). A wish that was not agreed to may be repeated.
    """
    book, wish = promised(match.book), match.control.wish
    if match.clocked or _clocked(match.next_book or book):
        return (Reason.ALREADY_DONE,)
    if not _may_ask(book, ClockAsker.PLAYER) and not _may_ask(book, ClockAsker.AGREEMENT):
        return (Reason.ASKER_MAY_NOT,)
    waits = wish is not None and (wish.agreed is None or wish.agreed)
    return (Reason.ALREADY_DONE,) if waits else NOTHING


def wish_for_clock(story: Story, command: c.ClockWishTapped) -> None:
    story.tell(e.ClockWished(command.side, (story.book.cite("clock.asked_by"),)))


def against_answering(match: Match, command: c.ClockWishAgreed | c.ClockWishDenied) -> Against:
    wish = match.control.wish
    if wish is None or wish.agreed is not None:
        return (Reason.NOT_NOW,)
    return NOTHING if command.side is wish.side.other else (Reason.NOT_YOUR_TURN,)


def answer_wish(story: Story, command: c.ClockWishAgreed | c.ClockWishDenied) -> None:
    """Recorded; it is the director who brings the clock in."""
    agrees, cites = isinstance(command, c.ClockWishAgreed), (story.book.cite("clock.asked_by"),)
    story.tell(e.ClockWishAnswered(command.side, agrees, cites))


def _against_now(match: Match, command: c.ClockOrdered) -> Against:
    introduced = command.profile.clock.introduced
    if introduced is Introduction.NEXT_GAME:
        return (Reason.NEXT_GAME_ONLY,)
    if introduced is Introduction.NEXT_GAME_UNLESS_EXTREME and not command.extreme:
        return (Reason.ONLY_IF_EXTREME,)
    return (Reason.NOT_NOW,) if match.phase in _ANSWERED else NOTHING


def order_clock(story: Story, command: c.ClockOrdered) -> None:
    """In the middle of a game the clock of the side to act starts at once."""
    now = command.at_once and story.match.phase in IN_GAME
    cites = _brought_in_by(story.match, command)
    ordered = (command.profile, command.profile_hash, now, command.by, command.why)
    story.tell(e.ClockIntroduced(*ordered, cites))
    if now:
        allot(story)
        _start_for_who_acts(story, command.at)


def _brought_in_by(match: Match, command: c.ClockOrdered) -> tuple[str, ...]:
    """What lets the director order it: after a complaint of slow play, what the book says of that.

    Norway tells the two apart in §3.5(i)(d), which is §2.3, and §3.5(i)(e).
    """
    book, asker = command.profile, command.asked_by
    complained = match.hearing.slow_play and asker in {ClockAsker.DIRECTOR, ClockAsker.PLAYER}
    slow = complained and SlowSanction.CLOCK in book.slow_play.sanctions
    keys = ("slow_play.sanctions" if slow else "clock.introduced", "clock.asked_by")
    return tuple(dict.fromkeys(map(book.cite, keys)))


def _start_for_who_acts(story: Story, at: Instant) -> None:
    match, side = story.match, story.game.on_turn
    if side is None:
        return
    acts = side.other if match.phase is Phase.DOUBLED else side
    story.start_clock(acts, at)
    if match.stop is not None:
        story.stop_clock(at)
        held = match.stop
        story.tell(e.PlayStopped(held.reason, acts, (), held.by, held.why))


# --- set, restored -------------------------------------------------------------------------------


def against_time(match: Match, command: c.TimeOrdered) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if command.restores and not _restores(match):
        return (Reason.TIME_NOT_RESTORED,)
    after = _changed(match, command)
    fits = 0 <= after <= MOST_TIME_NS and command.time >= 0
    return NOTHING if fits else (Reason.BAD_VALUE,)


def _restores(match: Match) -> bool:
    duty = promised(match.book).clock.error_duty
    return duty is not ClockErrorDuty.OWN_RESPONSIBILITY


def _changed(match: Match, command: c.TimeOrdered) -> Nanos:
    left = clocks.read(match.clock, command.at).reserve.of(command.side)
    after = {
        TimeMode.ADD: left + command.time,
        TimeMode.SUBTRACT: left - command.time,
        TimeMode.SET: command.time,
    }
    return Nanos(after[command.mode])


def order_time(story: Story, command: c.TimeOrdered) -> None:
    now = clocks.read(story.match.clock, command.at)
    reserve = now.reserve.with_(command.side, _changed(story.match, command))
    cause = TimeCause.LOST_TIME if command.restores else TimeCause.RULING
    cites = (story.book.cite("clock.error_duty"),) if command.restores else ()
    _set(story, command.at, reserve, cause, command, cites)


def against_replacing(match: Match, command: c.ClockReplaced) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    shown = (command.reserve.white, command.reserve.black)
    fits = all(0 <= each <= MOST_TIME_NS for each in shown)
    return NOTHING if fits else (Reason.BAD_VALUE,)


def replace_clock(story: Story, command: c.ClockReplaced) -> None:
    cites = (story.book.cite("clock.faulty"),)
    _set(story, command.at, command.reserve, TimeCause.CLOCK_REPLACED, command, cites)


def against_claim(match: Match, _command: c.LostTimeClaimed) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    return NOTHING if _restores(match) else (Reason.TIME_NOT_RESTORED,)


def claim_lost_time(story: Story, command: c.LostTimeClaimed) -> None:
    """The director judges; until then play is stopped."""
    story.tell(e.LostTimeTold(command.side, (story.book.cite("clock.error_duty"),)))
    story.tell(e.DirectorCalled(command.side))
    resumes = story.stop_clock(command.at)
    if story.match.stop is None and story.match.phase in IN_GAME:
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))


# --- the delay -----------------------------------------------------------------------------------


def against_restart(match: Match, command: c.DelayRestartTapped) -> Against:
    game, book = promised(match.game), promised(match.book)
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if book.stop.on_cocked_roll is CockedClock.NEVER:
        return (Reason.CLOCK_RUNS_ON,)
    ran = match.stop.resumes if match.stop else match.clock.running
    if command.side is not game.on_turn or command.side is not ran:
        return (Reason.NOT_YOUR_TURN,)
    if not game.refused_for:
        return (Reason.NOT_NOW,)
    return (Reason.ALREADY_DONE,) if match.control.renewed else NOTHING


def restart_delay(story: Story, command: c.DelayRestartTapped) -> None:
    """Once for each roll that does not count (norway §4.3(v))."""
    pace, clock = story.match.pace, story.match.clock
    now = clocks.settled(clock, pace, command.at) if clock.running else clock
    cites = (story.book.cite("stop.on_cocked_roll"),)
    story.tell(e.DelayRestarted(command.side, now.since, now.reserve, pace.first, cites))
