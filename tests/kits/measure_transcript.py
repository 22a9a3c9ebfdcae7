"""How the transcriber does: `PYTHONPATH=.:tests python -m kits.measure_transcript --turns 10000`.

Whole games by the script player, read with planted errors; each question is answered with the
truth, the earliest first, until none is left.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from time import process_time

from kiosk.transcript import Answer, Certainty, InferredTurn, PlayKind, infer
from kits.transcript_kit import Flaws, Played, Sample, sample_games

SHOWN = "asked, the truth among the candidates"
POSITIONS = "positions wrong after answers"
ILLEGAL_COUNTS = ("written", "asked", "bent")


@dataclass(slots=True)
class Tally:
    """What was counted over some games."""

    count: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    busy_s: float = 0.0

    def add(self, sample: Sample, name: str) -> None:
        """Transcribe a game, judge each turn, answer what is asked and judge the positions."""
        began = process_time()
        turns = infer(sample.game)
        self.busy_s += process_time() - began
        self.count["games"] += 1
        self.count["games without a question"] += all(turn.play for turn in turns)
        for index, (turn, played) in enumerate(zip(turns, sample.truth, strict=True)):
            self._judge(turn, played, f"{name} turn {index}")
        answers: dict[int, Answer] = {}
        while asked := [
            i for i, turn in enumerate(turns) if turn.play is None and i not in answers
        ]:
            answers[asked[0]] = sample.truth[asked[0]].answer
            turns = infer(sample.game, answers)
            self.count["answers"] += 1
        for index, (turn, played) in enumerate(zip(turns, sample.truth, strict=True)):
            if turn.after != played.after:
                self.count[POSITIONS] += 1
                self.notes.append(f"{name} turn {index}: the position after the answers")

    def _judge(self, turn: InferredTurn, played: Played, name: str) -> None:
        self.count["turns"] += 1
        right = played.is_as(turn.candidates[0])
        verdict = "asked" if turn.certainty is Certainty.ASKED else turn.certainty.value
        if turn.play is not None and not right:
            verdict = "wrong"
            found = turn.candidates[0]
            self.notes.append(
                f"{name}, {turn.dice}: {found.kind} {found.moves}, "
                f"truly {played.slip or played.kind} {played.moves}"
            )
        self.count[verdict] += 1
        if turn.certainty is Certainty.ASKED:
            shown = any(played.is_as(candidate) for candidate in turn.candidates)
            self.count[SHOWN] += shown
        if played.kind is PlayKind.ILLEGAL:
            self.count["illegal"] += 1
            found = "asked" if turn.play is None else "written" if right else "bent"
            self.count[f"illegal {found}"] += 1
            self.slips[f"{played.slip} {found}"] += 1
        if turn.play is None:
            ways = "; ".join(f"{way.kind} {way.moves} {way.behind:.1f}" for way in turn.candidates)
            truly = f"{played.slip or played.kind} {played.moves}"
            self.questions.append(f"{name}, {turn.dice}: {turn.certainty}, {ways}; truly {truly}")

    def report(self) -> Iterator[str]:
        """The figures, a line each."""
        turns = self.count["turns"]
        for what in ("turns", "wrong", "asked", "unknown", "answers"):
            yield f"{what}: {self.count[what]} ({100 * self.count[what] / turns:.3f} % of turns)"
        for what in (SHOWN, "games", "games without a question", POSITIONS):
            yield f"{what}: {self.count[what]}"
        illegal = ", ".join(f"{self.count[f'illegal {what}']} {what}" for what in ILLEGAL_COUNTS)
        yield f"illegal: {self.count['illegal']}, {illegal}"
        yield f"by slip: {dict(sorted(self.slips.items()))}"
        yield f"processor time: {1000 * self.busy_s / turns:.1f} ms a turn"


def first_asked(turns: Sequence[InferredTurn], answers: Mapping[int, Answer]) -> int | None:
    """The first turn that is not known and not answered."""
    open_turns = (i for i, turn in enumerate(turns) if turn.play is None and i not in answers)
    return next(open_turns, None)


def measure(turns: int, seed: int, flaws: Flaws) -> Tally:
    """Games until there are so many turns."""
    tally = Tally()
    for number, sample in enumerate(sample_games(seed, flaws)):
        if tally.count["turns"] >= turns:
            break
        tally.add(sample, f"game {number}")
    return tally


def main() -> None:
    """Measure as the options say, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=6)
    for flaw in fields(Flaws):
        kind = int if flaw.name == "counts_to" else float
        parser.add_argument(f"--{flaw.name.replace('_', '-')}", type=kind, default=flaw.default)
    parser.add_argument("--questions", action="store_true", help="print each turn asked about")
    options = vars(parser.parse_args())
    turns, seed, shown = (options.pop(name) for name in ("turns", "seed", "questions"))
    tally = measure(turns, seed, Flaws(**options))
    lines = [*(tally.questions if shown else ()), *tally.notes[:20], *tally.report()]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
