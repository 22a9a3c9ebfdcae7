"""Memory of pictures that were let go is the machine's again."""

import subprocess
import sys
from pathlib import Path

import pytest

import kiosk.screen.run
import kiosk.table.run

KEEPER = """
import threading
from pathlib import Path
from kiosk.memory import give_back_now, give_freed_pictures_back, share_arenas
def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
def keep():
    for _ in range(500 // THREADS):
        pictures.append(bytearray(100_000))
        small.append(bytearray(1_000))
give_freed_pictures_back() if AT_ONCE else share_arenas()
before = resident_mb()
pictures, small = [], []
threads = [threading.Thread(target=keep) for _ in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
full = resident_mb()
del pictures
AT_ONCE or give_back_now()
print(full - before, resident_mb() - before)
"""


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("threads", [1, 8])
def test_pictures_that_are_gone_take_no_memory_though_small_things_between_them_stay(
    threads: int, *, at_once: bool
) -> None:
    """Given back as each goes, or when it is asked for."""
    done = subprocess.run(
        [sys.executable, "-c", f"THREADS, AT_ONCE = {threads}, {at_once}\n{KEEPER}"],
        capture_output=True,
        text=True,
        check=True,
    )
    full, after = map(float, done.stdout.split())
    assert full > 45
    assert after < 10


ARENAS = """
import ctypes, threading
from kiosk.memory import share_arenas
share_arenas()
all_there, kept = threading.Barrier(8), []
def keep():
    all_there.wait()
    kept.append(bytearray(20_000))
    all_there.wait()
threads = [threading.Thread(target=keep) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def test_threads_share_what_the_main_one_has_of_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ARENAS], capture_output=True, text=True, check=True
    )
    assert 1 <= done.stdout.count("<heap nr=") <= 2


class Given(Exception):
    """It was asked for."""


def test_a_table_and_a_screen_ask_for_it_before_all_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given() -> None:
        raise Given

    for program in (kiosk.table.run, kiosk.screen.run):
        monkeypatch.setattr(program, "give_freed_pictures_back", given)
    with pytest.raises(Given):
        kiosk.table.run.run(tmp_path / "table.toml", tmp_path / "journal.db")
    with pytest.raises(Given):
        kiosk.screen.run.run(tmp_path / "table.sock")
