"""Texts of the page of what was played."""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.catalogue.text import Text, text
from kiosk.record.mat import format_moves
from kiosk.record.transcription import TranscribedPlay


def play_words(play: TranscribedPlay) -> Text | str:
    """What was played, in the notation of players."""
    if play.unplayed:
        return PLAYS_WORDS["not_played"]
    moves = format_moves(play)
    if play.illegal is not None:
        return text("{play} (not legal)", play=moves)
    return moves or PLAYS_WORDS["no_legal_play"]


PLAYS_WORDS: Mapping[str, Text] = MappingProxyType(
    {
        "plays_of": text("What was played: {white} – {black}"),
        "plays_later": text(
            "This match is not over. What was played is shown after its end, to nobody before."
        ),
        "plays_coming": text("The pictures of this match are being read: this takes some seconds."),
        "plays_off": text(
            "No transcriber runs at this director, so what was played is not written down."
        ),
        "no_plays": text("No roll of this match counts, so there is nothing to write down."),
        "questions_left": text("{count} of {turns} turns are not sure."),
        "all_plays_known": text("All {turns} turns are known."),
        "turns": text("Turns"),
        "game_number": text("Game {number}"),
        "turn_of": text("Turn {number}: {name} rolled {dice}"),
        "which_play": text("Which of these was played? Press its number."),
        "which_play_unknown": text("The pictures do not show what was played: type it."),
        "not_played": text("not played: the game ended first"),
        "play_unknown": text("no play leads to what the picture shows"),
        "no_legal_play": text("no legal play"),
        "illegal_play": text("{play} (not legal)"),
        "said_by": text("Entered by {name}, {time}"),
        "withdraw_answer": text("Take it back"),
        "no_roll_picture": text("No picture of this roll."),
        "picture_of_roll": text("Picture of this roll"),
        "position_before": text("Position before this roll was played"),
        "other_play": text("Another play"),
        "keep_play": text("Keep it"),
        "no_play": text("“{text}” is no play: write it like 24/18 13/11, bar/22 or 6/off."),
        "analyse": text("Analyse with GNU Backgammon"),
        "analysing": text("GNU Backgammon is analysing the match: this takes a minute or two."),
        "analysis_lacking": text(
            "GNU Backgammon is not on the director's machine: install its package, gnubg."
        ),
        "analysis_failed": text(
            "GNU Backgammon did not analyse the match: the reason is in the director's log."
        ),
        "analysis_of": text("{name}: error rate {rate} ({rating}), luck {luck}"),
        "analysed_by": text("{program}, {settings}"),
        "turn_before": text("Turn before"),
        "turn_after": text("Turn after"),
        "next_question": text("Next question"),
    }
)
