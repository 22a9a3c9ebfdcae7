"""A club's rounds by a date, run in browsers at the real service, by clicks only."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import window
from kits.console_live import Director
from kits.event_kit import Runner
from kits.event_live import named, runner, shows
from kits.event_pages_kit import Hand
from playwright.sync_api import Browser, Locator, expect

from kiosk.director.public.of_table import EVERYTHING

BY_DATE = "Knock-out in rounds by a date"
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 360, "height": 740}}


@pytest.fixture(params=SIZES)
def kari(request: pytest.FixtureRequest, director: Director, browser: Browser) -> Iterator[Hand]:
    """The director, at a desk or with a phone."""
    director.start()
    size = SIZES[request.param]
    with window(browser, viewport=size, has_touch=request.param == "phone") as opened:
        director.let_in(opened.page)
        yield Hand(opened, director.url)


def in_days(days: int) -> str:
    """What a date field takes."""
    return (date.today() + timedelta(days)).isoformat()


class Club:
    """Two rounds of four players: the first is to be played in five days."""

    def __init__(self, kari: Hand) -> None:
        self.kari = kari
        kari.sets_up().opens_event("1-2", BY_DATE)
        kari.draws(4, "Open: say by which day each round is played.")
        dates = kari.page.locator("form[aria-label='Dates of the rounds'] [type=date]")
        for nth, days in enumerate((5, 33)):
            dates.nth(nth).fill(in_days(days))
        kari.click("Set these dates")
        kari.told("The dates are set.")
        kari.click("Publish the draw")
        kari.told("The draw of Open is published.")
        kari.runs()

    @property
    def rows(self) -> Locator:
        return self.kari.page.locator(".dates .row")

    def needs(self) -> list[str]:
        return self.rows.locator(".need").all_inner_texts()

    def about(self, nth: int, way: str) -> Locator:
        """The form of a way to act on the row `nth`, unfolded."""
        self.rows.nth(nth).click()
        form = self.kari.about.locator("details", has_text=way).first
        if form.get_attribute("open") is None:
            form.locator("summary").click()
        return form

    def does(self, form: Locator, way: str) -> None:
        self.kari.click(way, form)
        self.kari.told("It is noted.")
        expect(self.kari.about).to_be_hidden()

    def arranges(self, nth: int, days: int, at: str = "19:00") -> None:
        form = self.about(nth, "A date is arranged")
        form.get_by_label("Day").fill(in_days(days))
        form.get_by_label("Time").fill(at)
        self.does(form, "A date is arranged")


def test_what_needs_a_person_stands_first_until_both_have_arranged(kari: Hand) -> None:
    club = Club(kari)
    kari.next("Rounds by a date: 2 need you.")
    expect(kari.page.locator("[aria-labelledby=holds-title]")).to_have_count(0)
    assert club.needs() == ["Not arranged: tell the Chairman"] * 2
    form = club.about(0, "The Chairman is told")
    form.get_by_label("Reason").fill("she does not answer")
    club.does(form, "The Chairman is told")
    kari.next("Rounds by a date: 1 need you.")
    assert [each.endswith("has to arrange it") for each in club.needs()] == [False, True]
    form = club.about(1, "Dates are offered")
    form.locator("[name=day0]").fill(in_days(2))
    form.locator("[name=day1]").fill(in_days(4))
    club.does(form, "Dates are offered")
    form = club.about(1, "A date is arranged")
    form.locator(".answers button").nth(1).click()
    expect(form.get_by_label("Day")).to_have_value(in_days(4))
    assert violations(kari.page) == []
    club.does(form, "A date is arranged")
    club.arranges(0, 3)
    kari.next("Rounds by a date go on: 2 to play.")
    assert all(each.startswith("Arranged: ") for each in club.needs())
    assert misfits(kari.page) == []
    assert violations(kari.page) == []


def test_a_claim_is_ruled_on_and_the_next_round_has_its_date(kari: Hand) -> None:
    club = Club(kari)
    club.arranges(0, 0, "00:00")
    names = club.rows.last.locator(".who").inner_text()
    form = club.about(1, "Somebody claims the match")
    claimants = form.locator("label:has([name=claimant])")
    through = claimants.first.inner_text().strip()
    claimants.first.click()
    form.get_by_label("Time").fill("00:30")
    form.get_by_label("Reason").fill("nobody came")
    kari.click("Somebody claims the match", form)
    kari.refused()
    expect(form.get_by_role("alert")).to_contain_text("30: that is not late enough")
    form.get_by_label("Time").fill("00:31")
    club.does(form, "Somebody claims the match")
    assert club.needs()[0].endswith("claims it: rule on it")
    assert club.rows.first.locator(".who").inner_text() == names
    form = club.about(0, "Rule on the claim")
    form.locator("[name=granted]").first.check()
    form.get_by_label("Reason").fill("the doorman says so, too")
    kari.click("Rule on the claim", form)
    kari.sure(f"it is not played; {through} advances.")
    kari.told("It is noted.")
    expect(kari.about).to_be_hidden()
    expect(club.rows).to_have_count(1)
    expect(kari.page.locator(".pairing.over .at")).to_have_text("walk-over")


SOON = """() => {
  const [date, time] = new Date(Date.now() + 90 * 60_000).toLocaleString("sv").split(" ");
  return [date, time.slice(0, 5)];
}"""


def test_an_arranged_match_is_called_to_a_table_for_its_time(kari: Hand) -> None:
    """As the clock of who calls has it: here the browser's."""
    club = Club(kari)
    day, time = kari.page.evaluate(SOON)
    form = club.about(0, "A date is arranged")
    form.get_by_label("Day").fill(day)
    form.get_by_label("Time").fill(time)
    club.does(form, "A date is arranged")
    form = club.about(0, "Call to a table")
    starts = form.get_by_label("They begin in how many minutes")
    expect(starts).to_have_value("5")
    kari.click("Close", kari.about)
    form = club.about(1, "Call to a table")
    expect(starts).to_have_value(re.compile("^(89|90)$"))
    kari.click("Call to a table", form)
    kari.told("Called: 1.")
    expect(kari.page.locator("[aria-labelledby=now-title] .row")).to_have_count(1)


