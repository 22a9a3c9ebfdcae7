"""After a roll that did not count: consent, presumption, dice that only the board tilts."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, ITALIAN, LEFT, LONDON, NO_CLOCK, NORWAY, RIGHT, WHITE, Table, die

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side


def cocked(book: RuleBook = ITALIAN) -> Table:
    """White's roll has just been found cocked."""
    table = Table().open(book=book).start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(3, RIGHT, flat=False))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)
    return table


def again(table: Table) -> Table:
    table.lift().throw(die(6, RIGHT), die(1, RIGHT))
    return table


# --- consent (italian-international L96) -------------------------------------------------------


def test_the_roller_waits_for_the_others_consent() -> None:
    """S106, S112."""
    table = cocked()
    assert table.told(e.ConsentAsked).side is BLACK
    assert again(table).told(e.RollRefused).reasons == (Reason.NO_CONSENT,)
    assert table.count(e.RollAccepted) == 0
    table.ok(c.RerollConsented(table.at, BLACK))
    assert table.told(e.RerollAllowed).cites == ("italian-international L96",)
    assert again(table).told(e.RollAccepted).values == (6, 1)


def test_rolling_before_it_makes_a_presumption_for_the_other() -> None:
    table = again(cocked())
    refused, noted = table.told(e.RollRefused), table.told(e.PresumptionNoted)
    assert (refused.side, refused.facts.dice) == (WHITE, (die(6, RIGHT), die(1, RIGHT)))
    assert (noted.side, noted.reason) == (BLACK, Reason.NO_CONSENT)
    assert noted.cites == ("italian-international L96, L109",)


def test_a_book_that_presumes_nothing_only_voids_the_roll() -> None:
    book = LONDON.with_value("roll.cocked_needs_consent", True)
    table = again(cocked(book))
    assert table.told(e.RollRefused).reasons == (Reason.NO_CONSENT,)
    assert table.count(e.PresumptionNoted) == 0


def test_a_roll_on_the_wrong_half_is_cocked_as_well() -> None:
    """L96: dice that do not come to rest flat on the right board."""
    table = Table().open(book=ITALIAN).start(5, 6).turn().lift()
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.match.dicing.consents is BLACK


