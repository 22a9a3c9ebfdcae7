"""Who was written down wrongly is corrected, wherever he is entered."""

from dataclasses import replace

import pytest
from kits.tournament_kit import Desk, drawn, opened

from kiosk.tournament.correcting import CorrectPlayer, RenameEntry
from kiosk.tournament.decide import replayed
from kiosk.tournament.entries import Enter, Scratch
from kiosk.tournament.removing import BringDivisionBack, RemoveDivision
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.tournament import Entry, Player


def alone(player: Player) -> Entry:
    return Entry(player.player_id, player.name, (player,))


def two_divisions(main: tuple[Entry, ...], other: tuple[Entry, ...]) -> Desk:
    desk = opened(0)
    form = desk.division().format
    desk.does(MakeDivision, division_id="d2", name="d2", format=form, precedence=2)
    desk.does(Enter, division_id="main", entries=main)
    desk.does(Enter, division_id="d2", entries=other)
    return desk


def test_a_player_is_corrected_in_every_entry_and_nothing_else_changes() -> None:
    desk = opened(0)
    ana, bo, cy = Player("a", "Ana"), Player("b", "Bo"), Player("c", "Cy", "7")
    pair, team = Entry("ab", "Ana / Bo", (ana, bo)), Entry("ac", "The Aces", (cy, ana))
    desk.does(Enter, division_id="main", entries=(Entry("a", "Ana", (ana,)),))
    for number, each in ((2, pair), (3, team)):
        form, name = desk.division().format, f"d{number}"
        desk.does(MakeDivision, division_id=name, name=name, format=form, precedence=number)
        desk.does(Enter, division_id=name, entries=(each,))
    before = desk.tournament
    anna = Player("a", "Anna", "12", 1600.0, "sv", "Malmö", 30)
    desk.does(CorrectPlayer, player=anna)
    entries = desk.tournament.entries
    assert entries["a"] == Entry("a", "Anna", (anna,))
    assert entries["ab"] == Entry("ab", "Anna / Bo", (anna, bo))
    assert entries["ac"] == Entry("ac", "The Aces", (cy, anna))
    assert replace(desk.tournament, entries=before.entries) == before


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (Player("e1", " "), ("empty", "name")),
        (Player("nobody", "Nobody"), ("unknown", "nobody")),
        (Player("e1", "player  2"), ("taken", "player  2")),
    ],
)
def test_a_correction_that_makes_two_of_one_is_refused(
    player: Player, why: tuple[str, str]
) -> None:
    desk = opened(0)
    one, two = (Player(f"e{n}", f"Player {n}", f"{n}") for n in (1, 2))
    desk.does(
        Enter,
        division_id="main",
        entries=tuple(Entry(each.player_id, each.name, (each,)) for each in (one, two)),
    )
    assert desk.refused(CorrectPlayer, player=player) == {why}
    assert desk.refused(CorrectPlayer, player=Player("e1", "A", "2")) == {("taken", "2")}


def test_namesakes_are_told_apart_by_their_numbers() -> None:
    one, two = Player("a", "Jan", "1"), Player("b", "Jan", "2")
    desk = two_divisions((alone(one),), (alone(two),))
    rated = replace(one, rating=1500.0)
    desk.does(CorrectPlayer, player=rated)
    assert desk.tournament.entries["a"].players == (rated,)
    assert desk.refused(CorrectPlayer, player=replace(one, number="")) == {("taken", "Jan")}
    assert desk.refused(CorrectPlayer, player=replace(one, number="2")) == {("taken", "2")}


def test_who_is_one_with_another_already_can_be_corrected_in_all_else() -> None:
    one, two = Player("a", "Jan"), Player("b", "Jan")
    desk = two_divisions((alone(one),), (alone(two),))
    desk.does(CorrectPlayer, player=replace(one, rating=1500.0))
    assert desk.tournament.entries["a"].players[0].rating == 1500.0
    desk.does(CorrectPlayer, player=replace(two, name="Jan Ek"))
    assert desk.tournament.entries["b"].name == "Jan Ek"


