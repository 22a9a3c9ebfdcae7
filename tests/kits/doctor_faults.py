"""All faults that a simulated table can be given, by the code the doctor must then report."""

import errno
import os
from collections.abc import Callable, Mapping
from typing import Any

from kiosk.health.machine import Ran, Space
from kiosk.rules.device_names import DeviceName
from kiosk.wire.messages import PROTOCOL
from kits import doctor_cameras as cameras
from kits.doctor_twin import EVENT, GB, TRACKING, UNITS, Bench

Fault = Callable[[Bench], None]


def _set(**values: Any) -> Fault:
    def fault(bench: Bench) -> None:
        for name, value in values.items():
            setattr(bench, name, value)

    return fault


def _program_writes(program: str, out: str | None, code: int = 0) -> Fault:
    def fault(bench: Bench) -> None:
        bench.program_outputs[program] = None if out is None else Ran(code, out)

    return fault


def _file(name: str, content: str | None) -> Fault:
    def fault(bench: Bench) -> None:
        bench.files.pop(name, None)
        if content is not None:
            bench.files[name] = content

    return fault


def _no(*names: str) -> Fault:
    def fault(bench: Bench) -> None:
        for name in names:
            bench.files.pop(name, None)

    return fault


def _both(*faults: Fault) -> Fault:
    def fault(bench: Bench) -> None:
        for each in faults:
            each(bench)

    return fault


def _free(free_bytes: int, *, read_only: bool = False) -> Fault:
    return _set(space=lambda _folder: Space(free_bytes, read_only))


def _gone(_folder: object) -> Space:
    raise FileNotFoundError(2, "No such file or directory")


def _tracking(offset: str, leap: str) -> Fault:
    return _program_writes("chronyc", TRACKING.format(offset=offset, leap=leap))


def _director(**values: Any) -> Fault:
    answer = {"ok": True, "protocol": PROTOCOL, "event_id": EVENT} | values
    return _set(director=answer)


_SLEW = "etc/chrony/conf.d/kiosk.conf"
_INPUT = "proc/bus/input/devices"
_DSI = "sys/class/drm/card1-DSI-1"
_HDMI = "sys/class/drm/card1-HDMI-A-1"

