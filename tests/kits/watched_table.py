"""A table under watch: what holds after every command, and between them."""

from collections.abc import Sequence
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, invariant

from kiosk.rules import clock as clocks
from kiosk.rules.decide import decide, evolve, why_not
from kiosk.rules.match import EMPTY, IN_GAME, Match, Phase
from kiosk.rules.match.proposal import ProposalKind
from kiosk.rules.reasons import EndCause, StopReason
from kiosk.rules.rulebook import ClockSystem, Declarer
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.wire import codec
from kits import commands as c
from kits import events as e
from kits.dice_invariants import dice_are_sound, rolls_count_by_the_book
from kits.rules_kit import BOOT
from kits.rules_oracles import GIVES_BACK, Sandglass, Scorer
from kits.way_on import plays_on

GIVES_TIME = {
    *(
        e.TimeAllotted,
        e.MatchOpened,
        e.TimeSet,
        e.SecondControlStarted,
        e.MoveTakenBack,
        e.PressGivenBack,
    ),
    e.TapTakenBack,
}
RUNS = GIVES_TIME | {e.ClockStarted, e.PlayResumed, e.GameReopened}
CORRECTS_SCORE: dict[type[e.Event], Any] = {
    e.ScoreChanged: c.ScoreOrdered | c.ProposalAccepted,
    e.GameRescored: c.UndoTapped | c.UndoOrdered,
    e.MatchOpened: c.OpenMatch,
    e.TapTakenBack: c.TakeBackTapped,
    e.GameReopened: c.ReopenAgreed | c.ReopenOrdered,
}
"""What lets a score fall, and what alone it follows from."""

DESK_ENDS = (EndCause.FLAG, EndCause.PENALTY, EndCause.CONCEDED)
"""Of the match: nobody ended a turn by them."""

NOBODY_ACTS = {Phase.OPENING, Phase.PRESS_TO_START}
"""No side is at work whose clock could run."""


