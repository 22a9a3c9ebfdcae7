"""What at a table waits for the director, in words, and which orders answer it. Pure.

Read from the match, and from what was put to the director since play last went on: the match does
not keep the matter of a call.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag
from types import MappingProxyType

import msgspec

from kiosk.rules.devices import TableTakenOver
from kiosk.rules.dice_claims import DiceDisputed
from kiosk.rules.director_orders import MessagePosted
from kiosk.rules.disputes.facts import ObserverAppointed, ObserverAsked, SlowPlayTold
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.expiry import loses, waived
from kiosk.rules.fact import Event
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.proposal import Numbered, ProposalCause, ProposalKind
from kiosk.rules.penalties import PenaltyAwarded
from kiosk.rules.play import PlayResumed
from kiosk.rules.result import ResultEntered
from kiosk.rules.rulebook import ClockAsker, ClockSystem, Declarer
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import MatchOpened
from kiosk.rules.stops import Referred
from kiosk.rules.times.acts import unset
from kiosk.rules.times.facts import ClockIntroduced, LostTimeTold
from kiosk.rules.units import SIDES, Side
from kiosk.wire.phrases import PROPOSED_BECAUSE, side
from kiosk.wire.row import Row
from kiosk.wire.words.proposals import what
from kiosk.wire.words.said import said


class Need(IntFlag):
    """What wants the director; together they sort, the gravest last."""

    RESULT = 1
    BEHIND = 2
    LOST_DEVICE = 4
    WISH = 8
    STOPPED = 16
    STALE = 32
    ABSENT = 64
    FLAG = 128
    DECISION = 256
    ALARM = 512
    HALTED = 1024
    CALLED = 2048


class Wait(msgspec.Struct, frozen=True):
    """One matter. `key` tells it from the table's others as long as it waits.

    `orders` are the kinds that answer it, `fill` what their forms start with. A proposal of points
    says how many, against which `side`; of a match lost, whose. `since_utc` is by the table's
    wall clock.
    """

    key: str
    need: Need
    text: str
    cites: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    fill: dict[str, str | int] = {}
    side: Side | None = None
    points: int | None = None
    since_utc: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A matter somebody put to the director. An observer is wanted however play goes on."""

    kind: str
    text: str
    cites: tuple[str, ...]
    orders: tuple[str, ...]


# --- what was asked ------------------------------------------------------------------------------

_ASKING = frozenset(
    kind.__name__ for kind in (Referred, DiceDisputed, LostTimeTold, ObserverAsked, SlowPlayTold)
)
_WISHES = frozenset(kind.__name__ for kind in (ObserverAsked, SlowPlayTold))
"""They wait however play goes on."""
_SLOW = frozenset({SlowPlayTold.__name__})
_SETTLE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        ObserverAppointed.__name__: _WISHES,
        ClockIntroduced.__name__: _SLOW,
        MessagePosted.__name__: _SLOW,
        PenaltyAwarded.__name__: _SLOW,
    }
)
"""What the director does about each."""
_GOES_ON = frozenset(
    kind.__name__ for kind in (PlayResumed, GameEnded, MatchEnded, ScoreChanged, ResultEntered)
)
_NEW_MATCH = frozenset(kind.__name__ for kind in (MatchOpened, TableTakenOver))


def asked(asks: tuple[Ask, ...], row: Row) -> tuple[Ask, ...]:
    """What is asked after `row`. Raises WireError for a row of a newer program."""
    if row.kind in _NEW_MATCH:
        return ()
    if row.kind in _GOES_ON:
        return tuple(ask for ask in asks if ask.kind in _WISHES)
    if row.kind in _SETTLE:
        return tuple(ask for ask in asks if ask.kind not in _SETTLE[row.kind])
    if row.kind not in _ASKING:
        return asks
    event = row.event()
    new = Ask(row.kind, said(event).rstrip("."), getattr(event, "cites", ()), _answers(event))
    return (*(ask for ask in asks if ask.text != new.text), new)


def _answers(event: Event) -> tuple[str, ...]:
    match event:
        case Referred():
            return _MATTERS[event.matter]
        case DiceDisputed(matter=DiceMatter.EARLY_PICKUP):
            return ("dispute", "delay")
        case DiceDisputed():
            return ("dispute",)
        case LostTimeTold():
            return ("time", "start")
        case SlowPlayTold():
            return ("message", "clock", "penalty", "observer")
        case _:
            return ("observer",)


