"""What the director orders, what devices report, and a table that starts again."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import late, mixer
from kiosk.rules.clock import last_sure, read
from kiosk.rules.ending import end_match
from kiosk.rules.length import decided_by_score
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.penalty import award
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.results import result_is_final
from kiosk.rules.series import series_taken_back
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES, BySide, Side, promised

LONGEST_MESSAGE = 200
"""Characters a player reads at a glance, on the smallest screen."""

MOST_PENALTY_POINTS = 99


def against_stopping(match: Match, _command: c.StopOrdered) -> Against:
    """Nothing else that stopped play keeps the director from holding it."""
    held = match.stop is not None and match.stop.reason is StopReason.DIRECTOR_ORDERED
    return (Reason.ALREADY_DONE,) if held else NOTHING


def order_stop(story: Story, command: c.StopOrdered) -> None:
    stop = story.match.stop
    resumes = stop.resumes if stop is not None else story.stop_clock(command.at)
    ordered = StopReason.DIRECTOR_ORDERED
    story.tell(e.PlayStopped(ordered, resumes, (), command.by, command.why))


def against_starting(match: Match, _command: c.StartOrdered) -> Against:
    return (Reason.CLOCK_RUNNING,) if match.stop is None else NOTHING


def order_start(story: Story, command: c.StartOrdered) -> None:
    """Who plays on in a game is at the table."""
    if story.match.phase in IN_GAME:
        for side in SIDES:
            late.arrive(story, side, command.at)
    story.tell(e.ResumeAgreed(None, command.by, command.why))
    story.resume(command.at)


def against_message(_match: Match, command: c.MessageOrdered) -> Against:
    fits = command.text.strip() and len(command.text) <= LONGEST_MESSAGE
    return NOTHING if fits else (Reason.BAD_VALUE,)


def order_message(story: Story, command: c.MessageOrdered) -> None:
    story.tell(e.MessagePosted(command.text, command.by, command.why))


def against_reading_message(match: Match, command: c.MessageTapped) -> Against:
    message = match.message
    return NOTHING if message and not message.seen.of(command.side) else (Reason.ALREADY_DONE,)


def read_message(story: Story, command: c.MessageTapped) -> None:
    story.tell(e.MessageSeen(command.side))


def against_penalty(match: Match, command: c.PenaltyOrdered) -> Against:
    points, length = command.points, match.length
    return NOTHING if length and 1 <= points <= MOST_PENALTY_POINTS else (Reason.BAD_VALUE,)


def order_penalty(story: Story, command: c.PenaltyOrdered) -> None:
    award(story, command.side, command.points, command, command.section)


def against_forfeit(match: Match, command: c.ForfeitOrdered) -> Against:
    """Who has lost the match already may still be disqualified."""
    reasons = NOTHING if command.section.strip() else (Reason.BAD_VALUE,)
    more = command.disqualified and not match.disqualified.of(command.side)
    if more or _still_loses(match, command.side):
        return reasons
    final = match.winner is command.side and result_is_final(match)
    return (*reasons, Reason.RESULT_FINAL if final else Reason.ALREADY_DONE)


def _still_loses(match: Match, side: Side) -> bool:
    """The match is not lost by `side` yet, and can be: of two disqualified only one can lose it."""
    if match.phase is not Phase.MATCH_OVER:
        return True
    return (
        match.winner is side
        and not match.disqualified.of(side.other)
        and not result_is_final(match)
    )


def order_forfeit(story: Story, command: c.ForfeitOrdered) -> None:
    """Italian-international L35, L107; norway §1.2(iii), §4.3(iv), §4.4(iv), §4.5: a side loses the
    match, or is disqualified; the order names its section.
    """
    side, loses = command.side, _still_loses(story.match, command.side)
    ruled = (command.disqualified, command.by, command.why, command.section)
    story.tell(e.MatchForfeited(side, *ruled))
    if loses and story.match.phase is Phase.MATCH_OVER:
        _not_over(story, story.match.score)
    if loses:
        end_match(story, side.other, EndCause.RULING, command.at, (command.section,))


def against_score(match: Match, command: c.ScoreOrdered) -> Against:
    """A result that the book makes final is corrected no more (italian-international L50, L57)."""
    low = min(command.score.white, command.score.black)
    final = match.phase is Phase.MATCH_OVER and result_is_final(match)
    reasons = (Reason.RESULT_FINAL,) if final else NOTHING
    good = low >= 0 and len(_winners(match, command.score)) <= 1
    return reasons if good else (*reasons, Reason.BAD_VALUE)


def _winners(match: Match, score: BySide[int]) -> list[Side]:
    """Who has enough points under this score."""
    length = match.length
    return [side for side in SIDES if length is not None and score.of(side) >= length]


def order_score(story: Story, command: c.ScoreOrdered) -> None:
    set_score(story, command.score, command, command.section, command.corrects_seq)


def set_score(
    story: Story, score: BySide[int], order: c.Order, section: str | None, corrects_seq: int | None
) -> None:
    """Set the score. A side that has enough has won, in the middle of a game too."""
    by_points, winners = decided_by_score(story.match), _winners(story.match, score)
    story.tell(e.ScoreChanged(score, order.by, order.why, section, corrects_seq))
    if by_points and story.match.winner not in winners:
        _not_over(story, score)
    for winner in winners:
        if story.match.phase is not Phase.MATCH_OVER:
            end_match(story, winner, EndCause.RULING, order.at, ())


def _not_over(story: Story, score: BySide[int]) -> None:
    """A match won on points is not over, or another has won it, once the points are put right."""
    champion = promised(story.match.winner)
    story.tell(e.MatchResumed(score, (story.book.cite("result.correctable"),)))
    series_taken_back(story, champion)


def against_profile(match: Match, command: c.ProfileOrdered) -> Against:
    if not command.profile.complete():
        return (Reason.BAD_VALUE,)
    return mixer.against_book(match, command.profile)


def order_profile(story: Story, command: c.ProfileOrdered) -> None:
    story.tell(e.ProfileChanged(command.profile, command.profile_hash, command.by, command.why))


def against_failing(match: Match, command: c.DeviceFailed) -> Against:
    return (Reason.ALREADY_DONE,) if command.device in match.lost_devices else NOTHING


def device_failed(story: Story, command: c.DeviceFailed) -> None:
    story.tell(e.DeviceLost(command.device, command.why))


def against_recovering(match: Match, command: c.DeviceRecovered) -> Against:
    return NOTHING if command.device in match.lost_devices else (Reason.ALREADY_DONE,)


def device_recovered(story: Story, command: c.DeviceRecovered) -> None:
    story.tell(e.DeviceBack(command.device))


def restarted(story: Story, command: c.TableRestarted) -> None:
    """The match is as journaled; the clock is charged up to the last sure instant and stops.

    What passed between that instant and the stop is in doubt and goes to the side on turn.
    """
    clock = story.match.clock
    if command.halted is not None:
        story.tell(e.Halted(command.halted))
    story.tell(e.Restarted())
    side = clock.running
    if side is not None:
        now = read(clock, last_sure(clock, side, command.mark_at))
        story.tell(
            e.ClockRestored(side, clock.reserve, now.reserve, now.delay_left, now.used, now.since)
        )
    if story.match.phase in IN_GAME and story.match.stop is None:
        story.tell(e.PlayStopped(StopReason.RESTARTED, side, (), None, None))
