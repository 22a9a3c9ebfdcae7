"""GNU Backgammon imports our files and saves them again; what it saves, read."""

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kiosk.rules.board import BAR, OFF, Position
from kiosk.rules.units import Side
from kits.read_games import ReadGame, ReadMatch, ReadStep, played

GNUBG = Path("/usr/games/gnubg")
PATIENCE_S = 3600

_COLUMNS = re.compile(r"^(.*?) : (\d+) +(.*?) : (\d+) *$")
_WINS = re.compile(r"Wins (\d+) points?")
_LENGTH = re.compile(r"(\d+) point match")
_MOVE = re.compile(r"(bar|\d+)/(off|\d+)(\*?)")
_CELL = re.compile(r"[1-6]{2}:|Doubles|Takes|Drops|Wins \d+ points?")
_RIGHT = 20
"""The right column begins after this place."""


def read_mat(text: str) -> ReadMatch:
    """A `.mat` as GNU Backgammon exports it: fixed columns, `25/` the bar, `/0` off."""
    header, *rest = re.split(r"^ Game \d+\n", text, flags=re.MULTILINE)
    length = _LENGTH.search(header)
    assert length is not None
    names: tuple[str, str] | None = None
    games = []
    for body in rest:
        first, *lines = body.splitlines()
        heads = _COLUMNS.match(first.strip())
        assert heads is not None, first
        names = (heads[1], heads[3])
        games.append(_mat_game((int(heads[2]), int(heads[4])), lines))
    assert names is not None
    return ReadMatch(int(length[1]), names, tuple(games))


def _mat_game(score: tuple[int, int], lines: Iterable[str]) -> ReadGame:
    board, steps, winner, points = Position.start(), [], None, 0
    for line in lines:
        begun = [*_CELL.finditer(line)]
        ends = [*(cell.start() for cell in begun[1:]), len(line)]
        for cell, end in zip(begun, ends, strict=False):
            side = Side.WHITE if cell.start() < _RIGHT else Side.BLACK
            wins = _WINS.match(cell[0])
            if wins:
                winner, points = side, int(wins[1])
            else:
                step, board = _mat_step(side, line[cell.start() : end].strip(), board)
                steps.append(step)
    return ReadGame(score, tuple(steps), winner, points)


def _mat_step(side: Side, cell: str, board: Position) -> tuple[ReadStep, Position]:
    words = {"Doubles": "double", "Takes": "take", "Drops": "pass"}
    for word, action in words.items():
        if cell.startswith(word):
            return ReadStep(side, action, board), board
    dice, _, moves = cell.partition(":")
    points = {"bar": BAR, "off": OFF}
    pairs = [
        (
            points[start] if start in points else int(start),
            points[end] if end in points else int(end),
        )
        for start, end, _hit in _MOVE.findall(moves)
    ]
    after = played(board, side, pairs)
    return ReadStep(side, dice, after), after


def read_sgf(text: str) -> ReadMatch:
    """An SGF as GNU Backgammon saves it, one tree a game."""
    games = []
    for tree in re.findall(r"^\(;(.*?)\)$", text, re.MULTILINE | re.DOTALL):
        root, *nodes = re.split(r"\n;", tree)
        info = dict(re.findall(r"(PW|PB|RE)\[((?:[^\]\\]|\\.)*)\]", root))
        numbers = dict(re.findall(r"\[(length|ws|bs):(\d+)\]", root))
        won = re.match(r"([WB])\+(\d+)", info.get("RE", ""))
        score = (int(numbers["ws"]), int(numbers["bs"]))
        winner = None if won is None else _LETTERS[won[1]]
        crawford = "CrawfordGame" in root
        steps = tuple(_sgf_steps(nodes))
        games.append(ReadGame(score, steps, winner, int(won[2]) if won else 0, crawford))
    return ReadMatch(int(numbers["length"]), (info["PW"], info["PB"]), tuple(games))


_LETTERS = {"W": Side.WHITE, "B": Side.BLACK}


def _sgf_steps(nodes: Iterable[str]) -> Iterator[ReadStep]:
    board = Position.start()
    for node in nodes:
        unplayed = re.match(r"PL\[([WB])\]DI\[(\d\d)\]", node)
        if unplayed:
            yield ReadStep(_LETTERS[unplayed[1]], unplayed[2], board)
            continue
        said = re.match(r"([WB])\[(\w*)\]", node)
        assert said is not None, node
        side, what = _LETTERS[said[1]], said[2]
        if not what[:2].isdigit():
            yield ReadStep(side, {"drop": "pass"}.get(what, what), board)
            continue
        places = [_sgf_point(side, letter) for letter in what[2:]]
        board = played(board, side, [*zip(places[::2], places[1::2], strict=True)])
        yield ReadStep(side, what[:2], board)


def _sgf_point(side: Side, letter: str) -> int:
    place = "abcdefghijklmnopqrstuvwxyz".index(letter) + 1
    if place > 24:
        return BAR if place == 25 else OFF
    return place if side is Side.WHITE else BAR - place


def ask_gnubg(folder: Path, names: Sequence[str]) -> str:
    """Import each match's `.mat` and `.sgf` and write both again beside them; what it said."""
    lines = []
    for name in names:
        for command, kind in (("import mat", "mat"), ("load match", "sgf")):
            lines += [
                f'{command} "{folder}/{name}.{kind}"',
                f'export match mat "{folder}/{name}.{kind}.mat"',
                f'save match "{folder}/{name}.{kind}.sgf"',
            ]
    asking = folder / "commands"
    asking.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    done = subprocess.run(
        [GNUBG, "--tty", "--quiet", "--no-rc", "--commands", asking],
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.stdout.decode(errors="replace")
