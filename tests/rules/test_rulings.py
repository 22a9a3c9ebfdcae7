"""A ruling has an effect, both sides are told it; a dispute is taken back; nothing is touched."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.match_corpus import plain_matches
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    ns,
)
from kits.words import sentence

from kiosk.catalogue.rulings import format_ruling
from kiosk.catalogue.text import format_text
from kiosk.rules.decide import ACTS, EVENTS, decide, why_not
from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.rulings import Effect, Ruled, Ruling, Wrong
from kiosk.rules.reasons import Reason
from kiosk.rules.rulings import RULINGS, effects_now
from kiosk.rules.units import BySide, Instant, Side

MICHIGAN = load("london-club+michigan-2002")
NAMES = BySide("Ada", "Grace")


def disputed(table: Table, side: Side = WHITE) -> Table:
    table.ok(c.DisputeTapped(table.at, side))
    return table


def refused_roll() -> Table:
    """White's roll is cocked by the camera, and White disputes that."""
    table = Table().open().start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(2, RIGHT, flat=False))
    return disputed(table.wait(5))


def told(table: Table) -> list[Ruled]:
    return [each.ruled for each in table.match.hearing.rulings]


# --- what follows at the board -------------------------------------------------------------------


def test_the_roll_counts() -> None:
    table = refused_roll()
    order = table.order(c.DisputeRuled, WHITE, Effect.ROLL_COUNTS, (5, 2), "§4.1(iv)")
    table.wait(30).ok(replace(order, at=table.at))
    table.go_on()
    assert table.phase is Phase.MOVING
    assert table.match.game is not None
    assert table.match.game.roll == (5, 2)
    assert table.match.stop is None
    assert table.match.clock.running is WHITE
    assert table.match.clock.since == table.at
    assert told(table) == [Ruled.DISPUTE, Ruled.ROLL]
    assert table.match.hearing.rulings[0].section == "§4.1(iv)"
    assert sentence(table.told(e.RulingGiven)) == (
        "Director Kari rules for White under §4.1(iv), because a reason."
    )


def test_roll_again() -> None:
    table = disputed(Table().open().start().turn().roll())
    table.ok(table.order(c.DisputeRuled, WHITE, Effect.ROLL_AGAIN))
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    assert told(table) == [Ruled.DISPUTE, Ruled.ROLL_AGAIN]
    table.roll(3, 1)


def test_the_move_is_made_again() -> None:
    table = Table().open().start().turn()
    disputed(table, BLACK)
    table.ok(table.order(c.DisputeRuled, BLACK, Effect.MOVE_AGAIN))
    table.go_on()
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    assert table.match.clock.running is WHITE
    assert told(table) == [Ruled.MOVE_AGAIN]


def test_the_move_stands() -> None:
    table = Table().open().start().turn()
    disputed(table, BLACK)
    table.ok(table.order(c.DisputeRuled, WHITE, Effect.MOVE_STANDS))
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    assert told(table) == [Ruled.MOVE_STANDS]


def test_a_move_can_not_be_made_again_once_the_book_lets_it_stand() -> None:
    """norway §4.2(iii)(a)."""
    table = disputed(Table().open().start().turn().roll())
    order = table.order(c.DisputeRuled, WHITE, Effect.MOVE_AGAIN)
    assert table.refused(order) == (Reason.NOT_NOW,)
    table = disputed(Table().open().start())
    assert table.refused(replace(order, at=table.at)) == (Reason.NOT_NOW,)


@pytest.mark.parametrize(
    ("effect", "values"),
    [
        (Effect.ROLL_COUNTS, None),
        (Effect.ROLL_COUNTS, (5,)),
        (Effect.ROLL_COUNTS, (5, 7)),
        (Effect.GOES_ON, (5, 2)),
        (Effect.MOVE_STANDS, (5, 2)),
    ],
)
def test_dice_that_do_not_fit_the_ruling(effect: Effect, values: tuple[int, ...] | None) -> None:
    table = refused_roll()
    assert table.refused(table.order(c.DisputeRuled, WHITE, effect, values)) == (Reason.BAD_VALUE,)


def over_and_disputed() -> Table:
    table = Table().open(points=1).start().win(WHITE)
    table.ok(c.ResultDisputed(table.at, BLACK, Wrong.SCORE))
    return table


