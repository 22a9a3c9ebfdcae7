"""Make a season's final a division of the event, in one act."""

import random
from typing import Annotated

import msgspec

from kiosk.books.format_loader import load_format
from kiosk.catalogue.text import text
from kiosk.director.errors import EventRefused, OrderInvalid
from kiosk.director.event.desk import Make
from kiosk.director.event.drawn_acts import Stamp, parse_fields
from kiosk.director.event.entrants import EntryMaker, NewEntry, NewPlayer
from kiosk.director.text_input import normalize_texts
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.act import TournamentCommand, TournamentReason
from kiosk.tournament.draws import DrawDivision
from kiosk.tournament.entries import Enter
from kiosk.tournament.ladder import Ladder
from kiosk.tournament.setting_up import LONGEST_NAME, MakeDivision
from kiosk.tournament.tournament import Tournament
from kiosk.wire.bounds import complaint, too_deep


class Final(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format of `config/formats/`, the division's name, and the number of players from the top
    of the ladder who are seeded in its order; all others are drawn.
    """

    format_id: Annotated[str, msgspec.Meta(max_length=100)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    seeds: Annotated[int, msgspec.Meta(ge=0, le=512)]


def read_final(body: bytes) -> Final:
    """The request in a body. Raises OrderInvalid."""
    why = too_deep(body)
    try:
        plain = None if why else msgspec.json.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
    if why:
        raise OrderInvalid(text("This is not valid: {why}", why=why))
    return parse_fields(normalize_texts(plain), Final)


def final_acts(ladder: Ladder, request: Final, chance: random.Random) -> tuple[Make, ...]:
    """Acts for a division with the finalists, drawn and not yet published. As always, one person is
    one player of the event. Raises OrderInvalid, EventRefused.
    """
    if not ladder.final:
        words = text("No season is closed: there is no final")
        raise EventRefused(words, ((TournamentReason.SEASON_OPEN.value, ladder.ladder_id),))
    try:
        form = load_format(request.format_id).format
    except RuleBookError as error:
        raise OrderInvalid(text("This is not valid: {why}", why=str(error)[:300])) from error
    division_id = f"final-{ladder.ladder_id}-{ladder.season}"

    def division(now: Tournament, stamp: Stamp) -> TournamentCommand:
        if division_id in now.divisions:
            words = text("The final is a division of the event already")
            raise EventRefused(words, ((TournamentReason.TAKEN.value, division_id),))
        first = len(now.divisions) + 1
        return MakeDivision(stamp.at_ms, stamp.by, division_id, request.name, form, first)

    def enter(now: Tournament, stamp: Stamp) -> TournamentCommand:
        entrants = EntryMaker(now, chance)
        names = [ladder.members[who] for who in ladder.final]
        entries = tuple(entrants.make_entry(NewEntry((NewPlayer(name),))) for name in names)
        return Enter(stamp.at_ms, stamp.by, division_id, entries)

    def drawn(now: Tournament, stamp: Stamp) -> TournamentCommand:
        entries = now.divisions[division_id].entries
        rest = list(entries[request.seeds :])
        chance.shuffle(rest)
        order = (*entries[: request.seeds], *rest)
        return DrawDivision(stamp.at_ms, stamp.by, division_id, order, request.seeds)

    return division, enter, drawn
