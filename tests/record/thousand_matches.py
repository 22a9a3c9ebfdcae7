"""Whole matches written in each format and read back by the programs that others use.

PYTHONPATH=.:tests .venv/bin/python tests/record/thousand_matches.py --matches 1000
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kits.read_back import compare
from kits.whole_matches import whole_match


def main() -> int:
    """Print what was compared and each difference; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first one's seed")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.matches)
    with TemporaryDirectory() as folder:
        found = compare(Path(folder), {str(seed): whole_match(seed) for seed in seeds})
    for difference in found.differences:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(
        f"{found.matches} matches, {found.games} games, {found.turns} turns, "
        f"{found.cube_actions} cube actions: {len(found.differences)} differences\n"
    )
    return 1 if found.differences else 0


if __name__ == "__main__":
    sys.exit(main())
