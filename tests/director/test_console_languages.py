"""The console in a language nobody speaks: what is left in plain letters was never looked up."""

import re
from collections.abc import Callable

import pytest
from kits.card_kit import half_ready, moving, nothing, opened, opening, over, pressing, state
from kits.console_cards import LOOKS, WAITS, banner, changed, spoken, states
from kits.console_kit import BOOKS, FILL, StandIn, Window, card, draw_older, line, order, wait
from kits.hall_kit import PaperTable
from kits.pseudo_kit import PLAIN, PSEUDO
from kits.waits_corpus import CASES, played
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kiosk.books import load
from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.sentence import LineStyle
from kiosk.catalogue.tables import FORMS
from kiosk.catalogue.text import format_text, text
from kiosk.director.tables.card import card as card_of
from kiosk.director.tables.cards import OrderStatus, TableCard, TimelineLine
from kiosk.director.tables.lines import line as line_of
from kiosk.director.words import WORDS
from kiosk.rules.match.proposal import Numbered, Proposal, ProposalCause, ProposalKind
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side

ALL_THAT_IS_READ = """(part) => {
  const found = [document.title], root = document.querySelector(part);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.data);
  const labels = ["aria-label", "aria-description", "title", "placeholder", "alt", "label"];
  const typed = "input:not([type=radio], [type=checkbox], [type=hidden]), textarea";
  for (const one of root.querySelectorAll("*")) {
    found.push(...labels.map((label) => one.getAttribute(label) ?? ""));
    if (one.matches(`datalist option, ${typed}`)) found.push(one.value);
    for (const where of ["::before", "::after"]) {
      const { content } = getComputedStyle(one, where);
      if (content !== "none") found.push(content);
    }
  }
  return found;
}"""

TITLES = {load(case.profile, case.rules).title for case in CASES}
TITLES |= {f"{title} ({profile})" for profile, title in BOOKS.items()}
OWN = re.compile(
    "|".join(sorted(map(re.escape, TITLES), key=len, reverse=True))
    + "|Norway, with clock|Another book|clock.timetable_min|unified-2001 §5.1"
    + r"|\b(Ada|Bo|Anna|Kari|so|Hurry|open-2026|club-night|disk is full|norway)\b"
    + r"|\b(JSON|CSV|MAT|SGF|OGXM|ZIP)\b"
)
"""People's own words; an event's id, a rule book's names and keys, what a machine says, and what
files are called.
"""
CITED = re.compile(r" \[[^]]+\]\.?$|^clock\.delay_s = 8\s+late\.grace_min=2$")
"""A rule book's sections, and the event's own values."""


def plain(texts: list[str]) -> list[str]:
    return [each for each in texts if PLAIN.search(OWN.sub("", CITED.sub("", each)))]


def check(page: Page, part: str = "body") -> None:
    """All in that part of the page is in the viewer's language: shown, hidden, and read aloud."""
    left = plain(page.evaluate(ALL_THAT_IS_READ, part))
    assert not left, "\n".join(left)


