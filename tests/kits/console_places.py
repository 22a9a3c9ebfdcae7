"""Every page of the console in every state it can be in, drawn by a stand-in for the service.

A place is brought about from nothing; what holds for all places is held against each of them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.sentence import LineStyle
from kiosk.catalogue.tables import FORMS
from kiosk.director.people.roles import Role
from kiosk.director.tables.cards import Banner, OrderStatus, TableCard
from kiosk.rules.match.proposal import Numbered, Proposal, ProposalCause, ProposalKind
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.wire.snapshot import CubeView
from kits.console_cards import LOOKS, WAITS, banner, states
from kits.console_kit import FILL, StandIn, card, card_side, line, order, show_table, wait

Draw = Callable[[Page, StandIn], None]

WHITE, BLACK = Side
LONG = "Wolfeschlegelsteinhausen" * 4
LONGEST = LONG[:80]
HEBREW = "שלום בן־דוד הכהן מירושלים"
NAMES = (
    "Ada",
    "Sebastian van der Featherstone-Haugh",
    "Alessandro Bianchi-Castellani",
    "Papathanasiou Konstantinos",
    "Masayuki Kageyama",
    "Guðrún Sørensen",
    "望月正行",
)
CALL = wait(
    "call", DirectorNeed.CALLED, "Black calls the director: the dice", orders=("coming", "start")
)
ANSWERS = ("accept", "decline", "coming")
LATE = wait("proposal 4", DirectorNeed.DECISION, "late", orders=ANSWERS, fill={"number": 4})
PROPOSED = Numbered(
    4, Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.LATE, WHITE, (), points=2)
)


def called(table: int, **more: Any) -> TableCard:
    """A table whose Black calls."""
    shown = Banner("call", CALL.text, wait=True)
    calls = card(
        table, called=BLACK, need=int(DirectorNeed.CALLED), waits=(CALL,), banners=(shown,)
    )
    return replace(calls, **more)


def crowd(count: int) -> list[TableCard]:
    """Tables with names of every length, some of which want the director."""
    tables = []
    for number in range(1, count + 1):
        white, black = (NAMES[(number + offset) % len(NAMES)] for offset in (0, 3))
        long = 83 * 60 * SECOND_NS
        sides = BySide(
            card_side(white, score=12, running=True, on_turn=True, reserve_ns=long),
            card_side(black, score=9, reserve_ns=long),
        )
        banners = (Banner("stop", "Stopped: Director Kari: dinner", wait=False),)
        tables.append(
            card(
                number,
                sides=sides,
                length=25,
                game=17,
                cube=CubeView(64, BLACK, True, None),
                banners=banners if number % 4 == 0 else (),
            )
        )
    return tables


def settled(page: Page) -> None:
    """The page has heard the service and knows its forms."""
    expect(page.locator("body")).to_have_attribute("data-connection", "live")


# --- all tables ----------------------------------------------------------------------------------


def grid(page: Page, service: StandIn, *cards: TableCard, quiet: bool = False) -> None:
    service.show(*cards)
    page.goto(service.url)
    if not quiet:
        expect(page.locator("#many")).to_be_enabled()
    settled(page)
    expect(page.locator(".card")).to_have_count(len(cards))


def connecting(page: Page, service: StandIn) -> None:
    service.silent = True
    page.goto(service.url)
    expect(page.locator("#nothing")).to_be_visible()


def empty(page: Page, service: StandIn) -> None:
    page.goto(service.url)
    settled(page)


def every_card(page: Page, service: StandIn) -> None:
    grid(page, service, *states())


def names(page: Page, service: StandIn) -> None:
    """The longest there may be, one from right to left, and none."""
    sides = (
        BySide(card_side(LONGEST, running=True, score=88), card_side(HEBREW)),
        BySide(card_side("😀" * 40), card_side("")),
    )
    shown = [called(n, sides=each, length=99) for n, each in enumerate(sides, 1)]
    grid(page, service, *shown)


def sixty(page: Page, service: StandIn) -> None:
    grid(page, service, *crowd(60))


def sixty_call(page: Page, service: StandIn) -> None:
    """As bad as it gets: everything wrong at some of sixty tables."""
    worst = [replace(each, journal_id=f"w{each.table}") for each in states()]
    grid(
        page, service, *crowd(48), *(replace(each, table=48 + (each.table or 0)) for each in worst)
    )


def nothing_fits(page: Page, service: StandIn) -> None:
    grid(page, service, card(1), card(2))
    page.get_by_label("Find").fill("nobody")
    page.locator("#count-call").click()


def coming(page: Page, service: StandIn) -> None:
    comes = Banner("coming", "Director Kari is coming", wait=False)
    left = replace(CALL, orders=("start", "coming"))
    grid(page, service, called(1, coming=comes.text, waits=(left,), banners=(comes,)), called(2))
    page.locator("#sound").click()


def watching(page: Page, service: StandIn) -> None:
    """A viewer, who gives no orders."""
    service.person = service.person._replace(name=HEBREW, role=Role.VIEWER)
    grid(page, service, called(1), quiet=True)


def choosing(page: Page, service: StandIn) -> None:
    """Which tables an order goes to, and that it goes to nobody yet."""
    grid(page, service, card(1), called(2), card(3, stale=True))
    page.locator("#many").click()
    page.locator("#batch-kinds button").last.click()
    page.locator("#batch form:visible").evaluate(FILL)
    page.locator("#batch form:visible .go").click()
    expect(page.locator("#batch-complaint")).not_to_be_empty()
    page.get_by_role("checkbox", name="Table 1").check()


def sure(page: Page, service: StandIn) -> None:
    choosing(page, service)
    page.locator("#batch form:visible .go").click()
    expect(page.locator("#batch-confirm")).to_be_visible()


def sent_to_many(page: Page, service: StandIn) -> None:
    sure(page, service)
    page.locator("#batch-yes").click()
    expect(page.locator("#batch-outcomes li")).to_have_count(1)


def lost(page: Page, service: StandIn) -> None:
    grid(page, service, *states())
    _lose(page)


def _lose(page: Page) -> None:
    page.evaluate("document.body.dataset.connection = 'lost'")
    expect(page.locator("#lost")).to_be_visible()


# --- one table -----------------------------------------------------------------------------------


def unheard(page: Page, service: StandIn) -> None:
    """Nothing is known of the table, and nobody has said who gives orders."""
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#often button")).not_to_have_count(0)


def vacant(page: Page, service: StandIn) -> None:
    service.show(card(1, sides=None, match_id=None, length=None, game=None))
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#often button:enabled")).not_to_have_count(0)


def table(page: Page, service: StandIn) -> None:
    """All that can stand there: what waits, a picture, a timeline, orders and their answers."""
    service.proposals = (PROPOSED,)
    looks = tuple(map(banner, LOOKS))
    service.show(card(1, waits=(*WAITS, LATE), banners=looks, picture="a" * 64, called=BLACK))
    looked = (line(seq, look=look, by="Director Kari") for seq, look in enumerate(LineStyle, 1))
    marks = (line(20 + n, landmark=each) for n, each in enumerate(("game", "double", "ruling")))
    cited = line(30, cites=("norway §4.1", "norway §4.2"), picture="a" * 64)
    service.tell(*looked, *marks, cited)
    show_table(page, service)
    for status in OrderStatus:
        reasons = ("the match is over",)
        service.order(order(command_id=status, status=status, reasons=reasons, seqs=(1, 30)))
    expect(page.locator("#outcomes li")).to_have_count(len(OrderStatus))
    expect(page.locator("#lines li")).to_have_count(len(LineStyle) + 4)


def named(page: Page, service: StandIn) -> None:
    sides = BySide(card_side(LONGEST, running=True, score=88), card_side(HEBREW))
    service.show(card(1, sides=sides, length=99, waits=WAITS[:1]))
    service.tell(line(1, by=LONGEST, text=f"{LONGEST} {HEBREW} {LONGEST}."))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(1)
    page.locator("#often button[value=penalty]").click()


def sought(page: Page, service: StandIn) -> None:
    """Sifted, searched and jumped in."""
    table(page, service)
    page.locator("#sift button").nth(3).click()
    page.locator("#sift button").first.click()
    page.locator("#seek").fill("line")
    page.locator("#jumps [value=ruling]").click()


def fresh_lines(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq) for seq in range(1, 200)))
    show_table(page, service)
    page.locator("#row-1").scroll_into_view_if_needed()
    service.tell(line(200))
    expect(page.locator("#above")).to_be_visible()


def enlarged(page: Page, service: StandIn) -> None:
    table(page, service)
    page.locator("#roll-enlarge").click()
    expect(page.locator("#picture")).to_be_visible()


def menu(page: Page, service: StandIn) -> None:
    table(page, service)
    page.locator("#more").click()


def form(kind: str) -> Draw:
    """One order's form, as it opens."""

    def draw(page: Page, service: StandIn) -> None:
        service.proposals = (PROPOSED,)
        service.show(card(1, waits=(LATE,), winner=BLACK))
        show_table(page, service)
        open_form(page, kind)

    return draw


