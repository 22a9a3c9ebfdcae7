"""Acts on a Swiss: open, enter, pair rounds and take them back, close."""

from collections import Counter
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.swiss import (
    Swiss,
    SwissGame,
    SwissGrouping,
    SwissRules,
    byes,
    group_scores,
    opponents_met,
    played_out,
    running,
    still_in,
)
from kiosk.tournament.swiss_pairing import pair_round
from kiosk.tournament.swiss_results import SwissMatchAwarded, against_closed

MOST_PLAYERS = 512
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenSwiss(TournamentCommand):
    """`players` are in it from the start."""

    swiss_id: str
    name: str
    rules: SwissRules
    players: tuple[SwissPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterSwiss(TournamentCommand):
    """A late entrant has missed the rounds before."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class WithdrawFromSwiss(TournamentCommand):
    """A player plays no more; his opponent wins a match not ended."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class ReturnToSwiss(TournamentCommand):
    """A withdrawal was a mistake; matches awarded meanwhile stand until corrected."""

    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class PairSwissRound(TournamentCommand):
    """The players present, in random order; others still in it miss the round."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeSwissRoundBack(TournamentCommand):
    """Take the newest round back, as if it had not been paired; none of its matches has a
    result.
    """

    why: str


@dataclass(frozen=True, slots=True)
class CloseSwiss(TournamentCommand):
    """Nothing is left to pair, or to correct."""


@dataclass(frozen=True, slots=True)
class SwissOpened(TournamentEvent):
    swiss_id: str
    name: str
    rules: SwissRules
    players: tuple[SwissPlayer, ...]


@dataclass(frozen=True, slots=True)
class SwissEntered(TournamentEvent):
    player_id: str
    name: str
    missed: int


@dataclass(frozen=True, slots=True)
class SwissWithdrawn(TournamentEvent):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class SwissReturned(TournamentEvent):
    player_id: str
    why: str


@dataclass(frozen=True, slots=True)
class SwissRoundPaired(TournamentEvent):
    games: tuple[SwissGame, ...]
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwissRoundTakenBack(TournamentEvent):
    """The matches of the round taken back."""

    numbers: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class SwissClosed(TournamentEvent):
    pass


def refuse_opening(swiss: Swiss, command: OpenSwiss) -> Against:
    ids = Counter(each.player_id for each in command.players)
    return objections(
        (swiss.rules is not None, TournamentReason.EVENT_IS_OPEN, swiss.swiss_id),
        (not command.swiss_id.strip(), TournamentReason.EMPTY, "swiss_id"),
        (not command.name.strip(), TournamentReason.EMPTY, "name"),
        *(
            (not each.player_id.strip(), TournamentReason.EMPTY, "player_id")
            for each in command.players
        ),
        *((not each.name.strip(), TournamentReason.EMPTY, "player") for each in command.players),
        *((count > 1, TournamentReason.TAKEN, player_id) for player_id, count in ids.items()),
        (len(ids) > MOST_PLAYERS, TournamentReason.NO_LATE_PLACE, f"{MOST_PLAYERS}"),
    ) + unfit_rules(command.rules)


def unfit_rules(rules: SwissRules) -> Against:
    """What is wrong with the rules."""
    least = 1 if rules.by is SwissGrouping.WINS else 0
    late = (
        rules.lives - 1 if rules.by is SwissGrouping.LIVES and rules.absent_loses else MOST_ROUNDS
    )
    ties = Counter(rules.tie_breaks)
    return objections(
        out_of_range("rounds", rules.rounds, least, MOST_ROUNDS),
        out_of_range("lives", rules.lives, 1, MOST_ROUNDS),
        (rules.left < 1, TournamentReason.BAD_VALUE, f"left {rules.left}"),
        out_of_range("late_rounds", rules.late_rounds, 0, late),
        *((count > 1, TournamentReason.TAKEN, tie) for tie, count in ties.items()),
    )


def open_swiss(_swiss: Swiss, command: OpenSwiss) -> tuple[TournamentEvent, ...]:
    return (
        SwissOpened(
            command.at_ms,
            command.by,
            command.swiss_id,
            command.name,
            command.rules,
            command.players,
        ),
    )


def refuse_entry(swiss: Swiss, command: EnterSwiss) -> Against:
    return against_closed(swiss) + objections(
        (not command.player_id.strip(), TournamentReason.EMPTY, "player_id"),
        (not command.name.strip(), TournamentReason.EMPTY, "name"),
        (command.player_id in swiss.players, TournamentReason.TAKEN, command.player_id),
        (
            swiss.rounds > swiss.book().late_rounds,
            TournamentReason.TOO_LATE,
            f"round {swiss.rounds}",
        ),
        (len(swiss.players) >= MOST_PLAYERS, TournamentReason.NO_LATE_PLACE, f"{MOST_PLAYERS}"),
    )


def enter(swiss: Swiss, command: EnterSwiss) -> tuple[TournamentEvent, ...]:
    player_id, name = command.player_id, command.name
    return (SwissEntered(command.at_ms, command.by, player_id, name, swiss.rounds),)


def refuse_withdrawal(swiss: Swiss, command: WithdrawFromSwiss) -> Against:
    player_id = command.player_id
    return against_closed(swiss) + objections(
        (player_id not in swiss.players, TournamentReason.UNKNOWN, player_id),
        (player_id in swiss.gone, TournamentReason.GONE, player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def withdraw(swiss: Swiss, command: WithdrawFromSwiss) -> tuple[TournamentEvent, ...]:
    at, by, player_id, why = command.at_ms, command.by, command.player_id, command.why
    awarded = [
        replace(game, winner=game.other(player_id), awarded=True)
        for game in running(swiss)
        if player_id in game.both
    ]
    return (
        SwissWithdrawn(at, by, player_id, why),
        *(SwissMatchAwarded(at, by, game, why) for game in awarded),
    )


def refuse_return(swiss: Swiss, command: ReturnToSwiss) -> Against:
    return against_closed(swiss) + objections(
        (command.player_id not in swiss.gone, TournamentReason.UNKNOWN, command.player_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def come_back(_swiss: Swiss, command: ReturnToSwiss) -> tuple[TournamentEvent, ...]:
    return (SwissReturned(command.at_ms, command.by, command.player_id, command.why),)


def refuse_round(swiss: Swiss, command: PairSwissRound) -> Against:
    counts, may = Counter(command.order), still_in(swiss)
    return against_closed(swiss) + objections(
        *((True, TournamentReason.NOT_OVER, f"{game.number}") for game in running(swiss)),
        (played_out(swiss), TournamentReason.OVER, f"round {swiss.rounds}"),
        *(
            (player_id not in swiss.players, TournamentReason.UNKNOWN, player_id)
            for player_id in counts
        ),
        *(
            (player_id in swiss.players and player_id not in may, TournamentReason.GONE, player_id)
            for player_id in counts
        ),
        *((count > 1, TournamentReason.TAKEN, player_id) for player_id, count in counts.items()),
        (len(counts) < 2, TournamentReason.EMPTY, "order"),
    )


def pair(swiss: Swiss, command: PairSwissRound) -> tuple[TournamentEvent, ...]:
    found = pair_round(command.order, group_scores(swiss), opponents_met(swiss), byes(swiss))
    number, rounds = len(swiss.games) + 1, swiss.rounds + 1
    games = [
        SwissGame(each, rounds, one, two) for each, (one, two) in enumerate(found.pairs, number)
    ]
    if found.waits is not None:
        bye = SwissGame(number + len(games), rounds, found.waits, None, found.waits)
        games.append(bye)
    absent = tuple(player_id for player_id in still_in(swiss) if player_id not in command.order)
    return (SwissRoundPaired(command.at_ms, command.by, tuple(games), absent),)


def newest(swiss: Swiss) -> tuple[SwissGame, ...]:
    """The matches of the newest round."""
    return tuple(game for game in swiss.games.values() if game.round == swiss.rounds)


def refuse_round_back(swiss: Swiss, command: TakeSwissRoundBack) -> Against:
    over = [game for game in newest(swiss) if game.two is not None and not game.open]
    return against_closed(swiss) + objections(
        (swiss.rounds == 0, TournamentReason.NO_DRAW, swiss.swiss_id),
        *((True, TournamentReason.BEGUN, f"{game.number}") for game in over),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def take_round_back(swiss: Swiss, command: TakeSwissRoundBack) -> tuple[TournamentEvent, ...]:
    numbers = tuple(game.number for game in newest(swiss))
    return (SwissRoundTakenBack(command.at_ms, command.by, numbers, command.why),)


def refuse_closing(swiss: Swiss, _command: CloseSwiss) -> Against:
    return against_closed(swiss) + objections(
        (not played_out(swiss), TournamentReason.NOT_OVER, f"round {swiss.rounds}")
    )


def close(_swiss: Swiss, command: CloseSwiss) -> tuple[TournamentEvent, ...]:
    return (SwissClosed(command.at_ms, command.by),)


def apply_opened(_swiss: Swiss, event: SwissOpened) -> Swiss:
    players = {each.player_id: each.name for each in event.players}
    missed = dict.fromkeys(players, 0)
    return Swiss(event.swiss_id, event.name, event.rules, players, missed=missed)


def apply_entered(swiss: Swiss, event: SwissEntered) -> Swiss:
    """The entrant was absent from each round so far; a round that is taken back is not missed."""
    late = {
        number: (*swiss.absent.get(number, ()), event.player_id)
        for number in range(1, event.missed + 1)
    }
    return replace(
        swiss,
        players={**swiss.players, event.player_id: event.name},
        missed={**swiss.missed, event.player_id: event.missed},
        absent={**swiss.absent, **late},
    )


def apply_withdrawn(swiss: Swiss, event: SwissWithdrawn) -> Swiss:
    return replace(swiss, gone=swiss.gone | {event.player_id})


def apply_returned(swiss: Swiss, event: SwissReturned) -> Swiss:
    return replace(swiss, gone=swiss.gone - {event.player_id})


def apply_paired(swiss: Swiss, event: SwissRoundPaired) -> Swiss:
    missed = {
        **swiss.missed,
        **{player_id: swiss.missed[player_id] + 1 for player_id in event.absent},
    }
    rounds = swiss.rounds + 1
    absent = {**swiss.absent, rounds: event.absent}
    return replace(swiss.with_games(event.games), missed=missed, absent=absent, rounds=rounds)


def apply_round_back(swiss: Swiss, event: SwissRoundTakenBack) -> Swiss:
    games = {number: game for number, game in swiss.games.items() if number not in event.numbers}
    absent = {
        number: player_id for number, player_id in swiss.absent.items() if number < swiss.rounds
    }
    here = swiss.absent.get(swiss.rounds, ())
    missed = {**swiss.missed, **{player_id: swiss.missed[player_id] - 1 for player_id in here}}
    return replace(swiss, games=games, missed=missed, absent=absent, rounds=swiss.rounds - 1)


def apply_closed(swiss: Swiss, _event: SwissClosed) -> Swiss:
    return replace(swiss, closed=True)


ACTS = (
    TournamentAct(OpenSwiss, refuse_opening, open_swiss, before_opening=True),
    TournamentAct(EnterSwiss, refuse_entry, enter),
    TournamentAct(WithdrawFromSwiss, refuse_withdrawal, withdraw),
    TournamentAct(ReturnToSwiss, refuse_return, come_back),
    TournamentAct(PairSwissRound, refuse_round, pair),
    TournamentAct(TakeSwissRoundBack, refuse_round_back, take_round_back),
    TournamentAct(CloseSwiss, refuse_closing, close),
)
FACTS = (
    TournamentFact(SwissOpened, apply_opened),
    TournamentFact(SwissEntered, apply_entered),
    TournamentFact(SwissWithdrawn, apply_withdrawn),
    TournamentFact(SwissReturned, apply_returned),
    TournamentFact(SwissRoundPaired, apply_paired),
    TournamentFact(SwissRoundTakenBack, apply_round_back),
    TournamentFact(SwissClosed, apply_closed),
)