def test_a_removed_division_comes_back_with_the_names_of_today() -> None:
    ana, bo, cy = Player("a", "Ana"), Player("b", "Bo"), Player("c", "Cy")
    desk = two_divisions((alone(ana),), (Entry("ab", "Ana / Bo", (ana, bo)), alone(cy)))
    desk.does(RemoveDivision, division_id="d2")
    anna, cyd = replace(ana, name="Anna"), replace(cy, name="Cyd")
    desk.does(CorrectPlayer, player=anna)
    desk.does(CorrectPlayer, player=cyd)
    assert list(desk.tournament.entries) == ["a"]
    desk.does(BringDivisionBack, division_id="d2")
    entries = desk.tournament.entries
    assert entries["a"] == alone(anna)
    assert entries["ab"] == Entry("ab", "Anna / Bo", (anna, bo))
    assert entries["c"] == replace(alone(cyd), entry_id="c")
    desk.does(CorrectPlayer, player=replace(bo, name="Boo"))
    assert desk.tournament.entries["ab"].name == "Anna / Boo"
    assert replayed(desk.kept) == desk.tournament


def test_a_list_that_was_removed_keeps_no_name_from_anybody() -> None:
    desk = two_divisions((alone(Player("a", "Ana")),), (alone(Player("b", "Anna")),))
    desk.does(RemoveDivision, division_id="d2")
    desk.does(CorrectPlayer, player=Player("a", "Anna"))
    assert desk.tournament.entries["a"].name == "Anna"
    assert desk.refused(BringDivisionBack, division_id="d2") == {("taken", "Anna")}


def test_no_entry_of_a_division_comes_to_the_name_of_another() -> None:
    x, y, rob = Player("x", "X"), Player("y", "Y"), Player("r", "Rob")
    pair = Entry("xy", "Bob", (x, y))
    desk = two_divisions((pair, alone(rob)), (alone(rob),))
    assert desk.refused(CorrectPlayer, player=Player("r", "bob")) == {("taken", "bob")}
    assert desk.refused(RenameEntry, entry_id="xy", name="ROB") == {("taken", "ROB")}
    desk.does(Scratch, division_id="main", entry_id="xy")
    desk.does(CorrectPlayer, player=Player("r", "Bob"))
    assert desk.tournament.entries["r"].name == "Bob"


def test_two_of_one_name_do_not_wait_in_a_removed_division() -> None:
    x, y, rob = Player("x", "X"), Player("y", "Y"), Player("r", "Rob")
    desk = two_divisions((alone(rob),), (Entry("xy", "Bob", (x, y)), alone(rob)))
    desk.does(RemoveDivision, division_id="d2")
    assert desk.refused(CorrectPlayer, player=Player("r", "Bob")) == {("taken", "Bob")}
    assert desk.refused(RenameEntry, entry_id="xy", name="Rob") == {("taken", "Rob")}


def test_a_pairs_name_can_not_grow_beyond_what_a_name_may_be() -> None:
    one, two = Player("x", "X" * 40), Player("y", "Y" * 40)
    desk = two_divisions((Entry("xy", f"{one.name} / {two.name}", (one, two)),), ())
    ((reason, _about),) = desk.refused(CorrectPlayer, player=replace(one, name="X" * 90))
    assert reason == "bad_value"


def test_what_is_written_so_already_is_not_written_again() -> None:
    ana, bo = Player("a", "Ana", "7", 1500.0), Player("b", "Bo")
    desk = two_divisions((alone(ana),), (Entry("ab", "Ana / Bo", (ana, bo)),))
    assert desk.refused(CorrectPlayer, player=ana) == {("unchanged", "Ana")}
    assert desk.refused(RenameEntry, entry_id="ab", name="Ana / Bo") == {("unchanged", "Ana / Bo")}
    desk.does(CorrectPlayer, player=replace(ana, rating=None))
    assert desk.tournament.entries["a"].players[0].rating is None


def test_a_pair_has_a_name_of_its_own_until_it_is_taken_away() -> None:
    ana, bo = Player("a", "Ana"), Player("b", "Bo")
    desk = two_divisions((alone(ana),), (Entry("ab", "The Azes", (ana, bo)),))
    desk.does(RenameEntry, entry_id="ab", name="The Aces")
    desk.does(CorrectPlayer, player=Player("a", "Anna"))
    assert desk.tournament.entries["ab"].name == "The Aces"
    desk.does(RemoveDivision, division_id="d2")
    desk.does(RenameEntry, entry_id="ab", name=" ")
    desk.does(BringDivisionBack, division_id="d2")
    assert desk.tournament.entries["ab"].name == "Anna / Bo"
    assert desk.refused(RenameEntry, entry_id="cd", name="C") == {("unknown", "cd")}


def test_who_plays_is_corrected_and_his_draw_stays() -> None:
    desk = drawn(4)
    before = desk.tournament
    desk.does(CorrectPlayer, player=Player("p1", "Anna"))
    assert desk.tournament.entries["e1"].name == "Anna"
    assert replace(desk.tournament, entries=before.entries) == before
