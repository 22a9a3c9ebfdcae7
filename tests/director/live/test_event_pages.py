"""An event is set up and run in browsers at the real service, by clicks only."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import Window, window
from kits.console_live import Director
from kits.event_pages_kit import Hand, listed
from playwright.sync_api import Browser, Locator, Route, expect

MOST_ACTS = 25
"""From a list of 64 players to the first round called."""
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def kari(director: Director, opened: Window) -> Hand:
    """The director, at a laptop."""
    director.start()
    director.let_in(opened.page)
    return Hand(opened, director.url)


@pytest.fixture
def joins(director: Director, browser: Browser, kari: Hand) -> Iterator[Callable[..., Hand]]:  # noqa: ARG001 (first)
    """Somebody else of a role, in a browser of his own."""
    with ExitStack() as windows:

        def join(name: str, role: str, **options: Any) -> Hand:
            session = director.join(director.invite(role), name)
            own = windows.enter_context(window(browser, **options))
            director.let_in(own.page, session)
            return Hand(own, director.url)

        yield join


def test_a_small_event_from_its_list_to_its_last_match(kari: Hand) -> None:
    kari.sets_up().next("Give the event a name.")
    kari.opens_event("1-3")
    kari.draws(8)
    expect(kari.page.locator(".bracket h3")).to_have_text(["Main", "Consolation", "Last chance"])
    kari.publishes()
    kari.page.get_by_role("link", name="Run the event").click()
    rows = kari.page.locator("[aria-labelledby=now-title] .row")
    for _ in range(40):
        box = kari.page.locator("#next p").first
        expect(box).not_to_have_text("Nothing to call. Matches being played: 0.")
        said = box.inner_text()
        if said == "Everything is played.":
            break
        if said.startswith("Matches can begin"):
            count = said.removesuffix(".").rpartition(" ")[2]
            kari.click(f"Call {count}")
            expect(box).not_to_have_text(said)
            kari.told(f"Called: {count}.")
        else:
            playing = rows.count()
            kari.takes_result(rows.first)
            expect(rows).not_to_have_count(playing)
    kari.next("Everything is played.")
    expect(kari.page.locator(".pairing:is(.ready, .waiting)")).to_have_count(0)
    expect(kari.page.locator(".pairing.over")).to_have_count(7 + 5 + 3)


def test_from_a_list_of_64_to_the_first_round_called_in_few_acts(kari: Hand) -> None:
    kari.sets_up().opens_event("1-32")
    kari.draws(64)
    kari.publishes()
    kari.acts += 1
    kari.page.get_by_role("link", name="Run the event").click()
    kari.click("Call 32")
    kari.next("Nothing to call. Matches being played: 32.")
    assert kari.acts <= MOST_ACTS, kari.acts


def test_what_the_rule_book_leaves_to_the_event_is_set_and_confirmed(kari: Hand) -> None:
    kari.sets_up().opens_event("1-3")
    books = kari.page.locator("#books")
    kari.draws(4)
    kari.click("Publish the draw")
    kari.page.locator("#next a").click()
    books.locator("[name='clock.reserve_s_per_point']").fill("120")
    books.locator("[name='clock.delay_s']").fill("soon")
    kari.click("Set these values")
    kari.refused()
    expect(books.get_by_role("alert")).to_contain_text(
        "delay (or increment) of each turn, in seconds”"
    )
    books.locator("[name='clock.delay_s']").fill("12")
    kari.click("Set these values")
    kari.told("The values of italian-international are set.")
    kari.opens("To confirm:", books)
    kari.click("Confirm these values of italian-international")
    kari.told("Everything is confirmed.")
    expect(books.locator("details")).to_have_count(0)
    assert violations(kari.page) == []


def test_a_list_is_looked_at_mended_and_entered_line_by_line(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(b"name;number;rating\nAnna;1;much\n;2;1500\nBo;;1500\nBo;;1500\nCy;9;\n")
    preview = kari.page.get_by_role("region", name="Preview of the list")
    expect(preview).to_contain_text("New: 2. Entered already: 0. To look at: 3.")
    assert _becomes(preview) == {2: "wrong", 3: "wrong", 4: "new", 5: "wrong", 6: "new"}
    assert violations(kari.page) == []
    kari.click("Enter players: 2")
    kari.told("Entered: 2.")
    assert _becomes(preview) == {2: "wrong", 3: "wrong", 5: "there"}
    _mends(preview, "Line 2, rating", "1450")
    expect(preview).to_contain_text("New: 1.")
    preview.get_by_role("button", name="Line 3: Leave out").click()
    expect(preview.locator("tr[data-becomes=left]")).to_have_count(1)
    kari.click("Enter players: 1")
    kari.told("Entered: 1.")
    expect(preview).to_have_count(0)
    kari.opens("Players: 3")
    expect(kari.page.locator(".entries bdi")).to_have_text(["Bo", "Cy", "Anna"])


def test_who_may_be_somebody_else_is_asked_in_the_list(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives("name\nJosé Silva\nJose Silva\nSilva José\n".encode())
    preview = kari.page.get_by_role("region", name="Preview of the list")
    assert _becomes(preview) == {2: "new", 3: "asked", 4: "asked"}
    preview.get_by_role("button", name="Line 3: Another person: enter").click()
    expect(preview).to_contain_text("New: 2.")
    preview.get_by_role("button", name="Line 4: The same person: leave out").click()
    expect(preview).to_contain_text("To look at: 0.")
    kari.click("Enter players: 2")
    kari.told("Entered: 2.")
    expect(preview).to_have_count(0)


def test_columns_are_matched_by_hand_and_lines_go_to_the_divisions_they_name(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(b"Alias;Rang;Gruppe\nAnna;1600;Open\nBo;1500;Nybegynder\nCy;1400;\n")
    preview = kari.page.get_by_role("region", name="Preview of the list")
    expect(preview.get_by_label("Line 1 has the headings")).not_to_be_checked()
    preview.get_by_label("Line 1 has the headings").check()
    _matches(preview, "Column 1 Alias", "Name")
    _matches(preview, "Column 2 Rang", "Rating")
    _matches(preview, "Column 3 Gruppe", "Division")
    expect(preview).to_contain_text("New: 2. Entered already: 0. To look at: 1.")
    assert _becomes(preview) == {2: "new", 3: "nowhere", 4: "new"}
    kind = preview.get_by_label("“Nybegynder” (lines: 1) is division")
    kind.select_option("Open")
    expect(preview).to_contain_text("New: 3.")
    kind.select_option("")
    kind.select_option("A new division: Nybegynder")
    kari.told("Nybegynder is set.")
    expect(preview).to_contain_text("New: 3.")
    assert violations(kari.page) == []
    kari.click("Enter players: 3")
    kari.told("Entered: 3.")
    expect(kari.page.get_by_text("Players: 1")).to_be_visible()
    kari.opens("Players: 2")
    expect(kari.page.locator(".entries li").first).to_contain_text("1600")


def test_names_alone_are_a_list(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.fill("Or paste a list", "Anna Berg\nBo Lind")
    kari.click("Look at the list")
    kari.click("Enter players: 2")
    kari.told("Entered: 2.")


def _becomes(preview: Locator) -> dict[int, str | None]:
    """What becomes of each line that is shown."""
    expect(preview.locator("tbody tr").first).to_be_visible()
    return {
        int(row.locator("th").inner_text()): row.get_attribute("data-becomes")
        for row in preview.locator("tbody tr").all()
    }


def _mends(preview: Locator, cell: str, words: str) -> None:
    preview.get_by_label(cell).fill(words)
    preview.get_by_label(cell).press("Tab")


def _matches(preview: Locator, column: str, field: str) -> None:
    preview.get_by_label(column).select_option(field)


def test_how_the_names_of_a_file_read_is_chosen_by_looking_at_them(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives("Imię;Nazwisko;Elo\nŁukasz;Żak;1500\nŚwięta;Ćma;1501\n".encode("cp1250"))
    offered = kari.page.get_by_role("list", name="How the names may read")
    expect(offered).to_contain_text("Łukasz, Żak, Święta")
    assert violations(kari.page) == []
    kari.refused()
    offered.get_by_role("button").first.click()
    kari.click("Enter players: 2")
    kari.told("Entered: 2.")
    kari.opens("Players: 2")
    expect(kari.page.locator(".entries bdi")).to_have_text(["Łukasz Żak", "Święta Ćma"])


def test_players_are_typed_one_after_the_other_and_scratched(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    for name in ("Anna", "Bo"):
        expect(kari.page.get_by_label("Name", exact=True)).to_have_value("")
        kari.fill("Name", name)
        kari.click("Enter one player")
        kari.told(f"{name} is entered.")
        expect(kari.page.get_by_label("Name", exact=True)).to_be_focused()
    kari.opens("Players: 2")
    kari.click("Scratch Anna")
    kari.sure("Anna leaves")
    kari.told("Anna is scratched.")
    expect(kari.page.locator(".entries li bdi")).to_have_text(["Bo"])


def test_nobody_undoes_what_he_has_not_seen(kari: Hand, joins: Callable[..., Hand]) -> None:
    """Ola begins to take a draw back; Kari publishes it meanwhile. He is told, and decides anew."""
    kari.sets_up().opens_event("1-4")
    kari.draws(8)
    ola = joins("Ola", "assistant").sets_up()
    ola.opens("Draw again…")
    form = ola.page.get_by_role("form", name="Take the draw back")
    ola.fill("Reason", "Eva is missing", form)
    kari.publishes()
    ola.next("Everything is drawn and published: now run the event.")
    ola.click("Take the draw back", form)
    expect(form.locator(".note li")).to_have_text(["Open: the draw was published."])
    ola.refused()
    expect(form.get_by_label("Reason")).to_have_value("Eva is missing")
    kari.next("Everything is drawn and published: now run the event.")
    ola.click("Take the draw back", form)
    ola.sure("Open: draw 1 no longer counts; it was published.")
    ola.told("Open is no longer drawn.")
    kari.next(re.compile("Open: 8 have entered"))


def test_what_somebody_types_stays_while_another_works(
    kari: Hand, joins: Callable[..., Hand]
) -> None:
    kari.sets_up().opens_event("1-4")
    ola = joins("Ola", "assistant").sets_up()
    name = ola.page.get_by_label("Name", exact=True)
    ola.opens("New division")
    points = ola.page.get_by_role("form", name="New division").get_by_label("Points").first
    points.fill("21")
    name.fill("Anna")
    kari.gives(listed(8))
    kari.click("Enter players: 8")
    expect(ola.page.locator("summary", has_text="Players: 8")).to_be_visible()
    expect(name).to_have_value("Anna")
    expect(name).to_be_focused()
    expect(points).to_have_value("21")
    name.press("Enter")
    kari.next("Open: 9 have entered. Draw when the entries are complete.")


def called(kari: Hand, tables: str = "1-4") -> Hand:
    """Eight are drawn, four matches called."""
    kari.sets_up().opens_event(tables)
    kari.draws(8)
    kari.publishes()
    kari.runs().click("Call 4")
    kari.told("Called: 4.")
    return kari


def test_what_is_not_ticked_is_not_called(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.draws(8)
    kari.publishes()
    ticks = kari.runs().page.locator(".proposals [type=checkbox]")
    expect(ticks).to_have_count(4)
    ticks.nth(1).click()
    kari.click("Call 3")
    kari.told("Called: 3.")
    tables = kari.page.locator("[aria-labelledby=now-title] .table-number")
    expect(tables).to_have_text(["1", "3", "4"])
    expect(ticks).to_have_count(1)


def test_the_match_that_keeps_others_waiting_is_named(kari: Hand) -> None:
    called(kari)
    rows = kari.page.locator("[aria-labelledby=now-title] .row")
    holds = kari.page.locator("[aria-labelledby=holds-title] .row")
    expect(holds).to_have_count(0)
    through = kari.takes_result(rows.first)
    expect(rows).to_have_count(3)
    expect(holds).to_have_count(1)
    expect(holds.locator(".table-number")).to_have_text("2")
    expect(holds.locator("small")).to_contain_text(through)
    kari.takes_result(rows.first)
    kari.next("Matches can begin: 2.")


def test_a_match_without_a_table_says_why(kari: Hand) -> None:
    kari.sets_up().opens_event("1-2")
    kari.draws(8)
    kari.publishes()
    kari.page.get_by_role("link", name="Run the event").click()
    waits = kari.page.locator("[aria-labelledby=holds-title] h3 + .now-list small")
    expect(waits).to_have_text([re.compile("the free tables go to others first$")] * 2)
    kari.click("Call 2")
    kari.told("Called: 2.")
    expect(waits).to_have_text([re.compile("no table is free$")] * 2)
    assert violations(kari.page) == []


def test_one_body_is_at_one_table_and_the_page_says_at_which(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(b"name;number;division\nAnna;1;Open\nBo;2;Open\nAnna;1;Side\nCy;3;Side\n")
    preview = kari.page.get_by_role("region", name="Preview of the list")
    preview.get_by_label("\u201cSide\u201d (lines: 2) is division").select_option(
        "A new division: Side"
    )
    kari.told("Side is set.")
    kari.click("Enter players: 4")
    kari.told("Entered: 4.")
    for division, publishes in (
        ("Open", lambda: kari.click("Publish the draw")),
        ("Side", kari.publishes),
    ):
        kari.page.get_by_role("button", name="Draw", exact=True).first.click()
        kari.next(re.compile(f"{division}: look at the draw"))
        publishes()
    kari.runs()
    waits = kari.page.locator("[aria-labelledby=holds-title] .now-list small")
    expect(waits).to_have_text([re.compile("Anna.? is called to table 1 first$")])
    kari.click("Call 1")
    kari.told("Called: 1.")
    expect(waits).to_have_text([re.compile("Anna.? plays at table 1$")])


def test_brackets_move_by_themselves(kari: Hand, joins: Callable[..., Hand]) -> None:
    called(kari)
    eva = joins("Eva", "viewer").runs()
    semi = eva.page.locator(".bracket").first.locator(".round").nth(1).locator("bdi")
    expect(semi).to_have_text(["winner of 1-1", "winner of 1-2", "winner of 1-3", "winner of 1-4"])
    through = kari.takes_result(kari.page.locator("[aria-labelledby=now-title] .row").first)
    expect(semi.first).to_have_text(through)


def test_a_result_is_corrected_and_another_goes_on(kari: Hand) -> None:
    called(kari)
    main = kari.page.locator(".bracket").first
    first = main.locator(".pairing").first
    other = first.locator("bdi").nth(1).inner_text()
    kari.takes_result(kari.page.locator("[aria-labelledby=now-title] .row").first)
    first.click()
    kari.opens("Correct the result", kari.about)
    way = kari.about.locator("details.correct")
    way.locator("label:has([type=radio])").nth(1).click()
    kari.fill("Reason", "misheard", way)
    kari.click("Correct the result", way)
    kari.sure(f"{other} advances, not ")
    kari.told("The result is corrected.")
    expect(main.locator(".round").nth(1).locator("bdi").first).to_have_text(other)


def test_who_withdraws_is_out_and_comes_back(kari: Hand) -> None:
    """His table is free at once; who comes back is called again."""
    called(kari)
    kari.page.get_by_role("searchbox", name="Find a player").fill("yer 1")
    found = kari.page.locator(".entries button")
    expect(found).to_have_text(re.compile(r"^Player 1\s+Table \d$"))
    found.click()
    kari.opens("Player 1 withdraws", kari.about)
    kari.fill("Reason", "ill", kari.about)
    kari.click("Player 1 withdraws", kari.about)
    kari.sure("Player 1 has withdrawn.", "are called back from table")
    kari.told("Player 1 has withdrawn.")
    expect(found).to_have_text(re.compile(r"^Player 1\s+has withdrawn$"))
    expect(kari.page.locator(".bracket").first.locator(".pairing.over")).to_have_count(1)
    found.click()
    kari.opens("Player 1 plays again", kari.about)
    kari.fill("Reason", "well again", kari.about)
    kari.click("Player 1 plays again", kari.about)
    kari.sure("the result no longer counts")
    kari.told("Player 1 plays again.")
    expect(found).to_have_text(re.compile(r"^Player 1\s+ready$"))


def test_a_call_is_taken_back_and_made_for_another_table(kari: Hand) -> None:
    called(kari, "1-5")
    row = kari.page.locator("[aria-labelledby=now-title] .row").first
    who = row.locator(".who").inner_text()
    row.click()
    kari.opens("Take back the call", kari.about)
    way = kari.about.locator("details.uncall")
    kari.fill("Reason", "the table is dead", way)
    kari.click("Take back the call", way)
    kari.sure("are called back from table")
    kari.next("Matches can begin: 1.")
    kari.page.locator(".bracket").first.locator(".pairing.ready:not(.called)").click()
    kari.about.get_by_label("Table number").select_option("5")
    kari.click("Call to a table", kari.about)
    kari.told("Called: 1.")
    expect(kari.page.locator("[aria-labelledby=now-title] .who").last).to_have_text(who)


def test_a_match_goes_on_at_another_table(kari: Hand) -> None:
    """Which of the free ones, and why, is asked; the row says where it is then."""
    called(kari, "1-5")
    row = kari.page.locator("[aria-labelledby=now-title] .row").first
    who = row.locator(".who").inner_text()
    row.click()
    kari.opens("Go on at another table", kari.about)
    way = kari.about.locator("details.move")
    way.get_by_label("Table number").select_option("5")
    kari.fill("Reason", "the table is dead", way)
    kari.click("Go on at another table", way)
    kari.sure("go on at table 5, not")
    kari.told("The match goes on at table 5.")
    moved = kari.page.locator("[aria-labelledby=now-title] .row", has_text=who)
    expect(moved.locator(".table-number")).to_have_text("5")


def test_every_reason_against_it_is_told_where_it_was_asked(
    kari: Hand, joins: Callable[..., Hand]
) -> None:
    """Kari awards a match of which Ola has just taken the result."""
    called(kari)
    kari.page.locator("[aria-labelledby=now-title] .row").first.click()
    kari.opens("Award without play", kari.about)
    way = kari.about.locator("details.award")
    way.locator("label:has([type=radio])").first.click()
    way.get_by_label("Reason").fill("nobody came")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    kari.page.route("**/event/acts", hold)
    kari.click("Award without play", way)
    kari.sure("are called back from table")
    ola = joins("Ola", "assistant").runs()
    ola.takes_result(ola.page.locator("[aria-labelledby=now-title] .row").first)
    ola.told("The result is accepted.")
    held[0].continue_()
    expect(kari.page.locator(".note p")).to_have_text(re.compile("it has a result: correct that"))
    kari.refused()


def test_each_is_shown_what_his_role_may_do(kari: Hand, joins: Callable[..., Hand]) -> None:
    called(kari)
    ways = {
        "assistant": [
            "Result by hand (a table without a Pi, or a dead one)",
            "Put off",
            "Take back the call",
        ],
        "scorer": ["Result by hand (a table without a Pi, or a dead one)"],
        "viewer": [],
    }
    for role, own in ways.items():
        hand = joins(role.title(), role).runs()
        hand.page.locator(".pairing.called").first.click()
        expect(hand.about).to_be_visible()
        shown = hand.about.locator("summary").all_inner_texts()
        assert [each for each in shown if "withdraws" not in each] == own, role
        expect(hand.page.locator("a[href='/event/set-up']")).to_have_count(int(role == "assistant"))
        assert (len(shown) > len(own)) is (role == "assistant")


def test_both_pages_fit_every_place(kari: Hand) -> None:
    """And axe-core finds nothing, whatever is shown."""

    def looked(what: str) -> None:
        for size in (PHONE, {"width": 1366, "height": 768}):
            kari.page.set_viewport_size(size)
            assert violations(kari.page) == [], (what, size)
            assert misfits(kari.page) == [], (what, size)

    kari.sets_up()
    looked("no event")
    kari.opens_event("1-4")
    looked("no players")
    kari.gives(b'name\n""\nBo\nBo\n')
    expect(kari.page.locator(".preview tbody tr")).to_have_count(2)
    looked("a list to look at")
    kari.click("Put the list away")
    kari.draws(8)
    kari.opens("Draw again…")
    kari.opens("Players: 8")
    looked("drawn")
    kari.publishes()
    kari.runs()
    looked("matches can begin")
    kari.click("Call 4")
    kari.told("Called: 4.")
    looked("playing")
    for way in ("Award without play", "Result by hand"):
        kari.page.locator("[aria-labelledby=now-title] .row").first.click()
        if way != "Result by hand":  # which is open
            kari.opens(way, kari.about)
        looked(way)
        kari.click("Close", kari.about)


READING = "async ([name, said]) => (await import('/static/event_reading.js'))[name](said)"


def test_tables_are_read_as_people_write_them(kari: Hand) -> None:
    page = kari.sets_up().page
    for said, found in (
        ("1-4", [1, 2, 3, 4]),
        ("1-3, 5", [1, 2, 3, 5]),
        ("5; 1 - 3 4", [1, 2, 3, 4, 5]),
        ("2,2,1", [1, 2]),
        ("7–9,", [7, 8, 9]),
        ("500", [500]),
        ("0", None),
        ("501", None),
        ("4-1", None),
        ("one", None),
        ("", None),
        ("1-", None),
    ):
        assert page.evaluate(READING, ["numbers", said]) == found, said
    for given, words in (([], ""), ([3, 1, 2], "1-3"), ([1, 2, 4, 6, 7], "1-2, 4, 6-7")):
        assert page.evaluate(READING, ["ranges", given]) == words


def test_a_form_stays_though_its_time_is_over(kari: Hand, joins: Callable[..., Hand]) -> None:
    """Ola types a player's name when Kari draws: he is told, and has not typed in vain."""
    kari.sets_up().opens_event("1-4")
    kari.gives(listed(8))
    kari.click("Enter players: 8")
    ola = joins("Ola", "assistant").sets_up()
    ola.fill("Name", "Anna")
    kari.click("Draw")
    ola.next("Open: look at the draw, and publish it.")
    ola.click("Enter one player")
    expect(ola.page.locator(".note p")).to_have_text("Open: it is drawn: take the draw back first")
    ola.refused()
    expect(ola.page.get_by_label("Name", exact=True)).to_have_value("Anna")