def test_the_date_of_a_round_is_moved_with_a_reason(kari: Hand) -> None:
    club = Club(kari)
    kari.opens("Dates of the rounds")
    form = kari.page.get_by_role("form", name="Dates of the rounds")
    form.locator("[type=date]").first.fill(in_days(12))
    kari.click("Set these dates", form)
    kari.refused()
    form.get_by_label("Reason").fill("the house is closed")
    kari.click("Set these dates", form)
    kari.told("The dates are set.")
    assert [each.endswith("has to arrange it") for each in club.needs()] == [True, True]


def test_the_hall_is_told_by_when_a_round_is_played(kari: Hand, director: Director) -> None:
    Club(kari)
    shows(director, EVERYTHING)
    kari.page.goto(f"{director.url}/hall")
    day = (date.today() + timedelta(5)).day
    rows = kari.page.locator("#rest .row .about")
    expect(rows.first).to_contain_text(re.compile(rf"to 11 · by .*\b{day}\b"))
    assert misfits(kari.page) == []


@pytest.fixture
def claimed(director: Director) -> Runner:
    """One match is claimed, another arranged, a third waits for the Chairman."""
    director.start()
    kari = runner(director)
    kari.does("OpenEvent", name="Club Cup")
    kari.does("SetTables", tables=[1])
    offered = {each["format_id"]: each for each in kari.get("/event/formats")["formats"]}
    form, main = offered["club-rounds"]["format"], {"division_id": "main"}
    kari.does("MakeDivision", **main, name="Cup", format=form, precedence=0)
    who = [{"players": [{"name": named(nth)}]} for nth in range(8)]
    kari.does("Enter", **main, entries=who)
    last = kari.event["today"] + 5
    dates = [{"bracket": "main", "round": n + 1, "last_day": last + n} for n in range(3)]
    kari.does("SetRoundDates", **main, dates=dates)
    kari.does("DrawDivision", **main)
    kari.does("PublishDraw", **main)
    one, two, three = ({**main, "pairing_id": f"main-1-{n}"} for n in (1, 2, 3))
    slots = [{"day": last - n, "minute": 1140} for n in range(3)]
    kari.does("OfferDates", key=two, slots=slots)
    kari.does("TellChairman", key=two, why="no answer")
    kari.does("ArrangeRound", key=three, slot=slots[0])
    claim = {"claimant": kari.players("main-1-1")[0], "ground": "not_offered", "why": "no answer"}
    kari.does("ClaimMatch", key=one, **claim)
    return kari


@pytest.mark.parametrize("language", ["da", "de", "fr", "it", "ja", "nb"])
def test_rounds_by_a_date_fit_on_a_phone_in_every_language(
    director: Director, browser: Browser, claimed: Runner, language: str
) -> None:
    assert claimed.pairing("main-1-1")["dated"]["need"] == "ruling"
    with window(browser, viewport=SIZES["phone"], has_touch=True, locale=language) as opened:
        page = opened.page
        director.let_in(page)
        page.goto(f"{director.url}/event/run")
        rows = page.locator(".dates .row")
        expect(rows).to_have_count(4)
        page.locator(".dates details").evaluate("(one) => { one.open = true }")
        assert misfits(page) == []
        for nth in range(4):
            rows.nth(nth).click()
            for form in page.locator("#about details").all():
                form.evaluate("(one) => { one.open = true }")
                assert misfits(page) == []
            page.keyboard.press("Escape")
        page.goto(f"{director.url}/event/set-up")
        expect(page.locator("[type=date]")).to_have_count(3)
        assert misfits(page) == []
