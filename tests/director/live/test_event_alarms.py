"""A table reports a match that was called elsewhere: Run and its card name it, and the event goes
on without it.
"""

from collections.abc import Callable

from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director, FakeTable
from kits.event_live import runner
from kits.event_pages_kit import Hand
from kits.touch_kit import until
from playwright.sync_api import expect

from kiosk.rules.rulebook import RuleBook

PHONE = {"width": 360, "height": 740}
WRONG = "Table 3 reports a match that was not called there"


def test_run_names_what_does_not_count_and_the_director_turns_it_away(
    director: Director,
    hall: Callable[[int], tuple[FakeTable, ...]],
    norway: RuleBook,
    opened: Window,
) -> None:
    one, _two, rogue = hall(3)
    kari = runner(director)
    kari.drawn(4)
    until(lambda: kari.get("/healthz")["tables"] == 3 or None, "three tables are heard")
    first = until(lambda: kari.event["proposals"] or None, "somebody is proposed")[0]
    kari.does("Call", at_tables=[[first["key"], 1]])
    one.obey()
    assert one.match.match_id is not None
    rogue.open(norway, 1, match_id=one.match.match_id)
    director.let_in(opened.page)
    page = Hand(opened, director.url).runs().page
    alarm = page.locator(".alarms")
    expect(alarm).to_contain_text(WRONG)
    expect(alarm.get_by_role("button", name="Take it up")).to_have_count(0)
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert misfits(page) == []
    alarm.locator("summary").click()
    alarm.locator("[name=why]").fill("nobody plays there")
    alarm.get_by_role("button", name="Reject it").click()
    expect(page.locator("#done")).to_have_text("It does not count.")
    rogue.obey()
    expect(alarm).to_have_count(0)
    assert one.match.opened is not None
