"""One control for each action a side has; drawers, the die pad, and what a tap leads to."""

from collections.abc import Callable
from itertools import pairwise
from typing import TypeGuard

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    KINDS,
    LEFT,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    samples,
)
from screen_kit import STATES, UP, pads, seen, to_roll

from kiosk.rules import commands as c
from kiosk.rules.commands import Command
from kiosk.rules.decide import why_not
from kiosk.rules.doubling import CubeAnswer
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import DoubleGesture, RuleBook
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen import placing, words
from kiosk.screen.controls import (
    MOST_KEYS,
    SHEET_KEYS,
    Control,
    Done,
    Drawer,
    Enter,
    Give,
    Open,
    Pad,
    Pick,
    Shut,
    Step,
    Tap,
    Tone,
    kept,
    row,
    tapped,
    taps_to,
)
from kiosk.screen.placing import ANSWERS, BY_BUTTON, Situation, controls
from kiosk.screen.view import Half, view
from kiosk.wire import taps
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import Action, command_of, leaves


def half(snapshot: Snapshot, side: Side) -> Half:
    found = view(snapshot, snapshot.at_ns, UP).half(side)
    assert found is not None
    return found


def reachable(one: Half) -> list[Give]:
    """Everything that can be given by tapping: each die a one, each number as it starts."""
    gifts = []
    for pad in (None, *pads(one)):
        taps = [key.tap for key in row(one.controls, pad)]
        gifts += [tap for tap in taps if isinstance(tap, Give)]
        if pad is not None and pad.entering is not None:
            gifts.append(entered(one, pad))
    return gifts


def entered(one: Half, pad: Pad) -> Give:
    """What a pad gives, by the first key of each number."""
    while True:
        taps = [key.tap for key in row(one.controls, pad)]
        chosen = Done() if Done() in taps else next(tap for tap in taps if isinstance(tap, Pick))
        after, gift = tapped(one.controls, one.occasion, pad, chosen)
        if gift is not None:
            assert after is None
            return gift
        assert after is not None
        pad = after


def expected(snapshot: Snapshot, side: Side) -> list[Action]:
    """Each action, a button's aside; where it has choices, each of them."""
    assert snapshot.sides is not None
    return [
        leaf
        for each in snapshot.sides.of(side).actions
        if each.kind != BY_BUTTON
        for leaf in leaves(each)
    ]


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
        assert [control.label for control in one.controls if "Tapped" in control.label] == []
        for pad in (None, *pads(one)):
            keys = row(one.controls, pad)
            slots = [key.slot for key in keys]
            room = SHEET_KEYS if pad is not None else MOST_KEYS + 1
            assert len(slots) == len(set(slots)) <= room
            assert all(0 <= key.slot < (key.columns or SHEET_KEYS) for key in keys)
        check_answers(snapshot, side, one)


def check_answers(snapshot: Snapshot, side: Side, one: Half) -> None:
    """What the other side waits for stands in the row, and nothing beside it is as plain.

    The other side is told whom it waits for.
    """
    assert snapshot.sides is not None
    assert one.own is not None
    waits, claim = snapshot.waiting, snapshot.claim
    asked = {
        "WinAgreed": claim is not None and claim.side is not side,
        "OfferAccepted": waits.offer is not None and waits.offer.side is not side,
        "BoardDoubleAgreed": waits.double is not None and waits.double.by is not side,
        "IllegalMoveAgreed": waits.challenge is not None and waits.challenge.mover is side,
    }
    if waits.dice is not None and waits.dice.waits and waits.dice.side is not side:
        asked["RerollConsented" if waits.dice.matter == "reroll" else "DiceClaimAgreed"] = True
    may = {each.kind for each in snapshot.sides.of(side).actions}
    keys = {key.tap.action.kind: key for key in row(one.controls, None) if is_give(key.tap)}
    due = [kind for kind, waited in asked.items() if waited and kind in may]
    if due and snapshot.stop is None:
        other = half(snapshot, side.other)
        assert any(one.own.name in text for text in (other.prompt, *other.notes)), due
    for kind in due:
        assert kind in keys
        assert keys[kind].tone is not Tone.QUIET
        plain = [key.tap for key in row(one.controls, None) if key.tone is Tone.PLAIN]
        assert {tap.action.kind if is_give(tap) else "" for tap in plain} <= ANSWERS


def is_give(tap: Tap) -> TypeGuard[Give]:
    return isinstance(tap, Give)


@pytest.mark.parametrize("state", STATES)
def test_what_may_be_done_has_one_control_and_nothing_else_has(state: str) -> None:
    check_controls(seen(STATES[state]()))


