"""What a side may do now, as a client is told it, and the command that each of it stands for."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import msgspec

from kiosk.rules import commands as c
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import DoubleTapped, PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import (
    BoardAnswerTapped,
    BoardDoubleAgreed,
    BoardDoubleContested,
    BoardDoubleTapped,
    CubeDisputed,
    ExtraDoubleTapped,
)
from kiosk.rules.cube.undo import UndoTapped
from kiosk.rules.decide import RULES, why_not
from kiosk.rules.dice.acts import RollConfirmed, RollEntered, UnevenSurfaceClaimed
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.left import HomeCrowded, LeftGranted, LeftWithdrawn
from kiosk.rules.dice_claims import (
    ClosedOutDeclared,
    DiceClaimAgreed,
    DiceContested,
    EarlyPickupClaimed,
    OneDieLiftedClaimed,
)
from kiosk.rules.director_orders import MessageTapped
from kiosk.rules.disputes.acts import (
    AppealTapped,
    DisputeTapped,
    DisturbanceTapped,
    ObserverWanted,
    SlowPlayTapped,
)
from kiosk.rules.ending import WinAgreed, WinDeclared, WinDisputed
from kiosk.rules.expiry import ExpiryDeclared
from kiosk.rules.length import LengthNoticed
from kiosk.rules.match import Match
from kiosk.rules.match.doubling import CubeAnswer, ExtraDouble
from kiosk.rules.match.outcome import Ground, ScoreRecord, Settlement
from kiosk.rules.mix import FirstPickTapped, MixDemanded, MixerWishTapped
from kiosk.rules.moves.acts import (
    DieLiftedTapped,
    IllegalMoveAgreed,
    IllegalMoveDenied,
    IllegalMoveTapped,
    SetUpErrorTapped,
)
from kiosk.rules.offers import (
    OfferAccepted,
    OfferContested,
    OfferRejected,
    OfferTapped,
    SettlementTapped,
)
from kiosk.rules.play import ClockPressed
from kiosk.rules.result import ConcessionWithdrawn, MatchConceded, ResultConfirmed, ResultReported
from kiosk.rules.rulebook import Claiming, DoubleGesture, OfferRules, StopFor, Unrefusable
from kiosk.rules.schedule.breaks import BreakTapped
from kiosk.rules.schedule.late import LateClaimTapped, PresentTapped
from kiosk.rules.score import RecordShown, ScoreQuestioned
from kiosk.rules.start import ReadyTapped
from kiosk.rules.stops import ClockStopTapped, DirectorCallTapped, ResumeTapped
from kiosk.rules.table import Half
from kiosk.rules.times.acts import (
    ClockWishAgreed,
    ClockWishDenied,
    ClockWishTapped,
    DelayRestartTapped,
    LostTimeClaimed,
)
from kiosk.rules.units import BySide, Instant, Side, require
from kiosk.wire import codec

Values = tuple[int, ...] | None


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command a side may give now.

    `level`: of a win, or how many breaks. `dice`: how many values of dice to enter; 0 says that
    the roll does not count. `side`: who wins by an offer, who doubled. `choices`: what there is to
    choose from, if anything; given, it is the one that was chosen.

    OfferTapped, CubeDisputed, LengthNoticed, RecordShown and the choice `shown` want numbers with
    them: a level of 1 to 3, a level of the cube, a length, the own score and the other's.
    """

    kind: str
    level: int | None = None
    dice: int | None = None
    side: Side | None = None
    choices: tuple[str, ...] = ()

    @property
    def choice(self) -> str:
        """The one that is given; empty where there are none."""
        return self.choices[0] if self.choices else ""


SHOWN = "shown"
"""The choice of a double, or of its answer, told with the level that the cube showed."""

OPEN, NO_CONTACT, CERTAIN, CERTAIN_NO_CONTACT = (
    "open",
    "no_contact",
    "certain",
    "certain_no_contact",
)
"""What a side says with an offer: that there is no contact, that the outcome is certain."""

TAKE_PASS, PASS_TAKE = "take_pass", "pass_take"
"""An answer on the board that said one thing and did the other: word, act."""

NOBODY = "nobody"
"""Whose a cube is that lies in the middle."""

