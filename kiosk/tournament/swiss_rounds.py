"""Acts on a Swiss: late entrants, pair rounds and take them back, close."""

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

MOST_PLAYERS = 512
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class EnterSwiss(TournamentCommand):
    """A late entrant has missed the rounds before."""

    player_id: str
    name: str


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
    """`players` are in it from the start."""

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


def against_closed(swiss: Swiss) -> Against:
    """Objection that it is closed."""
    return objections((swiss.closed, TournamentReason.OVER, swiss.swiss_id))


def refuse_entry(swiss: Swiss, command: EnterSwiss) -> Against:
    return against_closed(swiss) + objections(
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
    return Swiss(event.swiss_id, event.name, event.rules, players)


def apply_entered(swiss: Swiss, event: SwissEntered) -> Swiss:
    """The entrant was absent from each round so far; a round that is taken back is not missed."""
    late = {
        number: (*swiss.absent.get(number, ()), event.player_id)
        for number in range(1, event.missed + 1)
    }
    players = {**swiss.players, event.player_id: event.name}
    return replace(swiss, players=players, absent={**swiss.absent, **late})


def apply_paired(swiss: Swiss, event: SwissRoundPaired) -> Swiss:
    rounds = swiss.rounds + 1
    games = {**swiss.games, **{game.number: game for game in event.games}}
    return replace(swiss, games=games, absent={**swiss.absent, rounds: event.absent}, rounds=rounds)


def apply_round_back(swiss: Swiss, event: SwissRoundTakenBack) -> Swiss:
    games = {number: game for number, game in swiss.games.items() if number not in event.numbers}
    absent = {number: each for number, each in swiss.absent.items() if number < swiss.rounds}
    return replace(swiss, games=games, absent=absent, rounds=swiss.rounds - 1)


def apply_closed(swiss: Swiss, _event: SwissClosed) -> Swiss:
    return replace(swiss, closed=True)


ACTS = (
    TournamentAct(EnterSwiss, refuse_entry, enter),
    TournamentAct(PairSwissRound, refuse_round, pair),
    TournamentAct(TakeSwissRoundBack, refuse_round_back, take_round_back),
    TournamentAct(CloseSwiss, refuse_closing, close),
)
FACTS = (
    TournamentFact(SwissOpened, apply_opened),
    TournamentFact(SwissEntered, apply_entered),
    TournamentFact(SwissRoundPaired, apply_paired),
    TournamentFact(SwissRoundTakenBack, apply_round_back),
    TournamentFact(SwissClosed, apply_closed),
)
