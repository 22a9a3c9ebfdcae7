"""Games conceded and claimed: when, and with what (R170, R171; C16, C49, C50)."""

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import (
    ITALIAN,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    UNIFIED,
    board_double,
    offer,
)
from kits.offers_kit import accepts, moving
from kits.rules_kit import BLACK, LEFT, WHITE, Table, die, facts, ns

from kiosk.rules.match import Phase
from kiosk.rules.match.outcome import ContestGround
from kiosk.rules.prompts.game import GamePrompt, game_prompts
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Side

AFTER_TURN = [ITALIAN, UNIFIED, MICHIGAN, LONDON]


def why_not(table: Table, side: Side, winner: Side, **said: bool) -> tuple[Reason, ...]:
    return table.refused(offer(table, side, winner, **said))


# --- when --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", AFTER_TURN)
def test_only_as_the_own_turn_ends(book: RuleBook) -> None:
    """000 L153, 002 §3.6, 004 §3.6: the mover at its end, or who has just pressed."""
    table = moving(book)
    assert why_not(table, BLACK, WHITE) == (Reason.NOT_AFTER_OWN_TURN,)
    assert table.told(e.Refused).cites == (book.cite("offer.when"),)
    table.end_turn()
    assert why_not(table, BLACK, WHITE) == (Reason.NOT_AFTER_OWN_TURN,)
    table.ok(offer(table, WHITE, BLACK))
    assert (table.phase, table.match.clock.running) == (Phase.OFFERED, None)


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_at_any_time_where_the_book_sets_no_moment(side: Side) -> None:
    """norway §4.5."""
    table = moving()
    table.ok(offer(table, side, side.other, 2))
    assert (table.phase, table.match.clock.running) == (Phase.OFFERED, None)
    accepts(table, side.other)
    ended = table.told(e.GameEnded)
    assert (ended.winner, ended.level, ended.cause) == (side.other, 2, EndCause.OFFER)


def test_an_offer_ends_the_turn_where_it_is_made_at_its_end() -> None:
    """002 §3.6: the turn is completed, then both buttons are centred."""
    table = moving(UNIFIED).wait(20)
    before = table.reserve(WHITE)
    table.ok(offer(table, WHITE, BLACK))
    ended = table.told(e.TurnEnded)
    assert (ended.side, ended.used) == (WHITE, ns(20))
    assert table.match.clock.reserve.white == before
    assert table.on_turn is BLACK
    table.ok(c.OfferRejected(table.at, BLACK))
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)


def test_a_turn_on_the_others_clock_ends_too() -> None:
    """The taker forgot its press: its own time paid for the doubler's turn."""
    table = moving(UNIFIED).turn().double().press(BLACK).take().roll().wait(30)
    assert table.match.clock.running is WHITE
    table.ok(offer(table, BLACK, WHITE))
    assert (table.told(e.TurnEnded).side, table.told(e.TurnEnded).used) == (BLACK, 0)
    assert table.on_turn is WHITE


def test_dice_and_a_double_that_wait_come_first() -> None:
    table = Table().open(7, mixer=LEFT, tower=True).ready()
    for value in (6, 5):
        table.lift().throw(die(value, LEFT, at=(10.0 * value, 10.0)))
    table.press(BLACK).turn().lift()
    table.do(c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT))))
    assert why_not(table, WHITE, BLACK) == (Reason.NOT_NOW,)
    table = moving()
    table.ok(board_double(table, BLACK, BLACK))
    assert why_not(table, WHITE, BLACK) == (Reason.NOT_NOW,)


@pytest.mark.parametrize("level", [0, 4, -1])
def test_there_is_no_such_outcome(level: int) -> None:
    table = moving()
    assert table.refused(offer(table, WHITE, BLACK, level)) == (Reason.BAD_VALUE,)
    order = table.order(c.GameEndOrdered, BLACK, level)
    assert table.refused(order) == (Reason.BAD_VALUE,)


# --- without contact (C49, S242) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "section"), [(NORWAY, "norway §4.5"), (MICHIGAN, "michigan-2002 §3.6")]
)
def test_a_concession_only_without_contact(book: RuleBook, section: str) -> None:
    table = moving(book)
    assert why_not(table, WHITE, BLACK, no_contact=False) == (Reason.CONTACT,)
    assert table.told(e.Refused).cites == (section,)


@pytest.mark.parametrize("book", [ITALIAN, UNIFIED])
def test_elsewhere_contact_does_not_matter(book: RuleBook) -> None:
    table = moving(book)
    table.ok(offer(table, WHITE, BLACK, no_contact=False))
    why = table.refused(c.OfferContested(table.at, BLACK, ContestGround.CONTACT))
    assert why == (Reason.NOT_NOW,)


def test_who_sees_contact_lets_the_offer_fall() -> None:
    """The table sees no checkers: both must agree that there is none."""
    table = moving().wait(3)
    table.ok(offer(table, WHITE, BLACK))
    own = c.OfferContested(table.at, WHITE, ContestGround.CONTACT)
    assert table.refused(own) == (Reason.NOT_YOUR_TURN,)
    table.wait(50).ok(c.OfferContested(table.at, BLACK, ContestGround.CONTACT))
    assert table.told(e.OfferRefused).cites == ("norway §4.5",)
    assert (table.phase, table.match.clock.running) == (Phase.MOVING, WHITE)
    assert table.match.clock.delay_left == ns(9)