_MATTERS: Mapping[Matter, tuple[str, ...]] = MappingProxyType(
    {
        Matter.BOARD_DOUBLE: ("cube", "start"),
        Matter.WORD_AND_ACT: ("start",),
        Matter.CUBE: ("cube", "start"),
        Matter.DROPPED_DOUBLE: ("score", "start"),
        Matter.FROZEN_DOUBLE: ("game", "start"),
        Matter.OFFER: ("gin",),
        Matter.SETTLEMENT: ("game", "score", "start"),
        Matter.ILLEGAL_MOVE: ("move",),
        Matter.SCORE: ("score", "start"),
    }
)


# --- what waits ----------------------------------------------------------------------------------


def waits(match: Match, asks: tuple[Ask, ...] = ()) -> tuple[Wait, ...]:
    """The gravest first. Nothing at a table whose match another continues."""
    if match.taken_over_by is not None:
        return ()
    found = (
        *_dispute(match, asks),
        *_asks(match, asks),
        *_proposals(match),
        *_appeal(match),
        *_conceded(match),
        *_flags(match),
        *_times(match),
        *_absent(match),
        *_mixer(match),
        *_clock_wish(match),
        *_result(match),
    )
    return tuple(sorted(found, key=lambda wait: -wait.need))


def _dispute(match: Match, asks: tuple[Ask, ...]) -> Iterator[Wait]:
    disputes = match.hearing.dispute
    if disputes is not None and not any("dispute" in ask.orders for ask in asks):
        frozen = match.book is not None and match.book.dispute.table_frozen
        stays = "; everything stays as it is until the ruling" if frozen else ""
        cites = (match.book.cite("dispute.table_frozen"),) if match.book else ()
        text = f"{side(disputes)} disputes{stays}"
        yield Wait("dispute", Need.CALLED, text, cites, ("dispute",))


def _asks(match: Match, asks: tuple[Ask, ...]) -> Iterator[Wait]:
    """What was asked, or that somebody called without a word."""
    for ask in asks:
        wish = ask.kind in _WISHES
        need = Need.WISH if wish else Need.CALLED
        yield Wait(f"ask {ask.text}", need, ask.text, ask.cites, ask.orders)
    called, told = match.director_called, any(ask.kind not in _WISHES for ask in asks)
    if called is not None and not told and match.hearing.dispute is None:
        yield Wait("call", Need.CALLED, f"{side(called)} calls the director", orders=("start",))


def _proposals(match: Match) -> Iterator[Wait]:
    for each in match.proposals.pending:
        yield _proposal(each)


def _proposal(each: Numbered) -> Wait:
    proposal = each.proposal
    concerns = proposal.kind in {ProposalKind.PENALTY_POINTS, ProposalKind.MATCH_LOST}
    rules = proposal.kind is ProposalKind.MATCH_LOST and _is_expiry(each)
    fill: dict[str, str | int] = {"number": each.number, "points": proposal.points or 0}
    if rules and proposal.side is not None:
        fill["first"] = proposal.side
    return Wait(
        f"proposal {each.number}",
        Need.DECISION,
        f"{what(proposal)}, because {PROPOSED_BECAUSE[proposal.cause]}",
        proposal.cites,
        ("accept", "decline", "expiry") if rules else ("accept", "decline"),
        fill,
        proposal.side if concerns else None,
        proposal.points,
    )


def _appeal(match: Match) -> Iterator[Wait]:
    if match.hearing.appeal is not None:
        panel = match.hearing.panel
        then = "the panel decides" if panel else "name the panel"
        text = f"{side(match.hearing.appeal)} appeals the ruling: {then}"
        yield Wait("appeal", Need.DECISION, text, orders=("appeal",) if panel else ("panel",))
    if match.hearing.overturned:
        text = "The ruling fell: order what the panel decided, and start play"
        yield Wait("overturned", Need.DECISION, text, orders=("score", "cube", "time", "start"))


