"""Playing and judging scenarios: `PASS S032`, or `FAIL S032 key: expected X, got Y`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kiosk.rules.units import SIDES, Instant
from kiosk.scenario import position, times
from kiosk.scenario.checks import CHECKS
from kiosk.scenario.errors import ScenarioError
from kiosk.scenario.play import BOOT, Misfit, NotHere, ScenarioRun
from kiosk.scenario.reading import Scenario, ScenarioStep, read
from kiosk.scenario.values import NAMES
from kiosk.scenario.word import StepInput

_CHECKS = {check.name: check for check in CHECKS}


def run(paths: Sequence[Path]) -> tuple[tuple[tuple[str, bool], ...], tuple[str, ...]]:
    """A line for each file played and whether it passed; a sentence for each unreadable one."""
    verdicts, unreadable = [], []
    for path in paths:
        try:
            verdicts.append(verdict(read(path)))
        except ScenarioError as error:
            unreadable.append(str(error))
    return tuple(verdicts), tuple(unreadable)


def verdict(scenario: Scenario) -> tuple[str, bool]:
    found = play(scenario)
    line = f"FAIL {scenario.id} {'; '.join(found)}" if found else f"PASS {scenario.id}"
    return line, not found


def play(scenario: Scenario) -> tuple[str, ...]:
    """Every difference between what was expected and the result, in words."""
    game = position.start_run(scenario)
    found: list[str] = []
    last = scenario.steps[-1].number if scenario.steps else 0
    for step in scenario.steps:
        expect = dict(step.expect)
        if step.number == last and "refused" in scenario.expect:
            expect["refused"] = scenario.expect["refused"]
        take(game, step, scenario.file)
        found += differences(game, {"refused": (), **expect}, f"step {step.number} ")
    whole = {key: value for key, value in scenario.expect.items() if key != "refused"}
    game.emitted = game.all_emitted
    return (*found, *differences(game, whole, ""))


def take(game: ScenarioRun, step: ScenarioStep, file: str) -> None:
    """Take one step: time passes, then the word is run; a word without meaning here is refused.

    ScenarioError: the word has no meaning anywhere.
    """
    at = Instant((game.at if step.after else BOOT) + step.at)
    where = f"{file}: step {step.number} ({step.word.does})"
    if at < game.at:
        now = times.show(game.at - BOOT)
        raise ScenarioError(f"{where} at is {times.show(at - BOOT)}; it is {now} already")
    game.begin_step()
    game.until(at)
    try:
        for each in each_side(step.inputs):
            step.word.run(game, each)
    except NotHere as error:
        game.refused.append(error.reason)
    except Misfit as error:
        raise ScenarioError(f"{where}: {error}") from error


def each_side(step: StepInput) -> Iterable[StepInput]:
    """For "both", a step for A and then one for B."""
    if step.by == "both":
        return [StepInput(NAMES[side], side, step.fields) for side in SIDES]
    return [step]


def differences(game: ScenarioRun, expect: Mapping[str, Any], where: str) -> Iterator[str]:
    for name, expected in expect.items():
        check = _CHECKS[name]
        difference = check.differs(expected, check.got(game))
        if difference is not None:
            yield f"{where}{difference}"
