"""What each half says when something is wrong, and what no half ever says."""

import subprocess
import sys
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import pytest
from kits import commands as c
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import STATES, UP, messaged, moving, named, seen, stopped, to_roll
from kits.view_kit import half, shown

from kiosk.catalogue import reasons
from kiosk.rules.match.rulings import Effect
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.units import SECOND_NS, SIDES, BySide, require
from kiosk.screen.state import LinkState, LinkStatus, TapRefusal
from kiosk.screen.theme import Mood
from kiosk.screen.view import HalfView, view


def labels(one: HalfView) -> set[str]:
    return {control.label for control in one.controls}


# --- what is wrong -------------------------------------------------------------------------------


def test_who_stopped_the_clocks_and_why() -> None:
    why = "The dice are being checked"
    for side in SIDES:
        assert half(stopped(moving(), why), side).notes == (
            f"Director Kari stopped the clocks: {why}",
        )
        assert half(STATES["director called"](), side).notes == ("White called the director",)
        assert half(STATES["started again"](), side).notes == ("The table started again",)


def test_lost_devices_are_named_and_a_lost_camera_says_what_to_do() -> None:
    assert half(STATES["devices lost"](), WHITE).notes == (
        "Not working: camera. Enter rolls by touch",
        "No connection to the director",
    )
    assert half(STATES["no camera"](), WHITE).notes == ()
    only = to_roll()
    only.ok(c.DeviceFailed(only.at, "tower", "no answer"))
    assert half(only, WHITE).notes == ("Not working: baffle box",)


def test_who_answers_in_the_directors_place_is_told_in_a_sentence_of_its_own() -> None:
    sentence = "This is not your director: another machine answers in his place"
    table = to_roll()
    table.ok(c.DeviceFailed(table.at, "director", "its answer is not signed"))
    table.ok(c.DeviceFailed(table.at, "director_stranger", "its answer is not signed"))
    assert half(table, WHITE).notes == (sentence,)
    table.ok(c.DeviceFailed(table.at, "camera", "no answer"))
    assert half(table, WHITE).notes == (
        sentence,
        "Not working: camera. Enter rolls by touch",
    )


def test_whose_clock_button_is_stuck_presses_on_the_screen() -> None:
    """White sits at the right button here."""
    table = moving()
    assert "Press your clock" not in labels(half(table, WHITE))
    table.ok(c.DeviceFailed(table.at, "right_button", "stuck"))
    assert half(table, WHITE).notes == ("Not working: a clock button",)
    assert "Press your clock" in labels(half(table, WHITE))
    table.ok(c.DeviceRecovered(table.at, "right_button"))
    table.ok(c.DeviceFailed(table.at, "left_button", "stuck"))
    assert "Press your clock" not in labels(half(table, WHITE))
    table.ok(c.DeviceFailed(table.at, "buttons", "a stray clock"))
    assert "Press your clock" in labels(half(table, WHITE))


def test_a_stop_and_a_lost_device_are_both_told() -> None:
    table = stopped(STATES["devices lost"](), "wait")
    assert len(half(table, WHITE).notes) == 3


def test_a_ruling_is_told_with_its_reason_and_section_though_a_roll_follows_from_it() -> None:
    table = moving()
    table.ok(c.DisputeTapped(table.at, BLACK))
    table.ok(table.order(c.DisputeRuled, BLACK, Effect.ROLL_COUNTS, (5, 2), "§4.1(iv)"))
    for side in SIDES:
        message = half(table, side).message
        assert message is not None
        assert message.text.endswith("roll counts as 5-2.\nWhy: a reason (§4.1(iv))")


def test_a_message_stands_in_each_half_until_that_side_has_read_it() -> None:
    table = messaged(moving(), "Round 3 starts at 14:00.")
    for side in SIDES:
        message = half(table, side).message
        assert message is not None
        assert (message.title, message.text) == ("From Director Kari", "Round 3 starts at 14:00.")
        assert "OK" in labels(half(table, side))
    table.ok(c.MessageTapped(table.at, WHITE))
    assert half(table, WHITE).message is None
    assert "OK" not in labels(half(table, WHITE))
    assert half(table, BLACK).message is not None


def test_a_halted_table_says_so_and_takes_no_taps() -> None:
    snapshot = msgspec.structs.replace(seen(moving()), halted="the disk is full")
    for side in SIDES:
        one = view(snapshot, snapshot.at_ns, UP).half(side)
        assert one is not None
        assert one.notes == ("The table stopped itself: the disk is full",)
        assert (one.prompt, one.controls, one.mood) == ("Please call the director", (), Mood.PAUSED)


def test_a_match_that_went_to_another_table() -> None:
    snapshot = msgspec.structs.replace(seen(moving()), taken_over_by="journal-2")
    one = view(snapshot, snapshot.at_ns, UP).bottom
    assert "Another table continues this match" in one.notes
    assert one.prompt == "Please call the director"


