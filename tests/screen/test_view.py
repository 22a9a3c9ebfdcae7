"""What each half says, in every state, for each side; and the clock between two snapshots."""

import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from rules_kit import BLACK, WHITE, Table
from screen_kit import STATES, UP, messaged, moving, named, seen, stopped, to_roll, turned
from waiting_kit import WAITING

from kiosk.rules import commands as c
from kiosk.rules.match import Phase
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side
from kiosk.screen import words
from kiosk.screen.state import REFUSAL_SHOWN_NS, Link, LinkState, Refusal
from kiosk.screen.view import BEAT_NS, BEATS, Half, Mood, Owner, View, clock, minutes, seconds, view
from kiosk.wire.snapshot import Snapshot


def shown(table: Table, later_s: float = 0.0, link: Link = UP) -> View:
    snapshot = seen(table)
    return view(snapshot, snapshot.at_ns + round(later_s * SECOND_NS), link)


def half(table: Table, side: Side, later_s: float = 0.0, link: Link = UP) -> Half:
    found = shown(table, later_s, link).half(side)
    assert found is not None
    return found


def labels(one: Half) -> set[str]:
    return {control.label for control in one.controls}


# --- the one next thing ------------------------------------------------------------------------

PROMPTS: dict[str, tuple[str, str]] = {
    "being set up": (words.BEING_SET_UP, words.BEING_SET_UP),
    "between games": (words.CHECK_SCORE, words.CHECK_SCORE),
    "one is ready": ("Waiting for Black", words.CHECK_SCORE),
    "opening": (words.ROLL_ONE_EACH, words.ROLL_ONE_EACH),
    "opening by the baffle box": (words.ROLL_YOUR_DIE, "White rolls an opening die"),
    "opening, second die": ("Black rolls an opening die", words.ROLL_YOUR_DIE),
    "press to start": ("Black starts the clock", words.PRESS_TO_START),
    "moving": (words.MOVE_AND_PRESS, "White moves"),
    "to roll": ("Black rolls", words.ROLL_OR_DOUBLE),
    "roll refused": ("Black rolls", words.ROLL_AGAIN),
    "confirming": ("Is it 4-3?", "Is it 4-3?"),
    "one has confirmed": ("Waiting for Black", "Is it 4-3?"),
    "they differ": ("You said 6-2", "You said 4-3"),
    "entered by touch": ("Black says 6-2. And you?", "Waiting for White"),
    "doubled": ("Take at 2, or pass?", words.PRESS_CLOCK),
    "taken": (words.PRESS_CLOCK, words.ROLL),
    "claimed": ("Does Black agree?", "White won a gammon?"),
    "move challenged": (
        "Black says: your last move was illegal. Is it so?",
        "White says whether the last move was illegal",
    ),
    "end of the game offered": ("Black gives up a gammon. Accept?", "White accepts or rejects"),
    "director called": (words.GO_ON_WHEN_SETTLED, words.GO_ON_WHEN_SETTLED),
    "stopped by the director": (words.WAIT_FOR_DIRECTOR, words.WAIT_FOR_DIRECTOR),
    "started again": (words.CHECK_AND_GO_ON, words.CHECK_AND_GO_ON),
    "flag fallen": ("Black rolls", words.ROLL_OR_DOUBLE),
    "devices lost": ("Black rolls", words.ROLL_AND_ENTER),
    "Crawford game": ("Black moves", words.MOVE_AND_PRESS),
    "game won": (words.CHECK_SCORE, words.CHECK_SCORE),
    "match over": (
        "You won the match. Is the result right?",
        "White won the match. Is the result right?",
    ),
    "no clock": (words.MOVE_AND_LIFT, "White moves"),
    "no clock, to roll": ("Black rolls", words.ROLL_OR_DOUBLE),
    "single game": (words.MOVE_AND_PRESS, "White moves"),
}
SPEAK_OTHERWISE = {"vacant", "message", "long message", "everything at once"}


def test_every_state_has_a_prompt_here() -> None:
    assert set(PROMPTS) | SPEAK_OTHERWISE | set(WAITING) == set(STATES)
    phases = {seen(make()).phase for make in STATES.values()}
    assert phases == set(Phase)


@pytest.mark.parametrize("state", PROMPTS)
@pytest.mark.parametrize("side", SIDES)
def test_each_side_is_told_its_one_next_thing(state: str, side: Side) -> None:
    assert half(STATES[state](), side).prompt == PROMPTS[state][side is BLACK]


