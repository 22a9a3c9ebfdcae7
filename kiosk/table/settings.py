"""`table.toml`, read strictly: an unknown key or a value out of range stops the start."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

from kiosk.books import profile_loader
from kiosk.rules.rulebook import EVENT, ClockSystem, RuleBook, RuleBookError
from kiosk.rules.table import ClockButton, DicePairs, Half, PictureSeat, Seat, SetUp
from kiosk.rules.units import BySide
from kiosk.table.errors import TableSettingsError
from kiosk.table.keys import complaint
from kiosk.toml_file import read_toml
from kiosk.wire.errors import KeyInvalid
from kiosk.wire.pinned import is_loopback, is_pin
from kiosk.wire.signing import check_public

_PI_STEP_PX = 8
"""The small stream is a quarter as wide and high, and even."""
_ADDRESS = re.compile(r"https?://(?:[\w.-]+|\[[0-9a-f:.]+\]):(\d{1,5})/?", re.ASCII | re.IGNORECASE)

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Where = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
"""A path, relative to the configuration's folder, or an address."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; unknown keys are errors."""


Megabytes = Annotated[int, msgspec.Meta(ge=10, le=900_000)]


class TableSection(Section, frozen=True):
    """The screens' socket and the folder of roll pictures: the most they may take, and the free
    space they leave to the journal.
    """

    number: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    event_id: Name
    socket: Where = "table.sock"
    pictures: Where = "pictures"
    pictures_mb: Megabytes = 4000
    reserve_mb: Megabytes = 200


class MatchSection(Section, frozen=True):
    """A match opened at the start, unless the journal holds it already.

    `rules` are the event's own values of the rule book, one table per section. `guide`: without a
    director, lead players who have not seen it through a turn in pictures; None: only with real
    devices.
    """

    match_id: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]
    rulebook: Name
    white: Name
    black: Name
    clock: Literal["book", "none"] = "book"
    guide: bool | None = None
    rules: dict[str, Any] = {}


class SeatSection(Section, frozen=True):
    picture: Literal["top", "bottom"]
    home: Literal["picture_left", "picture_right"]
    clock: Literal["left", "right"]
    checkers: Name


class SeatsSection(Section, frozen=True):
    """`mixer` is the picture half nearest the baffle box; without it dice come from cups."""

    white: SeatSection
    black: SeatSection
    mixer: Literal["picture_left", "picture_right"] | None = None
    tower: bool = False
    dice: Literal["shared_pair", "pair_each"] = "shared_pair"


class ButtonsSection(Section, frozen=True):
    """BCM numbers; `left` and `right` as seen by the players at the picture's bottom edge."""

    left_pin: Pin
    right_pin: Pin
    lockout_ms: Annotated[int, msgspec.Meta(ge=1, le=500)] = 30


class LightsSection(Section, frozen=True):
    left_pin: Pin
    right_pin: Pin


class StatusLightSection(Section, frozen=True):
    """Steady: all is well; blinking: a device is lost or the table halted; dark: no table runs."""

    pin: Pin


class BuzzerSection(Section, frozen=True):
    """Short when the clock changes hands, long when play stops; silent unless enabled."""

    pin: Pin
    enabled: bool = False


class TowerSection(Section, frozen=True):
    """`serial:` and the tower's number, or a path; `simulated` for the twin.

    `lamp`: light its lamp while a roll is due.
    """

    port: Where
    lamp: bool = True


Millimetres = Annotated[float, msgspec.Meta(gt=0, le=2000)]
Place = Annotated[float, msgspec.Meta(ge=0, le=2000)]
Pixels = Annotated[float, msgspec.Meta(gt=0, le=100_000)]
Distortion = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Box = tuple[Place, Place, Place, Place]


