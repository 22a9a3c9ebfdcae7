"""A roll that is not settled while people play on: lifted, pressed after, thrown over."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits import events as e
from kits.match_profiles import PROFILES
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    FISCHER,
    ITALIAN,
    LEFT,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    facts,
    ns,
)

from kiosk.rules.decide import why_not
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import MixerUse, RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Instant, Side

CLOCKED = {
    "norway": NORWAY,
    "italian": BRONSTEIN,
    "fischer": FISCHER,
    "unified": UNIFIED,
    "michigan": MICHIGAN,
}
UNCLOCKED = {"norway": NO_CLOCK, "london": LONDON, "italian": ITALIAN}
BOXES = {"cups": None, "box": LEFT}


def with_box(book: RuleBook, mixer: Half | None) -> Half | None:
    return None if book.roll.mixer is MixerUse.CUP_ONLY else mixer


def to_roll(book: RuleBook, mixer: Half | None = None) -> Table:
    """White is to roll, the dice off the board."""
    table = Table().open(book=book, mixer=with_box(book, mixer)).start(5, 6).turn()
    assert table.on_turn is WHITE
    return table.lift()


def asked(book: RuleBook, mixer: Half | None = None) -> Table:
    """The camera asks whether White rolled 6-6."""
    table = to_roll(book, mixer)
    half = table.half_of(WHITE)
    table.throw(die(6, half, flat=None), die(6, half))
    assert table.phase is Phase.CONFIRMING
    return table


def confirm(table: Table, *sides: Side) -> Table:
    for side in sides:
        table.ok(c.RollConfirmed(table.at, side))
    return table


def thrown_by(table: Table, side: Side, high: int, low: int) -> Table:
    half = table.half_of(side)
    table.throw(die(high, half), die(low, half))
    return table


def accepted(table: Table) -> list[tuple[Side, tuple[int, ...]]]:
    rolls = [event for event in table.events if isinstance(event, e.RollAccepted)]
    return [(roll.side, roll.values) for roll in rolls]


# --- a roll that its roller agreed to is settled as it is lifted ----------------------------------


@pytest.mark.parametrize("mixer", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("book", CLOCKED.values(), ids=CLOCKED)
def test_the_opponents_throw_never_becomes_the_rollers(book: RuleBook, mixer: Half | None) -> None:
    """The worst moment of an evening: is it 6-6, yes, lifted, moved, pressed, and thrown."""
    table = confirm(asked(book, mixer), WHITE).lift()
    assert table.phase is Phase.MOVING
    assert table.told(e.RollSettledAlone) == e.RollSettledAlone(WHITE, (6, 6))
    table.wait(5).press(WHITE)
    thrown_by(table, BLACK, 5, 2)
    assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (5, 2))]
    assert (table.on_turn, table.phase) == (BLACK, Phase.MOVING)


@pytest.mark.parametrize("mixer", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("book", UNCLOCKED.values(), ids=UNCLOCKED)
def test_without_a_clock_the_lift_ends_the_turn_too(book: RuleBook, mixer: Half | None) -> None:
    table = confirm(asked(book, mixer), WHITE).lift()
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
    thrown_by(table, BLACK, 5, 2)
    assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (5, 2))]


def test_what_only_the_other_agreed_to_is_not_settled_by_a_lift() -> None:
    table = confirm(asked(NORWAY), BLACK).lift()
    assert table.phase is Phase.CONFIRMING
    confirm(table, WHITE)
    assert accepted(table)[-1] == (WHITE, (6, 6))


def test_what_the_other_has_contested_is_not_settled_by_a_lift() -> None:
    table = asked(NORWAY)
    table.ok(c.RollEntered(table.at, BLACK, (6, 5)))
    confirm(table, WHITE).lift()
    assert table.phase is Phase.CONFIRMING


def test_what_a_side_entered_alone_is_not_settled_by_a_lift() -> None:
    """Nobody else has seen those values."""
    table = asked(NORWAY)
    table.ok(c.RollEntered(table.at, WHITE, (6, 5)))
    table.lift()
    assert table.phase is Phase.CONFIRMING


def test_one_opening_die_is_settled_alone_too() -> None:
    """Through a box each throws one die: Black's is never taken for White's."""
    table = Table().open(mixer=LEFT).ready()
    table.throw(die(6, LEFT, flat=None, at=(10.0, 10.0)))
    confirm(table, WHITE).lift()
    table.throw(die(2, LEFT, at=(50.0, 50.0)))
    assert (table.told(e.OpeningWon).side, table.told(e.OpeningWon).values) == (WHITE, (6, 2))


def test_an_opening_die_thrown_over_an_unsettled_one_waits_for_it() -> None:
    table = Table().open(mixer=LEFT).ready()
    table.throw(die(6, LEFT, flat=None, at=(10.0, 10.0)))
    table.lift().throw(die(2, LEFT, at=(50.0, 50.0)))
    confirm(table, WHITE, BLACK)
    again = table.told(e.RollQuestioned)
    assert (again.side, again.proposal) == (BLACK, (2,))
    assert again.reasons == (Reason.THROWN_MEANWHILE,)


# --- the other may contest it until its own roll -------------------------------------------------


def settled_alone() -> Table:
    return confirm(asked(NORWAY), WHITE).lift().wait(5).press(WHITE)


def test_it_is_contested_after_the_turn_and_played_again() -> None:
    table = settled_alone()
    spent = table.wait(20).reserve(WHITE)
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    assert table.phase is Phase.CONFIRMING
    table.ok(c.RollAgreed(table.at, WHITE, (6, 5)))
    assert table.told(e.RollCorrected).values == (6, 5)
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
    assert table.match.clock.running is WHITE
    assert table.reserve(WHITE) == spent
    assert table.match.game is not None
    assert table.match.game.roll == (6, 5)
    table.press(WHITE)
    thrown_by(table.lift(), BLACK, 5, 2)
    assert accepted(table)[-1] == (BLACK, (5, 2))


def test_both_may_agree_that_it_did_not_count() -> None:
    table = settled_alone()
    table.ok(c.RollDisputeTapped(table.at, BLACK, None))
    table.ok(c.RollAgreed(table.at, WHITE, None))
    assert (table.on_turn, table.phase) == (WHITE, Phase.TO_ROLL)
    assert table.match.clock.running is WHITE
    thrown_by(table, WHITE, 4, 3)
    assert accepted(table)[-1] == (WHITE, (4, 3))


def test_the_roller_holds_on_and_the_director_rules() -> None:
    table = settled_alone()
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    table.ok(c.RollDisputeDenied(table.at, WHITE))
    assert table.match.director_called is not None
    table.ok(table.order(c.RollOrdered, (6, 5)))
    table.go_on()
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
    assert table.match.clock.running is WHITE


def test_taken_back_the_turn_goes_on() -> None:
    table = settled_alone()
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    table.ok(c.RollDisputeDenied(table.at, BLACK))
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
    assert table.match.clock.running is BLACK
    again = c.RollDisputeTapped(table.at, BLACK, (6, 5))
    assert table.refused(again) == (Reason.NOT_NOW,)


def test_only_the_other_contests_and_not_after_its_own_roll() -> None:
    table = settled_alone()
    assert table.refused(c.RollDisputeTapped(table.at, WHITE, (6, 5))) == (Reason.NOT_NOW,)
    thrown_by(table, BLACK, 5, 2)
    table.press(BLACK)
    assert table.refused(c.RollDisputeTapped(table.at, WHITE, (6, 5))) == (Reason.NOT_NOW,)
    both = confirm(asked(NORWAY), WHITE, BLACK).press(WHITE)
    assert both.refused(c.RollDisputeTapped(both.at, BLACK, (6, 5))) == (Reason.NOT_NOW,)


# --- a press before the roll is accepted ---------------------------------------------------------


@pytest.mark.parametrize("book", CLOCKED.values(), ids=CLOCKED)
def test_a_press_just_before_the_roll_is_accepted_counts(book: RuleBook) -> None:
    """Two seconds at most, from when it was made; it is refused first, and answered so."""
    for late_ns, counts in ((ns(2), True), (ns(2) + 1, False)):
        table = confirm(asked(book), WHITE).wait(3)
        pressed = table.at
        assert table.refused(c.ClockPressed(pressed, WHITE)) == (Reason.ROLL_IN_DOUBT,)
        table.now += late_ns
        confirm(table, BLACK)
        assert (table.on_turn is BLACK) == counts
        assert table.match.clock.running is (BLACK if counts else WHITE)
        if counts:
            assert table.match.clock.since == pressed
            assert table.told(e.TurnEnded).side is WHITE


@pytest.mark.parametrize("book", CLOCKED.values(), ids=CLOCKED)
def test_a_press_before_the_camera_has_said_its_word_counts_too(book: RuleBook) -> None:
    """Stamped as the dice came to rest, if that was later."""
    for rest_s in (-1, 0.5):
        table = to_roll(book)
        pressed = table.at
        table.do(c.ClockPressed(pressed, WHITE))
        table.wait(1)
        rest = Instant(pressed + ns(rest_s))
        look = facts(die(6, RIGHT), die(5, RIGHT))
        table.ok(c.RollRead(table.at, type(look)(look.dice, True, rest, table.at, None)))
        assert accepted(table)[-1] == (WHITE, (6, 5))
        assert table.on_turn is BLACK
        assert table.match.clock.since == max(rest, pressed)


def test_a_press_while_the_box_counts_counts_once_it_has() -> None:
    table = Table().open(mixer=LEFT, tower=True).start(5, 6).turn().lift()
    table.ok(c.RollRead(table.at, facts(die(6, LEFT), die(5, LEFT))))
    table.wait(0.5)
    table.refused(c.ClockPressed(table.at, WHITE))
    table.wait(0.5).ok(c.TowerReported(table.at, 2, 2))
    assert accepted(table)[-1] == (WHITE, (6, 5))
    assert table.on_turn is BLACK


def test_the_lower_roller_starts_the_clock_a_moment_too_early() -> None:
    table = Table().open().ready()
    table.throw(die(6, RIGHT, flat=None), die(5, LEFT))
    table.refused(c.ClockPressed(table.at, BLACK))
    table.wait(1)
    confirm(table, WHITE, BLACK)
    assert (table.phase, table.match.clock.running) == (Phase.MOVING, WHITE)


def test_it_never_becomes_the_others_early_roll() -> None:
    """Too long before: White presses once more; what Black threw meanwhile counts then."""
    table = confirm(asked(UNIFIED), WHITE)
    table.refused(c.ClockPressed(table.at, WHITE))
    table.wait(5).lift()
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
    thrown_by(table, BLACK, 5, 2)
    assert table.count(e.RolledEarly) == table.count(e.RollRefused) == 0
    table.wait(1).press(WHITE)
    assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (5, 2))]


@pytest.mark.parametrize("mixer", BOXES.values(), ids=BOXES)
def test_dice_thrown_after_a_refused_press_wait_for_the_roll(mixer: Half | None) -> None:
    table = asked(NORWAY, mixer).lift()
    table.refused(c.ClockPressed(table.at, WHITE))
    thrown_by(table.wait(5), BLACK, 5, 2)
    assert table.match.game is not None
    assert table.match.game.question is not None
    assert table.match.game.question.proposal == (6, 6)
    confirm(table, BLACK, WHITE)
    assert accepted(table)[-1] == (WHITE, (6, 6))
    table.press(WHITE)
    assert accepted(table)[-1] == (BLACK, (5, 2))


def test_after_a_refused_press_the_other_half_is_not_the_rollers() -> None:
    """The camera never saw White's own roll: White enters it, and what Black threw waits."""
    table = to_roll(NORWAY)
    table.refused(c.ClockPressed(table.at, WHITE))
    thrown_by(table.wait(3), BLACK, 5, 2)
    assert table.count(e.RollRefused) == 0
    table.enter(6, 4).press(WHITE)
    assert accepted(table)[-2:] == [(WHITE, (6, 4)), (BLACK, (5, 2))]


