"""`kiosk director`: open the database, listen, serve until stopped."""

import asyncio
import contextlib
import gc
import logging
import math
import random
import resource
import socket
import ssl
import sys
from asyncio import sslproto
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import uvicorn

from kiosk.catalogue.languages import Languages
from kiosk.catalogue.languages import load as load_languages
from kiosk.director.app import create_app
from kiosk.director.errors import PersonInvalid, PortTaken, StoreError
from kiosk.director.http.certificate import load_or_make_context, names_of
from kiosk.director.http.connections import ConnectionLimits, Connections
from kiosk.director.http.protocol import LONGEST_HEADERS, Guest, callers
from kiosk.director.people.people import START_LINK_HOURS
from kiosk.director.people.qr import draw_in_terminal
from kiosk.director.places import network_address
from kiosk.director.plays.process import keep_transcribing, transcriber_command
from kiosk.director.service import Service
from kiosk.director.settings import DirectorSettings, load
from kiosk.director.store.second_copy import SecondCopy
from kiosk.director.store.sqlite import SqliteStore
from kiosk.notify import Notifier
from kiosk.record.transcripts import transcripts_beside
from kiosk.wire.pinned import is_loopback
from kiosk.wire.signing import DeviceKey

LIMITS = ConnectionLimits()
"""Its `idle_s` is longer than any pause of a table, so that tables need not reconnect."""

LOOK_S = 0.5
"""Interval of the check for connections that take too long."""

GONE_MS = 20_000
"""A browser that vanished is dropped after this long without acknowledgements."""

BURST = 4
"""Connections accepted at once before the check for room."""

QUEUE = 1024
"""Connections that wait in the kernel to be accepted; the kernel may have a lower bound."""

DESCRIPTORS = 8192
"""Open files we ask for, if the system allows."""

SPARE = 40
"""Open files kept free for other uses: files, and connections accepted in a burst."""

FEWEST = 8

GRACE_S = 1
"""Answers not sent this long after a stop are cut off."""

GOODBYE_S = 0.2
"""Under TLS each end sends a goodbye; a table between two beats neither reads nor sends one."""

TLS_READ = 32 * 1024
"""Most bytes of a connection read at once; larger batches are read in turns."""

SELDOM = 20_000
"""Objects created between two garbage collections; Python's default is 700."""

_log = logging.getLogger(__name__)


