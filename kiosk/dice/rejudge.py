"""`kiosk rejudge`: today's reader on the stored pictures of a journal, beside the reading then.

The rules judge both readings alike, so a difference is due to the reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.catalogue.reasons import because
from kiosk.catalogue.text import format_text
from kiosk.dice.errors import EvidenceDamaged
from kiosk.dice.evidence import before_of, kept_with, picture_of, world_of
from kiosk.dice.intervals import failures, upper_bound
from kiosk.dice.judged import dashed_values, facts_of
from kiosk.dice.labels import Labels, LabelVerdict, PictureLabel
from kiosk.dice.rolls import VALID, DiceLook, RollJudgement, judge_reading
from kiosk.rules.roll import DieFact, RollFacts
from vision.errors import NetMissing, VisionError
from vision.reader import see
from vision.reading import StillSeen
from vision.stored_reading import reader_version

IN_MOTION = "in_motion"
OCCLUDED = "occluded"


@dataclass(frozen=True, slots=True)
class RejudgedRoll:
    """A roll read again. now: None if it failed, `trouble` is then the reason; damaged: the
    evidence differs from what was stored; reader: of the reading then, None if not known.
    """

    look: DiceLook
    then: RollJudgement
    now: RollJudgement | None
    label: PictureLabel | None
    reader: str | None
    trouble: str | None = None
    damaged: bool = False
    dice: tuple[DieFact, ...] = ()

    @property
    def differs(self) -> bool:
        return self.now is not None and (self.now.status, self.now.values) != (
            self.then.status,
            self.then.values,
        )

    @property
    def true_values(self) -> tuple[tuple[int, ...] | None, bool]:
        """The true values, None for no valid roll, and whether they are known.

        A person who looked at the picture counts more than the players. Dice that lie there without
        having been rolled are not the reader's fault.
        """
        if self.label is not None:
            return self.label.values, self.label.verdict is not LabelVerdict.NOT_A_ROLL
        word = self.look.word
        return (None, False) if word is None else (word.values, True)

    def wrong(self, call: RollJudgement | None) -> bool:
        """Whether it was accepted although it is known to be no roll or another one."""
        values, known = self.true_values
        return known and call is not None and call.status == VALID and call.values != values


def rejudge_rolls(
    looks: Iterable[DiceLook], folder: Path, labels: Labels
) -> Iterator[RejudgedRoll]:
    for look in looks:
        yield _again(look, folder, labels.label_of(look.picture))


def _again(look: DiceLook, folder: Path, label: PictureLabel | None) -> RejudgedRoll:
    then = judge_reading(look, look.facts)
    kept = None
    try:
        picture = picture_of(folder, look.picture)
        if picture is None:
            return RejudgedRoll(look, then, None, label, None, "its picture is not there")
        kept = kept_with(folder, look.facts)
        world = world_of(picture, kept)
        seen = see(picture, world, before_of(folder, kept, picture))
    except NetMissing:
        raise  # no other picture will fare better
    except (EvidenceDamaged, VisionError) as error:
        damaged = isinstance(error, EvidenceDamaged)
        reader = None if kept is None else kept.reader
        return RejudgedRoll(look, then, None, label, reader, str(error), damaged)
    dice = facts_of(seen).dice
    facts = RollFacts(
        dice, look.facts.rolled, look.facts.first_frame_at, look.facts.last_frame_at, look.picture
    )
    now = _as_seen(judge_reading(look, facts), seen)
    reader = None if kept is None else kept.reader
    return RejudgedRoll(look, then, now, label, reader, dice=dice)


def _as_seen(call: RollJudgement, seen: StillSeen) -> RollJudgement:
    """The judgement now. The camera's frames had shown that the dice lie still and bare; an
    uncertainty in one picture does not override that.
    """
    if seen.moving:
        return RollJudgement(IN_MOTION)
    if seen.covered:
        return RollJudgement(OCCLUDED)
    return call


# --- output ---------------------------------------------------------------------------------------


@dataclass
class RejudgeTotals:
    """estimated: without a stored calibration; known: rolls with known values; known_accepted and
    wrong: of those, by the reader then and now.
    """

    rolls: int = 0
    read: int = 0
    differ: int = 0
    damaged: int = 0
    estimated: int = 0
    accepted_then: int = 0
    accepted_now: int = 0
    known: int = 0
    known_accepted: dict[str, int] = field(default_factory=lambda: {"then": 0, "now": 0})
    wrong: dict[str, int] = field(default_factory=lambda: {"then": 0, "now": 0})

    def add(self, one: RejudgedRoll) -> None:
        self.rolls += 1
        self.damaged += one.damaged
        if one.now is None:
            return
        self.read += 1
        self.differ += one.differs
        self.estimated += one.reader is None
        self.accepted_then += one.then.status == VALID
        self.accepted_now += one.now.status == VALID
        if one.true_values[1]:
            self.known += 1
            for name, call in (("then", one.then), ("now", one.now)):
                self.known_accepted[name] += call.status == VALID
                self.wrong[name] += one.wrong(call)

    def in_words(self, version: str) -> str:
        wrong = "; ".join(
            f"{name} {failures(self.wrong[name], self.known_accepted[name])}"
            for name in ("then", "now")
        )
        lost = self.rolls - self.read
        return (
            f"{self.rolls} rolls, {self.read} read again by {version}"
            + (f", {lost} not" if lost else "")
            + (f" ({self.damaged} damaged)" if self.damaged else "")
            + (f", {self.estimated} without the calibration that held" if self.estimated else "")
            + f": {self.differ} differ; accepted then {self.accepted_then}, now "
            f"{self.accepted_now}. Accepted wrongly, where players or a review gave the truth "
            f"({self.known} rolls): {wrong}"
        )

    def in_json(self, version: str) -> str:
        plain: dict[str, Any] = {
            "rolls": self.rolls,
            "read": self.read,
            "differ": self.differ,
            "damaged": self.damaged,
            "estimated": self.estimated,
            "accepted": {"then": self.accepted_then, "now": self.accepted_now},
            "known": self.known,
            "reader": version,
        }
        for name in ("then", "now"):
            wrong, of = self.wrong[name], self.known_accepted[name]
            bound = round(upper_bound(wrong, of), 6) if of else None
            plain[f"wrong_{name}"] = {"wrong": wrong, "of": of, "bound_95": bound}
        return json.dumps(plain)


def lines(again: Iterable[RejudgedRoll], total: RejudgeTotals, *, as_json: bool) -> Iterator[str]:
    """A line for each roll, and the sum at last; `total` is filled meanwhile."""
    for one in again:
        total.add(one)
        yield _json(one) if as_json else _words(one)
    version = reader_version()
    yield total.in_json(version) if as_json else total.in_words(version)


def _words(one: RejudgedRoll) -> str:
    look = one.look
    parts = [f"then {_call(one.then)}", one.trouble or f"now {_call(one.now)}"]
    if look.word is not None:
        parts.append(f"players {dashed_values(look.word.values) or 'no roll'}")
    if one.label is not None:
        parts.append(f"review {_label(one.label)}")
    mark = "WRONG " if one.wrong(one.now) else "DIFFERS " if one.differs else ""
    roller = "both" if look.roller is None else look.roller.value
    return f"{look.seq:>6}  {look.utc}  {roller:<5}  {mark}" + " · ".join(parts)


def _call(call: RollJudgement | None) -> str:
    assert call is not None
    if call.values is not None:
        return dashed_values(call.values)
    why = format_text(because(call.why)) if call.why else ""
    return call.status.replace("_", " ") + (f" ({why})" if why else "")


def _label(label: PictureLabel) -> str:
    if label.verdict in {LabelVerdict.RIGHT, LabelVerdict.WRONG}:
        return dashed_values(label.values)
    return "" if label.verdict is None else label.verdict.value.replace("_", " ")


def _json(one: RejudgedRoll) -> str:
    look, word, label = one.look, one.look.word, one.label
    plain = {
        "seq": look.seq,
        "match": look.match_id,
        "utc": look.utc,
        "picture": look.picture,
        "side": None if look.roller is None else look.roller.value,
        "shadow": look.shadow,
        "then": _plain(one.then) | {"reader": one.reader, "dice": _dice(look.facts.dice)},
        "now": None if one.now is None else _plain(one.now) | {"dice": _dice(one.dice)},
        "players": None if word is None else {"values": word.values},
        "review": None if label is None else {"verdict": label.verdict, "values": label.values},
        "differs": one.differs,
        "wrong": one.wrong(one.now) if one.true_values[1] else None,
        "trouble": one.trouble,
    }
    return json.dumps(plain)


def _plain(call: RollJudgement) -> dict[str, Any]:
    return {"status": call.status, "values": call.values, "why": call.why}


def _dice(dice: tuple[DieFact, ...]) -> list[dict[str, Any]]:
    return [
        {"value": d.value, "guess": d.guess, "half": d.half, "flat": d.flat, "support": d.support}
        for d in dice
    ]
