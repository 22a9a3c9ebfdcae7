"""How pairings end: matches of a series, walk-overs, the director's decisions, corrections."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.bracket import (
    Cause,
    PairingResult,
    PairingState,
    PairingStatus,
    affected_pairings,
)
from kiosk.tournament.calls import without_call
from kiosk.tournament.in_division import in_format
from kiosk.tournament.outcome import Contest, MatchEnding, unfit_ending
from kiosk.tournament.played import number_of
from kiosk.tournament.sheet import round_of, stand_of, why_unready
from kiosk.tournament.tournament import LONGEST_MATCH, Division, PairingKey, Tournament


@dataclass(frozen=True, slots=True)
class TakeMatch(TournamentCommand):
    """A match of a pairing is over; `score` in the order of the places. Reported by a table.

    Of a single game `level` is 1, 2, 3 for single, gammon, backgammon, and `cube` its final value;
    of a match they are the last game's, if known. `length`: the length actually played, if it was
    corrected at the table; 0: the round's. `overrules`: why a score counts that no match can end
    with.
    """

    key: PairingKey
    winner: str
    score: tuple[int, int]
    level: int = 0
    cube: int = 0
    cause: Cause = Cause.PLAYED
    length: int = 0
    overrules: str = ""

    @property
    def is_ruled(self) -> bool:
        """Whether it was typed by hand, and so ruled by the director: not played out as its round
        requires.
        """
        return bool(self.cause is not Cause.PLAYED or self.length or self.overrules.strip())


@dataclass(frozen=True, slots=True)
class Award(TournamentCommand):
    """The director decides a pairing; `winner` None: neither advances."""

    key: PairingKey
    winner: str | None
    cause: Cause
    why: str


@dataclass(frozen=True, slots=True)
class Correct(TournamentCommand):
    """Correct a result (003 §4.6: even if the wrong player has begun to play on). `cause`: how it
    really ended; `overrules` as of `TakeMatch`.
    """

    key: PairingKey
    winner: str | None
    score: tuple[int, int] | None
    why: str
    level: int = 0
    cube: int = 0
    cause: Cause = Cause.PLAYED
    overrules: str = ""


@dataclass(frozen=True, slots=True)
class Reopen(TournamentCommand):
    """Remove a result: the match is played on, or again."""

    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class MatchTaken(TournamentEvent):
    """`nth` of its series, from 1. `cause`, `overrules` as of `TakeMatch`."""

    key: PairingKey
    nth: int
    winner: str
    score: tuple[int, int]
    cause: Cause = Cause.PLAYED
    overrules: str = ""


@dataclass(frozen=True, slots=True)
class PairingDecided(TournamentEvent):
    key: PairingKey
    result: PairingResult
    why: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected(TournamentEvent):
    """The corrected result; `dropped` are later pairings whose places changed: their results and
    their tables no longer count.
    """

    key: PairingKey
    result: PairingResult | None
    dropped: tuple[PairingKey, ...]
    why: str


def refuse_match(tournament: Tournament, command: TakeMatch) -> Against:
    """In a series each match has a score of its own."""
    against = (
        *_unplayable(tournament, command.key, command.winner),
        *objections(
            (command.cause not in _AT_A_TABLE, TournamentReason.BAD_VALUE, command.cause),
            out_of_range("length", command.length, 0, LONGEST_MATCH),
        ),
    )
    if against:
        return against
    division = tournament.divisions[command.key.division_id]
    contest = Contest(command.length or round_of(division, command.key.pairing_id).length)
    unfit, result = _unfit_score(tournament, command, contest), _decision(tournament, command)
    return unfit or (_against_format(tournament, command.key, result) if result else ())


_AT_A_TABLE = frozenset({Cause.PLAYED, Cause.FLAG, Cause.RULING})
"""How a match can end at a table; everything else is awarded."""


def _unfit_score(tournament: Tournament, command: TakeMatch | Correct, contest: Contest) -> Against:
    """Objections to the score of a pairing whose players are known."""
    key, score = command.key, command.score
    if score is None:
        return ()
    here = stand_of(tournament, key)
    both = (here and here.players) or ()
    nth = both.index(command.winner) if command.winner in both else None
    ending = MatchEnding(score, nth, command.cause, command.level, command.cube)
    found = in_format(tournament.divisions[key.division_id])
    single_game = found[0].single_game if found is not None else None
    if found is not None and single_game is not None:
        contest = replace(contest, stake=single_game(found[1], number_of(key.pairing_id)).stake)
    return unfit_ending(contest, ending, overruled=bool(command.overrules.strip()))


def _unplayable(tournament: Tournament, key: PairingKey, winner: str | None) -> Against:
    here = stand_of(tournament, key)
    if here is None:
        return (Objection(TournamentReason.UNKNOWN, str(key)),)
    draw = tournament.divisions[key.division_id].draw
    return objections(
        (draw is None or not draw.published, TournamentReason.NOT_PUBLISHED, key.division_id),
        (*why_unready(here), str(key)),
        (
            winner is not None and winner not in (here.players or ()),
            TournamentReason.UNKNOWN,
            f"{winner}",
        ),
    )


def take_match(tournament: Tournament, command: TakeMatch) -> tuple[TournamentEvent, ...]:
    """The match, and the decision of the pairing once a player has won more than half of them."""
    before = tournament.sets.get(command.key, ())
    how, overrules = command.cause, command.overrules.strip()
    at, key, winner = (command.at_ms, command.by), command.key, command.winner
    taken = MatchTaken(*at, key, len(before) + 1, winner, command.score, how, overrules)
    result = _decision(tournament, command)
    return (taken,) if result is None else (taken, PairingDecided(*at, key, result))


def _decision(tournament: Tournament, command: TakeMatch) -> PairingResult | None:
    """The result of the pairing, if this match decides it."""
    score, overrules = _final_score(tournament, command), command.overrules.strip()
    if score is None:
        return None
    if _best_of(tournament, command.key) > 1:
        return PairingResult(command.winner, Cause.PLAYED, score, overrules)
    game = command.level, command.cube
    return PairingResult(command.winner, command.cause, score, overrules, *game)


def _final_score(tournament: Tournament, command: TakeMatch) -> tuple[int, int] | None:
    """Final score of the pairing, if this match decides it: points, or matches of a series."""
    best_of = _best_of(tournament, command.key)
    if best_of == 1:
        return command.score
    won = Counter((*tournament.sets.get(command.key, ()), command.winner))
    if won[command.winner] * 2 < best_of:
        return None
    here = stand_of(tournament, command.key)
    one, two = (here and here.players) or ("", "")
    return won[one], won[two]


def _best_of(tournament: Tournament, key: PairingKey) -> int:
    return round_of(tournament.divisions[key.division_id], key.pairing_id).best_of


def _against_format(
    tournament: Tournament, key: PairingKey, result: PairingResult | None
) -> Against:
    """Objections of the division's format to a result, or to removing it; none in a knock-out."""
    found = in_format(tournament.divisions[key.division_id])
    if found is None:
        return ()
    format_play, play = found
    return format_play.refuse_result(play, number_of(key.pairing_id), result)


