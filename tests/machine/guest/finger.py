"""A touch panel of 1280x720 by uinput; each line `X Y` into /run/finger is one tap there.

Numbers are those of <linux/uinput.h> and <linux/input-event-codes.h>.
"""

import fcntl
import os
import socket
import struct
import time

WIDE, HIGH = 1280, 720
PIPE = "/run/finger"
DOWN_S = 0.15
SET_EVENT, SET_KEY, SET_ABSOLUTE, SET_PROPERTY = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
SET_UP, SET_UP_ABSOLUTE, CREATE = 0x405C5503, 0x401C5504, 0x5501
SYN, KEY, ABSOLUTE = 0, 1, 3
TOUCH, DIRECT = 0x14A, 1
X, Y, SLOT, MT_X, MT_Y, TRACKING = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
LARGEST = {X: WIDE - 1, Y: HIGH - 1, SLOT: 9, MT_X: WIDE - 1, MT_Y: HIGH - 1, TRACKING: 65535}


def panel() -> int:
    """The device, as a multitouch panel of protocol B reports itself."""
    device = os.open("/dev/uinput", os.O_WRONLY)
    for kind in (SYN, KEY, ABSOLUTE):
        fcntl.ioctl(device, SET_EVENT, kind)
    fcntl.ioctl(device, SET_KEY, TOUCH)
    fcntl.ioctl(device, SET_PROPERTY, DIRECT)
    for axis, largest in LARGEST.items():
        fcntl.ioctl(device, SET_ABSOLUTE, axis)
        fcntl.ioctl(
            device, SET_UP_ABSOLUTE, struct.pack("HxxiiiiiI", axis, 0, 0, largest, 0, 0, 0)[:28]
        )
    fcntl.ioctl(
        device, SET_UP, struct.pack("HHHH80sI", 0x18, 0x222A, 1, 1, b"emulated touch panel", 0)
    )
    fcntl.ioctl(device, CREATE)
    return device


def send(device: int, *events: tuple[int, int, int]) -> None:
    """Events (kind, code, value), and the mark that they belong together."""
    for event in (*events, (SYN, 0, 0)):
        os.write(device, struct.pack("qqHHi", 0, 0, *event))


def tap(device: int, x: int, y: int, number: int) -> None:
    """A finger comes down and goes."""
    where = [(ABSOLUTE, MT_X, x), (ABSOLUTE, MT_Y, y)]
    send(
        device,
        *((ABSOLUTE, SLOT, 0), (ABSOLUTE, TRACKING, number), *where),
        *((KEY, TOUCH, 1), (ABSOLUTE, X, x), (ABSOLUTE, Y, y)),
    )
    time.sleep(DOWN_S)
    send(device, (ABSOLUTE, TRACKING, -1), (KEY, TOUCH, 0))


def main() -> None:
    """Make the panel, say that it is there, tap for ever."""
    device = panel()
    if not os.path.exists(PIPE):
        os.mkfifo(PIPE)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    number = 1
    while True:
        with open(PIPE, encoding="ascii") as lines:
            for line in lines:
                x, y = map(int, line.split())
                tap(device, x, y, number)
                number += 1


main()
