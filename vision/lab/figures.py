"""Counts of a reader's results: rolls by truth and answer."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kiosk.dice.intervals import failures

STATUSES = (
    "valid",
    "cocked",
    "wrong_side",
    "off_board",
    "missing",
    "in_motion",
    "occluded",
    "unsure",
    "error",
)
CLEARLY_TILTED_DEG = 8.0
CLEARLY_SLIDING_PX = 3.0
"""Motion during the exposure that shows in every single picture; slower motion shows in the
tracker's frames."""
ON_THINGS = frozenset({"checker", "bar", "rim", "die"})


@dataclass(frozen=True, slots=True)
class Shot:
    """One roll: its truth and the reader's answer. tilt_deg: the most tilted die's; die_px: the
    side of a top face; miss_mm: how far each die found lies from its true place; forced: the best
    values of two dice that are not surely tilted, whatever the doubts; confidence: in the less
    certain of them; slid_px: how far the fastest die went while the shutter was open; sought: what
    a natural roll was thrown again for, or how it was seen; drawn: how often one out of a cup was
    thrown, how many of these throws were cocked and how many leaning; picture: its size."""

    file: str
    truth: str
    true_values: tuple[int, ...] | None
    answer: str
    values: tuple[int, ...] | None
    why: str
    ms: float
    style: str
    light: str
    colour: str
    kind: str
    die_px: float
    tilt_deg: float
    carried: bool
    miss_mm: tuple[float, ...]
    found: str
    forced: tuple[int, ...] | None = None
    confidence: float = 0.0
    slid_px: float = 0.0
    sought: str = ""
    drawn: tuple[int, ...] = (0, 0, 0)
    picture: str = ""

    @property
    def wrong(self) -> bool:
        """Whether it was accepted though the roll is not valid or its values differ."""
        return self.answer == "valid" and self.values != self.true_values

    @property
    def clearly_cocked(self) -> bool:
        if self.truth != "cocked":
            return False
        return self.carried or self.tilt_deg >= CLEARLY_TILTED_DEG

    @property
    def slight(self) -> bool:
        """Whether it is hardly tilted or hardly moving: reported apart, by how much."""
        if self.truth == "in_motion":
            return self.slid_px < CLEARLY_SLIDING_PX and self.tilt_deg < CLEARLY_TILTED_DEG
        return self.truth == "cocked" and not self.clearly_cocked


def share(part: int, of: int) -> str:
    return f"{part}/{of}" + (f" {100 * part / of:.1f} %" if of else "")


def summary(shots: Sequence[Shot]) -> Iterator[str]:
    """The table that a person reads."""
    valid = [s for s in shots if s.truth == "valid"]
    cocked = [s for s in shots if s.clearly_cocked]
    judged = [s for s in shots if not s.slight]
    accepted = [s for s in judged if s.answer == "valid"]
    yield from confusion(shots)
    wrong = sum(map(_wrong, judged))
    apart = "all but tilts under 8° and slides under 3 px"
    yield f"wrong accepts, {apart}: {failures(wrong, len(judged))}"
    yield f"  among those accepted: {failures(wrong, len(accepted))}"
    yield _accepted(valid)
    others = Counter(s.answer for s in valid if s.answer not in {"valid", "unsure", "error"})
    yield f"  valid rolls called otherwise: {dict(others) or 'none'}"
    called = sum(s.answer == "cocked" for s in cocked)
    yield f"cocked at 8° and more, or on something, called cocked: {share(called, len(cocked))}"
    yield from by_cause("valid", valid)
    yield from by_cause("cocked", cocked)
    calls = [s.truth == "cocked" for s in shots if s.answer == "cocked"]
    yield f"  cocked calls that are true: {share(sum(calls), len(calls))}"
    tilted = [s for s in shots if s.truth == "cocked"]  # leaning on something or not
    yield from by_whole("tilted {}-{}°", lambda s: s.tilt_deg, range(3, 8), tilted)
    slid = [s for s in shots if s.truth == "in_motion"]
    yield from by_whole("slid {}-{} px", lambda s: s.slid_px, range(8), slid)
    for name, of in SLICES.items() if valid else ():
        yield from sliced(name, of, valid)
    yield from risk_and_coverage(judged)
    miss = sorted(mm for s in shots for mm in s.miss_mm)
    if miss:
        at95 = miss[int(0.95 * (len(miss) - 1))]
        yield f"place of a die: {statistics.median(miss):.2f} mm median, {at95:.2f} mm p95"
    for picture in sorted({s.picture for s in shots}):
        yield f"ms, {picture}: {times(s.ms for s in shots if s.picture == picture)}"


