"""What a screen is told: enough to show and to tap, nothing that helps to play."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits import commands as c

from kiosk.journal import Journal
from kiosk.rules.decide import why_not
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import CubeWord
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.wire import snapshot as s
from kiosk.wire.messages import from_table, to_line
from kiosk.wire.snapshot import Action, Snapshot, snapshot

WHITE, BLACK = Side


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "table.journal", boot_id="boot-1") as opened:
        yield opened


@pytest.fixture
def keeper(journal: Journal, make_keeper: Callable[[Journal], Any], norway: Any) -> Any:
    """A match to 5, its first game begun: White moves 3-1, its clock runs."""
    made = make_keeper(journal)
    made.open("match-1", 5, norway)
    made.begin_game(white=3, black=1)
    return made


def seen(keeper: Any, later_s: int = 0) -> Snapshot:
    at = Instant(keeper.now + later_s * SECOND_NS)
    taken = snapshot(keeper.match, 7, at)
    assert from_table(to_line(taken)) == taken
    return taken


STANDS = s.StandsView((CubeWord.DOUBLE, CubeWord.PASS, CubeWord.TAKE), "norway §4.4(ii), §4.4(iii)")


def kinds(taken: Snapshot, side: Side) -> set[str]:
    assert taken.sides is not None
    return {action.kind for action in taken.sides.of_side(side).actions}


def test_a_vacant_table_has_no_sides() -> None:
    taken = snapshot(EMPTY, 0, Instant(5))
    assert (taken.seq, taken.at_ns, taken.phase, taken.sides) == (0, 5, Phase.VACANT, None)


def test_it_says_who_plays_for_how_much_where(keeper: Any) -> None:
    taken = seen(keeper)
    assert (taken.match_id, taken.table, taken.length, taken.seq) == ("match-1", 7, 5, 7)
    assert taken.sides is not None
    assert taken.sides.map(lambda side: (side.name, side.score)) == BySide(("Anna", 0), ("Bo", 0))
    assert taken.sides.map(lambda side: side.seat) == keeper.match.setup.seats
    assert taken.game is not None
    assert (taken.game.number, taken.game.on_turn, taken.game.roll) == (1, WHITE, (3, 1))
    assert taken.game.opening == BySide(3, 1)
    assert taken.game.cube == s.CubeView(1, None, True, None, STANDS)
    assert taken.running is WHITE


def test_what_is_as_ever_is_not_sent(keeper: Any) -> None:
    """A side's rarer marks travel when they are set: a line is short, and old screens read it."""
    sent = msgspec.json.decode(to_line(seen(keeper)))["sides"]
    marks = {f.encode_name for f in msgspec.structs.fields(s.SideView) if not f.required}
    assert marks
    assert [marks & sent[side.value].keys() for side in Side] == [set(), set()]


def test_clocks_are_read_at_the_instant(keeper: Any) -> None:
    """Norway: 2 minutes a point, 12 s of delay first (§3.5(v), (vi))."""
    full = 5 * 120 * SECOND_NS
    for later_s, delay_s, spent_s in ((0, 12, 0), (5, 7, 0), (12, 0, 0), (30, 0, 18)):
        sides = seen(keeper, later_s).sides
        assert sides is not None
        assert (sides.white.delay_ns, sides.black.delay_ns) == (delay_s * SECOND_NS, 0)
        assert sides.white.reserve_ns == full - spent_s * SECOND_NS
        assert sides.black.reserve_ns == full


def test_only_what_would_not_be_refused_is_offered(keeper: Any) -> None:
    taken = seen(keeper)
    assert kinds(taken, WHITE) >= {"ClockPressed", "WinDeclared", "DirectorCallTapped"}
    assert kinds(taken, BLACK) >= {"WinDeclared", "DirectorCallTapped"}
    play = {"ClockPressed", "ReadyTapped", "DoubleTapped", "TakeTapped", "RollEntered"}
    assert kinds(taken, WHITE) & play == {"ClockPressed"}
    assert kinds(taken, BLACK) & play == set()
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    assert "DoubleTapped" in kinds(seen(keeper), BLACK)
    assert "DoubleTapped" not in kinds(seen(keeper), WHITE)
    keeper.tap(c.DoubleTapped, BLACK)
    taken = seen(keeper)
    assert kinds(taken, WHITE) >= {"TakeTapped", "PassTapped"}
    assert not kinds(taken, BLACK) & {"TakeTapped", "PassTapped"}
    assert taken.game is not None
    assert taken.game.cube == s.CubeView(1, None, True, 2, STANDS)


def test_wins_come_in_three_levels_and_rolls_by_count(keeper: Any) -> None:
    sides = seen(keeper).sides
    assert sides is not None
    levels = [a.level for a in sides.white.actions if a.kind == "WinDeclared"]
    assert levels == [1, 2, 3]
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    assert Action("RollEntered", dice=2) in s.actions(keeper.match, BLACK, keeper.now)
    assert Action("RollEntered", dice=1) not in s.actions(keeper.match, BLACK, keeper.now)
    assert Action("RollEntered", dice=0) not in s.actions(keeper.match, BLACK, keeper.now)
    keeper.tap(c.RollEntered, BLACK, (1, 1))
    for side in Side:
        assert Action("RollEntered", dice=2) in s.actions(keeper.match, side, keeper.now)
        assert Action("RollEntered", dice=0) in s.actions(keeper.match, side, keeper.now)