def _conceded(match: Match) -> Iterator[Wait]:
    gave_up, over = match.outcome.conceded, match.phase is Phase.MATCH_OVER
    if gave_up is not None and not over:
        text = f"{side(gave_up)} concedes the match; it counts once the winner is posted"
        fill: dict[str, str | int] = {"winner": gave_up.other}
        yield Wait("conceded", Need.DECISION, text, orders=("result",), fill=fill)


def _flags(match: Match) -> Iterator[Wait]:
    """Time used up that nobody has ruled on, where it loses the match."""
    open_match = match.phase not in {Phase.VACANT, Phase.MATCH_OVER}
    if match.book is None or not open_match or waived(match) or not loses(match):
        return
    claimable = Declarer.PLAYER in match.book.expiry.declared_by
    due = {each.proposal.side for each in match.proposals.pending if _is_expiry(each)}
    cites = (match.book.cite("expiry.consequence"),)
    for which in SIDES:
        if match.clock.flagged.of(which) is not None and which not in due:
            then = f"{side(which.other)} may claim the match" if claimable else "you rule"
            text = f"{side(which)}'s time is used up: {then}"
            fill: dict[str, str | int] = {"first": which}
            yield Wait(f"flag {which}", Need.FLAG, text, cites, ("expiry",), fill, which)


def _is_expiry(each: Numbered) -> bool:
    return each.proposal.cause is ProposalCause.TIME_USED_UP


def _times(match: Match) -> Iterator[Wait]:
    """Times that the book leaves to the event, without which no game starts."""
    book = match.next_book or match.book
    keys = unset(match, book) if book and match.phase is Phase.BETWEEN_GAMES else ()
    if keys:
        text = f"no game can start: the event has not set {' and '.join(keys)}"
        yield Wait("times", Need.DECISION, text, orders=("profile",))


def _absent(match: Match) -> Iterator[Wait]:
    """Who is late, or not back from a break, unless it is proposed already what follows."""
    causes = {ProposalCause.LATE, ProposalCause.BREAK_OVERRUN}
    pending = match.proposals.pending
    due = {each.proposal.side for each in pending if each.proposal.cause in causes}
    for which in SIDES:
        late, pause = match.schedule.late.of(which), match.schedule.pause
        over = pause is not None and pause.overrun and pause.away.of(which)
        if which in due or (late is None and not over):
            continue
        broke = over or (late is not None and late.cause is ProposalCause.BREAK_OVERRUN)
        where = "back from its break" if broke else "at the table"
        fill: dict[str, str | int] = {"side": which}
        text = f"{side(which)} is not {where}"
        yield Wait(f"absent {which}", Need.ABSENT, text, (), ("penalty",), fill, which)


def _mixer(match: Match) -> Iterator[Wait]:
    for which in SIDES:
        wished = match.dicing.mixer_wished.of(which)
        if wished is not None and match.setup is not None and match.setup.mixer is not wished:
            text = f"{side(which)} asks for a baffle box"
            fill: dict[str, str | int] = {"mixer": wished}
            yield Wait(f"mixer {which}", Need.WISH, text, orders=("mixer",), fill=fill)


def _clock_wish(match: Match) -> Iterator[Wait]:
    wish, book = match.control.wish, match.next_book or match.book
    if wish is None or book is None or match.phase is Phase.MATCH_OVER:
        return
    if match.clocked or book.clock.system is not ClockSystem.NONE:
        return
    says = {None: "has not answered", True: "agrees", False: "does not agree"}[wish.agreed]
    text = f"{side(wish.side)} wishes for a clock; {side(wish.side.other)} {says}"
    asked_by = ClockAsker.AGREEMENT if wish.agreed else ClockAsker.PLAYER
    fill: dict[str, str | int] = {"asked_by": asked_by.value}
    cites = (book.cite("clock.asked_by"),)
    yield Wait("clock wish", Need.WISH, text, cites, orders=("clock",), fill=fill)


def _result(match: Match) -> Iterator[Wait]:
    settled = match.outcome.posted or match.outcome.final
    if match.phase is Phase.MATCH_OVER and match.winner is not None and not settled:
        reported = match.outcome.reported
        how = f"as {side(reported)} reports; " if reported else ""
        text = f"{side(match.winner)} won, {how}the result is not posted"
        fill: dict[str, str | int] = {"winner": match.winner}
        yield Wait("result", Need.RESULT, text, orders=("result",), fill=fill)
