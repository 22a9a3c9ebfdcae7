"""Disputes, rulings, appeals, observers, conduct."""

from kiosk.rules import commands as c
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]

WORDS = (
    spoken("raises dispute", c.DisputeTapped, "Disputes something; the director rules.", EACH),
    spoken(
        "says table was disturbed",
        c.DisturbanceTapped,
        "Says that the other changed something on the table during a dispute.",
        EACH,
    ),
    ordered("rules", c.DisputeRuled, "Rules on a dispute, and play goes on.", favours="?for whom"),
    spoken("appeals", c.AppealTapped, "Appeals the last ruling.", EACH),
    ordered(
        "names panel",
        c.PanelNamed,
        "Names who hears an appeal.",
        members="members of the committee",
        with_director="?the director sits with them",
    ),
    ordered(
        "rules on appeal",
        c.AppealRuled,
        "Tells the panel's decision. A ruling that stands is played on; if it falls, the director "
        "orders what the panel decided, and starts play.",
        upheld="it stands",
    ),
    spoken("wants observer", c.ObserverWanted, "Asks for an observer.", EACH),
    spoken(
        "says play is slow",
        c.SlowPlayTapped,
        "Says that the other plays too slowly, and asks for what the book lets it.",
        EACH,
    ),
    ordered(
        "names observer",
        c.ObserverNamed,
        "Names an observer for the match.",
        name="who",
        fee="?for a fee",
    ),
    ordered(
        "reports camera refusal",
        c.CameraRefused,
        "A side refuses the camera the director ordered.",
        side="who",
    ),
    ordered(
        "notes conduct",
        c.ConductNoted,
        "Notes what somebody did beside the game.",
        conduct="what",
        side="?who; left out: a spectator",
    ),
)
