"""Matters a table waits for beside the play itself, each in a small view of its own."""

import msgspec

from kiosk.rules.dice.correcting import contestable_roll
from kiosk.rules.dice_claims import claim_of_dice
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.doubling import BoardDouble, CubeAnswer
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Contested, Wrong
from kiosk.rules.reopening import reopening_asked
from kiosk.rules.rulebook import DoubleGesture, FirstPick
from kiosk.rules.units import BySide, Instant, Side, require


class OfferView(msgspec.Struct, frozen=True):
    """`side` offers that `winner` wins at `level`; `certain`: it claims nothing else can happen."""

    side: Side
    winner: Side
    level: int
    certain: bool


class ChallengeView(msgspec.Struct, frozen=True):
    """The last move, by `mover`, is challenged: `by` a side, or by someone else (None)."""

    mover: Side
    by: Side | None


class DiceClaimView(msgspec.Struct, frozen=True):
    """A claim of `side` about the dice. `waits`: play waits for the other's answer."""

    side: Side
    matter: DiceMatter
    waits: bool


class ClaimedDoubleView(msgspec.Struct, frozen=True):
    """`by` claims that `doubler` doubled on the board; `shown` is the cube's level, if known."""

    by: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None


class ContestedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A matter `side` referred to the director. `double` is the other side's claim; `level` and
    `owner` are of the cube as claimed by `side`, no level: it claims nothing about the cube.
    """

    matter: Matter
    side: Side
    double: ClaimedDoubleView | None = None
    level: int | None = None
    owner: Side | None = None


class MixView(msgspec.Struct, frozen=True):
    """The dice are mixed because `side` demanded it; the order of picks, empty until known."""

    side: Side
    first_pick: FirstPick
    picks: tuple[Side, ...]


class LateView(msgspec.Struct, frozen=True):
    """A side is missing; lateness counts from `since`, and amounts to `points`. `awaited`: it was
    called to the table, and is not late yet.
    """

    since: Instant
    points: int
    awaited: bool = False


class PauseView(msgspec.Struct, frozen=True):
    """A break `until`, and the sides not back."""

    until: Instant
    missing: BySide[bool]
    overrun: bool


class ProposalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposal the director has to answer; `side` None: it concerns both alike.

    Fields that its kind does not use are None, see `rules.match.proposal.Proposal`.
    """

    kind: ProposalKind
    cause: ProposalCause
    side: Side | None = None
    points: int | None = None
    score: BySide[int] | None = None
    length: int | None = None


class SettledView(msgspec.Struct, frozen=True):
    """`side` settled something by the action `tap`, and may take it back before `until`."""

    side: Side
    tap: str
    until: Instant


class TakenBackView(msgspec.Struct, frozen=True):
    """`side` has just taken back what it settled by the action `tap`."""

    side: Side
    tap: str


