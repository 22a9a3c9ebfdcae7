"""What is taken away at the desk of enrolment is read before it is done, in a browser at the real
service.
"""

import re

import pytest
from kits.console_checks import violations
from kits.console_kit import Window
from kits.console_live import Director, FakeTable, card_of
from kits.event_pages_kit import Hand
from playwright.sync_api import expect


@pytest.fixture
def kari(director: Director, table: FakeTable, opened: Window) -> Hand:  # noqa: ARG001 (it plays)
    """The director, at the page; table 1 is in its first game."""
    director.let_in(opened.page)
    opened.page.goto(director.url)
    expect(card_of(opened.page, 1)).to_contain_text("Ada")
    opened.page.goto(f"{director.url}/enrol")
    return Hand(opened, director.url)


def test_a_card_is_voided_once_it_was_read_that_it_enrols_no_device(kari: Hand) -> None:
    cards, sure = kari.page.locator("#cards li"), kari.page.locator("#sure")
    kari.click("New event card")
    name = cards.locator("a").inner_text()
    assert re.fullmatch("[0-9a-f]{6}", name)
    words = f"Card {name} no longer enrols devices."
    kari.click("Void")
    expect(sure.locator("li")).to_have_text([words])
    assert violations(kari.page) == []
    kari.click("Leave it as it is", sure)
    expect(sure).to_have_count(0)
    expect(cards).to_have_count(1)
    kari.click("Void")
    kari.sure(words)
    expect(cards).to_have_count(0)
    expect(kari.page.locator("#complaint")).to_have_text("")


def test_a_device_is_revoked_and_put_back_once_it_was_read_whose_match_it_is(kari: Hand) -> None:
    kari.opens("…")
    kari.click("Revoke")
    kari.sure("their match stops counting.", "Table 1 no longer has a device.")
    expect(kari.page.locator("#devices li.gone")).to_have_count(1)
    kari.click("Put it back")
    expect(kari.page.locator("#devices li.gone")).to_have_count(0)
