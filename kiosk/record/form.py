"""The form of a match record. FORMAT.md in this folder says what each field means.

msgspec gives each value its own empty lists.
"""

import msgspec

from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.table import Format, Series, SetUp, Team
from kiosk.rules.units import BySide, Nanos, Side

FORMAT = "table-kiosk match record"
VERSION = 1


class Moment(msgspec.Struct):
    seq: int
    utc: str


class Confirmation(msgspec.Struct):
    key: str
    cite: str


class Profile(msgspec.Struct):
    id: str
    title: str
    hash: str
    director_confirms: list[Confirmation]


class SetUpThen(Moment):
    setup: SetUp


class OpeningDie(Moment):
    side: Side
    value: int
    by_touch: bool
    picture: str | None


class Roll(Moment):
    turn: int
    side: Side
    values: tuple[int, ...]
    by_touch: bool
    picture: str | None
    cites: tuple[str, ...]


class RollRefusal(Moment):
    turn: int
    side: Side | None
    reasons: tuple[Reason, ...]
    picture: str | None
    cites: tuple[str, ...]


class Question(Moment):
    turn: int
    side: Side | None
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    picture: str | None


class Refusal(Moment):
    game: int
    turn: int
    command: str
    side: Side | None
    reasons: tuple[Reason, ...]


class CubeAction(Moment):
    turn: int
    action: str
    side: Side
    level: int
    cites: tuple[str, ...]


class ClockUse(Moment):
    turn: int
    side: Side
    used_ns: Nanos
    reserve_ns: BySide[Nanos]
    ends_turn: bool


class Flag(Moment):
    turn: int
    side: Side
    at_ns: int
    cites: tuple[str, ...]


class RollCorrection(Moment):
    turn: int
    corrects_seq: int
    side: Side
    was: tuple[int, ...]
    values: tuple[int, ...] | None
    by: str | None
    why: str | None
    picture: str | None


class GameResult(Moment):
    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause
    score: BySide[int]
    cites: tuple[str, ...]


class Game(Moment):
    number: int
    crawford: bool
    score_before: BySide[int]
    opening: list[OpeningDie] = []
    starts: Side | None = None
    rolls: list[Roll] = []
    refused_rolls: list[RollRefusal] = []
    corrected_rolls: list[RollCorrection] = []
    questions: list[Question] = []
    cube: list[CubeAction] = []
    clock: list[ClockUse] = []
    flags: list[Flag] = []
    reopened: list[Moment] = []
    result: GameResult | None = None


class ScoreChange(Moment):
    score: BySide[int]
    by: str
    why: str
    section: str | None
    corrects_seq: int | None


class Interruption(Moment):
    game: int
    kind: str
    words: str


class MatchResult(Moment):
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
    match_format: Format
    sides: BySide[Team]
    profile: Profile
    score: BySide[int]
    setups: list[SetUpThen] = []
    games: list[Game] = []
    score_changes: list[ScoreChange] = []
    refused_commands: list[Refusal] = []
    interruptions: list[Interruption] = []
    result: MatchResult | None = None
    pictures: list[str] = []
