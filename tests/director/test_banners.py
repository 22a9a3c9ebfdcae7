"""What a director should see at once on a card: said in words, the gravest first, each once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kits import commands as c
from kits import events as e
from kits.card_kit import BLACK, WHITE, moving, over, shown, state
from kits.hall_kit import PaperTable
from kits.waits_corpus import BY, CASES, begun, later, played, tap, won
from kits.words import STOPS

from kiosk.catalogue.matter import DirectorNeed
from kiosk.director.tables.card import card
from kiosk.rules.decide import evolve
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match.call import CallAbout
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS
from kiosk.wire.sync import Ailment

Banners = list[tuple[str, str, bool]]


def of(table: PaperTable, now_ns: int = 0, **head: Any) -> Banners:
    seen = card(state(table, table.head(**head)), now_ns)
    return [(each.look, each.text, each.wait) for each in seen.banners]


def with_event(table: PaperTable, *events: e.Event) -> Banners:
    seen = state(table)
    match = seen.replay.match
    for event in events:
        match = evolve(match, event)
    changed = card(replace(seen, replay=replace(seen.replay, match=match)), 0)
    return [(each.look, each.text, each.wait) for each in changed.banners]


def test_a_table_where_all_is_well_has_none(table: PaperTable) -> None:
    assert of(table) == []


def test_rows_of_orders_nobody_gave_are_an_alarm(table: PaperTable) -> None:
    for ungiven, words in (
        ((7,), "Row 7 is of an order that this director never gave: find out who gave it."),
        ((7, 9), "2 rows from 7 on are of orders that this director never gave: find out who "
         "gave them."),
    ):  # fmt: skip
        seen = card(replace(state(table), ungiven=ungiven), 0)
        assert [(each.look, each.text) for each in seen.banners] == [("alarm", words)]
        assert seen.need & DirectorNeed.ALARM


def test_a_machine_that_answered_in_the_directors_place_is_told(table: PaperTable) -> None:
    lost = e.DeviceLost("director_stranger", "its answer is not signed")
    words = "Another machine answered the table in the director's place"
    assert with_event(table, lost) == [("lost", words, False)]


def test_a_call_is_said_once_and_the_stop_it_brings_is_not(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    moving(table, norway)
    table.keeper.tap(c.DirectorCallTapped, WHITE)
    assert shown(table).stop == STOPS[StopReason.DIRECTOR_CALLED]
    assert of(table) == [("call", "Anna calls the director", True)]
    disputed = make_table(2)
    moving(disputed, norway)
    disputed.keeper.tap(c.DisputeTapped, BLACK)
    assert shown(disputed).stop == STOPS[StopReason.DISPUTE]
    assert of(disputed) == [
        ("call", "Bo disputes; everything stays as it is until the ruling", True)
    ]


def test_who_comes_is_said_after_the_call(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    moving(table, norway)
    table.keeper.tap(c.DirectorCallTapped, WHITE, CallAbout.DICE)
    assert shown(table).waits[0].orders == ("coming", "start")
    table.keeper.do(c.ComingOrdered, "match-1", "director:Kari", "", by="director:Kari")
    assert shown(table).coming == "Director Kari is coming"
    assert shown(table).waits[0].orders == ("start", "coming")
    assert of(table) == [
        ("call", "Anna calls the director: the dice", True),
        ("coming", "Director Kari is coming", False),
    ]
    table.keeper.do(c.StartOrdered, "match-1", "director:Kari", "decided", by="director:Kari")
    assert shown(table).coming is None


def test_a_stop_by_the_director_is_said_with_a_call(table: PaperTable) -> None:
    table.keeper.tap(c.DirectorCallTapped, WHITE)
    table.keeper.do(c.StopOrdered, "match-1", BY, "the light fails", by=BY)
    assert of(table) == [
        ("call", "Anna calls the director", True),
        ("stop", "Stopped: Director Kari: the light fails", False),
    ]


def test_a_stop_without_a_call_is_said(table: PaperTable) -> None:
    table.keeper.do(c.StopOrdered, "match-1", BY, "a break", by=BY)
    assert of(table) == [("stop", "Stopped: Director Kari: a break", False)]


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("camera", "Camera lost: dice are entered by touch"),
        ("tower", "Baffle box lost: the camera sees the dice alone"),
        ("buttons", "Clock buttons lost"),
        ("director", "The table could not reach the director"),
        ("printer", "Printer lost"),
    ],
)
def test_what_it_means_that_a_device_is_lost(table: PaperTable, device: str, words: str) -> None:
    lost = with_event(table, e.DeviceLost(device, "gone"))
    assert ("lost", words, False) in lost
    assert {look for look, *_ in lost} == {"lost"}


@pytest.mark.parametrize("device", DeviceName)
def test_every_device_lost_is_said_in_words_of_its_own(
    table: PaperTable, device: DeviceName
) -> None:
    ((_look, words, _wait),) = with_event(table, e.DeviceLost(device, "gone"))
    assert words != f"{device.capitalize()} lost"


def test_no_screen_is_said_while_the_table_is_heard(table: PaperTable) -> None:
    assert of(table, screens=0) == [("lost", "No players' screen", False)]
    assert of(table, screens=0, now_ns=60 * SECOND_NS) == []


def test_the_worst_of_the_tables_machine_is_said_by_its_code(table: PaperTable) -> None:
    low = Ailment("power.low", "throttled 0x50005", grave=True)
    full = Ailment("disk.low", "free 700 MB", grave=False)
    bare = Ailment("clock.no-service", "", grave=False)
    words = "The table's machine: power.low (throttled 0x50005)"
    assert of(table, ailments=(low, full)) == [("lost", words, False)]
    told = [("note", "The table's machine: disk.low (free 700 MB)", False)]
    assert of(table, ailments=(full,)) == told
    assert of(table, ailments=(full,), now_ns=60 * SECOND_NS) == []
    assert of(table, ailments=(bare,)) == [("note", "The table's machine: clock.no-service", False)]
    ((_look, long, _wait),) = of(table, ailments=(Ailment("x.y", "9" * 1000, grave=True),))
    assert len(long) < 130


def test_only_a_fault_of_the_machine_wants_the_director(table: PaperTable) -> None:
    for grave in (True, False):
        ill = table.head(ailments=(Ailment("power.low", "", grave=grave),))
        assert bool(card(state(table, ill), 0).need & DirectorNeed.LOST_DEVICE) is grave


def test_a_message_is_said_until_both_have_read_it(table: PaperTable) -> None:
    table.keeper.do(c.MessageOrdered, "match-1", BY, "", "Quiet, please.", by=BY)
    words = "Message not yet read by {}: “Quiet, please.”"
    assert of(table) == [("note", words.format("Anna and Bo"), False)]
    table.keeper.tap(c.MessageTapped, BLACK)
    assert of(table) == [("note", words.format("Anna"), False)]
    table.keeper.tap(c.MessageTapped, WHITE)
    assert of(table) == []


def test_rows_not_yet_received_are_counted_in_words(table: PaperTable) -> None:
    rows = len(table.rows)
    assert of(table, head_seq=rows + 1) == [("note", "1 row not yet received", False)]
    assert of(table, head_seq=rows + 4) == [("note", "4 rows not yet received", False)]


def test_alarms_and_a_halt_come_before_all_but_a_call(table: PaperTable) -> None:
    table.keeper.tap(c.DirectorCallTapped, WHITE)
    last = len(table.rows)
    looks = of(table, halted="the disk is full", head_seq=last - 1, upto=last - 1)
    assert [look for look, *_ in looks] == ["call", "alarm", "alarm"]
    assert looks[1] == ("alarm", "The table has halted: the disk is full", False)
    assert looks[2][1].startswith(f"The table's journal ends at row {last - 1}")


def test_time_used_up_is_said_by_what_waits_or_else_by_itself(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """Where it costs points, those are proposed, and the clock stands at zero all the same."""
    table = make_table()
    table.open(norway)
    for play in (begun, later(60)):
        play(table)
    claim = ("flag", "Anna's time is used up: Bo may claim the match", True)
    assert [each for each in of(table) if each[0] == "flag"] == [claim]
    (costs,) = (case for case in CASES if case.name == "points for time used up")
    other = played(make_table, costs)
    assert [wait.need for wait in shown(other).waits] == ["decision"]
    assert [look for look, *_ in of(other)] == ["decide", "flag", "stop"]
    assert of(other)[1] == ("flag", "Anna's time is used up", False)


def test_what_waits_is_among_them_by_its_gravity(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway, points=9)
    late = [c.LatenessOrdered, "match-1", BY, "so", WHITE, 6 * 60 * SECOND_NS, None]
    table.keeper.do(*late, by=BY)
    assert of(table)[0] == (
        "decide",
        "1 penalty point against Anna, because the player is late",
        True,
    )
    table.keeper.do(c.ProposalDeclined, "match-1", BY, "so", 1, by=BY)
    assert of(table)[0] == ("absent", "Anna is not at the table", True)
    wished = make_table(2)
    wished.open(norway)
    for play in (begun, tap(c.ObserverWanted, WHITE)):
        play(wished)
    assert of(wished) == [("note", "Anna asks for an observer", True)]
    ended = make_table(3)
    ended.open(norway)
    for play in (begun, *won(WHITE)):
        play(ended)
    assert of(ended) == [("note", "Anna won, the result is not posted", True)]


def test_every_matter_is_a_banner_and_in_the_same_order(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    over(table, norway)
    seen = shown(table)
    assert [each.text for each in seen.banners if each.wait] == [each.text for each in seen.waits]