PURPOSES = (
    StopFor.FALLEN_DIE,
    StopFor.FALLEN_CHECKER,
    StopFor.INVALID_ROLL,
    StopFor.DICE_TAKEN,
    StopFor.DISCREPANCY,
    StopFor.CONTEST,
)
"""What a player stops both clocks for; every other purpose has a tap of its own."""


def actions(match: Match, side: Side, at: Instant) -> tuple[Action, ...]:
    """Every tap and press that would not be refused to this side at `at`."""
    if match.taken_over_by is not None:
        return ()
    may: dict[Action, list[str]] = {}
    for tried, values in _tries(match, side):
        if not why_not(match, command_of(tried, side, values, at)):
            bare = msgspec.structs.replace(tried, choices=())
            may.setdefault(bare, []).extend(tried.choices)
    return tuple(
        msgspec.structs.replace(bare, choices=tuple(dict.fromkeys(choices)))
        for bare, choices in may.items()
    )


def leaves(action: Action) -> tuple[Action, ...]:
    """An action for each of its choices; itself where there are none."""
    each = (msgspec.structs.replace(action, choices=(choice,)) for choice in action.choices)
    return tuple(each) or (action,)


def command_of(action: Action, side: Side, values: Values, at: Instant) -> Command:
    """The command a side gives by an action. Raises KindUnknown, BodyInvalid."""
    plain, told = _PLAIN.get(action.kind), _TOLD.get(action.kind)
    if plain is not None:
        return plain(at, side)
    if told is not None:
        return told(action, side, values or (), at)
    body = b'{"at":%d,"side":"%s"}' % (at, side.value.encode())
    return codec.decode_command(action.kind, body)


Try = tuple[Action, Values]


def _tries(match: Match, side: Side) -> Iterator[Try]:
    """Every tap there is in this phase, free values in samples: what was said is refused."""
    possible = {kind.__name__ for phase, kind in RULES if phase is match.phase}
    for name in _PLAIN:
        if name in possible:
            yield Action(name), None
    for name, sampled in _SAMPLED.items():
        if name in possible:
            yield from sampled(match, side)


# --- the kinds that need no more than a side -----------------------------------------------------

_PLAIN: Mapping[str, Callable[[Instant, Side], Command]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            MessageTapped,
            ResumeTapped,
            PresentTapped,
            ReadyTapped,
            ClockPressed,
            RollConfirmed,
            DoubleTapped,
            TakeTapped,
            PassTapped,
            BoardDoubleAgreed,
            BoardDoubleContested,
            WinAgreed,
            WinDisputed,
            OfferRejected,
            RerollConsented,
            DiceClaimAgreed,
            DiceContested,
            IllegalMoveAgreed,
            IllegalMoveDenied,
            ResultConfirmed,
            ResultReported,
            LateClaimTapped,
            FirstPickTapped,
            MixDemanded,
            LeftGranted,
            LeftWithdrawn,
            HomeCrowded,
            ClosedOutDeclared,
            EarlyPickupClaimed,
            OneDieLiftedClaimed,
            IllegalMoveTapped,
            DieLiftedTapped,
            SetUpErrorTapped,
            ScoreQuestioned,
            DelayRestartTapped,
            LostTimeClaimed,
            ExpiryDeclared,
            MatchConceded,
            ConcessionWithdrawn,
            DirectorCallTapped,
            DisputeTapped,
            DisturbanceTapped,
            AppealTapped,
            ObserverWanted,
            SlowPlayTapped,
            ClockWishTapped,
            ClockWishAgreed,
            ClockWishDenied,
        )
    }
    | {"UndoTapped": lambda at, side: UndoTapped(at, side, None)}
)

# --- those that need more ------------------------------------------------------------------------


def _offered(action: Action, side: Side, values: tuple[int, ...], at: Instant) -> Command:
    alone = action.choice in {NO_CONTACT, CERTAIN_NO_CONTACT}
    certain = action.choice in {CERTAIN, CERTAIN_NO_CONTACT}
    return OfferTapped(at, side, require(action.side), values[0], alone, certain)


