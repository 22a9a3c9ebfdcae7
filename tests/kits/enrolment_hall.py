"""A director's own process that knows nobody, and a table's that no director knows."""

import os
import subprocess
import sys
from pathlib import Path

import cv2

from kiosk.wire.event_card import EventCard, qr_text
from kiosk.wire.joining import JoinStep
from kiosk.wire.snapshot import Snapshot
from kits.enrolment_kit import Desk, letters, made_of, secret_of
from kits.event_card_kit import laid
from kits.process_kit import FPS, TableProcess, camera_config, rig, scratch
from kits.rigs import renderer_of
from kits.served_kit import Director, settings_of
from kits.table_kit import CONFIG

VACANT = CONFIG[: CONFIG.index("[match]")] + CONFIG[CONFIG.index("[devices]") :]
"""A table where nothing is played yet."""


class Hall:
    """A director who knows nobody, and a table whose file names no director."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        desk, place = folder / "desk", folder / "table"
        desk.mkdir()
        place.mkdir()
        settings_of(desk, more="tls = true\n")
        self.directors = [Director(desk)]
        self.table = TableProcess(place, VACANT)
        self.desk = Desk(self.director)

    @property
    def director(self) -> Director:
        return self.directors[-1]

    @property
    def place(self) -> Path:
        return self.folder / "table"

    def enrol(self, *how: str, terminal: int | None = None) -> "subprocess.Popen[str]":
        """`kiosk enrol` beside the table, with a pipe to type into, or at a terminal of its own."""
        command = [sys.executable, "-m", "kiosk", "enrol", *how]
        command += ["--config", "table.toml", "--journal", "table.journal"]
        return subprocess.Popen(
            command,
            cwd=self.place,
            env=os.environ | scratch(self.place),
            stdin=subprocess.PIPE if terminal is None else terminal,
            start_new_session=terminal is not None,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def joins(self, number: int) -> None:
        """By a code, tapped at the console; both ends have shown the same digits."""
        code = letters(self.desk.done("code")["code"])
        asking = self.enrol("--address", f"127.0.0.1:{self.director.port}", "--code", code)
        assert asking.stdout is not None
        digits = asking.stdout.readline().split()[3].rstrip(",")
        self.desk.accept(digits, number)
        out, err = asking.communicate(timeout=30)
        assert (asking.returncode, err) == (0, "")
        assert f"Enrolled as table {number}" in out

    def heard(self) -> object:
        """The first card on the grid."""
        with self.director.stream("/events") as stream:
            return stream.next("card")

    def end(self) -> None:
        self.table.end()
        for director in self.directors:
            director.process.kill()
            director.process.communicate()


def step_of(shown: Snapshot) -> JoinStep | None:
    """How far the table is on its way to an event."""
    return None if shown.join is None else shown.join.step


def lay_card(hall: Hall, desk: Path | None = None) -> None:
    """A camera that sees nothing but the board with the director's card on it."""
    name = hall.desk.card()
    certificate = hall.director.certificate
    folder, where = desk or hall.folder / "desk", (f"127.0.0.1:{hall.director.port}",)
    expires_s = made_of(folder, name)["expires_s"]
    card = EventCard(where, certificate, secret_of(folder, name), expires_s)
    drawn = rig()
    left, top, right, bottom = drawn.board.halves["picture_right"]
    at_mm = ((left + right) / 2, (top + bottom) / 2)
    renderer = renderer_of(drawn)
    seen = laid(drawn, renderer, qr_text(card), at_mm=at_mm, turned_deg=10, code_mm=80.0)
    (hall.place / "seen").mkdir()
    for number in range(40):
        cv2.imwrite(str(hall.place / f"seen/{number}.png"), seen)
    camera = camera_config().replace(f"fps = {FPS}", 'fps = 2\nkind = "folder"\npath = "seen"')
    hall.table.config.write_text(VACANT + camera, encoding="utf-8")