class Watched(RuleBasedStateMachine):
    """A match at one table, each of its events checked as it follows from its command."""

    def __init__(self) -> None:
        super().__init__()
        self.match: Match = EMPTY
        self.now = BOOT
        self.journal: list[e.Event] = []
        self.sandglass = Sandglass()
        self.scorer = Scorer()
        self.flags: list[Side] = []
        """Whose flag is down, the first to fall first."""
        self.flags_then: list[Side] = []
        """The same before the last tap that may be taken back."""

    @property
    def at(self) -> Instant:
        return Instant(self.now)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        before, reasons = self.match, why_not(self.match, command)
        events = tuple(decide(self.match, command).events)
        refusals = [event for event in events if isinstance(event, e.Refused)]
        assert [r.reasons for r in refusals] == ([reasons] if reasons else [])
        stamp, lost = pressed_at(before, command, events), self._was_lost_by(before, command)
        for place, event in enumerate(events):
            ends = comes_of_it(events[place + 1 :], e.GameEnded) and not lost
            turns = comes_of_it(events[place:], e.TurnEnded)
            pressed = isinstance(command, c.ClockPressed) or turns
            if isinstance(event, e.FlagReached):
                self._flag_only_at_zero(event)
                self.flags.append(event.side)
            self.sandglass.hear(event, stamp, pressed=pressed, ends=ends)
            self.scorer.hear(event)
            if isinstance(event, e.TapSettled):
                self.flags_then = list(self.flags)
            if isinstance(event, e.TapTakenBack):
                self.flags = self.flags_then
            self.match = evolve(self.match, event)
            self.flags = [s for s in self.flags if self.match.clock.flagged.of_side(s) is not None]
        self.journal += events
        self._nothing_grows(before, command, events)
        self._the_match_ends_for_cause(before, command, events)
        self._a_restart_charges_to_the_mark(before, command, events)
        rolls_count_by_the_book(before, command, events)
        no_clock_starts_by_one_alone(before, command, self.match)
        return events

    def _flag_only_at_zero(self, flag: e.FlagReached) -> None:
        clock = self.match.clock
        assert clock.running is flag.side
        assert clocks.remaining(clock, flag.side, flag.at).reserve == 0
        full = clock.reserve.of_side(flag.side) == 0
        assert full or clocks.remaining(clock, flag.side, Instant(flag.at - 1)).reserve == 1

    def _nothing_grows(
        self, before: Match, command: c.Command, events: tuple[e.Event, ...]
    ) -> None:
        """Time is given and scores fall only by what tells so; a clock at rest loses nothing."""
        kinds = {type(event) for event in events}
        for side in SIDES:
            ends = e.GameEnded in kinds and before.pace.system is ClockSystem.BRONSTEIN
            gives = self.match.pace.system in GIVES_BACK or ends
            if not gives and not kinds & GIVES_TIME:
                assert self.match.clock.reserve.of_side(side) <= before.clock.reserve.of_side(side)
            corrections = kinds & CORRECTS_SCORE.keys()
            if not corrections:
                assert self.match.score.of_side(side) >= before.score.of_side(side)
            for correction in corrections:
                assert isinstance(command, CORRECTS_SCORE[correction])
            if not kinds & RUNS and before.clock.running is None and not ends:
                assert self.match.clock.reserve.of_side(side) == before.clock.reserve.of_side(side)

    def _a_restart_charges_to_the_mark(
        self, before: Match, command: c.Command, events: tuple[e.Event, ...]
    ) -> None:
        for restored in events:
            if not isinstance(restored, e.ClockRestored):
                continue
            assert isinstance(command, c.TableRestarted)
            sure = [before.clock.since, command.mark_at or 0]
            flag = before.clock.flagged.of_side(restored.side)
            sure += (
                [flag] if flag is not None and before.clock.reserve.of_side(restored.side) else []
            )
            assert restored.at == max(sure)
            assert self.match.clock.since == 0

    def _the_match_ends_for_cause(
        self, before: Match, command: c.Command, events: tuple[e.Event, ...]
    ) -> None:
        for ended in events:
            if not isinstance(ended, e.MatchEnded):
                continue
            length = self.match.length
            enough = length is None or ended.score.of_side(ended.winner) >= length
            assert self.match.book is not None
            by_clock = Declarer.CLOCK in self.match.book.expiry.declared_by
            said = isinstance(command, c.ExpiryDeclared) or by_clock
            if not said:
                flagging = c.ExpiryRuled | c.ProposalAccepted
                assert ended.cause is not EndCause.FLAG or isinstance(command, flagging)
            ruled = isinstance(command, c.ScoreOrdered | c.GinOrdered | c.GameEndOrdered)
            ruled |= isinstance(command, c.ProposalAccepted) and any(
                isinstance(event, e.ScoreChanged) for event in events
            )
            lost = self._was_lost_by(before, command)
            assert ruled or lost or ended.cause is not EndCause.RULING
            assert not ruled or ended.cause is EndCause.RULING
            awarding = c.PenaltyOrdered | c.ProposalAccepted
            assert ended.cause is not EndCause.PENALTY or isinstance(command, awarding)
            given_up = isinstance(command, c.ResultPosted)
            assert enough or given_up or lost or ended.cause is EndCause.FLAG
            if ended.cause is EndCause.FLAG and said:
                assert ended.winner is self.flags[0].other

    def _was_lost_by(self, before: Match, command: c.Command) -> bool:
        """The director ruled or granted that a side loses the match."""
        if isinstance(command, c.ForfeitOrdered):
            return True
        if not isinstance(command, c.ProposalAccepted):
            return False
        granted = before.proposals.find(command.number)
        return granted is not None and granted.kind is ProposalKind.MATCH_LOST

    def teardown(self) -> None:
        """Replayed from the first event as the journal holds it, the match is the live one."""
        replayed = EMPTY
        for event in self.journal:
            kind = codec.kind_of(event)
            body = codec.encode(event)
            replayed = evolve(replayed, codec.decode_event(kind, codec.version_of(kind), body))
        assert replayed == self.match
        assert codec.encode(replayed) == codec.encode(self.match)

    @invariant()
    def the_cube_is_sound(self) -> None:
        game = self.match.game
        if game is None:
            assert self.match.phase not in IN_GAME
            return
        assert self.match.phase in IN_GAME
        cube = game.cube
        assert cube.level.bit_count() == 1
        assert (cube.owner is None) == (cube.level == 1)
        assert (cube.owner, cube.level) == (self.scorer.owner, self.scorer.level)
        assert cube.in_play != game.crawford
        assert cube.in_play or cube.level == 1 or self.scorer.told_of_cube

    @invariant()
    def the_clock_is_sound(self) -> None:
        clock = self.match.clock
        assert min(clock.reserve.white, clock.reserve.black, clock.delay_left) >= 0
        fell = [side for side in SIDES if clock.flagged.of_side(side) is not None]
        assert (clock.first_flag is None) == (not fell)
        assert clock.first_flag is None or clock.first_flag in fell
        for side in fell:
            left = clocks.remaining(
                clock, side, max(self.at, clock.flagged.of_side(side) or self.at)
            )
            assert left.reserve == 0
        if clock.running is not None:
            assert self.match.stop is None
            late = self.match.schedule.missing(clock.running)
            assert late or self.match.phase in IN_GAME - NOBODY_ACTS - {Phase.CLAIMED}
        stop = self.match.stop
        if stop is not None and stop.resumes is not None and self.match.phase in IN_GAME:
            assert self.match.phase not in NOBODY_ACTS

    @invariant()
    def dice_wait_only_where_they_can_be_judged(self) -> None:
        if self.match.held is not None:
            assert self.match.phase in {Phase.OPENING, Phase.TO_ROLL, Phase.CONFIRMING}

    @invariant()
    def what_was_said_of_dice_is_sound(self) -> None:
        dice_are_sound(self.match)

    @invariant()
    def nobody_is_stuck(self) -> None:
        """From anywhere two players reach the end of a turn and of the game, by taps alone."""
        if self.match.phase in {Phase.VACANT, Phase.MATCH_OVER}:
            return
        told = plays_on(self.match, self.at)
        flag = any(isinstance(event, e.MatchEnded) for event in told)
        assert flag or any(isinstance(event, e.TurnEnded) for event in told)
        between = flag and self.match.game is None
        assert between or any(isinstance(event, e.GameEnded) for event in told)