def of_all(shots: Sequence[Shot]) -> Iterator[str]:
    """The figures that must hold for all rolls of a run, and why some are asked about."""
    accepted = [s for s in shots if s.answer == "valid"]
    wrong = sum(s.wrong for s in shots)
    yield f"wrong accepts: {failures(wrong, len(shots))}"
    yield f"  among those accepted: {failures(wrong, len(accepted))}"
    valid = [s for s in shots if s.truth == "valid"]
    yield _accepted(valid)
    yield from sliced("picture", lambda s: s.picture, valid)
    cocked = [s for s in shots if s.truth == "cocked"]
    called = sum(s.answer == "cocked" for s in cocked)
    yield f"cocked rolls called cocked: {share(called, len(cocked))}"
    moving = [s for s in shots if s.truth == "in_motion"]
    yield f"moving ones accepted: {share(sum(s.answer == 'valid' for s in moving), len(moving))}"
    yield from by_cause("valid", valid)
    yield from by_cause("cocked", cocked)


def _accepted(valid: Sequence[Shot]) -> str:
    return f"valid rolls accepted: {share(sum(map(_right, valid)), len(valid))}"


def confusion(shots: Iterable[Shot]) -> Iterator[str]:
    counts = Counter((s.truth, s.answer) for s in shots)
    shown = [word for word in STATUSES if any(counts[truth, word] for truth in STATUSES)]
    yield f"{'truth / answer':>14}" + "".join(f"{word[:10]:>11}" for word in shown)
    for truth in STATUSES:
        if any(counts[truth, word] for word in shown):
            yield f"{truth:>14}" + "".join(f"{counts[truth, word] or '·':>11}" for word in shown)


def by_whole(
    shown: str, of: Callable[[Shot], float], steps: range, shots: Sequence[Shot]
) -> Iterator[str]:
    """Counts of answers at each whole degree or pixel that has rolls."""
    for step in steps:
        some = [s for s in shots if step <= of(s) < step + 1]
        if some:
            answers = Counter("ACCEPTED" if s.answer == "valid" else s.answer for s in some)
            yield shown.format(step, step + 1) + f": {dict(answers)}"


def sliced(name: str, of: Callable[[Shot], str], valid: Sequence[Shot]) -> Iterator[str]:
    """Coverage of the valid rolls, slice by slice."""
    words = sorted({of(s) for s in valid})
    parts = []
    for word in words:
        some = [s for s in valid if of(s) == word]
        wrong = sum(map(_wrong, some))
        counts = f"{word} {sum(map(_right, some))}/{len(some)}"
        parts.append(counts + (f" WRONG {wrong}" if wrong else ""))
    yield f"  by {name}: " + ", ".join(parts)


def by_cause(name: str, shots: Sequence[Shot]) -> Iterator[str]:
    """Answers that differ from the truth, and why; the most frequent first."""
    missed = Counter((s.answer, s.why) for s in shots if s.answer != s.truth)
    for (answer, why), count in missed.most_common():
        yield f"  {name}, {answer}: {count}, {why or 'no cause'}"


def risk_and_coverage(shots: Sequence[Shot]) -> Iterator[str]:
    """If confidence alone decided: how much is accepted, and how much of it wrongly."""
    forced = sorted((s for s in shots if s.forced is not None), key=lambda s: -s.confidence)
    valid = sum(s.truth == "valid" for s in shots)
    if not forced or not valid:
        return
    parts = []
    for tenth in range(1, 11):
        some = forced[: max(1, len(forced) * tenth // 10)]
        wrong = sum(s.forced != s.true_values for s in some)
        right = 100 * (len(some) - wrong) / valid
        parts.append(f"≥{some[-1].confidence:.2f} {right:.0f} % wrong {wrong}")
    yield "risk and coverage by confidence alone: " + ", ".join(parts)


def times(ms: Iterable[float]) -> str:
    some = list(ms)
    if not some:
        return "none"
    return f"{statistics.median(some):.0f} median, {percentile(some, 0.99):.0f} p99"


def percentile(ms: Sequence[float], part: float) -> float:
    ordered = sorted(ms)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _wrong(shot: Shot) -> bool:
    return shot.wrong


def _right(shot: Shot) -> bool:
    return shot.answer == "valid" and not shot.wrong


def _size_bin(shot: Shot) -> str:
    low = int(shot.die_px // 4) * 4
    return f"{low:02}-{low + 4} px"


SLICES: dict[str, Callable[[Shot], str]] = {
    "picture": lambda shot: shot.picture,
    "style": lambda shot: shot.style,
    "dice": lambda shot: shot.colour,
    "light": lambda shot: shot.light,
    "kind": lambda shot: shot.kind,
    "size": _size_bin,
}
