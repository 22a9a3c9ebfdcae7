"""How a die lies, decided: contact first, and its look only where it may lean on something."""

from __future__ import annotations

import numpy as np
import pytest

from vision.learned.lean import Lies
from vision.reader import thresholds
from vision.reader.contact import Rest
from vision.reader.decision import Lying, lying, reach_mm
from vision.reader.lean import Lean
from vision.reading import FlatBy, Support, Zone

SIDE_MM = 14.0
FAR = -100.0
CLEAR = Lean(flat=0.7, gain=-0.02, edges=0.66, pips=0.9, yaw_deg=0.0)
LEANING = Lean(flat=0.42, gain=0.2, edges=0.6, pips=0.9, yaw_deg=0.0)
FLAT, TILTED, SURE = (Lies(askew, 0.0) for askew in (0.02, 0.85, 0.99))
FREE = Rest(checker=FAR, maybe_checker=FAR, room=100.0, die=FAR)
BY_CHECKER = Rest(-3.0, -3.0, 100.0, FAR)
BY_WALL = Rest(FAR, FAR, 5.0, FAR)
BY_DIE = Rest(FAR, FAR, 100.0, -0.3)
BY_THING = Rest(FAR, FAR, 100.0, FAR, -2.0)
BESIDE = [BY_CHECKER, BY_WALL, BY_DIE, BY_THING]
BY_CONTACT = Lying(True, Support.SURFACE, FlatBy.CONTACT)
BY_LOOK = Lying(True, Support.SURFACE, FlatBy.APPEARANCE)
ASKED = Lying(None, None, FlatBy.APPEARANCE)
ASKEW = Lying(False, None, FlatBy.APPEARANCE)


def told(
    rest: Rest,
    edges: Lean = CLEAR,
    lies: Lies | None = FLAT,
    half: Zone = "picture_left",
    *,
    alone: bool = False,
    is_read: bool = True,
) -> Lying:
    """lies: what the net says, None: it must not be asked."""

    def asked() -> Lies:
        assert lies is not None
        return lies

    return lying(rest, half, SIDE_MM, edges, asked, alone=alone, is_read=is_read)


def odds(log_odds: float) -> Lies:
    return Lies(float(1 / (1 + np.exp(-log_odds))), 0.0)


def test_a_die_that_touches_nothing_is_flat_and_no_net_is_asked() -> None:
    assert told(FREE, lies=None) == BY_CONTACT
    assert told(FREE, LEANING, lies=None) == BY_CONTACT


def test_a_free_die_that_looks_as_no_level_one_can_is_asked_about() -> None:
    at_most = float(thresholds.IMPOSSIBLE_GAIN)
    assert told(FREE, Lean(0.4, at_most, 0.6, 0.9, 0.0), None) == BY_CONTACT
    assert told(FREE, Lean(0.4, at_most + 0.01, 0.6, 0.9, 0.0), None) == ASKED


@pytest.mark.parametrize(
    "near",
    [
        lambda mm: Rest(FAR, -mm, 100.0, FAR),
        lambda mm: Rest(FAR, FAR, mm, FAR),
        lambda mm: Rest(FAR, FAR, 100.0, -mm),
        lambda mm: Rest(FAR, FAR, 100.0, FAR, -mm),
    ],
)
def test_what_it_can_reach_takes_a_die_out_of_contacts_hands(near) -> None:  # type: ignore[no-untyped-def]
    reach = reach_mm(SIDE_MM)
    assert told(near(reach), lies=None) == BY_CONTACT
    assert told(near(reach - 0.1)) == BY_LOOK
    assert told(near(reach - 0.1), lies=SURE) == ASKEW


def test_of_what_is_not_read_nobody_knows_what_it_touches() -> None:
    assert told(FREE, is_read=False) == BY_LOOK
    assert told(FREE, lies=SURE, is_read=False) == ASKEW


@pytest.mark.parametrize(("log_odds", "flat"), [(-0.2, True), (0.6, True), (0.9, None)])
def test_beside_something_a_die_may_seem_to_lean_a_little(
    log_odds: float, flat: bool | None
) -> None:
    """CLEAR edges take 0.24 off what the net says."""
    assert told(BY_CHECKER, lies=odds(log_odds)).flat is flat


