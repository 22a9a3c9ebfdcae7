"""Journal beside truth: only a roll that lay there may have been accepted."""

import pytest
from kits import events as e

from kiosk.demo.board_scene import Lay
from kiosk.demo.run import digest
from kiosk.demo.verdict import MatchVerdict
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.row import NO_HASH, Row, chain_row


def row(event: e.Event, at_ns: int = 500) -> Row:
    return chain_row(
        event,
        journal_id="j",
        seq=1,
        match_id="m",
        at_ns=at_ns,
        boot_id="b",
        wall_utc="2026-05-09T14:03:07.123Z",
        by="camera",
        command_id="c",
        prev_hash=NO_HASH,
    )


def seen(at_ns: int) -> RollFacts:
    return RollFacts((), True, Instant(at_ns - 10), Instant(at_ns), None)


def lay(from_ns: int, until_ns: int | None, values: tuple[int, ...], counts: bool = True) -> Lay:
    return Lay(("roll",), None, values, counts, [], from_ns, until_ns)


LAYS = [
    lay(100, 200, (6, 1)),
    lay(300, 400, (5, 2), counts=False),
    lay(500, 600, (5, 2)),
    lay(700, None, (4,)),
]


@pytest.mark.parametrize(
    ("at_ns", "values", "wrong"),
    [
        (150, (6, 1), 0),
        (150, (6, 2), 1),
        (250, (6, 1), 1),
        (99, (6, 1), 1),
        (350, (5, 2), 1),
        (550, (5, 2), 0),
        (600, (5, 2), 1),
        (550, (6, 1), 1),
    ],
)
def test_an_accepted_reading_is_held_against_what_lay_there(
    at_ns: int, values: tuple[int, ...], wrong: int
) -> None:
    verdict = MatchVerdict()
    verdict.take(row(e.RollAccepted(Side.WHITE, values, False, seen(at_ns), ()), 9999), LAYS)
    assert len(verdict.wrong) == wrong
    assert verdict.rolls_read == 1


def test_a_roll_by_touch_is_held_against_what_lay_there_when_it_was_stated() -> None:
    good, bad = MatchVerdict(), MatchVerdict()
    accepted = e.RollAccepted(Side.WHITE, (5, 2), True, None, ())
    good.take(row(accepted, at_ns=550), LAYS)
    bad.take(row(accepted, at_ns=150), LAYS)
    assert (good.wrong, good.rolls_read) == ([], 0)
    assert bad.wrong == ["row 1: (5, 2) was accepted, (6, 1) lay there"]


def test_an_opening_die_is_held_against_the_die_thrown_last() -> None:
    right = e.OpeningDieRolled(Side.BLACK, 4, None, seen(800), ())
    other = e.OpeningDieRolled(Side.BLACK, 5, None, seen(800), ())
    verdict = MatchVerdict()
    verdict.take(row(right), LAYS)
    assert verdict.wrong == []
    verdict.take(row(other), LAYS)
    assert len(verdict.wrong) == 1


def test_of_dice_rolled_at_once_each_is_held_against_its_own() -> None:
    opening = Lay(("opening",), None, (2, 5), True, [], 700, None, each=True)
    for side, value, wrong in (
        (Side.WHITE, 2, 0),
        (Side.BLACK, 5, 0),
        (Side.WHITE, 5, 1),
        (Side.BLACK, 2, 1),
    ):
        verdict = MatchVerdict()
        verdict.take(row(e.OpeningDieRolled(side, value, None, seen(800), ())), [opening])
        assert len(verdict.wrong) == wrong
    verdict = MatchVerdict()
    verdict.take(row(e.RollAccepted(Side.WHITE, (5, 2), False, seen(800), ())), [opening])
    assert len(verdict.wrong) == 1


def test_everything_is_counted() -> None:
    verdict = MatchVerdict()
    for event in (
        e.RollRefused(Side.WHITE, (Reason.WRONG_SIDE, Reason.COCKED), None, ()),
        e.RollRefused(Side.WHITE, (Reason.COCKED,), None, ()),
        e.RollQuestioned(Side.WHITE, 2, (), None, None, ()),
        e.Doubled(Side.WHITE, 2, ()),
        e.Taken(Side.BLACK, 2, ()),
        e.Passed(Side.BLACK, 4, ()),
        e.GameEnded(Side.WHITE, 1, 2, 2, EndCause.PASS, BySide(2, 0), ()),
        e.MatchEnded(Side.WHITE, BySide(3, 0), EndCause.PLAYED, ()),
    ):
        verdict.take(row(event), LAYS)
    assert verdict.rolls_refused == {"wrong_side": 1, "cocked": 2}
    assert (verdict.unsure, verdict.games, verdict.events) == (1, 1, 8)
    assert (verdict.winner, verdict.score) == ("white", BySide(3, 0))
    assert verdict.cube_actions == [
        {"side": "white", "action": "double", "level": 2},
        {"side": "black", "action": "take", "level": 2},
        {"side": "black", "action": "pass", "level": 4},
    ]


def test_the_digest_names_everything_the_seed_decides() -> None:
    log = [("game", 1, False), ("roll", Side.WHITE, (3, 1), None), ("play", Side.WHITE, "8/5 6/5")]
    assert len(digest(list(log))) == 64
    assert digest(list(log)) == digest(list(log))
    for other in (("roll", Side.BLACK, (3, 1), None), ("roll", Side.WHITE, (3, 1), "cocked")):
        assert digest([log[0], other, log[2]]) != digest(list(log))
