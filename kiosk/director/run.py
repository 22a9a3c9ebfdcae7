"""`kiosk director`: open the database, listen, serve until told to stop."""

import asyncio
import contextlib
import logging
import socket
import ssl
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import uvicorn

from kiosk.catalogue.languages import Languages
from kiosk.catalogue.languages import load as load_languages
from kiosk.director.app import create_app
from kiosk.director.certificate import kept, names_of
from kiosk.director.errors import PortTaken, StoreError
from kiosk.director.service import Service
from kiosk.director.settings import Settings, load
from kiosk.director.sqlite import SqliteStore
from kiosk.notify import Notifier
from kiosk.wire.pinned import is_loopback
from kiosk.wire.signing import DeviceKey

KEEP_ALIVE_S = 30
"""Longer than any pause a table makes, so that it need not connect anew."""

GRACE_S = 1
"""Answers that are not out after this, once we were told to stop, are cut off."""

GOODBYE_S = 0.2
"""Under TLS each end says goodbye; a table between two beats reads none, and says none."""

_log = logging.getLogger(__name__)


def run(config: Path | None, db: Path, port: int) -> int:
    """Serve until SIGTERM or SIGINT; the exit code. Port 0 is any free one. Without a
    configuration all is as left out, and pictures lie beside the database.

    Prints on stdout the address once it listens, its public key and its certificate's hash. Raises
    SettingsError, StoreError, KeyInvalid, PortTaken before, StoreFailed once a commit has failed.
    """
    settings = Settings() if config is None else load(config)
    store = SqliteStore.open(db)
    with contextlib.closing(store):
        key = DeviceKey.kept(db.with_name(f"{db.name}.key"))
        service = Service(settings, (config or db).resolve().parent, store)
        with _listening(settings.director.host, port) as listener:
            host = listener.getsockname()[0]
            names = names_of(settings.director.host)
            context, pin = kept(db.with_name(f"{db.name}.pem"), names, datetime.now(UTC))
            tls = settings.director.tls or not is_loopback(host)
            face = _Face(listener, key, pin, context if tls else None)
            asyncio.run(_serve(service, face, load_languages()))
    if service.failure is not None:
        raise service.failure
    return 0


@dataclass(frozen=True)
class _Face:
    """Where it is reached and what it is known by; without `tls` it speaks plainly."""

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
        """What its tables' owner is told."""
        setting = "Its certificate is director.certificate ="
        unused = "Beyond this machine its certificate would be"
        return (
            f"Director at {self.address}\n"
            f"Its tables know it by director.key = {self.key.public}\n"
            f"{setting if self.tls else unused} {self.pin}\n"
        )


async def _serve(service: Service, face: _Face, languages: Languages) -> None:
    notifier = Notifier()
    server = _Server(service, face, languages, notifier)
    tasks = [asyncio.create_task(service.run()), asyncio.create_task(_beat(service, notifier))]
    for task in tasks:
        task.add_done_callback(server.stop_without)
    try:
        await server.serve(sockets=[face.listener])
    finally:
        notifier.stopping()
        notifier.close()
        for task in tasks:
            task.cancel()
        service.finish()
    if server.died is not None:
        raise server.died


async def _beat(service: Service, notifier: Notifier) -> None:
    """A beat is told once the loop has turned and the database has answered, never without."""
    while (every_s := notifier.every_s) is not None:
        try:
            await service.answers()
        except StoreError as error:
            _log.error("the database does not answer: %s", error)
        else:
            notifier.beat()
        await asyncio.sleep(every_s)
    await asyncio.Event().wait()  # nobody waits for a beat


class _Server(uvicorn.Server):
    """Ends at a signal with exit code 0, and lets streams and polls go at once."""

    died: BaseException | None = None
    """What ended a task that has no end."""

    def __init__(
        self,
        service: Service,
        face: _Face,
        languages: Languages,
        notifier: Notifier,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(service, face.key, languages=languages),
                access_log=False,
                log_config=None,
                lifespan="off",
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.config.load()
        self.config.ssl = face.tls
        self._service = service
        self._face = face
        self._notifier = notifier
        service.on_failure = self.stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(self._face.lines)
        sys.stdout.flush()
        self._notifier.ready(f"console at {self._face.address}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        unanswered = asyncio.create_task(self._hang_up())
        try:
            await super().shutdown(sockets)
        finally:
            unanswered.cancel()

    async def _hang_up(self) -> None:
        """Close what has said all it had to say, again and again."""
        while True:
            await asyncio.sleep(GOODBYE_S)
            for connection in tuple(self.server_state.connections):
                if connection.transport.is_closing():
                    connection.transport.abort()

    def stop_without(self, task: "asyncio.Task[None]") -> None:
        """A task that has no end has ended: the director does not go on without it."""
        if not task.cancelled():
            self.died = task.exception()
            self.stop()

    def stop(self) -> None:
        self.should_exit = True
        self._service.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """A signal may come in the middle of a step of the loop: stop after it."""
        asyncio.get_running_loop().call_soon_threadsafe(self.stop)


def _listening(host: str, port: int) -> socket.socket:
    """Its protocol is named: only then does asyncio turn Nagle's algorithm off, which would hold
    every answer back for 40 ms. Raises PortTaken.
    """
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        raise PortTaken(
            f"the director can't listen at {host} port {port}: {error}; name another --port"
        ) from error
    return listener
