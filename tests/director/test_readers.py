"""The director remembers what each player reads, and tells the next table."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from kits import commands as c
from kits.hall_kit import HandClocks, PaperTable
from kits.rules_kit import BLACK, WHITE
from kits.service_kit import play, running

from kiosk.director.service import Service
from kiosk.rules.language import LanguageOrdered
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide
from kiosk.wire.sync import Orders

NextTable = Callable[..., PaperTable]


@pytest.fixture
def next_table(make_table: NextTable, norway: RuleBook) -> NextTable:
    def opened(number: int) -> PaperTable:
        made = make_table(number)
        made.open(norway, match_id=f"match-{number}")
        return made

    return opened


async def orders(director: Service, table: PaperTable) -> list[LanguageOrdered]:
    """What waits for the table, obeyed and answered."""
    await asyncio.gather(*director._giving)
    said = await director.poll(table.poll(), wait_s=0)
    assert isinstance(said, Orders)
    before = len(table.rows)
    for sent in said.orders:
        table.obey(sent)
    await director.batch(table.batch(after=before))
    found = [sent.order() for sent in said.orders]
    assert all(isinstance(order, LanguageOrdered) for order in found)
    return [order for order in found if isinstance(order, LanguageOrdered)]


def test_who_chose_at_one_table_reads_so_at_the_next(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second = next_table(1), next_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.batch(first.batch())
            assert await orders(director, first) == []
            before = len(first.rows)
            first.keeper.tap(c.LanguageTapped, BLACK, "nb")
            first.keeper.tap(c.LanguageTapped, BLACK, "it")
            await director.batch(first.batch(after=before))
            await director.batch(second.batch())
            (order,) = await orders(director, second)
            assert (order.match_id, order.side, order.tag) == ("match-2", BLACK, "it")
            assert second.keeper.match.languages == BySide("", "it")
            assert await orders(director, second) == []

    play(scene)


def test_it_is_known_after_a_restart_and_ordered_once(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second = next_table(1), next_table(2)
    first.keeper.tap(c.LanguageTapped, WHITE, "nb")

    async def before() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.batch(first.batch())

    async def after() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.batch(second.batch())
            (order,) = await orders(director, second)
            assert (order.side, order.tag) == (WHITE, "nb")

    async def again() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.batch(second.beat())
            assert await orders(director, second) == []

    for scene in (before, after, again):
        play(scene)


def test_a_choice_at_the_table_stands(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second = next_table(1), next_table(2)
    first.keeper.tap(c.LanguageTapped, BLACK, "it")
    second.keeper.tap(c.LanguageTapped, BLACK, "en")

    async def scene() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.batch(first.batch())
            await director.batch(second.batch())
            assert await orders(director, second) == []

    play(scene)
