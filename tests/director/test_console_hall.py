"""The hall at a glance, who comes to whom, and one order to many tables."""

import pytest
from kits.console_kit import StandIn, card, card_side, order, show_table, wait
from kits.console_places import CALL, called, crowd
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kiosk.catalogue.matter import DirectorNeed
from kiosk.director.tables.cards import Banner, OrderStatus
from kiosk.rules.match import Phase
from kiosk.rules.units import BySide, Side

WHITE, BLACK = Side

RESULT = wait("result", DirectorNeed.RESULT, "White won, the result is not posted", "12:00")


def as_director(page: Page, service: StandIn) -> None:
    """The grid, with its orders."""
    page.goto(service.url)
    expect(page.locator("#many")).to_be_enabled()


# --- what is counted, and how it stands ----------------------------------------------------------


def test_what_the_header_counts_is_what_the_lists_show(page: Page, service: StandIn) -> None:
    older = replace(CALL, key="older", text="White disputes")
    service.show(
        card(1, waits=(RESULT,), winner=WHITE, phase=Phase.MATCH_OVER),
        called(2, waits=(CALL, older)),
        called(3),
        card(4),
    )
    page.goto(service.url)
    expect(page.locator("#queue-list li")).to_have_count(4)
    expect(page.locator("#queue-title")).to_have_text("Waiting for you: 4 (tables: 3)")
    for name, tables in (("call", 2), ("wait", 3), ("stale", 0), ("playing", 3), ("done", 1)):
        button = page.locator(f"#count-{name}")
        expect(button.locator("b")).to_have_text(str(tables))
        button.click()
        expect(page.locator(".card:visible")).to_have_count(tables)
        button.click()


def test_tables_stand_by_number_if_wanted_and_it_is_remembered(
    page: Page, service: StandIn
) -> None:
    service.show(card(1), card(2), called(3))
    page.goto(service.url)
    numbers = page.locator(".card .number")
    expect(numbers).to_have_text(["3", "1", "2"])
    page.get_by_label("Sort").select_option("By table number")
    expect(numbers).to_have_text(["1", "2", "3"])
    page.reload()
    expect(numbers).to_have_text(["1", "2", "3"])
    expect(page.get_by_label("Sort")).to_have_value("table")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ada", "Ada"),
        ("Masayuki Kageyama", "Masayuki Kageyama"),
        ("Mariangela Featherstone", "M. Featherstone"),
        ("Sebastian van der Featherstone", "S. Featherstone"),
        ("Hans Jakob van den Kampen", "H. J. van den Kampen"),
        ("Sebastian van der Featherstone-Haugh", "S. Featherstone-Haugh"),
        ("Konstantinopolitanopoulos", "Konstantinopolitanopoulos"),
        ("😀lesandro  Bianchi-Castellani", "😀. Bianchi-Castellani"),
        ("", ""),
    ],
)
def test_a_long_name_is_shortened_by_its_given_names(
    page: Page, service: StandIn, name: str, short: str
) -> None:
    page.goto(service.url)
    shortened = page.evaluate(
        "async (name) => (await import('/static/names.js')).shortened(name, 20)", name
    )
    assert shortened == short


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("lukasz", ["Łukasz Żak"]),
        ("zak lukasz", ["Łukasz Żak"]),
        ("Müßig", ["Jörg Müßig"]),
        ("mussig", ["Jörg Müßig"]),
        ("muessig joerg", ["Jörg Müßig"]),
        ("oystein", ["Øystein Ås"]),
        ("Øystein Aas", ["Øystein Ås"]),
        ("obrien", ["Sean O’Brien"]),
        ("o'brien", ["Sean O’Brien"]),
        ("anne marie", ["Anne-Marie Berg"]),
        ("annemarie", ["Anne-Marie Berg"]),
        ("hansem", ["Bo Hansen"]),
        ("hanen", ["Bo Hansen"]),
        ("hannsen", ["Bo Hansen"]),
        ("bo", ["Bo Hansen"]),
        ("太郎", ["山田太郎"]),
        ("bx", []),
        (" ", []),
        ("hxnsxn", []),
    ],
)
def test_a_name_is_found_as_people_type_it(
    page: Page, service: StandIn, typed: str, found: list[str]
) -> None:
    names = ["Łukasz Żak", "Jörg Müßig", "Øystein Ås", "Sean O’Brien", "Anne-Marie Berg"]
    page.goto(service.url)
    shown = page.evaluate(
        "async ([all, typed]) => (await import('/static/names.js')).findByName(all, typed)",
        [[*names, "Bo Hansen", "山田太郎"], typed],
    )
    assert shown == found


def test_a_name_from_right_to_left_stays_within_its_place(page: Page, service: StandIn) -> None:
    hebrew = "שלום כהן"
    sides = BySide(card_side(hebrew), card_side("Bo"))
    service.show(card(1, sides=sides, waits=(wait("call", DirectorNeed.CALLED, "White calls"),)))
    page.goto(service.url)
    expect(page.locator("#queue .names")).to_have_text(f"\u2068{hebrew}\u2069 – Bo")
    expect(page.locator("bdi.name").first).to_have_text(hebrew)
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#title")).to_contain_text(f"\u2068{hebrew}\u2069 – Bo")


