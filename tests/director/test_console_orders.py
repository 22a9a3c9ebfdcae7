"""The timeline and the orders of one table, against a stand-in for the service."""

import re

import pytest
from kits.console_kit import StandIn, Window, card, card_side, line, order, show_table
from playwright.sync_api import Page, expect

from kiosk.director.cards import OrderStatus
from kiosk.rules.units import BySide, Side
from kiosk.wire.codec import EVENTS

WHITE, BLACK = Side


# --- the timeline --------------------------------------------------------------------------------


def test_every_kind_of_event_has_its_filter(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    groups = page.evaluate("async () => (await import('/static/timeline.js')).GROUPS")
    assert groups.keys() == EVENTS.keys()
    known = set(page.locator("#sift button").evaluate_all("all => all.map((one) => one.value)"))
    for kind, names in groups.items():
        assert set(names.split()) <= known - {""}, kind


def test_every_kind_of_line_is_shown_in_its_filter(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq, kind=kind) for seq, kind in enumerate([*EVENTS, "Unheard"], 1)))
    service.tell(line(len(EVENTS) + 2, kind="RollAccepted", by="Director Kari"))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(len(EVENTS) + 2)
    for name, wanted in (
        ("Rolls", "RollAccepted"),
        ("Cube & score", "Doubled"),
        ("Clock", "TurnEnded"),
        ("Director & devices", "DeviceLost"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        shown = page.locator("#lines li:visible").evaluate_all(
            "all => all.map((one) => one.dataset.kind)"
        )
        assert {wanted, "Unheard"} <= set(shown)
        assert 2 <= len(shown) < len(EVENTS)
    assert shown[0] == "RollAccepted"  # the director's own doing
    page.get_by_role("button", name="All", exact=True).click()
    expect(page.locator("#lines li:visible")).to_have_count(len(EVENTS) + 2)


# A failing poll of `expect` takes seconds on a page of 3,000 lines: these wait in the page itself.
SETTLED = "for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);"
WHERE_IS_1500 = "() => document.getElementById('row-1500').getBoundingClientRect().top"
SCROLL_TO_1500 = f"""async () => {{
  const row = document.getElementById("row-1500");
  row.scrollIntoView({{ block: "center" }});
  {SETTLED}
  return row.getBoundingClientRect().top;
}}"""
AWAIT_PILL = """() => {
  const pill = document.getElementById("above");
  window.pill = new Promise((shown) => new MutationObserver(() => shown(pill.textContent))
    .observe(pill, { childList: true }));
}"""
NEWEST_IN_SIGHT = f"""async () => {{
  {SETTLED}
  const top = document.getElementById("row-3005").getBoundingClientRect().top;
  return [0 < top && top < innerHeight, document.getElementById("above").hidden];
}}"""


def test_reader_stays_where_she_is_when_lines_come(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq) for seq in range(1, 3_001)))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(3_000)
    before = page.evaluate(SCROLL_TO_1500)
    page.evaluate(AWAIT_PILL)
    service.tell(*(line(seq) for seq in range(3_001, 3_006)))
    assert page.evaluate("() => window.pill") == "▲ 5 new lines"
    assert abs(page.evaluate(WHERE_IS_1500) - before) < 2
    page.locator("#above").click()
    assert page.evaluate(NEWEST_IN_SIGHT) == [True, True]


def test_lines_come_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(line(1), line(2))
    show_table(page, service)
    service.say("lines", [line(2), line(3)])
    expect(page.locator("#lines .seq")).to_have_text(["#3", "#2", "#1"])


def test_citations_stand_apart(page: Page, service: StandIn) -> None:
    cites = ("norway §4.1", "norway §4.2")
    service.show(card(1))
    service.tell(line(1, text="It counts. [norway §4.1; norway §4.2]", cites=cites))
    show_table(page, service)
    expect(page.locator("#lines .text")).to_have_text("It counts.")
    expect(page.locator("#lines .cites")).to_have_text("[norway §4.1; norway §4.2]")


# --- orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "reasons", "words"),
    [
        (OrderStatus.WAITING, (), r"not answered for \d+ s; it will decide it when it is back"),
        (OrderStatus.ACCEPTED, (), "done"),
        (OrderStatus.REFUSED, ("the match is over",), "The table refused: the match is over"),
        (OrderStatus.UNDECIDED, ("it has halted",), "could not decide it: it has halted"),
    ],
)
def test_every_outcome_has_words(
    page: Page, service: StandIn, status: OrderStatus, reasons: tuple[str, ...], words: str
) -> None:
    service.show(card(1))
    show_table(page, service)
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    service.order(order(status=status, reasons=reasons))
    expect(page.locator("#outcomes li")).to_contain_text(re.compile(words))


