"""The doubling cube."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, key


class StartFace(Strategy):
    COUNTS_AS_ONE = "counts_as_one", "centred it counts as 1, whatever it shows"
    SIXTY_FOUR = "sixty_four", "64 up"
    ONE_OR_SIXTY_FOUR = "one_or_sixty_four", "1 or 64 up"


class DoubleGesture(Strategy):
    FULL_FORM = "full_form", "only the full procedure is a double; anything else is void"
    WORD_OR_ACT = "word_or_act", "saying it or turning the cube is enough"
    INTENT = "intent", "saying it, turning the cube or showing the intent is enough"


class OfferPlace(Strategy):
    ON_BOARD = "on_board", "on the board"
    OPPONENTS_RIGHT_HALF = "opponents_right_half", "on the opponent's right half"
    MIDDLE = "middle", "in the middle of the board"


class WrongLevel(Strategy):
    CORRECTED = "corrected", "the double or answer holds and the cube is put right"
    VOID = "void", "the double or answer is void"


class PrematureDouble(Strategy):
    STANDS = "stands", "it stands; the side still on turn finishes knowing it"
    VOID = "void", "it is void"


class CrawfordUndo(Strategy):
    UNTIL_GAME_END = "until_game_end", "until that game ends; all doubles of it are void"
    THREE_WINDOWS = (
        "three_windows",
        "during the game it goes on without a cube; before the next game, or after the match until "
        "its result can't be corrected, the score is set as without the cube",
    )


class UndoneBy(Strategy):
    PLAYERS_RIGHT = "players_right", "a player may have it done"
    DIRECTORS_DUTY = "directors_duty", "the director must do it once told"


class CubeRuling(Strategy):
    DIRECTOR_DECIDES = "director_decides", "the director decides"


class CubeDispute(Strategy):
    AS_IT_LIES = "as_it_lies", "the cube is right as it lies until the contrary is shown"
    VERIFIED = "verified", "the clocks are stopped and it is verified"


class CubeWord(Strategy):
    DOUBLE = "double", "a double"
    TAKE = "take", "a take"
    PASS = "pass", "a pass"


@dataclass(frozen=True, slots=True)
class CubeRules:
    crawford: bool = key("no cube in the first game in which a side needs exactly one point")
    removed_in_crawford: bool = key("the cube is taken off the board in the Crawford game")
    crawford_undo: CrawfordUndo = key(
        "until when doubles of the Crawford game, and of a dead cube, are undone"
    )
    crawford_undone_by: UndoneBy = key("who has such doubles undone")
    crawford_dropped: CubeRuling = key("what becomes of a Crawford double that was passed")
    double_after_invalid_roll: bool = key("a side may double after an invalid roll of its turn")
    premature_double: PrematureDouble = key("what becomes of a double before the turn is over")
    dead_cube_refused: bool = key("a cube already enough for its owner can't be turned")
    jacoby: bool = key("gammons count only once the cube was turned")
    automatic_doubles: bool = key("equal opening dice double the cube")
    beavers: bool = key("a doubled player may double back at once and keep the cube")
    gesture: DoubleGesture = key("what is enough to double")
    wrong_level: WrongLevel = key("what becomes of a double or answer at a wrong level")
    start_face: StartFace = key("how the cube lies at the start of a game")
    offer_place: OfferPlace = key("where a player puts the cube to double, without a clock")
    offer_place_with_clock: OfferPlace = key(
        "where a player puts the cube to double, with a clock", clocked=True
    )
    take_presses: bool = key("the player who takes presses the clock", clocked=True)
    stands: frozenset[CubeWord] = key("what can't be taken back once it is said or done")
    contradiction: CubeRuling = key("what holds when word and act of an answer contradict")
    dispute: CubeDispute = key("what is presumed when the cube is disputed", clocked=True)
