"""Each key has one place, so that a finger on its way never finds another there."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.controls_kit import half
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    KINDS,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    UNIFIED,
    WHITE,
    Table,
)
from kits.rules_samples import samples
from kits.screen_kit import STATES, lost, moving, seen, to_roll

from kiosk.catalogue.key import Corner, KeySheet, Tone
from kiosk.rules.command import Command
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SIDES, Side
from kiosk.screen.controls import Column, EnterNumbers, Give, Open, Pad, ScreenKey, apply_tap, row
from kiosk.wire.snapshot import Snapshot

YES, NO, CENTRE, DICE, STOP = range(5)


def _all(names: tuple[str, ...], column: int) -> dict[str, set[int]]:
    return {name: {column} for name in names}


PLACES = {
    **_all(
        (
            *("RollConfirmed", "WinAgreed", "OfferAccepted", "TakeTapped", "take"),
            *("BoardDoubleAgreed", "DiceClaimAgreed", "RerollConsented", "IllegalMoveAgreed"),
            *("NobodyLeftAgreed", "ReopenAgreed", "ResultConfirmed", "PresentTapped"),
            *("MessageTapped", "RulingTapped", "ConcessionWithdrawn", "DisputeWithdrawn", "time"),
        ),
        YES,
    ),
    "RollAgreed": {YES, NO},
    "PressBackTapped": {YES, DICE},
    "PressBackDenied": {NO},
    "contest": {YES},
    **_all(
        (
            *("WinDisputed", "OfferRejected", "PassTapped", "pass", "BoardDoubleContested"),
            *("DiceContested", "IllegalMoveDenied", "RollDisputeDenied", "NobodyLeftDenied"),
            *("ReopenDenied", "RollEntered", "give_up", "ResultReported", "FirstPickTapped"),
            *("LateClaimTapped", "NobodyLeftTapped"),
        ),
        NO,
    ),
    **_all(
        ("DoubleTapped", "double", "win", "ReadyTapped", "ResumeTapped", "result", "die"),
        CENTRE,
    ),
    "OfferContested": {CENTRE, DICE},
    "asked": {CENTRE, DICE},
    "dice": {DICE},
    "second_picture": {CENTRE},
    "GuideTapped": {DICE},
    "roll": {DICE},
    "TakeBackTapped": {YES, DICE, STOP},
    "stop": {STOP},
    "LanguageTapped": {STOP},
    "why": {STOP},
}
"""In which column each key stands. One denies that there is no contact, or that it is certain; a
roll is agreed to with yes, and that it does not count where the camera's word has that place; and
what was settled is taken back beside the dice, or where the clocks do not run; by who is to
roll, with yes.
"""


def name(key: ScreenKey) -> str:
    """What the key is for; to enter a roll is one thing, however the key is called."""
    match key.tap:
        case Open(drawer):
            return str(drawer)
        case EnterNumbers(action):
            return "die" if action.dice == 1 and key.label == "Only my die" else "dice"
        case Give(action):
            return action.kind
    raise AssertionError(key)


def standing(snapshot: Snapshot, side: Side) -> dict[int, ScreenKey]:
    """The keys of a side's row by their columns."""
    keys = row(half(snapshot, side).controls, None)
    return {key.at.slot: key for key in keys if isinstance(key.at, Column)}


def unread(snapshot: Snapshot, side: Side) -> bool:
    """Words of the director lie over what was asked, and are put away first."""
    assert snapshot.sides is not None
    kinds = {each.kind for each in snapshot.sides.of_side(side).actions}
    return bool(kinds & {"MessageTapped", "RulingTapped"})


def check_places(snapshot: Snapshot) -> int:
    """Every key of every row stands in its place; how many there are."""
    counted = 0
    for side in SIDES if snapshot.sides else ():
        for column, key in standing(snapshot, side).items():
            counted += 1
            assert unread(snapshot, side) or column in PLACES[name(key)], (key, column)
    return counted


def test_every_key_has_its_own_place_in_every_state() -> None:
    assert sum(check_places(seen(make())) for make in STATES.values()) > 300


def offer_rejected(*, camera: bool) -> Table:
    """Black has just rejected White's offer, and is to roll."""
    table = moving(book=BRONSTEIN)
    if not camera:
        lost(table, "camera")
    table.ok(c.OfferTapped(table.at, WHITE, BLACK, 1, no_contact=False, certain=False))
    table.ok(c.OfferRejected(table.at, BLACK))
    return table


@pytest.mark.parametrize("camera", [True, False])
def test_what_was_settled_is_never_taken_back_where_one_says_no(camera: bool) -> None:
    shown = seen(offer_rejected(camera=camera))
    check_places(shown)
    columns = {name(key): column for column, key in standing(shown, BLACK).items()}
    assert (columns["TakeBackTapped"], columns["dice"]) == (YES, DICE)


