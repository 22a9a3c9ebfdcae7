"""The service's life: its ticks, what it forgets each day, how it closes and ends."""

import asyncio

from kiosk.director.clocks import DirectorClocks
from kiosk.director.console import ConsoleFeed
from kiosk.director.hub import Push
from kiosk.director.people.passwords import Passwords
from kiosk.director.people.people import People
from kiosk.director.public.strangers import VisitorFeed
from kiosk.director.store.album import DAY_S
from kiosk.director.store.thread import StoreThread
from kiosk.director.tables.tables import Tables
from kiosk.director.tables.traffic import TableTraffic
from kiosk.rules.units import SECOND_NS

TICK_S = 0.25


class ServiceLifecycle:
    """Use it on one event loop; call `finish` when that has ended."""

    def __init__(
        self,
        thread: StoreThread,
        passwords: Passwords,
        people: People,
        tables: Tables,
        traffic: TableTraffic,
        console: ConsoleFeed,
        strangers: VisitorFeed,
        clocks: DirectorClocks,
    ) -> None:
        self.thread = thread
        self._passwords = passwords
        self._people = people
        self._tables = tables
        self._traffic = traffic
        self._console = console
        self._strangers = strangers
        self._clocks = clocks

    async def run(self) -> None:
        """Tick until cancelled."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK_S)
            ticks += 1
            self._tables.tick()
            if ticks % round(1 / TICK_S) == 0:
                self._console.event_tables.check_silent()
                self._console.hub.publish(Push.from_value("beat", {"utc": self._clocks.utc()}))
                self._strangers.tick()

    async def forget(self) -> None:
        """Remove what may not be kept any longer, now and each day, until cancelled."""
        while True:
            await self.forget_pictures()
            await asyncio.sleep(DAY_S)

    async def forget_pictures(self) -> None:
        """Remove pictures that are too old, and note it. Raises StoreFailed."""
        album = self._traffic.album
        gone = await album.forget(self._clocks.wall_ns() / SECOND_NS)
        if gone:
            await self._people.note_pictures(gone, album.days)

    def close(self) -> None:
        """Close streams and long polls. What tables still send is refused by the closed socket."""
        self._strangers.hub.close()
        self._console.hub.close()
        self._traffic.close()

    def finish(self) -> None:
        """Wait for the store's and the passwords' threads."""
        self._passwords.close()
        self.thread.finish()
