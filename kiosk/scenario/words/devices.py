"""Reports of devices and of the table itself."""

from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceFailed, DeviceRecovered, TableRestarted
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput

DEVICES = (DeviceName.CAMERA.value, DeviceName.TOWER.value, DeviceName.BUTTONS.value)


def fails(play: ScenarioRun, step: StepInput) -> None:
    """Stops answering."""
    play.do(DeviceFailed(play.at, step.by, "it does not answer"))


def recovers(play: ScenarioRun, step: StepInput) -> None:
    """Answers again."""
    play.do(DeviceRecovered(play.at, step.by))


def restarts(play: ScenarioRun, step: StepInput) -> None:
    """Starts again after a stop, its clock certain up to this instant."""
    play.do(TableRestarted(play.at, play.at, step.get("halted")))


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