@pytest.mark.parametrize(
    "make",
    [
        lambda: disputed(Table().open()),
        lambda: disputed(Table().open().ready()),
        lambda: disputed(Table().open().start()),
        lambda: disputed(Table().open().start().turn()),
        lambda: disputed(Table().open().start().turn().roll()),
        lambda: disputed(Table().open().start().turn().double()),
        refused_roll,
        over_and_disputed,
    ],
)
def test_the_effects_that_can_follow_now_are_those_no_ruling_is_refused_for(
    make: Callable[[], Table],
) -> None:
    match = make().match
    rolls = (None, (5,), (5, 2))

    def follows(effect: Effect) -> bool:
        orders = (
            c.DisputeRuled(Instant(0), match.match_id, "director:Kari", "so", WHITE, effect, each)
            for each in rolls
        )
        return any(not why_not(match, each) for each in orders)

    assert effects_now(match) == tuple(filter(follows, Effect))


def test_only_a_move_that_was_made_can_be_ruled_on() -> None:
    goes_on = (Effect.GOES_ON, Effect.ROLL_COUNTS, Effect.ROLL_AGAIN)
    assert effects_now(disputed(Table().open().start()).match) == goes_on
    assert effects_now(over_and_disputed().match) == (Effect.RESULT_STANDS,)
    assert effects_now(disputed(Table().open()).match) == (Effect.GOES_ON,)


# --- both are told it ----------------------------------------------------------------------------


