"""The tracker. It reads nothing while anything moves; two of three looks at a rest must agree.

`NEXT` is its table: what a frame shows in each phase leads to the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from vision.calibration import Calibration
from vision.frame import Frame
from vision.reader import read_at_rest
from vision.tracker import thresholds as at
from vision.tracker.change import Change, checkers_moved, hides
from vision.tracker.cover import Covering, is_hidden, over_dice
from vision.tracker.die_persistence import lie_clear
from vision.tracker.events import (
    AtRest,
    CameraNudged,
    CheckersMoved,
    Covered,
    Empty,
    Event,
    LampSwitched,
    Picture,
    Placed,
    Repositioned,
)
from vision.tracker.known_dice import KnownDice
from vision.tracker.light import is_lit
from vision.tracker.looks import Look, agreed, reading_of
from vision.tracker.memory import Memory
from vision.tracker.motion import Motion, Stillness, view_of
from vision.tracker.movement import Movement
from vision.tracker.outcome import PAIR, Dice, Outcome, RestKind

Read = Callable[[Picture, Calibration, Picture | None], Dice]
POSE_CHECK_NS = 1_000_000_000
"""Interval of checks at rest for a camera that slowly moved."""


class TrackerPhase(Enum):
    """MOVING: something moved a moment ago; LOOKING: nothing moves, and the dice are read;
    SETTLED: the rest was reported, or there was nothing to read."""

    MOVING = "moving"
    LOOKING = "looking"
    SETTLED = "settled"


class FrameSign(Enum):
    """What a frame shows."""

    MOVES = "moves"
    LIES_STILL = "lies still"
    JUDGED = "judged"
    COVER_STAYS = "cover stays"


NEXT: Mapping[tuple[TrackerPhase, FrameSign], TrackerPhase] = MappingProxyType(
    {
        (TrackerPhase.MOVING, FrameSign.MOVES): TrackerPhase.MOVING,
        (TrackerPhase.MOVING, FrameSign.LIES_STILL): TrackerPhase.LOOKING,
        (TrackerPhase.LOOKING, FrameSign.MOVES): TrackerPhase.MOVING,
        (TrackerPhase.LOOKING, FrameSign.JUDGED): TrackerPhase.SETTLED,
        (TrackerPhase.SETTLED, FrameSign.MOVES): TrackerPhase.MOVING,
        (TrackerPhase.SETTLED, FrameSign.COVER_STAYS): TrackerPhase.LOOKING,
    }
)


@dataclass(slots=True)
class Glance:
    """The looks at one rest. survey: its change since the last one, once taken."""

    survey: Change | None = None
    looks: list[Look] = field(default_factory=list)


class Tracker:
    """Takes every frame in order and reads at most one picture a frame.

    Time is the frames' time alone. `calibration` is the newest pose found.
    """

    def __init__(self, calibration: Calibration, read_dice: Read = read_at_rest) -> None:
        self._given = calibration
        self._read = read_dice
        self._stillness = Stillness()
        self._memory: Memory | None = None
        self._phase = TrackerPhase.MOVING
        self._movement = Movement()
        self._glance = Glance()
        self._known = KnownDice()
        self._covering = Covering()
        self._last_ns = self._pose_checked_ns = 0

    @property
    def calibration(self) -> Calibration:
        return self._given if self._memory is None else self._memory.calibration

    @property
    def lost(self) -> bool:
        """The camera moved and is not found again: nothing is read."""
        return self._memory is not None and self._memory.lost

    def feed(self, frame: Frame) -> tuple[Event, ...]:
        """Process a frame and return its events."""
        view = view_of(frame)
        memory = self._memory or Memory(self._given, frame.main, view)
        self._memory = memory
        motion = self._stillness.feed(frame.at_ns, view, memory.ground.board)
        events: tuple[Event, ...] = ()
        if motion.quiet_frames == 0:
            if motion.moved_px:
                events = self._move(frame, view, motion, memory)
        elif self._phase is TrackerPhase.SETTLED:
            events = self._wait(frame, motion, memory)
        elif motion.quiet_ns >= at.LOOK_AFTER_NS:
            events = self._read_rest(frame, view, motion, memory)
        self._last_ns = frame.at_ns
        return events

    def _go(self, sign: FrameSign) -> None:
        self._phase = NEXT[self._phase, sign]

    # --- moving ---------------------------------------------------------------------------------

    def _move(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """A frame in which something moves."""
        if self._phase is TrackerPhase.SETTLED:
            self._movement = self._movement.after_rest(self._covering, self._last_ns)
        if self._phase is not TrackerPhase.MOVING:
            self._glance = Glance()
        self._go(FrameSign.MOVES)
        seen = memory.change(view, motion)
        least = self._covering.least_change(seen, view, memory.ground, motion)
        events = self._movement.add(least, memory.ground, frame.at_ns, self._last_ns)
        if seen.share > at.STEADY:
            return events
        return events + self._known.watch(frame, seen, self._movement, memory)

    # --- settled --------------------------------------------------------------------------------

    def _wait(self, frame: Frame, motion: Motion, memory: Memory) -> tuple[Event, ...]:
        """A rest already reported; checks now and then whether the camera moved slowly."""
        covering = self._covering
        if covering.body is not None and covering.body.stays(frame.at_ns):
            self._go(FrameSign.COVER_STAYS)
        elif covering.hidden and motion.quiet_ns > at.LONG_COVERED_NS:
            covering.hidden = False
            memory.absorb(frame.main, view_of(frame))
        due = frame.at_ns - self._pose_checked_ns >= POSE_CHECK_NS
        if due and not covering.hidden:
            self._pose_checked_ns = frame.at_ns
            if memory.lost or memory.nudged_px(frame.main) is not None:
                return self._repose(frame, view_of(frame), motion, memory)
        return ()

    # --- looking --------------------------------------------------------------------------------

    def _read_rest(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """A possible rest: look three times, and report it once it has lasted."""
        if self._phase is TrackerPhase.MOVING:
            self._go(FrameSign.LIES_STILL)
        glance = self._glance
        events: tuple[Event, ...] = ()
        if glance.survey is None:
            events = self._renew(frame, view, motion, memory)
            glance.survey = memory.change(view, motion)
        if memory.lost:  # a cover over a board that is not found is no part of it
            self._covering.clear()
            self._go(FrameSign.JUDGED)
            return events
        hidden = self._is_hidden(frame, view, motion, memory)
        clear = self._clear_dice(frame, glance.survey, memory) if hidden else None
        if clear is not None:
            hidden = False
            memory.cover()
        if hidden or not (glance.survey.blobs or self._movement.flight.frames or not memory.rested):
            return events + self._nothing_to_read(frame, motion, hidden=hidden)
        if len(glance.looks) < at.LOOKS:
            dice = clear or self._read(frame.main, memory.calibration, memory.bare)
            glance.looks.append((frame, dice))
        if len(glance.looks) < at.LOOKS or motion.quiet_ns < at.HOLD_NS:
            return events
        return events + self._judge(frame, view, glance.survey, memory)

    def _is_hidden(self, frame: Frame, view: Picture, motion: Motion, memory: Memory) -> bool:
        """Whether something lies over the field that is no part of the board."""
        glance, dice = self._glance, self._known.on_board
        assert glance.survey is not None
        hidden = is_hidden(glance.survey, dice, memory.ground)
        if hidden and memory.uncovered(view, motion):
            glance.survey = memory.change(view, motion)
            hidden = is_hidden(glance.survey, dice, memory.ground)
        if hidden and is_lit(glance.survey, view, memory.still_view, memory.ground):
            hidden = self._known.is_buried(dice, frame, memory)
        return hidden and not self._is_set_up(frame, view, motion, glance.survey, memory)

    def _is_set_up(
        self, frame: Frame, view: Picture, motion: Motion, seen: Change, memory: Memory
    ) -> bool:
        """Whether what lies over the field, and on none of the known dice, has stayed there: the
        board is read with it, until it goes."""
        ground, covering = memory.ground, self._covering
        under = tuple(over_dice(seen, self._known.on_board, ground))
        if self._known.is_buried(under, frame, memory):
            covering.body = None
            return False
        first = not memory.rested
        if not covering.cover_stays(seen, view, ground, motion, frame.at_ns, first=first):
            return False
        memory.cover()
        return True

    def _nothing_to_read(self, frame: Frame, motion: Motion, *, hidden: bool) -> tuple[Event, ...]:
        if motion.quiet_ns < at.HOLD_NS:
            return ()
        self._go(FrameSign.JUDGED)
        newly_covered = hidden and not self._covering.hidden
        if hidden:
            self._covering.hidden = True
        else:
            self._covering.clear()
        return (Covered(frame.at_ns),) if newly_covered else ()

    def _clear_dice(self, frame: Frame, seen: Change, memory: Memory) -> Dice | None:
        """The dice read, if two dice flew and lie clear of what reaches in; else `None`."""
        flight = self._movement.flight
        if self._known.dice or not flight.thrown or flight.most < PAIR:
            return None
        dice = self._read(frame.main, memory.calibration, memory.bare)
        clear = lie_clear(dice, memory.still, frame.main, seen.mask, memory.ground.scale)
        return dice if clear else None

    def _judge(
        self, frame: Frame, view: Picture, survey: Change, memory: Memory
    ) -> tuple[Event, ...]:
        """The board lies still and was read three times: report what that means."""
        known, movement = self._known, self._movement
        now = agreed([dice for _, dice in self._glance.looks])
        rest = known.recognize(now, frame, survey, movement, memory)
        known_board = known.dice is not None and not movement.relit
        lay = known.resting
        result = known.settle(rest, frame, memory)
        boxes_px = [die.bbox_px for die in (*lay, *result.dice)]
        moved = known_board and checkers_moved(survey, boxes_px, memory.ground)
        events = self._dice_events(result, rest.stayed, frame, memory)
        memory.keep(frame.main, view, result.dice, bare=not rest.faceless)
        self._covering.clear()
        self._go(FrameSign.JUDGED)
        return (*events, CheckersMoved(frame.at_ns)) if moved else events

    def _dice_events(
        self, result: Outcome, stayed_dice: Dice, frame: Frame, memory: Memory
    ) -> tuple[Event, ...]:
        if result.kind is RestKind.ONE_LIFTED:
            return self._known.lift_one(frame.at_ns)
        if result.kind is RestKind.LIFTED:
            self._movement.lifted(frame.at_ns)
            return self._known.lift(frame.at_ns, frame.main)
        if result.kind is RestKind.EMPTY:
            return (Empty(frame.at_ns, frame.main),)
        if result.kind is RestKind.NOTHING:
            return ()
        rolled = result.kind is RestKind.ROLLED
        seen = tuple(replace(die, lay_before=rolled and die in stayed_dice) for die in result.dice)
        reading = reading_of(self._glance.looks, seen, rolled=rolled)
        return (_event_type(result.kind)(reading, frame.main, memory.bare),)

    # --- pictures kept true ---------------------------------------------------------------------

    def _renew(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """Update the stored pictures after a nudge or a switched lamp."""
        if memory.lost or memory.nudged_px(frame.main) is not None:
            return self._repose(frame, view, motion, memory)
        movement, arm = self._movement, self._covering.arm_view
        if memory.relight(view, arm):
            movement.relit, self._covering.body = True, None
            lasted_ns = frame.at_ns - motion.quiet_ns - movement.since_ns
            brief = lasted_ns < at.LAMP_NS and not movement.flight.frames
            if brief and arm is None:  # what is overexposed or in new shadow is no hand
                memory.still, memory.still_view = frame.main, view
            return (LampSwitched(frame.at_ns),)
        seen = memory.change(view, motion)
        if seen.share > at.MAYBE_NUDGED or hides(seen, memory.ground):
            return self._repose(frame, view, motion, memory)
        memory.drift(seen.gain)
        return ()

    def _repose(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """Find the pose again; if the camera surely moved and is not found, nothing can be read."""
        was_lost, old = memory.lost, memory.calibration
        nudged_px = memory.nudged_px(frame.main)
        sure = was_lost or nudged_px is not None
        moved_px = memory.repose(frame.main, view, motion, sure=sure)
        memory.lost = moved_px is None and sure
        if moved_px is None:
            newly_lost = memory.lost and not was_lost
            return (CameraNudged(frame.at_ns, nudged_px or 0.0, None),) if newly_lost else ()
        self._known.move_along(memory, old)
        return (CameraNudged(frame.at_ns, moved_px, memory.calibration),)


def _event_type(kind: RestKind) -> type[AtRest | Repositioned | Placed]:
    if kind is RestKind.ROLLED:
        return AtRest
    return Repositioned if kind is RestKind.REPOSITIONED else Placed
