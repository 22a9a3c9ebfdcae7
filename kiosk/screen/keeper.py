"""The set-up of a running screen: changes it, applies it and stores it in its file."""

import logging
from dataclasses import replace
from pathlib import Path

from kiosk.screen.backlight import Backlight, veil
from kiosk.screen.set_up import ScreenSetUp, SetUpChange, store_set_up

log = logging.getLogger(__name__)


class SetUpKeeper:
    """`pin`: empty if the set-up can't be changed at the table. Without `file` it is not stored."""

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
        """Apply a change; if its file can't be written, that is logged and the change stays."""
        self._keep(self.now.changed(change))

    def speak(self, language: str) -> None:
        """Set the language by its tag, as `change`."""
        self._keep(replace(self.now, language=language))

    def _keep(self, now: ScreenSetUp) -> None:
        self.now = now
        if self._file is None:
            return
        try:
            store_set_up(self._file, self.now)
        except OSError as error:
            log.warning(
                "%s: the set-up can't be remembered (%s); make room or mend it", self._file, error
            )

    def shine(self) -> float:
        """Set the panel's backlight; return the opacity of the veil needed over all, 0 to 1."""
        if self._backlight is None:
            return veil(self.now.brightness)
        try:
            self._backlight.shine(self.now.brightness)
        except (OSError, ValueError) as error:
            log.warning("the backlight does not obey (%s); a veil darkens instead", error)
            return veil(self.now.brightness)
        return 0.0
