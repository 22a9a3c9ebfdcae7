"""Whole matches by nothing but taps: the X server's pointer on the running screen's keys.

Where a key is follows from what the table shows; how many taps it takes, and down which sheets, is
the screen's affair. The pictures of every step, and steps.txt, are in tmp_path/…/pictures.
"""

from pathlib import Path

import pytest
from kits import events as e
from kits.touch_kit import seated
from kits.touch_play_kit import (
    corrected,
    go_on,
    happened,
    kept,
    opening,
    press_if_asked,
    read_by_both,
    roll,
    signed,
    wins,
)
from kits.touch_table_kit import Match
from kits.x_server_kit import Panel

from kiosk.rules.match import Phase
from kiosk.rules.units import Side
from kiosk.screen.arrangement import Arrangement

pytestmark = pytest.mark.night
WHITE, BLACK = Side

NORWAY = Match("norway", 3, mixer="picture_left")
ITALY = Match(
    "italian-international", 3, rules={"clock.reserve_s_per_point": 120, "clock.delay_s": 12}
)
MICHIGAN = Match("london-club+michigan-2002", 3)

PANELS = {
    "facing": Panel(),
    "beside": Panel(1024, 600, Arrangement.BESIDE_RIGHT),
    "turned": Panel(800, 480, rotate=180, theme="light"),
}


def test_norway_with_a_baffle_box(tmp_path: Path) -> None:
    """Between the players, each in his own language; the pass stands, and the game is reopened."""
    with seated(tmp_path, NORWAY, PANELS["facing"]) as table:
        table.tap(BLACK, "LanguageTapped", choice="nb")
        opening(table, 5, 2)
        corrected(table, WHITE, (5, 2), 5, 1)
        table.press(WHITE)
        table.tap(BLACK, "RollEntered", 6, 6)
        table.tap(WHITE, "RollEntered", 6, 5)
        table.order("roll", values=[6, 6], why="I looked at the dice")
        read_by_both(table)
        table.press(BLACK)
        table.tap(WHITE, "DoubleTapped")
        table.press(WHITE)
        table.tap(BLACK, "PassTapped")
        table.tap(BLACK, "ReopenTapped")
        table.tap(WHITE, "ReopenAgreed")
        go_on(table)
        table.tap(BLACK, "TakeTapped")
        table.press(BLACK)
        roll(table, WHITE, 4, 4)
        wins(table, WHITE)
        assert table.shown.phase is Phase.BETWEEN_GAMES
        table.tap(WHITE, "BreakTapped", level=1)
        table.tap(WHITE, "PresentTapped")
        opening(table, 3, 1)
        table.tap(WHITE, "DisputeTapped")
        table.order(
            "dispute",
            favours="white",
            effect="goes_on",
            values=None,
            section=None,
            why="The checker stood on the point",
        )
        read_by_both(table)
        assert table.shown.running is None
        go_on(table)
        assert table.shown.running is not None
        wins(table, WHITE)
        signed(table)
        happened(
            table,
            *(e.RollCorrected, e.RollRuled, e.RulingsRead, e.GameEnded, e.GameReopened),
            *(e.Taken, e.GameEnded, e.BreakBegan, e.DisputeRaised, e.RulingGiven),
            *(e.MatchEnded, e.ResultAgreed, e.ResultAgreed),
        )
        assert table.shown.winner is WHITE
        kept(table, tmp_path)


def test_italian_beside_the_board(tmp_path: Path) -> None:
    """White reads Italian; the pass is taken back, a game is given up, and nearly the match."""
    with seated(tmp_path, ITALY, PANELS["beside"]) as table:
        table.tap(WHITE, "LanguageTapped", choice="it")
        opening(table, 5, 2)
        corrected(table, BLACK, (5, 2), 5, 3)
        table.press(WHITE)
        roll(table, BLACK, 6, 6)
        table.tap(WHITE, "RollDisputeTapped", 6, 5, dice=2)
        table.tap(BLACK, "RollDisputeDenied")
        table.order("roll", values=[6, 5], why="One die leaned on a checker")
        read_by_both(table)
        go_on(table)
        table.press(BLACK)
        table.tap(WHITE, "DoubleTapped")
        table.press(WHITE)
        table.tap(BLACK, "PassTapped")
        table.tap(BLACK, "TakeBackTapped")
        assert table.shown.phase is Phase.DOUBLED
        table.tap(BLACK, "TakeTapped")
        press_if_asked(table, BLACK)
        roll(table, WHITE, 4, 4)
        table.press(WHITE)
        roll(table, BLACK, 2, 1)
        table.tap(BLACK, "OfferTapped", 1, side=WHITE)
        table.tap(WHITE, "OfferAccepted", level=1)
        assert table.shown.phase is Phase.BETWEEN_GAMES
        table.tap(BLACK, "BreakTapped", level=1)
        table.tap(BLACK, "PresentTapped")
        opening(table, 3, 1)
        table.tap(BLACK, "MatchConceded")
        table.tap(BLACK, "ConcessionWithdrawn")
        go_on(table)
        wins(table, WHITE)
        table.tap(BLACK, "ResultDisputed", choice="score")
        table.order(
            "dispute",
            favours=None,
            effect="result_stands",
            values=None,
            section=None,
            why="Both sheets say three to nothing",
        )
        read_by_both(table)
        signed(table)
        happened(
            table,
            *(e.RollCorrected, e.RollDisputed, e.RollCorrected, e.Passed, e.TapTakenBack, e.Taken),
            *(e.OfferTaken, e.GameEnded, e.BreakBegan, e.MatchGivenUp, e.ConcessionTakenBack),
            *(e.MatchEnded, e.DisputeRaised),
            *(e.RulingGiven, e.ResultAgreed, e.ResultAgreed),
        )
        assert table.shown.winner is WHITE
        kept(table, tmp_path)


