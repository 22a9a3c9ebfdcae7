"""Words and forms of rolls, permissions and dice rolled too early."""

from collections.abc import Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, dice_shown, row, why
from kiosk.catalogue.key import (
    Key,
    KeyPlace,
    KeySheet,
    NumberEntry,
    Pads,
    Situation,
    Tone,
    in_row,
    on_sheet,
)
from kiosk.catalogue.reasons import REASONS
from kiosk.catalogue.sentence import (
    ROLLS,
    ROLLS_DIRECTOR,
    LineStyle,
    Sentence,
    either,
    event_plural,
    event_text,
    other_side,
)
from kiosk.catalogue.terms import dice
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.dice.acts import TowerReported
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.correcting import (
    PastRollOrdered,
    RollDisputeDenied,
    RollDisputeTapped,
    RollOrdered,
)
from kiosk.rules.dice.entering import (
    NOT_COUNTED,
    RollAgreed,
    RollConfirmed,
    RollEntered,
    UnevenSurfaceClaimed,
)
from kiosk.rules.dice.facts import (
    ConsentAsked,
    DicePickedUp,
    DicePutAway,
    LeftAllowed,
    LeftEnded,
    OpeningDieRolled,
    OpeningDieRuled,
    OpeningTied,
    OpeningWon,
    PastRollCorrected,
    PresumptionNoted,
    RerollAllowed,
    RollAccepted,
    RollCorrected,
    RollDisputed,
    RolledEarly,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollRuled,
    RollStated,
    RollUpheld,
    RollVoided,
    TowerCounted,
)
from kiosk.rules.dice.left import HomeCrowded, LeftGranted, LeftWithdrawn
from kiosk.rules.dice.unsettled import PressKept, RollSettledAlone, ThrownMeanwhile, TurnReturned
from kiosk.rules.ending import GameEnded
from kiosk.rules.play import TurnEnded
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.tap import TapOption

# --- keys ----------------------------------------------------------------------------------------


def only_die_asked(_first: int, _before: int) -> Text:
    return text("Tap the die")


def each_die_asked(first: int, before: int) -> Text:
    """The question for a die; `first` is the die entered before."""
    if before:
        return text("{first} and? Tap the second die", first=first)
    return text("Tap the first die")


def die_of(name: str) -> Text:
    """The question where each side threw one of the dice."""
    return text("Tap the die of {name}", name=name)


def dice_entry(count: int) -> NumberEntry:
    asks = only_die_asked if count == 1 else each_die_asked
    return NumberEntry(Pads.DICE, (1,) * count, asks=asks)


def roll_confirmed_place(_way: TapOption, at: Situation) -> KeyPlace:
    place = (3, 0)
    if at.proposal:
        return in_row(text("Yes, {roll}", roll=dice(at.proposal)), place, Tone.NEXT)
    return in_row(text("Yes"), place, Tone.NEXT)


def roll_entered_place(way: TapOption, at: Situation) -> KeyPlace:
    disputes = RollDisputeDenied.__name__ in at.own
    path = (KeySheet.MORE, KeySheet.DICE) if disputes and not at.differ else ()
    if not way.dice:
        away = (KeySheet.MORE, KeySheet.DICE)
        return KeyPlace(text("Does not count"), path, place=(6, 1), yields=away)
    if at.opening and way.dice == 1:
        return KeyPlace(text("Only my die"), (), entry=dice_entry(1), place=(8, 2))
    another = at.proposal is not None or at.counted is not None or at.named
    label = text("Other numbers") if another else text("Enter roll")
    tone = Tone.NEXT if at.enter_first or at.asked else Tone.PLAIN
    return KeyPlace(label, path, tone, dice_entry(way.dice), (5, 3))


def roll_agreed_place(way: TapOption, at: Situation) -> KeyPlace:
    """Place the key that agrees. It is not styled as the next step: it confirms the other's
    statement, which may be wrong. Where a roll that counts is contested, the key for no is beside
    it.
    """
    if way.choice == NOT_COUNTED:
        return in_row(text("Yes, roll again"), (4, 0 if at.counted else 1))
    return in_row(text("Yes, {roll}", roll=way.choice), (4, 0))


def uneven_surface_place(way: TapOption, _at: Situation) -> KeyPlace:
    label, path = text("Only the board tilts"), (KeySheet.MORE, KeySheet.DICE)
    return KeyPlace(label, path, entry=dice_entry(way.dice or 1), place=(5, 0))


def other_roll_place(way: TapOption, at: Situation) -> KeyPlace:
    """Place the key for the roll that counts, or for the other's last, settled alone."""
    path = (KeySheet.CONTEST,) if at.to_roll else (KeySheet.ROLL,)
    if not way.dice:
        return KeyPlace(text("It does not count"), path, place=(1, 0))
    return KeyPlace(text("Other numbers"), path, entry=dice_entry(way.dice), place=(0, 0))


