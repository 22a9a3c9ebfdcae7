"""What other programs read in our files, beside the truth.

GNU Backgammon imports `.mat` and `.sgf` and saves both again; gammonview reads `.mat` and OGXM;
ogxm, the format's own library, reads OGXM.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kiosk.record.mat import mat_text
from kiosk.record.ogxm import ogxm_bytes
from kiosk.record.sgf import sgf_text
from kiosk.record.transcription import CubeTurn, TranscribedTurn, Transcription
from kiosk.rules.board import BAR, OFF, Position
from kiosk.rules.units import BySide, Side
from kits.gnubg_files import ask_gnubg, read_mat, read_sgf
from kits.read_games import ReadGame, ReadMatch, ReadStep, truth, turned

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
        figures.turns += sum(isinstance(action, TranscribedTurn) for action in actions)
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
