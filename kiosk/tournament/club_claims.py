"""Claims of a match in a club's round and the Chairman's ruling; replay of a match whose dispute
could not be settled (001, Tournament Rules 4, 5 and 15).
"""

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
from kiosk.tournament.bracket import Cause, PairingResult, PairingState
from kiosk.tournament.calls import without_call
from kiosk.tournament.club_rounds import (
    DAY_MINUTES,
    LAST_DAY,
    ClaimGround,
    ClubRoundRules,
    DateSlot,
    MatchClaim,
    PairingDates,
    has_offered,
)
from kiosk.tournament.results import PairingDecided, Reopen, reopen
from kiosk.tournament.round_dates import not_dated, not_open, require_dated, with_dated
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import PairingKey, Tournament


@dataclass(frozen=True, slots=True)
class ClaimMatch(TournamentCommand):
    """`claimant` claims the match; `now` is the time of the claim."""

    key: PairingKey
    claimant: str
    ground: ClaimGround
    now: DateSlot
    why: str


@dataclass(frozen=True, slots=True)
class RuleOnClaim(TournamentCommand):
    """The Chairman's ruling. If granted, the match is a walk-over for the claimant."""

    key: PairingKey
    granted: bool
    why: str


@dataclass(frozen=True, slots=True)
class PlayAgain(TournamentCommand):
    """Replay a match whose dispute could not be settled: the match played does not count, and the
    players meet again to as many points as the rules say, with a Committee member beside them
    (TR15).
    """

    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class MatchClaimed(TournamentEvent):
    key: PairingKey
    claim: MatchClaim
    now: DateSlot

    @property
    def why(self) -> str:
        return self.claim.why


@dataclass(frozen=True, slots=True)
class ClaimRuled(TournamentEvent):
    """If granted, a PairingDecided follows."""

    key: PairingKey
    claimant: str
    granted: bool
    why: str


@dataclass(frozen=True, slots=True)
class PlayedAgain(TournamentEvent):
    """The match is played again to this many points; its result, if any, was taken back before."""

    key: PairingKey
    points: int
    why: str


def refuse_claim(tournament: Tournament, command: ClaimMatch) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    rules, here = require_dated(tournament, command.key)
    waits = here.claim is not None and here.claim.granted is None
    return (
        *objections(
            (command.claimant not in here.pair, TournamentReason.UNKNOWN, command.claimant),
            (waits, TournamentReason.CLAIMED, str(command.key)),
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
        ),
        *_no_ground(rules, here, command),
    )


def _no_ground(rules: ClubRoundRules, here: PairingDates, command: ClaimMatch) -> Against:
    """Objections to the claim from the record; only people know who was at fault."""
    name, now, at = str(command.key), command.now, here.arranged
    odd = objections(
        out_of_range("minute", now.minute, 0, DAY_MINUTES - 1),
        (not 1 <= now.day <= LAST_DAY, TournamentReason.BAD_VALUE, f"{now.day}"),
    )
    if odd:
        return odd
    match command.ground:
        case ClaimGround.LATE:
            if at is None:
                return (Objection(TournamentReason.NOT_ARRANGED, name),)
            waited = (now.day - at.day) * DAY_MINUTES + now.minute - at.minute
            return objections((waited <= rules.late_min, TournamentReason.NOT_LATE, f"{waited}"))
        case ClaimGround.NOT_OFFERED:
            far = here.last_day - now.day > rules.notice_days
            return objections(
                (
                    command.claimant == here.challenger,
                    TournamentReason.HIS_TO_ARRANGE,
                    command.claimant,
                ),
                (has_offered(rules, here), TournamentReason.ENOUGH_OFFERED, here.challenger),
                (at is not None, TournamentReason.ARRANGED, name),
                (far, TournamentReason.TOO_EARLY, name),
            )
        case _:
            return objections((now.day <= here.last_day, TournamentReason.TOO_EARLY, name))


def claim(_tournament: Tournament, command: ClaimMatch) -> tuple[TournamentEvent, ...]:
    claimed = MatchClaim(command.claimant, command.ground, command.why)
    return (MatchClaimed(command.at_ms, command.by, command.key, claimed, command.now),)


def refuse_ruling(tournament: Tournament, command: RuleOnClaim) -> Against:
    against = not_open(tournament, command.key)
    if against:
        return against
    _rules, here = require_dated(tournament, command.key)
    none = here.claim is None or here.claim.granted is not None
    return objections(
        (none, TournamentReason.NO_CLAIM, str(command.key)),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def rule(tournament: Tournament, command: RuleOnClaim) -> tuple[TournamentEvent, ...]:
    _rules, here = require_dated(tournament, command.key)
    if here.claim is None:
        raise AssertionError("nobody claims it: refuse the act before")
    at, key, why, claimant = (command.at_ms, command.by), command.key, command.why, here.claim.by
    ruled = ClaimRuled(*at, key, claimant, command.granted, why)
    if not command.granted:
        return (ruled,)
    return ruled, PairingDecided(*at, key, PairingResult(claimant, Cause.WALK_OVER), why)


def refuse_replay(tournament: Tournament, command: PlayAgain) -> Against:
    """An entry that plays no more can't replay."""
    against = not_dated(tournament, command.key)
    if against:
        return against
    here, name = stand_of(tournament, command.key), str(command.key)
    decided = command.key in tournament.results
    open_ = here is not None and here.state is PairingState.READY
    gone = [each for each in (here and here.players) or () if each in tournament.gone]
    return objections(
        (not (decided or open_), TournamentReason.NOT_READY, name),
        *((True, TournamentReason.GONE, each) for each in gone),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def play_again(tournament: Tournament, command: PlayAgain) -> tuple[TournamentEvent, ...]:
    rules, _here = require_dated(tournament, command.key)
    at, key, why = (command.at_ms, command.by), command.key, command.why
    counts = key in tournament.results or key in tournament.sets
    undone = reopen(tournament, Reopen(*at, key, why)) if counts else ()
    return *undone, PlayedAgain(*at, key, rules.replay_points, why)


def apply_claim(tournament: Tournament, event: MatchClaimed) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    return with_dated(tournament, event.key, replace(here, claim=event.claim))


def apply_ruled(tournament: Tournament, event: ClaimRuled) -> Tournament:
    _rules, here = require_dated(tournament, event.key)
    if here.claim is None:
        return tournament
    ruled = replace(here.claim, granted=event.granted)
    return with_dated(tournament, event.key, replace(here, claim=ruled))


def apply_again(tournament: Tournament, event: PlayedAgain) -> Tournament:
    """A new date is arranged, and it is another match at its table."""
    _rules, here = require_dated(tournament, event.key)
    again = replace(
        here, arranged=None, chairman_notified=False, claim=None, replay_points=event.points
    )
    after = with_dated(tournament, event.key, again)
    matches = {key: match for key, match in after.matches.items() if key != event.key}
    return replace(after, called=without_call(after.called, event.key), matches=matches)


ACTS = (
    TournamentAct(ClaimMatch, refuse_claim, claim),
    TournamentAct(RuleOnClaim, refuse_ruling, rule),
    TournamentAct(PlayAgain, refuse_replay, play_again),
)
FACTS = (
    TournamentFact(MatchClaimed, apply_claim),
    TournamentFact(ClaimRuled, apply_ruled),
    TournamentFact(PlayedAgain, apply_again),
)
