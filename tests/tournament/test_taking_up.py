"""A match that a table has and the log does not know: taken up as it stands, or turned away."""

from kits.tournament_kit import drawn, key

from kiosk.tournament.calls import Call, PutOff
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.taking_up import TakeUp, TurnAway
from kiosk.tournament.tournament import match_id

FIRST, SECOND = key("main-1-1"), key("main-1-2")
FOUND = {"key": FIRST, "table": 1, "match_id": "main/main-1-1/5", "journal_id": "j", "after": ""}


def test_a_match_taken_up_is_called_under_its_own_id_and_put_off_no_more() -> None:
    desk = drawn(4, 2)
    desk.does(Call, at_tables=((FIRST, 2),))
    desk.does(PutOff, key=FIRST, why="later")
    desk.does(TakeUp, **FOUND)
    assert desk.tournament.called[FIRST].table == 1
    assert desk.tournament.matches[FIRST].match_id == "main/main-1-1/5"
    assert desk.tournament.put_off == frozenset()


def test_what_is_called_elsewhere_moves_to_where_it_was_found() -> None:
    desk = drawn(4, 2)
    desk.does(Call, at_tables=((FIRST, 2),))
    desk.does(TakeUp, **FOUND)
    assert [each.table for each in desk.tournament.called.values()] == [1]


def test_nothing_is_taken_up_where_it_can_not_be_played() -> None:
    desk = drawn(4, 2)
    assert desk.refused(TakeUp, **FOUND | {"key": key("none-1-1")}) == {
        ("unknown", "main none-1-1")
    }
    assert desk.refused(TakeUp, **FOUND | {"match_id": "main/main-1-2/5"}) == {
        ("unknown", "main main-1-1")
    }
    final = {"key": key("main-2-1"), "match_id": "main/main-2-1/5"}
    assert desk.refused(TakeUp, **FOUND | final) == {("not_ready", "main main-2-1")}
    assert desk.refused(TakeUp, **FOUND | {"table": 9}) == {("unknown", "table 9")}
    desk.does(Call, at_tables=((SECOND, 1),))
    assert desk.refused(TakeUp, **FOUND) == {("table_busy", "table 1")}
    desk.does(TakeMatch, key=FIRST, winner="e1", score=(7, 0))
    assert desk.refused(TakeUp, **FOUND | {"table": 2}) == {("over", "main main-1-1")}


def test_what_is_turned_away_is_so_once_and_with_a_reason() -> None:
    desk = drawn(4, 2)
    asked = {"match_id": "main/main-1-1/5", "journal_id": "j", "restarts": True}
    assert desk.refused(TurnAway, why=" ", **asked) == {("why_missing", "why")}
    desk.does(TurnAway, why="a trial", **asked)
    assert desk.refused(TurnAway, why="again", **asked) == {("unchanged", "")}
    desk.does(TakeUp, **FOUND)
    desk.does(TurnAway, why="it was no good", **asked)
    assert desk.tournament.matches[FIRST].match_id == match_id(FIRST, desk.at_ms)


def test_what_another_table_has_of_a_match_is_turned_away_and_the_match_goes_on() -> None:
    desk = drawn(4, 2)
    desk.does(Call, at_tables=((FIRST, 2),))
    before = desk.tournament.matches
    name = before[FIRST].match_id
    desk.does(TurnAway, match_id=name, journal_id="rogue", restarts=False, why="a stranger's")
    assert desk.tournament.matches == before
    desk.does(TurnAway, match_id=name, journal_id="own", restarts=True, why="it was no good")
    assert desk.tournament.matches[FIRST].match_id != name
