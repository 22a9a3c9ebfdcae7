"""The console by keyboard alone: each act, and a focus that is seen and never lost."""

from itertools import product

import pytest
from kits.console_cards import states
from kits.console_kit import StandIn, card, line, order, show_table, wait
from kits.console_places import ANSWERS, CALL, LATE, PLACES, PROPOSED, called, grid
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from kiosk.catalogue.matter import DirectorNeed
from kiosk.director.tables.cards import OrderStatus
from kiosk.rules.units import Side

WHITE, BLACK = Side
MOST_TABS = 150

HERE = """() => {
  const at = document.activeElement;
  const ring = at.closest(".card") && at.matches(".number") ? at.closest(".card") : at;
  const { outlineStyle, outlineWidth } = getComputedStyle(ring);
  const { left, top, width, height } = at.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const parts = [at, at.labels?.[0], at.closest(".card")];  // a card is hit as a whole
  const seen = hit && (hit.contains(at) || parts.some((part) => part?.contains(hit)));
  window.walked ??= new Set();
  const again = window.walked.has(at);
  window.walked.add(at);
  return {
    name: at.outerHTML.slice(0, 120),
    nowhere: at === document.body,
    ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    seen: Boolean(seen),
    again,
  };
}"""
"""Where the focus is: whether it is drawn, and not under something else."""


def tab_to(page: Page, wanted: Locator) -> None:
    """By the tabulator alone, from where the focus is."""
    element = wanted.element_handle()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement === wanted", element):
            return
    raise AssertionError("the keyboard does not get there")


WALKED = ("every_card", "choosing", "table", "menu", "named", "sought")
BY_DAY = {("every_card", "Shift+Tab"), ("sought", "Shift+Tab"), ("table", "Tab")}


@pytest.mark.parametrize(
    ("place", "key"),
    [
        pytest.param(*walk, marks=() if walk in BY_DAY else pytest.mark.night)
        for walk in product(WALKED, ("Tab", "Shift+Tab"))
    ],
)
def test_where_the_focus_is_can_be_seen(page: Page, service: StandIn, place: str, key: str) -> None:
    """From end to end and back: a ring around it, and no bar over it."""
    page.route("**/pictures/**", lambda route: route.fulfill(status=200, body=b""))
    PLACES[place](page, service)
    page.evaluate("() => window.scrollTo(0, 0)")
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        here = page.evaluate(HERE)
        if here["again"]:
            return
        if here["nowhere"]:  # between the last and the first
            continue
        assert here["ring"], here["name"]
        assert here["seen"], here["name"]
    raise AssertionError("the walk has no end")


def test_a_line_reached_from_below_is_not_under_the_bars(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq) for seq in range(1, 61)))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(60)
    page.locator("#row-1 .seq").focus()
    for number in range(2, 61):
        page.keyboard.press("Shift+Tab")
        here = page.evaluate(HERE)
        assert here["seen"], here["name"]
        assert f'value="{number}"' in here["name"]


# --- each act -------------------------------------------------------------------------------------


def test_the_grid_is_worked_by_keys(page: Page, service: StandIn) -> None:
    """Sort, search, sound, language, who comes, and into a table."""
    service.names = {"en": "English", "nb": "Norsk"}
    grid(page, service, card(1), card(2), called(3))
    numbers = page.locator(".card:visible .number")
    tab_to(page, page.locator("#sort"))
    page.keyboard.press("ArrowDown")
    expect(numbers).to_have_text(["1", "2", "3"])
    tab_to(page, page.locator("#sound"))
    page.keyboard.press("Enter")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    expect(page.locator("#filter")).to_be_focused()
    expect(numbers).to_have_text(["2"])
    page.keyboard.press("Escape")
    expect(numbers).to_have_count(3)
    tab_to(page, page.get_by_role("button", name="Table 3: I am coming"))
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#queue-list :disabled')")
    assert [one["kind"] for one in service.posted] == ["coming"]
    expect(page.get_by_role("button", name="Table 3: I am coming")).to_be_focused()
    tab_to(page, numbers.nth(1))
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/journal-2")


def test_a_language_is_chosen_by_arrows_and_the_focus_stays_on_it(
    page: Page, service: StandIn
) -> None:
    service.names = {"en": "English", "it": "Italiano", "nb": "Norsk"}
    grid(page, service, card(1))
    choice = page.locator("#language")
    tab_to(page, choice)
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
    expect(choice).to_be_focused()
    page.reload()
    expect(page.locator(".card")).to_have_count(1)
    expect(choice).not_to_be_focused()


