"""Language files: whatever is wrong in one is said in English, and told once."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits.language_files import give_texts

from kiosk import cli
from kiosk.catalogue.languages import ENGLISH_TAG, load
from kiosk.catalogue.languages.files import (
    FOLDER,
    FaultKind,
    LanguageFileInvalid,
    Translation,
    english_texts,
    read,
    translations,
)
from kiosk.catalogue.languages.files import WORDS as POT
from kiosk.catalogue.text import ENGLISH, format_text, plural, text

WORDS = """
msgid "Take"
msgstr ""

msgid "Back"
msgstr ""

#, python-brace-format
msgid "{name} rolls {roll}"
msgstr ""

#, python-brace-format
msgid "{name} has {count} point"
msgid_plural "{name} has {count} points"
msgstr[0] ""
msgstr[1] ""
"""
HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"X-Name: Italiano\n"
"X-Reviewed: yes\n"
"X-Every-Text: Yes\n"
"""
TAKE = '\nmsgid "Take"\nmsgstr "Accetto"\n'
BACK = '\nmsgid "Back"\nmsgstr "Indietro"\n'
ROLLS = '\nmsgid "{name} rolls {roll}"\nmsgstr "{roll} per {name}"\n'
POINTS = """
msgid "{name} has {count} point"
msgid_plural "{name} has {count} points"
msgstr[0] "{name} ha un punto"
msgstr[1] "{name} ha {count} punti"
"""
WHOLE = HEADER + TAKE + BACK + ROLLS + POINTS

OLD = '\nmsgid "Old"\nmsgstr "Vecchio"\n'
RUSSIAN = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);"
)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    file = tmp_path / "words.pot"
    file.write_text(WORDS, encoding="utf-8")
    return file


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    folder = tmp_path / "languages"
    folder.mkdir()

    def write(text: str | bytes, name: str = "it.po") -> Path:
        file = folder / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write


def points(language: Translation, count: int) -> str:
    one, many = "{name} has {count} point", "{name} has {count} points"
    return format_text(plural(one, many, count, name="Ann"), language)


