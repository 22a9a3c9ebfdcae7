"""Sheets and pads: what a tap leads to, and what becomes of it when the game moves on."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from kits import commands as c
from kits.controls_kit import half, reachable, roll_pad
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    RIGHT,
    WHITE,
    die,
)
from kits.screen_kit import STATES, moving, seen, to_roll

from kiosk.rules.command import Command
from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import SIDES, Instant, require
from kiosk.screen.asking import asking
from kiosk.screen.controls import (
    EnterNumbers,
    Give,
    KeySheet,
    NumberDone,
    Open,
    Pad,
    Pick,
    ScreenControl,
    Shut,
    Spot,
    StepNumber,
    Tap,
    apply_tap,
    keep_pad,
    row,
    taps_to,
)
from kiosk.screen.view import HalfView
from kiosk.wire.taps import Action, command_of

CORNERS = ("Director", "Back")


def test_to_give_up_a_gammon_is_two_taps() -> None:
    one = half(seen(STATES["unified, moving"]()), WHITE)
    concede = Action("OfferTapped", side=BLACK, choices=("open",))
    assert Open(KeySheet.GIVE_UP) in [key.tap for key in row(one.controls, None)]
    pad, gift = apply_tap(one.controls, one.occasion, None, Open(KeySheet.GIVE_UP))
    assert gift is None
    labels = {key.label: key.tap for key in row(one.controls, pad)}
    assert apply_tap(one.controls, one.occasion, pad, labels["Gammon"]) == (
        None,
        Give(concede, (2,)),
    )
    command = command_of(concede, WHITE, (2,), Instant(9))
    assert command == c.OfferTapped(Instant(9), WHITE, BLACK, 2, no_contact=False, certain=False)


def test_by_the_norwegian_book_one_key_gives_up_and_says_what_that_means() -> None:
    """norway §4.5: only without contact, and where the result is certain."""
    one = half(seen(STATES["moving"]()), WHITE)
    pad = Pad((KeySheet.GIVE_UP,), one.occasion)
    labels = [key.label for key in row(one.controls, pad)]
    assert labels == [
        "Single, game is decided",
        "Gammon, game is decided",
        "Backgammon, game is decided",
        *CORNERS,
    ]
    assert asking(one, pad) == ("Only without contact, if nothing else is possible. You give up:")


def test_a_number_is_stepped_to_within_its_bounds_and_keys_stay_where_they_are() -> None:
    one = half(seen(STATES["between games"]()), WHITE)
    sheet = Action("RecordShown", choices=("sheet",))
    pad, _gift = apply_tap(
        one.controls, one.occasion, Pad((KeySheet.MORE,), one.occasion), EnterNumbers(sheet)
    )
    places: dict[Tap, set[Spot]] = {}
    for step in (5, 1, -1, -5, 1, 1, 1):
        assert pad is not None
        keys = {key.tap: key.at for key in row(one.controls, pad)}
        for tap, slot in keys.items():
            places.setdefault(tap, set()).add(slot)
        assert StepNumber(step) in keys
        pad, gift = apply_tap(one.controls, one.occasion, pad, StepNumber(step))
        assert gift is None
    assert pad is not None
    assert all(len(slots) == 1 for slots in places.values())
    assert (pad.number, pad.values) == (3, ())
    assert StepNumber(5) not in [key.tap for key in row(one.controls, pad)]  # the match is to 7
    pad, _gift = apply_tap(one.controls, one.occasion, pad, NumberDone())
    assert pad is not None
    assert (pad.number, pad.values) == (0, (3,))
    assert apply_tap(one.controls, one.occasion, pad, NumberDone()) == (None, Give(sheet, (3, 0)))


def test_back_goes_one_step_back() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad: Pad | None = Pad((KeySheet.MORE, KeySheet.WIN, KeySheet.SETTLE), one.occasion)
    seen_paths = []
    while pad is not None:
        pad, gift = apply_tap(one.controls, one.occasion, pad, Shut())
        assert gift is None
        seen_paths.append(pad.path if pad else None)
    assert seen_paths == [(KeySheet.MORE, KeySheet.WIN), (KeySheet.MORE,), None]


def test_back_forgets_the_dice() -> None:
    one = half(seen(to_roll()), BLACK)
    assert apply_tap(one.controls, one.occasion, roll_pad(one, 6), Shut()) == (None, None)


# --- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["to roll", "confirming", "opening"])
def test_the_second_die_sends_the_roll_as_it_was_tapped(state: str) -> None:
    one = half(seen(STATES[state]()), BLACK)
    roll = roll_pad(one).entering
    assert roll is not None
    pad, gift = apply_tap(one.controls, one.occasion, None, EnterNumbers(roll))
    taps = [key.tap for key in row(one.controls, pad)]
    stops = [] if state == "opening" else [Open(KeySheet.STOP)]
    assert taps == [*map(Pick, range(1, 7)), *stops, Give(Action("DirectorCallTapped")), Shut()]
    pad, gift = apply_tap(one.controls, one.occasion, pad, Pick(2))
    assert gift is None
    pad, gift = apply_tap(one.controls, one.occasion, pad, Pick(5))
    assert (pad, gift) == (None, Give(Action("RollEntered", dice=2), (2, 5)))


def test_one_opening_die_is_sent_at_once() -> None:
    one = half(seen(STATES["opening by the baffle box"]()), WHITE)
    pad = roll_pad(one)
    assert apply_tap(one.controls, one.occasion, pad, Pick(6)) == (
        None,
        Give(Action("RollEntered", dice=1), (6,)),
    )


def test_what_was_half_entered_is_kept_while_it_means_the_same_and_no_longer() -> None:
    table = STATES["confirming"]()
    before = half(seen(table), BLACK)
    pad = roll_pad(before, 6)
    table.ok(c.RollConfirmed(table.at, WHITE))
    same = half(seen(table), BLACK)
    assert keep_pad(same.controls, same.occasion, pad) == pad
    table.ok(c.RollEntered(table.at, BLACK, (4, 3)))
    on = half(seen(table), BLACK)
    assert seen(table).phase is Phase.MOVING
    assert keep_pad(on.controls, on.occasion, pad) is None


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
    assert keep_pad(before.controls, before.occasion, pad) == pad
    assert keep_pad(after.controls, after.occasion, pad) is None


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
        ("moving", lambda at: c.OfferTapped(at, WHITE, BLACK, 1, no_contact=True, certain=True)),
    ],
)
def test_a_sheet_shuts_when_the_other_side_asks_something(
    state: str, asks: Callable[[Instant], Command]
) -> None:
    """Though the game is at the same point, and the sheet would still be there to open."""
    table = STATES[state]()
    before = half(seen(table), BLACK)
    more = Pad((KeySheet.MORE,), before.occasion)
    assert keep_pad(before.controls, before.occasion, more) == more
    table.do(asks(table.at))
    after = half(seen(table), BLACK)
    assert KeySheet.MORE in {each.path[0] for each in after.controls if each.path}
    assert keep_pad(after.controls, after.occasion, more) is None


def test_a_pad_dies_when_its_drawer_goes() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    pad = Pad((), one.occasion, Action("RollEntered", dice=2), (6,))
    assert keep_pad(one.controls, one.occasion, pad) is None
    assert keep_pad(one.controls, one.occasion, Pad((KeySheet.TIME,), one.occasion)) is None
    more = Pad((KeySheet.MORE,), one.occasion)
    assert keep_pad(one.controls, one.occasion, more) == more


# --- the way to an action ----------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("open_first", [False, True])
def test_the_taps_to_an_action_give_just_that(state: str, open_first: bool) -> None:
    snapshot = seen(STATES[state]())
    for side in SIDES if snapshot.sides else ():
        one = half(snapshot, side)
        for gift in reachable(one):
            control = next(each for each in one.controls if each.action == gift.action)
            pad = Pad(control.path, one.occasion) if open_first and control.path else None
            pad = keep_pad(one.controls, one.occasion, pad)
            assert _given(one, pad, taps_to(one.controls, gift, pad)) == [gift]


def test_the_taps_to_a_number_step_there() -> None:
    one = half(seen(STATES["between games"]()), WHITE)
    for wanted in (
        Give(Action("LengthNoticed"), (11,)),
        Give(Action("LengthNoticed"), (1,)),
        Give(Action("RecordShown", choices=("scoreboard",)), (6, 4)),
    ):
        for pad in (None, Pad((KeySheet.MORE, KeySheet.CLOCK), one.occasion)):
            assert _given(one, pad, taps_to(one.controls, wanted, pad)) == [wanted]


def _given(one: HalfView, pad: Pad | None, taps: tuple[Tap, ...] | None) -> list[Give]:
    """What taps on keys that are really there give."""
    assert taps is not None
    gifts = []
    for tap in taps:
        assert tap in [key.tap for key in row(one.controls, pad)]
        pad, gift = apply_tap(one.controls, one.occasion, pad, tap)
        pad = keep_pad(one.controls, one.occasion, pad)
        gifts += [gift] if gift is not None else []
    return gifts


def test_there_is_no_way_to_what_is_not_shown() -> None:
    one = half(seen(STATES["moving"]()), WHITE)
    assert taps_to(one.controls, Give(Action("DoubleTapped")), None) is None
    assert taps_to(one.controls, Give(Action("WinDeclared", level=4)), None) is None
    controls: tuple[ScreenControl, ...] = ()
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


def test_the_whole_match_is_given_up_behind_a_step_that_says_so() -> None:
    """No tap on the sheet that gives a game up, or on that of the others, does it."""
    one = half(seen(moving(book=ITALIAN)), WHITE)
    concede = Action("MatchConceded")
    others = Pad((KeySheet.MORE,), one.occasion)
    for sheet in (others, Pad((KeySheet.GIVE_UP,), one.occasion)):
        assert Give(concede) not in [key.tap for key in row(one.controls, sheet)]
    pad, _gift = apply_tap(one.controls, one.occasion, others, Open(KeySheet.MATCH))
    assert asking(one, require(pad)) == "Give up the whole match? The other side wins it."
    labels = [key.label for key in row(one.controls, pad)]
    assert labels == ["Yes, the whole match", *CORNERS]
    assert apply_tap(one.controls, one.occasion, pad, Give(concede)) == (None, Give(concede))
