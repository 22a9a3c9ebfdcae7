"""What devices and the table itself report."""

from kiosk.rules import commands as c
from kiosk.scenario.kinds import TEXT, whole
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word

DEVICES = ("camera", "tower", "buttons")
_COUNT = whole(0, 9)


def fails(play: Play, said: Said) -> None:
    """Stops answering."""
    play.do(c.DeviceFailed(play.at, said.by, "it does not answer"))


def recovers(play: Play, said: Said) -> None:
    """Answers again."""
    play.do(c.DeviceRecovered(play.at, said.by))


def counts(play: Play, said: Said) -> None:
    """Counts the dice of a roll through the baffle box."""
    play.do(c.TowerReported(play.at, said.get("dropped"), said.get("came_out")))


def restarts(play: Play, said: Said) -> None:
    """Starts again after a stop, its clock sure up to this instant."""
    play.do(c.TableRestarted(play.at, play.at, said.get("halted")))


WORDS = (
    Word("fails", DEVICES, fails, (), (c.DeviceFailed,)),
    Word("recovers", DEVICES, recovers, (), (c.DeviceRecovered,)),
    Word(
        "counts",
        ("tower",),
        counts,
        (Field("dropped", _COUNT, "dice dropped in"), Field("came_out", _COUNT, "dice come out")),
        (c.TowerReported,),
    ),
    Word(
        "restarts",
        ("table",),
        restarts,
        (Field("halted", TEXT, "why it had stopped itself", "it had not"),),
        (c.TableRestarted,),
    ),
)
