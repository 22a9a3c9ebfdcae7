"""What devices and the table itself report."""

from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered, TableRestarted
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word

DEVICES = (DeviceName.CAMERA.value, DeviceName.TOWER.value, DeviceName.BUTTONS.value)


def fails(play: Play, said: Said) -> None:
    """Stops answering."""
    play.do(DeviceFailed(play.at, said.by, "it does not answer"))


def recovers(play: Play, said: Said) -> None:
    """Answers again."""
    play.do(DeviceRecovered(play.at, said.by))


def restarts(play: Play, said: Said) -> None:
    """Starts again after a stop, its clock sure up to this instant."""
    play.do(TableRestarted(play.at, play.at, said.get("halted")))


WORDS = (
    Word("fails", DEVICES, fails, (), (DeviceFailed,)),
    Word("recovers", DEVICES, recovers, (), (DeviceRecovered,)),
    Word(
        "restarts",
        ("table",),
        restarts,
        (Field("halted", str, "why it had stopped itself", "it had not"),),
        (TableRestarted,),
    ),
)
