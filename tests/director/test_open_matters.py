"""What waits for the director: found, said in words, and gone once its orders are given."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.card_kit import shown
from kits.hall_kit import UTC, PaperTable, rehashed
from kits.waits_corpus import BLACK, BY, CASES, WHITE, Case, begun, later, played, tap, won
from kits.words import REASONS

from kiosk.catalogue import languages
from kiosk.catalogue.matter import DirectorNeed, OpenMatter
from kiosk.catalogue.stops import ANSWERS, QUESTIONS
from kiosk.catalogue.tables import FORMS, SENTENCES, waits
from kiosk.catalogue.text import format_text
from kiosk.director.orders.orders import read_order, sent_order
from kiosk.director.tables.card import card
from kiosk.director.tables.cards import WaitView
from kiosk.director.tables.open_matters import asks_after
from kiosk.director.tables.state import TableState, with_row
from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY
from kiosk.rules.match.call import DirectorCall
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.outcome import Matter
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import MINUTE_NS
from kiosk.wire.codec import EVENTS
from kiosk.wire.row import Row, chain_row

LANGUAGES = languages.load()
LATER = "2026-05-09T14:09:00.000Z"


def state(table: PaperTable) -> TableState:
    return reduce(with_row, table.rows, TableState(table.journal_id, table.number))


def give(table: PaperTable, kind: str, said: dict[str, Any]) -> None:
    """An order from the console, decided by the table."""
    form = {"journal_id": table.journal_id, "match_id": "match-1", "why": "so"}
    body = json.dumps(form | {"kind": kind} | said).encode()
    before = len(table.rows)
    table.obey(sent_order(read_order(body, "Kari").given(UTC)))
    for row in table.rows[before:]:
        event = row.event()
        refused = isinstance(event, e.Refused) and [REASONS[why] for why in event.reasons]
        assert not refused, (kind, said, refused)


def the_one(table: PaperTable, text: str) -> WaitView:
    waits = shown(table).waits
    (found,) = [wait for wait in waits if wait.text == text] or [waits]
    assert isinstance(found, WaitView), found
    return found


def test_what_a_book_leaves_open_is_suggested_and_is_the_directors_choice(
    make_table: Callable[..., PaperTable],
) -> None:
    """9-9 away: 54 minutes each; 4-6: 30 (unified-2001 §2.1). The event's own values stay."""
    table = make_table()
    table.open(load("london-club+michigan-2002", {"late.grace_min": 4}), points=9)
    wait = the_one(table, "No game can start: you have to set the minutes on the clocks")
    assert wait.advice is not None
    assert "It is your choice: this book has no table." in wait.advice
    own, suggested = str(wait.fill["rules"]).split("\n")
    assert own == "late.grace_min = 4"
    minutes = json.loads(suggested.removeprefix("clock.timetable_min = "))
    assert (len(minutes), minutes[8][8], minutes[3][5], minutes[5][3]) == (9, 54, 30, 30)
    rules = {"late.grace_min": 4, "clock.timetable_min": minutes}
    give(table, "profile", {"profile": "london-club+michigan-2002", "rules": rules})
    assert shown(table).waits == ()
    for side in (WHITE, BLACK):
        table.keeper.tap(c.ReadyTapped, side)
    assert table.keeper.match.clock.reserve.white == 54 * MINUTE_NS


def test_the_times_of_an_event_are_suggested_too(make_table: Callable[..., PaperTable]) -> None:
    table = make_table()
    table.open(load("italian-international"), points=7)
    (wait,) = shown(table).waits
    assert wait.text == (
        "No game can start: you have to set the time for each point and the delay of each turn"
    )
    assert wait.fill == {"rules": "clock.reserve_s_per_point = 180\nclock.delay_s = 12"}
    assert "italian-international L126" in (wait.advice or "")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_waits_is_said_and_its_orders_answer_it(
    make_table: Callable[..., PaperTable], case: Case
) -> None:
    table = played(make_table, case)
    wait = the_one(table, case.text)
    assert (wait.urgency, wait.need) == (case.need, str(case.need.name).lower())
    assert wait.aloud is (case.need > DirectorNeed.WISH)
    assert wait.pressing is (case.need > DirectorNeed.RESULT)
    assert wait.since_utc == UTC
    assert set(case.orders) <= set(wait.orders) <= FORMS.keys()
    spoken = [card(state(table), 0, language).waits for language in LANGUAGES.values()]
    stopped = [each.text for each in sum(spoken, ()) if each.text.endswith((".", "。"))]
    assert stopped == []  # it is a line of a list
    seen = shown(table)
    assert seen.waits == (wait,)
    assert case.need in DirectorNeed(seen.need)
    for kind, more in case.orders.items():
        names = {field.name for field in FORMS[kind].fields}
        give(table, kind, {key: wait.fill[key] for key in wait.fill.keys() & names} | more)
    assert (case.text in [left.text for left in shown(table).waits]) is not case.ends


