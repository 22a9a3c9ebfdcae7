"""A roll entered by touch: how many taps both sides need together, through the real keys."""

import pytest
from kits import commands as c
from kits import events as e
from kits.controls_kit import half
from kits.match_profiles import PROFILES
from kits.rules_kit import BLACK, LEFT, RIGHT, WHITE, Table, die
from kits.screen_kit import lost, seen, to_roll

from kiosk.catalogue.key import KeySheet
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import MixerUse
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Side
from kiosk.screen.asking import asking
from kiosk.screen.controls import Give, Open, Pick, Shut, Tap, apply_tap, at_rest, keep_pad, row
from kiosk.wire.taps import command_of

MOST_TAPS = 3


class Fingers:
    """Taps on keys that are really there, counted; the table decides what they give."""

    def __init__(self, table: Table) -> None:
        self.table, self.taps = table, 0

    def keys(self, side: Side) -> list[Tap]:
        one = half(seen(self.table), side)
        return [key.tap for key in row(one.controls, keep_pad(one.controls, one.occasion, None))]

    def tap(self, side: Side, *taps: Tap) -> None:
        one = half(seen(self.table), side)
        pad = keep_pad(one.controls, one.occasion, None)
        for tap in taps:
            assert tap in [key.tap for key in row(one.controls, pad)]
            pad, gift = apply_tap(one.controls, one.occasion, pad, tap)
            pad = keep_pad(one.controls, one.occasion, pad)
            self.taps += 1
            if gift is not None:
                given = command_of(gift.action, side, gift.values, self.table.at)
                self.table.ok(given)

    def yes(self, side: Side) -> None:
        """The key that says yes to the other."""
        (yes,) = [
            tap
            for tap in self.keys(side)
            if isinstance(tap, Give) and tap.action.kind == "RollAgreed"
        ]
        self.tap(side, yes)


def boxes(profile: str) -> tuple[Half | None, ...]:
    return (None,) if PROFILES[profile].roll.mixer is MixerUse.CUP_ONLY else (None, LEFT)


@pytest.mark.parametrize("profile", PROFILES)
def test_without_a_camera_every_roll_takes_three_taps_of_both_together(profile: str) -> None:
    for box in boxes(profile):
        for sayer in SIDES:
            table = lost(Table().open(5, PROFILES[profile], box).ready(), "camera")
            hands = Fingers(table)
            hands.tap(sayer, Pick(6), Pick(2))
            hands.yes(sayer.other)
            assert table.told(e.OpeningWon).side is WHITE
            assert hands.taps <= MOST_TAPS
            if table.phase is Phase.PRESS_TO_START:
                table.press(BLACK)
            table.wait(5)
            table.ok(c.ClockPressed(table.at, WHITE))
            hands.taps = 0
            hands.tap(BLACK, Pick(3), Pick(3))
            hands.yes(WHITE)
            assert table.told(e.RollAccepted).values == (3, 3)
            assert hands.taps <= MOST_TAPS


def test_a_roll_that_the_camera_cannot_read_takes_three_taps() -> None:
    table = to_roll()
    table.throw(die(4, LEFT), die(None, LEFT, flat=None))
    hands = Fingers(table)
    hands.tap(WHITE, Pick(4), Pick(1))
    hands.yes(BLACK)
    assert table.told(e.RollAccepted).values == (4, 1)
    assert hands.taps <= MOST_TAPS


def test_with_a_baffle_box_each_may_enter_its_own_die_and_nobody_is_trapped() -> None:
    """Black taps its own die where White's is asked about: both see what was said, and how on."""
    table = lost(Table().open(mixer=RIGHT).ready(), "camera")
    table.ok(c.RollEntered(table.at, WHITE, (4,)))
    assert half(seen(table), BLACK).prompt == "White says: the die of White is 4. Is that right?"
    table.ok(c.RollEntered(table.at, BLACK, (2,)))
    for side, said in ((WHITE, "You: 4. Black: 2"), (BLACK, "You: 2. White: 4")):
        one = half(seen(table), side)
        assert one.prompt == said
        assert one.notes[0] == (
            "One says yes to the other, or both enter again, or call the director"
        )
    hands = Fingers(table)
    hands.yes(BLACK)
    assert hands.taps == 1
    hands.tap(BLACK, Pick(2))
    hands.yes(WHITE)
    assert table.told(e.OpeningWon).side is WHITE


def test_the_dice_stand_open_and_the_other_keys_are_one_tap_away() -> None:
    one = half(seen(lost(to_roll(), "camera")), BLACK)
    pad = keep_pad(one.controls, one.occasion, None)
    assert at_rest(one.controls, pad)
    pad, _ = apply_tap(one.controls, one.occasion, pad, Shut())
    keys = [key.tap for key in row(one.controls, keep_pad(one.controls, one.occasion, pad))]
    assert Open(KeySheet.DOUBLE) in keys


def test_a_die_tapped_is_forgotten_by_one_key_and_asked_for_again() -> None:
    one = half(seen(lost(to_roll(), "camera")), BLACK)
    first = keep_pad(one.controls, one.occasion, None)
    pad, _ = apply_tap(one.controls, one.occasion, first, Pick(6))
    assert pad is not None
    assert asking(one, pad) == "6 and? Tap the second die"
    back, _ = apply_tap(one.controls, one.occasion, pad, Shut())
    assert keep_pad(one.controls, one.occasion, back) == first


def test_where_a_camera_reads_the_dice_do_not_stand_open() -> None:
    one = half(seen(to_roll()), BLACK)
    assert keep_pad(one.controls, one.occasion, None) is None
