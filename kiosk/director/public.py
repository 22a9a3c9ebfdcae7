"""What an event makes public: what who has no account may see of a table. Pure.

A table is written here field by field, and nothing else goes out: what a card holds besides (ids,
words of people, orders, what waits) has no place in it.
"""

from enum import StrEnum

import msgspec

from kiosk.director.cards import Card, CardSide
from kiosk.rules.units import BySide, Side


class Shown(StrEnum):
    """How much strangers see."""

    NOTHING = "nothing"
    SCORES = "scores"
    """Tables: their length, score, cube and clocks."""


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the director has set. Without `names` a side is White or Black; `pictures` are of the
    last roll of each table. Neither counts while nothing is shown.
    """

    shown: Shown = Shown.NOTHING
    names: bool = False
    pictures: bool = False

    @property
    def is_any(self) -> bool:
        return self.shown is not Shown.NOTHING

    @property
    def shows_pictures(self) -> bool:
        return self.is_any and self.pictures


class PublicSide(msgspec.Struct, frozen=True):
    """One side; its clock as in a CardSide. `name` None: it is not public."""

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
    """One table. `place` tells it from the others and says nothing else; `sides` None: no match is
    open there. `stale`: its clocks are not to be believed now. `picture` None: none, or not public.
    """

    place: int
    table: int | None
    length: int | None
    game: int | None
    crawford: bool
    sides: BySide[PublicSide] | None
    cube: PublicCube | None
    clocked: bool
    stale: bool
    stopped: bool
    winner: Side | None
    picture: str | None


def public_table(place: int, card: Card, public: Public) -> PublicTable:
    """What strangers see of a card. Only for an event that shows them tables."""
    cube, sides = card.cube, card.sides
    return PublicTable(
        place=place,
        table=card.table,
        length=card.length,
        game=card.game,
        crawford=card.crawford,
        sides=sides.map(lambda side: _side(side, public)) if sides else None,
        cube=PublicCube(cube.level, cube.owner, cube.in_play, cube.offered) if cube else None,
        clocked=card.clocked,
        stale=card.stale or card.halted is not None,
        stopped=card.stop is not None,
        winner=card.winner,
        picture=card.picture if public.shows_pictures else None,
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