def test_every_kind_of_matter_is_among_the_cases() -> None:
    """What the rules refer to the director, but a passed double, which takes a whole match."""
    said = "\n".join(case.text for case in CASES)
    absent = {matter for matter, words in QUESTIONS.items() if format_text(words) not in said}
    assert absent == {Matter.DROPPED_DOUBLE}


def test_a_call_with_its_matter_is_said_once(make_table: Callable[..., PaperTable]) -> None:
    for name in ("a dispute", "dice taken early", "where the cube lies", "time lost"):
        (case,) = (one for one in CASES if one.name == name)
        seen = shown(played(make_table, case))
        assert seen.called is not None
        assert [wait.text for wait in seen.waits] == [case.text]


def test_points_that_grow_stay_one_matter_waiting_since_it_was_proposed(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway, points=9)
    late = [c.LatenessOrdered, "match-1", BY, "so", WHITE, 6 * MINUTE_NS, None]
    table.keeper.do(*late, by=BY)
    first = state(table)
    (before,) = card(first, 0).waits
    assert (before.points, before.fill) == (1, {"number": 1, "points": 1})
    later(5)(table)
    rows = [replace(row, wall_utc=LATER) for row in table.rows[first.replay.last_seq :]]
    grown = reduce(with_row, rows, first)
    (after,) = card(grown, 0).waits
    assert (after.key, after.points, after.side) == (before.key, 2, WHITE)
    assert after.fill == {"number": 1, "points": 2}
    assert after.since_utc == before.since_utc == UTC
    table.keeper.do(c.ProposalDeclined, "match-1", BY, "so", 1, by=BY)
    rows = [replace(row, wall_utc=LATER) for row in table.rows[grown.replay.last_seq :]]
    (absent,) = card(reduce(with_row, rows, grown), 0).waits
    assert (absent.text, absent.since_utc) == ("Anna is not at the table", LATER)


def test_play_that_goes_on_answers_a_call_but_gives_nobody_an_observer(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway)
    for play in (begun, tap(c.ObserverWanted, WHITE), tap(c.LostTimeClaimed, BLACK)):
        play(table)
    assert [wait.urgency for wait in shown(table).waits] == [DirectorNeed.CALLED, DirectorNeed.WISH]
    give(table, "start", {})
    assert [wait.text for wait in shown(table).waits] == ["Anna asks for an observer"]
    give(table, "score", {"white": 3, "black": 0})
    assert [wait.urgency for wait in shown(table).waits] == [DirectorNeed.WISH, DirectorNeed.RESULT]
    table.open(norway, match_id="match-2")
    assert shown(table).waits == ()


def test_nothing_waits_at_a_table_whose_match_another_continues(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway)
    for play in (begun, tap(c.DisputeTapped, WHITE)):
        play(table)
    assert waits(table.keeper.match) != ()
    assert waits(replace(table.keeper.match, taken_over_by="journal-2")) == ()


def test_a_row_of_a_newer_program_leaves_what_was_asked(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway)
    for play in (begun, tap(c.LostTimeClaimed, BLACK)):
        play(table)
    seen = state(table)
    newer = rehashed(table.rows[-1], seq=len(table.rows) + 1, kind="MoodChanged")
    assert card(with_row(seen, newer), 0).waits == card(seen, 0).waits != ()


