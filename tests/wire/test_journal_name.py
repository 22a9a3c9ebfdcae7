"""What a journal may be called, and how any other name stands in an address."""

import re
import uuid
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.odd_names import ODD

from kiosk.wire.journal_name import is_plain, journal_address, journal_at

PLAIN = ("journal-1", "a", "A.b_c-d", "7", "a" * 200, "a..b", "record.csv", "events")


@pytest.mark.parametrize("name", ODD)
def test_an_odd_name_is_none_for_a_journal_and_has_an_address_all_the_same(name: str) -> None:
    assert not is_plain(name)
    assert re.fullmatch("~[A-Za-z0-9_-]*", journal_address(name))
    assert journal_at(journal_address(name)) == name


@pytest.mark.parametrize("name", [*PLAIN, str(uuid.UUID(int=1))])
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    assert is_plain(name)
    assert journal_address(name) == journal_at(name) == name == quote(name, safe="")


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_every_name_comes_back_from_its_address_and_none_from_anothers(name: str) -> None:
    address = journal_address(name)
    assert journal_at(address) == name
    assert urlsplit(f"http://hall/tables/{address}/events").path == f"/tables/{address}/events"


@pytest.mark.parametrize("address", ["~*", "~a", "~_w", "~a b"])
def test_what_stands_for_no_name_is_taken_as_it_is(address: str) -> None:
    assert journal_at(address) == address
