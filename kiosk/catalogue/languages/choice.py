"""Choosing a viewer's language among the available ones."""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from kiosk.catalogue.text import ENGLISH, Language

Languages = Mapping[str, Language]
"""By tag, as in RFC 5646: `en`, `nb`, `pt-BR`."""

ENGLISH_TAG = "en"
ENGLISH_ONLY: Languages = MappingProxyType({ENGLISH_TAG: ENGLISH})

_log = logging.getLogger(__name__)


def choose_tag(languages: Languages, asked: str | None, accepted: str | None) -> str:
    """The tag of a viewer's language: the one asked for by name, else the best match of an
    Accept-Language header, else English. Unreadable values are ignored.
    """
    tags = {tag.lower(): tag for tag in languages}
    if asked is not None and asked.strip().lower() in tags:
        return tags[asked.strip().lower()]
    for wanted in _wanted(accepted or ""):
        found = _match(wanted, tags)
        if found is not None:
            return found
    return ENGLISH_TAG


def language_of(languages: Languages, tag: str) -> Language:
    """The chosen language; English if none was chosen or the tag is unknown."""
    found = choose_tag(languages, tag, tag)
    if found == ENGLISH_TAG and tag.partition("-")[0].lower() not in {"", ENGLISH_TAG}:
        _log_missing(tag)
    return languages[found]


@cache
def _log_missing(tag: str) -> None:
    _log.warning("there is no language %s: English instead; kiosk languages lists them", tag)


def _match(wanted: str, tags: Mapping[str, str]) -> str | None:
    """`nb-NO` falls back to `nb` if there is no closer match (RFC 4647, lookup)."""
    parts = wanted.split("-")
    while parts:
        if "-".join(parts) in tags:
            return tags["-".join(parts)]
        parts.pop()
    return None


def _wanted(header: str) -> Iterator[str]:
    """The ranges of an Accept-Language header, most wanted first, without `q=0`."""
    weighed = []
    for part in header.lower().split(","):
        wanted, *parameters = (each.strip() for each in part.split(";"))
        weight = _weight(parameters)
        if weight > 0:
            weighed.append((weight, wanted))
    for _weight_of, wanted in sorted(weighed, key=lambda each: -each[0]):
        yield wanted


def _weight(parameters: list[str]) -> float:
    """The weight of a range; 1 if absent, 0 if it can't be read."""
    if not parameters:
        return 1.0
    name, _equals, value = parameters[0].partition("=")
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip() == "q" and 0 <= weight <= 1 else 0.0