class BoardSection(Section, frozen=True):
    """The board's plan, measured once with a ruler from its outer corner at the picture's top left.

    Rectangles are left, top, right, bottom. The four markers lie on the rim, `marker_inset_mm` from
    both outer edges; their black squares are `marker_mm` wide.
    """

    size_mm: tuple[Millimetres, Millimetres]
    rim_height_mm: Millimetres
    picture_left_mm: Box
    picture_right_mm: Box
    bar_mm: Box
    marker_mm: Millimetres
    marker_inset_mm: Place
    checker_mm: Millimetres
    checker_height_mm: Millimetres = 9.5
    die_mm: Millimetres | None = None

    @property
    def boxes(self) -> dict[str, Box]:
        """The rectangles by their keys."""
        left, right = self.picture_left_mm, self.picture_right_mm
        return {"picture_left_mm": left, "picture_right_mm": right, "bar_mm": self.bar_mm}


class LensSection(Section, frozen=True):
    """A lens measured once: focal lengths and centre in pixels, distortion k1 k2 p1 p2 k3."""

    fx_px: Pixels
    fy_px: Pixels
    cx_px: Pixels
    cy_px: Pixels
    dist: tuple[Distortion, Distortion, Distortion, Distortion, Distortion] = (
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    )


Exposure = Annotated[int, msgspec.Meta(ge=100, le=200_000)]
Gain = Annotated[float, msgspec.Meta(ge=1, le=32)]
Steps = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
CameraKind = Literal["pi", "usb", "video", "folder", "simulated"]


class PiSection(Section, frozen=True):
    """Fixed settings of a Pi's camera; focus is 1 / distance in metres, gains are red and blue."""

    port: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    exposure_us: Exposure = 10_000
    analogue_gain: Gain = 2.0
    colour_gains: tuple[Gain, Gain] = (1.8, 1.7)
    focus_dioptres: Annotated[float, msgspec.Meta(ge=0, le=20)] = 1.4


class UsbSection(Section, frozen=True):
    """Fixed settings of a USB camera; `focus` and `gain` in its driver's own units."""

    exposure_us: Exposure = 10_000
    white_balance_k: Annotated[int, msgspec.Meta(ge=1000, le=12_000)] = 4500
    focus: Steps | None = None
    gain: Steps | None = None


class CameraSection(Section, frozen=True):
    """`rig_seed` draws the simulated board, camera and light.

    `path` is a USB camera's device, a video, or a folder of pictures. `calibration`: the file that
    `kiosk calibrate --write` writes; used once it exists. `shadow`: the players type every roll,
    and readings are only kept beside it.
    """

    width: Annotated[int, msgspec.Meta(ge=640, le=4608)]
    height: Annotated[int, msgspec.Meta(ge=360, le=2592)]
    fps: Annotated[int, msgspec.Meta(ge=1, le=60)]
    board: BoardSection
    kind: CameraKind | None = None
    path: Where | None = None
    lens: LensSection | None = None
    pi: PiSection | None = None
    usb: UsbSection | None = None
    rig_seed: Annotated[int, msgspec.Meta(ge=0)] = 1
    calibration: Where | None = None
    shadow: bool = False


class ControlSection(Section, frozen=True):
    """The socket by which another process plays the players' hands; simulated tables only."""

    socket: Where = "control.sock"


class DevicesSection(Section, frozen=True):
    kind: Literal["simulated", "real"]
    buttons: ButtonsSection
    camera: CameraSection | None = None
    tower: TowerSection | None = None
    lights: LightsSection | None = None
    status_light: StatusLightSection | None = None
    buzzer: BuzzerSection | None = None
    control: ControlSection | None = None

    @property
    def pins(self) -> dict[str, int]:
        """Every pin in use, by its key."""
        pairs = {"buttons": self.buttons, "lights": self.lights}
        ones = {"status_light": self.status_light, "buzzer": self.buzzer}
        return {
            f"{name}.{side}_pin": pin
            for name, pair in pairs.items()
            if pair is not None
            for side, pin in (("left", pair.left_pin), ("right", pair.right_pin))
        } | {f"{name}.pin": one.pin for name, one in ones.items() if one is not None}


class DirectorSection(Section, frozen=True):
    """The table's director: the address for rows and orders, his public key and, for https, his
    certificate.
    """

    url: Where
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    certificate: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    device_key: Where = "device.key"


