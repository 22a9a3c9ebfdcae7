"""Each look at the machine, on folders and programs that stand in for a real one's."""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kiosk.health import look
from kiosk.health.errors import CommandHung, CommandMissing, Unlookable
from kiosk.health.facts import ClockFacts, DiskFacts, Interface, PowerFacts, Unit
from kiosk.health.machine import Machine, Ran, Space


def machine(
    root: Path,
    files: Mapping[str, str] | None = None,
    said: Mapping[str, Ran] | None = None,
    **more: Any,
) -> Machine:
    """`said`: by the beginning of the line; any other program is missing."""
    for name, content in (files or {}).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    def run(line: Sequence[str], _limit_s: float) -> Ran:
        for asked, ran in (said or {}).items():
            if " ".join(line).startswith(asked):
                return ran
        raise CommandMissing(f"{line[0]} is not on this machine")

    return Machine(root, run, env=more.pop("env", {}), **more)


# --- power ---------------------------------------------------------------------------------------

FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"
ALARM = "sys/class/hwmon/hwmon2/in0_lcrit_alarm"


def test_power_is_asked_of_the_firmwares_program_first(tmp_path: Path) -> None:
    said = {"vcgencmd get_throttled": Ran(0, "throttled=0x50005\n")}
    assert look.power(machine(tmp_path, {FIRMWARE: "0\n"}, said)) == PowerFacts(0x50005)


def test_without_the_program_the_firmwares_file_counts(tmp_path: Path) -> None:
    assert look.power(machine(tmp_path, {FIRMWARE: "50000\n"})) == PowerFacts(0x50000)


def test_a_program_that_makes_no_sense_counts_as_none(tmp_path: Path) -> None:
    said = {"vcgencmd": Ran(255, "VCHI initialization failed\n")}
    assert look.power(machine(tmp_path, {FIRMWARE: "1\n"}, said)) == PowerFacts(1)


@pytest.mark.parametrize(("alarm", "low"), [("0\n", False), ("1\n", True)])
def test_the_kernels_alarm_comes_last(tmp_path: Path, alarm: str, low: bool) -> None:
    files = {ALARM: alarm, "sys/class/hwmon/hwmon2/name": "rpi_volt\n"}
    assert look.power(machine(tmp_path, files)) == PowerFacts(low_now=low)


def test_another_chips_alarm_is_not_the_supplys(tmp_path: Path) -> None:
    files = {ALARM: "1\n", "sys/class/hwmon/hwmon2/name": "nct6775\n"}
    with pytest.raises(Unlookable, match="firmware"):
        look.power(machine(tmp_path, files))


# --- temperature ---------------------------------------------------------------------------------


def test_the_hottest_zone_counts(tmp_path: Path) -> None:
    zones = {
        "sys/class/thermal/thermal_zone0/temp": "48250\n",
        "sys/class/thermal/thermal_zone1/temp": "61000\n",
        "sys/class/thermal/thermal_zone2/temp": "broken\n",
    }
    assert look.temperature_c(machine(tmp_path, zones)) == 61.0
    with pytest.raises(Unlookable, match="thermal"):
        look.temperature_c(machine(tmp_path / "other"))


# --- disk ----------------------------------------------------------------------------------------


def test_a_disk_is_measured(tmp_path: Path) -> None:
    here = machine(tmp_path, space=lambda _f: Space(7, False), commits=lambda _f, n: (2.0,) * n)
    assert look.disk(here, tmp_path, 3) == DiskFacts(str(tmp_path), 7, False, (2.0,) * 3)
    assert look.disk(here, tmp_path, 0).commits_ms == ()


def test_a_read_only_disk_is_not_written(tmp_path: Path) -> None:
    def never(_folder: Path, _count: int) -> tuple[float, ...]:
        raise AssertionError("it was written")

    here = machine(tmp_path, space=lambda _f: Space(7, True), commits=never)
    assert look.disk(here, tmp_path, 3) == DiskFacts(str(tmp_path), 7, True)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (sqlite3.OperationalError("disk I/O error"), "disk I/O error"),
    ],
)
def test_a_disk_that_refuses_says_why(tmp_path: Path, error: Exception, why: str) -> None:
    def refuse(_folder: Path, _count: int) -> tuple[float, ...]:
        raise error

    here = machine(tmp_path, space=lambda _f: Space(7, False), commits=refuse)
    assert look.disk(here, tmp_path, 3).why == why


