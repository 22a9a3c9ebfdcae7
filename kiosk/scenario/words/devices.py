"""What devices and the table itself report."""

from kiosk.rules import commands as c
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import spoken

DEVICES = ("camera", "tower", "buttons")


def fails(play: Play, said: Said) -> None:
    """Stops answering."""
    play.do(c.DeviceFailed(play.at, said.by, "it does not answer"))


def recovers(play: Play, said: Said) -> None:
    """Answers again."""
    play.do(c.DeviceRecovered(play.at, said.by))


def restarts(play: Play, said: Said) -> None:
    """Starts again after a stop, its clock sure up to this instant."""
    play.do(c.TableRestarted(play.at, play.at, said.get("halted")))


WORDS = (
    Word("fails", DEVICES, fails, (), (c.DeviceFailed,)),
    Word("recovers", DEVICES, recovers, (), (c.DeviceRecovered,)),
    spoken(
        "counts",
        c.TowerReported,
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
        (c.TableRestarted,),
    ),
)
