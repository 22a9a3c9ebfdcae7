"""One control for each action a side has, where it stands and how it looks."""

from typing import TypeGuard

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits.controls_kit import half, reachable
from kits.rules_kit import (
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
)
from kits.rules_samples import samples
from kits.screen_kit import STATES, pads, seen
from kits.waiting_kit import late

from kiosk.catalogue.key import Corner, KeySheet, Situation, Tone
from kiosk.catalogue.tables import KEYS
from kiosk.rules.command import Command
from kiosk.rules.decide import ACTS, why_not
from kiosk.rules.match import IN_GAME, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Side
from kiosk.screen.controls import (
    Cell,
    Column,
    Give,
    Open,
    Pad,
    Pick,
    ScreenKey,
    Shut,
    Tap,
    apply_tap,
    row,
)
from kiosk.screen.key_layout import controls
from kiosk.screen.view import HalfView
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import BUTTONS, Action, command_of, single_choices

ROOM, ROOM_IN_ROW = 8, 6
"""How many keys a sheet or a row has room for, beside the two corners."""

CALL = Give(Action("DirectorCallTapped"))

ANSWERS = frozenset(
    {
        *("TakeTapped", "PassTapped", "WinAgreed", "WinDisputed", "RerollConsented"),
        *("OfferAccepted", "OfferRejected", "OfferContested"),
        *("BoardDoubleAgreed", "BoardDoubleContested", "DiceClaimAgreed", "DiceContested"),
        *("IllegalMoveAgreed", "IllegalMoveDenied", "RollDisputeDenied", "RollAgreed"),
        *("NobodyLeftAgreed", "NobodyLeftDenied", "ReopenAgreed", "ReopenDenied"),
        *("PressBackTapped", "PressBackDenied"),
    }
)
"""What one side says to what the other said; until then play waits."""


def expected(snapshot: Snapshot, side: Side) -> list[Action]:
    """Each action, a button's that answers aside; where it has choices, each of them. The language
    is one of those the screen has. Seats are changed behind a PIN (test_set_up.py).
    """
    assert snapshot.sides is not None
    return [
        Action(leaf.kind, choices=("xx",)) if leaf.kind == "LanguageTapped" else leaf
        for each in snapshot.sides.of_side(side).actions
        if each.kind != "SeatsSwapTapped" and (each.choices or each.kind not in BUTTONS)
        for leaf in single_choices(each)
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
        gifts = reachable(one)
        assert len(set(gifts)) == len(gifts)
        assert by_name(list({gift.action: None for gift in gifts})) == allowed
        assert [control.label for control in one.controls if "Tapped" in control.label] == []
        for pad in (None, *pads(one)):
            keys = row(one.controls, pad)
            assert len({key.at for key in keys}) == len(keys)
            for key in keys:
                check_place(key)
        check_answers(snapshot, side, one)


def check_place(key: ScreenKey) -> None:
    """The director and More never move, and nothing but the way back stands where they stood."""
    match key.at:
        case Corner.DIRECTOR:
            assert key.tap == CALL
        case Corner.MORE:
            assert key.tap in (Open(KeySheet.MORE), Shut())
        case Column(slot, of):
            assert 0 <= slot < of <= max(ROOM_IN_ROW, 6 if isinstance(key.tap, Pick) else 0)
            assert key.tap not in (Open(KeySheet.MORE), CALL)
        case Cell(slot):
            assert 0 <= slot < ROOM


def check_answers(snapshot: Snapshot, side: Side, one: HalfView) -> None:
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
        "NobodyLeftAgreed": waits.stayed is side.other,
        "ReopenAgreed": waits.reopen is side.other,
        "PressBackTapped": waits.press_back is side.other,
    }
    said, others = (snapshot.sides.of_side(each).said for each in (side, side.other))
    counted = snapshot.question.counted if snapshot.question else None
    if others is not None and counted is not None and others.values == counted:
        asked["RollDisputeDenied"] = said != others
    elif others is not None:
        asked["RollAgreed"] = said != others
    if waits.dice is not None and waits.dice.waits and waits.dice.side is not side:
        asked["RerollConsented" if waits.dice.matter == "reroll" else "DiceClaimAgreed"] = True
    may = {each.kind for each in snapshot.sides.of_side(side).actions}
    keys = {key.tap.action.kind: key for key in row(one.controls, None) if is_give(key.tap)}
    due = [kind for kind, waited in asked.items() if waited and kind in may]
    quiet = [key.tap for key in row(one.controls, None) if key.tone is Tone.QUIET]
    doubled = snapshot.phase is Phase.DOUBLED
    always_quiet = {Open(KeySheet.MORE), Open(KeySheet.STOP), CALL, Give(Action("TakeBackTapped"))}
    always_quiet |= {Open(KeySheet.WIN), Open(KeySheet.GIVE_UP)}
    assert due or doubled or {*quiet} <= always_quiet, "nobody waits for an answer"
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


