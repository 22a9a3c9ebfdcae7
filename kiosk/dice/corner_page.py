"""A page on which a browser clicks the board's corners: one file that loads nothing else.

It shows the picture, and puts the clicks into the command that calibrates.
"""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Sequence
from importlib import resources

import cv2

from vision.calibration.corner_clicks import CORNERS
from vision.view import Picture

JPEG_QUALITY = 92


def page_html(picture: Picture, command: Sequence[str]) -> str:
    """HTML. picture: (h, w, 3) uint8 BGR; command: to which the page adds --corners."""
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    places = {
        "@COMMAND@": _script(shlex.join(command)),
        "@CORNERS@": _script(CORNERS),
        "@WIDTH@": str(picture.shape[1]),
        "@HEIGHT@": str(picture.shape[0]),
        "@PICTURE@": "data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode(),
    }
    text = resources.files(__package__).joinpath("corner_page.html").read_text(encoding="utf-8")
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def _script(value: object) -> str:
    """JSON for use inside a script: no file name can end the script."""
    return json.dumps(value).replace("<", "\\u003c")
