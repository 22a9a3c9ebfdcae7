"""Challenges on a ladder: made, played or not, disputed, corrected (001, Ladder Rules)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.ladder import (
    ChallengeState,
    ChangeKind,
    ClubChallenge,
    Ladder,
    LadderChange,
    Order,
    last_day_of,
    open_challenges,
    order_after,
)
from kiosk.tournament.ladder_season import no_season
from kiosk.tournament.outcome import Contest, MatchEnding, unfit_ending

Asked = tuple[bool, TournamentReason, str]
"""Whether the objection holds, its reason, and what it is about."""


@dataclass(frozen=True, slots=True)
class MakeChallenge(TournamentCommand):
    """Made today, `day`, to be played from `for_day` on; the challenged player is available (LR
    L48).
    """

    day: int
    challenger: str
    challenged: str
    for_day: int


@dataclass(frozen=True, slots=True)
class TakeLadderResult(TournamentCommand):
    """`score` has the challenger's points first. The winner reports (LR L44). `why`: the reason it
    counts although the days to play it were over.
    """

    number: int
    winner: str
    score: tuple[int, int]
    played_day: int
    day: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class EndUnplayed(TournamentCommand):
    """`absent` can't play within the days; None: they are over and neither is at fault."""

    number: int
    absent: str | None
    day: int
    why: str


