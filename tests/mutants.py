"""Break the product in small ways and see which breaks no test notices.

`make mutants PACKAGE=kiosk/journal` tries 30 breaks of a package, drawn by SEED, or of a folder or
file of one (PACKAGE=kiosk/rules/cube, PACKAGE=kiosk/rules/clock); `make mutants` 30 of every
package; `make mutants MODULE=kiosk/rules/dice/acts` every break of one file (for the rules
MODULE=dice/acts will do). It works in a copy, so nobody sees broken code, and keeps its verdicts in
build/mutants: stopped at any moment it goes on where it was. Who was killed stays so while the file
stays as it is; who lived is tried again once a test has changed.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kits.mutations import Mutant, mutants

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "mutants"
TABLE = Path(__file__).with_name("SURVIVORS.md")
DRAWN = 30
FIRST = 6
"""Files that are run before all others are even imported: they see most."""
PATIENCE_S = 60
"""Beyond three times what the tests take unbroken: then a mutant hangs."""
MOST_BYTES = 8 << 30
"""A mutant that grows without end takes no more, and dies of it."""

# Where the tests of a package are; the names of files, from tests, or of folders.
TESTS = {
    "kiosk/journal": ("journal", "record", "test_cli.py"),
    "kiosk/record": ("record", "test_cli.py"),
    "kiosk/wire": ("wire", "journal", "table/test_control.py"),
    "hardware": ("hardware",),
    "kiosk/books": ("books", "test_cli.py"),
    "kiosk/scenario": ("scenario",),
    # what is said is seen where it is shown; no browser and no process is needed for that
    "kiosk/catalogue": (
        *("catalogue", "record", "scenario", "screen/test_controls.py", "screen/test_view.py"),
        *("screen/test_view_trouble.py", "screen/test_waiting.py", "screen/test_languages.py"),
        *("director/test_banners.py", "director/test_card.py", "director/test_card_needs.py"),
        *("director/test_orders.py", "director/test_waits.py"),
    ),
    "kiosk/director": ("director", "catalogue/test_words.py"),
    "kiosk/screen": ("screen", "catalogue/test_words.py"),
    "kiosk/table": ("table",),
    "kiosk/dice": ("dice", "test_cli.py"),
    "kiosk/demo": ("demo",),
    "kiosk/rules": ("rules", "scenario/test_files.py", "wire/test_taps.py"),
    "vision": ("vision",),
}
"""From the quickest to the slowest."""
ALONE = {"vision"}
"""Their tests start no process."""
FAR = 1_000
"""Imports to what is not imported at all."""
LEFT_OUT = ("vision/lab", "hardware/tower/firmware/main.py", "tests/vision/lab")
"""The lab is not installed; the firmware's main runs on a microcontroller alone."""
# They take seconds each and seldom notice what a short test does not.
SLOW = (
    "tests/rules/test_gnubg.py",
    "tests/rules/test_properties.py",
    "tests/rules/test_refusals.py::test_decide_answers_everything_everywhere",
    "tests/rules/test_refusals.py::test_every_event_leaves_some_match_and_never_raises",
    "tests/rules/test_rulebook_profiles.py::test_a_book_comes_back_from_its_document",
)


def below(folder: str) -> Iterator[str]:
    """Python files in it, or itself."""
    place = Path(folder)
    for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
        name = file.as_posix()
        if not name.startswith(LEFT_OUT):
            yield name


def digest(*files: str) -> str:
    told = hashlib.sha256()
    for file in files:
        told.update(file.encode() + b"\0" + Path(file).read_bytes())
    return told.hexdigest()[:16]


# --- which tests, and in which order


