"""The tracker on rendered films with arms in them; dice are read out of the films' truth."""

from __future__ import annotations

import pytest
from kits import measure_tracker as films

from vision.tracker import (
    AtRest,
    Busy,
    CameraNudged,
    CheckersMoved,
    Covered,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Placed,
)

WIDE, HIGH = 1280, 720


def kinds(said: list[tuple[int, Event]]) -> set[type[Event]]:
    return {type(event) for _at_ns, event in said} - {Busy}


def test_a_turn_from_throw_to_lift() -> None:
    """The verdict comes after the dice lie and within 350 ms; the lift is told once."""
    stage = films.stage_of(931, 960, 540)
    tracker = films.tracker_of(stage)
    films.play(tracker, stage.still(450))
    rests = [(at, event) for at, event in films.play(tracker, stage.throw((6, 4)))]
    (at_ns,) = [at for at, event in rests if isinstance(event, AtRest)]
    assert 0 < at_ns - stage.rest_at_ns[0] <= 350_000_000
    said = films.play(tracker, stage.lift()) + films.play(tracker, stage.still(400))
    (lifted_ns,) = [at for at, event in said if isinstance(event, Lifted)]
    assert 0 <= lifted_ns - stage.gone_at_ns[0] <= 400_000_000


@pytest.mark.night
@pytest.mark.parametrize(
    ("decoy", "told"),
    [
        ("dice shown", Covered),
        ("cloth", Covered),
        ("lamp off", LampSwitched),
        ("checker slid", CheckersMoved),
        ("nudge", CameraNudged),
    ],
)
def test_a_decoy_beside_lying_dice_is_no_roll_and_no_lift(decoy: str, told: type[Event]) -> None:
    stage = films.stage_of(932, WIDE, HIGH)
    tracker = films.tracker_of(stage)
    films.play(tracker, stage.still(450))
    films.play(tracker, stage.throw((5, 2)))
    said = films.play(tracker, films.DECOYS[decoy](stage))
    said += films.play(tracker, stage.still(400))
    assert told in kinds(said)
    assert not kinds(said) & {AtRest, Placed, Lifted, OneLifted}