def run(
    config: Path | None,
    db: Path,
    port: int,
    renewed: str | None = None,
    chance: random.Random | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT; return the exit code. Port 0 is any free one. Without a
    configuration defaults apply, and pictures lie beside the database. `renewed`: the director who
    gets a link to set another password; `chance` replaces the system's random source.

    Prints on stdout the address once it listens, its public key, its certificate's hash, and where
    people sign in; as long as there is no account, a link to make the first. Raises PersonInvalid,
    DirectorSettingsError, StoreError, KeyInvalid, PortTaken before, StoreFailed once a commit has
    failed.
    """
    settings = DirectorSettings() if config is None else load(config)
    home = (config or db).resolve().parent
    store = SqliteStore.open(db)
    with contextlib.closing(store), contextlib.ExitStack() as stack:
        key = DeviceKey.load_or_make(db.with_name(f"{db.name}.key"))
        transcripts = transcripts_beside(db.resolve())
        service = Service(settings, home, store, chance=chance, transcripts=transcripts, key=key)
        if settings.director.guide:
            service.orders.lead_players()
        if settings.director.copy is not None:
            service.console.health.copy = copy = SecondCopy(
                store.path, home / settings.director.copy
            )
            stack.callback(copy.close)
            copy.start()
        limits = replace(LIMITS, in_all=max(FEWEST, min(LIMITS.in_all, descriptors() - SPARE)))
        with open_listener(settings.director.host, port) as listener:
            host = listener.getsockname()[0]
            names = names_of(settings.director.host)
            context, pin = load_or_make_context(
                db.with_name(f"{db.name}.pem"), names, datetime.now(UTC)
            )
            tls = settings.director.tls or not is_loopback(host)
            _for_many_tables()
            face = _Endpoint(listener, key, pin, context if tls else None)
            command = None
            service.transcriber.runs = settings.director.transcribe
            if settings.director.transcribe:
                folder = (home / settings.director.pictures).resolve()
                command = transcriber_command(store.path, folder, transcripts)
            asyncio.run(_serve(service, face, load_languages(), limits, renewed, command))
    failure = service.lifecycle.thread.failure
    if failure is not None:
        raise failure
    return 0


def _for_many_tables() -> None:
    """Tune garbage collection and TLS reads for many tables.

    Existing objects stay, and rule books live long: scanning all of them repeatedly takes a tenth
    of a busy director's time. And asyncio clears 256 KiB for each TLS connection before its first
    message, which is a hall's first second.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)
    sslproto.SSLProtocol.max_size = TLS_READ


@dataclass(frozen=True)
class _Endpoint:
    """The service's addresses and identity; without `tls` it uses plain HTTP."""

    listener: socket.socket
    key: DeviceKey
    pin: str
    tls: ssl.SSLContext | None

    @property
    def address(self) -> str:
        host, port = self.listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        return f"{'https' if self.tls else 'http'}://{shown}:{port}/"

    @property
    def lines(self) -> str:
        """Lines printed for the person who sets up the tables."""
        setting = "Its certificate is director.certificate ="
        unused = "Beyond this machine its certificate would be"
        return (
            f"Director at {self._outward}\n"
            f"Its tables know it by director.key = {self.key.public}\n"
            f"{setting if self.tls else unused} {self.pin}\n"
        )

    def door(self, token: str | None) -> str:
        """Where people sign in; with a token also as a QR code on a terminal."""
        if token is None:
            return f"People sign in at {self._outward}sign-in\n"
        link = f"{self._outward}join#{token}"
        drawn = draw_in_terminal(link) if sys.stdout.isatty() else ""
        return (
            f"Within {START_LINK_HOURS} hours, once, set the director's password at {link}\n{drawn}"
        )

    @property
    def reach(self) -> str:
        """A line where only this machine can reach it, and what to do; else nothing."""
        host = self.listener.getsockname()[0]
        if not is_loopback(host):
            return ""
        return (
            f"Only this machine reaches {host}: for tables, phones and assistants set "
            "director.host to 0.0.0.0 in director.toml\n"
        )

    @property
    def _outward(self) -> str:
        """The address at which a phone finds it, if there is one."""
        host, port = self.listener.getsockname()[:2]
        found = network_address() if host in {"0.0.0.0", "::"} else None
        return (
            self.address if found is None else f"{self.address.partition(':')[0]}://{found}:{port}/"
        )


def descriptors() -> int:
    """Number of files this process may have open, raised as far as allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


async def _serve(
    service: Service,
    face: _Endpoint,
    languages: Languages,
    limits: ConnectionLimits,
    renewed: str | None,
    transcriber: list[str] | None,
) -> None:
    notifier = Notifier()
    held: Connections[Guest] = Connections(limits)
    try:
        token = await service.people.start_link(renewed)
    except PersonInvalid:
        service.lifecycle.finish()
        raise
    server = _Server(service, face, languages, notifier, held, token)
    tasks = [
        asyncio.create_task(service.lifecycle.run()),
        asyncio.create_task(service.lifecycle.forget()),
        asyncio.create_task(_beat(service, notifier)),
        asyncio.create_task(_hang_up(held)),
    ]
    if transcriber is not None:
        has_pictures = service.traffic.album.has_pictures
        tasks.append(
            asyncio.create_task(keep_transcribing(transcriber, has_pictures, service.transcriber))
        )
    for task in tasks:
        task.add_done_callback(server.stop_without)
    try:
        await server.serve(sockets=[face.listener])
    finally:
        notifier.stopping()
        notifier.close()
        for task in tasks:
            task.cancel()
        service.lifecycle.finish()
    if server.died is not None:
        raise server.died


async def _beat(service: Service, notifier: Notifier) -> None:
    """Send a beat only once the loop has turned and the database has answered."""
    while (every_s := notifier.every_s) is not None:
        try:
            await service.lifecycle.thread.check()
        except StoreError as error:
            _log.error("the database does not answer: %s", error)
        else:
            notifier.beat()
        await asyncio.sleep(every_s)
    await asyncio.Event().wait()  # no watchdog waits for a beat


async def _hang_up(held: Connections[Guest]) -> None:
    """Close connections that take too long, to make room."""
    while True:
        await asyncio.sleep(LOOK_S)
        for caller, why in held.pop_overdue(asyncio.get_running_loop().time()):
            _log.debug("%s is let go: %s", caller.client, why)
            caller.give_up(408, why)


class _Server(uvicorn.Server):
    """Exits at a signal with code 0, and closes streams and polls at once."""

    died: BaseException | None = None
    """Error that ended a task without a planned end."""

    def __init__(
        self,
        service: Service,
        face: _Endpoint,
        languages: Languages,
        notifier: Notifier,
        held: Connections[Guest],
        token: str | None,
    ) -> None:
        """`token` is of the link to the first account, or to another password."""
        super().__init__(
            uvicorn.Config(
                create_app(
                    service,
                    face.key,
                    languages=languages,
                    limits=held.limits,
                    certificate=face.pin if face.tls else "",
                ),
                http=callers(held, face.tls),  # type: ignore[arg-type]
                ws="none",
                backlog=BURST,
                access_log=False,
                log_config=None,
                log_level=logging.ERROR,  # nonsense requests must not fill the log
                lifespan="off",
                server_header=False,
                proxy_headers=False,  # else this machine's programs could claim any address
                h11_max_incomplete_event_size=LONGEST_HEADERS,
                timeout_keep_alive=held.limits.idle_s,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.config.load()
        self._service = service
        self._face = face
        self._notifier = notifier
        self._held = held
        self._token = token
        service.lifecycle.thread.on_failure = self.stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._face.listener.listen(QUEUE)  # asyncio uses the kernel's queue length as its burst
        sys.stdout.write(self._face.lines + self._face.door(self._token))
        sys.stdout.flush()
        if sys.stderr.isatty():
            sys.stderr.write(self._face.reach)
        self._notifier.ready(f"console at {self._face.address}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        unanswered = asyncio.create_task(self._hang_up())
        try:
            await super().shutdown(sockets)
        finally:
            unanswered.cancel()

    async def _hang_up(self) -> None:
        """Close connections that have sent everything, repeatedly."""
        while True:
            await asyncio.sleep(GOODBYE_S)
            for connection in tuple(self.server_state.connections):
                if connection.transport.is_closing():
                    connection.transport.abort()

    def stop_without(self, task: "asyncio.Task[None]") -> None:
        """A task without a planned end has ended: stop the director."""
        if not task.cancelled():
            self.died = task.exception()
            self.stop()

    def stop(self) -> None:
        self.should_exit = True
        self._service.lifecycle.close()
        for caller, _why in self._held.pop_overdue(math.inf):  # else half a request delays the stop
            caller.give_up(503, "the director stops")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """A signal may arrive in the middle of a step of the loop: stop after it."""
        asyncio.get_running_loop().call_soon_threadsafe(self.stop)


def open_listener(host: str, port: int) -> socket.socket:
    """A listening socket. Its protocol is named: only then does asyncio turn off Nagle's algorithm,
    which would delay every answer by 40 ms. Raises PortTaken.
    """
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
            listener.bind(address)
            listener.listen(QUEUE)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        raise PortTaken(
            f"the director can't listen at {host} port {port}: {error}; name another --port"
        ) from error
    return listener
