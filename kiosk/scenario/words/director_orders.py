"""The director's orders, and messages read."""

from kiosk.rules.director_orders import ProfileOrdered
from kiosk.scenario.play import DIRECTOR, ScenarioRun
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput
from kiosk.scenario.words.spoken import WHY


def changes_rules(play: ScenarioRun, step: StepInput) -> None:
    """Other rules from the next game on."""
    book = resolve(step.get("profile"), {}, "changes rules")
    why = step.get("why", "by the rules")
    play.do(ProfileOrdered(play.at, play.match.match_id, DIRECTOR, why, book, "h" * 64))


WORDS = (
    ScenarioWord(
        "changes rules",
        ("director",),
        changes_rules,
        (ScenarioField("profile", str, "the rule book"), WHY),
        (ProfileOrdered,),
    ),
)
