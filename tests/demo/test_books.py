"""A demo under every book: the table set up, dice thrown and turns ended as the book has it."""

import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kits import events as e

from kiosk import cli
from kiosk.demo import core_match, seats
from kiosk.demo.core_match import CoreTable, dice_of, play_on_core
from kiosk.demo.errors import DemoMisused
from kiosk.demo.event import check_armed, event_settings
from kiosk.demo.moves import Entry
from kiosk.demo.plan import Flaw, PlannedThrow, flaws_under
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings, TableProcess
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import DicePairs, Half
from kiosk.rules.units import BySide, Side
from kiosk.table.settings import load, load_book, set_up

TIMETABLE = "clock.timetable_min=[[8, 9, 10], [9, 12, 13], [10, 13, 15]]"
BASES = ("italian-international", "london-club", "norway")
PROFILES = [*BASES, *(f"{base}+{of}" for base in BASES for of in ("unified-2001", "michigan-2002"))]
CUPS = [profile for profile in PROFILES if not profile.startswith("norway")]
RIGHT = BySide(white=Half.PICTURE_RIGHT, black=Half.PICTURE_LEFT)
"""White sits at the picture's bottom, Black at its top."""


def given(profile: str) -> list[str]:
    return [TIMETABLE] if profile.endswith("michigan-2002") else []


def book(profile: str, clock: str = "book") -> RuleBook:
    return load_book(profile, clock, rules=event_settings(profile, clock, given(profile)))


@cache
def played(profile: str) -> tuple[Any, ...]:
    """One game with an opening tie, cocked dice, and a die in the wrong half by either side."""
    return tuple(play_on_core(14, 1, book(profile))[1])


@cache
def norway() -> list[Entry]:
    return play_on_core(6, 3, book("norway"))[0]


def plain(log: list[Entry]) -> list[Entry]:
    """The log, whatever a box counted."""
    return [tuple(None if word is Flaw.MISCOUNTED else word for word in entry) for entry in log]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_match_ends_under_every_book_with_nothing_refused_and_the_same_dice(profile: str) -> None:
    log, events = play_on_core(6, 3, book(profile))
    assert not [event for event in events if isinstance(event, e.Refused)]
    assert isinstance(events[-1], e.MatchEnded)
    assert plain(log) == plain(norway())


@pytest.mark.parametrize("profile", BASES)
def test_without_a_clock_it_is_the_same_match(profile: str) -> None:
    log, events = play_on_core(5, 1, book(profile, "none"))
    assert log == play_on_core(5, 1, book(profile))[0]
    assert not [event for event in events if isinstance(event, e.ClockStarted)]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_box_stands_only_where_rolls_through_it_count(profile: str) -> None:
    """norway §4.1(iv)(b) allows it; italian-international L98 and london-club TR9.1 want cups."""
    setup = seats.set_up(book(profile))
    boxed = profile.startswith("norway")
    assert (setup.mixer, setup.tower) == ((Half.PICTURE_LEFT, True) if boxed else (None, False))


@pytest.mark.parametrize(
    ("profile", "clock", "dice"),
    [
        ("italian-international", "book", DicePairs.SHARED_PAIR),  # L133
        ("italian-international", "none", DicePairs.PAIR_EACH),  # L91
        ("london-club", "book", DicePairs.PAIR_EACH),  # TR9: no clock by itself
        ("london-club+unified-2001", "book", DicePairs.SHARED_PAIR),  # §3.1
        ("london-club+michigan-2002", "book", DicePairs.SHARED_PAIR),  # §2.2
        ("norway", "book", DicePairs.SHARED_PAIR),  # §3.3(iii)
        ("norway", "none", DicePairs.PAIR_EACH),  # §3.3(ii)
    ],
)
def test_dice_are_shared_or_not_as_the_book_says(profile: str, clock: str, dice: DicePairs) -> None:
    assert seats.set_up(book(profile, clock)).dice is dice


@pytest.mark.parametrize("profile", CUPS)
def test_each_side_rolls_on_its_own_right_half(profile: str) -> None:
    """italian-international L95, london-club TR9.2."""
    events = played(profile)
    rolls = [event for event in events if isinstance(event, e.RollAccepted)]
    assert {roll.side for roll in rolls} == set(Side)
    for roll in rolls:
        assert [die.half for die in roll.facts.dice] == [RIGHT.of_side(roll.side)] * 2


