"""The tower's main program: MicroPython on an RP2040, USB serial. NOT YET RUN ON HARDWARE.

Copy it with tower_protocol.py, tower_beams.py and tower_parts.py to the root of the board. For half
a second after power-on Ctrl-C still reaches the prompt; after that a stray 0x03 on the line must
not stop the tower.

The interrupts only stamp edges. The main loop does everything else; it may be late, the stamps are
not. It feeds the watchdog. An exception also restarts the board, and the next hello has the cause.
"""

import binascii
import os
import select
import sys
import time

import machine
import micropython
import tower_parts as parts
from tower_beams import DROP, OUT, BaffleBox, EdgeRing, MilliClock
from tower_protocol import Tower, word

MAINTENANCE_MS = 500
WATCHDOG_MS = 5000
PIECE = 64  # bytes of one write; USB blocks it for half a second if the table does not read
SETTLE_MS = 5  # from switching an emitter to its receiver's answer
CAUSE_FILE = "last_words.txt"

micropython.alloc_emergency_exception_buf(100)


class Receiver:
    """A beam's receiver. Its interrupt allocates nothing."""

    def __init__(self, beam, pin, emitter_pin, ring):
        self._beam = beam
        self._ring = ring
        self._emitter = None
        if emitter_pin is not None:
            self._emitter = machine.Pin(emitter_pin, machine.Pin.OUT, value=1)
            time.sleep_ms(SETTLE_MS)
        self._pin = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)

    def listen(self):
        edges = machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING
        self._pin.irq(handler=self._changed, trigger=edges, hard=True)

    def broken(self):
        return self._pin.value() == 1

    def test(self):
        """Test the receiver with its emitter off and on; return one word."""
        if self._emitter is None:
            return "dark" if self.broken() else "lit"
        self._pin.irq(handler=None)
        self._emitter.value(0)
        time.sleep_ms(SETTLE_MS)
        dark_when_off = self.broken()
        self._emitter.value(1)
        time.sleep_ms(SETTLE_MS)
        dark_when_on = self.broken()
        self.listen()
        if dark_when_on:
            return "dark"
        return "ok" if dark_when_off else "blind"

    def _changed(self, pin):
        self._ring.put(self._beam, pin.value(), time.ticks_us())


def last_cause():
    """Cause of the board's last start."""
    try:
        with open(CAUSE_FILE) as file:
            cause = file.read()
        os.remove(CAUSE_FILE)
        return "exception:" + cause
    except OSError:
        return "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power"


def run(watchdog):
    ring = EdgeRing()
    drop = Receiver(DROP, parts.DROP_PIN, parts.DROP_EMITTER_PIN, ring)
    out = Receiver(OUT, parts.OUT_PIN, parts.OUT_EMITTER_PIN, ring)
    has = ["jam", "selftest"]
    lamp = lid = None
    if parts.LAMP_PIN is not None:
        lamp = machine.Pin(parts.LAMP_PIN, machine.Pin.OUT, value=0)
        has.append("lamp")
    if parts.LID_PIN is not None:
        lid = machine.Pin(parts.LID_PIN, machine.Pin.IN, machine.Pin.PULL_UP)
        has.append("lid")
    number = binascii.hexlify(machine.unique_id()).decode().upper()
    boot = int.from_bytes(os.urandom(2), "big")
    clock = MilliClock(time.ticks_us())
    tower = Tower(boot, 0, number, tuple(has), last_cause())
    box = BaffleBox(drop.broken(), out.broken(), None if lid is None else lid.value() == 1)
    drop.listen()
    out.listen()
    happened = box.start(time.ticks_us())
    table = select.poll()
    table.register(sys.stdin, select.POLLIN)
    pending = b""
    while True:
        watchdog.feed()
        lid_open = None if lid is None else lid.value() == 1
        levels = drop.broken(), out.broken()
        now_us = time.ticks_us()
        tick_ms = clock.ms(now_us)
        happened += box.observe(ring, levels[0], levels[1], lid_open, now_us)
        for event in happened:
            tower.emit(event.kind, tick_ms - event.age_ms(now_us), tick_ms, *event.fields)
        happened = []
        tower.set_troubles(box.troubles())
        # stdin.buffer, as text mode would turn newlines into CR LF.
        for _ in range(PIECE):
            if not table.poll(0):
                break
            tower.receive(sys.stdin.buffer.read(1), tick_ms)
        if lamp is not None:
            lamp.value(tower.lamp)
        if tower.asked_self_test is not None:
            results = self_test(drop, out, lamp, lid, box, tower)
            tick_ms = clock.ms(time.ticks_us())
            tower.answer_self_test(results, tick_ms)
        pending = pending or tower.outgoing(tick_ms)
        if pending:
            sys.stdout.buffer.write(pending[:PIECE])
            pending = pending[PIECE:]


def self_test(drop, out, lamp, lid, box, tower):
    """Test each part; return a word for each. Dice in the box are not disturbed."""
    if box.busy():
        return ("all=busy",)
    results = ["drop=" + drop.test(), "out=" + out.test()]
    if lid is not None:
        results.append("lid=" + ("open" if lid.value() == 1 else "closed"))
    if lamp is not None:
        for level in (1, 0, 1):  # visible to the person who asked
            lamp.value(level)
            time.sleep_ms(150)
        lamp.value(tower.lamp)
        results.append("lamp=blinked")
    return tuple(results)


def main():
    time.sleep_ms(MAINTENANCE_MS)
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    try:
        run(watchdog)
    except Exception as error:  # noqa: BLE001  the tower restarts after any error and reports it
        with open(CAUSE_FILE, "w") as file:
            file.write(word(type(error).__name__ + ":" + str(error)))
        machine.reset()


main()
