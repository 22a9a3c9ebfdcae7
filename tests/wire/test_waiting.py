"""What waits for an answer is in the snapshot: who said what, and who or what it waits for."""

import msgspec
import pytest
from kits import commands as c
from kits.rules_kit import BLACK, MICHIGAN, WHITE, Table, die
from kits.screen_kit import STATES
from kits.waiting_kit import WAITING, after, challenged, late, offered, on_break, tap, to_roll

from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.proposal import ProposalCause, ProposalKind
from kiosk.rules.prompts import PROMPTS
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import DoubleGesture, FirstPick, MoveAccuser, StopFor
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.wire import waiting as w
from kiosk.wire.messages import from_table, to_line
from kiosk.wire.snapshot import Snapshot, StopView, snapshot


def seen(table: Table) -> Snapshot:
    taken = snapshot(table.match, 7, table.at)
    assert from_table(to_line(taken)) == taken
    return taken


def waits(state: str) -> w.WaitingView:
    return seen(WAITING[state]()).waiting


def test_nothing_waits_while_a_game_is_played() -> None:
    taken = seen(to_roll())
    assert taken.waiting == w.WaitingView()
    assert b'"waiting":{}' in to_line(taken)


def test_an_offer_says_who_wins_what_and_whether_it_is_certain() -> None:
    assert waits("game given up").offer == w.OfferView(WHITE, BLACK, 2, certain=False)
    assert waits("game claimed for sure").offer == w.OfferView(WHITE, WHITE, 2, certain=True)
    assert (
        seen(after(offered(MICHIGAN, BLACK, 1), tap(c.OfferRejected, BLACK))).waiting.offer is None
    )


def test_a_challenge_says_whose_move_and_by_which_side_if_by_one() -> None:
    assert seen(challenged(MICHIGAN)).waiting.challenge == w.ChallengeView(WHITE, BLACK)
    table = to_roll()
    table.ok(table.order(c.IllegalMovePointedOut, MoveAccuser.DIRECTOR))
    assert seen(table).waiting.challenge is None  # the director's word is played at once


@pytest.mark.parametrize(
    ("state", "side", "matter", "answered"),
    [
        ("dice taken early", WHITE, DiceMatter.EARLY_PICKUP, True),
        ("one die lifted", BLACK, DiceMatter.ONE_DIE_LIFTED, True),
        ("consent", BLACK, DiceMatter.REROLL, True),
        ("closed out", BLACK, DiceMatter.CLOSED_OUT, False),
        ("home crowded", BLACK, DiceMatter.CROWDED, False),
    ],
)
def test_what_is_said_of_dice_and_whether_it_waits(
    state: str, side: Side, matter: DiceMatter, answered: bool
) -> None:
    assert waits(state).dice == w.DiceClaimView(side, matter, answered)


def test_a_double_told_says_by_whom_whose_and_how_it_was_answered() -> None:
    full = DoubleGesture.FULL_FORM
    assert waits("double told").double == w.ClaimedDoubleView(WHITE, BLACK, full, None, None)
    assert waits("own passed double told").double == w.ClaimedDoubleView(
        BLACK, BLACK, full, None, CubeAnswer.PASS
    )


def test_a_mix_says_how_the_order_comes_and_then_the_order() -> None:
    assert waits("mixed").mix == w.MixView(WHITE, FirstPick.RANDOM_DRAW, ())
    picked = waits("picks known").mix
    assert picked is not None
    assert picked.picks[0] is BLACK


def test_a_break_says_until_when_and_who_is_away() -> None:
    table = on_break()
    started = table.at
    pause = seen(table).waiting.pause
    five_minutes = Instant(started + 300 * SECOND_NS)
    assert pause == w.PauseView(five_minutes, BySide(False, True), overrun=False)
    over = waits("break overrun").pause
    assert over is not None
    assert over.overrun
    assert seen(after(table, tap(c.PresentTapped, BLACK))).waiting.pause is None


def test_lateness_stands_with_the_side_that_is_late() -> None:
    sides = seen(WAITING["late, points proposed"]()).sides
    assert sides is not None
    assert sides.black.late is None
    assert sides.white.late is not None
    assert sides.white.late.points > 0
    table = late(MICHIGAN)
    shown = seen(table).sides
    since = table.match.schedule.late.white
    assert shown is not None
    assert since is not None
    assert shown.white.late == w.LateView(since.since, 0)


