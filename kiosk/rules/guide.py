"""Three pictures that lead a first-time player through a turn, on its half before the first game.

They are offered by the director's service, or by a table without one, once to each player: a table
remembers the names of those who have seen them there, a director those of the whole event. They do
not affect play.
"""

from dataclasses import dataclass, replace

from kiosk.rules.act import Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import choice_tap
from kiosk.rules.units import Side, require

PICTURES = 3

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GuideTapped(Command):
    """A side leaves the pictures after it has seen some of them."""

    side: Side
    pictures: int


@dataclass(frozen=True, slots=True)
class GuideOrdered(Order):
    """Show the pictures to a side that has not seen them, as far as is known."""

    side: Side


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GuideOffered(Event):
    """The pictures are shown on the side's half until it leaves them or is ready."""

    side: Side


@dataclass(frozen=True, slots=True)
class GuideSeen(Event):
    """The side has left the pictures, after this many of them."""

    side: Side
    pictures: int


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_guide(match: Match, command: GuideOrdered) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    if match.guide.of_side(command.side):
        return (Reason.ALREADY_DONE,)
    begun = match.games_played > 0 or match.ready.of_side(command.side)
    return (Reason.NOT_NOW,) if begun else ()


def offer_guide(decision: Decision, command: GuideOrdered) -> None:
    decision.emit(GuideOffered(command.side))


def refuse_leaving(match: Match, command: GuideTapped) -> Against:
    if not match.guide.of_side(command.side):
        return (Reason.ALREADY_DONE,)
    return () if 1 <= command.pictures <= PICTURES else (Reason.BAD_VALUE,)


def leave_guide(decision: Decision, command: GuideTapped) -> None:
    decision.emit(GuideSeen(command.side, command.pictures))


def pass_guide(decision: Decision, side: Side) -> None:
    """Count the guide as seen: a side that is ready wants no more pictures."""
    if decision.match.guide.of_side(side):
        decision.emit(GuideSeen(side, 1))


def has_seen(match: Match, side: Side) -> bool:
    """Whether the side's player has seen the pictures at this table, by name."""
    return _name(match, side) in match.guided


def _name(match: Match, side: Side) -> str:
    return " ".join(require(match.opened).sides.of_side(side).name.split()).casefold()


# --- state changes --------------------------------------------------------------------------------


def apply_guide_offered(match: Match, event: GuideOffered) -> Match:
    return replace(match, guide=match.guide.with_(event.side, True))


def apply_guide_seen(match: Match, event: GuideSeen) -> Match:
    left = replace(match, guide=match.guide.with_(event.side, False))
    if match.opened is None or not _name(match, event.side):
        return left
    return replace(left, guided=match.guided | {_name(match, event.side)})


# --- tables ---------------------------------------------------------------------------------------

SEEN = {str(number): number for number in range(1, PICTURES + 1)}
"""The choices of a tap: the number of pictures seen before leaving."""

LEAVING = choice_tap(SEEN, lambda at, side, choice: GuideTapped(at, side, SEEN[choice]))

ACTS = (
    Act(GuideOrdered, (Phase.VACANT, Phase.BETWEEN_GAMES), refuse_guide, offer_guide),
    Act(GuideTapped, (Phase.BETWEEN_GAMES,), refuse_leaving, leave_guide, tap=LEAVING),
)


FACTS = (Fact(GuideOffered, apply_guide_offered), Fact(GuideSeen, apply_guide_seen))
