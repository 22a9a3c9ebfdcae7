"""Clocks: brought in, stopped, set, replaced, ruled on."""

from kiosk.rules.rulebook import ClockAsker
from kiosk.rules.times.acts import ClockOrdered
from kiosk.scenario.given.opening import Settings
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import PLAYERS, Field, Said, Word
from kiosk.scenario.words.spoken import WHY

EACH = PLAYERS[:2]


def brings_in_clock(play: Play, said: Said) -> None:
    """The rest of the match is played with a clock, from the next game on or at once."""
    opened = play.opening.profile
    settings = {key: value for key, value in play.settings.items() if key != "clock.system"}
    book = resolve(
        said.get("profile", opened.profile), settings | said.get("event", {}), "brings in clock"
    )
    play.do(
        ClockOrdered(
            play.at,
            play.match.match_id,
            DIRECTOR,
            said.get("why", "as the rules say"),
            book,
            "h" * 64,
            said.get("asked_by", ClockAsker.DIRECTOR),
            said.get("at_once", False),
            said.get("extreme", False),
        )
    )


WORDS = (
    Word(
        "brings in clock",
        ("director",),
        brings_in_clock,
        (
            Field("profile", str, "the rule book", "the scenario's"),
            Field("event", Settings, "the event's settings", "as [match], but with a clock"),
            Field("asked_by", ClockAsker, "on whose account", '"director"'),
            Field("at_once", bool, "in the middle of this game", "false"),
            Field("extreme", bool, "the director calls the case extreme", "false"),
            WHY,
        ),
        (ClockOrdered,),
    ),
)
