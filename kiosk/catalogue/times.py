"""Words and forms of time on the clocks: allotted, brought in, set by the director, restored."""

from collections.abc import Iterator, Mapping

from kiosk.catalogue.form import (
    FormDrawer,
    FormField,
    OrderContext,
    OrderForm,
    Sort,
    Values,
    choice,
    rule_book,
    side,
    tick,
    why,
)
from kiosk.catalogue.key import Key, KeySheet, on_sheet
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.sentence import (
    CLOCK,
    CLOCK_DIRECTOR,
    DirectorAsk,
    Sentence,
    either,
    event_text,
    other_side,
)
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match import Match, Phase
from kiosk.rules.rulebook import ClockAsker, ClockSystem
from kiosk.rules.times.acts import (
    ClockOrdered,
    ClockReplaced,
    ClockWishAgreed,
    ClockWishDenied,
    ClockWishTapped,
    DelayRestartTapped,
    LostTimeClaimed,
    TimeMode,
    TimeOrdered,
    times_due,
)
from kiosk.rules.times.facts import (
    ClockDropped,
    ClockIntroduced,
    ClockWishAnswered,
    ClockWished,
    DelayRestarted,
    LostTimeNoted,
    TimeAllotted,
    TimeCause,
    TimeSet,
)
from kiosk.rules.units import SECOND_NS, BySide, Nanos, Side

MOST_SECONDS = 60_000

# --- keys ----------------------------------------------------------------------------------------

KEYS = (
    Key(DelayRestartTapped, on_sheet(text("Start the delay again"), KeySheet.CLOCK, 1)),
    Key(LostTimeClaimed, on_sheet(text("Clock ran by mistake"), KeySheet.CLOCK, 2)),
    Key(ClockWishTapped, on_sheet(text("I want a clock"), KeySheet.CLOCK, 7)),
    Key(
        ClockWishAgreed,
        on_sheet(text("A clock: I agree"), KeySheet.CLOCK, 7),
        settles=text("the yes to a clock"),
    ),
    Key(ClockWishDenied, on_sheet(text("I want no clock"), KeySheet.CLOCK, 8)),
)

# --- facts ---------------------------------------------------------------------------------------

CAUSES: Mapping[TimeCause, Text] = {
    TimeCause.RULING: text("the director sets the time"),
    TimeCause.LOST_TIME: text("time lost by mistake is given back"),
    TimeCause.CLOCK_REPLACED: text("a faulty clock was replaced"),
    TimeCause.TOP_UP: text("more time after time used up"),
    TimeCause.FIRST_TURN: text("the first turn's delay is added"),
}

SENTENCES = (
    Sentence(TimeAllotted, event_text("Time: {reserve}."), CLOCK, in_record=False),
    Sentence(
        TimeSet,
        either(
            lambda event: event.by,
            event_text("Clocks set by {by}, because {why}; {cause}: {reserve}.", cause=CAUSES),
            event_text("Clocks set; {cause}: {reserve}.", cause=CAUSES),
        ),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        ClockIntroduced,
        either(
            lambda event: event.at_once,
            event_text("{by} orders a clock at once, because {why}."),
            event_text("{by} orders a clock from the next game on, because {why}."),
        ),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        ClockDropped,
        event_text("{by} orders the rest to be played without a clock, because {why}."),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        LostTimeNoted,
        event_text("{side} says that the clock had run by mistake."),
        CLOCK_DIRECTOR,
        asks=DirectorAsk(lambda _event: ("time", "start")),
    ),
    Sentence(DelayRestarted, event_text("{side}'s delay of {delay} starts again."), CLOCK),
    Sentence(ClockWished, event_text("{side} wishes for a clock."), CLOCK_DIRECTOR),
    Sentence(
        ClockWishAnswered,
        either(
            lambda event: event.agrees,
            event_text("{side} agrees to the clock that {other} wishes for.", other=other_side),
            event_text(
                "{side} does not agree to the clock that {other} wishes for.", other=other_side
            ),
        ),
        CLOCK_DIRECTOR,
    ),
)

# --- what waits for the director -----------------------------------------------------------------


def unset_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """Times that the book leaves to the event, and without which no game starts."""
    book = match.next_book or match.book
    keys = times_due(match, book) if book and match.phase is Phase.BETWEEN_GAMES else ()
    if not keys:
        return
    missing: Text | str = TO_SET.get(keys[0], keys[0])
    for each in keys[1:]:
        missing = text("{one} and {other}", one=missing, other=TO_SET.get(each, each))
    words = text("No game can start: you have to set {keys}", keys=missing)
    fill, advice = _suggested(match, keys)
    yield Wait("times", DirectorNeed.DECISION, words, (), ("profile",), fill, advice=advice)


TO_SET: Mapping[str, Text] = {
    "clock.timetable_min": text("the minutes on the clocks"),
    "clock.reserve_s_per_point": text("the time for each point"),
    "clock.delay_s": text("the delay of each turn"),
}
"""Values that books most often leave to the event; others are named by their keys."""


def _suggested(match: Match, keys: tuple[str, ...]) -> tuple[dict[str, str | int], Text | None]:
    """A form's initial values, and whose example they are: unified-2001 §2.1 has 54 minutes a side
    at 9-9 away and 30 at 4-6; italian-international L126 has 21 minutes to 7 points, and 12
    seconds.
    """
    if keys == ("clock.timetable_min",):
        away = range(1, 1 + max(match.away.white, match.away.black))
        table = [[3 * (row + column) for column in away] for row in away]
        advice = text(
            "The form suggests 3 minutes for each point that both still need, as in the "
            "examples of unified-2001 §2.1. It is your choice: this book has no table."
        )
        return {"rules": f"clock.timetable_min = {table}"}, advice
    if set(keys) <= {"clock.reserve_s_per_point", "clock.delay_s"}:
        lines = {"clock.reserve_s_per_point": 180, "clock.delay_s": 12}
        rules = "\n".join(f"{key} = {lines[key]}" for key in keys)
        advice = text(
            "The form suggests 3 minutes for each point and 12 seconds for each turn, as in the "
            "example of italian-international L126. It is your choice."
        )
        return {"rules": rules}, advice
    return {}, None


