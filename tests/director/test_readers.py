"""The director remembers what each player reads, what aids him, and that pictures have led him
through a turn; he orders it at the next table.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from kits import commands as c
from kits.hall_kit import HandClocks, PaperTable, settled, words
from kits.rules_kit import BLACK, WHITE
from kits.service_kit import play, running

from kiosk.catalogue.text import ENGLISH
from kiosk.director.service import Service
from kiosk.rules.aids import Aid, AidOrdered
from kiosk.rules.guide import GuideOrdered
from kiosk.rules.language import LanguageOrdered
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SIDES, BySide, Side
from kiosk.wire.sync import Orders

NextTable = Callable[..., PaperTable]
Known = LanguageOrdered | AidOrdered | GuideOrdered


@pytest.fixture
def next_table(make_table: NextTable, norway: RuleBook) -> NextTable:
    def opened(number: int) -> PaperTable:
        made = make_table(number)
        made.open(norway, match_id=f"match-{number}")
        return made

    return opened


async def orders(director: Service, table: PaperTable) -> list[Known]:
    """What waits for the table, obeyed and answered."""
    await settled(director)
    said = words(await director.traffic.poll(table.poll(), wait_s=0))
    assert isinstance(said, Orders)
    before = len(table.rows)
    for sent in said.orders:
        table.obey(sent)
    await director.traffic.batch(table.batch(after=before))
    found = [sent.order() for sent in said.orders]
    known = [order for order in found if isinstance(order, Known)]
    assert known == found
    return known


def test_who_chose_at_one_table_reads_so_at_the_next(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second = next_table(1), next_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.traffic.batch(first.batch())
            assert await orders(director, first) == []
            before = len(first.rows)
            first.keeper.tap(c.LanguageTapped, BLACK, "nb")
            first.keeper.tap(c.LanguageTapped, BLACK, "it")
            await director.traffic.batch(first.batch(after=before))
            await director.traffic.batch(second.batch())
            (order,) = await orders(director, second)
            assert isinstance(order, LanguageOrdered)
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
            await director.traffic.batch(first.batch())

    async def after() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.traffic.batch(second.batch())
            (order,) = await orders(director, second)
            assert isinstance(order, LanguageOrdered)
            assert (order.side, order.tag) == (WHITE, "nb")

    async def again() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.traffic.batch(second.beat())
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
            await director.traffic.batch(first.batch())
            await director.traffic.batch(second.batch())
            assert await orders(director, second) == []

    play(scene)


def test_what_aided_him_at_one_table_aids_him_at_the_next(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    """What he has switched off again is not remembered as on; a voice that was allowed is."""
    first, second = next_table(1), next_table(2)
    first.keeper.tap(c.AidTapped, BLACK, Aid.BIG_TYPE, True)
    first.keeper.tap(c.AidTapped, BLACK, Aid.HOLD, True)
    first.keeper.tap(c.AidTapped, BLACK, Aid.HOLD, False)
    first.keeper.tap(c.LanguageTapped, BLACK, "nb")
    allowed = ("match-1", "director:Kari", "", BLACK, Aid.SPOKEN, True)
    first.keeper.do(c.AidOrdered, *allowed, by="director:Kari")

    async def scene() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.traffic.batch(first.batch())
            assert await orders(director, first) == []
            await director.traffic.batch(second.batch())
            told = await orders(director, second)
            aided = [each for each in told if isinstance(each, AidOrdered)]
            assert len(told) == 3
            assert {(each.side, each.aid, each.on) for each in aided} == {
                (BLACK, Aid.BIG_TYPE, True),
                (BLACK, Aid.SPOKEN, True),
            }
            assert second.keeper.match.aids.black == {Aid.BIG_TYPE, Aid.SPOKEN}
            assert await orders(director, second) == []

    play(scene)


def test_an_aid_is_ordered_once_and_may_be_switched_off_for_good(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second, third = next_table(1), next_table(2), next_table(3)
    first.keeper.tap(c.AidTapped, WHITE, Aid.HOLD, True)

    async def scene() -> None:
        with running(tmp_path, hand, first, second, third) as director:
            await director.traffic.batch(first.batch())
            await director.traffic.batch(second.batch())
            (order,) = await orders(director, second)
            assert isinstance(order, AidOrdered)
            before = len(second.rows)
            second.keeper.tap(c.AidTapped, WHITE, Aid.HOLD, False)
            await director.traffic.batch(second.batch(after=before))
            assert await orders(director, second) == []
            await director.traffic.batch(third.batch())
            assert await orders(director, third) == []

    play(scene)


# --- led through a turn in pictures --------------------------------------------------------------


def test_each_player_is_led_once_in_the_whole_event(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    """White leaves the pictures at the first table, Black has not yet: at the second one it is led
    again. Once both have, no table leads either.
    """
    first, second, third = next_table(1), next_table(2), next_table(3)

    async def scene() -> None:
        with running(tmp_path, hand, first, second, third) as director:
            director.orders.lead_players()
            await director.traffic.batch(first.batch())
            assert await led(director, first) == {WHITE, BLACK}
            assert len(director.orders.given()) == 2
            assert director.orders.orders_of("journal-1", ENGLISH) == []  # no person follows them
            before = len(first.rows)
            first.keeper.tap(c.GuideTapped, WHITE, 1)
            await director.traffic.batch(first.batch(after=before))
            await director.traffic.batch(second.batch())
            assert await led(director, second) == {BLACK}
            before = len(second.rows)
            second.keeper.tap(c.ReadyTapped, BLACK)
            await director.traffic.batch(second.batch(after=before))
            await director.traffic.batch(third.batch())
            assert await led(director, third) == set()

    play(scene)


async def led(director: Service, table: PaperTable) -> set[Side]:
    found = await orders(director, table)
    leading = [each for each in found if isinstance(each, GuideOrdered)]
    assert leading == found
    assert {each.side for each in leading} == {
        side for side in SIDES if table.keeper.match.guide.of_side(side)
    }
    return {each.side for each in leading}


def test_who_was_led_is_known_after_a_restart(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    first, second = next_table(1), next_table(2)
    for side in SIDES:
        first.keeper.do(c.GuideOrdered, "match-1", "director:Kari", "", side, by="director:Kari")
    first.keeper.tap(c.GuideTapped, BLACK, 3)

    async def before() -> None:
        with running(tmp_path, hand, first, second) as director:
            await director.traffic.batch(first.batch())

    async def after() -> None:
        with running(tmp_path, hand, first, second) as director:
            director.orders.lead_players()
            await director.traffic.batch(second.batch())
            assert await led(director, second) == {WHITE}

    for scene in (before, after):
        play(scene)


def test_where_all_know_it_no_player_is_led(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    table = next_table(1)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            assert await orders(director, table) == []

    play(scene)


def test_once_a_game_is_on_no_player_is_led(
    tmp_path: Path, hand: HandClocks, next_table: NextTable
) -> None:
    table = next_table(1)
    for side in SIDES:
        table.keeper.tap(c.ReadyTapped, side)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            director.orders.lead_players()
            await director.traffic.batch(table.batch())
            assert await orders(director, table) == []

    play(scene)
