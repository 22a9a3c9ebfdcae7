"""What a division can be played as is a file: read strictly, every value with its section."""

from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk.books import profiles
from kiosk.books.format_loader import FORMATS, LIKELIEST, formats, load_format, read_format
from kiosk.catalogue.formats import MEANINGS, TITLES
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.setting_up import unfit_format
from kiosk.tournament.swing import SwingRules
from kiosk.tournament.swiss import SwissGrouping, SwissRules
from kiosk.tournament.tournament import RoundClockNotice

TEXT = (FORMATS / "last-chance.toml").read_text("utf-8")


def complaints(folder: Path, old: str, new: str) -> tuple[str, ...]:
    """What is said of a shipped format with something changed, without the file's name."""
    assert old in TEXT
    file = folder / "last-chance.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleBookError) as caught:
        read_format(file)
    assert all(fault.startswith(f"{file}: ") for fault in caught.value.faults)
    return tuple(fault.removeprefix(f"{file}: ") for fault in caught.value.faults)


def test_every_shipped_format_is_whole_and_can_be_said_in_every_language() -> None:
    shipped = [load_format(file.stem) for file in tracked_files("config/formats/*.toml")]
    offered = {each.format_id for each in formats()}
    assert offered == {file.stem for file in FORMATS.glob("*.toml")}
    assert {each.format_id for each in shipped} <= offered
    assert {each.format.title for each in shipped} == {each.message for each in TITLES}
    assert {each.means for each in shipped} == {each.message for each in MEANINGS}
    known = profiles()
    for each in shipped:
        assert unfit_format(each.format) == ()
        assert {played.profile for played in each.format.rounds} <= known.keys()
        assert all(source.cite for source in each.sources)


def test_a_consolation_with_a_last_chance_is_as_its_file_says() -> None:
    offered = load_format("last-chance")
    main, consolation, last = offered.format.shape.brackets
    assert (main.feeds, main.third_place) == ((), False)
    assert [(each.bracket, each.first, each.last) for each in consolation.feeds] == [
        ("main", 1, -1)
    ]
    assert [(each.bracket, each.first, each.last) for each in last.feeds] == [("consolation", 1, 2)]
    final = offered.format.rounds[0]
    assert (final.bracket, final.length, final.first, final.last) == ("main", 9, 0, 0)
    assert final.clock is RoundClockNotice.ALLOWED
    cites = {source.key: source.cite for source in offered.sources}
    assert cites["bracket 2.drops"] == "convention: last-chance L20"
    assert "bracket 2.drops" in {source.key for source in offered.to_confirm()}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("length = { value = 9", "length = { value = 100", "round 1: round.length is 100; a whole"),
        ("length = { value = 9", "long = { value = 9", "round 1: unknown key round.long; one of"),
        (
            'clock = { value = "allowed"',
            'clock = { value = "maybe"',
            "round 1: round.clock is 'maybe'; one of required, allowed, none",
        ),
        (
            "best_of = { value = 1",
            "best_of = { value = 2",
            "main 9, best of 2 (1–99; 1, 3, 5…): that can't be",
        ),
        ('[["main", 1, -1]]', '[["main", 1, -100]]', "bracket 2: drops is [['main', 1, -100]]; a"),
        ('[["main", 1, -1]]', '[["main", 1, true]]', "bracket 2: drops is [['main', 1, True]]; a"),
        ('[["main", 1, -1]]', '"main"', "bracket 2: drops is 'main'; a list of"),
        ('[["main", 1, -1]]', '[["x", 1, -1]]', "x: no bracket before it is called so; name one"),
        ('drops = { value = [["main", 1, -1]], ', "drops = { ", "bracket 2: drops is {'source'"),
        ('name = "main"', "name = 3", "bracket 1: name is 3; write a name in quotes"),
        ('bracket = "main"', "bracket = 3", "round 1: bracket is 3; write a name in quotes"),
        ('name = "consolation"', 'name = "main"', "main: it is listed twice; use another name"),
        (
            'third_place = { value = false, source = "no text"',
            "third_place = { value = false",
            "bracket 1: bracket.third_place has no source; name the section",
        ),
        ("[[bracket]]", "[[rope]]", "unknown section 'rope'; one of bracket, round"),
        ('format = "last-chance"', 'format = "x"', "format is 'x'; call it 'last-chance'"),
        ('means = "', 'meaning = "', "means is None; write a name in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_file_key_and_range(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    said = complaints(tmp_path, old, new)
    assert said[0].startswith(says), said


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "swiss",
            "rounds = { value = 5",
            "rounds = { value = 100",
            "swiss: swiss.rounds is 100; a",
        ),
        (
            "swiss",
            "rounds = { value = 5",
            "rounds = { value = 0",
            "rounds 0 (1–99): that can't be; ",
        ),
        ("swiss", '["buchholz",', '["luck",', "swiss: tie_breaks is ['luck', 'median']; a list of"),
        ("swiss", "tie_breaks = ", "ties = ", "swiss: unknown key swiss.ties; one of by, rounds"),
        ("swiss", "[swiss]", "[[swiss]]", "swiss is [{"),
        (
            "swiss",
            'bracket = "swiss"',
            'bracket = "main"',
            "main: no bracket before it is called so",
        ),
        ("round-robin", "size = { value = 4", "size = { value = 2", "groups: groups.size is 2; a"),
        ("round-robin", '"lot"]', '"lot", "lot"]', "lot: it is listed twice"),
        ("swing", "[100, 200,", "[200, 100,", "cpp: that can't be; "),
        (
            "swing",
            "[100, 200,",
            "[0, 200,",
            "swing: cpp is [0, 200, 300, 400, 500]; a list of whole",
        ),
        (
            "swing",
            "start_vp = { value = 3000",
            "start_vp = { value = 0",
            "swing: swing.start_vp is 0",
        ),
    ],
)
def test_what_is_wrong_with_another_format_is_named_too(
    name: str, old: str, new: str, says: str, tmp_path: Path
) -> None:
    text = (FORMATS / f"{name}.toml").read_text("utf-8")
    assert old in text
    file = tmp_path / f"{name}.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleBookError) as caught:
        read_format(file)
    said = [fault.removeprefix(f"{file}: ") for fault in caught.value.faults]
    assert said[0].startswith(says), said