def test_no_order_before_the_table_is_seen(page: Page, service: StandIn) -> None:
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("body")).to_have_attribute("data-connection", "live")
    expect(page.locator("#orders button:visible:enabled")).to_have_count(0)
    service.show(card(1))
    expect(page.locator("#orders button:visible:enabled")).to_have_count(6)


def test_order_is_sent_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    service.may_answer.clear()
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.get_by_role("radio", name="Bo").check()
    page.locator("form[data-kind=penalty] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.evaluate(
        "() => { const b = document.getElementById('confirm-yes'); b.click(); b.click(); }"
    )
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_disabled()
    service.may_answer.set()
    expect(page.locator("#confirm")).to_be_hidden()
    (posted,) = service.posted
    assert len(posted.pop("command_id")) == 32
    assert posted == {
        "journal_id": "journal-1",
        "match_id": "match-1",
        "kind": "penalty",
        "by": "Kari",
        "why": "late",
        "side": "black",
        "points": 1,
    }


def test_what_is_sent_again_for_want_of_an_answer_keeps_its_id_until_it_changes(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.evaluate(
        "() => { window.sent = []; window.fetch = async (_to, what) => "
        "{ window.sent.push(JSON.parse(what.body)); throw new Error('no answer'); }; }"
    )
    for why in ("noise", "noise", "a fight"):
        page.locator("form[data-kind=stop] [name=why]").fill(why)
        page.keyboard.press("Enter")
        expect(page.locator("#complaint")).to_contain_text("did not answer")
        page.wait_for_function("why => window.sent.at(-1)?.why === why", arg=why)
    page.wait_for_function("() => window.sent.length === 3")
    first, again, other = (one["command_id"] for one in page.evaluate("() => window.sent"))
    assert first == again
    assert first != other


def test_impatient_enter_sends_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    service.may_answer.clear()
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.locator("form[data-kind=stop] [name=why]").fill("late")
    for _ in range(3):
        page.keyboard.press("Enter")
    service.may_answer.set()
    expect(page.locator("form[data-kind=stop]")).to_be_hidden()
    assert [one["kind"] for one in service.posted] == ["stop"]


def test_service_says_no(opened: Window, service: StandIn) -> None:
    page = opened.page
    service.show(card(1))
    show_table(page, service)
    service.answers.append((400, {"error": "why has 300 characters: write 200 at most"}))
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.locator("form[data-kind=stop] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_have_text(
        "The order was not taken: why has 300 characters: write 200 at most"
    )
    expect(page.locator("form[data-kind=stop] [name=why]")).to_have_value("late")
    opened.forgive("400")


def test_score_that_changes_while_it_is_confirmed_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="Score", exact=True).click()
    page.locator("#score-white").fill("3")
    page.locator("form[data-kind=score] [name=why]").fill("as written")
    page.get_by_role("button", name="Correct the score…").click()
    expect(page.locator("#confirm-words")).to_contain_text("Ada 0 – Bo 0 becomes Ada 3 – Bo 0")
    service.show(card(1, sides=BySide(card_side("Ada", score=1), card_side("Bo"))))
    expect(page.locator("#complaint")).to_contain_text("has just changed: look again")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#score-white")).to_have_value("1")
    assert service.posted == []


def test_orders_are_given_from_the_keyboard(page: Page, service: StandIn) -> None:
    service.show(card(1, called=WHITE))
    show_table(page, service)
    page.get_by_role("button", name="Start clocks", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("decided")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#often [value=start]")).to_be_focused()
    assert [one["kind"] for one in service.posted] == ["start"]


def test_same_names_are_told_apart_and_others_read_from_right_to_left(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    show_table(page, service)
    said = page.evaluate(
        """async () => {
          const { consequences } = await import("/static/order_words.js");
          const card = (white, black) => ({ length: 5, winner: null,
            sides: { white: { name: white, score: 2 }, black: { name: black, score: 1 } } });
          const order = { kind: "penalty", side: "black", points: 2 };
          return [consequences(order, card("Jo", "Jo")), consequences(order, card("Jo", "מלך"))];
        }"""
    )
    assert said == [
        [
            "Award 2 penalty points against Jo (Black): "
            "Jo (White) 2 – Jo (Black) 1 becomes Jo (White) 4 – Jo (Black) 1."
        ],
        [
            "Award 2 penalty points against \u2068מלך\u2069: "
            "Jo 2 – \u2068מלך\u2069 1 becomes Jo 4 – \u2068מלך\u2069 1."
        ],
    ]