class Imports:
    """How many imports away from a test file a module is, by way of kits, conftests and product."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}
        for folder in ("kiosk", "vision", "hardware", "tests"):
            for file in (path.as_posix() for path in sorted(Path(folder).rglob("*.py"))):
                dotted = file.removeprefix("tests/").removesuffix(".py").replace("/", ".")
                self._files[dotted.removesuffix(".__init__")] = file
        self._known: dict[str, frozenset[str]] = {}

    def distance(self, test: str, file: str) -> int:
        """What starts a process imports nothing of it."""
        seen, waiting = {test}, deque([(test, 0)])
        while waiting:
            here, far = waiting.popleft()
            if here == file:
                return far
            fresh = self._imported(here) - seen
            seen |= fresh
            waiting.extend((there, far + 1) for there in fresh)
        return FAR

    def _imported(self, file: str) -> frozenset[str]:
        if file not in self._known:
            named: set[str] = set()
            for node in ast.walk(ast.parse(Path(file).read_bytes())):
                if isinstance(node, ast.Import):
                    named |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    named |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
            found = {self._files[name] for name in named if name in self._files}
            if file.startswith("tests/"):
                above = (f"{folder}/conftest.py" for folder in Path(file).parents)
                found |= {name for name in above if Path(name).exists()}
            self._known[file] = frozenset(found)
        return self._known[file]


# --- one mutant


class Copy:
    """The product and its tests in a place of their own, where one file at a time is broken.

    It is the working directory from then on: files are named from there, edits meanwhile not seen.
    """

    def __init__(self, place: Path) -> None:
        self._place = place / "house"
        self._scratch = place / "scratch"
        self._sound: set[str] = set()
        hidden = shutil.ignore_patterns(".*", "build", "demo-out", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT, self._place, ignore=hidden)
        os.chdir(self._place)

    def put(self, file: str, source: bytes) -> None:
        """Bytecode goes with it: it knows its source by second and length alone."""
        there = Path(file)
        there.write_bytes(source)
        for compiled in there.parent.glob(f"__pycache__/{there.stem}.*.pyc"):
            compiled.unlink()

    def refused(self, file: str, broken: bytes) -> bool:
        """By the type check of the gate, which must not refuse it unbroken. It is left broken."""
        command = ["-m", "mypy", "--follow-imports=silent", f"--cache-dir={KEPT}/types", file]
        if file not in self._sound and self._run(command, None)[0] != 0:
            sys.exit(f"The type check refuses {file} unbroken.")
        self._sound.add(file)
        self.put(file, broken)
        return self._run(command, None)[0] != 0

    def failing(self, tests: Sequence[str], patience_s: float | None) -> str | None:
        """Which test fails, if one does; `hanging` after that time."""
        options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-m", "not night"]
        options += [f"--basetemp={self._scratch}", *(f"--deselect={test}" for test in SLOW)]
        code, told = self._run(["-m", "pytest", *options, *tests], patience_s)
        if code is None:
            return "hanging"
        if code == 4 and "ImportError while loading conftest" not in told:
            sys.exit(f"pytest could not begin:\n{told}")
        found = re.search(r"(?m)^(?:FAILED|ERROR) (.+?)(?: - |$)", told)
        passed = code in {0, 5}  # 5: all of them are of the night
        return None if passed else found[1] if found else f"pytest ended with {code}"

    def _run(self, arguments: list[str], patience_s: float | None) -> tuple[int | None, str]:
        path = f"{self._place}{os.pathsep}{self._place / 'tests'}"
        threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "OPENCV_FOR_THREADS")}
        with subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self._place,
            env=os.environ
            | threads
            | {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as running:
            try:
                told, _ = running.communicate(timeout=patience_s)
                return running.returncode, told
            except subprocess.TimeoutExpired:
                return None, ""
            finally:
                end(running)


def end(running: subprocess.Popen[str]) -> None:
    """With all it started."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)


# --- a package


