"""Words and forms of the cube: doubled, taken, passed, handled on the board, put right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, count, row, side, why
from kiosk.catalogue.key import (
    Key,
    KeyPlace,
    KeySheet,
    NumberEntry,
    Pads,
    Situation,
    in_row,
    on_sheet,
)
from kiosk.catalogue.reasons import BY_BOOK
from kiosk.catalogue.sentence import (
    SCORE,
    SCORE_DIRECTOR,
    Sentence,
    either,
    event_plural,
    event_text,
)
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, capitalised, join_with_commas, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.cube.acts import DoubleTapped, PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import (
    HIGHEST_LEVEL,
    PASS_TAKE,
    SHOWN,
    TAKE_PASS,
    BoardAnswerTapped,
    BoardDoubleAgreed,
    BoardDoubleContested,
    BoardDoubleTapped,
    CubeDisputed,
    CubeOrdered,
    ExtraDoubleTapped,
)
from kiosk.rules.cube.facts import (
    BoardDoubleDenied,
    BoardDoubleNoted,
    CubeLevelCorrected,
    CubePutRight,
    CubeQuestioned,
    CubeSet,
    DeadCubeTurned,
    Doubled,
    DoubledEarly,
    DoublesUndone,
    GameRescored,
    Passed,
    Taken,
)
from kiosk.rules.cube.undo import UndoOrdered, UndoTapped
from kiosk.rules.match.doubling import CubeAnswer, ExtraDouble
from kiosk.rules.rulebook import CubeWord, DoubleGesture
from kiosk.rules.tap import TapOption
from kiosk.rules.units import Side

# --- keys ----------------------------------------------------------------------------------------

DOUBLES_ANSWERED: Mapping[str, Text] = {
    CubeAnswer.TAKE: text("Doubled, and I took"),
    CubeAnswer.PASS: text("Doubled, and I passed"),
}

OWN_DOUBLES: Mapping[str, Text] = {
    DoubleGesture.FULL_FORM: text("I doubled on the board"),
    DoubleGesture.WORD_OR_ACT: text("I only said or turned"),
    DoubleGesture.INTENT: text("I only meant to double"),
    **DOUBLES_ANSWERED,
    SHOWN: text("I turned it wrong"),
}

OTHER_DOUBLES: Mapping[str, Text] = {
    DoubleGesture.FULL_FORM: text("Opponent doubled on the board"),
    DoubleGesture.WORD_OR_ACT: text("Opponent only said or turned"),
    DoubleGesture.INTENT: text("Opponent only meant to double"),
    **DOUBLES_ANSWERED,
    SHOWN: text("Opponent turned it wrong"),
}

ANSWERS: Mapping[str, Text] = {
    TAKE_PASS: text("Said take, did pass"),
    PASS_TAKE: text("Said pass, did take"),
    SHOWN: text("Took at a wrong level"),
}

EXTRAS: Mapping[str, Text] = {
    ExtraDouble.AUTOMATIC: text("Equal dice"),
    ExtraDouble.BEAVER: text("Beaver"),
    ExtraDouble.RACCOON: text("Raccoon"),
}


def _shows(_number: int, _before: int) -> Text:
    return text("What does the cube show?")


def _faces(*levels: int) -> tuple[tuple[int, str], ...]:
    return tuple((level, str(level)) for level in levels)


TURNED_FACES = _faces(2, 4, 8, 16, 32, 64)
CENTRED_FACES = _faces(1, 2, 4, 8, 16, 32)

TURNED_TO = NumberEntry(Pads.KEYS, (1,), keys=TURNED_FACES)
LIES_OWNED = NumberEntry(Pads.KEYS, (1,), keys=TURNED_FACES, asks=_shows)
LIES_CENTRED = NumberEntry(Pads.KEYS, (1,), keys=CENTRED_FACES, asks=_shows)


def _denied(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the claimant withdraws the double, or the other side denies it."""
    own = BoardDoubleContested.__name__ in at.own
    return in_row(text("Take it back") if own else text("No"), (4, 1))


