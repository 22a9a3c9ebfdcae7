"""`kiosk review`: a person labels roll pictures, one key each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kiosk.dice.errors import EvidenceDamaged
from kiosk.dice.evidence import kept_with, picture_of
from kiosk.dice.judged import LIES, dashed_values, value_in_brief
from kiosk.dice.labels import Labels, LabelVerdict, PictureLabel
from kiosk.dice.rolls import DiceLook
from kiosk.rules.roll import DieFact, high_first
from vision.errors import VisionError
from vision.stored_reading import KeptReading
from vision.view import Picture

CROP_SIDES = 4.0
"""The margin around the dice in a crop, in widths of the largest."""
CROP_WIDTH_PX = 900
KEYS = "r right · w wrong, then its values · c cocked · n not a roll · s skip · u undo · q quit"
END = frozenset({"q", "\x03", "\x04", ""})
PrintLine = Callable[[str], None]
Show = Callable[[Picture], None]


def to_review(looks: Sequence[DiceLook], *, everything: bool) -> list[DiceLook]:
    """Rolls of a camera on trial and those the players were asked about; or all of them."""
    return [look for look in looks if everything or look.shadow or look.word is not None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One roll shown to the person. read: the camera's best guess, high to low, `None` if it has
    not one value for every die that counts.
    """

    look: DiceLook
    picture: Picture
    kept: KeptReading | None

    @property
    def read(self) -> tuple[int, ...] | None:
        dice = self.look.dice
        guesses = [die.guess for die in dice if die.guess is not None]
        whole = len(guesses) == len(dice) == self.look.thrown
        return high_first(tuple(guesses)) if whole else None

    def crop(self) -> Picture:
        """The dice with their surroundings, enlarged; the whole picture if none was seen."""
        boxes = [] if self.kept is None else [die.bbox_px for die in self.kept.reading.dice]
        if not boxes:
            return _widened(self.picture)
        high, wide = self.picture.shape[:2]
        room = CROP_SIDES / 2 * max(max(box[2:]) for box in boxes)
        left = max(0, round(min(box[0] for box in boxes) - room))
        top = max(0, round(min(box[1] for box in boxes) - room))
        right = min(wide, round(max(box[0] + box[2] for box in boxes) + room))
        bottom = min(high, round(max(box[1] + box[3] for box in boxes) + room))
        return _widened(self.picture[top : max(top + 1, bottom), left : max(left + 1, right)])

    def headline(self) -> str:
        word = self.look.word
        dice = ", ".join(map(_format_die, self.look.dice))
        players = "" if word is None else f" · players {dashed_values(word.values) or 'no roll'}"
        return f"row {self.look.seq}  {self.look.utc}  camera {dice or 'no dice'}{players}"

    def label(self, verdict: LabelVerdict, values: tuple[int, ...] | None = None) -> PictureLabel:
        reader = None if self.kept is None else self.kept.reader
        return label_of(self.look, verdict, values, reader)


def label_of(
    look: DiceLook,
    verdict: LabelVerdict | None,
    values: tuple[int, ...] | None = None,
    reader: str | None = None,
) -> PictureLabel:
    return PictureLabel(
        picture=look.picture,
        verdict=verdict,
        values=values,
        roller=look.seat,
        area=look.area,
        thrown=look.thrown,
        seq=look.seq,
        match=look.match_id,
        reader=reader,
    )


def review(
    looks: Sequence[DiceLook],
    folder: Path,
    labels: Labels,
    keys: Iterator[str],
    print_line: PrintLine,
    show: Show,
) -> int:
    """Show the person every roll without a label; returns how many got one.

    Undo goes back to the roll before and withdraws its label, even one of an earlier sitting.
    """
    waiting = [look for look in looks if labels.label_of(look.picture) is None]
    done = _in_order(looks, labels)
    at, had = 0, len(labels)
    print_line(f"{len(looks)} rolls, {len(waiting)} without a label. {KEYS}")
    while at < len(waiting):
        sheet = _sheet(folder, waiting[at], print_line)
        if sheet is None:
            at += 1
            continue
        show(sheet.crop())
        print_line(f"{at + 1}/{len(waiting)}  {sheet.headline()}")
        answer = _answer(sheet, keys, print_line)
        if answer == "u" and not done:
            print_line("nothing to undo")
        elif answer == "u":
            last = done.pop()
            if labels.label_of(last.picture) is not None:
                labels.put(label_of(last, None))
            if last in waiting:
                at = waiting.index(last)
            else:
                waiting.insert(at, last)
        elif isinstance(answer, str) and answer in END:
            break
        else:
            if isinstance(answer, PictureLabel):
                labels.put(answer)
            done.append(sheet.look)
            at += 1
    print_line(f"{len(labels)} labels in {labels.file}, {had} before")
    return len(labels) - had


def _in_order(looks: Sequence[DiceLook], labels: Labels) -> list[DiceLook]:
    """The rolls with a label, in the order they got it."""
    by_picture = {look.picture: look for look in looks}
    return [by_picture[label.picture] for label in labels if label.picture in by_picture]


def _answer(sheet: Sheet, keys: Iterator[str], print_line: PrintLine) -> PictureLabel | str:
    """A label, or the key for skipping, undoing or quitting."""
    while True:
        key = next(keys, "")
        if key in END or key in {"s", "u"}:
            return key
        if key == "r" and sheet.read is not None:
            return sheet.label(LabelVerdict.RIGHT, sheet.read)
        if key == "r":
            print_line("the camera read no values; type them with w")
        elif key == "w":
            values = _typed(sheet.look.thrown, keys, print_line)
            if values is not None and values == sheet.read:
                print_line("that is what the camera read; press r")
            elif values is not None:
                return sheet.label(LabelVerdict.WRONG, values)
        elif key in {"c", "n"}:
            return sheet.label(LabelVerdict.COCKED if key == "c" else LabelVerdict.NOT_A_ROLL)
        else:
            print_line(KEYS)


def _typed(count: int, keys: Iterator[str], print_line: PrintLine) -> tuple[int, ...] | None:
    """The values typed for the dice; None if another key than 1 to 6 came first."""
    print_line(f"what lies there: {count} key{'s' * (count > 1)}, 1 to 6")
    values = []
    for _ in range(count):
        key = next(keys, "")
        if key not in set("123456"):
            print_line("taken back")
            return None
        values.append(int(key))
    return high_first(tuple(values))


def _sheet(folder: Path, look: DiceLook, print_line: PrintLine) -> Sheet | None:
    try:
        picture = picture_of(folder, look.picture)
        kept = kept_with(folder, look.facts)
    except (EvidenceDamaged, VisionError) as error:
        print_line(f"row {look.seq}: {error}")
        return None
    if picture is None:
        print_line(f"row {look.seq}: its picture is not there")
        return None
    return Sheet(look, picture, kept)


def _widened(part: Picture) -> Picture:
    scale = CROP_WIDTH_PX / part.shape[1]
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _format_die(die: DieFact) -> str:
    return value_in_brief(die) + LIES[die.flat]
