"""The tower's protocol, version 1, and its state. Runs unchanged under MicroPython and CPython.

The protocol is described in hardware/PROTOCOL.md. A line is `kind number fields... *CRC` and a
newline: ASCII, decimal numbers, CRC-16/CCITT-FALSE over all before ` *` as four upper-case hex
digits.
"""

from array import array

VERSION = 1
FIRMWARE = "1.0.0"
TICKS_PERIOD = 1 << 30
LONGEST_LINE = 160  # bytes without the newline
ALIVE_MS = 1000
RESEND_MS = 200
HELD_EVENTS = 32  # sixteen dice in and out while no table listens
LONGEST_CAUSE = 60  # characters of the last reset's cause

_WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:,=/+"

# Of the fields after the number: n number, w word, b beam, s on or off, d open or closed,
# * any number of words.
_FIELDS = {
    "hello": "nnnn*",
    "alive": "nnn*",
    "drop": "nnn",
    "out": "nnn",
    "jam": "nnn",
    "lid": "nnd",
    "stuck": "nnbn",
    "free": "nnb",
    "lost": "nnn",
    "selftest": "nn*",
    "hello?": "n",
    "ack": "n",
    "lamp": "s",
    "selftest?": "n",
}
_CHOICES = {"b": ("drop", "out"), "s": ("on", "off"), "d": ("open", "closed")}


def _crc_table() -> "array[int]":
    table = array("H", [0] * 256)
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table[byte] = crc
    return table


_CRC = _crc_table()


def crc16(text: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection."""
    crc = 0xFFFF
    table = _CRC
    for byte in text:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ byte]
    return crc


def ticks_diff(later: int, earlier: int) -> int:
    """Signed milliseconds between two ticks less than half a period (six days) apart."""
    half = TICKS_PERIOD // 2
    return (later - earlier + half) % TICKS_PERIOD - half


def word(text: str, longest: int = LONGEST_CAUSE) -> str:
    """`text` as one word of the protocol: characters not allowed in a word become hyphens."""
    return "".join([sign if sign in _WORD else "-" for sign in text[:longest]]) or "-"


def encode(kind: str, number: int, *fields: object) -> bytes:
    """One line with its newline."""
    body = " ".join([kind, str(number)] + [str(field) for field in fields]).encode()
    return body + b" *%04X\n" % crc16(body)


def decode(line: bytes) -> "tuple[str, int, list[str]] | None":
    """(kind, number, fields) of one line without its newline; None for anything else."""
    body = line[:-6]
    if line[-6:-4] != b" *" or line[-4:] != b"%04X" % crc16(body):
        return None
    for byte in body:
        if not 32 <= byte < 127:
            return None
    words = body.decode().split(" ")
    kind = words[0]
    if kind not in _FIELDS or not _fits("n" + _FIELDS[kind], words[1:]):
        return None
    return kind, int(words[1]), words[2:]


def _fits(types: str, words: "list[str]") -> bool:
    if types[-1] == "*":
        types = types[:-1] + "w" * (len(words) - len(types) + 1)
    if len(types) != len(words):
        return False
    for is_a, text in zip(types, words):  # noqa: B905  MicroPython knows no strict
        if is_a == "n":
            fits = text.isdigit()
        elif is_a == "w":
            fits = bool(text) and all(sign in _WORD for sign in text)
        else:
            fits = text in _CHOICES[is_a]
        if not fits:
            return False
    return True


class LineReader:
    """Bytes in, messages out. Holds at most one line; invalid lines are counted and skipped."""

    def __init__(self) -> None:
        self.rejected = 0
        self._line = b""
        self._too_long = False

    def feed(self, received: bytes) -> "list[tuple[str, int, list[str]]]":
        """Complete messages received so far."""
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


class Tower:
    """The tower's state: unacknowledged events, its lamp, when to send.

    `serial_number`: the board's. `parts`: what this tower has (`lamp`, `lid`, `jam`, ...). `cause`:
    reason of its last start. `asked_self_test`: number of a self-test that waits for `self_tested`,
    or None.
    """

    def __init__(
        self,
        boot: int,
        now_ms: int,
        serial_number: str = "-",
        parts: "tuple[str, ...]" = (),
        cause: str = "power",
    ) -> None:
        self.boot = boot
        self.lamp = False
        self.asked_self_test: int | None = None
        self._about = (FIRMWARE, word(serial_number), ",".join(parts) or "-", word(cause))
        self._standing = "-"
        self._reader = LineReader()
        self._held: list[tuple[int, bytes]] = []
        self._next = 1
        self._urgent = self._hello(now_ms)
        self._alive_at = now_ms + ALIVE_MS
        self._resend_at = now_ms

    def passed(self, kind: str, count: int, now_ms: int) -> None:
        """`count` dice passed the beam `kind` ("drop" or "out") now."""
        self.emit(kind, now_ms, now_ms, count)

    def emit(self, kind: str, at_ms: int, now_ms: int, *fields: object) -> None:
        """Emit event `kind` of `at_ms`: sent now, and again until acknowledged."""
        at_ms %= TICKS_PERIOD
        line = encode(kind, self._next, self.boot, at_ms, *fields)
        if not self._held:
            self._resend_at = now_ms + RESEND_MS
        self._held.append((self._next, line))
        self._next += 1
        if len(self._held) > HELD_EVENTS:
            self._held.pop(0)
        self._urgent += line

    def set_troubles(self, troubles: "tuple[str, ...]") -> None:
        """Set the current troubles, for the heartbeat."""
        self._standing = ",".join(troubles) or "-"

    def receive(self, received: bytes, now_ms: int) -> None:
        """Take bytes from the table."""
        for kind, number, fields in self._reader.feed(received):
            if kind == "hello?":
                self._urgent = self._hello(now_ms) + self._alive(now_ms)
                self._resend_at = now_ms
            elif kind == "ack" and int(fields[0]) == self.boot:
                self.acknowledged(number)
            elif kind == "lamp":
                self.lamp = fields[0] == "on"
            elif kind == "selftest?" and int(fields[0]) == self.boot:
                self.asked_self_test = number

    def acknowledged(self, number: int) -> None:
        """Forget the events up to `number`."""
        self._held = [event for event in self._held if event[0] > number]

    def answer_self_test(self, results: "tuple[str, ...]", now_ms: int) -> None:
        """Answer the self-test asked for; `results` are words like `drop=ok`."""
        if self.asked_self_test is not None:
            self._urgent += encode("selftest", self.asked_self_test, self.boot, now_ms, *results)
        self.asked_self_test = None

    def outgoing(self, now_ms: int) -> bytes:
        """Bytes to send now. Call often."""
        lines, self._urgent = self._urgent, b""
        if self._held and ticks_diff(now_ms, self._resend_at) >= 0:
            self._resend_at = now_ms + RESEND_MS
            lines += b"".join([line for _, line in self._held])
        if ticks_diff(now_ms, self._alive_at) >= 0:
            self._alive_at = now_ms + ALIVE_MS
            lines += self._alive(now_ms)
        return lines

    def _first(self) -> int:
        return self._held[0][0] if self._held else self._next

    def _alive(self, now_ms: int) -> bytes:
        return encode("alive", self._first(), self.boot, now_ms, self._next, self._standing)

    def _hello(self, now_ms: int) -> bytes:
        first = self._first()
        return encode("hello", first, self.boot, now_ms, self._next, VERSION, *self._about)
