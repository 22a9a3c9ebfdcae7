"""The table's link to its director: the device's key, rows up, orders down."""

import logging
from collections.abc import Callable
from pathlib import Path

from kiosk.rules.command import Command
from kiosk.table.errors import TableSettingsError
from kiosk.table.inbox import PostedCommand
from kiosk.table.line import DirectorConnection
from kiosk.table.orders import OrderRelay, OrderWorker
from kiosk.table.sync import Sync, TableIdentity
from kiosk.wire.errors import KeyInvalid
from kiosk.wire.next_match import NextMatches
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import POLL_S, Ailment

TIMEOUT_S = 2.0
"""Limit for connecting and for each answer; a poll's answer may take POLL_S longer."""

_log = logging.getLogger(__name__)


class DirectorLink:
    """Starts and stops the two workers. `url` and `certificate` are the director's, `me` describes
    this table.
    """

    def __init__(
        self,
        url: str,
        certificate: str | None,
        me: TableIdentity,
        journal: Path,
        pictures: Path,
        post: Callable[[PostedCommand], None],
        *,
        screens: Callable[[], int],
        halted: Callable[[], str | None],
        ailments: Callable[[], tuple[Ailment, ...]] = tuple,
        lost: frozenset[str],
    ) -> None:
        def post_command(command: Command) -> None:
            post(PostedCommand(command, "table"))

        line = DirectorConnection(url, TIMEOUT_S, certificate)
        self.sync = Sync(
            me, line, journal, pictures, post_command, screens=screens, ailments=ailments, lost=lost
        )
        desk = OrderRelay(post, self.sync.report_undecided, halted)
        polled = DirectorConnection(url, TIMEOUT_S + POLL_S, certificate)
        self._url = url
        self._orders = OrderWorker(me, polled, desk, self.sync.report_stranger)

    def start(self) -> None:
        self.sync.start()
        self._orders.start()

    def show(self, snapshot: Snapshot) -> None:
        """Send what a commit wrote. Never waits."""
        self.sync.show(snapshot)

    @property
    def table(self) -> int | None:
        """The number the director gave this table at his console."""
        return self.sync.table

    @property
    def next_matches(self) -> NextMatches | None:
        """Where the players of the match that is over here play next, as far as the director knows
        it.
        """
        return self.sync.next_matches

    @property
    def page(self) -> str:
        """Address at the director's of the match that is over here; empty as long as it has no
        page there.
        """
        page = self.sync.match_page
        return "" if page is None else page.at(self._url)

    def note_turn(self) -> None:
        """Note that the table's loop has turned. Never waits."""
        self.sync.note_turn()

    def close(self) -> None:
        self._orders.close()
        self.sync.close()


def device_key(path: Path) -> DeviceKey:
    """The device's secret key; made if there is none, whole or not at all.

    Raises TableSettingsError.
    """
    try:
        key = DeviceKey.load_or_make(path)
    except KeyInvalid as error:
        raise TableSettingsError(f"director.device_key: {error}") from error
    _log.info("the director knows this device by %s", key.public)
    return key
