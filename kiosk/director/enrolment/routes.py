"""Enrolment over HTTP: a device's three messages, and the console's page."""

import asyncio
import io
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from kiosk.catalogue.text import Text, format_text, text
from kiosk.director.enrolment.consequences import CARD_LETTERS, device_consequences
from kiosk.director.enrolment.handshakes import CODE_S, Handshakes
from kiosk.director.enrolment.register import (
    CardMade,
    CardVoided,
    CodeMade,
    DeviceTurnedAway,
    Enrolled,
    Moved,
    Number,
    PutBack,
    Replaced,
    Revoked,
)
from kiosk.director.errors import OrderInvalid
from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.answers import no_store
from kiosk.director.http.bounded_worker import BoundedWorker, WorkerFull
from kiosk.director.http.certificate import own_addresses
from kiosk.director.http.route import PAGE, RequestBody, Route, RouteRequest
from kiosk.director.people.auth import Auth, Person, address_of
from kiosk.director.people.roles import Permission
from kiosk.director.service import Service
from kiosk.wire import enrolment
from kiosk.wire.bounds import Id, too_deep
from kiosk.wire.enrolment import Chance
from kiosk.wire.errors import EnrolmentRefused, WireError
from kiosk.wire.event_card import EventCard, name_of, qr_text
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.pinned import is_loopback

CARD_HOURS = 24
SALT_BYTES = 16
MOST_RECKONED = 16
"""Most devices whose key agreement is computed or waits for it."""

CORRECTION = "m"
"""15 % of the code may be covered or in glare; more correction would make its squares smaller."""

LONGEST_ASKED = 8 * 1024
"""Most bytes in a request of the page."""

MOST_ON_CARD = 3
"""Most addresses on a card; more would make the code's squares smaller."""

Seen = Annotated[int, msgspec.Meta(ge=0)] | None
"""Number of notes when the user previewed what it takes away: done only if none came since. None:
no preview.
"""


