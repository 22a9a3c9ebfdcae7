"""Dice mixed on demand: when, and who picks them in what order."""

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import BLACK, BRONSTEIN, ITALIAN, LONDON, NO_CLOCK, NORWAY, WHITE, Table

from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import FirstPick, RuleBook

OF_TWO, OF_FOUR = (BLACK, WHITE), (BLACK, WHITE, BLACK, WHITE)


def before_match(book: RuleBook) -> Table:
    return Table().open(book=book)


def before_second_game(book: RuleBook) -> Table:
    return Table().open(book=book).start().win(WHITE)


def agreed(book: RuleBook) -> RuleBook:
    return book.with_value("dice.pick_at_start", FirstPick.ROLL_OR_AGREEMENT)


def demanded(table: Table) -> Table:
    table.ok(c.MixDemanded(table.at, WHITE))
    return table


def test_in_london_who_demands_takes_the_second_and_fourth() -> None:
    """S121, TR9."""
    table = demanded(before_match(LONDON))
    demand, order = table.told(e.DiceMixDemanded), table.told(e.PicksOrdered)
    assert (demand.side, demand.first_pick) == (WHITE, FirstPick.OPPONENT)
    assert demand.cites == ("london-club TR9", "london-club TR9")
    assert order.picks == OF_FOUR


def test_in_london_dice_are_mixed_before_the_match_only() -> None:
    """S122, C31."""
    table = before_second_game(LONDON)
    assert table.refused(c.MixDemanded(table.at, WHITE)) == (Reason.MIX_BEFORE_MATCH,)


@pytest.mark.parametrize(
    ("book", "picks", "cite"),
    [
        (NO_CLOCK, OF_FOUR, "norway §4.1(iii)"),
        (NORWAY, OF_TWO, "norway §4.1(iii)"),
        (ITALIAN, OF_FOUR, "italian-international L97"),
        (load("norway+unified-2001"), OF_TWO, "norway §4.1(iii)"),
        (load("london-club+unified-2001"), OF_TWO, "convention: london-club silent beyond TR9"),
    ],
    ids=["norway", "norway, clock", "italian", "unified on norway", "unified on london"],
)
def test_before_a_later_game_the_other_picks_first(
    book: RuleBook, picks: tuple[str, ...], cite: str
) -> None:
    """C32, S124; with a clock one die each is enough (D3-15)."""
    table = demanded(before_second_game(book))
    assert table.told(e.DiceMixDemanded).cites[1] == cite
    assert table.told(e.PicksOrdered).picks == picks


@pytest.mark.parametrize(("book", "picks"), [(NO_CLOCK, OF_FOUR), (NORWAY, OF_TWO)])
def test_in_norway_it_is_the_same_before_the_first_game(
    book: RuleBook, picks: tuple[str, ...]
) -> None:
    """Norway §4.1(iii): before any game of the match."""
    table = demanded(before_match(book))
    assert table.told(e.DiceMixDemanded).cites[1] == "norway §4.1(iii)"
    assert table.told(e.PicksOrdered).picks == picks


@pytest.mark.parametrize(
    ("table", "first_pick", "picks"),
    [
        (before_match(ITALIAN), FirstPick.RANDOM_DRAW, OF_FOUR),
        (before_second_game(BRONSTEIN), FirstPick.RANDOM_DRAW, OF_TWO),
        (before_match(agreed(NORWAY)), FirstPick.ROLL_OR_AGREEMENT, OF_TWO),
        (before_match(agreed(NO_CLOCK)), FirstPick.ROLL_OR_AGREEMENT, OF_FOUR),
    ],
    ids=["italian", "italian, clock", "agreed, clock", "agreed"],
)
def test_who_picks_first_is_drawn_or_agreed_and_then_said(
    table: Table, first_pick: FirstPick, picks: tuple[str, ...]
) -> None:
    """Italian-international L94, L134; and where an event lets the players agree."""
    demanded(table)
    assert table.told(e.DiceMixDemanded).first_pick is first_pick
    assert table.count(e.PicksOrdered) == 0
    table.ok(c.FirstPickTapped(table.at, BLACK))
    assert table.told(e.PicksOrdered).picks == picks
    assert table.refused(c.FirstPickTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)


def test_dice_are_mixed_once_before_a_game() -> None:
    table = demanded(before_match(NORWAY))
    for side in (WHITE, BLACK):
        assert table.refused(c.MixDemanded(table.at, side)) == (Reason.MIXED_ALREADY,)
    table.start()
    assert table.refused(c.MixDemanded(table.at, WHITE)) == (Reason.NOT_NOW,)
    table.win(WHITE)
    demanded(table)
    assert table.count(e.DiceMixDemanded) == 2


def test_nobody_picks_before_a_mix_was_demanded() -> None:
    table = before_match(NORWAY)
    assert table.refused(c.FirstPickTapped(table.at, BLACK)) == (Reason.NOT_NOW,)
