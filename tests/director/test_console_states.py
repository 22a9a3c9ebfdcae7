"""Every state a card, a line or an order can be in, shown by a stand-in for the service."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from console_kit import WEB, StandIn, Window, card, card_side, chromium, window
from playwright.sync_api import Browser, Page, expect

from kiosk.director.cards import Card, CardMessage, CardSide, Line, OrderStatus, OrderView
from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.wire.codec import EVENTS
from kiosk.wire.phrases import STOPS
from kiosk.wire.snapshot import CubeView

WHITE, BLACK = Side


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def service() -> Iterator[StandIn]:
    stand_in = StandIn()
    yield stand_in
    stand_in.close()


@pytest.fixture
def opened(browser: Browser, service: StandIn) -> Iterator[Window]:  # noqa: ARG001 (outlives it)
    with window(browser, viewport={"width": 1366, "height": 768}) as new:
        yield new


@pytest.fixture
def page(opened: Window) -> Page:
    return opened.page


def line(seq: int, **changed: Any) -> Line:
    plain = Line(seq, "14:03:07", "White", "TurnEnded", f"Line {seq}.", (), None)
    return msgspec.structs.replace(plain, **changed)


def order(**changed: Any) -> OrderView:
    given = "2026-05-09T14:03:00.000Z"  # seven seconds before every beat's time
    waiting = OrderView("o-1", "journal-1", "stop", "Director Kari", "why", given,
                        OrderStatus.WAITING, (), ())  # fmt: skip
    return msgspec.structs.replace(waiting, **changed)


def show_table(page: Page, service: StandIn, name: str = "Kari") -> None:
    page.goto(service.url)
    page.evaluate("name => localStorage.setItem('director', name)", name)
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#card .score")).not_to_be_empty()


# --- cards ---------------------------------------------------------------------------------------

ALL_SEEN = CardMessage("Hurry", "Director Kari", BySide(True, False))
FIELDS: dict[str, dict[str, Any]] = {
    "table": {"table": None},
    "event_id": {"event_id": "club-night"},
    "length": {"length": None},
    "profile": {"profile": "Another book"},
    "phase": {"phase": Phase.MATCH_OVER},
    "doing": {"doing": "Black is to roll"},
    "sides": {"sides": None},
    "game": {"game": 2},
    "crawford": {"crawford": True},
    "cube": {"cube": CubeView(4, WHITE, True, None)},
    "roll": {"roll": "4-1"},
    "called": {"called": BLACK},
    "stop": {"stop": "a side claims the game"},
    "message": {"message": ALL_SEEN},
    "lost_devices": {"lost_devices": ("camera",)},
    "halted": {"halted": "disk is full"},
    "screens": {"screens": 0},
    "stale": {"stale": True},
    "seen_utc": {"stale": True, "seen_utc": "2026-05-09T14:00:00.000Z"},
    "seq": {"seq": 41},
    "behind": {"behind": 3},
    "alarms": {"alarms": ("Two different rows 7 were signed.",)},
    "winner": {"winner": BLACK},
    "clocked": {"clocked": False},
}
SIDE_FIELDS: dict[str, Any] = {
    "name": "Kari",
    "score": 3,
    "reserve_ns": 7 * SECOND_NS,
    "delay_ns": 5 * SECOND_NS,
    "flagged": True,
    "on_turn": False,
    "running": False,
}
NOT_SHOWN = {"journal_id", "match_id", "need", "at_ns"}
"""Where a card leads, what an order is for, how cards are sorted, when the clocks were read."""


def test_every_field_of_a_card_is_known_here() -> None:
    assert FIELDS.keys() | NOT_SHOWN == set(Card.__struct_fields__)
    assert SIDE_FIELDS.keys() == set(CardSide.__struct_fields__)


def test_every_field_of_a_card_changes_what_is_seen(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    quiet = card(1)
    changes = {name: msgspec.structs.replace(quiet, **change) for name, change in FIELDS.items()}
    assert quiet.sides is not None
    for name, value in SIDE_FIELDS.items():
        white = msgspec.structs.replace(quiet.sides.white, **{name: value})
        changes[name] = msgspec.structs.replace(quiet, sides=BySide(white, quiet.sides.black))
    stale = msgspec.structs.replace(quiet, stale=True)
    for name, changed in changes.items():
        before = stale if name == "seen_utc" else quiet
        assert _seen(page, before) != _seen(page, changed), name
        assert _seen(page, before) == _seen(page, before)


def _seen(page: Page, shown: Card) -> str:
    """What the large card looks like, made from nothing."""
    seen: str = page.evaluate(
        """async (card) => {
          const { CardView } = await import("/static/card.js");
          const view = new CardView();
          view.show(card, 0, card.seen_utc.length + Date.parse(card.seen_utc) % 1e6);
          return view.root.outerHTML;
        }""",
        msgspec.to_builtins(shown),
    )
    return seen


def test_stop_by_a_call_is_said_once(page: Page, service: StandIn) -> None:
    """The console leaves out the stop that every call brings, by the words it comes in."""
    service.show(card(1, called=WHITE, stop=STOPS[StopReason.DIRECTOR_CALLED]))
    page.goto(service.url)
    expect(page.locator(".banners li")).to_have_text(["White calls the director"])


def test_clocks_run_delay_first_and_never_on_a_stale_table(page: Page, service: StandIn) -> None:
    """The delay's 12 s are counted down, then the reserve; the browser's time is the test's."""
    sides = BySide(card_side("Ada", running=True, reserve_ns=60 * SECOND_NS), card_side("Bo"))
    page.clock.install()
    service.show(card(1, sides=sides), card(2, sides=sides, stale=True))
    page.goto(service.url)
    good, stale = (page.locator(".card").nth(index) for index in (0, 1))
    expect(good.locator(".white .delay")).to_have_text("12")
    for _ in range(7):
        page.clock.run_for(2_000)
        service.say("beat", {"utc": None})
        expect(page.locator("body")).to_have_attribute("data-connection", "live")
    expect(good.locator(".white .delay")).to_have_text("0")
    left = good.locator(".white .reserve").inner_text()
    assert left in {"0:59", "0:58", "0:57"}  # 14 s less a tick, and what the test itself took
    expect(good.locator(".black .reserve")).to_have_text("3:00")
    expect(stale.locator(".white .reserve")).to_have_text("1:00")
    expect(stale.locator(".white .delay")).to_have_text("12")


