"""The event's calls: a match comes to the table, leaves it, goes on at another one."""

from kiosk.rules.assignment import HandOverOrdered, MatchAssigned, MatchWithdrawn, TakeOverOrdered
from kiosk.rules.units import Nanos
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import DIRECTOR, ScenarioField, ScenarioWord, StepInput

_BY = "director:Ola"
_WHY = "the event's call"


def calls_match(play: ScenarioRun, step: StepInput) -> None:
    """Calls the match that [match] describes to this table, whose players are awaited."""
    new = play.opening
    play.do(
        MatchAssigned(
            play.at,
            play.match.match_id,
            _BY,
            _WHY,
            new.match_id,
            new.event_id,
            new.table,
            new.series,
            new.format,
            new.sides,
            new.profile,
            new.profile_hash,
            step.get("starts_in", Nanos(0)),
        )
    )


def takes_match_away(play: ScenarioRun, _step: StepInput) -> None:
    """The match is not played on at this table."""
    play.do(MatchWithdrawn(play.at, play.match.match_id, _BY, _WHY))


def moves_match(play: ScenarioRun, _step: StepInput) -> None:
    """The match goes on at another table, as it stands; the scenario continues there."""
    named, state = play.match.match_id, play.match
    play.do(HandOverOrdered(play.at, named, _BY, _WHY, "j1", 1, "0" * 64, "j2"))
    play.do(TakeOverOrdered(play.at, named, _BY, _WHY, "j1", 2, "0" * 64, "j2", state, play.at))


WORDS = (
    ScenarioWord(
        "calls match",
        DIRECTOR,
        calls_match,
        (ScenarioField("starts_in", Nanos, "how long until it begins", "now"),),
        (MatchAssigned,),
    ),
    ScenarioWord("takes match away", DIRECTOR, takes_match_away, (), (MatchWithdrawn,)),
    ScenarioWord("moves match", DIRECTOR, moves_match, (), (HandOverOrdered, TakeOverOrdered)),
)
