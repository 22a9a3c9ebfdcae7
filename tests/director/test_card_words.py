"""What stands on a card as numbers and pictures, in words."""

from typing import Any

import pytest
from kits.console_kit import card, card_side
from msgspec.structs import replace

from kiosk.director.tables.card_words import describe_card
from kiosk.rules.units import BySide, Side
from kiosk.wire.snapshot import CubeView

WHITE, BLACK = Side
STILL = BySide(card_side("Ada"), card_side("Bo"))
RUNNING = BySide(card_side("Ada"), card_side("Bo", on_turn=True, running=True))
WAITING = BySide(card_side("Ada", on_turn=True), card_side("Bo"))


@pytest.mark.parametrize(
    ("changed", "name", "words"),
    [
        ({"table": 12}, "table", "Table 12"),
        ({"table": None}, "table", "No table number"),
        ({"length": 7}, "length", "to 7"),
        ({"length": None}, "length", "single game"),
        ({"sides": None}, "length", ""),
        ({"game": 3}, "game", "Game 3"),
        ({"game": 3, "crawford": True}, "game", "Game 3 · Crawford"),
        ({"game": None, "crawford": True}, "game", ""),
        ({"roll": "6-5"}, "roll", "Rolled 6-5"),
        ({"roll": None}, "roll", None),
        ({"cube": CubeView(1, None, True, None)}, "cube", "Cube at 1, centred"),
        ({"cube": CubeView(2, BLACK, True, None)}, "cube", "Cube at 2, Black's"),
        ({"cube": CubeView(2, BLACK, True, 4)}, "cube", "Cube at 2, 4 offered"),
        ({"cube": CubeView(1, None, False, None)}, "cube", None),
        ({"cube": None}, "cube", None),
        ({"sides": None}, "sides", BySide("", "")),
        ({"sides": STILL}, "sides", BySide("", "")),
        ({"sides": WAITING}, "sides", BySide("on turn", "")),
        ({"sides": RUNNING}, "sides", BySide("", "clock runs")),
        (
            {"sides": RUNNING, "stale": True},
            "sides",
            BySide("", "clock was running at the last report"),
        ),
        ({"sides": RUNNING, "winner": BLACK}, "sides", BySide("", "won the match")),
        ({"sides": WAITING, "winner": BLACK}, "sides", BySide("on turn", "won the match")),
        ({}, "foot", "Norway, with clock · open-2026 · row 40 · 2 screens"),
        ({"profile": None, "screens": 1}, "foot", "open-2026 · row 40 · 1 screen"),
        ({"event_id": None, "seq": 7}, "foot", "Norway, with clock · row 7 · 2 screens"),
    ],
)
def test_a_cards_words(changed: dict[str, Any], name: str, words: object) -> None:
    assert getattr(describe_card(replace(card(), **changed)), name) == words
