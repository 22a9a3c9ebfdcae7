"""What is written wrongly of somebody who plays is corrected by clicks."""

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director
from kits.event_pages_kit import Hand
from playwright.sync_api import expect

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def kari(director: Director, opened: Window) -> Hand:
    """The director, at a laptop."""
    director.start()
    director.let_in(opened.page)
    return Hand(opened, director.url)


def test_a_name_that_was_misspelled_is_corrected_while_he_plays(kari: Hand) -> None:
    kari.sets_up().opens_event("1-2")
    kari.draws(4)
    kari.publishes()
    kari.runs().click("Call 2")
    kari.told("Called: 2.")
    find = kari.page.get_by_role("searchbox", name="Find a player")
    find.fill("Player 2")
    kari.page.locator(".entries button").click()
    kari.opens("Correct what is written of Player 2", kari.about)
    form = kari.page.get_by_role("form", name="Correct what is written of Player 2")
    expect(form.get_by_label("Rating")).to_have_value("1402")
    kari.fill("Name", "Bo Ek", form)
    kari.click("Correct what is written of Player 2", form)
    kari.told("Bo Ek is corrected.")
    expect(kari.about).to_be_hidden()
    find.fill("bo ek")
    expect(kari.page.locator(".entries bdi")).to_have_text(["Bo Ek"])
    expect(kari.page.locator("[aria-labelledby=now-title] .row", has_text="Bo Ek")).to_have_count(1)


def test_a_pair_has_a_name_of_its_own_and_its_players_theirs(kari: Hand) -> None:
    kari.sets_up().opens_event("1-2")
    for one, other in (("Ana", "Bo"), ("Cy", "Di")):
        enter = kari.page.get_by_role("form", name="Enter one player")
        kari.fill("Name", one, enter)
        kari.fill("Partner, in a pair", other, enter)
        kari.click("Enter one player", enter)
        kari.told(f"{one} / {other} is entered.")
    find = kari.runs().page.get_by_role("searchbox", name="Find a player")
    find.fill("ana")
    found = kari.page.locator(".entries button")
    found.click()
    says = "Correct the name they are entered by"
    kari.opens(says, kari.about)
    form = kari.page.get_by_role("form", name=says)
    name = form.get_by_label("Entered as")
    expect(name).to_have_value("Ana / Bo")
    kari.click(says, form)
    expect(kari.page.locator(".note p")).to_have_text(
        "Ana / Bo: nothing has changed: edit it first"
    )
    kari.refused()
    assert violations(kari.page) == []
    kari.page.set_viewport_size(PHONE)
    assert misfits(kari.page) == []
    name.fill("The Aces")
    kari.click(says, form)
    kari.told("The name is corrected.")
    find.fill("aces")
    expect(found.locator("bdi")).to_have_text(["The Aces"])
    found.click()
    kari.opens("Correct what is written of Bo", kari.about)
    form = kari.page.get_by_role("form", name="Correct what is written of Bo")
    kari.fill("Name", "Boo", form)
    kari.click("Correct what is written of Bo", form)
    kari.told("Boo is corrected.")
    expect(found.locator("bdi")).to_have_text(["The Aces"])


def test_a_score_that_no_match_ends_with_counts_only_with_a_reason(kari: Hand) -> None:
    kari.sets_up().opens_event("1-2", "Knock-out")
    kari.draws(4)
    kari.publishes()
    kari.runs().click("Call 2")
    kari.told("Called: 2.")
    kari.page.locator("[aria-labelledby=now-title] .row").first.click()
    way = kari.about.locator("details.match")
    way.locator("label:has([type=radio])").first.click()
    for number, points in enumerate(("5", "3")):
        way.locator(f"[name=score{number}]").fill(points)
    kari.click("Take this result", way)
    expect(way.locator(".note")).to_contain_text("5–3 has the winner at 5")
    kari.refused()
    kari.fill("Count this score anyway, because", "time was up in the hall", way)
    kari.click("Take this result", way)
    expect(kari.about).to_be_hidden()
