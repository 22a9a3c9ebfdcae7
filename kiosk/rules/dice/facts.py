"""Facts about dice and rolls, and their state changes."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kiosk.rules.fact import (
    Event,
    Fact,
    in_control,
    in_dicing,
    in_game,
    picture_of,
    press_owed_no_more,
)
from kiosk.rules.match import Held, Match, OpeningDie, Phase, Question, RefusedRoll, Statement
from kiosk.rules.match.dicing import Dicing, EarlyRoll
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import JudgedDie, RollFacts, TowerCount, high_first
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.units import BySide, Instant, Side


@dataclass(frozen=True, slots=True)
class TowerCounted(Event):
    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class DicePickedUp(Event):
    """The dice left the board."""

    plays_on: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class DicePutAway(Event):
    """The dice left the board while play was put off: nothing follows from it."""


@dataclass(frozen=True, slots=True)
class RollHeld(Event):
    """Dice were read, and wait until `until` for the baffle box's own count."""

    facts: RollFacts
    until: Instant


@dataclass(frozen=True, slots=True)
class RollQuestioned(Event):
    """The table is not certain; both sides state what lies there.

    `side` threw the dice, None if both did (an opening without mixer); `thrown` is how many dice
    count; `proposal` the values the camera would guess. Values are White, Black in an opening
    without mixer; otherwise high to low.
    """

    side: Side | None
    thrown: int
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollStated(Event):
    """A side stated what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RollRefused(Event):
    """An invalid roll: it is rolled again. `facts` is None when the players called it by touch.

    `dice` are those that were judged, each with the reasons against it; empty where the roll does
    not count regardless of how they lie.
    """

    side: Side | None
    reasons: tuple[Reason, ...]
    facts: RollFacts | None
    cites: tuple[str, ...]
    dice: tuple[JudgedDie, ...] = ()


@dataclass(frozen=True, slots=True)
class OpeningDieRolled(Event):
    """One side's opening die."""

    side: Side
    value: int
    center_mm: tuple[float, float] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningTied(Event):
    value: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningWon(Event):
    """The higher die starts and plays both values, high to low."""

    side: Side
    values: tuple[int, ...]
    presses: Side | None
    """The side that presses to start the winner's clock; None without a clock."""
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollAccepted(Event):
    """The roll counts. `by_touch` when both sides stated it; `facts` is None without a camera."""

    side: Side
    values: tuple[int, ...]
    by_touch: bool
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollDisputed(Event):
    """`side` claims that the dice show something else than the roll that counts, `was`.

    `thrower` is the side whose roll it is, None for both opening dice (White's value first).
    """

    side: Side
    thrower: Side | None
    was: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollUpheld(Event):
    """The roll counts as before: the claimant agrees."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollCorrected(Event):
    """The roll that counted as `was` counts as `values`, by agreement or by the director's order.

    `side` None: both opening dice, White's value first.
    """

    is_ruling: ClassVar[bool] = True
    side: Side | None
    was: tuple[int, ...]
    values: tuple[int, ...]
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class RollVoided(Event):
    """The roll that counted as `was` does not count: it is rolled again.

    `side`, `by` and `why` are as in RollCorrected. `was` is None if none had counted, and the
    director rules so.
    """

    is_ruling: ClassVar[bool] = True
    side: Side | None
    was: tuple[int, ...] | None
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class RollRuled(RollAccepted):
    """The director ruled on a roll that did not count so far, or was asked about."""

    is_ruling: ClassVar[bool] = True
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class OpeningDieRuled(OpeningDieRolled):
    """The same for an opening die."""

    is_ruling: ClassVar[bool] = True
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class PastRollCorrected(Event):
    """In the record, the roll of row `corrects_seq` was `values`; the match is unchanged."""

    is_ruling: ClassVar[bool] = True
    corrects_seq: int
    values: tuple[int, ...]
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class LeftAllowed(Event):
    """`side` may roll on its left half, by the other's permission or by its crowded board."""

    side: Side
    by: LeftRoll
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftEnded(Event):
    """`side` rolls on its right half again."""

    side: Side
    why: PermissionEnd
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConsentAsked(Event):
    """`side` must consent before the other rolls again."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RerollAllowed(Event):
    """`side` consented."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PresumptionNoted(Event):
    """In a dispute the presumption is for `side`, because of the other's act in `reason`."""

    side: Side
    reason: Reason
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RolledEarly(Event):
    """`side` rolled before the other's turn was over; the roll stands and counts when it is."""

    side: Side
    facts: RollFacts
    cites: tuple[str, ...]