@dataclass(frozen=True, slots=True)
class _Word:
    """A spoken word of the cube: its key; if the word stands, its sheet, key and question."""

    word: CubeWord
    label: Text
    sheet: KeySheet
    place: tuple[int, int]
    sure: Text
    asks: Callable[[str], Text]


DOUBLE = _Word(
    CubeWord.DOUBLE,
    text("Double"),
    KeySheet.DOUBLE,
    (5, 2),
    text("Yes, I double"),
    lambda sections: text("Double? No taking back: {sections}", sections=sections),
)
TAKE = _Word(
    CubeWord.TAKE,
    text("Take"),
    KeySheet.TAKE,
    (3, 0),
    text("Yes, I take"),
    lambda sections: text("Take? No taking back: {sections}", sections=sections),
)
PASS = _Word(
    CubeWord.PASS,
    text("Pass"),
    KeySheet.PASS,
    (4, 1),
    text("Yes, I pass"),
    lambda sections: text("Pass? No taking back: {sections}", sections=sections),
)


def _word_place(spoken: _Word) -> Callable[[TapOption, Situation], KeyPlace]:
    """Place the key: one tap if the word may be taken back; two if the book has it stand."""

    def place(_way: TapOption, at: Situation) -> KeyPlace:
        if spoken.word not in at.stands:
            return in_row(spoken.label, spoken.place)
        return KeyPlace(
            spoken.sure, (spoken.sheet,), place=spoken.place, asks=spoken.asks(at.stands_by)
        )

    return place


def _doubled(way: TapOption, at: Situation) -> KeyPlace:
    own = way.side is at.side
    stands = own and way.choice not in set(CubeAnswer) and CubeWord.DOUBLE in at.stands
    words = OWN_DOUBLES if own else OTHER_DOUBLES
    return KeyPlace(
        words[way.choice],
        (KeySheet.MORE, KeySheet.CUBE),
        entry=TURNED_TO if way.choice == SHOWN else None,
        place=(list(words).index(way.choice), int(not own)),
        asks=text("How? No taking back: {sections}", sections=at.stands_by) if stands else None,
    )


def _answered(way: TapOption, at: Situation) -> KeyPlace:
    stands = way.choice == SHOWN and CubeWord.TAKE in at.stands
    return KeyPlace(
        ANSWERS[way.choice],
        (KeySheet.MORE, KeySheet.CUBE),
        entry=TURNED_TO if way.choice == SHOWN else None,
        place=(list(ANSWERS).index(way.choice), 0),
        asks=text("How? No taking back: {sections}", sections=at.stands_by) if stands else None,
    )


def _extra(way: TapOption, _at: Situation) -> KeyPlace:
    return KeyPlace(EXTRAS[way.choice], (KeySheet.MORE, KeySheet.CUBE), place=(6, 0))


def _lies(way: TapOption, at: Situation) -> KeyPlace:
    path = (KeySheet.MORE, KeySheet.SCORE)
    if way.choice == at.side:
        return KeyPlace(text("Cube is mine"), path, entry=LIES_OWNED, place=(7, 0))
    if way.choice == at.side.other:
        return KeyPlace(text("Cube is the opponent's"), path, entry=LIES_OWNED, place=(8, 0))
    return KeyPlace(text("Cube is in the middle"), path, entry=LIES_CENTRED, place=(9, 0))


KEYS = (
    Key(DoubleTapped, _word_place(DOUBLE), settles=text("the double")),
    Key(TakeTapped, _word_place(TAKE), answers=True, settles=text("the take")),
    Key(PassTapped, _word_place(PASS), answers=True, settles=text("the pass")),
    Key(BoardDoubleTapped, _doubled, settles=text("the double on the board")),
    Key(
        BoardDoubleAgreed,
        in_row(text("Yes"), (3, 0)),
        answers=True,
        settles=text("the yes to the double on the board"),
    ),
    Key(BoardDoubleContested, _denied, answers=True),
    Key(BoardAnswerTapped, _answered, settles=text("the answer on the board")),
    Key(ExtraDoubleTapped, _extra),
    Key(CubeDisputed, _lies),
    Key(UndoTapped, on_sheet(text("Double not allowed"), KeySheet.CUBE, 7)),
)

