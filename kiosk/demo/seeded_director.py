"""A director whose draws follow from a seed: for rehearsals, where the same seed is the same event.

`python -m kiosk.demo.seeded_director SEED`, then as `kiosk director`.
"""

import argparse
import random
import sys
from pathlib import Path

from kiosk.director.run import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--db", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args()
    return run(options.config, options.db, options.port, chance=random.Random(options.seed))


if __name__ == "__main__":
    sys.exit(main())
