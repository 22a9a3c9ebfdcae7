"""Options of a rehearsal."""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

from kiosk.demo.errors import DemoMisused
from kiosk.tournament.knock_out import MOST

FEWEST_PLAYERS = 2
MOST_TABLES = 200
ROGUES = 2
"""Rogue tables of a rehearsal with faults."""
STEP_S = 2.0
"""Typical time of one step of a person."""


@dataclass(frozen=True)
class Options:
    """Options of a rehearsal.

    `form`: a format's id or file. `points`: cap of every length. `faults`: cause faults of machines
    and results. `late`: have late players. `rogues`: number of rogue tables. `pace_s`: seconds per
    step of a person.
    """

    players: int
    tables: int
    form: str
    seed: int
    out: Path
    points: int = 3
    rulebook: str = "norway"
    pace_s: float = 0.0
    faults: bool = False
    late: bool = False
    rogues: int = 0
    pictures: bool = False


def options(asked: argparse.Namespace, out: Path) -> Options:
    """Options from the command line. Raises DemoMisused."""
    for name, value, most in (
        ("players", asked.players, MOST),
        ("tables", asked.tables, MOST_TABLES),
    ):
        if not 1 <= value <= most:
            raise DemoMisused(f"--{name} is {value}: write 1 to {most}")
    if asked.players < FEWEST_PLAYERS:
        raise DemoMisused(f"--players is {asked.players}: an event has {FEWEST_PLAYERS} or more")
    return Options(
        players=asked.players,
        tables=asked.tables,
        form=asked.format,
        seed=asked.seed,
        out=out,
        points=asked.points,
        rulebook=asked.rulebook,
        pace_s=0.0 if math.isinf(asked.speed) else STEP_S / asked.speed,
        faults=asked.faults,
        late=asked.faults,
        rogues=ROGUES if asked.faults else 0,
        pictures=asked.pictures,
    )
