"""Limits the number of connections, and the time each may take for what. Pure: the time is passed
in.

A connection that owes us something (its handshake, headers, body or next request) is closed for a
new one when there is no room; one that we owe an answer stays.
"""

import ipaddress
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """`head_s` from a connection's or a request's first byte to the end of its headers, and before
    that for a handshake; `body_s` from there to the end of its body, each in total and not per
    byte; `idle_s` between two requests; `stalled_s` for a client that reads nothing we send.

    Connections at once, `in_all` and `at_address`, and how many of those may be streams of events.
    This machine's own address has no limit: a proxy here stands for many clients.
    """

    head_s: float = 5.0
    body_s: float = 10.0
    idle_s: int = 10
    stalled_s: float = 20.0
    in_all: int = 4000
    at_address: int = 400
    streams_at_address: int = 200

    @property
    def streams_in_all(self) -> int:
        """The rest is for tables, and for viewers of them."""
        return self.in_all * 3 // 4

    @property
    def streams_of_strangers(self) -> int:
        """The rest is for users who are signed in."""
        return self.in_all // 2


class ConnectionState(Enum):
    """What a connection is doing."""

    HANDSHAKE = "its handshake is not whole"
    HEAD = "its headers are not whole"
    BODY = "its body is not whole"
    IDLE = "it was answered"
    ANSWER = "it is being answered"


_GIVES_WAY = (
    ConnectionState.HANDSHAKE,
    ConnectionState.HEAD,
    ConnectionState.BODY,
    ConnectionState.IDLE,
)
"""States that give way, in this order; within one the longest first."""


class Connections(Generic[P]):
    """Every connection, with its address, state and start time (seconds)."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._address: dict[P, str] = {}
        self._at: dict[str, set[P]] = {}
        self._doing: dict[P, ConnectionState] = {}
        self._since: dict[ConnectionState, dict[P, float]] = {
            doing: {} for doing in ConnectionState
        }
        """The longest first: a new state is put last."""
        self._stalled: dict[P, float] = {}

    def __len__(self) -> int:
        return len(self._address)

    def open(
        self, caller: P, address: str, now_s: float, doing: ConnectionState = ConnectionState.HEAD
    ) -> P | None:
        """The connection that must close for a new one, the new one itself if none can; None: there
        is room.
        """
        here = self._at.setdefault(address, set())
        if len(here) >= self.limits.at_address and not is_loopback(address):
            gone = self._first_to_close(here) or caller
        elif len(self._address) >= self.limits.in_all:
            gone = self._first_to_close(None) or caller
        else:
            gone = None
        self._address[caller] = address
        here.add(caller)
        self.set_state(caller, doing, now_s)
        if gone is not None:
            self.close(gone)
        return gone

    def set_state(self, caller: P, doing: ConnectionState, now_s: float) -> None:
        """Set its state; the same state does not restart the time."""
        before = self._doing.get(caller)
        if before is doing or caller not in self._address:
            return
        if before is not None:
            del self._since[before][caller]
        self._doing[caller] = doing
        self._since[doing][caller] = now_s

    def note_stalled(self, caller: P, now_s: float) -> None:
        """It reads nothing we send."""
        if caller in self._address:
            self._stalled.setdefault(caller, now_s)

    def note_reading(self, caller: P) -> None:
        """Note that a stalled connection reads again."""
        self._stalled.pop(caller, None)

    def close(self, caller: P) -> None:
        """Forget a connection that is gone; a second call changes nothing."""
        address = self._address.pop(caller, None)
        if address is None:
            return
        self._at[address].discard(caller)
        if not self._at[address]:
            del self._at[address]
        del self._since[self._doing.pop(caller)][caller]
        self.note_reading(caller)

    def pop_overdue(self, now_s: float) -> Iterator[tuple[P, str]]:
        """Connections that took too long, and for what; each is removed."""
        limits = self.limits
        for doing, longest_s in (
            (ConnectionState.HANDSHAKE, limits.head_s),
            (ConnectionState.HEAD, limits.head_s),
            (ConnectionState.BODY, limits.body_s),
        ):
            for caller in _before(self._since[doing], now_s - longest_s):
                self.close(caller)
                yield caller, f"{doing.value} after {longest_s:g} s"
        for caller in _before(self._stalled, now_s - limits.stalled_s):
            self.close(caller)
            yield caller, f"it took nothing for {limits.stalled_s:g} s"

    def _first_to_close(self, among: set[P] | None) -> P | None:
        """The connection to close first for a new one; None if all are kept."""
        for doing in _GIVES_WAY:
            for caller in self._since[doing]:
                if among is None or caller in among:
                    return caller
        return None


def _before(since: dict[P, float], then_s: float) -> list[P]:
    found = []
    for caller, since_s in since.items():
        if since_s > then_s:
            break
        found.append(caller)
    return found


def is_loopback(address: str) -> bool:
    """Whether the address is this machine's own."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
