"""Being on time: late, on a break, put off."""

from kiosk.rules.schedule.breaks import BreakTapped
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput

EACH = ("A", "B")


def takes_break(play: ScenarioRun, step: StepInput) -> None:
    """Takes a break, or several one after the other. Between two matches of a series: once the next
    one is opened.
    """
    play.do(BreakTapped(play.at, step.by_side, step.get("breaks", 1)))


WORDS = (
    ScenarioWord(
        "takes break",
        EACH,
        takes_break,
        (ScenarioField("breaks", int, "how many", "1"),),
        (BreakTapped,),
    ),
)
