"""The pages of an event: to whom they are given, and what they are made with."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kits import event_pages_kit
from kits.hall_kit import Client
from kits.tracked_files import tracked_files

from kiosk.books import profiles
from kiosk.director.app import WEB
from kiosk.director.event.undo import ADDS, TAKES
from kiosk.director.people.roles import EVENT_ACTS, Role
from kiosk.director.service import Service
from kiosk.director.words import WORDS

PAGES = ("/event/set-up", "/event/run")
OFFERED: dict[str, tuple[str, str]] = {
    "OpenEvent": ("set_up", "Open the event"),
    "RenameEvent": ("set_up", "Rename the event"),
    "RemoveDivision": ("set_up", "Remove the division {name}"),
    "BringDivisionBack": ("set_up", "Bring {name} back"),
    "SetTables": ("set_up", "Set the tables"),
    "MakeDivision": ("set_up", "Make the division"),
    "SetRounds": ("set_up", "Change how rounds are played"),
    "Confirm": ("set_up", "Confirm these values of {book}"),
    "SetValues": ("set_up", "Set these values"),
    "Enter": ("set_up", "Enter one player"),
    "Scratch": ("set_up", "Scratch {name}"),
    "DrawDivision": ("set_up", "Draw"),
    "TakeDrawBack": ("set_up", "Take the draw back"),
    "PublishDraw": ("set_up", "Publish the draw"),
    "TakeLate": ("set_up", "Enter a late arrival"),
    "GivePlace": ("set_up", "Give the place to a late arrival"),
    "CloseLatePlaces": ("set_up", "Close the late places"),
    "Call": ("run", "Call {count}"),
    "Uncall": ("run", "Take back the call"),
    "PutOff": ("run", "Put off"),
    "Move": ("run", "Go on at another table"),
    "TakeUp": ("run", "Take it up"),
    "TurnAway": ("run", "Reject it"),
    "TakeMatch": ("run", "Take this result"),
    "TakeMatch overrules": ("run", "Count this score anyway, because"),
    "Award": ("run", "Award without play"),
    "Correct": ("run", "Correct the result"),
    "Reopen": ("run", "No result: play on"),
    "TakeOut withdrawn": ("run", "withdrew"),
    "TakeOut no_show": ("run", "did not come"),
    "TakeOut disqualified": ("run", "disqualified"),
    "TakeOut excluded": ("run", "excluded"),
    "TakeBackIn": ("run", "{name} plays again"),
    "CorrectPlayer": ("run", "Correct what is written of {name}"),
    "RenameEntry": ("run", "Correct the name they are entered by"),
    "PairSwissRound": ("run", "{name}: pair the next round"),
    "TakeSwissRoundBack": ("run", "Take the new round back"),
    "CloseSwiss": ("run", "{name}: close it, the result stands"),
    "DrawGroupLot": ("run", "{name}: draw lots in group {group}"),
    "CloseRoundRobin": ("run", "{name}: close it, the result stands"),
    "PairFree": ("run", "{name}: pair who is free"),
    "VoidGame": ("run", "This game is void"),
    "BeginNextEvent": ("set_up", "Begin the next event"),
    "SwapPlaces": ("set_up", "Swap their places"),
    "SetReEntry": ("set_up", "Set re-entry"),
    "SetRoundDates": ("set_up", "Set these dates"),
    "OfferDates": ("run", "Dates are offered"),
    "ArrangeRound": ("run", "A date is arranged"),
    "TellChairman": ("run", "The Chairman is told"),
    "ClaimMatch": ("run", "Somebody claims the match"),
    "RuleOnClaim": ("run", "Rule on the claim"),
    "PlayAgain": ("run", "Play it again to {points}"),
    "NoteForReport": ("printed", "Add it"),
    "StrikeNote": ("printed", "Take it out"),
    "RateBy": ("printed", "Use it"),
    "Undo": ("run", "Undo"),
}
"""On which page an act is offered, by the script it starts with, and what is clicked there."""
BY_ITSELF = {"PairFree"}
"""None waits for it: who is free in a Swing is matched in the act that made him free."""
IMPORTED = re.compile(r'from "\./([\w/-]+\.js)"')
MAY = re.compile(r'\b(?:may|ifMay)\("[\w ]+"')
"""What only asks whether somebody may."""
WORD = re.compile(r'\bword\(\s*"(\w+)"')
HERE = re.compile(r'<script type="application/json" id="here">(.*?)</script>')


def here(client: Client, path: str) -> Any:
    """What a page is made with."""
    answer = client.get(path)
    assert answer.status == 200
    (carried,) = HERE.findall(answer.body.decode())
    return json.loads(carried)


@pytest.mark.parametrize("role", Role)
def test_a_page_names_what_its_reader_may_do(client: Client, director: Service, role: Role) -> None:
    client.join(director, role, "Ola")
    mine = [act for act, roles in EVENT_ACTS.items() if role in roles]
    told = {"acts": mine, "profiles": dict(profiles()), "takes": sorted(TAKES)}
    told["adds"] = sorted(ADDS)
    assert here(client, "/event/run") == told
    if role in {Role.DIRECTOR, Role.ASSISTANT}:
        assert here(client, "/event/set-up")["acts"] == mine
    else:
        assert client.get("/event/set-up").status == 403


def scripts(start: str) -> str:
    """A page's own script and all that come with it."""
    found: dict[str, str] = {}
    open_ = [start]
    while open_:
        name = open_.pop()
        if name not in found:
            found[name] = (WEB / name).read_text("utf-8")
            open_ += IMPORTED.findall(found[name])
    return "\n".join(source for name, source in found.items() if "vendor" not in name)


def test_every_act_is_offered_on_a_page_by_a_click() -> None:
    """An act that has no button there has none at all: whoever adds one adds both."""
    assert set(OFFERED) == set(EVENT_ACTS)
    for act, (page, words) in OFFERED.items():
        source = MAY.sub("", scripts(f"{page}.js"))
        kind, _, how = act.partition(" ")
        assert f'"{kind}"' in source, (act, "is sent by no script of the page")
        assert not how or f'"{how}"' in source, (act, "is chosen nowhere")
        said = {WORDS[name].message for name in WORD.findall(source)}
        if page == "printed":
            said = {*re.findall(r'gettext\("([^"]*)"', (WEB / "report.html").read_text("utf-8"))}
        assert words in said, (act, "is not clicked so")


def clicked() -> set[str]:
    """Every text of the tests in browsers and of the hand they click with; `-` for what is filled
    in.
    """
    sources = [*tracked_files("tests/director/live/*.py"), Path(event_pages_kit.__file__)]
    found: set[str] = set()
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (
                    each.value if isinstance(each, ast.Constant) else "-" for each in node.values
                )
                found.add("".join(map(str, parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_act_that_is_offered_is_looked_for_in_a_browser() -> None:
    """A button that never shows is none."""
    texts = clicked()
    for act, (_page, words) in OFFERED.items():
        said = re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", words))))
        looked_for = any(map(said.fullmatch, texts))
        assert looked_for is (act not in BY_ITSELF), (act, words)


def test_a_stranger_is_led_to_the_door(client: Client) -> None:
    client.session = {}
    for path in PAGES:
        assert client.get(path).status == 401