def refuse_award(tournament: Tournament, command: Award) -> Against:
    against = (
        *_unplayable(tournament, command.key, command.winner),
        *objections(
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
            (command.cause is Cause.PLAYED, TournamentReason.BAD_VALUE, command.cause),
        ),
    )
    result = PairingResult(command.winner, command.cause)
    return against or _against_format(tournament, command.key, result)


def award(_tournament: Tournament, command: Award) -> tuple[TournamentEvent, ...]:
    result = PairingResult(command.winner, command.cause)
    return (PairingDecided(command.at_ms, command.by, command.key, result, command.why),)


def refuse_correcting(tournament: Tournament, command: Correct) -> Against:
    here = stand_of(tournament, command.key)
    unknown = command.winner is not None and command.winner not in ((here and here.players) or ())
    against = (
        *_not_over(tournament, command.key, command.why),
        *objections((unknown, TournamentReason.UNKNOWN, f"{command.winner}")),
    )
    if against:
        return against
    played = round_of(tournament.divisions[command.key.division_id], command.key.pairing_id)
    contest = Contest(played.length, played.best_of)
    return _unfit_score(tournament, command, contest) or _against_format(
        tournament, command.key, _corrected_result(command)
    )


def _corrected_result(command: Correct) -> PairingResult:
    how = Cause.RULING if command.cause is Cause.PLAYED else command.cause
    overrules, game = command.overrules.strip(), (command.level, command.cube)
    return PairingResult(command.winner, how, command.score, overrules, *game)


