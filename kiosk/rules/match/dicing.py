"""The table's knowledge of its dice beside the roll itself: permissions, claims, mixes."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.rules.roll import RollFacts, TowerCount
from kiosk.rules.rulebook import FirstPick, LeftRoll, RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import BySide, Instant, Side


class DiceMatter(StrEnum):
    """A claim about the dice that no camera can settle, and the other side may contest."""

    EARLY_PICKUP = "early_pickup"
    """The other side took the dice before the turn was over."""
    ONE_DIE_LIFTED = "one_die_lifted"
    """The side on turn has lifted one of its dice a centimetre."""
    CLOSED_OUT = "closed_out"
    """It can't move with any roll."""
    CROWDED = "crowded"
    """Its home board is too full of checkers to roll there."""
    REROLL = "reroll"
    """Its last roll does not count."""


@dataclass(frozen=True, slots=True)
class DiceClaim:
    """A claim of `side` that the other has yet to agree to."""

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
    `at` None: before a restart, so not comparable with current instants. `seen`: the camera had
    seen the roll by then.
    """

    side: Side
    at: Instant | None
    seen: bool


@dataclass(frozen=True, slots=True)
class MeanwhileThrow:
    """Dice thrown while the roll before them was not settled.

    `side` threw them, None where nothing shows it. `pressed`: the side on turn had pressed before.
    `shadow`: the camera only logs. `tower` is the baffle box's count of them.
    """

    side: Side | None
    facts: RollFacts
    pressed: bool
    shadow: bool
    tower: TowerCount | None = None


@dataclass(frozen=True, slots=True)
class Mix:
    """A mix of the dice that `side` demanded, and the order in which the sides pick.

    `first_pick` is how the order is decided; `picks` is empty until it is known.
    """

    side: Side
    first_pick: FirstPick
    picks: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Dicing:
    """The state of the dice at this moment of the match."""

    left: BySide[bool] = BySide(False, False)
    """The sides that may roll on the half to their left."""
    consents: Side | None = None
    """The side that has yet to consent to a new roll."""
    closed_out: bool = False
    """The side on turn claims that it can't move with any roll."""
    unrolled: Side | None = None
    """The side that ended the last turn without having rolled; it counts as an illegal move."""
    early: EarlyRoll | None = None
    pressed: EarlyPress | None = None
    thrown_at: Instant | None = None
    """When the roll asked about, or not yet counted by the baffle box, came to rest."""
    meanwhile: MeanwhileThrow | None = None
    alone: Side | None = None
    """The side whose last roll counts by its own agreement to the table's proposal, the dice having
    been lifted. The other may contest it until its own roll.
    """
    unwatched: bool = False
    """No camera saw the dice that lie there, or has watched them since."""
    threw_early: Side | None = None
    """The side whose dice, thrown before its turn, do not count and are thrown again in it."""
    claim: DiceClaim | None = None
    contested: Side | None = None
    """The side whose clock was stopped for dice taken early, which the other contests."""
    disputed: DiceClaim | None = None
    """The claim that the other side contests, for the director to rule on."""
    forfeits: Side | None = None
    """The side that took the dice early: it waits out its next turn's delay first."""
    mix: Mix | None = None
    """The mix before the next game."""
    mixer_wished: BySide[Half | None] = BySide(None, None)

    def after_turn(self, ended: Side) -> "Dicing":
        """Keep a matter of dice taken too early for the next turn; drop the rest."""
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
        """Apply other rules from now on: state that they do not use lapses."""
        return replace(
            self,
            left=BySide(False, False) if book.roll.left is LeftRoll.NEVER else self.left,
            consents=self.consents if book.roll.cocked_needs_consent else None,
        )

    def after_game(self) -> "Dicing":
        return Dicing(left=self.left, mixer_wished=self.mixer_wished)
