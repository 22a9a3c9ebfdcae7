"""The acts on a ladder in words, fact by fact, as listed in "who did what"."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kiosk.catalogue.ladder import member_name, pair_name
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.ladder import Ladder
from kiosk.tournament.ladder_challenges import (
    ChallengeMade,
    ChallengeUnplayed,
    LadderResultCorrected,
    LadderResultDisputed,
    LadderResultTaken,
)
from kiosk.tournament.ladder_confirming import LadderConfirmed
from kiosk.tournament.ladder_season import (
    LadderJoined,
    LadderLeft,
    LadderOpened,
    SeasonClosed,
    SeasonOpened,
)
from kiosk.tournament.ladder_undoing import LadderActUndone, undoable_act

Words = Callable[[Ladder, Any], Text]
"""Formats a fact, given the ladder before it."""


def _pair(before: Ladder, fact: Any) -> Text:
    return pair_name(before, fact.challenge.pair)


def _score(fact: Any) -> str:
    return " – ".join(map(str, fact.challenge.score or ()))


def _result(before: Ladder, fact: LadderResultTaken) -> Text:
    winner = member_name(before, fact.challenge.winner)
    pair = _pair(before, fact)
    return text("{who}: {winner} won, {score}.", who=pair, winner=winner, score=_score(fact))


def _corrected(before: Ladder, fact: LadderResultCorrected) -> Text:
    if fact.challenge.winner is None:
        return text("{who}: has no result any more.", who=_pair(before, fact))
    return text(
        "{who}: the result is corrected; {winner} advances.",
        who=_pair(before, fact),
        winner=member_name(before, fact.challenge.winner),
    )


def _challenge_made(before: Ladder, fact: ChallengeMade) -> Text:
    one, other = (member_name(before, member) for member in fact.challenge.pair)
    return text("{one} challenged {other}.", one=one, other=other)


def _undone(before: Ladder, fact: LadderActUndone) -> Text:
    act = undoable_act(before, fact.first)
    if act is None or isinstance(act.fact, LadderActUndone):
        return text("Something has been undone.")
    return text("Undone: {words}", words=_WORDS[type(act.fact)](act.before, act.fact))


_WORDS: Mapping[type[TournamentEvent], Words] = MappingProxyType(
    {
        LadderOpened: lambda _before, _fact: text("The ladder was opened."),
        LadderConfirmed: lambda _before, _fact: text("What the rules leave open was confirmed."),
        SeasonOpened: lambda _before, _fact: text("A season was opened."),
        SeasonClosed: lambda _before, _fact: text("The season was closed."),
        LadderJoined: lambda _before, fact: text(
            "{name} is on the ladder.", name=isolated(fact.member.name)
        ),
        LadderLeft: lambda before, fact: text(
            "{name} left.", name=member_name(before, fact.member_id)
        ),
        ChallengeMade: _challenge_made,
        LadderResultTaken: _result,
        ChallengeUnplayed: lambda before, fact: text("{who}: not played.", who=_pair(before, fact)),
        LadderResultDisputed: lambda before, fact: text(
            "{who}: disputed, to be played again.", who=_pair(before, fact)
        ),
        LadderResultCorrected: _corrected,
        LadderActUndone: _undone,
    }
)


def ladder_fact_words(before: Ladder, fact: TournamentEvent) -> Text:
    """What a fact did, in a sentence, with the ladder's name."""
    name = before.name or getattr(fact, "name", "")
    words = _WORDS[type(fact)](before, fact)
    return text("{name}: {words}", name=isolated(name), words=words)
