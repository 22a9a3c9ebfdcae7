"""Reviewed rolls of a real table, read again and counted like scenes with truth."""

from __future__ import annotations

import time
from pathlib import Path

from kiosk.dice.errors import EvidenceDamaged
from kiosk.dice.evidence import before_of, kept_beside, picture_of, world_of
from kiosk.dice.judged import RollerSetting, judge_seen
from kiosk.dice.labels import Labels, LabelVerdict, PictureLabel
from vision.errors import VisionError
from vision.lab.answered import forced, format_die
from vision.lab.figures import Shot
from vision.reader import see
from vision.reading import DieSeen

NOT_LABELLED = "not told"


def labelled_shots(folder: Path, *, whole: bool) -> tuple[list[Shot], int]:
    """The labels of a folder of roll pictures as rolls with truth, and how many are left out.

    Left out: what was no roll, single opening dice, and pictures that are gone or damaged. Of a
    tilted die a person gives no degree: such a roll counts as clearly cocked. `whole`: with the
    calibration that held then, where it was kept; else measured in the picture. Raises
    LabelsInvalid.
    """
    labels = list(Labels(folder))
    found = [_shot(label, folder, whole=whole) for label in labels]
    shots = [shot for shot in found if shot is not None]
    return shots, len(labels) - len(shots)


def _shot(label: PictureLabel, folder: Path, *, whole: bool) -> Shot | None:
    if label.verdict is LabelVerdict.NOT_A_ROLL or label.thrown != 2:
        return None
    try:
        picture = picture_of(folder, label.picture)
        kept = kept_beside(folder, label.picture)
        before = None if picture is None else before_of(folder, kept, picture)
    except (EvidenceDamaged, VisionError):
        return None
    if picture is None:
        return None
    table = RollerSetting(label.roller, label.area, opening=label.area is None)
    dice: tuple[DieSeen, ...] = ()
    start = time.perf_counter()
    try:
        seen = see(picture, world_of(picture, kept if whole else None), before)
        verdict = judge_seen(seen, table)
        status, values, dice = verdict.status.value, verdict.values, seen.dice
        why = "; ".join(reason.value for reason in verdict.why)
    except VisionError as error:
        status, values, why = "error", None, str(error)
    stored_dice = () if kept is None else kept.reading.dice
    return Shot(
        file=f"{folder.name}/{label.picture[:12]}",
        truth="cocked" if label.verdict is LabelVerdict.COCKED else "valid",
        true_values=label.values,
        answer=status,
        values=values,
        why=why,
        ms=1000 * (time.perf_counter() - start),
        style=folder.parent.name,
        light=NOT_LABELLED,
        colour=NOT_LABELLED,
        kind=NOT_LABELLED,
        die_px=float(min((min(die.bbox_px[2:]) for die in (*stored_dice, *dice)), default=0)),
        tilt_deg=0.0,
        carried=label.verdict is LabelVerdict.COCKED,
        miss_mm=(),
        found=" ".join(map(format_die, dice)),
        forced=forced(dice),
        confidence=min((die.confidence for die in dice), default=0.0),
    )
