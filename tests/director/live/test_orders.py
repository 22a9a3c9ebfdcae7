"""Orders given in a real browser, decided by tables that sign what they send."""

from collections.abc import Callable

from kits import commands as c
from kits.console_kit import Window
from kits.console_live import BLACK, WHITE, FakeTable, card_of, visit
from playwright.sync_api import Page, expect

from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Side


def fill(page: Page, kind: str, **fields: str) -> None:
    page.get_by_role("button", name=kind, exact=True).click()
    for name, value in fields.items():
        page.locator(f"#orders form:not([hidden]) [name={name}]").fill(value)


# --- orders ------------------------------------------------------------------------------------


def test_stop_is_sent_at_once_and_answered(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Stop clocks", why="Dispute about the roll")
    page.get_by_role("button", name="Stop both clocks now").click()
    outcome = page.locator("#outcomes li")
    expect(outcome).to_contain_text("waiting…")
    table.obey()
    expect(outcome).to_contain_text("done")
    rows = [f"row {row.seq}" for row in table.rows if row.by == "director:Kari"]
    expect(outcome.get_by_role("link")).to_have_text(rows)
    line = page.locator(f"#row-{len(table.rows)}")
    expect(line).to_have_attribute("data-outcome", "")
    expect(line).to_contain_text("Director Kari stops the clocks, because Dispute about the roll.")
    expect(page.locator("#card .banners")).to_contain_text("Stopped: Director Kari: Dispute")


def test_refusal_shows_its_reasons(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Start clocks", why="Dispute decided")
    page.get_by_role("button", name="Start clocks…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "Start the clocks of table 1. They are not stopped."
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#outcomes li")).to_contain_text(
        "The table refused: the clocks are running"
    )


def test_message_is_shown_until_it_is_read(page: Page, table: FakeTable) -> None:
    visit(page, table)
    page.get_by_role("button", name="Message", exact=True).click()
    page.get_by_label("Words for both players").fill("Break after\nthis game")
    page.keyboard.press("Enter")
    expect(page.locator("#outcomes li")).to_have_count(1)
    table.obey()
    banner = page.locator("#card .banners")
    expect(banner).to_contain_text("Message not yet read by Ada and Bo: “Break after this game”")
    table.tap(c.MessageTapped, WHITE)
    expect(banner).to_contain_text("Message not yet read by Bo")
    table.tap(c.MessageTapped, BLACK)
    expect(banner).not_to_contain_text("Message")


def test_penalty_says_what_it_will_do(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Penalty", why="late", section="5.2")
    page.get_by_role("radio", name="Bo").check()
    page.get_by_role("button", name="Award penalty…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "Award 1 penalty point against Bo: Ada 0 – Bo 0 becomes Ada 1 – Bo 0."
    )
    page.get_by_role("button", name="Award 1 penalty point").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    assert table.match.score.white == 0  # the table decides
    table.obey()
    expect(page.locator("#card .score")).to_have_text("1 – 0to 5")
    expect(page.locator("#outcomes li")).to_contain_text("done")
    expect(page.locator("#lines li").first).to_contain_text("because late (5.2)")


def test_score_is_corrected_by_a_line(page: Page, table: FakeTable) -> None:
    visit(page, table)
    page.locator("#row-3 .seq").click()
    expect(page.locator("#score-corrects_seq")).to_have_value("3")
    expect(page.locator("#score-white")).to_have_value("0")
    page.locator("#score-white").fill("5")
    page.locator("#score-black").fill("1")
    page.locator("form[data-kind=score] [name=why]").fill("as written")
    page.get_by_role("button", name="Correct the score…").click()
    expect(page.locator("#confirm-words p")).to_contain_text(
        [
            "Correct the score: Ada 0 – Bo 0 becomes Ada 5 – Bo 1.",
            "That ends the match: Ada wins.",
            "It corrects row 3: Ada sits at the picture's bottom, Bo at its top",
        ]
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_have_count(1)
    table.obey()
    expect(page.locator("#card .score")).to_have_text("5 – 1to 5")
    assert any('"corrects_seq":3' in row.body for row in table.rows)


def test_order_waits_through_a_restart(opened: Window, table: FakeTable) -> None:
    visit(opened.page, table)
    fill(opened.page, "Stop clocks", why="Break")
    opened.page.keyboard.press("Enter")
    expect(opened.page.locator("#outcomes li")).to_contain_text("waiting…")
    table.director.kill()
    expect(opened.page.locator("#lost")).to_be_visible()
    fill(opened.page, "Message", text="still there?")
    opened.page.keyboard.press("Enter")
    expect(opened.page.locator("#complaint")).to_contain_text("did not answer")
    table.director.start()
    expect(opened.page.locator("#lost")).to_be_hidden()
    table.obey()
    expect(opened.page.locator("#outcomes li")).to_have_count(1)
    expect(opened.page.locator("#outcomes li")).to_contain_text("done")
    opened.forgive("net::ERR_")


# --- what waits ----------------------------------------------------------------------------------


def test_lateness_is_seen_accepted_and_counts_at_the_table(
    page: Page, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    """Twelve minutes late by norway §2.2(iv): two periods of five, two points, if so ordered."""
    first, second = hall(2)
    for table in (first, second):
        table.open(norway, points=9)
    second.director.let_in(page)
    page.goto(second.director.url)
    expect(page.locator("#queue-none")).to_be_visible()
    order = ("match-2", "director:Per", "nobody is there", BLACK, 12 * 60 * SECOND_NS, None)
    second.do(c.LatenessOrdered, *order, by="director:Per")
    line = page.locator("#queue-list li")
    expect(line).to_contain_text("2 penalty points against Bo, because the player is late")
    expect(card_of(page, 2).locator(".banners")).to_contain_text("2 penalty points against Bo")
    expect(page.locator(".card").first).to_contain_text("2 penalty points")
    line.get_by_role("link").click()
    expect(page.locator("#wait-list li")).to_contain_text("[norway §2.2(iv)]")
    page.get_by_role("button", name="Accept…").click()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_have_text(
        "2 penalty points against Bo, because the player is late: "
        "Ada 0 – Bo 0 becomes Ada 2 – Bo 0."
    )
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.locator("#outcomes li").first).to_contain_text("waiting…")
    per = page.locator("#outcomes li").last  # given by nobody here: its rows tell of it
    expect(per).to_contain_text("Proposed to the director (number 1): 2 penalty points")
    expect(per.locator(".by")).to_have_text("Per")
    expect(per.locator(".became")).to_have_text("done")
    expect(per.locator("time")).to_have_text("")
    assert second.match.score.white == 0  # the table decides
    second.obey()
    assert (second.match.score.white, second.match.score.black) == (2, 0)
    expect(page.locator("#card .score")).to_have_text("2 – 0to 9")
    expect(page.locator("#outcomes li").first).to_contain_text("“the book says so”done")
    expect(page.locator("#lines")).to_contain_text("Director Kari accepts proposal 1")
    expect(page.locator("#wait-list li .text")).to_have_text("Bo is not at the table.")
    second.tap(c.PresentTapped, BLACK)
    expect(page.locator("#waits")).to_be_hidden()


def test_time_used_up_is_ruled_on_and_the_result_posted(page: Page, table: FakeTable) -> None:
    """The side that used up its time loses, as the director establishes (norway §4.3(iii))."""
    table.later(3_600)
    table.do(c.DeadlineReached)
    visit(page, table)
    expect(page.locator("#wait-list")).to_contain_text("Ada's time is used up: Bo may claim")
    page.get_by_role("button", name="Rule on time used up…").click()
    page.get_by_role("button", name="Rule on the time…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "The time of Ada was used up first: Bo wins the match."
    )
    page.get_by_role("button", name="Rule on the time", exact=True).click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#card .doing")).to_have_text("Bo won the match")
    expect(page.locator("#wait-list")).to_contain_text("Bo won, the result is not posted.")
    page.get_by_role("button", name="Post the result…").click()
    page.get_by_role("button", name="Post the result…").last.click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_have_count(2)
    table.obey()
    expect(page.locator("#waits")).to_be_hidden()
    assert table.match.outcome.posted


def test_a_dispute_is_called_out_ruled_on_and_play_goes_on(page: Page, table: FakeTable) -> None:
    table.tap(c.DisputeTapped, BLACK)
    visit(page, table)
    page.get_by_role("button", name="Rule on the dispute…").click()
    page.get_by_role("radio", name="Nobody").check()
    page.locator("form[data-kind=dispute] [name=why]").fill("no harm was done")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_have_text(
        "Rule for neither side: the dispute is over.Play goes on as it stands."
        "Both players are shown it until they have read it."
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    for side in Side:
        table.tap(c.ResumeTapped, side)
    expect(page.locator("#card .side.white")).to_have_attribute("data-running", "")
    expect(page.locator("#lines")).to_contain_text("rules for nobody, because no harm was done")
    expect(page.locator("#waits")).to_be_hidden()


def test_what_can_not_be_given_now_is_told_by_the_table(page: Page, table: FakeTable) -> None:
    visit(page, table)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("group", name="Game").get_by_role("button", name="Rule on an offer").click()
    page.get_by_role("radio", name="not certain").check()
    page.locator("form[data-kind=gin] [name=why]").fill("seen")
    page.get_by_role("button", name="Rule on the offer…").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#outcomes li")).to_contain_text(
        "The table refused: the game is not at that point"
    )


def test_a_ruling_that_the_roll_counts_reaches_the_table(page: Page, table: FakeTable) -> None:
    """By keyboard alone: who is right, what follows, the dice, the section, the reason."""
    table.tap(c.DisputeTapped, BLACK)
    visit(page, table)
    page.get_by_role("button", name="Rule on the dispute…").click()
    form = page.locator("form[data-kind=dispute]")
    form.get_by_role("radio", name="Bo", exact=True).check()
    form.get_by_label("What follows").select_option(label="The roll counts as below")
    form.locator("[name=values]").fill("5-2")
    form.locator("[name=section]").fill("§4.1(iv)")
    form.locator("[name=why]").fill("the die lies flat")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_contain_text("The roll counts as 5-2.")
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    assert table.match.game is not None
    assert table.match.game.roll == (5, 2)
    banner = page.locator("#card .banners")
    expect(banner).to_contain_text("Ruling not yet read by Ada and Bo")
    table.tap(c.RulingTapped, WHITE)
    expect(banner).to_contain_text("Ruling not yet read by Bo")
    table.tap(c.RulingTapped, BLACK)
    expect(banner).not_to_contain_text("Ruling")


def test_an_earlier_roll_is_corrected_by_its_row(page: Page, table: FakeTable) -> None:
    visit(page, table)
    seq = next(row.seq for row in table.rows if row.kind == "OpeningWon")
    table.press(WHITE)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("button", name="Correct an earlier roll", exact=True).click()
    form = page.locator("form[data-kind=past_roll]")
    form.locator("[name=values]").fill("62")
    form.locator("[name=why]").fill("as the picture shows")
    form.locator("[name=corrects_seq]").fill(str(seq))
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_contain_text("the roll was 6-2")
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#lines li").first).to_contain_text(f"corrects row {seq}")
