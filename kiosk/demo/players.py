"""The two script players at a table: choose the next move from what the table shows.

No fixed sequence: each snapshot is read by itself, so that play goes on after a table is killed and
restarted. Only checkers and dice in hand are remembered.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from kiosk.demo.errors import Stuck
from kiosk.demo.moves import (
    NOW,
    Dice,
    DueMove,
    Entry,
    LastThrow,
    PlayerHands,
    PlayersMemory,
    RefusedThrows,
    Turn,
    away,
    cube_shown,
    due_at_opening,
    is_refused,
    is_tie,
    statement_due,
    wait_for,
)
from kiosk.demo.plan import MatchPlan, PlannedThrow
from kiosk.rules.board import Position
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import DoubleTapped, PassTapped, TakeTapped
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.director_orders import MessageTapped
from kiosk.rules.ending import WinAgreed, WinDeclared
from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.plays import Play, notation
from kiosk.rules.prompts.dice import DicePrompt
from kiosk.rules.reasons import StopReason
from kiosk.rules.start import ReadyTapped
from kiosk.rules.stops import ResumeTapped
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.wire.snapshot import GameView, SideView, Snapshot

PATIENCE_S = 15.0
"""Longest wait for the table; restarted when a device is lost or comes back."""

LONGEST_S = 120.0
"""Longest wait in all, including restarts."""


class Players:
    """Both players of one demo match. `log` holds what the seed alone decides.

    `clock_s` counts seconds from any origin.
    """

    def __init__(self, plan: MatchPlan, hands: PlayerHands, clock_s: Callable[[], float]) -> None:
        self.board = Position.start()
        self.log: list[Entry] = []
        self._plan = plan
        self._hands = hands
        self._clock_s = clock_s
        self._minds = BySide(plan.mind(Side.WHITE), plan.mind(Side.BLACK))
        self._laid: tuple[Position, Cube] | None = None
        self._game = 0
        self._ties = 0
        self._opening_tries = RefusedThrows()
        self._turn: Turn | None = None
        self._lying: LastThrow | None = None
        self._lifting = False
        self._sees_phantoms = False
        self._show_first = False
        self._done: Entry | None = None
        self._done_s = self._since_s = 0.0
        self._lost: tuple[str, ...] = ()
        self._stalled_at: Entry | None = None
        self._despaired_at: Entry | None = None
        self._by_phase: Mapping[Phase, Callable[[Snapshot, GameView], DueMove]] = {
            Phase.OPENING: self._opening,
            Phase.PRESS_TO_START: self._press_to_start,
            Phase.TO_ROLL: self._to_roll,
            Phase.CONFIRMING: self._confirming,
            Phase.MOVING: self._moving,
            Phase.DOUBLED: self._doubled,
            Phase.CLAIMED: self._claimed,
        }

    def attend(self, shown: Snapshot) -> None:
        """Do all due moves. Raises Stuck if an earlier move had no effect."""
        while (move := self._due(shown)).key != self._done:
            self._done = move.key
            move.act()
            self._since_s = self._done_s = self._clock_s()
        if shown.lost_devices != self._lost:
            self._lost, self._show_first = shown.lost_devices, True
            self._since_s = min(self._clock_s(), self._done_s + LONGEST_S)
        if shown.stop is not None and shown.stop.reason is StopReason.DIRECTOR_ORDERED:
            self._since_s = self._clock_s()
        if self._clock_s() - self._since_s > PATIENCE_S:
            self._try_again(move, shown)

    def reconnected(self) -> None:
        """Handle a table that was away: repeat the due move; the table has forgotten the dice."""
        self._done = self._stalled_at = None
        self._show_first = True
        lying = self._lying
        if lying is not None and lying.state is Dice.ROLLING and lying.dice_down:
            # Not seen rolling, beside a die that was there before: the table can't accept it.
            lying.state = Dice.REJECTED

    def interrupted(self) -> None:
        """Handle a due move that was not done, as the table had moved on: choose again."""
        self._done = None

    @property
    def memory(self) -> PlayersMemory:
        """What the players know now."""
        turn, lying = self._turn, self._lying
        return PlayersMemory(
            self.board,
            self._game,
            self._ties,
            replace(self._opening_tries),
            replace(turn, tries=replace(turn.tries)) if turn else None,
            replace(lying) if lying else None,
            len(self.log),
        )

    def recall(self, memory: PlayersMemory) -> None:
        """Go back to `memory`, as the journal was put back: set the board back and go on."""
        self.board, self._game, self._ties = memory.board, memory.game, memory.ties
        self._opening_tries, self._turn = memory.opening_tries, memory.turn
        self._lying, self._laid = memory.lying, None
        self._lifting = self._sees_phantoms = False
        del self.log[memory.log_length :]

    @property
    def rolling(self) -> bool:
        """True while thrown dice are not judged."""
        return self._lying is not None and self._lying.state is Dice.ROLLING

    def finish(self, shown: Snapshot) -> None:
        """Note the result of a match that is over."""
        self._note_result(shown)

    def _try_again(self, move: DueMove, shown: Snapshot) -> None:
        turn = self._turn
        where = (turn.number, turn.attempt) if turn else (self._ties,)
        moment = (shown.phase, self._game, *where)
        if self._stalled_at == moment and (move.at_last is None or self._despaired_at == moment):
            raise Stuck(
                f"game {self._game}, phase {shown.phase}: waited twice {PATIENCE_S:g} s for "
                f"{move.awaits}; more is in the table's log beside the journal"
            )
        if self._stalled_at == moment and move.at_last is not None:
            self._despaired_at = moment
            move.at_last()
        else:
            self._stalled_at = moment
            (move.again or move.act)()
        self._since_s = self._clock_s()

    # --- due moves ---------------------------------------------------------------------------

    def _due(self, shown: Snapshot) -> DueMove:
        if shown.sides is None or shown.phase is Phase.VACANT:
            return wait_for("the match to be opened")
        if shown.message is not None:
            return self._both(shown, MessageTapped, lambda side: side.message_seen)
        if shown.stop is not None:
            return self._stopped(shown, shown.stop.reason)
        if self._lifting and not shown.dice_down:
            self._lifting, self._lying = False, None
        if self._lying is not None and not shown.dice_down:
            self._lying.dice_down = False
        if shown.game is None:
            return self._between_games(shown)
        self._notice(shown.game)
        cube = cube_shown(shown.game)
        if self._laid != (self.board, cube):
            return self._lay(cube)
        due = self._by_phase.get(shown.phase)
        return due(shown, shown.game) if due else wait_for("the game to begin")

    def _stopped(self, shown: Snapshot, reason: StopReason) -> DueMove:
        if reason is StopReason.DIRECTOR_ORDERED:
            return wait_for("the director to start the clocks")
        return self._both(shown, ResumeTapped, lambda side: side.agreed)

    def _notice(self, game: GameView) -> None:
        """Begin the game or turn shown by the table."""
        if game.number != self._game:
            self._game, self._ties, self._opening_tries = game.number, 0, RefusedThrows()
            self.log.append(("game", game.number, game.crawford))
        side, turn = game.on_turn, self._turn
        if side is None or (turn is not None and turn.side is side):
            return
        if self._lying is not None:
            self._lying.state = Dice.JUDGED
        if turn is None:
            dice = self._plan.opening(self._game, self._ties)
            self._turn = Turn(0, side, (PlannedThrow(dice),), 0, RefusedThrows())
        else:
            if not turn.played:
                self._play(turn)  # the table took hidden dice for the end of the turn
            throws = self._plan.throws(self._game, turn.number + 1)
            self._turn = Turn(turn.number + 1, side, throws, 0, RefusedThrows())

    def _between_games(self, shown: Snapshot) -> DueMove:
        self._note_result(shown)
        if shown.phase is Phase.MATCH_OVER:
            return wait_for("nothing")
        if self._dice_to_lift(shown):
            return self._lift("over", self._game)
        self.board = Position.start()
        if self._laid != (self.board, Cube()):
            return self._lay(Cube())
        return self._both(shown, ReadyTapped, lambda side: side.ready)

    def _note_result(self, shown: Snapshot) -> None:
        if self._turn is not None and shown.sides is not None:
            self.log.append(("score", shown.sides.white.score, shown.sides.black.score))
            self._turn = None

    # --- the opening ---------------------------------------------------------------------------

    def _opening(self, shown: Snapshot, game: GameView) -> DueMove:
        lying = self._lying
        if lying is not None and lying.state is Dice.ROLLING:
            if lying.side is not None and game.opening.of_side(lying.side) is not None:
                lying.state = Dice.JUDGED
            elif is_tie(lying, shown, game):
                lying.state = Dice.JUDGED
                self._ties += 1
            elif is_refused(lying, shown, game):
                self._reject(lying)
                self._opening_tries.one_more(lying.throw)
            else:
                return self._reading(shown, lying, self._opening_tries, self._throw_opening)
        side = due_at_opening(shown, game)
        rejected = lying is not None and lying.state is Dice.REJECTED
        if self._dice_to_lift(shown) and (side is not Side.BLACK or rejected):
            return self._lift("opening", self._game, self._ties, self._opening_tries.count, side)
        beside = side is Side.BLACK and shown.dice_down and not self._sees_phantoms
        throw = partial(self._throw_opening, side, beside, bool(game.refused_for))
        key = ("opening", self._game, self._ties, self._opening_tries.count, side)
        return DueMove(key, f"{side or 'each side'}'s opening die to be read", throw)

    def _throw_opening(
        self, side: Side | None, beside: bool = False, refused: bool = False
    ) -> None:
        dice = self._plan.opening(self._game, self._ties)
        throw = PlannedThrow(dice if side is None else (BySide(*dice).of_side(side),))
        where = ("opening", self._game, self._ties, self._opening_tries.count, side)
        self._throw(LastThrow(throw, side, beside, refused), self.board, where, beside=beside)

    def _press_to_start(self, _shown: Snapshot, game: GameView) -> DueMove:
        return self._press(game.presses) if game.presses else wait_for("a clock to start")

    # --- a turn --------------------------------------------------------------------------------

    def _to_roll(self, shown: Snapshot, game: GameView) -> DueMove:
        turn, cube = self._turn_of(shown), cube_shown(game)
        if self.board.winner is not None:
            return self._declare(self.board.winner)  # the table took the last turn for ended
        if shown.running is turn.side.other:
            return self._press(turn.side.other)
        if turn.doubles is None:
            mind = self._minds.of_side(turn.side)
            turn.doubles = mind.wants_double(self.board, turn.side, cube, away(shown))
            if turn.doubles:
                self.log.append(("double", turn.side, cube.level * 2))
        if turn.doubles and turn.taken is None:
            return self._tap(DoubleTapped(NOW, turn.side), "cube")
        lying = self._lying
        if lying is not None and lying.state is Dice.ROLLING:
            if not is_refused(lying, shown, game):
                return self._reading(shown, lying, turn.tries, lambda _: self._throw_roll(turn))
            self._reject(lying)
            if lying.throw.counts:
                turn.tries.one_more(lying.throw)
            else:
                turn.attempt += 1
        return self._roll(shown, game, turn)

    def _roll(self, shown: Snapshot, game: GameView, turn: Turn) -> DueMove:
        if DicePrompt.CONSENT_TO_REROLL in shown.prompts:
            return self._tap(RerollConsented(NOW, turn.side.other))
        key = (self._game, turn.number, turn.attempt, turn.tries.count)
        if self._dice_to_lift(shown):
            return self._lift("roll", *key)
        throw = partial(self._throw_roll, turn, shown.dice_down, bool(game.refused_for))
        return DueMove(("roll", *key), f"{turn.side}'s roll to be read", throw)

    def _throw_roll(self, turn: Turn, dice_down: bool = False, refused: bool = False) -> None:
        throw = turn.throws[turn.attempt]
        after = self._chosen(turn).board if throw.counts else self.board
        where = ("roll", self._game, turn.number, turn.attempt, turn.tries.count)
        self._throw(LastThrow(throw, turn.side, dice_down, refused), after, where, beside=False)

    def _confirming(self, shown: Snapshot, _game: GameView) -> DueMove:
        statement = statement_due(self._lying, shown)
        return self._tap(statement) if statement else wait_for("the roll to count as both say")

    def _moving(self, shown: Snapshot, _game: GameView) -> DueMove:
        turn = self._turn_of(shown)
        if self._lying is not None:
            self._lying.state = Dice.JUDGED
        if not turn.played:
            play = partial(self._play, turn, thinks=True)
            return DueMove(("play", self._game, turn.number), "the checkers to be moved", play)
        if self.board.winner is not None:
            return self._declare(self.board.winner)
        if shown.clocked:
            return self._press(turn.side)
        return self._lift("end", self._game, turn.number)

    def _play(self, turn: Turn, thinks: bool = False) -> None:
        if thinks:
            self._hands.think("play")
        play = self._chosen(turn)
        self.board, turn.played = play.board, True
        self.log += (("roll", turn.side, throw.values, throw.flaw) for throw in turn.throws)
        self.log.append(("play", turn.side, notation(play)))

    def _chosen(self, turn: Turn) -> Play:
        first, second = turn.throws[-1].values
        return self._minds.of_side(turn.side).choose_play(self.board, turn.side, (first, second))

    def _doubled(self, shown: Snapshot, game: GameView) -> DueMove:
        turn, cube = self._turn_of(shown), cube_shown(game)
        other = turn.side.other
        if shown.running is turn.side:
            return self._press(turn.side)
        if turn.taken is None:
            turn.taken = self._minds.of_side(other).takes(self.board, other, cube, away(shown))
            self.log.append(("take" if turn.taken else "pass", other, cube.level * 2))
        answer = TakeTapped if turn.taken else PassTapped
        return self._tap(answer(NOW, other), "cube")

    def _claimed(self, shown: Snapshot, _game: GameView) -> DueMove:
        claim = shown.claim
        return self._tap(WinAgreed(NOW, claim.side.other)) if claim else wait_for("a claim")

    def _turn_of(self, shown: Snapshot) -> Turn:
        if self._turn is None:
            raise AssertionError(f"nobody is on turn in phase {shown.phase}")
        return self._turn

    # --- single moves --------------------------------------------------------------------------

    def _throw(self, lying: LastThrow, after: Position, where: Entry, *, beside: bool) -> None:
        self._hands.think("roll")
        self._lying, self._show_first = lying, False
        self._lifting = self._sees_phantoms = False
        self._hands.throw(lying.throw, after, where, by=lying.side, beside=beside)

    def _dice_to_lift(self, shown: Snapshot) -> bool:
        return shown.dice_down and not self._sees_phantoms

    def _reject(self, lying: LastThrow) -> None:
        """Mark the throw as judged and to be made again; the table is not stalled."""
        lying.state, self._stalled_at = Dice.REJECTED, None

    def _reading(
        self,
        shown: Snapshot,
        lying: LastThrow,
        tries: RefusedThrows,
        throw: Callable[[Side | None], None],
    ) -> DueMove:
        def again() -> None:
            self._hands.lift(show_first=True)
            tries.one_more(lying.throw)  # to another place
            throw(lying.side)
            if self._lying is not None:
                self._lying.dice_down = shown.dice_down  # the table has yet to see the lift

        def by_touch() -> None:
            """The camera does not see the dice: the player who threw enters them by touch."""
            self._hands.tap(RollEntered(NOW, lying.side or Side.WHITE, lying.stated))

        at_last = by_touch if lying.throw.counts else None
        return DueMove(("reading",), "the dice thrown to be read", lambda: None, again, at_last)

    def _lift(self, *key: object) -> DueMove:
        def act(show_first: bool) -> None:
            self._lifting = True
            self._hands.lift(show_first=show_first)

        def again() -> None:
            """Go on although the table still sees dice where there are none."""
            act(True)
            self._sees_phantoms = True

        first = partial(act, self._show_first)
        return DueMove(("lift", *key), "the dice to be seen lifted", first, again)

    def _lay(self, cube: Cube) -> DueMove:
        def act() -> None:
            self._hands.lay(self.board, cube)
            self._laid = (self.board, cube)

        return DueMove(("lay", self.board, cube), "the checkers to lie there", act)

    def _press(self, side: Side) -> DueMove:
        turn = self._turn.number if self._turn else None
        press = partial(self._hands.press, side)
        return DueMove(("press", self._game, turn, side), f"{side}'s press to count", press)

    def _declare(self, winner: Side) -> DueMove:
        level = self._minds.of_side(winner).claim_level(self.board, winner)
        return self._tap(WinDeclared(NOW, winner, level))

    def _tap(self, command: Command, thinks_of: str | None = None) -> DueMove:
        def act() -> None:
            if thinks_of is not None:
                self._hands.think(thinks_of)
            self._hands.tap(command)

        turn = self._turn.number if self._turn else None
        awaits = f"{type(command).__name__} to be taken"
        return DueMove(("tap", self._game, turn, command), awaits, act)

    def _both(
        self,
        shown: Snapshot,
        tap: Callable[[Instant, Side], Command],
        has: Callable[[SideView], bool],
    ) -> DueMove:
        for side in SIDES:
            if shown.sides is not None and not has(shown.sides.of_side(side)):
                return self._tap(tap(NOW, side))
        return wait_for("play to go on")
