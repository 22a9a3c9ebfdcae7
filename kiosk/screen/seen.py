"""Subjects a half can show, and the table as that half's side sees it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.device_names import DeviceName
from kiosk.rules.expiry import ExpiryDeclared
from kiosk.rules.guide import GuideTapped
from kiosk.rules.match import Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import Instant, Side, require
from kiosk.screen.timing import minutes
from kiosk.wire.next_match import NextMatch
from kiosk.wire.snapshot import GameView, SideView, Snapshot, StopView
from kiosk.wire.taps import BUTTONS
from kiosk.wire.waiting import (
    ChallengeView,
    ClaimedDoubleView,
    DiceClaimView,
    OfferView,
    PauseView,
    WaitingView,
)


def unreached(snapshot: Snapshot) -> bool:
    """True if taps do not reach the director: he does not answer, or none is set up."""
    lost = {DeviceName.DIRECTOR, DeviceName.DIRECTOR_STRANGER}
    return snapshot.alone or not lost.isdisjoint(snapshot.lost_devices)


class Screen(StrEnum):
    """The subject of a half."""

    OUT_OF_ORDER = "out of order"
    OWN_MATCH_GIVEN_UP = "own match given up"
    MATCH_GIVEN_UP = "match given up"
    DIRECTORS_STOP = "director's stop"
    OWN_UNUSED_BREAK = "own unused break"
    UNUSED_BREAK = "unused break"
    OWN_REOPENING = "own reopening"
    REOPENING = "reopening"
    OWN_BREAK_OVER = "own break over"
    OWN_BREAK = "own break"
    OWN_CALL = "own call to the table"
    OWN_LATENESS = "own lateness"
    OTHER_BREAK_OVER = "other's break over"
    OTHER_BREAK = "other's break"
    OTHER_CALL = "other's call to the table"
    OTHER_LATENESS = "other's lateness"
    GOING_ON_AGREED = "going on agreed"
    DIRECTOR_GOES_ON = "director goes on"
    DIRECTOR_COMES = "director comes"
    RESTARTED = "restarted"
    SET_UP_WRONG = "set-up wrong"
    PLAYED_ON = "played on"
    CLOCK_BROUGHT_IN = "clock brought in"
    BOTH_GO_ON = "both go on"
    CLOCKS_STOPPED = "clocks stopped"
    BREAK = "break"
    STOPPED = "stopped"
    OWN_BOARD_DOUBLE = "own board double"
    BOARD_DOUBLE = "board double"
    OWN_PRESS_BACK = "own press back"
    PRESS_BACK = "press back"
    OWN_DICE_CLAIM = "own dice claim"
    DICE_CLAIM = "dice claim"
    OPENING_ENTERED = "opening entered"
    OPENING = "opening"
    OWN_OPENING_DIE = "own opening die"
    OTHER_OPENING_DIE = "other's opening die"
    PRESS_TO_START = "press to start"
    OTHER_STARTS = "other starts"
    OWN_TIME_UP = "own time up"
    TIME_UP = "time up"
    OFFER_REJECTED = "offer rejected"
    OTHER_UNROLLED = "other's turn unrolled"
    PRESS_AFTER_TURN = "press after turn"
    OTHER_ROLLS = "other rolls"
    OTHER_PRESSES = "other presses first"
    UNROLLED = "turn unrolled"
    ROLL_AGAIN = "roll again"
    ROLL_AND_ENTER = "roll and enter"
    ROLL_OR_DOUBLE = "roll or double"
    ROLL = "roll"
    ROLL_DISPUTED = "roll disputed"
    OWN_ROLL_DISPUTE = "own roll dispute"
    ROLL_CONTESTED = "roll contested"
    ROLLS_CLAIMED = "rolls claimed"
    ROLL_CLAIMED = "roll claimed"
    OTHER_CLAIMS_ROLL = "other claims a roll"
    ROLL_PROPOSED = "roll proposed"
    ROLL_ASKED = "roll asked"
    PRESS_AFTER_DOUBLE = "press after double"
    OTHER_DECIDES = "other decides"
    DOUBLED = "doubled"
    PRESS_AFTER_MOVE = "press after move"
    OTHER_MOVES = "other moves"
    MOVE_AFTER_DELAY = "move after the delay"
    MOVE_AND_PRESS = "move and press"
    MOVE_AND_LIFT = "move and lift"
    OWN_CLAIM = "own claim"
    CLAIM = "claim"
    OWN_OFFER = "own offer"
    OFFER = "offer"
    EXPLAIN_AND_PRESS = "explain and press"
    OTHER_EXPLAINS = "other explains"
    OTHER_MOVE_CHALLENGED = "other's move challenged"
    MOVE_CHALLENGED = "move challenged"
    SET_UP = "set-up"
    READY = "ready"
    GUIDE = "pictures of a turn"
    CLOCKS_NOT_SET = "clocks not set"
    SCORE_CHECK = "score check"
    OWN_RESULT_DISPUTE = "own result dispute"
    RESULT_DISPUTED = "result disputed"
    RESULT_TO_CONFIRM = "result to confirm"
    RESULT_TO_REPORT = "result to report"
    RESULT_CONFIRMED = "result confirmed"
    NOBODY_WON = "nobody won"
    NEXT_MATCH = "next match"
    MATCH_OVER = "match over"


@dataclass(frozen=True, slots=True)
class Perspective:
    """A table with a match, as one side sees it at an instant."""

    snapshot: Snapshot
    side: Side
    at: Instant

    @property
    def waiting(self) -> WaitingView:
        return self.snapshot.waiting

    @property
    def phase(self) -> Phase:
        return self.snapshot.phase

    @property
    def me(self) -> SideView:
        return require(self.snapshot.sides).of_side(self.side)

    @property
    def other(self) -> SideView:
        return require(self.snapshot.sides).of_side(self.side.other)

    @property
    def name(self) -> str:
        """The other side's name."""
        return self.other.name

    def called(self, side: Side) -> str:
        return require(self.snapshot.sides).of_side(side).name

    @property
    def game(self) -> GameView:
        return require(self.snapshot.game)

    @property
    def on_turn(self) -> bool:
        return self.game.on_turn is self.side

    def may(self, kind: str) -> bool:
        return any(action.kind == kind for action in self.me.actions)

    @property
    def may_press(self) -> bool:
        return any(action.kind in BUTTONS for action in self.me.actions)

    @property
    def other_may_press(self) -> bool:
        return any(action.kind in BUTTONS for action in self.other.actions)

    @property
    def guided(self) -> bool:
        """Show the guide through a turn: the side is at the table, with nothing else to read or to
        wait for.
        """
        shown = self.snapshot
        called = shown.stop is not None or shown.director_called is not None
        message = shown.message is not None and not self.me.message_seen
        unread = message or any(not each.seen.of_side(self.side) for each in shown.rulings)
        busy = called or unread or self.late(self.side)
        return self.may(GuideTapped.__name__) and not busy

    def may_any(self, kinds: Collection[str]) -> bool:
        return any(action.kind in kinds for action in self.me.actions)

    def awaits_answer(self, kinds: Collection[str], claim: object | None) -> bool:
        """True if `claim` is open and either side may answer it now."""
        both = (*self.me.actions, *self.other.actions)
        return claim is not None and any(action.kind in kinds for action in both)

    # --- what is asked -------------------------------------------------------------------------

    @property
    def double(self) -> ClaimedDoubleView:
        return require(self.waiting.double)

    @property
    def dice(self) -> DiceClaimView:
        return require(self.waiting.dice)

    @property
    def offer(self) -> OfferView:
        return require(self.waiting.offer)

    @property
    def challenge(self) -> ChallengeView:
        return require(self.waiting.challenge)

    @property
    def unrolled(self) -> bool:
        """The side on turn ends its turn without a roll, as it can't move."""
        dice = self.waiting.dice
        return dice is not None and dice.matter is DiceMatter.CLOSED_OUT

    @property
    def disputed(self) -> bool:
        """A player claims that a roll that counted was another."""
        question = self.snapshot.question
        return question is not None and question.counted is not None

    @property
    def delay_over(self) -> bool:
        """The running side's delay has run out since the snapshot."""
        running = self.snapshot.running
        if running is None or self.snapshot.halted is not None:
            return False
        return (
            self.at - self.snapshot.at_ns >= require(self.snapshot.sides).of_side(running).delay_ns
        )

    def time_up(self, side: Side) -> bool:
        """The side's flag has fallen, in a turn, and a side may end the match for it."""
        flagged = require(self.snapshot.sides).of_side(side).flagged
        both = (*self.me.actions, *self.other.actions)
        ends = any(action.kind == ExpiryDeclared.__name__ for action in both)
        return flagged and ends and self.phase in {Phase.TO_ROLL, Phase.MOVING}

    # --- stops and absences ----------------------------------------------------------------------

    @property
    def held(self) -> StopView | None:
        """The stop to show; None for a contested roll, which has a screen of its own."""
        contested = self.disputed and None not in (self.me.said, self.other.said)
        return None if contested else self.snapshot.stop

    def stopped(self, reason: StopReason) -> bool:
        return self.held is not None and self.held.reason is reason

    def away(self, side: Side) -> PauseView | None:
        """The side's break; None after the match."""
        pause = self.waiting.pause
        there = pause is None or not pause.missing.of_side(side) or self.phase is Phase.MATCH_OVER
        return None if there else pause

    def overrun(self, side: Side) -> bool:
        pause = self.away(side)
        return pause is not None and (pause.overrun or self.at >= pause.until)

    def late(self, side: Side) -> bool:
        missing = require(self.snapshot.sides).of_side(side).late is not None
        return missing and self.phase is not Phase.MATCH_OVER

    def awaited(self, side: Side) -> bool:
        """The side was called to the table and is not late yet."""
        late = require(self.snapshot.sides).of_side(side).late
        return late is not None and late.awaited and self.phase is not Phase.MATCH_OVER

    def in_time(self, side: Side) -> str:
        """Time left until the side is late, as m:ss."""
        late = require(require(self.snapshot.sides).of_side(side).late)
        return minutes(max(0, late.since - self.at))

    @property
    def left(self) -> str:
        """Time left of the break, as m:ss."""
        return minutes(max(0, require(self.waiting.pause).until - self.at))

    @property
    def next_match(self) -> NextMatch | None:
        """The side's next match, if its event has called one."""
        following = self.snapshot.next_matches
        same = following is not None and following.match_id == self.snapshot.match_id
        return following.of_side(self.side) if following is not None and same else None

    @property
    def winner(self) -> str | None:
        """The other side's name; None if this side won."""
        return None if self.snapshot.winner is self.side else self.name
