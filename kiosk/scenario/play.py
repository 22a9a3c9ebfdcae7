"""A match on paper: the pure core, and a shell's alarms at the times a scenario passes in."""

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
"""The machine's clock at a scenario's time 0:00: it has run for a while."""

DIRECTOR = "director:Kari"

ALARM = DeadlineReached
"""The command that the passing of time sends to the core."""


class Misfit(ValueError):
    """A value that is not of its type; the message, if any, is a hint at the intended one."""


class NotHere(Misfit):
    """A word has no meaning at this point of the match; `reason` is why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class ScenarioRun:
    """One scenario being played. `emitted` and `refused` are of the current step.

    `opening` and `set_up` are how the scenario's [match] opens its match, `settings` what the event
    sets of the rule book there.
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
        """A copy, for trying something."""
        other = ScenarioRun(self.match, self.opening, self.set_up, self.settings)
        other.at = self.at
        return other

    def until(self, at: Instant) -> None:
        """Let time pass; alarms due on the way are sent, as by the table's loop."""
        last = None
        while (due := deadline(self.match)) is not None and due <= at and due != last:
            self._take(decide(self.match, ALARM(due)))
            last = due
        self.at = at

    def wait(self, nanos: Nanos) -> None:
        self.until(Instant(self.at + nanos))

    def do(self, command: Command) -> None:
        """Send a command to the core; a refusal is kept with the step."""
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
        """The game in progress. NotHere: there is none."""
        if self.match.game is None:
            raise NotHere(Reason.NOT_NOW)
        return self.match.game

    @property
    def table(self) -> SetUp:
        """The table's set-up. NotHere: the table is not set up."""
        if self.match.setup is None:
            raise NotHere(Reason.NO_MATCH)
        return self.match.setup

    @property
    def on_turn(self) -> Side:
        """The side on turn. NotHere: there is none."""
        if self.game.on_turn is None:
            raise NotHere(Reason.NOT_NOW)
        return self.game.on_turn