@pytest.mark.parametrize(("log_odds", "flat"), [(-0.4, True), (-0.1, None)])
def test_by_a_wall_alone_a_die_may_seem_to_lean_less(log_odds: float, flat: bool | None) -> None:
    assert told(BY_WALL, lies=odds(log_odds)).flat is flat
    by_both = Rest(-3.0, -3.0, 5.0, FAR)
    assert told(by_both, lies=odds(log_odds)).flat is True


@pytest.mark.parametrize("rest", BESIDE)
def test_what_may_lean_on_something_does_so_if_the_evidence_together_says_it(rest: Rest) -> None:
    assert told(rest) == BY_LOOK
    assert told(rest, LEANING) == ASKED
    assert told(rest, CLEAR, TILTED) == ASKED
    assert told(rest, LEANING, TILTED) == ASKEW
    assert told(rest, CLEAR, SURE) == ASKEW


@pytest.mark.parametrize("askew", [0.02, 0.2, 0.5, 0.75])
def test_the_more_its_edges_lean_the_surer_the_net_must_be_that_a_die_is_flat(askew: float) -> None:
    flat = [
        told(BY_CHECKER, Lean(0.6, gain, 0.6, 0.9, 0.0), Lies(askew, 0.0)).flat is True
        for gain in (-0.1, -0.02, 0.02, 0.06, 0.12, 0.2)
    ]
    assert flat == sorted(flat, reverse=True)
    assert not flat[-1]
    assert flat[0] is (askew < 0.75)


@pytest.mark.parametrize(
    ("on_die", "lies"),
    [
        (thresholds.MAYBE_ON_DIE - 0.001, BY_CONTACT),
        (thresholds.MAYBE_ON_DIE, ASKED),
        (thresholds.ON_DIE - 0.01, ASKED),
        (thresholds.ON_DIE, Lying(False, Support.DIE, FlatBy.APPEARANCE)),
    ],
)
def test_only_a_lone_die_can_lie_on_one_that_nobody_saw(on_die: float, lies: Lying) -> None:
    says = Lies(0.02, float(on_die))
    assert told(FREE, lies=says, alone=True) == lies
    assert told(FREE, lies=says) == BY_CONTACT
    assert told(FREE, lies=None, half="off", alone=True) == Lying(None, None, None)


def test_a_die_over_a_sure_checker_is_carried_by_it_however_it_looks() -> None:
    over = Rest(12.0, 12.0, 100.0, FAR)
    assert told(over, lies=None) == Lying(False, Support.CHECKER, FlatBy.CONTACT)
    doubtful = Rest(FAR, 12.0, 100.0, FAR)
    assert told(doubtful) == ASKED
    assert told(doubtful, LEANING, TILTED) == Lying(False, Support.CHECKER, FlatBy.APPEARANCE)


def test_a_die_whose_middle_is_over_the_bar_is_not_flat_on_the_field() -> None:
    over = Rest(FAR, FAR, 10.0, FAR)
    assert told(over, lies=None, half="bar") == Lying(False, Support.BAR, FlatBy.CONTACT)


OVER = [(1.0, 2.0), (1.6, 2.6), (2.0, 3.0)]
"""How far it may reach over a checker, a wall, a die: by the errors of both places, and by as much
more as the net is sure."""


@pytest.mark.parametrize(("net", "of"), [(-1.9, 0), (-2.1, 1)])
@pytest.mark.parametrize("by_mm", [-0.1, 0.1])
def test_what_reaches_over_a_thing_is_not_flat_however_it_looks(
    net: float, of: int, by_mm: float
) -> None:
    checker, wall, die = (most[of] + by_mm for most in OVER)
    for over in (
        Rest(checker, checker, 100.0, FAR),
        Rest(FAR, FAR, -wall, FAR),
        Rest(FAR, FAR, 100.0, die),
    ):
        assert told(over, lies=odds(net)) == (BY_LOOK if by_mm < 0 else ASKED), over
