"""Rolls, permissions and dice rolled too early, as people see, say and send them."""

from collections.abc import Mapping

from kiosk.catalogue.key import Drawer, Entry, Key, Pads, Place, Situation, Tone, in_row, on_sheet
from kiosk.catalogue.reasons import REASONS, because
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import dice, rolled, side
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb
from kiosk.rules.dice.acts import RollConfirmed, RollEntered, TowerReported, UnevenSurfaceClaimed
from kiosk.rules.dice.consent import RerollConsented
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
    label = text("Enter roll") if at.proposal is None else text("Enter another")
    tone = Tone.NEXT if at.enter_first else Tone.PLAIN
    return Place(label, (), tone, dice_entry(way.dice), (5, 1))


def uneven_surface_place(way: Way, _at: Situation) -> Place:
    label, path = text("Only the board tilts"), (Drawer.MORE, Drawer.DICE)
    return Place(label, path, entry=dice_entry(way.dice or 1), place=(5, 0))


KEYS = (
    Key(RollConfirmed, roll_confirmed_place),
    Key(RollEntered, roll_entered_place),
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


def tower_counted_sentence(event: TowerCounted) -> Text:
    return plural(
        "The baffle box took {count} die and gave {came_out}.",
        "The baffle box took {count} dice and gave {came_out}.",
        event.dropped,
        came_out=event.came_out,
    )


def dice_picked_up_sentence(_event: DicePickedUp) -> Text:
    return text("The dice were lifted.")


def roll_held_sentence(_event: RollHeld) -> Text:
    return text("Dice were read; the table waits for the baffle box's count.")


def roll_questioned_sentence(event: RollQuestioned) -> Text:
    why = because(event.reasons)
    if event.side is None:
        return _both_dice_questioned(why, event.proposal)
    who = side(event.side)
    if event.proposal:
        return text(
            "Both sides are asked what {side} rolled, because {why}; the table would say {roll}.",
            side=who,
            why=why,
            roll=dice(event.proposal),
        )
    return text("Both sides are asked what {side} rolled, because {why}.", side=who, why=why)


def _both_dice_questioned(why: Text | str, proposal: tuple[int, ...] | None) -> Text:
    """Each side threw one of the dice."""
    if proposal:
        return text(
            "Both sides are asked what they rolled, because {why}; the table would say {roll}.",
            why=why,
            roll=dice(proposal),
        )
    return text("Both sides are asked what they rolled, because {why}.", why=why)


def roll_stated_sentence(event: RollStated) -> Text:
    return text("{side} says: {roll}.", side=side(event.side), roll=rolled(event.values))


def roll_refused_sentence(event: RollRefused) -> Text:
    why = because(event.reasons)
    if event.side is None:
        return text("The opening roll does not count, because {why}.", why=why)
    return text("{side}'s roll does not count, because {why}.", side=side(event.side), why=why)


def opening_die_rolled_sentence(event: OpeningDieRolled) -> Text:
    who = side(event.side)
    if event.facts is None:
        return text("{side}'s opening die is {value} (by touch).", side=who, value=event.value)
    return text("{side}'s opening die is {value} (camera).", side=who, value=event.value)


def opening_tied_sentence(event: OpeningTied) -> Text:
    return text("Both opening dice are {value}: they are rolled again.", value=event.value)


def opening_won_sentence(event: OpeningWon) -> Text:
    who, roll = side(event.side), dice(event.values)
    if event.presses is None:
        return text("{side} begins with {roll}.", side=who, roll=roll)
    return text(
        "{side} begins with {roll}; {other} starts the clock.",
        side=who,
        roll=roll,
        other=side(event.presses),
    )


def roll_accepted_sentence(event: RollAccepted) -> Text:
    who, roll = side(event.side), dice(event.values)
    if event.by_touch:
        return text("{side} rolled {roll} (by touch).", side=who, roll=roll)
    return text("{side} rolled {roll} (camera).", side=who, roll=roll)


def left_allowed_sentence(event: LeftAllowed) -> Text:
    who = side(event.side)
    if event.by is LeftRoll.WITH_PERMISSION:
        return text("{side} may roll on its left half, with permission.", side=who)
    return text(
        "{side} may roll on its left half, as it says that its home board is crowded.", side=who
    )


def left_ended_sentence(event: LeftEnded) -> Text:
    return text(
        "{side} rolls on its right half only, because {why}.",
        side=side(event.side),
        why=LEFT_ENDS[event.why],
    )


def consent_asked_sentence(event: ConsentAsked) -> Text:
    return text(
        "{side} is asked to consent before {other} rolls again.",
        side=side(event.side),
        other=side(event.side.other),
    )


def reroll_allowed_sentence(event: RerollAllowed) -> Text:
    return text("{side} consents to another roll.", side=side(event.side))


def presumption_noted_sentence(event: PresumptionNoted) -> Text:
    return text(
        "In a dispute the presumption is for {side}, because {why}.",
        side=side(event.side),
        why=REASONS[event.reason],
    )


def rolled_early_sentence(event: RolledEarly) -> Text:
    return text(
        "{side} rolled before {other}'s turn was over; the roll stands.",
        side=side(event.side),
        other=side(event.side.other),
    )


OF_ROLLS = (Group.ROLLS,)

SENTENCES = (
    Sentence(TowerCounted, tower_counted_sentence, OF_ROLLS),
    Sentence(DicePickedUp, dice_picked_up_sentence, OF_ROLLS),
    Sentence(RollHeld, roll_held_sentence, OF_ROLLS),
    Sentence(RollQuestioned, roll_questioned_sentence, OF_ROLLS),
    Sentence(RollStated, roll_stated_sentence, OF_ROLLS),
    Sentence(RollRefused, roll_refused_sentence, OF_ROLLS),
    Sentence(OpeningDieRolled, opening_die_rolled_sentence, OF_ROLLS),
    Sentence(OpeningTied, opening_tied_sentence, OF_ROLLS),
    Sentence(OpeningWon, opening_won_sentence, OF_ROLLS),
    Sentence(RollAccepted, roll_accepted_sentence, OF_ROLLS),
    Sentence(LeftAllowed, left_allowed_sentence, OF_ROLLS, in_record=True),
    Sentence(LeftEnded, left_ended_sentence, OF_ROLLS, in_record=True),
    Sentence(ConsentAsked, consent_asked_sentence, OF_ROLLS, in_record=True),
    Sentence(RerollAllowed, reroll_allowed_sentence, OF_ROLLS, in_record=True),
    Sentence(PresumptionNoted, presumption_noted_sentence, OF_ROLLS, in_record=True),
    Sentence(RolledEarly, rolled_early_sentence, OF_ROLLS, in_record=True),
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
