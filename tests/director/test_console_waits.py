"""What waits for the director, in the hall and at one table, and the form of every order."""

import json
import re

import pytest
from kits.console_kit import BOOKS, FILL, StandIn, card, show_table, wait
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kiosk.catalogue.form import Sort
from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.tables import FORMS
from kiosk.director.orders.orders import read_order
from kiosk.director.tables.cards import Banner
from kiosk.rules.match.proposal import Numbered, Proposal, ProposalCause, ProposalKind
from kiosk.rules.units import Side
from kiosk.wire.snapshot import CubeView

WHITE, BLACK = Side


# --- the queue -----------------------------------------------------------------------------------


def test_what_waits_in_the_whole_hall_is_one_list_the_next_thing_first(
    page: Page, service: StandIn
) -> None:
    late = wait("proposal 1", DirectorNeed.DECISION, "2 penalty points against White", "13:58")
    older = wait("proposal 1", DirectorNeed.DECISION, "Black loses the match", "13:50")
    call = wait("call", DirectorNeed.CALLED, "Black calls the director", "14:02")
    result = wait("result", DirectorNeed.RESULT, "White won, the result is not posted", "12:00")
    service.show(
        card(1, waits=(result,), need=1),
        card(2, waits=(late,), need=256),
        card(3, waits=(call, older), need=2048 + 256, called=BLACK),
        card(4),
    )
    page.goto(service.url)
    lines = page.locator("#queue-list li")
    expect(lines.locator("b")).to_have_text(["3", "3", "2", "1"])
    expect(lines.locator(".text")).to_have_text([call.text, older.text, late.text, result.text])
    expect(page.locator("#queue-count")).to_have_text("4")
    expect(page.locator("#queue-tables")).to_have_text("3")
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    expect(lines.locator(".since")).to_have_text(["67 s", "13 min", "5 min", "2 h"])
    expect(lines.first.get_by_role("link")).to_have_attribute("href", "/tables/journal-3")
    expect(page.locator("#count-wait b")).to_have_text("3")
    expect(page.locator("#calls-aloud p")).to_have_text(
        [f"Table 2: {late.text}", f"Table 3: {call.text}", f"Table 3: {older.text}"]
    )
    lines.nth(2).get_by_role("link").focus()
    grown = replace(late, text="3 penalty points against White")
    service.show(card(3, waits=(older,), need=256), card(2, waits=(grown,), need=256))
    expect(lines.locator(".text")).to_have_text([older.text, grown.text, result.text])
    expect(lines.nth(1).get_by_role("link")).to_be_focused()
    expect(page.locator("#calls-aloud p")).to_have_count(3)  # one matter, said once
    service.show(card(1), card(2), card(3))
    expect(page.locator("#queue")).to_contain_text("Nothing is waiting for you.")


def test_banners_stand_on_the_card_the_gravest_first(page: Page, service: StandIn) -> None:
    banners = (
        Banner("call", "Black disputes", wait=True),
        Banner("flag", "White's time is used up: you rule", wait=True),
        Banner("stop", "Stopped: a side claims the game", wait=False),
    )
    service.show(card(1, banners=banners), card(2))
    page.goto(service.url)
    shown = page.locator(".card").nth(0)
    expect(shown).to_have_attribute("data-need", "call")
    expect(shown.locator(".banners li")).to_have_text([banner.text for banner in banners])
    for element, banner in zip(shown.locator(".banners li").all(), banners, strict=True):
        expect(element).to_have_class(banner.look)
        assert (element.get_attribute("data-wait") is not None) is banner.wait
    expect(page.locator(".card").nth(1)).not_to_have_attribute("data-need", re.compile("."))
    expect(page.locator(".card").nth(1).locator(".banners li")).to_have_count(0)


def test_tables_that_press_are_counted_in_the_title(page: Page, service: StandIn) -> None:
    """A call, a decision, a flag, an alarm and silence press; the rest can wait."""
    looks = ("call", "decide", "flag", "alarm", "absent", "stop", "lost", "note")
    shown = [card(n, banners=(Banner(look, look, wait=False),)) for n, look in enumerate(looks, 1)]
    service.show(*shown, card(20, stale=True), card(21))
    page.goto(service.url)
    expect(page).to_have_title("(5) Tables")
    service.show(*(replace(one, banners=()) for one in shown), card(20))
    expect(page).to_have_title("Tables")


# --- what waits, and every order -----------------------------------------------------------------

LATE = wait(
    "proposal 4",
    DirectorNeed.DECISION,
    "2 penalty points against Ada, because the player is late",
    cites=("norway §2.2(iv)",),
    orders=("accept", "decline"),
    fill={"number": 4, "points": 2},
    side=WHITE,
    points=2,
)
PROPOSED = Numbered(
    4, Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.LATE, WHITE, (), points=2)
)
"""The same at the table."""
DISPUTE = wait("dispute", DirectorNeed.CALLED, "Black disputes", orders=("dispute",))


