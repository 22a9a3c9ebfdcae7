"""Facts about the machine, not yet judged. None: unknown on this machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """`throttled`: the firmware's bits (raspberrypi/linux, get_throttled): 0 undervoltage, 1 and 3
    frequency capped, 2 throttled; the same 16 bits higher: since the start. `low_now`: the hwmon
    alarm, if there is nothing else.
    """

    throttled: int | None = None
    low_now: bool | None = None


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """`service`: chrony or systemd-timesyncd; None if neither runs. `offset_s`: this clock ahead of
    (+) or behind the service's. `slew_ppm`: largest rate by which it may be slewed.
    """

    service: str | None
    synchronised: bool
    offset_s: float | None = None
    slew_ppm: float | None = None


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """`commits_ms`: empty if none were made. `why`: why nothing can be written."""

    folder: str
    free_bytes: int
    read_only: bool
    commits_ms: tuple[float, ...] = ()
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """`power_save`: of a wireless interface; None if unknown."""

    name: str
    up: bool
    wireless: bool
    addresses: tuple[str, ...] = ()
    power_save: bool | None = None


@dataclass(frozen=True, slots=True)
class DisplayFacts:
    """`desktop`: the running one. `panels`: connector and mode in px of connected panels."""

    desktop: str | None
    panels: tuple[tuple[str, tuple[int, int] | None], ...]
    connectors: int


@dataclass(frozen=True, slots=True)
class TouchFacts:
    """`devices`: name, event device, and whether this user may read it."""

    devices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """One of our units, as listed by systemd."""

    name: str
    active: str
    sub: str


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """`versions`: name and version of each relevant part. `lacking`: missing modules, with what
    installs them.
    """

    versions: tuple[tuple[str, str], ...]
    python: tuple[int, int]
    system: str
    lacking: tuple[tuple[str, str], ...] = ()
    on_pi: bool = False
