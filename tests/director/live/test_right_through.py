"""From a call to a message for all, seen on the console and at the table; the service is real."""

from collections.abc import Callable

from kits import commands as c
from kits.console_live import BLACK, WHITE, FakeTable, card_of, send_to_all, visit
from playwright.sync_api import Page, expect

from kiosk.rules.match.call import CallAbout
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side


def both_read(table: FakeTable, words: str) -> bool:
    return all(words in table.reads(side) for side in Side)


def obeyed(page: Page, table: FakeTable, orders: int) -> None:
    """The table carries out what was sent, and the console says so."""
    expect(page.locator("#outcomes li")).to_have_count(orders)
    table.obey()
    expect(page.locator("#outcomes li").first).to_contain_text("done")


def called_and_come_to(page: Page, table: FakeTable) -> None:
    """Black calls: the hall hears of it, and one tap says that Kari comes."""
    table.tap(c.DirectorCallTapped, BLACK, CallAbout.DICE)
    line = page.locator("#queue-list li")
    expect(line).to_contain_text("Bo calls the director: the dice")
    line.get_by_role("button", name="I am coming").click()
    expect(page.locator("#queue-list :disabled")).to_have_count(0)
    table.obey()
    expect(line).to_contain_text("Director Kari is coming")
    assert both_read(table, "The director is coming")


def ruled_on(page: Page, table: FakeTable) -> None:
    """The roll counts as 5-2: both halves show it with its reason until it is read."""
    line = page.locator("#queue-list li")
    table.tap(c.DisputeTapped, BLACK)
    expect(line).to_contain_text("Bo")
    line.get_by_role("link").click()
    page.get_by_role("button", name="Rule on the dispute…").click()
    form = page.locator("form[data-kind=dispute]")
    effects = form.locator("[name=effect] option:enabled")
    expect(effects).to_have_text(
        ["Play goes on as it stands", "The roll counts as below", "Roll again"]
    )
    form.get_by_role("radio", name="Bo", exact=True).check()
    form.get_by_label("What follows").select_option(label="The roll counts as below")
    form.locator("[name=values]").fill("5-2")
    form.locator("[name=section]").fill("§4.1(iv)")
    form.locator("[name=why]").fill("the die lies flat")
    page.keyboard.press("Enter")
    page.locator("#confirm-yes").click()
    obeyed(page, table, 2)
    for words in ("roll counts as 5-2", "the die lies flat", "§4.1(iv)", "(5, 2)"):
        assert both_read(table, words), words
    banner = page.locator("#card .banners")
    expect(banner).to_contain_text("Ruling not yet read by Ada and Bo")
    for side in Side:
        table.tap(c.RulingTapped, side)
    expect(banner).not_to_contain_text("Ruling")
    for side in Side:
        table.tap(c.ResumeTapped, side)
    expect(page.locator("#card .roll")).to_have_attribute("aria-label", "Rolled 5-2")
    expect(page.locator("#waits")).to_be_hidden()


def corrected(page: Page, table: FakeTable) -> None:
    """Once that turn is over, a click on its number corrects the roll in the record."""
    first_roll = next(row.seq for row in table.rows if row.kind == "OpeningWon")
    table.press(WHITE)
    expect(page.locator(f"#row-{table.rows[-1].seq}")).to_be_visible()  # the page knows, too
    page.locator(f"#row-{first_roll} .seq").click()
    form = page.locator("form[data-kind=past_roll]")
    expect(form.locator("[name=corrects_seq]")).to_have_value(str(first_roll))
    form.locator("[name=values]").fill("62")
    form.locator("[name=why]").fill("as the picture shows")
    page.keyboard.press("Enter")
    page.locator("#confirm-yes").click()
    obeyed(page, table, 3)
    assert both_read(table, "An earlier roll was 6-2")
    told = page.locator("#lines li", has_text=f"corrects row {first_roll}: the roll was 6-2")
    expect(told).to_have_attribute("data-outcome", "")
    for side in Side:
        table.tap(c.RulingTapped, side)


def told_to_all(page: Page, tables: tuple[FakeTable, ...]) -> None:
    tables[0].director.let_in(page)
    page.goto(tables[0].director.url)
    told = send_to_all(page, "Dinner at eight")
    expect(told).to_have_text("Message: delivered to 0 · being sent to 2")
    for each in tables:
        each.obey()
        assert both_read(each, "Dinner at eight")
    expect(told).to_have_text("Message: delivered to 2")
    for number, each in enumerate(tables, 1):
        unread = card_of(page, number).locator(".banners")
        expect(unread).to_contain_text("Message not yet read by Ada and Bo")
        for side in Side:
            each.tap(c.MessageTapped, side)
        expect(unread).not_to_contain_text("Message")


def test_a_call_a_ruling_a_corrected_roll_and_a_message(
    page: Page, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    tables = hall(2)
    for each in tables:
        each.open(norway)
        each.begin_game()
    visit(page, tables[0])
    tables[0].director.let_in(page)
    page.goto(tables[0].director.url)
    called_and_come_to(page, tables[0])
    ruled_on(page, tables[0])
    corrected(page, tables[0])
    told_to_all(page, tables)
