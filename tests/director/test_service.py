"""The service between tables and browsers, on one event loop, its clocks in the test's hand."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import HandClocks, PaperTable, rehashed, words
from kits.service_kit import heard, play, running, singly
from kits.sqlite_kit import connection_of, forbid_writing

from kiosk.director.errors import StoreError, StoreFailed
from kiosk.director.hub import Push
from kiosk.director.store.pictures import StoreQuota
from kiosk.director.store.store import NamedPicture
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import Side
from kiosk.wire.codec import sha256
from kiosk.wire.sync import Ailment, Receipt, Rejected, sign

# --- from tables to browsers -----------------------------------------------------------------


def test_the_grid_shows_every_table_first_and_then_each_change(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    other = make_table(2)

    async def scene() -> None:
        with running(tmp_path, hand, table, other) as director:
            await director.traffic.batch(table.batch(upto=4))
            async with aclosing(singly(director.console.grid())) as grid:
                (card,) = await heard(grid, "cards", "card")
                assert (card["journal_id"], card["seq"], card["stale"]) == ("journal-1", 4, False)
                await director.traffic.batch(table.batch(after=4))
                card = await heard(grid, "card")
                assert (card["journal_id"], card["seq"]) == ("journal-1", len(table.rows))
                await director.traffic.batch(other.beat())
                assert (await heard(grid, "card"))["journal_id"] == "journal-2"

    play(scene)


def test_tables_that_need_as_much_stand_by_their_numbers(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable]
) -> None:
    tables = [make_table(*each) for each in ((3, "a"), (1, "z"), (2, "m"), (12, "b"))]

    async def scene() -> list[str]:
        with running(tmp_path, hand, *tables) as director:
            for each in tables:
                await director.traffic.batch(each.beat())
            return [card.journal_id for card in director.tables.cards()]

    assert play(scene) == ["z", "m", "a", "b"]


def test_a_page_shows_its_table_whole_then_each_line_once(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch(upto=4))
            async with aclosing(singly(director.console.timeline("journal-1", 1))) as page:
                assert (await heard(page, "card", "lines"))["seq"] == 4
                await director.traffic.batch(table.batch(after=2, upto=6))
                seqs = [line["seq"] for line in await heard(page, "lines")]
                await director.traffic.batch(table.batch(after=6))
                while len(seqs) < len(table.rows) - 1:
                    seqs += [line["seq"] for line in await heard(page, "lines")]
                assert seqs == list(range(2, len(table.rows) + 1))
                director.console.hub.publish(Push("beat", "{}"))
                assert await heard(page, "lines", "beat") == {}

    play(scene)


def test_a_long_timeline_comes_in_pieces_and_whole(
    tmp_path: Path, hand: HandClocks, table: PaperTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.director.console.CHUNK", 3)

    async def scene() -> list[int]:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            seqs: list[int] = []
            async with aclosing(singly(director.console.timeline("journal-1", 0))) as page:
                while len(seqs) < len(table.rows):
                    lines = await heard(page, "lines")
                    assert len(lines) <= 3
                    seqs += [line["seq"] for line in lines]
            return seqs

    assert play(scene) == list(range(1, len(table.rows) + 1))


def test_silence_is_shown_by_the_ticking_alone(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            last = table.head()
            await director.traffic.batch(sign(last, table.key, table.rows))
            async with aclosing(singly(director.console.grid())) as grid:
                (card,) = await heard(grid, "cards")
                director.tables.tick()
                card = await heard(grid, "card")
                hand.later(2.49)
                director.tables.tick()
                hand.later(0.01)
                director.tables.tick()
                card = await heard(grid, "card")
                assert (card["stale"], card["at_ns"]) == (True, last.at_ns)
                hand.later(100)
                await director.traffic.batch(table.beat())
                assert (await heard(grid, "card"))["stale"] is False

    play(scene)


def test_a_card_that_does_not_change_still_goes_out_every_five_seconds(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> list[str]:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            with director.console.hub.listen(None) as listener:
                for _second in range(12):
                    hand.later(1.0)
                    await director.traffic.batch(table.beat())
                    director.tables.tick()
                director.console.hub.publish(Push("beat", "{}"))
                pushes = singly(listener.pushes())
                said = []
                while (push := await anext(pushes)).event != "beat":
                    said.append(push.event)
                return said

    assert play(scene) == ["card"] * 3


def test_what_a_beat_alone_says_is_shown_at_once(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    """Screens that went away, a halt, rows that are no longer to come; and another past."""
    more = len(table.rows) - 6
    as_before: dict[str, Any] = {}
    beats: list[tuple[dict[str, Any], tuple[int, str | None, int]]] = [
        (as_before, (2, None, more)),
        ({"screens": 0}, (0, None, more)),
        (as_before, (2, None, more)),
        ({"halted": "the disk is full"}, (2, "the disk is full", more)),
        (as_before, (2, None, more)),
        ({"ailments": (Ailment("power.low", "", grave=True),)}, (2, None, more)),
        (as_before, (2, None, more)),
        ({"head_seq": 6}, (2, None, 0)),
    ]

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch(upto=6))
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")

                async def shown_after(batch: bytes) -> Any:
                    await director.traffic.batch(batch)
                    director.console.hub.publish(Push("beat", "{}"))
                    card = await heard(grid, "card", "beat")
                    assert await heard(grid, "card", "beat") == {}
                    return card

                for said, wanted in beats:
                    card = await shown_after(table.batch(6, 6, **said))
                    assert (card["screens"], card["halted"], card["behind"]) == wanted
                other = table.fork(6)[5]
                head = table.head(6, last_hash=other.hash, head_seq=6)
                card = await shown_after(sign(head, table.key, [other]))
                assert "Two different rows 6" in card["alarms"][0]

    play(scene)


def test_a_slow_disk_makes_no_table_stale(
    tmp_path: Path, hand: HandClocks, table: PaperTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A challenge is judged by when its echo came, not by when the disk was done with it."""

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            take = director.traffic.intake.take

            def slow(*arguments: Any) -> Any:
                hand.later(9.0)
                return take(*arguments)

            monkeypatch.setattr(director.traffic.intake, "take", slow)
            await director.traffic.batch(table.batch())
            assert not director.tables.card("journal-1").stale

    play(scene)