# --- facts ---------------------------------------------------------------------------------------

GESTURES: Mapping[DoubleGesture, Text] = {
    DoubleGesture.FULL_FORM: text("in full form"),
    DoubleGesture.WORD_OR_ACT: text("by word or act"),
    DoubleGesture.INTENT: text("by showing the intent"),
}

ANSWERED: Mapping[CubeAnswer, Text] = {
    CubeAnswer.TAKE: text("taken"),
    CubeAnswer.PASS: text("passed"),
}


def _how(event: BoardDoubleNoted) -> Text | str:
    gesture = GESTURES[event.gesture]
    return join_with_commas((gesture, ANSWERED[event.answer])) if event.answer else gesture


def _owner(event: CubeSet | DoublesUndone) -> Side | None:
    return event.cube.owner


def _pointing_out(event: DoublesUndone | GameRescored) -> Text | str:
    return capitalised(side_name(event.side))


DOUBLE_CLAIMED = either(
    lambda event: event.by is event.doubler,
    either(
        lambda event: event.shown,
        event_text("{by} reports a double on the board to {shown} ({how}).", how=_how),
        event_text("{by} reports a double on the board ({how}).", how=_how),
    ),
    either(
        lambda event: event.shown,
        event_text("{by} says that {doubler} doubled on the board to {shown} ({how}).", how=_how),
        event_text("{by} says that {doubler} doubled on the board ({how}).", how=_how),
    ),
)

QUESTIONED = either(
    lambda event: event.owner is None,
    either(
        lambda event: event.presumed is None,
        event_text(
            "{side} says that the cube lies at {level} in the centre, not at {recorded}; it is "
            "to be verified."
        ),
        event_text(
            "{side} says that the cube lies at {level} in the centre, not at {recorded}; it is "
            "presumed right as it lies."
        ),
    ),
    either(
        lambda event: event.presumed is None,
        event_text(
            "{side} says that the cube lies at {level} on {owner}'s side, not at {recorded}; it is "
            "to be verified."
        ),
        event_text(
            "{side} says that the cube lies at {level} on {owner}'s side, not at {recorded}; it is "
            "presumed right as it lies."
        ),
    ),
)

PLACED = either(
    lambda event: event.cube.owner is None,
    event_text("{by} puts the cube at {cube} in the centre, because {why}."),
    event_text("{by} puts the cube at {cube} with {owner}, because {why}.", owner=_owner),
)

UNDONE = either(
    lambda event: event.by is None,
    either(
        lambda event: event.cube.owner is None,
        event_text(
            "{side} points out doubles that were not allowed; the cube is at {cube} in the centre.",
            side=_pointing_out,
        ),
        event_text(
            "{side} points out doubles that were not allowed; the cube is at {cube} with {owner}.",
            side=_pointing_out,
            owner=_owner,
        ),
    ),
    either(
        lambda event: event.cube.owner is None,
        event_text(
            "{by} undoes the doubles that were not allowed, because {why}; the cube is at {cube} "
            "in the centre.",
        ),
        event_text(
            "{by} undoes the doubles that were not allowed, because {why}; the cube is at {cube} "
            "with {owner}.",
            owner=_owner,
        ),
    ),
)

RESCORED = either(
    lambda event: event.by is None,
    either(
        lambda event: event.corrects_seq is None,
        event_plural(
            "{side} points out doubles that were not allowed; game {game} brings {winner} "
            "{count} point: {score}.",
            "{side} points out doubles that were not allowed; game {game} brings {winner} "
            "{count} points: {score}.",
            "points",
            side=_pointing_out,
        ),
        event_plural(
            "{side} points out doubles that were not allowed; game {game} brings {winner} "
            "{count} point: {score}, correcting row {corrects_seq}.",
            "{side} points out doubles that were not allowed; game {game} brings {winner} "
            "{count} points: {score}, correcting row {corrects_seq}.",
            "points",
            side=_pointing_out,
        ),
    ),
    either(
        lambda event: event.corrects_seq is None,
        event_plural(
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} point: {score}.",
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} points: {score}.",
            "points",
        ),
        event_plural(
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} point: {score}, correcting row {corrects_seq}.",
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} points: {score}, correcting row {corrects_seq}.",
            "points",
        ),
    ),
)

