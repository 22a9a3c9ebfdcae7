"""The table's link to its director: the device's key, rows up, orders down."""

import logging
from collections.abc import Callable
from pathlib import Path

from kiosk.rules.command import Command
from kiosk.table.errors import TableSettingsError
from kiosk.table.inbox import Posted
from kiosk.table.line import DirectorConnection
from kiosk.table.orders import OrderRelay, OrderWorker
from kiosk.table.sync import Me, Sync
from kiosk.wire.errors import KeyInvalid
from kiosk.wire.next_match import NextMatches
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import POLL_S, Ailment

TIMEOUT_S = 2.0
"""For connecting, and for each answer but a poll's, which may take POLL_S longer."""

_log = logging.getLogger(__name__)


class DirectorLink:
    """Starts and stops the two workers. `url` and `certificate` are the director's, `me` is this
    table.
    """

    def __init__(
        self,
        url: str,
        certificate: str | None,
        me: Me,
        journal: Path,
        pictures: Path,
        post: Callable[[Posted], None],
        *,
        screens: Callable[[], int],
        halted: Callable[[], str | None],
        ailments: Callable[[], tuple[Ailment, ...]] = tuple,
        lost: frozenset[str],
    ) -> None:
        def post_command(command: Command) -> None:
            post(Posted(command, "table"))

        line = DirectorConnection(url, TIMEOUT_S, certificate)
        self._sync = Sync(
            me, line, journal, pictures, post_command, screens=screens, ailments=ailments, lost=lost
        )
        desk = OrderRelay(post, self._sync.undecided, halted)
        polled = DirectorConnection(url, TIMEOUT_S + POLL_S, certificate)
        self.page = f"{url.rstrip('/')}/tables/{me.journal_id}"
        """The address of what is played here, at the director's."""
        self._orders = OrderWorker(me, polled, desk, self._sync.stranger)

    def start(self) -> None:
        self._sync.start()
        self._orders.start()

    def show(self, snapshot: Snapshot) -> None:
        """A commit is done: what it wrote may go to the director. Never waits."""
        self._sync.show(snapshot)

    @property
    def table(self) -> int | None:
        """The number that the director gave this table at his console."""
        return self._sync.table

    @property
    def next_matches(self) -> NextMatches | None:
        """Where those play next whose match is over here, as far as the director knows."""
        return self._sync.next_matches

    def turned(self) -> None:
        """The table's loop has turned. Never waits."""
        self._sync.turned()

    def close(self) -> None:
        self._orders.close()
        self._sync.close()


def device_key(path: Path) -> DeviceKey:
    """The device's secret key; made, whole or not at all, where there is none.

    Raises SettingsError.
    """
    try:
        key = DeviceKey.load_or_make(path)
    except KeyInvalid as error:
        raise TableSettingsError(f"director.device_key: {error}") from error
    _log.info("the director knows this device by %s", key.public)
    return key