BOOKS = [NORWAY, NO_CLOCK, ITALIAN, BRONSTEIN, LONDON, UNIFIED, MICHIGAN]
COMMANDS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 60), st.integers(0, 40)), max_size=25
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(COMMANDS, st.sampled_from(BOOKS), st.booleans())
def test_so_it_is_whatever_anybody_did_under_any_book(
    steps: list[tuple[type[Command], int, int]], book: RuleBook, boxed: bool
) -> None:
    mixer = RIGHT if boxed and book in (NORWAY, NO_CLOCK) else None
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
            reasons = why_not(table.match, command)
            assert set(reasons) <= FREE.get(gift.action.kind, set()), (gift, reasons)
            assert getattr(command, "side", getattr(command, "by", None)) is side
            assert command.at == table.at


FREE: dict[str, set[Reason]] = {
    "LengthNoticed": {Reason.ALREADY_DONE},
    "CubeDisputed": {Reason.ALREADY_DONE},
    "BoardDoubleTapped": {Reason.WRONG_LEVEL},
}
"""What may speak against a number, not against the act: it is as it is, or void in the book."""


def roll_pad(one: Half, *values: int) -> Pad:
    """The die pad with so much tapped into it."""
    action = next(
        each.action
        for each in one.controls
        if each.action.kind == "RollEntered" and each.action.dice
    )
    return Pad((), one.occasion, action, values)


def _unsaid(snapshot: Snapshot, side: Side, gift: Give) -> tuple[int, ...] | None:
    """Values a side has not said yet: said again they would be refused."""
    assert snapshot.sides is not None
    said = snapshot.sides.of(side).said
    if gift.values is None or said is None or said.values != gift.values:
        return gift.values
    return tuple(7 - value for value in gift.values)


# --- what lies in a drawer -----------------------------------------------------------------------


def test_play_and_answers_are_direct_and_rare_or_weighty_acts_are_not() -> None:
    paths = {
        control.action.kind: control.path
        for make in STATES.values()
        if (snapshot := seen(make())).sides
        for side in SIDES
        for control in half(snapshot, side).controls
    }
    direct = {kind for kind, path in paths.items() if path == ()}
    assert direct >= ANSWERS
    assert direct - ANSWERS == {
        *("ReadyTapped", "RollConfirmed", "RollEntered", "DoubleTapped", "MessageTapped"),
        *("ResumeTapped", "PresentTapped", "LateClaimTapped", "FirstPickTapped"),
        *("ResultConfirmed", "ResultReported"),
    }
    assert paths["WinDeclared"][-1] is Drawer.WIN
    assert paths["ExpiryDeclared"][-1] is Drawer.TIME
    assert {path[0] for path in paths.values() if path} <= {Drawer.MORE, Drawer.WIN, Drawer.TIME}


def test_every_act_of_a_player_has_words_of_its_own() -> None:
    """A kind that a snapshot may name and nobody placed would stand there by its name."""
    for kind in (*taps._PLAIN, *taps._TOLD):
        known = kind in placing._ROW or kind in placing._SHEETS or kind in placing._MADE
        assert known or kind == BY_BUTTON, kind


def test_the_director_is_two_taps_away_at_any_time_in_a_game() -> None:
    for make in STATES.values():
        snapshot = seen(make())
        for side in SIDES if snapshot.sides else ():
            for control in half(snapshot, side).controls:
                if control.action.kind == "DirectorCallTapped":
                    assert control.path == (Drawer.MORE,)


def test_i_have_won_opens_three_ways_to_win() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad, gift = tapped(one.controls, one.occasion, None, Open(Drawer.WIN))
    assert gift is None
    assert [key.label for key in row(one.controls, pad)] == [
        *("Single", "Gammon", "Backgammon", "Back")
    ]
    pad, gift = tapped(one.controls, one.occasion, pad, Give(Action("WinDeclared", level=3)))
    assert (pad, gift) == (None, Give(Action("WinDeclared", level=3)))


def test_to_give_up_a_gammon_is_two_sheets_and_a_level() -> None:
    one = half(seen(STATES["unified, moving"]()), WHITE)
    concede = Action("OfferTapped", side=BLACK, choices=("open",))
    pad: Pad | None = None
    for tap in (Open(Drawer.MORE), Open(Drawer.END), Enter(concede)):
        assert tap in [key.tap for key in row(one.controls, pad)]
        pad, gift = tapped(one.controls, one.occasion, pad, tap)
        assert gift is None
    labels = {key.label: key.tap for key in row(one.controls, pad)}
    assert tapped(one.controls, one.occasion, pad, labels["Gammon"]) == (None, Give(concede, (2,)))
    command = command_of(concede, WHITE, (2,), Instant(9))
    assert command == c.OfferTapped(Instant(9), WHITE, BLACK, 2, no_contact=False, certain=False)


