"""The tracker. It reads nothing while anything moves; two of three looks at a rest must agree.

Dice that lay there before are followed by their own patch of the picture, so that neither moved
checkers nor a failed look counts as a new roll or a lift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from vision.calibration import Calibration
from vision.frame import Frame
from vision.reader import read_at_rest
from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.change import Change, checkers_moved, hides
from vision.tracker.cover import FieldCover, cover_of, is_hidden, over_dice
from vision.tracker.die_persistence import FIELD, PatchState, differs, is_clear, lie_clear
from vision.tracker.events import (
    AtRest,
    Busy,
    CameraNudged,
    CheckersMoved,
    Covered,
    Empty,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Picture,
    Placed,
    Repositioned,
    Rolling,
)
from vision.tracker.flight import Flight, follow, is_out
from vision.tracker.light import is_lit
from vision.tracker.looks import Look, agreed, reading_of, same_place
from vision.tracker.memory import Memory
from vision.tracker.motion import Motion, Stillness, view_of
from vision.tracker.outcome import (
    PAIR,
    Dice,
    RestKind,
    all_or_none,
    not_among,
    outcome,
    with_a_face,
    without_found,
)
from vision.tracker.unread import find_unread

Read = Callable[[Picture, Calibration, Picture | None], Dice]
POSE_CHECK_NS = 1_000_000_000
"""Interval of checks at rest for a camera that slowly moved."""


class Tracker:
    """Takes every frame in order and reads at most one picture a frame.

    Time is the frames' time alone. `calibration` is the newest pose found.
    """

    def __init__(self, calibration: Calibration, read_dice: Read = read_at_rest) -> None:
        self._given = calibration
        self._read = read_dice
        self._stillness = Stillness()
        self._memory: Memory | None = None
        self._dice: Dice | None = None
        self._rest_dice: Dice = ()
        self._found: Dice = ()
        """What lay there at the first rest."""
        self._lifted: tuple[int, Dice] = (0, ())
        self._bare_since: dict[DieSeen, int] = {}
        self._pose_checked_ns = self._fed_ns = self._since_ns = 0
        self._settled = False
        self._covered = self._one_lift_reported = self._spare = False
        self._cover: FieldCover | None = None
        self._begin()

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
        if motion.quiet_frames == 0:
            events = self._busy(frame, view, motion, memory) if motion.moved_px else ()
        elif self._settled:
            events = self._idle(frame, motion, memory)
        else:
            events = self._resting(frame, view, motion, memory)
        self._fed_ns = frame.at_ns
        return events

    def _begin(self) -> None:
        """Forget what happened since the last rest."""
        self._flight = Flight()
        self._moving = 0
        self._busy_reported = self._rolling_reported = self._relit = False
        self._survey: Change | None = None
        self._looks: list[Look] = []

    # --- while something moves ------------------------------------------------------------------

    def _busy(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        if self._settled:
            self._settled, flight = False, self._flight
            self._begin()
            if self._covered and flight.thrown:  # what flew was not to be read under a hand
                self._flight, self._rolling_reported = flight, True
            else:
                hand = self._covered and (self._cover is None or self._cover.reaches_in)
                self._flight = Flight(at_ns=self._fed_ns, hands=int(hand))
        self._looks.clear()
        self._survey = None
        self._moving += 1
        if self._moving == 1:
            self._since_ns = self._fed_ns
        seen = memory.change(view, motion)
        gap_ns = frame.at_ns - self._fed_ns
        least = seen
        if self._cover is not None and not self._cover.reaches_in:
            # Dice fly over it, or as it is taken off.
            over = self._cover.change(view, memory.ground, motion)
            least = min(seen, over, key=lambda change: change.share)
        self._flight = follow(self._flight, least, memory.ground, frame.at_ns, gap_ns)
        progress = self._progress_events(frame.at_ns)
        return (
            progress
            if seen.share > at.STEADY
            else (*progress, *self._watch_lift(frame, seen, memory))
        )

    def _progress_events(self, at_ns: int) -> tuple[Event, ...]:
        if self._flight.thrown and not self._rolling_reported:
            self._rolling_reported = True
            return (Rolling(at_ns),)
        if (
            self._moving >= at.BUSY_FRAMES
            and not self._busy_reported
            and not self._rolling_reported
        ):
            self._busy_reported = True
            return (Busy(at_ns),)
        return ()

    def _watch_lift(self, frame: Frame, seen: Change, memory: Memory) -> tuple[Event, ...]:
        """Dice are gone as soon as the field shows where they lay, whatever else moves."""
        if not self._dice or memory.bare is None:
            return ()
        gone, ground = [], memory.ground
        for die in self._dice:
            clear = is_clear(die, seen.mask, ground.scale)
            if memory.patch(die, frame.main) is not PatchState.FIELD or not clear:
                self._bare_since.pop(die, None)
            elif frame.at_ns - self._bare_since.setdefault(die, frame.at_ns) >= at.BARE_NS:
                gone.append(die)
        faces = [die for die in self._dice if die.guess is not None] or self._dice
        if all(die in gone for die in faces):
            lay = [die.bbox_px for die in self._dice]
            flies = is_out(self._flight, seen, lay, ground)
            return self._lift(frame.at_ns, memory.bare, flies=flies)
        return self._lift_one(frame.at_ns) if gone else ()

    def _lift(self, at_ns: int, board: Picture, *, flies: bool = False) -> tuple[Event, ...]:
        """board: without dice; flies: something is thrown already."""
        self._lifted = (at_ns, self._dice or ())
        self._dice = ()
        self._bare_since.clear()
        if not flies:  # those were dice on their way out; the hand may be about to lay others
            self._flight = Flight(at_ns=at_ns, hands=self._flight.hands)
        return (Lifted(at_ns, board),)

    def _lift_one(self, at_ns: int) -> tuple[Event, ...]:
        if self._one_lift_reported:
            return ()
        self._one_lift_reported = True
        return (OneLifted(at_ns),)

    # --- while nothing moves --------------------------------------------------------------------

    def _idle(self, frame: Frame, motion: Motion, memory: Memory) -> tuple[Event, ...]:
        """A rest already reported; checks now and then whether the camera moved slowly."""
        if self._cover is not None and self._cover.stays(frame.at_ns):
            self._settled = False
        elif self._covered and motion.quiet_ns > at.LONG_COVERED_NS:
            self._covered = False
            memory.absorb(frame.main, view_of(frame))
        due = frame.at_ns - self._pose_checked_ns >= POSE_CHECK_NS
        if due and not self._covered:
            self._pose_checked_ns = frame.at_ns
            if memory.lost or memory.nudged_px(frame.main) is not None:
                return self._repose(frame, view_of(frame), motion, memory)
        return ()

    def _resting(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """A possible rest: look three times, and report it once it has lasted."""
        if motion.quiet_ns < at.LOOK_AFTER_NS:
            return ()
        events: tuple[Event, ...] = ()
        if self._survey is None:
            events = self._renew(frame, view, motion, memory)
            self._survey = memory.change(view, motion)
        if memory.lost:  # a cover over a board that is not found is no part of it
            self._settled, self._covered, self._cover = True, False, None
            return events
        hidden = is_hidden(self._survey, self._dice or (), memory.ground)
        if hidden and memory.uncovered(view, motion):
            self._survey = memory.change(view, motion)
            hidden = is_hidden(self._survey, self._dice or (), memory.ground)
        if hidden and is_lit(self._survey, view, memory.still_view, memory.ground):
            hidden = self._buried(self._dice or (), frame, memory)
        hidden = hidden and not self._is_set_up(frame, view, motion, self._survey, memory)
        clear = self._clear_dice(frame, self._survey, memory) if hidden else None
        if clear is not None:
            hidden = False
            memory.cover()
        if hidden or not (self._survey.blobs or self._flight.frames or not memory.rested):
            return events + self._nothing_to_read(frame, motion, hidden=hidden)
        if len(self._looks) < at.LOOKS:
            dice = clear or self._read(frame.main, memory.calibration, memory.bare)
            self._looks.append((frame, dice))
        if len(self._looks) < at.LOOKS or motion.quiet_ns < at.HOLD_NS:
            return events
        return events + self._rest(frame, view, self._survey, memory)

    def _nothing_to_read(self, frame: Frame, motion: Motion, *, hidden: bool) -> tuple[Event, ...]:
        if motion.quiet_ns < at.HOLD_NS:
            return ()
        self._settled = True
        newly_covered = hidden and not self._covered
        self._covered, self._cover = hidden, self._cover if hidden else None
        return (Covered(frame.at_ns),) if newly_covered else ()

    def _is_set_up(
        self, frame: Frame, view: Picture, motion: Motion, seen: Change, memory: Memory
    ) -> bool:
        """Whether what lies over the field, and on none of the known dice, has stayed there: the
        board is read with it, until it goes."""
        if self._buried(over_dice(seen, self._dice or (), memory.ground), frame, memory):
            self._cover = None
            return False
        lay, first = self._cover, not memory.rested
        self._cover = cover_of(seen, lay, view, memory.ground, motion, frame.at_ns, first=first)
        if not self._cover.stays(frame.at_ns):
            return False
        memory.cover()
        return True

    def _buried(self, dice: Iterable[DieSeen], frame: Frame, memory: Memory) -> bool:
        """Whether one of these known dice shows neither itself nor the field."""
        return PatchState.OTHER in (memory.patch(die, frame.main) for die in dice)

    def _clear_dice(self, frame: Frame, seen: Change, memory: Memory) -> Dice | None:
        """The dice read, if two dice flew and lie clear of what reaches in; else `None`."""
        if self._dice or not self._flight.thrown or self._flight.most < PAIR:
            return None
        dice = self._read(frame.main, memory.calibration, memory.bare)
        clear = lie_clear(dice, memory.still, frame.main, seen.mask, memory.ground.scale)
        return dice if clear else None

    def _renew(
        self, frame: Frame, view: Picture, motion: Motion, memory: Memory
    ) -> tuple[Event, ...]:
        """Update the stored pictures after a nudge or a switched lamp."""
        if memory.lost or memory.nudged_px(frame.main) is not None:
            return self._repose(frame, view, motion, memory)
        arm = self._cover.view if self._covered and self._cover is not None else None
        if memory.relight(view, arm):
            self._relit, self._cover = True, None
            lasted_ns = frame.at_ns - motion.quiet_ns - self._since_ns
            brief = lasted_ns < at.LAMP_NS and not self._flight.frames
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
        if self._dice:
            self._dice = tuple(memory.moved_along(die, old) for die in self._dice)
        self._rest_dice = tuple(memory.moved_along(die, old) for die in self._rest_dice)
        self._found = tuple(memory.moved_along(die, old) for die in self._found)
        return (CameraNudged(frame.at_ns, moved_px, memory.calibration),)

    # --- a rest ---------------------------------------------------------------------------------

    def _rest(
        self, frame: Frame, view: Picture, survey: Change, memory: Memory
    ) -> tuple[Event, ...]:
        """The board lies still and was read three times."""
        looks, known_dice = self._looks, self._dice
        now = agreed([dice for _, dice in looks])
        thrown = self._flight.thrown or self._flight.unlaid
        if known_dice is None and not all(differs(die, memory.still, frame.main) for die in now):
            thrown = False  # they lay there when the first frame came
        pair = thrown and self._flight.most >= PAIR
        # A thing without a face that outlasts a throw was no die; of a pair, one without a value.
        old = [die for die in known_dice or () if die.guess is not None or not self._flight.thrown]
        old = [die for die in old if die.value is not None or not pair]
        kept = [self._follow_die(die, now, frame, memory, thrown=thrown) for die in old]
        stayed_dice = tuple(die for die in kept if die is not None)
        new_dice = not_among(now, stayed_dice)
        if memory.rested:
            new_dice = tuple(die for die in new_dice if differs(die, memory.still, frame.main))
        if thrown and self._spare and new_dice:
            known_dice, stayed_dice = (), ()
        if self._relit and not thrown:
            new_dice = tuple(die for die in new_dice if die.value is not None)
        at_ns, lifted = self._lifted
        lately = frame.at_ns - at_ns < at.LAID_BACK_NS
        before = known_dice or (lifted if lately else ())
        is_there = partial(differs, was=memory.bare, now=frame.main)  # else a die left a hole
        faceless = find_unread(
            survey, stayed_dice, new_dice, memory.ground, memory.calibration, is_there
        )
        if with_a_face(new_dice, stayed_dice):
            faceless = faceless if len(faceless) + len(new_dice) <= PAIR else ()
        else:
            faceless = all_or_none(
                (*(die for die in new_dice if die.guess is None), *faceless), thrown=pair
            )
        result = outcome(
            known_dice, stayed_dice, new_dice, before, thrown=thrown, pair=pair, unread=faceless
        )
        thrown_only = without_found(result, stayed_dice, self._found)
        if memory.bare is None and len(thrown_only.dice) < len(result.dice):
            memory.bare = memory.still  # what lay there is part of the board
        result = thrown_only
        if known_dice is None and result.kind is RestKind.PLACED:
            self._found = result.dice
        lay, self._rest_dice = self._rest_dice, result.dice
        known_board = known_dice is not None and not self._relit
        boxes_px = [die.bbox_px for die in (*lay, *result.dice)]
        moved = known_board and checkers_moved(survey, boxes_px, memory.ground)
        events = self._dice_events(result.kind, result.dice, stayed_dice, frame, memory)
        memory.keep(frame.main, view, result.dice, bare=not faceless)
        self._settled, self._covered, self._cover = True, False, None
        return (*events, CheckersMoved(frame.at_ns)) if moved else events

    def _dice_events(
        self, kind: RestKind, dice: Dice, stayed_dice: Dice, frame: Frame, memory: Memory
    ) -> tuple[Event, ...]:
        if kind is RestKind.ONE_LIFTED:  # the turn's dice are remembered: it may be laid back
            return self._lift_one(frame.at_ns)
        self._one_lift_reported = False
        if kind is RestKind.LIFTED:
            return self._lift(frame.at_ns, frame.main)
        if kind is not RestKind.NOTHING:
            self._dice, memory.with_dice = dice, frame.main
            # Dice that a hand laid off the field are the other side's.
            self._spare = kind is not RestKind.ROLLED and not any(die.half in FIELD for die in dice)
            self._bare_since.clear()
        if kind is RestKind.EMPTY:
            return (Empty(frame.at_ns, frame.main),)
        if kind is RestKind.NOTHING:
            return ()
        rolled = kind is RestKind.ROLLED
        seen = tuple(replace(die, lay_before=rolled and die in stayed_dice) for die in dice)
        reading = reading_of(self._looks, seen, rolled=rolled)
        return (_event_type(kind)(reading, frame.main, memory.bare),)

    def _follow_die(
        self, die: DieSeen, now: Dice, frame: Frame, memory: Memory, *, thrown: bool
    ) -> DieSeen | None:
        """A die of the last rest as seen now; as it was if only its patch still shows it, or if it
        lies below something taken for part of the board; `None` if it is gone."""
        for seen in now:
            if same_place(die, seen) and seen.guess == die.guess:
                return seen
        shown = memory.patch(die, frame.main)
        lay = not thrown and any(same_place(die, other) for other in self._rest_dice)
        below = lay and shown is PatchState.OTHER and not differs(die, memory.still, frame.main)
        return die if shown is PatchState.DIE or below else None


def _event_type(kind: RestKind) -> type[AtRest | Repositioned | Placed]:
    if kind is RestKind.ROLLED:
        return AtRest
    return Repositioned if kind is RestKind.REPOSITIONED else Placed
