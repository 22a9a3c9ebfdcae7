"""Handshakes of devices that ask to be enrolled, until they are accepted: limits on their number,
duration, and tries per card and short code. Pure: the time, in seconds, and a request's address are
passed in.

A Begin takes 30 ms of a processor, so it has three steps: `admit` and `take` on the event loop,
`reckoned` between them on a thread of its own.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kiosk.director.enrolment.beginnings import BeginLimits
from kiosk.director.enrolment.register import EnrolmentCard
from kiosk.wire.enrolment import (
    CODE_NAME,
    Begin,
    Begun,
    Chance,
    Decided,
    DirectorSide,
    EnrolmentAsk,
    Prove,
    Proved,
    check_begin,
    fresh_code,
)
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.event_card import SECRET_BYTES
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.pinned import is_loopback
from kiosk.wire.signing import DeviceKey

MOST_WAITING = 100
MOST_AT_ADDRESS = 5
"""Most of those from one address; this machine's own address has no limit."""

PROVE_S = 20.0
"""Time from Begin to Prove; the table needs nobody for it."""

WAIT_S = 300.0
"""Time for the assistant to accept, and then for the table to learn of it."""

CODE_S = 600.0
CODE_TRIES = 20
"""Most failed proofs of a code; a Begin is none."""

CODE_TRIES_AT_ADDRESS = 5
"""Most of those from one address: from then on the code does not exist for it."""

MOST_CODES = 20


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    """A device whose owner has the secret: `digits` stand on its screen, too."""

    session: str
    digits: str
    key: str
    way: str
    address: str
    age_s: float


@dataclass(slots=True)
class _Code:
    code: str
    until_s: float
    failed: Counter[str] = field(default_factory=Counter)
    """Failed proofs, by address."""

    def is_open(self, address: str) -> bool:
        used = self.failed.total() >= CODE_TRIES
        return not used and self.failed[address] < CODE_TRIES_AT_ADDRESS


@dataclass(slots=True)
class _Handshake:
    side: DirectorSide
    address: str
    until_s: float
    since_s: float
    number: int | None = None
    why: str | None = None
    held: bool = False

    @property
    def waits(self) -> bool:
        decided = self.held or self.number is not None or self.why is not None
        return bool(self.side.digits) and not decided


