"""The table's side of one conversation with the tower. Sans-I/O: bytes and times are passed in."""

from dataclasses import dataclass, replace
from enum import Enum

from hardware.errors import (
    EventsLost,
    HardwareError,
    TowerProtocolError,
    TowerStranger,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.firmware.tower_protocol import VERSION, ticks_diff
from hardware.tower.protocol import (
    Alive,
    BeamFree,
    BeamStuck,
    DicePassed,
    EdgesMissed,
    Event,
    Jammed,
    LidMoved,
    SelfTested,
    TowerHello,
    TowerLines,
    acknowledge,
    ask_hello,
    ask_self_test,
    switch_lamp,
)
from hardware.tower.roll import DICE, QUIET_NS, RollCount, TowerReport
from hardware.tower.trouble import STANDING, SelfTest, TowerTrouble, TroubleKind, sentence

ASK_AGAIN_NS = 250_000_000
SILENCE_NS = 3_000_000_000
TEST_AGAIN_NS = 1_000_000_000
TEST_NS = 4_000_000_000
DRIFT_PPM = 200  # two crystals, 100 ppm each


class TowerStatus(Enum):
    """State of the link."""

    OPENING = "opening"  # the tower has not answered since the start
    READY = "ready"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TowerState:
    """A change of state. `error`: why LOST, or what was missed while READY."""

    status: TowerStatus
    error: HardwareError | None = None


News = TowerReport | TowerState | TowerTrouble | SelfTest


class TickClock:
    """Converts the tower's ticks to our clock; the message with the least delay sets the offset.

    Delay only adds, so an early heartbeat corrects the offset at once; a late one moves it by no
    more than the crystals can have drifted.
    """

    def __init__(self, tick_ms: int, received_ns: int) -> None:
        self._tick_ms = tick_ms
        self._at_ns = received_ns

    def heartbeat(self, tick_ms: int, received_ns: int) -> None:
        """Adjust by a message sent at `tick_ms` and received at `received_ns`."""
        elapsed_ms = ticks_diff(tick_ms, self._tick_ms)
        if elapsed_ms < 0:
            return
        expected_ns = self._at_ns + elapsed_ms * 1_000_000
        # ms times ppm is ns
        self._at_ns = min(received_ns, expected_ns + elapsed_ms * DRIFT_PPM)
        self._tick_ms = tick_ms

    def at_ns(self, tick_ms: int) -> int:
        """Convert the tower's `tick_ms` to our clock, in ns."""
        return self._at_ns + ticks_diff(tick_ms, self._tick_ms) * 1_000_000


class TowerSession:
    """Handshake, event numbers, acknowledgements, ages and silence; survives reopening the port.

    Call `opened`, then `receive` and `poll`, and `closed` when the port goes away; after each, send
    `outgoing()` and take `news()`. `name`: the port's name in messages to people.
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
        self._announced = 1  # next number the tower has announced
        self._heard_any = False
        self._heard_ns = 0
        self._rejected_before = 0  # rejected lines as of the last valid one
        self._asked_ns = 0
        self._outgoing = b""
        self._news: list[News] = []
        self._hello: TowerHello | None = None
        self._wanted: str | None = None
        self._patience_ns = SILENCE_NS
        self._standing: dict[TroubleKind, TowerTrouble] = {}
        self._test: tuple[int, int] | None = None  # number and start
        self._tests = 0
        self._tested_ns = 0  # last asked

    @property
    def ready(self) -> bool:
        """True once the tower has answered in our version."""
        return self._ready

    @property
    def hello(self) -> TowerHello | None:
        """The tower's last introduction."""
        return self._hello

    def opened(
        self,
        now_ns: int,
        *,
        name: str | None = None,
        serial_number: str | None = None,
        patience_ns: int = SILENCE_NS,
    ) -> None:
        """Start on a port that was just opened.

        With `serial_number` no other tower is accepted. `patience_ns`: longest wait for the first
        hello.
        """
        self._name = name or self._name
        self._wanted = serial_number
        self._patience_ns = patience_ns
        self._lines = TowerLines()
        self._ready = False
        self._heard_any = False
        self._heard_ns = now_ns
        self._rejected_before = 0
        self._outgoing = b""
        self._ask(now_ns)

    def closed(self) -> None:
        """Handle a port that went away or was given up. A roll in progress is kept."""
        self._ready = False
        self._end_test(SelfTest({}, f"dice tower on {self._name} went away: plug it in"))

    def self_test(self, now_ns: int) -> None:
        """Start a self-test; within 4 s `news` has a SelfTest, or the reason there is none."""
        self._tests += 1
        self._test = self._tests, now_ns
        if not self._ready or self._hello is None:
            self._end_test(SelfTest({}, f"dice tower on {self._name} does not answer: plug it in"))
        elif "selftest" not in self._hello.parts:
            why = (
                f"dice tower on {self._name} (firmware {self._hello.firmware}) has no self-test: "
                "install the firmware that came with this program"
            )
            self._end_test(SelfTest({}, why))
        else:
            self._tested_ns = now_ns
            self._outgoing += ask_self_test(self._tests, self._hello.boot)

    def lamp(self, *, on: bool) -> None:
        """Set the tower's lamp; repeated at each heartbeat, in case a line is lost."""
        changed, self._lamp = on != self._lamp, on
        if changed and self._ready:
            self._outgoing += switch_lamp(on=on)

    def receive(self, received: bytes, now_ns: int) -> None:
        """Take bytes from the tower. Raises TowerVersionError and TowerStranger."""
        for message in self._lines.feed(received):
            self._heard_any = True
            self._heard_ns = now_ns
            self._rejected_before = self._lines.rejected
            if isinstance(message, TowerHello):
                self._greet(message, now_ns)
            elif not self._ready or message.boot != self._boot:
                # Not acknowledged, so the tower sends it again after the greeting.
                self._ask_if_due(now_ns)
            elif isinstance(message, Alive):
                self._heartbeat(message, now_ns)
                self._reconcile(message, now_ns)
            elif isinstance(message, SelfTested):
                if self._test is not None and message.request == self._test[0]:
                    self._end_test(SelfTest(dict(message.results)))
            else:
                self._event(message, now_ns)

    def poll(self, now_ns: int) -> None:
        """Let time pass. Raises TowerTimeout, or TowerProtocolError if only noise was received."""
        silence_ns = now_ns - self._heard_ns
        if silence_ns > (SILENCE_NS if self._ready else self._patience_ns):
            raise self._silence_error(silence_ns)
        self._poll_test(now_ns)
        if not self._ready:
            self._ask_if_due(now_ns)
        elif self._expected == self._announced:
            # While events are pending, they decide the roll's end, not our clock.
            self._news += self._roll.quiet(now_ns)

    def outgoing(self) -> bytes:
        """Bytes to send to the tower now."""
        out, self._outgoing = self._outgoing, b""
        return out

    def news(self) -> list[News]:
        """News since the last call, oldest first."""
        news, self._news = self._news, []
        return news

    def _greet(self, hello: TowerHello, now_ns: int) -> None:
        if hello.version != VERSION:
            raise TowerVersionError(
                f"dice tower on {self._name} speaks version {hello.version} and we speak "
                f"{VERSION}: install the firmware that came with this program"
            )
        if self._wanted is not None and hello.serial_number != self._wanted:
            raise TowerStranger(
                f"dice tower on {self._name} has serial number {hello.serial_number or 'none'}, "
                f"not {self._wanted}: plug in the one that is meant, or correct the configuration"
            )
        # A restart may draw the same boot number again; its event numbers then show the restart.
        restarted = hello.boot != self._boot or hello.next_number < self._expected
        if restarted or self._ticks is None:
            self._start_anew(hello, now_ns)
        self._hello = hello
        if not self._ready:
            self._ready = True
            self._news.append(TowerState(TowerStatus.READY))
            self._outgoing += switch_lamp(on=self._lamp)
        self._heartbeat(hello, now_ns)

    def _start_anew(self, hello: TowerHello, now_ns: int) -> None:
        """Handle a restarted tower: event numbers and troubles start over."""
        known, self._boot = self._boot, hello.boot
        self._expected = hello.first
        self._ticks = TickClock(hello.at_ms, now_ns)
        for kind in STANDING.values():
            self._end_trouble(kind, now_ns)
        # A restart while its port stayed open was no power loss, so it is reported as a trouble.
        cause = hello.cause or "cause unknown"
        if (known is not None and self._ready) or hello.cause not in (None, "power"):
            self._report_once(TroubleKind.RESET, now_ns, cause)

    def _heartbeat(self, message: TowerHello | Alive, now_ns: int) -> None:
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

    def _event(self, event: Event, now_ns: int) -> None:
        assert self._ticks is not None
        self._announced = max(self._announced, event.number + 1)
        if event.number > self._expected:
            return  # an earlier one was lost on the line; both will be sent again in order
        if event.number == self._expected:
            self._expected += 1
            self._take_event(event, min(now_ns, self._ticks.at_ns(event.at_ms)))
        self._outgoing += acknowledge(self._expected - 1, event.boot)

    def _take_event(self, event: Event, at_ns: int) -> None:
        match event:
            case DicePassed():
                self._news += self._roll.passed(event.beam, event.count, at_ns)
            case Jammed(inside=0):
                self._end_trouble(TroubleKind.JAM, at_ns)
            case Jammed():
                self._begin_trouble(TroubleKind.JAM, at_ns, str(event.inside))
            case LidMoved(is_open=True):
                self._begin_trouble(TroubleKind.LID_OPEN, at_ns)
            case LidMoved():
                self._end_trouble(TroubleKind.LID_OPEN, at_ns)
            case BeamStuck():
                since_ns = at_ns - event.broken_ms * 1_000_000
                detail = " since it was switched on" if event.broken_ms == 0 else ""
                self._begin_trouble(STANDING[f"stuck-{event.beam}"], since_ns, detail, at_ns)
            case BeamFree():
                self._end_trouble(STANDING[f"stuck-{event.beam}"], at_ns)
            case EdgesMissed():
                self._report_once(TroubleKind.EDGES_LOST, at_ns, str(event.edges))

    def _reconcile(self, alive: Alive, now_ns: int) -> None:
        """Take current troubles from the heartbeat, for a table that missed their events."""
        if alive.next_number != self._expected:
            return
        for word, kind in STANDING.items():
            if word in alive.standing:
                self._begin_trouble(kind, now_ns, "some" if kind is TroubleKind.JAM else "")
            else:
                self._end_trouble(kind, now_ns)

    def _begin_trouble(
        self, kind: TroubleKind, since_ns: int, detail: str = "", at_ns: int | None = None
    ) -> None:
        if kind in self._standing:
            return
        at_ns = since_ns if at_ns is None else at_ns
        why = sentence(kind, self._name, detail)
        self._standing[kind] = TowerTrouble(kind, since_ns, at_ns, False, why)
        self._news.append(self._standing[kind])

    def _end_trouble(self, kind: TroubleKind, at_ns: int) -> None:
        trouble = self._standing.pop(kind, None)
        if trouble is not None:
            self._news.append(replace(trouble, at_ns=at_ns, over=True))

    def _report_once(self, kind: TroubleKind, at_ns: int, detail: str) -> None:
        why = sentence(kind, self._name, detail)
        self._news.append(TowerTrouble(kind, at_ns, at_ns, True, why))

    def _poll_test(self, now_ns: int) -> None:
        if self._test is None or self._hello is None:
            return
        request, since_ns = self._test
        if now_ns - since_ns >= TEST_NS:
            why = f"dice tower on {self._name} did not answer its self-test in 4 s: plug it in anew"
            self._end_test(SelfTest({}, why))
        elif now_ns - self._tested_ns >= TEST_AGAIN_NS:
            self._tested_ns = now_ns
            self._outgoing += ask_self_test(request, self._hello.boot)

    def _end_test(self, result: SelfTest) -> None:
        if self._test is not None:
            self._test = None
            self._news.append(result)

    def _ask_if_due(self, now_ns: int) -> None:
        if now_ns - self._asked_ns >= ASK_AGAIN_NS:
            self._ask(now_ns)

    def _ask(self, now_ns: int) -> None:
        self._asked_ns = now_ns
        self._outgoing += ask_hello()

    def _silence_error(self, silence_ns: int) -> TowerProtocolError | TowerTimeout:
        if self._lines.rejected and not self._heard_any:
            return TowerProtocolError(
                f"{self._name} sent {self._lines.rejected} lines that are not the dice tower's: "
                "name the tower's own port in the configuration"
            )
        broken = self._lines.rejected - self._rejected_before
        if broken:
            return TowerTimeout(
                f"dice tower on {self._name} has sent {broken} broken lines and no whole one for "
                f"{silence_ns / 1e9:.1f} s, so there is noise on its line: dry its plugs, try "
                "another cable, and lead it away from the supply"
            )
        return TowerTimeout(
            f"dice tower on {self._name} has been silent for {silence_ns / 1e9:.1f} s: "
            "check its power and firmware"
        )
