"""A Raspberry Pi Pico made of MicroPython: the modules that main.py imports, played from a script.

Time is the machine's, plus what the script adds to each turn of the main loop. An interrupt comes
at the next call into these modules but sees the time of its edge, as one does that comes in the
middle of anything; the heap is locked meanwhile, as in a hard interrupt.

Orders come as lines: `pin GP LEVEL US` (US after `play`, which begins them all), `slow US` (each
turn of the loop), `raise`, `block` (the next write never ends), `blind` (receivers see light though
their emitters are off).
"""

import os
import random
import sys

import js
import micropython
import tower_parts

ON_TURN_MS = 1  # leaves the processor to others


class Reset(BaseException):
    """The board starts anew."""


class World:
    def __init__(self):
        self.pins = {}
        self.added_us = 0
        self.slow_us = 0
        self.frozen_us = None  # the time inside an interrupt
        self.script = []
        self.coming = []
        self.raises = False
        self.blocks = False
        self.blind = False
        self.watchdog = None
        self.unread = b""
        self.text = ""

    def now_us(self):
        if self.frozen_us is not None:
            return self.frozen_us
        return int(js.outside.now_ms() * 1000) + self.added_us

    def goes_on(self):
        """Interrupts that are due, and the watchdog."""
        now_us = self.now_us()
        while self.script and self.script[0][0] <= now_us:
            at_us, pin, level = self.script.pop(0)
            self.pins[pin].turns(level, at_us)
            if not self.script:
                print("played")
        if self.watchdog is not None and now_us > self.watchdog:
            restart("watchdog")

    def obeys(self):
        self.text += js.outside.orders()
        lines = self.text.split("\n")
        self.text = lines.pop()
        for line in lines:
            words = line.split(" ")
            if words[0] == "pin":
                pin, level, us = [int(word) for word in words[1:]]
                self.coming.append((us, pin, level))
            elif words[0] == "play":
                now_us = self.now_us()
                self.script += [(now_us + us, pin, level) for us, pin, level in self.coming]
                self.script.sort()
                self.coming = []
            elif words[0] == "slow":
                self.slow_us = int(words[1])
            elif words[0] == "raise":
                self.raises = True
            elif words[0] == "block":
                self.blocks = True
            elif words[0] == "blind":
                self.blind = True


def restart(cause):
    js.globalThis.ended_by = cause
    raise Reset


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number, mode, pull=None, value=None):
        self._number = number
        self._out = mode == Pin.OUT
        self._level = (str(number) in high) if value is None else value
        self._handler = None
        if not self._out and pull != Pin.PULL_UP:
            print("floats", number)
        world.pins[number] = self
        if self._out:
            print("pin", number, self._level)

    def value(self, level=None):
        if world.frozen_us is None:
            world.goes_on()
        if level is not None and level != self._level:
            print("pin", self._number, int(level))
            self._level = level
            receiver = world.pins.get(emitters.get(self._number))
            if receiver is not None and not world.blind:
                receiver.turns(0 if level else 1, world.now_us())
        return self._level

    def irq(self, handler=None, trigger=0, hard=False):
        if handler is not None and not (hard and trigger == Pin.IRQ_FALLING | Pin.IRQ_RISING):
            print("not a hard interrupt on both edges")
        self._handler = handler
        if handler is not None:
            print("listens", self._number)

    def turns(self, level, at_us):
        self._level = level
        if self._handler is None:
            return
        world.frozen_us = at_us
        micropython.heap_lock()
        try:
            self._handler(self)
            trouble = None
        except Exception as error:
            trouble = error
        micropython.heap_unlock()
        world.frozen_us = None
        if trouble is not None:
            print("interrupt failed", repr(trouble))


class WDT:
    def __init__(self, timeout):
        self._timeout_us = timeout * 1000
        self.feed()

    def feed(self):
        world.added_us += world.slow_us
        js.outside.rest(ON_TURN_MS)
        world.obeys()
        world.watchdog = None
        world.goes_on()
        world.watchdog = world.now_us() + self._timeout_us


class Machine:
    PWRON_RESET, WDT_RESET = 1, 3
    Pin, WDT = Pin, WDT

    def unique_id(self):
        return b"\xe6\x60\x58\x38\x83\x72\x4a\x32"

    def reset_cause(self):
        return 1 if js.globalThis.started_by == "power" else 3

    def reset(self):
        restart("reset")


class Time:
    def ticks_us(self):
        if world.frozen_us is not None:
            return world.frozen_us
        world.goes_on()
        return world.now_us() & 0x3FFFFFFF

    def ticks_ms(self):
        world.goes_on()
        return world.now_us() // 1000 & 0x3FFFFFFF

    def sleep_ms(self, ms):
        world.added_us += ms * 1000
        world.goes_on()


class Poll:
    def register(self, stream, events):
        pass

    def poll(self, ms):
        if world.raises:
            world.raises = False
            raise OSError(5)
        world.goes_on()
        if not world.unread:
            hexadecimal = js.outside.read()
            world.unread = bytes.fromhex(hexadecimal) if hexadecimal else b""
        return [1] if world.unread else []


class Select:
    POLLIN = 1

    def poll(self):
        return Poll()


class Stream:
    @property
    def buffer(self):
        return self

    def read(self, count):
        taken, world.unread = world.unread[:count], world.unread[count:]
        return taken

    def write(self, data):
        while world.blocks:
            world.added_us += 100_000
            world.goes_on()
        world.goes_on()
        js.outside.write(data.hex())


class System:
    stdin = stdout = Stream()


class Os:
    """This build's own has no source of chance."""

    remove = staticmethod(os.remove)

    def urandom(self, count):
        return bytes([random.getrandbits(8) for _ in range(count)])


class Micro:
    def kbd_intr(self, sign):
        print("kbd_intr", sign)

    def alloc_emergency_exception_buf(self, size):
        pass


world = World()
high = js.globalThis.high.split(",")
emitters = {
    tower_parts.DROP_EMITTER_PIN: tower_parts.DROP_PIN,
    tower_parts.OUT_EMITTER_PIN: tower_parts.OUT_PIN,
}
for name, module in (
    ("machine", Machine()),
    ("time", Time()),
    ("select", Select()),
    ("os", Os()),
    ("sys", System()),
    ("micropython", Micro()),
):
    sys.modules[name] = module
js.globalThis.ended_by = ""
try:
    import main  # noqa: F401
except Reset:
    print("reset", js.globalThis.ended_by)
