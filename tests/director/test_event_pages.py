"""The pages of an event: to whom they are given, and what they are made with."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, service

from kiosk.books import profiles
from kiosk.director.app import create_app
from kiosk.director.roles import EVENT_ACTS, Role
from kiosk.director.service import Service

PAGES = ("/event/set-up", "/event/run")
HERE = re.compile(r'<script type="application/json" id="here">(.*?)</script>')


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks) -> Iterator[Service]:
    opened = service(tmp_path, hand)
    yield opened
    opened.close()
    opened.finish()
    opened._store.close()


@pytest.fixture
def client(director: Service) -> Iterator[Client]:
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    yield opened
    opened.close()


def here(client: Client, path: str) -> Any:
    """What a page is made with."""
    answer = client.get(path)
    assert answer.status == 200
    (carried,) = HERE.findall(answer.body.decode())
    return json.loads(carried)


@pytest.mark.parametrize("role", Role)
def test_a_page_names_what_its_reader_may_do(client: Client, director: Service, role: Role) -> None:
    client.join(director)
    client.join(director, role, "Ola")
    mine = [act for act, roles in EVENT_ACTS.items() if role in roles]
    assert here(client, "/event/run") == {"acts": mine, "profiles": dict(profiles())}
    if role in {Role.DIRECTOR, Role.ASSISTANT}:
        assert here(client, "/event/set-up")["acts"] == mine
    else:
        assert client.get("/event/set-up").status == 403


def test_a_stranger_is_led_to_the_door(client: Client) -> None:
    for path in PAGES:
        assert client.get(path).status == 401
