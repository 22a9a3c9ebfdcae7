"""What each step showed, as text for people and as JSON."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum


class Outcome(StrEnum):
    OK = "ok"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Result:
    """`said`: what was seen, or why it failed, in a sentence or two. `took_s`: wall seconds."""

    step: str
    outcome: Outcome
    said: str
    took_s: float


def line(result: Result) -> str:
    """One line for the terminal."""
    return f"{result.step:<28} {result.outcome.value:<8} {result.took_s:6.1f} s  {result.said}"


def as_json(date: str, results: list[Result]) -> str:
    """The whole run."""
    return json.dumps({"date": date, "steps": [asdict(each) for each in results]}, indent=1) + "\n"


def as_markdown(date: str, kernel: str, results: list[Result]) -> str:
    """RESULTS.md: a table, one step a row."""
    good = sum(each.outcome is Outcome.OK for each in results)
    rows = "\n".join(
        f"| {each.step} | {each.outcome.value} | {each.took_s:.0f} | {_cell(each.said)} |"
        for each in results
    )
    return f"""# What the emulated machine showed

Written by `make machine-test` on {date}: {good} of {len(results)} steps are good. QEMU without KVM,
two processors of a busy machine, Debian trixie's kernel {kernel}: **an emulated machine, not a
Pi**. Seconds are those of this machine; a Pi's are others.

| step | result | s | what was seen |
|---|---|---|---|
{rows}
"""


def _cell(said: str) -> str:
    return " ".join(said.replace("|", "\\|").split())
