"""The real ClockButtons on lgpio and gpio-sim, without a table: what it makes of trains of edges.

Tells one line of JSON: for each train what was pressed and which presses came.
"""

import json
import time

import pins

from hardware.buttons import ButtonPress, ClockButtons
from hardware.errors import HardwareError
from hardware.pins import open_factory

TRAINS = {"clean": (20, 0), "bouncing": (20, 4)}
SETTLED_S = 0.5


def fail(error: HardwareError) -> None:
    """No edge may be one that no time can be charged from."""
    raise error


def main() -> None:
    """Three trains on both buttons."""
    came: list[ButtonPress] = []
    told = {}
    factory = open_factory("lgpio")
    with ClockButtons(pins.LINES, came.append, factory, on_fault=fail) as buttons:
        buttons.start()

        def train(press):  # type: ignore[no-untyped-def]
            came.clear()
            pressed = press()
            time.sleep(SETTLED_S)
            got = [
                {"at_ns": each.at_ns, "button": each.name, "sequence": each.sequence}
                for each in came
            ]
            return {"pressed": pressed, "came": got}

        for name, (count, bounces) in TRAINS.items():
            told[name] = train(
                lambda n=count, b=bounces: [
                    pins.press(("left", "right")[i % 2], b) for i in range(n)
                ]
            )
        told["both at once"] = train(lambda: [each for _ in range(10) for each in pins.both()])
        told["taps of 5 ms"] = train(
            lambda: [pins.press("left", 0, held_s=0.005) for _ in range(10)]
        )
    factory.close()
    print(json.dumps(told))


main()
