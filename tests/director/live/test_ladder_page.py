"""A ladder is run in browsers at the real service, by clicks only."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date, timedelta

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import Window, window
from kits.console_live import Director
from kits.event_pages_kit import Hand
from playwright.sync_api import Browser, expect

PHONE = {"width": 360, "height": 740}
NAMES = ("Anna Berg", "Bo Dahl", "Cleo Falk", "Dan Holm", "Eva Krog")


@pytest.fixture
def kari(director: Director, opened: Window) -> Hand:
    """The director, at a laptop."""
    director.start()
    director.let_in(opened.page)
    return Hand(opened, director.url)


@pytest.fixture
def ola(director: Director, browser: Browser, kari: Hand) -> Iterator[Callable[..., Hand]]:  # noqa: ARG001 (first)
    """An assistant, in a browser of his own."""
    with ExitStack() as windows:

        def join(role: str = "assistant", **options: object) -> Hand:
            session = director.join(director.invite(role), "Ola")
            own = windows.enter_context(window(browser, **options))
            director.let_in(own.page, session)
            return Hand(own, director.url)

        yield join


def at_ladder(hand: Hand) -> Hand:
    hand.page.goto(f"{hand.url}/club/ladder")
    expect(hand.page.locator("#next-title")).to_be_visible()
    return hand


def opens(hand: Hand, first: date | None = None, last: date | None = None) -> Hand:
    """A ladder of five, in its season."""
    at_ladder(hand).next("Open the club's ladder.")
    hand.fill("Name of the ladder", "The Ladder")
    hand.fill("Members, one a line, the top first", "\n".join(NAMES))
    hand.click("Open a ladder")
    hand.next("No season is open.")
    for label, day in (("First day", first), ("Last day", last)):
        if day is not None:
            hand.fill(label, day.isoformat())
    hand.click("Open a season")
    hand.told("The season is open.")
    hand.click("Confirm these")
    hand.told("Everything is confirmed.")
    return hand


def challenges(
    hand: Hand, challenger: str, challenged: str, made: date | None = None, *, refused: bool = False
) -> None:
    form = hand.page.get_by_role("form", name="Enter a challenge")
    for field, name in (("challenger", challenger), ("challenged", challenged)):
        choice = form.locator(f"[name={field}]")
        choice.select_option(value=choice.locator("option", has_text=name).get_attribute("value"))
    if made is not None:
        hand.fill("Made on", made.isoformat(), form)
    hand.click("Enter a challenge", form)
    if not refused:
        hand.told(f"{challenger} has challenged {challenged}.")


def way(hand: Hand, title: str) -> None:
    """A way in the dialog is opened, if it is not."""
    details = hand.about.locator("details", has=hand.page.locator("summary", has_text=title))
    if not details.evaluate("each => each.open"):
        details.locator("summary").click()


def takes(hand: Hand, winner: str, loser: str) -> None:
    """The result of what is to be played next, 7 to 4."""
    hand.click("What happened to it?")
    hand.fill(f"Points of {winner}", "7", hand.about)
    hand.fill(f"Points of {loser}", "4", hand.about)
    hand.click("Enter the result", hand.about)
    hand.told("The result is accepted.")
    expect(hand.about).to_be_hidden()


def order(hand: Hand) -> list[str]:
    return hand.page.locator(".ladder tbody bdi").all_inner_texts()


def test_a_ladder_from_its_opening_to_a_correction(kari: Hand) -> None:
    opens(kari).next("Nothing is waiting. Who challenges whom?")
    challenges(kari, "Dan Holm", "Bo Dahl")
    kari.next(re.compile("Dan Holm – Bo Dahl are to play by"))
    takes(kari, "Dan Holm", "Bo Dahl")
    # Dan, 4, comes to 2; Bo drops to 4: the top is moved only by a direct challenge
    assert order(kari) == ["Anna Berg", "Dan Holm", "Cleo Falk", "Bo Dahl", "Eva Krog"]
    news = kari.page.locator(".news li").first
    expect(news).to_contain_text("Dan Holm beat Bo Dahl, 7 – 4. Dan Holm: 4 → 2, Bo Dahl: 2 → 4")
    kari.opens("Ended this season: 1")
    kari.page.locator("[aria-labelledby=over-title] .row").click()
    way(kari, "Correct the result")
    kari.fill("Points of Dan Holm", "5", kari.about)
    kari.fill("Points of Bo Dahl", "7", kari.about)
    kari.fill("Reason", "the sheet was misread", kari.about.locator(".correct"))
    kari.click("Correct the result", kari.about)
    kari.sure("Bo Dahl has won, not Dan Holm.", "Dan Holm falls from place 2 to place 5.")
    kari.told("The result is corrected.")
    # Dan drops to the end, Bo can't pass the top
    assert order(kari) == ["Anna Berg", "Bo Dahl", "Cleo Falk", "Eva Krog", "Dan Holm"]


def test_nobody_corrects_what_he_has_not_seen_and_loses_nothing_he_typed(
    kari: Hand, ola: Callable[..., Hand]
) -> None:
    opens(kari)
    challenges(kari, "Eva Krog", "Anna Berg")
    takes(kari, "Eva Krog", "Anna Berg")
    other = at_ladder(ola("director"))
    other.opens("Ended this season: 1")
    other.page.locator("[aria-labelledby=over-title] .row").click()
    way(other, "Correct the result")
    other.fill("Reason", "misread", other.about.locator(".correct"))
    other.fill("Points of Eva Krog", "2", other.about)
    kari.fill("Name", "Fay Lund")
    kari.click("Enter a member")
    kari.told("Fay Lund is on the ladder.")
    other.fill("Points of Anna Berg", "7", other.about)
    other.click("Correct the result", other.about)
    other.refused()
    expect(other.about.locator(".note")).to_contain_text("Fay Lund joined at place 6.")
    other.click("Correct the result", other.about)
    other.sure("Anna Berg has won, not Eva Krog.")
    other.told("The result is corrected.")
    expect(kari.page.locator(".news li").first).to_contain_text("corrected, Anna Berg won, 2 – 7")


def test_what_is_overdue_comes_first_and_a_season_ends_in_its_final(kari: Hand) -> None:
    today = date.today()
    opens(kari, first=today - timedelta(days=30), last=today - timedelta(days=1))
    kari.next("The season is over: close it.")
    challenges(kari, "Eva Krog", "Dan Holm", made=today - timedelta(days=5))
    challenges(kari, "Cleo Falk", "Anna Berg", made=today - timedelta(days=20))
    kari.next(re.compile("Cleo Falk – Anna Berg should have been played by"))
    kari.click("What happened to it?")
    way(kari, "Not played")
    kari.fill("Reason", "Anna is abroad", kari.about.locator(".unplayed"))
    kari.click("Not played", kari.about)
    kari.sure("Cleo Falk – Anna Berg: their challenge ends", "Anna Berg falls from place 1")
    kari.told("It is ended.")
    kari.next(re.compile("Eva Krog – Dan Holm should have been played by"))
    kari.click("What happened to it?")
    way(kari, "Not played")
    kari.about.locator("[name=absent]").select_option("nobody is at fault")
    kari.fill("Reason", "snow", kari.about.locator(".unplayed"))
    kari.click("Not played", kari.about)
    kari.sure("Eva Krog – Dan Holm: their challenge ends and is not played.")
    kari.next("The season is over: close it.")
    kari.click("Close the season")
    kari.sure("Season 1 ends: no challenge can be made and no result corrected in it.")
    kari.next("The season is closed. The players below play the final.")
    final = ["Bo Dahl", "Anna Berg", "Cleo Falk", "Dan Holm", "Eva Krog"]
    expect(kari.page.locator(".final li")).to_have_text(final)
    expect(kari.page.locator("#season")).to_contain_text("Top of the ladder: Bo Dahl")
    kari.opens("Make it a division of the event")
    kari.click("Make it a division of the event")
    kari.refused()
    expect(kari.page.locator("#season .note")).to_contain_text("no event is open: open one first")
    kari.page.goto(f"{kari.url}/event/set-up")
    kari.fill("Name of the event", "Cup day")
    kari.click("Open the event")
    at_ladder(kari).opens("Make it a division of the event")
    kari.click("Make it a division of the event")
    kari.told("The Ladder is in the event and drawn: look at it there, then publish.")
    kari.sets_up().next("Enter the table numbers.")
    expect(kari.page.get_by_role("button", name="Publish the draw")).to_be_visible()


def test_who_leaves_stays_where_he_is_until_it_was_read_what_he_loses(kari: Hand) -> None:
    opens(kari)
    kari.page.locator(".ladder tbody button", has_text="Cleo Falk").click()
    way(kari, "Cleo Falk leaves the ladder")
    kari.click("Cleo Falk leaves the ladder", kari.about)
    sure = kari.page.locator("#sure")
    expect(sure.locator("li")).to_have_text(["Cleo Falk leaves the ladder, from place 3."])
    assert violations(kari.page) == []
    kari.click("Leave it as it is", sure)
    expect(sure).to_have_count(0)
    assert order(kari) == [*NAMES]
    kari.click("Cleo Falk leaves the ladder", kari.about)
    kari.sure()
    kari.told("Cleo Falk has left the ladder.")
    assert order(kari) == [each for each in NAMES if each != "Cleo Falk"]
    kari.page.locator("#undo-last").click()
    kari.sure("Dan Holm falls from place 3 to place 4.")
    kari.told("It is undone.")
    assert order(kari) == [*NAMES]
    news = kari.page.locator(".news li").first
    expect(news).to_contain_text("Undone: Cleo Falk left.")
    kari.page.reload()
    kari.click("Undo: Undone: Cleo Falk left.")
    kari.sure("Cleo Falk leaves the ladder, from place 3.")
    kari.told("It is undone.")
    expect(news).to_contain_text("Something has been undone.")


def test_a_refusal_is_told_in_words_and_what_was_filled_in_stays(kari: Hand) -> None:
    opens(kari)
    challenges(kari, "Dan Holm", "Bo Dahl")
    expect(kari.page.locator(".now-list .row")).to_have_count(1)
    challenges(kari, "Cleo Falk", "Bo Dahl", refused=True)
    kari.refused()
    note = kari.page.locator(".note")
    expect(note).to_contain_text("Bo Dahl: a challenge is still to be played")
    expect(note).to_contain_text("Bo Dahl: no more challenges on this day: wait until tomorrow")


def test_it_fits_a_phone_and_has_no_barrier(kari: Hand, ola: Callable[..., Hand]) -> None:
    opens(kari)
    challenges(kari, "Dan Holm", "Bo Dahl")
    phone = at_ladder(ola(viewport=PHONE, has_touch=True))
    for hand in (kari, phone):
        assert misfits(hand.page) == []
        assert violations(hand.page) == []
        hand.click("What happened to it?")
        assert misfits(hand.page) == []
        assert violations(hand.page) == []
        hand.click("Close", hand.about)
    expect(phone.page.get_by_role("button", name="Open a ladder")).to_have_count(0)
    for language in ("da", "de", "fr", "it", "ja", "nb"):
        phone.page.goto(f"{phone.url}/club/ladder?language={language}")
        expect(phone.page.locator(".ladder tbody tr")).to_have_count(5)
        assert misfits(phone.page) == [], language


def test_a_viewer_sees_the_ladder_and_is_asked_for_nothing(
    kari: Hand, ola: Callable[..., Hand]
) -> None:
    opens(kari)
    viewer = at_ladder(ola("viewer"))
    viewer.next("Nothing is waiting. Who challenges whom?")
    assert order(viewer) == [*NAMES]
    expect(viewer.page.locator("form")).to_have_count(0)
