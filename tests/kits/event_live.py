"""An event at the real service in a process of its own: whoever enters has a name that hurts."""

import json
from typing import Any

import msgspec

from kiosk.director.public.of_table import Public
from kiosk.wire import pinned
from kits.console_live import Director
from kits.event_kit import Runner

NAMES = (
    "Wilhelmina Markworth",
    "佐藤 健太郎",
    "משה כהן-לוי",
    "عبد الرحمن بن خالد",
    "Jörg Müller-Lüdenscheidt von und zu Hohenstein-Waldburg",
    "Bo Li",
    "Giovanni Battista Della Rovere",
    "Ø",
    "W" * 80,
    "鈴" * 40,
)


def named(nth: int) -> str:
    """Each once; the first are as they come, the others have a number."""
    return NAMES[nth] if nth < len(NAMES) else f"{NAMES[nth % 8].split()[0]} {nth}"


def ask(director: Director, method: str, path: str, body: bytes = b"") -> tuple[int, Any]:
    link = pinned.connect_to(director.url, None, 30.0)
    link.request(method, path, body, director.session)
    answer = link.getresponse()
    said = answer.read()
    link.close()
    return answer.status, json.loads(said)


def runner(director: Director) -> Runner:
    return Runner(
        lambda path, body: ask(director, "POST", path, body),
        lambda path: ask(director, "GET", path)[1],
    )


def drawn(director: Director, players: int, tables: int) -> Runner:
    """A published draw of so many."""
    kari = runner(director)
    kari.opened(0, tables)
    who = [{"players": [{"name": named(nth)}]} for nth in range(players)]
    kari.does("Enter", division_id="main", entries=who)
    kari.does("DrawDivision", division_id="main")
    kari.does("PublishDraw", division_id="main")
    return kari


def calls(kari: Runner, count: int) -> dict[int, list[str]]:
    """So many of those who are proposed are called; who, by table."""
    some = kari.event["proposals"][:count]
    kari.does("Call", at_tables=[[each["key"], each["table"]] for each in some])
    return at_tables(kari)


def at_tables(kari: Runner) -> dict[int, list[str]]:
    event = kari.event
    names = {each["entry_id"]: each["name"] for each in event["entries"]}
    return {
        each["table"]: [names[place["entry_id"]] for place in each["places"]]
        for each in kari.division()["pairings"]
        if each["table"]
    }


def shows(director: Director, public: Public) -> None:
    assert ask(director, "POST", "/people/public", msgspec.json.encode(public))[0] == 200