def test_from_somebody_to_his_match(kari: Hand) -> None:
    called(kari)
    kari.page.get_by_role("searchbox", name="Find a player").fill("player 2")
    kari.page.locator(".entries button").click()
    expect(kari.about.locator(".row")).to_have_count(1)
    kari.about.locator(".row").click()
    expect(kari.about.locator("summary", has_text="Result by hand")).to_be_focused()


def test_by_the_keyboard_alone_and_the_focus_is_never_lost(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.draws(8)
    kari.publishes()
    kari.page.get_by_role("link", name="Run the event").press("Enter")
    call = kari.page.get_by_role("button", name="Call 4")
    call.focus()
    call.press("Enter")
    kari.told("Called: 4.")
    expect(kari.page.locator("[aria-labelledby=now-title] .row").first).to_be_visible()
    assert kari.page.evaluate("document.activeElement !== document.body")
    row = kari.page.locator("[aria-labelledby=now-title] .row").nth(1)
    row.press("Enter")
    expect(kari.about).to_be_visible()
    kari.page.keyboard.press("Escape")
    expect(kari.about).to_be_hidden()
    expect(row).to_be_focused()


def test_seeds_late_places_and_another_draw(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(listed(6))
    kari.click("Enter players: 6")
    kari.told("Entered: 6.")
    kari.opens("Seeds: 0")
    for name in ("Player 5", "Player 2", "Player 3"):
        kari.page.get_by_label("Next seed, the strongest first").select_option(name)
    kari.click("No seed: Player 3")
    kari.fill("Late places", "1")
    kari.click("Draw")
    first = kari.page.locator(".bracket").first.locator(".round").first
    expect(first.locator("bdi", has_text="late arrival 1")).to_have_count(1)
    second = kari.page.locator(".bracket").first.locator(".round").nth(1)
    expect(second.locator("bdi").first).to_have_text("Player 5")  # a bye goes to the first seed
    kari.opens("Draw again…")
    again = kari.page.get_by_role("form", name="Draw again…")
    expect(again.locator(".seeds li bdi")).to_have_text(["Player 5", "Player 2"])
    kari.click("Draw again…", again)  # the browser itself asks for the reason
    expect(again.get_by_label("Reason")).to_be_focused()
    kari.fill("Reason", "Player 5 was missing", again)
    kari.click("Draw again…", again)
    kari.sure("draw 1 no longer counts")
    expect(kari.page.locator("h3", has_text="Draw 2, not published yet")).to_be_visible()
    kari.publishes()
    expect(kari.page.get_by_text("Late places left: 1 of 1")).to_be_visible()
    late = kari.page.get_by_role("form", name="Enter a late arrival")
    kari.fill("Name", "Eva", late)
    kari.click("Enter a late arrival", late)
    kari.told("Eva is entered.")
    expect(first.locator("bdi", has_text="Eva")).to_have_count(1)
    expect(kari.page.get_by_text("Late places left: 0 of 1")).to_be_visible()
    expect(late).to_have_count(0)


def test_who_comes_late_is_entered_in_a_swiss_until_its_late_round_is_over(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Swiss")
    kari.gives(listed(4))
    kari.click("Enter players: 4")
    expect(kari.page.get_by_role("button", name="Draw", exact=True)).to_be_visible()
    expect(kari.page.get_by_label("Late places")).to_have_count(0)
    kari.click("Draw")
    kari.publishes()
    late = kari.page.get_by_role("form", name="Enter a late arrival")
    kari.fill("Name", "Eva", late)
    kari.click("Enter a late arrival", late)
    kari.told("Eva is entered.")
    expect(late).to_be_visible()
    rows = kari.runs().page.locator("[aria-labelledby=now-title] .row")
    kari.click("Call 2")
    for left in (1, 0):
        kari.takes_result(rows.first)
        expect(rows).to_have_count(left)
    kari.click("Open: pair the next round")
    kari.click("Open: publish the new round")
    kari.next("Matches can begin: 2.")
    kari.sets_up()
    expect(kari.page.get_by_role("heading", name="Open", exact=True)).to_be_visible()
    expect(late).to_have_count(0)


def test_minutes_that_cannot_be_are_not_called_with_others(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.draws(4)
    kari.publishes()
    kari.runs()
    kari.fill("They begin in how many minutes", "300")
    kari.click("Call 2")
    expect(kari.page.get_by_label("They begin in how many minutes")).to_be_focused()
    expect(kari.page.get_by_role("button", name="Call 2")).to_be_visible()
    kari.fill("They begin in how many minutes", "10")
    kari.click("Call 2")
    kari.told("Called: 2.")


def test_a_name_is_found_as_it_is_typed_and_the_rest_is_counted(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(
        "\n".join(["name", "Jürgen Müller", *(f"Player {n}" for n in range(1, 15))]).encode()
    )
    kari.click("Enter players: 15")
    kari.click("Draw")
    kari.publishes()
    kari.runs()
    find = kari.page.get_by_role("searchbox", name="Find a player")
    find.fill("muller")
    expect(kari.page.locator(".entries button")).to_have_count(1)
    find.fill("player")
    expect(kari.page.get_by_text("12 of 14 shown: type more")).to_be_visible()


def test_how_rounds_are_played_is_as_it_was_filled_in(kari: Hand) -> None:
    """A row that is added leaves what was typed in the others."""
    kari.sets_up()
    kari.fill("Name of the event", "Malmö Open")
    kari.click("Open the event")
    kari.fill("Table numbers", "1")
    kari.click("Set the tables")
    kari.fill("Name of the division", "Open")
    kari.page.get_by_label("Format").select_option("Knock-out")
    rows = kari.page.locator(".rounds-table tbody tr")
    before = rows.count()
    last = rows.last
    last.get_by_label("Points").fill("13")
    last.get_by_label("Best of").select_option("3")
    last.get_by_label("Clock").select_option("required")
    kari.click("Last rounds differ", last)
    expect(rows).to_have_count(before + 1)
    rows.first.get_by_label("Points").fill("21")
    rows.first.get_by_label("from which round").select_option("semi-finals on")
    kari.click("Make the division")
    kari.next("Open: enter the players.")
    kari.opens("Change name, format or rules")
    rows = kari.page.get_by_role("form", name="Change name, format or rules").locator("tbody tr")
    lengths = rows.get_by_label("Points").evaluate_all("all => all.map(({ value }) => value)")
    assert lengths[-1] == "13"
    assert "21" in lengths
    expect(rows.last.get_by_label("Best of")).to_have_value("3")
    expect(rows.last.get_by_label("Clock")).to_have_value("required")
    form = kari.page.get_by_role("form", name="Change name, format or rules")
    kari.fill("Name of the division", "Masters", form)
    kari.click("Change it")
    kari.next("Masters: enter the players.")


def test_a_swiss_goes_on_round_by_round(kari: Hand) -> None:
    """Paired, looked at, published, called; closed after its last."""
    kari.sets_up().opens_event("1-4", "Swiss")
    kari.draws(4)
    kari.publishes()
    rows = kari.runs().page.locator("[aria-labelledby=now-title] .row")
    step = "Go on with the next step of the format."
    kari.click("Call 2")
    kari.told("Called: 2.")
    for left in (1, 0):
        kari.takes_result(rows.first)
        expect(rows).to_have_count(left)
    kari.next(step)
    kari.click("Open: pair the next round")
    expect(kari.page.get_by_role("button", name="Open: publish the new round")).to_be_visible()
    kari.opens("Take the new round back")
    back = kari.page.get_by_role("form", name="Take the new round back")
    kari.fill("Reason", "Eva is here again", back)
    kari.click("Take the new round back", back)
    kari.sure("no longer meet.")
    kari.click("Open: pair the next round")
    kari.click("Open: publish the new round")
    kari.next("Matches can begin: 2.")
    expect(kari.page.locator(".standings tbody tr")).to_have_count(4)
    expect(kari.page.locator(".standings tbody td:nth-child(3)")).to_have_text(
        ["1 – 0", "1 – 0", "0 – 1", "0 – 1"]
    )
    assert violations(kari.page) == []
    kari.page.set_viewport_size(PHONE)
    assert misfits(kari.page) == []


def test_who_misses_a_round_of_a_swiss_is_not_paired(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Swiss")
    kari.draws(5)
    kari.publishes()
    kari.runs()
    kari.click("Call 2")
    rows = kari.page.locator("[aria-labelledby=now-title] .row")
    for left in (1, 0):
        kari.takes_result(rows.first)
        expect(rows).to_have_count(left)
    kari.opens("Who misses this round")
    for name in ("Player 2", "Player 4"):
        kari.page.locator("#next").get_by_label(name, exact=True).check()
    assert violations(kari.page) == []
    kari.page.set_viewport_size(PHONE)
    assert misfits(kari.page) == []
    kari.click("Open: pair the next round")
    new = kari.page.locator(".round").nth(1).locator(".place bdi")
    expect(new).to_have_count(4)
    paired = {*new.all_inner_texts()} - {"bye"}
    assert paired == {"Player 1", "Player 3", "Player 5"}


def test_a_game_of_a_swing_is_void_and_both_are_free_again(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Swing")
    kari.draws(4)
    kari.publishes()
    kari.runs()
    kari.click("Call 2")
    kari.told("Called: 2.")
    kari.page.locator("[aria-labelledby=now-title] .row").first.click()
    kari.opens("This game is void", kari.about)
    way = kari.about.locator("details.void")
    kari.fill("Reason", "the position is lost", way)
    kari.click("This game is void", way)
    kari.sure("are called back from table 1.")
    kari.told("The game is void.")
    expect(kari.page.locator("[aria-labelledby=now-title] .row")).to_have_count(1)
    expect(kari.page.locator(".pairing.unplayed")).to_have_count(1)


def test_a_round_that_is_drawn_is_shortened_with_a_reason(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Knock-out")
    kari.draws(8)
    kari.publishes()
    kari.sets_up()
    kari.opens("Change how rounds are played")
    form = kari.page.get_by_role("form", name="Change how rounds are played")
    kari.click("Last rounds differ", form)
    form.get_by_label("Points").first.fill("9")
    form.get_by_label("Points").last.fill("5")
    kari.fill("Reason", "the hall closes at ten", form)
    kari.click("Change it", form)
    kari.sure("Open, Main, round 1: to 5 points, not 7.")
    kari.told("Open is set.")
    expect(form.get_by_label("Points").last).to_have_value("5")
    kari.runs()
    kari.page.locator(".pairing").first.click()
    expect(kari.about.get_by_text("to 5")).to_be_visible()


def test_an_event_is_renamed_a_division_removed_and_brought_back(
    kari: Hand, joins: Callable[..., Hand]
) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(listed(4))
    kari.click("Enter players: 4")
    kari.told("Entered: 4.")
    kari.opens("Rename the event")
    form = kari.page.get_by_role("form", name="Rename the event")
    kari.fill("Name of the event", "Lund Open", form)
    kari.click("Rename the event", form)
    kari.told("The event has another name.")
    expect(kari.page.locator("#tables h2")).to_have_text("Lund Open")
    kari.click("Remove the division Open")
    kari.sure("Open is removed; players entered: 4.")
    kari.told("Open is removed.")
    kari.next("Make a division, and pick how it is played.")
    ola = joins("Ola", "assistant").sets_up()
    expect(ola.page.get_by_text("Open was removed; players entered: 4.")).to_be_visible()
    expect(ola.page.locator("summary", has_text="Rename the event")).to_have_count(0)
    assert violations(kari.page) == []
    kari.page.set_viewport_size(PHONE)
    assert misfits(kari.page) == []
    ola.click("Bring Open back")
    kari.next("Open: 4 have entered. Draw when the entries are complete.")
    kari.click("Draw")
    kari.next("Open: look at the draw, and publish it.")
    expect(kari.page.get_by_role("button", name="Remove the division Open")).to_have_count(0)


def test_what_an_act_takes_is_read_first_may_be_left_and_is_undone(kari: Hand) -> None:
    """The last at once, and from a list until something rests on it, which it names then."""
    called(kari, "1-5")
    page = kari.page
    row = page.locator("[aria-labelledby=now-title] .row").first
    who = row.locator(".who").inner_text()
    row.click()
    kari.opens("Take back the call", kari.about)
    way = kari.about.locator("details.uncall")
    kari.fill("Reason", "one is missing", way)
    kari.click("Take back the call", way)
    expect(page.locator("#sure li")).to_have_text([f"{who} are called back from table 1."])
    assert violations(page) == []
    kari.click("Leave it as it is", page.locator("#sure"))
    expect(page.locator("#sure")).to_have_count(0)
    expect(kari.about).to_be_visible()
    kari.click("Take back the call", way)
    kari.sure()
    kari.told("The call is taken back.")
    kari.click("Undo", page.locator("#undo"))
    kari.told("It is undone.")
    expect(row.locator(".who")).to_have_text(who)
    expect(page.locator("#undo button")).to_have_count(0)
    row.click()
    kari.opens("Take back the call", kari.about)
    kari.fill("Reason", "one is missing", way)
    kari.click("Take back the call", way)
    kari.sure()
    kari.next("Matches can begin: 1.")
    kari.click("Call 1")
    kari.told("Called: 1.")
    kari.opens("What was taken away, and can be undone")
    newest = page.locator(".undo-list li").first
    expect(newest).to_contain_text(f"{who}: waits for a table again.")
    expect(newest.locator(".hint")).to_contain_text("was changed again since")


def test_seeds_are_the_highest_rated(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.gives(b"name;rating\nAnna;1500\nBo;1700\nCy;\nDi;1600\n")
    kari.click("Enter players: 4")
    kari.told("Entered: 4.")
    kari.opens("Seeds: 0")
    kari.fill("So many, the highest rated first", "2")
    kari.page.keyboard.press("Tab")
    expect(kari.page.locator(".seeds li bdi")).to_have_text(["Bo", "Di"])


def test_who_lost_enters_again_for_a_price(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Knock-out")
    kari.gives(listed(3))
    kari.click("Enter players: 3")
    kari.told("Entered: 3.")
    kari.opens("Re-entry")
    form = kari.page.get_by_role("form", name="Set re-entry")
    kari.fill("Price of each further entry", "20.5", form)
    kari.fill("Currency, such as EUR", "eur", form)
    kari.click("Set re-entry", form)
    kari.told("Open: re-entry is set.")
    expect(kari.page.locator(".re-entry p").first).to_have_text(
        "Up to 2 entries a player, while places are left; each further one: €20.50."
    )
    kari.fill("Name", "Player 1")
    kari.click("Enter one player")
    kari.sure("Player 1 (2) enters again, for 20.50 EUR")
    kari.told("Player 1 is entered.")
    kari.opens("Players: 4")
    expect(kari.page.locator(".entries bdi").last).to_have_text("Player 1 (2)")
    assert violations(kari.page) == []


def test_a_paper_result_is_two_acts_by_keyboard_alone(kari: Hand) -> None:
    called(kari)
    rows = kari.page.locator(".playing")
    expect(rows).to_have_count(4)
    rows.first.locator(".won").first.focus()
    name = rows.first.locator(".won").first.inner_text()
    for left in (3, 2):
        kari.page.keyboard.press("Enter")
        expect(kari.page.locator(".quick [name=points]")).to_be_focused()
        kari.page.keyboard.type("3")
        kari.page.keyboard.press("Enter")
        kari.told("The result is accepted.")
        expect(rows).to_have_count(left)
        expect(rows.first.locator(".won").first).to_be_focused()
    assert violations(kari.page) == []
    won = kari.page.locator(".pairing.over [data-through] bdi").all_inner_texts()
    assert name in won


def test_a_result_that_was_begun_is_put_back_by_escape(kari: Hand) -> None:
    called(kari)
    kari.page.locator(".playing .won").first.click()
    points = kari.page.locator(".quick [name=points]")
    points.fill("99")
    kari.click("Take this result")
    expect(points).to_be_focused()  # the browser itself says how many there can be
    points.press("Escape")
    expect(points).to_have_count(0)
    expect(kari.page.locator(".playing")).to_have_count(4)


def test_a_no_show_is_one_act_and_can_be_undone(kari: Hand) -> None:
    called(kari)
    rows = kari.page.locator(".playing")
    absent = rows.first.get_by_role("button", name=re.compile("did not come")).first
    name = absent.inner_text()
    absent.click()
    kari.told(f"{name} has withdrawn.")
    expect(rows).to_have_count(3)
    expect(kari.page.locator(".pairing.over")).to_have_count(1)
    kari.click("Undo")
    kari.sure(name)
    kari.told("It is undone.")
    expect(rows).to_have_count(4)


def test_a_score_slip_leads_a_scorers_phone_to_the_match(
    kari: Hand, joins: Callable[..., Hand]
) -> None:
    called(kari)
    kari.page.get_by_role("link", name="Score slips").click()
    slips = kari.page.locator(".slip")
    expect(slips).to_have_count(4)
    expect(slips.first.locator(".table-of")).to_have_text("1")
    names = slips.first.locator(".line bdi").all_inner_texts()
    assert violations(kari.page) == []
    assert misfits(kari.page) == []
    scorer = joins("Ola", "scorer", viewport=PHONE)
    scorer.page.goto(f"{kari.url}/event/run?division={_main(kari)}&pairing=main-1-1")
    expect(scorer.about).to_be_visible()
    expect(scorer.about.locator("h2")).to_contain_text(names[0])
    way = scorer.about.locator("details.match")
    expect(way).to_have_attribute("open", "")
    way.locator("label", has_text=names[1]).click()
    way.get_by_label("Points of the loser").fill("2")
    scorer.click("Take this result", way)
    scorer.told("The result is accepted.")


def test_a_slip_of_a_match_that_is_not_in_the_draw_is_no_riddle(kari: Hand) -> None:
    called(kari)
    kari.page.goto(f"{kari.url}/event/run?division=x&pairing=main-9-9")
    expect(kari.page.locator("#next .note")).to_have_text(
        "The match of this slip is not in the draw: find its players below."
    )
    expect(kari.about).to_be_hidden()


def _main(kari: Hand) -> str:
    """The id of the only division."""
    event = kari.page.evaluate("() => fetch('/event').then((answer) => answer.json())")
    return str(event["divisions"][0]["division_id"])


def test_the_next_event_is_begun_in_one_act_and_its_people_ticked(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4")
    kari.draws(8)
    kari.opens("Begin the next event")
    form = kari.page.get_by_role("form", name="Begin the next event")
    kari.fill("Name of the event", "Lund Open", form)
    kari.click("Begin the next event", form)
    kari.sure("is put away with its results: print its report first")
    kari.told("Lund Open is begun.")
    kari.next("Open: enter the players.")
    expect(kari.page.locator("#tables h2")).to_have_text("Lund Open")
    kari.opens("Players of earlier events: 8")
    people = kari.page.locator(".people-before")
    people.get_by_label("Player 3").check()
    people.get_by_role("searchbox").fill("player 7")
    people.get_by_label("Player 7").check()
    assert violations(kari.page) == []
    assert misfits(kari.page) == []
    kari.click("Enter the ticked: 2")
    kari.told("Entered: 2.")
    kari.opens("Players: 2")
    expect(kari.page.locator(".entries bdi", has_text="Player 7")).to_have_count(1)


def test_two_places_are_swapped_by_hand_and_clubmates_that_meet_are_told(kari: Hand) -> None:
    kari.sets_up().opens_event("1-4", "Knock-out")
    kari.gives(b"name;club\nAnna;Roma\nBo;Oslo\nCy;Roma\nDi;Malmo\n")
    kari.click("Enter players: 4")
    kari.told("Entered: 4.")
    kari.page.get_by_label("Keep clubmates and families apart in the first round").check()
    kari.click("Draw")
    kari.next("Open: look at the draw, and publish it.")
    first = kari.page.locator(".bracket").first.locator(".round").first.locator(".pairing")
    pairs = [each.locator("bdi").all_inner_texts() for each in first.all()]
    assert all({"Anna", "Cy"} != set(each) for each in pairs)
    (other,) = (name for each in pairs if "Anna" in each for name in each if name != "Anna")
    kari.opens("Swap two places by hand")
    form = kari.page.get_by_role("form", name="Swap two places by hand")
    form.get_by_label("First player").select_option("Cy")
    form.get_by_label("Second player").select_option(other)
    assert violations(kari.page) == []
    kari.click("Swap their places", form)
    kari.sure("meet at once: Roma")
    kari.told(f"Cy and {other} have changed places.")
    kari.click("Undo")
    kari.sure()
    kari.told("It is undone.")
