"""`kiosk doctor`: examine every part, print a line for each, and a summary."""

import argparse
import sys

from gpiozero import Factory

from hardware.pins import open_factory
from kiosk.doctor.errors import DoctorMisused
from kiosk.doctor.examine import Examined, examine
from kiosk.doctor.format import (
    DONE,
    exit_code,
    explain_code,
    format_finding,
    format_json,
    format_summary,
)
from kiosk.health.machine import Machine
from kiosk.table.settings import load


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code. Raises TableSettingsError and DoctorMisused."""
    if options.explain is not None:
        sys.stdout.write(f"{explain_code(options.explain)}\n")
        return DONE
    return print_findings(_examined(options), as_json=options.json)


def print_findings(examined: Examined, *, as_json: bool) -> int:
    """Examine every part and print each finding, at once or at the end as JSON; return the exit
    code.
    """
    findings = []
    for finding in examine(examined):
        findings.append(finding)
        if not as_json:
            sys.stdout.write(f"{format_finding(finding)}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{format_json(findings) if as_json else format_summary(findings)}\n")
    return exit_code(findings)


def _examined(options: argparse.Namespace) -> Examined:
    if options.config is None:
        raise DoctorMisused("name the table's file with --config")
    settings = load(options.config)
    if settings.simulated:
        raise DoctorMisused(f"{options.config} has simulated devices; name a real table's file")
    tower = settings.devices.tower
    return Examined(
        settings,
        options.config.resolve().parent,
        Machine(),
        _real_pins,
        None if tower is None else tower.port,
        journal=options.journal,
        calibration=options.calibration,
        prompt=_ask if options.press else None,
        press_s=options.seconds,
        tried=options.tried,
    )


def _real_pins() -> Factory:
    return open_factory("lgpio")


def _ask(name: str) -> None:
    sys.stderr.write(f"Press the {name} clock button now.\n")
    sys.stderr.flush()
