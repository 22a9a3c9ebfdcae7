"""A tap that settled something, taken back: the match is as it was before, clocks and all."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.match_corpus import AT, corpus, plain_matches
from kits.rules_kit import BLACK, LONDON, NORWAY, UNIFIED, WHITE, Table, ns
from kits.rules_samples import samples

from kiosk.rules.clock import read
from kiosk.rules.decide import ACTS, deadline, decide, evolve, why_not
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.aid import Aid
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import CubeWord
from kiosk.rules.take_back import TAKE_BACK_NS
from kiosk.rules.units import SIDES, BySide, Instant

SETTLING = tuple(dict.fromkeys(act.command for act in ACTS if act.may_take_back is not None))
LATER = Instant(AT + ns(5))


def given(kind: type[c.Command]) -> Iterator[tuple[Match, Match, c.Command]]:
    """Every match of the corpus in which such a tap may be taken back: before, after, the tap.

    A flag that had fallen by then is told with the tap, and stays fallen. No book of the corpus
    lets a win be declared alone.
    """
    for match in corpus():
        if kind is c.WinDeclared and match.book is not None:
            alone = match.book.with_value("ending.opponent_confirms", value=False)
            match = replace(match, book=alone)  # noqa: PLW2901
        for command in samples(kind, AT):
            before, after = None, match
            for event in decide(match, command).events:
                before = after if isinstance(event, e.TapSettled) else before
                after = evolve(after, event)
            if before is not None:
                yield before, after, command


@pytest.mark.parametrize("kind", SETTLING, ids=lambda kind: kind.__name__)
def test_a_tap_and_taking_it_back_leave_the_match_as_it_was(kind: type[c.Command]) -> None:
    seen = 0
    for match, after, command in given(kind):
        back = decide(after, c.TakeBackTapped(LATER, command.side))
        if isinstance(back.events[0], e.FlagReached):
            continue  # the clock that the tap did not touch ran out meanwhile
        assert [type(event) for event in back.events] == [e.TapTakenBack]
        assert _but_time(back.match) == _but_time(match)
        assert _left_at(back.match, LATER) == _left_at(match, _ran_until(after, match))
        seen += 1
    assert seen


def _ran_until(after: Match, before: Match) -> Instant:
    """A clock that the tap left alone runs on; one it touched goes on with what it had then."""
    return LATER if after.clock == before.clock else AT


def _but_time(match: Match) -> Match:
    clock = replace(match.clock, reserve=None, since=0, delay_left=0, used=0)  # type: ignore[arg-type]
    return replace(match, clock=clock, settled=None, taken_back=None)


def _left_at(match: Match, at: Instant) -> tuple[object, ...]:
    now = read(match.clock, at)
    return now.reserve, now.delay_left, now.used


@pytest.mark.parametrize("kind", SETTLING, ids=lambda kind: kind.__name__)
def test_only_who_gave_it_takes_it_back_and_only_for_six_seconds(kind: type[c.Command]) -> None:
    for _match, after, command in list(given(kind))[:40]:
        side, last = command.side, Instant(AT + TAKE_BACK_NS)
        assert why_not(after, c.TakeBackTapped(AT, side.other)) == (Reason.NOTHING_TO_TAKE_BACK,)
        assert why_not(after, c.TakeBackTapped(Instant(last - 1), side)) == () or _flags(after)
        late = decide(after, c.TakeBackTapped(last, side)).events[-1]
        assert isinstance(late, e.Refused)


def _flags(match: Match) -> bool:
    due = deadline(match)
    return due is not None and due < AT + TAKE_BACK_NS


BESIDE: tuple[c.Command, ...] = (
    c.DeviceFailed(AT, "camera", "unplugged"),
    c.DeviceRecovered(AT, "camera"),
    c.TowerReported(AT, 2, 2),
    c.MessageOrdered(AT, "m1", "director:Kari", "", "Last round"),
    c.MessageTapped(AT, BLACK),
    c.LanguageTapped(AT, BLACK, "nb"),
    c.AidTapped(AT, BLACK, Aid.HOLD, True),
    c.TakeTapped(AT, BLACK),
)
"""Reports, words and a refused tap: beside the game."""


def doubled(book: object = LONDON) -> Table:
    return Table().open(book=book).start().turn().double()  # type: ignore[arg-type]


def test_what_devices_report_meanwhile_neither_ends_it_nor_is_lost() -> None:
    table = doubled()
    for command in BESIDE:
        table.do(replace(command, at=table.at))
    assert table.match.message is not None
    assert table.match.settled is not None
    table.ok(c.TakeBackTapped(table.at, BLACK))
    assert table.phase is Phase.TO_ROLL
    assert table.match.languages == BySide("", "nb")
    assert table.match.message is not None
    assert table.match.message.seen.black
    table = doubled()
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    table.ok(c.TakeBackTapped(table.at, BLACK))
    assert table.match.lost_devices == {"camera"}


ENDS = (
    lambda table: c.TakeTapped(table.at, WHITE),
    lambda table: c.DirectorCallTapped(table.at, WHITE),
    lambda table: c.ClockPressed(table.at, BLACK),
    lambda table: table.order(c.StopOrdered),
    lambda table: c.TableRestarted(table.at, None, None),
)


@pytest.mark.parametrize("number", range(len(ENDS)))
def test_it_is_over_once_anything_has_happened_in_the_game(number: int) -> None:
    table = doubled(UNIFIED)
    table.ok(ENDS[number](table))
    # a take may itself be taken back, by who took
    assert why_not(table.match, c.TakeBackTapped(table.at, BLACK)) == (Reason.NOTHING_TO_TAKE_BACK,)


def test_both_learn_of_it_until_play_goes_on() -> None:
    table = doubled()
    table.ok(c.TakeBackTapped(table.at, BLACK))
    taken_back = table.match.taken_back
    assert taken_back is not None
    assert (taken_back.side, taken_back.tap) == (BLACK, "DoubleTapped")
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    assert table.match.taken_back == taken_back
    table.double()
    assert table.match.taken_back is None


def test_a_flag_neither_falls_for_the_time_taken_back_nor_is_lost() -> None:
    """A second is left when Black passes; it is left after the pass was taken back, and runs."""
    table = doubled(UNIFIED).press(BLACK)
    table.wait(table.reserve(WHITE) / ns(1) - 1)
    table.ok(c.PassTapped(table.at, WHITE))
    table.wait(5)
    table.ok(c.TakeBackTapped(table.at, WHITE))
    assert table.reserve(WHITE) == ns(1)
    assert deadline(table.match) == table.now + ns(1)
    table.wait(1)
    assert isinstance(table.do(c.TakeTapped(table.at, WHITE))[0], e.FlagReached)


@pytest.mark.parametrize("word", CubeWord)
def test_what_the_book_says_stands_is_not_remembered(word: CubeWord) -> None:
    kinds = {
        CubeWord.DOUBLE: c.DoubleTapped,
        CubeWord.TAKE: c.TakeTapped,
        CubeWord.PASS: c.PassTapped,
    }
    book = NORWAY.with_value("cube.stands", frozenset({word}))
    for stands, kind in kinds.items():
        for match in plain_matches():
            under = replace(match, book=book) if match.book else match
            for side in SIDES:
                events = decide(under, kind(AT, side)).events
                if isinstance(events[-1], e.Refused):
                    continue
                assert any(isinstance(event, e.TapSettled) for event in events) == (
                    stands is not word
                )
