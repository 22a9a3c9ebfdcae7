"""Legal plays, position IDs and perft counts against GNU Backgammon, which knows none of our code.

10,000 different positions with rolls from games in which every play is chosen by a seeded die.
"""

import json
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from kits.position_ids import from_position_id, position_id

from kiosk.rules.board import BAR, HOME, OFF, POINTS, Position
from kiosk.rules.plays import Dice, legal_plays
from kiosk.rules.units import BySide, Side

GNUBG = Path("/usr/games/gnubg")
HINTS = Path(__file__).with_name("gnubg_hints.py")
PERFT: dict[str, Any] = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))
CASES: list[dict[str, Any]] = [PERFT["start"] | {"name": "start"}, *PERFT["position"]]
ROLLS: list[Dice] = list(combinations_with_replacement(range(1, 7), 2))
COUNT = 10_000
PROCESSES = 2
PATIENCE_S = 1200
"""Far more than the answers take; only a program that hangs needs so long."""


class Question(NamedTuple):
    board: Position
    side: Side
    dice: Dice

    @property
    def xgid(self) -> str:
        """The position with its roll in eXtreme Gammon's letters, the side on roll as player 1."""
        signs = ["-"] * (BAR + 1)
        for point in (*POINTS, BAR):
            if count := self.board.checkers_on(self.side, point):
                signs[point] = chr(ord("A") + count - 1)
            if count := self.board.checkers_on(self.side.other, point):
                signs[BAR - point] = chr(ord("a") + count - 1)
        return f"XGID={''.join(signs)}:0:0:1:{self.dice[0]}{self.dice[1]}:0:0:0:7:10"

    def after(self, moves: Iterable[tuple[int, int]]) -> Position:
        """The board when these checkers have moved: (from, to), one checker each."""
        mine = bytearray(self.board.checkers.of_side(self.side))
        theirs = bytearray(self.board.checkers.of_side(self.side.other))
        for start, end in moves:
            mine[start] -= 1
            mine[end] += 1
            if end != OFF and theirs[BAR - end] == 1:
                theirs[BAR - end] = 0
                theirs[BAR] += 1
        own, other = bytes(mine), bytes(theirs)
        return Position(BySide(own, other) if self.side is Side.WHITE else BySide(other, own))


@dataclass(frozen=True)
class Answer:
    """What GNU Backgammon says of a question: its position ID, the board after each move."""

    position_id: str
    boards: list[Position]


Answers = Mapping[Question, Answer]


def games() -> Iterator[Question]:
    """Positions with rolls of one game after another, each play drawn among the legal ones."""
    rng = Random("ten thousand rolls")
    while True:
        board, side = Position.start(), rng.choice(list(Side))
        while board.winner is None:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            yield Question(board, side, dice)
            plays = legal_plays(board, side, dice)
            board = rng.choice(plays).board if plays else board
            side = side.other


def played() -> list[Question]:
    questions: dict[Question, None] = {}
    for question in games():
        questions[question] = None
        if len(questions) == COUNT:
            break
    return list(questions)


def rolled(case: dict[str, Any]) -> list[Question]:
    """White's 21 rolls from a position of the perft table."""
    board = from_position_id(case["id"], Side.WHITE)
    return [Question(board, Side.WHITE, roll) for roll in ROLLS]


def answered(questions: list[Question], folder: Path) -> Answers:
    """Ask GNU Backgammon, a share in each process."""
    if not GNUBG.exists():
        pytest.fail(f"{GNUBG} is not here: make test installs it")
    shares = [questions[number::PROCESSES] for number in range(PROCESSES)]
    folders = [folder / str(number) for number in range(PROCESSES)]
    with ThreadPoolExecutor(PROCESSES) as pool:
        return dict(chain.from_iterable(pool.map(asked, shares, folders)))


def asked(share: list[Question], folder: Path) -> list[tuple[Question, Answer]]:
    """What one process says; it must answer everything."""
    folder.mkdir()
    asking, answering = folder / "questions", folder / "answers"
    asking.write_text("".join(f"{question.xgid}\n" for question in share), encoding="ascii")
    answering.touch()
    done = subprocess.run(
        [GNUBG, "--tty", "--quiet", "--no-rc", "--python", HINTS],
        env={"QUESTIONS": str(asking), "ANSWERS": str(answering), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_S,
        check=False,
    )
    lines = answering.read_text("ascii").splitlines()
    assert len(lines) == len(share), done.stdout[-2000:]
    return [(question, answer(question, line)) for question, line in zip(share, lines, strict=True)]


def answer(question: Question, line: str) -> Answer:
    said = json.loads(line)
    return Answer(said["id"], [question.after(moves) for moves in said["moves"]])


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    return played()


@pytest.fixture(scope="module")
def answers(questions: list[Question], tmp_path_factory: pytest.TempPathFactory) -> Answers:
    perft = [question for case in CASES for question in rolled(case)]
    return answered([*questions, *perft], tmp_path_factory.mktemp("gnubg"))


def test_ten_thousand_rolls_have_the_plays_gnubg_knows(
    questions: list[Question], answers: Answers
) -> None:
    assert len(set(questions)) == COUNT
    for question in questions:
        ours = [play.board for play in legal_plays(*question)]
        theirs = answers[question].boards
        assert len(ours) == len(set(ours)), question.xgid
        assert len(theirs) == len(set(theirs)), question.xgid
        assert set(ours) == set(theirs), question.xgid


def test_the_rolls_reach_every_corner_of_the_rules(
    questions: list[Question], answers: Answers
) -> None:
    met: Counter[str] = Counter()
    for question in questions:
        board, side, dice = question
        boards = answers[question].boards
        off = board.checkers_on(side, OFF)
        bar, their_bar = board.checkers_on(side, BAR), board.checkers_on(side.other, BAR)
        met["doubles"] += dice[0] == dice[1]
        met["on the bar"] += bar > 0
        met["several on the bar"] += bar > 1
        met["no move"] += not boards
        met["one move"] += len(boards) == 1
        met["hit"] += any(after.checkers_on(side.other, BAR) > their_bar for after in boards)
        met["bearing off"] += any(after.checkers_on(side, OFF) > off for after in boards)
        met["last checker off"] += any(after.winner for after in boards)
        met["bearing off against contact"] += board.farthest(side) <= HOME[-1] and board.has_contact
    assert {corner: count for corner, count in met.items() if count < 50} == {}
    assert {side for _, side, _ in questions} == set(Side)


def test_position_ids_are_those_gnubg_prints(answers: Answers) -> None:
    for question, said in answers.items():
        assert position_id(question.board, question.side) == said.position_id, question.xgid


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_perft_counts_are_gnubgs(case: dict[str, Any], answers: Answers) -> None:
    assert sum(len(answers[question].boards) or 1 for question in rolled(case)) == case["depth_1"]
