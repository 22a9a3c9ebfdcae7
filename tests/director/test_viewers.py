"""Two browsers, two languages: each is told all that has words in its own."""

import json
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, KARI, Client, HandClocks, PaperTable, service, words
from kits.pseudo_kit import PLAIN, PSEUDO
from kits.service_kit import heard, play, running, singly
from markupsafe import escape

from kiosk.catalogue.text import ENGLISH
from kiosk.director.app import create_app
from kiosk.director.hub import Push
from kiosk.director.service import Service
from kiosk.wire.sync import Orders

LANGUAGES = {"en": ENGLISH, "xx": PSEUDO}
OWN = {"Anna", "Bo", "Kari", "noise", "Norwegian", "federation", "tournament", "rules"}
"""People's own words here, and a rule book's title."""
HERE: dict[str, str] = {}
THERE = {"accept-language": "xx-YY, en;q=0.5"}
ASKED = {"accept-language": "en", "cookie": "theme=dark; language=xx"}


@pytest.fixture
def client(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Client]:
    director = service(tmp_path, hand, table)
    opened = Client(create_app(director, DIRECTORS_KEY, languages=LANGUAGES), "hall:8000")
    opened.post("/table/batch", table.batch())
    opened.join(director)
    yield opened
    opened.close()
    director.lifecycle.close()
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()


def order(**changed: Any) -> bytes:
    base = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    return json.dumps(base | {"why": "noise"} | changed).encode()


def plain(*texts: str) -> list[str]:
    """Which of these have a word in them that is English, and nobody's own."""
    return [text for text in texts if set(PLAIN.findall(text)) - OWN]


@pytest.mark.parametrize("viewer", [THERE, ASKED])
def test_pages_are_in_the_viewers_language(client: Client, viewer: dict[str, str]) -> None:
    for path in ("/", "/tables/journal-1"):
        ours, theirs = client.get(path), client.get(path, **viewer)
        assert '<html lang="en">' in ours.body.decode()
        assert '<html lang="xx">' in theirs.body.decode()
        for answer in (ours, theirs):
            assert answer.status == 200
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["vary"] == "Cookie, Accept-Language"


@pytest.mark.parametrize("viewer", [THERE, ASKED])
@pytest.mark.parametrize("path", ["/tables/journal-9/events", "/x<b>"])
def test_a_page_that_is_not_there_is_told_on_a_page(
    client: Client, path: str, viewer: dict[str, str]
) -> None:
    for each, tag in ((HERE, "en"), (viewer, "xx")):
        told = client.get(path, **each)
        assert (told.status, told.headers["content-type"]) == (404, "application/json")
        shown = client.get(path, accept="text/html,*/*", **each)
        assert (shown.status, shown.headers["cache-control"]) == (404, "no-store")
        assert shown.headers["content-type"] == "text/html; charset=utf-8"
        page = shown.body.decode()
        assert f'<html lang="{tag}">' in page
        assert '<a class="back" href="/">' in page
        assert f'<p role="alert">{escape(told.json()["error"])}</p>' in page


@pytest.mark.parametrize("viewer", [THERE, ASKED])
def test_forms_looks_and_what_became_of_an_order_too(
    client: Client, viewer: dict[str, str]
) -> None:
    ours, theirs = (client.get("/forms", **each).json() for each in (HERE, viewer))
    titles = [form["title"] for form in ours["forms"]]
    assert plain(*titles) == titles
    assert plain(*(form["title"] for form in theirs["forms"])) == []
    asked = order(kind="score", white=2, black=0, corrects_seq=3)
    ours, theirs = (client.post("/orders/look", asked, **each).json() for each in (HERE, viewer))
    assert plain(*ours["sentences"]) == ours["sentences"]
    assert plain(*theirs["sentences"], theirs["verb"]) == []
    command_id = client.post("/orders", order(), **viewer).json()["command_id"]
    ours, theirs = (client.get(f"/orders/{command_id}", **each).json() for each in (HERE, viewer))
    assert (ours["title"], ours["outcome"]) == ("Stop clocks", "waiting…")
    assert plain(theirs["title"], theirs["outcome"]) == []


