"""Texts of a half other than its keys, one file per subject; shown in the half's language."""

from kiosk.screen.words.contested import *  # noqa: F403
from kiosk.screen.words.play import *  # noqa: F403
from kiosk.screen.words.prompted import *  # noqa: F403
from kiosk.screen.words.waits import *  # noqa: F403
