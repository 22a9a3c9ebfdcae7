"""Disputes, rulings, appeals, observers, conduct."""

from kiosk.rules.disputes.acts import (
    AppealRuled,
    AppealTapped,
    CameraRefused,
    ConductNoted,
    DisputeRuled,
    DisputeTapped,
    DisturbanceTapped,
    ObserverNamed,
    ObserverWanted,
    PanelNamed,
    SlowPlayTapped,
)
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]

WORDS = (
    spoken("raises dispute", DisputeTapped, "Disputes something; the director rules.", EACH),
    spoken(
        "says table was disturbed",
        DisturbanceTapped,
        "Says that the other changed something on the table during a dispute.",
        EACH,
    ),
    ordered("rules", DisputeRuled, "Rules on a dispute, and play goes on.", favours="?for whom"),
    spoken("appeals", AppealTapped, "Appeals the last ruling.", EACH),
    ordered(
        "names panel",
        PanelNamed,
        "Names who hears an appeal.",
        members="members of the committee",
        with_director="?the director sits with them",
    ),
    ordered(
        "rules on appeal",
        AppealRuled,
        "Tells the panel's decision. A ruling that stands is played on; if it falls, the director "
        "orders what the panel decided, and starts play.",
        upheld="it stands",
    ),
    spoken("wants observer", ObserverWanted, "Asks for an observer.", EACH),
    spoken(
        "says play is slow",
        SlowPlayTapped,
        "Says that the other plays too slowly, and asks for what the book lets it.",
        EACH,
    ),
    ordered(
        "names observer",
        ObserverNamed,
        "Names an observer for the match.",
        name="who",
        fee="?for a fee",
    ),
    ordered(
        "reports camera refusal",
        CameraRefused,
        "A side refuses the camera the director ordered.",
        side="who",
    ),
    ordered(
        "notes conduct",
        ConductNoted,
        "Notes what somebody did beside the game.",
        conduct="what",
        side="?who; left out: a spectator",
    ),
)