class Accept(msgspec.Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """The digits agree: the waiting device stands at table `number`."""

    session: Id
    number: Number


class Refuse(msgspec.Struct, frozen=True, tag="refuse", forbid_unknown_fields=True):
    """Refuse a device whose digits differ."""

    session: Id


class MoveDevice(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """An enrolled device stands at another table."""

    key: Id
    number: Number
    seen: Seen = None


class Swap(msgspec.Struct, frozen=True, tag="swap", forbid_unknown_fields=True):
    """An enrolled device takes the place of another."""

    key: Id
    spare: Id
    seen: Seen = None


class Revoke(msgspec.Struct, frozen=True, tag="revoke", forbid_unknown_fields=True):
    """A device is no longer trusted."""

    key: Id
    seen: Seen = None


class TakeBack(msgspec.Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """A device was revoked or replaced by mistake: it returns to its table."""

    key: Id
    seen: Seen = None


class MakeCard(msgspec.Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """A card to print, good for `hours`."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=24 * 14)] = CARD_HOURS


class VoidCard(msgspec.Struct, frozen=True, tag="void", forbid_unknown_fields=True):
    """The card is no longer valid."""

    name: Id
    seen: Seen = None


class MakeCode(msgspec.Struct, frozen=True, tag="code", forbid_unknown_fields=True):
    """A short code, for one device without a camera."""


EnrolmentAct = (
    Accept | Refuse | MoveDevice | Swap | Revoke | TakeBack | MakeCard | VoidCard | MakeCode
)
_ASKED: msgspec.json.Decoder[EnrolmentAct] = msgspec.json.Decoder(EnrolmentAct)


def _parse_act(body: bytes) -> EnrolmentAct:
    """The act in a body. Raises OrderInvalid."""
    why = too_deep(body)
    try:
        if why is None:
            return _ASKED.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = f"{error!s:.200}"
    raise OrderInvalid(text("this is not valid here: {why}", why=why))


_ACT = RequestBody(EnrolmentAct, LONGEST_ASKED, _parse_act)


class EnrolmentRoutes:
    """`certificate` is the pin of the director's, empty without TLS. `worker` computes key
    agreements; `chance` salts cards.
    """

    def __init__(
        self,
        service: Service,
        handshakes: Handshakes,
        auth: Auth,
        certificate: str,
        worker: BoundedWorker,
        *,
        wall_s: Callable[[], float],
        chance: Chance,
    ) -> None:
        self._service, self._handshakes, self._worker = service, handshakes, worker
        self._auth, self._certificate = auth, certificate
        self._desk = EnrolmentDesk(service, handshakes, wall_s, chance)

    @Route(
        "POST /table/enrol",
        Permission.TABLE,
        "A device that has a card or a code asks to be a table's.",
        {200: (enrolment.Begun, enrolment.Proved, enrolment.Decided)},
        RequestBody(enrolment.ToDirector, enrolment.LONGEST_MESSAGE, bytes),
        {403: (enrolment.Denied, shapes.Failed)},
    )
    async def enrol(self, request: RouteRequest[bytes]) -> Response:
        body, status = await request.read_body(), 200
        try:
            message = enrolment.to_director(body)
            reply = await _answered(self._handshakes, self._worker, message, address_of(request))
        except WireError as error:
            refusal = error.refusal if isinstance(error, EnrolmentRefused) else JoinRefusal.OTHER
            reply, status = enrolment.Denied(str(error)[:1000], refusal.value), 403
        return no_store(enrolment.message_bytes(reply), status)

    @Route("GET /enrol", Permission.ENROL, "The desk at which tables are enrolled.", {200: (PAGE,)})
    async def desk_page(self, request: RouteRequest[None]) -> Response:
        return request.page("enrol.html")

    @Route(
        "GET /enrol/state",
        Permission.ENROL,
        "Who asks to be enrolled, who is.",
        {200: (shapes.DeskState,)},
    )
    async def state(self, _request: RouteRequest[None]) -> object:
        return self._desk.state()

    @Route(
        "POST /enrol",
        Permission.ENROL,
        "Accept, refuse, move, swap or revoke a device; make a card or a code, void a card.",
        {200: (shapes.Done, shapes.CardNamed, shapes.CodeAnswer)},
        _ACT,
    )
    async def act(self, request: RouteRequest[EnrolmentAct]) -> object:
        wanted = await self._read_act(request)
        return await self._desk.act(wanted, request.person, self._addresses(request)[:1])

    @Route(
        "POST /enrol/look",
        Permission.ENROL,
        "What an act about a device will take away if it is done now.",
        {200: (shapes.EnrolLook,)},
        _ACT,
    )
    async def preview_act(self, request: RouteRequest[EnrolmentAct]) -> object:
        seen, words = self._desk.preview(await self._read_act(request))
        language = request.language
        return shapes.EnrolLook(seen, tuple(format_text(each, language) for each in words))

    @Route("GET /enrol/cards/{name}", Permission.ENROL, "A card to print.", {200: (PAGE,)})
    async def card_page(self, request: RouteRequest[None]) -> Response:
        name = request.path_params["name"]
        made = self._service.traffic.devices.register.cards.get(name)
        if made is None:
            raise OrderInvalid(text("no such card: print a new one"))
        where, secret = self._addresses(request), self._handshakes.card_secret(made.salt)
        card_text = qr_text(EventCard(where, self._certificate or None, secret, made.expires_s))
        return request.page(
            "event_card.html",
            code=draw_qr(card_text),
            event=self._service.settings.director.event_id,
            addresses=where,
            until=_utc(made.expires_s),
            card_name=name[:CARD_LETTERS],
        )

    async def _read_act(self, request: RouteRequest[EnrolmentAct]) -> EnrolmentAct:
        """The act, if the user may do it. Raises RoleTooLow."""
        wanted = await request.read_body()
        if isinstance(wanted, Revoke | Swap | TakeBack):
            self._auth.admit(request, Permission.REVOKE)
        return wanted

    def _addresses(self, request: Request) -> tuple[str, ...]:
        server = request.scope.get("server") or ("", 0)
        return table_addresses(self._service.settings.director.host, server, own_addresses())


def table_addresses(host: str, server: Sequence[Any], own: Sequence[str]) -> tuple[str, ...]:
    """Addresses for tables, HOST:PORT: where the request came to, then this machine's others.

    `host` is the address we listen on, `own` this machine's IPv4 addresses.
    """
    local_host, port = str(server[0]), int(server[1] or 0)
    if is_loopback(host):
        found = [host]
    else:
        everywhere = host in {"0.0.0.0", "::"}
        found = [each for each in (local_host, *own) if everywhere or each in {local_host, host}]
        found = [each for each in dict.fromkeys(found) if not is_loopback(each)] or [local_host]
    return tuple(f"[{each}]:{port}" if ":" in each else f"{each}:{port}" for each in found)[
        :MOST_ON_CARD
    ]


def draw_qr(card_text: str) -> Markup:
    """The QR code as SVG, for our own page."""
    code = segno.make(card_text, error=CORRECTION, mode="alphanumeric", boost_error=False)
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, nl=False)
    return Markup(out.getvalue().decode())


async def _answered(
    handshakes: Handshakes, worker: BoundedWorker, message: enrolment.ToDirector, address: str
) -> enrolment.ToTable:
    """The reply to a device's message. Raises EnrolmentRefused, KeyInvalid."""
    match message:
        case enrolment.Begin():
            return await begin_handshake(handshakes, worker, message, address)
        case enrolment.Prove():
            return handshakes.prove(message)
    return handshakes.ask(message)


async def begin_handshake(
    handshakes: Handshakes, worker: BoundedWorker, begin: enrolment.Begin, address: str
) -> enrolment.Begun:
    """Begin a handshake. Raises EnrolmentRefused, KeyInvalid."""
    password = handshakes.admit(begin, address)
    try:
        side = await worker.run(lambda: handshakes.compute_side(begin, password))
        return handshakes.take(side, address)
    except WorkerFull:
        raise EnrolmentRefused(
            "too many devices ask at once: wait a moment", JoinRefusal.CROWDED
        ) from None
    finally:
        handshakes.leave(address)


class EnrolmentDesk:
    """State and acts of the console's page."""

    def __init__(
        self,
        service: Service,
        handshakes: Handshakes,
        wall_s: Callable[[], float],
        chance: Chance,
    ) -> None:
        self._devices, self._tables = service.traffic.devices, service.tables
        self._handshakes = handshakes
        self._wall_s, self._chance = wall_s, chance
        self._turn = asyncio.Lock()

    def state(self) -> dict[str, object]:
        now_s = self._wall_s()
        devices = sorted(
            self._devices.register.devices.values(), key=lambda d: (d.number, d.since_utc)
        )
        return {
            "waiting": self._handshakes.waiting(),
            "cards": [
                {
                    "name": card.name,
                    "until": _utc(card.expires_s),
                    "by": card.by,
                    "begun": self._handshakes.count_begun(card.name),
                }
                for card in self._devices.register.cards.values()
                if card.expires_s > now_s
            ],
            "devices": [
                {
                    "key": device.key,
                    "number": device.number,
                    "way": device.way,
                    "by": device.by,
                    "since_utc": device.since_utc,
                    "heard_utc": self._tables.last_heard_utc(device.key),
                    "gone": device.gone,
                    "sends_utc": self._devices.last_sent_utc(device.key),
                }
                for device in devices
            ],
        }

    async def act(
        self, wanted: EnrolmentAct, person: Person, where: tuple[str, ...]
    ) -> dict[str, object]:
        """Do one act after another, each checked against the result of the one before. `where`:
        addresses for tables. Raises OrderInvalid, StoreFailed.
        """
        async with self._turn:
            return await self._act(wanted, person, where)

    def preview(self, wanted: EnrolmentAct) -> tuple[int, tuple[Text, ...]]:
        """The number of notes, and what an act takes away. Raises OrderInvalid."""
        fact = self._changes(wanted)
        if fact is None:
            return len(self._devices.noted), ()
        waiting = self._handshakes.waiting_by(fact.name) if isinstance(fact, CardVoided) else 0
        found = device_consequences(
            self._devices.register, fact, self._tables.matches_in_play(), waiting
        )
        return len(self._devices.noted), tuple(found)

    def _changes(
        self, wanted: EnrolmentAct
    ) -> Moved | Replaced | Revoked | PutBack | CardVoided | None:
        """The fact that takes something away; None: the act takes nothing. Raises OrderInvalid."""
        match wanted:
            case MoveDevice(key, number):
                self._enrolled(key)
                self._check_free(number, key)
                return Moved(key, number)
            case Swap(key, spare):
                self._enrolled(key)
                self._enrolled(spare)
                if key == spare:
                    raise OrderInvalid(text("a device can't be its own spare: choose another"))
                return Replaced(key, spare)
            case Revoke(key):
                self._enrolled(key)
                return Revoked(key)
            case TakeBack(key):
                self._check_takes_back(key)
                return PutBack(key)
            case VoidCard(name):
                if name not in self._devices.register.cards:
                    raise OrderInvalid(text("no device enrols with this card: check the list"))
                return CardVoided(name)
        return None

    def _check_seen(self, seen: int | None) -> None:
        if seen is not None and seen != len(self._devices.noted):
            raise OrderInvalid(text("The situation has changed: look again"))

    async def _act(
        self, wanted: EnrolmentAct, person: Person, where: tuple[str, ...]
    ) -> dict[str, object]:
        match wanted:
            case Accept(session, number):
                key = self._waiting(session)
                self._check_free(number, key)
                way = self._handshakes.way(session)
                self._handshakes.reserve(session)
                await self._devices.note(Enrolled(key, number, way), person.name)
                self._handshakes.accept(session, number)
            case Refuse(session):
                self._waiting(session)
                await self._devices.note(DeviceTurnedAway(), person.name)
                self._handshakes.refuse(session, "the digits did not agree: begin again")
            case MoveDevice() | Swap() | Revoke() | TakeBack() | VoidCard():
                self._check_seen(wanted.seen)
                fact = self._changes(wanted)
                if fact is not None:
                    await self._devices.note(fact, person.name)
            case MakeCard(hours):
                return {"name": await self._card(hours, person)}
            case MakeCode():
                made = self._code()
                await self._devices.note(CodeMade(), person.name)
                return {"address": "".join(where), **made}
        return {}

    async def _card(self, hours: int, person: Person) -> str:
        salt = self._chance(SALT_BYTES)
        name = name_of(self._handshakes.card_secret(salt))
        expires_s = (int(self._wall_s()) // 60 + hours * 60) * 60
        await self._devices.note(CardMade(name, expires_s, salt.hex()), person.name)
        return name

    def _code(self) -> dict[str, object]:
        try:
            code = self._handshakes.new_code()
        except EnrolmentRefused as error:
            raise OrderInvalid(text("too many codes are open: use one of them, or wait")) from error
        return {"code": f"{code[:4]} {code[4:]}", "seconds": CODE_S}

    def _waiting(self, session: str) -> str:
        key = self._handshakes.key(session)
        if key is None:
            raise OrderInvalid(text("this device is no longer waiting: check the list"))
        return key

    def _check_free(self, number: int, key: str) -> None:
        """Check that no other device stands at this table."""
        if self._devices.register.devices_at(number) - {key}:
            raise OrderInvalid(
                text(
                    "Table {number} has a device already: Swap puts another in its place, or take "
                    "another number",
                    number=number,
                )
            )

    def _check_takes_back(self, key: str) -> None:
        """Check that the device is gone, and that its table, and its spare's former table, are
        free.
        """
        register = self._devices.register
        device = register.devices.get(key)
        if device is None or device.gone is None:
            raise OrderInvalid(text("this device is not gone: check the list"))
        if register.number(device.spare) != device.number:
            self._check_free(device.number, key)
            return
        self._check_free(device.number, device.spare)
        self._check_free(device.spare_number, device.spare)

    def _enrolled(self, key: str) -> None:
        if key not in self._devices.register:
            raise OrderInvalid(text("this device is not enrolled: check the list"))


def _utc(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
