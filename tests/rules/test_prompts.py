"""What people are asked to do: on every book's word, and read from the match alone."""

from kits import commands as c
from kits.books import load
from kits.late_kit import ITALIAN, late, ring
from kits.moves_kit import COST, MICHIGAN, moved, says
from kits.rules_kit import BLACK, LONDON, NO_CLOCK, NORWAY, WHITE, Table

from kiosk.rules.match import EMPTY
from kiosk.rules.prompts import PROMPTS, prompts
from kiosk.rules.prompts.desk import DeskPrompt as P
from kiosk.rules.prompts.desk import desk_prompts
from kiosk.rules.rulebook import BreakTimes


def asked(table: Table) -> set[P]:
    found = desk_prompts(table.match)
    assert set(found) <= set(prompts(table.match))
    return set(found)


def test_nothing_is_asked_without_a_match_or_after_it() -> None:
    assert prompts(EMPTY) == ()
    table = late(points=1)
    table.ok(table.order(c.PenaltyOrdered, BLACK, 1, None))
    assert desk_prompts(table.match) == ()


def test_no_prompt_means_two_things() -> None:
    words = [word.value for kind in PROMPTS for word in kind]
    assert len(set(words)) == len(words)


def test_a_time_the_book_leaves_open_is_waited_for() -> None:
    """michigan-2002 §4.1 has lost its timetable: the director sets one first (S014)."""
    table = Table().open(7, load("london-club+michigan-2002"))
    assert asked(table) == {P.WAIT_FOR_CLOCK_TIMES}
    assert asked(Table().open(7, MICHIGAN)) == set()


def test_who_is_late_is_waited_for() -> None:
    """london-club TR4."""
    assert asked(late()) == {P.WAIT_FOR_LATE_SIDE}
    table = late(LONDON)
    assert asked(table) == {P.WAIT_FOR_LATE_SIDE}
    assert asked(ring(table, 31)) == {P.WAIT_FOR_LATE_SIDE, P.MATCH_MAY_BE_CLAIMED}


def test_clock_times_are_noted_at_a_break() -> None:
    """norway §4.3(ii)(b), italian-international L172, michigan-2002 §3.9."""
    wanted = {
        BreakTimes.NOT_ASKED: set(),
        BreakTimes.COUNSELLED: {P.MAY_NOTE_CLOCK_TIMES},
        BreakTimes.REQUIRED: {P.NOTE_CLOCK_TIMES},
        BreakTimes.CROSS_CHECKED: {P.CROSS_CHECK_CLOCK_TIMES},
    }
    for value, prompt in wanted.items():
        table = Table().open(7, NORWAY.with_value("stop.break_times", value))
        table.ok(c.BreakTapped(table.at, WHITE, 1))
        assert asked(table) == prompt
    assert NORWAY.stop.break_times is BreakTimes.REQUIRED
    assert ITALIAN.stop.break_times is BreakTimes.COUNSELLED
    assert MICHIGAN.stop.break_times is BreakTimes.CROSS_CHECKED
    table = Table().open(7, NO_CLOCK)
    table.ok(c.BreakTapped(table.at, WHITE, 1))
    assert asked(table) == set()
    assert asked(ring(table, 6)) == {P.COME_BACK, P.WAIT_FOR_LATE_SIDE}


def test_a_challenged_move_is_answered_or_pressed() -> None:
    """norway §4.2(iii)(b); michigan-2002 §3.5."""
    table = moved()
    assert asked(table) == set()
    table.ok(says(table))
    assert asked(table) == {P.ANSWER_ILLEGAL_MOVE}
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert asked(table) == {P.MOVE_AGAIN_AFTER_DELAY}
    table.wait(12).press(WHITE)
    assert asked(table) == set()
    michigan = moved(MICHIGAN)
    michigan.ok(says(michigan))
    assert asked(michigan) == {P.TELL_AND_PRESS}
    michigan.ok(c.IllegalMoveDenied(michigan.at, WHITE))
    assert asked(michigan) == {P.ANSWER_ILLEGAL_MOVE}
    italian = moved(COST)
    italian.ok(says(italian))
    italian.ok(c.IllegalMoveAgreed(italian.at, WHITE))
    assert asked(italian) == {P.MOVE_AGAIN}


def test_a_wrong_set_up_and_a_dispute() -> None:
    """norway §4.2(iv), §5.1."""
    table = Table().open().start()
    table.ok(c.SetUpErrorTapped(table.at, BLACK))
    assert asked(table) == {P.CORRECT_SET_UP}
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    assert asked(table) == set()
    table.ok(c.DisputeTapped(table.at, BLACK))
    assert asked(table) == {P.LEAVE_TABLE_AS_IT_IS}
    loose = Table().open(7, NORWAY.with_value("dispute.table_frozen", False))
    loose.ok(c.DisputeTapped(loose.at, BLACK))
    assert asked(loose) == set()
