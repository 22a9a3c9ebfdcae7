"""The director confirms, once, what a ladder's file leaves open (001, Ladder Rules).

A ladder's rules stay as they were when it was opened: a value that does not suit a club is set in a
file of its own, with which another ladder is opened.
"""

from collections import Counter
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.ladder import Ladder


@dataclass(frozen=True, slots=True)
class ConfirmLadder(TournamentCommand):
    """The ladder's values of these keys, `section.key`, are confirmed."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LadderConfirmed(TournamentEvent):
    keys: tuple[str, ...]


def refuse_confirming(ladder: Ladder, command: ConfirmLadder) -> Against:
    left = {source.key for source in ladder.book().to_confirm()}
    return objections(
        (not command.keys, TournamentReason.EMPTY, "keys"),
        *((count > 1, TournamentReason.TAKEN, key) for key, count in Counter(command.keys).items()),
        *((key not in left, TournamentReason.UNKNOWN, key) for key in dict.fromkeys(command.keys)),
        *(
            (key in ladder.confirmed, TournamentReason.CONFIRMED, key)
            for key in dict.fromkeys(command.keys)
        ),
    )


def confirm(_ladder: Ladder, command: ConfirmLadder) -> tuple[TournamentEvent, ...]:
    return (LadderConfirmed(command.at_ms, command.by, command.keys),)


def apply_confirmed(ladder: Ladder, event: LadderConfirmed) -> Ladder:
    return replace(ladder, confirmed=ladder.confirmed | frozenset(event.keys))


ACTS = (TournamentAct(ConfirmLadder, refuse_confirming, confirm),)
FACTS = (TournamentFact(LadderConfirmed, apply_confirmed),)