def _unsaid(snapshot: Snapshot, side: Side, gift: Give) -> tuple[int, ...] | None:
    """Values a side has not said yet: said again they would be refused."""
    assert snapshot.sides is not None
    said = snapshot.sides.of_side(side).said
    if gift.values is None or said is None or said.values != gift.values:
        return gift.values
    return tuple(7 - value for value in gift.values)


# --- where it stands ---------------------------------------------------------------------------


def test_play_and_answers_are_direct_and_rare_or_weighty_acts_are_not() -> None:
    """But for what is asked beside the one thing that a half asks (test_one_question.py)."""
    placed = [
        control
        for make in STATES.values()
        if (snapshot := seen(make())).sides
        for side in SIDES
        for control in half(snapshot, side).controls
        if KeySheet.ASKED not in control.path
    ]
    # the press of the other side is wanted back from a sheet (test_one_question.py); the pictures
    # are left from each of them (test_guide.py)
    paths = {
        control.action.kind: control.path
        for control in placed
        if control.action.kind not in {"PressBackTapped", "GuideTapped"} or control.path == ()
    }
    direct = {kind for kind, path in paths.items() if path == ()}
    assert direct >= ANSWERS
    assert direct - ANSWERS == {
        *("ReadyTapped", "RollConfirmed", "RollEntered", "DoubleTapped"),
        *("MessageTapped",),
        *("ResumeTapped", "PresentTapped", "LateClaimTapped", "FirstPickTapped"),
        *("ResultConfirmed", "ResultReported", "RulingTapped", "ConcessionWithdrawn"),
        *("DisputeWithdrawn", "GuideTapped"),
        *("TakeBackTapped", "NobodyLeftTapped", "DirectorCallTapped"),
    }
    assert paths["WinDeclared"][-1] is KeySheet.WIN
    assert paths["ExpiryDeclared"][-1] in (KeySheet.TIME, KeySheet.CLOCK)
    drawers = {
        KeySheet.MORE,
        KeySheet.STOP,
        KeySheet.WIN,
        KeySheet.GIVE_UP,
        KeySheet.TIME,
        KeySheet.ROLL,
    }
    drawers |= {KeySheet.DOUBLE, KeySheet.TAKE, KeySheet.PASS, KeySheet.RESULT}
    assert {path[0] for path in paths.values() if path} <= drawers


def test_every_act_of_a_player_has_words_of_its_own() -> None:
    """A kind that a snapshot may name and nobody placed would stand there by its name."""
    tapped_kinds = {act.command.__name__ for act in ACTS if act.tap is not None}
    assert set(KEYS) == tapped_kinds
    assert frozenset({"ClockPressed"}) == BUTTONS


def test_the_answers_that_play_waits_for_are_these() -> None:
    assert {kind for kind, key in KEYS.items() if key.answers} == ANSWERS


def test_the_director_is_one_tap_away_at_any_time_in_a_game() -> None:
    counted = 0
    for state, make in STATES.items():
        snapshot = seen(make())
        if snapshot.phase in IN_GAME and snapshot.stop is None:
            for side in SIDES:
                controls = half(snapshot, side).controls
                calls = [each.path for each in controls if each.action.kind == "DirectorCallTapped"]
                assert calls == [()], (state, side)
                check_director(half(snapshot, side))
                counted += 1
    assert counted > 60


def check_director(one: HalfView) -> None:
    """In its corner, whatever stands open."""
    for pad in (None, *pads(one)):
        spots = [key.at for key in row(one.controls, pad) if key.tap == CALL]
        assert spots == [Corner.DIRECTOR]
        assert apply_tap(one.controls, one.occasion, pad, CALL) == (None, CALL)


def test_both_clocks_are_stopped_for_a_fallen_die_in_two_taps() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad, gift = apply_tap(one.controls, one.occasion, None, Open(KeySheet.STOP))
    assert gift is None
    stop = Give(Action("ClockStopTapped", choices=("fallen_die",)))
    assert stop in [key.tap for key in row(one.controls, pad)]
    assert apply_tap(one.controls, one.occasion, pad, stop) == (None, stop)


def test_i_have_won_opens_three_ways_to_win() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad, gift = apply_tap(one.controls, one.occasion, None, Open(KeySheet.WIN))
    assert gift is None
    assert [key.label for key in row(one.controls, pad)] == [
        *("Single", "Gammon", "Backgammon", "Director", "Back")
    ]
    pad, gift = apply_tap(one.controls, one.occasion, pad, Give(Action("WinDeclared", level=3)))
    assert (pad, gift) == (None, Give(Action("WinDeclared", level=3)))


