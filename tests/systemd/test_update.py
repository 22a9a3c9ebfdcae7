"""Over to another version, and back, by order and by itself."""

import contextlib
import http.server
import json
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kiosk_install.open_match import refuse_while_open
from kiosk_install.system import InstallRefused, System
from kits.director_kit import DIRECTOR, Server
from kits.machine_kit import Machine, wheel

from kiosk.director.http.certificate import make_certificate

PLAYED = json.dumps({"state": {"phase": "moving", "opened": {"match_id": "m-1"}}}) + "\n"


def runs(machine: Machine) -> str:
    return os.readlink(machine.root / "opt/table-kiosk/current")


def test_over_and_back(table: Machine, tmp_path: Path) -> None:
    code, said, complained = table.update(str(wheel(tmp_path / "new", "0.2.0")))
    assert (code, complained) == (0, "")
    assert "Version 0.2.0 from now on.\n" in said
    assert table.kiosk("--version") == "kiosk 0.2.0\n"
    asked = table.asked()
    assert "restart kiosk-table.service" in asked
    assert "restart kiosk-screen.service" in asked
    listed = table.update("--list")[1].splitlines()
    assert listed == ["0.1.0  table  previous", "0.2.0  table  current"]
    assert table.update("--back")[0] == 0
    assert table.kiosk("--version") == "kiosk 0.1.0\n"
    assert table.update("--back")[0] == 0
    assert runs(table) == "0.2.0"


@pytest.mark.parametrize("fault", ["broken", "falls"])
def test_a_version_that_does_not_come_up_goes_back_by_itself(
    table: Machine, tmp_path: Path, fault: str
) -> None:
    """One never says that it is up; the other does, and falls."""
    new = wheel(tmp_path / "new", "0.2.0", files={fault: ""})
    code, _said, complained = table.update(str(new))
    assert code == 1
    assert complained == (
        "kiosk-update: kiosk-table.service did not come up with version 0.2.0, and version 0.1.0 "
        "runs again: journalctl -u kiosk-table.service shows why\n"
    )
    assert runs(table) == "0.1.0"
    assert table.up() == {"kiosk-table.service", "kiosk-screen.service"}


def test_a_version_that_fails_its_check_is_never_gone_over_to(
    table: Machine, tmp_path: Path
) -> None:
    new = wheel(tmp_path / "new", "0.2.0", more="raise RuntimeError('no such library')")
    code, _said, complained = table.update(str(new))
    assert code == 1
    assert complained.endswith("RuntimeError: no such library\n")
    assert runs(table) == "0.1.0"
    assert [line for line in table.asked() if "restart" in line] == []
    assert not (table.root / "opt/table-kiosk/0.2.0").exists()


def test_a_version_that_calls_itself_another_is_refused(table: Machine, tmp_path: Path) -> None:
    new = wheel(tmp_path / "new", "0.2.0", more="VERSION = '0.3.0'")
    code, _said, complained = table.update(str(new))
    assert (code, complained) == (
        1,
        "kiosk-update: version 0.2.0 calls itself 'kiosk 0.3.0'\n",
    )


def test_what_did_not_run_before_need_not_come_up(table: Machine, tmp_path: Path) -> None:
    """A table whose panel is not plugged in is updated all the same."""
    (table.root / "run/units/kiosk-screen.service").unlink()
    assert table.update(str(wheel(tmp_path / "new", "0.2.0")))[0] == 0
    assert "restart --no-block kiosk-screen.service" in table.asked()


def test_never_while_a_match_is_open(table: Machine, tmp_path: Path) -> None:
    (table.root / "var/lib/kiosk").mkdir(parents=True)
    (table.root / "var/lib/kiosk/journal.db").write_text(PLAYED)
    new = str(wheel(tmp_path / "new", "0.2.0"))
    before = table.tree()
    code, _said, complained = table.update(new)
    assert (code, complained) == (
        2,
        "kiosk-update: a match is open at this table (moving): wait until it is over, "
        "or give --force\n",
    )
    assert table.update(new, "--force", typed="\n")[0] == 2
    assert table.tree() == before
    assert table.update(new, "--force", typed="interrupt\n")[0] == 0
    assert runs(table) == "0.2.0"


def test_the_last_three_versions_stay(table: Machine, tmp_path: Path) -> None:
    for version in ("0.2.0", "0.3.0"):
        assert table.update(str(wheel(tmp_path / "new", version)))[0] == 0
    code, said, _complained = table.update(str(wheel(tmp_path / "new", "0.4.0")))
    assert code == 0
    assert said.endswith("Version 0.1.0 was the oldest, and is gone.\n")
    folders = {p.name for p in (table.root / "opt/table-kiosk").iterdir() if p.is_dir()}
    assert folders == {"0.2.0", "0.3.0", "0.4.0", "current", "previous"}


