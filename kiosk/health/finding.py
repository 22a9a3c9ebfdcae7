"""One line of the doctor: a code that can be read over the phone, and its meaning."""

from dataclasses import dataclass
from enum import StrEnum

Value = int | float | str | bool | None


class PartState(StrEnum):
    """State of a part."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"
    ABSENT = "not fitted"
    UNSEEN = "could not be looked at"


@dataclass(frozen=True, slots=True)
class FindingCode:
    """Meaning of a code: the part's state, and what to do. `lacks`: nothing runs without it."""

    state: PartState
    todo: str = ""
    lacks: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure behind a finding; `unit` is empty if it has none."""

    name: str
    value: Value
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """`words`: one sentence with the offending value, in English. `code` is PART.WHAT."""

    code: str
    state: PartState
    words: str
    todo: str = ""
    measures: tuple[Measure, ...] = ()
    lacks: bool = False

    @property
    def part(self) -> str:
        """The part, which is the code up to its point."""
        return self.code.partition(".")[0]
