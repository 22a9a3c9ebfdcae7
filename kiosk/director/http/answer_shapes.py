"""Types of the routes' answers; the published schema is built from them.

They forbid other fields, so that the tests find answers with more or fewer.
"""

from typing import Any

import msgspec

from kiosk.catalogue.form import Sort
from kiosk.director.enrolment.handshakes import WaitingDevice
from kiosk.director.event.lists import EntryLine, RatingLine, ResultLine, StandingLine
from kiosk.tournament.bracket import PairingResult, PairingState, PlaceSource
from kiosk.tournament.calls import CallProposal
from kiosk.tournament.club_rounds import DateSlot, MatchClaim, PairingNeed, RoundDate
from kiosk.tournament.played import NextAct
from kiosk.tournament.tournament import DivisionFormat, PairingKey, Player, ReEntryTerms, Round


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Failed(_Shape, frozen=True):
    """Why it was not done, in one sentence."""

    error: str


class Done(_Shape, frozen=True):
    """It is done; nothing else to report."""


class OrderGiven(_Shape, frozen=True):
    command_id: str


class SignedIn(_Shape, frozen=True):
    """The cookie of the answer is the session's."""

    name: str


class Invited(_Shape, frozen=True):
    """Purpose of a link: to make an account of this role, or to set this account's password."""

    role: str
    name: str | None


class LinkMade(_Shape, frozen=True):
    """The link is sent only here; `dark` is the path of its QR code, `size` squares wide. `alone`:
    only the director's own machine reaches it.
    """

    invitation: str
    link: str
    size: int
    dark: str
    alone: bool


class CardNamed(_Shape, frozen=True):
    name: str


class CodeAnswer(_Shape, frozen=True):
    address: str
    code: str
    seconds: float


class CardKept(_Shape, frozen=True):
    name: str
    until: str
    begun: int
    by: str


class DeviceKept(_Shape, frozen=True):
    """`way`: file, card or code; `gone`: why it is no longer enrolled."""

    key: str
    number: int
    way: str
    by: str
    since_utc: str
    heard_utc: str | None
    gone: str | None
    sends_utc: str | None


class DeskState(_Shape, frozen=True):
    waiting: tuple[WaitingDevice, ...]
    cards: tuple[CardKept, ...]
    devices: tuple[DeviceKept, ...]


class Pulse(_Shape, frozen=True):
    """Whether it runs: all that visitors and tables learn."""

    ok: bool
    protocol: int
    event_id: str


class Health(Pulse, frozen=True):
    """Further state for users who are signed in. `copy` is what is wrong with the second copy,
    `event` what does not count in the event, `seating` why tables get nothing any more.
    """

    tables: int
    stale: int
    browsers: int
    strangers: int
    failure: str | None
    copy: str | None
    copied_utc: str | None
    event: tuple[str, ...]
    seating: str | None


class FieldView(_Shape, frozen=True):
    """A field of a form (`kiosk/catalogue/form.py`), in the viewer's language."""

    sort: Sort
    name: str
    label: str
    low: int
    high: int
    longest: int
    optional: bool
    hint: str | None
    options: tuple[tuple[str | int | bool | None, str], ...]
    nobody: str | None
    preset: bool
    start: str | int | None
    from_card: str
    suggested: tuple[str, ...]


class FormView(_Shape, frozen=True):
    kind: str
    title: str
    opens: str
    verb: str
    drawer: str | None
    often: bool
    at_once: bool
    needs_match: bool
    resumes: bool
    many: bool
    corrects: tuple[str, ...]
    rules_on: tuple[str, ...]
    closed_by: tuple[str, ...]
    fields: tuple[FieldView, ...]


class DrawerView(_Shape, frozen=True):
    name: str
    title: str


class FormsView(_Shape, frozen=True):
    drawers: tuple[DrawerView, ...]
    forms: tuple[FormView, ...]


class EventTable(_Shape, frozen=True):
    """`silent`: its device does not answer, and nothing is proposed for it. `begun`: its match has
    begun at the device.
    """

    table: int
    key: PairingKey | None
    silent: bool
    begun: bool


class EventEntry(_Shape, frozen=True):
    entry_id: str
    name: str
    players: tuple[Player, ...]
    gone: bool


class EventPlace(_Shape, frozen=True):
    comes: PlaceSource
    of: str
    known: bool
    entry_id: str | None


