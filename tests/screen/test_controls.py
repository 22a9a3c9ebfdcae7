"""One control for each action a side has; drawers, the die pad, and what a tap leads to."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules_kit import BLACK, KINDS, LEFT, NO_CLOCK, NORWAY, RIGHT, WHITE, Table, die, samples
from screen_kit import STATES, UP, seen, to_roll

from kiosk.rules import commands as c
from kiosk.rules.commands import Command
from kiosk.rules.decide import why_not
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half as BoardHalf
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen.controls import (
    BY_BUTTON,
    MOST_KEYS,
    Control,
    Drawer,
    Give,
    Open,
    Pad,
    Pick,
    Shut,
    Tap,
    Tone,
    controls,
    kept,
    row,
    tapped,
    taps_to,
)
from kiosk.screen.link import command_of
from kiosk.screen.view import Half, view
from kiosk.wire.snapshot import Action, Snapshot


def half(snapshot: Snapshot, side: Side) -> Half:
    found = view(snapshot, snapshot.at_ns, UP).half(side)
    assert found is not None
    return found


def reachable(one: Half) -> list[Give]:
    """Everything that can be given by tapping, a die pad's dice all being ones."""
    gifts = []
    for key in row(one.controls, None):
        match key.tap:
            case Give():
                gifts.append(key.tap)
            case Open(drawer):
                gifts += _inside(one, Pad(drawer, (), one.occasion))
    return gifts


def _inside(one: Half, pad: Pad) -> list[Give]:
    keys = [key.tap for key in row(one.controls, pad)]
    gifts = [tap for tap in keys if isinstance(tap, Give)]
    if Pick(1) in keys:
        after, gift = tapped(one.controls, one.occasion, pad, Pick(1))
        gifts += [gift] if gift is not None else _inside(one, after) if after is not None else []
    return gifts


def expected(snapshot: Snapshot, side: Side) -> list[Action]:
    assert snapshot.sides is not None
    return [each for each in snapshot.sides.of(side).actions if each.kind != BY_BUTTON]


def by_name(actions: list[Action]) -> list[Action]:
    return sorted(actions, key=msgspec.json.encode)


def check_controls(snapshot: Snapshot) -> None:
    """The one promise of a half: all that may be done can be tapped, once, and nothing else."""
    if snapshot.sides is None:
        return
    for side in SIDES:
        one = half(snapshot, side)
        allowed = by_name(expected(snapshot, side))
        assert by_name([control.action for control in one.controls]) == allowed
        assert by_name([gift.action for gift in reachable(one)]) == allowed
        columns = {key.columns for key in row(one.controls, None)}
        slots = [key.slot for key in row(one.controls, None)]
        assert len(slots) == len(set(slots)) <= MOST_KEYS + 1
        assert all(0 <= slot < max(columns) for slot in slots)


@pytest.mark.parametrize("state", STATES)
def test_what_may_be_done_has_one_control_and_nothing_else_has(state: str) -> None:
    check_controls(seen(STATES[state]()))


COMMANDS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 60), st.integers(0, 40)), max_size=25
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(COMMANDS, st.sampled_from([NORWAY, NO_CLOCK]), st.sampled_from([None, RIGHT]))
def test_so_it_is_whatever_anybody_did(
    steps: list[tuple[type[Command], int, int]], book: RuleBook, mixer: BoardHalf | None
) -> None:
    table = Table().open(book=book, mixer=mixer).start()
    for kind, which, seconds in steps:
        table.wait(seconds)
        choices = samples(kind, table.at)
        table.do(choices[which % len(choices)])
    check_controls(seen(table))


@pytest.mark.parametrize("state", STATES)
def test_what_is_given_is_what_the_rules_allow(state: str) -> None:
    table = STATES[state]()
    snapshot = seen(table)
    for side in SIDES if snapshot.sides else ():
        for gift in reachable(half(snapshot, side)):
            sample = _unsaid(snapshot, side, gift)
            command = command_of(gift.action, side, sample, table.at)
            assert why_not(table.match, command) == ()
            assert getattr(command, "side", getattr(command, "by", None)) is side
            assert command.at == table.at


def _unsaid(snapshot: Snapshot, side: Side, gift: Give) -> tuple[int, ...] | None:
    """Values a side has not said yet: said again they would be refused."""
    assert snapshot.sides is not None
    said = snapshot.sides.of(side).said
    if gift.values is None or said is None or said.values != gift.values:
        return gift.values
    return tuple(7 - value for value in gift.values)


# --- what lies in a drawer -----------------------------------------------------------------------


