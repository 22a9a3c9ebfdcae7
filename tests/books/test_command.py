"""`kiosk rulebook`: what it prints, and how it ends."""

import re
from pathlib import Path

import pytest
from kits.tracked_files import tracked_files

from kiosk import cli
from kiosk.books import load
from kiosk.books.format_loader import FORMATS
from kiosk.books.profile_loader import SHIPPED
from kiosk.rules.rulebook import KEYS, RuleBook, ValueShape

BASES = ("italian-international", "london-club", "norway")


@pytest.fixture(autouse=True)
def no_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIOSK_RULEBOOKS", raising=False)


def said(capsys: pytest.CaptureFixture[str], *line: str) -> list[str]:
    assert cli.main(["rulebook", *line]) == cli.DONE
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> list[str]:
    assert cli.main(["rulebook", *line]) == cli.WRONG
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


# --- show --------------------------------------------------------------------------------------


def test_show_tells_every_value_with_its_meaning_and_section(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, "show", "norway+unified-2001")
    assert lines[0] == "norway+unified-2001: Norwegian federation tournament rules with Unified" + (
        " clock rules of 2001"
    )
    book = load("norway+unified-2001")
    section = ""
    told: dict[str, tuple[str, str]] = {}
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
        elif entry := re.match(r"(\w+) = (.*)", line):
            told[f"{section}.{entry[1]}"] = (entry[2], after.strip())
    heads = [at for at, line in enumerate(lines) if line.startswith("[")]
    assert {lines[at - 1] for at in heads} == {""}, "an empty line before each section"
    assert list(told) == [key.where for key in KEYS]
    for key in KEYS:
        value, meaning = told[key.where]
        assert meaning.startswith(key.doc)
        source = book.source(key.where)
        assert (source.cite in value) if source else (value == "not used")
        if key.shape is ValueShape.CHOICE and source:
            assert meaning == f"{key.doc}: {book.value(key.where).doc}"
    assert told["clock.system"][0] == "plain   (unified-2001 §2.1)"
    assert told["expiry.top_up"][0] == "add   (unified-2001 §5.1, see D2-3)"
    assert told["clock.same_hand"][0] == "yes   (unified-2001 §3.4)"
    assert told["cube.jacoby"][0] == "no   (norway §4.4(viii))"
    assert told["offer.no_contact"][0] == "no   (unified-2001 §3.6)"
    assert told["equipment.board_max_cm"][0] == "[66, 88]   (norway §3.1)"
    assert told["appeal.members"][0] == "[3, 5]   (norway §1.3(ii))"
    assert told["offer.unrefusable"][0] == "[maximum]   (unified-2001 §3.6)"
    assert told["roll.left_permission_ends"][1] == (
        "what ends the permission to roll left: the game ends; the roller rolls on the right half "
        "again; the opponent takes it back"
    )


@pytest.mark.parametrize("profile", [*BASES, "london-club+michigan-2002"])
def test_show_lists_what_the_director_confirms(
    profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "show", profile)
    confirm = load(profile).to_confirm()
    start = lines.index(f"Director confirms ({len(confirm)}):") + 1
    listed = lines[start : start + len(confirm)]
    assert sorted(line.split(" = ")[0].strip() for line in listed) == sorted(
        source.key for source in confirm
    )
    for source in confirm:
        (line,) = (line for line in listed if line.startswith(f"    {source.key} = "))
        assert source.cite in line
        assert (f"see {source.defect})" in line) is (source.defect is not None)


def test_show_lists_what_the_event_must_set(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "show", "norway+michigan-2002")
    assert lines[-2:] == [
        "The event must set (1), before a clock is armed:",
        "    clock.timetable_min: minutes for each side: row RA, column RB, the points each still "
        "needs, from 1; as many rows as columns, the same mirrored, never falling, of whole "
        "numbers from 1 to 999   (michigan-2002 §4.1, see D4-1)",
    ]
    assert said(capsys, "show", "norway")[-3] == (
        "For pairs and other unusual matches it must set (2):"
    )
    assert "must set" not in "".join(said(capsys, "show", "london-club+unified-2001"))


def test_show_as_makes_the_file_of_a_new_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "copy.toml"
    for profile in (*BASES, "norway+unified-2001", "london-club+michigan-2002"):
        file.write_text("\n".join(said(capsys, "show", profile, "--as", "copy")), encoding="utf-8")
        copy, book = load("copy", None, [tmp_path]), load(profile)
        for key in KEYS:
            assert copy.value(key.where) == book.value(key.where)
        assert [source.key for source in copy.to_confirm()] == [
            source.key for source in book.to_confirm()
        ]
        assert copy.cite("cube.crawford") == f"copy {book.cite('cube.crawford')}"


# --- diff --------------------------------------------------------------------------------------


def conflicts(lines: list[str]) -> dict[str, tuple[str, str]]:
    """Both books' lines, by key."""
    section, told = "", {}
    for line, one, other in zip(lines, lines[1:], lines[2:], strict=False):
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
        elif key := re.match(r"(\w+): ", line):
            told[f"{section}.{key[1]}"] = (one.strip(), other.strip())
    return told