def test_a_stop_between_press_and_roll_starts_no_clock() -> None:
    table = confirm(asked(NORWAY), WHITE)
    table.refused(c.ClockPressed(table.at, WHITE))
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    confirm(table, BLACK)
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
    assert table.match.clock.running is None


def test_a_press_while_the_roll_is_contested_counts_once_it_is_upheld() -> None:
    table = to_roll(NORWAY)
    thrown_by(table, WHITE, 6, 4)
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)
    table.wait(1).ok(c.RollDisputeDenied(table.at, BLACK))
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)


def test_a_press_counts_not_for_a_roll_that_was_corrected() -> None:
    """White has to move again with the roll that counts."""
    table = to_roll(NORWAY)
    thrown_by(table, WHITE, 6, 4)
    table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 5)))
    table.refused(c.ClockPressed(table.at, WHITE))
    table.ok(c.RollAgreed(table.at, WHITE, (6, 5)))
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)


def test_a_press_before_a_double_says_nothing_of_the_roll_after_it() -> None:
    table = to_roll(NORWAY, LEFT)
    table.refused(c.ClockPressed(table.at, WHITE))
    table.wait(3).double().take()
    thrown_by(table.wait(3), WHITE, 5, 2)
    assert accepted(table)[-1] == (WHITE, (5, 2))