def test_weighty_acts_lie_in_a_drawer_and_play_is_direct() -> None:
    drawers = {
        control.action.kind: control.drawer
        for make in STATES.values()
        if (snapshot := seen(make())).sides
        for side in SIDES
        for control in half(snapshot, side).controls
        if control.action.dice != 0
    }
    shut = {kind for kind, drawer in drawers.items() if drawer is not None}
    assert shut == {"WinDeclared", "DirectorCallTapped", "ExpiryDeclared", "RollEntered"}
    assert {"DoubleTapped", "TakeTapped", "PassTapped"} <= set(drawers) - shut


def test_i_have_won_opens_three_ways_to_win() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad, gift = tapped(one.controls, one.occasion, None, Open(Drawer.WIN))
    assert gift is None
    assert [key.label for key in row(one.controls, pad)] == [
        *("Single", "Gammon", "Backgammon", "Back")
    ]
    pad, gift = tapped(one.controls, one.occasion, pad, Give(Action("WinDeclared", level=3)))
    assert (pad, gift) == (None, Give(Action("WinDeclared", level=3)))


def test_a_second_tap_in_the_same_place_never_does_something_weighty() -> None:
    """Hands shake: where a drawer's key was, there is now the way back, or nothing."""
    for make in STATES.values():
        snapshot = seen(make())
        for side in SIDES if snapshot.sides else ():
            one = half(snapshot, side)
            for key in row(one.controls, None):
                if isinstance(key.tap, Open) and key.tap.drawer is not Drawer.ROLL:
                    inside = row(one.controls, Pad(key.tap.drawer, (), one.occasion))
                    if key.columns == 4:
                        under = [each.tap for each in inside if each.slot == key.slot]
                        assert under in ([], [Shut()]), key


def test_back_shuts_a_drawer_and_forgets_the_dice() -> None:
    one = half(seen(to_roll()), BLACK)
    pad = Pad(Drawer.ROLL, (6,), one.occasion)
    assert tapped(one.controls, one.occasion, pad, Shut()) == (None, None)


def test_too_many_keys_for_a_row_put_the_rare_ones_away_together() -> None:
    snapshot = seen(STATES["everything at once"]())
    one = half(snapshot, BLACK)
    keys = row(one.controls, None)
    assert len(keys) == MOST_KEYS + 1
    inside = row(one.controls, Pad(Drawer.MORE, (), one.occasion))
    assert {key.tap.action.kind for key in inside if isinstance(key.tap, Give)} == {
        *("DirectorCallTapped", "ExpiryDeclared")
    }


def test_the_next_thing_stands_out_and_no_answer_to_a_double_does() -> None:
    def tones(state: str, side: Side) -> dict[str, Tone]:
        keys = row(half(seen(STATES[state]()), side).controls, None)
        return {key.label: key.tone for key in keys}

    assert tones("between games", WHITE)["Ready"] is Tone.NEXT
    assert tones("confirming", WHITE)["Yes, 4-3"] is Tone.NEXT
    assert tones("devices lost", BLACK)["Enter roll"] is Tone.NEXT
    assert tones("doubled", WHITE)["Take"] is tones("doubled", WHITE)["Pass"] is Tone.PLAIN
    assert tones("to roll", BLACK)["Double"] is Tone.PLAIN


def test_who_claimed_withdraws_and_the_other_agrees_or_not() -> None:
    snapshot = seen(STATES["claimed"]())
    claimer = {control.label for control in half(snapshot, WHITE).controls}
    other = {control.label for control in half(snapshot, BLACK).controls}
    assert "Withdraw" in claimer
    assert {"Agree", "Disagree"} <= other
    assert not {"Agree", "Disagree"} & claimer


# --- the die pad ---------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["to roll", "confirming", "opening"])
def test_the_second_die_sends_the_roll_as_it_was_tapped(state: str) -> None:
    one = half(seen(STATES[state]()), BLACK)
    pad, gift = tapped(one.controls, one.occasion, None, Open(Drawer.ROLL))
    assert [key.tap for key in row(one.controls, pad)] == [*map(Pick, range(1, 7)), Shut()]
    pad, gift = tapped(one.controls, one.occasion, pad, Pick(2))
    assert gift is None
    pad, gift = tapped(one.controls, one.occasion, pad, Pick(5))
    assert (pad, gift) == (None, Give(Action("RollEntered", dice=2), (2, 5)))


def test_one_opening_die_is_sent_at_once() -> None:
    one = half(seen(STATES["opening by the baffle box"]()), WHITE)
    pad = Pad(Drawer.ROLL, (), one.occasion)
    assert tapped(one.controls, one.occasion, pad, Pick(6)) == (
        None,
        Give(Action("RollEntered", dice=1), (6,)),
    )