def test_a_call_after_the_match_ends_when_its_result_is_posted(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """No order resumes play then."""
    table = make_table()
    table.open(norway)
    for play in (begun, *won(WHITE)):
        play(table)
    called = replace(state(table).replay.match, call=DirectorCall(BLACK))
    assert [wait.key for wait in waits(called)] == ["call", "result"]
    posted = evolve(called, e.ResultEntered(WHITE, "director:Kari", "on the sheet", ()))
    assert waits(posted) == ()


# --- what was asked, and what settles it ---------------------------------------------------------

ASKING: dict[type[e.Event], tuple[e.Event, tuple[str, ...], set[type[e.Event]] | None]] = {
    e.Referred: (
        e.Referred(Matter.SCORE, WHITE, ("norway §4.6",)),
        ("score", "start"),
        None,
    ),
    e.DiceDisputed: (
        e.DiceDisputed(WHITE, DiceMatter.EARLY_PICKUP, None, ()),
        ("dispute", "delay"),
        None,
    ),
    e.LostTimeNoted: (e.LostTimeNoted(WHITE, ()), ("time", "start"), None),
    e.ObserverAsked: (e.ObserverAsked(WHITE, ()), ("observer",), {e.ObserverAppointed}),
    e.SlowPlayNoted: (
        e.SlowPlayNoted(BLACK, (), ()),
        ("message", "clock", "penalty", "observer"),
        {e.ObserverAppointed, e.ClockIntroduced, e.MessagePosted, e.PenaltyAwarded},
    ),
}
"""An event that puts a matter to the director, the orders that answer it, and, of a wish, all that
settles it however play goes on."""
GOES_ON = {e.PlayResumed, e.GameEnded, e.MatchEnded, e.ScoreChanged, e.ResultEntered}
BEGINS = {e.MatchOpened, e.TableTakenOver}


def row_of(table: PaperTable, event: e.Event) -> Row:
    return chain_row(
        event,
        journal_id="journal-1",
        seq=1,
        match_id="match-1",
        at_ns=0,
        boot_id="boot-1",
        wall_utc=UTC,
        by="table",
        command_id="c",
        prev_hash=table.rows[0].prev_hash,
    )


@pytest.mark.parametrize("kind", ASKING, ids=lambda kind: kind.__name__)
def test_what_is_asked_waits_until_something_settles_it(
    table: PaperTable, kind: type[e.Event]
) -> None:
    event, orders, settled_by = ASKING[kind]
    (ask,) = asks_after((), row_of(table, event))
    assert (ask.kind, ask.orders) == (kind.__name__, orders)
    assert ask.wish is (settled_by is not None)
    assert (ask.text, ask.cites) == (SENTENCES[kind].format(event), event.cites)
    (wait,) = waits(EMPTY, (ask,))
    assert wait.need is (DirectorNeed.WISH if ask.wish else DirectorNeed.CALLED)
    settles = {
        other
        for other in EVENTS.values()
        if other not in ASKING
        and asks_after((ask,), rehashed(table.rows[0], kind=other.__name__)) == ()
    }
    assert settles == (GOES_ON if settled_by is None else settled_by) | BEGINS


def test_nothing_else_puts_a_matter_to_the_director(table: PaperTable) -> None:
    asking = {event for event, entry in SENTENCES.items() if entry.asks is not None}
    assert asking == ASKING.keys()
    unknown = rehashed(table.rows[0], kind="MoodChanged")
    ask = asks_after((), row_of(table, ASKING[e.LostTimeNoted][0]))
    assert asks_after(ask, unknown) == ask


def test_matters_are_asked_one_beside_the_other_and_again_once(table: PaperTable) -> None:
    asks: tuple[OpenMatter, ...] = ()
    for event, *_ in (*ASKING.values(), ASKING[e.LostTimeNoted]):
        asks = asks_after(asks, row_of(table, event))
    names = [each.kind for each in asks]
    assert sorted(names) == sorted(kind.__name__ for kind in ASKING)
    assert names[-1] == "LostTimeNoted"  # said again, it is the newest
    assert len({wait.key for wait in waits(EMPTY, asks)}) == len(ASKING)
    black = asks_after(asks, row_of(table, e.LostTimeNoted(BLACK, ())))
    assert len(black) == len(ASKING) + 1
    after = asks_after(asks, rehashed(table.rows[0], kind="PlayResumed"))
    assert {each.kind for each in after} == {"ObserverAsked", "SlowPlayNoted"}


def test_every_order_that_answers_a_matter_has_a_form() -> None:
    answers = {kind for _event, orders, _settled in ASKING.values() for kind in orders}
    assert answers | {kind for orders in ANSWERS.values() for kind in orders} <= FORMS.keys()
    assert ANSWERS.keys() == set(Matter) == QUESTIONS.keys()