@dataclass(frozen=True, slots=True)
class DisputeLadderResult(TournamentCommand):
    """The dispute can't be settled: nobody moves until the match is replayed (LR L46)."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class CorrectLadderResult(TournamentCommand):
    """Correct a result. `winner` None: it is disputed, and replayed. The order becomes what it
    would be, had this been known from the start (convention).
    """

    number: int
    winner: str | None
    score: tuple[int, int] | None
    why: str


@dataclass(frozen=True, slots=True)
class ChallengeMade(TournamentEvent):
    challenge: ClubChallenge


@dataclass(frozen=True, slots=True)
class LadderResultTaken(TournamentEvent):
    challenge: ClubChallenge
    order: Order
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChallengeUnplayed(TournamentEvent):
    challenge: ClubChallenge
    order: Order
    why: str


@dataclass(frozen=True, slots=True)
class LadderResultDisputed(TournamentEvent):
    challenge: ClubChallenge
    why: str


@dataclass(frozen=True, slots=True)
class LadderResultCorrected(TournamentEvent):
    challenge: ClubChallenge
    order: Order
    why: str


# --- made


def refuse_challenge(ladder: Ladder, command: MakeChallenge) -> Against:
    pair = command.challenger, command.challenged
    strange = [member_id for member_id in pair if member_id not in ladder.order]
    if strange or not ladder.season_open:
        return (
            *no_season(ladder),
            *(
                Objection(TournamentReason.UNKNOWN, member_id)
                for member_id in dict.fromkeys(strange)
            ),
        )
    rules = ladder.book().challenge
    return objections(
        (pair[0] == pair[1], TournamentReason.BAD_VALUE, pair[0]),
        *_out_of_season(ladder, command),
        (
            command.for_day != command.day and not rules.prebooked,
            TournamentReason.TOO_EARLY,
            "for_day",
        ),
        *_out_of_reach(ladder, command),
        *(
            limit
            for member_id in dict.fromkeys(pair)
            for limit in _limits(ladder, member_id, command.day)
        ),
        (_met_lately(ladder, command), TournamentReason.TOO_SOON, pair[1]),
    )


def _out_of_season(ladder: Ladder, command: MakeChallenge) -> Iterator[Asked]:
    """Objections: it must be made in the season, and played in what is left of it."""
    days = ladder.first_day, ladder.last_day
    today, _, about = out_of_range("day", command.day, *days)
    yield today, TournamentReason.OUT_OF_SEASON, about
    then, _, about = out_of_range("for_day", command.for_day, max(command.day, days[0]), days[1])
    yield then and not today, TournamentReason.OUT_OF_SEASON, about


def _out_of_reach(ladder: Ladder, command: MakeChallenge) -> Iterator[Asked]:
    rules = ladder.book().challenge
    up = ladder.order.index(command.challenger) - ladder.order.index(command.challenged)
    yield (
        bool(rules.places_up) and up > rules.places_up,
        TournamentReason.TOO_FAR,
        command.challenged,
    )
    yield up < 0 and not rules.downward, TournamentReason.TOO_FAR, command.challenged


def _limits(ladder: Ladder, member_id: str, day: int) -> Iterator[Asked]:
    """Objections by both limits: challenges at a time, and challenges a day, made or received (LR
    L56, L59).
    """
    rules = ladder.book().challenge
    open_now = len(open_challenges(ladder, member_id))
    today = [each for each in ladder.challenges.values() if member_id in each.pair]
    today = [each for each in today if each.made_day == day]
    yield open_now >= rules.open_at_once, TournamentReason.CHALLENGE_OPEN, member_id
    yield len(today) >= rules.made_or_received_a_day, TournamentReason.CHALLENGED_TODAY, member_id


def _met_lately(ladder: Ladder, command: MakeChallenge) -> bool:
    """Whether these two played each other too few days ago, in the last season too (LR L49)."""
    pair = {command.challenger, command.challenged}
    return any(
        each.played_day is not None
        and set(each.pair) == pair
        and command.for_day - each.played_day < ladder.book().challenge.days_between
        for each in ladder.challenges.values()
    )


def make_challenge(ladder: Ladder, command: MakeChallenge) -> tuple[TournamentEvent, ...]:
    challenge = ClubChallenge(
        len(ladder.challenges) + 1,
        ladder.season,
        command.challenger,
        command.challenged,
        command.day,
        command.for_day,
    )
    return (ChallengeMade(command.at_ms, command.by, challenge),)


# --- played, or not


def refuse_result(ladder: Ladder, command: TakeLadderResult) -> Against:
    here = ladder.challenges.get(command.number)
    if here is None or not here.is_open:
        return _not_open(here, command.number)
    again = here.state is ChallengeState.DISPUTED
    late = not again and command.played_day > last_day_of(ladder, here)
    until = min(command.day, ladder.last_day)
    in_time = here.for_day <= command.played_day <= until
    days = here.for_day, max(here.for_day, until)
    _, unfit, about = out_of_range("played_day", command.played_day, *days)
    return (
        *objections(
            (not in_time, unfit, about),
            (late and not command.why.strip(), TournamentReason.TOO_LATE, str(command.number)),
        ),
        *_unfit_score(ladder, here, command.winner, command.score, again),
    )


def _not_open(here: ClubChallenge | None, number: int) -> Against:
    return (
        Objection(TournamentReason.UNKNOWN if here is None else TournamentReason.OVER, str(number)),
    )


def _unfit_score(
    ladder: Ladder, here: ClubChallenge, winner: str, score: tuple[int, int], again: bool
) -> Against:
    """Objections to a score that no match can end with (`outcome.py`)."""
    if winner not in here.pair:
        return (Objection(TournamentReason.UNKNOWN, winner),)
    rules = ladder.book()
    points = rules.dispute.replay_points if again else rules.challenge.match_points
    return unfit_ending(Contest(points), MatchEnding(score, 0 if winner == here.challenger else 1))


def take_result(ladder: Ladder, command: TakeLadderResult) -> tuple[TournamentEvent, ...]:
    ended = replace(
        ladder.challenges[command.number],
        state=ChallengeState.PLAYED,
        winner=command.winner,
        score=command.score,
        played_day=command.played_day,
    )
    order = _order_with(ladder, ended)
    return (LadderResultTaken(command.at_ms, command.by, ended, order, command.why),)


def _order_with(ladder: Ladder, challenge: ClubChallenge) -> Order:
    """The order once the challenge has ended like this, at its former place among the changes if it
    had ended before.
    """
    after = ladder.with_challenge(challenge)
    return order_after(after, _changes_with(ladder, challenge))


def _changes_with(ladder: Ladder, challenge: ClubChallenge) -> tuple[LadderChange, ...]:
    this = LadderChange(ChangeKind.ENDED, number=challenge.number)
    if challenge.is_open:
        return tuple(each for each in ladder.changes if each != this)
    return ladder.changes if this in ladder.changes else (*ladder.changes, this)


def refuse_unplayed(ladder: Ladder, command: EndUnplayed) -> Against:
    """The challenged player may announce early that he can't play; that nobody is at fault, only
    once it is late.
    """
    here = ladder.challenges.get(command.number)
    if here is None or not here.is_open:
        return _not_open(here, command.number)
    left = here.state is ChallengeState.OPEN and command.day <= last_day_of(ladder, here)
    return objections(
        (command.absent not in (None, *here.pair), TournamentReason.UNKNOWN, f"{command.absent}"),
        (command.absent is None and left, TournamentReason.TOO_EARLY, str(command.number)),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def end_unplayed(ladder: Ladder, command: EndUnplayed) -> tuple[TournamentEvent, ...]:
    """A challenger who can't play loses only his challenge (convention: LR is silent)."""
    here = ladder.challenges[command.number]
    ended = replace(here, state=ChallengeState.UNPLAYED, absent=command.absent)
    order = _order_with(ladder, ended)
    return (ChallengeUnplayed(command.at_ms, command.by, ended, order, command.why),)