def test_card_moves_only_when_its_need_does(page: Page, service: StandIn) -> None:
    service.show(*(card(number, need=number % 2) for number in (1, 2, 3, 4)))
    page.goto(service.url)
    numbers = page.locator(".card .number")
    expect(numbers).to_have_text(["1", "3", "2", "4"])
    page.evaluate(
        "() => { window.moves = 0;"
        " new MutationObserver((all) => { window.moves += all.length; })"
        ".observe(document.getElementById('grid'), { childList: true }); }"
    )
    service.show(card(4, doing="Bo is to roll", roll=None))
    expect(page.locator(".card").nth(3)).to_contain_text("Bo is to roll")
    assert page.evaluate("window.moves") == 0
    page.get_by_role("link", name="Table 4").focus()
    service.show(card(4, need=9))
    expect(numbers).to_have_text(["4", "1", "3", "2"])
    expect(page.get_by_role("link", name="Table 4")).to_be_focused()
    assert page.evaluate("window.moves") == 2  # taken out and put in again


def test_cube_stands_on_its_owners_side(page: Page, service: StandIn) -> None:
    page.goto(service.url)
    for cube, place, words in (
        (CubeView(1, None, True, None), "header", "Cube at 1, centred"),
        (CubeView(2, BLACK, True, None), ".side.black", "Cube at 2, Black's"),
        (CubeView(4, WHITE, True, None), ".side.white", "Cube at 4, White's"),
        (CubeView(2, BLACK, True, 4), ".side.black", "Cube at 2, 4 offered"),
    ):
        service.show(card(1, cube=cube))
        expect(page.locator(f"{place} > .cube")).to_have_attribute("aria-label", words)
    service.show(card(1, cube=CubeView(1, None, False, None)))
    expect(page.locator(".cube")).to_be_hidden()


def test_first_cards_replace_everything(page: Page, service: StandIn) -> None:
    service.show(card(1), card(2))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(2)
    service.say("cards", [card(2), card(3)])
    expect(page.locator(".card .number")).to_have_text(["2", "3"])


def test_filter_finds_tables_and_names(page: Page, service: StandIn) -> None:
    kari = BySide(card_side("Kari Å"), card_side("Bo"))
    service.show(card(1), card(12, sides=kari), card(2, called=WHITE), card(13, winner=WHITE))
    page.goto(service.url)
    shown = page.locator(".card:visible .number")
    find = page.get_by_label("Find")
    find.fill("1")
    expect(shown).to_have_text(["1"])
    find.fill("kari å")
    expect(shown).to_have_text(["12"])
    find.fill("nobody")
    expect(shown).to_have_count(0)
    expect(page.get_by_text("No table fits the filter.")).to_be_visible()
    find.fill("")
    page.get_by_role("button", name="1 calls").click()
    expect(shown).to_have_text(["2"])
    page.get_by_role("button", name="1 calls").click()
    page.get_by_role("button", name="1 done").click()
    expect(shown).to_have_text(["13"])