def test_a_folder_that_is_not_there_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(Unlookable, match="No such file"):
        look.disk(Machine(), tmp_path / "nowhere", 1)


# --- clock service -------------------------------------------------------------------------------

TRACKING = """\
Reference ID    : C0A80102 (192.168.1.2)
System time     : 0.250000000 seconds {way} of NTP time
Last offset     : +0.000001 seconds
Leap status     : {leap}
"""


def test_chrony_is_asked_first(tmp_path: Path) -> None:
    said = {"chronyc": Ran(0, TRACKING.format(way="slow", leap="Normal"))}
    files = {"etc/chrony/conf.d/k.conf": "# maxslewrate 5\n maxslewrate 100\n"}
    facts = look.clock(machine(tmp_path, files, said))
    assert facts == ClockFacts("chrony", True, -0.25, 100.0)


def test_the_last_slew_limit_counts_and_none_is_chronys_own(tmp_path: Path) -> None:
    said = {"chronyc": Ran(0, TRACKING.format(way="fast", leap="Not synchronised"))}
    facts = look.clock(machine(tmp_path, {"etc/chrony/chrony.conf": "makestep 1 3\n"}, said))
    assert facts == ClockFacts("chrony", False, 0.25, look.CHRONY_SLEW_PPM)
    both = {
        "etc/chrony/chrony.conf": "maxslewrate 9000\n",
        "etc/chrony/conf.d/z.conf": "maxslewrate 50\n",
    }
    assert look.clock(machine(tmp_path, both, said)).slew_ppm == 50.0


def test_without_chrony_systemd_is_asked(tmp_path: Path) -> None:
    silent = {
        "chronyc": Ran(1, "506 Cannot talk to daemon\n"),
        "timedatectl": Ran(0, "Timezone=Europe/Oslo\nNTP=yes\nNTPSynchronized=no\n"),
    }
    facts = look.clock(machine(tmp_path, said=silent))
    assert facts == ClockFacts("systemd-timesyncd", False, None, look.KERNEL_SLEW_PPM)
    off = {"timedatectl": Ran(0, "NTP=no\nNTPSynchronized=no\n")}
    assert look.clock(machine(tmp_path, said=off)).service is None


def test_no_clock_service_can_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(Unlookable, match="neither"):
        look.clock(machine(tmp_path))
    broken = {"timedatectl": Ran(1, "System has not been booted with systemd\nmore\n")}
    with pytest.raises(Unlookable, match=r"not been booted with systemd$"):
        look.clock(machine(tmp_path, said=broken))


# --- network -------------------------------------------------------------------------------------

NET = {
    "sys/class/net/lo/operstate": "unknown\n",
    "sys/class/net/eth0/operstate": "down\n",
    "sys/class/net/wlan0/operstate": "up\n",
    "sys/class/net/wlan0/phy80211/name": "phy0\n",
}
ADDRESSES = """\
3: wlan0    inet 192.168.1.31/24 brd 192.168.1.255 scope global wlan0
3: wlan0    inet6 fd00::1/64 scope global
"""


def test_interfaces_their_addresses_and_what_saves_power(tmp_path: Path) -> None:
    said = {"ip": Ran(0, ADDRESSES), "iw dev wlan0": Ran(0, "Power save: on\n")}
    assert look.network(machine(tmp_path, NET, said)) == (
        Interface("eth0", False, False),
        Interface("wlan0", True, True, ("192.168.1.31", "fd00::1"), True),
    )


def test_without_the_programs_interfaces_are_still_seen(tmp_path: Path) -> None:
    assert look.network(machine(tmp_path, NET)) == (
        Interface("eth0", False, False),
        Interface("wlan0", True, True),
    )


