"""The rule book a scenario is played under."""

from collections.abc import Mapping
from typing import Any

from kiosk.books import load
from kiosk.rules.rulebook import RuleBook, RuleBookError
from kiosk.scenario.errors import ScenarioError


def resolve(profile: str, event: Mapping[str, Any], file: str) -> RuleBook:
    """`base` or `base+overlay` with the event's own settings, by `section.key`.

    ScenarioError: no such book, or no such setting.
    """
    try:
        return load(profile, event)
    except RuleBookError as error:
        raise ScenarioError(f"{file}: profile {profile!r}: {error}") from error