# --- disputed, corrected


def refuse_dispute(ladder: Ladder, command: DisputeLadderResult) -> Against:
    here = ladder.challenges.get(command.number)
    if here is None or here.state is not ChallengeState.OPEN:
        return _not_open(here, command.number)
    return objections((not command.why.strip(), TournamentReason.WHY_MISSING, "why"))


def dispute(ladder: Ladder, command: DisputeLadderResult) -> tuple[TournamentEvent, ...]:
    disputed = replace(ladder.challenges[command.number], state=ChallengeState.DISPUTED)
    return (LadderResultDisputed(command.at_ms, command.by, disputed, command.why),)


def refuse_correction(ladder: Ladder, command: CorrectLadderResult) -> Against:
    here = ladder.challenges.get(command.number)
    if here is None:
        return _not_open(here, command.number)
    gone = [member_id for member_id in here.pair if member_id not in ladder.order]
    past = here.season != ladder.season or not ladder.season_open
    return (
        *objections(
            (here.is_open, TournamentReason.NOT_OVER, str(command.number)),
            (past, TournamentReason.OUT_OF_SEASON, str(command.number)),
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
            (
                (command.winner is None) != (command.score is None),
                TournamentReason.BAD_VALUE,
                "score",
            ),
            *((command.winner is None, TournamentReason.GONE, member_id) for member_id in gone),
        ),
        *(
            _unfit_score(ladder, here, command.winner, command.score, again=False)
            if command.winner is not None and command.score is not None
            else ()
        ),
    )


def correct(ladder: Ladder, command: CorrectLadderResult) -> tuple[TournamentEvent, ...]:
    here = ladder.challenges[command.number]
    if command.winner is None:
        right = replace(
            here,
            state=ChallengeState.DISPUTED,
            winner=None,
            score=None,
            played_day=None,
            absent=None,
        )
    else:
        right = replace(
            here,
            state=ChallengeState.PLAYED,
            winner=command.winner,
            score=command.score,
            played_day=here.for_day if here.played_day is None else here.played_day,
            absent=None,
        )
    order = _order_with(ladder, right)
    return (LadderResultCorrected(command.at_ms, command.by, right, order, command.why),)


# --- facts


def apply_challenge(ladder: Ladder, event: ChallengeMade | LadderResultDisputed) -> Ladder:
    return ladder.with_challenge(event.challenge)


def apply_ended(
    ladder: Ladder, event: LadderResultTaken | ChallengeUnplayed | LadderResultCorrected
) -> Ladder:
    changes = _changes_with(ladder, event.challenge)
    return replace(ladder.with_challenge(event.challenge), order=event.order, changes=changes)


ACTS = (
    TournamentAct(MakeChallenge, refuse_challenge, make_challenge),
    TournamentAct(TakeLadderResult, refuse_result, take_result),
    TournamentAct(EndUnplayed, refuse_unplayed, end_unplayed),
    TournamentAct(DisputeLadderResult, refuse_dispute, dispute),
    TournamentAct(CorrectLadderResult, refuse_correction, correct),
)
FACTS = (
    TournamentFact(ChallengeMade, apply_challenge),
    TournamentFact(LadderResultTaken, apply_ended),
    TournamentFact(ChallengeUnplayed, apply_ended),
    TournamentFact(LadderResultDisputed, apply_challenge),
    TournamentFact(LadderResultCorrected, apply_ended),
)