def fits(page: Page) -> None:
    """Longer words stick out nowhere, on a phone either."""
    for width in (1366, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def word(name: str) -> str:
    return format_text(WORDS[name], PSEUDO)


Play = Callable[[PaperTable, RuleBook], None]


@pytest.fixture
def tables(make_table: Callable[..., PaperTable], norway: RuleBook) -> list[PaperTable]:
    """Real ones, in every phase of a match that is reached quickly, and with every matter."""
    found = [played(make_table, case) for case in CASES]
    plays: tuple[Play, ...] = (nothing, opened, half_ready, opening, pressing, moving, over)
    for play in plays:
        found.append(make_table())
        play(found[-1], norway)
    return found


@pytest.fixture
def service(service: StandIn) -> StandIn:
    service.language = PSEUDO
    return service


def at(number: int, shown: TableCard) -> TableCard:
    table = None if shown.table is None else number
    return replace(shown, journal_id=f"journal-{number}", table=table)


def test_the_walk_finds_plain_words_wherever_they_stand(page: Page, service: StandIn) -> None:
    page.goto(service.url)
    expect(page.locator("#nothing")).to_have_text(word("nothing_heard"))
    check(page)
    for change in (
        "document.title = 'Tables'",
        "document.querySelector('h1').textContent = 'Tables'",
        "document.getElementById('filter').placeholder = 'name'",
        "document.getElementById('filter').value = 'typed'",
        "document.getElementById('queue-none').ariaLabel = 'queue'",
        "document.querySelector('#lost p').textContent = 'lost'",
    ):
        page.reload()
        expect(page.locator("#nothing")).to_have_text(word("nothing_heard"))
        page.evaluate(change)
        assert len(plain(page.evaluate(ALL_THAT_IS_READ, "body"))) == 1, change


def test_the_grid(page: Page, service: StandIn, tables: list[PaperTable]) -> None:
    service.silent = True
    service.silent_ms = 60_000
    page.goto(service.url)
    expect(page.locator("#nothing")).to_have_text(format_text(text("Connecting…"), PSEUDO))
    check(page)
    ages = ("2026-05-09T14:02", "2026-05-09T13:58", "2026-05-09T10:00", "2026-05-01T10:00")
    waits = [
        replace(wait(f"{n}", DirectorNeed.CALLED, "Black calls"), since_utc=f"{utc}:00.000Z")
        for n, utc in enumerate(ages)
    ]
    shown = [
        *states(),
        *changed().values(),
        card(1, stale=True, seen_utc=None),
        card(1, waits=(*waits, wait("?", DirectorNeed.WISH, "Black wishes"))),
    ]
    shown = [spoken(each, PSEUDO) for each in shown]
    shown += [card_of(state(table), 0, PSEUDO) for table in tables]
    service.silent = False  # beats say the same time again and again
    service.show(*(at(number, each) for number, each in enumerate(shown, 1)))
    expect(page.locator(".card")).to_have_count(len(shown))
    expect(page.locator("#calls-aloud p")).to_have_count(5)
    for name, count in (("seconds", 67), ("minutes", 5), ("hours", 4), ("days", 8)):
        since = page.locator("#queue-list .since").get_by_text(word(name).format(count=count))
        expect(since).not_to_have_count(0)
    assert page.title().startswith("(")
    check(page)
    fits(page)
    page.locator("#filter").fill("жжж")
    expect(page.locator("#nothing")).to_have_text(word("nothing_fits"))
    check(page)


def lines(tables: list[PaperTable]) -> list[TimelineLine]:
    """Every line of these tables that is another, in every look; one has a picture."""
    said = {line_of(row, PSEUDO).text: line_of(row, PSEUDO) for t in tables for row in t.rows}
    looks = (line(0, look=look, text="", by="") for look in LineStyle)
    bare = (replace(each, picture=None) for each in (*said.values(), *looks))
    pictured = line(0, picture="a" * 64, text="", by="")
    return [replace(each, seq=n) for n, each in enumerate((*bare, pictured), 1)]


LATE = Numbered(
    4, Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.LATE, Side.WHITE, (), points=2)
)