def test_what_was_half_entered_is_kept_while_it_means_the_same_and_no_longer() -> None:
    table = STATES["confirming"]()
    before = half(seen(table), BLACK)
    pad = Pad(Drawer.ROLL, (6,), before.occasion)
    table.ok(c.RollConfirmed(table.at, WHITE))
    same = half(seen(table), BLACK)
    assert kept(same.controls, same.occasion, pad) == pad
    table.ok(c.RollEntered(table.at, BLACK, (4, 3)))
    on = half(seen(table), BLACK)
    assert seen(table).phase is Phase.MOVING
    assert kept(on.controls, on.occasion, pad) is None


def test_a_pad_dies_with_its_turn_and_with_a_question_that_comes_up() -> None:
    first = to_roll()
    occasions = [half(seen(first), BLACK).occasion]
    first.roll(2, 1).wait(1).end_turn().lift()
    occasions.append(half(seen(first), BLACK).occasion)
    occasions.append(half(seen(STATES["roll refused"]()), BLACK).occasion)
    occasions.append(half(seen(STATES["confirming"]()), BLACK).occasion)
    assert all(one != other for one, other in pairwise(occasions))


def test_what_was_half_entered_for_one_roll_is_not_kept_for_the_next() -> None:
    """The drawer is there again, but a roll that did not count lies between."""
    table = to_roll()
    before = half(seen(table), BLACK)
    pad = Pad(Drawer.ROLL, (6,), before.occasion)
    table.throw(die(4, LEFT), die(3, RIGHT))
    after = half(seen(table), BLACK)
    assert Drawer.ROLL in {control.drawer for control in after.controls}
    assert kept(before.controls, before.occasion, pad) == pad
    assert kept(after.controls, after.occasion, pad) is None


def test_a_pad_dies_when_its_drawer_goes() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad = Pad(Drawer.ROLL, (6,), one.occasion)
    assert kept(one.controls, one.occasion, pad) is None


# --- the way to an action ------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("open_first", [False, True])
def test_the_taps_to_an_action_give_just_that(state: str, open_first: bool) -> None:
    snapshot = seen(STATES[state]())
    for side in SIDES if snapshot.sides else ():
        one = half(snapshot, side)
        for control in one.controls:
            dice = control.action.dice or 0
            wanted = Give(control.action, (3, 5)[:dice] if dice else None)
            pad = Pad(control.drawer or Drawer.WIN, (1,), one.occasion) if open_first else None
            assert _given(one, pad, taps_to(one.controls, wanted, pad)) == [wanted]


def _given(one: Half, pad: Pad | None, taps: tuple[Tap, ...] | None) -> list[Give]:
    """What taps on keys that are really there give."""
    assert taps is not None
    gifts = []
    for tap in taps:
        assert tap in [key.tap for key in row(one.controls, pad)]
        pad, gift = tapped(one.controls, one.occasion, pad, tap)
        gifts += [gift] if gift is not None else []
    return gifts


def test_there_is_no_way_to_what_is_not_shown() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    assert taps_to(one.controls, Give(Action("DoubleTapped")), None) is None
    assert taps_to(one.controls, Give(Action("WinDeclared", level=4)), None) is None
    controls: tuple[Control, ...] = ()
    assert taps_to(controls, Give(Action("ReadyTapped")), None) is None


@pytest.mark.parametrize(
    ("action", "values", "command"),
    [
        (Action("RollEntered", dice=2), (6, 5), c.RollEntered(Instant(9), WHITE, (6, 5))),
        (Action("RollEntered", dice=0), None, c.RollEntered(Instant(9), WHITE, None)),
        (Action("WinDeclared", level=2), None, c.WinDeclared(Instant(9), WHITE, 2)),
        (Action("ExpiryDeclared"), None, c.ExpiryDeclared(Instant(9), WHITE)),
        (Action("TakeTapped"), None, c.TakeTapped(Instant(9), WHITE)),
        (Action("MessageTapped"), None, c.MessageTapped(Instant(9), WHITE)),
    ],
)
def test_a_control_stands_for_a_command(
    action: Action, values: tuple[int, ...] | None, command: Command
) -> None:
    assert command_of(action, WHITE, values, 9) == command


@pytest.mark.parametrize("enter_first", [True, False])
def test_of_all_that_could_be_next_one_kind_alone_is(enter_first: bool) -> None:
    kinds = ("MessageTapped", "ResumeTapped", "ReadyTapped", "RollConfirmed")
    everything = [Action(kind) for kind in kinds] + [Action("RollEntered", dice=2)]
    for count in range(1, len(everything) + 1):
        made = controls(everything[-count:], claimer=False, proposal=None, enter_first=enter_first)
        marked = {control.action.kind for control in made if control.tone is Tone.NEXT}
        wanted = everything[-count].kind
        assert marked == ({wanted} if wanted in kinds or enter_first else set())