FITS = """() => {
  const px = (part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize);
  const cards = [...document.querySelectorAll("#grid .card")];
  const inside = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const cut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  const whole = (card) => {
    const box = card.getBoundingClientRect();
    return [...card.querySelectorAll(".name, .score, .clock, .banners")].every((part) => {
      const { top, bottom, left, right } = part.getBoundingClientRect();
      const high = top >= box.top - 1 && bottom <= box.bottom + 1;
      return high && left >= box.left && right <= box.right + 1;
    });
  };
  return {
    seen: cards.filter((card) => inside(card.getBoundingClientRect())).length,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    cut: [...document.querySelectorAll("#grid :is(.name, .score, .game, .doing)")]
      .filter(cut).map((part) => part.textContent),
    outside: cards.filter((card) => !whole(card)).length,
    px: [".name:not([data-long])", ".name[data-long]", ".points", ".reserve", ".banners li",
      ".doing"]
      .map((part) => px(`#grid ${part}`)),
  };
}"""


def test_where_tables_stand_close_one_matter_is_told_and_how_many_more(
    page: Page, service: StandIn
) -> None:
    """Names and clocks keep their place whatever is wrong."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    banners = tuple(Banner("stop", f"Stopped: {n}", wait=False) for n in range(4))
    service.show(*crowd(59), card(60, banners=banners))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(60)
    worst = page.locator(".card").last
    expect(worst.locator(".banners li:visible")).to_have_text(["Stopped: 0"])
    more = worst.locator(".banners").evaluate("one => getComputedStyle(one, '::after').content")
    assert more.replace(" ", "") in {'"+""3"', '"+3"'}
    heights = [side.bounding_box() for side in worst.locator(".side").all()]
    assert [box and round(box["height"]) for box in heights] == [29, 29]


def test_sixty_tables_stand_legibly_on_one_screen(page: Page, service: StandIn) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    service.show(*crowd(60))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(60)
    seen = page.evaluate(FITS)
    assert (seen["seen"], seen["scrolls"]) == (60, False)
    assert (seen["cut"], seen["outside"]) == ([], 0)
    least = (
        13,
        12,
        18,
        15,
        12.5,
        12,
    )  # a name, a long one, the score, the time, what is wrong, is done
    assert all(px >= low for px, low in zip(seen["px"], least, strict=True)), seen["px"]


@pytest.mark.parametrize("width", [1366, 390])
def test_no_name_is_cut_on_a_smaller_screen(page: Page, service: StandIn, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    service.show(*crowd(8))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(8)
    seen = page.evaluate(FITS)
    assert (seen["cut"], seen["outside"]) == ([], 0)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


# --- a sound --------------------------------------------------------------------------------------

RUNG = """() => {
  window.rung = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.rung += 1;
    start.apply(this, when);
  };
}"""


def test_a_new_call_sounds_if_it_is_wanted(page: Page, service: StandIn) -> None:
    service.show(card(1), card(2), called(3))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(3)
    page.evaluate(RUNG)
    service.show(called(1))
    expect(page.locator("#queue-list li")).to_have_count(2)
    assert page.evaluate("window.rung") == 0
    switch = page.get_by_role("button", name="Sound on a call")
    switch.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.rung") == 2  # one to hear what it is like
    service.show(card(2, waits=(RESULT,)))
    expect(page.locator("#queue-list li")).to_have_count(3)
    assert page.evaluate("window.rung") == 2
    service.show(called(2))
    expect(page.locator("#queue-list li", has_text="the dice")).to_have_count(3)
    assert page.evaluate("window.rung") == 4
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.evaluate(RUNG)
    expect(page.locator("#queue-list li")).to_have_count(3)
    assert page.evaluate("window.rung") == 0  # they waited before


# --- who comes ------------------------------------------------------------------------------------


def test_one_tap_says_that_the_director_comes(page: Page, service: StandIn) -> None:
    service.show(called(1), called(2))
    as_director(page, service)
    lines = page.locator("#queue-list li")
    lines.nth(1).get_by_role("button", name="Table 2: I am coming").click()
    expect(page.locator("#queue-complaint")).to_be_empty()
    page.wait_for_function("() => !document.querySelector('#queue-list :disabled')")
    (posted,) = service.posted
    assert (posted["journal_id"], posted["kind"]) == ("journal-2", "coming")
    left = replace(CALL, orders=("start", "coming"))
    comes = Banner("coming", "Director Kari is coming", wait=False)
    service.show(called(2, coming=comes.text, waits=(left,), banners=(comes,)))
    expect(lines.nth(1)).to_contain_text("Director Kari is coming")
    expect(lines.nth(1).get_by_role("button")).to_be_hidden()
    expect(page.locator(".card .coming:visible")).to_have_text(["Director Kari is coming"])
    expect(lines.nth(0).get_by_role("button")).to_be_visible()


def test_a_page_of_one_table_comes_by_one_tap_too(page: Page, service: StandIn) -> None:
    service.show(called(1))
    show_table(page, service)
    page.get_by_role("button", name="I am coming").click()
    page.wait_for_function("() => !document.querySelector('#more').disabled")
    assert [posted["kind"] for posted in service.posted] == ["coming"]
    assert service.looked == []


# --- one order to many tables ---------------------------------------------------------------------


def open_batch(page: Page, kind: str) -> None:
    page.get_by_role("button", name="Message or stop…").press("Enter")
    page.locator("#batch-kinds").get_by_role("button", name=kind).press("Enter")


def test_a_message_goes_to_all_tables_and_each_tells_what_became_of_it(
    page: Page, service: StandIn
) -> None:
    service.show(*(card(number) for number in range(1, 6)))
    as_director(page, service)
    page.clock.install()
    open_batch(page, "Message")
    page.get_by_role("button", name="Tick all").press("Enter")
    expect(page.locator("#batch-title")).to_have_text("To tables: 5")
    page.get_by_label("Words for both players").fill("Dinner at eight")
    page.get_by_role("button", name="To the tables…").press("Enter")
    expect(page.locator("#batch-words")).to_have_text("Message · tables: 5 (1, 2, 3, 4, 5)")
    assert service.posted == []
    page.keyboard.press("Enter")
    told = page.locator("#batch-outcomes li")
    expect(told).to_have_text("Message: delivered to 0 · being sent to 5")
    page.wait_for_function("() => true")
    assert wait_for(page, service, 5) == [f"journal-{number}" for number in range(1, 6)]
    assert {(one["kind"], one["text"]) for one in service.posted} == {
        ("message", "Dinner at eight")
    }
    by_table = {one["journal_id"]: one for one in service.posted}
    assert len({one["command_id"] for one in service.posted}) == 5
    assert {one["match_id"] for one in service.posted} == {f"match-{n}" for n in range(1, 6)}
    for journal, posted in by_table.items():
        status = OrderStatus.REFUSED if journal == "journal-4" else OrderStatus.ACCEPTED
        if journal != "journal-2":
            reasons = ("no match is open here",) if status is OrderStatus.REFUSED else ()
            view = order(command_id=posted["command_id"], journal_id=journal, kind="message")
            service.order(replace(view, status=status, reasons=reasons))
    page.clock.run_for(6_000)
    expect(told).to_have_text(
        "Message: delivered to 3 · 1 not reached yet: 2"
        " · Table 4: The table refused: no match is open here"
    )
    late = order(command_id=by_table["journal-2"]["command_id"], journal_id="journal-2")
    service.order(replace(late, status=OrderStatus.ACCEPTED))
    expect(told).to_contain_text("Message: delivered to 4 · Table 4")


def wait_for(page: Page, service: StandIn, count: int) -> list[str]:
    """Whom the orders went to, once so many have come."""
    for _ in range(400):
        if len(service.posted) >= count:
            break
        page.wait_for_load_state()
        page.evaluate("() => new Promise(requestAnimationFrame)")
    return sorted(one["journal_id"] for one in service.posted)


def test_a_stop_goes_to_the_tables_that_were_ticked_and_no_other(
    page: Page, service: StandIn
) -> None:
    vacant = card(4, sides=None, match_id=None, phase=Phase.VACANT)
    service.show(card(1), card(2), card(3), vacant)
    as_director(page, service)
    open_batch(page, "Stop clocks")
    page.get_by_role("checkbox", name="Table 3").check()
    page.locator(".card").nth(0).click()  # the whole card is ticked
    page.get_by_role("checkbox", name="Table 4").focus()
    page.keyboard.press("Space")
    expect(page.locator("#batch-title")).to_have_text("To tables: 3")
    page.locator("#batch .reasons").get_by_role("button", name="it is time for a break").click()
    page.get_by_role("button", name="To the tables…").click()
    expect(page.locator("#batch-words")).to_have_text("Stop clocks · tables: 2 (1, 3)")
    page.locator("#batch-yes").click()
    assert wait_for(page, service, 2) == ["journal-1", "journal-3"]
    assert {one["why"] for one in service.posted} == {"it is time for a break"}


def test_an_order_to_nobody_is_not_sent_and_another_choice_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    service.show(card(1), card(2))
    as_director(page, service)
    open_batch(page, "Message")
    page.get_by_label("Words for both players").fill("Hello")
    page.get_by_role("button", name="To the tables…").click()
    expect(page.locator("#batch-complaint")).to_contain_text("Tick the tables first")
    page.get_by_role("checkbox", name="Table 1").check()
    page.get_by_role("button", name="To the tables…").click()
    expect(page.locator("#batch-confirm")).to_be_visible()
    page.get_by_role("checkbox", name="Table 2").check()
    expect(page.locator("#batch-confirm")).to_be_hidden()
    page.keyboard.press("Escape")
    assert service.posted == []
    expect(page.get_by_label("Words for both players")).to_have_value("Hello")
