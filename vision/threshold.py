"""A number that decides, with what it counts, what it means and what it was set by."""

from __future__ import annotations


class Threshold(float):
    """A number that decides. unit: what it counts; meaning: what lies beyond it; set_by: the
    measurement it was chosen on."""

    __slots__ = ("meaning", "set_by", "unit")
    unit: str
    meaning: str
    set_by: str

    def __new__(cls, value: float, unit: str, meaning: str, set_by: str) -> Threshold:
        made = super().__new__(cls, value)
        made.unit, made.meaning, made.set_by = unit, meaning, set_by
        return made


class Count(int):
    """A threshold of whole numbers: nanoseconds, frames, pixels."""

    unit: str
    meaning: str
    set_by: str

    def __new__(cls, value: int, unit: str, meaning: str, set_by: str) -> Count:
        made = super().__new__(cls, value)
        made.unit, made.meaning, made.set_by = unit, meaning, set_by
        return made