def test_michigan_on_a_panel_that_hangs_upside_down(tmp_path: Path) -> None:
    """The director sets the times first; a roll is made again; a break in mid-game."""
    with seated(tmp_path, MICHIGAN, PANELS["turned"]) as table:
        assert table.shows(WHITE, "ReadyTapped") is None
        table.order(
            "profile",
            profile=MICHIGAN.rulebook,
            why="the event's times",
            rules={"clock.timetable_min": [[8, 10, 12], [10, 14, 16], [12, 16, 20]]},
        )
        opening(table, 5, 2)
        table.press(WHITE)
        roll(table, BLACK, 6, 6)
        corrected(table, WHITE, (6, 6), 6, 5)
        table.press(BLACK)
        table.tap(WHITE, "DoubleTapped")
        table.press(WHITE)
        table.tap(BLACK, "PassTapped")
        table.tap(BLACK, "TakeBackTapped")
        table.tap(BLACK, "TakeTapped")
        press_if_asked(table, BLACK)
        table.tap(WHITE, "RollEntered", 4, 4)
        table.tap(BLACK, "RollEntered")
        table.order("roll", values=None, why="A die left the board")
        read_by_both(table)
        roll(table, WHITE, 3, 2)
        table.press(WHITE)
        table.tap(BLACK, "BreakTapped", level=1)
        table.tap(BLACK, "PresentTapped")
        go_on(table)
        roll(table, BLACK, 2, 1)
        table.tap(WHITE, "DisputeTapped")
        table.order(
            "dispute",
            favours="black",
            effect="goes_on",
            values=None,
            section="1.2",
            why="The move was made",
        )
        read_by_both(table)
        go_on(table)
        wins(table, BLACK)
        opening(table, 2, 4)
        wins(table, BLACK)
        signed(table)
        happened(
            table,
            *(e.RollCorrected, e.Passed, e.TapTakenBack, e.Taken, e.RollVoided, e.BreakBegan),
            *(e.DisputeRaised, e.RulingGiven, e.GameEnded, e.MatchEnded),
            *(e.ResultAgreed, e.ResultAgreed),
        )
        assert table.shown.winner is BLACK
        kept(table, tmp_path)


NAMES = {
    "long": "Wolfgang Amadeus Theophilus von Hohenzollern-Sigmaringen zu Birkenfeld und Alten",
    "one-word": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "signs": "👩‍🚀🎲 Zoë ♟️",
    "right-to-left": "עומר بكر",
    "far": "Ολυμπία Жанна 山田太郎 王小明",
    "blank": " ",
}


PAIRS = [("long", "right-to-left"), ("one-word", "signs"), ("far", "blank")]


@pytest.mark.parametrize("names", PAIRS, ids=" ".join)
def test_whatever_they_are_called_they_play(tmp_path: Path, names: tuple[str, str]) -> None:
    """Sentences with a name in them take any: look at the pictures."""
    white, black = (NAMES[name] for name in names)
    match = Match("norway", 1, white=white, black=black)
    with seated(tmp_path, match, Panel(800, 480)) as table:
        opening(table, 5, 2)
        table.tap(WHITE, "RollDisputeTapped", 5, 1, dice=2)
        table.tap(BLACK, "RollDisputeDenied")
        table.tap(WHITE, "RollDisputeDenied")
        assert table.shown.running is None
        go_on(table)
        wins(table, WHITE)
        signed(table)
        kept(table, tmp_path)
