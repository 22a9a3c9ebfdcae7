"""What was read of a roll, kept beside its picture so that a later reader can read it again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

import cv2

from vision.calibration import Calibration, CalibrationError, stored
from vision.errors import VisionError
from vision.reading import DieSeen, FlatBy, Reading, Support, Zone

FORMAT = 1
VERSION_DIGITS = 12
READING_CODE = (
    *("*.py", "calibration/**/*.py", "reader/**/*.py", "tracker/**/*.py"),
    *("learned/**/*.py", "learned/**/*.onnx"),
)
"""What a reading depends on: patterns below this package."""


class KeptInvalid(VisionError):
    """A kept reading cannot be read."""


_NOT_KEPT = (
    *(ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError),
    CalibrationError,
)


@dataclass(frozen=True, slots=True, eq=False)
class KeptReading:
    """A reading and all it rests on but its picture.

    reader: `reader_version()` of the reader; opencv: the library it ran on; before: sha256 of the
    picture of the board as it lay before the roll, `None` when there is none.
    """

    reading: Reading
    calibration: Calibration
    reader: str
    opencv: str
    before: str | None = None

    def to_json(self) -> str:
        plain = {
            "v": FORMAT,
            "reader": self.reader,
            "opencv": self.opencv,
            "before": self.before,
            "reading": asdict(self.reading),
            "calibration": json.loads(stored.to_json(self.calibration)),
        }
        return json.dumps(plain, indent=1, default=_number)

    @staticmethod
    def from_json(text: str) -> KeptReading:
        """Read what `to_json` wrote. Raises KeptInvalid on anything else."""
        try:
            plain = json.loads(text)
            if plain["v"] != FORMAT:
                raise ValueError(f"its format is {plain['v']!r}, known is {FORMAT}")
            return KeptReading(
                reading=_reading(plain["reading"]),
                calibration=stored.from_json(json.dumps(plain["calibration"])),
                reader=str(plain["reader"]),
                opencv=str(plain["opencv"]),
                before=None if plain["before"] is None else str(plain["before"]),
            )
        except _NOT_KEPT as error:
            raise KeptInvalid(
                f"The kept reading cannot be read ({error!r}); leave it out."
            ) from error


def kept_reading(reading: Reading, calibration: Calibration, version: str) -> KeptReading:
    """As this process read it."""
    return KeptReading(reading, calibration, version, cv2.__version__)


def reader_version(root: Path = Path(__file__).parent) -> str:
    """Twelve hexadecimal digits of the sha256 over the reader's code and model.

    The same files give the same version, wherever and whenever they were installed; `root` is
    the folder of this package.
    """
    digest = hashlib.sha256()
    for file in sorted({file for pattern in READING_CODE for file in root.glob(pattern)}):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:VERSION_DIGITS]


def _reading(plain: dict[str, Any]) -> Reading:
    return Reading(
        dice=tuple(_die(die) for die in plain["dice"]),
        first_at_ns=int(plain["first_at_ns"]),
        last_at_ns=int(plain["last_at_ns"]),
        frame_seqs=tuple(int(seq) for seq in plain["frame_seqs"]),
        rolled=bool(plain["rolled"]),
    )


def _die(plain: dict[str, Any]) -> DieSeen:
    x, y, width, height = (int(side) for side in plain["bbox_px"])
    middle = plain["center_mm"]
    return DieSeen(
        value=_value(plain["value"]),
        guess=_value(plain["guess"]),
        half=_zone(plain["half"]),
        flat=plain["flat"],
        support=None if plain["support"] is None else Support(plain["support"]),
        confidence=float(plain["confidence"]),
        center_px=_pair(plain["center_px"]),
        center_mm=None if middle is None else _pair(middle),
        bbox_px=(x, y, width, height),
        flat_by=None if plain.get("flat_by") is None else FlatBy(plain["flat_by"]),
        lay_before=bool(plain.get("lay_before", False)),
    )


def _value(plain: object) -> int | None:
    if plain is None or (type(plain) is int and 1 <= plain <= 6):
        return plain
    raise ValueError(f"{plain!r} is no value of a die")


def _zone(plain: Any) -> Zone:
    if plain not in get_args(Zone):
        raise ValueError(f"{plain!r} is no part of a board")
    zone: Zone = plain
    return zone


def _number(value: Any) -> int | float:
    """numpy's own numbers, which JSON does not know."""
    number: int | float = value.item()
    return number


def _pair(plain: list[Any]) -> tuple[float, float]:
    x, y = plain
    return float(x), float(y)