def test_one_file_adds_a_language(
    write: Write, words: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = write(WHOLE)
    languages = load(file.parent, words)
    assert list(languages) == [ENGLISH_TAG, "it"]
    assert languages[ENGLISH_TAG] is ENGLISH
    italian = languages["it"]
    assert isinstance(italian, Translation)
    assert (italian.name, italian.reviewed, italian.complete) == ("Italiano", True, True)
    assert (italian.translated, italian.texts, italian.faults) == (4, 4, ())
    assert format_text(text("Take"), italian) == "Accetto"
    assert (
        format_text(text("{name} rolls {roll}", name="Ann", roll="6-5"), italian) == "6-5 per Ann"
    )
    assert [points(italian, count) for count in (0, 1, 2)] == [
        "Ann ha 0 punti",
        "Ann ha un punto",
        "Ann ha 2 punti",
    ]
    assert caplog.messages == []


def test_plurals_are_the_languages_own(write: Write, words: Path) -> None:
    forms = "".join(f'msgstr[{n}] "{{name}} {{count}} {n}"\n' for n in range(3))
    entry = POINTS[: POINTS.index("msgstr")] + forms
    header = HEADER.replace("nplurals=2; plural=(n != 1);", RUSSIAN)
    russian = read(write(header + entry, "ru.po"), english_texts(words))
    assert [points(russian, n)[-1] for n in (1, 2, 5, 11, 21, 22, 112)] == list("0122012")


def test_nothing_is_marked_that_is_not_said_to_be(write: Write, words: Path) -> None:
    language = read(write(TAKE, "pt-BR.po"), english_texts(words))
    assert (language.name, language.reviewed, language.complete) == ("pt-BR", False, False)
    assert format_text(text("Take"), language) == "Accetto"


@pytest.mark.parametrize(
    ("broken", "whole", "message", "why"),
    [
        ('"{rol} per {name}"', ROLLS, "{name} rolls {roll}", "has other places"),
        ('"{roll} per lui"', ROLLS, "{name} rolls {roll}", "has other places"),
        ('"{roll} per {name} {name.x}"', ROLLS, "{name} rolls {roll}", "has a brace"),
        ('"{roll} per {name"', ROLLS, "{name} rolls {roll}", "has a brace"),
        ('"{roll} per {name:>5}"', ROLLS, "{name} rolls {roll}", "has a brace"),
        ('"{roll} per {name} {}"', ROLLS, "{name} rolls {roll}", "has a brace"),
        ('"Accetto {name}"', TAKE, "Take", "has other places"),
        ('"Accetto }"', TAKE, "Take", "has a brace"),
    ],
)
def test_a_broken_entry_is_said_in_english(
    write: Write,
    words: Path,
    broken: str,
    whole: str,
    message: str,
    why: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    good = whole.split("msgstr ")[1].strip()
    file = write(WHOLE.replace(good, broken))
    language = load(file.parent, words)["it"]
    assert format_text(text(message, name="Ann", roll="6-5"), language) == format_text(
        text(message, name="Ann", roll="6-5")
    )
    assert format_text(text("Back"), language) == "Indietro"
    (told,) = caplog.messages
    before = file.read_text().split(f'msgid "{message}"')[0]
    assert f"it.po:{before.count(chr(10)) + 1}: " in told
    assert f"“{message}” {why}" in told
    assert "in English" in told


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Plural-Forms: nplurals=2; plural=(n != 1);", "X: y", "needs the header Plural-Forms"),
        ("plural=(n != 1)", "plural=n", "header Plural-Forms that is right"),
        ("plural=(n != 1)", "plural=n/0", "header Plural-Forms that is right"),
        ("plural=(n != 1)", "plural=exit()", "header Plural-Forms that is right"),
        ("nplurals=2", "nplurals=two", "header Plural-Forms that can be read"),
        ('msgstr[1] "{name} ha {count} punti"\n', "", "needs 2 plural forms"),
        ('msgstr[1] "{name} ha {count} punti"\n', 'msgstr[1] ""\n', "needs 2 plural forms"),
        ("{name} ha {count} punti", "{count} punti", "has other places"),
        ("msgstr[1]", "msgstr[2]", "needs 2 plural forms"),
    ],
)
def test_a_broken_plural_leaves_the_rest(
    write: Write, words: Path, old: str, new: str, why: str
) -> None:
    assert old in WHOLE
    language = read(write(WHOLE.replace(old, new)), english_texts(words))
    assert [points(language, n) for n in (1, 2)] == ["Ann has 1 point", "Ann has 2 points"]
    assert format_text(text("Take"), language) == "Accetto"
    (fault,) = language.faults
    assert why in fault.why


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda whole: whole.replace('"Accetto"', '""'), "is not translated"),
        (lambda whole: whole.replace('\nmsgid "Take"', '\n#, fuzzy\nmsgid "Take"'), "fuzzy"),
        (lambda whole: whole.replace(TAKE, ""), "is not in it"),
    ],
)
def test_what_is_not_translated_is_told_in_one_line(
    write: Write,
    words: Path,
    change: Callable[[str], str],
    why: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    file = write(change(WHOLE).replace(BACK, ""))
    language = load(file.parent, words)["it"]
    assert isinstance(language, Translation)
    assert format_text(text("Take"), language) == "Take"
    assert format_text(text("Back"), language) == "Back"
    assert {fault.message: why in fault.why for fault in language.faults}["Take"]
    assert (language.translated, language.texts) == (2, 4)
    (told,) = caplog.messages
    assert "2 of 4 texts are not translated" in told
    assert f"kiosk languages check {file}" in told


def test_a_language_that_is_not_marked_complete_is_no_cause_for_alarm(
    write: Write, words: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    file = write(WHOLE.replace("Every-Text: Yes", "Every-Text: no").replace(BACK, "") + OLD)
    assert list(load(file.parent, words)) == ["en", "it"]
    assert caplog.messages == []
    caplog.set_level(logging.INFO)
    load(file.parent, words)
    assert len(caplog.messages) == 2


def test_what_is_no_text_any_more_or_stands_twice_is_told(write: Write, words: Path) -> None:
    language = read(write(WHOLE + OLD + TAKE.replace("Accetto", "Prendo")), english_texts(words))
    assert format_text(text("Take"), language) == "Accetto"
    assert [fault.why for fault in language.faults] == [
        "is no text of this version: take it out",
        "stands twice: leave one",
    ]
    assert {fault.kind for fault in language.faults} == {FaultKind.EXTRA}


@pytest.mark.parametrize(
    ("content", "name", "why"),
    [
        (WHOLE.replace("Accetto", "Sì").encode("latin-1"), "it.po", "not in UTF-8"),
        (WHOLE.encode("utf-16"), "it.po", "not in UTF-8"),
        ("[book]\nid = 3\n", "it.po", "no po file"),
        (WHOLE + '\nmsgid "Take\n', "it.po", "no po file"),
        (WHOLE.replace('"Accetto"', '"Accetto'), "it.po", "without a quotation mark"),
        (WHOLE.replace('"Accetto"', '"Acc"tto"'), "it.po", "no po file"),
        ("", "it.po", "no entry"),
        (b"\0" * 40, "it.po", "no po file"),
        (WHOLE, "italian language.po", "name it by its tag"),
    ],
)
def test_a_file_that_is_none_leaves_the_others(
    write: Write,
    words: Path,
    content: str | bytes,
    name: str,
    why: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    write(content, name)
    file = write(WHOLE, "nb.po")
    assert list(load(file.parent, words)) == ["en", "nb"]
    (told,) = caplog.messages
    assert name in told
    assert why in told


def test_a_byte_order_mark_is_no_matter(write: Write, words: Path) -> None:
    assert read(write(b"\xef\xbb\xbf" + WHOLE.encode()), english_texts(words)).faults == ()


def test_a_folder_that_is_not_there_leaves_english(tmp_path: Path) -> None:
    assert list(load(tmp_path / "nowhere")) == [ENGLISH_TAG]
    with pytest.raises(LanguageFileInvalid, match="is not there"):
        read(tmp_path / "xx.po")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(cuts=st.lists(st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 9), st.text(max_size=4))))
def test_however_a_file_is_torn_every_text_is_said(
    tmp_path: Path, cuts: list[tuple[int, int, str]]
) -> None:
    words, file, content = tmp_path / "words.pot", tmp_path / "it.po", WHOLE
    words.write_text(WORDS, encoding="utf-8")
    for at, out, put in cuts:
        content = content[:at] + put + content[at + out :]
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    logging.disable()
    try:
        language = load(tmp_path, words).get("it", ENGLISH)
    finally:
        logging.disable(logging.NOTSET)
    rolls = format_text(text("{name} rolls {roll}", name="Ann", roll="6-5"), language)
    assert "Ann" in rolls
    assert "6-5" in rolls
    for count in (0, 1, 2, 5):
        points = plural("{name} has {count} point", "{name} has {count} points", count, name="Ann")
        assert "Ann" in format_text(points, language)


@pytest.mark.parametrize(
    ("reviewed", "by", "complete"),
    [("yes", "Kari Nordmann", True), ("yes", "", True), ("no", "", False), ("no", "Kari", False)],
)
def test_what_no_native_speaker_has_read_is_not_complete(
    write: Write, words: Path, reviewed: str, by: str, complete: bool
) -> None:
    """It should have every text all the same: what it lacks is a warning."""
    head = HEADER.replace("X-Reviewed: yes", f"X-Reviewed: {reviewed}").replace(
        '"X-Every-Text: Yes', f'"X-Reviewed-By: {by}\\n"\n"X-Every-Text: Yes'
    )
    language = read(write(head + TAKE), english_texts(words))
    assert (language.complete, language.every_text) == (complete, True)
    assert language.reviewed_by == by


# --- what `make regenerate` writes ----------------------------------------------------------------


def test_a_file_gets_every_new_text_empty_and_loses_what_is_none(write: Write, words: Path) -> None:
    file = write(HEADER + TAKE + OLD + ROLLS + POINTS)
    before = read(file, english_texts(words))
    give_texts([file], words)
    language = read(file, english_texts(words))
    assert [(each.message, each.why) for each in language.faults] == [("Back", "is not translated")]
    assert language.name == "Italiano"
    for there in (text("Take"), text("{name} rolls {roll}", name="Ann", roll="6-5")):
        assert format_text(there, language) == format_text(there, before)
    assert [points(language, count) for count in (1, 2)] == ["Ann ha un punto", "Ann ha 2 punti"]
    assert format_text(text("Back"), language) == "Back"


def test_a_file_with_every_text_is_left_as_it_is(write: Write, words: Path) -> None:
    file = write(WHOLE)
    give_texts([file], words)
    once = file.read_bytes()
    give_texts([file], words)
    assert file.read_bytes() == once
    assert read(file, english_texts(words)).faults == ()


# --- the command ---------------------------------------------------------------------------------


def test_the_languages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["languages"]) == cli.DONE
    english, *others = capsys.readouterr().out.splitlines()
    assert english.split() == ["en", "English"]
    assert [line.split()[0] for line in others] == [file.stem for file in translations()]
    assert all(" texts, " in line and "reviewed" in line for line in others)


