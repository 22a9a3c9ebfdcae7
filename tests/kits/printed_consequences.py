"""What acts take away, printed: each wording, of an event in which two semi-finals are over, and of
a ladder.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from kiosk.catalogue.consequences import consequence_words
from kiosk.catalogue.ladder_consequences import ladder_consequence_words
from kiosk.catalogue.text import Text
from kiosk.tournament import consequences as c
from kiosk.tournament import ladder_consequences as ladders
from kiosk.tournament.bracket import PairingResult
from kiosk.tournament.ladder import ChallengeState
from kits.ladder_facts_kit import every_fact
from kits.tournament_kit import PROGRESSIVE, drawn, key


class Says(Protocol):
    def say(self, told: Text | str) -> str: ...


def print_consequences(page: Says) -> Iterator[str]:
    desk = drawn(4)
    at, sides, event = key("main-1-1"), ("e1", "e2"), desk.tournament
    played = PROGRESSIVE.rounds[0]
    every: tuple[c.Consequence, ...] = (
        c.CallEnds(at, sides, 3, "begun"),
        c.CallEnds(at, sides, 3, "not begun"),
        c.TableChanges(at, sides, 3, 4),
        c.PutOffEnds(at, sides, "begun"),
        c.PutOffEnds(at, sides, "not begun"),
        c.MatchTurned(at, "main/main-1-1/1"),
        c.ResultVoid(at, sides, "e1"),
        c.ResultVoid(at, sides, None),
        c.ResultChanges(at, sides, PairingResult("e1"), PairingResult("e2")),
        c.ResultChanges(at, sides, PairingResult("e1"), PairingResult("e1", score=(11, 9))),
        c.ResultChanges(at, sides, PairingResult("e1", score=(11, 9)), PairingResult("e1")),
        c.SeriesVoid(at, sides, 1),
        c.SeriesVoid(at, sides, 2),
        c.PlaceChanges(at, "e1", "e3"),
        *(c.PlaceChanges(key(name), "e1", None) for name in ("main-2-1", "consolation-1-1")),
        c.PairingGone(at, sides),
        c.DecidedUnplayed(at, sides, "e1"),
        c.DecidedUnplayed(at, sides, None),
        c.PlaysNoMore("e1"),
        c.EntryLeaves("main", "e1"),
        c.DivisionGone("main", 4),
        c.DrawGone("main", 1, published=True),
        c.DrawGone("main", 1, published=False),
        c.LatePlacesClose("main", 2),
        *(
            c.RoundChanges("main", name, 1, played, replace(played, length=5))
            for name in ("last-chance", "swiss", "groups", "swing", "plate")
        ),
        c.RoundChanges("main", "main", 1, played, replace(played, best_of=3)),
        c.DateVoid(at, sides),
        c.TableRemoved(5),
    )
    for each in every:
        yield from (
            f"{type(each).__name__}: {page.say(words)}"
            for words in consequence_words(event, (each,), {"begun": (7, 5)})
        )
    many = tuple(c.TableRemoved(number) for number in range(1, 15))
    yield page.say(consequence_words(event, many, {})[-1])
    yield from _of_ladder(page)


def _of_ladder(page: Says) -> Iterator[str]:
    """One on which d beat c."""
    ladder = every_fact().state
    played = next(each for each in ladder.challenges.values() if each.winner == "d")
    every: tuple[ladders.LadderConsequence, ...] = (
        ladders.LeavesLadder("a", 4),
        ladders.FallsOnLadder("a", 1, 4),
        ladders.ChallengeGone(("a", "c")),
        ladders.ChallengeEndChanges(played, replace(played, winner="c")),
        ladders.ChallengeEndChanges(played, replace(played, score=(7, 6))),
        ladders.ChallengeEndChanges(
            played, replace(played, state=ChallengeState.DISPUTED, winner=None)
        ),
        ladders.ChallengeEndChanges(
            replace(played, state=ChallengeState.UNPLAYED, winner=None), played
        ),
        ladders.SeasonEnds(1),
        ladders.SeasonGone(2),
        ladders.FinalGone(1),
    )
    for each in every:
        (words,) = ladder_consequence_words(ladder, (each,))
        yield f"{type(each).__name__}: {page.say(words)}"