def test_half_open_connection_is_lost(page: Page, service: StandIn) -> None:
    """The connection stands but nothing comes: that too is said, and no clock goes on."""
    page.clock.install()
    service.show(card(1))
    page.goto(service.url)
    delay = page.locator(".white .delay")
    expect(delay).to_have_text("12")
    service.silent = True
    page.clock.run_for(3_500)
    expect(page.locator("#lost")).to_be_visible()
    page.clock.run_for(500)
    frozen = delay.inner_text()
    page.clock.run_for(1_500)
    expect(delay).to_have_text(frozen)
    service.abandon()
    service.silent = False
    page.clock.run_for(3_500)
    expect(page.locator("#lost")).to_be_hidden()


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
    expect(page.locator("#kinds button:enabled")).to_have_count(0)
    service.show(card(1))
    expect(page.locator("#kinds button:enabled")).to_have_count(5)


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
    assert service.posted == [
        {
            "journal_id": "journal-1",
            "match_id": "match-1",
            "kind": "penalty",
            "by": "Kari",
            "why": "late",
            "side": "black",
            "points": 1,
        }
    ]


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
    expect(page.locator("#kinds [value=start]")).to_be_focused()
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


# --- what holds for every page -------------------------------------------------------------------

CONTRASTS = """() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return style.backgroundImage.match(/rgb\\([^)]+\\)/g);
      if ((parts(style.backgroundColor)[3] ?? 1) > 0) return [style.backgroundColor];
    }
    return ["rgb(255, 255, 255)"];
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest(".hidden")) continue;
    const ink = light(parts(getComputedStyle(element).color));
    for (const paper of behind(element).map((color) => light(parts(color)))) {
      const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      if (ratio < 4.5) low.push([element.className, walker.currentNode.data, ratio]);
    }
  }
  return low;
}"""


def states() -> list[Card]:
    """Tables in every state at once."""
    flagged = BySide(card_side("Ada", flagged=True, reserve_ns=0, running=True), card_side("Bo"))
    return [
        card(1),
        card(2, called=WHITE, need=32),
        card(3, sides=flagged, need=2),
        card(4, stop="Director Kari: a dispute", need=8),
        card(5, halted="disk is full", need=128),
        card(6, alarms=("Two different rows 7 were signed.",), need=64),
        card(7, lost_devices=("camera", "tower"), screens=0, need=1),
        card(8, stale=True, need=16),
        card(9, message=ALL_SEEN, behind=3),
        card(10, winner=BLACK, phase=Phase.MATCH_OVER, doing="Black won the match"),
        card(11, cube=CubeView(2, BLACK, True, 4), phase=Phase.DOUBLED),
        card(12, sides=None, match_id=None, length=None, game=None, phase=Phase.VACANT),
    ]


def test_all_text_can_be_read(page: Page, service: StandIn) -> None:
    service.show(*states())
    service.tell(line(1, by="Director Kari"), line(2, cites=("norway §1",)))
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(12)
    assert page.evaluate(CONTRASTS) == []
    show_table(page, service)
    for status in OrderStatus:
        service.order(order(command_id=status, status=status, reasons=("no",), seqs=(1,)))
    expect(page.locator("#outcomes li")).to_have_count(4)
    page.get_by_role("button", name="Score", exact=True).click()
    page.locator("#score-white").fill("3")
    page.locator("form[data-kind=score] [name=why]").fill("as written")
    assert page.evaluate(CONTRASTS) == []
    page.get_by_role("button", name="Correct the score…").click()
    expect(page.locator("#confirm")).to_be_visible()
    assert page.evaluate(CONTRASTS) == []


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (390, 844)])
def test_nothing_sticks_out(page: Page, service: StandIn, size: tuple[int, int]) -> None:
    long = card_side("W" * 80, reserve_ns=5_999 * SECOND_NS, score=88, running=True)
    service.show(*states(), card(60, sides=BySide(long, long), length=99, crawford=True))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(service.url)
    expect(page.locator(".card")).to_have_count(13)
    wider = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wider) <= 0
    clipped = """() => [...document.querySelectorAll(".clock, .score, .number")]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().right
        > one.closest(".card").getBoundingClientRect().right)
      .map((one) => one.textContent)"""
    assert page.evaluate(clipped) == []
    show_table(page, service)
    for kind in ("Stop clocks", "Start clocks", "Message", "Penalty", "Score"):
        page.get_by_role("button", name=kind, exact=True).click()
        assert page.evaluate(wider) <= 0


def test_pages_never_write_markup() -> None:
    """Texts of tables reach the page as text only."""
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc"
    )
    sources = {file.name: file.read_text() for file in WEB.iterdir()}
    assert [name for name, text in sources.items() if forbidden.search(text)] == []
    inline = re.compile(
        r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)|https?://(?!www\.w3\.org/2000/svg)"
    )
    assert [name for name, text in sources.items() if inline.search(text)] == []
