"""What holds whatever anybody does: random matches, plausible and absurd, against naive oracles."""

from dataclasses import replace

from hypothesis import HealthCheck, settings
from kits import commands as c
from kits import events as e
from kits.evening import Evening
from kits.rules_kit import BOOT, NORWAY, WHITE, ns, open_match, setup
from kits.rules_oracles import Sandglass
from kits.way_on import next_tap

from kiosk.rules.decide import decide, evolve, why_not
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide, Instant

TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=150,
    stateful_step_count=50,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_the_oracle_sees_time_that_was_given_back() -> None:
    """The sandglass itself can fail: it knows a second too much from a second too few."""
    start = e.ClockStarted(WHITE, Instant(0), ns(12))
    for used_s, left_s, right in ((20, 92, True), (20, 93, False), (5, 100, True), (5, 99, False)):
        glass = Sandglass(book=NORWAY)
        glass.hear(e.TimeAllotted(BySide.both(ns(100)), ()), 0)
        glass.hear(start, 0)
        told = e.TurnEnded(WHITE, ns(used_s), BySide(ns(left_s), ns(100)))
        try:
            glass.hear(told, ns(used_s))
        except AssertionError:
            assert not right
        else:
            assert right


def test_plausible_play_reaches_far() -> None:
    """Playing on from an empty table alone goes through whole games."""
    match = EMPTY
    at = Instant(BOOT)
    kinds: set[type[e.Event]] = set()
    for command in (open_match(at, 3), c.SetUpTable(at, setup())):
        for event in decide(match, command).events:
            match = evolve(match, event)
    for step in range(60):
        at = Instant(at + ns(step))
        for command in next_tap(match, at) if match.phase is not Phase.MATCH_OVER else ():
            for event in decide(match, command).events:
                match = evolve(match, event)
                kinds.add(type(event))
    assert {e.GameStarted, e.OpeningWon, e.RollAccepted, e.TurnEnded} <= kinds
    assert replace(match, game=None).games_played == 0
    assert Reason.NOT_NOW not in why_not(match, c.DirectorCallTapped(at, WHITE))
