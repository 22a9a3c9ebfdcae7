"""When a row came to be: its own word for it counts only as far as it can be true."""

import asyncio
from pathlib import Path

import pytest
from kits import commands as c
from kits.hall_kit import UTC, WALL_NS, HandClocks, PaperTable, service

from kiosk.director.tables.row_time import happened_utc
from kiosk.rules.units import SECOND_NS, Side
from kiosk.wire.row import utc_text


def later(seconds: float) -> str:
    return utc_text(WALL_NS + round(seconds * SECOND_NS))


@pytest.mark.parametrize("seconds", [-3600, -1, 0, 1, 10])
def test_a_time_that_can_be_true_counts(seconds: float) -> None:
    assert happened_utc(later(seconds), UTC) == later(seconds)


@pytest.mark.parametrize(
    "wall_utc",
    [
        later(-3601),
        later(11),
        "1970-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59.999-23:59",
        "2026-05-09T14:03:07.123",
        "2026-05-09",
        "yesterday",
        "",
        "x" * 100_000,
    ],
)
def test_one_that_can_not_gives_way_to_when_the_row_came(wall_utc: str) -> None:
    assert happened_utc(wall_utc, UTC) == UTC


@pytest.mark.parametrize("wall_utc", ["1970-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"])
def test_what_waits_waits_since_it_came_also_after_a_restart(
    tmp_path: Path,
    hand: HandClocks,
    table: PaperTable,
    wall_utc: str,
) -> None:
    """A Pi starts in 1970 when it finds no time server; a rogue table has any time in its rows."""
    table.keeper.tap(c.DirectorCallTapped, Side.WHITE)
    for seq in range(1, len(table.rows) + 1):
        table.spoil(seq, wall_utc=wall_utc)
    came = later(hand.now_ns / SECOND_NS)

    def waits() -> list[str | None]:
        return [wait.since_utc for wait in director.tables.card(table.journal_id).waits]

    async def scene() -> None:
        await director.traffic.batch(table.batch())
        assert waits() == [came]

    director = service(tmp_path, hand, table)
    asyncio.run(scene())
    director.lifecycle.close()
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()
    hand.later(600)
    director = service(tmp_path, hand, table)
    assert waits() == [came]
    director.lifecycle.close()
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()
