"""The table's side of one conversation with the tower. Sans-I/O: bytes and times are passed in."""

from dataclasses import dataclass
from enum import Enum

from hardware.errors import (
    EventsLost,
    HardwareError,
    TowerProtocolError,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.firmware.tower_protocol import VERSION, ticks_diff
from hardware.tower.protocol import (
    Alive,
    Hello,
    Passed,
    TowerLines,
    acknowledge,
    ask_hello,
    switch_lamp,
)
from hardware.tower.roll import DICE, QUIET_NS, RollCount, TowerReport

ASK_AGAIN_NS = 500_000_000
SILENCE_NS = 3_000_000_000
DRIFT_PPM = 200  # two crystals, 100 ppm each


class TowerStatus(Enum):
    """Where the link stands."""

    OPENING = "opening"  # since the start, the tower has not answered yet
    READY = "ready"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TowerState:
    """A change the table should show. `error`: why LOST, or what was missed while READY."""

    status: TowerStatus
    error: HardwareError | None = None


class TickClock:
    """Places the tower's ticks on our clock: the message that came fastest sets the offset.

    Delay only ever adds, so an early heartbeat corrects the offset at once; a late one moves it by
    no more than the crystals can have drifted apart.
    """

    def __init__(self, tick_ms: int, received_ns: int) -> None:
        self._tick_ms = tick_ms
        self._at_ns = received_ns

    def heartbeat(self, tick_ms: int, received_ns: int) -> None:
        """Learn from a message sent at `tick_ms`, received at `received_ns`."""
        elapsed_ms = ticks_diff(tick_ms, self._tick_ms)
        if elapsed_ms < 0:
            return
        expected_ns = self._at_ns + elapsed_ms * 1_000_000
        # ms times ppm is ns
        self._at_ns = min(received_ns, expected_ns + elapsed_ms * DRIFT_PPM)
        self._tick_ms = tick_ms

    def at_ns(self, tick_ms: int) -> int:
        """Our time of the tower's `tick_ms`."""
        return self._at_ns + ticks_diff(tick_ms, self._tick_ms) * 1_000_000


class TowerSession:
    """Handshake, event numbers, acknowledgements, ages and silence; survives reopening the port.

    Call `opened`, then `receive` and `poll`, and `closed` when the port goes; after each, send
    `outgoing()` and take `news()`. `name` is the port, for the messages to people.
    """

    def __init__(self, name: str, *, quiet_ns: int = QUIET_NS, dice: int = DICE) -> None:
        self._name = name
        self._roll = RollCount(quiet_ns=quiet_ns, dice=dice)
        self._lines = TowerLines()
        self._ready = False
        self._lamp = False
        self._boot: int | None = None
        self._ticks: TickClock | None = None
        self._expected = 1  # number of the next event not yet reported
        self._announced = 1  # next number the tower says it will give
        self._heard_any = False
        self._heard_ns = 0
        self._asked_ns = 0
        self._outgoing = b""
        self._news: list[TowerReport | TowerState] = []

    @property
    def ready(self) -> bool:
        """The tower has answered in our version."""
        return self._ready

    def opened(self, now_ns: int) -> None:
        """The port was just opened."""
        self._lines = TowerLines()
        self._ready = False
        self._heard_any = False
        self._heard_ns = now_ns
        self._outgoing = b""
        self._ask(now_ns)

    def closed(self) -> None:
        """The port went away or was given up. A roll in hand waits for the next greeting."""
        self._ready = False

    def lamp(self, *, on: bool) -> None:
        """Want the tower's lamp on or off; said again at each heartbeat, so a lost line heals."""
        changed, self._lamp = on != self._lamp, on
        if changed and self._ready:
            self._outgoing += switch_lamp(on=on)

    def receive(self, received: bytes, now_ns: int) -> None:
        """Take bytes from the tower. Raises TowerVersionError."""
        for message in self._lines.feed(received):
            self._heard_any = True
            self._heard_ns = now_ns
            if isinstance(message, Hello):
                self._greet(message, now_ns)
            elif not self._ready or message.boot != self._boot:
                # Not acknowledged, so the tower will send it again after the greeting.
                self._ask_if_due(now_ns)
            elif isinstance(message, Alive):
                self._heartbeat(message, now_ns)
            else:
                self._event(message, now_ns)

    def poll(self, now_ns: int) -> None:
        """Let time pass. Raises TowerTimeout, or TowerProtocolError when all we hear is noise."""
        silence_ns = now_ns - self._heard_ns
        if silence_ns > SILENCE_NS:
            raise self._silent(silence_ns)
        if not self._ready:
            self._ask_if_due(now_ns)
        elif self._expected == self._announced:
            # With events still to come the tower knows better than our clock how the roll ended.
            self._news += self._roll.quiet(now_ns)

    def outgoing(self) -> bytes:
        """Bytes to send to the tower now."""
        out, self._outgoing = self._outgoing, b""
        return out

    def news(self) -> list[TowerReport | TowerState]:
        """What happened since the last call, oldest first."""
        news, self._news = self._news, []
        return news

    def _greet(self, hello: Hello, now_ns: int) -> None:
        if hello.version != VERSION:
            raise TowerVersionError(
                f"dice tower on {self._name} speaks version {hello.version} and we speak "
                f"{VERSION}: install the firmware that came with this program"
            )
        # A power-on may draw the last boot number again; its event numbers give it away.
        restarted = hello.boot != self._boot or hello.next_number < self._expected
        if restarted or self._ticks is None:
            self._boot = hello.boot
            self._expected = hello.first
            self._ticks = TickClock(hello.at_ms, now_ns)
        if not self._ready:
            self._ready = True
            self._news.append(TowerState(TowerStatus.READY))
            self._outgoing += switch_lamp(on=self._lamp)
        self._heartbeat(hello, now_ns)

    def _heartbeat(self, message: Hello | Alive, now_ns: int) -> None:
        assert self._ticks is not None
        self._ticks.heartbeat(message.at_ms, now_ns)
        self._announced = message.next_number
        missed = message.first - self._expected
        if missed > 0:
            self._expected = message.first
            error = EventsLost(
                f"dice tower on {self._name} forgot {missed} beam events before we had them: "
                "read this roll by eye"
            )
            self._news.append(TowerState(TowerStatus.READY, error))
        if isinstance(message, Alive):
            self._outgoing += switch_lamp(on=self._lamp)

    def _event(self, event: Passed, now_ns: int) -> None:
        assert self._ticks is not None
        self._announced = max(self._announced, event.number + 1)
        if event.number > self._expected:
            return  # one before it was lost on the line; both will be sent again in order
        if event.number == self._expected:
            self._expected += 1
            at_ns = min(now_ns, self._ticks.at_ns(event.at_ms))
            self._news += self._roll.passed(event.beam, event.count, at_ns)
        self._outgoing += acknowledge(self._expected - 1, event.boot)

    def _ask_if_due(self, now_ns: int) -> None:
        if now_ns - self._asked_ns >= ASK_AGAIN_NS:
            self._ask(now_ns)

    def _ask(self, now_ns: int) -> None:
        self._asked_ns = now_ns
        self._outgoing += ask_hello()

    def _silent(self, silence_ns: int) -> TowerProtocolError | TowerTimeout:
        if self._lines.rejected and not self._heard_any:
            return TowerProtocolError(
                f"{self._name} sent {self._lines.rejected} lines that are not the dice tower's: "
                "name the tower's own port in the configuration"
            )
        return TowerTimeout(
            f"dice tower on {self._name} has been silent for {silence_ns / 1e9:.1f} s: "
            "check its power and firmware"
        )
