"""State of a club's ladder, and how a match moves its members (001, Ladder Rules).

Days are numbers as of `datetime.date.toordinal`; the current day is always passed in.

Winner and loser go at once to the places the rules give them; all others keep their order and fill
the rest. Where the text is silent: no member leaves the ladder at either end; where winner and
loser would share a place the loser gets it, because his drop is exact and a rise is a maximum
(D1-10); a place that the rules give to nobody goes to the next in order, the top too (D1-11).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.ladder_rules import DropCounting, LadderRules, MovementRules, Prize

Order = tuple[str, ...]
"""Members' ids, the top first."""


class ChallengeState(StrEnum):
    OPEN = "open"
    DISPUTED = "disputed"
    """To be played again; no member has moved (LR L46)."""
    PLAYED = "played"
    UNPLAYED = "unplayed"


@dataclass(frozen=True, slots=True)
class ClubChallenge:
    """A challenge; `number` counts from 1. `absent` could not play; None: it was just not played.
    `score` has the challenger's points first.
    """

    number: int
    season: int
    challenger: str
    challenged: str
    made_day: int
    for_day: int
    state: ChallengeState = ChallengeState.OPEN
    winner: str | None = None
    score: tuple[int, int] | None = None
    played_day: int | None = None
    absent: str | None = None

    @property
    def pair(self) -> tuple[str, str]:
        return self.challenger, self.challenged

    @property
    def is_open(self) -> bool:
        return self.state in {ChallengeState.OPEN, ChallengeState.DISPUTED}


class ChangeKind(StrEnum):
    JOINED = "joined"
    LEFT = "left"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class LadderChange:
    """Something that may have moved members in this season: one joined or left, or a challenge
    ended.
    """

    kind: ChangeKind
    member_id: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class LadderUndoable:
    """An act that took something away: its name in the roles, its row of the log, its fact, and the
    ladder before and after it.
    """

    act: str
    first: int
    fact: TournamentEvent
    before: "Ladder"
    after: "Ladder"


@dataclass(frozen=True, slots=True)
class Ladder:
    """A whole ladder. Without `rules` none is open. `season` counts from 1 and lasts from
    `first_day` to `last_day`, both included. `started` has each member's place at its start;
    `start` and `changes` lead to `order`. `confirmed` has keys of its rules that the director has
    confirmed; `final` and `prizes` are of a closed season, until the next is opened. Not part of
    the state itself: the number of its `facts`, and `undoable`, the last act that took something
    away.
    """

    ladder_id: str = ""
    name: str = ""
    rules: LadderRules | None = None
    members: Mapping[str, str] = field(default_factory=dict)
    order: Order = ()
    season: int = 0
    season_open: bool = False
    first_day: int = 0
    last_day: int = 0
    start: Order = ()
    started: Mapping[str, int] = field(default_factory=dict)
    challenges: Mapping[int, ClubChallenge] = field(default_factory=dict)
    changes: tuple[LadderChange, ...] = ()
    confirmed: frozenset[str] = frozenset()
    final: Order = ()
    prizes: Mapping[Prize, tuple[str, ...]] = field(default_factory=dict)
    facts: int = field(default=0, compare=False)
    undoable: LadderUndoable | None = field(default=None, compare=False)

    def with_challenge(self, challenge: ClubChallenge) -> "Ladder":
        return replace(self, challenges={**self.challenges, challenge.number: challenge})

    def book(self) -> LadderRules:
        """Its rules. Raises AssertionError if none is open."""
        if self.rules is None:
            raise AssertionError("no ladder is open; refuse the act before asking for its rules")
        return self.rules


NO_LADDER = Ladder()
"""Before a ladder is opened."""


# --- moves


def after_match(
    moves: MovementRules, order: Order, challenger: str, challenged: str, winner: str
) -> Order:
    """The order once the match is played."""
    loser = challenged if winner == challenger else challenger
    place = {member_id: nth for nth, member_id in enumerate(order, 1)}
    drop = moves.beaten_challenged_down if winner == challenger else moves.beaten_challenger_down
    loser_to = min(place[loser] + drop, len(order))
    if winner == challenger:
        before = moves.above_loser_counted is DropCounting.BEFORE_DROP
        ceiling = (place[loser] if before else loser_to) - moves.above_loser
        winner_to = max(place[winner] - moves.challenger_up, ceiling)
    else:
        winner_to = place[winner] - moves.challenged_up
    guarded = moves.top_by_direct_challenge and order[0] not in (challenger, challenged)
    winner_to = min(max(winner_to, 2 if guarded else 1), place[winner])
    return _placed(order, {winner: winner_to, loser: loser_to})


