"""The baffle box: where it is allowed, ordered, agreed on, and dispensed from."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    LONDON,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    facts,
    open_match,
    setup,
)

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import ClockAsker, ClockSystem, MixerAsker, MixerUse, RuleBook
from kiosk.rules.table import Half


def playing(book: RuleBook = NORWAY) -> Table:
    """Black is to roll from its cup."""
    return Table().open(book=book).start().turn().lift()


@pytest.mark.parametrize("book", [ITALIAN, LONDON], ids=["italian", "london-club"])
def test_where_dice_are_rolled_from_a_cup_there_is_no_box(book: RuleBook) -> None:
    """C27: italian-international L98-L99, london-club TR9.1."""
    table = Table()
    table.ok(open_match(table.now, book=book))
    assert table.refused(c.SetUpTable(table.at, setup(LEFT))) == (Reason.CUP_ONLY,)
    table = playing(book)
    order = table.order(c.MixerOrdered, LEFT, False)
    assert table.refused(order) == (Reason.CUP_ONLY,)
    wish = c.MixerWishTapped(table.at, WHITE, LEFT)
    assert table.refused(wish) == (Reason.CUP_ONLY, Reason.MIXER_NOT_ASKED)


def test_no_such_book_comes_to_a_table_with_a_box() -> None:
    """The director dispenses from the box first; no box comes before such a book does."""
    boxed = Table().open(book=NORWAY.with_clock(ClockSystem.NONE, "club"), mixer=RIGHT)
    profile = boxed.order(c.ProfileOrdered, LONDON, "h")
    clock = boxed.order(c.ClockOrdered, UNIFIED, "h", ClockAsker.DIRECTOR, False, True)
    for order in (profile, clock):
        assert boxed.refused(order) == (Reason.CUP_ONLY,)
        assert boxed.told(e.Refused).cites == ("london-club TR9.1",)
    boxed.ok(boxed.order(c.MixerOrdered, None, False))
    boxed.ok(profile)
    assert boxed.refused(boxed.order(c.MixerOrdered, LEFT, False)) == (Reason.CUP_ONLY,)
    assert boxed.refused(c.SetUpTable(boxed.at, setup(LEFT))) == (Reason.CUP_ONLY,)


def test_unless_the_event_allows_it() -> None:
    table = Table().open(book=LONDON.with_value("roll.mixer", MixerUse.ALLOWED), mixer=RIGHT)
    assert table.mixer is RIGHT
    table.ready()
    table.throw(die(5, RIGHT))
    assert table.told(e.OpeningDieRolled).side is WHITE


# --- ordered (norway §2.4(i), §3.4) ------------------------------------------------------------


def test_the_director_may_order_it_for_the_rest_of_the_match() -> None:
    """S119."""
    table = playing()
    table.ok(table.order(c.MixerOrdered, RIGHT, True))
    changed = table.told(e.MixerChanged)
    assert (changed.setup.mixer, changed.setup.tower) == (RIGHT, True)
    assert (changed.by, changed.why) == ("director:Kari", "a reason")
    assert changed.cites == ("norway §2.4(i)",)
    table.throw(die(5, RIGHT), die(3, RIGHT))
    assert table.told(e.RollAccepted).side is BLACK
    table.win(BLACK).lift().ready()
    assert table.mixer is RIGHT


def test_a_roll_that_counted_stays_what_it_was() -> None:
    table = playing().roll(5, 3)
    table.ok(table.order(c.MixerOrdered, RIGHT, False))
    assert (table.phase, table.on_turn) == (Phase.MOVING, BLACK)
    table.press(BLACK).lift()
    table.throw(die(6, LEFT), die(1, LEFT))
    assert table.told(e.RollRefused).reasons == (Reason.WRONG_SIDE,)


def test_he_may_dispense_from_it() -> None:
    """§3.4(ii)."""
    table = Table().open(mixer=LEFT).start().turn().lift()
    table.ok(table.order(c.MixerOrdered, None, False))
    assert table.told(e.MixerChanged).cites == ("norway §4.1(iv)(b)",)
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.told(e.RollAccepted).cites == ("norway §4.1(iv)(a)",)


@pytest.mark.parametrize(
    ("mixer", "tower", "reason"),
    [
        (Half.BAR, False, Reason.BAD_VALUE),
        (None, True, Reason.BAD_VALUE),
        (None, False, Reason.ALREADY_DONE),
    ],
)
def test_an_order_that_changes_nothing_or_cannot_be_is_refused(
    mixer: Half | None, tower: bool, reason: Reason
) -> None:
    table = playing()
    assert table.refused(table.order(c.MixerOrdered, mixer, tower)) == (reason,)


def test_first_the_last_roll_is_settled() -> None:
    table = playing()
    table.throw(die(5, LEFT, flat=None), die(3, LEFT))
    order = table.order(c.MixerOrdered, RIGHT, False)
    assert table.refused(order) == (Reason.ROLL_IN_DOUBT,)
    table = Table().open(mixer=LEFT, tower=True).start().turn().lift()
    table.ok(c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT))))
    order = table.order(c.MixerOrdered, RIGHT, False)
    assert table.refused(order) == (Reason.ROLL_IN_DOUBT,)


def test_in_the_opening_both_throw_as_the_new_table_has_it() -> None:
    table = Table().open(mixer=LEFT).ready()
    table.throw(die(5, LEFT, at=(1.0, 1.0)))
    table.ok(table.order(c.MixerOrdered, None, False))
    table.lift().throw(die(2, RIGHT), die(6, LEFT))
    assert table.told(e.OpeningWon).side is BLACK
    table = Table().open().ready()
    table.ok(table.order(c.MixerOrdered, LEFT, False))
    table.throw(die(2, LEFT, at=(1.0, 1.0)))
    assert table.told(e.OpeningDieRolled).side is WHITE


# --- agreed and asked for ----------------------------------------------------------------------


def test_both_may_agree_on_it() -> None:
    """§3.4(i)(a)."""
    table = playing()
    table.ok(c.MixerWishTapped(table.at, WHITE, LEFT))
    assert table.told(e.MixerWished).cites == ("norway §3.4(i), §2.4(ii)",)
    assert table.mixer is None
    table.ok(c.MixerWishTapped(table.at, BLACK, LEFT))
    changed = table.told(e.MixerChanged)
    assert (table.mixer, changed.by) == (LEFT, None)
    assert table.match.dicing.mixer_wished.white is None


def test_a_wish_outlasts_the_game_it_was_made_in() -> None:
    table = playing()
    table.ok(c.MixerWishTapped(table.at, WHITE, LEFT))
    table.win(WHITE).start()
    table.ok(c.MixerWishTapped(table.at, BLACK, LEFT))
    assert table.mixer is LEFT


def test_different_wishes_agree_on_nothing() -> None:
    table = playing()
    table.ok(c.MixerWishTapped(table.at, WHITE, LEFT))
    table.ok(c.MixerWishTapped(table.at, BLACK, RIGHT))
    assert table.mixer is None
    assert table.refused(c.MixerWishTapped(table.at, BLACK, RIGHT)) == (Reason.ALREADY_DONE,)
    table.ok(c.MixerWishTapped(table.at, BLACK, LEFT))
    assert table.mixer is LEFT


def test_where_only_the_director_is_asked_two_wishes_are_two_requests() -> None:
    """§2.4(ii)."""
    book = NORWAY.with_value("roll.mixer_asked_by", frozenset({MixerAsker.PLAYER}))
    table = playing(book)
    for side in (WHITE, BLACK):
        table.ok(c.MixerWishTapped(table.at, side, LEFT))
    assert table.mixer is None


def test_where_players_are_not_asked_they_cannot_wish() -> None:
    book = NORWAY.with_value("roll.mixer_asked_by", frozenset({MixerAsker.DIRECTOR}))
    table = playing(book)
    wish = c.MixerWishTapped(table.at, WHITE, LEFT)
    assert table.refused(wish) == (Reason.MIXER_NOT_ASKED,)
