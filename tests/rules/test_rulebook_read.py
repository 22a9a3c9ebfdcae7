"""Every value of a rule book does something, or is marked as said to people alone."""

from kits.read_keys import read_keys
from kits.rules_kit import NORWAY

from kiosk.books.profile_text import FOR_PEOPLE, show
from kiosk.books.writing import key_list
from kiosk.rules.rulebook import KEYS

ONE_WAY = {key.where for key in KEYS if key.choices is not None and len(key.choices) == 1}
ONE_WAY |= {"roll.area"}
"""Of one choice the code itself is the reading; without a baffle box no half is nearest to it."""


def test_what_no_code_reads_is_for_people_only() -> None:
    unread = {key.where for key in KEYS} - read_keys() - ONE_WAY
    assert unread == {key.where for key in KEYS if key.for_people}


def test_these_are_for_people_only() -> None:
    """Written out: a key that is read one day leaves this list."""
    assert {key.where for key in KEYS if key.for_people} == {
        *("clock.placement", "clock.same_hand", "clock.faulty", "penalty.wrong_clock_both"),
        *("late.forfeit_means", "late.round_arranged_days", "breaks.leaving"),
        *("roll.breach", "turn.both_numbers", "setup_error.scope", "setup_error.gammon_count"),
        *("illegal_move.redo", "result.federation_report"),
        *("dispute.playing_director", "dispute.committee"),
        *("people.recording", "people.teammates_any_language", "people.entry_refusal_explained"),
        *("equipment.cups_and_dice_change", "equipment.board_change"),
        *("equipment.board_min_cm", "equipment.board_max_cm", "equipment.high_roller_gets"),
    }


def test_a_book_that_is_shown_says_so() -> None:
    lines = list(show(NORWAY))
    for key in KEYS:
        at = next(n for n, line in enumerate(lines) if line.startswith(f"{key.name} = "))
        section = next(line for line in reversed(lines[:at]) if line.startswith("["))
        if section == f"[{key.section}]":
            assert (lines[at + 2].strip() == FOR_PEOPLE) is key.for_people, key.where
    assert lines.count(f"    {FOR_PEOPLE}") == sum(key.for_people for key in KEYS)


def test_the_table_of_keys_says_so() -> None:
    told = "\n".join(key_list()).split("**`")[1:]
    said = {part.split("`**")[0] for part in told if FOR_PEOPLE in part.lower()}
    assert said == {key.where for key in KEYS if key.for_people}
