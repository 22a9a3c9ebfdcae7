"""What an act about a device takes away is told before it is done, and done only as it was told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import HandClocks, PaperTable, service
from kits.rules_kit import NORWAY
from kits.service_kit import play

from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.director.enrolment.consequences import MatchInPlay, device_consequences
from kiosk.director.enrolment.register import (
    Enrolled,
    EnrolmentNote,
    Moved,
    PutBack,
    Replaced,
    Revoked,
    with_note,
)
from kiosk.director.enrolment.register import register as folded
from kiosk.director.enrolment.routes import EnrolmentDesk, MoveDevice, Revoke, Swap, TakeBack
from kiosk.director.errors import OrderInvalid
from kiosk.director.people.auth import Person
from kiosk.director.people.roles import Role
from kiosk.director.service import Service

KNOWN = folded(
    {}, [EnrolmentNote(Enrolled(k, n, "card"), "Kari", "") for n, k in ((1, "a"), (9, "b"))]
)
HERE = {1: MatchInPlay("Anna", "Bo", (7, 5)), 9: MatchInPlay("Cy", "Dee", (0, 2))}
KARI = Person("Kari", Role.DIRECTOR, "session", "10.0.0.7")


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (
            Revoked("a"),
            [
                "Anna – Bo, at table 1, where it stands 7 – 5: their match stops counting.",
                "Table 1 no longer has a device.",
            ],
        ),
        (
            Replaced("a", "b"),
            [
                "Anna – Bo, at table 1, where it stands 7 – 5: the spare goes on with it.",
                "Table 1 goes on with another device.",
                "Cy – Dee, at table 9, where it stands 0 – 2: their device is table 1 now.",
                "Table 9 no longer has a device.",
            ],
        ),
        (
            Moved("a", 4),
            [
                "Anna – Bo, at table 1, where it stands 7 – 5: their device is table 4 now.",
                "Table 1 no longer has a device.",
            ],
        ),
        (Moved("a", 1), []),
    ],
)
def test_who_plays_there_and_which_table_is_left_is_named(fact: Any, words: list[str]) -> None:
    assert [format_text(each, ENGLISH) for each in device_consequences(KNOWN, fact, HERE)] == words
    quiet = [format_text(each, ENGLISH) for each in device_consequences(KNOWN, fact, {})]
    assert quiet == [each for each in words if "stands" not in each]


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


def desk_of(director: Service) -> EnrolmentDesk:
    handshakes: Any = None
    return EnrolmentDesk(director, handshakes, lambda: 1_800_000_000.0, bytes)


def test_what_was_told_is_done_only_if_nothing_came_since(
    director: Service, table: PaperTable
) -> None:
    desk, key = desk_of(director), table.key.public
    seen, words = desk.preview(Revoke(key))
    assert [format_text(each, ENGLISH) for each in words] == ["Table 1 no longer has a device."]
    assert key in director.traffic.devices.register

    async def moved_meanwhile() -> None:
        await desk.act(MoveDevice(key, 3), KARI, ())
        await desk.act(Revoke(key, seen), KARI, ())

    with pytest.raises(OrderInvalid, match="The situation has changed"):
        play(moved_meanwhile)
    assert key in director.traffic.devices.register
    again, words = desk.preview(Revoke(key))
    assert [format_text(each, ENGLISH) for each in words] == ["Table 3 no longer has a device."]
    play(lambda: desk.act(Revoke(key, again), KARI, ()))
    assert key not in director.traffic.devices.register


def test_a_match_that_is_played_is_named_by_its_players(
    director: Service, table: PaperTable
) -> None:
    table.open(NORWAY)
    play(lambda: director.traffic.batch(table.batch()))
    _seen, words = desk_of(director).preview(Revoke(table.key.public))
    assert "where it stands 0 – 0: their match stops counting." in format_text(words[0], ENGLISH)


def test_a_device_nobody_enrolled_takes_nothing_and_is_refused(director: Service) -> None:
    for asked in (Revoke("x"), MoveDevice("x", 2), Swap("x", "y")):
        with pytest.raises(OrderInvalid, match="not enrolled"):
            desk_of(director).preview(asked)


def numbers(director: Service) -> dict[str, int | None]:
    """At which table each device stands, by the first letters of its key."""
    register = director.traffic.devices.register
    return {key: register.number(key) for key in sorted(register.devices)}


def two(director: Service) -> str:
    """The key of a spare at table 9, beside the table there is."""

    async def enrols() -> None:
        await director.traffic.devices.note(Enrolled("spare", 9, "card"), "Kari")

    play(enrols)
    return "spare"


@pytest.mark.parametrize("deed", ["revoke", "swap"])
def test_what_became_of_a_device_is_undone_as_it_was(
    director: Service, table: PaperTable, deed: str
) -> None:
    desk, key, spare = desk_of(director), table.key.public, two(director)
    before = numbers(director)
    done = Revoke(key) if deed == "revoke" else Swap(key, spare)

    async def scene() -> None:
        await desk.act(done, KARI, ())
        assert numbers(director)[key] is None
        await desk.act(TakeBack(key), KARI, ())

    play(scene)
    assert numbers(director) == before
    assert key in director.traffic.devices.register
    assert not director.traffic.devices.register.is_revoked(key)


def test_it_is_undone_only_until_somebody_else_stands_there(
    director: Service, table: PaperTable
) -> None:
    desk, key, spare = desk_of(director), table.key.public, two(director)

    async def scene() -> None:
        with pytest.raises(OrderInvalid, match="not gone"):
            await desk.act(TakeBack(key), KARI, ())
        await desk.act(Swap(key, spare), KARI, ())
        await director.traffic.devices.note(Enrolled("third", 9, "card"), "Kari")
        with pytest.raises(OrderInvalid, match="Table 9 has a device already"):
            await desk.act(TakeBack(key), KARI, ())
        await desk.act(MoveDevice("third", 10), KARI, ())
        await desk.act(TakeBack(key), KARI, ())
        await desk.act(Revoke(key), KARI, ())
        await desk.act(MoveDevice("third", 1), KARI, ())
        with pytest.raises(OrderInvalid, match="Table 1 has a device already"):
            await desk.act(TakeBack(key), KARI, ())

    play(scene)


def test_a_spare_that_has_gone_elsewhere_since_stays_there(
    director: Service, table: PaperTable
) -> None:
    desk, key, spare = desk_of(director), table.key.public, two(director)

    async def scene() -> None:
        await desk.act(Swap(key, spare), KARI, ())
        await desk.act(MoveDevice(spare, 5), KARI, ())
        await desk.act(TakeBack(key), KARI, ())

    play(scene)
    assert numbers(director) == {key: 1, "spare": 5}


def test_what_an_undone_swap_takes_is_named_before() -> None:
    note = EnrolmentNote(Replaced("a", "b"), "Kari", "")
    known = with_note(KNOWN, note)
    words = [format_text(each, ENGLISH) for each in device_consequences(known, PutBack("a"), HERE)]
    assert words == [
        "Anna – Bo, at table 1, where it stands 7 – 5: the spare goes on with it.",
        "Table 1 goes on with another device.",
    ]
