"""What each half says, in every state, for each side; and the clock between two snapshots."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NORWAY, UNIFIED, WHITE, Table, die
from kits.screen_kit import STATES, UP, moving, seen, to_roll, turned
from kits.view_kit import half, shown
from kits.waiting_kit import WAITING

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.theme import Mood
from kiosk.screen.view import Owner, clock, minutes, seconds, view
from kiosk.wire.snapshot import Snapshot

# --- the one next thing ------------------------------------------------------------------------


PROMPTS: dict[str, tuple[str, str]] = {
    "being set up": ("This table is being set up", "This table is being set up"),
    "between games": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "one is ready": ("Waiting for Black", "Score right? Tap Ready"),
    "clocks not set": ("Wait: the director sets the clocks first",) * 2,
    "opening": ("Each roll one die", "Each roll one die"),
    "opening by the baffle box": ("Roll your opening die", "White rolls an opening die"),
    "opening, second die": ("Black rolls an opening die", "Roll your opening die"),
    "press to start": ("You start. Black presses the clock", "Press your clock to start"),
    "moving": ("Move, then press your clock", "White moves"),
    "to roll": ("Black rolls", "Roll or double"),
    "roll refused": ("Black rolls", "Roll again"),
    "cocked": ("Black rolls", "Roll again"),
    "off the board": ("Black rolls", "Roll again"),
    "called invalid": ("Black rolls", "Roll again"),
    "one calls it invalid": (
        "Black says yes, or enters the dice",
        "White says: “It does not count.” Is that right?",
    ),
    "led through a turn": ("Roll, move, press",) * 2,
    "led through a turn, no clock": ("Roll, move, lift the dice",) * 2,
    "opening by touch": (
        "Each roll one die. Then tap the die of White",
        "Each roll one die. Then tap the die of White",
    ),
    "opening entered": (
        "Black says: White 4, Black 2. Is that right?",
        "White says yes, or enters the dice",
    ),
    "confirming": ("Is it 4-3?", "Is it 4-3?"),
    "one has confirmed": ("Black says yes, or enters the dice", "White says 4-3. Is that right?"),
    "they differ": ("You: 6-2. Black: 4-3", "You: 4-3. White: 6-2"),
    "entered by touch": ("Black says 6-2. Is that right?", "White says yes, or enters the dice"),
    "doubled": ("Take at 2, or pass?", "Press your clock"),
    "taken": ("Press your clock", "White presses first, then you roll"),
    "claimed": ("Waiting for Black to agree", "White says: “I won a gammon.” Do you agree?"),
    "move challenged": (
        "Black says: “Your last move was illegal.” Is that right?",
        "White says yes or no",
    ),
    "end of the game offered": (
        "Black gives up a gammon for certain. Accept?",
        "White accepts or rejects",
    ),
    "director called": ("Wait for the director. Settled? Both tap Go on",) * 2,
    "director is coming": ("The director is coming", "The director is coming"),
    "stopped by the director": ("Wait for the director", "Wait for the director"),
    "started again": ("Check the board, then tap Go on", "Check the board, then tap Go on"),
    "roll disputed": (
        "Black says: the roll is 6-2. Is that right?",
        "Is it 6-2? White says yes or no",
    ),
    "roll contested": (
        "You do not agree. Leave the dice, the director comes",
        "You do not agree. Leave the dice, the director comes",
    ),
    "roll agreed to by its roller alone": ("Black rolls", "Roll or double"),
    "thrown over a question": ("Is it 4-3?", "Is it 4-3?"),
    "flag fallen": (
        "Black's time is up. End the match, or play on",
        "Your time is up. The match may be ended",
    ),
    "last minute": ("Move, then press your clock", "White moves"),
    "last seconds": ("Move, then press your clock", "White moves"),
    "director called for the dice": (
        "Wait for the director. Settled? Both tap Go on",
        "Wait for the director. Settled? Both tap Go on",
    ),
    "slow play": ("Move, then lift your dice", "White moves"),
    "no clock, on leave": ("Your break: 10:00 left", "White has a break: 10:00 left"),
    "no clock, put off": ("Wait for the director", "Wait for the director"),
    "no clock, stopped by the director": ("Wait for the director", "Wait for the director"),
    "back from leave": ("When both are back, tap Go on", "When both are back, tap Go on"),
    "move again after the delay": ("Wait for the delay, then move again", "White moves"),
    "one disqualified": (
        "You won the match. Is the result right?",
        "White won the match. Is the result right?",
    ),
    "both disqualified": (
        "Both are disqualified: nobody has won",
        "Both are disqualified: nobody has won",
    ),
    "devices lost": ("Black rolls", "Roll, then enter the roll"),
    "another in the director's place": ("Black rolls", "Roll or double"),
    "no camera": ("Black rolls", "Roll, then enter the roll"),
    "Crawford game": ("Black moves", "Move, then press your clock"),
    "game won": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "match over": (
        "You won the match. Is the result right?",
        "White won the match. Is the result right?",
    ),
    "no clock": ("Move, then lift your dice", "White moves"),
    "no clock, to roll": ("Black rolls", "Roll or double"),
    "single game": ("Move, then press your clock", "White moves"),
}

SPEAK_OTHERWISE = {"vacant", "message", "long message", "everything at once", "rulings to read"}


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
    assert half(table, BLACK).prompt == "Press your clock"
    table.press(BLACK)
    assert half(table, BLACK).prompt == "White takes or passes"


def test_a_roll_that_did_not_count_is_rolled_again_even_if_nobody_sees_it() -> None:
    table = STATES["roll refused"]()
    table.ok(c.DeviceFailed(table.at, "camera", "no answer"))
    assert half(table, BLACK).prompt == "Roll again"


def test_after_agreeing_to_go_on_one_waits_for_the_other() -> None:
    table = STATES["director called"]()
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert half(table, WHITE).prompt == "Waiting for Black"
    assert half(table, BLACK).prompt == "Wait for the director. Settled? Both tap Go on"


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


REFUSED = {
    "roll refused": ((4, "good", False), (3, "wrong half", True)),
    "cocked": ((4, "good", False), (None, "not flat", True)),
    "off the board": ((4, "good", False), (2, "off the board", True)),
    "called invalid": (),
}


@pytest.mark.parametrize("state", REFUSED)
@pytest.mark.parametrize("side", SIDES)
def test_a_roll_that_did_not_count_is_shown_itself_and_not_the_one_before(
    state: str, side: Side
) -> None:
    shown = half(STATES[state](), side)
    assert shown.roll is None
    assert shown.refused is not None
    assert shown.refused.picture == "f" * 64
    dice = [(die.value, die.why, die.bad) for die in shown.refused.dice]
    assert dice == [*REFUSED[state]]


def test_of_dice_that_do_not_count_however_they_lie_none_is_blamed() -> None:
    table = STATES["cocked"]().lift()
    table.match = replace(table.match, dicing=replace(table.match.dicing, consents=WHITE))
    table.throw(die(6, LEFT), die(1, LEFT))
    refused = half(table, WHITE).refused
    assert refused is not None
    assert [(each.value, each.why, each.bad) for each in refused.dice] == [
        (6, "", False),
        (1, "", False),
    ]


def test_the_roll_that_counts_takes_the_place_of_the_one_that_did_not() -> None:
    again = half(STATES["cocked"]().roll(), WHITE)
    assert again.refused is None
    assert again.roll is not None
    assert again.roll.values == (6, 5)


def test_dice_thrown_early_do_not_hide_the_roll_of_the_side_that_moves() -> None:
    table = Table().open(book=UNIFIED).start().lift()
    table.throw(die(4, LEFT), die(3, LEFT))
    assert table.told(e.RollRefused).reasons == (Reason.PREMATURE,)
    moving = half(table, WHITE)
    assert moving.refused is None
    assert moving.roll is not None
    assert moving.roll.values == (6, 5)


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
        delay_shown_ns=Nanos(round(delay_s * SECOND_NS)),
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


@pytest.mark.parametrize(
    ("system", "shown"),
    [
        ("plain", (("14:00", ""), ("13:55", ""), ("13:40", ""))),
        ("fischer", (("14:00", ""), ("13:55", ""), ("13:40", ""))),
        ("bronstein", (("14:00", "12"), ("13:55", "7"), ("13:40", "0"))),
        ("simple_delay", (("14:00", "12"), ("14:00", "7"), ("13:52", "0"))),
    ],
)
def test_a_clock_shows_the_delay_it_has(system: str, shown: tuple[tuple[str, str], ...]) -> None:
    """Bronstein's runs beside the reserve; plain and Fischer have none (`ClockSystem`)."""
    table = Table().open(7, NORWAY.with_value("clock.system", ClockSystem(system))).start()
    for later_s, expected in zip((0, 5, 20), shown, strict=True):
        drawn = half(table, WHITE, later_s=later_s).clock
        assert drawn is not None
        assert (drawn.reserve, drawn.delay) == expected
        snapshot = seen(table.wait(later_s))
        table.wait(-later_s)
        read = clock(snapshot, WHITE, snapshot.at_ns)
        assert read == drawn


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
    gone = LinkStatus(LinkState.LOST, snapshot.at_ns + 2 * SECOND_NS)
    one, other = (view(snapshot, snapshot.at_ns + s * SECOND_NS, gone) for s in (3, 300))
    assert one == other
    assert one.dimmed
    halted = msgspec.structs.replace(snapshot, halted="the disk is full")
    one, other = (view(halted, snapshot.at_ns + s * SECOND_NS, UP) for s in (3, 300))
    assert one == other