BOOKS = [NORWAY, NO_CLOCK, ITALIAN, BRONSTEIN, LONDON, UNIFIED, MICHIGAN]
STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 60), st.integers(0, 40)), max_size=25
)

HARMLESS = {
    "ResumeTapped",
    "MessageTapped",
    "RulingTapped",
    "OfferContested",
    "ReadyTapped",
    "ConcessionWithdrawn",
    "TakeBackTapped",
}
"""To go on and to be ready both have to tap; to read, to ask the director and to take back settle
nothing of the game.
"""


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.sampled_from(BOOKS))
def test_a_finger_on_its_way_to_one_key_never_gives_another(
    steps: list[tuple[type[Command], int, int]], book: RuleBook
) -> None:
    """Whatever the other side, the camera or the director does meanwhile; but who gives up may say
    no, and who reads the director's words finds the answers after them.
    """
    table = Table().open(book=book).start()
    for kind, which, seconds in steps:
        before = seen(table)
        table.wait(seconds)
        choices = samples(kind, table.at)
        command = choices[which % len(choices)]
        table.do(command)
        after = seen(table)
        check_places(after)
        if after.sides is None:
            return  # the director has withdrawn the match
        for side in SIDES:
            own = side in (getattr(command, "side", None), getattr(command, "by", None))
            if not own and not unread(before, side) and not unread(after, side):
                check_change(standing(before, side), standing(after, side))


def check_change(before: dict[int, ScreenKey], after: dict[int, ScreenKey]) -> None:
    for column in before.keys() & after.keys():
        was, now = before[column], after[column]
        if isinstance(now.tap, Give) and name(was) != name(now):
            assert name(now) in HARMLESS or name(was) == "give_up", (was, now)


def test_i_give_up_never_stands_where_double_or_an_answer_has_consequences() -> None:
    """It moved through three columns, one of them the double's."""
    columns = {
        name(key): column
        for make in STATES.values()
        if (snapshot := seen(make())).sides
        for side in SIDES
        if not unread(snapshot, side)
        for column, key in standing(snapshot, side).items()
    }
    assert columns["give_up"] not in (columns["double"], columns["DoubleTapped"], columns["take"])


# --- quiet until it matters ----------------------------------------------------------------------


def tones(table: Table, side: Side) -> dict[str, Tone]:
    return {name(key): key.tone for key in standing(seen(table), side).values()}


def test_to_give_up_and_to_have_won_are_quiet_until_a_game_can_be_over() -> None:
    """Fifteen checkers are borne off with seven rolls at the least, the other side's between."""
    table = moving()
    for _turn in range(11):
        table.end_turn().lift().roll(6, 6)
    assert table.match.game is not None
    assert table.match.game.moves.rolls == 12
    assert tones(table, table.on_turn)["win"] is Tone.QUIET
    assert {tones(table, side)["give_up"] for side in SIDES} == {Tone.QUIET}
    table.end_turn().lift().roll(6, 6)
    assert tones(table, table.on_turn)["win"] is Tone.PLAIN
    assert {tones(table, side)["give_up"] for side in SIDES} == {Tone.PLAIN}


def test_on_the_sheet_that_a_quiet_key_opens_the_keys_are_plain() -> None:
    one = half(seen(moving()), WHITE)
    for drawer in (KeySheet.WIN, KeySheet.GIVE_UP):
        keys = row(one.controls, Pad((drawer,), one.occasion))
        assert {key.tone for key in keys if not isinstance(key.at, Corner)} == {Tone.PLAIN}


# --- the clocks can be stopped while dice are tapped in -------------------------------------------


@pytest.mark.parametrize("state", ["no camera", "to roll", "confirming", "they differ"])
def test_with_the_dice_open_the_clocks_can_be_stopped(state: str) -> None:
    one = half(seen(STATES[state]()), BLACK)
    enter = next(
        each.action
        for each in one.controls
        if each.action.kind == "RollEntered" and each.action.dice == 2
    )
    pad = Pad((), one.occasion, enter, (6,))
    stop = next(key for key in row(one.controls, pad) if key.at is Corner.STOP)
    assert (stop.tap, stop.label) == (Open(KeySheet.STOP), "Stop clocks")
    opened, gift = apply_tap(one.controls, one.occasion, pad, stop.tap)
    assert gift is None
    labels = [key.label for key in row(one.controls, opened)]
    assert labels[0] == "Fallen die"


def test_where_no_clock_can_be_stopped_no_key_offers_it() -> None:
    one = half(seen(to_roll(book=NO_CLOCK)), BLACK)
    enter = next(each.action for each in one.controls if each.action.kind == "RollEntered")
    spots = [key.at for key in row(one.controls, Pad((), one.occasion, enter))]
    assert Corner.STOP not in spots
