"""What a table knows of its dice beside the roll itself: permissions, claims, mixes."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.rules.roll import RollFacts, TowerCount
from kiosk.rules.rulebook import FirstPick, LeftRoll, RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import BySide, Instant, Side


class DiceMatter(StrEnum):
    """What a side says of the dice that no camera can settle, and the other may contest."""

    EARLY_PICKUP = "early_pickup"
    """The other side took the dice before the turn was over."""
    ONE_DIE_LIFTED = "one_die_lifted"
    """The side on turn has lifted one of its dice a centimetre."""
    CLOSED_OUT = "closed_out"
    """It can't move whatever it rolls."""
    CROWDED = "crowded"
    """Its home board is too full of checkers to roll there."""
    REROLL = "reroll"
    """Its last roll does not count."""


@dataclass(frozen=True, slots=True)
class DiceClaim:
    """What `side` says and the other has yet to agree to."""

    side: Side
    matter: DiceMatter


@dataclass(frozen=True, slots=True)
class EarlyRoll:
    """Dice that `side` threw before the other's turn was over; they count when it is."""

    side: Side
    facts: RollFacts


@dataclass(frozen=True, slots=True)
class EarlyPress:
    """A refused press of `side`, made at `at` while its roll was not settled.

    It counts if the roll is accepted soon after. Dice thrown after it are not that side's roll.
    `at` None: before a restart, with whose instants none of now can be compared. `seen`: the
    camera had seen the roll by then.
    """

    side: Side
    at: Instant | None
    seen: bool


@dataclass(frozen=True, slots=True)
class MeanwhileThrow:
    """Dice thrown while the roll before them was not settled.

    `side` is whose they are, None where nothing shows it. `pressed`: the side on turn had pressed
    before. `shadow`: the camera only logs. `tower` is the baffle box's count of them.
    """

    side: Side | None
    facts: RollFacts
    pressed: bool
    shadow: bool
    tower: TowerCount | None = None


@dataclass(frozen=True, slots=True)
class Mix:
    """The dice were mixed because `side` demanded it; who picks one after the other.

    `first_pick` says how the order comes; `picks` is empty until it is known.
    """

    side: Side
    first_pick: FirstPick
    picks: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Dicing:
    """What holds for the dice at this moment of the match."""

    left: BySide[bool] = BySide(False, False)
    """Who may roll on the half to its left."""
    consents: Side | None = None
    """Who has yet to consent that the last roll is thrown again."""
    closed_out: bool = False
    """The side on turn says that it can't move whatever it rolls."""
    unrolled: Side | None = None
    """Who ended the last turn without having rolled; it counts as an illegal move."""
    early: EarlyRoll | None = None
    pressed: EarlyPress | None = None
    thrown_at: Instant | None = None
    """When the roll came to rest that is asked about, or that the baffle box has yet to count."""
    meanwhile: MeanwhileThrow | None = None
    alone: Side | None = None
    """Whose last roll counts by its own word: it agreed to what the table proposed, and the dice
    were lifted. The other may contest it until its own roll."""
    unwatched: bool = False
    """No camera saw the dice that lie there, or it has not watched them since."""
    threw_early: Side | None = None
    """Whose dice, thrown before its turn, do not count and are thrown again in it."""
    claim: DiceClaim | None = None
    contested: Side | None = None
    """Whose clock was stopped for dice taken early, which the other contests."""
    disputed: DiceClaim | None = None
    """What the other side contests, and the director is to rule on."""
    forfeits: Side | None = None
    """Who took the dice early: it waits out the delay of its next turn before it starts."""
    mix: Mix | None = None
    """The mix before the next game."""
    mixer_wished: BySide[Half | None] = BySide(None, None)

    def after_turn(self, ended: Side) -> "Dicing":
        """Dice taken too early are the next turn's matter, all else was of the turn that ended."""
        pickup = self.claim is not None and self.claim.matter is DiceMatter.EARLY_PICKUP
        theirs = self.claim is not None and self.claim.side is ended
        return replace(
            self,
            consents=None,
            closed_out=False,
            unrolled=ended if self.unrolled is ended else None,
            early=None,
            pressed=None,
            thrown_at=None,
            meanwhile=None,
            alone=self.alone if self.alone is ended else None,
            threw_early=None,
            claim=self.claim if pickup and theirs else None,
            forfeits=self.forfeits if self.forfeits is not ended else None,
        )

    def under(self, book: RuleBook) -> "Dicing":
        """Other rules hold from now on: what they do not know of lapses."""
        return replace(
            self,
            left=BySide(False, False) if book.roll.left is LeftRoll.NEVER else self.left,
            consents=self.consents if book.roll.cocked_needs_consent else None,
        )

    def after_game(self) -> "Dicing":
        return Dicing(left=self.left, mixer_wished=self.mixer_wished)
