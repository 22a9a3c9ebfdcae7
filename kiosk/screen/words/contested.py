"""Texts of what the director is called about: the contested matter and each side's claim."""

from collections.abc import Sequence

from kiosk.catalogue.stops import CALLED_ABOUT
from kiosk.catalogue.terms import WINS, dice
from kiosk.catalogue.text import Text, text
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.match.doubling import CubeAnswer


def double_contested(by: str, doubler: str, other: str, answer: CubeAnswer | None) -> Text:
    """`other` denies what `by` claims of a double of `doubler`, and of its answer."""
    match answer:
        case None:
            return text(
                "{by}: {doubler} doubled. {other}: no.", by=by, doubler=doubler, other=other
            )
        case CubeAnswer.TAKE:
            return text(
                "{by}: {doubler} doubled, and it was taken. {other}: no.",
                by=by,
                doubler=doubler,
                other=other,
            )
        case CubeAnswer.PASS:
            return text(
                "{by}: {doubler} doubled, and it was passed. {other}: no.",
                by=by,
                doubler=doubler,
                other=other,
            )


def word_and_act(name: str) -> Text:
    return text("{name}: the spoken word and the cube disagreed.", name=name)


def cube_contested(name: str, level: int, owner: str | None) -> Text:
    if owner is None:
        return text("{name}: the cube is in the middle at {level}.", name=name, level=level)
    return text(
        "{name}: the cube is at {level}, with {owner}.", name=name, level=level, owner=owner
    )


CONTESTED = text("What is contested:")
CUBE_IN_QUESTION = text("Where the cube lies is in question.")
DROPPED_DOUBLE = text("A double that was passed was not allowed.")
FROZEN_DOUBLE = text("The cube was frozen before the double was answered.")
SCORE_IN_QUESTION = text("Your records of the score differ.")


def claim_contested(by: str, level: int, other: str) -> Text:
    return text("{by} claims {win}. {other}: not certain.", by=by, win=WINS[level], other=other)


def giving_up_contested(by: str, level: int, other: str) -> Text:
    return text("{by} gives up {win}. {other}: not certain.", by=by, win=WINS[level], other=other)


def settlement(name: str) -> Text:
    return text("{name} wants an outcome that was not played.", name=name)


def move_contested(by: str, mover: str) -> Text:
    return text("{by}: the last move was illegal. {mover}: no.", by=by, mover=mover)


def move_questioned(mover: str) -> Text:
    return text("Was the last move of {mover} illegal?", mover=mover)


def roll_contested(
    first: str, rolled: Sequence[int] | None, second: str, other: Sequence[int] | None
) -> Text:
    """Each side's claim of the roll; None: the side claims that it does not count."""
    if not rolled:
        return text(
            "{first}: does not count. {second}: {roll}.",
            first=first,
            second=second,
            roll=dice(other or ()),
        )
    if not other:
        return text(
            "{first}: {roll}. {second}: does not count.",
            first=first,
            roll=dice(rolled),
            second=second,
        )
    return text(
        "{first}: {roll}. {second}: {other}.",
        first=first,
        roll=dice(rolled),
        second=second,
        other=dice(other),
    )


def dice_contested(by: str, other: str, matter: DiceMatter) -> Text:
    match matter:
        case DiceMatter.EARLY_PICKUP:
            return text("{by}: {other} took the dice too early. {other}: no.", by=by, other=other)
        case DiceMatter.ONE_DIE_LIFTED:
            return text("{by}: only one die was lifted. {other}: no.", by=by, other=other)
        case DiceMatter.CLOSED_OUT:
            return text("{by}: I can't move, whatever I roll. {other}: no.", by=by, other=other)
        case DiceMatter.CROWDED:
            return text("{by}: my home board is full. {other}: no.", by=by, other=other)
        case DiceMatter.REROLL:
            return text("{by} wants to roll again. {other}: no.", by=by, other=other)


def asked_about(name: str, about: CallAbout) -> Text:
    return text("{name} asks the director about {about}.", name=name, about=CALLED_ABOUT[about])


def is_asked(name: str, question: Text | str) -> Text:
    """`question` is addressed to `name`, who is “you” in it."""
    return text("{name} is asked: {question}", name=name, question=question)
