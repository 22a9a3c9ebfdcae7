"""Every word the players read, a file a subject. Another language is another package like this."""

from kiosk.screen.words.play import *  # noqa: F403
from kiosk.screen.words.prompted import *  # noqa: F403
from kiosk.screen.words.waits import *  # noqa: F403
