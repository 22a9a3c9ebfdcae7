"""The order of the eye, against what the Unicode standard's annex says and a second opinion."""

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from kiosk.screen.reading_order import order_lines, reads_from_right

LETTERS = "ab אב\u0645\u0646 12 \u0661\u0662 +-,./:#$%&!\t"
"""Latin, Hebrew, Arabic, figures of both kinds, signs that go with figures."""

BRACKETS = "()[]"
ISOLATES = "\u2068\u2069\u2066\u2067"
LINES = st.text(alphabet=LETTERS + BRACKETS, max_size=25) | st.text(
    alphabet=LETTERS + ISOLATES, max_size=25
)
"""Never both: before a bracket the second opinion looks into an isolate, which N0 forbids."""

ONE_WAY = str.maketrans(")]", "([", ISOLATES)
"""The second opinion turns no bracket round, and marks of isolates have no shape."""


def order_line(line: str) -> str:
    return order_lines(line, [line])[0]


@given(LINES)
def test_a_second_opinion_orders_every_line_the_same_way(line: str) -> None:
    assert order_line(line).translate(ONE_WAY) == get_display(line).translate(ONE_WAY)


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("", ""),
        ("Bo 6-5", "Bo 6-5"),
        ("אבג", "גבא"),
        ("אבג (2)", "(2) גבא"),
        ("a (אב) b", "a (בא) b"),
        ("אב a(1) גד", "דג a(1) בא"),
        ("אב 6-5, 12%", "12% ,6-5 בא"),
        ("אב < a", "a > בא"),
        ("\u0645 12", "12 \u0645"),
        ("אב «גד»", "«דג» בא"),
        ("אבג  ", "  גבא"),
        ("\u2068אב (2)\u2069 rolls 6-5", "\u2068(2) בא\u2069 rolls 6-5"),
        ("אב: \u2068a-b\u2069!", "!\u2069a-b\u2068 :בא"),
        ("a ב \u2067c\u2069(ד)", "a (ד)\u2069c\u2067 ב"),
        ("שׁל", "לשׁ"),
        ("a\u202eb", "ab"),
    ],
)
def test_a_line_is_seen_as_the_standard_has_it(line: str, seen: str) -> None:
    assert order_line(line) == seen


def test_whatever_is_nested_is_ordered() -> None:
    deep = "\u2067a" * 3000
    assert sorted(order_line(deep)) == sorted(deep)
    brackets = "א" + "(" * 100 + "a" + ")" * 100
    assert sorted(order_line(brackets)) == sorted(brackets)


@pytest.mark.parametrize(
    ("paragraph", "lines", "seen"),
    [
        ("אבג דהו 12 זחט", ["אבג דהו", "12 זחט"], ["והד גבא", "טחז 12"]),
        ("אבג Kari דהו", ["אבג", "Kari דהו"], ["גבא", "והד Kari"]),
        ("Wait for \u2068אבג דהו\u2069.", ["Wait for \u2068אבג", "דהו\u2069."], None),
        ("אבג (דהו זחט)", ["אבג (דהו", "זחט)"], ["והד) גבא", "(טחז"]),
    ],
)
def test_each_line_is_read_the_way_of_its_paragraph(
    paragraph: str, lines: list[str], seen: list[str] | None
) -> None:
    """UAX #9, 3.4: levels are settled for the paragraph, and only then is it broken."""
    shown = [line.strip(ISOLATES) for line in order_lines(paragraph, lines)]
    if seen is None:
        assert shown == ["Wait for \u2068גבא", "והד\u2069."]
    else:
        assert shown == seen


def test_a_line_that_begins_with_a_number_begins_where_its_paragraph_does() -> None:
    assert reads_from_right("12 אבג")
    assert not reads_from_right("Wait for \u2068אבג\u2069")
    assert not reads_from_right("")