def test_a_forgotten_press_is_asked_for_before_anything_else() -> None:
    table = to_roll().double()
    assert half(table, BLACK).prompt == words.PRESS_CLOCK
    table.press(BLACK)
    assert half(table, BLACK).prompt == "White takes or passes"


def test_after_agreeing_to_go_on_one_waits_for_the_other() -> None:
    table = STATES["director called"]()
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert half(table, WHITE).prompt == "Waiting for Black"
    assert half(table, BLACK).prompt == words.GO_ON_WHEN_SETTLED


def test_both_halves_say_the_same_but_for_who_is_who() -> None:
    both = shown(to_roll())
    assert both.bottom.own == both.top.other
    assert both.bottom.other == both.top.own
    assert both.bottom.length == both.top.length == "to 7"


# --- seats -------------------------------------------------------------------------------------


def test_the_lower_half_is_the_side_at_the_pictures_bottom() -> None:
    snapshot = seen(moving())
    assert view(snapshot, snapshot.at_ns, UP).bottom.side is WHITE
    upside = view(turned(snapshot), snapshot.at_ns, UP)
    assert (upside.bottom.side, upside.top.side) == (BLACK, WHITE)
    assert upside.top.own is not None
    assert upside.top.own.name == "White"


# --- names, score, cube, dice --------------------------------------------------------------------


def test_names_scores_length_and_crawford() -> None:
    one = half(STATES["Crawford game"](), BLACK)
    assert (one.own, one.other) == (
        replace(one.own, name="Black", score="0"),
        replace(one.other, name="White", score="2"),
    )
    assert (one.length, one.crawford) == ("to 3", True)
    assert half(moving(), BLACK).crawford is False
    assert half(moving(points=None), BLACK).length == "1 game"


def test_the_cube_says_whose_it_is_and_what_is_offered() -> None:
    centred = half(moving(), WHITE).cube
    assert centred is not None
    assert (centred.level, centred.owner, centred.offered) == (1, Owner.CENTRED, False)
    for side in SIDES:
        offered = half(to_roll().double(), side).cube
        assert offered is not None
        assert (offered.level, offered.offered) == (2, True)
    taken = STATES["taken"]()
    owners = [half(taken, side).cube for side in SIDES]
    assert [cube and cube.owner for cube in owners] == [Owner.MINE, Owner.THEIRS]
    crawford = half(STATES["Crawford game"](), WHITE).cube
    assert crawford is not None
    assert crawford.in_play is False


def test_the_last_roll_with_its_picture_until_another_is_asked_about() -> None:
    roll = half(moving(), WHITE).roll
    assert roll is not None
    assert (roll.values, roll.picture, roll.current) == ((6, 5), "f" * 64, True)
    over = half(to_roll(), WHITE).roll
    assert over is not None
    assert over.current is False
    asked = half(STATES["confirming"](), WHITE)
    assert asked.roll is None
    assert asked.question is not None
    assert (asked.question.picture, asked.question.proposal) == ("f" * 64, (4, 3))


def test_the_first_opening_die_is_shown() -> None:
    roll = half(STATES["opening, second die"](), BLACK).roll
    assert roll is not None
    assert roll.values == (4,)


# --- time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nanos", "text"),
    [
        (0, "0:00"),
        (1, "0:01"),
        (SECOND_NS, "0:01"),
        (SECOND_NS + 1, "0:02"),
        (59 * SECOND_NS, "0:59"),
        (60 * SECOND_NS - 1, "1:00"),
        (14 * 60 * SECOND_NS, "14:00"),
        (100 * 60 * SECOND_NS, "100:00"),
    ],
)
def test_time_is_rounded_up_to_the_whole_second(nanos: int, text: str) -> None:
    assert minutes(nanos) == text
    assert seconds(nanos) == int(text.split(":", maxsplit=1)[0]) * 60 + int(text.split(":")[1])


def timed(reserve_s: float, delay_s: float, running: Side | None = WHITE) -> Snapshot:
    snapshot = seen(moving())
    assert snapshot.sides is not None
    white = msgspec.structs.replace(
        snapshot.sides.white,
        reserve_ns=Nanos(round(reserve_s * SECOND_NS)),
        delay_ns=Nanos(round(delay_s * SECOND_NS)),
    )
    sides = snapshot.sides.with_(WHITE, white)
    return msgspec.structs.replace(snapshot, sides=sides, running=running)


