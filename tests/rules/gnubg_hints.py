"""Run inside GNU Backgammon, whose Python has the module `gnubg`: every move of each question.

QUESTIONS names a file with one XGID a line, ANSWERS the file to write: for each a JSON line with
GNU Backgammon's own position ID and every move it knows, as lists of (from, to); 25 bar, 0 off.
"""

import json
import os
from pathlib import Path

import gnubg

SETTINGS = (
    *("player 0 human", "player 1 human", "display off", "confirm new off"),
    *(f"automatic {what} off" for what in ("roll", "game", "move", "bearoff")),
    "evaluation chequerplay evaluation plies 0",  # all are wanted, not the best
    "threads 8",  # it looks every 10 ms whether it has the answer; by then more often it has
)
ALL = 100_000
"""More moves than any roll has."""

for setting in SETTINGS:
    gnubg.command(f"set {setting}")
with Path(os.environ["ANSWERS"]).open("w", encoding="ascii") as answers:
    for xgid in Path(os.environ["QUESTIONS"]).read_text(encoding="ascii").split():
        gnubg.command(f"set xgid {xgid}")
        hints = (gnubg.hint(ALL) or {}).get("hint", ())
        moves = [gnubg.parsemove(hint["move"]) for hint in hints]
        answers.write(json.dumps({"id": gnubg.positionid(), "moves": moves}) + "\n")
