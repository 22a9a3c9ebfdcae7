"""`kiosk scenario`: its lines, its exit codes, and what it says of a file it can't read."""

from pathlib import Path

import pytest

from kiosk import cli

CASE = """
id = "S999"
profile = "norway"
source = "norway §4.4(ii)"
[match]
points = 7
score = "3-4"
turn = "A"
clocks = { A = "0:30", B = "1:05" }
[[step]]
at = "0:02"
by = "A"
does = "doubles"
[[step]]
at = "+0:01"
by = "B"
does = "takes"
expect = { cube = { value = 2, owner = "B" } }
[expect]
phase = "to_roll"
"""


def run(
    capsys: pytest.CaptureFixture[str], folder: Path, *texts: str
) -> tuple[int, list[str], str]:
    """The exit code, the lines printed, and what went to stderr."""
    files = []
    for number, text in enumerate(texts):
        files.append(folder / f"case{number}.toml")
        files[-1].write_text(text, "utf-8")
    code = cli.main(["scenario", *map(str, files)])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err


def test_a_case_that_holds_passes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, tmp_path, CASE) == (0, ["PASS S999", "1 passed, 0 failed"], "")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('phase = "to_roll"', 'score = "3-5"', "score: expected 3-5, got 3-4"),
        ('phase = "to_roll"', 'phase = "moving"', "phase: expected moving, got to_roll"),
        (
            'phase = "to_roll"',
            'clocks = { B = "1:04" }',
            "clocks: expected B 1:04, got B 1:05",
        ),
        ('phase = "to_roll"', 'winner = "A"', "winner: expected A, got none"),
        ('phase = "to_roll"', 'cites = "§4.7"', "cites: expected [§4.7], got"),
        (
            'owner = "B"',
            'owner = "A"',
            "step 2 cube: expected {value = 2, owner = A}, got {value = 2, owner = B}",
        ),
        ('by = "B"', 'by = "A"', "step 2 refused: expected [], got [not_your_turn]"),
        (
            'phase = "to_roll"',
            'refused = "no_clock"',
            "step 2 refused: expected [no_clock], got []",
        ),
    ],
)
def test_a_case_that_does_not_hold_names_key_and_values(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, says: str
) -> None:
    code, lines, _ = run(capsys, tmp_path, CASE.replace(old, new), CASE)
    assert code == 1
    assert lines[0].startswith(f"FAIL S999 {says}")
    assert lines[1:] == ["PASS S999", "1 passed, 1 failed"]


RECORDS = """
id = "S999"
profile = "norway"
source = "norway §4.7"

[match]
score = "5-3"

[[step]]
by = "B"
does = "shows record"
record = "sheet"
score = "5-4"

[[step]]
by = "A"
does = "questions score"

[expect]
proposed = { score = "5-3" }
"""


