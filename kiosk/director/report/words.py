"""Texts for the codes of the report's page."""

from collections.abc import Mapping

from kiosk.catalogue.text import Text, text
from kiosk.tournament.tournament import ReportMatter

MATTERS: Mapping[str, Text] = {
    ReportMatter.ENTRY_REFUSED: text("Refused entry"),
    ReportMatter.HIGHER_CLASS: text("Sent to a higher class"),
    ReportMatter.SPECTATOR_REMOVED: text("Spectator removed"),
    ReportMatter.PLAYER_EXPELLED: text("Player removed"),
    ReportMatter.DISPUTE: text("A dispute"),
    ReportMatter.OTHER: text("Something else"),
}
LEAVING: Mapping[str, Text] = {
    "withdrawn": text("withdrew"),
    "no_show": text("did not come"),
    "disqualified": text("was disqualified"),
    "excluded": text("was excluded"),
}
STATES: Mapping[str, Text] = {
    "open": text("no ruling yet"),
    "ruled": text("ruled on"),
    "dropped": text("taken back"),
}
DECISIONS: Mapping[str, Text] = {
    "walk_over": text("walk-over"),
    "withdrawn": text("withdrawn"),
    "disqualified": text("disqualified"),
    "ruling": text("the director's ruling"),
    "flag": text("lost on time"),
    "overruled": text("score counted that no match ends with"),
    "reopened": text("result taken back"),
    "corrected": text("result corrected"),
    "drawn_again": text("drawn again"),
    "draw_taken_back": text("draw taken back"),
    "places_swapped": text("places in the draw swapped by hand"),
    "place_given": text("place given to a late arrival"),
    "claimed": text("match claimed"),
    "claim_turned_down": text("claim turned down"),
    "played_again": text("to be played again"),
}
"""By the codes in `report.py`."""

LISTS: Mapping[str, Text] = {
    "entries": text("Entries"),
    "results": text("Results"),
    "standings": text("Places"),
    "ratings": text("Ratings"),
}
"""The lists of `list_routes.py`."""
