"""Words and forms of lateness, breaks and adjournment."""

from collections.abc import Iterator, Mapping

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, count, side, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, Tone, in_row, on_sheet
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.proposals import WHY
from kiosk.catalogue.sentence import (
    CLOCK,
    CLOCK_DIRECTOR,
    Sentence,
    either,
    event_plural,
    event_text,
    other_side,
)
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match import Match
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.schedule.breaks import (
    MOST_MINUTES,
    AdjournOrdered,
    BreakOrdered,
    BreakReturned,
    BreakTapped,
    NobodyLeftAgreed,
    NobodyLeftDenied,
    NobodyLeftTapped,
)
from kiosk.rules.schedule.facts import (
    AbsenceRestored,
    BreakBegan,
    BreakGivenBack,
    BreakOverran,
    LateMatchClaimed,
    LatenessBegan,
    LatenessCounted,
    MatchAdjourned,
    SidePresent,
    StayingDenied,
    StayingSaid,
)
from kiosk.rules.schedule.late import LONGEST_MIN, LateClaimTapped, LatenessOrdered, PresentTapped
from kiosk.rules.tap import TapOption
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Nanos

# --- keys ----------------------------------------------------------------------------------------

BREAKS: Mapping[int, Text] = {1: text("One break"), 2: text("Two breaks")}


def _break_key(way: TapOption, _at: Situation) -> KeyPlace:
    breaks = way.level or 1
    return on_sheet(BREAKS[breaks], KeySheet.CLOCK, 3 + breaks)


def _present_key(_way: TapOption, at: Situation) -> KeyPlace:
    return in_row(text("I am back") if at.on_break else text("I am here"), (1, 0), Tone.NEXT)