@pytest.mark.parametrize(
    ("later_s", "reserve", "delay"),
    [
        (0, "2:00", "10"),
        (0.5, "2:00", "10"),
        (1, "2:00", "9"),
        (10, "2:00", "0"),
        (10.5, "2:00", "0"),
        (11, "1:59", "0"),
        (129.5, "0:01", "0"),
        (130, "0:00", "0"),
        (500, "0:00", "0"),
        (-3, "2:00", "10"),
    ],
)
def test_the_delay_runs_out_first_and_then_the_reserve(
    later_s: float, reserve: str, delay: str
) -> None:
    snapshot = timed(120, 10)
    read = clock(snapshot, WHITE, Instant(snapshot.at_ns + round(later_s * SECOND_NS)))
    assert read is not None
    assert (read.reserve, read.delay) == (reserve, delay)


def test_only_the_running_clock_runs_and_only_it_shows_a_delay() -> None:
    table = to_roll()
    assert half(table, WHITE, later_s=30).clock == half(table, WHITE).clock
    assert half(table, BLACK, later_s=30).clock != half(table, BLACK).clock
    paused = timed(120, 0, running=None)
    read = clock(paused, WHITE, Instant(paused.at_ns + 60 * SECOND_NS))
    assert read is not None
    assert (read.reserve, read.delay) == ("2:00", "")


def test_the_next_snapshot_corrects_the_clock() -> None:
    """Whatever was shown between, the rules' own reading at the next snapshot is shown."""
    table = moving().wait(20)
    before = half(table, WHITE)
    late = half(table, WHITE, later_s=25)
    table.wait(25)
    after = half(table, WHITE)
    assert late.clock == after.clock != before.clock


def test_a_clock_of_a_table_that_went_away_or_halted_stands_still() -> None:
    snapshot = seen(moving())
    gone = Link(LinkState.LOST, snapshot.at_ns + 2 * SECOND_NS)
    one, other = (view(snapshot, snapshot.at_ns + s * SECOND_NS, gone) for s in (3, 300))
    assert one == other
    assert one.dimmed
    halted = msgspec.structs.replace(snapshot, halted="the disk is full")
    one, other = (view(halted, snapshot.at_ns + s * SECOND_NS, UP) for s in (3, 300))
    assert one == other


def test_the_moving_bar_takes_a_step_each_quarter_second_while_a_clock_runs() -> None:
    snapshot = seen(moving())
    start = snapshot.at_ns // BEAT_NS * BEAT_NS
    beats = [
        view(snapshot, start + step * BEAT_NS, UP).bottom.beat or 0 for step in range(1, 2 * BEATS)
    ]
    assert len(set(beats)) == BEATS
    assert all((after - before) % BEATS == 1 for before, after in pairwise(beats))
    assert view(snapshot, start, UP).top.beat is None


def test_a_flag_is_shown_and_without_a_clock_there_is_none() -> None:
    fallen = half(STATES["flag fallen"](), BLACK).clock
    assert fallen is not None
    assert (fallen.flagged, fallen.reserve) == (True, "0:00")
    assert half(STATES["no clock"](), WHITE).clock is None


@pytest.mark.parametrize(
    ("state", "white", "black"),
    [
        ("moving", Mood.RUNNING, Mood.RESTING),
        ("to roll", Mood.RESTING, Mood.RUNNING),
        ("between games", Mood.RESTING, Mood.RESTING),
        ("director called", Mood.PAUSED, Mood.PAUSED),
        ("stopped by the director", Mood.PAUSED, Mood.PAUSED),
        ("no clock", Mood.RESTING, Mood.RESTING),
    ],
)
def test_who_runs_and_what_is_paused(state: str, white: Mood, black: Mood) -> None:
    table = STATES[state]()
    assert (half(table, WHITE).mood, half(table, BLACK).mood) == (white, black)


# --- what is wrong -------------------------------------------------------------------------------


def test_who_stopped_the_clocks_and_why() -> None:
    why = "The dice are being checked"
    for side in SIDES:
        assert half(stopped(moving(), why), side).notes == (
            f"Director Kari stopped the clocks: {why}",
        )
        assert half(STATES["director called"](), side).notes == ("White called the director",)
        assert half(STATES["started again"](), side).notes == (words.STOPS[StopReason.RESTARTED],)


def test_lost_devices_are_named_and_a_lost_camera_says_what_to_do() -> None:
    assert half(STATES["devices lost"](), WHITE).notes == (
        "No answer: camera, director; enter rolls by touch",
    )
    only = to_roll()
    only.ok(c.DeviceFailed(only.at, "tower", "no answer"))
    assert half(only, WHITE).notes == ("No answer: baffle box",)


