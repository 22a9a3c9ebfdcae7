"""A Swiss inside an event: its first round is the draw; each later one is paired by an act,
reviewed, published. Players are identified by their entries.
"""

from collections.abc import Sequence

from kiosk.tournament.act import Against, TournamentCommand
from kiosk.tournament.bracket import PairingStatus
from kiosk.tournament.formats import SWISS
from kiosk.tournament.played import (
    ActOrigin,
    FormatPlay,
    FormatStanding,
    GameOutcome,
    NextAct,
    name_measures,
    pairing_stand,
)
from kiosk.tournament.swiss import NO_SWISS, Swiss, standings, still_in
from kiosk.tournament.swiss_results import (
    AwardSwissMatch,
    CorrectSwissResult,
    ReopenSwissMatch,
    TakeSwissResult,
)
from kiosk.tournament.swiss_rounds import (
    CloseSwiss,
    EnterSwiss,
    OpenSwiss,
    PairSwissRound,
    ReturnToSwiss,
    SwissPlayer,
    SwissRoundPaired,
    TakeSwissRoundBack,
    WithdrawFromSwiss,
    unfit_rules,
)
from kiosk.tournament.tournament import Division, DivisionFormat

NAME = "swiss"


def _unfit(form: DivisionFormat) -> Against:
    return () if form.swiss is None else unfit_rules(form.swiss)


def _opening(
    division: Division, order: Sequence[str], done: ActOrigin
) -> tuple[TournamentCommand, ...]:
    rules = division.format.swiss
    if rules is None:
        raise AssertionError(f"{division.name} is no Swiss; report this")
    players = tuple(SwissPlayer(player_id, player_id) for player_id in order)
    at = done.at_ms, done.by
    opened = OpenSwiss(*at, division.division_id, division.name, rules, players)
    return opened, PairSwissRound(*at, tuple(order))


def _stands(play: Swiss) -> dict[str, PairingStatus]:
    return {
        name: pairing_stand(name, NAME, game.round, (game.one, game.two), game.winner)
        for number, game in play.games.items()
        for name in [f"{NAME}-{game.round}-{number}"]
    }


def _rounds(play: Swiss) -> int:
    return play.book().rounds or play.rounds


def _taken(_play: Swiss, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    if outcome.winner is None:
        return None
    return TakeSwissResult(done.at_ms, done.by, outcome.number, outcome.winner)


def _awarded(_play: Swiss, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    if outcome.winner is None:
        return None
    return AwardSwissMatch(done.at_ms, done.by, outcome.number, outcome.winner, done.why)


def _corrected(_play: Swiss, done: ActOrigin, outcome: GameOutcome) -> TournamentCommand | None:
    if outcome.winner is None:
        return None
    return CorrectSwissResult(done.at_ms, done.by, outcome.number, outcome.winner, done.why)


def _reopened(number: int, done: ActOrigin) -> TournamentCommand:
    return ReopenSwissMatch(done.at_ms, done.by, number, done.why)


def _left(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return WithdrawFromSwiss(done.at_ms, done.by, entry_id, done.why)


def _back(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return ReturnToSwiss(done.at_ms, done.by, entry_id, done.why)


def _late(entry_id: str, done: ActOrigin) -> TournamentCommand:
    return EnterSwiss(done.at_ms, done.by, entry_id, entry_id)


def _standings(play: Swiss) -> tuple[FormatStanding, ...]:
    ties = [each.value for each in play.book().tie_breaks]
    return tuple(
        FormatStanding(
            "",
            each.place,
            each.player_id,
            each.wins,
            each.losses,
            name_measures(ties, each.ties),
            each.still_in,
        )
        for each in standings(play)
    )


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
    reopened=_reopened,
    late=_late,
    looked_at=frozenset({SwissRoundPaired}),
)
