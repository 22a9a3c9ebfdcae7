"""A text for people gets a better wording, and its translations stay."""

import ast

import polib
import pytest
import reword

OLD = (
    "{who}: through is {winner}, whatever was said of it at the board, at the desk or in the hall."
)
NEW = (
    "{who}: {winner} advances, “whatever” was said of it at the board, at the desk or in the hall."
)
SOURCE = """
def line():
    return text(
        "{who}: through is {winner}, whatever was said of it at the board, "
        "at the desk or in the hall.",
        who="ø", winner="w"), "another one"
"""
PAGE = '<p title="{{ gettext("Old one") }}">{{ gettext("Old one, and more") }}</p>'


def strings(source: str) -> list[object]:
    return [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]


def test_a_text_changes_in_the_source_however_it_is_broken_into_lines() -> None:
    after = reword.reworded_source(SOURCE, {OLD: NEW})
    assert strings(after) == [NEW if one == OLD else one for one in strings(SOURCE)]
    assert max(map(len, after.splitlines())) <= 100


def test_a_text_changes_on_a_page_and_none_that_begins_alike() -> None:
    after = reword.reworded_page(PAGE, {"Old one": "New one"})
    assert after == PAGE.replace('"Old one"', '"New one"')


def test_its_translation_stays() -> None:
    entries = polib.POFile()
    entries.append(polib.POEntry(msgid=OLD, msgstr="{who}: {winner} ist weiter."))
    entries.append(
        polib.POEntry(
            msgid="{count} match",
            msgid_plural="{count} matches",
            msgstr_plural={0: "{count} Match", 1: "{count} Matches"},
        )
    )
    after = polib.pofile(
        reword.reworded_keys(str(entries), {OLD: NEW, "{count} matches": "{count} of them"})
    )
    assert (after[0].msgid, after[0].msgstr) == (NEW, "{who}: {winner} ist weiter.")
    assert after[1].msgid_plural == "{count} of them"
    assert after[1].msgstr_plural == {0: "{count} Match", 1: "{count} Matches"}


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ({"nowhere": "anywhere"}, "is no text of the catalogue"),
        ({"a": "b"}, "is a text already"),
        ({"a {x}": "an {y}"}, "has other places"),
        ({"a {x}": "an {x}"}, None),
    ],
)
def test_what_would_lose_a_translation_is_refused(new: dict[str, str], why: str | None) -> None:
    found = list(reword.faults(new, {"a {x}", "a", "b"}))
    assert [why in fault for fault in found if why] == ([True] if why else [])
    assert bool(found) is (why is not None)
