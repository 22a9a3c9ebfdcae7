"""Offers to end a game, settlements, and the director's rulings on how a game ends."""

from collections.abc import Mapping

from kiosk.catalogue.ending import won
from kiosk.catalogue.form import Drawer, Form, Seen, Values, choice, side, why, yes_no
from kiosk.catalogue.key import Drawer as Sheet
from kiosk.catalogue.key import Entry, Key, Pads, Place, Situation, in_row
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import LEVELS, WINS, clause, person
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, ordered
from kiosk.rules.match.outcome import Ground, Settlement
from kiosk.rules.offers import (
    CERTAIN,
    CERTAIN_NO_CONTACT,
    NO_CONTACT,
    OPEN,
    GameEndOrdered,
    GameOffered,
    GameRuled,
    GinOrdered,
    GinRuled,
    OfferAccepted,
    OfferContested,
    OfferRefused,
    OfferRejected,
    OfferTaken,
    OfferTapped,
    SettlementTapped,
)
from kiosk.rules.tap import Way

# --- keys ----------------------------------------------------------------------------------------

OUTCOMES: Mapping[int, Text] = {1: text("single"), 2: text("gammon"), 3: text("backgammon")}
"""What is accepted, by level, behind the word for it on a key."""

GROUNDS: Mapping[str, Text] = {
    Ground.CONTACT: text("Still contact"),
    Ground.NOT_CERTAIN: text("Not certain"),
}

SETTLEMENTS: Mapping[str, Text] = {
    Settlement.DRAW: text("A draw"),
    Settlement.SPLIT: text("Split"),
    Settlement.CANCEL: text("Cancel"),
    Settlement.REPLAY: text("Replay"),
}


def _level(asks: Text) -> Entry:
    return Entry(Pads.KEYS, (1,), keys=tuple(LEVELS.items()), asks=lambda _number, _before: asks)


CONCEDES: Mapping[str, Entry] = {
    OPEN: _level(text("You give up:")),
    NO_CONTACT: _level(text("No contact any more. You give up:")),
    CERTAIN: _level(text("Nothing else is possible. You give up:")),
    CERTAIN_NO_CONTACT: _level(text("No contact, and nothing else is possible. You give up:")),
}

CLAIMS: Mapping[str, Entry] = {
    OPEN: _level(text("You claim:")),
    NO_CONTACT: _level(text("No contact any more. You claim:")),
    CERTAIN: _level(text("Nothing else is possible. You claim:")),
    CERTAIN_NO_CONTACT: _level(text("No contact, and nothing else is possible. You claim:")),
}


def _offered(way: Way, at: Situation) -> Place:
    path, sure = (Sheet.MORE, Sheet.END), way.choice in {CERTAIN, CERTAIN_NO_CONTACT}
    if way.side is at.side:
        label = text("I claim for sure") if sure else text("I claim")
        return Place(label, path, entry=CLAIMS[way.choice], place=(2 + sure, 0))
    label = text("I give up for sure") if sure else text("I give up")
    return Place(label, path, entry=CONCEDES[way.choice], place=(int(sure), 0))


def _accepted(way: Way, _at: Situation) -> Place:
    return in_row(text("Accept {win}", win=OUTCOMES[way.level or 1]), (3, 0))


def _contested(way: Way, _at: Situation) -> Place:
    return in_row(GROUNDS[way.choice], (5, 2 + list(GROUNDS).index(way.choice)))


def _settled(way: Way, _at: Situation) -> Place:
    return Place(SETTLEMENTS[way.choice], (Sheet.MORE, Sheet.END, Sheet.SETTLE))


KEYS = (
    Key(OfferTapped, _offered),
    Key(OfferAccepted, _accepted, answers=True),
    Key(OfferRejected, in_row(text("Reject"), (4, 1)), answers=True),
    Key(OfferContested, _contested, answers=True),
    Key(SettlementTapped, _settled),
)

# --- facts ---------------------------------------------------------------------------------------


