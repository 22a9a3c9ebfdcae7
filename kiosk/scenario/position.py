"""The match at the start of a scenario: opened by the core, then set to the given position."""

from kiosk.rules.match import EMPTY
from kiosk.scenario.errors import ScenarioError
from kiosk.scenario.given import GIVEN, opening
from kiosk.scenario.play import Misfit, ScenarioRun
from kiosk.scenario.profile import resolve
from kiosk.scenario.reading import Scenario


def start_run(scenario: Scenario) -> ScenarioRun:
    """The match in play at 0:00. ScenarioError: no such position, or no such book."""
    values, file = scenario.match, scenario.file
    settings = values.get("event", {})
    book = resolve(scenario.profile, settings, file)
    play = ScenarioRun(EMPTY, opening.opening(values, book), opening.set_up(values, book), settings)
    if values.get("phase") == "unopened":
        return play
    for command in (play.opening, play.set_up):
        play.do(command)
    if play.refused:
        raise ScenarioError(f"{file}: match can't be opened: {', '.join(play.refused)}")
    for given in GIVEN:
        if given.set_ is not None and given.name in values:
            try:
                play.match = given.set_(play.match, values[given.name])
            except Misfit as error:
                raise ScenarioError(f"{file}: match {given.name}: {error}") from error
    play.all_emitted.clear()
    return play
