"""What players see is the same whatever the checkers are, for nothing on its way can hold them.

A table does not see the checkers. It hears of them only what a side declares: an outcome, yes or
no. The import contracts (tests/test_architecture.py) keep board and plays out of all it runs;
here every value that is told, kept or shown is searched for room to hold a position.
"""

import types
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from kits import commands as c
from kits.rules_kit import FISCHER, NO_CLOCK, NORWAY, UNIFIED, Table

from kiosk.rules.board import Position
from kiosk.rules.match import Match
from kiosk.rules.match.outcome import ContestGround
from kiosk.rules.match.rulings import Effect
from kiosk.rules.plays import Play, legal_plays
from kiosk.rules.prompts import Prompt
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kiosk.wire import codec
from kiosk.wire.snapshot import Snapshot, snapshot

Field = tuple[str, Any]

NUMBERS = {
    *(
        "RollEntered.values",
        "RollStated.values",
        "Statement.values",
        "StatementView.values",
        "UnevenSurfaceClaimed.values",
    ),
    *("RollAccepted.values", "OpeningWon.values", "Game.roll", "GameView.roll"),
    *("LastMove.roll", "MoveTakenBack.roll", "RollAgreed.values"),
    *("Question.proposal", "QuestionView.proposal", "RollQuestioned.proposal"),
    *("Question.counted", "QuestionView.counted", "RollDisputeTapped.values", "RollDisputed.was"),
    *(
        "RollUpheld.values",
        "RollSettledAlone.values",
        "RollCorrected.was",
        "RollCorrected.values",
        "RollVoided.was",
    ),
    *("RollRuled.values", "RollOrdered.values", "DisputeRuled.values", "Ruling.values"),
    *("PastRollOrdered.values", "PastRollCorrected.values"),
}
"""Fields that hold several numbers: what dice show."""

PLACES = {
    *("DieFact.center_mm", "OpeningDie.center_mm", "OpeningDieRolled.center_mm"),
    "OpeningDieRuled.center_mm",
}
"""Where a die lies on the cloth."""

BOOKS = {
    *("ClockRules.timetable_min", "EquipmentRules.board_min_cm", "EquipmentRules.board_max_cm"),
    *("AppealRules.members",),
}
"""What a rule book prints."""

DECLARED: dict[type[c.Command], set[Any]] = {
    c.HomeCrowded: {Side},
    c.ClosedOutDeclared: {Side},
    c.WinDeclared: {Side, int},
    c.OfferTapped: {Side, int, bool},
    c.OfferContested: {Side, ContestGround},
    c.GinOrdered: {bool},
    c.IllegalMoveTapped: {Side},
    c.IllegalMoveRuled: {bool},
    c.SetUpErrorTapped: {Side},
}
"""Whatever can be declared of checkers, and all that a declaration has room for."""


def fields_of(kind: Any, seen: set[Any]) -> Iterator[Field]:
    """Every field that can be reached from a type, as (Owner.name, its type)."""
    if isinstance(kind, NewType):
        kind = kind.__supertype__
    for inner in (get_origin(kind), *get_args(kind)):
        if inner not in {None, Ellipsis}:
            yield from fields_of(inner, seen)
    if _has_fields(kind) and kind not in seen:
        seen.add(kind)
        for name, hint in get_type_hints(kind).items():
            yield f"{kind.__name__}.{name}", hint
            yield from fields_of(hint, seen)


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, msgspec.Struct))


def reached(*kinds: Any) -> tuple[set[Any], dict[str, Any]]:
    """All types with fields that `kinds` lead to, and their fields."""
    seen: set[Any] = set()
    found = {name: hint for kind in kinds for name, hint in fields_of(kind, seen)}
    return seen, found


def leaves(hint: Any) -> Iterator[Any]:
    """The plain types a hint is made of: what is neither a container nor has fields."""
    if isinstance(hint, NewType):
        hint = hint.__supertype__
    if inner := [kind for kind in get_args(hint) if kind is not Ellipsis]:
        for kind in inner:
            yield from leaves(kind)
    elif not _has_fields(hint):
        yield hint


def counted(hint: Any) -> bool:
    """Whether a field has room for several numbers."""
    if get_origin(hint) in {Union, types.UnionType}:
        return any(counted(kind) for kind in get_args(hint))
    several = get_origin(hint) in {tuple, list, dict, set, frozenset}
    return several and bool({int, float} & set(leaves(hint)))


EVERYTHING = (*codec.COMMANDS.values(), *codec.EVENTS.values(), Match, Snapshot, Prompt)