def _not_over(tournament: Tournament, key: PairingKey, why: str) -> Against:
    """A format has results that were never entered, such as those of a withdrawn player."""
    division = tournament.divisions.get(key.division_id)
    if division is not None and in_format(division) is not None:
        here = stand_of(tournament, key)
        over = here is not None and here.state is PairingState.OVER
    else:
        over = key in tournament.results
    return objections(
        (not over, TournamentReason.NOT_OVER, str(key)),
        (not why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def correct(tournament: Tournament, command: Correct) -> tuple[TournamentEvent, ...]:
    return (_corrected(tournament, command, _corrected_result(command)),)


def reopen(tournament: Tournament, command: Reopen) -> tuple[TournamentEvent, ...]:
    return (_corrected(tournament, command, None),)


def refuse_reopening(tournament: Tournament, command: Reopen) -> Against:
    """A gone entry can't play on: it would be walked over again."""
    here = stand_of(tournament, command.key)
    gone = [each for each in (here and here.players) or () if each in tournament.gone]
    against = (
        *_not_over(tournament, command.key, command.why),
        *(Objection(TournamentReason.GONE, each) for each in gone),
    )
    return against or _against_format(tournament, command.key, None)


def _corrected(
    tournament: Tournament, command: Correct | Reopen, result: PairingResult | None
) -> TournamentEvent:
    """The correction. Later pairings that lose a player are void."""
    key = command.key
    division = tournament.divisions[key.division_id]
    results = {each: found for each, found in tournament.results.items() if each != key}
    if result is not None:
        results[key] = result
    after = replace(tournament, results=results)
    dropped = tuple(_changed(tournament, after, division, key))
    return ResultCorrected(command.at_ms, command.by, key, result, dropped, command.why)


def _changed(
    before: Tournament, after: Tournament, division: Division, key: PairingKey
) -> Iterator[PairingKey]:
    """Later pairings that were played or called, and have another entry in a place now."""
    if division.draw is None:
        return
    for name in affected_pairings(division.draw.bracket, key.pairing_id):
        later = PairingKey(key.division_id, name)
        touched = later in before.results or later in before.called or later in before.sets
        if touched and _places(before, later) != _places(after, later):
            results = {each: found for each, found in after.results.items() if each != later}
            after = replace(after, results=results)
            yield later


def _places(tournament: Tournament, key: PairingKey) -> object:
    found: PairingStatus | None = stand_of(tournament, key)
    return found and found.places


def apply_match(tournament: Tournament, event: MatchTaken) -> Tournament:
    """The next match of a series is played at the same table."""
    won = (*tournament.sets.get(event.key, ()), event.winner)
    return replace(tournament, sets={**tournament.sets, event.key: won})


def apply_decided(tournament: Tournament, event: PairingDecided) -> Tournament:
    results = {**tournament.results, event.key: event.result}
    decided = replace(
        tournament, results=results, called=without_call(tournament.called, event.key)
    )
    return _not_walked_over(decided, {event.key})


def _not_walked_over(tournament: Tournament, keys: Collection[PairingKey]) -> Tournament:
    """These pairings were decided by a person, or have no result: drop their walk-overs."""
    left = {key: gone for key, gone in tournament.walked_over.items() if key not in keys}
    return tournament if left == tournament.walked_over else replace(tournament, walked_over=left)


def apply_corrected(tournament: Tournament, event: ResultCorrected) -> Tournament:
    void = {event.key, *event.dropped}
    results = {key: result for key, result in tournament.results.items() if key not in void}
    sets = {key: won for key, won in tournament.sets.items() if key not in void}
    called = {key: where for key, where in tournament.called.items() if key not in event.dropped}
    if event.result is not None:
        results[event.key] = event.result
    corrected = replace(tournament, results=results, sets=sets, called=called)
    return _not_walked_over(corrected, void)


ACTS = (
    TournamentAct(TakeMatch, refuse_match, take_match),
    TournamentAct(Award, refuse_award, award),
    TournamentAct(Correct, refuse_correcting, correct),
    TournamentAct(Reopen, refuse_reopening, reopen),
)
FACTS = (
    TournamentFact(MatchTaken, apply_match),
    TournamentFact(PairingDecided, apply_decided),
    TournamentFact(ResultCorrected, apply_corrected),
)