def _doubled(action: Action, side: Side, values: tuple[int, ...], at: Instant) -> Command:
    """Whoever says how a double was answered, or what the cube showed, saw the whole of it."""
    choice, doubler = action.choice, require(action.side)
    answer = CubeAnswer(choice) if choice in set(CubeAnswer) else None
    whole = answer is not None or choice == SHOWN
    gesture = DoubleGesture.FULL_FORM if whole else _GESTURES[choice]
    return BoardDoubleTapped(at, side, doubler, gesture, _level(values), answer)


def _answered(action: Action, side: Side, values: tuple[int, ...], at: Instant) -> Command:
    take, pass_ = CubeAnswer
    says = {TAKE_PASS: (take, pass_), PASS_TAKE: (pass_, take)}
    word, act = says.get(action.choice, (take, take))
    return BoardAnswerTapped(at, side, word, act, _level(values))


def _level(values: tuple[int, ...]) -> int | None:
    return values[0] if values else None


def _lies(action: Action, side: Side, values: tuple[int, ...], at: Instant) -> Command:
    owner = None if action.choice == NOBODY else Side(action.choice)
    return CubeDisputed(at, side, values[0], owner)


def _shown(action: Action, side: Side, values: tuple[int, ...], at: Instant) -> Command:
    own, other = values
    score = BySide(own, other) if side is Side.WHITE else BySide(other, own)
    return RecordShown(at, side, ScoreRecord(action.choice), score)


_GESTURES: Mapping[str, DoubleGesture] = {each.value: each for each in DoubleGesture}
_PURPOSES: Mapping[str, StopFor] = {each.value: each for each in PURPOSES}

Told = Callable[[Action, Side, tuple[int, ...], Instant], Command]
_TOLD: Mapping[str, Told] = MappingProxyType(
    {
        "RollEntered": lambda a, side, v, at: RollEntered(at, side, v if a.dice else None),
        "UnevenSurfaceClaimed": lambda _, side, v, at: UnevenSurfaceClaimed(at, side, v),
        "WinDeclared": lambda a, side, _, at: WinDeclared(at, side, a.level or 1),
        "OfferTapped": _offered,
        "OfferAccepted": lambda a, side, _, at: OfferAccepted(at, side, a.side, a.level),
        "OfferContested": lambda a, side, _, at: OfferContested(at, side, Ground(a.choice)),
        "SettlementTapped": lambda a, side, _, at: SettlementTapped(at, side, Settlement(a.choice)),
        "BoardDoubleTapped": _doubled,
        "BoardAnswerTapped": _answered,
        "ExtraDoubleTapped": lambda a, side, _, at: ExtraDoubleTapped(
            at, side, ExtraDouble(a.choice)
        ),
        "CubeDisputed": _lies,
        "RecordShown": _shown,
        "LengthNoticed": lambda _, side, v, at: LengthNoticed(at, side, v[0]),
        "ClockStopTapped": lambda a, side, _, at: ClockStopTapped(at, side, _PURPOSES[a.choice]),
        "BreakTapped": lambda a, side, _, at: BreakTapped(at, side, a.level or 1),
        "MixerWishTapped": lambda a, side, _, at: MixerWishTapped(at, side, Half(a.choice)),
    }
)

TAPS: frozenset[type[Command]] = frozenset(
    getattr(c, name) for name in (*_PLAIN, *_TOLD) if name != ClockPressed.__name__
)
"""What players may tap. Presses, dice and the director's orders come by their own ways."""

# --- what of them is tried -----------------------------------------------------------------------


def _rolls(_match: Match, _side: Side) -> Iterator[Try]:
    yield Action("RollEntered", dice=0), None
    for values in ((1,), (2,), (1, 1), (2, 1)):
        yield Action("RollEntered", dice=len(values)), values


def _uneven(_match: Match, _side: Side) -> Iterator[Try]:
    for values in ((1,), (2, 1)):
        yield Action("UnevenSurfaceClaimed", dice=len(values)), values


def _wins(_match: Match, _side: Side) -> Iterator[Try]:
    for level in (1, 2, 3):
        yield Action("WinDeclared", level=level), None


