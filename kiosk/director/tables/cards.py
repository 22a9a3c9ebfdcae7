"""What the console shows: one card a table, one line an event, one view an order."""

from enum import StrEnum

import msgspec

from kiosk.rules.match import Phase
from kiosk.rules.units import BySide, Side
from kiosk.wire.snapshot import CubeView
from kiosk.wire.sync import Ailment


class CardSide(msgspec.Struct, frozen=True):
    """One side; its clock is as of the card's `at_ns`. `delay_ns` runs before the reserve;
    `delay_shown_ns` is what its clock shows of the turn's delay, None: none runs.
    """

    name: str
    score: int
    reserve_ns: int
    delay_ns: int
    delay_shown_ns: int | None
    flagged: bool
    on_turn: bool
    running: bool


class CardMessage(msgspec.Struct, frozen=True):
    """The message that stands on the table's screen, and who has read it."""

    text: str
    by: str
    seen: BySide[bool]


class WaitView(msgspec.Struct, frozen=True):
    """What waits for the director, in words. `need` names its colour, `urgency` sorts it.

    It is said `aloud` when it is new, and counted if `pressing`; the rest as in `matter.Wait`.
    `since_utc` is by the table's wall clock, as far as it can be true.
    """

    key: str
    need: str
    urgency: int
    aloud: bool
    pressing: bool
    text: str
    cites: tuple[str, ...]
    orders: tuple[str, ...]
    fill: dict[str, str | int]
    advice: str | None
    side: Side | None
    points: int | None
    since_utc: str | None


class Banner(msgspec.Struct, frozen=True):
    """What a director should see at once; `look` picks the colour and the icon.

    `wait`: it waits for the director and is answered by an order.
    """

    look: str
    text: str
    wait: bool


class CardWords(msgspec.Struct, frozen=True):
    """What a card's numbers and pictures are in words.

    `table` names it, `length` says how far is played, `sides` how each side stands, `foot` what is
    asked now and then; `roll` and `cube` tell the pictures of them to who can't see these.
    """

    table: str
    length: str
    game: str
    roll: str | None
    cube: str | None
    sides: BySide[str]
    foot: str


class TableCard(msgspec.Struct, frozen=True):
    """One table of the grid. `need` sorts: the higher, the sooner it wants the director.

    `profile` is the rule book's title, `book` the id of the one in force next, `rules` the event's
    own values in it, a line `section.key = value` each, `rules_with_clock` without the choice to
    play without a clock. `doing` is what the table waits for, in words, `waits` what there waits
    for the director, `banners` all to be seen at once; `stop` why play stands still; `behind` how
    many of the table's rows have not come yet; `seen_utc` when the table was last heard, `earlier`
    the match finished there before; `choices` what can be chosen now in a form's field, by
    `kind.field`, of those that can't always take all. Who is `coming` to a call is in words;
    `picture` is of the roll that is asked about, or of the last. `stale`: silent, though a match is
    played. `words` are for what has none of its own. `ailment` is the worst of the table's machine.
    """

    journal_id: str
    table: int | None
    event_id: str | None
    match_id: str | None
    length: int | None
    profile: str | None
    book: str | None
    earlier: str | None
    rules: str
    rules_with_clock: str
    phase: Phase
    doing: str
    sides: BySide[CardSide] | None
    game: int | None
    crawford: bool
    cube: CubeView | None
    roll: str | None
    called: Side | None
    coming: str | None
    picture: str | None
    waits: tuple[WaitView, ...]
    choices: dict[str, tuple[str, ...]]
    banners: tuple[Banner, ...]
    stop: str | None
    message: CardMessage | None
    lost_devices: tuple[str, ...]
    halted: str | None
    screens: int
    stale: bool
    seen_utc: str | None
    seq: int
    behind: int
    alarms: tuple[str, ...]
    winner: Side | None
    clocked: bool
    at_ns: int
    need: int
    words: CardWords
    ailment: Ailment | None = None


class TimelineLine(msgspec.Struct, frozen=True):
    """One event of a timeline. `time` is HH:MM:SS of the table's wall clock (UTC).

    `kind` is the event's name, of `match_id`; `look` says how it stands out (a catalogue's `Look`),
    `groups` are the filters it is shown in;
    `landmark` is what somebody may jump to: game, double, ruling.
    """

    seq: int
    time: str
    by: str
    kind: str
    groups: tuple[str, ...]
    look: str
    landmark: str | None
    text: str
    cites: tuple[str, ...]
    picture: str | None
    match_id: str | None


class OrderStatus(StrEnum):
    WAITING = "waiting"
    """The table has not answered yet."""
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNDECIDED = "undecided"
    """The table could not even decide it; `reasons` says why."""


class OrderView(msgspec.Struct, frozen=True):
    """What became of an order. `by` is the director's name, `reasons` are in words.

    `kind` is a form's, `title` what it is called, `outcome` what became of it in words; `seqs` are
    the rows that answered. An order that only its rows tell of, as a database that was lost gave
    it, has no `kind`, `why` or `given_utc`; its title is what its last row says.
    """

    command_id: str
    journal_id: str
    kind: str
    title: str
    by: str
    why: str
    given_utc: str | None
    status: OrderStatus
    outcome: str
    reasons: tuple[str, ...]
    seqs: tuple[int, ...]
