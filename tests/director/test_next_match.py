"""Where players play next: a table asks, its director answers; old programs pass it over."""

import msgspec
import pytest
from kits.director_kit import DIRECTOR
from kits.hall_kit import PaperTable

from kiosk.rules.units import Side
from kiosk.table.sync import believe
from kiosk.wire.next_match import NextMatch, NextMatches
from kiosk.wire.sync import InReply, Receipt, head_of, in_reply, read_signed, reply_to, sign

WHITE, BLACK = Side
NEXT = NextMatches("main/main-1-1/5", NextMatch(7, "15:40"))


class OldHead(msgspec.Struct, frozen=True, tag="head"):
    """A head as a program without this reads it."""

    journal_id: str
    boot: int


class OldReply(msgspec.Struct, frozen=True, tag="in_reply"):
    """A reply as a program without this reads it."""

    journal_id: str
    table: int | None = None


def test_each_side_has_its_own() -> None:
    assert NEXT.of_side(WHITE) == NextMatch(7, "15:40")
    assert NEXT.of_side(BLACK) is None


@pytest.mark.parametrize(
    ("asked", "answer", "believed"),
    [
        (NEXT.match_id, NEXT, NEXT),
        ("", NEXT, None),
        ("main/main-2-1/9", NEXT, None),
        (NEXT.match_id, None, None),
    ],
)
def test_only_what_was_asked_is_believed(
    asked: str, answer: NextMatches | None, believed: NextMatches | None
) -> None:
    assert believe(asked, answer) == believed


def test_the_answer_stands_in_what_the_director_signs(table: PaperTable) -> None:
    body = table.beat(over=NEXT.match_id)
    head = head_of(read_signed(body))
    assert head.over == NEXT.match_id
    reply = sign(in_reply(head, body, Receipt(0, ()), next_matches=NEXT), DIRECTOR)
    assert reply_to(body, head, reply, DIRECTOR.public).next_matches == NEXT


def test_a_program_without_it_passes_it_over_on_either_side(table: PaperTable) -> None:
    body = table.beat(over=NEXT.match_id)
    head = head_of(read_signed(body))
    old = msgspec.json.decode(read_signed(body).signed, type=OldHead)
    assert old.journal_id == head.journal_id
    reply = msgspec.json.encode(in_reply(head, body, Receipt(0, ()), table=3, next_matches=NEXT))
    assert msgspec.json.decode(reply, type=OldReply).table == 3


def test_from_a_program_without_it_nothing_is_known(table: PaperTable) -> None:
    body = table.beat()
    head = head_of(read_signed(body))
    assert b"over" not in msgspec.json.encode(head)
    assert head.over == ""
    plain = msgspec.json.decode(msgspec.json.encode(in_reply(head, body, Receipt(0, ()))))
    del plain["next_matches"]
    assert msgspec.convert(plain, InReply).next_matches is None


@pytest.mark.parametrize("wrong", [{"table": 0}, {"at": "soon"}, {"at": "15:400"}])
def test_what_is_no_table_and_no_time_is_not_read(wrong: dict[str, object]) -> None:
    plain = {"table": 7, "at": "15:40"} | wrong
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, NextMatch)