@pytest.mark.parametrize(
    ("state", "why", "note"),
    [
        (LinkState.LOST, "", "Table lost; trying again. The clocks stand still"),
        (LinkState.SILENT, "", "The table does not answer; the clock runs on"),
        (LinkState.REFUSED, "update this end", "The table refuses this screen: update this end"),
    ],
)
def test_without_the_table_the_last_picture_is_dimmed_and_nothing_can_be_tapped(
    state: LinkState, why: str, note: str
) -> None:
    table = to_roll()
    lost = shown(table, link=LinkStatus(state, table.at, why))
    live = shown(table)
    assert lost.dimmed
    for side in SIDES:
        old, new = lost.half(side), live.half(side)
        assert old is not None
        assert new is not None
        assert (old.notes, old.controls) == ((note,), ())
        assert (old.prompt, old.own, old.cube, old.roll) == (
            new.prompt,
            new.own,
            new.cube,
            new.roll,
        )


def test_no_table_and_no_match() -> None:
    none = view(None, 5, LinkStatus(LinkState.LOOKING, 0))
    assert none.bottom == none.top
    assert (none.bottom.prompt, none.bottom.notes) == ("No table", ("Looking for the table",))
    refused = view(None, 5, LinkStatus(LinkState.REFUSED, 0, "speaks protocol 9"))
    assert refused.bottom.notes == ("The table refuses this screen: speaks protocol 9",)
    vacant = shown(Table())
    assert vacant.bottom.prompt == "No match at this table"
    assert (vacant.bottom.controls, vacant.bottom.own, vacant.dimmed) == ((), None, False)


def test_what_did_not_count_is_read_before_why_play_stands() -> None:
    """Where a panel has room for one of them, it is the first."""
    snapshot = seen(stopped(to_roll(), "wait"))
    sides = require(snapshot.sides)
    denied = BySide(msgspec.structs.replace(sides.white, denied=True), sides.black)
    drawn = msgspec.structs.replace(snapshot, thrown_in_vain=True, sides=denied)
    white, black = (require(view(drawn, drawn.at_ns, UP).half(side)).notes for side in SIDES)
    assert black[0] == "Thrown while play stands: it does not count"
    assert white[:2] == (black[0], "Black says no: play on")
    assert white[2:] == black[1:] == ("Director Kari stopped the clocks: wait",)


def test_a_refusal_is_told_to_the_side_that_tapped_for_six_seconds() -> None:
    table = to_roll()
    at = table.at
    link = LinkStatus(
        LinkState.UP, 0, "", (TapRefusal(WHITE, (Reason.NOT_YOUR_TURN,), at, at + 6 * SECOND_NS),)
    )
    snapshot = seen(table)
    for late_ns, told in ((0, True), (6 * SECOND_NS - 1, True), (6 * SECOND_NS, False)):
        drawn = view(snapshot, at + late_ns, link)
        assert drawn.bottom.notes == (("Not done: the other side is to act",) if told else ())
        assert drawn.top.notes == ()


def test_a_roll_that_did_not_count_says_why_and_a_question_its_doubt() -> None:
    assert half(STATES["roll refused"](), WHITE).notes == (
        "That roll does not count: a die is in the wrong half",
    )
    assert half(STATES["confirming"](), WHITE).notes == ("A die may be cocked",)
    assert half(STATES["one has confirmed"](), BLACK).notes == ("A die may be cocked",)


def test_how_the_last_game_ended() -> None:
    for points, told in ((2, "2 points"), (1, "1 point")):
        over = moving().win(WHITE, points)
        assert half(over, WHITE).notes == (f"You won {told}: the last checker was borne off",)
        assert half(over, BLACK).notes == (f"You lose {told}: the last checker was borne off",)


# --- words ---------------------------------------------------------------------------------------


def test_every_reason_cause_and_stop_has_words() -> None:
    assert set(reasons.TO_PLAYERS) == set(Reason)
    assert set(reasons.CAUSES_TO_PLAYERS) == set(EndCause)
    assert set(reasons.STOPS_TO_PLAYERS) == set(StopReason)


CLAIMED_BY_PLAYERS = ("illegal move", "move was illegal", "move is illegal")
"""A player may say that a move was illegal; the table never does."""

FORBIDDEN = ("pip", "equity", "legal", "illegal", "chance", "percent", "%", "average", "luck")


@pytest.mark.parametrize("state", STATES)
def test_nothing_on_the_glass_helps_to_play(state: str) -> None:
    text = " ".join(_texts(shown(STATES[state]()))).lower()
    for own in CLAIMED_BY_PLAYERS:
        text = text.replace(own, "")
    assert not [word for word in FORBIDDEN if word in text]


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for part in value for text in _texts(part)]
    if is_dataclass(value):
        return [text for each in fields(value) for text in _texts(getattr(value, each.name))]
    return []


def test_the_view_needs_no_kivy() -> None:
    pure = ("view", "controls", "scene", "layout", "link", "run", "words")
    lines = [f"import kiosk.screen.{name}" for name in pure]
    program = "; ".join([*lines, "import sys; sys.exit('kivy' in sys.modules)"])
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_view_depends_on_what_it_is_given_alone() -> None:
    for make in STATES.values():
        snapshot = seen(make())
        once, again = (view(snapshot, snapshot.at_ns + 7, UP) for _ in range(2))
        assert once == again


def test_names_are_the_matchs_own() -> None:
    snapshot = named(seen(moving()), "Åse Ødegård", "Luca D'Amico")
    drawn = view(snapshot, snapshot.at_ns, UP)
    assert drawn.top.prompt == "Åse Ødegård moves"
    assert drawn.bottom.other is not None
    assert drawn.bottom.other.name == "Luca D'Amico"
