"""What is seen from a chair and from ten metres, and what answers a tap."""

from dataclasses import replace
from itertools import pairwise

import pytest
from kits import commands as c
from kits.glass_kit import Bench, marks
from kits.rules_kit import BLACK, LONDON, NO_CLOCK, WHITE, Table
from kits.screen_kit import STATES, aided, moving, said, seen, to_roll
from kits.view_kit import half
from kits.waiting_kit import WAITING

from kiosk.catalogue.key import KeySheet
from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SECOND_NS, SIDES, Side, require
from kiosk.screen.controls import EnterNumbers, Give, Open, Pick
from kiosk.screen.items import Digits, Fill, Icon, Item, KeyCap, Sign
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.theme import Mood
from kiosk.screen.view import Urgency
from kiosk.wire.taps import Action


def drawn(bench: Bench, side: Side) -> dict[str, Item]:
    return marks(bench.pane(side))


def digits(items: dict[str, Item], name: str) -> str:
    item = items[name]
    assert isinstance(item, Digits)
    return item.text


def fill(items: dict[str, Item], name: str) -> Fill:
    item = items[name]
    assert isinstance(item, Fill)
    return item


# --- the end of a reserve ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left_s", "urgency"),
    [
        (61, Urgency.NONE),
        (60, Urgency.MINUTE),
        (11, Urgency.MINUTE),
        (10, Urgency.SECONDS),
        (1, Urgency.SECONDS),
    ],
)
def test_the_last_minute_and_the_last_ten_seconds_are_known(left_s: int, urgency: Urgency) -> None:
    """Norway: 12 s of delay, then 14 minutes; the other side's clock is as it was."""
    table = moving()
    own, other = (half(table, side, later_s=12 + 14 * 60 - left_s).clock for side in SIDES)
    assert own is not None
    assert other is not None
    assert (own.urgency, other.urgency) == (urgency, Urgency.NONE)


def test_they_are_seen_by_figures_colour_and_shape(bench: Bench) -> None:
    """A frame about them, then bare seconds on a bright plate; neither before, nor once fallen."""
    looks = []
    for state in ("moving", "last minute", "last seconds"):
        bench.show(seen(STATES[state]()))
        items = drawn(bench, WHITE)
        reserve = items["reserve"]
        assert isinstance(reserve, Digits)
        plates = {name for name in items if name.startswith("last_")}
        looks.append((reserve.text, reserve.ink, plates))
    assert [plates for _text, _ink, plates in looks] == [set(), {"last_minute"}, {"last_seconds"}]
    assert [text for text, _ink, _plates in looks] == ["14:00", "0:45", "8"]
    assert len({ink for _text, ink, _plates in looks[:2]}) == 2
    last_minute, last_seconds = "last_minute", "last_seconds"
    bench.show(seen(STATES["last minute"]()))
    framed = fill(drawn(bench, WHITE), last_minute)
    bench.show(seen(STATES["last seconds"]()))
    assert fill(drawn(bench, WHITE), last_seconds).face != framed.face
    bench.show(seen(STATES["flag fallen"]()))
    assert not {last_minute, last_seconds} & drawn(bench, BLACK).keys()


def test_a_fallen_flag_is_named_in_place_of_the_move() -> None:
    fallen = STATES["flag fallen"]()
    for later in (fallen, fallen.roll()):
        assert half(later, BLACK).prompt == "Your time is up. The match may be ended"
        assert half(later, WHITE).prompt == "Black's time is up. End the match, or play on"
    fallen.press(BLACK)
    assert half(fallen, BLACK).prompt == "Your time is up. The match may be ended"


# --- without a clock -----------------------------------------------------------------------------


def test_without_a_clock_the_half_that_is_to_act_is_filled_as_far_as_with_one(
    bench: Bench,
) -> None:
    table = moving(book=NO_CLOCK)
    turns = []
    for _turn in range(3):
        moods = {side: half(table, side).mood for side in SIDES}
        (turn,) = (side for side, mood in moods.items() if mood is Mood.RUNNING)
        turns.append(turn)
        bench.show(seen(table))
        assert "turn" in drawn(bench, turn)
        assert "turn" not in drawn(bench, turn.other)
        table.lift()
    assert turns == [WHITE, BLACK, BLACK]
    table.double()
    assert half(table, WHITE).mood is Mood.RUNNING
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    assert {half(table, side).mood for side in SIDES} == {Mood.PAUSED}


# --- the score, a break --------------------------------------------------------------------------


def test_between_games_the_score_stands_where_the_clock_runs_and_the_reserve_small(
    bench: Bench,
) -> None:
    bench.show(seen(STATES["game won"]()))
    for side, score in ((WHITE, "2–0"), (BLACK, "0–2")):
        items = drawn(bench, side)
        assert digits(items, "score") == score
        assert "reserve" not in items
        assert "reserve_line" in items
    bench.show(seen(moving()))
    assert digits(drawn(bench, WHITE), "reserve") == "14:00"
    assert "score" not in drawn(bench, WHITE)


def test_of_a_break_what_is_left_stands_large_and_counts_down() -> None:
    table = WAITING["break"]()
    assert [half(table, BLACK, later_s).large for later_s in (0, 61)] == ["5:00", "3:59"]
    assert half(table, WHITE, 61).large == "3:59"
    assert half(table, WHITE, 301).large == "0–0"


def test_before_the_first_game_nothing_is_said_to_be_at_nought(bench: Bench) -> None:
    """Whatever the clocks are set to by then."""
    table = Table().open()
    table.match = replace(
        table.match,
        clock=replace(table.match.clock, reserve=table.match.clock.reserve.map(lambda _ns: 0)),
    )
    bench.show(seen(table))
    for side in SIDES:
        texts = [str(getattr(item, "text", "")) for item in drawn(bench, side).values()]
        texts += [
            text for item in drawn(bench, side).values() for text in getattr(item, "texts", ())
        ]
        assert "0–0" in texts
        assert "0:00" not in texts


