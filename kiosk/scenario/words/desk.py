"""What the director orders, and messages read."""

from collections.abc import Callable

from kiosk.rules import commands as c
from kiosk.scenario.kinds import SCORE, SIDE, TEXT, whole
from kiosk.scenario.play import Play
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import DIRECTOR, PLAYERS, Field, Said, Word

WHY = Field("why", TEXT, "the director's reason", '"as the rules say"')
SECTION = Field("section", TEXT, "what it rests on", "none")


def why(said: Said) -> str:
    return str(said.get("why", "as the rules say"))


def stops_play(play: Play, said: Said) -> None:
    """Stops both clocks until the director starts play again."""
    play.order(c.StopOrdered, why(said))


def starts_play(play: Play, said: Said) -> None:
    """Starts play again, whatever had stopped it."""
    play.order(c.StartOrdered, why(said))


def sends_message(play: Play, said: Said) -> None:
    """Shows both players some words."""
    play.order(c.MessageOrdered, why(said), said.get("text"))


def penalises(play: Play, said: Said) -> None:
    """Awards penalty points against a side."""
    play.order(
        c.PenaltyOrdered, why(said), said.get("side"), said.get("points"), said.get("section")
    )


def sets_score(play: Play, said: Said) -> None:
    """Sets the score."""
    play.order(c.ScoreOrdered, why(said), said.get("score"), said.get("section"), None)


def changes_rules(play: Play, said: Said) -> None:
    """Other rules from the next game on."""
    book = resolve(said.get("profile"), {}, "changes rules")
    play.order(c.ProfileOrdered, why(said), book, "h" * 64)


def reads_message(play: Play, said: Said) -> None:
    """Has read the director's message."""
    play.do(c.MessageTapped(play.at, said.by_side))


def _order(
    does: str, run: Callable[[Play, Said], None], kind: type[c.Order], *fields: Field
) -> Word:
    return Word(does, DIRECTOR, run, (*fields, WHY), (kind,))


WORDS = (
    _order("stops play", stops_play, c.StopOrdered),
    _order("starts play", starts_play, c.StartOrdered),
    _order("sends message", sends_message, c.MessageOrdered, Field("text", TEXT, "the words")),
    _order(
        "penalises",
        penalises,
        c.PenaltyOrdered,
        Field("side", SIDE, "who is penalised"),
        Field("points", whole(1, 99), "how many"),
        SECTION,
    ),
    _order(
        "sets score", sets_score, c.ScoreOrdered, Field("score", SCORE, "the right one"), SECTION
    ),
    _order(
        "changes rules", changes_rules, c.ProfileOrdered, Field("profile", TEXT, "the rule book")
    ),
    Word("reads message", PLAYERS, reads_message, (), (c.MessageTapped,)),
)
