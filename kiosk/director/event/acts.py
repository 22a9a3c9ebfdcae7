"""Turns a browser's requests in the event into acts.

Everything that depends on chance or the clock is added here: ids, the order of a draw, the time.
"""

import random
from dataclasses import asdict
from typing import Any

import msgspec

from kiosk.catalogue.text import text
from kiosk.director.errors import OrderInvalid
from kiosk.director.event.draw_order import draw_apart
from kiosk.director.event.drawn_acts import DRAWN, Stamp, parse_fields
from kiosk.director.event.entrants import (
    EntryMaker,
    NewEntry,
    NewPlayer,
    names_of,
    new_id,
    players_in,
)
from kiosk.director.local_days import local_slot
from kiosk.director.text_input import normalize_texts
from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.calls import STARTS_IN_MIN, Call, Move, PutOff, Uncall
from kiosk.tournament.club_arranging import ArrangeRound, OfferDates, TellChairman
from kiosk.tournament.club_claims import ClaimMatch, PlayAgain, RuleOnClaim
from kiosk.tournament.correcting import CorrectPlayer, RenameEntry
from kiosk.tournament.draws import DrawDivision, TakeDrawBack, TakeLate
from kiosk.tournament.entries import Enter, Scratch, TakeBackIn, TakeOut
from kiosk.tournament.giving_place import GivePlace, SwapPlaces
from kiosk.tournament.in_division import InDivision
from kiosk.tournament.knock_out import MOST
from kiosk.tournament.lengths import SetRounds
from kiosk.tournament.next_event import BeginNextEvent
from kiosk.tournament.re_entry import SetReEntry
from kiosk.tournament.removing import RemoveDivision
from kiosk.tournament.report import RateBy, StrikeNote
from kiosk.tournament.results import Correct, Reopen, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.setting_up import MakeDivision, OpenEvent, RenameEvent, SetTables
from kiosk.tournament.sheet import round_of
from kiosk.tournament.taking_up import TakeUp, TurnAway
from kiosk.tournament.tournament import PairingKey, Tournament
from kiosk.tournament.undoing import Undo
from kiosk.tournament.ways import FORMAT_PLAYS
from kiosk.wire import codec
from kiosk.wire.bounds import Count
from kiosk.wire.errors import WireError
from kiosk.wire.event_facts import decode_act

_UNDO = (
    *(TakeDrawBack, Uncall, PutOff, Move, Correct, Reopen, TakeOut, TakeBackIn, Scratch, SetTables),
    *(SetRounds, StrikeNote, RateBy, SetRoundDates, ArrangeRound, RuleOnClaim, PlayAgain),
    *(RenameEvent, RemoveDivision, CorrectPlayer, RenameEntry, GivePlace, TakeUp, TurnAway),
    *(SetReEntry, BeginNextEvent, SwapPlaces, Undo),
)


class ActRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act of `kind`, decided on when the event's log had `seen_seq` rows. `looked`: what it
    takes away was previewed; the preview holds as long as nothing came since.
    """

    kind: str
    seen_seq: Count
    fields: dict[str, Any] = {}
    looked: bool = False


class _Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class _Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    division_id: str
    entries: tuple[NewEntry, ...]


class _Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    division_id: str
    entry: NewEntry


class _Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    division_id: str
    of: str | None
    entry: NewEntry
    why: str


class _Corrected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player_id: str
    player: NewPlayer


class _Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seeds` are entry ids, the strongest first; all others are drawn. apart: of several draws by
    chance the one with the fewest clubmates and families that meet at once.
    """

    division_id: str
    seeds: tuple[str, ...] = ()
    late_places: int = 0
    why: str = ""
    apart: bool = False


def build_act(
    request: ActRequest, tournament: Tournament, chance: random.Random, stamp: Stamp
) -> TournamentCommand:
    """Build the act. Raises OrderInvalid for an unknown kind or a missing field."""
    fields = normalize_texts(request.fields)
    at = (stamp.at_ms, stamp.by)
    match request.kind:
        case OpenEvent.__name__:
            return OpenEvent(*at, stamp.event_id, parse_fields(fields, _Open).name)
        case BeginNextEvent.__name__:
            name = parse_fields(fields, _Open).name
            return BeginNextEvent(*at, _next_id(stamp.event_id, tournament), name)
        case Enter.__name__ | TakeLate.__name__ | GivePlace.__name__ | CorrectPlayer.__name__:
            return _of_people(request.kind, fields, tournament, chance, at)
        case DrawDivision.__name__:
            return _draw(parse_fields(fields, _Draw), tournament, chance, stamp)
        case MakeDivision.__name__:
            form = fields.get("format")
            if isinstance(form, dict):
                none = dict.fromkeys((*FORMAT_PLAYS, "by_date"))
                fields = {**fields, "format": {**none, **form}}
            fields = {**fields, "division_id": fields.get("division_id") or new_id("d", chance)}
        case kind if kind in DRAWN:
            return DRAWN[kind](fields, tournament, chance, stamp)
    fields = {**_left_out(request.kind, stamp), **fields}
    body = codec.canonical_json({**fields, "at_ms": stamp.at_ms, "by": stamp.by})
    try:
        return decode_act(request.kind, body)
    except WireError as error:
        raise OrderInvalid(text("This is not valid: {why}", why=str(error))) from error