def apply_tower_counted(match: Match, event: TowerCounted) -> Match:
    count, later = TowerCount(event.dropped, event.came_out), match.dicing.meanwhile
    if later is not None and later.tower is None:
        return in_dicing(match, meanwhile=replace(later, tower=count))
    return replace(match, tower=count)


def apply_dice_picked_up(match: Match, _event: DicePickedUp) -> Match:
    off = in_dicing(match, unwatched=False)
    return replace(off, dice_down=False, tower=None, held=None)


def apply_dice_put_away(match: Match, _event: DicePutAway) -> Match:
    """Dice of a roll being moved are put back as they lay, and lifted then."""
    down = match.phase is Phase.MOVING
    away = in_dicing(match, unwatched=down)
    return replace(away, dice_down=down, tower=None, held=None)


def apply_roll_held(match: Match, event: RollHeld) -> Match:
    held = replace(match, held=Held(event.facts, event.until))
    return in_dicing(held, thrown_at=event.facts.first_frame_at)


def apply_roll_questioned(match: Match, event: RollQuestioned) -> Match:
    question = Question(
        asked_in=base_phase(match),
        side=event.side,
        thrown=event.thrown,
        reasons=event.reasons,
        proposal=event.proposal,
        picture=None if Reason.ONLY_LOGGED in event.reasons else picture_of(event.facts),
        said=BySide(None, None),
    )
    later = match.dicing.meanwhile if event.facts is None else None
    asked = replace(
        in_game(match, question=question),
        phase=Phase.CONFIRMING,
        dice_down=match.dice_down or event.facts is not None,
        tower=None,
        held=None,
    )
    return _looked_at(in_dicing(asked, meanwhile=later), event.facts)


def _looked_at(match: Match, facts: RollFacts | None) -> Match:
    """The camera saw the dice that lie there, and when they came to rest."""
    if facts is None:
        return match
    return in_dicing(match, unwatched=False, thrown_at=facts.first_frame_at)


def _unseen(match: Match, facts: RollFacts | None) -> bool:
    """Whether no camera will see the dice lifted: they count by touch, and lie off the board as far
    as the camera knows.
    """
    return facts is None and (match.dicing.unwatched or not match.dice_down)


def _counting(match: Match, facts: RollFacts | None) -> Dicing:
    """A roll counts now, by the camera's reading or by touch."""
    at = facts.first_frame_at if facts is not None else match.dicing.thrown_at
    return replace(match.dicing, thrown_at=at, unwatched=_unseen(match, facts))


def apply_roll_stated(match: Match, event: RollStated) -> Match:
    if match.game is None or match.game.question is None:
        return match
    question = match.game.question
    stated = question.said.with_(event.side, Statement(event.values))
    return in_game(match, question=replace(question, said=stated))


def apply_roll_refused(match: Match, event: RollRefused) -> Match:
    """Keep the thrown dice for viewing until another roll is judged; for a roll called by the
    players, the dice they were asked about.
    """
    early = event.side if Reason.PREMATURE in event.reasons else match.dicing.threw_early
    seen = event.facts.dice if event.facts else ()
    thrown = RefusedRoll(
        picture_of(event.facts) or _asked_picture(match),
        event.dice or tuple(JudgedDie(each.value) for each in seen),
    )
    refused = {"question": None, "refused_for": event.reasons, "refused": thrown}
    return replace(
        in_game(in_control(match, renewed=False), **refused),
        phase=base_phase(match),
        dicing=replace(
            match.dicing,
            threw_early=early,
            pressed=match.dicing.pressed if early is event.side else None,
            meanwhile=match.dicing.meanwhile if early is event.side else None,
            unwatched=_unseen(match, event.facts),
        ),
        dice_down=True,
        tower=None,
        held=None,
    )


def apply_opening_die_rolled(match: Match, event: OpeningDieRolled) -> Match:
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
        phase=base_phase(match),
        dicing=replace(_counting(match, event.facts), alone=None),
        dice_down=True,
        tower=None,
        held=None,
    )


def apply_opening_tied(match: Match, _event: OpeningTied) -> Match:
    return in_game(match, opening=BySide(None, None))


def apply_opening_won(match: Match, event: OpeningWon) -> Match:
    return replace(
        in_game(match, on_turn=event.side, roll=event.values, presses=event.presses),
        phase=Phase.PRESS_TO_START if event.presses else Phase.MOVING,
    )


def apply_roll_accepted(match: Match, event: RollAccepted) -> Match:
    return replace(
        in_game(
            press_owed_no_more(match, event.side),
            roll=event.values,
            roll_picture=picture_of(event.facts) or _asked_picture(match),
            question=None,
            refused_for=(),
        ),
        phase=Phase.MOVING,
        dicing=replace(_counting(match, event.facts), consents=None, closed_out=False, alone=None),
        dice_down=True,
        tower=None,
        held=None,
    )


