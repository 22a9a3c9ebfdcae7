"""Visual order, from left to right, of a line's characters.

Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", for one paragraph; directions are
resolved before it is broken into lines. Isolates are supported, as our sentences put them around
names; the older embeddings are not used and are left out. Rules have the annex's names.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from fontTools.unicodedata import mirrored

_LEFT_OUT = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF"})
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_SPACES = frozenset({"WS", "B", "S", "PDI"}) | _ISOLATES
_STRONG = frozenset({"L", "R", "AL"})
_NEUTRAL = frozenset({"B", "S", "WS", "ON"})
_NUMBER = frozenset({"EN", "AN"})
_DEEPEST_LEVEL = 125
"""BD2: a deeper isolate is ignored."""
_MOST_OPEN_BRACKETS = 63
"""BD16: with more open at once, no brackets of the line are paired."""


def order_lines(paragraph: str, lines: Sequence[str]) -> list[str]:
    """The characters of each line of a broken paragraph in visual order, with brackets and the like
    mirrored where text runs left.

    `lines` are the parts of the paragraph in order; spaces between them may be missing. All lines
    take the paragraph's direction, also one that begins with a number or within a name.
    """
    kinds = [unicodedata.bidirectional(sign) for sign in paragraph]
    kept = [place for place, kind in enumerate(kinds) if kind not in _LEFT_OUT]
    signs = [paragraph[place] for place in kept]
    kinds = [kinds[place] for place in kept]
    base = _find_way(kinds)
    levels = [base] * len(signs)
    _set_levels(signs, kinds, range(len(signs)), base, levels)
    ordered, start = [], 0
    for line in lines:
        start = paragraph.index(line, start)
        first, last = bisect_left(kept, start), bisect_left(kept, start + len(line))
        ordered.append(_order_part(signs[first:last], kinds[first:last], base, levels[first:last]))
        start += len(line)
    return ordered


def reads_from_right(paragraph: str) -> bool:
    """True if the paragraph's lines begin at the right."""
    return bool(_find_way([unicodedata.bidirectional(sign) for sign in paragraph]))


def _order_part(signs: Sequence[str], kinds: Sequence[str], base: int, levels: list[int]) -> str:
    _level_spaces(kinds, base, levels)
    places = _put_marks_after(_reverse_runs(levels), kinds, levels)
    return "".join(_mirror(signs[place]) if levels[place] % 2 else signs[place] for place in places)


def _find_way(kinds: Sequence[str]) -> int:
    """P2, P3: 1 if the first strong character outside isolates runs from right to left, else 0."""
    depth = 0
    for kind in kinds:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(depth - 1, 0)
        elif not depth and kind in _STRONG:
            return int(kind != "L")
    return 0


def _set_levels(
    signs: Sequence[str], kinds: Sequence[str], within: Sequence[int], base: int, levels: list[int]
) -> None:
    """Set the embedding levels of the places `within`; odd levels run from right to left.

    An isolate's content has levels of its own; to its surroundings it is one neutral character.
    """
    around: list[int] = []
    rest = iter(within)
    for place in rest:
        around.append(place)
        if kinds[place] not in _ISOLATES:
            continue
        inner, end = _take_isolate(kinds, rest)
        way = {"LRI": 0, "RLI": 1}.get(kinds[place], _find_way([kinds[each] for each in inner]))
        deeper = base + 1 + (base + 1 + way) % 2
        if deeper > _DEEPEST_LEVEL:
            around += inner
        else:
            _set_levels(signs, kinds, inner, deeper, levels)
        around += end
    here = ["ON" if kinds[each] in _ISOLATES | {"PDI"} else kinds[each] for each in around]
    outer = "LR"[base % 2]
    types = _resolve_weak(here, outer)
    _resolve_brackets([signs[each] for each in around], here, types, outer)
    _resolve_neutral(types, outer)
    rises = ({"L": 0, "R": 1, "EN": 2, "AN": 2}, {"L": 1, "R": 0, "EN": 1, "AN": 1})[base % 2]
    for place, kind in zip(around, types, strict=True):  # I1, I2
        levels[place] = base + rises[kind]


def _take_isolate(kinds: Sequence[str], rest: Iterator[int]) -> tuple[list[int], list[int]]:
    """The places inside an isolate that has begun, and the place of its end, if it has one."""
    inner: list[int] = []
    depth = 1
    for place in rest:
        depth += (kinds[place] in _ISOLATES) - (kinds[place] == "PDI")
        if not depth:
            return inner, [place]
        inner.append(place)
    return inner, []


def _level_spaces(kinds: Sequence[str], base: int, levels: list[int]) -> None:
    """L1: spaces at the end or before a tab, and the tab, take the paragraph's level."""
    at_end = True
    for place in range(len(kinds) - 1, -1, -1):
        at_end = kinds[place] in {"B", "S"} or (at_end and kinds[place] in _SPACES)
        if at_end:
            levels[place] = base


