"""Texts for the numbers and pictures of a card. Pure."""

from collections.abc import Iterator

from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, plural, text
from kiosk.director.tables.cards import CardWords, TableCard
from kiosk.rules.units import BySide, Side
from kiosk.wire.snapshot import CubeView

WORDLESS = CardWords("", "", "", None, None, BySide("", ""), "")
"""Before there are any texts."""


def describe_card(shown: TableCard, language: Language = ENGLISH) -> CardWords:
    """The texts of a card, from its other fields."""

    def format_words(words: Text | None) -> str:
        return format_text(words, language) if words is not None else ""

    number = shown.table
    roll, cube = shown.roll, _cube_words(shown.cube)
    return CardWords(
        table=format_words(
            text("No table number") if number is None else text("Table {number}", number=number)
        ),
        length=format_words(_length_words(shown)),
        game=format_words(_game_words(shown)),
        roll=format_words(text("Rolled {roll}", roll=roll)) if roll is not None else None,
        cube=format_words(cube) if cube is not None else None,
        sides=BySide(*(format_words(_side_state(shown, side)) for side in Side)),
        foot=" · ".join(format_text(each, language) for each in _facts(shown)),
    )


def _length_words(shown: TableCard) -> Text | None:
    if shown.sides is None:
        return None
    return text("single game") if shown.length is None else text("to {points}", points=shown.length)


def _game_words(shown: TableCard) -> Text | None:
    if shown.game is None:
        return None
    if shown.crawford:
        return text("Game {number} · Crawford", number=shown.game)
    return text("Game {number}", number=shown.game)


def _cube_words(cube: CubeView | None) -> Text | None:
    if cube is None or not cube.in_play:
        return None
    if cube.offered is not None:
        return text("Cube at {level}, {offered} offered", level=cube.level, offered=cube.offered)
    if cube.owner is None:
        return text("Cube at {level}, centred", level=cube.level)
    return text("Cube at {level}, {side}'s", level=cube.level, side=SIDES[cube.owner])


def _side_state(shown: TableCard, which: Side) -> Text | None:
    side = shown.sides.of_side(which) if shown.sides is not None else None
    if side is None:
        return None
    if shown.winner is which:
        return text("won the match")
    if side.running:
        return text("clock was running at the last report") if shown.stale else text("clock runs")
    return text("on turn") if side.on_turn else None


def _facts(shown: TableCard) -> Iterator[Text | str]:
    """Further facts, shown where there is room."""
    yield from (each for each in (shown.profile, shown.event_id) if each is not None)
    yield text("row {seq}", seq=shown.seq)
    yield plural("{count} screen", "{count} screens", shown.screens)