def no_clock_starts_by_one_alone(before: Match, command: c.Command, after: Match) -> None:
    """After play stood still in a game both have tapped, or the director orders it once more; what
    is taken back at once counts as not done.
    """
    if before.stop is None or after.clock.running is None or after.phase not in IN_GAME:
        return
    if isinstance(command, c.ResumeTapped):
        assert before.stop.agreed.of_side(command.side.other)
    elif isinstance(command, c.StartOrdered):
        assert before.stop.reason is StopReason.BOTH_GO_ON
    else:
        assert isinstance(command, c.TakeBackTapped)


def comes_of_it(rest: Sequence[e.Event], wanted: type[e.Event]) -> bool:
    """Whether that is what comes of the clock that stops with the first of these events, or has
    just stopped.
    """
    kinds = (e.GameEnded, e.TurnEnded, e.FlagReached, e.Restarted, e.PlayStopped)
    comes = next((each for each in rest if isinstance(each, kinds)), None)
    by_the_desk = isinstance(comes, e.GameEnded) and comes.cause in DESK_ENDS
    return isinstance(comes, wanted) and not by_the_desk


def pressed_at(before: Match, command: c.Command, events: Sequence[e.Event]) -> Instant:
    """When what ends a turn was done: a press that waited for its roll was made before that."""
    made = [event.at for event in events if isinstance(event, e.PressKept)]
    if before.dicing.pressed is not None and before.dicing.pressed.at is not None:
        made.append(before.dicing.pressed.at)
    started = [event.at for event in events if isinstance(event, e.ClockStarted)]
    turned = any(isinstance(event, e.TurnEnded) for event in events)
    if not made or not turned or not started or isinstance(command, c.ClockPressed):
        return command.at
    assert min(made) <= started[-1] <= command.at
    return started[-1]