def test_a_stop_and_a_lost_device_are_both_told() -> None:
    table = stopped(STATES["devices lost"](), "wait")
    assert len(half(table, WHITE).notes) == 2


def test_a_message_stands_in_each_half_until_that_side_has_read_it() -> None:
    table = messaged(moving(), "Round 3 starts at 14:00.")
    for side in SIDES:
        message = half(table, side).message
        assert message is not None
        assert (message.by, message.text) == ("director:Kari", "Round 3 starts at 14:00.")
        assert words.HAVE_READ in labels(half(table, side))
    table.ok(c.MessageTapped(table.at, WHITE))
    assert half(table, WHITE).message is None
    assert words.HAVE_READ not in labels(half(table, WHITE))
    assert half(table, BLACK).message is not None


def test_a_halted_table_says_so_and_takes_no_taps() -> None:
    snapshot = msgspec.structs.replace(seen(moving()), halted="the disk is full")
    for side in SIDES:
        one = view(snapshot, snapshot.at_ns, UP).half(side)
        assert one is not None
        assert one.notes == ("The table stopped itself: the disk is full",)
        assert (one.prompt, one.controls, one.mood) == (words.OUT_OF_ORDER, (), Mood.PAUSED)


def test_a_match_that_went_to_another_table() -> None:
    snapshot = msgspec.structs.replace(seen(moving()), taken_over_by="journal-2")
    one = view(snapshot, snapshot.at_ns, UP).bottom
    assert words.TAKEN_OVER in one.notes
    assert one.prompt == words.OUT_OF_ORDER


@pytest.mark.parametrize(
    ("state", "why", "note"),
    [
        (LinkState.LOST, "", words.GONE),
        (LinkState.SILENT, "", words.NOT_ANSWERING),
        (LinkState.REFUSED, "update this end", "The table refuses this screen: update this end"),
    ],
)
def test_without_the_table_the_last_picture_is_dimmed_and_nothing_can_be_tapped(
    state: LinkState, why: str, note: str
) -> None:
    table = to_roll()
    lost = shown(table, link=Link(state, table.at, why))
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
    none = view(None, 5, Link(LinkState.LOOKING, 0))
    assert none.bottom == none.top
    assert (none.bottom.prompt, none.bottom.notes) == (words.NO_TABLE, (words.LOOKING,))
    refused = view(None, 5, Link(LinkState.REFUSED, 0, "speaks protocol 9"))
    assert refused.bottom.notes == ("The table refuses this screen: speaks protocol 9",)
    vacant = shown(Table())
    assert vacant.bottom.prompt == words.NO_MATCH
    assert (vacant.bottom.controls, vacant.bottom.own, vacant.dimmed) == ((), None, False)


def test_a_refusal_is_told_to_the_side_that_tapped_for_a_few_seconds() -> None:
    table = to_roll()
    at = table.at
    link = Link(LinkState.UP, 0, "", (Refusal(WHITE, (Reason.NOT_YOUR_TURN,), at),))
    snapshot = seen(table)
    for late_ns, told in ((0, True), (REFUSAL_SHOWN_NS - 1, True), (REFUSAL_SHOWN_NS, False)):
        drawn = view(snapshot, at + late_ns, link)
        assert drawn.bottom.notes == ((words.refused((Reason.NOT_YOUR_TURN,)),) if told else ())
        assert drawn.top.notes == ()


def test_a_roll_that_did_not_count_says_why_and_a_question_its_doubt() -> None:
    assert half(STATES["roll refused"](), WHITE).notes == (
        "That roll does not count: a die is in the wrong half",
    )
    assert half(STATES["confirming"](), WHITE).notes == ("A die may be cocked",)
    assert half(STATES["one has confirmed"](), BLACK).notes == ("White says 4-3",)


def test_how_the_last_game_ended() -> None:
    assert half(STATES["game won"](), BLACK).notes == (
        "White won 2 points: the last checker was borne off",
    )


# --- words ---------------------------------------------------------------------------------------


def test_every_reason_cause_and_stop_has_words() -> None:
    assert set(words.REASONS) == set(Reason)
    assert set(words.CAUSES) == set(EndCause)
    assert set(words.STOPS) == set(StopReason)


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
    pure = ("view", "controls", "scene", "layout", "link", "driver", "run", "words")
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
