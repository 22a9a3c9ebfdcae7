"""Clocks: brought in, stopped, set, replaced, ruled on."""

from kiosk.rules.expiry import ExpiryRuled
from kiosk.rules.rulebook import ClockAsker
from kiosk.rules.stops import ClockStopTapped
from kiosk.rules.times.acts import (
    ClockOrdered,
    ClockReplaced,
    ClockWishAgreed,
    ClockWishDenied,
    ClockWishTapped,
    DelayRestartTapped,
    LostTimeClaimed,
    TimeOrdered,
)
from kiosk.scenario.given.opening import Settings
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.profile import resolve
from kiosk.scenario.word import PLAYERS, Field, Said, Word
from kiosk.scenario.words.spoken import WHY, ordered, spoken

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
    spoken(
        "stops clock",
        ClockStopTapped,
        "Stops both clocks for a purpose.",
        EACH,
        purpose="what for",
        on_table="?a fallen die is still on the table",
    ),
    spoken("wishes for clock", ClockWishTapped, "Wishes that a clock be used.", EACH),
    spoken("agrees to clock", ClockWishAgreed, "Agrees to the clock wished for.", EACH),
    spoken("wants no clock", ClockWishDenied, "Does not agree to the clock wished for.", EACH),
    ordered(
        "rules on expiry",
        ExpiryRuled,
        "Rules on time used up: whose was used up first, and who has a certain win of the match.",
        first="?whose time was used up first?nobody can tell",
        gin="?who is sure to win the match?nobody",
    ),
    ordered(
        "changes time",
        TimeOrdered,
        "Changes what a side's clock shows.",
        side="whose",
        time="by how much, or to what",
        mode="how",
        restores="?it gives back what was lost by mistake",
    ),
    ordered(
        "replaces clock",
        ClockReplaced,
        "A faulty clock was replaced.",
        reserve="what the new one shows",
    ),
    spoken("claims lost time", LostTimeClaimed, "Says its clock had run by mistake.", EACH),
    spoken(
        "restarts delay",
        DelayRestartTapped,
        "Has its delay start anew after a roll that did not count.",
        EACH,
    ),
)