def test_a_refused_batch_still_shows_that_the_table_lives(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch(upto=3))
            hand.later(9.0)
            assert director.tables.card("journal-1").stale
            said = words(await director.traffic.batch(table.batch(after=5)))
            assert isinstance(said, Rejected)
            card = director.tables.card("journal-1")
            assert (card.stale, card.seq, card.behind) == (False, 3, len(table.rows) - 3)

    play(scene)


def test_a_tampered_head_is_no_life(
    tmp_path: Path, hand: HandClocks, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch(upto=3))
            hand.later(9.0)
            await director.traffic.batch(sign(table.head(), make_table(2).key))
            assert director.tables.card("journal-1").stale

    play(scene)


def test_a_forked_journal_raises_an_alarm_that_outlives_the_director(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    rows = table.fork(5)
    other = sign(table.head(last_hash=rows[-1].hash), table.key, rows)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            await director.traffic.batch(table.batch())
            async with aclosing(singly(director.console.grid())) as grid:
                await heard(grid, "cards")
                said = words(await director.traffic.batch(other))
                assert isinstance(said, Rejected)
                alarms = (await heard(grid, "card"))["alarms"]
                while not alarms:
                    alarms = (await heard(grid, "card"))["alarms"]
                assert "Two different rows 5" in alarms[0]
        with running(tmp_path, hand, table) as director:
            assert "Two different rows 5" in director.tables.card("journal-1").alarms[0]
            assert director.tables.card("journal-1").seq == len(table.rows)

    play(scene)


def test_a_row_of_a_newer_program_is_kept_shown_and_an_alarm(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    newer = rehashed(table.rows[-1], kind="MoodChanged")
    batch = sign(table.head(last_hash=newer.hash), table.key, [*table.rows[:-1], newer])

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            said = words(await director.traffic.batch(batch))
            assert isinstance(said, Receipt)
            assert said.seq == newer.seq
        with running(tmp_path, hand, table) as director:
            assert "newer than this program" in director.tables.card("journal-1").alarms[0]
            async with aclosing(
                singly(director.console.timeline("journal-1", newer.seq - 1))
            ) as page:
                (line,) = await heard(page, "lines")
                assert "A row of a newer program" in line["text"]

    play(scene)


# --- restarts ----------------------------------------------------------------------------------


def test_a_director_started_again_goes_on_where_it_was(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            old = table.batch(upto=7)
            await director.traffic.batch(old)
            before = director.tables.card("journal-1")
        hand.later(60.0)
        with running(tmp_path, hand, table) as director:
            after = director.tables.card("journal-1")
            assert after.stale
            assert (after.seq, after.sides, after.doing) == (7, before.sides, before.doing)
            assert after.seen_utc == before.seen_utc
            await director.traffic.batch(old)
            assert director.tables.card("journal-1").stale
            said = words(await director.traffic.batch(table.batch(after=7)))
            assert isinstance(said, Receipt)
            assert said.seq == len(table.rows)
            assert not director.tables.card("journal-1").stale

    play(scene)


def test_a_failed_commit_is_not_acknowledged_and_stops_the_director(
    tmp_path: Path, hand: HandClocks, table: PaperTable
) -> None:
    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            stopped: list[bool] = []
            director.lifecycle.thread.on_failure = lambda: stopped.append(True)
            await director.traffic.batch(table.batch(upto=3))
            forbid_writing(director.lifecycle.thread.store)
            with pytest.raises(StoreFailed, match="was not written"):
                await director.traffic.batch(table.batch(after=3))
            assert director.tables.card("journal-1").seq == 3
            assert stopped == [True]
            assert director.console.health.view()["failure"]

    play(scene)


def test_batches_that_come_at_once_are_synced_at_once(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    tables = [make_table(number) for number in range(1, 6)]
    for each in tables:
        each.open(norway)

    async def scene() -> None:
        with running(tmp_path, hand, *tables) as director:
            said: list[str] = []
            connection_of(director.lifecycle.thread.store).set_trace_callback(said.append)
            await asyncio.gather(*(director.traffic.batch(each.batch()) for each in tables))
            assert said.count("COMMIT") == 1
            cards = [director.tables.card(each.journal_id) for each in tables]
            assert [card.seq for card in cards] == [len(each.rows) for each in tables]

    play(scene)


def test_of_batches_that_failed_together_none_is_acknowledged(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    tables = [make_table(number) for number in range(1, 4)]
    for each in tables:
        each.open(norway)

    async def scene() -> None:
        with running(tmp_path, hand, *tables) as director:
            forbid_writing(director.lifecycle.thread.store)
            came = await asyncio.gather(
                *(director.traffic.batch(each.batch()) for each in tables), return_exceptions=True
            )
            assert [type(one) for one in came] == [StoreFailed] * 3
            assert director.tables.cards() == ()

    play(scene)


# --- pictures ----------------------------------------------------------------------------------


def test_pictures_are_asked_for_taken_and_not_asked_for_again(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    jpeg, other = b"\xff\xd8 a roll", b"\xff\xd8 another"
    table = make_table()
    table.open(norway)
    table.keeper.begin_game(white=5, black=2)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), sha256(jpeg))

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            said = words(await director.traffic.batch(table.batch()))
            assert isinstance(said, Receipt)
            assert said.pictures == (sha256(jpeg),)
            assert not await director.traffic.album.take(sha256(other), other)
            assert not await director.traffic.album.take(sha256(jpeg), other)
            assert director.traffic.album.file(sha256(jpeg)) is None
        with running(tmp_path, hand, table) as director:
            assert await director.traffic.album.take(sha256(jpeg), jpeg)
            said = words(await director.traffic.batch(table.beat()))
            assert isinstance(said, Receipt)
            assert said.pictures == ()
        with running(tmp_path, hand, table) as director:
            file = director.traffic.album.file(sha256(jpeg))
            assert file is not None
            assert file.read_bytes() == jpeg
            said = words(await director.traffic.batch(table.beat()))
            assert isinstance(said, Receipt)
            assert said.pictures == ()

    play(scene)


def test_pictures_of_a_match_that_goes_on_are_the_last_to_make_room(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    table.open(norway, match_id="match-1")
    table.keeper.match = replace(table.keeper.match, phase=Phase.MATCH_OVER)
    table.open(norway, match_id="match-2")
    opened = [row.seq for row in table.rows if row.kind == "MatchOpened"]
    first, second = (NamedPicture("a" * 64, "journal-1", seq + 1) for seq in opened)

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            for upto, wanted in ((opened[1] - 1, (True, True)), (len(table.rows), (False, True))):
                await director.traffic.batch(table.batch(upto=upto))
                assert (director.tables.is_open(first), director.tables.is_open(second)) == wanted
            assert not director.tables.is_open(NamedPicture("a" * 64, "journal-9", 99))
            assert director.traffic.album.pictures.quota == StoreQuota(20_000_000_000, 500_000_000)
        with running(tmp_path, hand, table) as director:
            is_open = director.tables.is_open
            assert (is_open(first), is_open(second)) == (False, True)
            known = director.tables.table_of("journal-1")
            over = replace(known.state.replay.match, phase=Phase.MATCH_OVER)
            replay = replace(known.state.replay, match=over)
            known.state = replace(known.state, replay=replay)
            assert not director.tables.is_open(second)

    play(scene)


def test_a_picture_without_room_is_left_at_its_table_and_not_asked_for(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    jpeg = b"\xff\xd8 a roll"
    table = make_table()
    table.open(norway)
    table.keeper.begin_game(white=5, black=2)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), sha256(jpeg))

    async def scene() -> None:
        with running(tmp_path, hand, table) as director:
            director.traffic.album.pictures.free = lambda _folder: 501_000_000
            said = words(await director.traffic.batch(table.batch()))
            assert isinstance(said, Receipt)
            assert said.pictures == ()
            director.traffic.album.pictures.free = lambda _folder: 500_000_000
            with pytest.raises(StoreError, match="can't be kept now"):
                await director.traffic.album.take(sha256(jpeg), jpeg)
            director.traffic.album.pictures.free = lambda _folder: 600_000_000
            said = words(await director.traffic.batch(table.beat()))
            assert isinstance(said, Receipt)
            assert said.pictures == (sha256(jpeg),)
            assert await director.traffic.album.take(sha256(jpeg), jpeg)

    play(scene)


@pytest.mark.parametrize("name", ["../secret", "./../secret", "A" * 64, "a" * 63, ""])
def test_no_other_file_is_served_as_a_picture(
    tmp_path: Path, hand: HandClocks, table: PaperTable, name: str
) -> None:
    (tmp_path / "secret.jpg").write_text("not for browsers")
    with running(tmp_path, hand, table) as director:
        for other in ("A" * 64, "a" * 63, ""):
            (tmp_path / "pictures" / f"{other}.jpg").write_text("no picture of ours")
        assert director.traffic.album.file(name) is None
