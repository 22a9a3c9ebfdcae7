"""Words and forms of a win claimed and answered, the end of a game and of a match."""

from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, Tone, in_row
from kiosk.catalogue.reasons import CAUSES
from kiosk.catalogue.sentence import SCORE, LineStyle, Sentence, either, event_plural, event_text
from kiosk.catalogue.terms import LEVELS, OUTCOMES, WINS, side
from kiosk.catalogue.text import Text, capitalised, text
from kiosk.catalogue.verb import EACH, Verb
from kiosk.rules.ending import (
    GameEnded,
    MatchEnded,
    WinAgreed,
    WinClaimed,
    WinContested,
    WinDeclared,
    WinDisputed,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def _declared(way: TapOption, at: Situation) -> KeyPlace:
    """Place the key in the row, but not before an own move that could have won; quiet while it is
    too early to have won.
    """
    level = way.level or 1
    path = (KeySheet.MORE, KeySheet.WIN) if at.to_roll or at.other_moves else (KeySheet.WIN,)
    tone = Tone.QUIET if at.early else Tone.PLAIN
    return KeyPlace(LEVELS[level], path, tone, place=(level, 0))


def _disputed(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the claimant withdraws the win, or the other side disputes it."""
    own = WinDisputed.__name__ in at.own
    return in_row(text("Take it back") if own else text("Disagree"), (4, 1))


def _agreed(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key that agrees; its label names the win."""
    return in_row(text("Yes, {win}", win=OUTCOMES[at.claimed or 1]), (3, 0))


KEYS = (
    Key(WinDeclared, _declared, settles=text("the win")),
    Key(WinAgreed, _agreed, answers=True, settles=text("the yes to the win")),
    Key(WinDisputed, _disputed, answers=True),
)

# --- facts ---------------------------------------------------------------------------------------


def win_text(level: int) -> Text:
    """What is won at a level; an event may have a level that no game has."""
    return WINS.get(level, text("the game"))


SENTENCES = (
    Sentence(
        WinClaimed,
        event_text("{side} claims to have won {win}.", win=lambda event: win_text(event.level)),
        SCORE,
        in_record=False,
    ),
    Sentence(WinContested, event_text("{side} does not agree; the game goes on."), SCORE),
    Sentence(
        GameEnded,
        either(
            lambda event: event.points == 0,
            event_text(
                "The game was not played to its end, because {cause}: {score}.", cause=CAUSES
            ),
            event_plural(
                "{winner} won {win} for {count} point, because {cause}: {score}.",
                "{winner} won {win} for {count} points, because {cause}: {score}.",
                "points",
                winner=lambda event: capitalised(side(event.winner)),
                win=lambda event: win_text(event.level),
                cause=CAUSES,
            ),
        ),
        SCORE,
        goes_on=True,
        in_record=False,
        look=LineStyle.ENDS,
    ),
    Sentence(
        MatchEnded,
        either(
            lambda event: event.cause is EndCause.CONCEDED,
            event_text(
                "{winner} won the match, because {loser} gave it up: {score}.",
                loser=lambda event: side(event.winner.other),
            ),
            event_text("{winner} won the match, because {cause}: {score}.", cause=CAUSES),
        ),
        SCORE,
        goes_on=True,
        in_record=False,
        look=LineStyle.ENDS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        WinDeclared,
        "claims",
        "Says it has won the game: its last checker is off, or no other outcome is possible where "
        "the book lets that be said at any time; else it is an offer with `winner`.",
        EACH,
        {"level": "what is won"},
    ),
    Verb(WinAgreed, "agrees", "Agrees with the claim.", EACH),
    Verb(WinDisputed, "disputes", "Contests the claim, or withdraws it.", EACH),
)
