"""Facts about a table's own parts, not yet judged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hardware.tower.trouble import TroubleKind


@dataclass(frozen=True, slots=True)
class RunningFacts:
    """`owner`: pid of the process that has the journal. `answered`: it sent a complete snapshot.
    `lost`: devices it has lost. `halted`: why it stopped itself.
    """

    owner: int | None = None
    listens: bool = False
    answered: bool = False
    app: str = ""
    lost: tuple[str, ...] = ()
    halted: str | None = None

    @property
    def runs(self) -> bool:
        """True if a table runs; its devices must not be opened by others."""
        return self.owner is not None or self.listens


@dataclass(frozen=True, slots=True)
class PinFacts:
    """`pins`: name to BCM number. `no_gpio`, `refused`: why they can't be used."""

    pins: Mapping[str, int]
    no_gpio: str | None = None
    refused: str | None = None
    tried: bool = False


@dataclass(frozen=True, slots=True)
class ButtonFacts:
    """`down`: buttons held. `pressed`: the button asked for and the one pressed; None if late."""

    pins: PinFacts
    down: frozenset[str] = frozenset()
    pressed: tuple[tuple[str, str | None], ...] = ()


class TowerLinkTrouble(StrEnum):
    """Why a tower can't be used; the value is the end of its code."""

    MISSING = "missing"
    BUSY = "busy"
    REFUSED = "refused"
    SILENT = "silent"
    STRANGER = "stranger"
    OTHER = "other"
    VERSION = "version"


@dataclass(frozen=True, slots=True)
class TowerFacts:
    """`trouble`: None if it answered. `why`: in the link's words. `standing`: troubles the tower
    reports, each with its sentence. `tested`: a word for each part of its self-test. `untested`:
    why the self-test did not end; None also for a tower without one.
    """

    port: str
    trouble: TowerLinkTrouble | None = None
    why: str = ""
    firmware: str = ""
    serial_number: str = ""
    standing: tuple[tuple[TroubleKind, str], ...] = ()
    tested: tuple[tuple[str, str], ...] = ()
    passed: bool = True
    untested: str | None = None


class CalibrationTrouble(StrEnum):
    """What is wrong with a calibration; the value is the end of its code."""

    PLAN = "plan"
    UNREADABLE = "unreadable"
    MISFIT = "misfit"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class LightFault:
    """One fault of the light, as reported by `vision.light`."""

    trouble: str
    figure: float
    limit: float
    words: str


class CameraTrouble(StrEnum):
    """Why no pictures come; the value is the end of its code."""

    MISSING = "missing"
    STALLED = "stalled"
    HUNG = "hung"


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """Facts from a camera's pictures. `fps`: by its own stamps; None if unknown.

    `markers`: ids found in the best picture. `light`: None if not measured. `strayed_mm`: distance
    of the markers from their places in a calibration file. `file`: a calibration file was named.
    """

    asked_fps: float
    size: tuple[int, int] = (0, 0)
    frames: int = 0
    fps: float | None = None
    frozen: bool = False
    exposure_us: int | None = None
    markers: tuple[int, ...] = ()
    light: tuple[LightFault, ...] | None = None
    residual_px: float | None = None
    file: bool = False
    strayed_mm: float | None = None
    calibration: CalibrationTrouble | None = None
    calibration_why: str = ""
    trouble: CameraTrouble | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class DirectorFacts:
    """The answer of /healthz. `why`: why there was none. `stranger`: why the answer is not from the
    director. `apart_s`: its clock ahead of (+) or behind ours.
    """

    url: str
    why: str | None = None
    stranger: str | None = None
    protocol: int | None = None
    event_id: str | None = None
    sound: bool = True
    failure: str = ""
    apart_s: float | None = None


class JournalTrouble(StrEnum):
    """What is wrong with a journal; the value is the end of its code."""

    DAMAGED = "damaged"
    NOT_OURS = "not-ours"
    TOO_NEW = "too-new"


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """`rows`: None if there is no journal yet. `match_id` and `open`: of the last match."""

    path: str
    rows: int | None = None
    match_id: str | None = None
    open: bool = False
    halted: str | None = None
    trouble: JournalTrouble | None = None
    why: str = ""
    matches: int = field(default=0)