def test_it_stands_until_both_have_read_it() -> None:
    table = disputed(Table().open().start())
    table.ok(table.order(c.DisputeRuled, None))
    table.ok(table.order(c.PenaltyOrdered, BLACK, 1, "§2.2(iv)"))
    assert told(table) == [Ruled.DISPUTE, Ruled.PENALTY]
    table.ok(c.RulingTapped(table.at, WHITE))
    assert told(table) == [Ruled.DISPUTE, Ruled.PENALTY]
    assert table.refused(c.RulingTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(c.RulingTapped(table.at, BLACK))
    assert table.match.hearing.rulings == ()


def test_what_the_players_settle_alone_is_no_ruling() -> None:
    table = Table().open().start().turn().roll()
    table.ok(c.RollDisputeTapped(table.at, WHITE, (6, 2)))
    table.ok(c.RollAgreed(table.at, BLACK, (6, 2)))
    assert told(table) == []


def test_an_awarded_proposal_is_told_once_a_declined_one_by_itself() -> None:
    for accepted, ruled in ((True, [Ruled.PENALTY]), (False, [Ruled.NO_PENALTY])):
        table = Table().open()
        table.ok(table.order(c.LatenessOrdered, BLACK, ns(6 * 60), None))
        assert table.match.proposals.pending
        number = table.match.proposals.pending[0].number
        kind = c.ProposalAccepted if accepted else c.ProposalDeclined
        table.ok(table.order(kind, number))
        assert told(table) == ruled


def test_every_ruling_there_is_reaches_both_sides() -> None:
    ruled = {kind for kind in EVENTS if kind.is_ruling}
    assert {kind for kind, _make in RULINGS} == ruled


@pytest.mark.parametrize("ruled", list(Ruled))
def test_every_ruling_has_words(ruled: Ruled) -> None:
    """Of what it needs, whoever it is for."""
    whole = Ruling(
        ruled,
        "director:Kari",
        "so",
        side=BLACK,
        number=1,
        values=(5, 2),
        cube=Cube(2, WHITE),
        score=BySide(3, 1),
        reserve=BySide(ns(61), ns(59)),
    )
    words = format_text(format_ruling(whole, NAMES))
    assert words.endswith(".")
    for place in ("{", "White", "Black"):
        assert place not in words


def test_it_is_told_with_the_players_names() -> None:
    ruling = Ruling(Ruled.PENALTY, "director:Kari", "so", side=BLACK, number=2)
    assert format_text(format_ruling(ruling, NAMES)) == "2 penalty points against Grace."
    ruling = Ruling(Ruled.TIME, "director:Kari", "so", reserve=BySide(ns(60.2), ns(59)))
    assert format_text(format_ruling(ruling, NAMES)) == "The clocks are set: Ada 1:01, Grace 0:59."


# --- taken back ----------------------------------------------------------------------------------


def test_who_raised_a_dispute_takes_it_back() -> None:
    table = Table().open().start().wait(20)
    before = table.match
    disputed(table, BLACK).wait(40)
    assert table.refused(c.DisputeWithdrawn(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.DisputeWithdrawn(table.at, BLACK))
    table.go_on()
    assert (table.match.stop, table.match.hearing.dispute) == (None, None)
    assert table.match.director_called is None
    assert table.match.clock.running is WHITE
    assert table.match.game == before.game
    assert table.refused(c.DisputeWithdrawn(table.at, BLACK)) == (Reason.NO_DISPUTE,)


def test_a_stop_the_director_ordered_meanwhile_stays_his() -> None:
    table = disputed(Table().open().start(), BLACK)
    table.ok(table.order(c.StopOrdered))
    table.ok(c.DisputeWithdrawn(table.at, BLACK))
    assert table.match.hearing.dispute is None
    assert table.match.stop is not None


def test_a_contest_taken_back_leaves_what_was_said_as_it_was() -> None:
    """Closed out; a crowded home; consent to another roll; dice taken too early."""
    table = Table().open().start().turn()
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    contested(table, WHITE)
    assert table.match.dicing.closed_out

    table = Table().open(book=LONDON).start(5, 6).turn().lift()
    table.ok(c.HomeCrowded(table.at, WHITE))
    contested(table, BLACK)
    assert table.match.dicing.left.white

    table = Table().open(book=ITALIAN).start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(2, RIGHT, flat=False))
    contested(table, BLACK)
    assert table.match.dicing.consents is BLACK

    table = Table().open().start()
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    contested(table, BLACK)
    assert table.match.dicing.claim is not None
    assert table.match.clock.running is None
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    assert table.match.dicing.forfeits is BLACK


def contested(table: Table, side: Side) -> None:
    ran = table.match.clock.running
    table.ok(c.DiceContested(table.at, side))
    table.ok(c.DisputeWithdrawn(table.at, side))
    if ran is not None:
        table.go_on()
    assert table.match.stop is None


# --- while everything stays ----------------------------------------------------------------------

MAY = {
    "AidTapped",
    "AppealTapped",
    "DirectorCallTapped",
    "DiceContested",
    "DisputeTapped",
    "DisputeWithdrawn",
    "DisturbanceTapped",
    "LanguageTapped",
    "MessageTapped",
    "ObserverWanted",
    "PresentTapped",
    "ResumeTapped",
    "RulingTapped",
}
"""What a side may still say; none of it touches dice, cube, checkers or score."""


def test_no_key_invites_to_change_what_must_stay() -> None:
    """norway §5.1, london-club TR15, italian-international L109, over every match and every tap."""
    seen = set()
    for match in plain_matches():
        after = match.hearing.wrong is not None  # nothing lies on the board any more
        if match.hearing.dispute is None or match.book is None or after:
            continue
        for act in ACTS:
            if act.tap is None or match.phase not in act.phases:
                continue
            for side in Side:
                for way, values in act.tap.tries(match, side):
                    command = act.tap.make(way, side, values, match.clock.since)
                    if not why_not(match, command):
                        seen.add(type(command).__name__)
    assert seen
    assert seen <= MAY


def test_dice_thrown_meanwhile_count_for_nothing_and_lifted_ones_end_no_turn() -> None:
    table = disputed(Table().open().start().turn())
    thrown = c.RollRead(table.at, facts(die(6, LEFT), die(1, LEFT)))
    assert Reason.RULING_AWAITED in table.refused(thrown)
    assert table.told(e.Refused).cites == ("norway §5.1",)
    table = disputed(Table().open(book=NO_CLOCK).start())
    table.lift()
    assert table.phase is Phase.MOVING


def test_a_game_the_director_ends_ends_its_dispute() -> None:
    table = disputed(Table().open().start())
    table.ok(table.order(c.GameEndOrdered, BLACK, 1))
    assert table.match.hearing.dispute is None
    table.ready()


def test_decide_is_the_same_with_a_ruling_unread() -> None:
    """What is to be read holds nothing up."""
    table = Table().open().start()
    table.ok(table.order(c.PenaltyOrdered, BLACK, 1, None))
    table.end_turn().roll(5, 2)
    assert not any(
        isinstance(event, e.Refused)
        for event in decide(table.match, c.ClockPressed(table.at, BLACK)).events
    )