def test_in_a_game_the_claim_of_a_late_start_lies_among_the_objections() -> None:
    """london-club TR4; between games it stands in the row."""
    table = late(LONDON, 40).wait(1)
    between = {each.action.kind: each.path for each in half(seen(table), BLACK).controls}
    assert between["LateClaimTapped"] == ()
    table.ready()
    one = half(seen(table), BLACK)
    paths = {each.action.kind: each.path for each in one.controls}
    assert paths["LateClaimTapped"] == (KeySheet.MORE, KeySheet.OBJECT)
    assert "LateClaimTapped" not in {each.action.kind for each in half(seen(table), WHITE).controls}
    check_controls(seen(table))


def test_a_score_shown_begins_with_the_own_points_as_they_are() -> None:
    table = Table().open().set_score(3, 1)
    for side, starts in ((WHITE, (3, 1)), (BLACK, (1, 3))):
        entries = [
            each.entry
            for each in half(seen(table), side).controls
            if each.action.kind == "RecordShown"
        ]
        assert [entry and entry.starts for entry in entries] == [starts, starts]


def test_too_full_a_row_puts_the_rare_drawers_away() -> None:
    """Time has its place among the others; a win is there already for who is to roll."""
    crowded = replace_actions(
        seen(STATES["flag fallen"]()),
        Action("MessageTapped"),
        Action("ResumeTapped"),
        Action("RollEntered", dice=0),
    )
    one = half(crowded, BLACK)
    assert len(row(one.controls, None)) == ROOM_IN_ROW + 2
    paths = {control.action.kind: control.path for control in one.controls}
    assert paths["WinDeclared"] == (KeySheet.MORE, KeySheet.WIN)
    assert paths["ExpiryDeclared"] == (KeySheet.MORE, KeySheet.CLOCK)
    check_controls(crowded)


def test_five_keys_are_not_too_many_for_a_row() -> None:
    more = (Action("MessageTapped"), Action("ResumeTapped"), Action("RollEntered", dice=0))
    drawers = {"ExpiryDeclared": (KeySheet.TIME,)}
    lengths = set()
    for count in range(len(more) + 1):
        one = half(replace_actions(seen(STATES["flag fallen"]()), *more[:count]), BLACK)
        paths = {each.action: each.path for each in one.controls}
        side_by_side = {
            drawers.get(action.kind, path[:1]) or action
            for action, path in paths.items()
            if action != CALL.action and path[:1] != (KeySheet.MORE,)
        } | {drawers[action.kind] for action in paths if action.kind in drawers}
        lengths.add(len(side_by_side))
        put_away = paths[Action("ExpiryDeclared")] != (KeySheet.TIME,)
        assert put_away is (len(side_by_side) > 5)
    assert lengths >= {5, 6}


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
    assert tones("no camera", BLACK)["Enter roll"] is Tone.NEXT
    assert tones("doubled", WHITE)["Take"] is tones("doubled", WHITE)["Pass"] is Tone.PLAIN
    assert tones("to roll", BLACK)["Double"] is Tone.PLAIN
    assert tones("late", WHITE)["I am here"] is Tone.NEXT
    assert tones("leave in a game", BLACK)["I am back"] is Tone.NEXT
    assert tones("result confirmed by one", BLACK)["Result is right"] is Tone.NEXT
    told = tones("double told", BLACK)
    assert told["Yes"] is told["No"] is Tone.PLAIN
    assert told["Double"] is told["Enter roll"] is told["More"] is Tone.QUIET
    one = half(seen(STATES["double told"]()), BLACK)
    for path in ((KeySheet.MORE,), (KeySheet.MORE, KeySheet.DICE)):
        on_sheet = row(one.controls, Pad(path, one.occasion))
        assert {key.tone for key in on_sheet if not isinstance(key.at, Corner)} == {Tone.PLAIN}


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
    assert words_of[0] == "Take it back"
    assert words_of[1] in {"Disagree", "No"}


def test_who_claimed_withdraws_and_the_other_agrees_or_not() -> None:
    snapshot = seen(STATES["claimed"]())
    claimer = {control.label for control in half(snapshot, WHITE).controls}
    other = {control.label for control in half(snapshot, BLACK).controls}
    assert "Take it back" in claimer
    assert {"Yes, gammon", "Disagree"} <= other
    assert not {"Yes, gammon", "Disagree"} & claimer


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


@pytest.mark.parametrize(("side", "box_left"), [(WHITE, LEFT), (BLACK, RIGHT)])
def test_the_two_places_of_a_box_stand_in_one_order_however_the_table_names_them(
    side: Side, box_left: Half
) -> None:
    at = Situation(side, box_left=box_left)
    box = (KeySheet.MORE, KeySheet.DICE)
    orders = []
    for choices in ((LEFT, RIGHT), (RIGHT, LEFT)):
        made = controls([Action("MixerWishTapped", choices=choices)], at)
        keys = row(made, Pad(box, ()))
        orders.append({key.label: key.at for key in keys})
        for each in made:
            where = "left" if each.action.choice == box_left else "right"
            assert each.label == f"Baffle box on my {where}"
    assert orders[0] == orders[1]
