"""The forms of the director's orders: what the console sends for each kind, and what it orders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta

from kiosk.books import load
from kiosk.director.errors import OrderInvalid
from kiosk.rules.command import Order
from kiosk.rules.cube.by_hand import CubeOrdered
from kiosk.rules.cube.undo import UndoOrdered
from kiosk.rules.dice_claims import DelayForfeitOrdered
from kiosk.rules.director_orders import LONGEST_MESSAGE, MessageOrdered, ProfileOrdered
from kiosk.rules.disputes.acts import (
    AppealRuled,
    CameraRefused,
    ConductNoted,
    DisputeRuled,
    ObserverNamed,
    PanelNamed,
)
from kiosk.rules.expiry import ExpiryRuled
from kiosk.rules.length import LengthOrdered
from kiosk.rules.match.rulings import Conduct
from kiosk.rules.mix import MixerOrdered
from kiosk.rules.moves.acts import IllegalMovePointedOut, IllegalMoveRuled
from kiosk.rules.offers import GameEndOrdered, GinOrdered
from kiosk.rules.penalties import MOST_PENALTY_POINTS, ForfeitOrdered, PenaltyOrdered
from kiosk.rules.proposals import ProposalAccepted, ProposalDeclined
from kiosk.rules.result import EarlierResultOrdered, ResultClosed, ResultPosted
from kiosk.rules.rulebook import ClockAsker, MoveAccuser, RuleBook, RuleBookError
from kiosk.rules.schedule.breaks import AdjournOrdered, BreakOrdered
from kiosk.rules.schedule.late import LatenessOrdered
from kiosk.rules.score import ScoreOrdered
from kiosk.rules.stops import StartOrdered, StopOrdered
from kiosk.rules.table import Half
from kiosk.rules.times.acts import ClockOrdered, ClockReplaced, TimeMode, TimeOrdered
from kiosk.rules.units import MINUTE_NS, SECOND_NS, BySide, Side
from kiosk.wire.codec import canonical, sha256

LONGEST_NAME = 80
MOST_POINTS = 999

LONGEST: Mapping[str, int] = MappingProxyType(
    {"text": LONGEST_MESSAGE, "section": LONGEST_NAME, "name": LONGEST_NAME, "profile": 200}
)
"""Characters of the texts in a form; each is one line."""

Count = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Row = Annotated[int, Meta(ge=1, le=2**53)]
Seconds = Annotated[int, Meta(ge=0, le=60_000)]
Minutes = Annotated[int, Meta(ge=0, le=24 * 60)]
Plain = bool | int | float | str | list[int | str | list[int]]
"""A value a rule book may hold."""


class Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a form says beside who orders and why. Values the rules know no bound for have one here.

    A side may be left open by null where the order knows nobody: it is never left out.
    """

    def values(self) -> dict[str, object]:
        """By the names of the command's fields. Raises OrderInvalid."""
        return msgspec.structs.asdict(self)


class Nothing(Fields, frozen=True):
    pass


class Text(Fields, frozen=True):
    text: str


class OfSide(Fields, frozen=True):
    side: Side


class Numbered(Fields, frozen=True):
    number: Annotated[int, Meta(ge=1)]


class Accepted(Fields, frozen=True):
    """`points` is what the director saw: none were proposed if 0."""

    number: Annotated[int, Meta(ge=1)]
    points: Count | None = None


class Penalty(Fields, frozen=True):
    side: Side
    points: Annotated[int, Meta(ge=1, le=MOST_PENALTY_POINTS)]
    section: str | None = None


class Forfeit(Fields, frozen=True):
    side: Side
    section: Annotated[str, Meta(min_length=1)]
    disqualified: bool = False


class Score(Fields, frozen=True):
    white: Count
    black: Count
    section: str | None = None
    corrects_seq: Row | None = None

    def values(self) -> dict[str, object]:
        score = BySide(self.white, self.black)
        return {"score": score, "section": self.section, "corrects_seq": self.corrects_seq}


class Length(Fields, frozen=True):
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)]


class Cube(Fields, frozen=True):
    level: Annotated[int, Meta(ge=1)]
    owner: Side | None


class Undo(Fields, frozen=True):
    corrects_seq: Row | None = None


class Game(Fields, frozen=True):
    winner: Side
    level: Annotated[int, Meta(ge=1, le=3)]


class Winner(Fields, frozen=True):
    winner: Side


class Earlier(Fields, frozen=True):
    of_match: Annotated[str, Meta(min_length=1)]
    winner: Side
    white: Count
    black: Count

    def values(self) -> dict[str, object]:
        score = BySide(self.white, self.black)
        return {"of_match": self.of_match, "winner": self.winner, "score": score}


class Gin(Fields, frozen=True):
    gin: bool


