"""After a ruling, and after a stop, clocks run again only once both sides have tapped."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.match_profiles import PROFILES
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    KINDS,
    LONDON,
    MICHIGAN,
    WHITE,
    Table,
)
from kits.rules_samples import samples
from kits.waiting_kit import (
    WAITING,
    after,
    contested_offer,
    disputed,
    moving,
    ordered,
    settled,
    stopped_for,
    tap,
    to_roll,
)

from kiosk.rules.decide import decide, why_not
from kiosk.rules.match import IN_GAME
from kiosk.rules.match.rulings import Effect
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import MoveAccuser
from kiosk.rules.units import SIDES, Instant, Side

Does = Callable[[Table], Any]


def order(kind: type[c.Order], *fields: object) -> Does:
    return lambda table: table.ok(table.order(kind, *fields))


def taps(kind: type[c.Command], side: Side, *fields: object) -> Does:
    return lambda table: table.ok(tap(kind, side, *fields)(table.at))


def stopped() -> Table:
    return ordered(to_roll(), c.StopOrdered)


def called() -> Table:
    return after(to_roll(), tap(c.DirectorCallTapped, WHITE))


def adjourned() -> Table:
    return ordered(to_roll(), c.AdjournOrdered)


def restarted() -> Table:
    table = to_roll()
    table.ok(c.TableRestarted(table.at, table.at, None))
    return table


def roll_contested() -> Table:
    """Black says 6-2 of White's 6-5; White holds on to it."""
    return after(moving(), tap(c.RollDisputeTapped, BLACK, (6, 2)), tap(c.RollDisputeDenied, WHITE))


def challenged_in_norway() -> Table:
    return after(to_roll(), tap(c.IllegalMoveTapped, BLACK), tap(c.IllegalMoveDenied, WHITE))


def given_up() -> Table:
    """White has given the match up, and the time to take that back at once is over."""
    return after(to_roll(book=BRONSTEIN), tap(c.MatchConceded, WHITE)).wait(60)


def appealed() -> Table:
    """Nothing was played since the ruling."""
    table = ordered(disputed(), c.DisputeRuled, WHITE)
    return ordered(after(table, tap(c.AppealTapped, BLACK)), c.PanelNamed, 3, False)


WAYS: dict[str, tuple[Callable[[], Table], Does, Side]] = {
    "stop ended": (stopped, order(c.StartOrdered), BLACK),
    "called and started": (called, order(c.StartOrdered), BLACK),
    "put off and started": (adjourned, order(c.StartOrdered), BLACK),
    "table started again": (restarted, order(c.StartOrdered), BLACK),
    "stopped by a side and started": (stopped_for, order(c.StartOrdered), BLACK),
    "leave ended": (WAITING["leave in a game"], order(c.StartOrdered), BLACK),
    "time used up": (WAITING["time used up, points proposed"], order(c.StartOrdered), BLACK),
    "set-up put right": (WAITING["set-up error"], order(c.StartOrdered), BLACK),
    "played on": (WAITING["clock brought in"], order(c.StartOrdered), BLACK),
    "dispute ruled on": (disputed, order(c.DisputeRuled, WHITE), BLACK),
    "dispute withdrawn": (disputed, taps(c.DisputeWithdrawn, WHITE), BLACK),
    "appeal ruled on": (appealed, order(c.AppealRuled, True), BLACK),
    "move stands": (WAITING["move denied"], order(c.IllegalMoveRuled, False), BLACK),
    "move again": (challenged_in_norway, order(c.IllegalMoveRuled, True), WHITE),
    "move pointed out": (
        stopped_for,
        lambda table: table.ok(
            c.IllegalMovePointedOut(
                *(table.at, "m1", DIRECTOR, "it was not 6-5", MoveAccuser.DIRECTOR)
            )
        ),
        WHITE,
    ),
    "offer not certain": (contested_offer, order(c.GinOrdered, False), BLACK),
    "roll ruled on": (
        roll_contested,
        order(c.DisputeRuled, None, Effect.ROLL_COUNTS, (6, 2)),
        WHITE,
    ),
    "roll ordered": (roll_contested, order(c.RollOrdered, (6, 2)), WHITE),
    "roll given in to": (roll_contested, taps(c.RollDisputeDenied, BLACK), WHITE),
    "roll agreed to": (roll_contested, taps(c.RollAgreed, WHITE, (6, 2)), WHITE),
    "match not given up": (given_up, taps(c.ConcessionWithdrawn, WHITE), BLACK),
}


@pytest.mark.parametrize("way", WAYS)
def test_after_a_ruling_or_a_stop_clocks_run_again_only_when_both_have_tapped(way: str) -> None:
    make, settle, runs = WAYS[way]
    table = make()
    assert table.match.stop is not None
    settle(table)
    stop = table.match.stop
    assert stop is not None
    assert (stop.reason, stop.resumes) == (StopReason.BOTH_GO_ON, runs)
    assert (table.match.call, table.match.hearing.dispute) == (None, None)
    clock = table.match.clock
    table.wait(60).go_on()
    assert (table.match.stop, table.match.clock.running) == (None, runs)
    assert table.match.clock.reserve == clock.reserve
    assert table.match.clock.delay_left == clock.delay_left
    assert table.match.clock.since == table.at


