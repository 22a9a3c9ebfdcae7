"""What the director orders, and messages read."""

from kiosk.rules.director_orders import MessageOrdered, MessageTapped, ProfileOrdered
from kiosk.rules.penalties import ForfeitOrdered, PenaltyOrdered
from kiosk.rules.score import ScoreOrdered
from kiosk.rules.stops import StartOrdered, StopOrdered
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import WHY, ordered, spoken

SECTION = "?what it rests on"


def changes_rules(play: Play, said: Said) -> None:
    """Other rules from the next game on."""
    book = resolve(said.get("profile"), {}, "changes rules")
    why = said.get("why", "as the rules say")
    play.do(ProfileOrdered(play.at, play.match.match_id, DIRECTOR, why, book, "h" * 64))


WORDS = (
    ordered("stops play", StopOrdered, "Stops both clocks until the director starts play."),
    ordered("starts play", StartOrdered, "Starts play again, whatever had stopped it."),
    ordered("sends message", MessageOrdered, "Shows both players words.", text="the words"),
    ordered(
        "penalises",
        PenaltyOrdered,
        "Awards penalty points against a side.",
        side="who is penalised",
        points="how many",
        section=SECTION,
    ),
    ordered(
        "rules match lost",
        ForfeitOrdered,
        "Rules that a side loses the match, or is disqualified.",
        side="who loses it",
        disqualified="?it is out of the event, too",
        section="what it rests on",
    ),
    ordered("sets score", ScoreOrdered, "Sets the score.", score="the right one", section=SECTION),
    Word(
        "changes rules",
        ("director",),
        changes_rules,
        (Field("profile", str, "the rule book"), WHY),
        (ProfileOrdered,),
    ),
    spoken("reads message", MessageTapped, "Has read the director's message."),
)
