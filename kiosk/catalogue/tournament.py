"""Words of an event: why something can't be done."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from kiosk.catalogue.rule_names import name_subject
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Place, Text, text
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.club_rounds import LAST_DAY
from kiosk.tournament.sheet import division_stands
from kiosk.tournament.tournament import Tournament

REASONS: Mapping[TournamentReason, Text] = {
    TournamentReason.NO_EVENT: text("no event is open: open one first"),
    TournamentReason.EVENT_IS_OPEN: text("an event is open already"),
    TournamentReason.UNKNOWN: text("this event has nothing of that name: check the name"),
    TournamentReason.TAKEN: text("another has this name or number already"),
    TournamentReason.EMPTY: text("it is empty: write something"),
    TournamentReason.BAD_VALUE: text("an event does not allow this"),
    TournamentReason.NO_DRAW: text("it is not drawn yet"),
    TournamentReason.DRAWN: text("it is drawn: take the draw back first"),
    TournamentReason.NOT_PUBLISHED: text("its draw is not published yet"),
    TournamentReason.PUBLISHED: text("its draw is published already"),
    TournamentReason.BEGUN: text("matches of this draw were called already"),
    TournamentReason.WHY_MISSING: text("write why: the reason is kept"),
    TournamentReason.NOT_READY: text("the players are not known yet"),
    TournamentReason.BYE: text("not to be played"),
    TournamentReason.CALLED: text("it is called to a table already"),
    TournamentReason.NOT_SAID: text("the format does not say how it is played: set its rounds"),
    TournamentReason.PLAYING: text("plays another match now"),
    TournamentReason.TABLE_BUSY: text("others play at this table"),
    TournamentReason.NO_LATE_PLACE: text("no place for late arrivals is left"),
    TournamentReason.GONE: text("has withdrawn"),
    TournamentReason.ENTERED: text("has an entry already: allow re-entry to add another"),
    TournamentReason.NO_RE_ENTRY: text("may not enter again: it is too late, or one too many"),
    TournamentReason.AGAINST_SELF: text("a player can't play himself: award it without play"),
    TournamentReason.STAYS: text("is still playing: withdraw the player first"),
    TournamentReason.NOT_CALLED: text("it was not called to a table"),
    TournamentReason.NOT_OVER: text("there is no result yet"),
    TournamentReason.OVER: text("it has a result: correct that"),
    TournamentReason.OUT_OF_SEASON: text("no season is open then"),
    TournamentReason.SEASON_OPEN: text("the season is not over"),
    TournamentReason.CHALLENGE_OPEN: text("a challenge is still to be played"),
    TournamentReason.CHALLENGED_TODAY: text("no more challenges on this day: wait until tomorrow"),
    TournamentReason.TOO_SOON: text("they played each other a few days ago: wait"),
    TournamentReason.TOO_EARLY: text("there are days left to play it"),
    TournamentReason.TOO_LATE: text("the days to play it are over"),
    TournamentReason.TOO_FAR: text("the ladder does not allow challenges over this distance"),
    TournamentReason.UNCHANGED: text("nothing has changed: edit it first"),
    TournamentReason.CONFIRMED: text("it is confirmed already"),
    TournamentReason.NOT_SET: text("the rule book leaves it to the event: set it first"),
    TournamentReason.NOT_IN_FORMAT: text("this division's format has no such step"),
    TournamentReason.LATER_GAME: text("one of them has begun another game since"),
    TournamentReason.NO_DATE: text("this round has no date yet: set one"),
    TournamentReason.BEFORE_ROUND: text("the round before it would be played later"),
    TournamentReason.DAY_OVER: text("this day is over already"),
    TournamentReason.AFTER_LAST_DAY: text("the round is to be played before that"),
    TournamentReason.ARRANGED: text("they have arranged when they play"),
    TournamentReason.NOT_ARRANGED: text("they have not arranged when they play"),
    TournamentReason.ENOUGH_OFFERED: text("has offered all the dates required"),
    TournamentReason.HIS_TO_ARRANGE: text("had to arrange it"),
    TournamentReason.CHAIRMAN_NOTIFIED: text("the Chairman was told already"),
    TournamentReason.CLAIMED: text("a claim waits for its ruling"),
    TournamentReason.NO_CLAIM: text("there is no claim to rule on"),
    TournamentReason.NOT_UNDOABLE: text("this can't be undone any more: correct what is wrong now"),
    TournamentReason.CHANGED_SINCE: text("was changed again since: undo that first"),
    TournamentReason.RESTS_ON_IT: text("depends on it: take that back first"),
    TournamentReason.NOT_LATE: text("that is not late enough"),
    TournamentReason.WINNER_BELOW: text(
        "a match to {length} ends with the winner at {length} or more and the loser below {length}:"
        " {score} has the winner at {points}"
    ),
    TournamentReason.WINNER_BEYOND: text(
        "a match to {length} can't end {score}: no last game takes the winner from below {length}"
        " to {points}"
    ),
    TournamentReason.LOSER_NOT_BELOW: text(
        "a match to {length} ends with the winner at {length} or more and the loser below {length}:"
        " {score} has the loser at {points}"
    ),
    TournamentReason.STOPPED_AT_LENGTH: text(
        "a match to {length} that was not played out has both below {length}: {score} "
        "has one at {points}"
    ),
    TournamentReason.SERIES_SCORE: text(
        "best of {count} ends with the winner at {need} matches and the loser below {need}:"
        " {score} does not"
    ),
    TournamentReason.GAME_SCORE: text(
        "a game of level {level} with the cube at {cube} gives the winner {points} points and the"
        " loser 0, not {score}"
    ),
    TournamentReason.SCORE_OF_NEITHER: text(
        "neither advances, so there is no score: leave {score} out"
    ),
}

SCORE_NUMBERS: Mapping[TournamentReason, tuple[str, ...]] = {
    TournamentReason.WINNER_BELOW: ("length", "points"),
    TournamentReason.WINNER_BEYOND: ("length", "points"),
    TournamentReason.LOSER_NOT_BELOW: ("length", "points"),
    TournamentReason.STOPPED_AT_LENGTH: ("length", "points"),
    TournamentReason.SERIES_SCORE: ("count", "need"),
    TournamentReason.GAME_SCORE: ("level", "cube", "points"),
    TournamentReason.SCORE_OF_NEITHER: (),
}
"""Reasons that are a whole sentence: the names of an objection's numbers, beside `score`."""
_OF_A_DAY = frozenset({TournamentReason.DAY_OVER, TournamentReason.AFTER_LAST_DAY})


