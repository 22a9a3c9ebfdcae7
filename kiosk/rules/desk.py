"""What the director orders, what devices report, and a table that starts again."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.clock import read
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES


def against_score(_match: Match, command: c.ScoreOrdered) -> Against:
    return NOTHING if min(command.score.white, command.score.black) >= 0 else (Reason.BAD_VALUE,)


def order_score(story: Story, command: c.ScoreOrdered) -> None:
    """Set the score. Between games a side that has enough has won the match."""
    story.tell(
        e.ScoreChanged(
            command.score, command.by, command.why, command.section, command.corrects_seq
        )
    )
    length = story.match.length
    if story.match.phase is not Phase.BETWEEN_GAMES or length is None:
        return
    winners = [side for side in SIDES if command.score.of(side) >= length]
    if len(winners) == 1:
        story.tell(e.MatchEnded(winners[0], command.score, EndCause.RULING, ()))


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
    if command.halted is not None:
        story.tell(e.Halted(command.halted))
    story.tell(e.Restarted())
    clock = story.match.clock
    side = clock.running
    if side is not None:
        now = clock if command.mark_at is None else read(clock, command.mark_at)
        story.tell(
            e.ClockRestored(side, clock.reserve, now.reserve, now.delay_left, now.used, now.since)
        )
    if story.match.phase in IN_GAME and story.match.stop is None:
        story.tell(e.PlayStopped(StopReason.RESTARTED, side, ()))