def differing(one: RuleBook, other: RuleBook) -> set[str]:
    return {
        key.where
        for key in KEYS
        if one.value(key.where) != other.value(key.where)
        or key.matters(one.value) != key.matters(other.value)
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("italian-international", "london-club"),
        ("italian-international", "norway"),
        ("london-club", "norway"),
        ("norway", "norway+unified-2001"),
        ("london-club+unified-2001", "italian-international+michigan-2002"),
    ],
)
def test_diff_tells_every_conflict_with_both_sections_and_no_more(
    one: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "diff", one, other)
    told, books = conflicts(lines), (load(one), load(other))
    must = {key.where for key in KEYS if books[0].value(key.where) != books[1].value(key.where)}
    assert must <= set(told) <= differing(*books)
    for where, sides in told.items():
        for book, line in zip(books, sides, strict=True):
            source = book.source(where)
            assert line.startswith(f"{book.profile}: ")
            assert (source.cite in line) if source else line.endswith(": not used")
    assert lines[-1].startswith(f"{one} and {other} differ in {len(told)} of {len(KEYS)} values; ")


def test_diff_speaks_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "diff", "norway", "italian-international")
    told = conflicts(lines)
    assert told["roll.left"] == (
        "norway: the roller may roll left while the opponent permits it   (norway §4.1(iv)(a))",
        "italian-international: a roll on the left half never counts   "
        "(italian-international L95, L96)",
    )
    assert told["clock.delay_s"] == (
        "norway: 12   (norway §3.5(v))",
        "italian-international: left to the event   (italian-international L127)",
    )
    assert told["roll.left_permission_ends"] == (
        "norway: the game ends; the roller rolls on the right half again; the opponent takes it "
        "back   (norway §4.1(iv)(a))",
        "italian-international: not used",
    )
    assert told["clock.same_hand"][1].startswith("italian-international: no   (convention: ")
    assert "cube.jacoby" not in told
    printed = re.search(r"; in (\d+) both have it in print\.$", lines[-1])
    assert printed
    both = [
        w for w, sides in told.items() if all("(" in s and "convention" not in s for s in sides)
    ]
    assert int(printed[1]) == len(both) < len(told)


def test_diff_of_a_profile_with_itself_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "diff", "norway", "norway") == [
        f"norway and norway differ in 0 of {len(KEYS)} values; in 0 both have it in print."
    ]


# --- check -------------------------------------------------------------------------------------


def test_check_answers_ok_with_what_is_in_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    file = SHIPPED / "michigan-2002.toml"
    assert said(capsys, "check", str(file)) == [
        f"OK {file}: overlay michigan-2002, 47 values, 5 for the director to confirm, 1 left to "
        "the event"
    ]
    for shipped in tracked_files("config/rulebooks/*.toml"):
        assert said(capsys, "check", str(shipped))[0].startswith(f"OK {shipped}: ")


def test_check_tells_every_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (SHIPPED / "norway.toml").read_text(encoding="utf-8")
    for good, bad in (
        ('delay_s = { value = 12, source = "§3.5(v)" }', 'delay_s = { value = 1200, source = "" }'),
        ('system = { value = "simple_delay"', 'system = { value = "hourglass"'),
        ("[series]", "[sires]"),
    ):
        assert good in text
        text = text.replace(good, bad)
    file = tmp_path / "norway.toml"
    file.write_text(text, encoding="utf-8")
    lines = refused(capsys, "check", str(file))
    assert len(lines) == 4
    for line, part in zip(
        lines,
        (
            "unknown section 'sires'; one of clock, second_control, ",
            "clock.system is 'hourglass'; one of none, plain, simple_delay, ",
            "clock.delay_s has no source; name the section it stands in",
            "clock.delay_s is 1200; a whole number from 0 to 600",
        ),
        strict=True,
    ):
        assert line.startswith(f"kiosk: {file}: {part}")


def test_check_knows_a_format_from_a_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = FORMATS / "last-chance.toml"
    assert said(capsys, "check", str(file)) == [
        f"OK {file}: format last-chance, brackets: main, consolation, last-chance, 25 values for "
        "the director to confirm"
    ]
    wrong = tmp_path / "last-chance.toml"
    wrong.write_text(file.read_text("utf-8").replace("best_of", "best"), "utf-8")
    lines = refused(capsys, "check", str(wrong))
    assert lines[0].startswith(f"kiosk: {wrong}: round 1: unknown key round.best; ")
    assert len(lines) == 4


def test_check_of_no_book_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "check", str(tmp_path / "x.toml")) == [
        f"kiosk: {tmp_path / 'x.toml'} can't be read: No such file or directory; name another file"
    ]


# --- keys ---------------------------------------------------------------------------------------


def test_keys_tells_every_key_and_every_choice(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "keys")
    for key in KEYS:
        mark = " · overlay" if key.overlay else ""
        assert f"**`{key.where}`**{mark} · {key.doc}." in lines
        for choice in key.choices or ():
            assert f"- `{choice.value}`: {choice.doc}" in lines
    assert "Only where `appeal.allowed` is `true`; may be left to the event." in lines


# --- wrong use ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", [(), ("show",), ("diff", "norway"), ("check",), ("dance",), ("keys", "norway")]
)
def test_a_line_that_makes_no_sense_is_one_line_and_code_2(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    (said_,) = refused(capsys, *line)
    assert said_.startswith("kiosk: ")
    assert said_.endswith("--help")


@pytest.mark.parametrize(
    "line",
    [
        ("show", "atlantis"),
        ("show", "unified-2001"),
        ("diff", "norway", "atlantis"),
        ("show", "norway+unified-2001+michigan-2002"),
    ],
)
def test_a_profile_that_is_none_is_one_line_and_code_2(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(refused(capsys, *line)) == 1
