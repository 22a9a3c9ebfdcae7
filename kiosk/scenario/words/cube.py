"""The cube: doubled, taken, passed; what is told of it on the board; doubles undone."""

from kiosk.rules import commands as c
from kiosk.rules.doubling import CubeAnswer
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
        play.do(c.DoubleTapped(play.at, side))
        return
    full = DoubleGesture.FULL_FORM
    play.do(c.BoardDoubleTapped(play.at, side, side, full, None, None))


def tells_double(play: Play, said: Said) -> None:
    """Says that a double was made on the board instead of at the table: by whom, how, to what."""
    play.do(
        c.BoardDoubleTapped(
            play.at,
            said.by_side,
            said.get("doubler", said.by_side),
            said.get("gesture", DoubleGesture.FULL_FORM),
            said.get("shows"),
            said.get("answer"),
        )
    )


WORDS = (
    Word("doubles", EACH, doubles, tells=(c.DoubleTapped, c.BoardDoubleTapped)),
    spoken("takes", c.TakeTapped, "Takes the double.", EACH),
    spoken("passes", c.PassTapped, "Passes the double.", EACH),
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
        (c.BoardDoubleTapped,),
    ),
    spoken("agrees to double", c.BoardDoubleAgreed, "Agrees with what was told of it.", EACH),
    spoken("denies double", c.BoardDoubleContested, "Denies it, or takes it back.", EACH),
    spoken(
        "answers on board",
        c.BoardAnswerTapped,
        "Answered a double on the board, by a word, by moving the cube, or by both.",
        EACH,
        word="?what it said",
        act="?what it did",
        shown="?what it turned the cube to",
    ),
    spoken(
        "wants extra double",
        c.ExtraDoubleTapped,
        "Wants a double of money play.",
        EACH,
        extra="which",
    ),
    spoken(
        "disputes cube",
        c.CubeDisputed,
        "Says how the cube on the board lies.",
        EACH,
        {"owner": Owner},
        level="what it shows",
        owner="with whom",
    ),
    spoken("points out doubles", c.UndoTapped, "Points out doubles that were not allowed."),
    ordered("undoes doubles", c.UndoOrdered, "Undoes doubles that were not allowed."),
    ordered(
        "sets cube",
        c.CubeOrdered,
        "Puts the cube where it belongs.",
        {"owner": Owner},
        level="its level",
        owner="with whom",
    ),
)