def test_a_table(opened: Window, service: StandIn, tables: list[PaperTable]) -> None:
    page = opened.page
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#often button")).not_to_have_count(0)
    check(page)  # nobody has a name, and nothing is known yet
    found = (each for table in tables for each in card_of(state(table), 0, PSEUDO).waits)
    waits = tuple(replace(each, key=f"{n} {each.key}") for n, each in enumerate(found))
    shown = spoken(card(1, waits=WAITS, banners=tuple(map(banner, LOOKS))), PSEUDO)
    shown = replace(shown, waits=(*shown.waits, *waits))
    service.show(shown)
    service.tell(*lines(tables))
    for status in OrderStatus:
        title, why = (PSEUDO.gettext(each) for each in ("Stop clocks", "the match is over"))
        service.order(
            order(
                command_id=status,
                title=title,
                status=status,
                reasons=(why,),
                by="Kari",
                why="so",
                seqs=(1,),
            )
        )
    expect(page.locator("#wait-list li")).to_have_count(len(shown.waits))
    expect(page.locator("#outcomes li")).to_have_count(len(OrderStatus))
    expect(page.locator("#older")).to_be_visible()
    draw_older(page)
    expect(page.locator("#lines .order")).to_have_text([word("order")])
    page.locator("#lines .picture").first.scroll_into_view_if_needed()
    expect(page.locator(".missing").first).to_have_text(word("no_picture"))
    expect(page.locator(".became").last).to_contain_text("7 š;")
    opened.forgive("404")
    check(page)
    fits(page)
    page.locator("#lines li").last.scroll_into_view_if_needed()
    service.tell(line(999, text="", by=""))
    expect(page.locator("#above")).to_be_visible()
    check(page)


def test_every_order(page: Page, service: StandIn) -> None:
    """Each form as it opens, what it will do, and every complaint."""
    service.proposals = (LATE,)
    answers = ("accept", "decline", "coming")
    late = wait("proposal 4", DirectorNeed.DECISION, "late", orders=answers, fill={"number": 4})
    service.show(spoken(card(1, waits=(late,), winner=Side.BLACK), PSEUDO))
    page.goto(f"{service.url}/tables/journal-1")
    for kind, form in FORMS.items():
        if form.drawer is None:
            page.locator("#wait-list button").nth(answers.index(kind)).click()
        else:
            if not form.often:
                page.locator("#more").click()
            page.locator(f"#orders button[value={kind}]").click()
        if kind == "coming":
            continue  # nothing opens, and it is sent
        shown = page.locator("#forms form:visible")
        expect(shown).to_have_attribute("data-kind", kind)
        check(page, f"form[data-kind={kind}]")
        shown.evaluate(FILL)
        shown.locator("button.go").click()
        if not form.at_once:
            expect(page.locator("#confirm")).to_be_visible()
            check(page, "#confirm")
            page.locator("#confirm-yes").click()
        expect(page.locator("#forms form:visible")).to_have_count(0)
        expect(page.locator("#confirm")).to_be_hidden()


def test_complaints(opened: Window, service: StandIn) -> None:
    page = opened.page
    shown = spoken(card(1), PSEUDO)
    service.show(shown)
    page.goto(f"{service.url}/tables/journal-1")
    complaint = page.locator("#complaint")
    form = page.locator("form[data-kind=profile]")

    def complained(name: str, **fields: str) -> None:
        """After the form was sent with these."""
        for field, value in fields.items():
            form.locator(f"[name={field}]").fill(value)
        form.locator("button.go").click()
        start = word(name).partition("{")[0]
        expect(complaint).to_contain_text(start)
        check(page)

    page.locator("#more").click()
    page.locator("button[value=profile]").click()
    complained("no_rule", rules="8", why="so")
    complained("not_taken", rules="", why="   ")
    form.locator("[name=why]").fill("so")
    form.locator("button.go").click()
    expect(page.locator("#confirm")).to_be_visible()
    service.show(replace(shown, match_id="match-2"))
    expect(complaint).to_have_text(word("changed"))
    check(page)
    page.evaluate("() => { window.fetch = async () => { throw new Error('no answer'); }; }")
    complained("silent", why="so")
    page.locator("#often button[value=stop]").click()
    form = page.locator("form[data-kind=stop]")
    complained("unsure", why="so")
    opened.forgive("400")


def test_an_address_that_is_refused(opened: Window, service: StandIn) -> None:
    page = opened.page
    why = PSEUDO.gettext("no table has sent that")
    page.route("**/events**", lambda route: route.fulfill(status=404, json={"error": why}))
    page.goto(f"{service.url}/tables/journal-9")
    expect(page.locator("#no-lines")).to_have_text(why)
    expect(page.locator("#often button")).not_to_have_count(0)
    check(page)
    opened.forgive("404")
