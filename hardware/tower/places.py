"""Where a tower may be plugged in: the port that was named, or whatever port has its number."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serial.tools import list_ports

SERIAL_PREFIX = "serial:"


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial device on USB and the serial number of its USB descriptor, if it has one."""

    path: str
    serial_number: str | None


@dataclass(frozen=True, slots=True)
class TowerPort:
    """A port to try. With `serial_number` only the tower of that number is taken there."""

    path: str
    serial_number: str | None


def usb_ports() -> list[UsbPort]:
    """The serial devices on USB now. Raises OSError if the system does not tell."""
    return [
        UsbPort(port.device, port.serial_number)
        for port in list_ports.comports()
        if port.vid is not None
    ]


def no_ports() -> list[UsbPort]:
    """For a simulated tower, which no real port may stand in for."""
    return []


class TowerPorts:
    """The ports to try, best first, for a tower configured as a path or as `serial:NUMBER`.

    A named path is taken as it is, whatever tower is there: who names a port means that port. Once
    the tower there has told its serial number it is looked for at every USB port, too, first where
    the USB descriptor has the same number, as a Raspberry Pi Pico's has.
    """

    def __init__(self, port: str, ports: Callable[[], Iterable[UsbPort]] = usb_ports) -> None:
        self.named = None if port.startswith(SERIAL_PREFIX) else port
        self.serial_number = port.removeprefix(SERIAL_PREFIX) if self.named is None else None
        self._ports = ports

    def __str__(self) -> str:
        if self.named is not None:
            return self.named
        return f"{SERIAL_PREFIX}{self.serial_number}"

    def met(self, serial_number: str | None) -> None:
        """The tower at the named port has told its number. A number that is configured stays."""
        if self.named is not None:
            self.serial_number = serial_number

    def to_try(self) -> list[TowerPort]:
        """Each place once; nothing, if the number is nowhere to be looked for."""
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
