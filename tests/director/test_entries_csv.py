"""Lists of players as spreadsheets write them: read whole, or every fault with its line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.catalogue.text import format_text
from kiosk.director.event.entrants import NewEntry, NewPlayer
from kiosk.director.event.entries_csv import MOST_FAULTS, EntryList, read_entries
from kiosk.director.event.list_rows import LONGEST_LIST
from kiosk.director.event.lists import EntryLine, to_csv
from kiosk.director.text_input import find_odd_letter, normalize_text
from kiosk.tournament.entries import MOST_ENTRIES
from kiosk.tournament.setting_up import LONGEST_NAME

KARI = NewPlayer("Kari Nordmann", "NOR-12", 1500.5, "nb", "Oslo")
PAR = NewPlayer("Pär Ö", "13")


def entries(content: bytes, code_page: str = "") -> list[NewEntry]:
    listed = read_entries(content, code_page)
    assert listed.faults == []
    return [each.entry for each in listed.lines]


def faults(content: bytes) -> list[tuple[int, str, str]]:
    listed = read_entries(content)
    return [(each.line, each.field, format_text(each.words)) for each in listed.faults]


def singles(*players: NewPlayer) -> list[NewEntry]:
    return [NewEntry((each,)) for each in players]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_any_columns_marks_line_ends_and_encodings(mark: str, end: str, encoding: str) -> None:
    rows = [
        ("Klubb", "rating", "Federation-Number", "Språk", "NAME"),
        ("Oslo", '"1500,5"', "NOR-12", "nb", " Kari  Nordmann "),
        ("", "", "", "", ""),
        ("", "", "13", "", "Pär Ö"),
    ]
    content = "".join(mark.join(row) + end for row in rows).encode(encoding)
    assert entries(content, encoding if encoding == "cp1252" else "") == singles(KARI, PAR)


@pytest.mark.parametrize(
    ("code_page", "name"),
    [
        ("cp1252", "Zoë Ångström"),
        ("cp1250", "Łukasz Żak"),
        ("cp1254", "İpek Şengül"),
        ("cp1253", "Νίκος Παππάς"),
        ("cp1257", "Žydrūnas Šimkus"),
        ("cp1251", "Иван Петров"),
        ("cp1258", "Nguyê\u0303n An"),
        ("cp852", "Řehoř Čížek"),
        ("cp850", "Jörg Müßig"),
        ("mac_roman", "Noël Lefèvre"),
        ("cp932", "山田太郎"),
    ],
)
def test_a_code_page_is_chosen_by_who_reads_the_names_and_never_guessed(
    code_page: str, name: str
) -> None:
    content = b"Name;Elo\n" + name.encode(code_page) + b";1500\n"
    listed = read_entries(content)
    assert (listed.lines, [each.line for each in listed.faults]) == ([], [0])
    assert (name,) in [each.names for each in listed.code_pages]
    (entry,) = entries(content, code_page)
    assert entry.title == unicodedata.normalize("NFC", name)


def test_what_reads_alike_in_two_code_pages_is_offered_once() -> None:
    likely = read_entries("Name\nJörg Müßig\n".encode("cp1252")).code_pages
    assert [each.names for each in likely].count(("Jörg Müßig",)) == 1


def test_letters_of_two_scripts_in_a_word_are_not_offered() -> None:
    likely = read_entries("Name\nΝίκος Παππάς\nΆννα Δημητρίου\n".encode("cp1253")).code_pages
    assert [each.names for each in likely] == [("Νίκος Παππάς", "Άννα Δημητρίου")]


def test_the_big_endian_mark_is_read_too() -> None:
    assert entries(b"\xfe\xff" + "name\nPär Ö".encode("utf-16-be")) == singles(NewPlayer("Pär Ö"))


@pytest.mark.parametrize(
    ("head", "row", "player"),
    [
        ("name,no", "A,1", NewPlayer("A", "1")),
        ("Full name,Licence", "A,1", NewPlayer("A", "1")),
        ("player 1,number 1", "A,1", NewPlayer("A", "1")),
        ("spiller,medlemsnummer", "A,1", NewPlayer("A", "1")),
        ("Nom,Équipe,Classement", "A,C,7", NewPlayer("A", rating=7, team="C")),
        ("Nome,Esperienza", "A,400", NewPlayer("A", experience=400)),
        ("氏名,経験値", "A,0", NewPlayer("A", experience=0)),
        ("Nome,Lingua", "A,it", NewPlayer("A", language="it")),
        ("名前,番号", "A,1", NewPlayer("A", "1")),
        ("Name,Elo,Mannschaft", "A,0,C", NewPlayer("A", rating=0, team="C")),
    ],
)
def test_common_heads(head: str, row: str, player: NewPlayer) -> None:
    assert entries(f"{head}\n{row}\n".encode()) == singles(player)


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        ("First name,Last name", "Ada,Berg", "Ada Berg"),
        ("Surname,Given name", "Berg,Ada", "Ada Berg"),
        ("Fornavn,Efternavn", "Ada,Berg", "Ada Berg"),
        ("Etternavn,Fornavn", "Berg,Ada", "Ada Berg"),
        ("Förnamn,Efternamn", "Ada,Berg", "Ada Berg"),
        ("Vorname,Nachname", "Ada,Berg", "Ada Berg"),
        ("Name,Vorname", "Berg,Ada", "Ada Berg"),
        ("Nome,Cognome", "Ada,Berg", "Ada Berg"),
        ("Nom,Prénom", "Berg,Ada", "Ada Berg"),
        ("Nombre,Apellidos", "Ada,Berg", "Ada Berg"),
        ("Voornaam,Achternaam", "Ada,Berg", "Ada Berg"),
        ("Nome,Sobrenome", "Ada,Berg", "Ada Berg"),
        ("Etunimi,Sukunimi", "Ada,Berg", "Ada Berg"),
        ("Imię,Nazwisko", "Ada,Berg", "Ada Berg"),
        ("Ad,Soyad", "Ada,Berg", "Ada Berg"),
        ("Όνομα,Επώνυμο", "Ada,Berg", "Ada Berg"),
        ("Имя,Фамилия", "Ada,Berg", "Ada Berg"),
        ("姓,名", "山田,太郎", "山田 太郎"),
        ("Last name,Rating", "Berg,1500", "Berg"),
        ("Name,First name,Last name", "A. Berg,Ada,Berg", "A. Berg"),
    ],
)
def test_first_and_last_name_in_columns_of_their_own_are_one_name(
    head: str, row: str, name: str
) -> None:
    (entry,) = entries(f"Timestamp,{head}\n10:00,{row}\n".encode())
    assert entry.title == name


def test_two_of_one_given_name_are_two_people() -> None:
    read = entries(b"Nome;Cognome\nAda;Berg\nAda;Lind\n")
    assert [each.title for each in read] == ["Ada Berg", "Ada Lind"]


@pytest.mark.parametrize(
    "above",
    ["sep=;\r\n", "Autumn Cup entries;;\n", "Autumn Cup, 3 May\n\n;;\n", "Cup\nOslo;2027;\n"],
)
def test_what_stands_above_the_heads_is_passed_over(above: str) -> None:
    listed = read_entries(f"{above}Name;Rating;Club\nAda Berg;1500;North\n;1;\n".encode())
    assert [each.entry.players[0].team for each in listed.lines] == ["North"]
    (fault,) = listed.faults
    assert fault.line == above.count("\n") + 3


@pytest.mark.parametrize(
    ("written", "rating"),
    [
        ("-", None),
        ("–", None),
        ("n/a", None),
        ("Unrated", None),
        ("1.543,5", 1543.5),
        ("1 601", 1601.0),
        ("1\u00a0601,5", 1601.5),
        ("1'601", 1601.0),
        ("1.543", 1.543),
        ("1543.5", 1543.5),
    ],
)
def test_ratings_as_people_write_them(written: str, rating: float | None) -> None:
    (entry,) = entries(f"Name;Rating\nAda;{written}\n".encode())
    assert entry.players[0].rating == rating


def test_pairs() -> None:
    pair = (NewPlayer("A", "1", 5.0), NewPlayer("B", "2", 6.0))
    head = "player1,rating1,number1,Player 2,Rating 2,Number-2"
    assert entries(f"{head}\nA,5,1,B,6,2\n".encode()) == [NewEntry(pair)]
    named = entries(b"name,player_1,player_2\nThe Aces,A,B\n")
    assert [each.title for each in named] == ["The Aces"]
    assert NewEntry(pair).title == "A / B"


def test_columns_that_an_event_has_no_use_for_are_named() -> None:
    listed = read_entries(b"Email,name,,Paid\nx@y,A,,yes\n")
    assert listed.passed_over == ("Email", "Paid")
    assert [each.entry for each in listed.lines] == singles(NewPlayer("A"))


def test_names_are_composed() -> None:
    (entry,) = entries("name\nPa\u0308r\n".encode())
    assert entry.players[0].name == "Pär"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", (1, "", "the list is empty")),
        (b"\n\n", (1, "", "the list is empty")),
        (b"name\n\n", (1, "", "no players below")),
        (b"number\n1\n", (1, "name", "unknown column")),
        (b"name,player 2\nA,B\n", (1, "player1", "unknown column")),
        (b"name,Navn\nA,B\n", (1, "name", "two columns have this name")),
        (b"name,rating\nA,1500\n,1400\n", (3, "player1", "the name is empty")),
        (b"player1,player2\nA,\n", (2, "player2", "the name is empty")),
        (b"name,rating\n\n\nA,1x\n", (4, "rating1", "a rating is a number from 0 to 10000")),
        (b"name,rating\nA,-1\n", (2, "rating1", "a rating is a number")),
        (b"name,rating\nA,nan\n", (2, "rating1", "a rating is a number")),
        (b"name,rating\nA,1e3\n", (2, "rating1", "a rating is a number")),
        (b"name,rating\nA,10001\n", (2, "rating1", "a rating is a number")),
        (b"name,exp\nA,1000001\n", (2, "experience1", "experience is a whole number")),
        (b"name,exp\nA,-1\n", (2, "experience1", "experience is a whole number from 0 to")),
        (b"name,Experience 1\nA,2.5\n", (2, "experience1", "experience is a whole number")),
        (b"name,number\nA,<1>\n", (2, "number1", "a number has letters, digits")),
        (b"name,language\nA,Danish language\n", (2, "language1", "a language is a short tag")),
        (b"name,team\nA," + b"x" * 101, (2, "team1", "longer than 100")),
        (b"name\n" + b"x" * 101, (2, "player1", "longer than 100")),
        (b"player1,player2\n" + b"x" * 60 + b"," + b"y" * 60, (2, "name", "longer than 100")),
        (b"name\nA,B\n", (2, "", "more fields than the header row")),
        (b"name\nA\nB\nC\na \n", (5, "player1", "already in line 2")),
        (b"name,number\nA,7\nB,7\n", (3, "number1", "already in line 2")),
        (b"player1,player2\nA,B\nC,a\n", (3, "player2", "already in line 2")),
        (b"player1,player2\nA,a\n", (2, "player2", "already in line 2")),
        (b"player1,player2,number1,number2\nA,B,7,7\n", (2, "number2", "already in line 2")),
        (b"name\nA\0B\n", (2, "player1", "U+0000 is an invisible character")),
        (b"name\nA\x07\n", (2, "player1", "U+0007 is an invisible character")),
        ("name\nA\u202eB\n".encode(), (2, "player1", "U+202E is an invisible character")),
        ("name\nA\u200bB\n".encode(), (2, "player1", "U+200B is an invisible character")),
        ("name\nA\u2028B\n".encode(), (2, "player1", "U+2028 is an invisible character")),
        (b'name\n"A\nB"\nC\n', (2, "player1", "U+000A is an invisible character")),
        (b'name,notes\nA,"x\ny"\n,z\n', (4, "player1", "the name is empty")),
        (b'name\nA\n"B\nC', (3, "", "a quotation mark is not closed")),
        (b'name\n"A"B\n', (2, "", "a quotation mark is not closed")),
        (b'name\n"' + b"x" * 200_000 + b'"\n', (2, "", "a quotation mark is not closed")),
        (b"\xff\xfen", (0, "", "this is not text")),
        (b"name\nA\x81\x01\n", (0, "", "this is not text")),
        ("name\nPär\n".encode("cp1252"), (0, "", "choose how the names read right")),
        (b" " * (LONGEST_LIST + 1), (0, "", f"more than {LONGEST_LIST} bytes")),
    ],
)
def test_each_fault_is_told_with_its_line_and_field(
    content: bytes, found: tuple[int, str, str]
) -> None:
    ((line, name, words),) = faults(content)
    assert (line, name) == found[:2]
    assert found[2] in words


def test_all_faults_are_told_not_the_first_alone() -> None:
    content = b"name,rating,number\n,x,?\nA,y,1\n"
    assert [each[:2] for each in faults(content)] == [
        (2, "player1"),
        (2, "number1"),
        (2, "rating1"),
        (3, "rating1"),
    ]
    assert len(faults(b"name,rating\n" + b",x\n" * 500)) == MOST_FAULTS


def test_more_than_an_event_has_are_not_read() -> None:
    rows = "".join(f"P{n}\n" for n in range(MOST_ENTRIES))
    assert len(entries(f"name\n{rows}".encode())) == MOST_ENTRIES
    assert faults(f"name\n{rows}one more\n".encode()) == [
        (MOST_ENTRIES + 2, "", f"the list has more than {MOST_ENTRIES} entries")
    ]


def is_name(words: str) -> bool:
    """Whether an event takes it, and keeps it like this."""
    return bool(words) and words == normalize_text(words) and find_odd_letter(words) is None


FORMULA = st.text(alphabet="='+-@＝＋－＠\";,;|% a", max_size=4)
NAMES = st.builds(
    lambda first, rest: normalize_text(first + rest)[:LONGEST_NAME].strip(),
    FORMULA,
    st.text(st.characters(codec="utf-8"), max_size=LONGEST_NAME),
).filter(is_name)


def exported(*entries: NewEntry) -> bytes:
    """Our own list of these entries."""
    lines = [
        EntryLine(
            division_id="main",
            division="Main",
            entry_id=f"e-{nth}",
            entry=entry.title,
            player_id="p",
            player=who.name,
            number=who.number,
            rating=who.rating,
            experience=who.experience,
            language=who.language,
            team=who.team,
            gone=False,
        )
        for nth, entry in enumerate(entries)
        for who in entry.players
    ]
    return to_csv(EntryLine, lines)


@given(
    NAMES,
    NAMES,
    st.text(alphabet="-./ 0A", max_size=5).map(normalize_text),
    st.none() | st.floats(1e-4, 10_000),
)
def test_whoever_was_exported_is_read_as_he_was(
    name: str, team: str, number: str, rating: float | None
) -> None:
    who = NewPlayer(name, number, rating, "nb", team, 12)
    assert entries(exported(NewEntry((who,)))) == singles(who)


def test_a_pair_that_was_exported_is_read_as_a_pair() -> None:
    aces = NewEntry((NewPlayer("=A"), NewPlayer("'B", "-2")), "@ces")
    plain = NewEntry((NewPlayer("C"), NewPlayer("D")))
    alone = NewEntry((NewPlayer("E"),))
    assert entries(exported(aces, plain, alone)) == [aces, plain, alone]


def test_who_is_in_two_divisions_of_our_own_list_is_read_once() -> None:
    head = b"division_id,entry_id,entry,player\n"
    rows = b"open,e1,Ann,Ann\nopen,e2,A / B,A\nopen,e2,A / B,B\n"
    more = b"last,e1,Ann,Ann\nlast,e2,A / B,A\nlast,e2,A / B,B\nlast,e3,Cy,Cy\n"
    pair = NewEntry((NewPlayer("A"), NewPlayer("B")))
    (cy,) = singles(NewPlayer("Cy"))
    assert entries(head + rows + more) == [*singles(NewPlayer("Ann")), pair, cy]
    assert faults(head + rows + b"last,e9,Ann,Ann\n")[0][:2] == (5, "player1")


def test_a_line_of_ours_that_was_copied_for_another_makes_no_pair() -> None:
    head = b"division_id,entry_id,entry,player\n"
    listed = entries(head + b"m,e,A,A\nm,e,A,B\n,,,C\n")
    assert listed == singles(NewPlayer("A"), NewPlayer("B"), NewPlayer("C"))


@given(
    st.binary(max_size=300)
    | st.text(alphabet='name,;\t"12\n\r\0é\u202e', max_size=60).map(str.encode)
)
def test_whatever_comes_is_read_or_told(content: bytes) -> None:
    listed = read_entries(content)
    assert isinstance(listed, EntryList)
    assert listed.faults or listed.lines
    assert all(each.words and each.line >= 0 for each in listed.faults)
