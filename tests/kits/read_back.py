"""What other programs read in our files, in one shape: the truth, and four readings beside it.

GNU Backgammon imports `.mat` and `.sgf` and saves both again; gammonview reads `.mat` and OGXM;
ogxm, the format's own library, reads OGXM.
"""

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kiosk.record.mat import mat_text
from kiosk.record.ogxm import ogxm_bytes
from kiosk.record.sgf import sgf_text
from kiosk.record.transcription import CubeTurn, Transcription, Turn
from kiosk.rules.board import BAR, OFF, Position
from kiosk.rules.units import BySide, Side

GNUBG = Path("/usr/games/gnubg")
PATIENCE_S = 3600
Moves = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A roll with the position after it, or a cube action by its name.

    `after` None: the game ended before the roll was played. GNU Backgammon plays such a roll where
    there is one way alone, so that no position is compared.
    """

    side: Side
    what: str
    after: Position | None


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game: the score before it, what happened, who won how much; `crawford` None: not said."""

    score: tuple[int, int]
    steps: tuple[ReadStep, ...]
    winner: Side | None
    points: int
    crawford: bool | None = None


@dataclass(frozen=True, slots=True)
class ReadMatch:
    length: int
    names: tuple[str, str]
    games: tuple[ReadGame, ...]


def truth(match: Transcription) -> ReadMatch:
    """The match itself, its positions by our own board."""
    games = []
    for game in match.games:
        board, steps = Position.start(), []
        for action in game.actions:
            if isinstance(action, CubeTurn):
                steps.append(ReadStep(action.side, action.action.value, board))
                continue
            assert action.play is not None
            board = played(board, action.side, action.play.moves)
            after = None if action.play.unplayed else board
            steps.append(ReadStep(action.side, "".join(map(str, action.dice)), after))
        ending, score = game.ending, (game.score_before.white, game.score_before.black)
        assert ending is not None
        games.append(
            ReadGame(score, tuple(steps), ending.winner, ending.points, crawford=game.crawford)
        )
    return ReadMatch(match.length, (match.names.white, match.names.black), tuple(games))


def played(board: Position, side: Side, moves: Moves) -> Position:
    """The position after these moves, legal or not, in their order."""
    own, other = (bytearray(board.checkers.of_side(each)) for each in (side, side.other))
    for start, end in moves:
        assert own[start], (str(board), side, moves)
        own[start] -= 1
        own[end] += 1
        if end != OFF and other[BAR - end]:
            assert other[BAR - end] == 1, (str(board), side, moves)
            other[BAR - end] = 0
            other[BAR] += 1
    pair = (bytes(own), bytes(other))
    return Position(BySide(*(pair if side is Side.WHITE else pair[::-1])))


def turned(match: ReadMatch) -> ReadMatch:
    """The same match with White and Black exchanged."""

    def turn(step: ReadStep) -> ReadStep:
        board = step.after
        sides = None if board is None else BySide(board.checkers.black, board.checkers.white)
        return ReadStep(step.side.other, step.what, None if sides is None else Position(sides))

    games = (
        replace(
            game,
            score=game.score[::-1],
            steps=tuple(map(turn, game.steps)),
            winner=None if game.winner is None else game.winner.other,
        )
        for game in match.games
    )
    return ReadMatch(match.length, match.names[::-1], tuple(games))


# --- GNU Backgammon's files


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


# --- OGXM's JSON, as ogxm and gammonview give it

_ACTIONS = {21: "double", 22: "take", 23: "pass"}


def read_ogxm_document(document: Mapping[str, Any]) -> ReadMatch:
    """The positions are those the reader replayed, not ours."""
    games, score = [], [0, 0]
    length = document["match_length"] or 0
    for game in document["games"]:
        before = (score[0], score[1])
        winner = {0: Side.WHITE, 1: Side.BLACK}.get(game["winner"])
        points = game.get("points_won", 0) if winner is not None else 0
        steps = tuple(_ogxm_steps(game["plies"], before))
        games.append(ReadGame(before, steps, winner, points, game["is_crawford"]))
        if winner is not None:
            place = 0 if winner is Side.WHITE else 1
            score[place] = min(score[place] + points, length or score[place] + points)
    names = (document["player_white"], document["player_black"])
    return ReadMatch(length, names, tuple(games))


def _ogxm_steps(plies: Iterable[Mapping[str, Any]], score: tuple[int, int]) -> Iterator[ReadStep]:
    board = Position.start()
    for ply in plies:
        action = ply["action_id"]
        side = Side.WHITE if ply.get("color") == 1 else Side.BLACK
        if "ogid_after" in ply:
            board = _ogid_board(ply["ogid_after"])
            assert tuple(map(int, ply["ogid_before"].split(":")[6:8])) == score, (ply, score)
        if action in _ACTIONS:
            yield ReadStep(side, _ACTIONS[action], board)
        elif action <= 20:
            dice = sorted((ply["d1"], ply["d2"]), reverse=True)
            yield ReadStep(side, "".join(map(str, dice)), board)


