"""The set-up of this screen while it runs: changed, carried out, and remembered in its file."""

import logging
from dataclasses import replace
from pathlib import Path

from kiosk.screen.backlight import Backlight, veil
from kiosk.screen.set_up import ScreenSetUp, SetUpChange, remember

log = logging.getLogger(__name__)


class SetUpKeeper:
    """`pin` is empty where nobody may change it at the table. Without a `file` all is forgotten."""

    def __init__(
        self,
        now: ScreenSetUp,
        pin: str = "",
        file: Path | None = None,
        backlight: Backlight | None = None,
    ) -> None:
        self.now, self.pin = now, pin
        self._file, self._backlight = file, backlight

    def change(self, change: SetUpChange) -> None:
        """A file that can't be written costs the memory, not the change."""
        self._keep(self.now.changed(change))

    def speak(self, language: str) -> None:
        """By its tag. As above."""
        self._keep(replace(self.now, language=language))

    def _keep(self, now: ScreenSetUp) -> None:
        self.now = now
        if self._file is None:
            return
        try:
            remember(self._file, self.now)
        except OSError as error:
            log.warning(
                "%s: the set-up can't be remembered (%s); make room or mend it", self._file, error
            )

    def shine(self) -> float:
        """Set the panel's backlight; how dark a veil there must be over all, 0 to 1."""
        if self._backlight is None:
            return veil(self.now.brightness)
        try:
            self._backlight.shine(self.now.brightness)
        except (OSError, ValueError) as error:
            log.warning("the backlight does not obey (%s); a veil darkens instead", error)
            return veil(self.now.brightness)
        return 0.0
