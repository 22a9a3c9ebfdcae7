"""Types of the answers of the ladders' routes (`answer_shapes.py`)."""

from datetime import date

import msgspec

from kiosk.tournament.ladder import ChallengeState
from kiosk.tournament.ladder_rules import Prize


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class LadderNamed(_Shape, frozen=True):
    """One of the director's ladders; `overdue` counts challenges whose days are over."""

    ladder_id: str
    name: str
    title: str
    members: int
    season: int
    season_open: bool
    overdue: int


class LadderOffered(_Shape, frozen=True):
    """A club's rules by which a ladder can be opened."""

    rules: str
    title: str


class LaddersView(_Shape, frozen=True):
    today: date
    ladders: tuple[LadderNamed, ...]
    offered: tuple[LadderOffered, ...]


class LadderMember(_Shape, frozen=True):
    """A member at `place`, from 1; `progress`: places risen this season. `open`: numbers of his
    open challenges, `few`: fewer matches than expected.
    """

    member_id: str
    name: str
    place: int
    progress: int
    played: int
    few: bool
    open: tuple[int, ...]


class LadderLeaver(_Shape, frozen=True):
    """A former member, who occurs in matches played."""

    member_id: str
    name: str


class LadderChallenge(_Shape, frozen=True):
    """A challenge of this season. `score` has the challenger's points first; `last_day` is null
    while it is disputed. `points` is the length of the match.
    """

    number: int
    challenger: str
    challenged: str
    made_day: date
    for_day: date
    last_day: date | None
    state: ChallengeState
    overdue: bool
    points: int
    winner: str | None
    score: tuple[int, int] | None
    played_day: date | None
    absent: str | None


class LadderMove(_Shape, frozen=True):
    """A member's move between two places; null: not on the ladder."""

    member_id: str
    was: int | None
    now: int | None


class LadderNews(_Shape, frozen=True):
    """A fact of the log, and how it moved its members; of a challenge how it ended. `undone`: the
    kind of the fact that it undid, whose data the other fields are; null: it undid none, or another
    undoing.
    """

    seq: int
    at_ms: int
    by: str
    kind: str
    number: int | None
    winner: str | None
    score: tuple[int, int] | None
    absent: str | None
    why: str
    moves: tuple[LadderMove, ...]
    undone: str | None


class LadderDays(_Shape, frozen=True):
    first_day: date
    last_day: date


class LadderSeason(_Shape, frozen=True):
    """`over`: its last day is over, and it can be closed."""

    number: int
    open: bool
    over: bool
    first_day: date
    last_day: date


class LadderPrize(_Shape, frozen=True):
    prize: Prize
    members: tuple[str, ...]


class LadderValue(_Shape, frozen=True):
    """A value of the ladder's rules as its file writes it; `confirm`: no text prints it, or not
    clearly, and the director confirms it; `means` and `chosen`: key and value in words.
    """

    key: str
    value: str
    means: str
    chosen: str
    cite: str
    defect: str | None
    confirm: bool
    confirmed: bool


class LadderView(_Shape, frozen=True):
    """The whole ladder; `seq` is the `seen_seq` of acts sent from this view. `season` is null
    before the first; `next_season` has the days of the one that can be opened. The newest of
    `recent` comes first. `undoable` is the row of the last act that took something away.
    """

    seq: int
    ladder_id: str
    name: str
    title: str
    today: date
    prebooked: bool
    final_size: int
    season: LadderSeason | None
    next_season: LadderDays | None
    members: tuple[LadderMember, ...]
    left: tuple[LadderLeaver, ...]
    challenges: tuple[LadderChallenge, ...]
    recent: tuple[LadderNews, ...]
    final: tuple[str, ...]
    prizes: tuple[LadderPrize, ...]
    values: tuple[LadderValue, ...]
    undoable: int | None


class LadderDone(_Shape, frozen=True):
    """The facts that followed, by kind, and the last row of the ladder's log."""

    ladder_id: str
    seq: int
    kinds: tuple[str, ...]
