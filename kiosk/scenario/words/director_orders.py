"""What the director orders, and messages read."""

from kiosk.rules.director_orders import ProfileOrdered
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import WHY


def changes_rules(play: Play, said: Said) -> None:
    """Other rules from the next game on."""
    book = resolve(said.get("profile"), {}, "changes rules")
    why = said.get("why", "as the rules say")
    play.do(ProfileOrdered(play.at, play.match.match_id, DIRECTOR, why, book, "h" * 64))


WORDS = (
    Word(
        "changes rules",
        ("director",),
        changes_rules,
        (Field("profile", str, "the rule book"), WHY),
        (ProfileOrdered,),
    ),
)
