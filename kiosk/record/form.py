"""The form of a match record. FORMAT.md in this folder documents each field.

msgspec gives each value its own empty lists.
"""

import msgspec

from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.table import MatchFormat, Series, SetUp, Team
from kiosk.rules.units import BySide, Nanos, Side

FORMAT = "table-kiosk match record"
VERSION = 1


class RecordedMoment(msgspec.Struct):
    seq: int
    utc: str


class Confirmation(msgspec.Struct):
    key: str
    cite: str


class RecordedProfile(msgspec.Struct):
    id: str
    title: str
    hash: str
    director_confirms: list[Confirmation]
    crawford: bool
    delay_s: int | None


class SetUpThen(RecordedMoment):
    setup: SetUp


class RecordedOpeningDie(RecordedMoment):
    side: Side
    value: int
    by_touch: bool
    picture: str | None


class RecordedRoll(RecordedMoment):
    turn: int
    side: Side
    values: tuple[int, ...]
    by_touch: bool
    picture: str | None
    cites: tuple[str, ...]


class RollRefusal(RecordedMoment):
    turn: int
    side: Side | None
    reasons: tuple[Reason, ...]
    picture: str | None
    cites: tuple[str, ...]


class RecordedQuestion(RecordedMoment):
    turn: int
    side: Side | None
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    picture: str | None


class RecordedRefusal(RecordedMoment):
    game: int
    turn: int
    command: str
    side: Side | None
    reasons: tuple[Reason, ...]


class CubeAction(RecordedMoment):
    turn: int
    action: str
    side: Side
    level: int
    cites: tuple[str, ...]


class ClockUse(RecordedMoment):
    turn: int
    side: Side
    used_ns: Nanos
    reserve_ns: BySide[Nanos]
    ends_turn: bool


class Flag(RecordedMoment):
    turn: int
    side: Side
    at_ns: int
    cites: tuple[str, ...]


class RollCorrection(RecordedMoment):
    turn: int
    corrects_seq: int
    side: Side
    was: tuple[int, ...]
    values: tuple[int, ...] | None
    by: str | None
    why: str | None
    picture: str | None


class GameResult(RecordedMoment):
    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause
    score: BySide[int]
    cites: tuple[str, ...]


class RecordedGame(RecordedMoment):
    number: int
    crawford: bool
    score_before: BySide[int]
    opening: list[RecordedOpeningDie] = []
    starts: Side | None = None
    rolls: list[RecordedRoll] = []
    refused_rolls: list[RollRefusal] = []
    corrected_rolls: list[RollCorrection] = []
    questions: list[RecordedQuestion] = []
    cube: list[CubeAction] = []
    clock: list[ClockUse] = []
    flags: list[Flag] = []
    reopened: list[RecordedMoment] = []
    result: GameResult | None = None


class ScoreChange(RecordedMoment):
    score: BySide[int]
    by: str
    why: str
    section: str | None
    corrects_seq: int | None


class Interruption(RecordedMoment):
    game: int
    kind: str
    words: str


class MatchResult(RecordedMoment):
    winner: Side
    score: BySide[int]
    cause: EndCause
    cites: tuple[str, ...]


class Record(msgspec.Struct):
    format: str
    version: int
    journal_id: str
    first_seq: int
    last_seq: int
    last_hash: str
    match_id: str
    event_id: str
    table: int
    series: Series | None
    match_format: MatchFormat
    sides: BySide[Team]
    profile: RecordedProfile
    score: BySide[int]
    reserve_ns: BySide[Nanos] | None = None
    setups: list[SetUpThen] = []
    games: list[RecordedGame] = []
    score_changes: list[ScoreChange] = []
    refused_commands: list[RecordedRefusal] = []
    interruptions: list[Interruption] = []
    result: MatchResult | None = None
    pictures: list[str] = []