def clock_wish_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """A request for a clock, until one is brought in."""
    wish, book = match.control.wish, match.next_book or match.book
    if wish is None or book is None or match.phase is Phase.MATCH_OVER:
        return
    if match.clocked or book.clock.system is not ClockSystem.NONE:
        return
    side, other = side_name(wish.side), side_name(wish.side.other)
    if wish.agreed is None:
        words = text("{side} wishes for a clock; {other} has not answered", side=side, other=other)
    elif wish.agreed:
        words = text("{side} wishes for a clock; {other} agrees", side=side, other=other)
    else:
        words = text("{side} wishes for a clock; {other} does not agree", side=side, other=other)
    asked_by = ClockAsker.AGREEMENT if wish.agreed else ClockAsker.PLAYER
    fill: dict[str, str | int] = {"asked_by": asked_by.value}
    cites = (book.cite("clock.asked_by"),)
    yield Wait("clock wish", DirectorNeed.WISH, words, cites, ("clock",), fill)


MATTERS = (unset_waits, clock_wish_waits)

# --- the director's orders -----------------------------------------------------------------------


def minutes_seconds(seconds: int) -> str:
    """`8:03`: minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _time(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name, time = seen.names.of_side(values["side"]), minutes_seconds(values["seconds"])
    match values["mode"]:
        case TimeMode.ADD:
            return (text("Give {name} {time} more.", name=name, time=time),)
        case TimeMode.SUBTRACT:
            return (text("Take {time} from {name}.", name=name, time=time),)
        case _:
            return (text("Set the time of {name} to {time}.", name=name, time=time),)


def _time_values(values: Values) -> Values:
    return {
        "side": values["side"],
        "time": Nanos(values["seconds"] * SECOND_NS),
        "mode": values["mode"],
        "restores": values["restores"],
    }


def _replaced(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    return (
        text(
            "The new clock shows {white} {white_time} and {black} {black_time}.",
            white=seen.names.white,
            white_time=minutes_seconds(values["white_s"]),
            black=seen.names.black,
            black_time=minutes_seconds(values["black_s"]),
        ),
    )


def _replaced_values(values: Values) -> Values:
    white, black = Nanos(values["white_s"] * SECOND_NS), Nanos(values["black_s"] * SECOND_NS)
    return {"reserve": BySide(white, black)}


def _clock(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    profile = values["profile"]
    if values["at_once"]:
        return (text("Bring in the clock of {profile} at once.", profile=profile),)
    return (text("Bring in the clock of {profile} from the next game on.", profile=profile),)


def _seconds(name: str, label: Text | str) -> FormField:
    return FormField(Sort.TIME, name, label, high=MOST_SECONDS)


FORMS = (
    OrderForm(
        "time",
        TimeOrdered,
        text("Change a time"),
        text("Change the time"),
        (
            side(text("Whose clock")),
            choice(
                "mode",
                text("Do"),
                (TimeMode.ADD, text("add")),
                (TimeMode.SUBTRACT, text("take away")),
                (TimeMode.SET, text("set to")),
            ),
            _seconds("seconds", text("Minutes and seconds")),
            tick("restores", text("Time it lost while its clock ran by mistake")),
            why(),
        ),
        _time,
        FormDrawer.CLOCK,
        values=_time_values,
    ),
    OrderForm(
        "replaced",
        ClockReplaced,
        text("Clock replaced"),
        text("Set the new clock"),
        (_seconds("white_s", Side.WHITE), _seconds("black_s", Side.BLACK), why()),
        _replaced,
        FormDrawer.CLOCK,
        place=2,
        values=_replaced_values,
    ),
    OrderForm(
        "clock",
        ClockOrdered,
        text("Bring in a clock"),
        text("Bring in the clock"),
        (
            *rule_book("rules_with_clock"),
            choice(
                "asked_by",
                text("Who asks for it"),
                (ClockAsker.DIRECTOR, text("the director")),
                (ClockAsker.PLAYER, text("a player of this match")),
                (ClockAsker.PARTICIPANT, text("another participant")),
                (ClockAsker.AGREEMENT, text("both players")),
                (ClockAsker.INVITATION, text("the invitation")),
            ),
            tick("at_once", text("At once, not from the next game on")),
            tick("extreme", text("It is an extreme case")),
            why(),
        ),
        _clock,
        FormDrawer.CLOCK,
        place=2,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    order_verb(
        TimeOrdered,
        "changes time",
        "Changes what a side's clock shows.",
        side="whose",
        time="by how much, or to what",
        mode="how",
        restores="?it gives back what was lost by mistake",
    ),
    order_verb(
        ClockReplaced,
        "replaces clock",
        "A faulty clock was replaced.",
        reserve="what the new one shows",
    ),
    Verb(LostTimeClaimed, "claims lost time", "Says its clock had run by mistake.", EACH),
    Verb(
        DelayRestartTapped,
        "restarts delay",
        "Has its delay start anew after a roll that did not count.",
        EACH,
    ),
    Verb(ClockWishTapped, "wishes for clock", "Wishes that a clock be used.", EACH),
    Verb(ClockWishAgreed, "agrees to clock", "Agrees to the clock wished for.", EACH),
    Verb(ClockWishDenied, "wants no clock", "Does not agree to the clock wished for.", EACH),
)