def test_the_search_goes_all_the_way_down() -> None:
    seen, found = reached(*EVERYTHING)
    assert {"RuleBook", "DieFact", "LastMove", "Seat"} <= {kind.__name__ for kind in seen}
    assert len(found) > 800
    holds = {"Play.moves", "Play.board", "Position.checkers"}
    assert holds <= set(reached(tuple[Play, ...] | None)[1])


def test_no_value_told_kept_or_shown_has_room_for_checkers() -> None:
    """No type of board or plays, no bytes, no open-ended value; numbers only of dice and books."""
    seen, found = reached(*EVERYTHING)
    assert not {kind for kind in seen if kind.__module__.endswith((".board", ".plays"))}
    for name, hint in found.items():
        for leaf in leaves(hint):
            plain = leaf in {int, float, bool, str, type(None)} or isinstance(leaf, TypeVar)
            assert plain or issubclass(leaf, Enum), f"{name}: {hint}"
    assert {name for name, hint in found.items() if counted(hint)} == NUMBERS | PLACES | BOOKS


def test_a_roll_has_no_more_numbers_than_dice() -> None:
    """Nor can a position be told as one: only dice's own numbers, of no more than two dice."""
    table = Table().open().start().turn().lift()
    for values in ((1, 2, 3), (7, 1), (0, 15), tuple(range(26))):
        for side in Side:
            table.refused(c.RollEntered(table.at, side, values))
        table.refused(table.order(c.RollOrdered, values))
        table.refused(table.order(c.PastRollOrdered, values, 41))
    table.roll().ok(c.DisputeTapped(table.at, Side.WHITE))
    for values in ((1, 2, 3), (7, 1), (0, 15), tuple(range(26))):
        for effect in Effect:
            table.refused(table.order(c.DisputeRuled, None, effect, values))
    table.ok(c.DisputeWithdrawn(table.at, Side.WHITE))
    for values in ((1, 2, 3), (7, 1), (0, 15), tuple(range(26))):
        table.refused(c.RollDisputeTapped(table.at, Side.WHITE, values))


def test_who_declares_something_of_checkers_says_an_outcome_or_yes() -> None:
    for kind, room in DECLARED.items():
        own = {name: hint for name, hint in get_type_hints(kind).items() if name != "at"}
        if issubclass(kind, c.Order):
            own = {name: own[name] for name in own.keys() - get_type_hints(c.Order).keys()}
        assert set(own.values()) == room, kind


def test_no_field_that_players_see_is_named_for_an_aid() -> None:
    _, found = reached(Snapshot)
    names = " ".join(name.split(".")[1] for name in found if name != "Seat.checkers")
    for aid in ("pip", "equit", "legal", "board", "chance", "stat", "average", "away", "luck"):
        assert aid not in names


# --- the same dice and presses, other checkers ---------------------------------------------------

ROLLS = ((3, 1), (6, 4), (5, 2), (1, 1), (6, 6), (4, 3), (2, 1), (5, 5), (6, 3), (4, 2))
CLOSED_OUT = Position.from_points(
    {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3}, {25: 2, 6: 5, 5: 4, 4: 4}
)
"""Black cannot move, whatever it rolls."""

Chooses = Callable[[tuple[Play, ...]], Play]


def played(book: RuleBook, board: Position, chooses: Chooses) -> tuple[list[Position], list[bytes]]:
    """Ten turns with a cube turned; after each the position, and what players are shown."""
    table = Table().open(book=book).start(6, 5).turn(7)
    boards, shown = [], []
    for number, dice in enumerate(ROLLS):
        if number == 3:
            table.double().take()
        table.roll(*sorted(dice, reverse=True))
        plays = legal_plays(board, table.on_turn, dice)
        board = chooses(plays).board if plays else board
        table.wait(5 + number)
        shown.append(msgspec.json.encode(snapshot(table.match, number, table.at)))
        table.end_turn()
        boards.append(board)
    return boards, [*shown, *map(codec.encode, table.events), codec.encode(table.match)]


@pytest.mark.parametrize("book", [NORWAY, NO_CLOCK, UNIFIED, FISCHER], ids=lambda b: b.profile)
def test_the_same_dice_and_presses_show_the_same_whatever_the_checkers(book: RuleBook) -> None:
    first, shown = played(book, Position.start(), lambda plays: plays[0])
    last, other = played(book, Position.start(), lambda plays: plays[-1])
    dances, third = played(book, CLOSED_OUT, lambda plays: plays[0])
    assert all(len({a, b, d}) == 3 for a, b, d in zip(first, last, dances, strict=True))
    assert shown == other == third
