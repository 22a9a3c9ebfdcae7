"""`kiosk table` with a camera on trial: it reads and keeps, and the players see nothing of it."""

import json
import time
from pathlib import Path

from kits import commands as c
from kits import events as e
from kits.process_kit import TableProcess, camera_config, clear_of_wood
from kits.table_kit import CONFIG

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Instant, Side
from kiosk.wire.snapshot import QuestionView
from vision.scene import Scene
from vision.stored_reading import KeptReading, reader_version

SHADOW = camera_config().replace("[devices.camera]\n", "[devices.camera]\nshadow = true\n")
LIES, SAID = 5, 2
"""What the die shows, and what both players say of it: nobody but the reader sees a 5."""


def now() -> Instant:
    return Instant(time.monotonic_ns())


def test_players_type_what_a_camera_on_trial_has_read(tmp_path: Path) -> None:
    table = TableProcess(tmp_path, CONFIG + SHADOW)
    try:
        screen, control = table.start().screen(), table.control()
        control.pose(Scene())
        screen.until(lambda _: any(row.by == "camera" for row in table.rows()))
        for side in Side:
            assert screen.tap(c.ReadyTapped(now(), side)).refused == ()
        control.pose(Scene(dice=clear_of_wood((LIES,))))
        asked = screen.until(lambda shown: shown.phase is Phase.CONFIRMING)
        assert asked.question == QuestionView(Side.WHITE, 1, None, (Reason.ONLY_LOGGED,), None)
        for side in Side:
            screen.tap(c.RollEntered(now(), side, (SAID,)))
        typed = screen.until(lambda shown: shown.phase is Phase.OPENING)
        assert typed.game is not None
        assert (typed.game.opening.white, typed.game.roll_picture) == (SAID, None)
        rows = table.rows()
    finally:
        table.end()
    (question,) = [event for row in rows if isinstance(event := row.event(), e.RollQuestioned)]
    assert question.facts is not None
    assert [die.value for die in question.facts.dice] == [LIES]
    file = tmp_path / "pictures" / f"{question.facts.picture}.reading.json"
    kept = KeptReading.from_json(file.read_text())
    assert [die.value for die in kept.reading.dice] == [LIES]
    assert kept.reader == reader_version()
    assert kept.before is not None
    assert (tmp_path / "pictures" / f"{kept.before}.jpg").is_file()
    assert json.loads(file.read_text())["calibration"]["width"] == 1280
