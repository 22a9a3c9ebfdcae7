"""The sides of one match by the names of its players, in every text and language."""

from collections.abc import Mapping

from kiosk.catalogue.terms import SIDES, isolated
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.rules.fact import Event
from kiosk.rules.match import Match
from kiosk.rules.result import EarlierResultCorrected
from kiosk.rules.units import BySide, Side

_BY_MESSAGE: Mapping[str, Side] = {words.message: side for side, words in SIDES.items()}


class NamedSides:
    """A language in which White and Black are called by their names."""

    def __init__(self, language: Language, names: BySide[str | Text]) -> None:
        self._language = language
        self._names = names

    @property
    def name(self) -> str:
        return self._language.name

    def gettext(self, message: str, /) -> str:
        side = _BY_MESSAGE.get(message)
        if side is None:
            return self._language.gettext(message)
        return format_text(self._names.of_side(side), self._language)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self._language.ngettext(one, many, count)


def by_name(language: Language, match: Match | None) -> Language:
    """The language with the sides of this match by name; as it is where no names are known."""
    if match is None or match.opened is None:
        return language
    return NamedSides(language, names_of(match))


def by_name_in(
    language: Language, matches: Mapping[str, Match], event: Event, match_id: str | None
) -> Language:
    """The language with the sides of the match that an event is about by name; `match_id` is its
    row's.
    """
    if isinstance(event, EarlierResultCorrected):
        match_id = event.of_match
    return by_name(language, matches.get(match_id or ""))


def names_of(match: Match) -> BySide[str | Text]:
    """Both players' names, or White and Black; equal names are distinguished by their sides."""
    if match.opened is None:
        return BySide(SIDES[Side.WHITE], SIDES[Side.BLACK])
    return distinct_names(match.opened.sides.map(lambda team: team.name))


def distinct_names(names: BySide[str]) -> BySide[str | Text]:
    """The names inside a sentence; equal ones with their sides."""
    shown = names.map(isolated)
    if shown.white != shown.black:
        return BySide(shown.white, shown.black)
    return BySide(
        text("{name} (White)", name=shown.white), text("{name} (Black)", name=shown.black)
    )
