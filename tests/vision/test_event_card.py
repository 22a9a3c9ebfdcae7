"""An event card on rendered boards: read from any side, and nothing is read where none lies."""

import re

import numpy as np
import pytest
from kits.event_card_kit import code, laid
from kits.rigs import renderer_of, rig_of

from kiosk.director.app import WEB
from kiosk.director.enrolment.routes import draw_qr
from kiosk.wire.event_card import EventCard, qr_text, read_card
from vision.event_card import card_text
from vision.scene import Scene

CARD = EventCard(
    ("192.168.178.21:8000", "10.0.0.7:8000", "172.16.0.9:8000"),
    "sha256:" + "ab" * 32,
    bytes(range(16)),
    2_000_000_040,
)
CODE_MM = 80.0
"""As kiosk/director/web/event_card.css prints it."""

SIZES = {"large": (2304, 1296), "small": (1152, 648)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", [11, 3])
def test_a_card_is_read_in_either_half_whichever_way_it_lies(size: str, seed: int) -> None:
    """A frame comes every two seconds: most of the places must do, not each at the first look."""
    rig = rig_of(seed, *SIZES[size])
    renderer = renderer_of(rig)
    text, found = qr_text(CARD), []
    for half, turned_deg in (("picture_left", 0), ("picture_left", 95), ("picture_right", 200)):
        left, top, right, bottom = rig.board.halves[half]
        at_mm = ((left + right) / 2, (top + bottom) / 2)
        seen = laid(rig, renderer, text, at_mm=at_mm, turned_deg=turned_deg, code_mm=CODE_MM)
        found.append(card_text(seen))
    assert set(found) <= {text, None}
    assert found.count(text) >= 2
    assert read_card(text) == CARD


def test_a_board_without_a_card_says_nothing() -> None:
    for seed in (11, 3, 4):
        rig = rig_of(seed, *SIZES["small"])
        rng = np.random.default_rng(seed)
        assert card_text(renderer_of(rig).frame(Scene(), 0.0, rng)) is None


def test_the_code_of_three_addresses_is_no_finer_than_a_small_picture_resolves() -> None:
    squares = len(code(qr_text(CARD))) - 8
    assert squares == 37
    assert CODE_MM / squares > 2  # a small picture has 1.2 px a mm: 2.6 px a square
    assert draw_qr(qr_text(CARD)).count("<path") == 1
    printed = re.search(r"\.code \{ width: ([\d.]+)mm", (WEB / "event_card.css").read_text())
    assert printed is not None
    assert float(printed[1]) * squares / (squares + 8) == pytest.approx(CODE_MM, abs=0.1)


def test_another_code_is_no_card() -> None:
    squares = np.kron(1 - code("HTTPS://EXAMPLE.ORG/"), np.full((8, 8), 255, np.uint8))
    assert card_text(np.repeat(squares[..., None], 3, axis=2)) is None