def _resolve_weak(kinds: Sequence[str], outer: str) -> list[str]:
    """W1 to W7: resolve weak types to L, R, EN, AN and neutral."""
    types = list(kinds)
    strong = before = outer
    for place, kind in enumerate(types):  # W1, W2, with W3 deferred until AL is no longer needed
        if kind == "NSM":
            types[place] = before
        if types[place] in _STRONG:
            strong = types[place]
        elif types[place] == "EN" and strong == "AL":
            types[place] = "AN"
        before = types[place] if kind != "NSM" else before
    types = ["R" if kind == "AL" else kind for kind in types]
    for place in range(1, len(types) - 1):  # W4
        one, kind, other = types[place - 1 : place + 2]
        if one == other and ((kind == "ES" and one == "EN") or (kind == "CS" and one in _NUMBER)):
            types[place] = one
    for first, last in _runs_of({"ET"}, types):  # W5
        if "EN" in (*types[max(first - 1, 0) : first], *types[last : last + 1]):
            types[first:last] = ["EN"] * (last - first)
    types = ["ON" if kind in {"ES", "ET", "CS"} else kind for kind in types]  # W6
    strong = outer
    for place, kind in enumerate(types):  # W7
        strong = kind if kind in _STRONG else strong
        if kind == "EN" and strong == "L":
            types[place] = "L"
    return types


def _resolve_brackets(
    signs: Sequence[str], kinds: Sequence[str], types: list[str], outer: str
) -> None:
    """N0: give both brackets of a pair the same direction."""
    for first, last in _find_pairs(signs, types):
        inside = {_way(kind) for kind in types[first + 1 : last]} - {""}
        if not inside:
            continue
        way = outer
        if outer not in inside:
            befores = (_way(kind) for kind in reversed(types[:first]))
            way = next((each for each in befores if each), outer)
        for bracket in (first, last):
            marks = takewhile(lambda kind: kind == "NSM", kinds[bracket + 1 :])
            for place in range(bracket, bracket + 1 + len(list(marks))):
                types[place] = way


def _find_pairs(signs: Sequence[str], types: Sequence[str]) -> list[tuple[int, int]]:
    """BD16: places of paired brackets, sorted by the opening one."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for place, sign in enumerate(signs):
        other = _mirror(unicodedata.normalize("NFC", sign))
        if types[place] != "ON" or other == sign:
            continue
        match unicodedata.category(sign), unicodedata.category(other):
            case "Ps", "Pe":
                if len(waiting) == _MOST_OPEN_BRACKETS:
                    return []
                waiting.append((other, place))
            case "Pe", "Ps":
                closes = unicodedata.normalize("NFC", sign)
                for depth in range(len(waiting) - 1, -1, -1):
                    if waiting[depth][0] == closes:
                        pairs.append((waiting[depth][1], place))
                        del waiting[depth:]
                        break
    return sorted(pairs)


def _resolve_neutral(types: list[str], outer: str) -> None:
    """N1, N2: resolve neutral types."""
    for first, last in _runs_of(_NEUTRAL, types):
        before = _way(types[first - 1]) if first else outer
        after = _way(types[last]) if last < len(types) else outer
        types[first:last] = [before if before == after else outer] * (last - first)


def _way(kind: str) -> str:
    """The direction that a neutral neighbour takes from this type, L or R; empty if none."""
    return "R" if kind in _NUMBER else kind if kind in _STRONG else ""


def _runs_of(wanted: frozenset[str] | set[str], types: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of the wanted types."""
    place = 0
    for is_wanted, group in groupby([kind in wanted for kind in types]):
        length = len(list(group))
        if is_wanted:
            yield place, place + length
        place += length


def _reverse_runs(levels: Sequence[int]) -> list[int]:
    """L2: the characters' places in visual order."""
    places = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        ordered: list[int] = []
        for is_deep, group in groupby(places, key=lambda place: levels[place] >= level):
            stretch = list(group)
            ordered += reversed(stretch) if is_deep else stretch
        places = ordered
    return places


def _put_marks_after(
    places: Sequence[int], kinds: Sequence[str], levels: Sequence[int]
) -> list[int]:
    """L3: put combining marks after their letter, as fonts expect."""
    ordered: list[int] = []
    marks: list[int] = []
    for place in places:
        if kinds[place] == "NSM" and levels[place] % 2:
            marks.append(place)
            continue
        ordered += [place, *reversed(marks)]
        marks = []
    return ordered + marks


def _mirror(sign: str) -> str:
    """L4: the mirrored character, for text that runs from right to left."""
    return chr(mirrored(ord(sign)) or ord(sign))