def game_offered_sentence(event: GameOffered) -> Text:
    who, win = side_name(event.side), won(event.level)
    if event.winner is event.side:
        if event.certain:
            return text(
                "{side} claims {win}, as the most or only outcome possible.", side=who, win=win
            )
        return text("{side} claims {win}.", side=who, win=win)
    if event.certain:
        return text(
            "{side} offers to lose {win}, as the most or only outcome possible.", side=who, win=win
        )
    return text("{side} offers to lose {win}.", side=who, win=win)


def offer_taken_sentence(event: OfferTaken) -> Text:
    return text("{side} accepts.", side=side_name(event.side))


def offer_refused_sentence(event: OfferRefused) -> Text:
    who = side_name(event.side)
    if event.presses is None:
        return text("{side} rejects, and the game is played on.", side=who)
    return text(
        "{side} rejects, and the game is played on; {other} presses the clock.",
        side=who,
        other=side_name(event.presses),
    )


def gin_ruled_sentence(event: GinRuled) -> Text:
    by, reason = person(event.by), clause(event.why)
    if event.gin:
        return text("{by} rules that the outcome is certain, because {why}.", by=by, why=reason)
    return text("{by} rules that the outcome is not certain, because {why}.", by=by, why=reason)


def game_ruled_sentence(event: GameRuled) -> Text:
    return text(
        "{by} records that {side} won {win}, because {why}.",
        by=person(event.by),
        side=side_name(event.winner),
        win=won(event.level),
        why=clause(event.why),
    )


OF_SCORE = (Group.SCORE,)
RULED = (Group.SCORE, Group.DIRECTOR)

SENTENCES = (
    Sentence(GameOffered, game_offered_sentence, OF_SCORE, in_record=True),
    Sentence(OfferTaken, offer_taken_sentence, OF_SCORE),
    Sentence(OfferRefused, offer_refused_sentence, OF_SCORE, in_record=True),
    Sentence(GinRuled, gin_ruled_sentence, RULED, in_record=True),
    Sentence(GameRuled, game_ruled_sentence, RULED, in_record=True),
)

# --- the director's orders -----------------------------------------------------------------------


def _game(values: Values, seen: Seen) -> tuple[Text, ...]:
    name, win = seen.names.of(values["winner"]), WINS[values["level"]]
    return (text("{name} won {win}: the game ends now.", name=name, win=win),)


def _gin(values: Values, _seen: Seen) -> tuple[Text, ...]:
    if values["gin"]:
        return (text("The outcome is certain: the game ends as it was offered."),)
    return (text("The outcome is not certain: the offer falls, and the game is played on."),)


FORMS = (
    Form(
        "game",
        GameEndOrdered,
        text("Record how a game ended"),
        text("End the game"),
        (
            side(text("Winner of the game"), "winner"),
            choice("level", text("Won"), *WINS.items()),
            why(),
        ),
        _game,
        Drawer.GAME,
        place=1,
    ),
    Form(
        "gin",
        GinOrdered,
        text("Rule on an offer"),
        text("Rule on the offer"),
        (
            yes_no("gin", text("The outcome offered is"), text("certain"), text("not certain")),
            why(),
        ),
        _gin,
        Drawer.GAME,
        place=1,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        OfferAccepted,
        "accepts",
        "Accepts what was offered.",
        EACH,
        {"winner": "?repeats who wins", "level": "?repeats the outcome"},
    ),
    Verb(OfferRejected, "rejects", "Rejects what was offered.", EACH),
    Verb(
        OfferContested,
        "contests offer",
        "Denies what the offer says.",
        EACH,
        {"ground": "what"},
    ),
    ordered(
        GinOrdered,
        "rules on gin",
        "Rules whether the outcome is certain.",
        gin="it is certain",
    ),
    Verb(
        SettlementTapped,
        "wants settlement",
        "Wants an outcome that was not played.",
        notes={"settlement": "which"},
    ),
    ordered(
        GameEndOrdered,
        "ends game",
        "Records how the game ended.",
        winner="who won",
        level="what",
    ),
)
