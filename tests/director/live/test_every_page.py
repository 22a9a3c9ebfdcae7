"""Every page at every stage of an event of every format: nothing fails, no button is silent, and no
kind and no key of the code is shown.

A format that is added joins by itself, and so does a page. The night has the whole product of
formats, stages and pages, and of divisions of two formats beside each other.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kits.console_kit import Window, window
from kits.every_page_kit import Presses, calm, codes_shown, enters_browser, pages
from kits.hall_kit import PaperTable
from kits.stages_kit import ALL_FORMATS, STAGES, Stood, Walk, copied, ladder_stages
from playwright.sync_api import Browser, Page, expect

EVENT_PAGES = ("/event/set-up", "/event/run", "/hall", "/phone")
"""What shows how far an event is; the others are opened at night."""

BY_DAY = {
    "drawn": ("/event/set-up",),
    "published": EVENT_PAGES,
    "playing": EVENT_PAGES,
    "partly over": ("/event/run", "/phone"),
    "over": EVENT_PAGES,
}
"""Which of them, at which stage, the gate has time for."""

PAIRS = tuple(
    f"{one}+{ALL_FORMATS[(nth + 1) % len(ALL_FORMATS)]}" for nth, one in enumerate(ALL_FORMATS)
)
"""Divisions of two formats beside each other."""

REFUSED = r"status of 4\d\d"
"""What is filled in without thinking may be refused, in words."""

Walks = Callable[[str], "Seen"]


class Seen:
    """An event whose pages are looked at, stage by stage."""

    def __init__(self, browser: Browser, own: Stood, walk: Walk, folder: Path) -> None:
        self.browser, self.own, self.walk, self.folder = browser, own, walk, folder
        self.copies = 0

    def everything(self) -> list[str]:
        """Every page there is now."""
        status, made = self.own.posts("/enrol", b'{"type": "card"}')
        assert status == 200, made
        drawn = [each["division_id"] for each in self.own.runner().event["divisions"]]
        return list(pages(made["name"], *drawn))

    @contextmanager
    def opened(self, own: Stood, *forgiven: str) -> Iterator[Window]:
        with window(self.browser, reduced_motion="reduce") as new:
            enters_browser(new.page, own)
            for pattern in forgiven:
                new.forgive(pattern)
            yield new

    def looks(self, known: set[str], *paths: str) -> None:
        """Each page is opened, and shows nothing that failed; what on it was not pressed yet is."""
        with self.opened(self.own, "status of 410") as new:  # what is joined without a link
            for path in paths:
                visits(new.page, self.own, path)
                assert new.faults == [], path
                assert codes_shown(new.page) == set(), path
                if Presses(new.page, known).new():
                    self.presses(known, path)

    def presses(self, known: set[str], path: str) -> None:
        """Each kind of button that was not pressed yet, on a copy of the event."""
        self.copies += 1
        folder = self.folder / f"copy {self.copies}"
        with copied(self.own, folder) as copy, self.opened(copy, REFUSED) as new:
            visits(new.page, copy, path)
            presses = Presses(new.page, known)
            presses.all()
            assert presses.silent == []
            assert presses.codes == set(), path
            assert new.faults == [], path


def visits(page: Page, own: Stood, path: str) -> None:
    page.goto(own.url + path)
    calm(page)
    expect(page.locator("#page-fault:visible, .failed:visible")).to_have_count(0)


@pytest.fixture
def walks(browser: Browser, tmp_path: Path, make_keeper: Callable[..., Any]) -> Iterator[Walks]:
    opened: list[Stood] = []

    def started(names: str) -> Seen:
        folder = tmp_path / "own"
        folder.mkdir()
        own = Stood(folder, PaperTable(make_keeper, 1))
        opened.append(own)
        own.enters()
        return Seen(browser, own, Walk(own, names.split("+")), tmp_path)

    yield started
    for own in opened:
        own.close()


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Kinds of buttons that were pressed in this module by day: what all formats share once."""
    return set()


@pytest.mark.parametrize("names", [*ALL_FORMATS, "doubles+swiss"])
def test_no_page_of_an_event_fails_and_no_button_is_silent(
    walks: Walks, known: set[str], names: str
) -> None:
    seen = walks(names)
    for stage in seen.walk.stages():
        seen.looks(known, *BY_DAY.get(stage, ()))


def test_no_page_of_a_ladder_fails_and_no_button_is_silent(walks: Walks) -> None:
    seen, known = walks("knock-out"), set[str]()
    for _stage in ladder_stages(seen.own):
        seen.looks(known, "/club/ladder")


@pytest.mark.night
@pytest.mark.parametrize("names", [*ALL_FORMATS, *PAIRS])
def test_no_page_fails_at_any_stage_and_no_button_is_silent(walks: Walks, names: str) -> None:
    """What leads out of the page, another password or a sign-out, is pressed on a copy, too."""
    seen = walks(names)
    for _stage in seen.walk.stages():
        seen.looks(set(), *seen.everything())


def test_every_stage_there_is_is_walked_through(walks: Walks) -> None:
    assert tuple(walks("knock-out").walk.stages()) == STAGES
    assert BY_DAY.keys() <= {*STAGES}


def titles(page: Page) -> set[str]:
    """All that the hall shows in turn."""
    found: set[str] = set()
    for _turn in range(30):
        found |= {each.strip() for each in page.locator("h2:visible").all_inner_texts()}
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize("names", ["last-chance", "doubles", "swiss"])
def test_who_has_won_is_shown_once_it_is_over_and_not_before(walks: Walks, names: str) -> None:
    seen = walks(names)
    shown: dict[str, list[bool]] = {}
    for stage in seen.walk.stages():
        if stage not in {"playing", "over"}:
            continue
        with seen.opened(seen.own) as new:
            page = new.page
            visits(page, seen.own, "/event/run")
            run = page.get_by_role("heading", name="Winners").is_visible()
            visits(page, seen.own, "/phone")
            phone = page.get_by_role("heading", name="Winners").is_visible()
            visits(page, seen.own, "/event/sheet/division-1")
            sheet = page.locator(".won").first.is_visible()
            visits(page, seen.own, "/hall")
            hall = "Winners" in titles(page)
            shown[stage] = [run, phone, sheet, hall]
    assert shown == {"playing": [False] * 4, "over": [True] * 4}


def test_who_plays_now_is_as_the_event_has_it(walks: Walks) -> None:
    """A match that was put off is none of them, though its table has not put it away; nor is one
    that is over.
    """
    seen = walks("knock-out")
    playing: dict[str, list[str]] = {}
    for stage in seen.walk.stages():
        if stage not in {"called", "playing", "put off", "over"}:
            continue
        with seen.opened(seen.own) as new:
            page = new.page
            visits(page, seen.own, "/hall")
            if "Now playing" in titles(page):
                title = page.locator("h2", has_text=re.compile("^Now playing"))
                while not title.first.is_visible():
                    page.keyboard.press("ArrowRight")
                section = page.locator("section", has=title)
                playing[stage] = section.locator(".number").all_inner_texts()
    assert playing == {"playing": ["1"]}
