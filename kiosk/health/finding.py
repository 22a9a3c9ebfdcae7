"""One line of the doctor: a code that can be read over the phone, and what it stands for."""

from dataclasses import dataclass
from enum import StrEnum

Value = int | float | str | bool | None


class PartState(StrEnum):
    """How a part stands."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"
    ABSENT = "not fitted"
    UNSEEN = "could not be looked at"


@dataclass(frozen=True, slots=True)
class FindingCode:
    """What a code says: how the part stands, and what to do. `lacks`: without it nothing runs."""

    state: PartState
    todo: str = ""
    lacks: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure behind a finding; `unit` is empty for what has none."""

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
        """The part it is about: what stands before the code's point."""
        return self.code.partition(".")[0]