class Expiry(Fields, frozen=True):
    first: Side | None
    gin: Side | None


class Time(Fields, frozen=True):
    side: Side
    seconds: Seconds
    mode: TimeMode
    restores: bool = False

    def values(self) -> dict[str, object]:
        time = self.seconds * SECOND_NS
        return {"side": self.side, "time": time, "mode": self.mode, "restores": self.restores}


class Replaced(Fields, frozen=True):
    white_s: Seconds
    black_s: Seconds

    def values(self) -> dict[str, object]:
        return {"reserve": BySide(self.white_s * SECOND_NS, self.black_s * SECOND_NS)}


class Profile(Fields, frozen=True):
    """`profile` is BASE or BASE+OVERLAY, `rules` the event's own values by `section.key`."""

    profile: str
    rules: dict[str, Plain] = {}

    def values(self) -> dict[str, object]:
        return _book(self.profile, self.rules)


class Clock(Fields, frozen=True):
    """`profile` and `rules` as in Profile; the match goes on with its clock."""

    profile: str
    asked_by: ClockAsker
    at_once: bool = False
    extreme: bool = False
    rules: dict[str, Plain] = {}

    def values(self) -> dict[str, object]:
        when = {"at_once": self.at_once, "extreme": self.extreme}
        return _book(self.profile, self.rules) | {"asked_by": self.asked_by} | when


class Dispute(Fields, frozen=True):
    favours: Side | None


class Accuse(Fields, frozen=True):
    accuser: MoveAccuser


class Move(Fields, frozen=True):
    illegal: bool


class Panel(Fields, frozen=True):
    members: Annotated[int, Meta(ge=1, le=99)]
    with_director: bool


class Appeal(Fields, frozen=True):
    upheld: bool


class Observer(Fields, frozen=True):
    name: str
    fee: bool = False


class Noted(Fields, frozen=True):
    conduct: Conduct
    side: Side | None


class Late(Fields, frozen=True):
    side: Side
    late_min: Minutes
    grant_min: Minutes | None = None

    def values(self) -> dict[str, object]:
        late_by = self.late_min * MINUTE_NS
        return {"side": self.side, "late_by": late_by, "grant_min": self.grant_min}


class Leave(Fields, frozen=True):
    side: Side
    minutes: Annotated[int, Meta(ge=1, le=24 * 60)]


class Mixer(Fields, frozen=True):
    mixer: Half | None
    tower: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """`command` is called with an Order's four fields and the form's values by name."""

    command: Callable[..., Order]
    fields: type[Fields]


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "stop": Form(StopOrdered, Nothing),
        "start": Form(StartOrdered, Nothing),
        "message": Form(MessageOrdered, Text),
        "accept": Form(ProposalAccepted, Accepted),
        "decline": Form(ProposalDeclined, Numbered),
        "penalty": Form(PenaltyOrdered, Penalty),
        "forfeit": Form(ForfeitOrdered, Forfeit),
        "score": Form(ScoreOrdered, Score),
        "length": Form(LengthOrdered, Length),
        "cube": Form(CubeOrdered, Cube),
        "undo": Form(UndoOrdered, Undo),
        "game": Form(GameEndOrdered, Game),
        "gin": Form(GinOrdered, Gin),
        "result": Form(ResultPosted, Winner),
        "earlier": Form(EarlierResultOrdered, Earlier),
        "final": Form(ResultClosed, Nothing),
        "expiry": Form(ExpiryRuled, Expiry),
        "time": Form(TimeOrdered, Time),
        "replaced": Form(ClockReplaced, Replaced),
        "clock": Form(ClockOrdered, Clock),
        "delay": Form(DelayForfeitOrdered, OfSide),
        "profile": Form(ProfileOrdered, Profile),
        "dispute": Form(DisputeRuled, Dispute),
        "accuse": Form(IllegalMovePointedOut, Accuse),
        "move": Form(IllegalMoveRuled, Move),
        "panel": Form(PanelNamed, Panel),
        "appeal": Form(AppealRuled, Appeal),
        "late": Form(LatenessOrdered, Late),
        "leave": Form(BreakOrdered, Leave),
        "adjourn": Form(AdjournOrdered, Nothing),
        "observer": Form(ObserverNamed, Observer),
        "conduct": Form(ConductNoted, Noted),
        "camera": Form(CameraRefused, OfSide),
        "mixer": Form(MixerOrdered, Mixer),
    }
)
"""By kind, as the console names it: every order there is."""


def _book(profile: str, rules: Mapping[str, Plain]) -> dict[str, object]:
    try:
        book: RuleBook = load(profile, rules)
    except RuleBookError as error:
        raise OrderInvalid(f"profile is {profile!r}: {error}") from error
    return {"profile": book, "profile_hash": sha256(canonical(book))}