class Handshakes:
    """`certificate` is the pin of the director's, empty without TLS. `chance` gives random bytes,
    `letter` one character of a code.
    """

    def __init__(
        self,
        key: DeviceKey,
        certificate: str,
        *,
        card: Callable[[str], EnrolmentCard | None],
        clock_s: Callable[[], float],
        wall_s: Callable[[], float],
        chance: Chance = secrets.token_bytes,
        letter: Callable[[str], str] = secrets.choice,
    ) -> None:
        self._key = key
        self._certificate = certificate
        self._card = card
        self._clock_s, self._wall_s = clock_s, wall_s
        self._chance, self._letter = chance, letter
        self._coming: list[str] = []
        """Addresses of devices that are admitted and not taken yet."""
        self._sessions: dict[str, _Handshake] = {}
        self._codes: dict[str, _Code] = {}
        self._beginnings = BeginLimits()

    # --- for the table -----------------------------------------------------------------------

    def admit(self, begin: Begin, address: str) -> bytes:
        """The password of the named card or code. Call `leave` in any case afterwards.

        Raises EnrolmentRefused.
        """
        check_begin(begin)
        self._tidy()
        self._beginnings.check_new(begin)
        here = sum(each.address == address for each in self._sessions.values())
        here += self._coming.count(address)
        if here >= MOST_AT_ADDRESS and not is_loopback(address):
            raise EnrolmentRefused(
                f"{here} devices at {address} ask already: wait for them", JoinRefusal.CROWDED
            )
        if len(self._sessions) + len(self._coming) >= MOST_WAITING:
            raise EnrolmentRefused(
                f"{MOST_WAITING} devices ask already: tell the director", JoinRefusal.CROWDED
            )
        password = self._password(begin, address)
        self._beginnings.count_begin(
            begin, "" if is_loopback(address) else address, self._clock_s()
        )
        self._coming.append(address)
        return password

    def compute_side(self, begin: Begin, password: bytes) -> DirectorSide:
        """Do the costly computation, which changes nothing here. Any thread.

        Raises EnrolmentRefused, KeyInvalid.
        """
        return DirectorSide(self._key, begin, password, self._certificate, self._chance)

    def take(self, side: DirectorSide, address: str) -> Begun:
        """Start waiting for the device's proof."""
        now_s = self._clock_s()
        self._sessions[side.session] = _Handshake(side, address, now_s + PROVE_S, now_s)
        return side.begun

    def leave(self, address: str) -> None:
        """End an admission, after the device was taken or refused."""
        self._coming.remove(address)

    def prove(self, proof: Prove) -> Proved:
        """Check a proof, one try a session. Raises EnrolmentRefused."""
        session = self._session(proof.session)
        del self._sessions[proof.session]
        if session.side.digits:
            raise EnrolmentRefused("this was proved before: begin again")
        key, begin = session.side.begin.key, session.side.begin
        self._password(begin, session.address)  # it may be withdrawn or used up by now
        try:
            proved = session.side.proved(proof)
        except EnrolmentRefused:
            self._count_failed(begin, session.address)
            raise
        self._check_digits(session)
        if begin.way == "code":
            self._codes.pop(begin.name, None)  # it is used up
        self._sessions = {
            name: each
            for name, each in self._sessions.items()
            if not (each.side.begin.key == key and each.side.digits)
        }
        session.until_s = self._clock_s() + WAIT_S
        self._sessions[proof.session] = session
        return proved

    def ask(self, question: EnrolmentAsk) -> Decided:
        """Whether the device was accepted or refused. Raises EnrolmentRefused."""
        session = self._session(question.session)
        if session.waits:
            self._check_card(session)
        return session.side.decided(question, session.number, session.why)

    # --- for the console ---------------------------------------------------------------------

    def waiting(self) -> tuple[WaitingDevice, ...]:
        """Devices that wait to be accepted, the longest first."""
        self._tidy()
        return tuple(self._waiting())

    def waiting_by(self, card: str) -> int:
        """Number of them that wait by the card of this name."""
        begins = (self._sessions[each.session].side.begin for each in self.waiting())
        return sum(begin.way == "card" and begin.name == card for begin in begins)

    def key(self, session: str) -> str | None:
        """Key of the device that waits in this session, if one does."""
        self._tidy()
        found = self._sessions.get(session)
        waits = found is not None and found.waits and self._is_good(found)
        return found.side.begin.key if found is not None and waits else None

    def count_begun(self, name: str) -> int:
        """Number of times devices have asked by the card of this name."""
        return self._beginnings.count_by_card(name)

    def way(self, session: str) -> str:
        """How the waiting device asks: card or code."""
        return self._sessions[session].side.begin.way

    def reserve(self, session: str) -> None:
        """Reserve a waiting device while it is being enrolled, so that no other decision
        is made.
        """
        self._sessions[session].held = True
        self._sessions[session].until_s = self._clock_s() + WAIT_S

    def accept(self, session: str, number: int) -> None:
        """Accept a reserved device. Its table learns of it when it asks next."""
        self._decide(session, number, None)

    def refuse(self, session: str, why: str) -> None:
        """Refuse a waiting device. Its table learns of it when it asks next."""
        self._decide(session, None, why)

    def new_code(self) -> str:
        """A new code for one device, valid for CODE_S. Raises EnrolmentRefused."""
        self._tidy()
        if len(self._codes) >= MOST_CODES:
            raise EnrolmentRefused(f"{MOST_CODES} codes are open: use one of them, or wait")
        code = fresh_code(self._letter)
        while code[:CODE_NAME] in self._codes:
            code = fresh_code(self._letter)
        self._codes[code[:CODE_NAME]] = _Code(code, self._clock_s() + CODE_S)
        return code

    def card_secret(self, salt: bytes) -> bytes:
        """Secret of the event card with this salt, derived from the director's key and never
        stored.
        """
        return self._key.derived("table kiosk event card", salt, SECRET_BYTES)

    # --- inside ------------------------------------------------------------------------------

    def _waiting(self) -> Iterator[WaitingDevice]:
        now_s = self._clock_s()
        for name, each in self._sessions.items():
            if each.waits and self._is_good(each):
                begin = each.side.begin
                age_s = now_s - each.since_s
                yield WaitingDevice(
                    name, each.side.digits, begin.key, begin.way, each.address, age_s
                )

    def _decide(self, name: str, number: int | None, why: str | None) -> None:
        session = self._sessions[name]
        session.number, session.why = number, why
        session.until_s = self._clock_s() + WAIT_S

    def _session(self, name: str) -> _Handshake:
        self._tidy()
        if name not in self._sessions:
            raise EnrolmentRefused(
                "nobody asks under this name any more: begin again", JoinRefusal.UNTAPPED
            )
        return self._sessions[name]

    def _check_digits(self, session: _Handshake) -> None:
        """Check that no other device shows the same digits. Raises EnrolmentRefused."""
        mine = session.side
        for each in self._sessions.values():
            other = each.side
            if other.digits == mine.digits and other.begin.key != mine.begin.key:
                raise EnrolmentRefused(
                    "another device shows the same digits: begin again", JoinRefusal.CROWDED
                )

    def _count_failed(self, begin: Begin, address: str) -> None:
        """Count a failed proof by code."""
        found = self._codes.get(begin.name) if begin.way == "code" else None
        if found is not None:
            found.failed[address] += 1

    def _check_card(self, session: _Handshake) -> None:
        """Check that the session's card is still valid; a code is used up. Raises
        EnrolmentRefused.
        """
        if session.side.begin.way == "card":
            self._password(session.side.begin, session.address)

    def _is_good(self, session: _Handshake) -> bool:
        try:
            self._check_card(session)
        except EnrolmentRefused:
            return False
        return True

    def _password(self, begin: Begin, address: str) -> bytes:
        """Password of the named card or code. Raises EnrolmentRefused."""
        if begin.way == "code":
            found = self._codes.get(begin.name)
            if found is None or not found.is_open(address):
                raise EnrolmentRefused(
                    "no such code is open: ask the director for a new one",
                    JoinRefusal.CODE_UNKNOWN,
                )
            return found.code.encode()
        card = self._card(begin.name)
        if card is None:
            raise EnrolmentRefused(
                "this card is not of this event: ask the director for a new one",
                JoinRefusal.CARD_UNKNOWN,
            )
        if card.expires_s <= self._wall_s():
            raise EnrolmentRefused(
                "this card has expired: ask the director for a new one", JoinRefusal.CARD_EXPIRED
            )
        return self.card_secret(card.salt)

    def _tidy(self) -> None:
        now_s = self._clock_s()
        self._sessions = {
            name: each for name, each in self._sessions.items() if each.until_s > now_s
        }
        self._codes = {name: each for name, each in self._codes.items() if each.until_s > now_s}
