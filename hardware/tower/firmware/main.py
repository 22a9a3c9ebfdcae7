"""The tower's main program: MicroPython on an RP2040 or ESP32, USB serial. NOT YET RUN ON HARDWARE.

Copy with tower_protocol.py to the root of the board. For two seconds after power-on Ctrl-C still
reaches the prompt; after that a stray 0x03 on the line must not stop the tower.

To measure on the board: how often the beams are looked at, and whether a full USB buffer makes a
write wait; if it does for more than SAME_DIE_MS, the beams need interrupts.
"""

import os
import select
import sys
import time

import machine
import micropython
from tower_protocol import TICKS_PERIOD, Beam, Tower

TOP_PIN = 2  # beam receivers: high while broken
BOTTOM_PIN = 3
LAMP_PIN = 4
MAINTENANCE_MS = 2000


def now_ms() -> int:
    return time.ticks_ms() % TICKS_PERIOD


def main() -> None:
    time.sleep_ms(MAINTENANCE_MS)
    micropython.kbd_intr(-1)
    top = machine.Pin(TOP_PIN, machine.Pin.IN)
    bottom = machine.Pin(BOTTOM_PIN, machine.Pin.IN)
    lamp = machine.Pin(LAMP_PIN, machine.Pin.OUT, value=0)
    beams = (("drop", top, Beam()), ("out", bottom, Beam()))
    tower = Tower(int.from_bytes(os.urandom(2), "big"), now_ms())
    table = select.poll()
    table.register(sys.stdin, select.POLLIN)
    while True:
        for kind, pin, beam in beams:
            if beam.sense(pin.value() == 1, now_ms()):
                tower.passed(kind, 1, now_ms())
        # The buffer, not stdin itself: text mode would turn newlines into CR LF.
        if table.poll(0):
            tower.receive(sys.stdin.buffer.read(1), now_ms())
        lamp.value(tower.lamp)
        lines = tower.outgoing(now_ms())
        if lines:
            sys.stdout.buffer.write(lines)


main()