class WaitingView(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All matters that wait now.

    `dispute`, `appeal`: the side that raised it; the director rules. `wrong`: the fault that
    `dispute` finds in the result. `conceded`: the side that gave the match up without the points.
    `length`: the match's length from the next game on. `reported`: the side that reported the
    result. `stayed`: the side that claims that neither player left for its break. `reopen`: the
    side that asks to reopen the last game. `settled`: what may be taken back; `taken_back`: what
    just was. `coming`: the director is on his way. `contestable`: the side whose last roll counts
    by its own agreement, and may be contested now. `later_dice`: dice were thrown before the last
    roll was settled, and wait. `contested`: the matter the director was called for; `disputed`: a
    claim of one side about the dice that the other contests. `about`: the subject that the calling
    side chose. `press_back`: the side that claims that the last press was a mistake. `slow_play`: a
    complaint of slow play waits for the director.
    """

    offer: OfferView | None = None
    challenge: ChallengeView | None = None
    dice: DiceClaimView | None = None
    double: ClaimedDoubleView | None = None
    mix: MixView | None = None
    pause: PauseView | None = None
    proposals: tuple[ProposalView, ...] = ()
    dispute: Side | None = None
    wrong: Wrong | None = None
    appeal: Side | None = None
    conceded: Side | None = None
    length: int | None = None
    reported: Side | None = None
    stayed: Side | None = None
    reopen: Side | None = None
    settled: SettledView | None = None
    taken_back: TakenBackView | None = None
    coming: bool = False
    contestable: Side | None = None
    later_dice: bool = False
    contested: ContestedView | None = None
    disputed: DiceClaimView | None = None
    about: CallAbout | None = None
    press_back: Side | None = None
    slow_play: bool = False


def late_view(match: Match, side: Side) -> LateView | None:
    counted = match.schedule.late.of_side(side)
    return LateView(counted.since, counted.points, counted.awaited) if counted else None


def _contestable(match: Match) -> Side | None:
    on_turn = match.game.on_turn if match.game else None
    if match.phase is not Phase.TO_ROLL or on_turn is None:
        return None
    return on_turn.other if contestable_roll(match, on_turn) else None


def waiting_view(match: Match) -> WaitingView:
    game, hearing = match.game, match.hearing
    offer, double = (game.offer, game.doubles.told) if game else (None, None)
    mix, pause, taken = match.dicing.mix, match.schedule.pause, match.taken_back
    return WaitingView(
        coming=match.call is not None and match.call.coming is not None,
        contestable=_contestable(match),
        later_dice=match.dicing.meanwhile is not None,
        about=match.call.about if match.call else None,
        slow_play=hearing.slow_play,
        offer=OfferView(offer.side, offer.winner, offer.level, offer.certain) if offer else None,
        challenge=_challenge(match),
        dice=_dice_claim_view(match),
        double=_claimed_double_view(double) if double else None,
        mix=MixView(mix.side, mix.first_pick, mix.picks) if mix else None,
        pause=PauseView(pause.until, pause.away, pause.overrun) if pause else None,
        proposals=tuple(_proposed(each.proposal) for each in match.proposals.pending),
        dispute=hearing.dispute,
        wrong=hearing.wrong,
        appeal=hearing.appeal,
        conceded=match.outcome.conceded,
        length=match.lengths.pending,
        reported=match.outcome.reported,
        stayed=match.schedule.stayed,
        reopen=reopening_asked(match),
        settled=_settled(match),
        taken_back=TakenBackView(taken.side, taken.tap) if taken else None,
        contested=_contested(hearing.contested) if hearing.contested else None,
        disputed=_disputed(match),
        press_back=match.pressed.asked if match.pressed else None,
    )


def _claimed_double_view(double: BoardDouble) -> ClaimedDoubleView:
    return ClaimedDoubleView(double.by, double.doubler, double.gesture, double.shown, double.answer)


def _contested(contested: Contested) -> ContestedView:
    double, cube = contested.double, contested.cube
    return ContestedView(
        contested.matter,
        contested.side,
        double=_claimed_double_view(double) if double else None,
        level=cube.level if cube else None,
        owner=cube.owner if cube else None,
    )


def _disputed(match: Match) -> DiceClaimView | None:
    claim = match.dicing.disputed
    return DiceClaimView(claim.side, claim.matter, waits=True) if claim else None


def _settled(match: Match) -> SettledView | None:
    settled = match.settled
    return SettledView(settled.side, settled.tap, settled.until) if settled else None


def _challenge(match: Match) -> ChallengeView | None:
    challenge = match.game.moves.challenge if match.game else None
    if challenge is None or match.game is None:
        return None
    by = Side(challenge.by) if challenge.by in set(Side) else None
    return ChallengeView(require(match.game.moves.last).side, by)


def _dice_claim_view(match: Match) -> DiceClaimView | None:
    claim = claim_of_dice(match) if match.game else None
    if claim is None:
        return None
    waits = match.dicing.claim is not None or match.dicing.consents is not None
    return DiceClaimView(claim.side, claim.matter, waits)


def _proposed(proposal: Proposal) -> ProposalView:
    kind, cause, side = proposal.kind, proposal.cause, proposal.side
    return ProposalView(kind, cause, side, proposal.points, proposal.score, proposal.length)
