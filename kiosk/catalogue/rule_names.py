"""What people call a rule or a field that the code calls by a key."""

import re
from collections.abc import Mapping

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.rules.rulebook import KEYS as BOOK_KEYS
from kiosk.tournament import ladder_rules
from kiosk.tournament.confirming import CONSULTATION

_DOCS = {key.where: key.doc for key in (*ladder_rules.KEYS, *BOOK_KEYS)}
_RULES: Mapping[str, str] = _DOCS | {
    name: f"{_DOCS[key]}, where a pair consults" for key, name in CONSULTATION.items()
}
"""What each value of a rule book or of a ladder sets, in English, by `section.key`."""

FIELDS: Mapping[str, Text] = {
    "cpp": text("Chips per point"),
    "cpp_then": text("Chips per point added at each later step"),
    "division_id": text("The division"),
    "entry_id": text("The entry"),
    "event_id": text("The event"),
    "for_day": text("The day it is for"),
    "games_a_step": text("Games until the chips per point rise"),
    "ladder_id": text("The ladder"),
    "late_min": text("Minutes late, then the match can be claimed"),
    "late_rounds": text("Late entry until round"),
    "left": text("Players still in it at the end"),
    "lives": text("Lives"),
    "member_id": text("The member"),
    "notice_days": text("Days before the date when the Chairman is told"),
    "offers": text("Dates the second player must offer"),
    "replay_points": text("Points of a match played again"),
    "size": text("Players in a group"),
    "start_vp": text("Chips at the start"),
    "starts_in_min": text("They begin in how many minutes"),
    "through": text("Advancing from each group"),
}
"""Numbers and ids of an event, by their fields."""
_FIELD = re.compile(r"([a-z_]+)( -?\d.*| of .*)?")
_KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\b")


def rule_name(where: str) -> str:
    """What a rule sets. Raises KeyError for an unknown key."""
    return _RULES[where]


def name_rules(message: str) -> str:
    """A message with the name of each rule in place of its key."""
    return _KEY.sub(lambda found: _quoted(found.group()), message)


def name_subject(about: str) -> Text | str:
    """The subject of an objection: a rule, or a field and its value; all else as it is."""
    named = name_rules(about)
    if named != about:
        return isolated(named)
    found = _FIELD.fullmatch(about)
    field = FIELDS.get(found.group(1)) if found else None
    if found is None or field is None:
        return isolated(about)
    value = found.group(2)
    if value is None:
        return field if "_" in about else about
    return text("{name}: {value}", name=field, value=value.strip())


def _quoted(where: str) -> str:
    return f"“{_RULES[where]}”" if where in _RULES else where