@pytest.mark.parametrize("renamed", [False, True], ids=["", "kinds renamed"])
def test_every_order_can_be_given_from_the_page(
    page: Page, service: StandIn, *, renamed: bool
) -> None:
    """What each form sends makes the order it stands for, whatever its kind is called."""
    if renamed:
        service.rename()
    kinds = service.kinds
    wait = replace(
        LATE,
        fill={"number": 4},
        orders=tuple(kinds[kind] for kind in ("accept", "decline", "coming")),
    )
    service.proposals = (PROPOSED,)
    service.show(card(1, waits=(wait,), winner=BLACK, cube=CubeView(4, WHITE, True, None)))
    show_table(page, service)
    for kind, form in FORMS.items():
        if form.drawer is None:
            opens = "I am coming" if kind == "coming" else f"{kind.title()}…"
            page.locator("#waits").get_by_role("button", name=opens).click()
        else:
            if not form.often:
                page.locator("#more").click()
            page.locator(f"#orders button[value={kinds[kind]}]").click()
        if form.at_once and not form.fields:
            page.wait_for_function("() => !document.querySelector('#more').disabled")
            continue
        shown = page.locator("#forms form:visible")
        expect(shown).to_have_attribute("data-kind", kinds[kind])
        shown.evaluate(FILL)
        shown.locator("button.go").click()
        if not form.at_once:
            expect(page.locator("#confirm-words p").first).to_contain_text(re.compile(r"\.$"))
            expect(page.locator("#confirm-words")).not_to_contain_text(
                re.compile("undefined|for an answer any more|None")
            )
            page.locator("#confirm-yes").click()
        expect(page.locator("#forms form:visible")).to_have_count(0)
        expect(page.locator("#confirm")).to_be_hidden()
        made = read_order(json.dumps(service.posted[-1]).encode(), "Kari").order
        assert type(made) is form.order, kind
    assert [one["kind"] for one in service.posted] == list(FORMS)
    second_look = [kind for kind, form in FORMS.items() if not form.at_once]
    assert [one["kind"] for one in service.looked] == second_look
    said = {posted["kind"]: posted for posted in service.posted}
    assert said["result"]["winner"] == "black"
    assert (said["cube"]["level"], said["cube"]["owner"]) == (4, "white")
    assert said["time"]["seconds"] == 150
    assert said["expiry"]["gin"] is None
    assert said["profile"]["rules"] == {"clock.delay_s": 8, "late.grace_min": 2}
    assert said["late"]["grant_min"] == 0


def test_every_answer_there_is_can_be_chosen(page: Page, service: StandIn) -> None:
    """Each side and choice, yes and no, ticked and not: what is sent is what is read."""
    service.show(card(1))
    show_table(page, service)
    for form in FORMS.values():
        for field in form.fields:
            said = page.evaluate(
                """async ([kind, name]) => {
                  const { read } = await import("/static/form_view.js");
                  const told = await (await fetch("/forms")).json();
                  const { fields } = told.forms.find((form) => form.kind === kind);
                  const form = document.querySelector(`form[data-kind="${kind}"]`);
                  const field = fields.find((field) => field.name === name);
                  const look = () => read(form, { fields: [field] })[name];
                  const found = [];
                  for (const one of form.querySelectorAll(`[name="${name}"]`)) {
                    if (one.type === "radio") found.push((one.checked = true) && look());
                    if (one.type === "checkbox")
                      for (const is of [true, false]) found.push(((one.checked = is), look()));
                    for (const option of one.options ?? [])
                      found.push(((one.value = option.value), look()));
                  }
                  return found;
                }""",
                [form.kind, field.name],
            )
            plain = [getattr(value, "value", value) for value, _words in field.options]
            wanted = {
                Sort.SIDE: ["white", "black", *([None] if field.nobody else [])],
                Sort.TICK: [True, False],
                Sort.YES_NO: [True, False],
                Sort.CHOICE: plain,
                Sort.BOOK: list(BOOKS),
            }.get(field.sort, [])
            assert said == wanted, (form.kind, field.name)


def test_a_form_starts_from_the_card_and_where_nothing_stands_chooses_nothing(
    page: Page, service: StandIn
) -> None:
    """A centred cube is in the centre; without a game nobody says where it lies."""

    def opened(title: str) -> None:
        page.locator("#more").click()
        page.get_by_role("button", name=title, exact=True).click()

    owner = page.locator("form[data-kind=cube] [name=owner]")
    service.show(card(1, cube=None))
    show_table(page, service)
    opened("Place the cube")
    assert [one.is_checked() for one in owner.all()] == [False, False, False]
    expect(page.locator("#cube-level")).to_have_value("")
    for cube, checked in (
        (CubeView(1, None, True, None), [False, False, True]),
        (CubeView(2, BLACK, True, None), [False, True, False]),
    ):
        service.show(card(1, cube=cube))
        expect(page.locator("#card .cube")).to_have_text(str(cube.level))
        opened("Place the cube")
        assert [one.is_checked() for one in owner.all()] == checked
        expect(page.locator("#cube-level")).to_have_value(str(cube.level))
    winner = page.locator("form[data-kind=result] [name=winner]")
    for won, checked in ((BLACK, [False, True]), (None, [False, False])):
        service.show(card(1, winner=won))
        expect(page.locator("#card .side.black[data-winner]")).to_have_count(int(won is BLACK))
        opened("Post the result")
        assert [one.is_checked() for one in winner.all()] == checked
    opened("Match length")
    expect(page.locator("#length-points")).to_have_value("5")
    opened("Name a panel")
    expect(page.locator("#panel-members")).to_have_value("3")
    expect(page.locator("#panel-why")).to_have_value("the ruling is appealed")