# --- display and touch ---------------------------------------------------------------------------


def test_panels_and_their_modes(tmp_path: Path) -> None:
    files = {
        "sys/class/drm/card1-DSI-1/status": "connected\n",
        "sys/class/drm/card1-DSI-1/modes": "720x1280\n",
        "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
        "sys/class/drm/card1-HDMI-A-2/status": "connected\n",
        "sys/class/drm/card1-HDMI-A-2/modes": "",
        "sys/class/drm/card1/status": "connected\n",
    }
    facts = look.display(machine(tmp_path, files))
    assert facts.panels == (("DSI-1", (720, 1280)), ("HDMI-A-2", None))
    assert (facts.connectors, facts.desktop) == (3, None)


def test_a_desktop_is_seen(tmp_path: Path) -> None:
    env = {"DISPLAY": ":0", "WAYLAND_DISPLAY": ""}
    assert look.display(machine(tmp_path, env=env)).desktop == "DISPLAY :0"


DEVICES = """\
I: Bus=0018 Vendor=0416
N: Name="Goodix Capacitive TouchScreen"
H: Handlers=mouse0 event4
B: PROP=2
B: ABS=2658000 3

I: Bus=0003 Vendor=046d
N: Name="A touchpad"
H: Handlers=mouse1 event5
B: PROP=5
B: ABS=2608000 3

I: Bus=0003 Vendor=046d
N: Name="A mouse"
H: Handlers=mouse2 event6
B: PROP=0
"""


def test_only_what_is_touched_where_it_shows_is_a_touchscreen(tmp_path: Path) -> None:
    asked: list[Path] = []

    def may_read(device: Path) -> bool:
        asked.append(device)
        return False

    files = {"proc/bus/input/devices": DEVICES}
    facts = look.touch(machine(tmp_path, files, may_read=may_read))
    assert facts.devices == (("Goodix Capacitive TouchScreen", "event4", False),)
    assert asked == [tmp_path / "dev/input/event4"]
    with pytest.raises(Unlookable, match="input"):
        look.touch(machine(tmp_path / "other"))


# --- units and versions --------------------------------------------------------------------------

LISTED = """\
kiosk-screen.service loaded failed failed The players' touchscreen
kiosk-table.service  loaded active running A tournament table
"""


def test_units_of_ours(tmp_path: Path) -> None:
    said = {"systemctl list-units": Ran(0, LISTED)}
    assert look.units(machine(tmp_path, said=said)) == (
        Unit("kiosk-screen.service", "failed", "failed"),
        Unit("kiosk-table.service", "active", "running"),
    )
    assert look.units(machine(tmp_path, said={"systemctl": Ran(0, "\n")})) == ()
    with pytest.raises(Unlookable, match="systemd"):
        look.units(machine(tmp_path))
    with pytest.raises(Unlookable, match="no bus"):
        look.units(machine(tmp_path, said={"systemctl": Ran(1, "no bus\n")}))


def test_system_model_and_firmware(tmp_path: Path) -> None:
    files = {
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    }
    said = {"vcgencmd version": Ran(0, "2025/05/08 15:13:17\nCopyright\n")}
    here = machine(tmp_path, files, said)
    assert look.system(here) == "Debian GNU/Linux 13 (trixie)"
    assert look.codename(here) == "trixie"
    assert look.model(here) == "Raspberry Pi 5 Model B Rev 1.0"
    assert look.firmware(here) == "2025/05/08 15:13:17"
    bare = machine(tmp_path / "bare")
    assert (look.system(bare), look.codename(bare), look.model(bare)) == ("unknown", "", "")
    assert look.firmware(bare) is None


def test_a_program_that_hangs_is_told_as_such(tmp_path: Path) -> None:
    def hang(line: Sequence[str], limit_s: float) -> Ran:
        raise CommandHung(f"{line[0]} did not answer within {limit_s:g} s")

    here = Machine(tmp_path, hang, env={})
    for each in (look.power, look.clock, look.units):
        with pytest.raises(CommandHung, match="did not answer"):
            each(here)
    assert look.firmware(here) is None
