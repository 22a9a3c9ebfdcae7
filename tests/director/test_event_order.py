"""An event's steps are taken in their order: none before what it rests on."""

import json
from collections.abc import Callable
from typing import Any

from kits.event_kit import FORM, Runner

MAIN = {"division_id": "main"}
FIRST = {**MAIN, "pairing_id": "main-1-1"}
WHY = "so it was"


def entry(kari: Runner, place: int) -> str:
    """Of the first pairing's; before there is one, an id of nobody's."""
    drawn = any(each["pairings"] for each in kari.event["divisions"]) if kari.event else False
    return kari.players("main-1-1")[place] if drawn else "e-0000000000000000"


def fields(kari: Runner, kind: str) -> dict[str, Any]:
    """What a browser would send with it."""
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "OpenEvent": lambda: {"name": "Malmö Open"},
        "SetTables": lambda: {"tables": [1, 2]},
        "MakeDivision": lambda: {**MAIN, "name": "Main", "format": FORM, "precedence": 1},
        "Enter": lambda: {**MAIN, "entries": [{"players": [{"name": f"P{n}"}]} for n in range(4)]},
        "DrawDivision": lambda: MAIN,
        "PublishDraw": lambda: MAIN,
        "TakeDrawBack": lambda: {**MAIN, "why": WHY},
        "Call": lambda: {"at_tables": [[FIRST, 1]]},
        "Uncall": lambda: {"key": FIRST, "why": WHY},
        "Move": lambda: {"key": FIRST, "table": 2, "why": WHY},
        "TakeMatch": lambda: {"key": FIRST, "winner": entry(kari, 0), "score": [7, 3]},
        "Correct": lambda: {
            "key": FIRST,
            "winner": entry(kari, 1),
            "score": [3, 7],
            "why": WHY,
        },
        "Reopen": lambda: {"key": FIRST, "why": WHY},
    }
    return made[kind]()


STEPS = (
    *("OpenEvent", "MakeDivision", "Enter", "DrawDivision", "PublishDraw", "SetTables"),
    *("Call", "TakeMatch", "Correct"),
)
RESTS_ON = {
    "MakeDivision": {"OpenEvent"},
    "SetTables": {"OpenEvent"},
    "Enter": {"MakeDivision"},
    "DrawDivision": {"Enter"},
    "PublishDraw": {"DrawDivision"},
    "TakeDrawBack": {"DrawDivision"},
    "Call": {"PublishDraw", "SetTables"},
    "Uncall": {"Call"},
    "Move": {"Call"},
    "TakeMatch": {"PublishDraw"},
    "Correct": {"TakeMatch"},
    "Reopen": {"TakeMatch"},
}
"""By hand. A result that the director takes down by hand needs no call."""


def test_no_act_of_an_event_is_taken_before_what_it_rests_on(kari: Runner) -> None:
    done: set[str] = set()
    refused = 0
    for step in STEPS:
        for kind, needs in RESTS_ON.items():
            if needs <= done:
                continue
            before = json.dumps(kari.event)
            status, answer = kari.asks(kind, **fields(kari, kind))
            assert status in {400, 409}, (step, kind, answer)
            assert answer["error"]
            assert json.dumps(kari.event) == before, (step, kind)
            refused += 1
        status, answer = kari.asks(step, **fields(kari, step))
        assert status == 201, (step, answer)
        done.add(step)
    assert refused > 50
