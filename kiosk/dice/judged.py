"""The reader's result on a still picture, judged by the rules core."""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.dice.die_fact import die_fact
from kiosk.rules.roll import DieFact
from kiosk.rules.still import RollVerdict, StillFacts, judge_still, right_half
from kiosk.rules.table import Half, PictureSeat
from vision.reading import DieSeen, Reading, StillSeen


@dataclass(frozen=True, slots=True)
class RollerSetting:
    """The roller's seat, and the half to roll in. mixer: the baffle box's half, if used."""

    roller: PictureSeat = PictureSeat.BOTTOM
    mixer: Half | None = None
    opening: bool = False


def table_of(roller: str | None, mixer: str | None, *, opening: bool) -> RollerSetting:
    """From command-line values: `top`, `bottom` or None for the usual seat; the baffle box `left`,
    `right` or None.
    """
    half = None if mixer is None else Half(f"picture_{mixer}")
    seat = PictureSeat.BOTTOM if roller is None else PictureSeat(roller)
    return RollerSetting(seat, half, opening)


def judge_seen(seen: StillSeen, table: RollerSetting) -> RollVerdict:
    return judge_still(facts_of(seen), table.roller, mixer=table.mixer, opening=table.opening)


def judge_at_rest(reading: Reading, table: RollerSetting) -> RollVerdict:
    """Judge dice at rest without a hand over them: nothing moves, nothing is covered."""
    lay = any(die.lay_before for die in reading.dice)
    return judge_seen(StillSeen(reading.dice, moving=False, covered=False, lay_before=lay), table)


def facts_of(seen: StillSeen) -> StillFacts:
    dice = tuple(map(die_fact, seen.dice))
    return StillFacts(dice, seen.moving, seen.covered, seen.all_seen, lay_before=seen.lay_before)


def zone(half: Half, roller: PictureSeat) -> str:
    """A half of the picture as the roller sees it: right, left, bar or off."""
    if half in {Half.BAR, Half.OFF}:
        return half.value
    return "right" if half is right_half(roller) else "left"


LIES = {True: "", False: " not flat", None: " flat?"}
"""Text for a die's `flat`, after its value."""


def value_in_brief(die: DieSeen | DieFact) -> str:
    """5 if it is certain, else 5? for the best guess, or ? alone."""
    return str(die.value) if die.value is not None else f"{die.guess or ''}?"


def dashed_values(values: Sequence[int] | None) -> str:
    """6-4; empty without values."""
    return "-".join(map(str, values or ()))
