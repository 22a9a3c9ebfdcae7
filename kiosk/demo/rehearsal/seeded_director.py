"""A director whose draws depend on a seed, for rehearsals: the same seed is the same event.

`python -m kiosk.demo.rehearsal.seeded_director SEED`, then as `kiosk director`.
"""

import argparse
import random
import sys
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any

from kiosk.director.run import run


class SeededDraws(random.Random):
    """Random source that draws the same entries in the same order, also after the director
    restarts.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._draws = seed

    def shuffle(self, x: MutableSequence[Any]) -> None:
        order = sorted(x, key=str)
        random.Random(f"{self._draws} {order}").shuffle(order)
        x[:] = order


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--db", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args()
    return run(options.config, options.db, options.port, chance=SeededDraws(options.seed))


if __name__ == "__main__":
    sys.exit(main())
