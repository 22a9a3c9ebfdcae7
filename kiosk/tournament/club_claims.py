"""A match of a club's round is claimed, and the Chairman rules (001, Tournament Rules 4 and 5)."""

from dataclasses import dataclass, replace

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Objection, Reason, objections
from kiosk.tournament.club_rounds import (
    DAY_MINUTES,
    Claimed,
    ClubRoundRules,
    ClubRounds,
    DatedPairing,
    Ground,
    Slot,
    has_offered,
    not_playable,
)


@dataclass(frozen=True, slots=True)
class ClaimMatch(Command):
    """`claimant` claims it; `now` is when."""

    pairing_id: str
    claimant: str
    ground: Ground
    now: Slot
    why: str


@dataclass(frozen=True, slots=True)
class RuleOnClaim(Command):
    """The Chairman's word. Granted, the draw's result is a walk-over for the claimant."""

    pairing_id: str
    granted: bool
    why: str


@dataclass(frozen=True, slots=True)
class MatchClaimed(Event):
    pairing: DatedPairing


@dataclass(frozen=True, slots=True)
class ClaimRuled(Event):
    """`walk_over` has who is through by it."""

    pairing: DatedPairing
    walk_over: str | None
    why: str


def refuse_claim(rounds: ClubRounds, command: ClaimMatch) -> Against:
    against = not_playable(rounds, command.pairing_id)
    if against:
        return against
    here = rounds.pairings[command.pairing_id]
    ungranted = here.claim is not None and here.claim.granted is None
    return (
        *objections(
            (command.claimant not in here.pair, Reason.UNKNOWN, command.claimant),
            (ungranted, Reason.TAKEN, command.pairing_id),
            (not command.why.strip(), Reason.WHY_MISSING, "why"),
        ),
        *_no_ground(rounds.book(), here, command),
    )


def _no_ground(rules: ClubRoundRules, here: DatedPairing, command: ClaimMatch) -> Against:
    """What the record says against the claim; whose doing it was only people know."""
    now, at = command.now, here.arranged
    match command.ground:
        case Ground.LATE:
            if at is None:
                return (Objection(Reason.NOT_READY, here.pairing_id),)
            waited = (now.day - at.day) * DAY_MINUTES + now.minute - at.minute
            return objections((waited <= rules.late_min, Reason.TOO_EARLY, f"{waited}"))
        case Ground.NOT_OFFERED:
            return objections(
                (command.claimant == here.challenger, Reason.BAD_VALUE, command.claimant),
                (has_offered(rules, here), Reason.BAD_VALUE, "offered"),
                (at is not None, Reason.BAD_VALUE, "arranged"),
                (
                    here.last_day - now.day > rules.notice_days,
                    Reason.TOO_EARLY,
                    here.pairing_id,
                ),
            )
        case _:
            return objections((now.day <= here.last_day, Reason.TOO_EARLY, here.pairing_id))


def claim(rounds: ClubRounds, command: ClaimMatch) -> tuple[Event, ...]:
    claimed = Claimed(command.claimant, command.ground, command.why)
    here = replace(rounds.pairings[command.pairing_id], claim=claimed)
    return (MatchClaimed(command.at_ms, command.by, here),)


def refuse_ruling(rounds: ClubRounds, command: RuleOnClaim) -> Against:
    against = not_playable(rounds, command.pairing_id)
    if against:
        return against
    made = rounds.pairings[command.pairing_id].claim
    return objections(
        (made is None or made.granted is not None, Reason.NOT_READY, command.pairing_id),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def rule(rounds: ClubRounds, command: RuleOnClaim) -> tuple[Event, ...]:
    here = rounds.pairings[command.pairing_id]
    if here.claim is None:  # refused before
        return ()
    ruled = replace(here, claim=replace(here.claim, granted=command.granted), over=command.granted)
    through = here.claim.by if command.granted else None
    return (ClaimRuled(command.at_ms, command.by, ruled, through, command.why),)


def apply_claim(rounds: ClubRounds, event: MatchClaimed | ClaimRuled) -> ClubRounds:
    return rounds.with_pairing(event.pairing)


ACTS = (
    Act(ClaimMatch, refuse_claim, claim),
    Act(RuleOnClaim, refuse_ruling, rule),
)
FACTS = (
    Fact(MatchClaimed, apply_claim),
    Fact(ClaimRuled, apply_claim),
)