def score_words(objection: Objection) -> Text | None:
    """Why nothing ends with a score, with all its numbers; None if it is not about a score."""
    names = SCORE_NUMBERS.get(objection.reason)
    if names is None or len(names) != len(objection.numbers):
        return None
    numbers = zip(names, objection.numbers, strict=True)
    places: tuple[tuple[str, Place], ...] = (("score", objection.about), *numbers)
    return replace(REASONS[objection.reason], places=places)


def against_words(objection: Objection, tournament: Tournament) -> Text:
    """A reason and its object: entries, divisions and rules by their names."""
    score = score_words(objection)
    if score is not None:
        return score
    why = REASONS[objection.reason]
    about = objection.about
    if not about:
        return why
    if about in tournament.entries:
        named: Text | str = isolated(tournament.entries[about].name)
    elif about in tournament.divisions:
        named = isolated(tournament.divisions[about].name)
    elif found := _pairing(about, tournament):
        named = isolated(found)
    elif objection.reason in _OF_A_DAY and about.isdecimal():
        named = date.fromordinal(min(max(1, int(about)), LAST_DAY)).isoformat()
    else:
        named = name_subject(about)
    return text("{about}: {why}", about=named, why=why)


def _pairing(about: str, tournament: Tournament) -> str | None:
    """Division and players of a pairing, named as by `PairingKey`."""
    division_id, _, pairing_id = about.rpartition(" ")
    division = tournament.divisions.get(division_id)
    here = None if division is None else division_stands(tournament, division).get(pairing_id)
    if division is None or here is None:
        return None
    if here.players is None:
        return f"{division.name} {pairing_id}"
    one, two = (tournament.entries[each].name for each in here.players)
    return f"{division.name}, {one} – {two}"
