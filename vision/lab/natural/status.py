"""The judge's status of a roll whose dice are known exactly."""

from __future__ import annotations

from typing import Any

from kiosk.dice.judged import judge_seen, table_of
from vision.lab.natural.ends import CARRIERS
from vision.lab.natural.throws import ThrownDie
from vision.reading import DieSeen, StillSeen, Support
from vision.scene.board import Half


def contact_facts_of(die: ThrownDie, top: int) -> dict[str, Any]:
    """The fields of a die's truth that follow from contacts. Flat: level, the field under it."""
    carriers = [name for name in CARRIERS if name in die.touches]
    others = [*carriers, *sorted(die.touches), "none"]
    return {
        "top": top if die.level else None,
        "support": "surface" if die.flat else others[0],
        "touches": sorted(die.touches),
        "zone": die.zone,
        "in_motion": False,
    }


def status_of(dice: list[dict[str, Any]], area: Half) -> str:
    """The judge's status of a roll that must lie in a half, by the full truth about its dice."""
    moving = any(die["in_motion"] for die in dice)
    seen = StillSeen(tuple(map(_die_seen, dice)), moving=moving, covered=False, all_seen=True)
    return judge_seen(
        seen, table_of(None, area.removeprefix("picture_"), opening=False)
    ).status.value


def _die_seen(die: dict[str, Any]) -> DieSeen:
    value, support = die["top"], die["support"]
    flat = value is not None and support == "surface"
    by = Support(support) if support in set(Support) else None
    return DieSeen(value, value, die["zone"], flat, by, 1.0, (0.0, 0.0), None, (0, 0, 0, 0))
