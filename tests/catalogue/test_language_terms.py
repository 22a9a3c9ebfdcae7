"""The table of terms: one thing has one word in a language, and no text has another."""

import re
from pathlib import Path

import polib
import pytest

from kiosk import cli
from kiosk.catalogue.languages.files import FOLDER, WORDS, read, translations
from kiosk.catalogue.languages.terms import Misuse, find_misused, read_terms

TAGS = {file.stem for file in translations()} | {"en"}
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'

OTHER_WORDS = [
    ("nb", "Cube is mine", "Terningen er min", "cube"),
    ("nb", "Score, cube", "Score, terning", "cube"),
    ("nb", "Score or cube differs", "Ulik score eller dobling", "cube"),
    ("nb", "Pass", "Drop", "pass"),
    ("nb", "Yes, I take", "Ja, jeg aksepterer", "take"),
    ("nb", "Take the delay", "Ta delayen", "delay"),
    ("nb", "Start the delay again", "Start delay på nytt", "delay"),
    ("nb", "a press of the clock", "et trykk på klokken", "clock"),
    ("nb", "Opponent turned it wrong", "Motparten snudde den feil", "opponent"),
    ("nb", "a match to {length}", "en match til {length}", "match"),
    ("nb", "Rules of this event", "Reglene for dette stevnet", "event"),
    ("nb", "Live scores", "Stillingen nå", "score"),
    ("nb", "ruling", "kjennelse", "ruling"),
    ("nb", "The Chairman is told", "Lederen får beskjed", "chairman"),
    ("da", "Cube is in the middle", "Terningen er i midten", "cube"),
    ("da", "Matches won by the loser", "Taberens vundne matcher", "match"),
    ("de", "Disputes and rulings", "Streitfragen und Entscheidungen", "dispute"),
    ("fr", "Opponent turned it wrong", "L'autre a mal tourné", "opponent"),
    ("it", "a die is cocked", "un dado non è in bolla", "cocked"),
    ("it", "the other side owns the cube", "il cubo è dell'altra parte", "opponent"),
    ("it", "Opponent turned it wrong", "L'altro l'ha girato male", "opponent"),
    ("it", "Why: {why}", "Perché: {why}", "reason"),
    ("it", "{by} starts play again, because {why}.", "{by} riprende, perché {why}.", "reason"),
    ("it", "Your next match", "La tua prossima partita", "match"),
    ("it", "Game {number} begins.", "Inizia l'incontro {number}.", "game"),
    ("it", "A dispute", "Una disputa", "dispute"),
    ("it", "Say the score aloud", "Di' il punteggio a voce", "aloud"),
    ("ja", "A dispute", "紛争", "dispute"),
    ("ja", "Rule book", "規則集", "rulebook"),
    ("ja", "Your clock", "時計", "clock"),
    ("ja", "Next: Crawford", "次はCrawford", "crawford"),
    ("ja", "lifting the dice ends the turn", "ダイスを上げるとターンが終わる", "turn"),
]
"""What files of ours had once, or would be as wrong; by hand, not from the table."""


def misused(folder: Path, tag: str, message: str, words: str) -> list[Misuse]:
    file = folder / f"{tag}.po"
    file.write_text(f'{HEADER}\nmsgid "{message}"\nmsgstr "{words}"\n', encoding="utf-8")
    return [*find_misused(file, tag)]


@pytest.mark.parametrize("file", translations(), ids=lambda file: file.stem)
def test_no_text_of_ours_has_another_word_for_a_term(file: Path) -> None:
    assert [(each.message, each.why) for each in find_misused(file, file.stem)] == []


def test_no_english_text_has_one(tmp_path: Path) -> None:
    """English is what the others are made of: it is held against the table as they are."""
    english = polib.pofile(str(WORDS))
    for entry in english:
        entry.msgstr = "" if entry.msgid_plural else entry.msgid
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural} if entry.msgid_plural else {}
    english.save(str(tmp_path / "en.po"))
    assert [*find_misused(tmp_path / "en.po", "en")] == []