def test_a_claim_that_may_be_denied_needs_no_such_condition() -> None:
    """norway §4.3(ii)(g): a side believes the game decided; else they play on."""
    table = moving()
    table.ok(offer(table, BLACK, BLACK, no_contact=False))
    assert table.told(e.GameOffered).cites == ("norway §4.3(ii)(g)",)
    accepts(table, WHITE)
    assert table.told(e.GameEnded).cause is EndCause.CLAIM


def test_a_win_offered_is_an_offer_like_any_other() -> None:
    """004 §3.6: a win or a loss, without contact."""
    table = moving(MICHIGAN)
    assert why_not(table, WHITE, WHITE, no_contact=False) == (Reason.CONTACT,)
    table.ok(offer(table, WHITE, WHITE, 2))
    accepts(table, BLACK, WHITE, 2)
    assert table.match.score == BySide(2, 0)


# --- where the result is certain -----------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3])
def test_by_the_norwegian_book_a_loss_is_offered_only_where_it_is_certain(level: int) -> None:
    """norway §4.5: no contact is not enough, and to be certain is not enough either."""
    table = moving()
    open_loss = offer(table, WHITE, BLACK, level, certain=False)
    assert table.refused(open_loss) == (Reason.NOT_CERTAIN,)
    assert table.told(e.Refused).cites == ("norway §4.5",)
    assert why_not(table, WHITE, BLACK, certain=True, no_contact=False) == (Reason.CONTACT,)
    neither = why_not(table, WHITE, BLACK, certain=False, no_contact=False)
    assert neither == (Reason.CONTACT, Reason.NOT_CERTAIN)
    assert table.phase is Phase.MOVING
    table.ok(offer(table, WHITE, BLACK, level, certain=True))
    assert table.phase is Phase.OFFERED


@pytest.mark.parametrize("book", [ITALIAN, UNIFIED, MICHIGAN, LONDON])
def test_elsewhere_a_loss_may_be_offered_while_other_outcomes_are_possible(book: RuleBook) -> None:
    """000 L153, 002 §3.6, 004 §3.6 ask for no certainty; 001 is silent."""
    table = moving(book)
    table.ok(offer(table, WHITE, BLACK, certain=False))
    assert table.phase is Phase.OFFERED


def test_a_claim_need_not_say_that_it_is_certain() -> None:
    """norway §4.3(ii)(g): who believes the game decided says so, and the other agrees or not."""
    table = moving()
    table.ok(offer(table, WHITE, WHITE, certain=False))
    accepts(table, BLACK)
    assert table.told(e.GameEnded).cause is EndCause.CLAIM


# --- claims (C50) --------------------------------------------------------------------------------


def test_the_unified_rules_have_no_claims() -> None:
    """S244, 002 §3.6: rolled to its end."""
    table = moving(UNIFIED)
    assert why_not(table, WHITE, WHITE) == (Reason.NO_CLAIMS,)
    assert table.told(e.Refused).cites == ("unified-2001 §3.6",)
    table.turn()
    declared = c.WinDeclared(table.at, WHITE, 1)
    assert table.refused(declared) == (Reason.NO_CLAIMS,)


def test_the_last_checker_borne_off_is_no_claim() -> None:
    table = moving(UNIFIED).win(WHITE)
    assert table.told(e.GameEnded).cause is EndCause.PLAYED


def test_a_claim_after_the_own_turn_is_verified() -> None:
    """S245, 000 L157, L158."""
    table = moving(ITALIAN)
    table.ok(offer(table, WHITE, WHITE, 2))
    assert table.told(e.GameOffered).cites == ("italian-international L157, L158",)
    assert GamePrompt.VERIFY_CLAIM in game_prompts(table.match)
    accepts(table, BLACK)
    ended = table.told(e.GameEnded)
    assert (ended.winner, ended.points, ended.cause) == (WHITE, 2, EndCause.CLAIM)


def test_a_win_declared_by_the_italian_book_waits_for_the_own_turn_to_end() -> None:
    table = moving(ITALIAN)
    declared = c.WinDeclared(table.at, BLACK, 1)
    assert table.refused(declared) == (Reason.NOT_AFTER_OWN_TURN,)


def test_without_a_clock_the_italian_director_records_it() -> None:
    """D0-12: only the clock part of 000 describes offers."""
    table = moving(NO_CLOCK)
    assert why_not(table, WHITE, BLACK) == (Reason.THROUGH_DIRECTOR,)
    assert table.told(e.Refused).cites == ("italian-international L61, L153-L158",)
    table.ok(table.order(c.GameEndOrdered, BLACK, 2))
    assert table.told(e.GameRuled).cites == ("italian-international L61, L153-L158",)
    assert table.match.score == BySide(0, 2)
    assert table.told(e.GameEnded).cause is EndCause.RULING


def test_without_a_clock_elsewhere_as_with_one() -> None:
    table = moving(LONDON)
    table.ok(offer(table, WHITE, BLACK))
    assert table.on_turn is BLACK
    table.ok(c.OfferRejected(table.at, BLACK))
    assert (table.phase, table.match.clock.running) == (Phase.TO_ROLL, None)
    assert table.told(e.OfferRefused).presses is None
