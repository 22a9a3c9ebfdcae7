"""What facts about dice change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game, picture_of
from kiosk.rules.evolve.times import control
from kiosk.rules.match import Held, Match, OpeningDie, Phase, Question, Statement
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import TowerCount
from kiosk.rules.units import BySide


@apply.register
def _(event: e.TowerCounted, match: Match) -> Match:
    return replace(match, tower=TowerCount(event.dropped, event.came_out))


@apply.register
def _(event: e.DicePickedUp, match: Match) -> Match:  # noqa: ARG001
    return replace(match, dice_down=False, tower=None, held=None)


@apply.register
def _(event: e.RollHeld, match: Match) -> Match:
    return replace(match, held=Held(event.facts, event.until))


@apply.register
def _(event: e.RollQuestioned, match: Match) -> Match:
    question = Question(
        asked_in=_asked_in(match),
        side=event.side,
        thrown=event.thrown,
        reasons=event.reasons,
        proposal=event.proposal,
        picture=None if Reason.ONLY_LOGGED in event.reasons else picture_of(event.facts),
        said=BySide(None, None),
    )
    return replace(
        in_game(match, question=question),
        phase=Phase.CONFIRMING,
        dice_down=match.dice_down or event.facts is not None,
        tower=None,
        held=None,
    )


@apply.register
def _(event: e.RollStated, match: Match) -> Match:
    if match.game is None or match.game.question is None:
        return match
    question = match.game.question
    said = question.said.with_(event.side, Statement(event.values))
    return in_game(match, question=replace(question, said=said))


@apply.register
def _(event: e.RollRefused, match: Match) -> Match:
    early = event.side if Reason.PREMATURE in event.reasons else match.dicing.threw_early
    return replace(
        in_game(control(match, renewed=False), question=None, refused_for=event.reasons),
        phase=_asked_in(match),
        dicing=replace(match.dicing, threw_early=early),
        dice_down=True,
        tower=None,
        held=None,
    )


@apply.register
def _(event: e.OpeningDieRolled, match: Match) -> Match:
    if match.game is None:
        return match
    die = OpeningDie(event.value, event.center_mm)
    return replace(
        in_game(
            match,
            opening=match.game.opening.with_(event.side, die),
            question=None,
            refused_for=(),
            roll_picture=picture_of(event.facts),
        ),
        phase=_asked_in(match),
        dice_down=True,
        tower=None,
        held=None,
    )


@apply.register
def _(event: e.OpeningTied, match: Match) -> Match:  # noqa: ARG001
    return in_game(match, opening=BySide(None, None))


@apply.register
def _(event: e.OpeningWon, match: Match) -> Match:
    return replace(
        in_game(match, on_turn=event.side, roll=event.values, presses=event.presses),
        phase=Phase.PRESS_TO_START if event.presses else Phase.MOVING,
    )


@apply.register
def _(event: e.RollAccepted, match: Match) -> Match:
    return replace(
        in_game(
            match,
            roll=event.values,
            roll_picture=picture_of(event.facts) or _askedpicture_of(match),
            question=None,
            refused_for=(),
        ),
        phase=Phase.MOVING,
        dicing=replace(match.dicing, consents=None, closed_out=False),
        dice_down=True,
        tower=None,
        held=None,
    )


def _asked_in(match: Match) -> Phase:
    question = match.game.question if match.game else None
    return question.asked_in if question else match.phase


def _askedpicture_of(match: Match) -> str | None:
    question = match.game.question if match.game else None
    return question.picture if question else None
