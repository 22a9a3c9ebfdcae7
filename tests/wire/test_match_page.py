"""A match's page: what may name it, and that it is at the table's own director."""

import msgspec
import pytest

from kiosk.wire.match_page import MatchPage
from kiosk.wire.sync import InReply

TOKEN = "2Vx0cfKq7a53_4d0e-9d53Za"


@pytest.mark.parametrize("url", ["https://10.0.0.7:8443", "https://10.0.0.7:8443/"])
def test_its_address_is_the_directors_own(url: str) -> None:
    assert MatchPage("m1", TOKEN).at(url) == f"https://10.0.0.7:8443/match/{TOKEN}"


@pytest.mark.parametrize(
    "token",
    [
        "",
        "A" * 21,
        "A" * 65,
        f"{TOKEN}/",
        f"../{TOKEN}",
        f"{TOKEN}?x",
        f"@evil.org/{TOKEN}",
        "é" * 30,
    ],
)
def test_what_could_lead_elsewhere_or_be_guessed_is_not_read(token: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"match_id": "m1", "token": token}, MatchPage)
    assert msgspec.convert({"match_id": "m1", "token": TOKEN}, MatchPage).token == TOKEN


def test_from_a_director_of_before_there_is_none() -> None:
    plain = {"protocol": 1, "journal_id": "j", "nonce": "n", "request": "r"}
    receipt = {"type": "receipt", "seq": 0, "pictures": []}
    read = msgspec.convert({"type": "in_reply", **plain, "message": receipt}, InReply)
    assert read.match_page is None
