"""The page of what was played: a question, a key, the answer carried on, another play typed."""

import msgspec
from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director, FakeTable
from kits.played_turns import transcript_of, way
from playwright.sync_api import Page, expect

from kiosk.record.transcripts import Transcript, transcript_file, transcripts_beside
from kiosk.rules.units import Side

PHONE = {"width": 360, "height": 740}


def written(director: Director, made: Transcript, **changes: object) -> None:
    """As the transcriber does."""
    folder = transcripts_beside(director.home / "director.db")
    folder.mkdir(exist_ok=True)
    file = transcript_file(folder, made.journal_id, made.match_id)
    new = file.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(msgspec.structs.replace(made, **changes)))
    new.replace(file)


def visited(page: Page, director: Director, table: FakeTable) -> None:
    director.let_in(page)
    page.goto(f"{director.url}/tables/{table.journal_id}")
    page.get_by_role("link", name="What was played").click()


def test_nothing_is_shown_while_it_is_played(
    director: Director, table: FakeTable, opened: Window
) -> None:
    visited(opened.page, director, table)
    expect(opened.page.locator("#plays")).to_contain_text("This match is not over")
    expect(opened.page.locator(".turn")).to_have_count(0)


def test_a_question_is_answered_by_a_key_and_another_play_by_hand(
    director: Director, table: FakeTable, opened: Window
) -> None:
    page = opened.page
    table.do(c.ForfeitOrdered, "match-1", "director:Kari", "left", Side.BLACK, False, "§2.2")
    visited(page, director, table)
    expect(page.locator("#plays")).to_contain_text("being read")
    made = transcript_of(tuple(table.rows), "match-1")
    written(director, made)
    expect(page.locator(".turn h2")).to_contain_text("Turn 1: Ada rolled 65")
    expect(page.locator("#plays")).to_contain_text("1 of 1 turns are not sure.")
    expect(page.locator(".ways li")).to_have_count(2)
    expect(page.get_by_role("img", name="24/18 13/8")).to_be_visible()
    assert violations(page) == []
    assert misfits(page) == []

    with page.expect_response(lambda answer: answer.request.method == "POST") as kept:
        page.keyboard.press("2")
    assert kept.value.status == 202
    turn = made.turns[0]
    answered = msgspec.structs.replace(turn, certainty="answered", ways=turn.ways[1:])
    written(director, made, turns=(answered,), answers=1)
    expect(page.locator("#plays")).to_contain_text("All 1 turns are known.")
    expect(page.locator(".turn")).to_contain_text("Entered by Kari")

    page.get_by_role("button", name="Analyse with GNU Backgammon").click()
    expect(page.locator(".analysis")).to_contain_text("GNU Backgammon")

    play = page.get_by_label("Another play")
    play.fill("twelve")
    play.press("Enter")
    expect(page.get_by_role("alert").last).to_contain_text("“twelve” is no play")
    play.fill("24/13")
    with page.expect_response(lambda answer: answer.request.method == "POST") as kept:
        play.press("Enter")
    assert kept.value.status == 202
    run = way((24, 13))
    written(director, made, turns=(msgspec.structs.replace(answered, ways=(run,)),), answers=2)
    expect(page.locator(".turn [role=status]")).to_have_text("24/13")

    page.set_viewport_size(PHONE)
    assert misfits(page) == []


def test_the_match_is_stepped_through_by_keys(
    director: Director, table: FakeTable, opened: Window
) -> None:
    page = opened.page
    table.do(c.ForfeitOrdered, "match-1", "director:Kari", "left", Side.BLACK, False, "§2.2")
    made = transcript_of(tuple(table.rows), "match-1")
    first = msgspec.structs.replace(made.turns[0], certainty="certain")
    then = [msgspec.structs.replace(first, seq=first.seq + nth) for nth in range(1, 4)]
    then[2] = msgspec.structs.replace(then[2], certainty="unknown")
    written(director, made, turns=(first, *then))
    visited(page, director, table)
    heading = page.locator(".turn h2")
    expect(heading).to_contain_text("Turn 4")
    expect(page.locator(".turns button").nth(3)).to_contain_text("???")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text("Turn 3")
    page.keyboard.press("n")
    expect(heading).to_contain_text("Turn 4")
    page.locator(".turns button").first.click()
    expect(heading).to_contain_text("Turn 1")
    expect(page.locator(".turns [aria-current]")).to_contain_text("24/18 13/8")
