"""Clocks: brought in, stopped, set, replaced, ruled on."""

from kiosk.rules.rulebook import ClockAsker
from kiosk.rules.times.acts import ClockOrdered
from kiosk.scenario.given.opening import Settings
from kiosk.scenario.play import DIRECTOR, ScenarioRun
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import PLAYERS, ScenarioField, ScenarioWord, StepInput
from kiosk.scenario.words.spoken import WHY

EACH = PLAYERS[:2]


def brings_in_clock(play: ScenarioRun, step: StepInput) -> None:
    """The rest of the match is played with a clock, from the next game on or at once."""
    opened = play.opening.profile
    settings = {key: value for key, value in play.settings.items() if key != "clock.system"}
    book = resolve(
        step.get("profile", opened.profile), settings | step.get("event", {}), "brings in clock"
    )
    play.do(
        ClockOrdered(
            play.at,
            play.match.match_id,
            DIRECTOR,
            step.get("why", "by the rules"),
            book,
            "h" * 64,
            step.get("asked_by", ClockAsker.DIRECTOR),
            step.get("at_once", False),
            step.get("extreme", False),
        )
    )


WORDS = (
    ScenarioWord(
        "brings in clock",
        ("director",),
        brings_in_clock,
        (
            ScenarioField("profile", str, "the rule book", "the scenario's"),
            ScenarioField(
                "event", Settings, "the event's settings", "as [match], but with a clock"
            ),
            ScenarioField("asked_by", ClockAsker, "on whose account", '"director"'),
            ScenarioField("at_once", bool, "in the middle of this game", "false"),
            ScenarioField("extreme", bool, "the director calls the case extreme", "false"),
            WHY,
        ),
        (ClockOrdered,),
    ),
)
