"""What was seen of a table's own parts, before anybody judges it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hardware.tower.trouble import TroubleKind


@dataclass(frozen=True, slots=True)
class RunningFacts:
    """`owner`: the process that has the journal. `answered`: it told a whole snapshot; `lost` are
    the devices it has lost, `halted` why it stopped itself."""

    owner: int | None = None
    listens: bool = False
    answered: bool = False
    app: str = ""
    lost: tuple[str, ...] = ()
    halted: str | None = None

    @property
    def runs(self) -> bool:
        """Its devices are its own: nobody else may open them."""
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
    """`down`: the buttons held. `pressed`: which was asked for, which came; None: none in time."""

    pins: PinFacts
    down: frozenset[str] = frozenset()
    pressed: tuple[tuple[str, str | None], ...] = ()


class TowerLinkTrouble(StrEnum):
    """Why a tower can't be talked to; the name is the end of its code."""

    MISSING = "missing"
    BUSY = "busy"
    REFUSED = "refused"
    SILENT = "silent"
    STRANGER = "stranger"
    OTHER = "other"
    VERSION = "version"


@dataclass(frozen=True, slots=True)
class TowerFacts:
    """`trouble` None: it answered. `why` in the link's words. `standing`: what the tower itself
    says is wrong, each with its sentence; `tested`: a word for each part that it tried, if it did;
    `untested`: why its self-test did not end, None also of a tower that has none.
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
    """What is wrong with a calibration; the name is the end of its code."""

    PLAN = "plan"
    UNREADABLE = "unreadable"
    MISFIT = "misfit"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class LightFault:
    """One thing wrong with the light, as `vision.light` tells it."""

    trouble: str
    figure: float
    limit: float
    words: str


class CameraTrouble(StrEnum):
    """Why no pictures come; the name is the end of its code."""

    MISSING = "missing"
    STALLED = "stalled"
    HUNG = "hung"


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """What a camera's pictures tell. `fps`: as its own stamps have it; None: it can't be told.

    `markers`: ids seen in the best picture. `light` None: it was not measured. `strayed_mm`: how
    far the markers lie from where a calibration file has them. `file`: one was named.
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
    """What /healthz said. `why`: nothing came. `stranger`: who answered is not the director, and
    why not. `apart_s`: its clock before (+) or behind ours.
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
    """What is wrong with a journal; the name is the end of its code."""

    DAMAGED = "damaged"
    NOT_OURS = "not-ours"
    TOO_NEW = "too-new"


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """`rows` None: there is no journal yet. `match_id` and `open`: the last match."""

    path: str
    rows: int | None = None
    match_id: str | None = None
    open: bool = False
    halted: str | None = None
    trouble: JournalTrouble | None = None
    why: str = ""
    matches: int = field(default=0)
