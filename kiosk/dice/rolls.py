"""The rolls of a journal with a picture, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kiosk.rules.decide import decide
from kiosk.rules.device_names import DeviceName
from kiosk.rules.dice.acts import RollRead
from kiosk.rules.dice.facts import (
    OpeningDieRolled,
    RollAccepted,
    RollCorrected,
    RolledEarly,
    RollQuestioned,
    RollRefused,
    RollRuled,
    RollVoided,
)
from kiosk.rules.dice.judging import thrown_since
from kiosk.rules.dice.unsettled import ThrownMeanwhile
from kiosk.rules.fact import Event
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, RollFacts, area_of, high_first
from kiosk.rules.table import Half, PictureSeat
from kiosk.rules.units import Instant, Side, require
from kiosk.wire.replay import Replay, follow
from kiosk.wire.row import Row

UNSURE = "unsure"
VALID = "valid"
NOT_JUDGED = "not_judged"
"""The rules would not have looked at the dice at that point of the game."""


@dataclass(frozen=True, slots=True)
class RollJudgement:
    """The rules' judgement of a reading: `valid` with values high to low, `unsure`, or the most
    serious reason why it is void; `why` are all reasons.
    """

    status: str
    values: tuple[int, ...] | None = None
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class AgreedRoll:
    """The values both players entered by touch; None: the roll does not count."""

    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class DiceLook:
    """One look at resting dice, in the order of the journal.

    seq, match_id, utc: the first row about it; match: before that row; facts: the reading then;
    word: the players' agreed roll, `None` if they were not asked or did not agree; shadow: the
    camera was on trial.
    """

    seq: int
    match_id: str | None
    utc: str
    at: Instant
    match: Match
    facts: RollFacts
    shadow: bool = False
    word: AgreedRoll | None = None

    @property
    def picture(self) -> str:
        return require(self.facts.picture)

    @property
    def asked_in(self) -> Phase:
        question = self.match.game.question if self.match.game else None
        return question.asked_in if question else self.match.phase

    @property
    def roller(self) -> Side | None:
        """The side whose roll it is; None when both threw one die."""
        game = require(self.match.game)
        if self.asked_in is not Phase.OPENING:
            return game.on_turn
        if require(self.match.setup).mixer is None:
            return None
        return Side.WHITE if game.opening.white is None else Side.BLACK

    @property
    def seat(self) -> PictureSeat:
        """The roller's seat; White's for both."""
        return require(self.match.setup).seats.of_side(self.roller or Side.WHITE).picture

    @property
    def area(self) -> Half | None:
        """Where the roll must lie; None when each of two sides has a half of its own."""
        if self.roller is None:
            return None
        book, setup = require(self.match.book), require(self.match.setup)
        return area_of(book, setup, self.roller)[0]

    @property
    def thrown(self) -> int:
        """How many dice count."""
        return 1 if self.asked_in is Phase.OPENING and self.roller is not None else 2

    @property
    def dice(self) -> tuple[DieFact, ...]:
        """The dice that were thrown: beside a second opening die the first may lie."""
        return thrown_since(self.match, self.facts.dice)


def dice_looks(rows: Iterable[Row]) -> Iterator[DiceLook]:
    """Every look with a picture, once each, when the rows have no more about it.

    Raises as `Row.event`.
    """
    replay, before, command = Replay(), Replay(), ""
    look: DiceLook | None = None
    asked = False
    for row in rows:
        if row.command_id != command:
            before, command = replay, row.command_id
        event = row.event()
        facts = getattr(event, "facts", None)
        if isinstance(facts, RollFacts) and facts.picture is not None:
            if look is not None and look.picture != facts.picture:
                yield look
            if look is None or look.picture != facts.picture:
                at = Instant(row.at_ns)
                look = DiceLook(row.seq, row.match_id, row.wall_utc, at, before.match, facts)
            asked = isinstance(event, RollQuestioned)
            if isinstance(event, RollQuestioned) and Reason.ONLY_LOGGED in event.reasons:
                look = replace(look, shadow=True)
        elif isinstance(event, RollQuestioned):
            asked = False
        elif look is not None and (asked or isinstance(event, RollCorrected | RollVoided)):
            look = _heard(look, event)
        replay = follow(replay, row)
    if look is not None:
        yield look


def _heard(look: DiceLook, event: Event) -> DiceLook:
    """The look with the values the players agreed on by touch, or the director ruled."""
    match event:
        case RollAccepted(by_touch=True, values=values):
            return replace(look, word=AgreedRoll(values))
        case OpeningDieRolled(value=value):
            values = look.word.values or () if look.word is not None else ()
            return replace(look, word=AgreedRoll(high_first((*values, value))))
        case RollCorrected(values=values):
            return replace(look, word=AgreedRoll(high_first(values)))
        case RollRuled(values=values):
            return replace(look, word=AgreedRoll(values))
        case RollRefused() | RollVoided():
            return replace(look, word=AgreedRoll(None))
        case _:
            return look


def judge_reading(look: DiceLook, facts: RollFacts) -> RollJudgement:
    """How the rules would have judged a reading at that moment, by itself.

    The baffle box's count and open questions between the players are left out, and the dice count
    as rolled: only the reading is judged.
    """
    before = look.match
    match = replace(
        before,
        phase=look.asked_in,
        game=before.game and replace(before.game, question=None),
        lost_devices=before.lost_devices | {DeviceName.TOWER},
        dicing=replace(before.dicing, consents=None),
        dice_down=before.dice_down and look.asked_in is not Phase.TO_ROLL,
        held=None,
    )
    rolled: list[int | None] = []
    for event in decide(match, RollRead(look.at, replace(facts, rolled=True))).events:
        match event:
            case RollAccepted():
                return RollJudgement(VALID, event.values)
            case RollRefused():
                return RollJudgement(event.reasons[0].value, None, event.reasons)
            case RollQuestioned():
                return RollJudgement(UNSURE, None, event.reasons)
            case OpeningDieRolled():
                rolled.append(event.value)
            case RolledEarly() | ThrownMeanwhile():
                rolled = [die.value for die in event.facts.dice]
    values = [value for value in rolled if value is not None]
    if len(values) < len(rolled):
        return RollJudgement(UNSURE, None, (Reason.VALUE_UNSURE,))
    return RollJudgement(VALID, high_first(tuple(values))) if values else RollJudgement(NOT_JUDGED)