def apply_roll_disputed(match: Match, event: RollDisputed) -> Match:
    picture = match.game.roll_picture if match.game else None
    question = Question(
        asked_in=match.phase,
        side=event.thrower,
        thrown=len(event.was),
        reasons=(Reason.SAID_OTHERWISE,),
        proposal=None,
        picture=picture,
        said=BySide(None, None),
        counted=event.was,
    )
    return replace(in_game(match, question=question), phase=Phase.CONFIRMING)


def apply_roll_upheld(match: Match, _event: RollUpheld) -> Match:
    upheld = replace(in_game(match, question=None), phase=base_phase(match))
    return in_dicing(upheld, alone=None)


def apply_roll_corrected(match: Match, event: RollCorrected) -> Match:
    if match.game is None:
        return match
    back, opening, values = base_phase(match), match.game.opening, event.values
    if event.side is None:
        opening = BySide(*(OpeningDie(value, None) for value in values))
    elif back is Phase.OPENING:
        opening = opening.with_(event.side, OpeningDie(values[0], None))
    roll = match.game.roll if back is Phase.OPENING else high_first(values)
    corrected = in_game(match, question=None, opening=opening, roll=roll)
    return replace(in_dicing(corrected, alone=None), phase=back)


def apply_roll_voided(match: Match, event: RollVoided) -> Match:
    """An opening roll that counted starts again, and no clock goes on before that; otherwise the
    same side rolls again.
    """
    if match.game is None:
        return match
    why = (Reason.PLAYERS_CALL_INVALID if event.by is None else Reason.RULED_INVALID,)
    began = event.side is None or base_phase(match) is Phase.OPENING
    changes: dict[str, Any] = {"question": None, "refused_for": why, "refused": None}
    if event.was:
        changes |= {"roll": None, "roll_picture": None}
    if event.was and began:
        changes |= {"opening": BySide(None, None), "on_turn": None, "presses": None}
    return replace(
        in_game(in_control(match, renewed=False), **changes),
        phase=Phase.OPENING if began else Phase.TO_ROLL,
        stop=replace(match.stop, resumes=None) if began and match.stop is not None else match.stop,
        dicing=replace(match.dicing, consents=None, alone=None, pressed=None, meanwhile=None),
    )


def base_phase(match: Match) -> Phase:
    """The phase in which the open question was asked; without one, that of the match."""
    question = match.game.question if match.game else None
    return question.asked_in if question else match.phase


def _asked_picture(match: Match) -> str | None:
    question = match.game.question if match.game else None
    return question.picture if question else None


def apply_left_allowed(match: Match, event: LeftAllowed) -> Match:
    return in_dicing(match, left=match.dicing.left.with_(event.side, True))


def apply_left_ended(match: Match, event: LeftEnded) -> Match:
    return in_dicing(match, left=match.dicing.left.with_(event.side, False))


def apply_consent_asked(match: Match, event: ConsentAsked) -> Match:
    return in_dicing(match, consents=event.side)


def apply_reroll_allowed(match: Match, _event: RerollAllowed) -> Match:
    return in_dicing(match, consents=None)


def apply_rolled_early(match: Match, event: RolledEarly) -> Match:
    return replace(in_dicing(match, early=EarlyRoll(event.side, event.facts)), dice_down=True)


FACTS = (
    Fact(TowerCounted, apply_tower_counted),
    Fact(DicePickedUp, apply_dice_picked_up),
    Fact(DicePutAway, apply_dice_put_away),
    Fact(RollHeld, apply_roll_held),
    Fact(RollQuestioned, apply_roll_questioned),
    Fact(RollStated, apply_roll_stated),
    Fact(RollRefused, apply_roll_refused),
    Fact(OpeningDieRolled, apply_opening_die_rolled),
    Fact(OpeningTied, apply_opening_tied),
    Fact(OpeningWon, apply_opening_won),
    Fact(RollAccepted, apply_roll_accepted),
    Fact(RollDisputed, apply_roll_disputed),
    Fact(RollUpheld, apply_roll_upheld),
    Fact(RollCorrected, apply_roll_corrected),
    Fact(RollVoided, apply_roll_voided),
    Fact(RollRuled),
    Fact(OpeningDieRuled),
    Fact(PastRollCorrected),
    Fact(LeftAllowed, apply_left_allowed),
    Fact(LeftEnded, apply_left_ended),
    Fact(ConsentAsked, apply_consent_asked),
    Fact(RerollAllowed, apply_reroll_allowed),
    Fact(PresumptionNoted),
    Fact(RolledEarly, apply_rolled_early),
)
