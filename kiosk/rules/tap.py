"""How a side gives a command by touch."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.match import Match
from kiosk.rules.units import Instant, Side

Values = tuple[int, ...]
"""Numbers entered with an action."""


@dataclass(frozen=True, slots=True)
class TapOption:
    """One way to give a command. `level`: of a win, or the number of breaks. `dice`: the number of
    dice values to enter; 0 enters that the roll does not count. `side`: the winner by an offer, or
    the doubler. `choice`: the chosen value, empty where there is nothing to choose.
    """

    level: int | None = None
    dice: int | None = None
    side: Side | None = None
    choice: str = ""


Try = tuple[TapOption, Values]
Make = Callable[[TapOption, Side, Values, Instant], Command]


@dataclass(frozen=True, slots=True)
class Tap:
    """How a command is given: `tries` are the possible options, with sample values; `make` builds
    the command of each.

    A button is pressed; only an option with a choice has a key.
    """

    tries: Callable[[Match, Side], Iterable[Try]]
    make: Make
    button: bool = False


def plain_tap(command: Callable[[Instant, Side], Command], *, button: bool = False) -> Tap:
    """A tap that needs nothing but its side."""
    return Tap(
        lambda _match, _side: ((TapOption(), ()),),
        lambda _way, side, _values, at: command(at, side),
        button,
    )


def choice_tap(choices: Iterable[str], make: Callable[[Instant, Side, Any], Command]) -> Tap:
    """A tap that chooses one of these; `make` receives the choice."""
    known = {str(choice): choice for choice in choices}

    def tries(_match: Match, _side: Side) -> Iterator[Try]:
        for choice in known:
            yield TapOption(choice=choice), ()

    return Tap(tries, lambda way, side, _values, at: make(at, side, known[way.choice]))