def test_a_question_shows_the_picture_and_who_has_said_what(keeper: Any) -> None:
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.do(c.DiceLifted, by="camera")
    keeper.doubtful_roll((6, 2), "d" * 64)
    keeper.tap(c.RollConfirmed, WHITE)
    taken = seen(keeper)
    assert taken.phase is Phase.CONFIRMING
    assert taken.question == s.QuestionView(BLACK, 2, (6, 2), (Reason.VALUE_UNSURE,), "d" * 64)
    assert taken.sides is not None
    assert taken.sides.white.said == s.StatementView((6, 2))
    assert taken.sides.black.said is None
    assert "RollConfirmed" in kinds(taken, BLACK)
    assert "RollConfirmed" not in kinds(taken, WHITE)


def test_stops_claims_flags_and_devices_show(keeper: Any) -> None:
    keeper.do(c.DeviceFailed, "tower", "no answer")
    keeper.do(c.DeviceFailed, "camera", "no frame")
    keeper.tap(c.DirectorCallTapped, BLACK)
    keeper.tap(c.ResumeTapped, WHITE)
    taken = seen(keeper)
    assert taken.lost_devices == ("camera", "tower")
    assert taken.stop == s.StopView(StopReason.DIRECTOR_CALLED, None, None)
    assert taken.director_called is BLACK
    assert taken.sides is not None
    assert (taken.sides.white.agreed, taken.sides.black.agreed) == (True, False)
    assert taken.running is None
    assert "ResumeTapped" in kinds(taken, BLACK)
    keeper.tap(c.ResumeTapped, BLACK)
    keeper.tap(c.WinDeclared, WHITE, 2)
    taken = seen(keeper)
    assert taken.claim == s.ClaimView(WHITE, 2)
    assert kinds(taken, BLACK) >= {"WinAgreed", "WinDisputed"}
    assert snapshot(keeper.match, 7, keeper.now, "the disk is full").halted == "the disk is full"


def test_a_directors_stop_and_message_show_with_name_and_reason(keeper: Any) -> None:
    def order(kind: type[c.Order], *fields: Any) -> None:
        keeper.do(kind, keeper.match_id, "director:Kari", "no light", *fields, by="director:Kari")

    order(c.StopOrdered)
    order(c.MessageOrdered, "The lights are coming")
    keeper.tap(c.MessageTapped, BLACK)
    taken = seen(keeper)
    assert taken.stop == s.StopView(StopReason.DIRECTOR_ORDERED, "director:Kari", "no light")
    assert taken.message == s.MessageView("The lights are coming", "director:Kari")
    assert taken.sides is not None
    assert (taken.sides.white.message_seen, taken.sides.black.message_seen) == (False, True)
    assert "MessageTapped" in kinds(taken, WHITE)
    assert not kinds(taken, BLACK) & {"MessageTapped", "ResumeTapped"}


def test_the_end_shows_the_winner(journal: Journal, keep: Callable[..., Any]) -> None:
    keeper = keep(journal)
    taken = seen(keeper)
    assert (taken.phase, taken.winner, taken.game) == (Phase.MATCH_OVER, WHITE, None)
    assert taken.sides is not None
    assert taken.sides.map(lambda side: side.score) == BySide(3, 2)
    assert taken.sides.black.flagged


def test_actions_agree_with_the_rules_all_match_long(
    journal: Journal, keep: Callable[..., Any]
) -> None:
    """Each tap without free values is offered exactly when the rules would not refuse it."""
    keeper = keep(journal)
    taps = (c.ReadyTapped, c.DoubleTapped, c.TakeTapped, c.PassTapped, c.WinAgreed)
    taps += (c.WinDisputed, c.ClockPressed, c.RollConfirmed, c.ResumeTapped, c.MessageTapped)
    for match in keeper.states:
        for side in Side:
            offered = {action.kind for action in s.actions(match, side, keeper.now)}
            for kind in taps:
                assert (kind.__name__ in offered) == (not _refused(match, kind(keeper.now, side)))


def _refused(match: Match, command: c.Command) -> bool:
    return bool(why_not(match, command))


def test_nothing_in_it_helps_to_play() -> None:
    names = " ".join(_names(Snapshot))
    assert "reserve_ns" in names
    assert not re.search(r"pip|equit|legal|board|checker|chance|stat|average|away", names)


def _names(kind: Any) -> Iterator[str]:
    """Every field of a snapshot, however deep; the colour of a side's checkers is no aid."""
    for field in msgspec.structs.fields(kind):
        yield field.name
        for inner in s.__dict__.values():
            known = isinstance(inner, type) and issubclass(inner, msgspec.Struct)
            if known and inner is not kind and inner.__name__ in str(field.type):
                yield from _names(inner)
