"""The event of a demo: its values of the rules that a book leaves to the event."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from kiosk.demo.errors import DemoMisused
from kiosk.rules.match import Match
from kiosk.rules.times.acts import times_due
from kiosk.rules.units import require
from kiosk.table.settings import load_book

OWN: Mapping[str, Any] = {"clock.reserve_s_per_point": 120, "clock.delay_s": 12}
"""Values for what a book leaves to the event, other than a timetable."""


def event_settings(profile: str, clock: str, given: Sequence[str]) -> dict[str, Any]:
    """The event's values by `section.key`: those of `--set KEY=VALUE`, then its own if missing.

    Raises DemoMisused, and TableSettingsError for an unknown profile or invalid value.
    """
    stated = dict(_setting(text) for text in given)
    missing = load_book(profile, clock, rules=stated).missing()
    return stated | {key: value for key, value in OWN.items() if key in missing}


def own_value(key: str) -> str:
    """The event's value of a key, also for consulting pairs, as a director writes it.

    Raises DemoMisused.
    """
    found = OWN.get(f"clock.{key.partition('.')[2]}")
    if found is None:
        raise DemoMisused(f"the book leaves {key} to the event, which has no value for it")
    return str(found)


def check_armed(match: Match) -> None:
    """Raise DemoMisused, naming the keys not set, if the match's clock can't be armed."""
    book = require(match.book)
    keys = times_due(match, book)
    if keys == ("clock.timetable_min",) and book.clock.timetable_min is not None:
        rows = len(book.clock.timetable_min)
        raise DemoMisused(
            f"clock.timetable_min ends with row {rows}, a match to {match.length} needs row "
            f"{match.length}; set a longer one"
        )
    if keys:
        named = " and ".join(f"{key} ({book.cite(key)})" for key in keys)
        raise DemoMisused(
            f"{book.profile} leaves {named} to the event; set it with --set {keys[0]}=VALUE"
        )


def _setting(text: str) -> tuple[str, Any]:
    key, _equals, value = text.partition("=")
    try:
        read = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        read = {}
    if not key.strip() or len(read) != 1:
        raise DemoMisused(f"--set {text!r} is no KEY=VALUE such as clock.delay_s=12")
    return key.strip(), read["value"]
