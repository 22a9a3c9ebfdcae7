"""The facts a half's keys depend on, read from a snapshot, and its controls."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from kiosk.catalogue.key import Situation, Tone
from kiosk.catalogue.languages import Languages
from kiosk.catalogue.text import Language
from kiosk.rules.director_orders import MessageTapped
from kiosk.rules.language import LanguageTapped
from kiosk.rules.match import IN_GAME, Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulings import RulingTapped
from kiosk.rules.start import SeatsSwapTapped
from kiosk.rules.table import Half
from kiosk.rules.take_back import TakeBackTapped
from kiosk.rules.units import BySide, Instant, Side, require
from kiosk.screen.answers import GO_ON, GUIDE, ROLL
from kiosk.screen.controls import ScreenControl
from kiosk.screen.joining import join_controls, next_language
from kiosk.screen.key_layout import SideQuestion, controls
from kiosk.screen.prompt import PromptRow
from kiosk.screen.seen import Perspective, Screen
from kiosk.screen.set_up import ScreenSetUp, controls_of
from kiosk.wire.snapshot import Action, SideView, Snapshot

_LANGUAGE, _SEATS = (each.__name__ for each in (LanguageTapped, SeatsSwapTapped))
FEWEST_ROLLS = 13
"""Rolls of both sides before one can have borne off: 167 pips at most 24 a roll is seven."""


def keys_of(
    seen: Perspective,
    held: Sequence[PromptRow],
    language: Language,
    there: Languages,
    set_up: ScreenSetUp | None,
) -> tuple[ScreenControl, ...]:
    """The controls of a side, from the rows that hold for it, in its language.

    Its player may choose any other language of `there`; `set_up` as in `view`.
    """
    snapshot, side, at = seen.snapshot, seen.side, seen.at
    me = require(snapshot.sides).of_side(side)
    others = {tag: each.name for tag, each in there.items() if each is not language}
    shown, *others_asked = held
    guided = shown.screen is Screen.GUIDE
    actions = [
        msgspec.structs.replace(each, choices=tuple(others)) if each.kind == _LANGUAGE else each
        for each in _actions_at(snapshot, me, at)
        if (others or each.kind != _LANGUAGE) and (set_up or each.kind != _SEATS)
        if guided or each.kind not in GUIDE
    ]
    situation = replace(
        _situation(snapshot, side, me),
        languages=tuple(others.items()),
        next_language=next_language(there, language) if _before_match(snapshot) else "",
        guide=any(each.kind in GUIDE for each in me.actions),
        idle=frozenset(each.kind for each in me.actions) - shown.answers,
    )
    own = controls_of(set_up, language, snapshot.ailments) if set_up else ()
    asked = () if guided else others_asked
    beside = tuple(_asked_beside(seen, shown, asked))
    made = controls(
        actions, situation, language, (*own, *join_controls(snapshot, language)), beside
    )
    waits = snapshot.stop is not None and all(each.kind not in GO_ON for each in me.actions)
    called = snapshot.stop is not None and snapshot.stop.reason is StopReason.DIRECTOR_CALLED
    kinds = (ROLL if waits else frozenset()) | (GO_ON if called else frozenset())
    return tuple(_without_emphasis(each, kinds) for each in made)


def _before_match(snapshot: Snapshot) -> bool:
    """True until the first game of the match begins."""
    return snapshot.phase in {Phase.VACANT, Phase.BETWEEN_GAMES} and snapshot.last_result is None


def _asked_beside(
    seen: Perspective, shown: PromptRow, others: Iterable[PromptRow]
) -> Iterator[SideQuestion]:
    """Other questions this side may answer, each with the kinds that answer no earlier one."""
    known = shown.answers
    for row in (row for row in others if row.screen is not Screen.GUIDE):
        kinds = row.answers - known
        known |= kinds
        if seen.may_any(kinds):
            yield SideQuestion(row.sentence(seen), kinds)


def _without_emphasis(control: ScreenControl, kinds: frozenset[str]) -> ScreenControl:
    """Take the emphasis from keys of these kinds: a roll while the half waits, or going on while
    the called director is not done.
    """
    asks = control.tone is Tone.NEXT and control.action.kind in kinds
    return replace(control, tone=Tone.PLAIN) if asks else control


def _actions_at(snapshot: Snapshot, me: SideView, at: Instant) -> tuple[Action, ...]:
    """The side's actions at `at`: without a take-back that has expired since the snapshot, and
    without the director's message while a ruling is unread.
    """
    over = {TakeBackTapped.__name__} if at >= undo_deadline(snapshot) else set[str]()
    if any(each.kind == RulingTapped.__name__ for each in me.actions):
        over.add(MessageTapped.__name__)
    return tuple(each for each in me.actions if each.kind not in over)


def undo_deadline(snapshot: Snapshot | None) -> Instant:
    """When taking back the last settlement ends; 0 if there is none."""
    settled = snapshot.waiting.settled if snapshot else None
    return settled.until if settled else Instant(0)


def _situation(snapshot: Snapshot, side: Side, me: SideView) -> Situation:
    waiting, question = snapshot.waiting, snapshot.question
    stands = snapshot.game.cube.stands if snapshot.game else None
    claims = {
        "WinDisputed": snapshot.claim is not None and snapshot.claim.side is side,
        "BoardDoubleContested": waiting.double is not None and waiting.double.by is side,
        "IllegalMoveDenied": waiting.challenge is not None and waiting.challenge.mover is not side,
        "RollDisputeDenied": me.said is not None,
        "NobodyLeftDenied": waiting.stayed is side,
        "ReopenDenied": waiting.reopen is side,
        "PressBackDenied": waiting.press_back is side,
    }
    pause, seat = waiting.pause, me.seat
    left = None
    if seat is not None:
        halves = {Half.PICTURE_LEFT, Half.PICTURE_RIGHT}
        (left,) = halves - {seat.right_half}
    return Situation(
        side=side,
        own=frozenset(kind for kind, own in claims.items() if own),
        proposal=question.proposal if question else None,
        counted=question.counted if question else None,
        enter_first=not snapshot.sees_dice and question is None,
        asked=question is not None and question.proposal is None and not _is_claimed(snapshot),
        named=question is not None and _is_claimed(snapshot),
        differ=_differ(snapshot),
        opening=both_opening(snapshot),
        scores=(me.score, require(snapshot.sides).of_side(side.other).score),
        length=snapshot.length,
        other=require(snapshot.sides).of_side(side.other).name,
        box_left=left or "",
        in_game=snapshot.phase in IN_GAME,
        clocked=snapshot.clocked,
        over=snapshot.phase is Phase.MATCH_OVER,
        claimed=snapshot.claim.level if snapshot.claim else None,
        to_roll=snapshot.phase is Phase.TO_ROLL and require(snapshot.game).on_turn is side,
        other_moves=snapshot.phase is Phase.MOVING and require(snapshot.game).on_turn is side.other,
        early=snapshot.game is not None and snapshot.game.rolls < FEWEST_ROLLS,
        stands=frozenset(stands.words if stands else ()),
        stands_by=stands.cite if stands else "",
        on_break=pause is not None and pause.missing.of_side(side),
    )


def both_opening(snapshot: Snapshot) -> bool:
    """True if neither opening die is known yet."""
    game = snapshot.game
    none = game is not None and game.opening == BySide(None, None)
    return snapshot.phase is Phase.OPENING and none


def _is_claimed(snapshot: Snapshot) -> bool:
    """True if a player has said what was rolled."""
    sides = require(snapshot.sides)
    return sides.white.said is not None or sides.black.said is not None


def _differ(snapshot: Snapshot) -> bool:
    """Both players have said what was rolled and disagree, and no roll counted before."""
    claims, question = require(snapshot.sides).map(lambda each: each.said), snapshot.question
    return None not in (claims.white, claims.black) and not (question and question.counted)
