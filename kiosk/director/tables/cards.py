"""Data shown by the console: cards of tables, lines of events, views of orders."""

from enum import StrEnum

import msgspec

from kiosk.rules.match import Phase
from kiosk.rules.units import BySide, Side
from kiosk.wire.snapshot import CubeView
from kiosk.wire.sync import Ailment


class CardSide(msgspec.Struct, frozen=True):
    """One side; its clock is as of the card's `at_ns`. `delay_ns` runs before the reserve;
    `delay_shown_ns` is the turn's delay as its clock shows it, None: none runs.
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
    """The message on the table's screen, and the sides that have read it."""

    text: str
    by: str
    seen: BySide[bool]


class WaitView(msgspec.Struct, frozen=True):
    """A matter that waits for the director, in words. `need` names its colour, `urgency` sorts it.

    It is read `aloud` when new, and counted if `pressing`; the rest as in `matter.Wait`.
    `since_utc` is by the table's wall clock, if plausible.
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
    """An urgent message; `look` picks the colour and the icon.

    `wait`: it waits for the director and is answered by an order.
    """

    look: str
    text: str
    wait: bool


class CardWords(msgspec.Struct, frozen=True):
    """Texts for a card's numbers and pictures.

    `table` names it, `length` how much is played, `sides` how each side stands, `foot` further
    facts; `roll` and `cube` describe their pictures to people who can't see them.
    """

    table: str
    length: str
    game: str
    roll: str | None
    cube: str | None
    sides: BySide[str]
    foot: str


class TableCard(msgspec.Struct, frozen=True):
    """One table of the grid. `need` sorts: the higher, the sooner the table needs the director.

    `profile` is the rule book's title, `book` the id of the one in force next, `rules` the event's
    own values in it, a line `section.key = value` each, `rules_with_clock` without the choice to
    play without a clock. `doing` is what the table waits for, in words, `waits` what waits there
    for the director, `banners` its urgent messages; `stop` why play is stopped; `behind` the number
    of the table's rows that have not come yet; `seen_utc` when the table was last heard, `earlier`
    the last match finished there; `choices` the values available now in a form's field, by
    `kind.field`, where that is not always all. `coming`: the person who comes to a call, in words;
    `picture` is of the roll in question, or of the last. `stale`: silent during a match. `words`
    are texts for numbers and pictures. `ailment` is the worst of the table's machine.
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

    `kind` is the event's name, of `match_id`; `look` is its style (a catalogue's `Look`), `groups`
    are the filters that show it; `landmark` is a kind of row to jump to: game, double, ruling.
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
    """The table could not decide it; `reasons` has the reason."""


class OrderView(msgspec.Struct, frozen=True):
    """State of an order. `by` is the director's name, `reasons` are in words.

    `kind` is a form's, `title` its name, `outcome` the result in words; `seqs` are the rows that
    answered. An order of a lost database, known only by its rows, has no `kind`, `why` or
    `given_utc`; its title is the text of its last row.
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
