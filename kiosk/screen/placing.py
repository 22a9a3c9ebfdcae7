"""Where each act stands: its key's words, the sheet it lies on, how it looks among the others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.rules import offers
from kiosk.rules.cube import by_hand
from kiosk.rules.length import LONGEST_MATCH
from kiosk.rules.score import HIGHEST_SCORE
from kiosk.rules.units import Side
from kiosk.screen import words
from kiosk.screen.controls import Control, Drawer, Entry, Pads, Tone, arranged
from kiosk.wire.taps import Action, leaves

BY_BUTTON = "ClockPressed"
"""The one action a snapshot names that is a real button's, not a key's."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the words on a side's keys depend on.

    `own` names the kinds by which this side takes back what it said itself; `idle` those that
    nobody waits for. `enter_first`: there is no camera to read the roll. `scores` are its own and
    the other's; `box_left` is the half of the picture to this side's left.
    """

    side: Side
    own: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    proposal: Sequence[int] | None = None
    enter_first: bool = False
    scores: tuple[int, int] = (0, 0)
    length: int | None = None
    box_left: str = ""
    on_break: bool = False
    in_game: bool = False


def controls(actions: Iterable[Action], at: Situation) -> tuple[Control, ...]:
    """One control for each action, and for each of its choices."""
    made = [
        _placed(leaf, at)
        for action in actions
        if action.kind != BY_BUTTON
        for leaf in leaves(action)
    ]
    if any(_asked(each.action.kind, at) for each in made):
        made = [_quieter(each, at) for each in made]
    return arranged(made)


def _asked(kind: str, at: Situation) -> bool:
    """The other side waits for this answer."""
    return kind in ANSWERS and kind not in at.own | at.idle


def _quieter(control: Control, at: Situation) -> Control:
    """Beside an answer that is waited for nothing else is as plain."""
    plain = control.tone is Tone.PLAIN and control.path[:1] != (Drawer.MORE,)
    quiet = plain and not _asked(control.action.kind, at)
    return replace(control, tone=Tone.QUIET) if quiet else control


def _placed(action: Action, at: Situation) -> Control:
    kind = action.kind
    if kind in _MADE:
        return _MADE[kind](action, at)
    if kind in _SHEETS:
        path, order = _SHEETS[kind]
        return Control(action, words.ACTS[kind], path, place=(order, 0))
    label, place = _ROW.get(kind, (kind, (8, 3)))
    tone = Tone.NEXT if kind in _NEXT else Tone.PLAIN
    return Control(action, label, (), tone, place=place)


# --- in the row ----------------------------------------------------------------------------------

_ROW: Mapping[str, tuple[str, tuple[int, int]]] = MappingProxyType(
    {
        "MessageTapped": (words.HAVE_READ, (0, 0)),
        "PresentTapped": (words.HERE, (1, 0)),
        "ResumeTapped": (words.GO_ON, (2, 0)),
        "ReadyTapped": (words.READY, (3, 0)),
        "RollConfirmed": (words.YES, (3, 0)),
        "ResultConfirmed": (words.CONFIRM_RESULT, (3, 0)),
        "RerollConsented": (words.ROLL_IT_AGAIN, (3, 0)),
        "BoardDoubleAgreed": (words.SO_IT_IS, (3, 0)),
        "DiceClaimAgreed": (words.SO_IT_IS, (3, 0)),
        "IllegalMoveAgreed": (words.SO_IT_IS, (3, 0)),
        "WinAgreed": (words.AGREE, (3, 0)),
        "TakeTapped": (words.TAKE, (3, 0)),
        "PassTapped": (words.PASS, (4, 1)),
        "WinDisputed": (words.DISAGREE, (4, 1)),
        "OfferRejected": (words.REJECT, (4, 1)),
        "BoardDoubleContested": (words.NOT_SO, (4, 1)),
        "DiceContested": (words.CONTEST, (4, 1)),
        "IllegalMoveDenied": (words.NOT_SO, (4, 1)),
        "ResultReported": (words.REPORT_RESULT, (4, 1)),
        "LateClaimTapped": (words.CLAIM_MATCH, (4, 1)),
        "FirstPickTapped": (words.I_PICK_FIRST, (4, 1)),
        "DoubleTapped": (words.DOUBLE, (5, 0)),
    }
)

_NEXT = frozenset(
    {
        "MessageTapped",
        "ResumeTapped",
        "PresentTapped",
        "ReadyTapped",
        "RollConfirmed",
        "RerollConsented",
        "ResultConfirmed",
        "ResultReported",
    }
)

ANSWERS = frozenset(
    {
        "TakeTapped",
        "PassTapped",
        "WinAgreed",
        "WinDisputed",
        "OfferAccepted",
        "OfferRejected",
        "OfferContested",
        "BoardDoubleAgreed",
        "BoardDoubleContested",
        "RerollConsented",
        "DiceClaimAgreed",
        "DiceContested",
        "IllegalMoveAgreed",
        "IllegalMoveDenied",
    }
)
"""What one side says to what the other said; until then play waits."""


def _denied(action: Action, at: Situation) -> Control:
    """To deny what the other says, to take back what was said, or to contest what holds."""
    label, place = _ROW[action.kind]
    if action.kind in at.idle:
        label = words.CONTEST
    return Control(action, words.WITHDRAW if action.kind in at.own else label, place=place)


def _present(action: Action, at: Situation) -> Control:
    label = words.BACK_AGAIN if at.on_break else words.HERE
    return Control(action, label, (), Tone.NEXT, place=_ROW["PresentTapped"][1])


def _claimed_late(action: Action, at: Situation) -> Control:
    """In a game it is a rare act among the objections."""
    label, place = _ROW[action.kind]
    if at.in_game:
        return Control(action, label, _MORE_OBJECT, place=(6, 0))
    return Control(action, label, place=place)


def _confirmed(action: Action, at: Situation) -> Control:
    label = f"{words.YES}, {words.dice(at.proposal)}" if at.proposal else words.YES
    return Control(action, label, (), Tone.NEXT, place=_ROW["RollConfirmed"][1])


def _entered(action: Action, at: Situation) -> Control:
    if not action.dice:
        return Control(action, words.DOES_NOT_COUNT, place=(6, 2))
    label = words.ENTER_ROLL if at.proposal is None else words.ENTER_OTHER
    tone = Tone.NEXT if at.enter_first else Tone.PLAIN
    return Control(action, label, (), tone, Entry(Pads.DICE, (1,) * action.dice), (5, 1))


def _won(action: Action, _at: Situation) -> Control:
    level = action.level or 1
    return Control(action, words.WINS[level], (Drawer.WIN,), place=(level, 0))


def _expired(action: Action, _at: Situation) -> Control:
    return Control(action, words.DECLARE_TIME, (Drawer.TIME,), place=(0, 0))


def _accepted(action: Action, _at: Situation) -> Control:
    return Control(action, words.accept(action.level or 1), place=(3, 0))


def _contested(action: Action, _at: Situation) -> Control:
    order = list(words.GROUNDS).index(action.choice)
    return Control(action, words.GROUNDS[action.choice], place=(5, 2 + order))


# --- on a sheet ----------------------------------------------------------------------------------

_MORE_DICE, _MORE_CUBE = (Drawer.MORE, Drawer.DICE), (Drawer.MORE, Drawer.CUBE)
_MORE_END, _MORE_CLOCK = (Drawer.MORE, Drawer.END), (Drawer.MORE, Drawer.CLOCK)
_MORE_SCORE, _MORE_OBJECT = (Drawer.MORE, Drawer.SCORE), (Drawer.MORE, Drawer.OBJECT)

_SHEETS: Mapping[str, tuple[tuple[Drawer, ...], int]] = MappingProxyType(
    {
        "MatchConceded": (_MORE_END, 4),
        "ConcessionWithdrawn": (_MORE_END, 4),
        "LeftGranted": (_MORE_DICE, 0),
        "LeftWithdrawn": (_MORE_DICE, 0),
        "HomeCrowded": (_MORE_DICE, 1),
        "ClosedOutDeclared": (_MORE_DICE, 2),
        "EarlyPickupClaimed": (_MORE_DICE, 3),
        "OneDieLiftedClaimed": (_MORE_DICE, 4),
        "MixDemanded": (_MORE_DICE, 6),
        "UndoTapped": (_MORE_CUBE, 5),
        "DelayRestartTapped": (_MORE_CLOCK, 1),
        "LostTimeClaimed": (_MORE_CLOCK, 2),
        "ScoreQuestioned": (_MORE_SCORE, 2),
        "IllegalMoveTapped": (_MORE_OBJECT, 0),
        "DieLiftedTapped": (_MORE_OBJECT, 1),
        "SetUpErrorTapped": (_MORE_OBJECT, 2),
        "DisputeTapped": (_MORE_OBJECT, 3),
        "DisturbanceTapped": (_MORE_OBJECT, 3),
        "AppealTapped": (_MORE_OBJECT, 4),
        "ObserverWanted": (_MORE_OBJECT, 5),
        "SlowPlayTapped": (_MORE_CLOCK, 6),
        "ClockWishTapped": (_MORE_CLOCK, 7),
        "ClockWishAgreed": (_MORE_CLOCK, 7),
        "ClockWishDenied": (_MORE_CLOCK, 8),
    }
)

_LEVELS = Entry(Pads.KEYS, (1,), keys=tuple(words.WINS.items()))


def _faces(*levels: int) -> Entry:
    return Entry(Pads.KEYS, (1,), keys=tuple((level, str(level)) for level in levels))


_TURNED = _faces(2, 4, 8, 16, 32, 64)
_CENTRED = _faces(1, 2, 4, 8, 16, 32)


def _called(action: Action, _at: Situation) -> Control:
    return Control(action, words.CALL_DIRECTOR, (Drawer.MORE,), place=(6, 0))


def _offered(action: Action, at: Situation) -> Control:
    claims = action.side is at.side
    label = (words.CLAIM if claims else words.CONCEDE)[action.choice]
    order = 2 * claims + (action.choice in {offers.CERTAIN, offers.CERTAIN_NO_CONTACT})
    return Control(action, label, _MORE_END, entry=_LEVELS, place=(order, 0))


def _settled(action: Action, _at: Situation) -> Control:
    return Control(action, words.SETTLEMENTS[action.choice], (*_MORE_END, Drawer.SETTLE))


def _uneven(action: Action, _at: Situation) -> Control:
    entry = Entry(Pads.DICE, (1,) * (action.dice or 1))
    return Control(action, words.ACTS[action.kind], _MORE_DICE, entry=entry, place=(5, 0))


def _boxed(action: Action, at: Situation) -> Control:
    label = words.BOX_LEFT if action.choice == at.box_left else words.BOX_RIGHT
    return Control(action, label, (*_MORE_DICE, Drawer.BOX))


def _doubled(action: Action, at: Situation) -> Control:
    drawer = Drawer.I_DOUBLED if action.side is at.side else Drawer.THEY_DOUBLED
    entry = _TURNED if action.choice == by_hand.SHOWN else None
    order = list(words.DOUBLES).index(action.choice)
    label = words.DOUBLES[action.choice]
    return Control(action, label, (*_MORE_CUBE, drawer), entry=entry, place=(order, 0))


def _answered(action: Action, _at: Situation) -> Control:
    entry = _TURNED if action.choice == by_hand.SHOWN else None
    order = list(words.ANSWERS).index(action.choice)
    path = (*_MORE_CUBE, Drawer.ANSWERED)
    return Control(action, words.ANSWERS[action.choice], path, entry=entry, place=(order, 0))


def _extra(action: Action, _at: Situation) -> Control:
    return Control(action, words.EXTRAS[action.choice], (*_MORE_CUBE, Drawer.EXTRA))


def _lies(action: Action, at: Situation) -> Control:
    owners = {
        at.side.value: (0, words.CUBE_IS_MINE),
        at.side.other.value: (1, words.CUBE_IS_THEIRS),
    }
    order, label = owners.get(action.choice, (2, words.CUBE_IS_NOBODYS))
    entry = _TURNED if action.choice in owners else _CENTRED
    return Control(action, label, (*_MORE_CUBE, Drawer.LIES), entry=entry, place=(order, 0))


def _stopped(action: Action, _at: Situation) -> Control:
    order = list(words.PURPOSES).index(action.choice)
    path = (*_MORE_CLOCK, Drawer.STOP)
    return Control(action, words.PURPOSES[action.choice], path, place=(order, 0))


def _paused(action: Action, _at: Situation) -> Control:
    count = action.level or 1
    return Control(action, words.BREAKS[count], _MORE_CLOCK, place=(3 + count, 0))


def _shown(action: Action, at: Situation) -> Control:
    most = HIGHEST_SCORE if at.length is None else at.length - 1
    entry = Entry(Pads.STEPS, tuple(min(score, most) for score in at.scores), 0, most)
    order = list(words.RECORDS).index(action.choice)
    return Control(action, words.RECORDS[action.choice], _MORE_SCORE, entry=entry, place=(order, 0))


def _noticed(action: Action, at: Situation) -> Control:
    entry = Entry(Pads.STEPS, (at.length or 1,), 1, LONGEST_MATCH)
    return Control(action, words.ACTS[action.kind], _MORE_SCORE, entry=entry, place=(3, 0))


_MADE: Mapping[str, Callable[[Action, Situation], Control]] = MappingProxyType(
    {
        "WinDisputed": _denied,
        "BoardDoubleContested": _denied,
        "IllegalMoveDenied": _denied,
        "PresentTapped": _present,
        "LateClaimTapped": _claimed_late,
        "RollConfirmed": _confirmed,
        "RollEntered": _entered,
        "WinDeclared": _won,
        "ExpiryDeclared": _expired,
        "OfferAccepted": _accepted,
        "OfferContested": _contested,
        "DirectorCallTapped": _called,
        "OfferTapped": _offered,
        "SettlementTapped": _settled,
        "UnevenSurfaceClaimed": _uneven,
        "MixerWishTapped": _boxed,
        "BoardDoubleTapped": _doubled,
        "BoardAnswerTapped": _answered,
        "ExtraDoubleTapped": _extra,
        "CubeDisputed": _lies,
        "ClockStopTapped": _stopped,
        "BreakTapped": _paused,
        "RecordShown": _shown,
        "LengthNoticed": _noticed,
    }
)
