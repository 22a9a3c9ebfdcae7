"""Before play: the match opened, the table set up, the sides ready."""

from dataclasses import replace

from kiosk.rules.start import AssignTable, OpenMatch, ReadyTapped, SetUpTable
from kiosk.rules.table import DicePairs, Half
from kiosk.rules.units import SIDES
from kiosk.scenario.play import Misfit, Play
from kiosk.scenario.values import Count
from kiosk.scenario.word import DIRECTOR, NOBODY, Field, Said, Word


def assigns_table(play: Play, said: Said) -> None:
    """Gives this table its number."""
    play.do(AssignTable(play.at, said.get("table"), "e1"))


def opens_match(play: Play, said: Said) -> None:
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


def sets_up(play: Play, said: Said) -> None:
    """The table is set up: seats, clock, baffle box, dice. What is left out is as [match] says."""
    table = play.set_up.setup
    table = replace(
        table,
        mixer=said.get("mixer", table.mixer),
        tower=said.get("tower", table.tower),
        dice=said.get("dice", table.dice),
    )
    play.do(SetUpTable(play.at, table))


def game_starts(play: Play, _said: Said) -> None:
    """Both sides are ready, and the next game starts."""
    for side in SIDES:
        play.do(ReadyTapped(play.at, side))


WORDS = (
    Word(
        "assigns table",
        DIRECTOR,
        assigns_table,
        (Field("table", int, "its number"),),
        (AssignTable,),
    ),
    Word(
        "opens match",
        DIRECTOR,
        opens_match,
        (
            Field("match_number", Count, "which of the series", "as [match]"),
            Field("points", Count, "its length", "as [match]"),
        ),
        (OpenMatch,),
    ),
    Word(
        "sets up",
        ("director", "both"),
        sets_up,
        (
            Field(
                "mixer", Half | None, "the half nearest the baffle box, as A sees it", "as [match]"
            ),
            Field("tower", bool, "the baffle box counts its dice", "as [match]"),
            Field("dice", DicePairs, "whose dice are on the board", "as [match]"),
        ),
        (SetUpTable,),
    ),
    Word("game starts", NOBODY, game_starts, (), (ReadyTapped,)),
)
