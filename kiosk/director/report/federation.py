"""The report to the federation required by 003: every dispute that was ruled on with its subject
and the reason of the ruling (§5.5(i)), players who were refused, sent to a higher class or put out
(§1.4(iii), §1.7(viii)), spectators (§1.6(v)), all results (§5.5(ii)). Pure.

Nothing is made up: what was not entered is null here, and the page states it.
"""

from collections.abc import Iterable, Mapping

import msgspec

from kiosk.catalogue.named_sides import NamedSides, distinct_names
from kiosk.catalogue.terms import person
from kiosk.catalogue.text import ENGLISH, Language, format_text
from kiosk.director.event.chronicle import Chronicle
from kiosk.director.event.lists import (
    RatingLine,
    ResultLine,
    StandingLine,
    list_places,
    list_ratings,
    list_results,
)
from kiosk.director.report.rulings_log import JournalRulings, MatchRulings, RulingCase, RulingEntry
from kiosk.rules.units import MILLISECOND_NS, BySide
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.bracket import PairingStatus
from kiosk.tournament.club_claims import ClaimRuled, MatchClaimed, PlayedAgain
from kiosk.tournament.draws import Drawn, DrawTakenBack
from kiosk.tournament.entries import TakenBackIn, TakenOut
from kiosk.tournament.giving_place import PlaceGiven, PlacesSwapped
from kiosk.tournament.results import MatchTaken, PairingDecided, ResultCorrected
from kiosk.tournament.sheet import event_sheet
from kiosk.tournament.tournament import PairingKey, ReportMatter, Tournament
from kiosk.tournament.undone import facts_in_force
from kiosk.wire.row import utc_text


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ReportStep(_Part, frozen=True):
    """A statement or decision in words; `by` and `why` null if not entered."""

    utc: str
    kind: str
    words: str
    by: str | None
    why: str | None
    section: str | None
    cites: tuple[str, ...]


class ReportedCase(_Part, frozen=True):
    """`reference` is the `about` of a note of matter `dispute` that describes it.

    `state`: open, ruled, or dropped by the player who raised it.
    """

    reference: str
    match_id: str
    table: int | None
    white: str
    black: str
    disputed: bool
    state: str
    description: tuple[str, ...]
    steps: tuple[ReportStep, ...]


class ReportedConduct(_Part, frozen=True):
    match_id: str
    table: int | None
    white: str
    black: str
    step: ReportStep


class Out(_Part, frozen=True):
    """A player who plays no more: withdrawn, no_show, disqualified or excluded; `taken_back`: why
    he played on after all.
    """

    utc: str
    entry: str
    leaving: str
    by: str
    why: str
    taken_back: str | None


class DirectorDecision(_Part, frozen=True):
    """A decision of the director in the event: an award, a correction, another draw, a place given
    to the `winner`; of a claim `winner` is the claimant.
    """

    utc: str
    what: str
    division: str
    pairing_id: str | None
    one: str | None
    two: str | None
    winner: str | None
    by: str
    why: str


class ReportedNote(_Part, frozen=True):
    number: int
    utc: str
    matter: ReportMatter
    about: str
    words: str
    by: str


class Gap(_Part, frozen=True):
    """A journal that can't be read from this row on."""

    journal_id: str
    seq: int


class Report(_Part, frozen=True):
    """The event up to row `seq` of its log. `other_matches`: matches at the tables that name
    another event and are not reported here.
    """

    event_id: str
    event: str
    seq: int
    entries: int
    cases: tuple[ReportedCase, ...]
    conduct: tuple[ReportedConduct, ...]
    spectators: tuple[ReportedConduct, ...]
    out: tuple[Out, ...]
    notes: tuple[ReportedNote, ...]
    decisions: tuple[DirectorDecision, ...]
    results: tuple[ResultLine, ...]
    standings: tuple[StandingLine, ...]
    formula: str
    ratings: tuple[RatingLine, ...]
    other_matches: int
    unread: tuple[Gap, ...]


def federation_report(
    now: Chronicle, tables: Iterable[JournalRulings], language: Language = ENGLISH
) -> Report:
    """The report; `tables` has the rulings of each journal's matches."""
    event, facts = now.tournament, facts_in_force(now.facts)
    journals = tuple(tables)
    every = [match for journal in journals for match in journal.matches]
    ours = [match for match in every if match.event_id == event.event_id]
    about = _descriptions(event)
    conduct = [
        (spectator, _conduct(match, entry, language))
        for match in ours
        for entry, spectator in match.conduct
    ]
    return Report(
        event.event_id,
        event.name,
        now.seq,
        len({name for division in event.divisions.values() for name in division.entries}),
        tuple(
            sorted(
                (_case(case, about, language) for match in ours for case in match.cases),
                key=lambda case: case.steps[0].utc,
            )
        ),
        tuple(entry for spectator, entry in conduct if not spectator),
        tuple(entry for spectator, entry in conduct if spectator),
        _out(facts, event),
        _notes(event),
        tuple(_decisions(facts, event)),
        list_results(event, now.history),
        list_places(event),
        event.formula,
        list_ratings(event, now.history),
        len(every) - len(ours),
        tuple(Gap(each.journal_id, each.unread) for each in journals if each.unread is not None),
    )


def _descriptions(event: Tournament) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for note in event.notes.values():
        if note.matter is ReportMatter.DISPUTE and not note.struck:
            found[note.about] = (*found.get(note.about, ()), note.words)
    return found


