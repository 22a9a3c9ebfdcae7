"""Formats findings for people, one line each, and as JSON for programs."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from kiosk.doctor.errors import DoctorMisused
from kiosk.health.finding import Finding, PartState

_SHOWN = {
    PartState.OK: "ok",
    PartState.WARNING: "WARNING",
    PartState.FAULT: "FAULT",
    PartState.ABSENT: "not fitted",
    PartState.UNSEEN: "not looked at",
}
_STATE_WIDTH = 13
_CODE_WIDTH = 24

DONE = 0
BROKEN = 1
LACKING = 3


def format_finding(finding: Finding) -> str:
    """Format a finding: state, code, what is wrong, what to do."""
    state, words = _SHOWN[finding.state], " ".join(finding.words.split())
    todo = f" To do: {finding.todo}." if finding.todo else ""
    return f"{state:<{_STATE_WIDTH}}  {finding.code:<{_CODE_WIDTH}}  {words}{todo}"


def format_summary(findings: Sequence[Finding]) -> str:
    """Format the last line: counts of faults and warnings."""
    faults = sum(each.state is PartState.FAULT for each in findings)
    warnings = sum(each.state is PartState.WARNING for each in findings)
    if not faults and not warnings:
        return "Nothing is wrong."
    counted = f"{_format_count(faults, 'fault')}, {_format_count(warnings, 'warning')}"
    return f"{counted}. kiosk doctor --explain CODE prints more of each."


def _format_count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def explain_code(code: str) -> str:
    """The paragraph of a code in CODES.md. Raises DoctorMisused for an unknown code."""
    text = (files("kiosk.doctor") / "CODES.md").read_text(encoding="utf-8")
    found = re.search(rf"(?m)^\*\*`{re.escape(code)}`\*\* (.+)$", text)
    if found is None:
        raise DoctorMisused(f"{code!r} is no code of the doctor; write it as PART.WHAT")
    return f"{code} {found[1]}"


def format_json(findings: Sequence[Finding]) -> str:
    """Format as one JSON object: exit code, and each finding with its figures and units."""
    plain: dict[str, Any] = {
        "exit": exit_code(findings),
        "findings": [
            {
                "code": each.code,
                "part": each.part,
                "state": each.state.value,
                "words": " ".join(each.words.split()),
                "todo": each.todo,
                "values": [
                    {"name": of.name, "value": of.value, "unit": of.unit} for of in each.measures
                ],
            }
            for each in findings
        ],
    }
    return json.dumps(plain, ensure_ascii=False)


def exit_code(findings: Sequence[Finding]) -> int:
    """3 if something essential is missing, 1 for a fault, else 0."""
    faults = [each for each in findings if each.state is PartState.FAULT]
    if any(each.lacks for each in faults):
        return LACKING
    return BROKEN if faults else DONE
