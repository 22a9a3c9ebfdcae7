"""The cube: doubled, taken, passed; what is told of it on the board; doubles undone."""

from kiosk.rules.cube.acts import DoubleTapped, PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import (
    BoardAnswerTapped,
    BoardDoubleAgreed,
    BoardDoubleContested,
    BoardDoubleTapped,
    CubeDisputed,
    CubeOrdered,
    ExtraDoubleTapped,
)
from kiosk.rules.cube.undo import UndoOrdered, UndoTapped
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side
from kiosk.scenario.play import Play
from kiosk.scenario.values import Owner
from kiosk.scenario.word import PLAYERS, Field, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]


def doubles(play: Play, said: Said) -> None:
    """Offers the cube at twice its level; in the other's turn that is a double too early. The table
    refuses a double it knows to be barred: one made on the board all the same is told, with its
    answer, by `tells of double`.
    """
    side, game = said.by_side, play.match.game
    if game is None or game.on_turn is not side.other:
        play.do(DoubleTapped(play.at, side))
        return
    full = DoubleGesture.FULL_FORM
    play.do(BoardDoubleTapped(play.at, side, side, full, None, None))


def tells_double(play: Play, said: Said) -> None:
    """Says that a double was made on the board instead of at the table: by whom, how, to what."""
    play.do(
        BoardDoubleTapped(
            play.at,
            said.by_side,
            said.get("doubler", said.by_side),
            said.get("gesture", DoubleGesture.FULL_FORM),
            said.get("shows"),
            said.get("answer"),
        )
    )


WORDS = (
    Word("doubles", EACH, doubles, tells=(DoubleTapped, BoardDoubleTapped)),
    spoken("takes", TakeTapped, "Takes the double.", EACH),
    spoken("passes", PassTapped, "Passes the double.", EACH),
    Word(
        "tells of double",
        EACH,
        tells_double,
        (
            Field("doubler", Side, "who doubled", "itself"),
            Field("gesture", DoubleGesture, "how", '"full_form"'),
            Field("shows", int, "what the cube was turned to", "nobody says"),
            Field("answer", CubeAnswer, "how it was answered there", "not yet"),
        ),
        (BoardDoubleTapped,),
    ),
    spoken("agrees to double", BoardDoubleAgreed, "Agrees with what was told of it.", EACH),
    spoken("denies double", BoardDoubleContested, "Denies it, or takes it back.", EACH),
    spoken(
        "answers on board",
        BoardAnswerTapped,
        "Answered a double on the board, by a word, by moving the cube, or by both.",
        EACH,
        word="?what it said",
        act="?what it did",
        shown="?what it turned the cube to",
    ),
    spoken(
        "wants extra double",
        ExtraDoubleTapped,
        "Wants a double of money play.",
        EACH,
        extra="which",
    ),
    spoken(
        "disputes cube",
        CubeDisputed,
        "Says how the cube on the board lies.",
        EACH,
        {"owner": Owner},
        level="what it shows",
        owner="with whom",
    ),
    spoken("points out doubles", UndoTapped, "Points out doubles that were not allowed."),
    ordered("undoes doubles", UndoOrdered, "Undoes doubles that were not allowed."),
    ordered(
        "sets cube",
        CubeOrdered,
        "Puts the cube where it belongs.",
        {"owner": Owner},
        level="its level",
        owner="with whom",
    ),
)
