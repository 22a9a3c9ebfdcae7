"""What an act on a ladder takes away: a comparison of the ladder before and after it.

No act is known here, as for an event (`consequences.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.tournament.ladder import ChallengeState, ClubChallenge, Ladder


@dataclass(frozen=True, slots=True)
class LeavesLadder:
    """A member leaves, from `place`, counted from 1."""

    member_id: str
    place: int


@dataclass(frozen=True, slots=True)
class FallsOnLadder:
    """A member falls to a lower place, both counted from 1."""

    member_id: str
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class ChallengeGone:
    """These two have no challenge to play any more, and no result."""

    pair: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChallengeEndChanges:
    """The end of a challenge counts no more, or differently; as it was and as it is."""

    was: ClubChallenge
    now: ClubChallenge | None


@dataclass(frozen=True, slots=True)
class SeasonEnds:
    """No more challenges and corrections in this season."""

    season: int


@dataclass(frozen=True, slots=True)
class SeasonGone:
    """A season that was open is removed, as if it had never been."""

    season: int


@dataclass(frozen=True, slots=True)
class FinalGone:
    """The finalists of a season, and its prizes, are shown no more."""

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
    """What is taken away between the two states: members who leave first, then matches, then
    places.
    """
    return (
        *(
            LeavesLadder(member_id, was)
            for member_id, was, now in _places(before, after)
            if now is None
        ),
        *_seasons(before, after),
        *_challenges(before, after),
        *(
            FallsOnLadder(member_id, was, now)
            for member_id, was, now in _places(before, after)
            if now is not None and now > was
        ),
    )


def _places(before: Ladder, after: Ladder) -> Iterator[tuple[str, int, int | None]]:
    """Every member from the top, with the place before and after; None: not on the ladder."""
    there = {member_id: nth for nth, member_id in enumerate(after.order, 1)}
    for nth, member_id in enumerate(before.order, 1):
        yield member_id, nth, there.get(member_id)


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
