"""The baffle box at the other end of the USB cable: the twin's firmware behind the gadget's port.

`drop` and `out` in /run/tower are two dice; it ends with the gadget.
"""

import contextlib
import os
import select
import tty

from hardware.tower.twin import SimulatedTower

GADGET = "/dev/ttyGS0"
PIPE = "/run/tower"


def opened(path: str) -> int:
    """A port in raw mode."""
    end = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(end)
    return end


def main() -> None:
    """Pass bytes on both ways."""
    if not os.path.exists(PIPE):
        os.mkfifo(PIPE)
    orders = os.open(PIPE, os.O_RDWR | os.O_NONBLOCK)
    with SimulatedTower() as tower:
        cable, box = opened(GADGET), opened(tower.port)
        other = {cable: box, box: cable}
        while True:
            readable, _, _ = select.select([cable, box, orders], [], [])
            for end in readable:
                received = os.read(end, 4096)
                if end != orders:
                    with contextlib.suppress(BlockingIOError):  # nobody listens: lost, as on USB
                        os.write(other[end], received)
                    continue
                for word in received.decode().split():
                    tower.drop() if word == "drop" else tower.come_out()


main()
