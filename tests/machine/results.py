"""What each step showed, as text for people and as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum


class Outcome(StrEnum):
    OK = "ok"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Result:
    """`said`: what was seen, or why it failed, in a sentence or two. `took_s`: wall seconds."""

    step: str
    outcome: Outcome
    said: str
    took_s: float
    date: str


def line(result: Result) -> str:
    """One line for the terminal."""
    return f"{result.step:<20} {result.outcome.value:<8} {result.took_s:6.1f} s  {result.said}"


def as_json(results: list[Result]) -> str:
    """What `read` takes."""
    return json.dumps([asdict(each) for each in results], indent=1) + "\n"


def read(text: str) -> list[Result]:
    """The results of earlier runs."""
    return [Result(**each | {"outcome": Outcome(each["outcome"])}) for each in json.loads(text)]


def merged(old: list[Result], new: list[Result], order: Iterable[str]) -> list[Result]:
    """The newest result of every step there is, in their order."""
    newest = {each.step: each for each in (*old, *new)}
    return [newest[step] for step in order if step in newest]


def as_markdown(kernel: str, results: list[Result], order: Iterable[str]) -> str:
    """RESULTS.md: a table, one step a row; those of `order` that were never run as such."""
    good = sum(each.outcome is Outcome.OK for each in results)
    by_step = {each.step: each for each in results}
    missing = [step for step in order if step not in by_step]
    rows = "\n".join(
        f"| {each.step} | {each.outcome.value} | {each.date} | {each.took_s:.0f} | "
        f"{_cell(each.said)} |"
        for each in results
    )
    rows += "".join(f"\n| {step} | not run yet | | | |" for step in missing)
    return f"""# What the emulated machine showed

Written by `make machine-test`: {good} of {len(results) + len(missing)} steps are good. QEMU without
KVM, two processors of a busy machine, Debian trixie's kernel {kernel}: **an emulated machine, not a
Pi**. Seconds are those of this machine; a Pi's are others.

| step | result | date | s | what was seen |
|---|---|---|---|---|
{rows}
"""


def _cell(said: str) -> str:
    return " ".join(said.replace("|", "\\|").split())
