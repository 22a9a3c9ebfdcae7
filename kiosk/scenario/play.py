"""A match on paper: the pure core, and a shell's alarms with the times a scenario passes in."""

from collections.abc import Mapping
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.decide import deadline, decide
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Game, Match
from kiosk.rules.reasons import Reason
from kiosk.rules.table import SetUp
from kiosk.rules.turn import DeadlineReached
from kiosk.rules.units import SECOND_NS, Instant, Nanos, Side

BOOT = Instant(1_000 * SECOND_NS)
"""The machine has run for a while when a scenario's time 0:00 comes."""

DIRECTOR = "director:Kari"

ALARM = DeadlineReached
"""What time itself tells the core."""


class Misfit(ValueError):
    """A value that is not of its type; its words, if any, are a hint what was meant."""


class NotHere(Misfit):
    """The match is not at a point where a word has a meaning; `reason` is why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class ScenarioRun:
    """One scenario being played. `emitted` and `refused` are of the step under way.

    `opening` and `set_up` are how its match is opened by the scenario's [match], `settings` what
    the event sets of the rule book there.
    """

    def __init__(
        self,
        match: Match,
        opening: Any,
        set_up: Any,
        settings: Mapping[str, Any],
    ) -> None:
        self.match = match
        self.settings = settings
        self.opening = opening
        self.set_up = set_up
        self.at = BOOT
        self.all_emitted: list[Event] = []
        self.emitted: list[Event] = []
        self.refused: list[Reason] = []

    def begin_step(self) -> None:
        self.emitted, self.refused = [], []

    def copy(self) -> "ScenarioRun":
        """The same play, to try something in."""
        other = ScenarioRun(self.match, self.opening, self.set_up, self.settings)
        other.at = self.at
        return other

    def until(self, at: Instant) -> None:
        """Time passes; what falls due on the way is rung, as the table's loop does."""
        last = None
        while (due := deadline(self.match)) is not None and due <= at and due != last:
            self._take(decide(self.match, ALARM(due)))
            last = due
        self.at = at

    def wait(self, nanos: Nanos) -> None:
        self.until(Instant(self.at + nanos))

    def do(self, command: Command) -> None:
        """Ask the core; a refusal is kept with the step."""
        decision = decide(self.match, command)
        self._take(decision)
        for event in decision.events:
            if isinstance(event, Refused):
                self.refused += event.reasons

    def _take(self, decision: Decision) -> None:
        self.match = decision.match
        self.emitted += decision.events
        self.all_emitted += decision.events

    @property
    def game(self) -> Game:
        """NotHere: no game is in progress."""
        if self.match.game is None:
            raise NotHere(Reason.NOT_NOW)
        return self.match.game

    @property
    def table(self) -> SetUp:
        """NotHere: the table is not set up."""
        if self.match.setup is None:
            raise NotHere(Reason.NO_MATCH)
        return self.match.setup

    @property
    def on_turn(self) -> Side:
        """NotHere: nobody is on turn."""
        if self.game.on_turn is None:
            raise NotHere(Reason.NOT_NOW)
        return self.game.on_turn
