"""Which values of a rule book any code reads: `book.section.name`, however it gets there."""

import ast
from collections.abc import Iterator, Set
from pathlib import Path

from kiosk.rules.rulebook import SECTIONS
from kits.tracked_files import tracked_files

ROOT = Path(__file__).parents[2]

_TYPES = {kind.__name__: section for section, kind in SECTIONS.items()}


def read_keys() -> frozenset[str]:
    """`section.name` of each value that is read somewhere; a citation alone is no reading."""
    return frozenset(
        where for path in _sources() for where in _read_in(ast.parse(path.read_text("utf-8")))
    )


def _sources() -> Iterator[Path]:
    """What may act on a book: not what declares, reads in or prints all of its values."""
    for path in tracked_files("kiosk/**/*.py"):
        declares = path.parent.name == "rulebook" and path.stem != "book"
        if not declares:
            yield path


def _read_in(tree: ast.AST) -> Iterator[str]:
    yield from _by_path(tree, set())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from _by_path(node, set(_names(node)))
        if isinstance(node, ast.Return) and node.value is not None:
            yield from _named(node.value)


def _named(returned: ast.expr) -> Iterator[str]:
    """Keys that a function returns by name, for `RuleBook.value`."""
    cited = {
        id(argument)
        for node in ast.walk(returned)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"cite", "cites"}
        for argument in node.args
    }
    for node in ast.walk(returned):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in cited:
            yield node.value


def _by_path(tree: ast.AST, names: Set[tuple[str, str]]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield from (f"{section}.{node.attr}" for section in _sections(node.value, names))


def _sections(value: ast.expr, names: Set[tuple[str, str]]) -> Iterator[str]:
    if isinstance(value, ast.Attribute) and value.attr in SECTIONS:
        yield value.attr
    if isinstance(value, ast.Name):
        yield from (section for name, section in names if name == value.id)


def _names(function: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[str, str]]:
    """What in a function stands for a section of a book."""
    for argument in function.args.args:
        kinds = [] if argument.annotation is None else ast.unparse(argument.annotation).split(" | ")
        yield from ((argument.arg, _TYPES[kind]) for kind in kinds if kind in _TYPES)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _assigned(target, node.value)
        if isinstance(node, ast.NamedExpr):
            yield from _assigned(node.target, node.value)


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _assigned(one, other)
        return
    if not isinstance(target, ast.Name) or not isinstance(value, ast.Attribute):
        return
    if value.attr in SECTIONS:
        yield target.id, value.attr
