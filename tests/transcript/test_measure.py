"""The figures of the transcriber: a sample in every gate, 10,000 turns in the night."""

import pytest
from kits.measure_transcript import measure
from kits.transcript_kit import Flaws

FLAWS = {
    "cells": Flaws(cell=0.01, hidden=0.02),
    "together": Flaws(cell=0.01, neighbour=0.02, short=0.02, hand=0.02, glove=0.005, missing=0.01),
    "illegal": Flaws(cell=0.002, illegal=0.02, counts_to=15),
}


@pytest.mark.parametrize("name", FLAWS)
@pytest.mark.parametrize(
    ("turns", "most_asked", "least_written"),
    [(600, 0.02, 0.8), pytest.param(10_000, 0.01, 0.95, marks=pytest.mark.night)],
    ids=["sample", "whole"],
)
def test_nothing_is_wrong_that_is_not_asked_about(
    name: str, turns: int, most_asked: float, least_written: float
) -> None:
    tally = measure(turns, 11, FLAWS[name])
    count = tally.count
    assert count["turns"] >= turns
    assert tally.notes == []
    assert count["asked"] + count["unknown"] <= most_asked * count["turns"]
    assert count["illegal written"] >= least_written * count["illegal"]


def test_a_wrong_play_is_counted() -> None:
    """A reader that errs in one cell of ten: the count is not blind."""
    tally = measure(60, 1, Flaws(cell=0.1))
    assert tally.count["wrong"] + tally.count["asked"] + tally.count["unknown"] >= 3
    assert any("wrong: " in line for line in tally.report())