def _case(
    case: RulingCase, about: Mapping[str, tuple[str, ...]], language: Language
) -> ReportedCase:
    match = case.match
    named = _named(match, language)
    dropped = case.entries[-1].kind == "DisputeDropped"
    return ReportedCase(
        case.reference,
        match.match_id,
        match.table,
        match.white,
        match.black,
        case.disputed,
        "open" if case.is_open else "dropped" if dropped else "ruled",
        about.get(case.reference, ()),
        tuple(_step(entry, named) for entry in case.entries),
    )


def _step(entry: RulingEntry, language: Language) -> ReportStep:
    return ReportStep(
        entry.utc,
        entry.kind,
        format_text(entry.words, language),
        format_text(person(entry.by), language) if entry.by else None,
        entry.why or None,
        entry.section or None,
        entry.cites,
    )


def _conduct(match: MatchRulings, entry: RulingEntry, language: Language) -> ReportedConduct:
    step = _step(entry, _named(match, language))
    return ReportedConduct(match.match_id, match.table, match.white, match.black, step)


def _named(match: MatchRulings, language: Language) -> Language:
    """The language with both players by name, where the rows name them."""
    if not match.white or not match.black:
        return language
    return NamedSides(language, distinct_names(BySide(match.white, match.black)))


def _utc(at_ms: int) -> str:
    return utc_text(at_ms * MILLISECOND_NS)


def _out(facts: Iterable[TournamentEvent], event: Tournament) -> tuple[Out, ...]:
    found: list[tuple[str, Out]] = []
    for fact in facts:
        match fact:
            case TakenOut(leaving=leaving):
                name = _entry(event, fact.entry_id)
                out = Out(_utc(fact.at_ms), name or "", leaving.value, fact.by, fact.why, None)
                found.append((fact.entry_id, out))
            case TakenBackIn():
                found = [
                    (who, msgspec.structs.replace(out, taken_back=out.taken_back or fact.why))
                    if who == fact.entry_id
                    else (who, out)
                    for who, out in found
                ]
    return tuple(out for _who, out in found)


def _notes(event: Tournament) -> tuple[ReportedNote, ...]:
    return tuple(
        ReportedNote(number, _utc(note.at_ms), note.matter, note.about, note.words, note.by)
        for number, note in event.notes.items()
        if not note.struck
    )


def _decisions(facts: Iterable[TournamentEvent], event: Tournament) -> Iterable[DirectorDecision]:
    """Decisions in the order in which they were made."""
    every = event_sheet(event)
    for fact in facts:
        match fact:
            case MatchTaken(overrules=overrules) if overrules:
                yield _on_pairing(fact, "overruled", fact.winner, event, every)
            case PairingDecided(why=why) if why:
                yield _on_pairing(fact, fact.result.cause.value, fact.result.winner, event, every)
            case MatchClaimed():
                yield _on_pairing(fact, "claimed", fact.claim.by, event, every)
            case ClaimRuled(granted=False):
                yield _on_pairing(fact, "claim_turned_down", fact.claimant, event, every)
            case PlayedAgain():
                yield _on_pairing(fact, "played_again", None, event, every)
            case ResultCorrected(result=None):
                yield _on_pairing(fact, "reopened", None, event, every)
            case ResultCorrected(result=result) if result:
                yield _on_pairing(fact, "corrected", result.winner, event, every)
            case PlaceGiven():
                given = (None, None, None, fact.entry.name)
                division = _division(event, fact.division_id)
                yield DirectorDecision(
                    _utc(fact.at_ms), "place_given", division, *given, by=fact.by, why=fact.why
                )
            case PlacesSwapped(why=why) if why:
                both = " – ".join(event.entries[each].name for each in (fact.one, fact.two))
                division = _division(event, fact.division_id)
                swapped = (None, None, None, both)
                yield DirectorDecision(
                    _utc(fact.at_ms), "places_swapped", division, *swapped, by=fact.by, why=why
                )
            case Drawn(why=why) | DrawTakenBack(why=why) if why:
                what = "drawn_again" if isinstance(fact, Drawn) else "draw_taken_back"
                division = _division(event, fact.division_id)
                none = (None, None, None, None)
                yield DirectorDecision(_utc(fact.at_ms), what, division, *none, by=fact.by, why=why)


def _on_pairing(
    fact: MatchTaken | PairingDecided | ResultCorrected | MatchClaimed | ClaimRuled | PlayedAgain,
    what: str,
    winner: str | None,
    event: Tournament,
    every: Mapping[PairingKey, PairingStatus],
) -> DirectorDecision:
    """`every`: the whole sheet; the names are of the pairing's present entries."""
    here = every.get(fact.key)
    one, two = (here and here.players) or (None, None)
    return DirectorDecision(
        _utc(fact.at_ms),
        what,
        _division(event, fact.key.division_id),
        fact.key.pairing_id,
        _entry(event, one),
        _entry(event, two),
        _entry(event, winner),
        fact.by,
        _why(fact),
    )


def _why(
    fact: MatchTaken | PairingDecided | ResultCorrected | MatchClaimed | ClaimRuled | PlayedAgain,
) -> str:
    """The reason, with the one for which the director counted a score that no match can
    end with.
    """
    match fact:
        case MatchTaken():
            return fact.overrules
        case ResultCorrected(result=result) if result and result.overrules:
            return f"{fact.why}; {result.overrules}"
    return fact.why


def _division(event: Tournament, division_id: str) -> str:
    division = event.divisions.get(division_id)
    return division.name if division else division_id


def _entry(event: Tournament, entry_id: str | None) -> str | None:
    """The entry's name; the id of one that was scratched since."""
    if entry_id is None:
        return None
    entry = event.entries.get(entry_id)
    return entry.name if entry else entry_id
