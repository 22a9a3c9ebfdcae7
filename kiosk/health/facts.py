"""What was seen of the machine, before anybody judges it. None: not told here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """`throttled`: the firmware's bits (raspberrypi/linux, get_throttled): 0 undervoltage, 1 and 3
    frequency capped, 2 throttled; the same 16 higher since the start. `low_now`: the hwmon alarm,
    where nothing else is told."""

    throttled: int | None = None
    low_now: bool | None = None


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """`service`: chrony or systemd-timesyncd, None: neither runs. `offset_s`: this clock before
    (+) or behind the service's. `slew_ppm`: by how much it may be made to run wrong."""

    service: str | None
    synchronised: bool
    offset_s: float | None = None
    slew_ppm: float | None = None


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """`folder` as people know it. `commits_ms` empty: none were made. `why`: nothing is written."""

    folder: str
    free_bytes: int
    read_only: bool
    commits_ms: tuple[float, ...] = ()
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """`power_save`: of a wireless one; None: not told."""

    name: str
    up: bool
    wireless: bool
    addresses: tuple[str, ...] = ()
    power_save: bool | None = None


@dataclass(frozen=True, slots=True)
class DisplayFacts:
    """`desktop`: the one there is. `panels`: connector and mode, px, of those connected."""

    desktop: str | None
    panels: tuple[tuple[str, tuple[int, int] | None], ...]
    connectors: int


@dataclass(frozen=True, slots=True)
class TouchFacts:
    """`devices`: name, event device, and whether this user may read it."""

    devices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of ours as systemd tells it."""

    name: str
    active: str
    sub: str


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """`told`: name and version of everything worth knowing. `lacking`: modules that are not there,
    with what brings them."""

    told: tuple[tuple[str, str], ...]
    python: tuple[int, int]
    system: str
    lacking: tuple[tuple[str, str], ...] = ()
    on_pi: bool = False
