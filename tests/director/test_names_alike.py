"""Names that may be one person's are found in a list; names of two people are not."""

import pytest

from kiosk.director.event.names_alike import Known, PeopleAlike, are_alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jörg Müßig", "Jorg Mussig"),
        ("Jörg Müßig", "Joerg Muessig"),
        ("Bo Lind", "Lind, Bo"),
        ("Bo Lind", "B. Lind"),
        ("Łukasz Żak", "Lukasz Zak"),
        ("Øystein Ås", "Oystein Aas"),
        ("Anne-Marie Berg", "Anne Marie Berg"),
        ("Anne-Marie Berg", "Annemarie Berg"),
        ("Sean O'Brien", "Sean O’Brien"),
        ("Sean O'Brien", "Sean OBrien"),
        ("İpek Şengül", "Ipek Sengul"),
        ("Bo Karl Lind", "Bo K. Lind"),
        ("BO LIND", "bo lind"),
        ("Jo\u0308rg", "Jörg"),
    ],
)
def test_one_person_written_in_two_ways(one: str, other: str) -> None:
    assert are_alike(one, other)
    assert are_alike(other, one)
    people = PeopleAlike([Known(one, "", 1)])
    assert [each.who for each in people.find(other, "")] == [1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bo Lind", "Bo Lund"),
        ("Bo Lind", "Ada Lind"),
        ("Bo Lind", "Bo Karl Lind"),
        ("B. L.", "Bo Lind"),
        ("Player 1", "Player 10"),
        ("Anna Berg", "Anne Berg"),
        ("", "Bo Lind"),
    ],
)
def test_two_people(one: str, other: str) -> None:
    assert not are_alike(one, other)
    assert not list(PeopleAlike([Known(one, "", 1)]).find(other, ""))


@pytest.mark.parametrize(
    ("number", "other", "same"),
    [("0123", "123", True), ("NOR-1", "nor-1", True), ("101", "202", False), ("", "202", True)],
)
def test_numbers_tell_namesakes_apart_and_zeros_do_not(number: str, other: str, same: bool) -> None:
    found = list(PeopleAlike([Known("Anne Lee", number, 1)]).find("Anne Lee", other))
    assert bool(found) is same


def test_one_number_is_one_person_whatever_the_name() -> None:
    people = PeopleAlike([Known("Bo Lind", "0123", 1)])
    assert [each.name for each in people.find("Karl Holm", "123")] == ["Bo Lind"]
