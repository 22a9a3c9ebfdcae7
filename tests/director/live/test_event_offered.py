"""What a page offers once an event has come so far that it can be done is there, and clicked."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director
from kits.event_kit import Runner
from kits.event_live import runner
from kits.event_pages_kit import Hand
from playwright.sync_api import expect

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def ran(director: Director) -> Runner:
    """An event that comes as far as it must by its acts alone."""
    director.start()
    return runner(director)


@pytest.fixture
def hand(director: Director, opened: Window) -> Callable[[], Hand]:
    """The director at his browser, once the event has come so far."""

    def sits_down() -> Hand:
        director.let_in(opened.page)
        return Hand(opened, director.url)

    return sits_down


def test_late_places_are_closed(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.opened(3)
    ran.does("DrawDivision", division_id="main", late_places=1)
    ran.does("PublishDraw", division_id="main")
    kari = hand().sets_up()
    kari.click("Close the late places")
    kari.sure("late places closed: 1")
    expect(kari.page.get_by_role("button", name="Close the late places")).to_have_count(0)
    assert ran.division()["draw"]["late_left"] == 0


def test_who_comes_late_has_the_place_of_who_did_not_come(
    ran: Runner, hand: Callable[[], Hand]
) -> None:
    ran.drawn(4)
    gone = {each["name"]: each["entry_id"] for each in ran.event["entries"]}["Player 2"]
    says = "Give the place to a late arrival"
    kari = hand().sets_up()
    form = kari.page.get_by_role("form", name=says)
    expect(form).to_have_count(0)
    ran.does("TakeOut", entry_id=gone, leaving="no_show", why="not here")
    expect(form.get_by_label("The place of").locator("option")).to_have_text(["Player 2"])
    assert violations(kari.page) == []
    kari.page.set_viewport_size(PHONE)
    assert misfits(kari.page) == []
    kari.fill("Name", "Eva", form)
    kari.fill("Reason", "her train was late", form)
    kari.click(says, form)
    kari.sure("Eva plays in place of")
    kari.told("Eva is entered.")
    expect(form).to_have_count(0)
    expect(kari.page.locator(".pairing.ready bdi", has_text="Eva")).to_have_count(1)
    decided = ran.get("/event/report.json")["decisions"]
    assert [(each["what"], each["winner"]) for each in decided] == [("place_given", "Eva")]


def test_a_result_that_was_none_is_taken_away(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.drawn().plays("main-1-1")
    kari = hand().runs()
    kari.page.locator(".pairing.over").first.click()
    kari.opens("No result: play on", kari.about)
    way = kari.about.locator("details.reopen")
    kari.fill("Reason", "they play on", way)
    kari.click("No result: play on", way)
    kari.sure("the result no longer counts")
    expect(kari.page.locator(".pairing.over")).to_have_count(0)


def test_who_leaves_does_so_for_one_of_four_causes(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.drawn()
    kari = hand().runs()
    kari.page.get_by_role("searchbox", name="Find a player").fill("yer 1")
    kari.page.locator(".entries button").click()
    kari.opens("Player 1 withdraws", kari.about)
    causes = kari.about.locator("[name=leaving] option")
    expect(causes).to_have_text(["did not come", "withdrew", "disqualified", "excluded"])


def test_a_swiss_is_closed_after_its_last_round(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.begins("swiss", 4)
    while True:
        for each in ran.ready():
            ran.wins(each, [7, 0])
        if "PairSwissRound" not in ran.next():
            break
        ran.does("PairSwissRound", division_id="main")
        ran.does("PublishDraw", division_id="main")
    kari = hand().runs()
    kari.click("Main: close it, the result stands")
    kari.next("Everything is played.")


def test_a_lot_is_drawn_in_a_group_which_is_closed(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.begins("round-robin", 3)
    who = ran.division()["entries"]
    beats = {who[0]: who[1], who[1]: who[2], who[2]: who[0]}
    for name in ran.ready():
        one, two = ran.players(name)
        first = beats[one] == two
        key = {"division_id": "main", "pairing_id": name}
        score = [7, 2] if first else [2, 7]
        ran.does("TakeMatch", key=key, winner=one if first else two, score=score)
    kari = hand().runs()
    kari.click("Main: draw lots in group A")
    kari.click("Main: close it, the result stands")
    kari.next("Everything is played.")


def couples(count: int) -> list[dict[str, Any]]:
    """So many entries of two players each."""
    return [{"players": [{"name": f"Ana {n}"}, {"name": f"Bo {n}"}]} for n in range(1, count + 1)]


def test_couples_are_called_phase_by_phase(ran: Runner, hand: Callable[[], Hand]) -> None:
    """A match of a later phase waits though both couples are known."""
    ran.begins("doubles", couples(4), tables=4)
    waits = [each for each in ran.division()["pairings"] if each["state"] == "waiting"]
    assert waits
    assert all(place["known"] for each in waits for place in each["places"])
    kari = hand().runs()
    expect(kari.page.locator(".sheet .pairing.waiting")).to_have_count(len(waits))
    who = kari.page.locator(".proposals .who").all_inner_texts()
    assert len(who) == len({*who}) == 4
    assert all(re.fullmatch(r"\W*(Ana|Bo) \d\W+(Ana|Bo) \d\W*", each) for each in who), who
    kari.click("Call 4")
    kari.told("Called: 4.")
    expect(kari.page.locator("[aria-labelledby=now-title] .row")).to_have_count(4)
    expect(kari.page.locator("[aria-labelledby=holds-title] h3 + ul .row")).to_have_count(
        len(ran.ready()) - 4
    )


def test_a_match_by_a_date_is_played_again(ran: Runner, hand: Callable[[], Hand]) -> None:
    ran.opened(0)
    offered = {each["format_id"]: each for each in ran.get("/event/formats")["formats"]}
    form, main = offered["club-rounds"]["format"], {"division_id": "main"}
    ran.does("MakeDivision", **main, name="Cup", format=form, precedence=0)
    ran.does("Enter", **main, entries=[{"players": [{"name": name}]} for name in ("Ana", "Bo")])
    last = {"bracket": "main", "round": 1, "last_day": ran.event["today"] + 5}
    ran.does("SetRoundDates", **main, dates=[last])
    ran.does("DrawDivision", **main)
    ran.does("PublishDraw", **main)
    kari = hand().runs()
    kari.page.locator(".dates .row").first.click()
    words = f"Play it again to {form['by_date']['replay_points']}"
    kari.opens(words, kari.about)
    way = kari.about.locator("details", has_text=words).first
    kari.fill("Reason", "nobody saw the roll", way)
    kari.click(words, way)
    kari.told("It is noted.")


def test_the_report_is_added_to_and_rated_by(
    ran: Runner, hand: Callable[[], Hand], director: Director
) -> None:
    ran.drawn()
    kari = hand()
    kari.page.goto(f"{director.url}/event/report")
    kari.fill("What happened, and why it was decided so", "A lamp fell.")
    kari.click("Add it")
    expect(kari.page.locator("p.note")).to_contain_text("A lamp fell.")
    kari.fill("Why this note is taken out", "it hung again")
    kari.click("Take it out")
    expect(kari.page.locator("form.strike")).to_have_count(0)
    kari.page.get_by_label("Rate players by").select_option("fibs")
    kari.click("Use it")
    expect(kari.page.locator("#rate option[selected]")).to_have_text("fibs")
    assert ran.get("/event/ratings.json")["formula"] == "fibs"
