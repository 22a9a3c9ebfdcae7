"""What comes while a group is in work goes together in the next."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from kiosk.director.store.group import GroupCommit


class Bench:
    """Work that is done when the test says so."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.may = asyncio.Semaphore(0)

    async def work(self, some: Sequence[int]) -> Sequence[str | Exception]:
        self.groups.append(list(some))
        await self.may.acquire()
        if 13 in some:
            raise OSError("the disk is gone")
        return [ValueError(f"{one} is odd") if one % 2 else f"{one} kept" for one in some]


def heavy(one: int) -> bool:
    return one >= 100


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 30))


async def turns() -> None:
    """Until everybody has done what he can do."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_who_comes_alone_goes_alone_and_who_comes_meanwhile_goes_together() -> None:
    async def scene() -> None:
        bench = Bench()
        group: GroupCommit[int, str] = GroupCommit(bench.work, 3, heavy)
        tasks = [asyncio.create_task(group.add(2))]
        await turns()
        assert bench.groups == [[2]]
        tasks += [asyncio.create_task(group.add(one)) for one in (4, 6, 8, 10)]
        await turns()
        assert bench.groups == [[2]]
        for _ in range(3):
            bench.may.release()
            await turns()
        assert bench.groups == [[2], [4, 6, 8], [10]]
        kept = [f"{one} kept" for one in (2, 4, 6, 8, 10)]
        assert await asyncio.gather(*tasks) == kept

    run(scene())


def test_each_hears_what_came_of_his_own() -> None:
    async def scene() -> None:
        bench = Bench()
        bench.may = asyncio.Semaphore(9)
        group: GroupCommit[int, str] = GroupCommit(bench.work, 9, heavy)
        came = await asyncio.gather(*map(group.add, (2, 3, 4)), return_exceptions=True)
        assert [str(one) for one in came] == ["2 kept", "3 is odd", "4 kept"]
        assert await group.add(6) == "6 kept"

    run(scene())


def test_when_the_work_fails_all_of_the_group_hear_it_and_the_next_goes_on() -> None:
    async def scene() -> None:
        bench = Bench()
        bench.may = asyncio.Semaphore(9)
        group: GroupCommit[int, str] = GroupCommit(bench.work, 2, heavy)
        adds = map(group.add, (12, 13, 14))
        came = await asyncio.gather(*adds, return_exceptions=True)
        assert [str(one) for one in came] == ["the disk is gone", "the disk is gone", "14 kept"]

    run(scene())


def test_what_nobody_waits_for_is_done_and_holds_nobody_up() -> None:
    async def scene() -> None:
        bench = Bench()
        group: GroupCommit[int, str] = GroupCommit(bench.work, 9, heavy)
        tasks = [asyncio.create_task(group.add(one)) for one in (2, 4)]
        await turns()
        tasks[0].cancel()
        await turns()
        bench.may.release()
        bench.may.release()
        assert await tasks[1] == "4 kept"
        assert bench.groups in ([[2, 4]], [[2], [4]])
        with pytest.raises(asyncio.CancelledError):
            await tasks[0]

    run(scene())


def test_a_heavy_one_goes_with_light_ones_and_never_with_another_heavy_one() -> None:
    async def scene() -> None:
        bench = Bench()
        bench.may = asyncio.Semaphore(9)
        group: GroupCommit[int, str] = GroupCommit(bench.work, 9, heavy)
        await asyncio.gather(*map(group.add, (100, 102, 2, 104, 4)))
        assert bench.groups == [[100, 2, 4], [102], [104]]

    run(scene())


def test_with_a_pace_the_first_goes_at_once_and_the_next_gather_until_it_is_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Time is what the test says it is."""

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        now_s, slept_s, sleep = 100.0, list[float](), asyncio.sleep
        monkeypatch.setattr(loop, "time", lambda: now_s)

        async def passing(delay_s: float) -> None:
            nonlocal now_s
            if delay_s > 0:
                slept_s.append(delay_s)
                await turns()  # who comes meanwhile
                now_s += delay_s
            await sleep(0)

        monkeypatch.setattr(asyncio, "sleep", passing)
        bench = Bench()
        bench.may = asyncio.Semaphore(9)
        group: GroupCommit[int, str] = GroupCommit(bench.work, 8, heavy, 5.0)
        assert await group.add(2) == "2 kept"
        assert slept_s == []
        now_s += 2.0
        assert await asyncio.gather(group.add(4), group.add(6)) == ["4 kept", "6 kept"]
        assert (bench.groups, slept_s) == ([[2], [4, 6]], [3.0])
        now_s += 6.0
        await group.add(8)
        assert slept_s == [3.0]

    run(scene())
