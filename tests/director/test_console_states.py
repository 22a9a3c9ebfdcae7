"""Every state a card can be in, shown by a stand-in for the service."""

import re

import msgspec
import pytest
from kits.console_cards import FIELDS, LOOKS, SIDE_FIELDS, WAITS, banner, changed, states
from kits.console_kit import StandIn, card, card_side, line, order, show_table
from kits.tracked_files import tracked_files
from playwright.sync_api import Page, expect

from kiosk.director.tables.card_words import describe_card
from kiosk.director.tables.cards import CardSide, OrderStatus, TableCard
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.wire.snapshot import CubeView

WHITE, BLACK = Side


# --- cards ---------------------------------------------------------------------------------------

NOT_SHOWN = {
    "book",
    "rules",
    "rules_with_clock",
    "earlier",
    "journal_id",
    "match_id",
    "need",
    "at_ns",
    "words",
    "picture",
    "choices",
}
"""What a form starts with and can choose, where a card leads, what an order is for, how cards are
sorted, when the clocks were read; the words are made of the rest, and a picture stands beside the
orders."""
IN_BANNERS = {
    *("called", "coming", "waits", "stop", "message", "lost_devices", "behind", "alarms"),
    "ailment",
}
"""What the card says in its banners, which tests/director/test_banners.py holds to it."""


def test_every_field_of_a_card_is_known_here() -> None:
    assert FIELDS.keys() | NOT_SHOWN | IN_BANNERS == set(TableCard.__struct_fields__)
    assert SIDE_FIELDS.keys() | {"delay_ns"} == set(CardSide.__struct_fields__)  # it runs, unseen


def test_every_field_of_a_card_changes_what_is_seen(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    quiet = card(1)
    stale = msgspec.structs.replace(quiet, stale=True)
    for name, other in changed().items():
        before = stale if name == "seen_utc" else quiet
        assert _seen(page, before) != _seen(page, other), name
        assert _seen(page, before) == _seen(page, before)


def _seen(page: Page, shown: TableCard) -> str:
    """What the large card looks like, made from nothing."""
    seen: str = page.evaluate(
        """async (card) => {
          const { CardView } = await import("/static/card.js");
          const view = new CardView();
          view.show(card, 0, card.seen_utc.length + Date.parse(card.seen_utc) % 1e6);
          return view.root.outerHTML;
        }""",
        msgspec.to_builtins(msgspec.structs.replace(shown, words=describe_card(shown))),
    )
    return seen


def test_clocks_run_delay_first_and_never_on_a_stale_table(page: Page, service: StandIn) -> None:
    """The delay's 12 s are counted down, then the reserve; browser time is the test's."""
    sides = BySide(card_side("Ada", running=True, reserve_ns=60 * SECOND_NS), card_side("Bo"))
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    service.show(card(1, sides=sides), card(2, sides=sides, stale=True))
    page.goto(service.url)
    good, stale = (page.locator(".card").nth(index) for index in (0, 1))
    expect(good.locator(".white .delay")).to_have_text("12")
    for step in range(7):
        page.clock.run_for(2_000)
        service.show(card(3, doing=f"Heard {step}"))
        expect(page.locator(".card").nth(2)).to_contain_text(f"Heard {step}")
    expect(good.locator(".white .delay")).to_have_text("0")
    expect(good.locator(".white .reserve")).to_have_text("0:58")
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
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    service.silent_ms = 3_000
    service.show(card(1))
    page.goto(service.url)
    delay = page.locator(".white .delay").first
    expect(delay).to_have_text("12")
    service.silent = True
    service.show(card(2))
    expect(page.locator(".card")).to_have_count(2)  # so all that was said before is heard
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


def test_every_look_of_a_banner_is_told_from_the_others(page: Page, service: StandIn) -> None:
    """By its colour or by the mark before it; a look nobody has heard of has neither."""
    service.show(card(1, banners=tuple(map(banner, (*LOOKS, "unheard")))))
    page.goto(service.url)
    expect(page.locator(".banners li")).to_have_count(len(LOOKS) + 1)
    *looks, unheard = page.locator(".banners li").evaluate_all(
        """all => all.map((one) => {
          const mark = getComputedStyle(one, "::before");
          const { backgroundColor } = getComputedStyle(one);
          return [backgroundColor, mark.clipPath, mark.borderRadius].join(" ");
        })"""
    )
    assert len(set(looks)) == len(LOOKS)
    assert unheard not in looks


def test_all_text_can_be_read(page: Page, service: StandIn) -> None:
    service.show(*states())
    service.show(card(1, waits=WAITS))
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
    page.locator("#confirm-no").click()
    page.locator("#more").click()
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
    service.show(card(1, waits=WAITS, sides=BySide(long, long)))
    page.locator("#more").click()
    assert page.evaluate(wider) <= 0
    left = page.locator(".left")
    for kind in page.locator("#orders button[value]").evaluate_all(
        "all => all.map((b) => b.value)"
    ):
        page.evaluate("kind => document.querySelector(`#orders [value=${kind}]`).click()", kind)
        expect(page.locator(f"form[data-kind={kind}]")).to_be_visible()
        assert page.evaluate(wider) <= 0, kind
        assert left.evaluate("left => left.scrollWidth - left.clientWidth") <= 0, kind


def test_pages_never_write_markup() -> None:
    """Texts of tables reach the page as text only. What lit-html does is looked at elsewhere."""
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc"
    )
    sources = {file.name: file.read_text() for file in tracked_files("kiosk/director/web/*")}
    assert [name for name, text in sources.items() if forbidden.search(text)] == []
    inline = re.compile(
        r"<style|\sstyle=|\son\w+=|https?://(?!www\.w3\.org/2000/svg)|"
        r"""<script(?![^>]*\bsrc=| type="application/json" id="(?:words|person|here)">)"""
    )
    assert [name for name, text in sources.items() if inline.search(text)] == []