def after_cannot_play(moves: MovementRules, order: Order, challenged: str) -> Order:
    """The order once the challenged player could not play; the challenger has won nothing."""
    if challenged == order[0] and not moves.top_cannot_play:
        return order
    return _placed(order, {challenged: order.index(challenged) + 1 + moves.cannot_play_down})


def _placed(order: Order, places: Mapping[str, int]) -> Order:
    """Put members at these places. Of two for one place, the later named has it and the other is
    next; the ends are kept.
    """
    others = [member_id for member_id in order if member_id not in places]
    for member_id, place in sorted(places.items(), key=lambda item: item[1]):
        others.insert(place - 1, member_id)
    return tuple(others)


def order_after(ladder: Ladder, changes: Iterable[LadderChange]) -> Order:
    """The order after all of these changes, from the season's start."""
    moves, order = ladder.book().movement, ladder.start
    for change in changes:
        match change.kind:
            case ChangeKind.JOINED:
                order = (*order, change.member_id)
            case ChangeKind.LEFT:
                order = tuple(member_id for member_id in order if member_id != change.member_id)
            case _:
                order = _after(moves, order, ladder.challenges[change.number])
    return order


def _after(moves: MovementRules, order: Order, challenge: ClubChallenge) -> Order:
    if challenge.winner is not None:
        return after_match(moves, order, *challenge.pair, challenge.winner)
    if challenge.absent == challenge.challenged:
        return after_cannot_play(moves, order, challenge.challenged)
    return order


# --- queries


def open_challenges(ladder: Ladder, member_id: str | None = None) -> tuple[ClubChallenge, ...]:
    """Challenges still to be played, of one member or of all."""
    return tuple(
        each
        for each in ladder.challenges.values()
        if each.is_open and (member_id is None or member_id in each.pair)
    )


def last_day_of(ladder: Ladder, challenge: ClubChallenge) -> int:
    """The last day on which it can be played."""
    days = challenge.for_day + ladder.book().challenge.days_to_play
    return min(days, ladder.last_day)


def overdue_challenges(ladder: Ladder, day: int) -> tuple[ClubChallenge, ...]:
    """Challenges whose days are over: the director decides who could not play. A disputed match has
    no last day for its replay.
    """
    return tuple(
        each
        for each in open_challenges(ladder)
        if each.state is ChallengeState.OPEN and last_day_of(ladder, each) < day
    )


def progress(ladder: Ladder, order: Order) -> Mapping[str, int]:
    """Places that each member has risen since the season began, or since he joined."""
    return {member_id: ladder.started[member_id] - nth for nth, member_id in enumerate(order, 1)}


def matches_played(ladder: Ladder, member_id: str) -> int:
    """Matches the member has played this season."""
    return sum(
        each.state is ChallengeState.PLAYED and member_id in each.pair
        for each in ladder.challenges.values()
        if each.season == ladder.season
    )


def below_expected(ladder: Ladder) -> tuple[str, ...]:
    """Members who have played fewer matches than expected (LR L47); it has no consequence."""
    expected = ladder.book().season.matches_expected
    return tuple(
        member_id for member_id in ladder.order if matches_played(ladder, member_id) < expected
    )


def prizes_at_close(ladder: Ladder, order: Order) -> Mapping[Prize, tuple[str, ...]]:
    """Winners of the prizes that the order alone decides; the other prizes depend on the final.
    Ties for the greatest rise are all named.
    """
    risen = progress(ladder, order)
    most = max(risen.values(), default=0)
    found = {
        Prize.TOP: order[:1],
        Prize.MOST_PROGRESS: tuple(
            member_id for member_id in order if most > 0 and risen[member_id] == most
        ),
    }
    return {
        prize: member_id
        for prize, member_id in found.items()
        if prize in ladder.book().season.prizes
    }