@pytest.mark.parametrize("counted", [True, False])
def test_through_a_box_that_counts_late_both_say_whose_dice_they_are(counted: bool) -> None:
    table = Table().open(mixer=LEFT, tower=True).start(5, 6).turn().lift()
    table.refused(c.ClockPressed(table.at, WHITE))
    table.wait(3).ok(c.RollRead(table.at, facts(die(5, LEFT), die(2, LEFT))))
    if counted:
        table.ok(c.TowerReported(table.at, 2, 2))
    else:
        table.wait(2).ok(c.DeadlineReached(table.at))
    assert Reason.THROWN_AFTER_PRESS in table.told(e.RollQuestioned).reasons


def test_through_a_box_both_say_whose_dice_came_after_a_press() -> None:
    table = to_roll(NORWAY, LEFT)
    table.refused(c.ClockPressed(table.at, WHITE))
    thrown_by(table.wait(3), BLACK, 5, 2)
    assert table.told(e.RollQuestioned).reasons == (Reason.THROWN_AFTER_PRESS,)


def test_a_press_from_before_a_restart_counts_no_more_and_is_not_forgotten() -> None:
    table = asked(NORWAY).lift()
    table.refused(c.ClockPressed(table.at, WHITE))
    table.ok(c.TableRestarted(table.at, table.at, None))
    for side in SIDES:
        table.ok(c.ResumeTapped(table.at, side))
    thrown_by(table, BLACK, 5, 2)
    confirm(table, WHITE, BLACK)
    assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
    table.press(WHITE)
    assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (5, 2))]


