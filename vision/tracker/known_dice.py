"""The dice that lie on the board: followed while things move, and known again at a rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from vision.calibration import Calibration
from vision.frame import Frame
from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.change import Change
from vision.tracker.die_persistence import FIELD, PatchState, differs, is_clear
from vision.tracker.events import Event, Lifted, OneLifted, Picture
from vision.tracker.flight import is_out
from vision.tracker.looks import same_place
from vision.tracker.memory import Memory
from vision.tracker.movement import Movement
from vision.tracker.outcome import (
    PAIR,
    Dice,
    Outcome,
    RestKind,
    all_or_none,
    not_among,
    outcome,
    with_a_face,
    without_found,
)
from vision.tracker.unread import find_joined, find_unread


@dataclass(slots=True)
class KnownDice:
    """dice: those of the turn, `None` before the first rest; resting: those of the last rest;
    found: what lay there at the first; lifted: the last ones lifted, at lifted_ns; bare_since:
    since when the field shows where a die lay; spare: a hand laid `dice` off the field, so they are
    the other side's."""

    dice: Dice | None = None
    resting: Dice = ()
    found: Dice = ()
    lifted: Dice = ()
    lifted_ns: int = 0
    bare_since: dict[DieSeen, int] = field(default_factory=dict)
    spare: bool = False
    is_one_lift_reported: bool = False

    @property
    def on_board(self) -> Dice:
        return self.dice or ()

    # --- while something moves ------------------------------------------------------------------

    def watch(
        self, frame: Frame, seen: Change, movement: Movement, memory: Memory
    ) -> tuple[Event, ...]:
        """Dice are gone as soon as the field shows where they lay, whatever else moves."""
        if not self.dice or memory.bare is None:
            return ()
        gone = self._gone(frame, seen, memory)
        faces = [die for die in self.dice if die.guess is not None] or self.dice
        if all(die in gone for die in faces):
            lay = [die.bbox_px for die in self.dice]
            if not is_out(movement.flight, seen, lay, memory.ground):
                movement.lifted(frame.at_ns)
            return self.lift(frame.at_ns, memory.bare)
        return self.lift_one(frame.at_ns) if gone else ()

    def _gone(self, frame: Frame, seen: Change, memory: Memory) -> list[DieSeen]:
        gone = []
        for die in self.on_board:
            clear = is_clear(die, seen.mask, memory.ground.scale)
            if memory.patch(die, frame.main) is not PatchState.FIELD or not clear:
                self.bare_since.pop(die, None)
            elif frame.at_ns - self.bare_since.setdefault(die, frame.at_ns) >= at.BARE_NS:
                gone.append(die)
        return gone

    def lift(self, at_ns: int, board: Picture) -> tuple[Event, ...]:
        """All are lifted. board: without dice."""
        self.lifted_ns, self.lifted = at_ns, self.on_board
        self.dice = ()
        self.bare_since.clear()
        return (Lifted(at_ns, board),)

    def lift_one(self, at_ns: int) -> tuple[Event, ...]:
        """One is lifted; it is reported once a turn."""
        if self.is_one_lift_reported:
            return ()
        self.is_one_lift_reported = True
        return (OneLifted(at_ns),)

    # --- at a rest ------------------------------------------------------------------------------

    def is_buried(self, dice: Dice, frame: Frame, memory: Memory) -> bool:
        """Whether one of these known dice shows neither itself nor the field."""
        return PatchState.OTHER in (memory.patch(die, frame.main) for die in dice)

    def move_along(self, memory: Memory, old: Calibration) -> None:
        """Follow a camera that was nudged. old: its calibration before."""

        def moved(dice: Dice) -> Dice:
            return tuple(memory.moved_along(die, old) for die in dice)

        self.dice = None if self.dice is None else moved(self.dice)
        self.resting, self.found = moved(self.resting), moved(self.found)

    def recognize(
        self, now: Dice, frame: Frame, survey: Change, movement: Movement, memory: Memory
    ) -> RestFound:
        """What a rest means for the dice. now: those that its looks agree on; survey: the change
        since the last rest."""
        known_dice, flight = self.dice, movement.flight
        thrown = flight.thrown or flight.unlaid
        if known_dice is None and not all(differs(die, memory.still, frame.main) for die in now):
            thrown = False  # they lay there when the first frame came
        pair = thrown and flight.most >= PAIR
        stayed_dice = self._stayed(now, frame, memory, movement, pair=pair, thrown=thrown)
        new_dice = not_among(now, stayed_dice)
        if memory.rested:
            new_dice = tuple(die for die in new_dice if differs(die, memory.still, frame.main))
        if thrown and self.spare and new_dice:
            known_dice, stayed_dice = (), ()
        if movement.relit and not thrown:
            new_dice = tuple(die for die in new_dice if die.value is not None)
        lately = frame.at_ns - self.lifted_ns < at.LAID_BACK_NS
        before = known_dice or (self.lifted if lately else ())
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
            if thrown and known_dice == () == self.resting:  # two may have flown as one thing
                faceless = faceless or find_joined(
                    survey, memory.ground, memory.calibration, is_there
                )
                pair = pair or bool(faceless)
        result = outcome(
            known_dice, stayed_dice, new_dice, before, thrown=thrown, pair=pair, unread=faceless
        )
        return RestFound(result, stayed_dice, faceless)

    def _stayed(
        self,
        now: Dice,
        frame: Frame,
        memory: Memory,
        movement: Movement,
        *,
        pair: bool,
        thrown: bool,
    ) -> Dice:
        """The dice that did not move. A thing without a face that outlasts a throw was no die; of a
        pair, one without a value."""
        flew = movement.flight.thrown
        old = [die for die in self.on_board if die.guess is not None or not flew]
        old = [die for die in old if die.value is not None or not pair]
        kept = (self._known_again(die, now, frame, memory, thrown=thrown) for die in old)
        return tuple(die for die in kept if die is not None)

    def _known_again(
        self, die: DieSeen, now: Dice, frame: Frame, memory: Memory, *, thrown: bool
    ) -> DieSeen | None:
        """A die of the last rest as seen now; as it was if only its patch still shows it, or if it
        lies below something taken for part of the board; `None` if it is gone."""
        for seen in now:
            if same_place(die, seen) and seen.guess == die.guess:
                return seen
        shown = memory.patch(die, frame.main)
        lay = not thrown and any(same_place(die, other) for other in self.resting)
        below = lay and shown is PatchState.OTHER and not differs(die, memory.still, frame.main)
        return die if shown is PatchState.DIE or below else None

    def settle(self, rest: RestFound, frame: Frame, memory: Memory) -> Outcome:
        """Keep what lies there now; return it without what lay there from the start."""
        result = without_found(rest.result, rest.stayed, self.found)
        if memory.bare is None and len(result.dice) < len(rest.result.dice):
            memory.bare = memory.still  # what lay there is part of the board
        if self.dice is None and result.kind is RestKind.PLACED:
            self.found = result.dice
            if all(die.value is None for die in result.dice):
                memory.bare = frame.main  # a gleam on a checker, more likely: part of the board
        if result.kind is RestKind.EMPTY and not any(
            differs(die, memory.still, frame.main) for die in rest.faceless
        ):
            memory.bare = frame.main  # it lay there in the first picture, too
        self.resting = result.dice
        if result.kind is not RestKind.ONE_LIFTED:  # the turn's dice may be laid back
            self.is_one_lift_reported = False
        if result.kind in LAID:
            self.dice, memory.with_dice = result.dice, frame.main
            rolled = result.kind is RestKind.ROLLED
            self.spare = not rolled and not any(die.half in FIELD for die in result.dice)
            self.bare_since.clear()
        return result


LAID = frozenset({RestKind.EMPTY, RestKind.ROLLED, RestKind.PLACED, RestKind.REPOSITIONED})
"""What makes the dice of a rest those of the turn."""


@dataclass(frozen=True, slots=True)
class RestFound:
    """result: its meaning for the dice; stayed: the dice that did not move; faceless: what came and
    may be dice that show no face."""

    result: Outcome
    stayed: Dice
    faceless: Dice
