"""Examines and judges all parts in turn; `PARTS` is the list of them."""

import importlib.util
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gpiozero import Factory

from kiosk.doctor import director, journal, judge, pins, running, tower
from kiosk.doctor.camera import DEADLINE_S, CameraExamination, Make, examine_camera
from kiosk.doctor.facts import PinFacts, RunningFacts
from kiosk.doctor.time_limit import LookTimedOut, run_with_limit
from kiosk.health import judge as machine_judge
from kiosk.health import look
from kiosk.health.codes import finding
from kiosk.health.errors import HealthError, Unlookable
from kiosk.health.facts import VersionFacts
from kiosk.health.finding import Finding
from kiosk.health.machine import Machine
from kiosk.rules.device_names import DeviceName
from kiosk.table.camera_source import make_source
from kiosk.table.settings import TableSettings
from kiosk.table.settings import camera as camera_of
from kiosk.wire.messages import PROTOCOL

COMMITS = 100
"""Number of commits timed."""
COMMITS_IN_PLAY = 20
"""Number of commits timed beside a running table, to disturb it little."""

NEEDED = (("kivy", "pip install 'table-kiosk[table]'"),)
"""Modules this program needs but does not import itself."""
NEEDED_ON_PINS = (("lgpio", "apt install python3-lgpio"),)
NEEDED_BY_PI_CAMERA = (("picamera2", "apt install python3-picamera2"),)
LISTED = (
    "table-kiosk",
    "gpiozero",
    "lgpio",
    "picamera2",
    "numpy",
    "opencv-python-headless",
    "kivy",
)


def there(module: str) -> bool:
    """True if a module can be found; it is not imported."""
    return importlib.util.find_spec(module) is not None


@dataclass(frozen=True, slots=True)
class Examined:
    """What is examined, and through which interfaces. `home`: base of the file's relative paths.

    `prompt`: asks for a press of the named button; None: no presses are asked for.
    """

    settings: TableSettings
    home: Path
    machine: Machine
    factory: Callable[[], Factory]
    tower_port: str | None
    journal: Path | None = None
    calibration: Path | None = None
    make: Make = make_source
    there: Callable[[str], bool] = there
    prompt: pins.Prompt | None = None
    press_s: float = 10.0
    tried: bool = False
    wait: pins.Wait = time.sleep
    camera_s: float = DEADLINE_S


@dataclass(frozen=True, slots=True)
class ExaminedPart:
    """`covers`: parts reported as unseen if the check fails. `late`: code used if it hangs."""

    covers: tuple[str, ...]
    limit_s: float
    look: Callable[[Examined, RunningFacts], tuple[Finding, ...]]
    late: str | None = None


def examine(examined: Examined) -> Iterator[Finding]:
    """Yield each finding as it comes. A bug in one check is raised after all others are done."""
    machine = examined.machine
    place = examined.home / examined.settings.table.socket
    runs = running.find_running(machine, place, examined.journal)
    yield from judge.table(runs)
    bugs: list[Exception] = []
    for part in PARTS:
        try:
            yield from _examine_part(part, examined, runs)
        except Exception as error:  # noqa: BLE001 - raised below, after all parts
            bugs.append(error)
    if bugs:
        raise bugs[0]


def _examine_part(
    part: ExaminedPart, examined: Examined, runs: RunningFacts
) -> tuple[Finding, ...]:
    try:
        return run_with_limit(part.limit_s, lambda: part.look(examined, runs))
    except LookTimedOut as error:
        if part.late is not None:
            return (finding(part.late, f"Looking at it {str(error).removeprefix('it ')}."),)
        why = str(error)
    except HealthError as error:
        why = str(error)
    return tuple(machine_judge.could_not_look(name, why.rstrip(".")) for name in part.covers)


# --- the table's own parts -----------------------------------------------------------------------


def pins_of(examined: Examined, section: str) -> dict[str, int]:
    """The pins of a section of [devices], by their keys without `pin`."""
    found = {
        key.partition(".")[2].removesuffix("pin").rstrip("_"): pin
        for key, pin in examined.settings.devices.pins.items()
        if key.partition(".")[0] == section
    }
    return {name or section.replace("_", " "): pin for name, pin in found.items()}