def _late_claim_key(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key; in a game it is a rare act among the objections."""
    label = text("Claim the match")
    return on_sheet(label, KeySheet.OBJECT, 6) if at.in_game else in_row(label, (4, 1))


def _stayed_key(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key; once the break is over the claim is rare."""
    label = text("Break not used")
    return in_row(label, (2, 1)) if at.on_break else on_sheet(label, KeySheet.CLOCK, 6)


def _stayed_denied_key(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key by which the claimant withdraws, or the other refuses."""
    own = NobodyLeftDenied.__name__ in at.own
    return in_row(text("Take it back") if own else text("No"), (2, 1))


KEYS = (
    Key(BreakTapped, _break_key, settles=text("the break")),
    Key(NobodyLeftTapped, _stayed_key),
    Key(
        NobodyLeftAgreed,
        in_row(text("Yes, not used"), (1, 0)),
        answers=True,
        settles=text("the yes to the unused break"),
    ),
    Key(NobodyLeftDenied, _stayed_denied_key, answers=True),
    Key(PresentTapped, _present_key),
    Key(LateClaimTapped, _late_claim_key),
)

# --- facts ---------------------------------------------------------------------------------------


def _cause(event: LatenessBegan) -> Text:
    return WHY[event.cause].to_director


def _unclocked(event: BreakBegan | MatchAdjourned) -> bool:
    """Whether neither side has any time: no clock is used."""
    return event.reserve == BySide(0, 0)


SENTENCES = (
    Sentence(
        LatenessBegan,
        either(
            lambda event: event.by,
            event_text(
                "{side} is missing, because {cause}; {by} says so, because {why}.", cause=_cause
            ),
            either(
                lambda event: event.cause is ProposalCause.LATE,
                event_text("{side} is called to this table."),
                event_text("{side} is missing, because {cause}.", cause=_cause),
            ),
        ),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        LatenessCounted,
        either(
            lambda event: event.number is None,
            event_text("{side} is late from now on."),
            either(
                lambda event: event.lost,
                event_plural(
                    "The lateness of {side} comes to {count} point, enough to lose the match.",
                    "The lateness of {side} comes to {count} points, enough to lose the match.",
                    "points",
                ),
                event_plural(
                    "The lateness of {side} comes to {count} point.",
                    "The lateness of {side} comes to {count} points.",
                    "points",
                ),
            ),
        ),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        LateMatchClaimed,
        event_text("{side} claims the match, because {other} is too late.", other=other_side),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        SidePresent,
        either(
            lambda event: event.late_by,
            event_text("{side} is at the table, {late_by} late."),
            event_text("{side} is at the table."),
        ),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        BreakBegan,
        either(
            lambda event: event.by is None,
            either(
                _unclocked,
                event_text("{side} has a break."),
                event_plural(
                    "{side} takes a break; the clocks: {reserve}.",
                    "{side} takes {count} breaks; the clocks: {reserve}.",
                    "breaks",
                ),
            ),
            either(
                _unclocked,
                event_text("{by} lets {side} leave, because {why}."),
                event_text("{by} lets {side} leave, because {why}; the clocks: {reserve}."),
            ),
        ),
        CLOCK,
    ),
    Sentence(StayingSaid, event_text("{side} says that nobody left for the break."), CLOCK),
    Sentence(StayingDenied, event_text("{side} says that the break is used."), CLOCK),
    Sentence(
        BreakGivenBack,
        either(
            lambda event: event.by is None,
            event_plural(
                "Nobody left the table: {side} gets {count} break back.",
                "Nobody left the table: {side} gets {count} breaks back.",
                "breaks",
            ),
            event_plural(
                "{by} gives {side} {count} break back, because {why}.",
                "{by} gives {side} {count} breaks back, because {why}.",
                "breaks",
            ),
        ),
        CLOCK,
    ),
    Sentence(
        AbsenceRestored, event_text("The missing player is still missing."), CLOCK, in_record=False
    ),
    Sentence(BreakOverran, event_text("The break is over and {side} is not back."), CLOCK_DIRECTOR),
    Sentence(
        MatchAdjourned,
        either(
            _unclocked,
            event_text("{by} puts the match off, because {why}."),
            event_text("{by} puts the match off, because {why}; the clocks: {reserve}."),
        ),
        CLOCK_DIRECTOR,
    ),
)

# --- what waits for the director -----------------------------------------------------------------

ABSENT = frozenset({ProposalCause.LATE, ProposalCause.BREAK_OVERRUN})


def absent_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """A side that is late, or not back from a break, unless its consequence is already proposed."""
    pending = [each.proposal for each in match.proposals.pending]
    due = {each.side for each in pending if each.cause in ABSENT}
    for which in SIDES:
        late, pause = match.schedule.late.of_side(which), match.schedule.pause
        over = pause is not None and pause.overrun and pause.away.of_side(which)
        if which in due or (late is None and not over) or (late and late.awaited):
            continue
        broke = over or (late is not None and late.cause is ProposalCause.BREAK_OVERRUN)
        missing = text("{side} is not at the table", side=side_name(which))
        away = text("{side} is not back from the break", side=side_name(which))
        fill: dict[str, str | int] = {"side": which}
        words = away if broke else missing
        yield Wait(f"absent {which}", DirectorNeed.ABSENT, words, (), ("penalty",), fill, which)


MATTERS = (absent_waits,)

# --- the director's orders -----------------------------------------------------------------------


def _late(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    missing = plural(
        "{name} is missing; the match should have started {count} minute ago.",
        "{name} is missing; the match should have started {count} minutes ago.",
        values["late_min"],
        name=seen.names.of_side(values["side"]),
    )
    granted = values["grant_min"]
    if granted is None:
        return missing, text("What that costs is counted by the book and put to you.")
    return missing, plural(
        "A delay of {count} minute is granted.", "A delay of {count} minutes is granted.", granted
    )


def _late_values(values: Values) -> Values:
    late_by = Nanos(values["late_min"] * MINUTE_NS)
    return {"side": values["side"], "late_by": late_by, "grant_min": values["grant_min"]}


def _leave(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    return (
        plural(
            "{name} may leave for {count} minute; the clocks stop.",
            "{name} may leave for {count} minutes; the clocks stop.",
            values["minutes"],
            name=seen.names.of_side(values["side"]),
        ),
    )


def _returned(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name = seen.names.of_side(values["side"])
    return (text("{name} gets the last break back: nobody left the table.", name=name),)


def _adjourn(_values: Values, seen: OrderContext) -> tuple[Text, ...]:
    if not seen.match.clocked:
        return (text("The match is put off until you start play."),)
    return (text("The match is put off; the clocks stay as they are until you start them."),)


FORMS = (
    OrderForm(
        "late",
        LatenessOrdered,
        text("Somebody is late"),
        text("Note the lateness"),
        (
            side(text("Who is missing")),
            count(
                "late_min",
                text("Minutes since the match should have started"),
                0,
                LONGEST_MIN,
            ),
            count(
                "grant_min",
                text("Delay granted, in minutes"),
                0,
                LONGEST_MIN,
                optional=True,
            ),
            why(text("nobody is there")),
        ),
        _late,
        FormDrawer.PLAYERS,
        values=_late_values,
    ),
    OrderForm(
        "leave",
        BreakOrdered,
        text("Let somebody leave"),
        text("Let them leave"),
        (
            side(text("Who")),
            count("minutes", text("For so many minutes"), 1, MOST_MINUTES),
            why(),
        ),
        _leave,
        FormDrawer.PLAYERS,
    ),
    OrderForm(
        "break_back",
        BreakReturned,
        text("Give a break back"),
        text("Give it back"),
        (side(text("Whose break")), why(text("nobody left"))),
        _returned,
        FormDrawer.PLAYERS,
    ),
    OrderForm(
        "adjourn",
        AdjournOrdered,
        text("Adjourn"),
        text("Put the match off"),
        (why(),),
        _adjourn,
        FormDrawer.PLAYERS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    order_verb(
        LatenessOrdered,
        "notes lateness",
        "A side is missing, and the match should have started that long ago.",
        side="who is missing",
        late_by="?how long ago it should have started?just now",
        grant_min="?the delay granted, in minutes?the book's grace",
    ),
    Verb(PresentTapped, "is present", "Is at the table, having been late or on a break."),
    Verb(LateClaimTapped, "claims late match", "Claims the match from a late opponent.", EACH),
    order_verb(
        BreakOrdered,
        "lets leave",
        "Lets a side leave beside the breaks of the book.",
        side="who",
        minutes="for how many minutes",
    ),
    Verb(NobodyLeftTapped, "says nobody left", "Says that nobody left for the break.", EACH),
    Verb(NobodyLeftAgreed, "agrees nobody left", "Agrees that nobody left.", EACH),
    Verb(NobodyLeftDenied, "denies nobody left", "Does not agree, or takes it back.", EACH),
    order_verb(
        BreakReturned,
        "gives break back",
        "Gives a side its break back, because nobody left.",
        side="whose",
    ),
    order_verb(AdjournOrdered, "adjourns", "Puts the match off until the director starts play."),
)