def test_the_moving_bar_takes_a_step_each_quarter_second_while_a_clock_runs() -> None:
    snapshot = seen(moving())
    start, quarter_ns, steps = snapshot.at_ns // SECOND_NS * SECOND_NS, 250_000_000, 16
    beats = []
    for nth in range(2 * steps):
        first, last = start + nth * quarter_ns, start + (nth + 1) * quarter_ns - 1
        beat = view(snapshot, first, UP).bottom.beat
        assert view(snapshot, last, UP).bottom.beat == beat is not None
        beats.append(beat)
    assert set(beats) == set(range(steps))
    assert all((after - before) % steps == 1 for before, after in pairwise(beats))
    assert view(snapshot, start, UP).top.beat is None


def test_a_clock_whose_times_nobody_has_set_is_not_said_to_be_at_nought() -> None:
    shown = seen(STATES["clocks not set"]())
    assert half(STATES["clocks not set"](), WHITE).clock is None
    assert clock(shown, BLACK, shown.at_ns) is None


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
        ("no clock", Mood.RUNNING, Mood.RESTING),
        ("no clock, to roll", Mood.RESTING, Mood.RUNNING),
        ("closed out, no clock", Mood.RESTING, Mood.RUNNING),
        ("Italian, between games", Mood.RESTING, Mood.RESTING),
    ],
)
def test_who_runs_and_what_is_paused(state: str, white: Mood, black: Mood) -> None:
    table = STATES[state]()
    assert (half(table, WHITE).mood, half(table, BLACK).mood) == (white, black)