def _buttons(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
    if runs.runs:
        return judge.in_use(DeviceName.BUTTONS, runs)
    wired = pins_of(examined, "buttons")
    facts = pins.buttons(
        wired, examined.factory, examined.prompt, press_s=examined.press_s, wait=examined.wait
    )
    return judge.buttons(facts)


def _output(
    part: str, section: str, look_at: Callable[..., PinFacts]
) -> Callable[[Examined, RunningFacts], tuple[Finding, ...]]:
    def examine_output(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
        wired = pins_of(examined, section)
        if not wired:
            return judge.outputs(part, None)
        if runs.runs:
            return judge.in_use(part, runs)
        facts = look_at(wired, examined.factory, tried=examined.tried, wait=examined.wait)
        return judge.outputs(part, facts)

    return examine_output


def _tower(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
    if examined.tower_port is None:
        return judge.tower(None)
    if runs.runs:
        return judge.in_use(DeviceName.TOWER, runs)
    return judge.tower(tower.examine_tower(examined.tower_port))


SEEN_BY_CAMERA = ("markers", "light", "calibration")


def _camera(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
    section = camera_of(examined.settings, examined.home)
    if section is None:
        none = finding("camera.absent", "The configuration has no [devices.camera].")
        return (none, *_blind("there is no camera"))
    if runs.runs:
        return (*judge.in_use(DeviceName.CAMERA, runs), *_blind("the running table has the camera"))
    seats = examined.settings.seats
    text = _calibration(examined)
    facts = examine_camera(
        CameraExamination(section, None if seats is None else seats.mixer, text, examined.make),
        examined.camera_s,
    )
    if facts.trouble is not None:
        return (*judge.camera(facts), *_blind("no picture came"))
    return (
        *judge.camera(facts),
        *judge.markers(facts),
        *judge.light(facts),
        *judge.calibration(facts),
    )


def _calibration(examined: Examined) -> str | None:
    """Text of the named calibration file, else of the table's own if it exists."""
    section = camera_of(examined.settings, examined.home)
    own = None if section is None or section.calibration is None else Path(section.calibration)
    file = examined.calibration or (own if own is not None and own.exists() else None)
    if file is None:
        return None
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Unlookable(f"{file}: {error.strerror}") from error


def _blind(why: str) -> tuple[Finding, ...]:
    return tuple(machine_judge.could_not_look(part, why) for part in SEEN_BY_CAMERA)


def _director(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
    section = examined.settings.director
    facts = None if section is None else director.ask_director(section.url, section.certificate)
    return judge.director(facts, examined.settings.table.event_id, PROTOCOL, runs.lost)


def _journal(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    if examined.journal is None:
        raise Unlookable("no journal is named")
    return judge.journal(journal.read_journal(examined.journal))


# --- the machine ---------------------------------------------------------------------------------


def _disk(examined: Examined, runs: RunningFacts) -> tuple[Finding, ...]:
    folder = (
        examined.home / examined.settings.table.pictures
        if examined.journal is None
        else examined.journal.resolve().parent
    )
    count = COMMITS_IN_PLAY if runs.runs else COMMITS
    return machine_judge.disk(look.disk(examined.machine, folder, count))


def _power(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.power(look.power(examined.machine))


def _temperature(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.temperature(look.temperature_c(examined.machine))


def _clock(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.clock(look.clock(examined.machine))


def _network(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    needed = examined.settings.director is not None
    return machine_judge.network(look.network(examined.machine), needed=needed)


def _display(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.display(look.display(examined.machine))


def _touch(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.touch(look.touch(examined.machine))


def _units(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    return machine_judge.units(look.units(examined.machine))


def _versions(examined: Examined, _runs: RunningFacts) -> tuple[Finding, ...]:
    machine = examined.machine
    needed = [*NEEDED]
    if not examined.settings.simulated:
        needed += NEEDED_ON_PINS
        section = camera_of(examined.settings, examined.home)
        if section is not None and section.kind == "pi":
            needed += NEEDED_BY_PI_CAMERA
    model = look.model(machine)
    versions = [
        ("Python", platform.python_version()),
        ("system", look.system(machine)),
        ("kernel", platform.release()),
        *((("model", model),) if model else ()),
        *((name, found) for name in LISTED if (found := _installed(name)) is not None),
        *((("firmware", found),) if (found := look.firmware(machine)) is not None else ()),
    ]
    facts = VersionFacts(
        tuple(versions),
        (sys.version_info.major, sys.version_info.minor),
        look.codename(machine),
        tuple(each for each in needed if not examined.there(each[0])),
        on_pi="Raspberry Pi" in model,
    )
    return machine_judge.versions(facts)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


PARTS: tuple[ExaminedPart, ...] = (
    ExaminedPart(("versions",), 20.0, _versions),
    ExaminedPart(("units",), 10.0, _units),
    ExaminedPart(("power",), 10.0, _power),
    ExaminedPart(("temperature",), 5.0, _temperature),
    ExaminedPart(("disk",), 60.0, _disk, late="disk.hung"),
    ExaminedPart(("clock",), 15.0, _clock),
    ExaminedPart(("network",), 20.0, _network),
    ExaminedPart(("director",), 15.0, _director),
    ExaminedPart(("journal",), 60.0, _journal),
    ExaminedPart(("display",), 5.0, _display),
    ExaminedPart(("touch",), 5.0, _touch),
    ExaminedPart(("buttons",), 60.0, _buttons),
    ExaminedPart(("lights",), 15.0, _output("lights", "lights", pins.lights)),
    ExaminedPart(("status",), 15.0, _output("status", "status_light", pins.status)),
    ExaminedPart(("buzzer",), 15.0, _output("buzzer", "buzzer", pins.buzzer)),
    ExaminedPart(("tower",), 20.0, _tower),
    ExaminedPart(("camera", *SEEN_BY_CAMERA), DEADLINE_S + 10, _camera, late="camera.hung"),
)
"""Cheap checks first, and each part after those it depends on."""