FAULTS: Mapping[str, Fault] = {
    "table.halted": _set(journal="halted"),
    "table.hung": _set(running="hung"),
    "table.running": _set(running=()),
    "buttons.in-use": _set(running=()),
    "buttons.lost": _set(running=(DeviceName.BUTTONS,)),
    "buttons.no-gpio": _set(no_gpio=True),
    "buttons.pin": _set(refused=frozenset({17})),
    "buttons.held": _set(held=("left",)),
    "buttons.not-pressed": _set(press={"left": "left"}),
    "buttons.swapped": _set(press={"left": "right", "right": "left"}),
    "lights.absent": _set(lights=False),
    "lights.no-gpio": _set(no_gpio=True),
    "lights.pin": _set(refused=frozenset({22})),
    "status.absent": _set(status=False),
    "status.no-gpio": _set(no_gpio=True),
    "status.pin": _set(refused=frozenset({24})),
    "buzzer.absent": _set(buzzer=False),
    "buzzer.no-gpio": _set(no_gpio=True),
    "buzzer.pin": _set(refused=frozenset({25})),
    "tower.absent": _set(tower="none"),
    "tower.in-use": _set(running=()),
    "tower.lost": _set(running=(DeviceName.TOWER,)),
    "tower.busy": _set(tower="busy"),
    "tower.stranger": _set(tower="stranger"),
    "tower.missing": _set(tower="unplugged"),
    "tower.silent": _set(tower="silent"),
    "tower.jam": _set(tower="jam"),
    "tower.open": _set(tower="open"),
    "tower.test": _set(tower="beam"),
    "tower.untested": _set(tower="untested"),
    "camera.absent": _set(camera=False),
    "camera.in-use": _set(running=()),
    "camera.lost": _set(running=(DeviceName.CAMERA,)),
    "camera.missing": _set(make=cameras.missing),
    "camera.stalled": _set(make=cameras.stalling),
    "camera.hung": _set(make=cameras.hanging, camera_s=6.0),
    "camera.frozen": _set(make=cameras.frozen),
    "camera.slow": _set(make=cameras.slow),
    "camera.too-slow": _set(make=cameras.too_slow),
    "markers.one-hidden": _set(make=cameras.one_hidden),
    "markers.few": _set(make=cameras.two_hidden),
    "light.dark": _set(make=cameras.dark),
    "light.bright": _set(make=cameras.bright),
    "light.glare": _set(make=cameras.glaring),
    "light.blur": _set(make=cameras.blurred),
    "light.motion": _set(make=cameras.smeared),
    "light.cast": _set(make=cameras.cast),
    "light.flicker": _set(make=cameras.flickering),
    "light.unseen": _set(make=cameras.two_hidden),
    "calibration.absent": _set(calibration=None),
    "calibration.plan": _set(inset_mm=30.0),
    "calibration.unreadable": _set(calibration="broken"),
    "calibration.misfit": _set(calibration="half"),
    "calibration.moved": _set(calibration="moved"),
    "calibration.unseen": _set(make=cameras.night),
    "display.none": _no(f"{_DSI}/status", f"{_DSI}/modes", f"{_HDMI}/status", f"{_HDMI}/modes"),
    "display.small": _file(f"{_DSI}/modes", "640x480\n"),
    "display.no-size": _file(f"{_DSI}/modes", ""),
    "touch.missing": _file(_INPUT, 'N: Name="A keyboard"\nH: Handlers=event0\nB: PROP=0\n'),
    "touch.not-allowed": _set(readable=False),
    "touch.unseen": _no(_INPUT),
    "disk.low": _free(700_000_000),
    "disk.full": _free(100_000_000),
    "disk.read-only": _free(20 * GB, read_only=True),
    "disk.refuses": _set(commits_ms=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))),
    "disk.slow": _set(commits_ms=tuple(40.0 + n for n in range(100))),
    "disk.dying": _set(commits_ms=tuple(20.0 + n * 15 for n in range(100))),
    "disk.unseen": _set(space=_gone),
    "power.low": _program_writes("vcgencmd get_throttled", "throttled=0x50005\n"),
    "power.was-low": _program_writes("vcgencmd get_throttled", "throttled=0x50000\n"),
    "power.slowed": _program_writes("vcgencmd get_throttled", "throttled=0x4\n"),
    "power.unseen": _program_writes("vcgencmd get_throttled", None),
    "temperature.warm": _file("sys/class/thermal/thermal_zone0/temp", "74000\n"),
    "temperature.hot": _file("sys/class/thermal/thermal_zone0/temp", "85500\n"),
    "temperature.unseen": _no("sys/class/thermal/thermal_zone0/temp"),
    "clock.no-service": _both(
        _program_writes("chronyc", None), _program_writes("timedatectl", "NTP=no\n")
    ),
    "clock.not-synchronised": _tracking("0.0", "Not synchronised"),
    "clock.off": _tracking("3.25", "Normal"),
    "clock.slew-loose": _file(_SLEW, "maxslewrate 500\n"),
    "clock.slew": _no(_SLEW),
    "clock.unseen": _both(_program_writes("chronyc", None), _program_writes("timedatectl", None)),
    "network.none": _both(_file("sys/class/net/wlan0/operstate", "down\n"), _set(director=None)),
    "network.down": _file("sys/class/net/wlan0/operstate", "down\n"),
    "network.no-address": _program_writes("ip", ""),
    "network.power-save": _program_writes("iw", "Power save: on\n"),
    "units.absent": _program_writes("systemctl", ""),
    "units.failed": _program_writes("systemctl", UNITS.format(table="failed failed")),
    "units.restarting": _program_writes("systemctl", UNITS.format(table="activating auto-restart")),
    "units.unseen": _program_writes("systemctl", None),
    "versions.lacking": _set(lacking=frozenset({"kivy"})),
    "versions.system": _file("etc/os-release", "VERSION_CODENAME=bookworm\n"),
    "director.absent": _set(director=None),
    "director.unreachable": _set(director="down"),
    "director.stranger": _set(director="<html>a router's own page</html>"),
    "director.newer": _director(protocol=PROTOCOL + 1),
    "director.older": _director(protocol=PROTOCOL - 1),
    "director.failing": _director(ok=False, failure="the disk is full"),
    "director.lost": _set(running=(DeviceName.DIRECTOR,)),
    "director.other-event": _director(event_id="another"),
    "director.time-apart": _set(apart_s=60.0),
    "journal.new": _set(journal="none"),
    "journal.damaged": _set(journal="damaged"),
    "journal.not-ours": _set(journal="other"),
}
"""Faults by code."""