# --- no false accusation -------------------------------------------------------------------------


@pytest.mark.parametrize("mixer", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("book", CLOCKED.values(), ids=CLOCKED)
def test_dice_lifted_while_they_were_asked_about_were_lifted(
    book: RuleBook, mixer: Half | None
) -> None:
    """A question, a lift, two times yes, a press, fresh dice; and so once more."""
    table = asked(book, mixer)
    for side, other in ((WHITE, BLACK), (BLACK, WHITE)):
        confirm(table.lift(), WHITE, BLACK)
        table.wait(3).press(side)
        half = table.half_of(other)
        table.throw(die(4, half, flat=None), die(3, half))
        assert table.told(e.RollQuestioned).reasons == (Reason.FLAT_UNSURE,)
    assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (4, 3))]


def test_dice_lifted_and_then_called_invalid_are_rolled_again() -> None:
    table = asked(NORWAY).lift()
    for side in SIDES:
        table.ok(c.RollEntered(table.at, side, None))
    thrown_by(table, WHITE, 4, 3)
    assert accepted(table)[-1] == (WHITE, (4, 3))


def test_dice_lifted_before_both_agreed_are_off_the_board() -> None:
    """Without a clock only the button can end the turn then."""
    for mixer in BOXES.values():
        table = confirm(asked(NO_CLOCK, mixer).lift(), WHITE, BLACK)
        assert (table.on_turn, table.phase) == (WHITE, Phase.MOVING)
        assert not table.match.dice_down
        table.press(WHITE)
        thrown_by(table, BLACK, 5, 2)
        assert accepted(table)[-2:] == [(WHITE, (6, 6)), (BLACK, (5, 2))]


def test_dice_that_nobody_saw_lie_there_accuse_nobody() -> None:
    """Entered by touch: whether they were lifted no camera can say."""
    table = to_roll(NORWAY).enter(6, 4).press(WHITE)
    thrown_by(table, BLACK, 5, 2)
    assert accepted(table)[-1] == (BLACK, (5, 2))


def test_dice_lifted_while_the_camera_was_away_accuse_nobody() -> None:
    table = to_roll(NORWAY)
    thrown_by(table, WHITE, 6, 4)
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    table.press(WHITE)
    table.ok(c.DeviceRecovered(table.at, "camera"))
    thrown_by(table, BLACK, 5, 2)
    assert accepted(table)[-1] == (BLACK, (5, 2))


def test_a_ruling_on_lifted_dice_accuses_nobody() -> None:
    table = asked(NORWAY).lift()
    table.ok(table.order(c.RollOrdered, (6, 5)))
    table.press(WHITE)
    thrown_by(table, BLACK, 5, 2)
    assert accepted(table)[-1] == (BLACK, (5, 2))


