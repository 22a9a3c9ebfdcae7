"""Errors on the board: the set-up, an illegal move."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, key


class SetUpWindow(Strategy):
    BEFORE_FOURTH_ROLL = "before_fourth_roll", "until the fourth roll of the game"
    STARTERS_SECOND_TURN = (
        "starters_second_turn",
        "until the side that began makes a valid roll, or doubles, in its second turn",
    )


class SetUpDuty(Strategy):
    SHALL = "shall", "it must be corrected"
    MAY = "may", "either player may have it corrected"


class SetUpScope(Strategy):
    GAME = "game", "after the window it stands for that game"
    MATCH = "match", "after the window it stands for the match"


class GammonCount(Strategy):
    OTHER_THAN_15 = "other_than_15", "also with more or fewer than 15 checkers"
    FEWER_THAN_15 = "fewer_than_15", "also with fewer than 15 checkers"


@dataclass(frozen=True, slots=True)
class SetUpErrorRules:
    window: SetUpWindow = key("until when a wrong set-up can be corrected")
    duty: SetUpDuty = key("whether it must be")
    scope: SetUpScope = key("for how long it stands afterwards", people=True)
    gammon_count: GammonCount = key(
        "which players can still lose a gammon or backgammon", people=True
    )


class MoveDuty(Strategy):
    MUST_CORRECT = "must_correct", "once noticed in time it must be corrected"
    OPPONENTS_OPTION = "opponents_option", "the opponent lets it stand or has it corrected"


class MoveWindow(Strategy):
    THROW = "throw", "until the opponent throws, valid or not"
    VALID_ROLL_OR_DOUBLE = "valid_roll_or_double", "until the opponent's roll counts or he doubles"
    DIE_LIFTED = "die_lifted", "until the opponent picks up a die"


class MoveAccuser(Strategy):
    OPPONENT = "opponent", "the opponent"
    PLAYERS = "players", "either player"
    DIRECTOR = "director", "the director"
    OBSERVER = "observer", "an observer or referee"
    INVITED_SPECTATORS = "invited_spectators", "spectators, if both players asked them to"


class MoveRedo(Strategy):
    ENTIRE_ROLL = "entire_roll", "the whole roll is played again"
    LEGAL_MOVE = "legal_move", "the dice are shown again and a legal move is made"


class RepeatedMoves(Strategy):
    WARNING_THEN_PENALTY = "warning_then_penalty", "a warning, then a penalty of the director's"
    DIRECTOR_DECIDES = "director_decides", "the book is silent: the director decides"


@dataclass(frozen=True, slots=True)
class IllegalMoveRules:
    duty: MoveDuty = key("whether an illegal move must be corrected", clocked=True)
    window: MoveWindow = key("until when an illegal move can be claimed", clocked=True)
    accusers: frozenset[MoveAccuser] = key("who may point out an illegal move", clocked=True)
    redo: MoveRedo = key("what is played again", people=True)
    repeated: RepeatedMoves = key("what repeated illegal moves lead to")
