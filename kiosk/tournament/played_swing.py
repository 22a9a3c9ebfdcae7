"""A Swing inside an event: free players are matched at random, automatically.

Convention, which the director confirms: two who have just played each other wait for a third, as
long as others play (000 L178 only requires: at random).
"""

from collections.abc import Sequence

from kiosk.rules.table import MatchFormat
from kiosk.tournament.act import Against, TournamentCommand
from kiosk.tournament.bracket import PairingStatus
from kiosk.tournament.formats import SWING
from kiosk.tournament.played import (
    ActOrigin,
    FormatPlay,
    FormatStanding,
    GameOutcome,
    NextAct,
    pairing_stand,
    void_stand,
)
from kiosk.tournament.swing import (
    NO_SWING,
    OpenSwing,
    PairFree,
    Swing,
    SwingPlayer,
    free_players,
    match_format,
    running,
    swing_winner,
    unfit_rules,
)
from kiosk.tournament.swing_games import CorrectGame, LeaveSwing, ReturnToSwing, TakeGame, VoidGame
from kiosk.tournament.tournament import Division, DivisionFormat

NAME = "swing"
CHIPS = "vp"
"""The measure of its standings."""


def _unfit(form: DivisionFormat) -> Against:
    return () if form.swing is None else unfit_rules(form.swing)


def _opening(
    division: Division, order: Sequence[str], done: ActOrigin
) -> tuple[TournamentCommand, ...]:
    rules = division.format.swing
    if rules is None:
        raise AssertionError(f"{division.name} is no Swing; report this")
    players = tuple(SwingPlayer(player_id, player_id) for player_id in order)
    at = done.at_ms, done.by
    opened = OpenSwing(*at, division.division_id, division.name, rules, players)
    return opened, PairFree(*at, tuple(order))


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


def _taken(_play: Swing, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    if outcome.winner is None:
        return None
    return TakeGame(
        done.at_ms, done.by, outcome.number, outcome.winner, outcome.level, outcome.cube
    )


def _awarded(_play: Swing, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    """Award a plain game to the winner; without a winner nobody pays."""
    if outcome.winner is None:
        return VoidGame(done.at_ms, done.by, outcome.number, done.why)
    return TakeGame(done.at_ms, done.by, outcome.number, outcome.winner, 1, 1)


def _corrected(_play: Swing, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    if outcome.winner is None:
        return None
    game = outcome.number, outcome.winner, outcome.level, outcome.cube
    return CorrectGame(done.at_ms, done.by, *game, done.why)


def _left(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return LeaveSwing(done.at_ms, done.by, entry_id, done.why)


def _back(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return ReturnToSwing(done.at_ms, done.by, entry_id, done.why)


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
    opening=_opening,
    stands=_stands,
    rounds=_rounds,
    taken=_taken,
    awarded=_awarded,
    corrected=_corrected,
    left=_left,
    back=_back,
    standings=_standings,
    next_acts=_next_acts,
    single_game=_single_game,
    to_pair=_to_pair,
    pairing=_pairing,
)