def test_a_number_is_stepped_to_within_its_bounds_and_keys_stay_where_they_are() -> None:
    one = half(seen(STATES["between games"]()), WHITE)
    sheet = Action("RecordShown", choices=("sheet",))
    pad, _gift = tapped(one.controls, one.occasion, Pad((Drawer.MORE,), one.occasion), Enter(sheet))
    places: dict[Tap, set[int]] = {}
    for step in (5, 1, -1, -5, 1, 1, 1):
        assert pad is not None
        keys = {key.tap: key.slot for key in row(one.controls, pad)}
        for tap, slot in keys.items():
            places.setdefault(tap, set()).add(slot)
        assert Step(step) in keys
        pad, gift = tapped(one.controls, one.occasion, pad, Step(step))
        assert gift is None
    assert pad is not None
    assert all(len(slots) == 1 for slots in places.values())
    assert (pad.number, pad.values) == (3, ())
    assert Step(5) not in [key.tap for key in row(one.controls, pad)]  # the match is to 7
    pad, _gift = tapped(one.controls, one.occasion, pad, Done())
    assert pad is not None
    assert (pad.number, pad.values) == (0, (3,))
    assert tapped(one.controls, one.occasion, pad, Done()) == (None, Give(sheet, (3, 0)))


def test_back_goes_one_step_back() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad: Pad | None = Pad((Drawer.MORE, Drawer.CLOCK, Drawer.STOP), one.occasion)
    seen_paths = []
    while pad is not None:
        pad, gift = tapped(one.controls, one.occasion, pad, Shut())
        assert gift is None
        seen_paths.append(pad.path if pad else None)
    assert seen_paths == [(Drawer.MORE, Drawer.CLOCK), (Drawer.MORE,), None]


def test_back_forgets_the_dice() -> None:
    one = half(seen(to_roll()), BLACK)
    assert tapped(one.controls, one.occasion, roll_pad(one, 6), Shut()) == (None, None)


def test_too_full_a_row_puts_the_rare_drawers_away() -> None:
    """To declare a win, and time: each has its place among the others."""
    crowded = replace_actions(
        seen(STATES["flag fallen"]()),
        Action("MessageTapped"),
        Action("ResumeTapped"),
        Action("RollEntered", dice=0),
    )
    one = half(crowded, BLACK)
    assert len(row(one.controls, None)) <= MOST_KEYS + 1
    paths = {control.action.kind: control.path for control in one.controls}
    assert paths["WinDeclared"] == (Drawer.MORE, Drawer.END, Drawer.WIN)
    assert paths["ExpiryDeclared"] == (Drawer.MORE, Drawer.CLOCK, Drawer.TIME)
    check_controls(crowded)


def replace_actions(snapshot: Snapshot, *more: Action) -> Snapshot:
    """Black may do more than it may."""
    assert snapshot.sides is not None
    black = snapshot.sides.black
    black = msgspec.structs.replace(black, actions=(*black.actions, *more))
    return msgspec.structs.replace(snapshot, sides=snapshot.sides.with_(BLACK, black))


def test_the_next_thing_stands_out_and_no_answer_to_a_double_does() -> None:
    def tones(state: str, side: Side) -> dict[str, Tone]:
        keys = row(half(seen(STATES[state]()), side).controls, None)
        return {key.label: key.tone for key in keys}

    assert tones("between games", WHITE)["Ready"] is Tone.NEXT
    assert tones("confirming", WHITE)["Yes, 4-3"] is Tone.NEXT
    assert tones("devices lost", BLACK)["Enter roll"] is Tone.NEXT
    assert tones("doubled", WHITE)["Take"] is tones("doubled", WHITE)["Pass"] is Tone.PLAIN
    assert tones("to roll", BLACK)["Double"] is Tone.PLAIN
    assert tones("late", WHITE)["I am here"] is Tone.NEXT
    assert tones("leave in a game", BLACK)["I am back"] is Tone.NEXT
    assert tones("result confirmed by one", BLACK)["Result is right"] is Tone.NEXT
    told = tones("double told", BLACK)
    assert told["So it is"] is told["Not so"] is Tone.PLAIN
    assert told["Double"] is told["Enter roll"] is told["More"] is Tone.QUIET


