"""What people are asked to do beside the one next thing; each fits one quiet line.

Prompts that the half's own sentence or its keys say already are not here.
"""

from collections.abc import Mapping

from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.prompts.dice import DicePrompt
from kiosk.rules.prompts.game import GamePrompt

QUIET: Mapping[str, str] = {
    GamePrompt.CENTRE_CUBE: "Cube in the middle: it counts as 1",
    GamePrompt.CENTRE_CUBE_AT_64: "Cube in the middle, 64 up",
    GamePrompt.CENTRE_CUBE_AT_1_OR_64: "Cube in the middle, 1 or 64 up",
    GamePrompt.REMOVE_CUBE: "Take the cube off the board",
    GamePrompt.ANNOUNCE_CRAWFORD_GAME: "Say that it is the Crawford game",
    GamePrompt.CUBE_ON_BOARD: "The cube is put on the board",
    GamePrompt.CUBE_ON_RIGHT_HALF: "The cube: on the other's right half",
    GamePrompt.CUBE_IN_MIDDLE: "The cube: in the middle of the board",
    GamePrompt.FINISH_TURN_KNOWING_DOUBLE: "The double waits for the turn's end",
    GamePrompt.POINT_OUT_DOUBLES: "That double is not allowed: say so",
    GamePrompt.VERIFY_CLAIM: "Check the outcome that is claimed",
    GamePrompt.SAY_ACCEPT_OR_REJECT: "Say accept or reject",
    GamePrompt.REPEAT_OUTCOME: "To accept, say the outcome again",
    GamePrompt.RECORD_POSITION: "Write the position down",
    GamePrompt.ALTERNATE_DIRECTION: "You may play the other way round",
    GamePrompt.DRAW_DIRECTION: "Draw lots for the direction of play",
    GamePrompt.SAY_SCORE: "Say the score aloud",
    GamePrompt.COMPARE_SHEETS: "Compare your score sheets",
    GamePrompt.WINNER_REPORTS: "The winner reports the result",
    GamePrompt.CHALLENGER_REPORTS: "The second one listed reports",
    GamePrompt.LOSER_OR_WINNER_REPORTS: "Loser reports, or winner by sheet",
    DicePrompt.LIPPED_CUPS: "Take cups with a lip",
    DicePrompt.SHAKE_OFTEN_ENOUGH: "Shake the cup well before each roll",
    DicePrompt.PICK_DICE_IN_TURN: "Pick the dice in turn",
    DicePrompt.DRAW_FIRST_PICK: "Draw lots: who picks the first die?",
    DicePrompt.ROLL_FOR_FIRST_PICK: "Roll or agree: who picks first?",
    DicePrompt.WAIT_OUT_DELAY: "Begin when the delay has run out",
    DicePrompt.HAVE_TURN_ROLLED: "No roll in the last turn: object?",
    DicePrompt.FINISH_TURN_KNOWING_ROLL: "The early roll counts after this turn",
    DicePrompt.TELL_BEFORE_MOVING_DICE: "Say so before you move dice",
    DeskPrompt.ANSWER_CLOCK_WISH: "A clock is wished for: More, Clock",
    DeskPrompt.MATCH_MAY_BE_CLAIMED: "The match may be claimed",
    DeskPrompt.MAY_NOTE_CLOCK_TIMES: "You may write down both clocks",
    DeskPrompt.NOTE_CLOCK_TIMES: "Both write down both clocks",
    DeskPrompt.CROSS_CHECK_CLOCK_TIMES: "Both write down and check the clocks",
    DeskPrompt.CORRECT_SET_UP: "Put the checkers where they belong",
    DeskPrompt.MOVE_AGAIN: "The move is made again, same roll",
    DeskPrompt.MOVE_AGAIN_AFTER_DELAY: "Move again when the delay is over",
    DeskPrompt.LEAVE_TABLE_AS_IT_IS: "Touch nothing until the ruling",
    DeskPrompt.WAIT_FOR_PANEL: "Appeal: wait for the panel",
    DeskPrompt.WAIT_FOR_NEW_RULING: "Overturned: wait for the director",
    DeskPrompt.MATCH_MAY_BE_REPLAYED: "Not settled: the match is replayed",
    DeskPrompt.MOVES_ILLEGAL_AGAIN: "Illegal again: a penalty may follow",
}

SAID_ELSEWHERE = frozenset(
    {
        GamePrompt.PRESS_AFTER_DOUBLE,
        GamePrompt.PRESS_AFTER_TAKE,
        GamePrompt.PRESS_AFTER_REJECTION,
        GamePrompt.ANSWER_BOARD_DOUBLE,
        GamePrompt.CONFIRM_RESULT,
        DicePrompt.ROLL_BOTH_AGAIN,
        DicePrompt.CONSENT_TO_REROLL,
        DicePrompt.END_TURN_UNROLLED,
        DicePrompt.ANSWER_DICE_CLAIM,
        DicePrompt.LIFT_BOTH_DICE,
        DeskPrompt.WAIT_FOR_LATE_SIDE,
        DeskPrompt.COME_BACK,
        DeskPrompt.ANSWER_ILLEGAL_MOVE,
        DeskPrompt.TELL_AND_PRESS,
    }
)
"""The half's own sentence, or its keys, say these."""