@pytest.mark.parametrize("viewer", [THERE, ASKED])
def test_the_streams_too(client: Client, viewer: dict[str, str]) -> None:
    client.post("/orders", order())
    ours, theirs = (client.stream("/events", "cards", "order", **each) for each in (HERE, viewer))
    assert ours["cards"][0]["doing"] == "Anna is moving"
    assert plain(theirs["cards"][0]["doing"], theirs["order"]["title"]) == []
    path = "/tables/journal-1/events"
    ours, theirs = (
        client.stream(path, "lines", "card", "order", **each) for each in (HERE, viewer)
    )
    assert ours["lines"][-1]["text"] == "Anna's clock runs, with 0:12.000 of delay."
    assert plain(*(line["text"] for line in theirs["lines"])) == []
    assert plain(theirs["card"]["words"]["table"], theirs["order"]["outcome"]) == []


@pytest.mark.parametrize("viewer", [THERE, ASKED])
def test_complaints_too(client: Client, viewer: dict[str, str]) -> None:
    for answer in (
        client.post("/orders", order(why=" "), **viewer),
        client.post("/orders/look", order(why=""), **viewer),
        client.post("/orders", order(why="x" * 300), **viewer),
    ):
        assert answer.status == 400
        assert plain(answer.json()["error"]) == []
    for answer in (
        client.get("/tables/7/events", **viewer),
        client.post("/orders", order(journal_id="7"), **viewer),
        client.get("/orders/7", **viewer),
    ):
        assert answer.status == 404
        assert plain(answer.json()["error"]) == []


def test_so_is_what_comes_while_they_listen(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    upto = len(table.rows) - 3

    async def answered(director: Service, table: PaperTable) -> None:
        polled = words(await director.traffic.poll(table.poll(), wait_s=0))
        assert isinstance(polled, Orders)
        before = len(table.rows)
        for sent in polled.orders:
            table.obey(sent)
        await director.traffic.batch(table.batch(after=before))

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch(upto=upto))
            async with (
                aclosing(singly(director.console.grid())) as grid,
                aclosing(singly(director.console.timeline("journal-1", upto))) as page,
                aclosing(singly(director.console.grid(PSEUDO))) as other_grid,
                aclosing(
                    singly(director.console.timeline("journal-1", upto, PSEUDO))
                ) as other_page,
            ):
                streams = (grid, page, other_grid, other_page)
                for stream in streams:
                    await heard(stream, "cards", "card")
                director.console.hub.publish(Push("beat", "{}"))
                for stream in streams:
                    await heard(stream, "beat")  # all that was there before is told
                await director.orders.give(order(kind="start"), KARI)
                for stream in (grid, page):
                    assert (await heard(stream, "order"))["title"] == "Start clocks"
                for stream in (other_grid, other_page):
                    view = await heard(stream, "order")
                    assert plain(view["title"], view["outcome"]) == []
                await director.traffic.batch(table.batch(after=upto))
                assert plain((await heard(page, "lines"))[0]["text"]) != []
                lines = await heard(other_page, "lines")
                assert plain(*(line["text"] for line in lines)) == []
                assert (await heard(grid, "card"))["words"]["table"] == "Table 1"
                for stream in (other_grid, other_page):
                    shown = await heard(stream, "card")
                    assert plain(shown["doing"], shown["words"]["table"]) == []
                await answered(director, table)
                assert (await heard(grid, "order"))["reasons"] == ["the clocks are running"]
                for stream in (other_grid, other_page):
                    view = await heard(stream, "order")
                    assert view["reasons"] != []
                    assert plain(*view["reasons"], view["outcome"]) == []

    play(scene)
