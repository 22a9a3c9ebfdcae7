"""The timeline and the orders of one table, against a stand-in for the service."""

import re

import pytest
from kits.console_kit import (
    StandIn,
    Window,
    card,
    card_side,
    draw_older,
    line,
    order,
    show_table,
)
from kits.tracked_files import tracked_files
from playwright.sync_api import Page, expect

from kiosk.catalogue.sentence import LineStyle, TimelineFilter
from kiosk.catalogue.tables import FORMS, SENTENCES
from kiosk.director.tables.cards import OrderStatus
from kiosk.director.tables.lines import EVERY_GROUP
from kiosk.rules.match.rulings import Effect
from kiosk.rules.units import BySide, Side
from kiosk.wire.codec import EVENTS

WHITE, BLACK = Side


# --- the timeline --------------------------------------------------------------------------------


GROUPS = {event.__name__: entry.groups for event, entry in SENTENCES.items()}


def test_every_kind_of_event_has_its_filter(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    assert GROUPS.keys() == EVENTS.keys()
    known = page.locator("#sift button").evaluate_all("all => all.map((one) => one.value)")
    assert known == ["", *TimelineFilter]
    for kind, groups in GROUPS.items():
        assert groups, kind
        assert len(set(groups)) == len(groups), kind


def test_every_kind_of_line_is_shown_in_its_filter(page: Page, service: StandIn) -> None:
    service.show(card(1))
    kinds = enumerate((GROUPS | {"Unheard": EVERY_GROUP}).items(), 1)
    service.tell(*(line(seq, kind=kind, groups=groups) for seq, (kind, groups) in kinds))
    ordered = (*GROUPS["RollAccepted"], TimelineFilter.DIRECTOR)
    service.tell(line(len(EVENTS) + 2, kind="RollAccepted", groups=ordered))
    show_table(page, service)
    newest = page.locator("#lines li")
    expect(newest).to_have_count(80)
    draw_older(page)
    expect(newest).to_have_count(len(EVENTS) + 2)
    for name, wanted in (
        ("Rolls", "RollAccepted"),
        ("Cube & score", "Doubled"),
        ("Clock", "TurnEnded"),
        ("Director & devices", "DeviceLost"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        draw_older(page)
        shown = page.locator("#lines li:visible").evaluate_all(
            "all => all.map((one) => one.dataset.kind)"
        )
        assert {wanted, "Unheard"} <= set(shown)
        assert 2 <= len(shown) < len(EVENTS)
    assert shown[0] == "RollAccepted"  # the director's own doing
    page.get_by_role("button", name="All", exact=True).click()
    draw_older(page)
    expect(newest).to_have_count(len(EVENTS) + 2)


def test_of_a_long_evening_a_screenful_is_drawn_and_all_of_it_is_found(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    texts = ("White rolls 4-3.", "White passes.")
    kinds = ((text, ("rolls",) if text == texts[0] else ("score",)) for text in texts)
    words = list(kinds)
    service.tell(
        *(line(seq, text=words[seq % 2][0], groups=words[seq % 2][1]) for seq in range(1, 5_001))
    )
    show_table(page, service)
    rows, older = page.locator("#lines li"), page.locator("#older")
    expect(older).to_have_text("▼ Older lines: 4920")
    expect(rows).to_have_count(80)
    page.get_by_role("button", name="Rolls", exact=True).click()
    expect(older).to_have_text("▼ Older lines: 2420")
    page.get_by_label("Find").fill("#42")
    expect(page.locator("#found")).to_have_text("56 found")
    expect(older).to_be_hidden()
    expect(rows).to_have_count(56)
    page.get_by_label("Find").fill("")
    older.scroll_into_view_if_needed()
    expect(older).to_have_text("▼ Older lines: 2340")
    service.order(order(status=OrderStatus.ACCEPTED, seqs=(17,)))
    page.locator("#outcomes a").click()
    expect(page.locator("#row-17")).to_be_in_viewport()
    expect(page.locator("#row-17")).to_contain_text("◀ order")


# A failing poll of `expect` takes seconds on a page of 3,000 lines: these wait in the page itself.
SETTLED = "for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);"
WHERE_IS_1500 = "() => document.getElementById('row-1500').getBoundingClientRect().top"
SCROLL_TO_1500 = f"""async () => {{
  while (!document.getElementById("row-1500")) document.getElementById("older").click();
  const row = document.getElementById("row-1500");
  row.scrollIntoView({{ block: "center" }});
  {SETTLED}
  return row.getBoundingClientRect().top;
}}"""
AWAIT_PILL = """() => {
  const pill = document.getElementById("above");
  window.pill = new Promise((shown) => new MutationObserver(() => shown(pill.textContent))
    .observe(pill, { childList: true }));
}"""
NEWEST_IN_SIGHT = f"""async () => {{
  {SETTLED}
  const top = document.getElementById("row-3005").getBoundingClientRect().top;
  return [0 < top && top < innerHeight, document.getElementById("above").hidden];
}}"""


def test_reader_stays_where_she_is_when_lines_come(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq) for seq in range(1, 3_001)))
    show_table(page, service)
    expect(page.locator("#older")).to_have_text("▼ Older lines: 2920")
    before = page.evaluate(SCROLL_TO_1500)
    page.evaluate(AWAIT_PILL)
    service.tell(*(line(seq) for seq in range(3_001, 3_006)))
    assert page.evaluate("() => window.pill") == "▲ New lines: 5"
    assert abs(page.evaluate(WHERE_IS_1500) - before) < 2
    page.locator("#above").click()
    assert page.evaluate(NEWEST_IN_SIGHT) == [True, True]


def test_orders_come_though_nothing_came_back_at_first(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.wait_ms = 200
    service.forms_unanswered = 2
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#more")).to_be_enabled()
    assert service.forms_unanswered == 0


def test_lines_come_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(line(1), line(2))
    show_table(page, service)
    service.say("lines", [line(2), line(3)])
    expect(page.locator("#lines .seq")).to_have_text(["#3", "#2", "#1"])


def test_lines_stand_out_by_their_look_and_by_no_kind(page: Page, service: StandIn) -> None:
    service.show(card(1))
    service.tell(*(line(seq, look=look) for seq, look in enumerate(LineStyle, 1)))
    show_table(page, service)
    expect(page.locator("#lines li")).to_have_count(len(LineStyle))
    looks = page.locator("#lines li").evaluate_all(
        """all => all.map((one) => [
          getComputedStyle(one).borderBottomColor,
          getComputedStyle(one.querySelector(".text")).fontWeight,
        ].join(" "))"""
    )
    assert len(set(looks)) == len(LineStyle)
    styles = "".join(file.read_text() for file in tracked_files("kiosk/director/web/*.css"))
    assert [kind for kind in EVENTS if kind in styles] == []


def test_citations_stand_apart(page: Page, service: StandIn) -> None:
    cites = ("norway §4.1", "norway §4.2")
    service.show(card(1))
    service.tell(line(1, text="It counts.", cites=cites))
    show_table(page, service)
    expect(page.locator("#lines .text")).to_have_text("It counts.")
    expect(page.locator("#lines .cites")).to_have_text("[norway §4.1; norway §4.2]")
    expect(page.locator("#lines p")).to_have_text("It counts. [norway §4.1; norway §4.2]")


# --- orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "reasons", "words"),
    [
        (OrderStatus.WAITING, (), r"not answered for \d+ s; it will decide it when it is back"),
        (OrderStatus.ACCEPTED, (), "done"),
        (OrderStatus.REFUSED, ("the match is over",), "The table refused: the match is over"),
        (OrderStatus.UNDECIDED, ("it has halted",), "could not decide it: it has halted"),
    ],
)
def test_every_outcome_has_words(
    page: Page, service: StandIn, status: OrderStatus, reasons: tuple[str, ...], words: str
) -> None:
    service.show(card(1))
    show_table(page, service)
    service.say("beat", {"utc": "2026-05-09T14:03:07.123Z"})
    service.order(order(status=status, reasons=reasons))
    expect(page.locator("#outcomes li")).to_contain_text(re.compile(words))


def test_no_order_before_the_table_is_seen(page: Page, service: StandIn) -> None:
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("body")).to_have_attribute("data-connection", "live")
    expect(page.locator("#orders button:visible:enabled")).to_have_count(0)
    service.show(card(1))
    expect(page.locator("#orders button:visible:enabled")).to_have_count(6)


def test_orders_stand_where_they_are_looked_for(page: Page, service: StandIn) -> None:
    """The most given are at hand, the rarer in drawers; what only answers a matter is in none."""
    service.show(card(1))
    show_table(page, service)
    titles = "all => all.map((one) => one.textContent)"
    often = page.locator("#often button").evaluate_all(titles)
    assert often == ["Stop clocks", "Start clocks", "Message", "Penalty", "Score"]
    page.get_by_role("button", name="More orders").click()
    drawers = {
        drawer.locator("h3").inner_text(): drawer.locator("button").evaluate_all(titles)
        for drawer in page.locator("#menu > div").all()
    }
    assert drawers == {
        "Clock": [
            "Change a time",
            "Rule on time used up",
            "Dice taken early",
            "Clock replaced",
            "Bring in a clock",
            "Give a press back",
        ],
        "Score and cube": [
            "Match lost",
            "Place the cube",
            "Undo doubles",
            "Match length",
            "Post the result",
            "Make the result final",
            "Result of an earlier match",
            "Correct an earlier roll",
        ],
        "Game": [
            "Rule on the roll",
            "Rule on the dispute",
            "Record how a game ended",
            "Rule on an offer",
            "Rule on a move",
            "Point out an illegal move",
            "Name a panel",
            "Decide an appeal",
            "Play the last game on",
        ],
        "Players": [
            "Somebody is late",
            "Let somebody leave",
            "Give a break back",
            "Adjourn",
            "Call is settled",
            "Language",
            "Easier to use",
            "Lead through a turn",
            "Name an observer",
            "Note conduct",
            "Camera refused",
        ],
        "Equipment and rules": ["Baffle box", "Rule book"],
    }
    assert len(often) + sum(map(len, drawers.values())) == len(FORMS) - len(
        {"accept", "decline", "coming"}
    )


def test_only_a_message_goes_to_a_table_without_a_match(page: Page, service: StandIn) -> None:
    service.show(card(1, sides=None, match_id=None, length=None, game=None))
    page.goto(f"{service.url}/tables/journal-1")
    expect(page.locator("#often button:enabled")).to_have_count(5)
    able = page.locator("#forms > form").evaluate_all(
        "all => all.filter((one) => !one.querySelector('fieldset').disabled)"
        ".map((one) => one.dataset.kind)"
    )
    assert able == ["message"]
    service.show(card(1))
    expect(page.locator("#forms > form > fieldset:not([disabled])")).to_have_count(len(FORMS))


def test_a_reason_often_given_is_suggested(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    suggested = page.locator("#forms form").evaluate_all(
        "all => all.map((form) => [form.dataset.kind,"
        " [...form.querySelectorAll('.reasons button')].map((one) => one.textContent)])"
    )
    assert {kind: words for kind, words in suggested if words} == {
        "stop": [
            "the roll is disputed",
            "the position is disputed",
            "it is time for a break",
            "a device is being mended",
        ],
        "start": ["the dispute is decided", "the break is over", "the device is mended"],
    }


def test_start_is_pressing_only_while_play_is_stopped(page: Page, service: StandIn) -> None:
    service.rename()
    service.show(card(1))
    show_table(page, service)
    weight = "one => getComputedStyle(one).fontWeight"
    start, stop = (page.get_by_role("button", name=f"{name} clocks") for name in ("Start", "Stop"))
    assert start.evaluate(weight) == "400" != stop.evaluate(weight)
    service.show(card(1, stop="Director Kari: a dispute"))
    expect(page.locator("#often")).to_have_attribute("data-stopped", "")
    assert start.evaluate(weight) == stop.evaluate(weight)


def test_a_lines_number_opens_the_order_at_hand_that_corrects_a_row(
    page: Page, service: StandIn
) -> None:
    service.rename()
    service.show(card(1))
    service.tell(line(1), line(2))
    show_table(page, service)
    page.get_by_role("button", name="#2").click()
    shown = page.locator("#forms form:visible")
    expect(shown).to_have_attribute("data-kind", service.kinds["score"])
    expect(shown.locator("[name=corrects_seq]")).to_have_value("2")
    expect(shown.locator("[name=white]")).to_be_focused()
    service.show(card(1, sides=BySide(card_side("Ada", score=1), card_side("Bo"))))
    expect(shown.locator("[name=white]")).to_have_value("1")  # it follows the table


def test_a_rolls_number_opens_the_order_that_corrects_it(page: Page, service: StandIn) -> None:
    """A roll of this turn is ruled on; an earlier one of this match is corrected in the record."""
    service.show(card(1))
    rolled = {"kind": "RollAccepted"}
    before = line(1, **rolled, match_id="match-0"), line(2, match_id="match-0")
    service.tell(*before, line(3, **rolled), line(4), line(5, **rolled))
    show_table(page, service)
    shown = page.locator("#forms form:visible")
    for number, kind, row in (
        (3, "past_roll", "3"),
        (5, "roll", None),
        (4, "score", "4"),
        (1, "score", "1"),
    ):
        page.locator(f"#row-{number} .seq").click()
        expect(shown).to_have_attribute("data-kind", kind)
        if row is not None:
            expect(shown.locator("[name=corrects_seq]")).to_have_value(row)
    service.tell(line(6))
    expect(page.locator("#lines li")).to_have_count(6)
    page.locator("#row-5 .seq").click()
    expect(shown).to_have_attribute("data-kind", "past_roll")
    expect(shown.locator("[name=corrects_seq]")).to_have_value("5")
    expect(shown.locator("[name=values]")).to_be_focused()


def test_only_what_can_follow_now_is_in_a_rulings_list(page: Page, service: StandIn) -> None:
    everything = [effect.value for effect in Effect]
    effects = page.locator("form[data-kind=dispute] [name=effect]")
    can = "(list) => [...list.options].filter((o) => !o.disabled).map((o) => JSON.parse(o.value))"
    service.show(card(1))
    show_table(page, service)
    assert effects.evaluate(can) == everything
    service.show(card(1, seq=41, choices={"dispute.effect": ("goes_on", "roll_again")}))
    page.wait_for_function("() => document.querySelector('#card .foot').textContent.includes('41')")
    assert effects.evaluate(can) == ["goes_on", "roll_again"]
    effects.evaluate("(list) => { list.value = JSON.stringify('roll_again'); }")
    service.show(card(1, seq=42, choices={"dispute.effect": ("result_stands",)}))
    page.wait_for_function("() => document.querySelector('#card .foot').textContent.includes('42')")
    assert effects.evaluate(can) == ["result_stands"]
    expect(effects).to_have_value('"result_stands"')


def test_order_is_sent_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    service.may_answer.clear()
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.get_by_role("radio", name="Bo").check()
    page.locator("form[data-kind=penalty] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.evaluate(
        "() => { const b = document.getElementById('confirm-yes'); b.click(); b.click(); }"
    )
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_disabled()
    service.may_answer.set()
    expect(page.locator("#confirm")).to_be_hidden()
    (posted,) = service.posted
    assert service.looked == service.posted  # what is sent is what was looked at
    assert len(posted.pop("command_id")) == 32
    assert posted == {
        "journal_id": "journal-1",
        "match_id": "match-1",
        "kind": "penalty",
        "why": "late",
        "side": "black",
        "points": 1,
    }


def test_what_is_sent_again_for_want_of_an_answer_keeps_its_id_until_it_changes(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.evaluate(
        "() => { window.sent = []; window.fetch = async (_to, what) => "
        "{ window.sent.push(JSON.parse(what.body)); throw new Error('no answer'); }; }"
    )
    for why in ("noise", "noise", "a fight"):
        page.locator("form[data-kind=stop] [name=why]").fill(why)
        page.keyboard.press("Enter")
        expect(page.locator("#complaint")).to_contain_text("did not answer")
        page.wait_for_function("why => window.sent.at(-1)?.why === why", arg=why)
    page.wait_for_function("() => window.sent.length === 3")
    first, again, other = (one["command_id"] for one in page.evaluate("() => window.sent"))
    assert first == again
    assert first != other


def test_impatient_enter_sends_once(page: Page, service: StandIn) -> None:
    service.show(card(1))
    show_table(page, service)
    service.may_answer.clear()
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.locator("form[data-kind=stop] [name=why]").fill("late")
    for _ in range(3):
        page.keyboard.press("Enter")
    service.may_answer.set()
    expect(page.locator("form[data-kind=stop]")).to_be_hidden()
    assert [one["kind"] for one in service.posted] == ["stop"]


def test_service_says_no(opened: Window, service: StandIn) -> None:
    page = opened.page
    service.show(card(1))
    show_table(page, service)
    service.answers.append((400, {"error": "why has 300 characters: write 200 at most"}))
    page.get_by_role("button", name="Stop clocks", exact=True).click()
    page.locator("form[data-kind=stop] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_have_text(
        "The order was refused: why has 300 characters: write 200 at most"
    )
    expect(page.locator("form[data-kind=stop] [name=why]")).to_have_value("late")
    opened.forgive("400")


def test_score_that_changes_while_it_is_confirmed_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="Score", exact=True).click()
    page.locator("#score-white").fill("3")
    page.locator("form[data-kind=score] [name=why]").fill("as written")
    page.get_by_role("button", name="Correct the score…").click()
    expect(page.locator("#confirm-words")).to_contain_text("Ada 0 – Bo 0 becomes Ada 3 – Bo 0")
    service.show(card(1, sides=BySide(card_side("Ada", score=1), card_side("Bo"))))
    expect(page.locator("#complaint")).to_contain_text("has just changed: look again")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#score-white")).to_have_value("1")
    assert service.posted == []


def test_what_changes_while_it_is_looked_at_is_looked_at_again(
    page: Page, service: StandIn
) -> None:
    """The answer was made for a score that no longer stands."""
    service.show(card(1))
    show_table(page, service)
    service.may_look.clear()
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.get_by_role("radio", name="Bo").check()
    page.locator("form[data-kind=penalty] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Award penalty…")).to_be_disabled()
    service.show(card(1, sides=BySide(card_side("Ada", score=1), card_side("Bo"))))
    expect(page.locator("#card .score")).to_contain_text("1 – 0")
    service.may_look.set()
    expect(page.locator("#complaint")).to_contain_text("has just changed: look again")
    expect(page.get_by_role("button", name="Award penalty…")).to_be_focused()
    expect(page.locator("#confirm")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words p")).to_have_text(
        ["Award 1 penalty point against Bo: Ada 1 – Bo 0 becomes Ada 2 – Bo 0."]
    )


def test_an_order_that_can_not_be_looked_at_is_not_sent(opened: Window, service: StandIn) -> None:
    page = opened.page
    service.show(card(1))
    show_table(page, service)
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.get_by_role("radio", name="Bo").check()
    page.locator("form[data-kind=penalty] [name=why]").fill("   ")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_have_text(
        "The order was refused: why is empty: write 1 to 200 characters"
    )
    expect(page.locator("#confirm")).to_be_hidden()
    page.evaluate("() => { window.fetch = async () => { throw new Error('no answer'); }; }")
    page.locator("form[data-kind=penalty] [name=why]").fill("late")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_have_text(
        "The director's service did not answer. Nothing was sent."
    )
    expect(page.locator("#confirm")).to_be_hidden()
    assert service.posted == []
    opened.forgive("400")


def test_the_table_is_shown_before_the_service_tells_the_forms(
    opened: Window, service: StandIn
) -> None:
    """They are asked for until they come, and what stands at the table is not kept back."""
    page = opened.page
    answers = iter([503, 503, 200])
    page.route(
        "**/forms",
        lambda route: (
            route.continue_() if (code := next(answers, 200)) == 200 else route.fulfill(status=code)
        ),
    )
    page.clock.install()
    service.show(card(1))
    show_table(page, service)
    expect(page.locator("#often button")).to_have_count(0)
    for _second in range(50):  # the next is asked for a second after an answer has come
        if page.locator("#often button").count():
            break
        page.clock.run_for(1_000)
    expect(page.locator("#often button:enabled")).to_have_count(5)
    assert next(answers, None) is None
    assert service.page_faults == []
    opened.forgive("503")


def test_orders_are_given_from_the_keyboard(page: Page, service: StandIn) -> None:
    service.show(card(1, called=WHITE))
    show_table(page, service)
    page.get_by_role("button", name="Start clocks", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("decided")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#often [value=start]")).to_be_focused()
    assert [one["kind"] for one in service.posted] == ["start"]
