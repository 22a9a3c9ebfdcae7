"""Tables' polls for orders, each answered when there is one. Lives on the event loop."""

import asyncio
import zlib
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

from kiosk.director.orders.orders import sent_order
from kiosk.director.store.store import StoredOrder
from kiosk.director.tables.tables import Tables
from kiosk.wire.sync import Orders, Poll


class OrderPolls:
    """`waiting` gives the orders that a journal's table has not answered."""

    def __init__(self, tables: Tables, waiting: Callable[[str], Sequence[StoredOrder]]) -> None:
        self._tables = tables
        self._waiting = waiting
        self._closing = False
        self._lobby: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """Wake-up events of journals that have sent nothing yet, while a poll waits for one."""

    async def wait(self, poll: Poll, wait_s: float) -> Orders:
        """Orders that the table lacks; none after `wait_s`."""
        try:
            async with asyncio.timeout(wait_s):
                while not self._closing:
                    table = self._tables.get(poll.journal_id)
                    waiting = self._waiting(poll.journal_id)
                    new = tuple(order for order in waiting if order.command_id not in poll.have)
                    if new:
                        return Orders(tuple(sent_order(order) for order in new))
                    bell = table.bell if table else self.bell(poll.journal_id)
                    bell.clear()
                    await bell.wait()
        except TimeoutError:
            pass
        return Orders(())

    def bell(self, journal_id: str) -> asyncio.Event:
        """Wake-up event of a journal that has sent nothing yet."""
        bell = self._lobby.get(journal_id)
        if bell is None:
            self._lobby[journal_id] = bell = asyncio.Event()
        return bell

    def close(self) -> None:
        """Answer every poll at once."""
        self._closing = True
        bells = [*self._lobby.values(), *(table.bell for table in self._tables)]
        for bell in bells:
            bell.set()


def spread_wait_s(wait_s: float, poll: bytes) -> float:
    """Three quarters to all of `wait_s`, derived from the poll's bytes, so that tables switched on
    together do not poll together for ever.
    """
    return wait_s * (1 - zlib.crc32(poll) / 2**34)
