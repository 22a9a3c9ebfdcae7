"""One player has one name on a half: beside the score and in each sentence."""

import pytest
from kits.glass_kit import Bench, marks, panes
from kits.screen_kit import STATES, named, seen

from kiosk.screen.arrangement import Arrangement
from kiosk.screen.items import Item, KeyCap, TextMark
from kiosk.screen.names import reckon_em

PEOPLE = ("Magnus Lindqvist", "Mochizuki Masayuki")
LONG = ("Wolfgang Amadeus Theophilus von Birkenfeld", "Bo Ek")
ALIKE = ("Anna Berg-Hansen-Larsson", "Arne Berg-Hansen-Larsson")
PANELS = (
    ((800, 480), Arrangement.FACING),
    ((1280, 720), Arrangement.FACING),
    ((800, 480), Arrangement.BESIDE_RIGHT),
    ((720, 1280), Arrangement.BESIDE_RIGHT),
)
NAMING = ("moving", "to roll", "claimed", "doubled", "end of the game offered", "game won")
"""States whose sentences name a player."""

UNNAMED = ("game won", "doubled")
"""There a note or a key names a player, and the prompt nobody."""


def words(item: Item) -> str:
    if isinstance(item, KeyCap):
        return item.key.label
    return " ".join(item.texts) if isinstance(item, TextMark) else ""


@pytest.mark.parametrize("people", [PEOPLE, LONG, ALIKE], ids=["long", "longer", "alike"])
@pytest.mark.parametrize(("size", "arrangement"), PANELS)
@pytest.mark.parametrize("state", NAMING)
def test_one_player_has_one_name_on_a_half(
    bench: Bench,
    state: str,
    size: tuple[int, int],
    arrangement: Arrangement,
    people: tuple[str, str],
) -> None:
    bench.resize(size, arrangement)
    bench.show(named(seen(STATES[state]()), *people))
    found = set()
    for pane in panes(bench):
        drawn = marks(pane)
        if "own_name" not in drawn:
            continue
        beside = {words(drawn[which]) for which in ("own_name", "other_name")}
        assert len(beside) == 2
        for item in drawn.values():
            rest = words(item)
            for form in sorted(beside, key=len, reverse=True):
                found |= {form} if form in rest and item.name == "prompt" else set()
                rest = rest.replace(form, "")
            for name in people:
                last = name.split()[-1]
                assert last not in rest, f"{item.name}: {words(item)} beside {beside}"
    assert found or state in UNNAMED


def test_a_short_form_that_two_share_stands_for_neither(bench: Bench) -> None:
    bench.resize((800, 480))
    bench.show(named(seen(STATES["moving"]()), *ALIKE))
    drawn = marks(bench.glass.near)
    assert {words(drawn["own_name"]), words(drawn["other_name"])} == set(ALIKE)


@pytest.mark.parametrize(
    ("narrow", "wide"), [("Lilli Fil", "Mammw Mam"), ("abc", "ABC"), ("abc", "出出出")]
)
def test_a_wide_letter_is_reckoned_wider(narrow: str, wide: str) -> None:
    assert reckon_em(narrow) < reckon_em(wide)
