"""The consequences of a ladder's act for people, in words: their names, from which place."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from kiosk.catalogue.consequences import at_most_twelve
from kiosk.catalogue.ladder import member_name, pair_name
from kiosk.catalogue.text import Text, text
from kiosk.tournament.ladder import ChallengeState, Ladder
from kiosk.tournament.ladder_consequences import (
    ChallengeEndChanges,
    ChallengeGone,
    FallsOnLadder,
    FinalGone,
    LadderConsequence,
    LeavesLadder,
    SeasonEnds,
    SeasonGone,
)

Words = Callable[[Ladder, Any], Text]
"""Formats a consequence, given the ladder before the act."""


def ladder_consequence_words(
    before: Ladder, found: Iterable[LadderConsequence]
) -> tuple[Text, ...]:
    """A sentence for each, at most twelve, then the number of the rest."""
    return at_most_twelve(_WORDS[type(each)](before, each) for each in found)


def _end_changes(before: Ladder, each: ChallengeEndChanges) -> Text:
    players, was, now = pair_name(before, each.was.pair), each.was, each.now
    if was.state is not ChallengeState.PLAYED:
        return text("{who}: the ruling that it was not played no longer counts.", who=players)
    winner = member_name(before, was.winner)
    if now is None or now.state is not ChallengeState.PLAYED:
        return text(
            "{who}: the result no longer counts; {winner} had won.", who=players, winner=winner
        )
    if now.winner != was.winner:
        other = member_name(before, now.winner)
        return text("{who}: {now} has won, not {was}.", who=players, now=other, was=winner)
    score = " – ".join(map(str, now.score or ()))
    return text("{who}: the score becomes {score}.", who=players, score=score)


_WORDS: Mapping[type[Any], Words] = MappingProxyType(
    {
        LeavesLadder: lambda before, each: text(
            "{name} leaves the ladder, from place {place}.",
            name=member_name(before, each.member_id),
            place=each.place,
        ),
        FallsOnLadder: lambda before, each: text(
            "{name} falls from place {was} to place {now}.",
            name=member_name(before, each.member_id),
            was=each.was,
            now=each.now,
        ),
        ChallengeGone: lambda before, each: text(
            "{who}: their challenge ends and is not played.", who=pair_name(before, each.pair)
        ),
        ChallengeEndChanges: _end_changes,
        SeasonEnds: lambda _before, each: text(
            "Season {number} ends: no challenge can be made and no result corrected in it.",
            number=each.season,
        ),
        SeasonGone: lambda _before, each: text(
            "Season {number} is no longer open.", number=each.season
        ),
        FinalGone: lambda _before, each: text(
            "The final and the prizes of season {number} are no longer shown.", number=each.season
        ),
    }
)
