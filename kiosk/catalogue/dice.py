"""Rolls, permissions and dice rolled too early, as people see, say and send them."""

from collections.abc import Mapping

from kiosk.catalogue.key import Drawer, Entry, Key, Pads, Place, Situation, Tone, in_row, on_sheet
from kiosk.catalogue.reasons import REASONS
from kiosk.catalogue.sentence import ROLLS, Look, Sentence, counts, either, other_side, says
from kiosk.catalogue.terms import dice
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb
from kiosk.rules.dice.acts import TowerReported
from kiosk.rules.dice.consent import RerollConsented
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
    LeftAllowed,
    LeftEnded,
    OpeningDieRolled,
    OpeningTied,
    OpeningWon,
    PresumptionNoted,
    RerollAllowed,
    RollAccepted,
    RolledEarly,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollStated,
    TowerCounted,
)
from kiosk.rules.dice.left import HomeCrowded, LeftGranted, LeftWithdrawn
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.tap import Way

# --- keys ----------------------------------------------------------------------------------------


def only_die_asked(_first: int, _before: int) -> Text:
    return text("Tap the die")


def each_die_asked(first: int, before: int) -> Text:
    """`first` is the die tapped before."""
    if before:
        return text("{first} and? Tap the second die", first=first)
    return text("Tap the first die")


def die_of(name: str) -> Text:
    """The question where each side threw one of the dice."""
    return text("Tap the die of {name}", name=name)


def dice_entry(count: int) -> Entry:
    asks = only_die_asked if count == 1 else each_die_asked
    return Entry(Pads.DICE, (1,) * count, asks=asks)


def roll_confirmed_place(_way: Way, at: Situation) -> Place:
    place = (3, 0)
    if at.proposal:
        return in_row(text("Yes, {roll}", roll=dice(at.proposal)), place, Tone.NEXT)
    return in_row(text("Yes"), place, Tone.NEXT)


def roll_entered_place(way: Way, at: Situation) -> Place:
    if not way.dice:
        return in_row(text("Does not count"), (6, 2))
    if at.opening and way.dice == 1:
        return Place(text("Only my die"), (), entry=dice_entry(1), place=(8, 2))
    label = text("Enter roll") if at.proposal is None else text("Enter another")
    tone = Tone.NEXT if at.enter_first or at.asked else Tone.PLAIN
    return Place(label, (), tone, dice_entry(way.dice), (5, 1))


def roll_agreed_place(way: Way, _at: Situation) -> Place:
    if way.choice == NOT_COUNTED:
        return in_row(text("Yes, it does not count"), (4, 0), Tone.NEXT)
    return in_row(text("Yes, {roll}", roll=way.choice), (4, 0), Tone.NEXT)


def uneven_surface_place(way: Way, _at: Situation) -> Place:
    label, path = text("Only the board tilts"), (Drawer.MORE, Drawer.DICE)
    return Place(label, path, entry=dice_entry(way.dice or 1), place=(5, 0))


KEYS = (
    Key(RollConfirmed, roll_confirmed_place),
    Key(RollEntered, roll_entered_place),
    Key(RollAgreed, roll_agreed_place),
    Key(UnevenSurfaceClaimed, uneven_surface_place),
    Key(RerollConsented, in_row(text("Roll again"), (3, 0), Tone.NEXT), answers=True),
    Key(LeftGranted, on_sheet(text("Other may roll left"), Drawer.DICE, 0)),
    Key(LeftWithdrawn, on_sheet(text("Not left any more"), Drawer.DICE, 0)),
    Key(HomeCrowded, on_sheet(text("Home is full: roll left"), Drawer.DICE, 1)),
)

# --- facts ---------------------------------------------------------------------------------------

LEFT_ENDS: Mapping[PermissionEnd, Text] = {
    PermissionEnd.WITHDRAWN: text("it was withdrawn"),
    PermissionEnd.RIGHT_ROLL: text("it rolled on its right half again"),
    PermissionEnd.GAME_OVER: text("the game is over"),
}


QUESTIONED = either(
    lambda event: event.side is None,
    either(
        lambda event: event.proposal,
        says(
            "Both sides are asked what they rolled, because {reasons}; the table would say "
            "{proposal}."
        ),
        says("Both sides are asked what they rolled, because {reasons}."),
    ),
    either(
        lambda event: event.proposal,
        says(
            "Both sides are asked what {side} rolled, because {reasons}; the table would say "
            "{proposal}."
        ),
        says("Both sides are asked what {side} rolled, because {reasons}."),
    ),
)

SENTENCES = (
    Sentence(
        TowerCounted,
        counts(
            "The baffle box took {count} die and gave {came_out}.",
            "The baffle box took {count} dice and gave {came_out}.",
            "dropped",
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(DicePickedUp, says("The dice were lifted."), ROLLS, in_record=False),
    Sentence(
        RollHeld,
        says("Dice were read; the table waits for the baffle box's count."),
        ROLLS,
        in_record=False,
    ),
    Sentence(RollQuestioned, QUESTIONED, ROLLS, in_record=False),
    Sentence(RollStated, says("{side} says: {values}."), ROLLS, in_record=False),
    Sentence(
        RollRefused,
        either(
            lambda event: event.side is None,
            says("The opening roll does not count, because {reasons}."),
            says("{side}'s roll does not count, because {reasons}."),
        ),
        ROLLS,
        in_record=False,
        look=Look.GRAVE,
    ),
    Sentence(
        OpeningDieRolled,
        either(
            lambda event: event.facts is None,
            says("{side}'s opening die is {value} (by touch)."),
            says("{side}'s opening die is {value} (camera)."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        OpeningTied,
        says("Both opening dice are {value}: they are rolled again."),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        OpeningWon,
        either(
            lambda event: event.presses is None,
            says("{side} begins with {values}."),
            says("{side} begins with {values}; {presses} starts the clock."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        RollAccepted,
        either(
            lambda event: event.by_touch,
            says("{side} rolled {values} (by touch)."),
            says("{side} rolled {values} (camera)."),
        ),
        ROLLS,
        in_record=False,
    ),
    Sentence(
        LeftAllowed,
        either(
            lambda event: event.by is LeftRoll.WITH_PERMISSION,
            says("{side} may roll on its left half, with permission."),
            says("{side} may roll on its left half, as it says that its home board is crowded."),
        ),
        ROLLS,
    ),
    Sentence(
        LeftEnded, says("{side} rolls on its right half only, because {why}.", why=LEFT_ENDS), ROLLS
    ),
    Sentence(
        ConsentAsked,
        says("{side} is asked to consent before {other} rolls again.", other=other_side),
        ROLLS,
    ),
    Sentence(RerollAllowed, says("{side} consents to another roll."), ROLLS),
    Sentence(
        PresumptionNoted,
        says("In a dispute the presumption is for {side}, because {reason}.", reason=REASONS),
        ROLLS,
    ),
    Sentence(
        RolledEarly,
        says("{side} rolled before {other}'s turn was over; the roll stands.", other=other_side),
        ROLLS,
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
        "Says that its home board is crowded, and rolls on its left half.",
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
