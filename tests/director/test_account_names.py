"""Names that are kept as they are read, and names that people would take for each other."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.director.errors import PersonInvalid
from kiosk.director.people.account_names import account_name, find_look_alike, skeletons


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Kari   Nordmann ", "Kari Nordmann"),
        ("Gu\u0064\u0301ru\u0301n", "Gud\u0301r\u00fan"),
        ("O'Neill-Smith Jr.", "O'Neill-Smith Jr."),
        ("望月正行", "望月正行"),
        ("שלום כהן", "שלום כהן"),
        ("Ирина", "Ирина"),
        ("Γιώργος", "Γιώργος"),
    ],
)
def test_a_name_is_kept_composed_with_single_spaces(typed: str, kept: str) -> None:
    assert account_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        *(f"Ka{chr(code)}ri" for code in (0x00, 0x09, 0x7F, 0x85, 0xA0, 0xAD, 0x34F, 0x61C)),
        *(f"Ka{chr(code)}ri" for code in (0x115F, 0x180B, 0x200B, 0x200D, 0x200E, 0x202A, 0x202E)),
        *(f"Ka{chr(code)}ri" for code in (0x2028, 0x2060, 0x2066, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0)),
        *(f"Ka{chr(code)}ri" for code in (0xD800, 0xE000, 0xFFFF, 0xE0041, 0xE0101)),
        "<script>",
        "K" + "\u0315\u0316\u0317" + "ari",
        "\u0301Kari",
        "Kari \u0301",
        "Kari-\u0308Ola",
        "Kari´",
        "Kari`",
        "ˊˋ",
        "ʼ",
    ],
)
def test_what_is_not_seen_is_refused(name: str) -> None:
    with pytest.raises(PersonInvalid):
        account_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kari", "Кari"),
        ("Kari", "Kаrі"),
        ("Kari", "Κari"),
        ("KARI", "ΚΑRΙ"),
        ("Boris", "Вoris"),
        ("Ola", "0la"),
        ("Ola", "οla"),
        ("Ilse", "llse"),
        ("Ilse", "1lse"),
        ("Bjorn", "Bjom"),
        ("Kari Nordmann", "Karinordmann"),
        ("Kari", "Ｋari"),
        ("Anne-Lise", "Anne‐Lise"),
        ("O'Neill", "O’Neill"),
        ("Вера", "вера"),
        ("Kari", "KΑRI"),
        ("Kari", "ꓗꓮꓣꓲ"),  # Lisu
        ("Kari", "ᏦᎪᎡᎥ"),  # Cherokee
        ("Kari", "ꮶꭺꭱꭵ"),  # and its small letters
        ("Kari", "Kᴀʀɪ"),
        ("Kari", "𝐊𝐚𝐫𝐢"),
        ("Kari", "Kar1"),
        ("Kari", "K4ri"),
        ("Boris", "8or1s"),
        ("Ester", "E5t3r"),
        ("Kari Ola", "KarI 0Ia"),  # an I for an i, and one for an l
        ("William", "WI11iam"),
        ("Kari", "Kariˊ"),
        ("Kari", "Kariʼ"),
        ("Kari", "Kari\u0307"),
        ("Kari", "Kar\u0315i"),
        ("Ilker", "İlker"),
        ("Aebi", "Æbi"),
        ("Ola", "O1a"),
    ],
)
def test_twins_are_known_both_ways(one: str, other: str) -> None:
    assert find_look_alike(one, [other]) == other
    assert find_look_alike(other, ["Somebody", one]) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kari", "Karl"),
        ("Ida", "Ada"),
        ("Anna", "Anne"),
        ("Søren", "Soren"),
        ("Ola", "Ole"),
        ("Åse", "Ase"),
        ("Table 2", "Table 5"),
        ("Team 6", "Team 8"),
        ("José", "Jose"),
        ("Ali", "All"),
        ("Ирина", "Арина"),
        ("Юля", "Оля"),
        ("望月", "望日"),
        ("שרה", "שרי"),
    ],
)
def test_others_are_others(one: str, other: str) -> None:
    assert find_look_alike(one, [other]) is None


@given(st.text(max_size=60))
def test_whatever_is_kept_is_short_composed_and_kept_again(typed: str) -> None:
    try:
        name = account_name(typed)
    except PersonInvalid:
        return
    assert 1 <= len(name) <= 40
    assert unicodedata.is_normalized("NFC", name)
    assert account_name(name) == name
    assert find_look_alike(name, [name]) == name
    assert skeletons(name)