@pytest.mark.parametrize("profile", CUPS)
def test_both_opening_dice_are_rolled_at_once_and_a_tie_again(profile: str) -> None:
    """italian-international L136."""
    events = played(profile)
    dice = [event for event in events if isinstance(event, e.OpeningDieRolled)]
    assert len(dice) == 4
    for white, black in zip(dice[::2], dice[1::2], strict=True):
        assert (white.side, black.side) == (Side.WHITE, Side.BLACK)
        assert white.facts == black.facts
        assert [die.half for die in white.facts.dice] == [RIGHT.white, RIGHT.black]
    assert [event.value for event in events if isinstance(event, e.OpeningTied)] == [dice[0].value]


@pytest.mark.parametrize("profile", ["italian-international", "london-club"])
def test_a_die_beyond_the_bar_does_not_count(profile: str) -> None:
    refused = [event for event in played(profile) if isinstance(event, e.RollRefused)]
    wrong = [event for event in refused if event.reasons == (Reason.WRONG_SIDE,)]
    assert {event.side for event in wrong} == set(Side)
    for event in wrong:
        assert [die.half for die in event.facts.dice] == [
            RIGHT.of_side(event.side),
            RIGHT.of_side(event.side.other),
        ]


def test_the_other_consents_before_italian_dice_are_rolled_again() -> None:
    """italian-international L96."""
    told = [
        event
        for event in played("italian-international")
        if isinstance(event, e.RollRefused | e.RerollAllowed | e.RollAccepted)
    ]
    refused = [pair for pair in pairwise(told) if isinstance(pair[0], e.RollRefused)]
    assert len(refused) > 3
    for first, second in refused:
        assert isinstance(second, e.RerollAllowed)
        assert second.side is first.side.other
        assert Reason.NO_CONSENT not in first.reasons


def test_dice_lifted_end_a_turn_where_no_clock_is_used() -> None:
    """london-club TR9.5."""
    events = played("london-club")
    ended = [i for i, event in enumerate(events) if isinstance(event, e.TurnEnded)]
    assert len(ended) > 20
    for i in ended:
        assert isinstance(events[i - 1], e.DicePickedUp)
        assert events[i].cites == ("london-club TR9.5",)
    assert not [event for event in events if isinstance(event, e.RerollAllowed)]


def test_what_can_not_go_wrong_is_not_planned() -> None:
    london = book("london-club")
    assert flaws_under(london, seats.set_up(london)) == set(Flaw) - {Flaw.MISCOUNTED}
    norway = book("norway")
    assert flaws_under(norway, seats.set_up(norway)) == set(Flaw)
    lenient = norway.with_value("roll.on_checker_ok", True)
    assert flaws_under(lenient, seats.set_up(lenient)) == set(Flaw) - {Flaw.COCKED}


@pytest.mark.parametrize(
    ("flaw", "half", "flat", "support"),
    [
        (None, Half.PICTURE_LEFT, True, "surface"),
        (Flaw.MISCOUNTED, Half.PICTURE_LEFT, True, "surface"),
        (Flaw.WRONG_HALF, Half.PICTURE_RIGHT, True, "surface"),
        (Flaw.OFF_BOARD, Half.OFF, True, "surface"),
        (Flaw.COCKED, Half.PICTURE_LEFT, False, "checker"),
    ],
)
def test_the_last_die_of_a_throw_has_its_flaw_and_no_other(
    flaw: Flaw | None, half: Half, flat: bool, support: str
) -> None:
    belong = (Half.PICTURE_RIGHT, Half.PICTURE_LEFT)
    first, last = dice_of(PlannedThrow((6, 5), flaw), ("roll", 1, 2), belong)
    sure = [(die.value, die.guess, die.confidence) for die in (first, last)]
    assert sure == [(6, 6, 1.0), (5, 5, 1.0)]
    assert (first.half, first.flat, first.support) == (Half.PICTURE_RIGHT, True, "surface")
    assert (last.half, last.flat, last.support) == (half, flat, support)


