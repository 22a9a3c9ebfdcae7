"""All errors of this package. A message is one sentence: the value, and what to do.

HardwareError(OSError)
├── DeviceMissing          the library, chip or port is missing
├── PinUnusable            no such pin, or another device holds it
├── StrayClock             edge stamps are not on the monotonic clock
├── EdgesLost              more edges came than could be stored
└── TowerError
    ├── PortBusy           another program has the port
    ├── PortLost           the port was there and went away
    ├── TowerTimeout       the port is there, the tower is silent
    ├── EventsLost         the tower dropped beam events before we received them
    ├── TowerStranger      the tower there is not the configured one
    └── TowerProtocolError the tower sends something other than our protocol
        └── TowerVersionError  the tower has another version of it
"""


class HardwareError(OSError):
    """A hardware fault that a person has to fix: plug in, set or repair something."""


class DeviceMissing(HardwareError):
    """The library, chip or port is missing."""


class PinUnusable(HardwareError):
    """No such pin, or another device holds it."""


class StrayClock(HardwareError):
    """Edge stamps are not on the monotonic clock, so they can't be used for timing."""


class EdgesLost(HardwareError):
    """More edges came than could be stored: a press may be missing."""


class TowerError(HardwareError):
    """A fault of the dice tower or its cable."""


class PortBusy(TowerError):
    """Another program has the port."""


class PortLost(TowerError):
    """The port was there and went away."""


class TowerTimeout(TowerError):
    """The port is there, the tower is silent."""


class EventsLost(TowerError):
    """The tower dropped beam events before we received them."""


class TowerStranger(TowerError):
    """The tower that answered has another serial number than the configured one."""


class TowerProtocolError(TowerError):
    """The tower sends something other than our protocol."""


class TowerVersionError(TowerProtocolError):
    """The tower has another version of our protocol."""
