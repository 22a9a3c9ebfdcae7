"""The small ways in which a source file can be broken: what `tests/mutants.py` tries.

A comparison or an operator becomes its neighbour, a condition always or never true, a number, a
string or a truth another; a return loses what it returns; a call loses an argument that has a name,
or has two that stand in order the wrong way round (not of min and max, which do not mind); a
statement that acts is left out. Annotations, decorators, docstrings, asserts and imports are left
alone.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

Cut = tuple[int, int, bytes]
"""From where to where, in bytes of the source, and what stands there instead."""

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: (r"\*\*", "*"),
    ast.BitOr: (r"\|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
TYPES_MADE = {"NewType", "TypeVar", "cast"}
"""Calls that only the type check reads."""
EITHER_WAY = {"min", "max"}
"""Calls that do not mind the order of their arguments."""
SAID_ALOUD = {"strict", "encoding"}
"""Arguments that say what holds anyhow."""


@dataclass(frozen=True)
class Mutant:
    file: str
    """From the root, with slashes."""
    function: str
    """Its qualified name; of what stands outside functions the name it is given."""
    change: str
    """A few tokens, before and after."""
    nth: int
    """Which of those that read the same, from 1."""
    line: int
    before: str
    after: str
    """The lines that change, whole."""
    cut: Cut

    @property
    def name(self) -> str:
        """The same as long as the function is, wherever it stands in the file."""
        return f"{self.file} {self.function} {self.nth} {self.change}"

    @property
    def diff(self) -> str:
        sides = (("-", self.before), ("+", self.after))
        lines = [f"{sign} {line}" for sign, side in sides for line in side.splitlines()]
        return "\n".join([f"{self.file}:{self.line}", *lines])

    def broken(self, source: bytes) -> bytes:
        """The whole file, broken."""
        start, end, new = self.cut
        return source[:start] + new + source[end:]


def mutants(file: str, source: bytes) -> Iterator[Mutant]:
    """Every small break of a file, from top to bottom."""
    seen = Counter[tuple[str, str]]()
    for function, cut in sorted(_Breaker(source).cuts(), key=lambda told: told[1]):
        start, end, new = cut
        first = source.rfind(b"\n", 0, start) + 1
        last = source.find(b"\n", end)
        before = source[first:last].decode()
        after = (source[first:start] + new + source[end:last]).decode()
        words = change(before, after)
        seen[function, words] += 1
        line = source.count(b"\n", 0, start) + 1
        yield Mutant(file, function, words, seen[function, words], line, before, after, cut)


def change(before: str, after: str) -> str:
    """What differs, with a few tokens around it."""
    old, new = (
        re.findall(r"\w+|\s+|[^\w\s]", " ".join(line.strip() for line in side.splitlines()))
        for side in (before, after)
    )
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    start, rest = max(0, head - 6), max(0, tail - 6)
    cuts = (
        "".join(side[start : len(side) - rest]).strip().replace("|", r"\|") for side in (old, new)
    )
    return " → ".join(f"`{cut}`" for cut in cuts)


def _alike(one: list[str], other: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(one, other, strict=False)))


class _Breaker:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def cuts(self) -> Iterator[tuple[str, Cut]]:
        """Of each break the name it stands under, and where to cut."""
        for statement in ast.parse(self._source).body:
            yield from self._walk(statement, (), None)

    def _walk(
        self, node: ast.AST, under: tuple[str, ...], returns: ast.expr | None
    ) -> Iterator[tuple[str, Cut]]:
        if _left_alone(node):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            under, returns = (*under, node.name), node.returns
        elif isinstance(node, ast.ClassDef):
            under = (*under, node.name)
        elif not under and isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            under = (ast.unparse(target),)
        for cut in (*self._ways(node), *self._returned(node, returns)):
            yield ".".join(under) or "module", cut
        for child in _inside(node):
            yield from self._walk(child, under, returns)

    def _ways(self, node: ast.AST) -> Iterator[Cut]:
        yield from self._operators(node)
        yield from self._conditions(node)
        yield from self._values(node)
        match node:
            case ast.Call():
                yield from self._arguments(node)
            case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()):
                yield from self._instead(node, "pass")
            case ast.Raise() | ast.Continue() | ast.Delete():
                yield from self._instead(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield from self._instead(node, "pass")

    def _operators(self, node: ast.AST) -> Iterator[Cut]:
        match node:
            case ast.Compare():
                sides = pairwise((node.left, *node.comparators))
                for (left, right), operator in zip(sides, node.ops, strict=True):
                    yield from self._between(left, right, *COMPARED[type(operator)])
            case ast.BoolOp():
                words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in pairwise(node.values):
                    yield from self._between(left, right, *words)
            case ast.BinOp() if type(node.op) in COMPUTED:
                yield from self._between(node.left, node.right, *COMPUTED[type(node.op)])
            case ast.AugAssign() if type(node.op) in COMPUTED:
                yield from self._between(node.target, node.value, *COMPUTED[type(node.op)])
            case ast.UnaryOp(op=ast.Not()):
                start = self._start(node)
                yield start, start + len("not "), b""

    def _conditions(self, node: ast.AST) -> Iterator[Cut]:
        match node:
            case ast.If() | ast.IfExp():
                yield from self._instead(node.test, "True", "False")
            case ast.While():
                yield from self._instead(node.test, "False")
            case ast.comprehension():
                for condition in node.ifs:
                    yield from self._instead(condition, "True", "False")
            case ast.match_case(guard=ast.expr() as guard):
                yield from self._instead(guard, "True", "False")

    def _values(self, node: ast.AST) -> Iterator[Cut]:
        match node:
            case ast.Constant(value=bool(value)):
                yield from self._instead(node, str(not value))
            case ast.Constant(value=int(value)):
                yield from self._instead(node, str(value + 1 if value < 10 else 2 * value))
            case ast.Constant(value=float(value)):
                yield from self._instead(node, str(2 * value or 1.0))
            case ast.Constant(value=str()) | ast.JoinedStr():
                yield self._end(node), self._end(node), b' "XX"'
            case ast.Constant(value=bytes()):
                yield self._end(node), self._end(node), b' b"XX"'

    def _returned(self, node: ast.AST, returns: ast.expr | None) -> Iterator[Cut]:
        if not isinstance(node, ast.Return) or node.value is None or returns is None:
            return
        kind = ast.unparse(returns)
        old = self._source[self._start(node.value) : self._end(node.value)].decode()
        if kind == "bool":
            yield from self._instead(node.value, f"not ({old})")
        elif kind == "int":
            yield from self._instead(node.value, f"({old}) + 1")
        elif "None" in kind and old != "None":
            yield from self._instead(node.value, "None")
        elif (empty := EMPTY.get(kind.partition("[")[0])) and old != empty:
            yield from self._instead(node.value, empty)

    def _arguments(self, call: ast.Call) -> Iterator[Cut]:
        either_way = isinstance(call.func, ast.Name) and call.func.id in EITHER_WAY
        for one, other in pairwise(call.args):
            first, second = (self._source[self._start(n) : self._end(n)] for n in (one, other))
            if first != second and not isinstance(one, ast.Starred) and not either_way:
                gap = self._source[self._end(one) : self._start(other)]
                yield self._start(one), self._end(other), second + gap + first
        given = sorted([*call.args, *call.keywords], key=self._start)
        for index, keyword in enumerate(given):
            if not isinstance(keyword, ast.keyword) or keyword.arg in {None, *SAID_ALOUD}:
                continue
            start, end = self._start(keyword), self._end(keyword)
            comma = re.compile(rb"\s*,?\s*").match(self._source, end)
            assert comma
            last = self._source[comma.end() : comma.end() + 1] == b")"
            if index + 1 < len(given) and not last:
                yield start, self._start(given[index + 1]), b""
            elif index + 1 == len(given):
                yield start, comma.end() if comma[0].strip() else end, b""

    def _between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Cut]:
        """An operator stands between its sides, among brackets and white space."""
        pattern = re.compile(old.encode())
        if found := pattern.search(self._source, self._end(left), self._start(right)):
            yield found.start(), found.end(), new.encode()

    def _instead(self, node: ast.AST, *others: str) -> Iterator[Cut]:
        start, end = self._start(node), self._end(node)
        for other in others:
            if self._source[start:end] != other.encode():
                yield start, end, other.encode()

    def _start(self, node: ast.AST) -> int:
        assert isinstance(node, ast.expr | ast.stmt | ast.keyword)
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.AST) -> int:
        assert isinstance(node, ast.expr | ast.stmt | ast.keyword)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset


def _left_alone(node: ast.AST) -> bool:
    match node:
        case (
            ast.Assert()
            | ast.Import()
            | ast.ImportFrom()
            | ast.FormattedValue()
            | ast.Expr(value=ast.Constant())  # a docstring
            | ast.Assign(targets=[ast.Name(id="__all__")])
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
            | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
        ):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.keyword(arg=name):
            return name in TYPES_MADE | SAID_ALOUD
    return False


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node is run: neither annotations nor decorators nor the parts of an f-string."""
    if isinstance(node, ast.JoinedStr):
        return
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