class EventDated(_Shape, frozen=True):
    """Arrangements of a pairing with a date: days as of `datetime.date.toordinal`, minutes of the
    day. `need`: what it waits for today; null: it is over. `replay_points`: the length of a replay;
    0: none.
    """

    challenger: str
    last_day: int
    offered: tuple[DateSlot, ...]
    offered_enough: bool
    arranged: DateSlot | None
    told_chairman: bool
    claim: MatchClaim | None
    replay_points: int
    need: PairingNeed | None


class EventPairing(_Shape, frozen=True):
    """`seats`: which player of each couple plays, 1 or 2; 0: the whole entry. `dated`: null if it
    has no date, or its players are not known.
    """

    pairing_id: str
    bracket: str
    round: int
    state: PairingState
    places: tuple[EventPlace, EventPlace]
    winner: str | None
    table: int | None
    called_ms: int | None
    waits_ms: int | None
    put_off: bool
    sets: tuple[str, ...]
    result: PairingResult | None
    played: Round | None
    seats: tuple[int, int]
    dated: EventDated | None


class EventMeasure(_Shape, frozen=True):
    """A tie-break and its value; for a Swing the chips."""

    name: str
    value: int


class EventStanding(_Shape, frozen=True):
    """In a `group`, or "" for all; equal entries share a `place`."""

    group: str
    place: int
    entry_id: str
    wins: int
    losses: int
    measures: tuple[EventMeasure, ...]
    still_in: bool


class EventWon(_Shape, frozen=True):
    """The winners of a bracket or group that is over; several if nothing separates them."""

    bracket: str
    entry_ids: tuple[str, ...]


class EventDraw(_Shape, frozen=True):
    """`free_places`: entries whose place may be given to a latecomer, null for a closed
    late place.
    """

    number: int
    published: bool
    late_places: int
    late_left: int
    takes_late: bool
    free_places: tuple[str | None, ...]


class EventDivision(_Shape, frozen=True):
    """`standings` and `next`, acts that the format asks for, are empty in a knock-out; `last_days`
    where no round has a date.
    """

    division_id: str
    name: str
    precedence: int
    format: DivisionFormat
    entries: tuple[str, ...]
    draw: EventDraw | None
    pairings: tuple[EventPairing, ...]
    standings: tuple[EventStanding, ...]
    next: tuple[NextAct, ...]
    last_days: tuple[RoundDate, ...]
    re_entry: ReEntryTerms | None
    winners: tuple[EventWon, ...]


class EventRemoved(_Shape, frozen=True):
    """A division that can be brought back, and the number of its entries."""

    division_id: str
    name: str
    entries: int


class EventView(_Shape, frozen=True):
    """The whole event; `seq` is the `seen_seq` of acts sent from this view. `today` is the day at
    the director, as of `datetime.date.toordinal`. `people` are players of earlier events that are
    not entered; `configured_id` is the id in the director's configuration.
    """

    seq: int
    event_id: str
    name: str
    tables: tuple[EventTable, ...]
    entries: tuple[EventEntry, ...]
    divisions: tuple[EventDivision, ...]
    removed: tuple[EventRemoved, ...]
    proposals: tuple[CallProposal, ...]
    today: int
    people: tuple[Player, ...]
    configured_id: str


class FormatSource(_Shape, frozen=True):
    """Source of a format's value; `confirm`: no text prints it, or not clearly."""

    key: str
    cite: str
    confirm: bool


class FormatOffered(_Shape, frozen=True):
    """A format for divisions; `format` is what `MakeDivision` takes, with the rounds as its file
    has them.
    """

    format_id: str
    title: str
    means: str
    format: DivisionFormat
    sources: tuple[FormatSource, ...]


class FormatsOffered(_Shape, frozen=True):
    formats: tuple[FormatOffered, ...]


class ValueToConfirm(_Shape, frozen=True):
    """A value that its book does not print, or not clearly, as the book writes it; `means` and
    `chosen`: key and value in words; `defect`: the passage that can be read in more than one way.
    """

    book: str
    key: str
    value: str
    means: str
    chosen: str
    cite: str
    defect: str | None
    confirmed: bool


class ValueToSet(_Shape, frozen=True):
    """A value that its book leaves to the event; "" until it is set."""

    book: str
    key: str
    value: str
    means: str
    cite: str


