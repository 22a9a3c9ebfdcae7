"""The tower's language and its memory. Runs unchanged under MicroPython and CPython.

A line is `kind number fields... *CRC` and a newline: ASCII, decimal fields, CRC-16/CCITT-FALSE
over all before ` *` as four upper-case hex digits.

    tower -> table   hello  FIRST boot ms NEXT version   answer to hello?, and once at power-on
                     alive  FIRST boot ms NEXT           every second
                     drop   N boot ms count              dice through the top beam
                     out    N boot ms count              dice through the bottom beam
    table -> tower   hello? 0 version
                     ack    N boot                       have every event up to N
                     lamp   0 on|off

Events are numbered from 1 at each power-on and sent again, oldest first, until acknowledged.
FIRST is the oldest event the tower still holds, NEXT the number its next event will get, boot a
random number of this power-on. ms is the tower's own tick of the event (or, for hello and alive,
of the sending), modulo 2**30 as MicroPython counts.
"""

VERSION = 1
TICKS_PERIOD = 1 << 30
LONGEST_LINE = 64  # bytes without the newline
ALIVE_MS = 1000
RESEND_MS = 200
HELD_EVENTS = 32  # sixteen dice in and out while nobody listens
SAME_DIE_MS = 6  # a tumbling die shows gaps; to be measured on the real box

_NUMBER = "number"
_SWITCH = "switch"
_FIELDS = {
    "hello": (_NUMBER, _NUMBER, _NUMBER, _NUMBER),
    "alive": (_NUMBER, _NUMBER, _NUMBER),
    "drop": (_NUMBER, _NUMBER, _NUMBER),
    "out": (_NUMBER, _NUMBER, _NUMBER),
    "hello?": (_NUMBER,),
    "ack": (_NUMBER,),
    "lamp": (_SWITCH,),
}


def crc16(text: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection."""
    crc = 0xFFFF
    for byte in text:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
    return crc


def ticks_diff(later: int, earlier: int) -> int:
    """Signed milliseconds between two ticks less than half a period (six days) apart."""
    half = TICKS_PERIOD // 2
    return (later - earlier + half) % TICKS_PERIOD - half


def encode(kind: str, number: int, *fields: object) -> bytes:
    """One line with its newline."""
    body = " ".join([kind, str(number)] + [str(field) for field in fields]).encode()
    return body + b" *%04X\n" % crc16(body)


def decode(line: bytes) -> "tuple[str, int, list[str]] | None":
    """(kind, number, fields) of one line without its newline; None for anything else."""
    body = line[:-6]
    if line[-6:-4] != b" *" or line[-4:] != b"%04X" % crc16(body):
        return None
    if any(not 32 <= byte < 127 for byte in body):
        return None
    words = body.decode().split(" ")
    kind, numbers = words[0], words[1:]
    types = (_NUMBER,) + _FIELDS[kind] if kind in _FIELDS else ()
    if not types or len(types) != len(numbers):
        return None
    for word, is_a in zip(numbers, types):  # noqa: B905  MicroPython knows no strict
        fits = word in ("on", "off") if is_a == _SWITCH else word.isdigit()
        if not fits:
            return None
    return kind, int(numbers[0]), numbers[1:]


class LineReader:
    """Bytes in, messages out. Holds at most one line; what is not a line is counted and skipped."""

    def __init__(self) -> None:
        self.rejected = 0
        self._line = b""
        self._too_long = False

    def feed(self, received: bytes) -> "list[tuple[str, int, list[str]]]":
        """The whole messages in what was received so far."""
        messages: list[tuple[str, int, list[str]]] = []
        pieces = received.split(b"\n")
        for index, piece in enumerate(pieces):
            if index > 0:
                self._end(messages)
            if len(self._line) + len(piece) > LONGEST_LINE:
                self._too_long = True
                self._line = b""
            if not self._too_long:
                self._line += piece
        return messages

    def _end(self, messages: "list[tuple[str, int, list[str]]]") -> None:
        message = None if self._too_long else decode(self._line)
        if message is not None:
            messages.append(message)
        elif self._line or self._too_long:
            self.rejected += 1
        self._line = b""
        self._too_long = False


class Beam:
    """One light beam: a die is a break after the beam was whole for SAME_DIE_MS."""

    def __init__(self) -> None:
        self._broken = False
        self._whole_since: int | None = None

    def sense(self, broken: bool, now_ms: int) -> bool:
        """Take one look at the beam; True once per die."""
        was_broken, self._broken = self._broken, broken
        if was_broken and not broken:
            self._whole_since = now_ms
        if was_broken or not broken:
            return False
        return self._whole_since is None or ticks_diff(now_ms, self._whole_since) >= SAME_DIE_MS


class Tower:
    """What the tower knows: events not yet acknowledged, its lamp, when to speak."""

    def __init__(self, boot: int, now_ms: int) -> None:
        self.boot = boot
        self.lamp = False
        self._reader = LineReader()
        self._held: list[tuple[int, str, int, int]] = []
        self._next = 1
        self._urgent = self._hello(now_ms)
        self._alive_at = now_ms + ALIVE_MS
        self._resend_at = now_ms

    def passed(self, kind: str, count: int, now_ms: int) -> None:
        """`count` dice passed the beam `kind` ("drop" or "out") now."""
        event = (self._next, kind, now_ms, count)
        self._next += 1
        if not self._held:
            self._resend_at = now_ms + RESEND_MS
        self._held.append(event)
        self._held = self._held[-HELD_EVENTS:]
        self._urgent += self._line(event)

    def receive(self, received: bytes, now_ms: int) -> None:
        """Take bytes from the table."""
        for kind, number, fields in self._reader.feed(received):
            if kind == "hello?":
                self._urgent = self._hello(now_ms)
                self._resend_at = now_ms
            elif kind == "ack" and int(fields[0]) == self.boot:
                self.acknowledged(number)
            elif kind == "lamp":
                self.lamp = fields[0] == "on"

    def acknowledged(self, number: int) -> None:
        """Forget the events up to `number`."""
        self._held = [event for event in self._held if event[0] > number]

    def outgoing(self, now_ms: int) -> bytes:
        """What to send now. Ask often."""
        lines, self._urgent = self._urgent, b""
        if self._held and ticks_diff(now_ms, self._resend_at) >= 0:
            self._resend_at = now_ms + RESEND_MS
            for event in self._held:
                lines += self._line(event)
        if ticks_diff(now_ms, self._alive_at) >= 0:
            self._alive_at = now_ms + ALIVE_MS
            lines += encode("alive", self._first(), self.boot, now_ms, self._next)
        return lines

    def _first(self) -> int:
        return self._held[0][0] if self._held else self._next

    def _hello(self, now_ms: int) -> bytes:
        return encode("hello", self._first(), self.boot, now_ms, self._next, VERSION)

    def _line(self, event: "tuple[int, str, int, int]") -> bytes:
        number, kind, at_ms, count = event
        return encode(kind, number, self.boot, at_ms, count)
