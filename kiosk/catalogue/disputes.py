"""Words and forms of disputes, rulings, appeals, observers and conduct."""

from collections.abc import Iterator, Mapping

from kiosk.catalogue.form import (
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    choice,
    count,
    line,
    side,
    tick,
    why,
    yes_no,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, on_sheet
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.sentence import (
    DIRECTOR,
    DirectorAsk,
    Sentence,
    either,
    event_plural,
    event_text,
    other_side,
)
from kiosk.catalogue.stops import with_coming
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.director_orders import MessagePosted
from kiosk.rules.disputes.acts import (
    AppealRuled,
    AppealTapped,
    CameraRefused,
    ConductNoted,
    DisputeTapped,
    DisturbanceTapped,
    ObserverNamed,
    ObserverWanted,
    PanelNamed,
    ResultDisputed,
    SlowPlayTapped,
)
from kiosk.rules.disputes.facts import (
    AppealDecided,
    AppealMade,
    ConductRecorded,
    DisputeRaised,
    ObserverAppointed,
    ObserverAsked,
    PanelConvened,
    SlowPlayNoted,
    TableDisturbed,
)
from kiosk.rules.match import Match
from kiosk.rules.match.rulings import Conduct, Effect, Wrong
from kiosk.rules.penalties import PenaltyAwarded
from kiosk.rules.rulebook import SlowRequest
from kiosk.rules.tap import TapOption
from kiosk.rules.times.facts import ClockIntroduced
from kiosk.rules.units import Side

# --- keys ----------------------------------------------------------------------------------------

WRONG: Mapping[Wrong, Text] = {
    Wrong.SCORE: text("The score is wrong"),
    Wrong.WINNER: text("The winner is wrong"),
}
"""The faults a side may find in the result, on keys."""


def _wrong_key(way: TapOption, _at: Situation) -> KeyPlace:
    wrong = Wrong(way.choice)
    return KeyPlace(WRONG[wrong], (KeySheet.RESULT,), place=(list(WRONG).index(wrong), 0))


KEYS = (
    Key(ResultDisputed, _wrong_key),
    Key(DisputeTapped, on_sheet(text("Ask for a ruling"), KeySheet.OBJECT, 3)),
    Key(DisturbanceTapped, on_sheet(text("Table was touched"), KeySheet.OBJECT, 3)),
    Key(AppealTapped, on_sheet(text("Appeal the ruling"), KeySheet.OBJECT, 4)),
    Key(ObserverWanted, on_sheet(text("I want an observer"), KeySheet.OBJECT, 5)),
    Key(SlowPlayTapped, on_sheet(text("Play is too slow"), KeySheet.CLOCK, 6)),
)

# --- facts ---------------------------------------------------------------------------------------

DID: Mapping[Conduct, Text] = {
    Conduct.TIME_NOTICE: text("said that a player's time is used up"),
    Conduct.MISPLAY_NOTICE: text("pointed out an illegal move"),
    Conduct.POSITION_NOTED: text("wrote down a position"),
    Conduct.OTHER_LANGUAGE: text("spoke another language than the book's"),
    Conduct.AID_USED: text("used an aid"),
}

REQUESTS: Mapping[SlowRequest, Text] = {
    SlowRequest.CLOCK: text("a clock"),
    SlowRequest.OBSERVER: text("an observer"),
    SlowRequest.PROTEST: text("the director's word"),
}

SPECTATOR = text("A spectator")


def _may_ask(event: SlowPlayNoted) -> Text:
    may, *others = [REQUESTS[each] for each in event.asks]
    for each in others:
        may = text("{one} or {other}", one=may, other=each)
    return may


def _side_or_spectator(event: ConductRecorded) -> Text:
    return side_name(event.side, SPECTATOR)


SENTENCES = (
    Sentence(
        DisputeRaised,
        either(
            lambda event: event.wrong is not None,
            either(
                lambda event: event.wrong is Wrong.SCORE,
                event_text("{side} says that the result is wrong: the score."),
                event_text("{side} says that the result is wrong: the winner."),
            ),
            either(
                lambda event: event.frozen,
                event_text("{side} disputes; everything stays as it is until the ruling."),
                event_text("{side} disputes."),
            ),
        ),
        DIRECTOR,
    ),
    Sentence(
        TableDisturbed,
        either(
            lambda event: event.presumed is None,
            event_text("It is claimed that {side} changed something on the table."),
            event_text(
                "It is claimed that {side} changed something on the table; {presumed} is "
                "presumed right."
            ),
        ),
        DIRECTOR,
    ),
    Sentence(AppealMade, event_text("{side} appeals the ruling."), DIRECTOR),
    Sentence(
        PanelConvened,
        either(
            lambda event: event.with_director,
            event_plural(
                "{by} names the panel, {count} member with the director, because {why}.",
                "{by} names the panel, {count} members with the director, because {why}.",
                "members",
            ),
            event_plural(
                "{by} names the panel, {count} member without the director, because {why}.",
                "{by} names the panel, {count} members without the director, because {why}.",
                "members",
            ),
        ),
        DIRECTOR,
    ),
    Sentence(
        AppealDecided,
        either(
            lambda event: event.upheld,
            event_text("{by}: the ruling is upheld, because {why}."),
            event_text("{by}: the ruling is overturned, because {why}."),
        ),
        DIRECTOR,
    ),
    Sentence(
        ObserverAsked,
        event_text("{side} asks for an observer."),
        DIRECTOR,
        asks=DirectorAsk(lambda _event: ("observer",), wish=True, settled_by=(ObserverAppointed,)),
    ),
    Sentence(
        SlowPlayNoted,
        either(
            lambda event: event.asks,
            event_text(
                "{side} says that {other} plays too slowly; it may ask for {what}.",
                other=other_side,
                what=_may_ask,
            ),
            event_text("{side} says that {other} plays too slowly.", other=other_side),
        ),
        DIRECTOR,
        asks=DirectorAsk(
            lambda _event: ("message", "clock", "penalty", "observer"),
            wish=True,
            settled_by=(ObserverAppointed, ClockIntroduced, MessagePosted, PenaltyAwarded),
        ),
    ),
    Sentence(
        ObserverAppointed,
        either(
            lambda event: event.fee,
            event_text("{by} names {name} as observer for a fee, because {why}."),
            event_text("{by} names {name} as observer, because {why}."),
        ),
        DIRECTOR,
    ),
    Sentence(
        ConductRecorded,
        either(
            lambda event: event.allowed,
            event_text(
                "{side} {conduct}, which is allowed; {by} notes it, because {why}.",
                side=_side_or_spectator,
                conduct=DID,
            ),
            event_text(
                "{side} {conduct}, which is not allowed; {by} notes it, because {why}.",
                side=_side_or_spectator,
                conduct=DID,
            ),
        ),
        DIRECTOR,
    ),
)

# --- what waits for the director -----------------------------------------------------------------


def dispute_waits(match: Match, asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """The open dispute, unless an open matter already names its subject."""
    raised = match.hearing.dispute
    if raised is None or any("dispute" in each.orders for each in asked):
        return
    if match.hearing.wrong is not None:
        yield _result_disputed(match, raised, match.hearing.wrong)
        return
    frozen = match.book is not None and match.book.dispute.table_frozen
    stays = text(
        "{side} disputes; everything stays as it is until the ruling", side=side_name(raised)
    )
    words = stays if frozen else text("{side} disputes", side=side_name(raised))
    cites = (match.book.cite("dispute.table_frozen"),) if match.book else ()
    yield Wait("dispute", DirectorNeed.CALLED, words, cites, with_coming(match, "dispute"))


def _result_disputed(match: Match, raised: Side, wrong: Wrong) -> Wait:
    """The disputed result: it stands, or the score is corrected, or the other side loses."""
    side = side_name(raised)
    if wrong is Wrong.SCORE:
        words = text("{side} says that the result is wrong: the score", side=side)
    else:
        words = text("{side} says that the result is wrong: the winner", side=side)
    cites = (match.book.cite("result.correctable"),) if match.book else ()
    orders = with_coming(match, "score", "dispute", "forfeit")
    fill: dict[str, str | int] = {"effect": Effect.RESULT_STANDS}
    return Wait("dispute", DirectorNeed.CALLED, words, cites, orders, fill)


def appeal_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    appeals = match.hearing.appeal
    if appeals is not None and match.hearing.panel:
        words = text("{side} appeals the ruling: the panel decides", side=side_name(appeals))
        yield Wait("appeal", DirectorNeed.DECISION, words, orders=("appeal",))
    elif appeals is not None:
        words = text("{side} appeals the ruling: name the panel", side=side_name(appeals))
        yield Wait("appeal", DirectorNeed.DECISION, words, orders=("panel",))
    if match.hearing.overturned:
        words = text("The panel has decided: order what follows, and start play")
        yield Wait(
            "overturned", DirectorNeed.DECISION, words, orders=("score", "cube", "time", "start")
        )


MATTERS = (dispute_waits, appeal_waits)

# --- the director's orders -----------------------------------------------------------------------


def _panel(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    members = values["members"]
    if values["with_director"]:
        return (
            plural(
                "{count} member of the committee, with the director, hear the appeal.",
                "{count} members of the committee, with the director, hear the appeal.",
                members,
            ),
        )
    return (
        plural(
            "{count} member of the committee, without the director, hear the appeal.",
            "{count} members of the committee, without the director, hear the appeal.",
            members,
        ),
    )


def _appeal(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    if values["upheld"]:
        return (text("The ruling is upheld."),)
    return (text("The ruling is overturned; what follows from that is yours to order."),)


def _observer(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    if values["fee"]:
        return (text("{name} observes the match for a fee.", name=values["name"]),)
    return (text("{name} observes the match.", name=values["name"]),)


def _conduct(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    did = DID[values["conduct"]]
    if values["side"] is None:
        return (text("Note that a spectator {did}.", did=did),)
    return (text("Note that {name} {did}.", name=seen.names.of_side(values["side"]), did=did),)


def _camera(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name = seen.names.of_side(values["side"])
    return (
        text("{name} refuses the camera; what the book says of that is put to you.", name=name),
    )


FORMS = (
    OrderForm(
        "panel",
        PanelNamed,
        text("Name a panel"),
        text("Name the panel"),
        (
            count("members", text("Members of the committee"), 1, 99, start=3),
            yes_no("with_director", text("The director"), text("also hears it"), text("does not")),
            why(text("the ruling is appealed")),
        ),
        _panel,
        FormDrawer.GAME,
        place=1,
    ),
    OrderForm(
        "appeal",
        AppealRuled,
        text("Decide an appeal"),
        text("Decide the appeal"),
        (yes_no("upheld", text("The ruling is"), text("upheld"), text("overturned")), why()),
        _appeal,
        FormDrawer.GAME,
        place=1,
    ),
    OrderForm(
        "observer",
        ObserverNamed,
        text("Name an observer"),
        text("Name the observer"),
        (
            line("name", text("Name")),
            tick("fee", text("For a fee")),
            why(text("an observer is wanted")),
        ),
        _observer,
        FormDrawer.PLAYERS,
    ),
    OrderForm(
        "conduct",
        ConductNoted,
        text("Note conduct"),
        text("Note it"),
        (
            choice("conduct", text("What was done"), *DID.items()),
            side(text("By whom"), nobody=SPECTATOR),
            why(),
        ),
        _conduct,
        FormDrawer.PLAYERS,
    ),
    OrderForm(
        "camera",
        CameraRefused,
        text("Camera refused"),
        text("Note the refusal"),
        (side(text("Who refuses it")), why()),
        _camera,
        FormDrawer.PLAYERS,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(DisputeTapped, "raises dispute", "Disputes something; the director rules.", EACH),
    Verb(
        ResultDisputed,
        "disputes result",
        "Says that the result of the match is wrong; the director decides.",
        EACH,
        {"wrong": "what is wrong with it"},
    ),
    Verb(
        DisturbanceTapped,
        "says table was disturbed",
        "Says that the other changed something on the table during a dispute.",
        EACH,
    ),
    Verb(AppealTapped, "appeals", "Appeals the last ruling.", EACH),
    order_verb(
        PanelNamed,
        "names panel",
        "Names who hears an appeal.",
        members="members of the committee",
        with_director="?the director sits with them",
    ),
    order_verb(
        AppealRuled,
        "rules on appeal",
        "Tells the panel's decision. A ruling that stands is played on; if it falls, the director "
        "orders what the panel decided, and starts play.",
        upheld="it stands",
    ),
    Verb(ObserverWanted, "wants observer", "Asks for an observer.", EACH),
    Verb(
        SlowPlayTapped,
        "says play is slow",
        "Says that the other plays too slowly, and asks for what the book lets it.",
        EACH,
    ),
    order_verb(
        ObserverNamed,
        "names observer",
        "Names an observer for the match.",
        name="who",
        fee="?for a fee",
    ),
    order_verb(
        CameraRefused,
        "reports camera refusal",
        "A side refuses the camera the director ordered.",
        side="who",
    ),
    order_verb(
        ConductNoted,
        "notes conduct",
        "Notes what somebody did beside the game.",
        conduct="what",
        side="?who; left out: a spectator",
    ),
)
