"""A way to everything that can wait for the director, with the orders that answer it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kiosk.catalogue.matter import DirectorNeed
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.outcome import ContestGround, ScoreRecord, Settlement
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.table import Half
from kiosk.rules.units import MINUTE_NS, BySide, Instant, Side
from kits import commands as c
from kits.books import load
from kits.hall_kit import PaperTable

WHITE, BLACK = Side

HALF = Half.PICTURE_RIGHT

BY = "director:Kari"

Play = Callable[[PaperTable], None]


def tap(kind: type[c.Command], side: Side, *rest: object) -> Play:
    return lambda table: table.keeper.tap(kind, side, *rest)


def order(kind: type[c.Command], *rest: object) -> Play:
    return lambda table: table.keeper.do(kind, "match-1", BY, "so", *rest, by=BY)


def press(side: Side) -> Play:
    return lambda table: table.keeper.do(c.ClockPressed, side, by="buttons")


def later(minutes: float) -> Play:
    """So much later, and whatever falls due by then."""

    def passed(table: PaperTable) -> None:
        table.keeper.now = Instant(table.keeper.now + round(minutes * MINUTE_NS))
        table.keeper.do(c.DeadlineReached)

    return passed


def begun(table: PaperTable) -> None:
    """White moves 5-2 in the first game."""
    table.keeper.begin_game(white=5, black=2)


def rolled(table: PaperTable) -> None:
    table.keeper.roll((6, 2), "a" * 64)


def won(side: Side) -> tuple[Play, ...]:
    return (tap(c.WinDeclared, side, 3), tap(c.WinAgreed, side.other))


@dataclass(frozen=True)
class Case:
    """A way to `text`; `orders` by kind, each with what its form says beside what it starts with.

    Every one of them is taken by the table; the last of them ends the wait.
    """

    name: str
    plays: tuple[Play, ...]
    need: DirectorNeed
    text: str
    orders: dict[str, dict[str, Any]]
    profile: str = "norway"
    rules: dict[str, Any] = field(default_factory=dict)
    ends: bool = True


OFFERED = (
    tap(c.OfferTapped, WHITE, BLACK, 1, True, True),
    tap(c.OfferContested, BLACK, ContestGround.NOT_CERTAIN),
)

TO_ROLL = (begun, press(WHITE))

CHALLENGED = (tap(c.IllegalMoveTapped, BLACK), tap(c.IllegalMoveDenied, WHITE))

TIMES = {"clock.delay_s": 10, "clock.reserve_s_per_point": 120}
"""What italian-international leaves to the event."""

TIMETABLE_MIN = [[5, 8, 11], [8, 12, 15], [11, 15, 18]]

CASES = (
    Case(
        "a call",
        (begun, tap(c.DirectorCallTapped, BLACK)),
        DirectorNeed.CALLED,
        "Bo calls the director",
        {"start": {}},
    ),
    Case(
        "a dispute",
        (begun, tap(c.DisputeTapped, BLACK)),
        DirectorNeed.CALLED,
        "Bo disputes; everything stays as it is until the ruling",
        {"dispute": {"favours": None, "effect": "goes_on"}},
    ),
    Case(
        "where the cube lies",
        (*TO_ROLL, tap(c.CubeDisputed, WHITE, 2, BLACK)),
        DirectorNeed.CALLED,
        "Anna puts it to the director where the cube lies and what it shows",
        {"cube": {"level": 2, "owner": "black"}, "start": {}},
    ),
    Case(
        "a double that is denied",
        (
            *TO_ROLL,
            tap(c.BoardDoubleTapped, WHITE, BLACK, DoubleGesture.FULL_FORM, 2, CubeAnswer.TAKE),
            tap(c.BoardDoubleContested, BLACK),
        ),
        DirectorNeed.CALLED,
        "Bo puts it to the director whether there was a double",
        {"cube": {"level": 2, "owner": "white"}, "start": {}},
    ),
    Case(
        "a word and an act",
        (
            *TO_ROLL,
            tap(c.DoubleTapped, BLACK),
            tap(c.BoardAnswerTapped, WHITE, CubeAnswer.TAKE, CubeAnswer.PASS, None),
        ),
        DirectorNeed.CALLED,
        "Anna puts it to the director which counts when a word and an act contradict each other",
        {"start": {}},
    ),
    Case(
        "an outcome said to be certain",
        (begun, *OFFERED),
        DirectorNeed.CALLED,
        "Bo puts it to the director whether the outcome offered is certain",
        {"gin": {"gin": False}},
    ),
    Case(
        "an illegal move that is denied",
        (*TO_ROLL, *CHALLENGED),
        DirectorNeed.CALLED,
        "Anna puts it to the director whether the last move was illegal",
        {"move": {"illegal": True}},
    ),
    Case(
        "a roll that is said to be another",
        (
            *TO_ROLL,
            rolled,
            tap(c.RollDisputeTapped, WHITE, (6, 6)),
            tap(c.RollDisputeDenied, BLACK),
        ),
        DirectorNeed.CALLED,
        "Anna puts it to the director what the dice show",
        {"roll": {"values": [6, 6]}},
    ),
    Case(
        "time lost",
        (begun, tap(c.LostTimeClaimed, WHITE)),
        DirectorNeed.CALLED,
        "Anna says that the clock had run by mistake",
        {"time": {"side": "white", "seconds": 30, "mode": "add", "restores": True}, "start": {}},
    ),
    Case(
        "dice taken early",
        (*TO_ROLL, rolled, tap(c.EarlyPickupClaimed, BLACK), tap(c.DiceContested, WHITE)),
        DirectorNeed.CALLED,
        "Anna contests what Bo says: the dice were taken before the turn was over",
        {"delay": {"side": "white"}, "dispute": {"favours": "black", "effect": "goes_on"}},
    ),
    Case(
        "points for lateness",
        (order(c.LatenessOrdered, WHITE, 6 * MINUTE_NS, None),),
        DirectorNeed.DECISION,
        "1 penalty point against Anna, because the player is late",
        {"accept": {}},
    ),
    Case(
        "a match lost by lateness",
        (order(c.LatenessOrdered, WHITE, 12 * MINUTE_NS, None),),
        DirectorNeed.DECISION,
        "Anna loses the match, because the player is late",
        {"decline": {}},
    ),
    Case(
        "another length",
        (tap(c.LengthNoticed, WHITE, 7),),
        DirectorNeed.DECISION,
        "A match to 7 points, because another length was stated",
        {"accept": {}},
    ),
    Case(
        "a camera refused",
        (order(c.CameraRefused, BLACK),),
        DirectorNeed.DECISION,
        "Bo loses the match, because it refuses the camera",
        {"accept": {}},
        "italian-international",
        TIMES,
    ),
    Case(
        "points for time used up",
        (begun, later(60)),
        DirectorNeed.DECISION,
        "2 penalty points against Anna, 5:00.000 more for both, the cube frozen, "
        "because the player's time is used up",
        {"accept": {}},
        "london-club+unified-2001",
    ),
    Case(
        "a double the cube froze on",
        (
            *TO_ROLL,
            tap(c.DoubleTapped, BLACK),
            tap(c.ClockPressed, BLACK),
            later(60),
            order(c.ProposalAccepted, 1),
        ),
        DirectorNeed.CALLED,
        "Bo puts it to the director what happens to a double not answered before the cube was "
        "frozen",
        {"start": {}},
        "london-club+unified-2001",
    ),
    Case(
        "a second control, used up",
        (
            *(begun, later(60), order(c.ProposalAccepted, 1), order(c.StartOrdered)),
            *(tap(c.ResumeTapped, WHITE), tap(c.ResumeTapped, BLACK), later(60)),
        ),
        DirectorNeed.DECISION,
        "Anna loses the match, because the player's time is used up",
        {"expiry": {"gin": None}},
        "london-club+michigan-2002",
        {"clock.timetable_min": TIMETABLE_MIN},
    ),
    Case(
        "a timetable the book leaves open",
        (),
        DirectorNeed.DECISION,
        "No game can start: you have to set the minutes on the clocks",
        {
            "profile": {
                "profile": "london-club+michigan-2002",
                "rules": {"clock.timetable_min": TIMETABLE_MIN},
            }
        },
        "london-club+michigan-2002",
    ),
    Case(
        "a late side before it costs anything",
        (order(c.LatenessOrdered, BLACK, 1 * MINUTE_NS, None),),
        DirectorNeed.ABSENT,
        "Bo is not at the table",
        {"penalty": {"points": 1}},
        ends=False,
    ),
    Case(
        "a break overrun",
        (tap(c.BreakTapped, BLACK, 1), later(60)),
        DirectorNeed.ABSENT,
        "Bo is not back from the break",
        {"penalty": {"points": 1}},
        "italian-international",
        TIMES,
        ends=False,
    ),
    Case(
        "a flag a player may claim",
        (begun, later(60)),
        DirectorNeed.FLAG,
        "Anna's time is used up: Bo may claim the match",
        {"expiry": {"gin": None}},
    ),
    Case(
        "a flag only the director establishes",
        (begun, later(60)),
        DirectorNeed.FLAG,
        "Anna's time is used up: you rule",
        {"expiry": {"gin": None}},
        "london-club",
        {"clock": {"system": "simple_delay", "delay_s": 12, "reserve_s_per_point": 60}},
    ),
    Case(
        "an appeal",
        (
            begun,
            tap(c.DisputeTapped, BLACK),
            order(c.DisputeRuled, None),
            tap(c.AppealTapped, BLACK),
        ),
        DirectorNeed.DECISION,
        "Bo appeals the ruling: name the panel",
        {"panel": {"members": 3, "with_director": False}},
    ),
    Case(
        "a panel",
        (
            begun,
            tap(c.DisputeTapped, BLACK),
            order(c.DisputeRuled, None),
            tap(c.AppealTapped, BLACK),
            order(c.PanelNamed, 3, False),
        ),
        DirectorNeed.DECISION,
        "Bo appeals the ruling: the panel decides",
        {"appeal": {"upheld": True}},
    ),
    Case(
        "a ruling that fell",
        (
            begun,
            tap(c.DisputeTapped, BLACK),
            order(c.DisputeRuled, None),
            tap(c.AppealTapped, BLACK),
            order(c.PanelNamed, 3, False),
            order(c.AppealRuled, False),
        ),
        DirectorNeed.DECISION,
        "The panel has decided: order what follows, and start play",
        {"score": {"white": 1, "black": 0}, "start": {}},
    ),
    Case(
        "a match conceded",
        (begun, tap(c.MatchConceded, BLACK)),
        DirectorNeed.DECISION,
        "Bo gave up the match; it counts once the winner is posted",
        {"result": {}},
        "italian-international",
        TIMES,
    ),
    Case(
        "scores that differ",
        (
            tap(c.RecordShown, WHITE, ScoreRecord.SHEET, BySide(1, 0)),
            tap(c.RecordShown, BLACK, ScoreRecord.SHEET, BySide(0, 1)),
            tap(c.ScoreQuestioned, BLACK),
        ),
        DirectorNeed.CALLED,
        "Bo puts it to the director which score is right",
        {"score": {"white": 1, "black": 0}, "start": {}},
    ),
    Case(
        "a settlement",
        (begun, tap(c.SettlementTapped, WHITE, Settlement.DRAW)),
        DirectorNeed.CALLED,
        "Anna puts it to the director to record what the players agreed on",
        {"start": {}},
        rules={"offer": {"settlement": True}},
    ),
    Case(
        "an observer",
        (begun, tap(c.ObserverWanted, WHITE)),
        DirectorNeed.WISH,
        "Anna asks for an observer",
        {"observer": {"name": "Eva"}},
    ),
    Case(
        "slow play",
        (begun, tap(c.SlowPlayTapped, BLACK)),
        DirectorNeed.WISH,
        "Bo says that Anna plays too slowly; it may ask for a clock or an observer",
        {"message": {"text": "Please play faster."}},
    ),
    Case(
        "a baffle box",
        (tap(c.MixerWishTapped, WHITE, HALF),),
        DirectorNeed.WISH,
        "Anna asks for a baffle box",
        {"mixer": {}},
    ),
    Case(
        "a clock wished for",
        (tap(c.ClockWishTapped, WHITE), tap(c.ClockWishAgreed, BLACK)),
        DirectorNeed.WISH,
        "Anna wishes for a clock; Bo agrees",
        {"clock": {"profile": "norway"}},
        rules={"clock": {"system": "none"}},
    ),
    Case(
        "a result",
        (begun, *won(WHITE)),
        DirectorNeed.RESULT,
        "Anna won, the result is not posted",
        {"result": {}},
    ),
    Case(
        "a result reported",
        (begun, *won(BLACK), tap(c.ResultReported, BLACK)),
        DirectorNeed.RESULT,
        "Bo won, as Bo reports; the result is not posted",
        {"result": {}},
    ),
    Case(
        "a result disputed",
        (
            begun,
            *won(BLACK),
            tap(c.ResultReported, BLACK),
            tap(c.ResultDisputed, WHITE, Wrong.SCORE),
        ),
        DirectorNeed.CALLED,
        "Anna says that the result is wrong: the score",
        {"dispute": {"favours": None}},
    ),
    Case(
        "a winner disputed",
        (begun, *won(BLACK), tap(c.ResultDisputed, WHITE, Wrong.WINNER)),
        DirectorNeed.CALLED,
        "Anna says that the result is wrong: the winner",
        {"forfeit": {"side": "black", "section": "§4.5", "disqualified": False}},
    ),
    Case(
        "a call after the match",
        (begun, *won(BLACK), order(c.ResultPosted, BLACK), tap(c.DirectorCallTapped, WHITE)),
        DirectorNeed.CALLED,
        "Anna calls the director",
        {"answered": {}},
    ),
)


def played(make_table: Callable[..., PaperTable], case: Case) -> PaperTable:
    table = make_table()
    table.open(load(case.profile, case.rules))
    for play in case.plays:
        play(table)
    return table
