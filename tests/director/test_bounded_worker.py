"""What takes long is reckoned beside the event loop, one at a time, and few wait for it."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from kits.enrolment_kit import begin_of

from kiosk.director.enrolment.handshakes import MOST_AT_ADDRESS, Handshakes
from kiosk.director.enrolment.register import EnrolmentCard
from kiosk.director.enrolment.routes import MOST_RECKONED, begin_handshake
from kiosk.director.http.bounded_worker import BoundedWorker, WorkerFull
from kiosk.wire.enrolment import Begin, DirectorSide, TableSide
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.joining import JoinRefusal
from kiosk.wire.signing import DeviceKey

WITHIN_S = 30.0


@pytest.fixture
def worker() -> Iterator[BoundedWorker]:
    made = BoundedWorker("tests", 2)
    yield made
    made.close()


def test_the_loop_turns_while_it_is_reckoned_and_who_would_wait_too_long_is_sent_away(
    worker: BoundedWorker,
) -> None:
    go_on = threading.Event()

    async def asked() -> tuple[list[str], bool]:
        def reckon() -> str:
            assert go_on.wait(WITHIN_S)
            return threading.current_thread().name

        both = [asyncio.ensure_future(worker.run(reckon)) for _each in range(2)]
        await asyncio.sleep(0)  # they wait for the worker
        with pytest.raises(WorkerFull):
            await worker.run(reckon)
        go_on.set()
        names = list(await asyncio.gather(*both))
        return names, await worker.run(lambda: True)

    names, there_is_room_again = asyncio.run(asked())
    assert names == ["tests_0", "tests_0"]
    assert there_is_room_again


def test_what_it_raises_is_raised_and_makes_room(worker: BoundedWorker) -> None:
    async def asked() -> None:
        for _each in range(3):
            with pytest.raises(ZeroDivisionError):
                await worker.run(lambda: 1 // 0)

    asyncio.run(asked())


# --- devices that ask to be enrolled -------------------------------------------------------------


class Seen(Handshakes):
    """Notes on which thread the key agreement is reckoned."""

    threads: list[str]

    def compute_side(self, begin: Begin, password: bytes) -> DirectorSide:
        self.threads.append(threading.current_thread().name)
        return super().compute_side(begin, password)


@pytest.fixture
def handshakes() -> Seen:
    key, salt = DeviceKey(bytes([2]) * 32), bytes(16)
    card = EnrolmentCard("card", salt, 1000, "Kari")
    made = Seen(key, "", card={"card": card}.get, clock_s=lambda: 0.0, wall_s=lambda: 0.0)
    made.threads = []
    return made


def begin(handshakes: Handshakes, name: str = "card") -> Begin:
    secret = handshakes.card_secret(bytes(16))
    return begin_of(TableSide(DeviceKey.generate(), "app", "card", name, secret, ""))


def test_the_key_agreement_takes_no_time_from_the_tables(
    handshakes: Seen, worker: BoundedWorker
) -> None:
    said = asyncio.run(begin_handshake(handshakes, worker, begin(handshakes), "10.0.0.7"))
    assert said.session
    assert handshakes.threads == ["tests_0"]


def test_a_full_lane_is_told_in_words_and_keeps_no_place(handshakes: Seen) -> None:
    worker = BoundedWorker("tests", 0)
    for _each in range(MOST_AT_ADDRESS + 1):
        with pytest.raises(EnrolmentRefused, match="too many devices ask at once") as told:
            asyncio.run(begin_handshake(handshakes, worker, begin(handshakes), "10.0.0.7"))
        assert told.value.refusal is JoinRefusal.CROWDED
    worker.close()
    assert 0 < MOST_RECKONED <= 16


def test_who_is_being_reckoned_counts_among_those_who_ask(handshakes: Seen) -> None:
    for _each in range(MOST_AT_ADDRESS):
        handshakes.admit(begin(handshakes), "10.0.0.7")
    with pytest.raises(EnrolmentRefused, match="5 devices at"):
        handshakes.admit(begin(handshakes), "10.0.0.7")
    handshakes.leave("10.0.0.7")
    assert handshakes.admit(begin(handshakes), "10.0.0.7") == handshakes.card_secret(bytes(16))
    with pytest.raises(EnrolmentRefused, match="not of this event"):
        handshakes.admit(begin(handshakes, "other"), "10.0.0.8")
