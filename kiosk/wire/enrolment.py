"""How a table and a director who share a secret come to know each other's keys. No I/O, no clock.

A card's secret, or a short code, is the password of SPAKE2 (package `spake2`): a wrong guess
reveals nothing, and each guess costs one try. Both prove the agreed key by an HMAC, and their own
keys by signatures, over a transcript of all messages between them: the certificate seen on the
wire, both public keys, both nonces. Each end commits to its nonce before it receives the other's,
and the director opens his only once the table has proved the secret. So neither end, nor an
attacker in the middle, knows the four digits before it is too late to start again unnoticed: they
agree by chance once in 10,000 times. People compare them on screen and console.

A Begin costs a director 30 ms of a processor, so it carries work that costs its sender as much.

The table asks in this order, one POST each: Begin, Prove, then EnrolmentAsk until it is decided.
"""

import copy
import hashlib
import hmac
import itertools
import secrets
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from kiosk.wire.bounds import Count, Id, Words, complaint, too_deep
from kiosk.wire.errors import EnrolmentRefused, MessageInvalid, NotTheDirector, SignatureInvalid
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.signing import DeviceKey, check_public, verify

PROTOCOL = 1
"""Increased whenever an older end could not understand a newer one."""

NONCE_BYTES = 16
WORK_BITS = 16
"""Zero bits at the head of a Begin's hash: some 65,000 hashes, in Python twice what it costs us."""

_WORK_WINDOW_BITS = 64
_WORK_LABEL = b"table kiosk enrolment"
LONGEST_MESSAGE = 4096
"""Bytes of any message here."""

CODE_LETTERS = "BCDFGHJKLMNPQRTVWXYZ"
"""Letters of a short code: not easily confused, and unable to form a word."""

CODE_NAME = 2
CODE_LENGTH = 8
"""The first CODE_NAME letters identify the code, the others are the secret."""

Way = Literal["card", "code"]
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]*$", max_length=128)]
T = TypeVar("T")


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """A table that has the card, or the code, called `name`; `commit` is the hash of its nonce.
    Fields of later protocols are ignored, so that they can be refused in words. `work` is a number
    that makes the hash of all of this begin with WORK_BITS zero bits; empty before it is done.
    """

    protocol: Count
    app: Id
    way: Way
    name: Id
    key: Id
    commit: Hex
    pake: Hex
    work: Hex = ""


class Begun(msgspec.Struct, frozen=True, tag="begun", forbid_unknown_fields=True):
    """The director's part; `commit` is his nonce's hash; the table then names `session`."""

    session: Id
    key: Id
    commit: Hex
    pake: Hex


class Prove(msgspec.Struct, frozen=True, tag="prove", forbid_unknown_fields=True):
    """The table knows the secret and has its key."""

    session: Id
    nonce: Hex
    mac: Hex
    signature: Id


class Proved(msgspec.Struct, frozen=True, tag="proved", forbid_unknown_fields=True):
    """The director knows the secret and has his key; `nonce` is the one he committed to."""

    nonce: Hex
    mac: Hex
    signature: Id


