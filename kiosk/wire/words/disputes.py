"""Disputes, rulings, appeals, observers and conduct, in words."""

from collections.abc import Mapping

from kiosk.rules.disputes.facts import (
    AppealDecided,
    AppealMade,
    ConductRecorded,
    DisputeRaised,
    ObserverAppointed,
    ObserverAsked,
    PanelConvened,
    RulingGiven,
    SlowPlayTold,
    TableDisturbed,
)
from kiosk.rules.match.rulings import Conduct
from kiosk.rules.rulebook import SlowRequest
from kiosk.wire.phrases import clause, side, who
from kiosk.wire.words.said import said

DID: Mapping[Conduct, str] = {
    Conduct.TIME_NOTICE: "told that a player's time is used up",
    Conduct.MISPLAY_NOTICE: "pointed out an illegal move",
    Conduct.POSITION_NOTED: "wrote down a position",
    Conduct.OTHER_LANGUAGE: "spoke another language than the book's",
    Conduct.AID_USED: "used an aid",
}

ASKED: Mapping[SlowRequest, str] = {
    SlowRequest.CLOCK: "a clock",
    SlowRequest.OBSERVER: "an observer",
    SlowRequest.PROTEST: "the director's word",
}


@said.register
def _(event: DisputeRaised) -> str:
    frozen = "; everything stays as it is until the ruling" if event.frozen else ""
    return f"{side(event.side)} disputes{frozen}."


@said.register
def _(event: TableDisturbed) -> str:
    presumed = f"; {side(event.presumed)} is presumed right" if event.presumed else ""
    return f"{side(event.side)} is said to have changed something on the table{presumed}."


@said.register
def _(event: RulingGiven) -> str:
    return (
        f"{who(event.by)} rules for {side(event.favours, 'nobody')}, because {clause(event.why)}."
    )


@said.register
def _(event: AppealMade) -> str:
    return f"{side(event.side)} appeals the ruling."


@said.register
def _(event: PanelConvened) -> str:
    director = "with" if event.with_director else "without"
    return (
        f"{who(event.by)} names the panel, {event.members} members {director} the director, "
        f"because {clause(event.why)}."
    )


@said.register
def _(event: AppealDecided) -> str:
    verdict = "upheld" if event.upheld else "overturned"
    return f"{who(event.by)}: the ruling is {verdict}, because {clause(event.why)}."


@said.register
def _(event: ObserverAsked) -> str:
    return f"{side(event.side)} asks for an observer."


@said.register
def _(event: SlowPlayTold) -> str:
    slow = f"{side(event.side)} says that {side(event.side.other)} plays too slowly"
    return f"{slow}; it may ask for {' or '.join(ASKED[each] for each in event.asks)}."


@said.register
def _(event: ObserverAppointed) -> str:
    fee = " for a fee" if event.fee else ""
    return f"{who(event.by)} names {event.name} as observer{fee}, because {clause(event.why)}."


@said.register
def _(event: ConductRecorded) -> str:
    allowed = "allowed" if event.allowed else "not allowed"
    did = f"{side(event.side, 'A spectator')} {DID[event.conduct]}"
    return f"{did}, which is {allowed}; {who(event.by)} notes it, because {clause(event.why)}."
