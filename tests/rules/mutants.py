"""Break a file of rules in every small way and see which breaks no test notices.

`make mutants MODULE=clock` works beside the tree, in build/mutants, so nobody sees broken code.
Stopped at any moment it goes on where it was; who lived is tried again once a file has changed.
`rm -r build/mutants` begins afresh, as it must when an old test has come to reach other code.
"""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "mutants"
MUTMUT = Path(sys.executable).with_name("mutmut")
TABLE = Path(__file__).with_name("SURVIVORS.md")
KILLED, ALIVE = frozenset({1, 3, 37}), frozenset({0, 33})
"""mutmut's verdicts: by a test, by pytest, by the type check; no test failed, there was none."""
LINKS = ("kiosk", "config", "tests/kits", "tests/rules", "tests/conftest.py")

# They take seconds each and seldom notice what a short test does not.
SLOW = (
    "test_properties.py",
    "test_refusals.py::test_decide_answers_everything_everywhere",
    "test_refusals.py::test_every_event_leaves_some_match_and_never_raises",
    "test_rulebook_profiles.py::test_a_book_comes_back_from_its_document",
)
# forkserver: what tests leave behind in a process does not reach the next mutant.
# type_check_command: a mutant the gate's type check refuses needs no test.
SETTINGS = """\
[tool.mypy]
strict = true
warn_unused_ignores = false

[tool.pytest.ini_options]
pythonpath = ["tests"]
addopts = ["--import-mode=importlib"]
filterwarnings = ["error"]

[tool.mutmut]
source_paths = ["kiosk"]
only_mutate = {files}
also_copy = ["config"]
process_isolation = "forkserver"
timeout_multiplier = 4
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:unraisableexception"]
pytest_add_cli_args_test_selection = {tests}
type_check_command = {check}
"""


def lay_out(modules: list[str]) -> None:
    """The tree as mutmut shall see it."""
    files = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "kiosk/rules").rglob("*.py"))
    sources = [f"kiosk/rules/{module}.py" for module in modules]
    if unknown := set(sources) - set(files):
        sys.exit(f"There is no {min(unknown)}: name files of kiosk/rules, as MODULE=clock.")
    (PLACE / "tests").mkdir(parents=True, exist_ok=True)
    for name in LINKS:
        if not (PLACE / name).is_symlink():
            (PLACE / name).symlink_to(ROOT / name)
    tests = ["tests/rules", *(f"--deselect=tests/rules/{test}" for test in SLOW)]
    check = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--output", "json", *sources]
    settings = SETTINGS.format(files=files, tests=tests, check=check)
    (PLACE / "pyproject.toml").write_text(settings, "utf-8")
    shutil.rmtree(PLACE / "mutants" / "tests", ignore_errors=True)


def dotted(module: str) -> str:
    """`dice.acts` of dice/acts."""
    return module.replace("/", ".")


def waiting(module: str) -> list[str]:
    """Its mutants without a verdict that still holds; old verdicts on them are forgotten."""
    meta = PLACE / f"mutants/kiosk/rules/{module}.py.meta"
    if not meta.exists():
        return [f"kiosk.rules.{dotted(module)}.*"]
    told = json.loads(meta.read_text("utf-8"))
    folders = (ROOT / "kiosk/rules", ROOT / "tests/rules", ROOT / "tests/kits")
    changed = max(file.stat().st_mtime for folder in folders for file in folder.rglob("*.py"))
    final = KILLED if meta.stat().st_mtime < changed else KILLED | ALIVE
    codes: dict[str, int | None] = told["exit_code_by_key"]
    told["exit_code_by_key"] = {name: c if c in final else None for name, c in codes.items()}
    meta.write_text(json.dumps(told), "utf-8")
    return [name for name, code in told["exit_code_by_key"].items() if code is None]


def run(modules: list[str]) -> None:
    """Again where the first run has found new mutants in a file that has changed."""
    for _ in range(2):
        if names := [name for module in modules for name in waiting(module)]:
            command = [MUTMUT, "run", "--max-children=1", *names]
            if subprocess.run(command, cwd=PLACE, check=False).returncode:
                sys.exit("mutmut stopped; the same command goes on from here.")


def mutmut(*words: str) -> str:
    return subprocess.run(
        [MUTMUT, *words], cwd=PLACE, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def change(diff: str) -> str:
    """What a unified diff of one line changes, with a few tokens around it."""
    old, new = (
        re.findall(r"\w+|\s+|[^\w\s]", " ".join(re.findall(rf"(?m)^\{sign}\s+(.*)$", diff)))
        for sign in "-+"
    )
    head = alike(old, new)
    tail = alike(old[head:][::-1], new[head:][::-1])
    start, rest = max(0, head - 6), max(0, tail - 6)
    cuts = (
        "".join(side[start : len(side) - rest]).strip().replace("|", r"\|") for side in (old, new)
    )
    return " → ".join(f"`{cut}`" for cut in cuts)


def alike(one: list[str], other: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(one, other, strict=False)))


def reasons(module: str) -> dict[str, str]:
    """Of each survivor the table knows, as `function | change`: why it lives."""
    rows = re.findall(
        rf"(?m)^\| {re.escape(module)} \| (.+) \| (.+?) \|$", TABLE.read_text("utf-8")
    )
    return dict(rows)


def report(module: str, results: str) -> None:
    verdicts = dict(re.findall(rf"(kiosk\.rules\.{re.escape(dotted(module))}\.\S+): (.+)", results))
    known, explained = reasons(module), Counter[str]()
    for name, verdict in verdicts.items():
        if verdict in {"killed", "timeout", "caught by type check"}:
            continue
        diff = mutmut("show", name)
        found = re.search(r"\.x[_ǁ](.+)__mutmut_", name)
        function = found[1].replace("ǁ", ".") if found else name
        row = f"`{function}` | {change(diff)}"
        why = known.get(row, "unexplained")
        explained[why.partition(":")[0]] += 1
        print(f"\n{diff.strip()}\n| {module} | {row} | {why} |")
    counts = Counter(verdicts.values())
    refused, killed = counts["caught by type check"], counts["killed"] + counts["timeout"]
    alive = explained.total()
    share = f"{100 * alive / max(1, len(verdicts) - refused):.1f} %"
    print(f"\nalive: {', '.join(f'{n} {why}' for why, n in explained.items()) or 'none'}")
    print(f"| {module} | {len(verdicts)} | {refused} | {killed} | {alive} | {share} |")


def main(modules: list[str]) -> None:
    lay_out(modules)
    run(modules)
    results = mutmut("results", "--all=true")
    for module in modules:
        report(module, results)


if __name__ == "__main__":
    main(sys.argv[1:])