# --- stopping the clocks while dice are tapped in -------------------------------------------------


@pytest.mark.parametrize("aids", [(), (Aid.LEFT_HANDED,)], ids=["right", "left"])
def test_the_clocks_are_stopped_by_touch_with_one_die_tapped_in(
    bench: Bench, aids: tuple[Aid, ...]
) -> None:
    """A shaking finger's second touch there gives nothing."""
    table = to_roll()
    bench.resize((800, 480))
    bench.show(aided(seen(table), *aids))
    bench.tap(BLACK, EnterNumbers(Action("RollEntered", dice=2)), Pick(6))
    stop = bench.finger(BLACK, bench.key(BLACK, Open(KeySheet.STOP)).box)
    bench.pane(BLACK).gave = None
    stop.tap()
    stop.tap()
    assert bench.given == []
    fallen = Give(Action("ClockStopTapped", choices=("fallen_die",)))
    bench.tap(BLACK, fallen)
    assert [gift for _side, gift, _at_ns in bench.given] == [fallen]


# --- what answers a tap --------------------------------------------------------------------------


def test_the_key_to_undo_shows_how_much_of_its_time_is_left(bench: Bench) -> None:
    snapshot = seen(WAITING["doubled, to be taken back"]())
    lefts: list[float] = []
    for later_s in range(6):
        bench.show(snapshot, later_s * SECOND_NS)
        (cap,) = (
            item
            for item in drawn(bench, BLACK).values()
            if isinstance(item, KeyCap) and item.key.label == "Undo"
        )
        lefts.append(require(cap.left))
        others = [item for item in drawn(bench, WHITE).values() if isinstance(item, KeyCap)]
        assert {each.left for each in others} == {None}
    assert lefts[0] == 1.0
    assert all(
        after is not None and before is not None and after < before
        for before, after in pairwise(lefts)
    )
    bench.show(snapshot, 6 * SECOND_NS)
    assert "Undo" not in {cap.key.label for cap in bench.pane(BLACK).caps()}


def test_slow_play_a_call_explained_and_a_result_reported_are_answered_on_the_glass() -> None:
    for side in SIDES:
        assert "Slow play was reported to the director" in half(STATES["slow play"](), side).notes
        called = half(STATES["director called for the dice"](), side)
        assert "White called the director: Dice" in called.notes
    reported = WAITING["result reported"]()
    assert "You reported the result" in half(reported, WHITE).notes
    assert "White reported the result" in half(reported, BLACK).notes
    assert "Slow play was reported to the director" not in half(moving(book=LONDON), BLACK).notes


def test_the_final_screen_marks_the_winner_and_each_reads_why(bench: Bench) -> None:
    bench.show(seen(STATES["match over"]()))
    won, lost = (drawn(bench, side) for side in SIDES)
    star = won["winner"]
    assert isinstance(star, Icon)
    assert star.sign is Sign.WINNER
    assert "winner" not in lost
    over = STATES["match over"]()
    assert "You won 1 point: the last checker was borne off" in half(over, WHITE).notes
    assert "You lose 1 point: the last checker was borne off" in half(over, BLACK).notes


def test_who_passes_reads_what_it_loses_before_and_after() -> None:
    doubled = WAITING["doubled, to be taken back"]()
    assert "If you pass you lose 1 point" in half(doubled, WHITE).quiet
    assert "If you pass you lose 1 point" not in half(doubled, BLACK).quiet
    doubled.pass_()
    assert half(doubled, WHITE).notes == ("You lose 1 point: the double was passed",)
    assert half(doubled, BLACK).notes == ("You won 1 point: the double was passed",)
    again = moving(book=LONDON).wait(20).end_turn().lift().double().take()
    again.roll().lift().double(WHITE)
    assert "If you pass you lose 2 points" in half(again, BLACK).quiet


def test_a_gammon_is_read_as_the_points_it_is_worth() -> None:
    table = moving().win(WHITE, 2)
    assert "You lose 2 points: the last checker was borne off" in half(table, BLACK).notes


def test_what_a_side_entered_is_echoed_to_it_until_the_other_answers() -> None:
    table = STATES["opening by touch"]()
    table.ok(c.RollEntered(table.at, WHITE, (4,)))
    assert any("You entered 4" in note for note in half(table, WHITE).notes)
    assert not any("You entered" in note for note in half(table, BLACK).notes)
    entered = STATES["entered by touch"]()
    assert "You entered 6-2" in half(entered, BLACK).notes
    called_off = STATES["one calls it invalid"]()
    assert "You entered: does not count" in half(called_off, WHITE).notes
    agreed = said(entered, c.RollAgreed(entered.at, WHITE, (6, 2)))
    assert not any("You entered" in note for note in half(agreed, BLACK).notes)


@pytest.mark.parametrize(
    ("state", "clocked", "unclocked"),
    [
        (
            LinkState.LOST,
            "Table lost; trying again. The clocks stand still",
            "Table lost; trying again",
        ),
        (
            LinkState.SILENT,
            "The table does not answer; the clock runs on",
            "The table does not answer",
        ),
    ],
)
def test_who_loses_the_table_reads_whether_the_clocks_run(
    state: LinkState, clocked: str, unclocked: str
) -> None:
    link = LinkStatus(state, 0)
    assert half(moving(), WHITE, link=link).notes == (clocked,)
    assert half(moving(book=NO_CLOCK), WHITE, link=link).notes == (unclocked,)
    assert half(STATES["director called"](), WHITE, link=link).notes == (unclocked,)
