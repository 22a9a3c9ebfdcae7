"""Which column of a list is which field, by its heading in many languages. Pure."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kiosk.director.text_input import normalize_text

MOST_TITLES = 10
"""Rows among which the header row is sought."""

_WORDS = {
    "name": """name, full name, navn, namn, naam, nom, nome, nombre, nimi, ad soyad, όνομα, имя,
        氏名, 名前""",
    "player": """player, player name, participant, spiller, spelare, spieler, speler, joueur,
        giocatore, jugador, jogador, pelaaja, zawodnik, oyuncu, παίκτης, игрок, 選手, deltager,
        deltaker, deltagare, teilnehmer, deelnemer, participante, partecipante, osallistuja,
        uczestnik, katılımcı, участник, 参加者""",
    "first": """first name, firstname, first, given name, given names, forename, fornavn, förnamn,
        vorname, voornaam, prénom, prenom, nombres, nombre de pila, primeiro nome, etunimi, imię,
        imie, adı, ad, μικρό όνομα, 名""",
    "last": """last name, lastname, last, surname, family name, efternavn, etternavn, efternamn,
        nachname, familienname, achternaam, nom de famille, cognome, apellido, apellidos, apelido,
        sobrenome, sukunimi, nazwisko, soyadı, soyad, επώνυμο, фамилия, 姓""",
    "number": """number, no, nr, id, federation number, federation no, federation id, member number,
        member no, member id, membership number, medlemsnummer, medlemsnr, medlem nr,
        mitgliedsnummer, mitgliedsnr, mitglied nr, lidnummer, licence, license, licence no,
        numéro, numero, num, n°, numéro de licence, tessera, numero tessera, n tessera, licencia,
        número, licença, jäsennumero, numer, numer licencji, üye no, lisans no, αριθμός, номер,
        番号""",
    "rating": """rating, elo, elo rating, ratingtal, rangering, wertung, classement, punteggio elo,
        puntuación, classificação, vahvuusluku, ranking, puan, рейтинг, レーティング""",
    "experience": """experience, exp, erfaring, erfarenhet, erfahrung, ervaring, expérience,
        esperienza, experiencia, experiência, kokemus, doświadczenie, deneyim, опыт, 経験値""",
    "language": """language, lang, sprog, språk, sprache, taal, langue, lingua, idioma, kieli,
        język,        dil, язык, 言語""",
    "team": """team, club, klub, klubb, verein, hold, lag, mannschaft, vereniging, équipe, equipe,
        squadra, circolo, equipo, clube, seura, klub sportowy, kulüp, takım, σύλλογος, клуб,
        チーム""",
    "division": """division, class, klasse, klass, category, kategori, kategorie, categorie,
        catégorie, categoria, categoría, section, level, niveau, flight, række, rekke, luokka,
        kategoria, sınıf, κατηγορία, категория, дивизион, クラス, 部門""",
}


def _plain_head(head: str) -> str:
    """In lower case, without punctuation."""
    return normalize_text(re.sub(r"[\W_]+", " ", head)).casefold()


_ALIASES: Mapping[str, str] = MappingProxyType(
    {_plain_head(each): name for name, words in _WORDS.items() for each in words.split(",")}
)
"""Accepted column headings and their fields."""
_OWN: Mapping[str, str] = MappingProxyType(
    {"division_id": "division", "entry_id": "pair", "entry": "name"}
)
"""Columns of our own list (`lists.py`), in which a pair has two lines."""
_HEAD = re.compile(r"(.*?) ?([12])?")
_LAST_FIRST = frozenset({"姓"})
"""Family names that stand before the given ones."""
_NAMED = frozenset({"name", "player1", "player2", "first1", "last1"})


def find_field(head: str) -> str | None:
    """The field of a heading, e.g. `rating1` for `Elo`, `player2` for `Name 2`; None: not used."""
    matched = _HEAD.fullmatch(_plain_head(head))
    field_name = _ALIASES.get(matched[1]) if matched else None
    nth = matched[2] if matched else None
    if field_name is None:
        return None
    if field_name == "name":
        return f"player{nth}" if nth else "name"
    return field_name if field_name == "division" else f"{field_name}{nth or 1}"


def match_fields(heads: Sequence[str]) -> tuple[str, ...]:
    """The field of each column, empty where an event does not use it: those of a player, `name`,
    `division`, and `pair`, which two lines of one entry share."""
    ours = dict(_OWN) if _OWN.keys() <= set(heads) else {}
    if ours and "division" in heads:
        ours["division_id"] = ""
    return tuple(ours.get(head, find_field(head) or "") for head in heads)


def count_fields(heads: Sequence[str]) -> int:
    """How many columns a row names, if it names people at all; 0: it is no header row."""
    found = {find_field(head) for head in heads} - {None}
    return len(found) if found & _NAMED else 0


def find_name_parts(heads: Sequence[str], columns: Mapping[str, int]) -> tuple[str, ...]:
    """The fields that make up a player's name, in the order in which it is written; empty: it is
    one field, or two play as one.

    Beside a family name a column `Nome` has given names; beside given names `Nom` has the family's.
    """
    parts = {"first1", "last1"} & columns.keys()
    if (
        {"player1", "player2"} & columns.keys()
        or not parts
        or ("name" in columns and len(parts) > 1)
    ):
        return ()
    first = "first1" if "first1" in parts else "name"
    last = "last1" if "last1" in parts else "name"
    turned = last in columns and heads[columns[last]].strip() in _LAST_FIRST
    order = (last, first) if turned else (first, last)
    return tuple(each for each in order if each in columns)