def denied_place(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the claimant withdraws, or the other side holds on to what counts."""
    if RollDisputeDenied.__name__ in at.own:
        return in_row(text("Take it back"), (4, 1))
    return in_row(text("No, {roll}", roll=dice(at.counted or ())), (4, 1))


KEYS = (
    Key(RollDisputeTapped, other_roll_place),
    Key(RollDisputeDenied, denied_place, answers=True),
    Key(RollConfirmed, roll_confirmed_place),
    Key(RollEntered, roll_entered_place),
    Key(RollAgreed, roll_agreed_place, answers=True),
    Key(UnevenSurfaceClaimed, uneven_surface_place),
    Key(
        RerollConsented,
        in_row(text("Yes, roll again"), (3, 0), Tone.NEXT),
        answers=True,
        settles=text("the yes to rolling again"),
    ),
    Key(LeftGranted, on_sheet(text("Opponent may roll left"), KeySheet.DICE, 0)),
    Key(LeftWithdrawn, on_sheet(text("Not left any more"), KeySheet.DICE, 0)),
    Key(HomeCrowded, on_sheet(text("Home is full: roll left"), KeySheet.DICE, 1)),
)

# --- facts ---------------------------------------------------------------------------------------

LEFT_ENDS: Mapping[PermissionEnd, Text] = {
    PermissionEnd.WITHDRAWN: text("it was withdrawn"),
    PermissionEnd.RIGHT_ROLL: text("the dice were rolled on the right half again"),
    PermissionEnd.GAME_OVER: text("the game is over"),
}


QUESTIONED = either(
    lambda event: event.side is None,
    either(
        lambda event: event.proposal,
        event_text(
            "Both sides are asked what they rolled, because {reasons}; the table would say "
            "{proposal}."
        ),
        event_text("Both sides are asked what they rolled, because {reasons}."),
    ),
    either(
        lambda event: event.proposal,
        event_text(
            "Both sides are asked what {side} rolled, because {reasons}; the table would say "
            "{proposal}."
        ),
        event_text("Both sides are asked what {side} rolled, because {reasons}."),
    ),
)

CORRECTED = either(
    lambda event: event.by is None,
    event_text("Both sides agree: the roll is {values}, not {was}."),
    event_text("{by} rules that the roll is {values}, not {was}, because {why}."),
)

VOIDED = either(
    lambda event: event.by is None,
    event_text("Both sides agree: the roll {was} does not count."),
    either(
        lambda event: event.was,
        event_text("{by} rules that the roll {was} does not count, because {why}."),
        either(
            lambda event: event.side is None,
            event_text("{by} rules that both roll again, because {why}."),
            event_text("{by} rules that {side} rolls again, because {why}."),
        ),
    ),
)

SENTENCES = (
    Sentence(
        TowerCounted,
        event_plural(
            "The baffle box took {count} die and gave {came_out}.",
            "The baffle box took {count} dice and gave {came_out}.",
            "dropped",
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(DicePickedUp, event_text("The dice were lifted."), ROLLS, in_record=False),
    Sentence(
        DicePutAway,
        event_text("The dice were lifted while play was put off."),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        RollHeld,
        event_text("Dice were read; the table waits for the baffle box's count."),
        ROLLS,
        in_record=False,
    ),
    Sentence(RollQuestioned, QUESTIONED, ROLLS, in_record=False),
    Sentence(RollStated, event_text("{side} says: {values}."), ROLLS, in_record=False),
    Sentence(
        RollRefused,
        either(
            lambda event: event.side is None,
            event_text("The opening roll does not count, because {reasons}."),
            either(
                lambda event: event.facts is None,
                event_text("{side}'s roll does not count, because {reasons}."),
                event_text("The table judges: {side}'s roll does not count, because {reasons}."),
            ),
        ),
        ROLLS,
        in_record=False,
        look=LineStyle.GRAVE,
    ),
    Sentence(
        OpeningDieRolled,
        either(
            lambda event: event.facts is None,
            event_text("{side}'s opening die is {value} (by touch)."),
            event_text("{side}'s opening die is {value} (camera)."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        OpeningTied,
        event_text("Both opening dice are {value}: they are rolled again."),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        OpeningWon,
        either(
            lambda event: event.presses is None,
            event_text("{side} begins with {values}."),
            event_text("{side} begins with {values}; {presses} starts the clock."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        RollAccepted,
        either(
            lambda event: event.by_touch,
            event_text("{side} rolled {values} (by touch)."),
            event_text("{side} rolled {values} (camera)."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(RollDisputed, event_text("{side} says that the roll is not {was}."), ROLLS),
    Sentence(RollUpheld, event_text("The roll stays {values}."), ROLLS),
    Sentence(RollCorrected, CORRECTED, ROLLS_DIRECTOR),
    Sentence(RollVoided, VOIDED, ROLLS_DIRECTOR, look=LineStyle.GRAVE),
    Sentence(
        RollRuled,
        event_text("{by} rules that {side} rolled {values}, because {why}."),
        ROLLS_DIRECTOR,
        in_record=False,
    ),
    Sentence(
        OpeningDieRuled,
        event_text("{by} rules that {side}'s opening die is {value}, because {why}."),
        ROLLS_DIRECTOR,
        in_record=False,
    ),
    Sentence(
        PastRollCorrected,
        event_text("{by} corrects row {corrects_seq}: the roll was {values}, because {why}."),
        ROLLS_DIRECTOR,
    ),
    Sentence(
        LeftAllowed,
        either(
            lambda event: event.by is LeftRoll.WITH_PERMISSION,
            event_text("{side} may roll on the left half, with permission."),
            event_text(
                "{side} may roll on the left half: the home board is claimed to be crowded."
            ),
        ),
        ROLLS,
    ),
    Sentence(
        LeftEnded,
        event_text("{side} rolls on the right half only, because {why}.", why=LEFT_ENDS),
        ROLLS,
    ),
    Sentence(
        ConsentAsked,
        event_text("{side} is asked to consent before {other} rolls again.", other=other_side),
        ROLLS,
    ),
    Sentence(RerollAllowed, event_text("{side} consents to another roll."), ROLLS),
    Sentence(
        PresumptionNoted,
        event_text("In a dispute the presumption is for {side}, because {reason}.", reason=REASONS),
        ROLLS,
    ),
    Sentence(
        RolledEarly,
        event_text(
            "{side} rolled before {other}'s turn was over; the roll stands.", other=other_side
        ),
        ROLLS,
    ),
    Sentence(
        RollSettledAlone,
        event_text(
            "{side} agreed to {values} and lifted the dice; {other} may contest it until the next "
            "roll.",
            other=other_side,
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        ThrownMeanwhile,
        event_text("Dice were thrown before the last roll was settled; they wait until it is."),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        PressKept,
        event_text("{side} pressed before the roll was settled."),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        TurnReturned,
        either(
            lambda event: event.rolled,
            event_text("The turn goes back to {side}, to be played with the roll that counts."),
            event_text("The turn goes back to {side}, to be rolled."),
        ),
        ROLLS,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def _roll(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    if values["values"] is None:
        return (text("The roll does not count: it is rolled again."),)
    return (text("The roll counts as {roll}.", roll=dice(values["values"])),)


def _past_roll(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    roll = dice(values["values"])
    return (text("The record says from now on that the roll was {roll}.", roll=roll),)


ROLL_EVENTS = (OpeningDieRolled, OpeningDieRuled, OpeningWon, RollAccepted, RollRuled)
TURN_OVER = (TurnEnded, GameEnded)

FORMS = (
    OrderForm(
        "roll",
        RollOrdered,
        text("Rule on the roll"),
        text("Rule on the roll"),
        (dice_shown(text("It counts as"), again=text("Roll again")), why()),
        _roll,
        FormDrawer.GAME,
        rules_on=ROLL_EVENTS,
        closed_by=TURN_OVER,
    ),
    OrderForm(
        "past_roll",
        PastRollOrdered,
        text("Correct an earlier roll"),
        text("Correct the record"),
        (dice_shown(text("The dice showed")), why(), row(optional=False)),
        _past_roll,
        FormDrawer.SCORE,
        place=1,
        corrects=ROLL_EVENTS,
        closed_by=TURN_OVER,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        TowerReported,
        "counts",
        "Counts the dice of a roll through the baffle box.",
        ("tower",),
        {"dropped": "dice dropped in", "came_out": "dice come out"},
    ),
    Verb(RollConfirmed, "confirms", "Agrees with the roll the table proposes."),
    Verb(
        RollEntered,
        "enters",
        "Says by touch what was rolled.",
        notes={"values": "what the dice show; of an opening without baffle box A's first"},
        types={"values": tuple[int, ...]},
    ),
    Verb(
        RollDisputeTapped,
        "disputes roll",
        "Says that the dice show something else than the roll that counts.",
        EACH,
        notes={"values": "?what they show?it does not count"},
        types={"values": tuple[int, ...]},
    ),
    Verb(
        RollDisputeDenied,
        "denies roll",
        "Holds on to the roll that counts; or who disputed it takes that back.",
        EACH,
    ),
    order_verb(
        RollOrdered,
        "rules on roll",
        "Says what the roll of this turn is.",
        values="?what the dice show?it is rolled again",
    ),
    order_verb(
        PastRollOrdered,
        "corrects past roll",
        "Corrects an earlier roll in the record.",
        values="what the dice showed",
        corrects_seq="the journal row of the roll",
    ),
    Verb(
        RollAgreed,
        "agrees to roll",
        "Says yes to what the other says was rolled.",
        notes={"values": "what the other says"},
        types={"values": tuple[int, ...]},
    ),
    Verb(LeftGranted, "grants left", "Permits the other to roll on its left half.", EACH),
    Verb(LeftWithdrawn, "withdraws left", "Takes that permission back.", EACH),
    Verb(
        HomeCrowded,
        "says home is crowded",
        "Says that the home board is crowded, and rolls on its left half.",
        EACH,
    ),
    Verb(
        RerollConsented,
        "consents to reroll",
        "Consents that the other's cocked dice are rolled again.",
        EACH,
    ),
    Verb(
        UnevenSurfaceClaimed,
        "claims uneven surface",
        "Says that only the board tilts the dice that did not count; the other confirms or not.",
        EACH,
        notes={"values": "what they show"},
    ),
)
