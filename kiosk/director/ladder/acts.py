"""Turns a browser's requests on a ladder into acts.

Days are written as 2026-05-01; a missing one is today. Ids and times are added here.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

import msgspec

from kiosk.books.ladder_loader import load_ladder, season_at
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import text
from kiosk.director.errors import OrderInvalid
from kiosk.director.event.acts import ActRequest
from kiosk.director.event.drawn_acts import parse_fields
from kiosk.director.event.entrants import new_id
from kiosk.director.text_input import normalize_text, normalize_texts, plain_name
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.ladder import ChallengeState, Ladder, open_challenges
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    EndUnplayed,
    MakeChallenge,
    TakeLadderResult,
)
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenLadder,
    OpenSeason,
)
from kiosk.tournament.ladder_undoing import UndoOnLadder
from kiosk.tournament.setting_up import LONGEST_NAME
from kiosk.wire import codec
from kiosk.wire.errors import WireError
from kiosk.wire.ladder_facts import decode_act

MOST_MEMBERS = 500
FURTHEST_DAYS = 3660
"""A day more than ten years from today is a typing error."""

LADDER_TAKES = frozenset(
    {
        "LeaveLadder",
        "CorrectLadderResult",
        "EndUnplayed",
        "OpenSeason",
        "CloseSeason",
        "UndoOnLadder",
    }
)
"""Acts that may take a place, a challenge, a result or a season away: the page previews them. A
result moves members, too, but that is the game.
"""

_DAYS = ("day", "for_day", "played_day", "first_day", "last_day")
_TO_COME = ("first_day", "last_day", "for_day")
"""Days that may lie in the future."""

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


@dataclass(frozen=True)
class LadderStamp:
    """Time (ms since 1970), day at the venue, and account of an act."""

    at_ms: int
    day: int
    by: str


class _Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a ladder by a club's `rules`, with `members` from the top."""

    rules: str
    name: Name
    members: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_MEMBERS)]


class _Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


def opening(request: ActRequest, now: LadderStamp, chance: random.Random) -> OpenLadder:
    """Build the act that opens a ladder. Raises OrderInvalid."""
    if request.kind != OpenLadder.__name__:
        raise OrderInvalid(text("This page is of another ladder: load it again"))
    opened = parse_fields(normalize_texts(request.fields), _Open)
    try:
        rules = load_ladder(opened.rules)
    except RuleBookError as error:
        raise OrderInvalid(text("This is not valid: {why}", why=str(error)[:300])) from error
    names = [normalize_text(name) for name in opened.members]
    plain = [plain_name(name) for name in names]
    for name, same in zip(names, plain, strict=True):
        if plain.count(same) > 1:
            raise OrderInvalid(text("{name} is listed twice", name=isolated(name)))
    members = tuple(OnLadder(new_id("m", chance), name) for name in names)
    return OpenLadder(
        now.at_ms, now.by, new_id("l", chance), normalize_text(opened.name), rules, members
    )


def build_ladder_act(
    request: ActRequest, ladder: Ladder, now: LadderStamp, chance: random.Random
) -> TournamentCommand:
    """Build the act. Raises OrderInvalid for an unknown kind or a missing field."""
    fields = normalize_texts(request.fields)
    match request.kind:
        case OpenLadder.__name__:
            raise OrderInvalid(text("this ladder is open already"))
        case JoinLadder.__name__:
            name = normalize_text(parse_fields(fields, _Join).name)
            return JoinLadder(now.at_ms, now.by, OnLadder(_known(ladder, name, chance), name))
        case OpenSeason.__name__:
            first, last = season_at(ladder.book(), now.day, ladder.last_day)
            fields = {"first_day": _written(first), "last_day": _written(last), **fields}
        case CloseSeason.__name__:
            fields = {"day": _written(now.day), **fields}
        case MakeChallenge.__name__:
            day = fields.get("day") or _written(now.day)
            fields = {**fields, "day": day, "for_day": fields.get("for_day") or day}
        case TakeLadderResult.__name__:
            played = fields.get("played_day") or _written(now.day)
            fields = {"why": "", **fields, "day": _written(now.day), "played_day": played}
        case EndUnplayed.__name__:
            fields = {**fields, "day": fields.get("day") or _written(now.day)}
    fields = {**fields, **dict(_days(fields, now.day))}
    body = codec.canonical_json({**fields, "at_ms": now.at_ms, "by": now.by})
    try:
        return decode_act(request.kind, body)
    except WireError as error:
        raise OrderInvalid(text("This is not valid: {why}", why=str(error))) from error


def _known(ladder: Ladder, name: str, chance: random.Random) -> str:
    """One person is one member, also when he returns."""
    for member_id, known in ladder.members.items():
        if plain_name(known) == plain_name(name):
            return member_id
    return new_id("m", chance)


def _written(day: int) -> str:
    return date.fromordinal(day).isoformat()


def _days(fields: dict[str, Any], today: int) -> Iterator[tuple[str, int]]:
    """Days as numbers. Raises OrderInvalid for an invalid one, or one that may not lie in the
    future.
    """
    for name in _DAYS:
        if name not in fields:
            continue
        typed = str(fields[name])[:40]
        try:
            day = date.fromisoformat(typed).toordinal()
        except ValueError as error:
            raise OrderInvalid(
                text("{day} is no day: write it as 2026-05-01", day=isolated(typed))
            ) from error
        if abs(day - today) > FURTHEST_DAYS or (day > today and name not in _TO_COME):
            raise OrderInvalid(text("{day} is not over yet, or too far away", day=isolated(typed)))
        yield name, day


def needs_today(ladder: Ladder, command: TournamentCommand) -> bool:
    """Whether it undoes or replaces something, or would count twice if sent twice: such an act is
    refused if the page is stale.
    """
    match command:
        case CorrectLadderResult() | LeaveLadder() | CloseSeason() | UndoOnLadder():
            return True
        case TakeLadderResult(number=number) | EndUnplayed(number=number):
            here = ladder.challenges.get(number)
            return here is not None and here.state is ChallengeState.DISPUTED
        case MakeChallenge(challenger=one, challenged=other):
            return any({one, other} == {*each.pair} for each in open_challenges(ladder, one))
    return False
