"""`kiosk statistics`: counts by table and set of dice, and how far they can be trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c

from kiosk import cli
from kiosk.dice.intervals import wilson
from kiosk.journal import Journal, read
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.start import MatchOpened
from kiosk.rules.table import DicePairs


def counted(capsys: pytest.CaptureFixture[str], *journals: Path) -> tuple[list[Any], Any]:
    assert cli.main(["statistics", "--json", *map(str, journals)]) == cli.DONE
    *sets, note = map(json.loads, capsys.readouterr().out.splitlines())
    return sets, note


def some_rolls(evening: Any) -> None:
    """Opening 3-1 typed, then 6-6 and 2-1 by the camera and 4-4 typed."""
    for values in ((6, 6), (2, 1)):
        evening.roll(*values)
        evening.press()
    evening.say(4, 4)


def test_every_die_that_counted_is_counted_once(evening: Any, capsys: Any) -> None:
    some_rolls(evening)
    evening.press()
    evening.roll(5, 5, flat=False)  # cocked: no roll
    (dice,), _note = counted(capsys, evening.journal)
    assert (dice["event"], dice["table"], dice["dice_set"]) == ("open-2026", 7, "the table's pair")
    assert (dice["dice"], dice["rolls"], dice["typed"]) == (8, 3, 3)
    assert {face: part["count"] for face, part in dice["values"].items()} == {
        "1": 2,
        "2": 1,
        "3": 1,
        "4": 2,
        "5": 0,
        "6": 2,
    }
    assert (dice["doubles"]["count"], dice["doubles"]["of"]) == (2, 3)


def test_a_corrected_die_is_counted_as_what_it_is(evening: Any, capsys: Any) -> None:
    """Its roll is a double no more; one that does not count is not counted."""
    before, _note = counted(capsys, evening.journal)
    evening.roll(6, 6)
    evening.keeper.tap(c.RollDisputeTapped, evening.on_turn, (6, 2))
    evening.keeper.tap(c.RollAgreed, evening.on_turn.other, (6, 2))
    (dice,), _note = counted(capsys, evening.journal)
    assert (dice["values"]["6"]["count"], dice["values"]["2"]["count"]) == (1, 1)
    assert (dice["rolls"], dice["doubles"]["count"]) == (1, 0)
    evening.keeper.tap(c.RollDisputeTapped, evening.on_turn, None)
    evening.keeper.tap(c.RollAgreed, evening.on_turn.other, None)
    after, _note = counted(capsys, evening.journal)
    assert after == before


def test_a_journal_named_twice_counts_once(evening: Any, capsys: Any) -> None:
    some_rolls(evening)
    once, twice = (counted(capsys, *[evening.journal] * n) for n in (1, 2))
    assert once == twice


def test_pairs_of_their_own_are_counted_apart(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook, capsys: Any
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = make_keeper(journal)
        keeper.open("m-1", 5, norway)
        keeper.do(c.SetUpTable, replace(keeper.match.setup, dice=DicePairs.PAIR_EACH))
        keeper.begin_game(white=3, black=1)
    sets, _note = counted(capsys, tmp_path / "j")
    assert [(s["dice_set"], s["dice"], s["rolls"]) for s in sets] == [
        ("the pair of black", 1, 0),
        ("the pair of white", 1, 0),
    ]
    assert sets[1]["values"]["3"]["count"] == 1


@pytest.mark.parametrize(("table", "dice"), [(7, [4]), (8, [2, 2])])
def test_tables_are_counted_apart_and_a_spare_device_with_its_table(
    tmp_path: Path, evening: Any, make_keeper: Any, capsys: Any, table: int, dice: list[int]
) -> None:
    opened = next(
        event for row in read(evening.journal) if isinstance(event := row.event(), MatchOpened)
    )
    with Journal.open(tmp_path / "other", boot_id="b") as journal:
        keeper = make_keeper(journal)
        rest = (None, opened.format, opened.sides, opened.profile, opened.profile_hash)
        keeper.do(c.OpenMatch, "m-2", opened.event_id, table, *rest)
        keeper.do(c.SetUpTable, evening.keeper.match.setup)
        keeper.begin_game(white=6, black=2)
    sets, _note = counted(capsys, evening.journal, tmp_path / "other")
    assert [s["dice"] for s in sets] == dice


def test_counts_are_never_called_a_proof(evening: Any, capsys: Any) -> None:
    some_rolls(evening)
    _sets, note = counted(capsys, evening.journal)
    assert note["note"].startswith("Counts are no proof of anything")
    assert cli.main(["statistics", str(evening.journal)]) == cli.DONE
    said = capsys.readouterr().out
    assert said.splitlines()[-1] == note["note"]
    first, *shares = said.splitlines()[:-1]
    assert first == "open-2026, table 7, the table's pair: 8 dice, 3 rolls, 3 typed"
    assert shares[4] == "  5            0 of 8    0.0 %  (95 % interval 0.0 to 32.4 %)"
    assert shares[6] == "  doubles      2 of 3   66.7 %  (95 % interval 20.8 to 93.9 %)"
    assert len(shares) == 7
    assert said.count("proof") == 1


def test_a_journal_without_rolls_says_so(tmp_path: Path, capsys: Any) -> None:
    Journal.open(tmp_path / "empty", boot_id="b").close()
    assert cli.main(["statistics", str(tmp_path / "empty")]) == cli.DONE
    assert "No roll is in these journals." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("part", "of", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(part: int, of: int, low: float, high: float) -> None:
    assert wilson(part, of) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5)[1] == 1.0
