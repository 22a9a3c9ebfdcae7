"""A club's ladder is a file: read strictly, every value with its section."""

from dataclasses import replace
from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk.books.ladder_loader import (
    LADDERS,
    ladders,
    load_ladder,
    read_ladder,
    season_at,
    season_days,
)
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.ladder_rules import KEYS

TEXT = (LADDERS / "london-club.toml").read_text("utf-8")


def complaints(folder: Path, old: str, new: str) -> tuple[str, ...]:
    """What is said of the shipped ladder with something changed, without the file's name."""
    assert old in TEXT
    file = folder / "london-club.toml"
    file.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleBookError) as caught:
        read_ladder(file)
    assert all(fault.startswith(f"{file}: ") for fault in caught.value.faults)
    return tuple(fault.removeprefix(f"{file}: ") for fault in caught.value.faults)


def test_every_shipped_ladder_is_whole() -> None:
    shipped = [file.stem for file in tracked_files("config/ladders/*.toml")]
    assert "london-club" in shipped
    for name in shipped:
        rules = load_ladder(name)
        assert [source.key for source in rules.sources] == [key.where for key in KEYS]
        assert all(key.fits(getattr(getattr(rules, key.section), key.name)) for key in KEYS)


def test_the_club_in_london_says_what_its_text_says() -> None:
    rules = load_ladder("london-club")
    assert rules.movement.challenger_up == 5
    assert rules.challenge.days_to_play == 7
    cites = {source.key: source.cite for source in rules.sources}
    assert cites["movement.challenger_up"] == "london-club LR L51"
    confirm = {source.key: source.defect for source in rules.to_confirm()}
    assert confirm["movement.above_loser_counted"] == "D1-9"
    assert "movement.challenger_up" not in confirm


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "challenger_up = { value = 5",
            "challenger_up = { value = 100",
            "movement.challenger_up is 100; a whole number from 0 to 99",
        ),
        (
            'above_loser_counted = { value = "before_drop"',
            'above_loser_counted = { value = "x"',
            "movement.above_loser_counted is 'x'; one of before_drop, after_drop",
        ),
        (
            'days_between = { value = 7, source = "LR L49" }\n',
            "",
            "challenge.days_between is missing; it sets days from one match of the same two to the"
            " next",
        ),
        (
            'days_between = { value = 7, source = "LR L49" }',
            "days_between = { value = 7 }",
            "challenge.days_between has no source; name the section it stands in",
        ),
        (
            "end_day = { value = 30",
            "end_day = { value = 31",
            "season.end_day is 31; a day that month 4 has every year",
        ),
        ("[dispute]", "[quarrel]", "unknown section 'quarrel'; one of season, challenge, movement"),
        ("prebooked =", "booked =", "unknown key challenge.booked; one of places_up, downward"),
        ("challenger_up = {", "challenger_up = 5 #{", "movement.challenger_up is 5; write {value"),
        ('profile = "london-club"', 'profile = "x"', "profile is 'x'; call it 'london-club'"),
        ('title = "London club ladder"', "title = 3", "title is 3; write a name in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_file_key_and_range(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    assert complaints(tmp_path, old, new)[0].startswith(says)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    assert len(complaints(tmp_path, "value = 7", "value = -1")) == 4


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own ladders."""
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(tmp_path))
    folder = tmp_path / "ladders"
    folder.mkdir()
    return folder


def test_another_clubs_ladder_is_a_file_in_its_own_folder(own: Path) -> None:
    text = TEXT.replace("london-club", "oslo").replace(
        "to_play = { value = 7", "to_play = { value = 14"
    )
    (own / "oslo.toml").write_text(text, encoding="utf-8")
    assert load_ladder("oslo").challenge.days_to_play == 14
    assert load_ladder("london-club").challenge.days_to_play == 7


def test_a_ladder_that_is_not_there_or_twice_is_named(own: Path) -> None:
    (own / "x.toml").write_text("profile =", encoding="utf-8")
    with pytest.raises(RuleBookError, match=r"no ladder 'oslo' in .*; one of .*london-club, x"):
        load_ladder("oslo")
    with pytest.raises(RuleBookError, match=r"x\.toml is no TOML"):
        load_ladder("x")
    (own / "london-club.toml").write_text(TEXT, encoding="utf-8")
    with pytest.raises(RuleBookError, match=r"'london-club' is both .*; rename one"):
        load_ladder("london-club")


def test_a_season_lies_in_one_year_or_in_two(tmp_path: Path) -> None:
    text = TEXT.replace("end_month = { value = 4", "end_month = { value = 9")
    file = tmp_path / "london-club.toml"
    file.write_text(text, encoding="utf-8")
    first, last = season_days(read_ladder(file), 2021)
    assert last - first == 152  # 1 May to 30 September


def test_the_season_of_a_day_is_found_and_the_next_after_one_that_is_over() -> None:
    rules = load_ladder("london-club")
    season = [season_days(rules, year) for year in (2025, 2026, 2027)]
    for nth in range(2):
        for day in (season[nth][0], season[nth][1]):
            assert season_at(rules, day) == season[nth]
    assert season_at(rules, season[0][1], season[0][1]) == season[1]
    assert season_at(rules, season[0][0], season[1][1]) == season[2]
    summer = replace(rules, season=replace(rules.season, start_month=6, end_month=8, end_day=31))
    first, last = season_days(summer, 2026)
    assert season_at(summer, first - 40) == season_at(summer, last) == (first, last)


def test_a_file_that_is_no_ladder_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "ladders"
    own.mkdir()
    (own / "oslo.toml").write_text(TEXT.replace('profile = "london-club"', 'profile = "oslo"'))
    (own / "odd.toml").write_text("profile = 1")
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(tmp_path))
    assert [each.profile for each in ladders()] == ["london-club", "oslo"]
