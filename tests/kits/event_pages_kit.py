"""Somebody at the two pages of an event, by clicks only; each is counted."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from kits.console_kit import Window

LAST_CHANCE = "Knock-out with progressive consolation and last chance"
"""The format of most brackets."""
CSV = "name;number;rating\n"


def listed(count: int) -> bytes:
    """A list of so many players as a federation writes it."""
    return (CSV + "".join(f"Player {n};{n};{1400 + n}\n" for n in range(1, count + 1))).encode()


class Hand:
    """Counts what it clicks, chooses and fills in."""

    def __init__(self, own: Window, url: str) -> None:
        self.window = own
        self.page = own.page
        self.url = url
        self.acts = 0

    def sets_up(self) -> "Hand":
        self.page.goto(f"{self.url}/event/set-up")
        expect(self.page.locator("#next-title")).to_be_visible()
        return self

    def runs(self) -> "Hand":
        self.page.goto(f"{self.url}/event/run")
        expect(self.page.locator("#next-title")).to_be_visible()
        return self

    def click(self, name: str, within: Locator | None = None) -> None:
        """A button by its name."""
        self.acts += 1
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def sure(self, *words: str) -> None:
        """What will happen is read, in which these `words` stand, and it is done."""
        for each in words:
            expect(self.page.locator("#sure")).to_contain_text(each)
        self.click("Do it", self.page.locator("#sure"))

    def opens(self, title: str, within: Locator | None = None) -> None:
        """What stands folded away below a title."""
        self.acts += 1
        (within or self.page).locator("summary", has_text=title).first.click()

    def fill(self, label: str, said: str, within: Locator | None = None) -> None:
        self.acts += 1
        (within or self.page).get_by_label(label, exact=True).fill(said)

    def refused(self) -> None:
        """What was just asked was refused, of which a browser complains."""
        expect(self.page.locator(".note:visible")).not_to_have_count(0)
        faults = len(self.window.faults)
        self.window.forgive("status of 40[09]")
        assert len(self.window.faults) < faults

    def gives(self, content: bytes) -> None:
        """A file with players."""
        self.acts += 1
        file: Any = {"name": "players.csv", "mimeType": "text/csv", "buffer": content}
        self.page.get_by_label("From a file (CSV or a workbook)").set_input_files(files=[file])

    def told(self, words: str | re.Pattern[str]) -> None:
        """What became of it."""
        expect(self.page.locator("#done")).to_have_text(words)

    def next(self, words: str | re.Pattern[str]) -> None:
        """The one thing to do now."""
        expect(self.page.locator("#next p").first).to_have_text(words)

    def opens_event(self, tables: str, form: str = LAST_CHANCE) -> None:
        """With one division, Open."""
        self.fill("Name of the event", "Malmö Open")
        self.click("Open the event")
        self.fill("Table numbers", tables)
        self.click("Set the tables")
        self.fill("Name of the division", "Open")
        self.acts += 1
        self.page.get_by_label("Format").select_option(form)
        self.click("Make the division")
        self.next("Open: enter the players.")

    def draws(self, players: int, then: str = "Open: look at the draw, and publish it.") -> None:
        """So many enter from a file, and are drawn; `then` it says what is to be done."""
        self.gives(listed(players))
        self.click(f"Enter players: {players}")
        self.told(f"Entered: {players}.")
        self.click("Draw")
        self.next(then)

    def publishes(self) -> None:
        """And set the time on the clocks, which the format's book leaves to the event."""
        self.click("Publish the draw")
        self.next("Set what the rule book leaves to the event: no clock runs without it.")
        for key, value in (("clock.reserve_s_per_point", "120"), ("clock.delay_s", "12")):
            self.acts += 1
            self.page.locator(f"#books [name='{key}']").fill(value)
        self.click("Set these values")
        self.next("Everything is drawn and published: now run the event.")

    @property
    def about(self) -> Locator:
        return self.page.locator("#about")

    def takes_result(self, row: Locator) -> str:
        """By hand, at the table of a row: to its length, which the form has already; who won."""
        self.acts += 1
        row.click()
        way = self.about.locator("details.match")
        choice = way.locator("label:has([type=radio])").first
        winner = choice.inner_text().strip()
        choice.click()
        length = int(self._points(way, "winner").input_value())
        self._points(way, "loser").fill(str(length // 2))
        self.click("Take this result", way)
        expect(self.about).to_be_hidden()
        return winner

    @staticmethod
    def _points(way: Locator, of: str) -> Locator:
        return way.get_by_label(f"Points of the {of}")
