"""Every error this package raises. A message is one sentence: the value, and what to do.

HardwareError(OSError)
├── DeviceMissing          the library, chip or port is not there
├── PinUnusable            no such pin, or another device holds it
├── StrayClock             edge stamps are not on the monotonic clock
├── EdgesLost              more edges came than could be kept
└── TowerError
    ├── PortBusy           another program has the port
    ├── PortLost           the port was there and went away
    ├── TowerTimeout       the port is there, the tower is silent
    ├── EventsLost         the tower had to forget beam events we never saw
    ├── TowerStranger      the tower there is not the one that was looked for
    └── TowerProtocolError what the tower sends is not our language
        └── TowerVersionError  the tower speaks another version of it
"""


class HardwareError(OSError):
    """Something a person has to plug in, set or repair."""


class DeviceMissing(HardwareError):
    """The library, chip or port is not there."""


class PinUnusable(HardwareError):
    """No such pin, or another device holds it."""


class StrayClock(HardwareError):
    """Edge stamps are not on the monotonic clock, so no time can be charged from them."""


class EdgesLost(HardwareError):
    """More edges came than could be kept: a press may be missing."""


class TowerError(HardwareError):
    """The dice tower or its cable."""


class PortBusy(TowerError):
    """Another program has the port."""


class PortLost(TowerError):
    """The port was there and went away."""


class TowerTimeout(TowerError):
    """The port is there, the tower is silent."""


class EventsLost(TowerError):
    """The tower had to forget beam events before we saw them."""


class TowerStranger(TowerError):
    """The tower that answered has another serial number than the one looked for."""


class TowerProtocolError(TowerError):
    """What the tower sends is not our language."""


class TowerVersionError(TowerProtocolError):
    """The tower speaks another version of our language."""