def test_there_is_nothing_to_go_back_to(table: Machine) -> None:
    code, _said, complained = table.update("--back")
    assert (code, complained) == (
        2,
        "kiosk-update: there is no version before this one: nothing to go back to\n",
    )


def test_one_thing_is_named(table: Machine) -> None:
    for line in ([], ["--back", "x.whl"]):
        code, _said, complained = table.update(*line)
        assert code == 2
        assert "name one of a wheel, a folder with one, --back or --list" in complained


def test_what_is_no_wheel_of_ours_is_refused(table: Machine, tmp_path: Path) -> None:
    other = tmp_path / "numpy-2.0.0-py3-none-any.whl"
    other.touch()
    for what in (other, tmp_path / "none.whl"):
        code, _said, complained = table.update(str(what))
        assert code == 2
        assert str(what) in complained


# --- a director's tables


class Console(http.server.BaseHTTPRequestHandler):
    """Tells a director's cards as its /events does, then keeps the line open no longer."""

    cards: list[dict[str, object]] = []  # noqa: RUF012 - set by each test on a class of its own

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/events" else 404)
        self.end_headers()
        self.wfile.write(f"event: cards\ndata: {json.dumps(self.cards)}\n\n".encode())

    def log_message(self, *_arguments: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def director(tmp_path: Path) -> Iterator[tuple[System, type[Console]]]:
    console = type("ThisConsole", (Console,), {})
    machine = Machine(tmp_path)
    machine.with_systemd()
    (machine.root / "run/units").mkdir()
    (machine.root / "run/units/kiosk-director.service").touch()
    settings = machine.root / "etc/table-kiosk"
    settings.mkdir()
    (settings / "director.toml").write_text('[director]\nevent_id = "e"\nhost = "0.0.0.0"\n')
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), console) as server:
        (settings / "director.env").write_text(f"KIOSK_PORT={server.server_port}\n")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield System(machine.root), console
        server.shutdown()
        thread.join()


def card(table: int | None, match_id: str | None, phase: str) -> dict[str, object]:
    return {"table": table, "match_id": match_id, "phase": phase}


def test_a_director_whose_tables_play_is_not_interrupted(
    director: tuple[System, type[Console]],
) -> None:
    system, console = director
    console.cards = [
        card(3, "m-3", "moving"),
        card(2, "m-2", "match_over"),
        card(1, None, "vacant"),
        card(4, "m-4", "vacant"),
    ]
    with pytest.raises(InstallRefused, match=r"open at this director's tables \(3, 4\)"):
        refuse_while_open(system, ["director"], force=False)


def test_a_director_whose_tables_are_done_is(director: tuple[System, type[Console]]) -> None:
    system, console = director
    console.cards = [card(2, "m-2", "match_over"), card(None, None, "vacant")]
    refuse_while_open(system, ["director"], force=False)


def test_a_director_under_tls_is_asked_under_his_own_certificate_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.with_systemd()
    (machine.root / "run/units").mkdir()
    (machine.root / "run/units/kiosk-director.service").touch()
    settings = machine.root / "etc/table-kiosk"
    settings.mkdir()
    (settings / "director.toml").write_text('[director]\nhost = "0.0.0.0"\n')
    his = machine.root / "var/lib/kiosk/director.db.pem"
    his.parent.mkdir(parents=True, exist_ok=True)
    his.write_bytes(make_certificate(["hall"], datetime.now(UTC)))
    with contextlib.closing(Server(DIRECTOR.public, tls=his)) as server:
        server.said = lambda _path: (200, b'event: cards\ndata: {"cards": []}\n\n')
        (settings / "director.env").write_text(f"KIOSK_PORT={server.port}\n")
        refuse_while_open(System(machine.root), ["director"], force=False)
        playing = json.dumps({"cards": [card(3, "m-3", "moving")]}).encode()
        server.said = lambda _path: (200, b"event: cards\ndata: " + playing + b"\n\n")
        with pytest.raises(InstallRefused, match=r"open at this director's tables \(3\)"):
            refuse_while_open(System(machine.root), ["director"], force=False)
        his.write_bytes(make_certificate(["hall"], datetime.now(UTC)))
        with pytest.raises(InstallRefused, match="CERTIFICATE_VERIFY_FAILED"):
            refuse_while_open(System(machine.root), ["director"], force=False)


def test_a_director_that_does_not_answer_is_not_taken_for_idle(
    director: tuple[System, type[Console]],
) -> None:
    system, _console = director
    system.path_of("etc/table-kiosk/director.env").write_text("KIOSK_PORT=9\n")
    with pytest.raises(InstallRefused, match="does not report which matches are open"):
        refuse_while_open(system, ["director"], force=False)
    system.path_of("run/units/kiosk-director.service").unlink()
    refuse_while_open(system, ["director"], force=False)