def test_one_alone_starts_no_clock() -> None:
    table = ordered(disputed(), c.DisputeRuled, WHITE)
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert table.match.clock.running is None
    table.ok(c.ResumeTapped(table.at, BLACK))
    assert table.match.clock.running is BLACK


def test_the_directors_second_order_is_for_who_cannot_tap() -> None:
    table = stopped()
    for running in (None, BLACK):
        table.ok(table.order(c.StartOrdered))
        assert table.match.clock.running is running


def test_what_was_a_slip_of_the_finger_stopped_nothing() -> None:
    table = after(to_roll(book=MICHIGAN), tap(c.BreakTapped, WHITE, 1))
    assert table.match.stop is not None
    table.wait(5).ok(c.TakeBackTapped(table.at, WHITE))
    assert (table.match.stop, table.match.clock.running) == (None, BLACK)


def test_between_the_ruling_and_both_taps_play_may_be_stopped_for_more() -> None:
    """A new dispute, a stop of the director's: what it was about is settled first."""
    for stops in (tap(c.DisputeTapped, WHITE), lambda at: c.StopOrdered(at, "m1", DIRECTOR, "so")):
        table = after(settled(), stops)
        for side in SIDES:
            assert table.refused(c.ResumeTapped(table.at, side))
        table.ok(table.order(c.StartOrdered))
        assert table.go_on().match.clock.running is BLACK


def test_a_turn_finished_without_the_clock_waits_for_nobody() -> None:
    """Nothing starts by itself, so there is nothing to tap for (norway §4.1(v)(b))."""
    table = after(moving(), tap(c.EarlyPickupClaimed, WHITE), tap(c.DiceContested, BLACK))
    table.ok(table.order(c.DisputeRuled, WHITE))
    assert (table.match.stop, table.match.clock.running) == (None, None)
    table.press(WHITE)


def test_without_a_clock_play_goes_on_at_once() -> None:
    table = ordered(ordered(to_roll(book=LONDON), c.StopOrdered), c.StartOrdered)
    assert table.match.stop is None


# --- whatever it is ------------------------------------------------------------------------------


def in_turn(name: str, turns: int) -> Callable[[], Table]:
    """A game under a profile, where `turns` have been played."""

    def make() -> Table:
        table = Table().open(9, PROFILES[name]).start()
        for _ in range(turns):
            table.wait(4).turn()
        return table.lift()

    return make


STATES: dict[str, Callable[[], Table]] = {
    **WAITING,
    **{f"{name}, {turns} turns": in_turn(name, turns) for name in PROFILES for turns in (0, 1)},
    **{f"after {way}": make for way, (make, _settle, _runs) in WAYS.items()},
}
STOPPING: tuple[Callable[[Instant], c.Command], ...] = (
    tap(c.DirectorCallTapped, WHITE),
    tap(c.DisputeTapped, BLACK),
    tap(c.MatchConceded, BLACK),
    lambda at: c.StopOrdered(at, "m1", DIRECTOR, "so"),
    lambda at: c.AdjournOrdered(at, "m1", DIRECTOR, "so"),
    lambda at: c.TableRestarted(at, at, None),
)
ENDING = sorted(
    (c.StartOrdered, c.DisputeRuled, c.DisputeWithdrawn, c.AppealRuled, c.IllegalMoveRuled),
    key=lambda kind: kind.__name__,
)


@given(
    state=st.sampled_from(sorted(STATES)),
    stops=st.lists(st.sampled_from(STOPPING), max_size=2),
    kind=st.one_of(st.sampled_from(KINDS), st.sampled_from(ENDING)),
    pick=st.integers(0, 99),
)
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_nobody_starts_a_clock_alone_once_play_stood_still(
    state: str,
    stops: list[Callable[[Instant], c.Command]],
    kind: type[c.Command],
    pick: int,
) -> None:
    """Whoever ends a stop by whatever command, in any state, by any book."""
    table = STATES[state]()
    for each in stops:
        table.do(each(table.wait(8).at))
    stop, at = table.match.stop, table.wait(8).at
    assume(stop is not None and table.match.phase in IN_GAME)
    fit = [each for each in samples(kind, at) if not why_not(table.match, each)]
    assume(fit)
    command = fit[pick % len(fit)]
    table.match = decide(table.match, command).match
    again = isinstance(command, c.StartOrdered) and stop.reason is StopReason.BOTH_GO_ON
    if table.match.phase not in IN_GAME or isinstance(command, c.TakeBackTapped) or again:
        return
    assert table.match.clock.running is None
    held = table.match.stop
    doubt = Reason.ROLL_IN_DOUBT in why_not(table.match, c.ResumeTapped(at, WHITE))
    if held is None or stop.reason is held.reason or doubt:
        return
    if held.reason is StopReason.BOTH_GO_ON:
        assert table.wait(30).go_on().match.clock.running is held.resumes
