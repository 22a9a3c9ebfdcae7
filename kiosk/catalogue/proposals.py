"""Words and forms of the table's proposals and the director's answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from kiosk.catalogue.form import FormField, OrderContext, OrderForm, Sort, Values, why
from kiosk.catalogue.matter import DirectorNeed, Matter, OpenMatter, Wait
from kiosk.catalogue.penalties import penalised_score
from kiosk.catalogue.reasons import BY_BOOK
from kiosk.catalogue.score import ending_texts, score_text
from kiosk.catalogue.sentence import DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.terms import duration
from kiosk.catalogue.terms import points as score_points
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, capitalised, join_with_commas, plural, text
from kiosk.rules.match import Match
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.proposals import (
    ProposalAccepted,
    ProposalAnswered,
    ProposalDeclined,
    ProposalWithdrawn,
    Proposed,
)
from kiosk.rules.units import BySide, Side

# --- proposals and their causes ------------------------------------------------------------------


class ShownProposal(Protocol):
    """A proposal as players are shown it; fields that its kind does not use are None."""

    @property
    def kind(self) -> ProposalKind: ...
    @property
    def cause(self) -> ProposalCause: ...
    @property
    def side(self) -> Side | None: ...
    @property
    def points(self) -> int | None: ...
    @property
    def score(self) -> BySide[int] | None: ...
    @property
    def length(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class What:
    """The order that accepting gives: for the director by side, for players by name."""

    to_director: Callable[[Proposal, Text | str], Text | str]
    to_players: Callable[[ShownProposal, BySide[str]], Text | str]


@dataclass(frozen=True, slots=True)
class ProposalWords:
    to_director: Text
    to_players: Text


def _points(proposal: ShownProposal, concerned: Text | str) -> Text:
    return plural(
        "{count} penalty point against {side}",
        "{count} penalty points against {side}",
        proposal.points or 0,
        side=concerned,
    )


def _points_and_time(proposal: Proposal, concerned: Text | str) -> Text | str:
    clauses = [_points(proposal, concerned)]
    if proposal.added is not None:
        clauses.append(text("{time} more for both", time=duration(proposal.added)))
    elif proposal.reset is not None:
        clauses.append(text("both clocks at {time}", time=duration(proposal.reset)))
    if proposal.freezes_cube:
        clauses.append(text("the cube frozen"))
    return join_with_commas(clauses)


def _lost(_proposal: ShownProposal, concerned: Text | str) -> Text:
    return text("{side} loses the match", side=concerned)


def _second_control(_proposal: ShownProposal, _who: Text | str) -> Text:
    return text("the second time control")


def _score(proposal: Proposal, _who: Text | str) -> Text:
    if proposal.score is None:
        return text("the score as it was")
    return text("the score {points}", points=score_points(proposal.score))


def _score_to_players(proposal: ShownProposal, names: BySide[str]) -> Text:
    if proposal.score is None:
        return text("the score as it was")
    return text(
        "{first} {white}, {second} {black}",
        first=names.white,
        white=proposal.score.white,
        second=names.black,
        black=proposal.score.black,
    )


def _length(proposal: Proposal, _who: Text | str) -> Text:
    return plural("a match to {count} point", "a match to {count} points", proposal.length or 0)


def _length_to_players(proposal: ShownProposal, _names: BySide[str]) -> Text:
    return text("a match to {length}", length=proposal.length or 0)


def _by_name(
    words: Callable[[ShownProposal, Text | str], Text],
) -> Callable[[ShownProposal, BySide[str]], Text]:
    return lambda proposal, names: words(
        proposal, names.of_side(proposal.side) if proposal.side is not None else ""
    )


WHAT: Mapping[ProposalKind, What] = {
    ProposalKind.PENALTY_POINTS: What(_points_and_time, _by_name(_points)),
    ProposalKind.MATCH_LOST: What(_lost, _by_name(_lost)),
    ProposalKind.SECOND_CONTROL: What(_second_control, _by_name(_second_control)),
    ProposalKind.SCORE: What(_score, _score_to_players),
    ProposalKind.LENGTH: What(_length, _length_to_players),
}

WHY: Mapping[ProposalCause, ProposalWords] = {
    ProposalCause.TIME_USED_UP: ProposalWords(
        text("the player's time is used up"), text("time used up")
    ),
    ProposalCause.LATE: ProposalWords(text("the player is late"), text("late")),
    ProposalCause.BREAK_OVERRUN: ProposalWords(
        text("the player is late after a break"), text("late from a break")
    ),
    ProposalCause.CAMERA_REFUSED: ProposalWords(text("it refuses the camera"), text("no camera")),
    ProposalCause.RECORDS_DIFFER: ProposalWords(
        text("the records of the score differ"), text("records differ")
    ),
    ProposalCause.WRONG_LENGTH: ProposalWords(
        text("another length was stated"), text("wrong length")
    ),
}


def order_text(proposal: Proposal) -> Text | str:
    """The order that accepting it gives."""
    return WHAT[proposal.kind].to_director(proposal, side_name(proposal.side))


def asked_of_director(proposal: ShownProposal, names: BySide[str]) -> Text:
    """The question to the director, as players are shown it."""
    return text(
        "The director has to answer: {what} ({why})",
        what=WHAT[proposal.kind].to_players(proposal, names),
        why=WHY[proposal.cause].to_players,
    )


# --- facts ---------------------------------------------------------------------------------------


def _what(event: Proposed) -> Text | str:
    return order_text(event.proposal)


def _why(event: Proposed) -> Text:
    return WHY[event.proposal.cause].to_director


PROPOSED = either(
    lambda event: event.proposal.cites,
    event_text(
        "Proposed to the director (number {number}): {what}, because {why} [{cites}].",
        what=_what,
        why=_why,
        cites=lambda event: "; ".join(event.proposal.cites),
    ),
    event_text(
        "Proposed to the director (number {number}): {what}, because {why}.", what=_what, why=_why
    ),
)

SENTENCES = (
    Sentence(Proposed, PROPOSED, DIRECTOR),
    Sentence(
        ProposalAnswered,
        either(
            lambda event: event.accepted,
            event_text("{by} accepts proposal {number}, because {why}."),
            event_text("{by} declines proposal {number}, because {why}."),
        ),
        DIRECTOR,
    ),
    Sentence(ProposalWithdrawn, event_text("Proposal {number} is withdrawn."), DIRECTOR),
)

# --- what waits for the director -----------------------------------------------------------------


def proposal_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """The open proposals; time used up that loses the match may also be ruled on."""
    for each in match.proposals.pending:
        proposal = each.proposal
        lost = proposal.kind is ProposalKind.MATCH_LOST
        concerns = lost or proposal.kind is ProposalKind.PENALTY_POINTS
        rules = lost and proposal.cause is ProposalCause.TIME_USED_UP
        fill: dict[str, str | int] = {"number": each.number, "points": proposal.points or 0}
        if rules and proposal.side is not None:
            fill["first"] = proposal.side
        yield Wait(
            f"proposal {each.number}",
            DirectorNeed.DECISION,
            text(
                "{what}, because {why}",
                what=capitalised(order_text(proposal)),
                why=WHY[proposal.cause].to_director,
            ),
            proposal.cites,
            ("accept", "decline", "expiry") if rules else ("accept", "decline"),
            fill,
            proposal.side if concerns else None,
            proposal.points,
        )


MATTERS: tuple[Matter, ...] = (proposal_waits,)

# --- the director's orders -----------------------------------------------------------------------


GONE = text("This no longer needs an answer.")


def _accept(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    proposal = seen.match.proposals.find(values["number"])
    if proposal is None:
        return (GONE,)
    order, side = capitalised(order_text(proposal)), proposal.side
    reason = WHY[proposal.cause].to_director
    if side is not None and proposal.points:
        after = penalised_score(seen, side, proposal.points)
        becomes = text(
            "{what}, because {why}: {before} becomes {after}.",
            what=order,
            why=reason,
            before=score_text(seen, seen.match.score),
            after=score_text(seen, after),
        )
        return (becomes, *ending_texts(seen, after))
    accepts = text("{what}, because {why}.", what=order, why=reason)
    if side is not None and proposal.kind is ProposalKind.MATCH_LOST:
        return accepts, text("{name} wins the match.", name=seen.names.of_side(side.other))
    return (accepts,)


def _decline(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    proposal = seen.match.proposals.find(values["number"])
    nothing = text("Nothing follows from it.")
    if proposal is None:
        return GONE, nothing
    reason = WHY[proposal.cause].to_director
    return text("Decline: {what}, because {why}.", what=order_text(proposal), why=reason), nothing


NUMBER = FormField(Sort.HIDDEN, "number", "", low=1)

FORMS = (
    OrderForm(
        "accept",
        ProposalAccepted,
        text("Accept"),
        text("Accept"),
        (NUMBER, FormField(Sort.HIDDEN, "points", "", optional=True), why(BY_BOOK)),
        _accept,
    ),
    OrderForm(
        "decline", ProposalDeclined, text("Decline"), text("Decline"), (NUMBER, why()), _decline
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

"""No verbs: both answers need more than their fields; the default is the oldest open one."""
