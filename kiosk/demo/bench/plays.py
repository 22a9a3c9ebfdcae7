"""`make bench`, legal plays: this generator beside OpenSpiel's, on the same positions with rolls.

OpenSpiel (https://github.com/google-deepmind/open_spiel, its Backgammon is C++) lists the moves of
two dice; a double is two such turns. To know a position it must move, so it moves and takes back;
copying a state would copy its whole game. Both must know the same positions after each roll, else
the figures compare nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from random import Random

import pyspiel

from kiosk.demo.bench.core import best_s
from kiosk.rules.board import BAR, CHECKERS, POINTS, Position
from kiosk.rules.plays import Dice, legal_plays
from kiosk.rules.units import BySide, Side

ROLLS = 3_000
PEER_BAR = 100
"""What its board calls the bar; points are 0 to 23, and X, its player 0, moves upwards."""

_DICE = re.compile(r"Extra turn: 0\nDice: (\d)(\d)")


@dataclass(frozen=True, slots=True)
class RolledPosition:
    """One position with its roll, for each generator."""

    board: Position
    side: Side
    dice: Dice
    peer: pyspiel.State


def measure() -> Iterator[str]:
    """Yield the figures, a line each. Raises AssertionError if the generators disagree."""
    rolls = _rolls()
    plays = sum(_agreed(roll) for roll in rolls)
    ours_s = best_s(lambda: [legal_plays(roll.board, roll.side, roll.dice) for roll in rolls])
    peer_s = best_s(lambda: [sum(1 for _ in _after(roll.peer)) for roll in rolls])
    listed_s = best_s(lambda: [roll.peer.legal_actions() for roll in rolls])
    yield (
        f"legal plays with the positions after: {plays / ours_s:,.0f} a processor second, "
        f"OpenSpiel {version('open-spiel')} {plays / peer_s:,.0f}, n {plays} of {ROLLS} rolls"
    )
    yield (
        f"a roll answered: {ours_s / ROLLS * 1e6:.0f} us, OpenSpiel {peer_s / ROLLS * 1e6:.0f} us, "
        f"its bare list of two-dice moves {listed_s / ROLLS * 1e6:.0f} us"
    )


def _rolls() -> list[RolledPosition]:
    """Positions with rolls from games in which a seeded die chooses among OpenSpiel's plays."""
    rng, game = Random("legal plays"), pyspiel.load_game("backgammon")
    rolls: list[RolledPosition] = []
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and (dice := _DICE.search(str(state))):
                side = (Side.WHITE, Side.BLACK)[state.current_player()]
                values = int(dice[1]), int(dice[2])
                rolls.append(RolledPosition(_board(state), side, values, state.clone()))
                if len(rolls) == ROLLS:
                    return rolls
            state.apply_action(rng.choice(state.legal_actions()))


def _board(state: pyspiel.State) -> Position:
    return Position(BySide(_counts(state, 0), _counts(state, 1)))


def _counts(state: pyspiel.State, player: int) -> bytes:
    """Checkers by own point, 0 off, 25 the bar."""
    own = [state.board(player, BAR - 1 - p if player == 0 else p - 1) for p in POINTS]
    bar = state.board(player, PEER_BAR)
    return bytes((CHECKERS - sum(own) - bar, *own, bar))


def _after(state: pyspiel.State) -> Iterator[None]:
    """Make every play of the roll, stop at the state after it, take it back."""
    player = state.current_player()
    for action in state.legal_actions():
        state.apply_action(action)
        if state.current_player() == player:
            yield from _after(state)
        else:
            yield
        state.undo_action(player, action)


def _agreed(roll: RolledPosition) -> int:
    """Number of plays that both find. Raises AssertionError if they differ."""
    ours = {play.board for play in legal_plays(roll.board, roll.side, roll.dice)}
    peers = {_board(roll.peer) for _ in _after(roll.peer)}
    if peers != (ours or {roll.board}):  # OpenSpiel lists a pass
        raise AssertionError(
            f"{roll.side} has other plays of {roll.dice} in OpenSpiel:\n{roll.peer}"
        )
    return len(ours)