def _ogid_board(ogid: str) -> Position:
    """The checkers of an OGID: White's and Black's by Black's own points, 0 to 9 and a to p."""
    white, black = ogid.split(":")[:2]
    own = bytearray(BAR + 1)
    other = bytearray(BAR + 1)
    for sign in white:
        own[BAR - int(sign, 36)] += 1
    for sign in black:
        other[int(sign, 36)] += 1
    own[OFF], other[OFF] = 15 - sum(own), 15 - sum(other)
    return Position(BySide(bytes(own), bytes(other)))


# --- all of it


@dataclass(slots=True)
class Figures:
    """What was compared, and each difference in words."""

    matches: int = 0
    games: int = 0
    turns: int = 0
    cube_actions: int = 0
    differences: tuple[str, ...] = ()


def compare(folder: Path, matches: Mapping[str, Transcription]) -> Figures:
    """Write every match in each format, have all readers read it, and compare with the truth."""
    import ogxm  # noqa: PLC0415  (a native library that only this needs)
    from gvformat.mat import mat_to_ogxm  # noqa: PLC0415
    from gvformat.reader import read_gvab  # noqa: PLC0415

    for name, match in matches.items():
        (folder / f"{name}.mat").write_text(mat_text(match), encoding="utf-8")
        (folder / f"{name}.sgf").write_text(sgf_text(match), encoding="utf-8")
        (folder / f"{name}.ogxm").write_bytes(ogxm_bytes(match))
    warnings = [line for line in ask_gnubg(folder, [*matches]).splitlines() if "WARN" in line]
    figures = Figures(differences=tuple(f"gnubg: {line}" for line in warnings))
    for name, match in matches.items():
        true = truth(match)
        figures.matches += 1
        figures.games += len(match.games)
        actions = [action for game in match.games for action in game.actions]
        figures.turns += sum(isinstance(action, Turn) for action in actions)
        figures.cube_actions += sum(isinstance(action, CubeTurn) for action in actions)
        content = (folder / f"{name}.ogxm").read_bytes()
        document = ogxm.binary_to_json(content)
        readings = {
            f"gnubg {source} to {kind}": reader((folder / f"{name}.{source}.{kind}").read_text())
            for source in ("mat", "sgf")
            for kind, reader in (("mat", read_mat), ("sgf", read_sgf))
        }
        readings["ogxm"] = read_ogxm_document(document)
        readings["gammonview of OGXM"] = read_ogxm_document(read_gvab(content))
        readings["gammonview of mat"] = read_ogxm_document(mat_to_ogxm(mat_text(match)))
        found = [*_differences(true, readings)]
        if ogxm.json_to_binary(document) != content:
            found.append("ogxm writes other bytes")
        if ogxm.v2_problem(document) is not None or not document["replay_complete"]:
            found.append(f"ogxm: {ogxm.v2_problem(document)}")
        figures.differences += tuple(f"{name}: {difference}" for difference in found)
    return figures


def _differences(true: ReadMatch, readings: Mapping[str, ReadMatch]) -> Iterator[str]:
    for reader, found in readings.items():
        read = found
        if read.names == true.names[::-1] != true.names:
            read = turned(read)  # gammonview's White is the first name of the alphabet
        if (read.length, read.names) != (true.length, true.names):
            yield f"{reader}: {read.length} points, {read.names}"
        if len(read.games) != len(true.games):
            yield f"{reader}: {len(read.games)} games of {len(true.games)}"
        for number, (here, there) in enumerate(zip(true.games, read.games, strict=False), 1):
            yield from (f"{reader}, game {number}: {each}" for each in _of_game(here, there))


def _of_game(here: ReadGame, there: ReadGame) -> Iterator[str]:
    if (here.score, here.winner, here.points) != (there.score, there.winner, there.points):
        yield f"{there.score}, {there.winner}, {there.points}"
    if there.crawford not in {None, here.crawford} and here.score != there.score[::-1]:
        yield f"Crawford {there.crawford}"
    if len(here.steps) != len(there.steps):
        yield f"{len(there.steps)} steps of {len(here.steps)}"
    for place, (ours, theirs) in enumerate(zip(here.steps, there.steps, strict=False), 1):
        if ours != (theirs if ours.after is not None else replace(theirs, after=None)):
            yield f"step {place}: {theirs.side} {theirs.what}, not {ours.side} {ours.what}"
            return
