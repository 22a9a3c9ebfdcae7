"""Words and forms of offers to end a game, settlements, and rulings on how a game ends."""

from collections.abc import Mapping

from kiosk.catalogue.ending import win_text
from kiosk.catalogue.form import (
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    choice,
    side,
    why,
    yes_no,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, NumberEntry, Pads, Situation, Tone, in_row
from kiosk.catalogue.sentence import SCORE, SCORE_DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.terms import LEVELS, OUTCOMES, WINS
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match.outcome import ContestGround, Settlement
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
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------

GROUNDS: Mapping[str, Text] = {
    ContestGround.CONTACT: text("Still contact"),
    ContestGround.NOT_CERTAIN: text("Not certain"),
}

SETTLEMENTS: Mapping[str, Text] = {
    Settlement.DRAW: text("A draw"),
    Settlement.SPLIT: text("Split"),
    Settlement.CANCEL: text("Cancel"),
    Settlement.REPLAY: text("Replay"),
}


CONCEDES: Mapping[str, Text] = {
    OPEN: text("You give up:"),
    NO_CONTACT: text("Only without contact. You give up:"),
    CERTAIN: text("Only if nothing else is possible. You give up:"),
    CERTAIN_NO_CONTACT: text("Only without contact, if nothing else is possible. You give up:"),
}

SURE: Mapping[int, Text] = {
    1: text("Single, game is decided"),
    2: text("Gammon, game is decided"),
    3: text("Backgammon, game is decided"),
}
"""What is conceded, by level, where nothing else is possible."""


def _level(asks: Text) -> NumberEntry:
    return NumberEntry(
        Pads.KEYS, (1,), keys=tuple(LEVELS.items()), asks=lambda _number, _before: asks
    )


CLAIMS: Mapping[str, NumberEntry] = {
    OPEN: _level(text("You claim:")),
    NO_CONTACT: _level(text("Only without contact. You claim:")),
    CERTAIN: _level(text("Only if nothing else is possible. You claim:")),
    CERTAIN_NO_CONTACT: _level(
        text("Only without contact, if nothing else is possible. You claim:")
    ),
}


def _offered(way: TapOption, at: Situation) -> KeyPlace:
    sure = way.choice in {CERTAIN, CERTAIN_NO_CONTACT}
    tone = Tone.QUIET if at.early else Tone.PLAIN
    if way.side is at.side:
        label = text("I claim, game is decided") if sure else text("I claim")
        path = (KeySheet.MORE, KeySheet.WIN) if at.to_roll or at.other_moves else (KeySheet.WIN,)
        return KeyPlace(label, path, tone, entry=CLAIMS[way.choice], place=(4 + sure, 0))
    levels = tuple((SURE if sure else LEVELS).items())
    entry = NumberEntry(Pads.KEYS, (1,), keys=levels, spread=True)
    asks = CONCEDES[way.choice]
    label, place = text("I give up"), (int(sure), 0)
    return KeyPlace(label, (KeySheet.GIVE_UP,), tone, entry, place, asks)


def _accepted(way: TapOption, _at: Situation) -> KeyPlace:
    return in_row(text("Accept {win}", win=OUTCOMES[way.level or 1]), (3, 0))


def _contested(way: TapOption, _at: Situation) -> KeyPlace:
    return in_row(GROUNDS[way.choice], (5, 2 + list(GROUNDS).index(way.choice)))


def _settled(way: TapOption, _at: Situation) -> KeyPlace:
    return KeyPlace(SETTLEMENTS[way.choice], (KeySheet.MORE, KeySheet.SETTLE))


KEYS = (
    Key(OfferTapped, _offered, settles=text("the offer")),
    Key(OfferAccepted, _accepted, answers=True, settles=text("the yes to the offer")),
    Key(
        OfferRejected,
        in_row(text("Reject"), (4, 1)),
        answers=True,
        settles=text("the no to the offer"),
    ),
    Key(OfferContested, _contested, answers=True),
    Key(SettlementTapped, _settled),
)

# --- facts ---------------------------------------------------------------------------------------


def _win(event: GameOffered | GameRuled) -> Text:
    return win_text(event.level)


OFFERED = either(
    lambda event: event.winner is event.side,
    either(
        lambda event: event.certain,
        event_text("{side} claims {win}, as the most or only outcome possible.", win=_win),
        event_text("{side} claims {win}.", win=_win),
    ),
    either(
        lambda event: event.certain,
        event_text("{side} offers to lose {win}, as the most or only outcome possible.", win=_win),
        event_text("{side} offers to lose {win}.", win=_win),
    ),
)

SENTENCES = (
    Sentence(GameOffered, OFFERED, SCORE),
    Sentence(OfferTaken, event_text("{side} accepts."), SCORE, in_record=False),
    Sentence(
        OfferRefused,
        either(
            lambda event: event.presses is None,
            event_text("{side} rejects, and the game is played on."),
            event_text("{side} rejects, and the game is played on; {presses} presses the clock."),
        ),
        SCORE,
    ),
    Sentence(
        GinRuled,
        either(
            lambda event: event.gin,
            event_text("{by} rules that the outcome is certain, because {why}."),
            event_text("{by} rules that the outcome is not certain, because {why}."),
        ),
        SCORE_DIRECTOR,
    ),
    Sentence(
        GameRuled,
        event_text("{by} records that {winner} won {win}, because {why}.", win=_win),
        SCORE_DIRECTOR,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _game(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name, win = seen.names.of_side(values["winner"]), WINS[values["level"]]
    return (text("{name} won {win}: the game ends now.", name=name, win=win),)


def _gin(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    if values["gin"]:
        return (text("The outcome is certain: the game ends as offered."),)
    return (text("The outcome is not certain: the offer falls, and the game is played on."),)


FORMS = (
    OrderForm(
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
        FormDrawer.GAME,
        place=1,
    ),
    OrderForm(
        "gin",
        GinOrdered,
        text("Rule on an offer"),
        text("Rule on the offer"),
        (
            yes_no("gin", text("The outcome offered is"), text("certain"), text("not certain")),
            why(),
        ),
        _gin,
        FormDrawer.GAME,
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
    order_verb(
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
    order_verb(
        GameEndOrdered,
        "ends game",
        "Records how the game ended.",
        winner="who won",
        level="what",
    ),
)