@pytest.mark.parametrize(("tag", "message", "words", "term"), OTHER_WORDS)
def test_another_word_is_found(
    tmp_path: Path, tag: str, message: str, words: str, term: str
) -> None:
    found = misused(tmp_path, tag, message, words)
    assert term in {each.term for each in found}


def test_english_that_says_for_sure_is_found(tmp_path: Path) -> None:
    (found,) = misused(tmp_path, "en", "Single, for sure", "Single, for sure")
    assert found.right == "certain"


@pytest.mark.parametrize(
    ("tag", "message", "words"),
    [
        ("nb", "the dice", "terningene"),
        ("nb", "winner of {match}", "vinneren av {match}"),
        ("nb", "equal opening dice do not double the cube", "like åpningsterninger dobler ikke"),
        ("it", "the game", "la partita"),
        ("it", "a voice that says what to do", "una voce che dice che cosa fare"),
    ],
)
def test_a_word_that_is_right_where_it_stands_is_left(
    tmp_path: Path, tag: str, message: str, words: str
) -> None:
    assert misused(tmp_path, tag, message, words) == []


def test_each_form_of_a_plural_is_held_against_it(tmp_path: Path) -> None:
    file = tmp_path / "nb.po"
    entry = 'msgid "{count} match"\nmsgid_plural "{count} matches"\n'
    entry += 'msgstr[0] "{count} kamp"\nmsgstr[1] "{count} matcher"\n'
    file.write_text(f"{HEADER}\n{entry}", encoding="utf-8")
    (found,) = find_misused(file, "nb")
    assert (found.message, found.wrong, found.right) == ("{count} match", "match", "kamp")


def test_every_term_has_a_word_in_every_language_there_is() -> None:
    terms = read_terms()
    assert {"cube", "die", "match", "game", "pass", "delay", "dispute"} <= {
        term.name for term in terms
    }
    assert len(TAGS) > 6
    for term in terms:
        assert set(term.use) == TAGS, term.name
        assert all(words.strip() for words in term.use.values()), term.name
        assert set(term.never) <= TAGS, term.name


@pytest.mark.parametrize("file", translations(), ids=lambda file: file.stem)
def test_the_word_of_a_term_is_one_that_its_texts_have(file: Path) -> None:
    """A table that nobody follows helps no translator."""
    entries = polib.pofile(str(file))
    for term in read_terms():
        word = term.use[file.stem].split(",")[0].lower()
        said = [
            words.lower()
            for entry in entries
            if term.concerns(entry.msgid)
            for words in (entry.msgstr, *entry.msgstr_plural.values())
        ]
        assert any(word in words for words in said), (term.name, word)


def test_check_names_each_and_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = (FOLDER / "nb.po").read_text("utf-8")
    file = tmp_path / "nb.po"
    file.write_text(ours.replace('"Kuben er min"', '"Terningen er min"'), encoding="utf-8")
    assert cli.main(["languages", "check", str(file)]) == cli.BROKEN
    (told,) = (line for line in capsys.readouterr().out.splitlines() if " has “" in line)
    assert re.search(r"nb\.po:\d+: “Cube is mine” has “Terning”: ", told)
    assert "“dobleterning" in told


@pytest.mark.parametrize("file", translations(), ids=lambda file: file.stem)
def test_a_file_without_a_reader_is_not_called_complete(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who has read a file as a native speaker is named in it, or it is not complete."""
    language = read(file)
    assert language.reviewed == bool(language.reviewed_by)
    assert language.complete <= language.reviewed
    cli.main(["languages"])
    lines = capsys.readouterr().out.splitlines()
    (line,) = (each for each in lines if each.startswith(file.stem))
    assert ("complete" in line) == language.complete
    assert ("not yet reviewed by a native speaker" in line) == (not language.reviewed)
