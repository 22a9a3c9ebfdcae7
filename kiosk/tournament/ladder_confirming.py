"""What a ladder's file leaves open is confirmed by its director, once (001, Ladder Rules).

The rules of a ladder stay as they were when it was opened: a value that is wrong for a club is set
in a file of its own, with which another ladder is opened.
"""

from collections import Counter
from dataclasses import dataclass, replace

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Reason, objections
from kiosk.tournament.ladder import Ladder


@dataclass(frozen=True, slots=True)
class ConfirmLadder(Command):
    """The ladder's values of these keys, `section.key`, hold."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LadderConfirmed(Event):
    keys: tuple[str, ...]


def refuse_confirming(ladder: Ladder, command: ConfirmLadder) -> Against:
    left = {source.key for source in ladder.book().to_confirm()}
    return objections(
        (not command.keys, Reason.EMPTY, "keys"),
        *((count > 1, Reason.TAKEN, key) for key, count in Counter(command.keys).items()),
        *((key not in left, Reason.UNKNOWN, key) for key in dict.fromkeys(command.keys)),
        *((key in ladder.confirmed, Reason.CONFIRMED, key) for key in dict.fromkeys(command.keys)),
    )


def confirm(_ladder: Ladder, command: ConfirmLadder) -> tuple[Event, ...]:
    return (LadderConfirmed(command.at_ms, command.by, command.keys),)


def apply_confirmed(ladder: Ladder, event: LadderConfirmed) -> Ladder:
    return replace(ladder, confirmed=ladder.confirmed | frozenset(event.keys))


ACTS = (Act(ConfirmLadder, refuse_confirming, confirm),)
FACTS = (Fact(LadderConfirmed, apply_confirmed),)
