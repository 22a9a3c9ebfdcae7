"""Mixing the dice before a game, picking them in turn; bringing in or removing the baffle box."""

from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact, in_dicing
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import Mix
from kiosk.rules.phases import PLAYING
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import DiceInPlay, FirstPick, MixerAsker, MixerUse, MixWhen, RuleBook
from kiosk.rules.table import Half, SetUp
from kiosk.rules.tap import choice_tap, plain_tap
from kiosk.rules.units import BySide, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MixDemanded(Command):
    """A side demands that the dice are mixed before the next game."""

    side: Side


@dataclass(frozen=True, slots=True)
class FirstPickTapped(Command):
    """A side picks the first die, having won the draw or by agreement."""

    side: Side


@dataclass(frozen=True, slots=True)
class MixerWishTapped(Command):
    """A side asks for a baffle box beside the half `mixer`."""

    side: Side
    mixer: Half


@dataclass(frozen=True, slots=True)
class MixerOrdered(Order):
    """Throw the dice through a baffle box beside the half `mixer` from the next roll; None: stop
    using one.

    `tower`: the box counts its dice and reports them.
    """

    mixer: Half | None
    tower: bool


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceMixDemanded(Event):
    """`side` has the dice mixed before the next game; `first_pick` is how the order is decided."""

    side: Side
    first_pick: FirstPick
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PicksOrdered(Event):
    """The order in which the sides pick the dice."""

    picks: tuple[Side, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixerWished(Event):
    """`side` asks for a baffle box beside the half `mixer`."""

    side: Side
    mixer: Half
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixerChanged(Event):
    """From the next roll on the dice are thrown as in `setup`.

    `by` and `why` are the director's, if both sides did not agree.
    """

    setup: SetUp
    by: str | None
    why: str | None
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_mix(match: Match, _command: MixDemanded) -> Against:
    reasons: list[Reason] = []
    if require(match.book).dice.mix_when is MixWhen.BEFORE_MATCH and match.games_played:
        reasons.append(Reason.MIX_BEFORE_MATCH)
    if match.dicing.mix is not None:
        reasons.append(Reason.MIXED_ALREADY)
    return tuple(reasons)


def demand_mix(decision: Decision, command: MixDemanded) -> None:
    """If the book names who picks first, emit the order; otherwise the players draw or agree."""
    key = _pick_key(decision.match)
    first_pick: FirstPick = decision.book.value(key)
    cites = (decision.book.cite("dice.mix_when"), decision.book.cite(key))
    decision.emit(DiceMixDemanded(command.side, first_pick, cites))
    if first_pick is FirstPick.OPPONENT:
        _order_picks(decision, command.side.other)


def refuse_pick(match: Match, _command: FirstPickTapped) -> Against:
    mix = match.dicing.mix
    if mix is None:
        return (Reason.NOT_NOW,)
    return (Reason.ALREADY_DONE,) if mix.picks else NOTHING


def pick_first(decision: Decision, command: FirstPickTapped) -> None:
    _order_picks(decision, command.side)


def _order_picks(decision: Decision, first: Side) -> None:
    each = (first, first.other)
    shared = _in_play(decision.match) is DiceInPlay.SHARED_PAIR
    cites = (
        decision.book.cite(_pick_key(decision.match)),
        decision.book.cite(_in_play_key(decision.match)),
    )
    decision.emit(PicksOrdered(each if shared else each * 2, cites))


def _pick_key(match: Match) -> str:
    if match.games_played == 0:
        return "dice.pick_at_start"
    return "dice.pick_later_with_clock" if match.clocked else "dice.pick_later"


def _in_play_key(match: Match) -> str:
    return "dice.with_clock" if match.clocked else "dice.without_clock"


def _in_play(match: Match) -> DiceInPlay:
    in_play: DiceInPlay = require(match.book).value(_in_play_key(match))
    return in_play


HALVES = (Half.PICTURE_LEFT, Half.PICTURE_RIGHT)


def refuse_box(match: Match, mixer: Half | None) -> Against:
    """Reasons against a baffle box: a book, now or for the next game, wants dice cups."""
    books = (require(match.book), match.next_book or require(match.book))
    return (Reason.CUP_ONLY,) if mixer is not None and any(map(_cup_only, books)) else NOTHING


def refuse_book(match: Match, book: RuleBook) -> Against:
    """Reasons against a book that has dice rolled by cup while a box stands at the table."""
    box = match.setup is not None and match.setup.mixer is not None
    return (Reason.CUP_ONLY,) if box and _cup_only(book) else NOTHING


def _cup_only(book: RuleBook) -> bool:
    return book.roll.mixer is MixerUse.CUP_ONLY


def _refuse_change(match: Match, mixer: Half | None, tower: bool | None) -> Against:
    setup = require(match.setup)
    reasons = [*refuse_box(match, mixer)]
    if mixer not in {None, *HALVES} or (tower and mixer is None):
        reasons.append(Reason.BAD_VALUE)
    if mixer is setup.mixer and tower in {None, setup.tower}:
        reasons.append(Reason.ALREADY_DONE)
    if match.held is not None or match.phase is Phase.CONFIRMING:
        reasons.append(Reason.ROLL_IN_DOUBT)
    return tuple(reasons)


def refuse_mixer(match: Match, command: MixerOrdered) -> Against:
    return _refuse_change(match, command.mixer, command.tower)


def order_mixer(decision: Decision, command: MixerOrdered) -> None:
    """The director may order the box (norway §2.4(i)) or dispense from it (§3.4(ii))."""
    setup = replace(decision.setup, mixer=command.mixer, tower=command.tower)
    key = "roll.mixer" if command.mixer is None else "roll.breach"
    _change_mixer(decision, setup, command.by, command.why, key)


def refuse_mixer_wish(match: Match, command: MixerWishTapped) -> Against:
    askers = require(match.book).roll.mixer_asked_by
    reasons = [*_refuse_change(match, command.mixer, None)]
    if not askers & {MixerAsker.AGREEMENT, MixerAsker.PLAYER}:
        reasons.append(Reason.MIXER_NOT_ASKED)
    if match.dicing.mixer_wished.of_side(command.side) is command.mixer:
        reasons.append(Reason.ALREADY_DONE)
    return tuple(dict.fromkeys(reasons))


def wish_mixer(decision: Decision, command: MixerWishTapped) -> None:
    """Bring the box on two agreeing wishes; a single one is a request to the director."""
    key = "roll.mixer_asked_by"
    decision.emit(MixerWished(command.side, command.mixer, (decision.book.cite(key),)))
    agreed = decision.match.dicing.mixer_wished.of_side(command.side.other) is command.mixer
    if agreed and MixerAsker.AGREEMENT in decision.book.roll.mixer_asked_by:
        _change_mixer(
            decision, replace(decision.setup, mixer=command.mixer, tower=False), None, None, key
        )


def _change_mixer(
    decision: Decision, setup: SetUp, by: str | None, why: str | None, key: str
) -> None:
    decision.emit(MixerChanged(setup, by, why, (decision.book.cite(key),)))


# --- state changes --------------------------------------------------------------------------------


def apply_dice_mix_demanded(match: Match, event: DiceMixDemanded) -> Match:
    return in_dicing(match, mix=Mix(event.side, event.first_pick))


def apply_picks_ordered(match: Match, event: PicksOrdered) -> Match:
    mix = match.dicing.mix
    return match if mix is None else in_dicing(match, mix=replace(mix, picks=event.picks))


def apply_mixer_wished(match: Match, event: MixerWished) -> Match:
    wished = match.dicing.mixer_wished.with_(event.side, event.mixer)
    return in_dicing(match, mixer_wished=wished)


def apply_mixer_changed(match: Match, event: MixerChanged) -> Match:
    return replace(in_dicing(match, mixer_wished=BySide(None, None)), setup=event.setup)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(MixDemanded, (Phase.BETWEEN_GAMES,), refuse_mix, demand_mix, tap=plain_tap(MixDemanded)),
    Act(
        FirstPickTapped,
        (Phase.BETWEEN_GAMES,),
        refuse_pick,
        pick_first,
        tap=plain_tap(FirstPickTapped),
    ),
    Act(
        MixerWishTapped,
        PLAYING,
        refuse_mixer_wish,
        wish_mixer,
        tap=choice_tap(HALVES, MixerWishTapped),
    ),
    Act(MixerOrdered, PLAYING, refuse_mixer, order_mixer),
)


FACTS = (
    Fact(DiceMixDemanded, apply_dice_mix_demanded),
    Fact(PicksOrdered, apply_picks_ordered),
    Fact(MixerWished, apply_mixer_wished),
    Fact(MixerChanged, apply_mixer_changed),
)
