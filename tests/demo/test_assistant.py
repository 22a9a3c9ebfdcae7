"""A rehearsal's assistant and its faults, before a console that only keeps what is asked of it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.demo.console import Console
from kiosk.demo.errors import DemoMisused, OrderFailed, OutOfDate
from kiosk.demo.rehearsal import assistant as assistant_
from kiosk.demo.rehearsal.assistant import PATIENCE_S, Assistant
from kiosk.demo.rehearsal.faults import HallFaults
from kiosk.demo.rehearsal.options import Options

KEY = {"division_id": "main", "pairing_id": "A-1-1"}


class Kept:
    """A console. `stale` of the next acts are refused, for the event has gone on."""

    def __init__(self) -> None:
        self.acts: list[tuple[str, dict[str, Any]]] = []
        self.orders: list[dict[str, Any]] = []
        self.stale = 0
        self.lacks: list[dict[str, str]] = []
        self.waits: list[dict[str, Any]] = []
        self.proposals: list[Any] = []
        self.tables: list[dict[str, Any]] = []

    def event(self) -> Any:
        return {"seq": 7, "divisions": [], "proposals": self.proposals, "tables": self.tables}

    def cards(self) -> Any:
        return [{"journal_id": "j", "match_id": "m", "waits": self.waits}]

    def to_set(self) -> Any:
        return self.lacks

    def act(self, kind: str, seen_seq: int, **fields: Any) -> int:
        if self.stale:
            self.stale -= 1
            raise OutOfDate(kind)
        self.acts.append((kind, fields))
        return seen_seq + 1

    def give(self, form: dict[str, Any]) -> tuple[dict[str, Any], float]:
        self.orders.append(form)
        return {"status": "accepted"}, 1.0


@pytest.fixture
def console() -> Kept:
    return Kept()


@pytest.fixture
def assistant(console: Kept) -> Assistant:
    return Assistant(console)  # type: ignore[arg-type]


@pytest.fixture
def at_s(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets what his watch says."""

    def set_(seconds: float) -> None:
        monkeypatch.setattr(assistant_.time, "monotonic", lambda: seconds)

    set_(0.0)
    return set_


def lacking(*keys: str, book: str = "norway") -> list[dict[str, str]]:
    return [{"book": book, "key": key, "value": ""} for key in keys]


def test_what_a_book_leaves_to_the_event_is_set_in_one_act(
    console: Kept, assistant: Assistant
) -> None:
    set_already = {"book": "norway", "key": "clock.delay_s", "value": "8"}
    console.lacks = [
        *lacking("consultation.reserve_s_per_point", "consultation.delay_s"),
        *lacking("clock.delay_s", book="london-club"),
        set_already,
    ]
    assistant.set_values()
    times = [("consultation.reserve_s_per_point", "120"), ("consultation.delay_s", "12")]
    assert console.acts == [
        ("SetValues", {"book": "norway", "values": times}),
        ("SetValues", {"book": "london-club", "values": [("clock.delay_s", "12")]}),
    ]


def test_a_timetable_is_not_made_up(console: Kept, assistant: Assistant) -> None:
    console.lacks = lacking("clock.timetable_min")
    with pytest.raises(DemoMisused, match=r"leaves clock.timetable_min to the event"):
        assistant.set_values()


def test_who_acts_on_an_old_picture_looks_again(console: Kept, assistant: Assistant) -> None:
    console.proposals, console.stale = [{"key": KEY, "table": 2}], 1
    assert assistant.attend() is True
    assert assistant.acts == {}
    assistant.attend()
    assert console.acts == [("Call", {"at_tables": [[KEY, 2]], "starts_in_min": 0})]


def test_a_match_leaves_a_table_that_is_silent_for_a_while(
    console: Kept, assistant: Assistant, at_s: Callable[[float], None]
) -> None:
    console.tables = [
        {"table": 1, "key": KEY, "silent": True},
        {"table": 2, "key": None, "silent": True},
        {"table": 3, "key": None, "silent": False},
    ]
    assistant.attend()
    at_s(PATIENCE_S + 0.1)
    assistant.attend()
    assert console.acts == [("Move", {"key": KEY, "table": 3, "why": "its table is silent"})]


def wait(key: str, order: str, **fill: object) -> dict[str, Any]:
    return {"key": key, "orders": [order], "fill": fill}


def test_a_result_is_posted_only_where_he_ruled_and_nobody_signs(
    console: Kept, assistant: Assistant, at_s: Callable[[float], None]
) -> None:
    console.waits = [wait("result", "result", winner="white")]
    assistant.attend()
    at_s(PATIENCE_S + 1)
    assistant.attend()
    assert console.orders == []  # both are about to sign
    console.waits.append(wait("proposal 1", "accept", number=1))
    assistant.attend()
    assert [order["kind"] for order in console.orders] == ["accept"]
    assistant.attend()
    assert [order["kind"] for order in console.orders] == ["accept", "result"]
    assert console.orders[1]["winner"] == "white"
    assistant.attend()
    assert assistant.acts == {"accept": 1, "result": 1}


def test_a_wrong_result_is_put_right_whatever_happens_meanwhile(
    console: Kept, tmp_path: Any
) -> None:
    hall = SimpleNamespace(console=console, faults=[], tables=[])
    faults = HallFaults(hall, Options(4, 2, "round-robin", 1, tmp_path))  # type: ignore[arg-type]
    result = {"winner": "a", "score": [3, 1]}
    places = [{"entry_id": "a"}, {"entry_id": "b"}]
    pairing = {"pairing_id": "A-1-1", "places": places, "result": result}
    division = {"division_id": "main", "format": {}, "pairings": [pairing]}
    console.stale = 1
    assert faults._wrong_result({"seq": 1, "divisions": [division]})
    told = [(fields["winner"], fields["score"]) for _kind, fields in console.acts]
    assert told == [("b", [1, 3]), ("a", [3, 1])]


@pytest.mark.parametrize(("reason", "error"), [("stale", OutOfDate), ("table_busy", OrderFailed)])
def test_an_old_picture_is_told_from_a_refusal(
    reason: str, error: type[OrderFailed], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"error": "no", "reasons": [{"reason": reason, "about": "", "words": "no"}]}
    answer = SimpleNamespace(status=409)
    monkeypatch.setattr(Console, "_post", lambda *_: (answer, said))
    with pytest.raises(OrderFailed) as caught:
        Console("https://127.0.0.1:1").act("Move", 1)
    assert type(caught.value) is error