SENTENCES = (
    Sentence(Doubled, event_text("{side} doubles to {level}."), SCORE, in_record=False),
    Sentence(Taken, event_text("{side} takes; the cube is at {level}."), SCORE, in_record=False),
    Sentence(Passed, event_text("{side} passes the double to {level}."), SCORE, in_record=False),
    Sentence(BoardDoubleNoted, DOUBLE_CLAIMED, SCORE),
    Sentence(BoardDoubleDenied, event_text("{side} says that there was no such double."), SCORE),
    Sentence(
        DoubledEarly,
        event_text("{side} doubled before the turn was over; the turn is finished first."),
        SCORE,
    ),
    Sentence(
        CubeLevelCorrected,
        event_text("{side} showed {shown}; the cube is put right to {level}."),
        SCORE,
    ),
    Sentence(DeadCubeTurned, event_text("{side} turned a dead cube; it lay at {was}."), SCORE),
    Sentence(
        CubePutRight,
        event_text(
            "{side} notices that the centred cube shows {shown}; it counts as 1 and is put right."
        ),
        SCORE,
    ),
    Sentence(CubeQuestioned, QUESTIONED, SCORE_DIRECTOR),
    Sentence(CubeSet, PLACED, SCORE_DIRECTOR),
    Sentence(DoublesUndone, UNDONE, SCORE_DIRECTOR),
    Sentence(GameRescored, RESCORED, SCORE_DIRECTOR, in_record=False),
)

# --- the director's orders -----------------------------------------------------------------------


def _placed(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    level, owner = values["level"], values["owner"]
    if owner is None:
        return (text("Put the cube at {level}, in the centre.", level=level),)
    name = seen.names.of_side(owner)
    return (text("Put the cube at {level}, owned by {name}.", level=level, name=name),)


def _undone(_values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (
        text("Undo the doubles that were not allowed, as far as the book lets them be undone."),
    )


FORMS = (
    OrderForm(
        "cube",
        CubeOrdered,
        text("Place the cube"),
        text("Place the cube"),
        (
            count("level", text("It stands at"), 1, HIGHEST_LEVEL, from_card="cube.level"),
            side(
                text("Who owns it"),
                "owner",
                text("In the centre"),
                from_card="cube.owner",
            ),
            why(),
        ),
        _placed,
        FormDrawer.SCORE,
    ),
    OrderForm(
        "undo",
        UndoOrdered,
        text("Undo doubles"),
        text("Undo the doubles"),
        (
            why(BY_BOOK),
            row(),
        ),
        _undone,
        FormDrawer.SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(TakeTapped, "takes", "Takes the double.", EACH),
    Verb(PassTapped, "passes", "Passes the double.", EACH),
    Verb(BoardDoubleAgreed, "agrees to double", "Agrees with what was claimed of it.", EACH),
    Verb(BoardDoubleContested, "denies double", "Denies it, or takes it back.", EACH),
    Verb(
        BoardAnswerTapped,
        "answers on board",
        "Answered a double on the board, by a word, by moving the cube, or by both.",
        EACH,
        {
            "word": "?what it said",
            "act": "?what it did",
            "shown": "?what it turned the cube to",
        },
    ),
    Verb(
        ExtraDoubleTapped,
        "wants extra double",
        "Wants a double of money play.",
        EACH,
        {"extra": "which"},
    ),
    Verb(
        CubeDisputed,
        "disputes cube",
        "Says how the cube on the board lies.",
        EACH,
        {"level": "what it shows", "owner": "with whom"},
    ),
    Verb(UndoTapped, "points out doubles", "Points out doubles that were not allowed."),
    order_verb(UndoOrdered, "undoes doubles", "Undoes doubles that were not allowed."),
    order_verb(
        CubeOrdered,
        "sets cube",
        "Puts the cube where it belongs.",
        level="its level",
        owner="with whom",
    ),
)
