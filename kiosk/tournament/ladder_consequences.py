"""What an act on a ladder takes from people: the ladder before it and after it, compared.

Nothing here knows an act, as for an event (`consequences.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.tournament.ladder import ChallengeState, ClubChallenge, Ladder


@dataclass(frozen=True, slots=True)
class LeavesLadder:
    """From `place`, counted from 1."""

    member_id: str
    place: int


@dataclass(frozen=True, slots=True)
class FallsOnLadder:
    """From a place to a lower one, both counted from 1."""

    member_id: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class ChallengeGone:
    """These two have no challenge to play any more; it has no result either."""

    pair: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChallengeEndChanges:
    """How a challenge ended counts no more, or otherwise; both as it was and as it is."""

    was: ClubChallenge
    now: ClubChallenge | None


@dataclass(frozen=True, slots=True)
class SeasonEnds:
    """Challenges are made and results corrected in it no more."""

    season: int


@dataclass(frozen=True, slots=True)
class SeasonGone:
    """A season that was open, and has never been."""

    season: int


@dataclass(frozen=True, slots=True)
class FinalGone:
    """Those who play a season's final, and its prizes, are shown no more."""

    season: int


LadderConsequence = (
    LeavesLadder
    | FallsOnLadder
    | ChallengeGone
    | ChallengeEndChanges
    | SeasonEnds
    | SeasonGone
    | FinalGone
)


def ladder_consequences(before: Ladder, after: Ladder) -> tuple[LadderConsequence, ...]:
    """What is taken from whom between the two: who leaves first, then matches, then places."""
    return (
        *(LeavesLadder(who, was) for who, was, now in _places(before, after) if now is None),
        *_seasons(before, after),
        *_challenges(before, after),
        *(
            FallsOnLadder(who, was, now)
            for who, was, now in _places(before, after)
            if now is not None and now > was
        ),
    )


def _places(before: Ladder, after: Ladder) -> Iterator[tuple[str, int, int | None]]:
    """Everybody, from the top, where they were and where they are; None: not on it."""
    there = {who: nth for nth, who in enumerate(after.order, 1)}
    for nth, who in enumerate(before.order, 1):
        yield who, nth, there.get(who)


def _seasons(before: Ladder, after: Ladder) -> Iterator[LadderConsequence]:
    if after.season < before.season:
        yield SeasonGone(before.season)
    elif before.season_open and not after.season_open:
        yield SeasonEnds(before.season)
    if (before.final or before.prizes) and not (after.final or after.prizes):
        yield FinalGone(before.season)


def _challenges(before: Ladder, after: Ladder) -> Iterator[LadderConsequence]:
    for number, was in before.challenges.items():
        now = after.challenges.get(number)
        if was.is_open:
            if now is None or now.state is ChallengeState.UNPLAYED:
                yield ChallengeGone(was.pair)
        elif now is None or _end(now) != _end(was):
            yield ChallengeEndChanges(was, now)


def _end(challenge: ClubChallenge) -> tuple[object, ...]:
    return challenge.state, challenge.winner, challenge.score, challenge.absent