def test_dice_laid_back_while_a_question_stands_are_no_roll() -> None:
    table = asked(NORWAY).lift()
    laid = c.RollRead(table.at, facts(die(1, RIGHT), die(2, RIGHT), rolled=False))
    assert table.refused(laid) == (Reason.NOT_NOW,)
    confirm(table, WHITE, BLACK)
    assert accepted(table)[-1] == (WHITE, (6, 6))


# --- in whatever order ---------------------------------------------------------------------------

EVERY = {
    f"{name} {box}": (book, mixer)
    for name, book in PROFILES.items()
    for box, mixer in BOXES.items()
}
VALUES = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
STEPS = ("look", "lift", "yes white", "yes black", "press", "throw", "no", "camera", "restart")


class Hands:
    """Two players and a camera; each throw shows values of its own, so it is known whose it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fresh = iter(VALUES)
        self.threw: dict[tuple[int, ...], Side] = {}
        self.pressed = False
        """The side on turn has pressed since its roll was seen."""

    def throw(self, side: Side, *, sure: bool) -> None:
        values = next(self.fresh, None)
        if values is None:
            return
        self.threw[values] = side
        half = self.table.half_of(side)
        self.table.throw(die(values[0], half, flat=True if sure else None), die(values[1], half))

    def step(self, what: str) -> None:
        table = self.table
        if table.phase not in {Phase.TO_ROLL, Phase.CONFIRMING, Phase.MOVING}:
            return
        side = table.on_turn
        table.wait(1)
        match what:
            case "look" if table.phase is Phase.TO_ROLL and not self.pressed:
                table.lift()
                self.throw(side, sure=False)
            case "lift":
                table.lift()
            case "yes white" | "yes black":
                self._agree(WHITE if what == "yes white" else BLACK)
            case "no":
                self._refuse()
            case "press":
                self._press(side)
            case "throw" if self.pressed and table.on_turn is side:
                table.lift()
                self.throw(side.other, sure=True)
            case "throw" if table.phase is Phase.TO_ROLL and not self.pressed:
                table.lift()
                self.throw(side, sure=True)
            case "camera":
                table.do(c.DeviceFailed(table.at, "camera", "unplugged"))
                table.do(c.DeviceRecovered(table.at, "camera"))
            case "restart":
                table.do(c.TableRestarted(table.at, table.at, None))
                for each in SIDES:
                    table.do(c.ResumeTapped(table.at, each))
        if table.on_turn is not side or table.phase is Phase.TO_ROLL:
            self.pressed = False

    def _agree(self, side: Side) -> None:
        """They tell the truth: nobody agrees to another's dice."""
        question = self.table.match.game.question if self.table.match.game else None
        proposal = question.proposal if question else None
        if question and proposal and self.threw.get(proposal) is question.side:
            self.table.do(c.RollConfirmed(self.table.at, side))

    def _refuse(self) -> None:
        question = self.table.match.game.question if self.table.match.game else None
        if question is not None and self.threw.get(question.proposal or ()) is not question.side:
            for side in SIDES:
                self.table.do(c.RollEntered(self.table.at, side, None))

    def _press(self, side: Side) -> None:
        told = self.table.do(c.ClockPressed(self.table.at, side))
        assert told, "a press without an answer"
        ended = any(isinstance(event, e.TurnEnded) for event in told)
        refused = [event for event in told if isinstance(event, e.Refused)]
        assert ended != bool(refused)
        assert all(event.reasons for event in refused)
        self.pressed = not ended and self.table.phase is not Phase.TO_ROLL


@pytest.mark.parametrize(("book", "mixer"), EVERY.values(), ids=EVERY)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(st.sampled_from(STEPS), max_size=30))
def test_no_roll_is_ever_anothers(book: RuleBook, mixer: Half | None, steps: list[str]) -> None:
    table = to_roll(book, mixer)
    hands, begun = Hands(table), len(table.events)
    for what in ("look", *steps):
        hands.step(what)
    for event in table.events[begun:]:
        if isinstance(event, e.RollAccepted) and event.values in hands.threw:
            assert hands.threw[event.values] is event.side
        if isinstance(event, e.RolledEarly):
            assert not hands.threw, "nobody threw before a press"
        if isinstance(event, e.RollQuestioned):
            assert Reason.DICE_NOT_ROLLED not in event.reasons


def test_two_honest_players_always_get_on() -> None:
    """After any of it a roll is settled by two yeses."""
    table = asked(NORWAY).lift()
    table.refused(c.ClockPressed(table.at, WHITE))
    thrown_by(table, BLACK, 5, 2)
    assert not why_not(table.match, c.RollConfirmed(table.at, WHITE))
