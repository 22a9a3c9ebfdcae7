"""Requests no program of ours makes, by the thousand, to the real port: no fault, nothing kept."""

import hashlib
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kits.hall_kit import DIRECTORS_KEY, HandClocks, PaperTable, service
from kits.malformed import WITHIN_S, counted, requests, statuses, ways
from kits.served_kit import Director, settings_of, starts

from kiosk.director.app import create_app

SOON = {"head_s": 0.3, "body_s": 0.3, "idle_s": 1}
"""So that those who never say it all are soon answered."""
DAY, NIGHT = 1_500, 100_000
MOST_MB = 150
"""By which its memory may grow."""


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as starting:
        yield starting


@pytest.fixture
def routes(tmp_path: Path, hand: HandClocks) -> Iterator[list[tuple[str, str]]]:
    (tmp_path / "paper").mkdir()
    made = service(tmp_path / "paper", hand)
    yield ways(create_app(made, DIRECTORS_KEY).routes)
    made.finish()
    made._store.close()


def kept(folder: Path) -> str:
    """All a database holds, as one digest."""
    with closing(sqlite3.connect(folder / "director.db")) as visitor:
        return hashlib.sha256("\n".join(visitor.iterdump()).encode()).hexdigest()


def memory_mb(director: Director) -> int:
    status = Path(f"/proc/{director.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


def pour(
    director: Director, folder: Path, routes: list[tuple[str, str]], stranger: PaperTable, many: int
) -> None:
    """`stranger` is no table of this director's."""
    samples = [stranger.batch(), stranger.beat(), stranger.poll(), stranger.rows_wanted(0)]
    samples += [b'{"journal_id":"journal-9","match_id":"m","kind":"stop","by":"K","why":"noise"}']
    known_by = {"Host": f"127.0.0.1:{director.port}"}

    def opened() -> socket.socket:
        return socket.create_connection(("127.0.0.1", director.port), WITHIN_S)

    before, grown = kept(folder), memory_mb(director)
    found = counted(statuses(opened, requests(routes, samples, 34, many, known_by)))
    assert found.total() == many
    assert {400, 404, 405} <= set(found)
    assert kept(folder) == before
    assert memory_mb(director) - grown < MOST_MB


def test_the_routes_are_all_there(routes: list[tuple[str, str]]) -> None:
    assert {("POST", "/table/batch"), ("POST", "/orders"), ("GET", "/static/{}")} <= set(routes)
    assert ("GET", "/pictures/{}.jpg") in routes


@pytest.mark.parametrize("many", [DAY, pytest.param(NIGHT, marks=pytest.mark.night)])
def test_requests_that_make_no_sense_are_told_so_and_leave_nothing(
    start: Callable[..., Director],
    tmp_path: Path,
    routes: list[tuple[str, str]],
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    many: int,
) -> None:
    director = start(limits=SOON)
    director.batch(table.batch())
    pour(director, tmp_path, routes, make_table(9), many)
    assert director.batch(table.beat()).seq == len(table.rows)
    assert director.end(signal.SIGTERM) == (0, "")