class TableSettings(Section, frozen=True):
    """The whole file. No match is played without `seats`."""

    table: TableSection
    devices: DevicesSection
    match: MatchSection | None = None
    seats: SeatsSection | None = None
    director: DirectorSection | None = None

    @property
    def simulated(self) -> bool:
        return self.devices.kind == "simulated"


def load(file: Path) -> TableSettings:
    """Read the file. Raises TableSettingsError naming file, key and range."""
    document = _toml(file)
    try:
        settings = msgspec.convert(document, TableSettings)
    except msgspec.ValidationError as error:
        raise TableSettingsError(
            f"{file}: {complaint(TableSettings, document, str(error))}"
        ) from error
    _check(file, settings)
    return settings


def load_book(
    profile: str, clock: str, folder: Path | None = None, rules: Mapping[str, Any] | None = None
) -> RuleBook:
    """The resolved rule book `profile`, found as `kiosk.books` finds it or in `folder` alone.

    `rules` are the event's own values by section; `clock` "none" is its choice to play without one.
    Raises TableSettingsError naming file, key and range.
    """
    try:
        book = profile_loader.load(profile, rules, None if folder is None else (folder,))
    except RuleBookError as error:
        raise TableSettingsError(str(error)) from error
    return book.with_clock(ClockSystem.NONE, EVENT) if clock == "none" else book


def set_up(seats: SeatsSection, camera: CameraSection | None) -> SetUp:
    return SetUp(
        seats=BySide(_seat(seats.white), _seat(seats.black)),
        mixer=Half(seats.mixer) if seats.mixer else None,
        tower=seats.tower,
        dice=DicePairs(seats.dice),
        camera=camera is not None,
    )


def _seat(seat: SeatSection) -> Seat:
    return Seat(PictureSeat(seat.picture), Half(seat.home), ClockButton(seat.clock), seat.checkers)


def _toml(file: Path) -> dict[str, Any]:
    try:
        return read_toml(file)
    except OSError as error:
        raise TableSettingsError(
            f"{file} can't be read: {error.strerror}; name another file"
        ) from error
    except ValueError as error:
        raise TableSettingsError(f"{file} is no TOML: {error}; mend it") from error


def _check(file: Path, settings: TableSettings) -> None:
    devices, seats = settings.devices, settings.seats
    if settings.match is not None and seats is None:
        raise TableSettingsError(f"{file}: [match] needs [seats]; write who sits where")
    if settings.simulated != (devices.control is not None):
        raise TableSettingsError(
            f"{file}: devices.kind is {devices.kind!r}; [devices.control] belongs to 'simulated' "
            "and to nothing else"
        )
    if devices.tower and settings.simulated != (devices.tower.port == "simulated"):
        raise TableSettingsError(
            f"{file}: devices.tower.port is {devices.tower.port!r} on {devices.kind} devices; "
            "'simulated' for the twin, serial:NUMBER or a device path for a real tower"
        )
    if devices.tower and devices.tower.port == "serial:":
        raise TableSettingsError(
            f"{file}: devices.tower.port is 'serial:'; write the tower's number behind it"
        )
    if seats and seats.tower and devices.tower is None:
        raise TableSettingsError(f"{file}: seats.tower is true; name its port in [devices.tower]")
    if seats and seats.tower and seats.mixer is None:
        raise TableSettingsError(f"{file}: seats.tower is true; give its half in seats.mixer")
    if seats and {seats.white.picture, seats.black.picture} != {"top", "bottom"}:
        raise TableSettingsError(
            f"{file}: both seats are {seats.white.picture!r}; one top, one bottom"
        )
    if seats and {seats.white.clock, seats.black.clock} != {"left", "right"}:
        raise TableSettingsError(
            f"{file}: both clocks are {seats.white.clock!r}; one left, one right"
        )
    pins = devices.pins
    if len(set(pins.values())) < len(pins):
        shown = ", ".join(f"{key} {pin}" for key, pin in pins.items())
        raise TableSettingsError(f"{file}: devices share a pin ({shown}); give each its own")
    if settings.director:
        check_address(file, settings.director.url, settings.director.certificate)
        _check_key(file, settings.director.key)
    if devices.camera is not None:
        _check_camera(file, devices.camera, devices.kind)


