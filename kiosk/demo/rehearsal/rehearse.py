"""`kiosk rehearse`: play a whole event in advance, with a real director, tables without camera and
screen, script players, and an assistant that does only what the console asks.
"""

import argparse
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from kiosk.demo.errors import DemoError, DirectorProcessGone
from kiosk.demo.rehearsal.assistant import Assistant, DivisionSetUp
from kiosk.demo.rehearsal.entered import division_format, in_couples, list_players
from kiosk.demo.rehearsal.faults import HallFaults
from kiosk.demo.rehearsal.hall import LOOK_S, RehearsalHall
from kiosk.demo.rehearsal.options import Options, options
from kiosk.demo.rehearsal.pictures import EventPictures
from kiosk.demo.rehearsal.reckoning import RehearsalFigures, Waits, compute_figures

LONGEST_S = 3600.0
TURN_S = 0.0005
"""Python's thread switch interval. With the default of 5 ms the assistant's thread, one among those
of all tables, would keep players waiting.
"""
STILL_S = 180.0
"""Give up after this long without progress at any table or in the event."""


def run(asked: argparse.Namespace) -> int:
    """Rehearse as the command line asks, print the figures and return the exit code.

    Raises DemoMisused, and DemoError if a check fails.
    """
    with ExitStack() as stack:
        out = asked.out or Path(stack.enter_context(TemporaryDirectory(prefix="rehearsal-")))
        done = rehearse(options(asked, out))
    sys.stdout.write(done.json() + "\n" if asked.json else done.format_summary())
    return 0


def rehearse(wanted: Options) -> RehearsalFigures:
    """Play the event to its end. Raises DemoError if a check fails."""
    wanted.out.mkdir(parents=True, exist_ok=True)
    form = division_format(wanted)
    names = list_players(wanted.players, wanted.seed, couples=in_couples(form))
    with ExitStack() as stack:
        stack.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(TURN_S)
        hall = RehearsalHall(wanted, stack)
        began_s = time.monotonic()
        assistant = Assistant(hall.console)
        tables = range(1, wanted.tables + 1)
        assistant.set_up(f"Rehearsal {wanted.seed}", tables, [DivisionSetUp("Main", form, names)])
        waits = Waits()
        faults = HallFaults(hall, wanted)
        pictures = EventPictures(hall.console, hall.trusted, wanted)
        stack.callback(pictures.finish)
        goes_on, moved, moved_s = True, -1, began_s
        while goes_on or faults.under_way:
            try:
                goes_on = assistant.attend()
                event = hall.console.event()
                waits.follow(event)
                hall.swing.follow(event)
                pictures.take_at_half(event)
                faults.attend(event)
            except DirectorProcessGone:
                waits.stop()
                hall.revive_director()
            hall.check()
            if hall.rows != moved:
                moved, moved_s = hall.rows, time.monotonic()
            if time.monotonic() - moved_s > STILL_S:
                raise DemoError(f"nothing has happened for {STILL_S:g} s; look at {hall.out}")
            if time.monotonic() - began_s > LONGEST_S:
                raise DemoError(f"after {LONGEST_S:g} s the event is not over; look at {hall.out}")
            time.sleep(LOOK_S)
        seconds = time.monotonic() - began_s
        event = hall.console.event()
        hall.settle()
        pictures.take_all("end", event)
        pictures.finish()
    return compute_figures(hall, assistant, event, seconds, waits)