def test_only_the_other_consents_and_only_when_asked() -> None:
    table = cocked()
    assert table.refused(c.RerollConsented(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.RerollConsented(table.at, BLACK))
    assert table.refused(c.RerollConsented(table.at, BLACK)) == (Reason.NOT_NOW,)


@pytest.mark.parametrize("book", [NO_CLOCK, LONDON], ids=["norway", "london-club"])
def test_elsewhere_cocked_dice_are_simply_rolled_again(book: RuleBook) -> None:
    """C29: norway §4.1(iv), london-club TR9.3."""
    table = cocked(book)
    assert table.count(e.ConsentAsked) == 0
    assert again(table).told(e.RollAccepted).values == (6, 1)


def test_both_dice_are_rolled_again() -> None:
    """TR9.3: with one of them still lying there nothing counts without a word."""
    table = cocked(LONDON)
    table.throw(die(5, RIGHT), die(2, RIGHT))
    assert table.told(e.RollQuestioned).reasons == (Reason.DICE_NOT_ROLLED,)


def test_the_other_may_say_that_the_roll_counts() -> None:
    """A dispute: the director rules, then both sides enter what stands."""
    table = cocked()
    table.ok(c.DiceContested(table.at, BLACK))
    assert table.match.director_called is BLACK
    assert table.match.dicing.consents is None
    table.ok(table.order(c.StartOrdered))
    table.enter(5, 3)
    assert table.told(e.RollAccepted).values == (5, 3)


def test_what_both_enter_settles_a_cocked_roll() -> None:
    table = cocked().enter(5, 3)
    assert table.phase is Phase.MOVING
    assert table.match.dicing.consents is None
    table.lift()
    table.throw(die(4, LEFT), die(2, LEFT))
    assert table.told(e.RollAccepted).side is BLACK


def test_nobody_has_to_consent_to_an_opening_rolled_again() -> None:
    table = Table().open(book=ITALIAN).ready()
    table.throw(die(5, RIGHT, flat=False), die(3, LEFT))
    assert table.count(e.ConsentAsked) == 0


# --- uneven surface (norway §4.1(iv)) ----------------------------------------------------------


@pytest.mark.parametrize("first", [WHITE, BLACK])
def test_dice_tilted_by_the_board_alone_count_as_both_state_them(first: Side) -> None:
    """S110."""
    table = cocked(NORWAY)
    table.ok(c.UnevenSurfaceClaimed(table.at, first, (3, 5)))
    asked = table.told(e.RollQuestioned)
    assert (asked.reasons, asked.proposal) == ((Reason.UNEVEN_SURFACE,), (5, 3))
    assert asked.cites == ("norway §4.1(iv)(a), §4.1(iv)(b)",)
    assert table.count(e.RollAccepted) == 0
    table.ok(c.RollConfirmed(table.at, first.other))
    accepted = table.told(e.RollAccepted)
    assert (accepted.side, accepted.values, accepted.by_touch) == (WHITE, (5, 3), True)


def test_the_other_side_may_say_that_they_are_cocked() -> None:
    table = cocked(NORWAY)
    table.ok(c.UnevenSurfaceClaimed(table.at, WHITE, (5, 3)))
    table.ok(c.RollEntered(table.at, BLACK, None))
    assert table.phase is Phase.CONFIRMING
    table.ok(c.RollEntered(table.at, WHITE, None))
    assert table.told(e.RollRefused).reasons == (Reason.PLAYERS_CALL_INVALID,)


def test_an_opening_die_may_lie_so_too() -> None:
    table = Table().open().ready()
    table.throw(die(5, RIGHT, flat=False), die(3, LEFT))
    table.ok(c.UnevenSurfaceClaimed(table.at, BLACK, (5, 3)))
    table.ok(c.RollConfirmed(table.at, WHITE))
    won = table.told(e.OpeningWon)
    assert (won.side, won.values) == (WHITE, (5, 3))


def test_an_opening_die_from_the_mixer_may_lie_so_alone() -> None:
    table = Table().open(mixer=LEFT).ready()
    table.throw(die(6, LEFT, flat=False))
    table.ok(c.UnevenSurfaceClaimed(table.at, BLACK, (6,)))
    asked = table.told(e.RollQuestioned)
    assert (asked.side, asked.thrown, asked.proposal) == (WHITE, 1, (6,))
    table.ok(c.RollConfirmed(table.at, WHITE))
    rolled = table.told(e.OpeningDieRolled)
    assert (rolled.side, rolled.value) == (WHITE, 6)


@pytest.mark.parametrize("values", [(1, 1), (6, 6)])
def test_any_face_may_be_claimed(values: tuple[int, ...]) -> None:
    table = cocked(NORWAY)
    table.ok(c.UnevenSurfaceClaimed(table.at, WHITE, values))
    assert table.told(e.RollQuestioned).proposal == values


@pytest.mark.parametrize("book", [ITALIAN, LONDON], ids=["italian", "london-club"])
def test_elsewhere_a_tilted_die_is_cocked_whatever_tilts_it(book: RuleBook) -> None:
    """C28: italian-international L96, london-club TR9.3."""
    table = cocked(book)
    claim = c.UnevenSurfaceClaimed(table.at, WHITE, (5, 3))
    assert table.refused(claim) == (Reason.TILTED_IS_COCKED,)


@pytest.mark.parametrize("values", [(), (5,), (0, 3), (5, 7)])
def test_what_dice_cannot_show_is_no_claim(values: tuple[int, ...]) -> None:
    table = cocked(NORWAY)
    claim = c.UnevenSurfaceClaimed(table.at, WHITE, values)
    assert table.refused(claim) == (Reason.BAD_VALUE,)


def test_it_is_said_of_tilted_dice_that_still_lie_there() -> None:
    table = cocked(NORWAY).lift()
    claim = c.UnevenSurfaceClaimed(table.at, WHITE, (5, 3))
    assert table.refused(claim) == (Reason.NOT_NOW,)
    table.throw(die(5, LEFT, flat=False), die(3, RIGHT))
    assert table.refused(claim) == (Reason.NOT_NOW,)