def _offers(match: Match, side: Side) -> Iterator[Try]:
    """Conceding; claiming, where that is more than to declare a win."""
    rules = require(match.book).offer
    claims = rules.claim in {Claiming.VERIFIED, Claiming.OFFERED}
    for winner in (side.other, side) if claims else (side.other,):
        for certain in _certainty(rules, claims=winner is side):
            said = _SAYS[rules.no_contact, certain]
            yield Action("OfferTapped", side=winner, choices=(said,)), (1,)


def _certainty(rules: OfferRules, *, claims: bool) -> tuple[bool, ...]:
    """Whether to say that the outcome is certain: the book may want it, or it may matter."""
    if rules.certain and not claims:
        return (True,)
    gin, most = (each in rules.unrefusable for each in (Unrefusable.GIN, Unrefusable.MAXIMUM))
    return (False, True) if gin or (most and not claims) else (False,)


_SAYS: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {
        (False, False): OPEN,
        (True, False): NO_CONTACT,
        (False, True): CERTAIN,
        (True, True): CERTAIN_NO_CONTACT,
    }
)


def _acceptances(match: Match, _side: Side) -> Iterator[Try]:
    """The outcome is repeated, whether the book asks for it or not."""
    offer = require(require(match.game).offer)
    yield Action("OfferAccepted", offer.level, side=offer.winner), None


def _doubles(match: Match, side: Side) -> Iterator[Try]:
    """In turn a side taps its double; what it tells is what went otherwise."""
    gestures = dict.fromkeys((DoubleGesture.FULL_FORM, require(match.book).cube.gesture))
    own = tuple(gestures) if require(match.game).on_turn is side.other else ()
    for doubler, choices in ((side, own), (side.other, (*gestures, *CubeAnswer))):
        for choice in choices:
            yield Action("BoardDoubleTapped", side=doubler, choices=(choice,)), None
        for level in (2, 4):
            yield Action("BoardDoubleTapped", side=doubler, choices=(SHOWN,)), (level,)


def _board_answers(_match: Match, _side: Side) -> Iterator[Try]:
    for choice in (TAKE_PASS, PASS_TAKE):
        yield Action("BoardAnswerTapped", choices=(choice,)), None
    for level in (2, 4):
        yield Action("BoardAnswerTapped", choices=(SHOWN,)), (level,)


def _cubes(_match: Match, _side: Side) -> Iterator[Try]:
    for owner in (NOBODY, *Side):
        for level in (2, 4):
            yield Action("CubeDisputed", choices=(owner,)), (level,)


def _records(_match: Match, _side: Side) -> Iterator[Try]:
    for record in ScoreRecord:
        yield Action("RecordShown", choices=(record,)), (0, 0)


def _lengths(match: Match, _side: Side) -> Iterator[Try]:
    for more in (1, 2, 3):
        yield Action("LengthNoticed"), ((match.length or 0) + more,)


def _breaks(_match: Match, _side: Side) -> Iterator[Try]:
    for count in (1, 2):
        yield Action("BreakTapped", level=count), None


def _choosing(kind: str, *choices: str) -> Callable[[Match, Side], Iterator[Try]]:
    def tries(_match: Match, _side: Side) -> Iterator[Try]:
        for choice in choices:
            yield Action(kind, choices=(choice,)), None

    return tries


_SAMPLED: Mapping[str, Callable[[Match, Side], Iterator[Try]]] = MappingProxyType(
    {
        "WinDeclared": _wins,
        "RollEntered": _rolls,
        "UnevenSurfaceClaimed": _uneven,
        "OfferTapped": _offers,
        "OfferAccepted": _acceptances,
        "OfferContested": _choosing("OfferContested", *Ground),
        "SettlementTapped": _choosing("SettlementTapped", *Settlement),
        "BoardDoubleTapped": _doubles,
        "BoardAnswerTapped": _board_answers,
        "ExtraDoubleTapped": _choosing("ExtraDoubleTapped", *ExtraDouble),
        "CubeDisputed": _cubes,
        "RecordShown": _records,
        "LengthNoticed": _lengths,
        "ClockStopTapped": _choosing("ClockStopTapped", *PURPOSES),
        "BreakTapped": _breaks,
        "MixerWishTapped": _choosing("MixerWishTapped", Half.PICTURE_LEFT, Half.PICTURE_RIGHT),
    }
)
