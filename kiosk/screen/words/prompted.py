"""Requests beside the half's prompt; each fits one quiet line.

Prompts that the half's own sentence or its keys already give are not here.
"""

from collections.abc import Mapping

from kiosk.catalogue.text import Text, text
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.prompts.dice import DicePrompt
from kiosk.rules.prompts.game import GamePrompt

QUIET: Mapping[str, Text] = {
    GamePrompt.CENTRE_CUBE: text("Cube in the middle: it counts as 1"),
    GamePrompt.CENTRE_CUBE_AT_64: text("Cube in the middle, 64 up"),
    GamePrompt.CENTRE_CUBE_AT_1_OR_64: text("Cube in the middle, 1 or 64 up"),
    GamePrompt.REMOVE_CUBE: text("Take the cube off the board"),
    GamePrompt.ANNOUNCE_CRAWFORD_GAME: text("Say that it is the Crawford game"),
    GamePrompt.CUBE_ON_BOARD: text("Put the cube on the board"),
    GamePrompt.CUBE_ON_RIGHT_HALF: text("Put the cube on the opponent's right"),
    GamePrompt.CUBE_IN_MIDDLE: text("Put the cube in the middle of the board"),
    GamePrompt.FINISH_TURN_KNOWING_DOUBLE: text("The double waits for the turn's end"),
    GamePrompt.POINT_OUT_DOUBLES: text("That double is not allowed: say so"),
    GamePrompt.VERIFY_CLAIM: text("Check the outcome that is claimed"),
    GamePrompt.SAY_ACCEPT_OR_REJECT: text("Say accept or reject"),
    GamePrompt.REPEAT_OUTCOME: text("To accept, say the outcome again"),
    GamePrompt.RECORD_POSITION: text("Write the position down"),
    GamePrompt.ALTERNATE_DIRECTION: text("You may play the other way round"),
    GamePrompt.DRAW_DIRECTION: text("Draw lots for the direction of play"),
    GamePrompt.SAY_SCORE: text("Say the score aloud"),
    GamePrompt.COMPARE_SHEETS: text("Compare your score sheets"),
    GamePrompt.LOSER_OR_WINNER_REPORTS: text("One of you reports the result"),
    DicePrompt.LIPPED_CUPS: text("Take cups with a lip"),
    DicePrompt.SHAKE_OFTEN_ENOUGH: text("Shake the cup well before each roll"),
    DicePrompt.PICK_DICE_IN_TURN: text("Pick the dice in turn"),
    DicePrompt.DRAW_FIRST_PICK: text("Draw lots: who picks the first die?"),
    DicePrompt.ROLL_FOR_FIRST_PICK: text("Roll or agree: who picks first?"),
    DicePrompt.WAIT_OUT_DELAY: text("Begin when the delay has run out"),
    DicePrompt.HAVE_TURN_ROLLED: text("No roll in the last turn: object?"),
    DicePrompt.FINISH_TURN_KNOWING_ROLL: text("The early roll counts after this turn"),
    DicePrompt.TELL_BEFORE_MOVING_DICE: text("Say so before you move dice"),
    DeskPrompt.ANSWER_CLOCK_WISH: text("A clock is asked for: tap More"),
    DeskPrompt.MATCH_MAY_BE_CLAIMED: text("The match may be claimed"),
    DeskPrompt.MAY_NOTE_CLOCK_TIMES: text("You may write down both clocks"),
    DeskPrompt.NOTE_CLOCK_TIMES: text("Both write down both clocks"),
    DeskPrompt.CROSS_CHECK_CLOCK_TIMES: text("Both write down and check the clocks"),
    DeskPrompt.CORRECT_SET_UP: text("Put the checkers where they belong"),
    DeskPrompt.MOVE_AGAIN: text("The move is made again, same roll"),
    DeskPrompt.MOVE_AGAIN_AFTER_DELAY: text("Move again when the delay is over"),
    DeskPrompt.LEAVE_TABLE_AS_IT_IS: text("Touch nothing until the ruling"),
    DeskPrompt.WAIT_FOR_PANEL: text("Appeal: wait for the panel"),
    DeskPrompt.WAIT_FOR_NEW_RULING: text("Overturned: wait for the director"),
    DeskPrompt.MATCH_MAY_BE_REPLAYED: text("Not settled: the match is replayed"),
    DeskPrompt.MOVES_ILLEGAL_AGAIN: text("Illegal again: a penalty may follow"),
}

OF_ONE = frozenset({GamePrompt.WINNER_REPORTS, GamePrompt.CHALLENGER_REPORTS})
"""Prompts shown with the name of the player they are for."""


def reports(name: str) -> Text:
    return text("{name} reports the result", name=name)