def check_address(file: Path, url: str, certificate: str | None) -> None:
    """Check the address and certificate by which a table may reach a director. Raises
    TableSettingsError.
    """
    if not is_web_address(url):
        raise TableSettingsError(
            f"{file}: director.url is {url!r}; write https://HOST:PORT, or http:// for a director "
            "on this machine, the port from 1 to 65535"
        )
    where = urlsplit(url)
    if where.scheme == "http":
        if not is_loopback(where.hostname or ""):
            raise TableSettingsError(
                f"{file}: director.url is {url!r}, and http:// is for a director on this machine "
                "alone; write https://, and his director.certificate"
            )
        if certificate is not None:
            raise TableSettingsError(
                f"{file}: director.certificate is {certificate!r}, and director.url is {url!r}, "
                "which shows none; write https:// or leave the certificate out"
            )
    elif certificate is None or not is_pin(certificate):
        shown = "missing" if certificate is None else f"{certificate!r}"
        raise TableSettingsError(
            f"{file}: director.certificate is {shown}; write sha256: and 64 hex digits, as `kiosk "
            "director` says it when it starts"
        )


def _check_key(file: Path, key: str) -> None:
    try:
        check_public(key)
    except KeyInvalid as error:
        raise TableSettingsError(
            f"{file}: director.key is {key!r}; write the director's own key, ed25519:…, as `kiosk "
            "director` says it when it starts (the file of this device's is director.device_key)"
        ) from error


_KINDS_ON: Mapping[str, tuple[CameraKind, ...]] = {
    "real": ("pi", "usb"),
    "simulated": ("simulated", "video", "folder"),
}
"""The cameras of each kind of devices; the first is the default."""
_PATH_OF: Mapping[CameraKind, str] = {
    "usb": "its device, best by /dev/v4l/by-id/…",
    "video": "its file",
    "folder": "its folder of pictures",
}


def camera(settings: TableSettings, home: Path) -> CameraSection | None:
    """The camera with its kind named and its path resolved from `home`; None: no camera."""
    section = settings.devices.camera
    if section is None:
        return None
    kind = section.kind or _KINDS_ON[settings.devices.kind][0]
    path = section.path and str(home / section.path)
    calibration = section.calibration and str(home / section.calibration)
    return msgspec.structs.replace(section, kind=kind, path=path, calibration=calibration)


def _check_camera(file: Path, section: CameraSection, devices: str) -> None:
    kinds = _KINDS_ON[devices]
    kind = section.kind or kinds[0]
    if kind not in kinds:
        raise TableSettingsError(
            f"{file}: devices.camera.kind is {kind!r} on {devices} devices; "
            f"write {' or '.join(map(repr, kinds))}"
        )
    if (section.path is None) != (kind not in _PATH_OF):
        wanted = f"name {_PATH_OF[kind]}" if kind in _PATH_OF else "leave it out"
        raise TableSettingsError(
            f"{file}: devices.camera.path is {section.path!r} and the camera {kind!r}; {wanted}"
        )
    for name, given in (("pi", section.pi), ("usb", section.usb)):
        if given is not None and kind != name:
            raise TableSettingsError(
                f"{file}: [devices.camera.{name}] stands beside a camera {kind!r}; leave it out"
            )
    for key in ("width", "height"):
        if kind == "pi" and getattr(section, key) % _PI_STEP_PX:
            raise TableSettingsError(
                f"{file}: devices.camera.{key} is {getattr(section, key)}; a Pi's camera has "
                f"multiples of {_PI_STEP_PX}"
            )
    for key, box in section.board.boxes.items():
        if box[0] >= box[2] or box[1] >= box[3]:
            raise TableSettingsError(
                f"{file}: devices.camera.board.{key} is {list(box)}; left, top, right, bottom"
            )


def is_web_address(url: str) -> bool:
    """Whether this is http(s), a host by name or number, and a port; nothing else."""
    found = _ADDRESS.fullmatch(url)
    return found is not None and 1 <= int(found[1]) <= 65535
