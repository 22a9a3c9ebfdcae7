"""What devices and the table itself report."""

from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered, TableRestarted
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput

DEVICES = (DeviceName.CAMERA.value, DeviceName.TOWER.value, DeviceName.BUTTONS.value)


def fails(play: ScenarioRun, said: StepInput) -> None:
    """Stops answering."""
    play.do(DeviceFailed(play.at, said.by, "it does not answer"))


def recovers(play: ScenarioRun, said: StepInput) -> None:
    """Answers again."""
    play.do(DeviceRecovered(play.at, said.by))


def restarts(play: ScenarioRun, said: StepInput) -> None:
    """Starts again after a stop, its clock sure up to this instant."""
    play.do(TableRestarted(play.at, play.at, said.get("halted")))


WORDS = (
    ScenarioWord("fails", DEVICES, fails, (), (DeviceFailed,)),
    ScenarioWord("recovers", DEVICES, recovers, (), (DeviceRecovered,)),
    ScenarioWord(
        "restarts",
        ("table",),
        restarts,
        (ScenarioField("halted", str, "why it had stopped itself", "it had not"),),
        (TableRestarted,),
    ),
)
