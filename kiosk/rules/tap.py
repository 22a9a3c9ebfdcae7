"""How a side gives a command by touch."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kiosk.rules.command import Command
from kiosk.rules.match import Match
from kiosk.rules.units import Instant, Side

Values = tuple[int, ...]
"""Numbers tapped in with an action."""


@dataclass(frozen=True, slots=True)
class TapOption:
    """One way to give a command. `level`: of a win, or how many breaks. `dice`: how many values of
    dice to enter; 0 says that the roll does not count. `side`: who wins by an offer, who doubled.
    `choice`: what was chosen, empty where there is nothing to choose.
    """

    level: int | None = None
    dice: int | None = None
    side: Side | None = None
    choice: str = ""


Try = tuple[TapOption, Values]
Make = Callable[[TapOption, Side, Values, Instant], Command]


@dataclass(frozen=True, slots=True)
class Tap:
    """`tries` are the ways there are, free values in samples; `make` is the command of each.

    A button is pressed; only a way with a choice has a key.
    """

    tries: Callable[[Match, Side], Iterable[Try]]
    make: Make
    button: bool = False


def plain(command: Callable[[Instant, Side], Command], *, button: bool = False) -> Tap:
    """It needs no more than who gives it."""
    return Tap(
        lambda _match, _side: ((TapOption(), ()),),
        lambda _way, side, _values, at: command(at, side),
        button,
    )


def choosing(choices: Iterable[str], make: Callable[[Instant, Side, Any], Command]) -> Tap:
    """One of these is chosen; `make` is given the one."""
    known = {str(choice): choice for choice in choices}

    def tries(_match: Match, _side: Side) -> Iterator[Try]:
        for choice in known:
            yield TapOption(choice=choice), ()

    return Tap(tries, lambda way, side, _values, at: make(at, side, known[way.choice]))
