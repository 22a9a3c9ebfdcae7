"""Public data of a table, for visitors without an account. Pure.

A table is written here field by field, and nothing else is published: ids, people's words, orders
and open matters of a card have no field here.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

from kiosk.director.public.later import LONGEST_MIN
from kiosk.director.tables.cards import CardSide, TableCard
from kiosk.rules.match import Phase
from kiosk.rules.units import SECOND_NS, BySide, Side


class Visibility(StrEnum):
    """How much visitors see."""

    NOTHING = "nothing"
    SCORES = "scores"
    """Tables: their length, score, cube, clocks and last roll."""


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director's choice. Without `names` a side is White or Black, and `draws` and `places`
    (the calls), which consist of names, do not count; `pictures` are of each table's last roll, and
    count only with scores. Scores, results and pictures are delayed by `delay_min` minutes; where a
    player must go is shown at once.
    """

    shown: Visibility = Visibility.NOTHING
    names: bool = False
    pictures: bool = False
    draws: bool = False
    places: bool = False
    delay_min: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MIN)] = 0

    @property
    def is_any(self) -> bool:
        return self.shows_scores or self.shows_event

    @property
    def shows_scores(self) -> bool:
        return self.shown is not Visibility.NOTHING

    @property
    def shows_pictures(self) -> bool:
        return self.shows_scores and self.pictures

    @property
    def shows_draws(self) -> bool:
        return self.draws and self.names

    @property
    def shows_places(self) -> bool:
        return self.places and self.names

    @property
    def shows_event(self) -> bool:
        return self.shows_draws or self.shows_places

    @property
    def delay_ns(self) -> int:
        return self.delay_min * 60 * SECOND_NS


EVERYTHING = Public(Visibility.SCORES, names=True, pictures=True, draws=True, places=True)
"""The most that can ever be shown: waiting values are kept in this form and reduced when sent."""


class PublicSide(msgspec.Struct, frozen=True):
    """One side; its clock as in a CardSide. `name` None: not public."""

    name: str | None
    score: int
    reserve_ns: int
    delay_ns: int
    delay_shown_ns: int | None
    flagged: bool
    on_turn: bool
    running: bool


class PublicCube(msgspec.Struct, frozen=True):
    """As in a CubeView."""

    level: int
    owner: Side | None
    in_play: bool
    offered: int | None


class PublicTable(msgspec.Struct, frozen=True):
    """One table. `place` only distinguishes it from the others; `sides` None: it has no open match.
    `stale`: its clocks can't be trusted now. `roll` as on a card, the last of the game; `picture`
    None: none, or not public. `playing`: it is not over, and according to the event it is played
    here; of a match that is not the event's: its table is heard.
    """

    place: int
    table: int | None
    length: int | None
    game: int | None
    crawford: bool
    sides: BySide[PublicSide] | None
    cube: PublicCube | None
    roll: str | None
    clocked: bool
    stale: bool
    stopped: bool
    winner: Side | None
    picture: str | None
    playing: bool


def public_table(
    place: int, card: TableCard, public: Public, called: bool | None = None
) -> PublicTable:
    """The public data of a card, for an event that shows its tables. `called`: whether the event
    has its match played at this table; None: it is not the event's.
    """
    cube, sides = card.cube, card.sides
    stale = card.stale or card.halted is not None
    return PublicTable(
        place=place,
        table=card.table,
        length=card.length,
        game=card.game,
        crawford=card.crawford,
        sides=sides.map(lambda side: _side(side, public)) if sides else None,
        cube=PublicCube(cube.level, cube.owner, cube.in_play, cube.offered) if cube else None,
        roll=card.roll,
        clocked=card.clocked,
        stale=stale,
        stopped=card.stop is not None,
        winner=card.winner,
        picture=card.picture if public.shows_pictures else None,
        playing=card.phase is not Phase.MATCH_OVER and (not stale if called is None else called),
    )


def _side(side: CardSide, public: Public) -> PublicSide:
    return PublicSide(
        name=side.name if public.names else None,
        score=side.score,
        reserve_ns=side.reserve_ns,
        delay_ns=side.delay_ns,
        delay_shown_ns=side.delay_shown_ns,
        flagged=side.flagged,
        on_turn=side.on_turn,
        running=side.running,
    )


def reduce_to_public(table: PublicTable, public: Public) -> PublicTable:
    """A table written with EVERYTHING, reduced to what the event shows now."""
    sides = table.sides
    if sides is not None and not public.names:
        sides = sides.map(lambda side: msgspec.structs.replace(side, name=None))
    picture = table.picture if public.shows_pictures else None
    return msgspec.structs.replace(table, sides=sides, picture=picture)


def advance_clocks(table: PublicTable, ns: int) -> PublicTable:
    """The table with its clocks advanced by `ns`, as `web/clock.js` reads them."""
    if table.sides is None or table.stale or table.stopped or ns <= 0:
        return table
    return msgspec.structs.replace(table, sides=table.sides.map(lambda side: _run(side, ns)))


def _run(side: PublicSide, ns: int) -> PublicSide:
    if not side.running:
        return side
    shown = side.delay_shown_ns
    return msgspec.structs.replace(
        side,
        reserve_ns=max(0, side.reserve_ns - max(0, ns - side.delay_ns)),
        delay_ns=max(0, side.delay_ns - ns),
        delay_shown_ns=None if shown is None else max(0, shown - ns),
    )