class Package:
    """Its mutants, its tests, and the verdicts so far."""

    def __init__(self, name: str, imports: Imports) -> None:
        self.name = name
        self._tests = [
            file
            for folder in TESTS[name]
            for file in below(f"tests/{folder}")
            if Path(file).name.startswith("test_")
        ]
        shared = ("conftest.py", "kits", *TESTS[name])
        self._digest = digest(*(file for each in shared for file in below(f"tests/{each}")))
        self._imports = imports
        self._file = KEPT / f"{name}.json"
        self._kept: dict[str, Any] = {"unbroken": {}, "verdicts": {}}
        if self._file.exists():
            self._kept = json.loads(self._file.read_text("utf-8"))

    def drawn(self, seed: int, part: str) -> list[Mutant]:
        """By what they are, not by how many there are: a change elsewhere draws no others."""
        every = [mutant for file in below(part) for mutant in of(file)]
        every.sort(key=lambda m: hashlib.sha256(f"{seed} {m.name}".encode()).digest())
        return every[:DRAWN]

    def judge(self, part: str, tried: Sequence[Mutant], copy: Copy) -> None:
        known = reasons()
        counts, alive = Counter[str](), Counter[str]()
        for mutant in tried:
            verdict = self._verdict(mutant, copy)
            counts[verdict.partition(" ")[0]] += 1
            print(f"\n{mutant.diff}\n{verdict}", flush=True)
            if verdict == "alive":
                row = f"{mutant.file.removesuffix('.py')} | `{mutant.function}` | {mutant.change}"
                why = known.get(row, "unexplained")
                alive[why.partition(":")[0]] += 1
                print(f"| {row} | {why} |", flush=True)
        share = 100 * counts["alive"] / max(1, len(tried) - counts["refused"])
        print(
            f"\n{part}: {len(tried)} drawn, {counts['killed']} killed, "
            f"{counts['refused']} refused by the type check, {counts['alive']} alive "
            f"({share:.0f} % of those not refused), {alive['unexplained']} of them unexplained\n",
            flush=True,
        )

    def _verdict(self, mutant: Mutant, copy: Copy) -> str:
        kept = self._kept["verdicts"].get(mutant.name)
        now = digest(mutant.file)
        if not kept or kept["file"] != now or kept["alive"] not in {None, self._digest}:
            said = self._tried(mutant, copy)
            alive = self._digest if said == "alive" else None
            kept = {"file": now, "alive": alive, "said": said}
            self._keep("verdicts", self._kept["verdicts"] | {mutant.name: kept})
        return str(kept["said"])

    def _tried(self, mutant: Mutant, copy: Copy) -> str:
        source = Path(mutant.file).read_bytes()
        far = {test: self._imports.distance(test, mutant.file) for test in self._tests}
        if self.name in ALONE:
            far = {test: imports for test, imports in far.items() if imports < FAR}
        seconds = self._seconds(far, copy)
        patience_s = 3 * sum(seconds[test] for test in far) + PATIENCE_S
        if copy.refused(mutant.file, mutant.broken(source)):
            said = "refused"
        else:
            tests = sorted(far, key=lambda test: (far[test], seconds[test], test))
            by = copy.failing(tests[:FIRST], patience_s)
            if by is None and tests[FIRST:]:
                by = copy.failing(tests[FIRST:], patience_s)
            said = f"killed by {by}" if by else "alive"
        copy.put(mutant.file, source)
        return said

    def _seconds(self, tests: Iterable[str], copy: Copy) -> Mapping[str, float]:
        """How long these and other test files take on the whole product, where all must pass."""
        unbroken = self._kept["unbroken"]
        if "files" not in unbroken or unbroken["tests"] != self._digest:
            unbroken = {"tests": self._digest, "files": {}}
        taken: dict[str, float] = unbroken["files"]
        for file in tests:
            if file not in taken:
                began = time.monotonic()
                if by := copy.failing([file], None):
                    sys.exit(f"{by} fails on the unbroken product.")
                taken[file] = round(time.monotonic() - began, 1)
                self._keep("unbroken", unbroken)
        return taken

    def _keep(self, key: str, value: dict[str, Any]) -> None:
        self._kept[key] = value
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(self._kept, indent=1, ensure_ascii=False), "utf-8")
        fresh.replace(self._file)


def of(file: str) -> list[Mutant]:
    return list(mutants(file, Path(file).read_bytes()))


def reasons() -> dict[str, str]:
    """Of each survivor the table knows, as `file | function | change`: why it may live."""
    rows = re.findall(r"(?m)^\| (\S+ \| `.+) \| (.+?) \|$", TABLE.read_text("utf-8"))
    return dict(rows)


def file_of(module: str) -> str:
    """`kiosk/rules/clock.py` of clock, rules/... of any other path."""
    for file in (f"{module}.py", f"kiosk/rules/{module}.py"):
        if Path(file).exists():
            return file
    sys.exit(f"There is no {module}.py: name a file without its .py, as MODULE=kiosk/rules/clock.")


def part_of(name: str) -> str:
    """A folder, or `kiosk/rules/clock.py` of kiosk/rules/clock."""
    for part in (name, f"{name}.py"):
        if Path(part).exists():
            return part
    sys.exit(f"There is no {name}: name a package, or a folder or file of one.")


def package_of(part: str) -> str:
    for name in TESTS:
        if f"{part}/".startswith(f"{name}/"):
            return name
    sys.exit(f"{part} belongs to none of {', '.join(TESTS)}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--package", nargs="*", default=[])
    parser.add_argument("--module", nargs="*", default=[])
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))  # who is started inherits it
    with TemporaryDirectory(prefix="mutants-") as place:
        copy = Copy(Path(place))
        imports = Imports()
        for file in map(file_of, asked.module):
            Package(package_of(file), imports).judge(file, of(file), copy)
        for part in map(part_of, asked.package or ([] if asked.module else TESTS)):
            package = Package(package_of(part), imports)
            package.judge(part, package.drawn(asked.seed, part), copy)


if __name__ == "__main__":
    main()
