"""Limits how often a password may be tried. Pure: the time is passed in.

Wrong tries of a name from an address are free up to FREE; each further one costs a wait that
doubles. All names tried from one address count together, too. A name has MOST_BY_STRANGERS wrong
tries an hour. A browser that has signed in under a name is counted apart from those,
MOST_BY_BROWSER an hour: others can't lock its owner out, and it is never barred for ever.

No refused request can push a count out: accounts and known browsers have a count each, and names
without an account are counted beside them, in the same way, so that no answer reveals which names
exist.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from kiosk.rules.units import SECOND_NS

FREE = 5
FREE_AT_ADDRESS = 30
LONGEST_WAIT_S = 60
HOUR_NS = 3600 * SECOND_NS
MOST_AN_HOUR = 100
"""Most wrong tries of a name by strangers and by one browser of its owner together."""

MOST_BY_STRANGERS = 60
MOST_BY_BROWSER = MOST_AN_HOUR - MOST_BY_STRANGERS
MOST_COUNTED = 20_000
"""Addresses, and names without an account, that are counted individually for an hour."""

SHARED_BITS = 8
"""What comes beyond MOST_COUNTED shares one of 256 counts until an hour has passed."""

IPV6_PREFIX_BYTES = 8
"""A network gives one machine as many IPv6 addresses as it likes (RFC 4291, 2.5.1)."""


@dataclass(frozen=True, slots=True)
class SignInSource:
    """Source of a try: the `address`; `own` is the browser or open session that signed in under
    this name before, empty for a stranger.
    """

    address: str
    own: str = ""


class Attempts:
    """The tries so far, and their times. A try counts as wrong until it is found right."""

    def __init__(self, is_account: Callable[[str], bool]) -> None:
        """`is_account`: whether an account has this name."""
        self._is_account = is_account
        self._accounts, self._own = _Counts(None), _Counts(None)
        self._unknown, self._addresses = _Counts(MOST_COUNTED), _Counts(MOST_COUNTED)

    def wait_s(self, name: str, caller: SignInSource, now_ns: int) -> int:
        """Seconds until this may be tried; 0: now."""
        if caller.own:
            own = self._own.recent(_key(name, caller.own), now_ns)
            wait_ns = max(_full_ns(own, MOST_BY_BROWSER, now_ns), _delay_ns(own, FREE, now_ns))
        else:
            tried = self._counts_of(name).recent(_key(name), now_ns)
            at = _network(caller.address)
            here = [each for each in tried if each.at == at]
            all_here = self._addresses.recent(_key(at), now_ns)
            wait_ns = max(
                _full_ns(tried, MOST_BY_STRANGERS, now_ns),
                _delay_ns(here, FREE, now_ns),
                _delay_ns(all_here, FREE_AT_ADDRESS, now_ns),
            )
        return -(-max(wait_ns, 0) // SECOND_NS)

    def count_try(self, name: str, caller: SignInSource, now_ns: int) -> None:
        """Count a try."""
        tried = _Try(now_ns, _network(caller.address))
        if caller.own:
            self._own.add(_key(name, caller.own), tried)
        else:
            self._counts_of(name).add(_key(name), tried)
            self._addresses.add(_key(tried.at), tried)

    def take_back(self, name: str, caller: SignInSource) -> None:
        """Remove the last try: it was right, or was never compared."""
        at = _network(caller.address)
        if caller.own:
            self._own.take_back(_key(name, caller.own), at)
        else:
            self._counts_of(name).take_back(_key(name), at)
            self._addresses.take_back(_key(at), at)

    def count_right(self, name: str, caller: SignInSource) -> None:
        """Remove the last try, and those the same browser made before."""
        self.take_back(name, caller)
        if caller.own:
            self._own.forget(_key(name, caller.own))

    def _counts_of(self, name: str) -> "_Counts":
        return self._accounts if self._is_account(name) else self._unknown


@dataclass(frozen=True, slots=True)
class _Try:
    """A try; `at` is the network it came from."""

    now_ns: int
    at: str


class _Counts:
    """Tries of the last hour by key, the longest unused first; at most `most` keys, None: any
    number. A key beyond that shares a count with others, which may make it wait, but removes none.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._tries: OrderedDict[bytes, deque[_Try]] = OrderedDict()

    def recent(self, key: bytes, now_ns: int) -> list[_Try]:
        """Tries of a key, the oldest first."""
        tried = self._tries.get(self._stored_key(key), ())
        return [each for each in tried if now_ns - each.now_ns < HOUR_NS]

    def add(self, key: bytes, tried: _Try) -> None:
        self._tidy(tried.now_ns)
        key = self._stored_key(key)
        self._tries.setdefault(key, deque(maxlen=MOST_AN_HOUR)).append(tried)
        self._tries.move_to_end(key)

    def take_back(self, key: bytes, at: str) -> None:
        tries = self._tries.get(self._stored_key(key), deque())
        last = next((each for each in reversed(tries) if each.at == at), None)
        if last is not None:
            tries.remove(last)

    def forget(self, key: bytes) -> None:
        self._tries.pop(self._stored_key(key), None)

    def __len__(self) -> int:
        return len(self._tries)

    def _stored_key(self, key: bytes) -> bytes:
        full = self._most is not None and len(self._tries) >= self._most
        return key[: SHARED_BITS // 8] if full and key not in self._tries else key

    def _tidy(self, now_ns: int) -> None:
        """Remove keys without a try for an hour."""
        while self._tries:
            key, tries = next(iter(self._tries.items()))
            if tries and now_ns - tries[-1].now_ns < HOUR_NS:
                return
            del self._tries[key]


def _full_ns(tried: list[_Try], most: int, now_ns: int) -> int:
    return tried[-most].now_ns + HOUR_NS - now_ns if len(tried) >= most else 0


def _delay_ns(tried: list[_Try], free: int, now_ns: int) -> int:
    over = len(tried) - free
    if over < 0:
        return 0
    wait_s = min(LONGEST_WAIT_S, 1 << min(over, 10))
    return tried[-1].now_ns + wait_s * SECOND_NS - now_ns


def _network(address: str) -> str:
    """The address; of IPv6 the network that one machine is given."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or found.packed[:IPV6_PREFIX_BYTES].hex())


def _key(*parts: str) -> bytes:
    """Hashed, because what was typed as a name may be a password."""
    return sha256("\n".join(parts).encode()).digest()
