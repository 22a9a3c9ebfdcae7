"""Before play: the match opened, the table set up, the sides ready."""

from dataclasses import replace

from kiosk.rules.start import AssignTable, OpenMatch, ReadyTapped, SetUpTable
from kiosk.rules.table import DicePairs, Half
from kiosk.rules.units import SIDES
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.values import Count
from kiosk.scenario.word import DIRECTOR, NOBODY, ScenarioField, ScenarioWord, StepInput


def assigns_table(play: ScenarioRun, said: StepInput) -> None:
    """Gives this table its number."""
    play.do(AssignTable(play.at, said.get("table"), "e1"))


def opens_match(play: ScenarioRun, said: StepInput) -> None:
    """Opens the match that [match] describes, under the scenario's profile, or the next one of its
    series; during a dispute that nobody can settle, the match that replaces it. The table stays as
    it is set up until somebody sets it up anew.
    """
    opening = replace(play.opening, at=play.at)
    if "points" in said.fields:
        opening = replace(opening, format=replace(opening.format, points=said.get("points")))
    number = said.get("match_number")
    if number is not None:
        if opening.series is None:
            raise Misfit("there is no series; say best_of in [match]")
        opening = replace(
            opening,
            match_id=f"m{number}",
            series=replace(opening.series, number=number),
        )
    play.do(opening)


def sets_up(play: ScenarioRun, said: StepInput) -> None:
    """The table is set up: seats, clock, baffle box, dice. What is left out is as [match] says."""
    table = play.set_up.setup
    table = replace(
        table,
        mixer=said.get("mixer", table.mixer),
        tower=said.get("tower", table.tower),
        dice=said.get("dice", table.dice),
    )
    play.do(SetUpTable(play.at, table))


def game_starts(play: ScenarioRun, _said: StepInput) -> None:
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