@pytest.mark.parametrize(
    ("state", "said_by", "withdraw"),
    [
        ("claimed", WHITE, "WinDisputed"),
        ("move challenged", BLACK, "IllegalMoveDenied"),
        ("double told", WHITE, "BoardDoubleContested"),
    ],
)
def test_who_said_it_withdraws_and_the_other_denies(
    state: str, said_by: Side, withdraw: str
) -> None:
    snapshot = seen(STATES[state]())
    words_of = [
        {control.action.kind: control.label for control in half(snapshot, side).controls}[withdraw]
        for side in (said_by, said_by.other)
    ]
    assert words_of[0] == words.WITHDRAW
    assert words_of[1] in {words.DISAGREE, words.NOT_SO}


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
    roll = roll_pad(one).entering
    assert roll is not None
    pad, gift = tapped(one.controls, one.occasion, None, Enter(roll))
    assert [key.tap for key in row(one.controls, pad)] == [*map(Pick, range(1, 7)), Shut()]
    pad, gift = tapped(one.controls, one.occasion, pad, Pick(2))
    assert gift is None
    pad, gift = tapped(one.controls, one.occasion, pad, Pick(5))
    assert (pad, gift) == (None, Give(Action("RollEntered", dice=2), (2, 5)))


def test_one_opening_die_is_sent_at_once() -> None:
    one = half(seen(STATES["opening by the baffle box"]()), WHITE)
    pad = roll_pad(one)
    assert tapped(one.controls, one.occasion, pad, Pick(6)) == (
        None,
        Give(Action("RollEntered", dice=1), (6,)),
    )


def test_what_was_half_entered_is_kept_while_it_means_the_same_and_no_longer() -> None:
    table = STATES["confirming"]()
    before = half(seen(table), BLACK)
    pad = roll_pad(before, 6)
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
    pad = roll_pad(before, 6)
    table.throw(die(4, LEFT), die(3, RIGHT))
    after = half(seen(table), BLACK)
    assert pad.entering in {control.action for control in after.controls}
    assert kept(before.controls, before.occasion, pad) == pad
    assert kept(after.controls, after.occasion, pad) is None


@pytest.mark.parametrize(
    ("state", "asks"),
    [
        ("moving", lambda at: c.EarlyPickupClaimed(at, WHITE)),
        (
            "to roll",
            lambda at: c.BoardDoubleTapped(
                at, WHITE, BLACK, DoubleGesture.FULL_FORM, None, CubeAnswer.TAKE
            ),
        ),
        ("moving", lambda at: c.OfferTapped(at, WHITE, BLACK, 1, no_contact=True, certain=False)),
    ],
)
def test_a_sheet_shuts_when_the_other_side_asks_something(
    state: str, asks: Callable[[Instant], Command]
) -> None:
    """Though the game is at the same point, and the sheet would still be there to open."""
    table = STATES[state]()
    before = half(seen(table), BLACK)
    more = Pad((Drawer.MORE,), before.occasion)
    assert kept(before.controls, before.occasion, more) == more
    table.do(asks(table.at))
    after = half(seen(table), BLACK)
    assert Drawer.MORE in {each.path[0] for each in after.controls if each.path}
    assert kept(after.controls, after.occasion, more) is None


def test_a_pad_dies_when_its_drawer_goes() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad = Pad((), one.occasion, Action("RollEntered", dice=2), (6,))
    assert kept(one.controls, one.occasion, pad) is None
    assert kept(one.controls, one.occasion, Pad((Drawer.TIME,), one.occasion)) is None
    more = Pad((Drawer.MORE,), one.occasion)
    assert kept(one.controls, one.occasion, more) == more


# --- the way to an action ------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("open_first", [False, True])
def test_the_taps_to_an_action_give_just_that(state: str, open_first: bool) -> None:
    snapshot = seen(STATES[state]())
    for side in SIDES if snapshot.sides else ():
        one = half(snapshot, side)
        for gift in reachable(one):
            control = next(each for each in one.controls if each.action == gift.action)
            pad = Pad(control.path, one.occasion) if open_first and control.path else None
            assert _given(one, pad, taps_to(one.controls, gift, pad)) == [gift]


def test_the_taps_to_a_number_step_there() -> None:
    one = half(seen(STATES["between games"]()), WHITE)
    for wanted in (
        Give(Action("LengthNoticed"), (11,)),
        Give(Action("LengthNoticed"), (1,)),
        Give(Action("RecordShown", choices=("scoreboard",)), (6, 4)),
    ):
        for pad in (None, Pad((Drawer.MORE, Drawer.CLOCK), one.occasion)):
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
    kinds = ("MessageTapped", "PresentTapped", "ResumeTapped", "ReadyTapped")
    everything = [Action(kind) for kind in kinds] + [Action("RollEntered", dice=2)]
    for count in range(1, len(everything) + 1):
        situation = Situation(WHITE, enter_first=enter_first)
        made = controls(everything[-count:], situation)
        marked = {control.action.kind for control in made if control.tone is Tone.NEXT}
        wanted = everything[-count].kind
        assert marked == ({wanted} if wanted in kinds or enter_first else set())