def test_what_the_director_has_to_answer() -> None:
    length = w.ProposalView(ProposalKind.LENGTH, ProposalCause.WRONG_LENGTH, None, length=9)
    assert waits("length proposed").proposals == (length,)
    score = w.ProposalView(
        ProposalKind.SCORE, ProposalCause.RECORDS_DIFFER, None, score=BySide(2, 1)
    )
    assert waits("score proposed").proposals == (score,)
    (time,) = waits("time used up, points proposed").proposals
    assert (time.kind, time.side) == (ProposalKind.PENALTY_POINTS, BLACK)
    assert waits("disputed").dispute is WHITE
    assert waits("match given up").conceded is WHITE


def test_how_far_the_result_is_settled() -> None:
    taken = seen(WAITING["result confirmed by one"]())
    assert taken.sides is not None
    assert taken.sides.map(lambda side: side.confirmed) == BySide(True, False)
    assert waits("result confirmed").reported is None
    assert waits("result reported").reported is WHITE


def test_an_appeal_and_a_length_for_later_and_a_wish() -> None:
    table = to_roll()
    table.ok(c.DisputeTapped(table.at, WHITE))
    table.ok(table.order(c.DisputeRuled, BLACK))
    table.ok(c.AppealTapped(table.at, WHITE))
    assert seen(table).waiting.appeal is WHITE
    london = WAITING["London, to roll"]()
    london.ok(london.order(c.LengthOrdered, 9))
    assert seen(london).waiting.length == london.match.lengths.pending
    sides = seen(WAITING["box wished"]()).sides
    assert sides is not None
    assert sides.map(lambda side: side.mixer_wish) == BySide(Half.PICTURE_RIGHT, None)


def test_who_stopped_the_clocks_and_for_what() -> None:
    stop = StopView(StopReason.PLAYER_STOPPED, None, None, BLACK, StopFor.FALLEN_DIE)
    assert seen(WAITING["stopped for a die"]()).stop == stop


def test_prompts_are_their_names_and_no_words() -> None:
    names = {prompt.value for kind in PROMPTS for prompt in kind}
    for state in WAITING:
        taken = seen(WAITING[state]())
        assert set(taken.prompts) <= names
    assert seen(WAITING["disputed"]()).prompts == ("leave_table_as_it_is",)


def test_what_the_director_was_called_for_and_that_slow_play_waits_for_him() -> None:
    called = seen(STATES["director called for the dice"]()).waiting
    assert (called.about, called.slow_play) == (CallAbout.DICE, False)
    slow = seen(STATES["slow play"]()).waiting
    assert (slow.about, slow.slow_play) == (None, True)


def test_every_field_of_what_waits_is_filled_by_some_state() -> None:
    filled: set[str] = set()
    for state in WAITING:
        shown = msgspec.structs.asdict(waits(state))
        empty = msgspec.structs.asdict(w.WaitingView())
        filled |= {name for name, value in shown.items() if value != empty[name]}
    told = {field.name for field in msgspec.structs.fields(w.WaitingView)}
    assert told - filled == {"appeal", "length", "coming", "contestable", "later_dice", "slow_play"}


def asked_beside() -> Table:
    """The camera asks what the side on turn rolled."""
    table = to_roll().lift()
    half = table.half_of(table.on_turn)
    table.throw(die(6, half, flat=None), die(6, half))
    return table


def thrown_over(table: Table, side: Side) -> Table:
    half = table.half_of(side)
    table.throw(die(5, half), die(2, half))
    return table


def test_a_roll_settled_alone_may_be_contested_until_the_next_roll() -> None:
    table = asked_beside()
    roller = table.on_turn
    table.ok(c.RollConfirmed(table.at, roller))
    assert seen(table.lift()).waiting.contestable is None
    table.press(roller)
    assert seen(table).waiting.contestable is roller
    assert seen(thrown_over(table, roller.other)).waiting.contestable is None


def test_dice_thrown_over_a_question_wait() -> None:
    table = asked_beside().lift()
    assert seen(thrown_over(table, table.on_turn.other)).waiting.later_dice