def open_form(page: Page, kind: str) -> None:
    if FORMS[kind].drawer is None:
        page.locator("#wait-list button").nth(ANSWERS.index(kind)).click()
        return
    if not FORMS[kind].often:
        page.locator("#more").click()
    page.locator(f"#orders button[value={kind}]").click()
    expect(page.locator(f"form[data-kind={kind}]")).to_be_visible()


def confirming(page: Page, service: StandIn) -> None:
    form("score")(page, service)
    shown = page.locator("form[data-kind=score]")
    shown.evaluate(FILL)
    shown.locator(".go").click()
    expect(page.locator("#confirm")).to_be_visible()


def complaint(page: Page, service: StandIn) -> None:
    form("profile")(page, service)
    shown = page.locator("form[data-kind=profile]")
    shown.evaluate(FILL)
    shown.locator("[name=rules]").fill("8")
    shown.locator(".go").click()
    expect(page.locator("#complaint")).not_to_be_empty()


def table_lost(page: Page, service: StandIn) -> None:
    table(page, service)
    _lose(page)


def refused(page: Page, service: StandIn) -> None:
    page.route(
        "**/events**", lambda route: route.fulfill(status=404, json={"error": "no such table"})
    )
    page.goto(f"{service.url}/tables/journal-9")
    expect(page.locator("#no-lines")).to_have_text("no such table")


PLACES: Mapping[str, Draw] = {
    each.__name__: each
    for each in (
        connecting,
        empty,
        every_card,
        names,
        sixty,
        sixty_call,
        nothing_fits,
        coming,
        watching,
        choosing,
        sure,
        sent_to_many,
        lost,
        unheard,
        vacant,
        table,
        named,
        sought,
        fresh_lines,
        enlarged,
        menu,
        confirming,
        complaint,
        table_lost,
        refused,
    )
}
SIZES = ((1366, 768), (1920, 1080), (390, 844))
EXPECTED = "404"
"""What a browser complains of here: a picture that has not come, an address that is refused."""
