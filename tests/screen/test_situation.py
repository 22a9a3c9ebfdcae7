"""What a half's keys depend on, where it is more than what may be done."""

import pytest
from kits import commands as c
from kits.controls_kit import half
from kits.rules_kit import BLACK, ITALIAN, WHITE, Table
from kits.screen_kit import STATES, moving, named, seen, to_roll

from kiosk.catalogue.key import KeySheet, Tone
from kiosk.rules.units import SIDES, Side
from kiosk.screen.controls import ScreenControl
from kiosk.screen.view import LONGEST_NAME, shorten_name


def control(table: Table, side: Side, kind: str, dice: int | None = None) -> ScreenControl:
    found = half(seen(table), side).controls
    return next(
        each for each in found if each.action.kind == kind and dice in (None, each.action.dice)
    )


# --- which is the next thing ---------------------------------------------------------------------


def test_while_a_half_says_wait_no_roll_is_the_next_thing() -> None:
    """But before the director stopped play, and for a message that is to be read."""
    assert control(STATES["confirming"](), WHITE, "RollConfirmed").tone is Tone.NEXT
    stopped = STATES["stopped by the director"]()
    for side in SIDES:
        assert half(seen(stopped), side).prompt == "Wait for the director"
        tones = {each.tone for each in half(seen(stopped), side).controls}
        assert Tone.NEXT not in tones
    stopped.ok(stopped.order(c.MessageOrdered, "Last round"))
    assert control(stopped, WHITE, "MessageTapped").tone is Tone.NEXT


def test_to_go_on_is_not_the_next_thing_before_the_director_is_done() -> None:
    for side in SIDES:
        assert control(STATES["director called"](), side, "ResumeTapped").tone is Tone.PLAIN
        assert control(STATES["stopped for a die"](), side, "ResumeTapped").tone is Tone.NEXT


@pytest.mark.parametrize("state", ["entered by touch", "roll disputed", "opening entered"])
def test_the_others_word_is_never_the_next_thing(state: str) -> None:
    table = STATES[state]()
    agreed = [
        each
        for side in SIDES
        for each in half(seen(table), side).controls
        if each.action.kind == "RollAgreed"
    ]
    assert agreed
    assert {each.tone for each in agreed} == {Tone.PLAIN}


# --- where it stands, and what it says -----------------------------------------------------------


def test_who_differs_enters_again_in_the_row_and_who_has_said_it_alone_does_not() -> None:
    for side in SIDES:
        assert control(STATES["they differ"](), side, "RollEntered", 2).path == ()
    waits = STATES["entered by touch"]()
    assert control(waits, BLACK, "RollEntered", 2).path == (KeySheet.MORE, KeySheet.DICE)
    held = STATES["roll contested"]()
    for side in SIDES:
        assert control(held, side, "RollEntered", 2).path == (KeySheet.MORE, KeySheet.DICE)


def test_a_roll_that_was_named_is_entered_as_other_numbers() -> None:
    assert control(STATES["entered by touch"](), WHITE, "RollEntered", 2).label == "Other numbers"
    assert control(to_roll(), BLACK, "RollEntered", 2).label == "Enter roll"


def test_a_win_stands_in_the_row_but_for_who_is_to_roll() -> None:
    assert control(moving(), WHITE, "WinDeclared").path == (KeySheet.WIN,)
    assert control(to_roll(), WHITE, "WinDeclared").path == (KeySheet.WIN,)
    assert control(to_roll(), BLACK, "WinDeclared").path == (KeySheet.MORE, KeySheet.WIN)


@pytest.mark.parametrize(("level", "words"), [(1, "single"), (2, "gammon"), (3, "backgammon")])
def test_the_key_says_what_is_agreed_to(level: int, words: str) -> None:
    table = moving(book=ITALIAN)
    table.ok(c.WinDeclared(table.at, WHITE, level))
    assert control(table, BLACK, "WinAgreed").label == f"Yes, {words}"


def test_nobody_called_who_disagreed_on_a_roll() -> None:
    for side in SIDES:
        assert half(seen(STATES["roll contested"]()), side).notes[0] == (
            "You disagree on the roll: the director is called"
        )
    assert half(seen(STATES["director called"]()), BLACK).notes[0] == "White called the director"


# --- names ---------------------------------------------------------------------------------------


def test_a_long_name_leaves_room_for_its_sentence_and_stands_whole_by_the_score() -> None:
    long = "Wolfgang Amadeus Theophilus von Hohenzollern-Sigmaringen zu Birkenfeld"
    one = half(named(seen(moving()), long, "Bo"), BLACK)
    assert one.prompt == "Wolfgang Amadeus… moves"
    assert one.other is not None
    assert one.other.name == long


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ada", "Ada"),
        ("A" * LONGEST_NAME, "A" * LONGEST_NAME),
        ("Anna Maria de la Cruz Ruiz y Paz", "Anna Maria de la Cruz…"),
        ("Wolfgang Amadeus Mozart Junior", "Wolfgang Amadeus Mozart…"),
        ("Donaudampfschifffahrtsgesell", "Donaudampfschifffahrtsg…"),
    ],
)
def test_a_name_is_cut_at_a_words_end_if_there_is_one(name: str, short: str) -> None:
    assert shorten_name(name) == short
    assert len(short) <= LONGEST_NAME
