"""What two nets say together of faces, on rigs that nobody fitted to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.lab.train.crop import STORED_PX, Crops
from vision.lab.train.rendered import crops
from vision.learned.face import CLEAR, CLOSE_UP, DOUBTFUL, INPUT_PX, look_at_crops, look_together
from vision.reader.thresholds import SECOND_AGREES

HELD_OUT = (900_301, 900_302, 900_303)
REST = ("value", "tilt_deg", "view", "seen_px", "source")


@pytest.fixture(scope="module")
def found() -> Crops:
    """Top faces, as the nets see them."""
    drawn = Crops.together([crops(seed) for seed in HELD_OUT])
    edge = (STORED_PX - INPUT_PX) // 2
    whole = Crops(drawn.image[:, edge:-edge, edge:-edge], *(getattr(drawn, n) for n in REST))
    return whole.only(drawn.value > 0)


def opposite(image: np.ndarray, view: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Shares as seen from two opposite sides."""
    round_ = np.rot90(image, 2, axes=(1, 2))
    return look_at_crops(image, view, turns=1), look_at_crops(round_, -view, turns=1)


def test_what_is_clear_from_two_opposite_sides_is_so_from_all(found: Crops) -> None:
    image, view = found.image.astype(np.float32), found.view.astype(np.float64)
    two = opposite(image, view)
    clear = np.minimum(*two).max(axis=1) >= CLEAR
    assert 30 < clear.sum() < len(clear) - 10
    together, four = look_together(image, view), look_at_crops(image, view)
    assert together[clear] == pytest.approx(np.mean(two, axis=0)[clear], abs=1e-6)
    assert (together.argmax(axis=1) == four.argmax(axis=1))[clear].all()
    assert (four.max(axis=1)[clear] >= SECOND_AGREES).all()


def test_where_the_first_net_is_in_doubt_the_other_is_asked(found: Crops) -> None:
    soft = np.array([cv2.GaussianBlur(face, (0, 0), 2.5) for face in found.image])
    image, view = soft.astype(np.float32), found.view.astype(np.float64)
    sides = np.minimum(*opposite(image, view)).max(axis=1) < CLEAR
    image, view = image[sides], view[sides]
    first, other = look_at_crops(image, view), look_at_crops(image, None, model=CLOSE_UP)
    together = look_together(image, view)
    likeliest = first[:, 1:].max(axis=1)
    doubt = (likeliest >= DOUBTFUL[0]) & (likeliest < DOUBTFUL[1])
    assert (likeliest < DOUBTFUL[0]).any()
    assert 10 < doubt.sum() < len(doubt) - 10
    assert together[~doubt] == pytest.approx(first[~doubt], abs=1e-6)
    assert together.sum(axis=1) == pytest.approx(1.0)
    odds = (np.log(both[doubt]) - np.log(both[doubt][:, :1]) for both in (first, other, together))
    one, two, mean = odds
    assert mean == pytest.approx((one + two) / 2, abs=1e-3)


def test_together_they_tell_more_values_and_none_wrongly(found: Crops) -> None:
    image, view = found.image.astype(np.float32), found.view.astype(np.float64)
    told = []
    for said in (look_at_crops(image, view), look_together(image, view)):
        sure = said[:, 1:].max(axis=1) >= SECOND_AGREES
        told.append(int(sure.sum()))
        assert (said[sure, 1:].argmax(axis=1) + 1 == found.value[sure]).all()
    assert told[1] > told[0]


def test_no_faces_are_no_question() -> None:
    none = np.zeros((0, INPUT_PX, INPUT_PX, 3), np.float32)
    assert len(look_together(none, np.zeros((0, 2)))) == 0