def thing(kind: str, **holds: Any) -> Any:
    return type(kind, (), holds)()


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ("norway", "seed 2: 1 rolls\nseed 0: 2 rolls\n"),
        ("london-club", "seed 2: 1 rolls\nseed 0: 2 rolls\nseed 3: 3 rolls\n"),
    ],
)
def test_seeds_that_show_everything_are_listed_shortest_first(
    profile: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From cups nothing is miscounted."""
    roll = thing("RollAccepted")
    plain = [thing("Taken"), thing("Passed"), thing("GameStarted", crawford=True)]
    refused = thing("RollRefused", reasons=(Reason.COCKED, Reason.WRONG_SIDE))
    counted = thing("RollQuestioned", reasons=(Reason.DIE_IN_BOX,))
    evenings = {
        0: [*plain, refused, counted, roll, roll],
        1: [*plain[1:], refused, counted, roll],
        2: [*plain, refused, counted, roll],
        3: [*plain, refused, roll, roll, roll],
    }
    played: list[tuple[int, int, str]] = []

    def rehearsed(seed: int, points: int, by: RuleBook) -> tuple[list[Entry], list[Any]]:
        played.append((seed, points, by.profile))
        return [], evenings[seed]

    monkeypatch.setattr(core_match, "play_on_core", rehearsed)
    command = ["core_match", "--count", "4", "--points", "5", "--rulebook", profile]
    monkeypatch.setattr(sys, "argv", command)
    assert core_match.main() == 0
    assert capsys.readouterr().out == told
    assert played == [(seed, 5, profile) for seed in range(4)]


# --- what the event sets -------------------------------------------------------------------------


def test_the_event_sets_a_time_that_a_book_has_it_set_and_no_other() -> None:
    """italian-international L127 gives neither; norway §3.5(v) gives both."""
    own = event_settings("italian-international", "book", [])
    assert set(own) == {"clock.reserve_s_per_point", "clock.delay_s"}
    assert event_settings("italian-international", "none", []) == {}
    assert event_settings("norway", "book", []) == {}
    assert event_settings("london-club", "book", []) == {}
    stated = event_settings("italian-international", "book", ["clock.delay_s = 7"])
    assert stated == {**own, "clock.delay_s": 7}


@pytest.mark.parametrize("text", ["clock.delay_s", "clock.delay_s=", "=7", "clock.delay_s=7\nx=1"])
def test_a_setting_that_is_none_is_shown_how_it_is_written(text: str) -> None:
    with pytest.raises(DemoMisused, match=r"is no KEY=VALUE such as clock\.delay_s=12"):
        event_settings("norway", "book", [text])


def test_a_timetable_is_nobodys_to_make_up() -> None:
    """michigan-2002 §4.1: its timetable is lost."""
    profile = "london-club+michigan-2002"
    rules = event_settings(profile, "book", [])
    assert rules == {}
    table = CoreTable()
    table.open(3, load_book(profile, "book", rules=rules))
    with pytest.raises(DemoMisused, match=r"clock\.timetable_min \(michigan-2002 §4\.1\)"):
        check_armed(table.match)


def test_a_timetable_reaches_as_far_as_the_match() -> None:
    with pytest.raises(DemoMisused, match="ends with row 3, a match to 4 needs row 4"):
        play_on_core(1, 4, book("london-club+michigan-2002"))


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--rulebook", "london-club+michigan-2002"), "clock.timetable_min"),
        (("--rulebook", "atlantis"), "atlantis"),
        (("--rulebook", ""), "''"),
        (("--rulebook", "norway+"), "''"),
        (("--rulebook", "norway+london-club"), "london-club is a base"),
        (("--rulebook", "unified-2001"), "BASE+unified-2001"),
        (("--rulebook", "norway+unified-2001+michigan-2002"), "3 books"),
        (("--rulebook", "../norway"), "'../norway'"),
        (("--set", "clock.delay=12"), "clock.delay"),
        (("--set", "clock.delay_s=9999"), "clock.delay_s"),
        (("--set", "clock.delay_s"), "KEY=VALUE"),
    ],
)
def test_what_can_not_be_played_is_one_sentence_before_anything_is_made(
    arguments: tuple[str, ...],
    names: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["demo", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert names in line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("profile", PROFILES)
def test_the_table_is_configured_as_the_demo_sets_it_up(profile: str, tmp_path: Path) -> None:
    rules = event_settings(profile, "book", given(profile))
    asked = MatchSettings("demo-1", 3, profile, "book", 1, rules=rules)
    with Sockets(tmp_path) as sockets:
        TableProcess(tmp_path, asked, sockets)
    read = load(tmp_path / "table.toml")
    assert read.seats is not None
    assert read.match is not None
    assert set_up(read.seats, read.devices.camera) == seats.set_up(book(profile))
    assert load_book(profile, read.match.clock, rules=read.match.rules) == book(profile)
    assert (read.devices.tower is not None) == profile.startswith("norway")
    assert asked.rig().mixer == read.seats.mixer
