"""A machine below a folder: a release to install from, and a systemd that does as it is told."""

import hashlib
import os
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

from kits.tracked_files import copy_tracked

ROOT = Path(__file__).parents[2]

CLI = """
import pathlib, sys
VERSION = {version!r}
{more}
def main():
    if sys.argv[1:] == ["--version"]:
        print("kiosk", VERSION)
    elif sys.argv[1:2] == ["replay"]:
        print(pathlib.Path(sys.argv[-1]).read_text(), end="")
    elif sys.argv[1:] == ["rulebook", "show", "norway"]:
        print("clock.delay_s = 12")
    else:
        sys.exit(2)
"""
"""Enough of a kiosk to be installed and checked; a journal is what `replay --json` says of it."""

SYSTEMCTL = """#!/bin/sh
# Units are files in run/units: as long as one is there its unit is up. A version with the file
# `broken` in it does not come up, one with `falls` comes up and is started again.
root=$(dirname "$(dirname "$(dirname "$0")")")
echo "$@" >>"$root/run/asked"
current=$root/opt/table-kiosk/current
mkdir -p "$root/run/units"
case $1 in
is-active) test -e "$root/run/units/$2" && echo active || echo inactive ;;
show) test -e "$current/falls" && echo 3 || echo 0 ;;
stop) shift; for unit; do rm -f "$root/run/units/$unit"; done ;;
restart)
  shift
  test "$1" = --no-block && { shift; for unit; do : >"$root/run/units/$unit"; done; exit 0; }
  rm -f "$root/run/units/$1"
  test -e "$current/broken" && exit 1
  : >"$root/run/units/$1" ;;
esac
"""


def wheel(folder: Path, version: str, more: str = "", files: Mapping[str, str] = {}) -> Path:
    """A stand-in for the real one; `files` come to lie at the environment's top."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"table_kiosk-{version}-py3-none-any.whl"
    info, data = f"table_kiosk-{version}.dist-info", f"table_kiosk-{version}.data/data"
    held = {
        "kiosk/__init__.py": "",
        "kiosk/cli.py": CLI.format(version=version, more=more),
        **{f"kiosk/{room}/__init__.py": "" for room in ("table", "screen", "director")},
        **{f"kiosk/{room}/run.py": "" for room in ("table", "screen", "director")},
        **{f"{data}/{name}": text for name, text in files.items()},
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: table-kiosk\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nkiosk = kiosk.cli:main\n",
    }
    record = "".join(f"{name},,\n" for name in held) + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(path, "w") as out:
        for name, text in {**held, f"{info}/RECORD": record}.items():
            out.writestr(name, text)
    return path


class Machine:
    """`root`: the machine. `release`: what it is installed from. `wheels`: all that is needed."""

    def __init__(self, folder: Path) -> None:
        self.root, self.release, self.wheels = (
            folder / name for name in ("root", "release", "wheels")
        )
        for name in ("systemd", "config"):
            copy_tracked(f"{name}/**", self.release)
        (self.release / "requirements").mkdir()
        for role in ("table", "director"):
            (self.release / f"requirements/{role}.lock").write_text("# it needs nothing\n")
        (self.root / "etc/chrony").mkdir(parents=True)
        (self.root / "etc/os-release").write_text(
            'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n'
        )
        wheel(self.wheels, "0.1.0")

    def with_systemd(self) -> None:
        (self.root / "run/systemd/system").mkdir(parents=True)
        program = self.root / "usr/bin/systemctl"
        program.parent.mkdir(parents=True)
        program.write_text(SYSTEMCTL)
        program.chmod(0o755)

    def up(self) -> set[str]:
        units = self.root / "run/units"
        return {path.name for path in units.iterdir()} if units.is_dir() else set()

    def asked(self) -> list[str]:
        """What systemd was asked since the last call."""
        file = self.root / "run/asked"
        said = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return said

    def install(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """Its exit code, stdout, stderr."""
        program = self.release / "systemd/install"
        return self._run(program, *arguments, "--root", str(self.root), typed=typed)

    def installed(self, role: str) -> None:
        code, _said, complained = self.install(role, "--wheels", str(self.wheels))
        assert (code, complained) == (0, "")

    def update(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        program = self.root / "usr/local/sbin/kiosk-update"
        more = ("--root", str(self.root), "--settle", "0")
        return self._run(program, *arguments, *more, typed=typed)

    def _run(self, program: Path, *arguments: str, typed: str) -> tuple[int, str, str]:
        done = subprocess.run(
            ["/usr/bin/python3", str(program), *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def kiosk(self, *arguments: str) -> str:
        """What the command that is linked says, found as on the machine itself."""
        link = os.readlink(self.root / "usr/local/bin/kiosk")
        alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [f"{self.root}{link}", *arguments],
            env=alone,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def tree(self) -> dict[str, str]:
        """Every file with its content and time, every link with its target."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {os.readlink(path)}"
            elif path.is_file() and not name.startswith("run/"):
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                found[name] = f"{digest} {path.stat().st_mtime_ns} {path.stat().st_mode:o}"
        return found
