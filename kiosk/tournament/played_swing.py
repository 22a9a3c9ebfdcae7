"""A Swing inside an event: free players are matched at random, automatically.

Convention, which the director confirms: two who have just played each other wait for a third, as
long as others play (000 L178 only requires: at random).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kiosk.rules.table import MatchFormat
from kiosk.tournament.act import (
    Against,
    TournamentCommand,
    TournamentEvent,
    TournamentReason,
    objections,
)
from kiosk.tournament.bracket import PairingResult, PairingStatus
from kiosk.tournament.format_row import FormatStanding
from kiosk.tournament.formats import SWING
from kiosk.tournament.played import (
    ActOrigin,
    FormatPlay,
    NextAct,
    pairing_stand,
    void_stand,
)
from kiosk.tournament.swing import (
    NAME,
    NO_SWING,
    PairFree,
    Swing,
    SwingOpened,
    SwingPlayer,
    VoidGame,
    free_players,
    match_format,
    refuse_game_result,
    running,
    swing_winner,
    unfit_rules,
    with_results,
)
from kiosk.tournament.tournament import Division, DivisionFormat

CHIPS = "vp"
"""The measure of its standings."""


def _unfit(form: DivisionFormat) -> Against:
    return () if form.swing is None else unfit_rules(form.swing)


def _unfit_order(_division: Division, order: Sequence[str]) -> Against:
    return objections((len(order) < 2, TournamentReason.EMPTY, "players"))


def _opening(
    division: Division, order: Sequence[str], done: ActOrigin
) -> tuple[TournamentEvent, ...]:
    rules = division.format.swing
    if rules is None:
        raise AssertionError(f"{division.name} is no Swing; report this")
    players = tuple(SwingPlayer(player_id, player_id) for player_id in order)
    at = done.at_ms, done.by
    opened = SwingOpened(*at, division.division_id, division.name, rules, players)
    swing = SWING.evolve(NO_SWING, opened)
    return opened, *SWING.decide(swing, PairFree(*at, tuple(order)))


def _played(play: Swing, results: Mapping[int, PairingResult], gone: frozenset[str]) -> Swing:
    return replace(with_results(play, results), gone=gone & play.players.keys())


def _refuse_result(play: Swing, number: int, result: PairingResult | None) -> Against:
    return refuse_game_result(play, play.games[number], result)


def _stands(play: Swing) -> dict[str, PairingStatus]:
    found = {}
    for number, game in play.games.items():
        name = f"{NAME}-1-{number}"
        here = pairing_stand(name, NAME, 1, game.pair, game.winner)
        found[name] = void_stand(here) if game.voided else here
    return found


def _rounds(_play: Swing) -> int:
    return 1


def _single_game(play: Swing, number: int) -> MatchFormat:
    return match_format(play, play.games[number])


def _to_pair(play: Swing) -> tuple[str, ...]:
    here = free_players(play)
    last = max((each.number for each in play.games.values() if {*each.pair} & {*here}), default=0)
    again = len(here) == 2 and last > 0 and {*play.games[last].pair} == {*here}
    return () if len(here) < 2 or (again and running(play)) else here


def _pairing(order: Sequence[str], done: ActOrigin) -> TournamentCommand:
    return PairFree(done.at_ms, done.by, tuple(order))


def _standings(play: Swing) -> tuple[FormatStanding, ...]:
    """By chips; players without chips, and those who left, play no more."""
    over = [game for game in play.games.values() if game.winner is not None]
    won = {player_id: sum(game.winner == player_id for game in over) for player_id in play.players}
    played = {player_id: sum(player_id in game.pair for game in over) for player_id in play.players}
    order = sorted(play.players, key=lambda player_id: play.vp[player_id], reverse=True)
    chips = [play.vp[player_id] for player_id in order]
    return tuple(
        FormatStanding(
            "",
            chips.index(play.vp[player_id]) + 1,
            player_id,
            won[player_id],
            played[player_id] - won[player_id],
            ((CHIPS, play.vp[player_id]),),
            play.vp[player_id] > 0 and player_id not in play.gone,
        )
        for player_id in order
    )


def _next_acts(play: Swing, _done: ActOrigin) -> tuple[NextAct, ...]:
    here = free_players(play)
    if swing_winner(play) is not None or len(here) < 2:
        return ()
    return (NextAct("PairFree", entries=here),)


WAY = FormatPlay(
    name=NAME,
    core=SWING,
    empty=NO_SWING,
    own=frozenset({PairFree, VoidGame}),
    unfit=_unfit,
    unfit_order=_unfit_order,
    opening=_opening,
    played=_played,
    refuse_result=_refuse_result,
    stands=_stands,
    rounds=_rounds,
    standings=_standings,
    next_acts=_next_acts,
    single_game=_single_game,
    to_pair=_to_pair,
    pairing=_pairing,
    walk_overs=False,
)
