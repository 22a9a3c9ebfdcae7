"""What devices and the table itself report."""

from kiosk.rules.devices import DeviceFailed, DeviceRecovered, TableRestarted
from kiosk.rules.dice.acts import TowerReported
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import spoken

DEVICES = ("camera", "tower", "buttons")


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
    spoken(
        "counts",
        TowerReported,
        "Counts the dice of a roll through the baffle box.",
        ("tower",),
        dropped="dice dropped in",
        came_out="dice come out",
    ),
    Word(
        "restarts",
        ("table",),
        restarts,
        (Field("halted", str, "why it had stopped itself", "it had not"),),
        (TableRestarted,),
    ),
)