def test_what_waits_is_said_with_its_sections_and_answered_from_there(
    page: Page, service: StandIn
) -> None:
    service.proposals = (PROPOSED,)
    service.show(card(1, waits=(DISPUTE, LATE), called=BLACK))
    show_table(page, service)
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    first, second = page.locator("#wait-list li").all()
    expect(first).to_contain_text("Black disputes.")
    expect(second).to_contain_text("because the player is late. [norway §2.2(iv)] for 3 min")
    expect(second.get_by_role("button")).to_have_text(["Accept…", "Decline…"])
    second.get_by_role("button", name="Accept…").click()
    form = page.locator("form[data-kind=accept]")
    expect(form.locator(".about")).to_have_text(LATE.text)
    expect(form.locator("[name=why]")).to_have_value("the book says so")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words p")).to_have_text(
        [f"{LATE.text}: Ada 0 – Bo 0 becomes Ada 0 – Bo 2."]
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#confirm")).to_be_hidden()
    (posted,) = service.posted
    assert (posted["kind"], posted["number"], posted["why"]) == ("accept", 4, "the book says so")
    assert posted["points"] == 2
    service.show(card(1))
    expect(page.locator("#waits")).to_be_hidden()


def test_a_proposal_that_grows_while_it_is_confirmed_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    service.show(card(1, waits=(LATE,)))
    show_table(page, service)
    page.get_by_role("button", name="Accept…").click()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    more = replace(
        LATE, text="3 penalty points against White, because the player is late", points=3
    )
    service.show(card(1, waits=(more,)))
    expect(page.locator("#complaint")).to_contain_text("has just changed: look again")
    expect(page.locator("#confirm")).to_be_hidden()
    assert service.posted == []


def test_other_rules_start_from_those_of_the_event(page: Page, service: StandIn) -> None:
    """A clock that is brought in replaces the event's choice to play without one, and no more."""
    rules = 'clock.delay_s = 8\nclock.system = "none"\nlate.grace_min = 2'
    with_clock = "clock.delay_s = 8\nlate.grace_min = 2"
    service.show(card(1, rules=rules, rules_with_clock=with_clock))
    show_table(page, service)
    for button, kind, own in (
        ("Rule book", "profile", rules),
        ("Bring in a clock", "clock", with_clock),
    ):
        page.get_by_role("button", name="More orders").click()
        page.get_by_role("button", name=button, exact=True).click()
        form = page.locator(f"form[data-kind={kind}]")
        expect(form.locator("[name=profile]")).to_have_value('"norway"')
        expect(form.locator("[name=rules]")).to_have_value(own)


def test_rules_that_can_not_be_read_are_not_sent(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("button", name="Rule book", exact=True).click()
    form = page.locator("form[data-kind=profile]")
    expect(form.locator("[name=profile]")).to_have_value('"norway"')
    form.locator("[name=rules]").fill("clock.delay_s 8")
    form.locator("[name=why]").fill("so")
    page.get_by_role("button", name="Change the rules…").click()
    expect(page.locator("#complaint")).to_contain_text(
        "“clock.delay_s 8” is not written as section.key"
    )
    assert service.posted == []


def test_a_disputed_result_is_settled_from_its_matter(page: Page, service: StandIn) -> None:
    """To let it stand is a form that says so already; to put the score right is the other."""
    words, orders = "Black says that the result is wrong: the score", ("score", "dispute")
    matter = wait(
        "dispute", DirectorNeed.CALLED, words, orders=orders, fill={"effect": "result_stands"}
    )
    service.show(card(1, waits=(matter,), called=BLACK, winner=WHITE))
    show_table(page, service)
    expect(page.locator("#wait-list li")).to_contain_text(words)
    buttons = page.locator("#wait-list").get_by_role("button")
    expect(buttons).to_have_text(["Score…", "Rule on the dispute…"])
    buttons.nth(1).click()
    form = page.locator("form[data-kind=dispute]")
    form.get_by_text("Nobody").click()
    form.locator("[name=why]").fill("the sheets agree")
    form.locator("button.go").click()
    expect(page.locator("#confirm-words")).to_contain_text("The result of the match stands")
    page.locator("#confirm-yes").click()
    expect(page.locator("#confirm")).to_be_hidden()
    (posted,) = service.posted
    assert (posted["kind"], posted["effect"]) == ("dispute", "result_stands")