def _next_id(configured: str, tournament: Tournament) -> str:
    """The configured id, if the event of now is another's; else that with the next number."""
    number = tournament.event_id.removeprefix(f"{configured}-")
    if tournament.event_id == configured:
        return f"{configured}-2"
    return f"{configured}-{int(number) + 1}" if number.isdecimal() else configured


def _of_people(
    kind: str,
    fields: dict[str, Any],
    tournament: Tournament,
    chance: random.Random,
    at: tuple[int, str],
) -> TournamentCommand:
    """Build an act that enters, adds late or corrects people."""
    if kind == CorrectPlayer.__name__:
        corrected = parse_fields(fields, _Corrected)
        return CorrectPlayer(*at, corrected.player.to_player(corrected.player_id))
    if kind == GivePlace.__name__:
        given = parse_fields(fields, _Given)
        (entry,) = _entries((given.entry,), given.division_id, tournament, chance)
        return GivePlace(*at, given.division_id, given.of, entry, given.why)
    if kind == TakeLate.__name__:
        late = parse_fields(fields, _Late)
        return TakeLate(
            *at, late.division_id, *_entries((late.entry,), late.division_id, tournament, chance)
        )
    entering = parse_fields(fields, _Enter)
    division_id = entering.division_id
    entries = _entries(entering.entries, division_id, tournament, chance)
    return Enter(*at, division_id, entries)


def _left_out(kind: str, stamp: Stamp) -> dict[str, Any]:
    """Default values of an act's optional fields; a day is today's at the director."""
    match kind:
        case Call.__name__:
            return {"starts_in_min": STARTS_IN_MIN}
        case TakeMatch.__name__ | Correct.__name__:
            ended = {"level": 0, "cube": 0, "cause": "played", "overrules": ""}
            return ended if kind == Correct.__name__ else {**ended, "length": 0}
        case SetRoundDates.__name__ | SwapPlaces.__name__:
            return {"why": ""}
        case OfferDates.__name__ | ArrangeRound.__name__ | TellChairman.__name__:
            return {"day": local_slot(stamp.at_ms).day}
        case ClaimMatch.__name__:
            return {"now": asdict(local_slot(stamp.at_ms))}
    return {}


def _entries(
    new: tuple[NewEntry, ...], division_id: str, tournament: Tournament, chance: random.Random
) -> tuple[Any, ...]:
    entrants = EntryMaker(tournament, chance)
    division = tournament.divisions.get(division_id)
    names = division.entries if division else ()
    there, here = names_of(tournament.entries, names), players_in(tournament.entries, names)
    for each in new:
        for player in each.players:
            clash = entrants.clash(player)
            if clash is not None:
                raise OrderInvalid(clash)
    return tuple(entrants.make_entry(each, there, here) for each in new)


def _draw(
    drawing: _Draw, tournament: Tournament, chance: random.Random, stamp: Stamp
) -> DrawDivision:
    """Draw: seeds first, then all others in random order. Faults are left to the core."""
    division = tournament.divisions.get(drawing.division_id)
    if not 0 <= drawing.late_places <= MOST:
        raise OrderInvalid(
            text(
                "{count} late places can't be: keep 0 to {most}",
                count=drawing.late_places,
                most=MOST,
            )
        )
    others = [each for each in (division.entries if division else ()) if each not in drawing.seeds]
    drawn: list[str | int] = [*others, *range(1, drawing.late_places + 1)]
    if drawing.apart and division is not None:
        order = draw_apart(division, tournament.entries, drawing.seeds, drawn, chance)
    else:
        chance.shuffle(drawn)
        order = (*drawing.seeds, *drawn)
    return DrawDivision(
        stamp.at_ms, stamp.by, drawing.division_id, order, len(drawing.seeds), drawing.why
    )


def needs_today(tournament: Tournament, command: TournamentCommand) -> bool:
    """Whether it undoes or replaces something, or would count twice if sent again: such an act is
    refused if the page is stale.
    """
    match command:
        case DrawDivision(division_id=name):
            division = tournament.divisions.get(name)
            return division is not None and division.draw is not None
        case MakeDivision(division_id=name):
            return name in tournament.divisions
        case TakeMatch(key=key):
            return _is_series(tournament, key)
        case InDivision():
            return True
    return isinstance(command, _UNDO)


def _is_series(tournament: Tournament, key: PairingKey) -> bool:
    division = tournament.divisions.get(key.division_id)
    try:
        return division is not None and round_of(division, key.pairing_id).best_of > 1
    except (LookupError, ValueError):  # no such pairing, or not drawn: refused for that
        return False
