"""The page on which a table joins an event: what it says, what its keys do, how it is drawn."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from kits.glass_checks import faults
from kits.glass_kit import Bench, marks, opened
from kits.languages_kit import load
from kits.rules_kit import Table
from kits.screen_kit import JOINS, PANELS, STATES, joining, moving, seen

from kiosk.catalogue.languages import ENGLISH_ONLY
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.rules.units import SECOND_NS, BySide
from kiosk.screen import glass
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.hands import Finger
from kiosk.screen.items import KeyCap
from kiosk.screen.joining import (
    ADDRESS_SIGNS,
    REFUSALS,
    STILL_GOOD,
    Does,
    Typing,
    next_language,
    page,
    press_key,
    update_typing,
)
from kiosk.screen.set_up import ScreenSetUp, load_set_up, store_set_up
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import languages_of, view
from kiosk.wire.enrolment import CODE_LETTERS, code_of
from kiosk.wire.joining import EventJoin, JoinLeft, JoinRefusal, JoinStep, JoinView
from kiosk.wire.snapshot import Snapshot

FREE = JoinView(JoinStep.FREE)
KNOWN = JoinView(JoinStep.FREE, "10.0.0.7:8000")
LOOKING = JoinView(JoinStep.LOOKING, "10.0.0.7:8000", camera=True)
CODE = "BCDFGHJK"
THERE = load()
GERMAN = THERE["de"]


def after(seen_: JoinView, keys: Sequence[str], typing: Typing | None = None) -> Typing | None:
    """What stands typed after these keys, nothing of which is asked of the table."""
    for key in keys:
        typing, said = press_key(typing, key, seen_)
        assert said is None
    return typing


def labels(typing: Typing | None, shown: JoinView = KNOWN) -> list[str]:
    drawn = page(shown, typing, ENGLISH, "")
    assert drawn is not None
    return [key.label for key in drawn.keys]


# --- what the keys do ----------------------------------------------------------------------------


def test_the_code_is_typed_taken_back_and_sent_to_the_director_who_is_known() -> None:
    typed = after(KNOWN, [*CODE[:7], "Z", Does.ERASE])
    assert "Join" not in labels(typed)
    typed = after(KNOWN, [CODE[7]], typed)
    assert "Join" in labels(typed)
    sent, said = press_key(typed, Does.GO, KNOWN)
    assert said == EventJoin(CODE, "10.0.0.7:8000")
    shown = page(KNOWN, sent, ENGLISH, "")
    assert shown is not None
    assert (shown.prompt, shown.signs) == ("Asking the director …", "")


def test_every_letter_of_a_code_has_a_key_and_no_ninth_is_taken() -> None:
    shown = page(KNOWN, Typing(), ENGLISH, "")
    assert shown is not None
    assert shown.signs == CODE_LETTERS
    typed = after(KNOWN, [*CODE, "Z"])
    assert typed is not None
    assert code_of(typed.code) == CODE


def test_who_is_not_known_is_asked_for_by_his_address() -> None:
    typed = after(FREE, CODE)
    asked, said = press_key(typed, Does.GO, FREE)
    assert said is None
    assert asked == Typing(CODE, at_address=True)
    shown = page(FREE, asked, ENGLISH, "")
    assert shown is not None
    assert (shown.signs, shown.typed, shown.beside) == (ADDRESS_SIGNS, "_", "BCDF GHJK")
    assert "Join" not in labels(asked, FREE)
    typed = after(FREE, "10.0.0.8:8000", asked)
    assert "Join" in labels(typed, FREE)
    assert press_key(typed, Does.GO, FREE)[1] == EventJoin(CODE, "10.0.0.8:8000")


def test_another_address_than_the_last_may_be_typed() -> None:
    typed = after(KNOWN, [Does.OTHER, Does.ERASE])
    assert typed == Typing(address="10.0.0.7:800", at_address=True)
    assert after(KNOWN, [*"1", Does.OTHER, "B"], typed) == Typing("B", "10.0.0.7:8001")


def test_a_card_is_looked_for_again_where_somebody_types_on() -> None:
    over = msgspec.structs.replace(LOOKING, step=JoinStep.FREE)
    assert press_key(Typing(), "B", over) == (Typing("B"), EventJoin())
    assert press_key(Typing(), "B", LOOKING) == (Typing("B"), None)


def test_back_leaves_whatever_stands_there() -> None:
    for shown, typing in JOINS.values():
        assert press_key(typing, Does.BACK, shown) == (None, JoinLeft())
    assert page(KNOWN, None, ENGLISH, "") is None


@pytest.mark.parametrize("why", JoinRefusal)
def test_each_refusal_says_what_to_do_and_a_code_that_was_used_is_typed_anew(
    why: JoinRefusal,
) -> None:
    shown = JoinView(JoinStep.REFUSED, "10.0.0.7:8000", why=why)
    drawn = page(shown, Typing(CODE), ENGLISH, "")
    assert drawn is not None
    assert drawn.prompt == format_text(REFUSALS[why])
    assert [key.label for key in drawn.keys] == ["Try again", "Back"]
    typing, said = press_key(Typing(CODE), Does.AGAIN, shown)
    assert said == EventJoin()
    assert typing is not None
    assert bool(typing.code) == (why in STILL_GOOD)
    at_address = why in {JoinRefusal.NO_ADDRESS, JoinRefusal.NO_ANSWER}
    assert typing.at_address is at_address
    assert REFUSALS[why].message != GERMAN.gettext(REFUSALS[why].message)


def test_what_was_sent_is_asked_until_the_table_says_how_far_it_is() -> None:
    sent = Typing(CODE, sent=True)
    assert update_typing(sent, KNOWN) == sent
    for step in (JoinStep.ASKING, JoinStep.COMPARING, JoinStep.REFUSED, JoinStep.JOINED):
        assert update_typing(sent, JoinView(step)) == Typing(CODE)
    assert update_typing(sent, None) is None


# --- where it stands -----------------------------------------------------------------------------


def kinds(shown: Snapshot, link: LinkStatus | None = None) -> set[str]:
    drawn = view(shown, shown.at_ns, link or LinkStatus(LinkState.UP, 0))
    return {each.action.kind for half in (drawn.bottom, drawn.top) for each in half.controls}


def test_it_is_there_where_no_match_is_open_and_the_table_may() -> None:
    assert kinds(joining(FREE)) == {"JoinEvent"}
    assert "JoinEvent" in kinds(joining(FREE, STATES["match over"]))
    assert kinds(seen(Table())) == set()
    assert "JoinEvent" not in kinds(seen(moving()))


def test_it_is_not_there_while_the_table_does_not_answer(bench: Bench) -> None:
    silent = LinkStatus(LinkState.SILENT, 0)
    assert kinds(joining(FREE), silent) == set()
    bench.glass.joining.typing = Typing("BC")
    bench.show(joining(LOOKING), link=silent)
    assert bench.glass.near.page is None


# --- the language --------------------------------------------------------------------------------


def test_the_screens_own_language_is_what_nobody_chose_otherwise() -> None:
    assert languages_of(seen(Table()), THERE, "de") == BySide(GERMAN, GERMAN)
    assert languages_of(None, THERE) == BySide(THERE["en"], THERE["en"])
    chosen = seen(moving())
    assert chosen.sides is not None
    sides = BySide(msgspec.structs.replace(chosen.sides.white, language="fr"), chosen.sides.black)
    mixed = msgspec.structs.replace(chosen, sides=sides)
    assert languages_of(mixed, THERE, "de") == BySide(THERE["fr"], GERMAN)


def test_its_key_goes_through_all_languages_there_are() -> None:
    tag, gone_through = "en", []
    for _each in THERE:
        tag = next_language(THERE, THERE[tag])
        gone_through.append(tag)
    assert sorted(gone_through) == sorted(THERE)
    assert next_language(ENGLISH_ONLY, ENGLISH) == ""


def test_the_language_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "screen.json"
    store_set_up(file, ScreenSetUp(language="da"))
    assert load_set_up(file, ScreenSetUp()).language == "da"
    file.write_text('{"layout": "facing", "theme": "dark", "brightness": 60}')
    assert load_set_up(file, ScreenSetUp()).language == ""


# --- on the glass --------------------------------------------------------------------------------


def touch(bench: Bench, label: str) -> None:
    near = bench.glass.near
    [cap] = [cap for cap in near.caps() if cap.key.label == label]
    Finger(*near.place.on_glass(*cap.box.centre)).tap()


@pytest.fixture
def asked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> list[EventJoin | JoinLeft]:
    """What the page has asked the table for."""
    said: list[EventJoin | JoinLeft] = []
    monkeypatch.setattr(bench.glass.joining, "_join", said.append)
    return said


def test_fingers_open_the_page_type_a_code_and_send_it(
    bench: Bench, asked: list[EventJoin | JoinLeft]
) -> None:
    bench.show(joining(KNOWN))
    touch(bench, "Join an event")
    assert asked == [EventJoin()]
    box = bench.glass.near.place.box
    assert (box.w, box.h) == (1280, 720)
    for letter in "BBCCDDFF":  # the same twice is no bounce
        touch(bench, letter)
    touch(bench, "Join")
    assert asked[1:] == []  # it stands where the finger was that opened the page
    bench.glass.near.gave = None
    touch(bench, "Join")
    assert asked[1:] == [EventJoin("BBCCDDFF", "10.0.0.7:8000")]
    assert bench.given == []
    bench.show(joining(JoinView(JoinStep.COMPARING, digits="0471")))
    assert "digits" in marks(bench.glass.near)
    bench.show(joining(JoinView(JoinStep.JOINED, number=7)))
    touch(bench, "Done")
    assert asked[2:] == [JoinLeft()]
    bench.show(joining(KNOWN))
    assert bench.glass.near.place.box.h == 360
    assert not bench.glass.far.hidden


def test_a_match_that_opens_takes_the_page_away(
    bench: Bench, asked: list[EventJoin | JoinLeft]
) -> None:
    bench.show(joining(LOOKING))
    touch(bench, "Join an event")
    bench.show(seen(moving()))
    assert bench.glass.near.page is None
    assert bench.glass.joining.typing is None
    assert asked == [EventJoin()]


def test_untouched_for_three_minutes_it_shuts(
    bench: Bench, asked: list[EventJoin | JoinLeft], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10**15]
    clock = SimpleNamespace(monotonic_ns=lambda: now[0], time=lambda: 0.0)
    monkeypatch.setattr(glass, "time", clock)
    bench.show(joining(LOOKING))
    touch(bench, "Join an event")
    now[0] += 179 * SECOND_NS
    bench.show(joining(LOOKING))
    assert bench.glass.near.page is not None
    now[0] += 2 * SECOND_NS
    bench.show(joining(LOOKING))
    assert bench.glass.near.page is None
    assert asked == [EventJoin(), JoinLeft()]


def test_after_a_match_it_lies_under_more(bench: Bench, asked: list[EventJoin | JoinLeft]) -> None:
    bench.show(joining(KNOWN, STATES["match over"]))
    touch(bench, "More")
    assert faults(bench, (1280, 720)) == []
    touch(bench, "Join an event")
    assert asked == [EventJoin()]
    assert bench.glass.near.page is not None


def test_the_key_of_another_language_asks_for_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(bench.glass.joining, "_speak", lambda: spoken.append("next"))
    bench.there = THERE
    bench.show(joining(KNOWN))
    touch(bench, "Join an event")
    touch(bench, bench.there[next_language(bench.there, ENGLISH)].name)
    assert spoken == ["next"]


@pytest.mark.parametrize("name", JOINS)
@pytest.mark.parametrize(
    ("size", "arrangement", "tag"),
    [
        pytest.param(
            *(*panel, tag),
            marks=[] if panel[0] == (800, 480) and tag in {"en", "de"} else [pytest.mark.night],
            id=f"{panel[0][0]}x{panel[0][1]}-{panel[1]}-{tag}",
        )
        for panel in PANELS
        for tag in THERE
    ],
)
def test_all_of_it_is_on_the_glass_and_whole(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement, tag: str, name: str
) -> None:
    bench.there = THERE
    bench.language = THERE[tag]
    bench.resize(size, arrangement)
    opened(bench, name)
    assert (bench.glass.near.page is None) == (name == "may join")
    assert any(isinstance(mark, KeyCap) for mark in marks(bench.glass.near).values())
    assert faults(bench, size) == []
