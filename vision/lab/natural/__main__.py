"""How dice come to rest: `python -m vision.lab.natural --throws 20000 --surface felt --seed 1`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vision.lab.natural import count
from vision.lab.natural.stuff import SURFACES


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=1000)
    parser.add_argument("--surface", choices=list(SURFACES), default="felt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where its lines go; goes on there")
    asked = parser.parse_args(arguments)
    out = asked.out or Path("build") / f"rests-{asked.surface}-{asked.seed}"
    counted: list[count.Counted] = []
    for some in count.run(asked.throws, asked.surface, asked.seed, out):
        counted += some
        if len(counted) % (10 * count.BATCH) == 0:
            _print_line(f"{len(counted)} throws, {sum(one.valid for one in counted)} valid")
    _print_line(f"== {asked.surface}, seed {asked.seed}; {out}")
    for line in (*count.table(counted), *count.notable(counted)):
        _print_line(line)


def _print_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