def test_an_order_to_all_tables_is_given_by_keys(page: Page, service: StandIn) -> None:
    grid(page, service, card(1), card(2))
    tab_to(page, page.locator("#many"))
    page.keyboard.press("Enter")
    expect(page.locator("#batch-all")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#batch-kinds [value=message]"))
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Dinner at eight")
    tab_to(page, page.locator("#batch form:visible .go"))
    page.keyboard.press("Enter")
    expect(page.locator("#batch-yes")).to_be_focused()
    service.show(card(1, doing="Black is to roll"))  # nothing of it moves the focus
    expect(page.locator(".doing").first).to_have_text("Black is to roll")
    expect(page.locator("#batch-yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#batch form:visible .go")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#many")).to_be_focused()
    expect(page.locator("#batch-outcomes li")).to_have_count(1)
    page.locator("#batch-all").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#batch")).to_be_hidden()
    expect(page.locator("#many")).to_be_focused()


def test_another_order_is_chosen_while_one_is_confirmed(page: Page, service: StandIn) -> None:
    """Only one form is there, and what was to be confirmed is not."""
    PLACES["sure"](page, service)
    page.locator("#batch-kinds [value=stop]").press("Enter")
    expect(page.locator("#batch-confirm")).to_be_hidden()
    expect(page.locator("#batch form:visible")).to_have_count(1)
    expect(page.locator("#batch form:visible")).to_have_attribute("data-kind", "stop")
    expect(page.locator("#batch-kinds [value=stop]")).to_be_focused()


def test_a_tick_keeps_the_focus_though_the_order_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    PLACES["sure"](page, service)
    box = page.get_by_role("checkbox", name="Table 3")
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator("#batch-confirm")).to_be_hidden()
    expect(box).to_be_focused()


def test_the_table_is_worked_by_keys(page: Page, service: StandIn) -> None:
    """A ruling, and back where one came from."""
    dispute = wait("dispute", DirectorNeed.CALLED, "Black disputes", orders=("dispute",))
    service.show(card(1, waits=(dispute,)))
    show_table(page, service)
    opener = page.get_by_role("button", name="Rule on the dispute…")
    tab_to(page, opener)
    page.keyboard.press("Enter")
    form = page.locator("form[data-kind=dispute]")
    expect(form.locator("[name=favours]").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(form.get_by_role("radio", name="Bo", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    tab_to(page, form.locator("[name=values]"))
    page.keyboard.type("5-2")
    tab_to(page, form.locator("[name=why]"))
    page.keyboard.type("it lies flat")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(opener).to_be_focused()
    (posted,) = service.posted
    assert (posted["favours"], posted["effect"]) == ("black", "roll_counts")


def test_the_timeline_is_worked_by_keys(page: Page, service: StandIn) -> None:
    """A picture, a jump, the search, a line's number, and back where one came from."""
    service.show(card(1, picture="a" * 64))
    service.tell(line(1, landmark="game"), line(2), line(3))
    page.route("**/pictures/**", lambda route: route.fulfill(status=200, body=b""))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(3)
    tab_to(page, page.locator("#roll-enlarge"))
    page.keyboard.press("Enter")
    expect(page.locator("#picture button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#picture")).to_be_hidden()
    expect(page.locator("#roll-enlarge")).to_be_focused()
    tab_to(page, page.locator("#jumps [value=game]"))
    page.keyboard.press("Enter")
    expect(page.locator("#row-1")).to_be_focused()
    page.locator("#seek").focus()
    page.keyboard.type("2")
    expect(page.locator("#lines li:visible")).to_have_count(1)
    number = page.locator("#row-2 .seq")
    tab_to(page, number)
    page.keyboard.press("Enter")
    expect(page.locator("#score-white")).to_be_focused()
    page.keyboard.press("Escape")
    expect(number).to_be_focused()
    tab_to(page, page.locator("#more"))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#more")).to_be_focused()


# --- the page redraws itself ----------------------------------------------------------------------


def test_what_waits_changes_under_the_focus(page: Page, service: StandIn) -> None:
    """The button stays that can; else the row's first, the next row, and at last the orders."""
    late = replace(LATE, orders=ANSWERS)
    service.proposals = (PROPOSED,)
    service.show(card(1, waits=(CALL, late)))
    show_table(page, service)
    items = page.locator("#wait-list li")
    start = page.get_by_role("button", name="Start clocks…")
    start.focus()
    service.show(card(1, waits=(replace(CALL, orders=("start", "coming")), late)))
    expect(items.nth(0).get_by_role("button").first).to_have_text("Start clocks…")
    expect(start).to_be_focused()
    service.show(card(1, waits=(late, CALL)))  # moved
    expect(items.nth(1)).to_contain_text("Black calls")
    expect(start).to_be_focused()
    service.show(card(1, waits=(late, replace(CALL, orders=("coming",)))))
    expect(items.nth(1).get_by_role("button", name="I am coming")).to_be_focused()
    service.show(card(1, waits=(late,)))
    expect(items.nth(0).get_by_role("button", name="Accept…")).to_be_focused()
    service.show(card(1))
    expect(page.locator("#more")).to_be_focused()


def test_what_is_typed_stays_while_the_table_plays_on(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    page.locator("#often [value=stop]").press("Enter")
    why = page.locator("form[data-kind=stop] [name=why]")
    page.keyboard.type("noi")
    service.show(called(1, seq=41))
    service.tell(line(1), line(2))
    service.order(order(status=OrderStatus.ACCEPTED, seqs=(1,)))
    expect(page.locator("#lines li")).to_have_count(2)
    expect(page.locator("#waits")).to_be_visible()
    page.keyboard.type("se")
    expect(why).to_be_focused()
    expect(why).to_have_value("noise")


def test_the_queue_and_the_grid_change_under_the_focus(page: Page, service: StandIn) -> None:
    grid(page, service, called(1), called(2), card(3))
    lines = page.locator("#queue-list li")
    button = page.get_by_role("button", name="Table 1: I am coming")
    button.focus()
    come = replace(CALL, orders=("start", "coming"))
    service.show(called(1, waits=(come,), coming="Director Kari is coming"))
    expect(lines.nth(0).get_by_role("link")).to_be_focused()
    service.show(called(3, waits=(replace(CALL, since_utc="2026-05-09T13:00:00.000Z"),)))
    expect(lines).to_have_count(3)
    expect(lines.nth(1).get_by_role("link")).to_be_focused()  # its table, though moved
    service.show(card(1))
    expect(lines).to_have_count(2)
    expect(lines.nth(1).get_by_role("link")).to_be_focused()
    service.show(card(2), card(3))
    expect(page.locator("#many")).to_be_focused()
    page.locator("#count-playing").click()
    page.get_by_role("link", name="Table 2").focus()
    service.show(card(2, winner=WHITE))
    expect(page.locator(".card:visible")).to_have_count(2)
    expect(page.get_by_role("link", name="Table 3")).to_be_focused()
    service.say("cards", [card(1)])
    expect(page.locator(".card")).to_have_count(1)
    expect(page.get_by_role("link", name="Table 1")).to_be_focused()


FAILS = """() => {
  const frame = () => new Promise(requestAnimationFrame);
  window.fetch = async () => {
    for (let drawn = 0; drawn < 3; drawn += 1) await frame();
    throw new Error("no answer");
  };
}"""
"""As late as an answer is: what is disabled meanwhile has lost the focus."""


@pytest.mark.parametrize("kind", ["stop", "penalty"])
def test_an_order_that_is_not_answered_leaves_the_focus(
    page: Page, service: StandIn, kind: str
) -> None:
    service.show(card(1))
    show_table(page, service)
    page.locator(f"#often [value={kind}]").press("Enter")
    form = page.locator(f"form[data-kind={kind}]")
    form.locator("[name=why]").fill("late")
    if kind == "penalty":
        form.get_by_role("radio", name="Bo").check()
    page.evaluate(FAILS)
    form.locator(".go").press("Enter")
    expect(page.locator("#complaint")).to_contain_text("did not answer")
    expect(form.locator(".go")).to_be_focused()


def test_every_state_of_the_hall_leaves_who_types_alone(page: Page, service: StandIn) -> None:
    grid(page, service, card(1))
    page.locator("#filter").focus()
    service.show(*states())
    expect(page.locator(".card")).to_have_count(12)
    expect(page.locator("#filter")).to_be_focused()
