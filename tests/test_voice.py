"""The lint of names and words finds what it is for."""

import pytest
import voice


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def _told():\n    pass", [(1, "the name _told")]),
        ("class A:\n    async def say_it(self): pass", [(2, "the name say_it")]),
        ("def tellurian(): pass", []),
        ('"""Counts.\n\nTold anew."""', [(3, "the word “Told”"), (3, "the word “anew”")]),
        ('LINE = 1\n"""All but for it."""', [(2, "the word “but for”")]),
        ("x = 1  # whoever asks", [(1, "the word “whoever”")]),
        ("# `told` is a field", []),
        ('text("The director was told anew")', []),
    ],
)
def test_a_name_or_a_word_is_found_where_it_stands(
    source: str, found: list[tuple[int, str]]
) -> None:
    assert list(voice.faults_in(source)) == found
