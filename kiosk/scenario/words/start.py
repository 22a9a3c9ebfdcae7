"""Before play: the match opened, the table set up, the sides ready."""

from dataclasses import replace

from kiosk.rules.start import AssignTable, OpenMatch, ReadyTapped, SetUpTable
from kiosk.rules.table import DicePairs, Half
from kiosk.rules.units import SIDES
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.values import Count
from kiosk.scenario.word import DIRECTOR, NOBODY, ScenarioField, ScenarioWord, StepInput


def assigns_table(play: ScenarioRun, step: StepInput) -> None:
    """Gives this table its number."""
    play.do(AssignTable(play.at, step.get("table"), "e1"))


def opens_match(play: ScenarioRun, step: StepInput) -> None:
    """Opens the match that [match] describes, under the scenario's profile, or the next one of its
    series; during a dispute that can't be settled, the match that replaces it. The table stays as
    it is set up until it is set up again.
    """
    opening = replace(play.opening, at=play.at)
    if "points" in step.fields:
        opening = replace(opening, format=replace(opening.format, points=step.get("points")))
    number = step.get("match_number")
    if number is not None:
        if opening.series is None:
            raise Misfit("there is no series; give best_of in [match]")
        opening = replace(
            opening,
            match_id=f"m{number}",
            series=replace(opening.series, number=number),
        )
    play.do(opening)


def sets_up(play: ScenarioRun, step: StepInput) -> None:
    """The table is set up: seats, clock, baffle box, dice. Defaults are as in [match]."""
    table = play.set_up.setup
    table = replace(
        table,
        mixer=step.get("mixer", table.mixer),
        tower=step.get("tower", table.tower),
        dice=step.get("dice", table.dice),
    )
    play.do(SetUpTable(play.at, table))


def game_starts(play: ScenarioRun, _step: StepInput) -> None:
    """Both sides are ready, and the next game starts."""
    for side in SIDES:
        play.do(ReadyTapped(play.at, side))


WORDS = (
    ScenarioWord(
        "assigns table",
        DIRECTOR,
        assigns_table,
        (ScenarioField("table", int, "its number"),),
        (AssignTable,),
    ),
    ScenarioWord(
        "opens match",
        DIRECTOR,
        opens_match,
        (
            ScenarioField("match_number", Count, "which of the series", "as [match]"),
            ScenarioField("points", Count, "its length", "as [match]"),
        ),
        (OpenMatch,),
    ),
    ScenarioWord(
        "sets up",
        ("director", "both"),
        sets_up,
        (
            ScenarioField(
                "mixer", Half | None, "the half nearest the baffle box, as A sees it", "as [match]"
            ),
            ScenarioField("tower", bool, "the baffle box counts its dice", "as [match]"),
            ScenarioField("dice", DicePairs, "whose dice are on the board", "as [match]"),
        ),
        (SetUpTable,),
    ),
    ScenarioWord("game starts", NOBODY, game_starts, (), (ReadyTapped,)),
)
