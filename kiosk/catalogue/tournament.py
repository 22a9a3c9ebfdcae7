"""What people read of an event: why something can't be done."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Place, Text, text
from kiosk.tournament.act import Objection, Reason
from kiosk.tournament.club_rounds import LAST_DAY
from kiosk.tournament.sheet import stands
from kiosk.tournament.tournament import Tournament

REASONS: Mapping[Reason, Text] = {
    Reason.NO_EVENT: text("no event is open: open one first"),
    Reason.EVENT_IS_OPEN: text("an event is open already"),
    Reason.UNKNOWN: text("this event knows nothing of that name: look again"),
    Reason.TAKEN: text("another has this name or number already"),
    Reason.EMPTY: text("it is empty: write something"),
    Reason.BAD_VALUE: text("an event can't have this"),
    Reason.NO_DRAW: text("it is not drawn yet"),
    Reason.DRAWN: text("it is drawn: take the draw back first"),
    Reason.NOT_PUBLISHED: text("its draw is not published yet"),
    Reason.PUBLISHED: text("its draw is published already"),
    Reason.BEGUN: text("matches of this draw were called already"),
    Reason.WHY_MISSING: text("write why: the reason is kept"),
    Reason.NOT_READY: text("who plays is not known yet"),
    Reason.BYE: text("nobody has to play it"),
    Reason.CALLED: text("it is called to a table already"),
    Reason.NOT_SAID: text("the format does not say how it is played: set its rounds"),
    Reason.PLAYING: text("plays another match now"),
    Reason.TABLE_BUSY: text("others play at this table"),
    Reason.NO_LATE_PLACE: text("no place for late arrivals is left"),
    Reason.GONE: text("plays no more"),
    Reason.STAYS: text("still plays: say first that he plays no more"),
    Reason.NOT_CALLED: text("it was not called to a table"),
    Reason.NOT_OVER: text("there is no result yet"),
    Reason.OVER: text("it has a result: correct that"),
    Reason.OUT_OF_SEASON: text("no season is open then"),
    Reason.SEASON_OPEN: text("the season is not over"),
    Reason.CHALLENGE_OPEN: text("a challenge is still to be played"),
    Reason.CHALLENGED_TODAY: text("no more challenges on this day: wait until tomorrow"),
    Reason.TOO_SOON: text("they played each other a few days ago: wait"),
    Reason.TOO_EARLY: text("there are days left to play it"),
    Reason.TOO_LATE: text("the days to play it are over"),
    Reason.TOO_FAR: text("the ladder lets nobody challenge as far as this"),
    Reason.UNCHANGED: text("it is written so already: change something"),
    Reason.CONFIRMED: text("it is confirmed already"),
    Reason.NOT_SET: text("the rule book leaves it to the event: set it first"),
    Reason.NOT_IN_FORMAT: text("this division's format knows no such thing"),
    Reason.LATER_GAME: text("one of them has begun another game since"),
    Reason.NO_DATE: text("this round has no date yet: set one"),
    Reason.BEFORE_ROUND: text("the round before it would be played later"),
    Reason.DAY_OVER: text("this day is over already"),
    Reason.AFTER_LAST_DAY: text("the round is to be played before that"),
    Reason.ARRANGED: text("they have arranged when they play"),
    Reason.NOT_ARRANGED: text("they have not arranged when they play"),
    Reason.ENOUGH_OFFERED: text("has offered all the dates that are owed"),
    Reason.HIS_TO_ARRANGE: text("had to arrange it"),
    Reason.TOLD: text("the Chairman was told already"),
    Reason.CLAIMED: text("a claim waits for its ruling"),
    Reason.NO_CLAIM: text("there is no claim to rule on"),
    Reason.NOT_UNDOABLE: text("this can't be undone any more: correct what is wrong now"),
    Reason.CHANGED_SINCE: text("was changed again since: undo that first"),
    Reason.RESTS_ON_IT: text("rests on it since: take that back first"),
    Reason.NOT_LATE: text("so many minutes are not late enough"),
    Reason.WINNER_BELOW: text(
        "a match to {length} ends with the winner at {length} or more and the loser below {length}:"
        " {score} has the winner at {points}"
    ),
    Reason.WINNER_BEYOND: text(
        "a match to {length} can't end {score}: no last game takes the winner from below {length}"
        " to {points}"
    ),
    Reason.LOSER_NOT_BELOW: text(
        "a match to {length} ends with the winner at {length} or more and the loser below {length}:"
        " {score} has the loser at {points}"
    ),
    Reason.STOPPED_AT_LENGTH: text(
        "a match to {length} that was not played out has both below {length}: {score} has somebody"
        " at {points}"
    ),
    Reason.SERIES_SCORE: text(
        "best of {count} ends with the winner at {need} matches and the loser below {need}:"
        " {score} does not"
    ),
    Reason.GAME_SCORE: text(
        "a game of level {level} with the cube at {cube} gives the winner {points} points and the"
        " loser 0, not {score}"
    ),
    Reason.SCORE_OF_NEITHER: text("neither is through, so there is no score: leave {score} out"),
}

SCORE_NUMBERS: Mapping[Reason, tuple[str, ...]] = {
    Reason.WINNER_BELOW: ("length", "points"),
    Reason.WINNER_BEYOND: ("length", "points"),
    Reason.LOSER_NOT_BELOW: ("length", "points"),
    Reason.STOPPED_AT_LENGTH: ("length", "points"),
    Reason.SERIES_SCORE: ("count", "need"),
    Reason.GAME_SCORE: ("level", "cube", "points"),
    Reason.SCORE_OF_NEITHER: (),
}
"""Reasons that are a whole sentence: what an objection's numbers are called in it, beside the
`score` it is about.
"""
_OF_A_DAY = frozenset({Reason.DAY_OVER, Reason.AFTER_LAST_DAY})


def score_words(objection: Objection) -> Text | None:
    """Why nothing ends with a score, with every number it is about; None: it is about no score."""
    names = SCORE_NUMBERS.get(objection.reason)
    if names is None or len(names) != len(objection.numbers):
        return None
    numbers = zip(names, objection.numbers, strict=True)
    places: tuple[tuple[str, Place], ...] = (("score", objection.about), *numbers)
    return replace(REASONS[objection.reason], places=places)


def against_words(objection: Objection, tournament: Tournament) -> Text:
    """A reason, with what it is about: entries and divisions by their names."""
    score = score_words(objection)
    if score is not None:
        return score
    why = REASONS[objection.reason]
    about = objection.about
    if not about:
        return why
    if about in tournament.entries:
        about = tournament.entries[about].name
    elif about in tournament.divisions:
        about = tournament.divisions[about].name
    elif found := _pairing(about, tournament):
        about = found
    elif objection.reason in _OF_A_DAY and about.isdecimal():
        about = date.fromordinal(min(max(1, int(about)), LAST_DAY)).isoformat()
    return text("{about}: {why}", about=isolated(about), why=why)


def _pairing(about: str, tournament: Tournament) -> str | None:
    """Division and players of a pairing that is named as `Key` names it."""
    division_id, _, pairing_id = about.rpartition(" ")
    division = tournament.divisions.get(division_id)
    here = None if division is None else stands(tournament, division).get(pairing_id)
    if division is None or here is None:
        return None
    if here.players is None:
        return f"{division.name} {pairing_id}"
    one, two = (tournament.entries[each].name for each in here.players)
    return f"{division.name}, {one} – {two}"