def test_who_has_read_a_file_is_named(
    write: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = WHOLE.replace("X-Reviewed: yes", 'X-Reviewed: yes\\n"\n"X-Reviewed-By: Ada Rossi')
    files = [write(named), write(WHOLE.replace("X-Reviewed: yes", "X-Reviewed: no"), "nb.po")]
    monkeypatch.setattr("kiosk.catalogue.languages.command.translations", lambda: files)
    assert cli.main(["languages"]) == cli.DONE
    _english, read_one, unread = capsys.readouterr().out.splitlines()
    assert read_one.endswith("texts, reviewed by Ada Rossi, complete")
    assert unread.endswith("texts, not yet reviewed by a native speaker")


def test_check_names_every_fault(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(HEADER + '\nmsgid "Take"\nmsgstr "Accetto {"\n')
    assert cli.main(["languages", "check", str(file)]) == cli.BROKEN
    told = capsys.readouterr().out.splitlines()
    assert f"{file}:10: “Take” has a brace too many or too few" in told[0]
    assert len(told) == read(file).texts
    assert all(line.startswith(str(file)) for line in told)


def test_check_says_so_of_a_whole_file(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(HEADER)
    whole = polib.pofile(str(file))
    for entry in polib.pofile(str(POT)):
        if entry.msgid_plural:
            entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
        else:
            entry.msgstr = entry.msgid
        whole.append(entry)
    whole.save()
    assert cli.main(["languages", "check", str(file)]) == cli.DONE
    assert capsys.readouterr().out == f"OK {file}: Italiano, {len(whole)} texts\n"


def test_check_of_no_file_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["languages", "check", str(tmp_path / "xx.po")]) == cli.WRONG
    assert capsys.readouterr().err == f"kiosk: {tmp_path / 'xx.po'} is not there\n"


# --- the files there are -------------------------------------------------------------------------


@pytest.mark.parametrize("file", translations(), ids=lambda file: file.stem)
def test_every_file_of_ours_has_no_mistake(file: Path) -> None:
    """A text that is not translated yet is said in English, and only `make release-check` fails."""
    language = read(file)
    assert [fault for fault in language.faults if fault.kind is FaultKind.MISTAKE] == []
    assert language.name != file.stem


def test_a_language_has_the_words_of_the_cube() -> None:
    languages = load(FOLDER)
    said = {
        tag: [format_text(text(word), languages[tag]) for word in ("Double", "Take", "Pass")]
        for tag in ("it", "nb")
    }
    assert said == {
        "it": ["Raddoppio", "Accetto", "Passo"],
        "nb": ["Dobling", "Aksept", "Dropp"],
    }


VERBAL_NOUNS = (
    "ダブル|パス|テイク|承諾|拒否|同意|主張|宣言|希望|停止|復帰|指摘|確認|導入|設定|報告|記録|訂正|撤回|"
    "到着|続行|再開|終了|開始|指示|掲示|処理|許可|確定|指名|却下|承認|維持|中断|棄権|取り消し|再起動|変更|抽選|加算"
)
"""Nouns that する makes a verb of: behind an object or a subject it may not be left out."""


@pytest.mark.parametrize(
    ("tag", "strange"),
    [
        ("de", r"\w+en Sie\b|\bIhnen\b|\bIhre?[nmrs]? (?!seid|dürft)"),
        ("ja", r"卓(?!上)(?<!\{count\}卓)|ボード(?<!スコアボード)|(?<=[ぁ-ヿ一-鿿])[:(]|ターン"),
        ("ja", rf"(?<=[をにが])({VERBAL_NOUNS})(?=[。：（、]|$)"),
    ],
    ids=["de", "ja", "ja, verbs whole"],
)
def test_a_language_speaks_in_one_way(tag: str, strange: str) -> None:
    """German says du; Japanese has one word for a table and one for a board, and whole verbs."""
    entries = polib.pofile(str(FOLDER / f"{tag}.po"))
    said = [words for each in entries for words in (each.msgstr, *each.msgstr_plural.values())]
    assert len(said) > 2000
    assert [words for words in said if re.search(strange, words)] == []
