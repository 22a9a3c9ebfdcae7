"""What runs is named by its pid."""

import os
from types import SimpleNamespace

import pytest

from kiosk.demo.metrics import pids_of


@pytest.mark.parametrize(
    ("camera", "named"), [(7, {"table": 5, "camera": 7}), (None, {"table": 5})]
)
def test_a_camera_that_is_just_started_again_has_no_pid(
    camera: int | None, named: dict[str, int]
) -> None:
    told = {"processes": {"table": 5, "camera": camera}}
    hands = SimpleNamespace(control=SimpleNamespace(do=lambda _what: told))
    house = SimpleNamespace(screen=SimpleNamespace(pid=None), director=SimpleNamespace(pid=9))
    pids = pids_of(SimpleNamespace(hands=hands), house)  # type: ignore[arg-type]
    assert pids == named | {"director": 9, "demo": os.getpid()}
