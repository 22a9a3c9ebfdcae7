"""Pictures of web pages by a headless Chromium, if this machine has one.

Its own `--screenshot` is taken when a page has loaded, before its stream has delivered anything.
So it is driven over a pipe (`--remote-debugging-pipe`: DevTools messages in JSON, each ended by a
NUL, in on descriptor 3 and out on 4).
"""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kiosk.demo.errors import BrowserFailed

NAME = "chromium"
WIDTH_PX = 1366
HEIGHT_PX = 768
PATIENCE_S = 120.0
"""Longest time for all pages."""

TRIES = 2
"""A browser that ends or fails is restarted for the remaining pages."""

SETTLED_LOOKS = 4
LOOK_S = 0.15
"""A page is complete when it has text and was unchanged for SETTLED_LOOKS checks."""

_OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-dev-shm-usage", "--no-first-run"),
    "--remote-debugging-pipe",
)
_LOOKS = """document.body?.innerText
    ? document.readyState + document.body.innerText.length
        + Array.from(document.images).every(image => image.complete)
    : Math.random()"""
_FIRST_FREE = 10
"""Descriptors from here on can't collide with the two the browser expects."""


def find_browser() -> str | None:
    """The browser's path; None if there is none."""
    return shutil.which(NAME)


def photograph(
    browser: str,
    pages: Sequence[tuple[str, Path]],
    trusted: str | None = None,
    cookie: tuple[str, str] | None = None,
) -> None:
    """Save a PNG of each page; `pages` has addresses and files. Raises BrowserFailed.

    `trusted`: base64 SHA-256 of the public key of the only self-signed certificate to accept.
    `cookie`: name and value of a cookie for the pages.
    """
    left = list(pages)
    for tries_left in reversed(range(TRIES)):
        try:
            _photograph(browser, left, trusted, cookie)
        except (OSError, ValueError, KeyError) as error:
            if not tries_left:
                raise BrowserFailed(f"{browser} made no picture: {error!r}") from error
        else:
            return


def _photograph(
    browser: str,
    left: list[tuple[str, Path]],
    trusted: str | None,
    cookie: tuple[str, str] | None,
) -> None:
    """Photograph the pages, taking them out of `left`. Raises as `_Chromium` does."""
    with tempfile.TemporaryDirectory(prefix="kiosk-demo-", ignore_cleanup_errors=True) as profile:
        chromium = _Chromium(browser, profile, trusted)
        try:
            if cookie is not None:
                chromium.knows(left[0][0], *cookie)
            while left:
                url, path = left[0]
                path.write_bytes(chromium.picture(url))
                del left[0]
        finally:
            chromium.close()


class _Chromium:
    """One browser. Raises OSError, ValueError or KeyError if anything goes wrong in it."""

    def __init__(self, path: str, profile: str, trusted: str | None) -> None:
        theirs_in, self._in = _pipe()
        self._out, theirs_out = _pipe()
        self._rest = b""
        self._count = 0
        self._until = time.monotonic() + PATIENCE_S
        own = [f"--user-data-dir={profile}"]
        if trusted is not None:
            own.append(f"--ignore-certificate-errors-spki-list={trusted}")
        command = ["nice", "-n", "19", path, *_OPTIONS, *own, "about:blank"]
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            self._pid = os.posix_spawnp(  # Popen can't map descriptors
                command[0],
                command,
                os.environ | {"TMPDIR": profile},
                file_actions=[
                    *((os.POSIX_SPAWN_DUP2, nothing, standard) for standard in range(3)),
                    (os.POSIX_SPAWN_DUP2, theirs_in, 3),
                    (os.POSIX_SPAWN_DUP2, theirs_out, 4),
                ],
            )
        finally:
            for descriptor in (theirs_in, theirs_out, nothing):
                os.close(descriptor)

    def knows(self, url: str, name: str, value: str) -> None:
        """Set a cookie for the page's site."""
        secure = url.startswith("https:")
        kept = {"name": name, "value": value, "url": url, "secure": secure, "path": "/"}
        self._ask("Storage.setCookies", cookies=[kept])

    def picture(self, url: str) -> bytes:
        """The page as a PNG, once it is complete."""
        target = self._ask("Target.createTarget", url=url)["targetId"]
        page = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        size = {"width": WIDTH_PX, "height": HEIGHT_PX, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", page, **size)
        looks: list[object] = []
        while len(looks) < SETTLED_LOOKS or len(set(looks[-SETTLED_LOOKS:])) > 1:
            time.sleep(LOOK_S)
            looks.append(self._measure_page(page))
        png: str = self._ask("Page.captureScreenshot", page, format="png")["data"]
        self._ask("Target.closeTarget", targetId=target)
        return base64.b64decode(png)

    def _measure_page(self, page: str) -> object:
        """Measure the page's content; a value equal to no other if it was replaced meanwhile."""
        try:
            return self._ask("Runtime.evaluate", page, expression=_LOOKS)["result"]["value"]
        except (ValueError, KeyError):
            return object()

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)  # its profile is discarded anyway
        os.waitpid(self._pid, 0)
        os.close(self._in)
        os.close(self._out)

    def _ask(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        self._count += 1
        asked = {"id": self._count, "method": method, "params": parameters}
        if session is not None:
            asked["sessionId"] = session
        os.write(self._in, json.dumps(asked).encode() + b"\0")
        while (message := self._read_message()).get("id") != self._count:
            pass
        if "error" in message:
            raise ValueError(f"{method}: {message['error']}")
        result: dict[str, Any] = message["result"]
        return result

    def _read_message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            left_s = self._until - time.monotonic()
            if left_s <= 0 or not select.select([self._out], [], [], left_s)[0]:
                raise TimeoutError(f"nothing came in {PATIENCE_S:g} s")
            received = os.read(self._out, 1 << 16)
            if not received:
                raise OSError("it ended")
            self._rest += received
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message


def _pipe() -> tuple[int, int]:
    """Read and write end of a pipe, with numbers the browser does not use."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]
