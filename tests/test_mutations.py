"""How a source file is broken: each way once, and what is left alone."""

import ast
from pathlib import Path

import pytest
from kits.mutations import mutants

ROOT = Path(__file__).parents[1]


def broken(line: str) -> set[str]:
    """Every way a line reads after it was broken once."""
    source = f"{line}\n".encode()
    return {m.broken(source).decode().removesuffix("\n") for m in mutants("a.py", source)}


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a < b <= c", ["x = a <= b <= c", "x = a < b < c"]),
        ("x = (a) is not (b)", ["x = (a) is (b)"]),
        ("x = a not in b", ["x = a in b"]),
        ("x = a and b or c", ["x = a or b or c", "x = a and b and c"]),
        ("x = not (a)", ["x = (a)"]),
        ("x = a + b", ["x = a - b"]),
        ("x -= b", ["x += b"]),
        ("x = a if b else c", ["x = a if True else c", "x = a if False else c"]),
        ("while a: b = c", ["while False: b = c"]),
        ("x = [a for a in b if c]", ["x = [a for a in b if True]", "x = [a for a in b if False]"]),
        ("x = True", ["x = False"]),
        ("x = 9", ["x = 10"]),
        ("x = 10", ["x = 20"]),
        ("x = 0.5", ["x = 1.0"]),
        ("x = 'é'", ["""x = 'é' "XX\""""]),
        ("x = f'a{b + 1}'", ["""x = f'a{b + 1}' "XX\""""]),
        ("f()", ["pass"]),
        ("a.b = c", ["pass"]),
        ("raise a", ["pass"]),
        ("x = f(a, b)", ["x = f(b, a)"]),
        ("x = f(a, b=c)", ["x = f(a, )"]),
        ("x = f(b=c, d=e)", ["x = f(d=e)", "x = f(b=c, )"]),
        ("x = f(\n    b=c,\n)", ["x = f(\n    )"]),
        ("def f() -> bool: return a", ["def f() -> bool: return not (a)"]),
        ("def f() -> int: return a", ["def f() -> int: return (a) + 1"]),
        ("def f() -> A | None: return a", ["def f() -> A | None: return None"]),
        ("def f() -> tuple[A, ...]: return a", ["def f() -> tuple[A, ...]: return ()"]),
    ],
)
def test_a_line_is_broken_in_its_ways(line: str, ways: list[str]) -> None:
    assert broken(line) == set(ways)


@pytest.mark.parametrize(
    "line",
    [
        "assert a == b",
        "import a",
        "__all__ = ['a']",
        '"""Told."""',
        "x: tuple[int, 'A | B']",
        "@dataclass(frozen=True)\nclass A: pass",
        "def f(a: A | B) -> B | C: pass",
        "A = NewType('A', int)",
        "x = zip(a, strict=True)",
        "x = a.read_text(encoding=b)",
        "x = max(a, b, c)",
    ],
)
def test_what_a_test_can_not_notice_is_left_alone(line: str) -> None:
    assert broken(line) == set()


def test_a_mutant_keeps_its_name_where_its_function_moves() -> None:
    source = b"def f():\n    return a == 1\n"
    moved = b"x = y\n\n\n" + source
    assert [m.name for m in mutants("a.py", source)] == [m.name for m in mutants("a.py", moved)]


def test_breaks_that_read_the_same_have_names_of_their_own() -> None:
    source = b"def f():\n    if a:\n        g()\n    g()\n"
    names = [m.name for m in mutants("a.py", source)]
    assert len(set(names)) == len(names) == 4


def test_a_diff_shows_place_and_lines() -> None:
    (mutant, *_) = mutants("a.py", b"x = y\ny = (\n    a == b\n)\n")
    assert mutant.diff == "a.py:3\n-     a == b\n+     a != b"


@pytest.mark.parametrize("file", ["kiosk/rules/clock.py", "kiosk/journal/journal.py"])
def test_every_break_of_a_file_can_be_read_and_differs(file: str) -> None:
    source = (ROOT / file).read_bytes()
    made = list(mutants(file, source))
    assert len(made) > 100
    for mutant in made:
        assert ast.dump(ast.parse(mutant.broken(source))) != ast.dump(ast.parse(source))
    assert len({m.name for m in made}) == len(made)
