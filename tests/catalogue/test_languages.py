"""Which language a viewer reads, from a cookie and what the browser says it accepts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.pseudo_kit import PSEUDO

from kiosk.catalogue.languages import ENGLISH_ONLY, ENGLISH_TAG, choose_tag
from kiosk.catalogue.text import ENGLISH

THERE = {"en": ENGLISH, "nb": PSEUDO, "it": PSEUDO, "pt-BR": PSEUDO}


@pytest.mark.parametrize(
    ("asked", "accepted", "tag"),
    [
        (None, None, "en"),
        (None, "", "en"),
        ("nb", None, "nb"),
        ("NB", "it", "nb"),
        ("nb", "it, en;q=0.9", "nb"),
        ("fr", "it", "it"),  # a name of nothing there is as if nobody had asked
        ("", "it", "it"),
        ("nb-NO", None, "en"),  # a name is a name; only what is accepted is matched
        (None, "nb-NO", "nb"),
        (None, "pt-br", "pt-BR"),
        (None, "pt", "en"),
        (None, "fr, de;q=0.9", "en"),
        (None, "fr, it-IT;q=0.4, nb;q=0.5", "nb"),
        (None, "it;q=0.5, nb;q=0.5", "it"),  # of two wanted alike the first
        (None, "en;q=0.2,nb;q=0.1", "en"),
        (None, "it;q=0, nb;q=0.001", "nb"),
        (None, "it;q=0", "en"),
        (None, " it ; q=0.3 ,, en ; q=0.2", "it"),
        (None, "it;q=2, nb;q=0.1", "nb"),
        (None, "it;q=many, nb;q=0.1", "nb"),
        (None, "it;q=nan, nb;q=0.1", "nb"),
        (None, "it;level=1, nb;q=0.1", "nb"),
        (None, "*", "en"),
        (None, "*, it;q=0.5", "it"),
    ],
)
def test_a_viewers_language(asked: str | None, accepted: str | None, tag: str) -> None:
    assert choose_tag(THERE, asked, accepted) == tag


@given(st.none() | st.text(), st.none() | st.text(alphabet="itnb-;,=q.0129* \x00é"))
def test_whatever_is_sent_the_language_is_one_there_is(
    asked: str | None, accepted: str | None
) -> None:
    assert choose_tag(THERE, asked, accepted) in THERE


def test_english_is_there() -> None:
    assert ENGLISH_ONLY[ENGLISH_TAG] is ENGLISH
