"""`python -m kiosk.demo.bench.beside FOLDER`: a table in play, until stdin closes.

Dice are thrown, seen, read and journaled. It is a process of its own, so that it competes with the
measuring process for processor time only. Writes a line once it plays.
"""

import sys
import threading
from pathlib import Path

from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings, TableProcess

SEED = 1
POINTS = 25
"""A match that lasts longer than any measurement."""


def main(folder: Path) -> int:
    """Play until stdin closes; return 1 if the match ended before."""
    enough = threading.Event()
    with Sockets(folder) as sockets:
        table = TableProcess(
            folder, MatchSettings("beside", POINTS, "norway", "book", SEED), sockets
        )
        evening = MatchDriver(table, SEED, float("inf"))
        evening.lay_out()
        players = threading.Thread(
            target=evening.play,
            args=(lambda _shown: None,),
            kwargs={"until": lambda _shown: enough.is_set()},
        )
        players.start()
        try:
            sys.stdout.write("plays\n")
            sys.stdout.flush()
            sys.stdin.read()
            return 0 if players.is_alive() else 1
        finally:
            enough.set()
            players.join()
            evening.close()
            table.stop()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
