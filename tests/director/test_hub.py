import asyncio
from collections.abc import AsyncIterator

import pytest
from kits.pseudo_kit import PSEUDO, Pseudo
from kits.service_kit import singly

from kiosk.catalogue.text import ENGLISH, Language
from kiosk.director.hub import MOST_PENDING, Hub, Listener, Push


def push(number: int) -> Push:
    return Push("card", str(number))


async def some(listener: Listener, count: int) -> list[str]:
    pushes = singly(listener.pushes())
    return [(await anext(pushes)).json for _ in range(count)]


async def everything(pushes: AsyncIterator[Push]) -> list[str]:
    return [push.json async for push in pushes]


def test_each_hears_what_it_listens_to() -> None:
    async def scene() -> tuple[list[str], list[str]]:
        hub = Hub()
        with hub.listen(None) as grid, hub.listen("journal-1") as page:
            hub.publish(push(1), "journal-1", None)
            hub.publish(push(2), "journal-2", None)
            hub.publish(push(3), "journal-1")
            hub.publish(push(4))
            heard = [(grid._queue.qsize(), page._queue.qsize())]
            assert heard == [(3, 3)]
            return await some(grid, 3), await some(page, 3)

    assert asyncio.run(scene()) == (["1", "2", "4"], ["1", "3", "4"])


def test_what_has_words_is_made_once_for_each_language_that_listens() -> None:
    async def scene() -> tuple[list[str], list[str], list[Language]]:
        hub, made = Hub(), []

        def worded(language: Language) -> Push:
            made.append(language)
            return Push("card", language.gettext("abc"))

        with (
            hub.listen(None) as one,
            hub.listen(None, ENGLISH) as two,
            hub.listen(None, PSEUDO) as three,
            hub.listen("journal-2", Pseudo()),
        ):
            hub.publish(worded, "journal-1", None)
            hub.publish(push(7), None)
            heard = [await some(each, 2) for each in (one, two, three)]
            assert heard[0] == heard[1]
            return heard[0], heard[2], made

    plain, other, made = asyncio.run(scene())
    assert (plain, other) == (["abc", "7"], [PSEUDO.gettext("abc"), "7"])
    assert sorted(map(id, made)) == sorted(map(id, (ENGLISH, PSEUDO)))


def test_who_does_not_keep_up_is_let_go_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kiosk.director.hub.TOGETHER_S", 0.0)

    async def scene() -> tuple[list[str], list[str]]:
        hub = Hub()
        with hub.listen(None) as slow, hub.listen(None) as quick:
            quick_pushes = singly(quick.pushes())
            heard = []
            for number in range(MOST_PENDING + 1):
                assert len(hub) == 2
                hub.publish(push(number))
                heard.append((await anext(quick_pushes)).json)
            assert len(hub) == 1
            return await everything(singly(slow.pushes())), heard

    assert asyncio.run(scene()) == ([], [str(number) for number in range(MOST_PENDING + 1)])


def test_what_comes_soon_after_one_another_goes_out_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At once as a rule, and in fewer handfuls when there is more than a few a second."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("kiosk.director.hub.asyncio.sleep", sleep)

    async def scene() -> list[int]:
        hub = Hub()
        with hub.listen(None) as listener:
            handfuls, heard = listener.pushes(), []
            for count in (1, 5, 2, 1, 1, 1, 1, 1, 1, 9):
                for number in range(count):
                    hub.publish(push(number))
                heard.append(len(await anext(handfuls)))
            return heard

    assert asyncio.run(scene()) == [1, 5, 2, 1, 1, 1, 1, 1, 1, 9]
    assert slept == [0] * 8 + [0.2] * 2


def test_a_listener_gone_is_forgotten() -> None:
    async def scene() -> None:
        hub = Hub()
        with hub.listen("journal-1"):
            assert hub.is_watched("journal-1")
            assert not hub.is_watched(None)
        assert len(hub) == 0

    asyncio.run(scene())


def test_closing_ends_every_stream_and_those_that_begin_after() -> None:
    async def scene() -> None:
        hub = Hub()
        with hub.listen(None) as before:
            waiting = asyncio.create_task(everything(singly(before.pushes())))
            await asyncio.sleep(0)
            hub.close()
            assert await waiting == []
        with hub.listen(None) as after:
            assert await everything(singly(after.pushes())) == []

    asyncio.run(scene())
