"""Ports where a tower may be: the named port, or any port with its serial number."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serial.tools import list_ports

SERIAL_PREFIX = "serial:"


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A USB serial device, with the serial number of its USB descriptor, if it has one."""

    path: str
    serial_number: str | None


@dataclass(frozen=True, slots=True)
class TowerPort:
    """A port to try. With `serial_number` only the tower of that number is accepted there."""

    path: str
    serial_number: str | None


def usb_ports() -> list[UsbPort]:
    """The USB serial devices present now. Raises OSError if the system can't list them."""
    return [
        UsbPort(port.device, port.serial_number)
        for port in list_ports.comports()
        if port.vid is not None
    ]


def no_ports() -> list[UsbPort]:
    """No ports, for a simulated tower, which no real port may replace."""
    return []


class TowerPorts:
    """The ports to try, best first, for a tower configured as a path or as `serial:NUMBER`.

    At a named path any tower is accepted. Once that tower has sent its serial number, it is looked
    for at all USB ports, too, first at those with the same number in the USB descriptor, as a
    Raspberry Pi Pico has.
    """

    def __init__(self, port: str, ports: Callable[[], Iterable[UsbPort]] = usb_ports) -> None:
        self.named = None if port.startswith(SERIAL_PREFIX) else port
        self.serial_number = port.removeprefix(SERIAL_PREFIX) if self.named is None else None
        self._ports = ports

    def __str__(self) -> str:
        if self.named is not None:
            return self.named
        return f"{SERIAL_PREFIX}{self.serial_number}"

    def learn_serial_number(self, serial_number: str | None) -> None:
        """Take the serial number of the tower at the named port. A configured number stays."""
        if self.named is not None:
            self.serial_number = serial_number

    def to_try(self) -> list[TowerPort]:
        """Each port once; empty if there is no port to look for the number at."""
        named = [] if self.named is None else [TowerPort(self.named, None)]
        wanted = self.serial_number
        if wanted is None:
            return named
        others = [port for port in self._ports() if port.path != self.named]
        same = [port for port in others if (port.serial_number or "").upper() == wanted.upper()]
        rest = [port for port in others if port not in same]
        return [
            *(TowerPort(port.path, wanted) for port in same),
            *named,
            *(TowerPort(port.path, wanted) for port in rest),
        ]


__all__ = ["SERIAL_PREFIX", "TowerPort", "TowerPorts", "UsbPort", "no_ports", "usb_ports"]
