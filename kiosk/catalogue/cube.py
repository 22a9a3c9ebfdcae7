"""The cube: doubled, taken, passed, handled on the board, put right, as people see and say it."""

from collections.abc import Mapping

from kiosk.catalogue.form import Drawer, Form, Seen, Values, count, row, side, why
from kiosk.catalogue.key import Drawer as Sheet
from kiosk.catalogue.key import Entry, Key, Pads, Place, Situation, in_row, on_sheet
from kiosk.catalogue.reasons import BY_BOOK
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import clause, person, points
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, listed, plural, text
from kiosk.catalogue.verb import EACH, Verb, ordered
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
    BoardDoubleTold,
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
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.tap import Way

# --- keys ----------------------------------------------------------------------------------------

DOUBLES: Mapping[str, Text] = {
    DoubleGesture.FULL_FORM: text("Said and turned"),
    DoubleGesture.WORD_OR_ACT: text("Only said or turned"),
    DoubleGesture.INTENT: text("Only meant to"),
    CubeAnswer.TAKE: text("And I took"),
    CubeAnswer.PASS: text("And I passed"),
    SHOWN: text("To a wrong level"),
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

TURNED_TO = Entry(Pads.KEYS, (1,), keys=TURNED_FACES)
LIES_OWNED = Entry(Pads.KEYS, (1,), keys=TURNED_FACES, asks=_shows)
LIES_CENTRED = Entry(Pads.KEYS, (1,), keys=CENTRED_FACES, asks=_shows)


def _denied(_way: Way, at: Situation) -> Place:
    """Who told of the double takes it back."""
    own = BoardDoubleContested.__name__ in at.own
    return in_row(text("Withdraw") if own else text("Not so"), (4, 1))


def _doubled(way: Way, at: Situation) -> Place:
    drawer = Sheet.I_DOUBLED if way.side is at.side else Sheet.THEY_DOUBLED
    return Place(
        DOUBLES[way.choice],
        (Sheet.MORE, Sheet.CUBE, drawer),
        entry=TURNED_TO if way.choice == SHOWN else None,
        place=(list(DOUBLES).index(way.choice), 0),
    )


def _answered(way: Way, _at: Situation) -> Place:
    return Place(
        ANSWERS[way.choice],
        (Sheet.MORE, Sheet.CUBE, Sheet.ANSWERED),
        entry=TURNED_TO if way.choice == SHOWN else None,
        place=(list(ANSWERS).index(way.choice), 0),
    )


def _extra(way: Way, _at: Situation) -> Place:
    return Place(EXTRAS[way.choice], (Sheet.MORE, Sheet.CUBE, Sheet.EXTRA))


def _lies(way: Way, at: Situation) -> Place:
    path = (Sheet.MORE, Sheet.CUBE, Sheet.LIES)
    if way.choice == at.side:
        return Place(text("Mine"), path, entry=LIES_OWNED, place=(0, 0))
    if way.choice == at.side.other:
        return Place(text("The other's"), path, entry=LIES_OWNED, place=(1, 0))
    return Place(text("In the middle"), path, entry=LIES_CENTRED, place=(2, 0))


KEYS = (
    Key(DoubleTapped, in_row(text("Double"), (5, 0))),
    Key(TakeTapped, in_row(text("Take"), (3, 0)), answers=True),
    Key(PassTapped, in_row(text("Pass"), (4, 1)), answers=True),
    Key(BoardDoubleTapped, _doubled),
    Key(BoardDoubleAgreed, in_row(text("So it is"), (3, 0)), answers=True),
    Key(BoardDoubleContested, _denied, answers=True),
    Key(BoardAnswerTapped, _answered),
    Key(ExtraDoubleTapped, _extra),
    Key(CubeDisputed, _lies),
    Key(UndoTapped, on_sheet(text("Double not allowed"), Sheet.CUBE, 5)),
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

NOBODY = text("Nobody")


def doubled_sentence(event: Doubled) -> Text:
    return text("{side} doubles to {level}.", side=side_name(event.side), level=event.level)


def taken_sentence(event: Taken) -> Text:
    return text(
        "{side} takes; the cube is at {level}.", side=side_name(event.side), level=event.level
    )


def passed_sentence(event: Passed) -> Text:
    return text(
        "{side} passes the double to {level}.", side=side_name(event.side), level=event.level
    )


def board_double_told_sentence(event: BoardDoubleTold) -> Text:
    who, doubler = side_name(event.by), side_name(event.doubler)
    gesture = GESTURES[event.gesture]
    how = listed((gesture, ANSWERED[event.answer])) if event.answer else gesture
    if event.by is event.doubler:
        if event.shown:
            return text(
                "{side} says that it doubled on the board to {level} ({how}).",
                side=who,
                level=event.shown,
                how=how,
            )
        return text("{side} says that it doubled on the board ({how}).", side=who, how=how)
    if event.shown:
        return text(
            "{side} says that {doubler} doubled on the board to {level} ({how}).",
            side=who,
            doubler=doubler,
            level=event.shown,
            how=how,
        )
    return text(
        "{side} says that {doubler} doubled on the board ({how}).",
        side=who,
        doubler=doubler,
        how=how,
    )


def board_double_denied_sentence(event: BoardDoubleDenied) -> Text:
    return text("{side} says that there was no such double.", side=side_name(event.side))


def doubled_early_sentence(event: DoubledEarly) -> Text:
    return text(
        "{side} doubled before the turn was over; the turn is finished first.",
        side=side_name(event.side),
    )


def cube_level_corrected_sentence(event: CubeLevelCorrected) -> Text:
    return text(
        "{side} showed {shown}; the cube is put right to {level}.",
        side=side_name(event.side),
        shown=event.shown,
        level=event.level,
    )


def dead_cube_turned_sentence(event: DeadCubeTurned) -> Text:
    return text(
        "{side} turned a dead cube; it lay at {level}.",
        side=side_name(event.side),
        level=event.was.level,
    )


def cube_put_right_sentence(event: CubePutRight) -> Text:
    return text(
        "{side} notices that the centred cube shows {shown}; it counts as 1 and is put right.",
        side=side_name(event.side),
        shown=event.shown,
    )


def cube_questioned_sentence(event: CubeQuestioned) -> Text:
    who, level, recorded = side_name(event.side), event.level, event.recorded.level
    if event.owner is None:
        if event.presumed is None:
            return text(
                "{side} says that the cube lies at {level} in the centre, not at {recorded}; it is "
                "to be verified.",
                side=who,
                level=level,
                recorded=recorded,
            )
        return text(
            "{side} says that the cube lies at {level} in the centre, not at {recorded}; it is "
            "presumed right as it lies.",
            side=who,
            level=level,
            recorded=recorded,
        )
    if event.presumed is None:
        return text(
            "{side} says that the cube lies at {level} on {owner}'s side, not at {recorded}; it is "
            "to be verified.",
            side=who,
            level=level,
            owner=side_name(event.owner),
            recorded=recorded,
        )
    return text(
        "{side} says that the cube lies at {level} on {owner}'s side, not at {recorded}; it is "
        "presumed right as it lies.",
        side=who,
        level=level,
        owner=side_name(event.owner),
        recorded=recorded,
    )


def cube_set_sentence(event: CubeSet) -> Text:
    by, cube, reason = person(event.by), event.cube, clause(event.why)
    if cube.owner is None:
        return text(
            "{by} puts the cube at {level} in the centre, because {why}.",
            by=by,
            level=cube.level,
            why=reason,
        )
    return text(
        "{by} puts the cube at {level} with {owner}, because {why}.",
        by=by,
        level=cube.level,
        owner=side_name(cube.owner),
        why=reason,
    )


def doubles_undone_sentence(event: DoublesUndone) -> Text:
    places = {**_undoing(event), "level": event.cube.level}
    if event.cube.owner is None:
        if event.by is None:
            return text(
                "{side} points out doubles that were not allowed; the cube is at {level} in the "
                "centre.",
                **places,
            )
        return text(
            "{by} undoes the doubles that were not allowed, because {why}; the cube is at {level} "
            "in the centre.",
            **places,
        )
    places["owner"] = side_name(event.cube.owner)
    if event.by is None:
        return text(
            "{side} points out doubles that were not allowed; the cube is at {level} with {owner}.",
            **places,
        )
    return text(
        "{by} undoes the doubles that were not allowed, because {why}; the cube is at {level} with "
        "{owner}.",
        **places,
    )


def game_rescored_sentence(event: GameRescored) -> Text:
    places = {
        **_undoing(event),
        "game": event.game,
        "winner": side_name(event.winner),
        "score": points(event.score),
    }
    if event.corrects_seq is None:
        if event.by is None:
            return plural(
                "{side} points out doubles that were not allowed; game {game} brings {winner} "
                "{count} point: {score}.",
                "{side} points out doubles that were not allowed; game {game} brings {winner} "
                "{count} points: {score}.",
                event.points,
                **places,
            )
        return plural(
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} point: {score}.",
            "{by} undoes the doubles that were not allowed, because {why}; game {game} brings "
            "{winner} {count} points: {score}.",
            event.points,
            **places,
        )
    places["row"] = event.corrects_seq
    if event.by is None:
        return plural(
            "{side} points out doubles that were not allowed; game {game} brings {winner} {count} "
            "point: {score}, correcting row {row}.",
            "{side} points out doubles that were not allowed; game {game} brings {winner} {count} "
            "points: {score}, correcting row {row}.",
            event.points,
            **places,
        )
    return plural(
        "{by} undoes the doubles that were not allowed, because {why}; game {game} brings {winner} "
        "{count} point: {score}, correcting row {row}.",
        "{by} undoes the doubles that were not allowed, because {why}; game {game} brings {winner} "
        "{count} points: {score}, correcting row {row}.",
        event.points,
        **places,
    )


def _undoing(event: DoublesUndone | GameRescored) -> dict[str, Text | str | int]:
    """Who undoes doubles: the director with his reason, or the side that points them out."""
    if event.by is None:
        return {"side": side_name(event.side, NOBODY)}
    return {"by": person(event.by), "why": clause(event.why)}


OF_SCORE = (Group.SCORE,)
PUT_RIGHT = (Group.SCORE, Group.DIRECTOR)

SENTENCES = (
    Sentence(Doubled, doubled_sentence, OF_SCORE),
    Sentence(Taken, taken_sentence, OF_SCORE),
    Sentence(Passed, passed_sentence, OF_SCORE),
    Sentence(BoardDoubleTold, board_double_told_sentence, OF_SCORE, in_record=True),
    Sentence(BoardDoubleDenied, board_double_denied_sentence, OF_SCORE, in_record=True),
    Sentence(DoubledEarly, doubled_early_sentence, OF_SCORE, in_record=True),
    Sentence(CubeLevelCorrected, cube_level_corrected_sentence, OF_SCORE, in_record=True),
    Sentence(DeadCubeTurned, dead_cube_turned_sentence, OF_SCORE, in_record=True),
    Sentence(CubePutRight, cube_put_right_sentence, OF_SCORE, in_record=True),
    Sentence(CubeQuestioned, cube_questioned_sentence, PUT_RIGHT, in_record=True),
    Sentence(CubeSet, cube_set_sentence, PUT_RIGHT, in_record=True),
    Sentence(DoublesUndone, doubles_undone_sentence, PUT_RIGHT, in_record=True),
    Sentence(GameRescored, game_rescored_sentence, PUT_RIGHT),
)

# --- the director's orders -----------------------------------------------------------------------


def _placed(values: Values, seen: Seen) -> tuple[Text, ...]:
    level, owner = values["level"], values["owner"]
    if owner is None:
        return (text("Put the cube at {level}, in the centre.", level=level),)
    name = seen.names.of(owner)
    return (text("Put the cube at {level}, owned by {name}.", level=level, name=name),)


def _undone(_values: Values, _seen: Seen) -> tuple[Text, ...]:
    return (
        text("Undo the doubles that were not allowed, as far as the book lets them be undone."),
    )


FORMS = (
    Form(
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
        Drawer.SCORE,
    ),
    Form(
        "undo",
        UndoOrdered,
        text("Undo doubles"),
        text("Undo the doubles"),
        (
            why(BY_BOOK),
            row(),
        ),
        _undone,
        Drawer.SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(TakeTapped, "takes", "Takes the double.", EACH),
    Verb(PassTapped, "passes", "Passes the double.", EACH),
    Verb(BoardDoubleAgreed, "agrees to double", "Agrees with what was told of it.", EACH),
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
    ordered(UndoOrdered, "undoes doubles", "Undoes doubles that were not allowed."),
    ordered(
        CubeOrdered,
        "sets cube",
        "Puts the cube where it belongs.",
        level="its level",
        owner="with whom",
    ),
)