def test_a_swing_and_a_swiss_are_as_their_files_say() -> None:
    swing = load_format("swing").format.swing
    assert swing == SwingRules(3000, (100, 200, 300, 400, 500), 100)
    swiss = load_format("swiss-lives").format.swiss
    assert swiss == SwissRules(SwissGrouping.LIVES, 0, 3, late_rounds=2)
    confirm = {source.key for source in load_format("swing").to_confirm()}
    assert "swing.cpp" in confirm
    assert "swing.games_a_step" not in confirm


def test_a_section_that_is_no_list_is_told(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    head = 'format = "x"\ntitle = "X"\nmeans = "X."\nrules = "norway"\n'
    file.write_text(f"{head}[bracket]\nname = 1\n", encoding="utf-8")
    with pytest.raises(RuleBookError, match=r"x\.toml: bracket is .*; write a section \[\[bracket"):
        read_format(file)
    file.write_text(head, encoding="utf-8")
    with pytest.raises(RuleBookError, match="brackets that entries are drawn into"):
        read_format(file)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own formats."""
    monkeypatch.setenv("KIOSK_RULEBOOKS", str(tmp_path))
    folder = tmp_path / "formats"
    folder.mkdir()
    return folder


def test_ones_own_format_is_offered_and_a_file_that_is_none_is_not(own: Path) -> None:
    text = TEXT.replace('format = "last-chance"', 'format = "ours"').replace("= 9", "= 13")
    (own / "ours.toml").write_text(text, encoding="utf-8")
    (own / "odd.toml").write_text("format =", encoding="utf-8")
    offered = {each.format_id: each for each in formats()}
    assert offered["ours"].format.rounds[0].length == 13
    assert "odd" not in offered
    with pytest.raises(RuleBookError, match=r"odd\.toml is no TOML"):
        load_format("odd")
    with pytest.raises(RuleBookError, match=r"no format 'x'; one of .*knock-out, .*ours"):
        load_format("x")
    (own / "last-chance.toml").write_text(TEXT, encoding="utf-8")
    with pytest.raises(RuleBookError, match=r"'last-chance' is both .*; rename one"):
        load_format("last-chance")


def test_our_formats_are_offered_the_likeliest_first() -> None:
    shipped = {file.stem for file in FORMATS.glob("*.toml")}
    assert set(LIKELIEST) == shipped
    assert [each.format_id for each in formats()] == list(LIKELIEST)
