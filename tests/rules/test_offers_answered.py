"""Games conceded and claimed: accepted, rejected, contested, not played (R172-R176; C51)."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, MICHIGAN, NORWAY, UNIFIED, offer
from kits.offers_kit import accepts, moving
from kits.rules_kit import BLACK, WHITE

from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.match.outcome import ContestGround, Matter, Settlement
from kiosk.rules.prompts.game import GamePrompt, game_prompts
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import OfferRules, RuleBook
from kiosk.rules.units import SIDES, BySide, Side


def with_offers(book: RuleBook, **changes: object) -> RuleBook:
    rules: OfferRules = replace(book.offer, **changes)
    return replace(book, offer=rules)


# --- accepted (R172) -----------------------------------------------------------------------------


def test_by_michigan_who_accepts_repeats_the_outcome() -> None:
    table = moving(MICHIGAN)
    table.ok(offer(table, WHITE, BLACK, 2))
    for said in ((None, None), (BLACK, 1), (WHITE, 2)):
        why = table.refused(c.OfferAccepted(table.at, BLACK, *said))
        assert why == (Reason.OUTCOME_NOT_REPEATED,)
        assert table.told(e.Refused).cites == ("michigan-2002 §3.6",)
    accepts(table, BLACK, BLACK, 2)
    assert table.match.score == BySide(0, 2)


def test_elsewhere_a_word_is_enough_but_not_a_wrong_one() -> None:
    table = moving(UNIFIED)
    table.ok(offer(table, WHITE, BLACK, 2))
    assert table.refused(c.OfferAccepted(table.at, WHITE, None, None)) == (Reason.NOT_YOUR_TURN,)
    why = table.refused(c.OfferAccepted(table.at, BLACK, BLACK, 3))
    assert why == (Reason.OUTCOME_NOT_REPEATED,)
    accepts(table, BLACK)
    assert table.told(e.OfferTaken).cites == ("unified-2001 §3.6",)


# --- rejected (R173, R174) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "winner", "level", "certain", "may"),
    [
        (ITALIAN, BLACK, 1, True, False),
        (ITALIAN, BLACK, 1, False, True),
        (ITALIAN, BLACK, 3, False, False),
        (ITALIAN, WHITE, 3, True, True),
        (UNIFIED, BLACK, 2, True, False),
        (MICHIGAN, WHITE, 3, True, False),
        (MICHIGAN, BLACK, 1, True, False),
        (MICHIGAN, BLACK, 3, False, True),
        (NORWAY, BLACK, 3, True, True),
    ],
)
def test_what_may_not_be_rejected(
    book: RuleBook, winner: Side, level: int, certain: bool, may: bool
) -> None:
    """S241, S247: the most that can be lost (000, 002), a certain outcome (004), nothing (003)."""
    table = moving(book)
    table.ok(offer(table, WHITE, winner, level, certain=certain))
    reject = c.OfferRejected(table.at, BLACK)
    if may:
        table.ok(reject)
        assert table.phase is not Phase.OFFERED
    else:
        assert table.refused(reject) == (Reason.MAY_NOT_REJECT,)
        assert table.told(e.Refused).cites == (book.cite("offer.unrefusable"),)
        assert table.phase is Phase.OFFERED


def test_nobody_rejects_his_own_offer() -> None:
    table = moving()
    table.ok(offer(table, WHITE, BLACK))
    assert table.refused(c.OfferRejected(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)


def test_by_the_unified_rules_the_offerer_presses() -> None:
    """002 §3.6, D2-5: the opponent rolls, the offerer starts its time; the roll is valid anyway."""
    table = moving(UNIFIED)
    table.ok(offer(table, WHITE, BLACK))
    table.ok(c.OfferRejected(table.at, BLACK))
    assert table.told(e.OfferRefused).presses is WHITE
    assert game_prompts(table.match) == (GamePrompt.PRESS_AFTER_REJECTION,)
    assert table.match.clock.running is None
    table.roll()
    table.press(WHITE)
    assert table.match.clock.running is BLACK
    assert game_prompts(table.match) == ()
    table.press(BLACK)
    assert table.on_turn is WHITE


def test_or_the_opponent_moves_before_anybody_pressed() -> None:
    table = moving(UNIFIED)
    table.ok(offer(table, WHITE, BLACK))
    table.ok(c.OfferRejected(table.at, BLACK))
    table.roll().wait(30).press(BLACK)
    assert table.told(e.TurnEnded).used == 0
    assert table.match.clock.running is WHITE


def test_by_michigan_who_rejects_starts_his_own_time() -> None:
    """004 §3.6, D4-2."""
    table = moving(MICHIGAN)
    table.ok(offer(table, WHITE, BLACK))
    table.wait(40).ok(c.OfferRejected(table.at, BLACK))
    assert (table.match.clock.running, table.match.clock.since) == (BLACK, table.at)
    assert table.on_turn is BLACK


@pytest.mark.parametrize("book", [MICHIGAN, ITALIAN, NORWAY])
def test_after_the_press_the_stopped_clock_goes_on(book: RuleBook) -> None:
    table = moving(book).turn().wait(5)
    table.ok(offer(table, WHITE, BLACK))
    left = table.match.clock.reserve.black
    table.wait(60).ok(c.OfferRejected(table.at, BLACK))
    assert table.told(e.PlayResumed).side is BLACK
    assert table.match.clock.running is BLACK
    assert table.match.clock.reserve.black == left


# --- contested (R175) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "sections"),
    [
        (MICHIGAN, ("michigan-2002 §3.7", "michigan-2002 §3.6")),
        (ITALIAN, ("italian-international L109", "italian-international L153")),
    ],
)
def test_who_denies_that_it_is_certain_calls_the_director(
    book: RuleBook, sections: tuple[str, ...]
) -> None:
    table = moving(book)
    table.ok(offer(table, WHITE, BLACK, 2, certain=True))
    contest = c.OfferContested(table.at, BLACK, ContestGround.NOT_CERTAIN)
    table.ok(contest)
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.OFFER, sections)
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    assert table.refused(contest) == (Reason.CLOCK_STOPPED,)
    records = GamePrompt.RECORD_POSITION in game_prompts(table.match)
    assert records == (book is MICHIGAN)


@pytest.mark.parametrize("gin", [True, False])
def test_the_director_rules_on_gin(gin: bool) -> None:
    """004 §3.7."""
    table = moving(MICHIGAN)
    table.ok(offer(table, WHITE, WHITE, 3, certain=True))
    table.ok(c.OfferContested(table.at, BLACK, ContestGround.NOT_CERTAIN))
    table.ok(table.order(c.GinOrdered, gin))
    ruled = table.told(e.GinRuled)
    assert (ruled.gin, ruled.cites) == (gin, ("michigan-2002 §3.7",))
    if gin:
        ended = table.told(e.GameEnded)
        assert (ended.winner, ended.level, ended.cause) == (WHITE, 3, EndCause.RULING)
    else:
        assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
        table.go_on()
        assert table.match.stop is None
        assert table.match.clock.running is BLACK


def test_after_a_ruling_the_unified_offerer_presses_too() -> None:
    table = moving(UNIFIED)
    table.ok(offer(table, WHITE, BLACK, certain=True))
    table.ok(c.OfferContested(table.at, BLACK, ContestGround.NOT_CERTAIN))
    table.ok(table.order(c.GinOrdered, False))
    assert (table.match.stop, table.match.clock.running) == (None, None)
    table.press(WHITE)
    assert table.match.clock.running is BLACK


def test_who_contested_may_accept_again_when_both_go_on() -> None:
    """While the director is called no side ends the game alone; of two answers none stays alone."""
    table = moving(MICHIGAN)
    table.ok(offer(table, WHITE, BLACK, certain=True))
    table.ok(c.OfferContested(table.at, BLACK, ContestGround.NOT_CERTAIN))
    for command in (c.OfferAccepted(table.at, BLACK, BLACK, 1), c.OfferRejected(table.at, BLACK)):
        assert Reason.CLOCK_STOPPED in table.refused(command)
    for side in SIDES:
        table.ok(c.ResumeTapped(table.at, side))
    accepts(table, BLACK, BLACK, 1)
    assert (table.match.score, table.match.stop) == (BySide(0, 1), None)


def test_facts_of_offers_without_an_offer_change_nothing() -> None:
    """A journal may hold any fact after any other; `evolve` never raises."""
    for match in (EMPTY, moving().match):
        assert evolve(match, e.OfferRefused(WHITE, None, ())) == match


# --- what is not played (R176) -------------------------------------------------------------------


@pytest.mark.parametrize("settlement", list(Settlement))
@pytest.mark.parametrize(
    ("book", "section"),
    [
        (ITALIAN, "italian-international L61"),
        (NORWAY, "norway §4.5"),
        (UNIFIED, "unified-2001 §3.6"),
        (MICHIGAN, "michigan-2002 §3.6"),
    ],
)
def test_nothing_is_settled(book: RuleBook, section: str, settlement: Settlement) -> None:
    """S248."""
    table = moving(book)
    wants = c.SettlementTapped(table.at, WHITE, settlement)
    assert table.refused(wants) == (Reason.NO_SETTLEMENT,)
    assert table.told(e.Refused).cites == (section,)


def test_a_book_that_allows_it_leaves_it_to_the_director() -> None:
    table = moving(with_offers(NORWAY, settlement=True))
    table.ok(c.SettlementTapped(table.at, WHITE, Settlement.DRAW))
    assert table.told(e.Referred).matter is Matter.SETTLEMENT
