"""A Swiss inside an event: its first round is the draw; each later one is paired by an act,
reviewed, published. Players are identified by their entries.

After a correction the pairings already made stand (003 §4.6), including those of players who would
not have been in that round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kiosk.tournament.act import (
    Against,
    TournamentCommand,
    TournamentEvent,
    TournamentReason,
    objections,
)
from kiosk.tournament.bracket import PairingResult, PairingStatus
from kiosk.tournament.formats import SWISS
from kiosk.tournament.played import (
    ActOrigin,
    FormatPlay,
    NextAct,
    pairing_stand,
    refuse_ending,
)
from kiosk.tournament.swiss import NO_SWISS, Swiss, standings, still_in
from kiosk.tournament.swiss_rounds import (
    CloseSwiss,
    EnterSwiss,
    PairSwissRound,
    SwissOpened,
    SwissPlayer,
    SwissRoundPaired,
    TakeSwissRoundBack,
    unfit_rules,
)
from kiosk.tournament.tournament import Division, DivisionFormat

NAME = "swiss"


def _unfit(form: DivisionFormat) -> Against:
    return () if form.swiss is None else unfit_rules(form.swiss)


def _unfit_order(_division: Division, order: Sequence[str]) -> Against:
    return objections((len(order) < 2, TournamentReason.EMPTY, "order"))


def _opening(
    division: Division, order: Sequence[str], done: ActOrigin
) -> tuple[TournamentEvent, ...]:
    rules = division.format.swiss
    if rules is None:
        raise AssertionError(f"{division.name} is no Swiss; report this")
    players = tuple(SwissPlayer(player_id, player_id) for player_id in order)
    at = done.at_ms, done.by
    opened = SwissOpened(*at, division.division_id, division.name, rules, players)
    swiss = SWISS.evolve(NO_SWISS, opened)
    return opened, *SWISS.decide(swiss, PairSwissRound(*at, tuple(order)))


def _played(play: Swiss, results: Mapping[int, PairingResult], gone: frozenset[str]) -> Swiss:
    """Once it is closed, nobody leaves or returns."""
    winners = {number: result.winner for number, result in results.items()}
    games = {
        number: replace(game, winner=winner) if winner != game.winner else game
        for number, game in play.games.items()
        for winner in [game.one if game.two is None else winners.get(number)]
    }
    left = play.gone if play.closed else gone & play.players.keys()
    return replace(play, games=games, gone=left)


def _refuse_result(play: Swiss, number: int, result: PairingResult | None) -> Against:
    return refuse_ending(NAME, play.closed and not play.games[number].open, play.swiss_id, result)


def _stands(play: Swiss) -> dict[str, PairingStatus]:
    return {
        name: pairing_stand(name, NAME, game.round, (game.one, game.two), game.winner)
        for number, game in play.games.items()
        for name in [f"{NAME}-{game.round}-{number}"]
    }


def _rounds(play: Swiss) -> int:
    return play.book().rounds or play.rounds


def _late(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return EnterSwiss(done.at_ms, done.by, entry_id, entry_id)


def _next_acts(play: Swiss, done: ActOrigin) -> tuple[NextAct, ...]:
    here = still_in(play)
    could: tuple[tuple[TournamentCommand, tuple[str, ...]], ...] = (
        (PairSwissRound(done.at_ms, done.by, here), here),
        (TakeSwissRoundBack(done.at_ms, done.by, "x"), ()),
        (CloseSwiss(done.at_ms, done.by), ()),
    )
    return tuple(
        NextAct(type(act).__name__, entries=entries)
        for act, entries in could
        if not SWISS.why_not(play, act)
    )


WAY = FormatPlay(
    name=NAME,
    core=SWISS,
    empty=NO_SWISS,
    own=frozenset({PairSwissRound, TakeSwissRoundBack, CloseSwiss}),
    unfit=_unfit,
    unfit_order=_unfit_order,
    opening=_opening,
    played=_played,
    refuse_result=_refuse_result,
    stands=_stands,
    rounds=_rounds,
    standings=standings,
    next_acts=_next_acts,
    late=_late,
    looked_at=frozenset({SwissRoundPaired}),
)