def test_a_proposal_that_differs_is_shown_with_what_it_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, lines, _ = run(capsys, tmp_path, RECORDS)
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")
    assert lines[0].startswith("FAIL S999 proposed: expected [{score = 5-3}], got [{kind = score, ")
    assert "score = 5-4" in lines[0]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "S999"', "", "id is missing; text"),
        ('id = "S999"', "id = 999", "id is 999"),
        ('source = "norway §4.4(ii)"', "", "source is missing; text"),
        ('id = "S999"', 'id = "S999"\ntitle = "x"', "unknown key title; one of id, profile"),
        ('"norway"', '"norge"', "profile 'norge': no rule book 'norge' in "),
        ('"norway"', '"norway+london-club"', "profile 'norway+london-club': london-club is a base"),
        ('score = "3-4"', 'score = "3:4"', "match score is '3:4'; a score"),
        ('score = "3-4"', 'score = "7-4"', "match score: the match to 7 would be over"),
        ("points = 7", "length = 7", "unknown key match length; one of"),
        ("points = 7", "points = 0", "match points is 0; a whole number from 1 to 99"),
        ("points = 7", "points = true", "match points is True"),
        ('turn = "A"', 'turn = "C"', "match turn is 'C'"),
        ('"0:30"', '"30"', "match clocks is"),
        ('"0:30"', '"0:60"', "match clocks is"),
        ('"doubles"', '"redoubles"', "step 1 does is 'redoubles'; one of"),
        ('does = "doubles"', 'does = "doubles"\nfoo = 1', "unknown key step 1 (doubles) foo"),
        ('by = "A"', 'by = "camera"', "step 1 (doubles) by is 'camera'"),
        ('by = "A"', "", "step 1 (doubles) by is None"),
        ('at = "0:02"', 'at = "2"', "step 1 (doubles) at is '2'"),
        ('at = "0:02"', "at = 2", "step 1 (doubles) at is 2"),
        ('at = "+0:01"', 'at = "0:01"', "step 2 (takes) at is 0:01; it is 0:02 already"),
        ('phase = "to_roll"', "", "expect is empty"),
        ('[expect]\nphase = "to_roll"', "", "expect is missing"),
        ('{ cube = { value = 2, owner = "B" } }', "{}", "step 2 expect is empty"),
        ("value = 2, owner", "value = 3, owner", "step 2 expect cube is"),
        ('phase = "to_roll"', 'phase = "rolling"', "expect phase is 'rolling'; "),
        ('phase = "to_roll"', 'happy = "yes"', "unknown key expect happy; one of"),
        ('"doubles"', '"rolls"', "step 1 (rolls) values is missing"),
        (
            '"doubles"',
            '"enters"\nvalues = [7, 1]',
            "step 1 (enters) values is [7, 1]; a list of 1 to 2, each a whole number from 1 to 6\n",
        ),
        ('"doubles"', '"enters"\nvalues = []', "step 1 (enters) values is []; a list of 1 to 2"),
        ('"doubles"', '"rolls"\nvalues = [0, 1]', "step 1 (rolls) values is [0, 1]"),
        ('phase = "to_roll"', "game_points = true", "expect game_points is True"),
        (
            'by = "B"\ndoes = "takes"',
            'does = "replaces clock"\nreserve = { A = "1:00" }',
            "step 2 (replaces clock) reserve is {'A': '1:00'}; {A = …, B = …} or one value",
        ),
        ('phase = "to_roll"', "proposed = {}", "expect proposed is {}; a list, each a table with"),
        (
            'phase = "to_roll"',
            'told = { fact = "penalty_awarded", points = "two" }',
            "expect told is {'fact': 'penalty_awarded', 'points': 'two'}; a list, each one of "
            "[Facts], or {fact = \"…\", with some of its fields}; points is 'two'; a whole ",
        ),
        ('phase = "to_roll"', 'may = "A flies"', "expect may is 'A flies'"),
        ("[match]", "[match", "not TOML"),
    ],
)
def test_a_file_nobody_can_read_is_named_with_its_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, says: str
) -> None:
    broken = CASE.replace(old, new, 1)
    assert broken != CASE
    code, lines, err = run(capsys, tmp_path, CASE, broken)
    assert (code, lines) == (2, ["PASS S999", "1 passed, 0 failed, 1 can't be read"])
    assert err.startswith(f"kiosk: {tmp_path / 'case1.toml'}: {says}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "means"),
    [
        ('phase = "to_roll"', 'phases = "to_roll"', "phase"),
        ('phase = "to_roll"', 'refused = "not_your_go"', "not_your_turn"),
        ('phase = "to_roll"', 'told = "take"', "taken"),
        ('phase = "to_roll"', 'prompts = "press_the_take"', "press_after_take"),
        ('does = "doubles"', 'does = "doubles"\nshow = 2', None),
        ('"doubles"', '"double"', "doubles"),
        ('"doubles"', '"offers an outcome"', "offers"),
        ('phase = "to_roll"', 'proposed = { kind = "match_loss" }', "match_lost"),
        ('phase = "to_roll"', "rules.clock.delay = 12", "clock.delay_s"),
        ('phase = "to_roll"', 'cites = "§4.3(iiii)"', "§4.3(iii)"),
    ],
)
def test_a_word_nobody_knows_is_told_with_the_nearest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, means: str | None
) -> None:
    code, _, err = run(capsys, tmp_path, CASE.replace(old, new, 1))
    assert code == 2
    assert err.endswith(f"; did you mean {means}?\n") if means else "doubles" in err


def test_a_file_that_is_not_there_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["scenario", str(tmp_path / "S1.toml")]) == 2
    assert capsys.readouterr().err == f"kiosk: {tmp_path / 'S1.toml'}: No such file or directory\n"


def test_a_step_that_makes_no_sense_there_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = CASE.replace('"doubles"', '"rolls"\nvalues = [6, 5]\nwhere = "mixer_half"')
    code, _, err = run(capsys, tmp_path, wrong)
    assert code == 2
    assert "step 1 (rolls): where is 'mixer_half'; there is no baffle box" in err