class ToConfirm(_Shape, frozen=True):
    values: tuple[ValueToConfirm, ...]
    to_set: tuple[ValueToSet, ...]


class EnrolLook(_Shape, frozen=True):
    """What an act about a device will take away; `seen` is sent with the act."""

    seen: int
    sentences: tuple[str, ...]


class EventLook(_Shape, frozen=True):
    """What an act will take away if it is the next, done at row `seq`; empty: nothing."""

    seq: int
    sentences: tuple[str, ...]


class UndoableAct(_Shape, frozen=True):
    """An act that took something away, by its first row; `against`: why this user can't undo it
    now; empty: he can.
    """

    first: int
    at_ms: int
    by: str
    words: str
    against: tuple[str, ...]


class UndoableActs(_Shape, frozen=True):
    """The newest first, as of row `seq`."""

    seq: int
    acts: tuple[UndoableAct, ...]


class _Listed(_Shape, frozen=True):
    """A list of the event at row `seq` of its log."""

    event_id: str
    event: str
    seq: int
    formula: str


class EntriesListed(_Listed, frozen=True):
    lines: tuple[EntryLine, ...]


class ResultsListed(_Listed, frozen=True):
    lines: tuple[ResultLine, ...]


class StandingsListed(_Listed, frozen=True):
    lines: tuple[StandingLine, ...]


class RatingsListed(_Listed, frozen=True):
    lines: tuple[RatingLine, ...]


class EventAlarmAct(_Shape, frozen=True):
    """An act that answers an alarm, with its fields; TurnAway needs a `why`, too."""

    kind: str
    fields: dict[str, Any]


class EventAlarmShown(_Shape, frozen=True):
    """What is wrong, and the possible acts. `table` is the register's number, None without one."""

    words: str
    table: int | None
    journal_id: str
    acts: tuple[EventAlarmAct, ...]


class EventAlarms(_Shape, frozen=True):
    """Alarms: reports that do not count in the event."""

    alarms: tuple[EventAlarmShown, ...]


class EventDone(_Shape, frozen=True):
    """The facts that followed, by kind, and the log's last row."""

    seq: int
    kinds: tuple[str, ...]


class EventReason(_Shape, frozen=True):
    reason: str
    about: str
    words: str


class EventNotNow(_Shape, frozen=True):
    """Every reason against an act."""

    error: str
    reasons: tuple[EventReason, ...]


class EntriesTaken(_Shape, frozen=True):
    seq: int
    entered: int
    there: int
    changes: tuple[str, ...]
    passed_over: tuple[str, ...]


class ListFault(_Shape, frozen=True):
    line: int
    field: str
    words: str


class ListRowShown(_Shape, frozen=True):
    line: int
    cells: tuple[str, ...]


class ListRead(_Shape, frozen=True):
    """The rows of a list; fields: the likely one of each column, empty where none is; heads:
    the headings in line `head_line`, empty where it names no people and is a row itself."""

    head_line: int
    heads: tuple[str, ...]
    fields: tuple[str, ...]
    rows: tuple[ListRowShown, ...]


class ListLineLooked(_Shape, frozen=True):
    """becomes: new, there, asked, wrong or nowhere (its division is to be chosen)."""

    line: int
    becomes: str
    why: tuple[ListFault, ...]


class ListDivision(_Shape, frozen=True):
    """A word in the column of divisions; division_id: what it stands for, empty where unknown."""

    words: str
    division_id: str
    lines: int


class ListLooked(_Shape, frozen=True):
    """What would become of each line; faults: of the whole list; changes: what it writes otherwise
    of those who are entered already."""

    lines: tuple[ListLineLooked, ...]
    faults: tuple[ListFault, ...]
    changes: tuple[str, ...]
    divisions: tuple[ListDivision, ...]


class CodePageShown(_Shape, frozen=True):
    """One in which a list may have been saved; names as they read in it."""

    code_page: str
    names: tuple[str, ...]


class ListFaults(_Shape, frozen=True):
    """Faults of a list of players; nothing was entered. code_pages: one must be chosen first;
    twins: lines whose players may be somebody who is there, which is to be asked."""

    error: str
    faults: tuple[ListFault, ...]
    code_pages: tuple[CodePageShown, ...]
    twins: tuple[int, ...]