class EnrolmentAsk(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Ask whether the device has been accepted or refused."""

    session: Id
    nonce: Hex
    mac: Hex


class Decided(msgspec.Struct, frozen=True, tag="decided", forbid_unknown_fields=True):
    """`number` is the table's once it is enrolled, `why` the reason if it is refused; neither: not
    yet.

    `mac` covers them and the nonce of the question.
    """

    number: int | None
    why: Words | None
    mac: Hex


class Denied(msgspec.Struct, frozen=True, tag="denied", forbid_unknown_fields=True):
    """The enrolment failed. This is not signed: the table shows it and tries again."""

    why: Words
    refusal: Id = JoinRefusal.OTHER.value


ToDirector = Begin | Prove | EnrolmentAsk
ToTable = Begun | Proved | Decided | Denied

_TO_DIRECTOR: msgspec.json.Decoder[ToDirector] = msgspec.json.Decoder(ToDirector)
_TO_TABLE: msgspec.json.Decoder[ToTable] = msgspec.json.Decoder(ToTable)
Chance = Callable[[int], bytes]


def to_director(body: bytes) -> ToDirector:
    """A message for the director. Raises MessageInvalid."""
    return _decoded(_TO_DIRECTOR, body)


def message_bytes(message: ToDirector | ToTable) -> bytes:
    return msgspec.json.encode(message)


def fresh_code(chance: Callable[[str], str] = secrets.choice) -> str:
    """A short code that can't be guessed."""
    return "".join(chance(CODE_LETTERS) for _letter in range(CODE_LENGTH))


def code_of(typed: str) -> str:
    """A typed code, normalised. Raises EnrolmentRefused."""
    code = "".join(typed.upper().split()).replace("-", "")
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        raise EnrolmentRefused(
            f"{typed!r:.40} is no code: type the {CODE_LENGTH} letters that the console shows",
            JoinRefusal.NOT_A_CODE,
        )
    return code


class TableSide:
    """A table's side of one enrolment.

    `name` is the card's or the code's, `password` its secret. `certificate` is the pin of the one
    seen on the wire, empty without TLS.
    """

    def __init__(
        self,
        key: DeviceKey,
        app: str,
        way: Way,
        name: str,
        password: bytes,
        certificate: str,
        chance: Chance = secrets.token_bytes,
    ) -> None:
        self.director = ""
        """The director's public key, once `proved`."""
        self.digits = ""
        """The digits that both sides show, once `proved`."""
        self._key = key
        self._certificate = certificate
        self._nonce = chance(NONCE_BYTES)
        self._chance = chance
        self._pake = SPAKE2_A(password, idA=key.public.encode(), entropy_f=chance)
        pake: bytes = self._pake.start()
        commit = _committed(self._nonce.hex())
        self._begin = Begin(PROTOCOL, app, way, name, key.public, commit, pake.hex())
        self._proof: _Proof | None = None
        self._session = ""
        self._committed = ""
        self._asked = ""

    def begin(self) -> bytes:
        """The first message; its work takes a moment."""
        if not self._begin.work:
            self._begin = do_work(self._begin)
        return message_bytes(self._begin)

    def prove(self, reply: bytes) -> bytes:
        """The answer to a Begun. Raises EnrolmentRefused, MessageInvalid."""
        begun = _reply(reply, Begun)
        shared = _finished(self._pake, begun.pake)
        nonce = self._nonce.hex()
        proof = _Proof(shared, self._begin, begun, nonce, self._certificate)
        self.director, self._session, self._proof = begun.key, begun.session, proof
        self._committed = begun.commit
        return message_bytes(
            Prove(begun.session, nonce, proof.mac("table"), proof.signed(self._key))
        )

    def proved(self, reply: bytes) -> str:
        """The digits to show. Raises EnrolmentRefused, MessageInvalid, and NotTheDirector if the
        other end does not know the secret, or saw another certificate.
        """
        message = _reply(reply, Proved)
        proof = self._known.opened(message.nonce)
        if not hmac.compare_digest(message.mac, proof.mac("director")):
            raise NotTheDirector("who answers does not know the secret: look at the address")
        try:
            verify(self.director, proof.transcript, message.signature)
        except (SignatureInvalid, ValueError):
            raise NotTheDirector("who answers has not the key he names") from None
        if _committed(message.nonce) != self._committed:
            raise NotTheDirector("the other end has changed its half of the digits: begin again")
        self._proof = proof
        self.digits = proof.digits
        return self.digits

    def ask(self) -> bytes:
        self._asked = self._chance(NONCE_BYTES).hex()
        return message_bytes(
            EnrolmentAsk(self._session, self._asked, self._known.mac("ask", self._asked))
        )

    def decided(self, reply: bytes) -> Decided:
        """The decision so far. Raises EnrolmentRefused, MessageInvalid, NotTheDirector."""
        message = _reply(reply, Decided)
        if not hmac.compare_digest(message.mac, _mac_of(self._known, message, self._asked)):
            raise NotTheDirector("this answer is not the director's")
        return message

    @property
    def _known(self) -> "_Proof":
        if self._proof is None:
            raise AssertionError("nothing was begun; call prove first")
        return self._proof


class DirectorSide:
    """A director's side of one enrolment. `certificate` is his own pin, empty without TLS."""

    def __init__(
        self,
        key: DeviceKey,
        begin: Begin,
        password: bytes,
        certificate: str,
        chance: Chance = secrets.token_bytes,
    ) -> None:
        """`begin` has passed `check_begin`. Raises EnrolmentRefused, KeyInvalid."""
        check_public(begin.key)
        pake = SPAKE2_B(password, idA=begin.key.encode(), entropy_f=chance)
        mine: bytes = pake.start()
        session, self._nonce = chance(NONCE_BYTES).hex(), chance(NONCE_BYTES).hex()
        self.begun = Begun(session, key.public, _committed(self._nonce), mine.hex())
        self.digits = ""
        """The digits that both sides show, once `proved`."""
        self.begin = begin
        self._key = key
        self._certificate = certificate
        self._shared = _finished(pake, begin.pake)
        self._proof: _Proof | None = None

    @property
    def session(self) -> str:
        return self.begun.session

    def proved(self, shown: Prove) -> Proved:
        """Check the table's proof. Raises EnrolmentRefused: it does not know the secret, or there
        is an attacker in the middle.
        """
        begin = self.begin
        proof = _Proof(self._shared, begin, self.begun, shown.nonce, self._certificate)
        committed = _committed(shown.nonce) == begin.commit
        try:
            verify(begin.key, proof.transcript, shown.signature)
        except SignatureInvalid:
            committed = False
        if not committed or not hmac.compare_digest(shown.mac, proof.mac("table")):
            raise EnrolmentRefused(
                "the secret is wrong, or another machine is in between: try again",
                JoinRefusal.SECRET_WRONG,
            )
        self._proof = proof = proof.opened(self._nonce)
        self.digits = proof.digits
        return Proved(self._nonce, proof.mac("director"), proof.signed(self._key))

    def decided(self, ask: EnrolmentAsk, number: int | None, why: str | None) -> Decided:
        """The answer to a question. Raises EnrolmentRefused for another device's."""
        proof = self._proof
        if proof is None or not hmac.compare_digest(ask.mac, proof.mac("ask", ask.nonce)):
            raise EnrolmentRefused("nobody who proved the secret asks this: begin again")
        decided = Decided(number, why, "")
        return msgspec.structs.replace(decided, mac=_mac_of(proof, decided, ask.nonce))


class _Proof:
    """The proof once both agree on a key: with one nonce, then `opened` with both."""

    def __init__(
        self, shared: bytes, begin: Begin, begun: Begun, nonce: str, certificate: str
    ) -> None:
        came = [*msgspec.to_builtins(begin).values(), *msgspec.to_builtins(begun).values()]
        self._came = [*map(str, came), nonce, certificate]
        self.transcript = msgspec.json.encode(self._came)
        self._shared = shared

    def opened(self, nonce: str) -> "_Proof":
        """The same with the nonce the director had committed to."""
        whole = copy.copy(self)
        whole._came = [*self._came, nonce]
        whole.transcript = msgspec.json.encode(whole._came)
        return whole

    def mac(self, *labels: str) -> str:
        labelled = msgspec.json.encode([*labels, self.transcript.decode()])
        return hmac.new(self._shared, labelled, "sha256").hexdigest()

    def signed(self, key: DeviceKey) -> str:
        return key.sign(self.transcript)

    @property
    def digits(self) -> str:
        return f"{int(self.mac('digits')[:16], 16) % 10_000:04}"


def _mac_of(proof: _Proof, message: Decided, nonce: str) -> str:
    return proof.mac("decided", nonce, str(message.number), str(message.why))


def _finished(pake: SPAKE2_A | SPAKE2_B, theirs: str) -> bytes:
    """The agreed key. Raises EnrolmentRefused for an invalid element."""
    try:
        shared: bytes = pake.finish(bytes.fromhex(_even(theirs)))
    except (SPAKEError, NotOnCurve, ValueError, AssertionError, IndexError) as error:
        raise EnrolmentRefused("half of the key agreement makes no sense: try again") from error
    return shared


def check_begin(begin: Begin) -> None:
    """Check cheaply, before any computation. Raises EnrolmentRefused for another protocol, and for
    work that was not done.
    """
    if begin.protocol != PROTOCOL:
        raise EnrolmentRefused(
            f"the table enrols by protocol {begin.protocol}, the director by {PROTOCOL}: "
            f"update the {'director' if begin.protocol > PROTOCOL else 'table'}",
            JoinRefusal.OUTDATED,
        )
    number = _even(begin.work)
    if not number or not _is_worked(_work_hash(begin), bytes.fromhex(number)):
        raise EnrolmentRefused("this message was made without its work: begin again")


def do_work(begin: Begin) -> Begin:
    """The same with its work done, which takes a moment."""
    hashed = _work_hash(begin)
    number = next(
        number for number in map(_work_bytes, itertools.count()) if _is_worked(hashed, number)
    )
    return msgspec.structs.replace(begin, work=number.hex())


def _work_bytes(number: int) -> bytes:
    return number.to_bytes(_WORK_WINDOW_BITS // 8, "big")


def _work_hash(begin: Begin) -> "hashlib._Hash":
    return hashlib.sha256(_WORK_LABEL + message_bytes(msgspec.structs.replace(begin, work="")))


def _is_worked(hashed: "hashlib._Hash", number: bytes) -> bool:
    whole = hashed.copy()
    whole.update(number)
    head = int.from_bytes(whole.digest()[: _WORK_WINDOW_BITS // 8], "big")
    return head >> (_WORK_WINDOW_BITS - WORK_BITS) == 0


def _committed(nonce: str) -> str:
    return hashlib.sha256(bytes.fromhex(_even(nonce))).hexdigest()


def _even(hexadecimal: str) -> str:
    return hexadecimal if len(hexadecimal) % 2 == 0 else f"{hexadecimal}0"


R = TypeVar("R", Begun, Proved, Decided)


def _reply(body: bytes, kind: type[R]) -> R:
    message = _decoded(_TO_TABLE, body)
    if isinstance(message, Denied):
        known = message.refusal in set(JoinRefusal)
        raise EnrolmentRefused(
            message.why, JoinRefusal(message.refusal) if known else JoinRefusal.OTHER
        )
    if not isinstance(message, kind):
        raise MessageInvalid(f"no {kind.__name__}: {body[:80]!r}")
    return message


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    if len(body) > LONGEST_MESSAGE:
        deep: str | None = f"it has {len(body)} bytes, {LONGEST_MESSAGE} at most"
    else:
        deep = too_deep(body)
    if deep is not None:
        raise MessageInvalid(f"no message of an enrolment ({deep}): {body[:80]!r}")
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
        raise MessageInvalid(f"no message of an enrolment ({why}): {body[:80]!r}") from error
