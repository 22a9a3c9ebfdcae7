"""The timeline's landmarks and search, reasons and rule books to choose, and the roll's picture."""

import pytest
from kits.console_kit import StandIn, Window, card, line, show_table
from playwright.sync_api import Page, expect

from kiosk.director.tables.cards import TimelineLine

PICTURE = "a" * 64


def evening() -> list[TimelineLine]:
    """Three games of twenty lines, each with a double and a ruling."""
    lines: list[TimelineLine] = []

    def told(kind: str, text: str, **more: str | None) -> None:
        number = len(lines) + 1
        lines.append(line(number, kind=kind, text=text, **more))

    for game in (1, 2, 3):
        told("GameStarted", f"Game {game} begins.", look="begins", landmark="game")
        for number in range(20):
            told("RollAccepted", f"White rolls {number % 6 + 1}-3.")
        told("Doubled", f"White doubles to {2**game}.", landmark="double")
        told("RulingGiven", f"Director Kari rules on game {game}.", landmark="ruling")
    return lines


@pytest.fixture
def timeline(page: Page, service: StandIn) -> Page:
    service.show(card(1))
    service.tell(*evening())
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(69)
    return page


def test_a_game_is_set_off_from_the_one_before(timeline: Page) -> None:
    widths = timeline.locator("#lines li").evaluate_all(
        "all => all.map((row) => [row.dataset.landmark, getComputedStyle(row).borderTopWidth])"
    )
    assert {width for landmark, width in widths if landmark == "game"} == {"4px"}
    assert {width for landmark, width in widths if landmark != "game"} == {"0px"}


@pytest.mark.parametrize(
    ("button", "texts"),
    [
        ("Game", [f"Game {game} begins." for game in (3, 2, 1, 3)]),
        ("Double", [f"White doubles to {2**game}." for game in (3, 2, 1, 3)]),
        ("Ruling", [f"Director Kari rules on game {game}." for game in (3, 2, 1, 3)]),
    ],
)
def test_a_key_goes_from_landmark_to_landmark_and_round(
    timeline: Page, button: str, texts: list[str]
) -> None:
    for text in texts:
        timeline.get_by_role("button", name=button, exact=True).press("Enter")
        expect(timeline.locator("#lines li:focus .text")).to_have_text(text)
        expect(timeline.locator("#lines li:focus")).to_be_in_viewport()


def test_what_is_looked_for_may_not_be_there(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(line(1), line(2))
    show_table(page, service)
    page.get_by_role("button", name="Double", exact=True).click()
    expect(page.locator("#found")).to_have_text("“Double”: no entries of this kind in the list.")


def test_a_search_leaves_the_lines_in_which_all_its_words_stand(
    timeline: Page, service: StandIn
) -> None:
    seek = timeline.get_by_label("Find")
    seek.fill("ROLLS 4-3")
    shown = timeline.locator("#lines li:visible")
    expect(shown).to_have_count(9)
    expect(timeline.locator("#found")).to_have_text("9 found")
    service.tell(line(70, text="White rolls 4-3."), line(71, text="White passes."))
    expect(timeline.locator("#found")).to_have_text("10 found")
    expect(shown).to_have_count(10)
    seek.fill("")
    expect(shown).to_have_count(71)
    expect(timeline.locator("#found")).to_be_hidden()


def test_a_landmark_that_a_search_hides_is_passed_over(timeline: Page) -> None:
    timeline.get_by_label("Find").fill("doubles to 4")
    for _ in range(2):
        timeline.get_by_role("button", name="Double", exact=True).click()
        expect(timeline.locator("#lines li:focus .text")).to_have_text("White doubles to 4.")


# --- chosen from lists ----------------------------------------------------------------------------


def test_a_reason_is_chosen_from_those_suggested_and_those_used(
    page: Page, service: StandIn
) -> None:
    service.used = {"stop": ("Lights went out", "it is time for a break")}
    service.show(card(1))
    show_table(page, service)
    stop = page.get_by_role("button", name="Stop clocks")
    stop.click()
    why = page.get_by_role("textbox", name="Why")
    reasons = page.locator("form[data-kind=stop] .reasons button")
    expect(reasons).to_have_text(
        [
            "the roll is disputed",
            "the position is disputed",
            "it is time for a break",
            "a device is being mended",
            "Lights went out",
        ]
    )
    why.fill("Fire alarm")
    reasons.last.press("Enter")
    expect(why).to_have_value("Lights went out")
    expect(why).to_be_focused()
    why.fill("Fire alarm")
    page.keyboard.press("Enter")
    expect(page.locator("form[data-kind=stop]")).to_be_hidden()
    stop.click()
    expect(reasons.last).to_have_text("Fire alarm")
    assert [posted["why"] for posted in service.posted] == ["Fire alarm"]


def test_a_rule_book_is_chosen_from_those_there_are(page: Page, service: StandIn) -> None:
    """The event's own book, which the service can't find any more, stands there too."""
    service.show(card(1, book="club-rules"))
    show_table(page, service)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("button", name="Rule book", exact=True).click()
    books = page.locator("form[data-kind=profile] select")
    expect(books).to_have_value('"club-rules"')
    books.select_option('"norway+unified-2001"')
    page.locator("form[data-kind=profile] [name=why]").fill("so")
    page.get_by_role("button", name="Change the rules…").click()
    page.locator("#confirm-yes").click()
    page.wait_for_function("() => !document.querySelector('#more').disabled")
    assert [posted["profile"] for posted in service.posted] == ["norway+unified-2001"]


# --- the roll as the players see it ---------------------------------------------------------------


def test_the_rolls_picture_stands_beside_the_orders(opened: Window, service: StandIn) -> None:
    page = opened.page
    service.show(card(1))
    show_table(page, service)
    figure = page.get_by_role("figure", name="The roll, as both players see it")
    expect(figure).to_be_hidden()
    service.show(card(1, picture=PICTURE))
    expect(figure).to_be_visible()
    expect(figure).to_contain_text("picture not here yet")
    figure.get_by_role("button").press("Enter")
    expect(page.get_by_role("dialog", name="Picture of the roll")).to_be_visible()
    page.keyboard.press("Escape")
    service.show(card(1))
    expect(figure).to_be_hidden()
    opened.forgive("404")
