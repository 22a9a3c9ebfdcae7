"""How a game ends, what it scores, and when that ends the match."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from kiosk.rules.act import NOTHING, Act, Against, always, unopposed
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision, Grant
from kiosk.rules.fact import Event, Fact, in_game, in_hearing
from kiosk.rules.length import series_won, settle_pending
from kiosk.rules.match import Claim, EndedGame, Game, LastResult, Match, Phase
from kiosk.rules.match.outcome import LastGame
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.play import PlayResumed, end_clock, not_before, stop_clock
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import Claiming, OfferWhen, RuleBook, WithoutClock
from kiosk.rules.tap import Tap, TapOption, Try, plain_tap
from kiosk.rules.units import BySide, Instant, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinDeclared(Command):
    """A side claims a won game: level 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int


@dataclass(frozen=True, slots=True)
class WinAgreed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class WinDisputed(Command):
    side: Side


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinClaimed(Event):
    """`resumes` is the side whose clock goes on if the claim is contested; None if no clock ran."""

    side: Side
    level: int
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class WinContested(Event):
    """The other side disagrees; the game is played on."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """`level` 1-3; `points` = level x cube under the book; `score` is after the game.

    `ran` is the side whose clock stopped with it.
    """

    winner: Side | None
    level: int
    cube: int
    points: int
    cause: EndCause
    score: BySide[int]
    cites: tuple[str, ...]
    ran: Side | None = None


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    winner: Side
    score: BySide[int]
    cause: EndCause
    cites: tuple[str, ...]


LEVELS = frozenset({1, 2, 3})
"""Single game, gammon, backgammon."""


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_ending_now(match: Match, side: Side, *, claims: bool) -> Against:
    rules, game = require(match.book).offer, require(match.game)
    reasons: list[Reason] = []
    if not match.clocked and rules.without_clock is WithoutClock.THROUGH_DIRECTOR:
        reasons.append(Reason.THROUGH_DIRECTOR)
    if claims and rules.claim is Claiming.NONE:
        reasons.append(Reason.NO_CLAIMS)
    turn_over = (game.on_turn is side) == (match.phase is Phase.MOVING)
    if rules.when is OfferWhen.AFTER_OWN_TURN and not turn_over:
        reasons.append(Reason.NOT_AFTER_OWN_TURN)
    return tuple(reasons)


def refuse_win(match: Match, command: WinDeclared) -> Against:
    """Dice just thrown are judged first. The side moving may have borne off its last checker."""
    if match.held is not None:
        return (Reason.NOT_NOW,)
    if command.level not in LEVELS:
        return (Reason.BAD_VALUE,)
    moving = match.phase is Phase.MOVING and require(match.game).on_turn is command.side
    return NOTHING if moving else refuse_ending_now(match, command.side, claims=True)


def declare_win(decision: Decision, command: WinDeclared) -> None:
    """Claim the win; the clock stops meanwhile (norway §4.3(ii)(g))."""
    if not decision.book.ending.opponent_confirms:
        moved = decision.match.phase is Phase.MOVING and decision.game.on_turn is command.side
        end_game(decision, command.side, command.level, _cause(moved), command.at)
        return
    resumes = stop_clock(decision, command.at)
    decision.emit(WinClaimed(command.side, command.level, resumes))


def ends_alone(match: Match, _command: WinDeclared) -> bool:
    """Whether the win needs no agreement, so that a tap takes it back."""
    return not require(match.book).ending.opponent_confirms


def refuse_agreeing(match: Match, command: WinAgreed) -> Against:
    return NOTHING if _claim(match).side is command.side.other else (Reason.NOT_YOUR_TURN,)


def agree_win(decision: Decision, command: WinAgreed) -> None:
    claim = _claim(decision.match)
    moved = claim.claimed_in is Phase.MOVING and decision.game.on_turn is claim.side
    end_game(decision, claim.side, claim.level, _cause(moved), command.at)


def _cause(moved: bool) -> EndCause:
    """PLAYED if the winner has just moved and so bore off; otherwise CLAIM."""
    return EndCause.PLAYED if moved else EndCause.CLAIM


def dispute_win(decision: Decision, command: WinDisputed) -> None:
    """Either side may: the other contests the claim, or the claimant withdraws it."""
    resumes = _claim(decision.match).resumes
    decision.emit(WinContested(command.side, (decision.book.cite("ending.opponent_confirms"),)))
    if resumes is not None:
        decision.emit(PlayResumed(resumes, not_before(decision, command.at)))


def _claim(match: Match) -> Claim:
    return require(require(match.game).claim)


def end_game(decision: Decision, winner: Side, level: int, cause: EndCause, at: Instant) -> None:
    """Score level x cube for the winner; the match ends if that is enough."""
    ran = end_clock(decision, at)
    cube, book = decision.game.cube, decision.book
    cites: tuple[str, ...] = ()
    if level != counted_level(book, level, cube.level):
        level, cites = 1, (book.cite("cube.jacoby"),)
    points = level * cube.level
    score = decision.match.score.with_(winner, decision.match.score.of_side(winner) + points)
    decision.emit(GameEnded(winner, level, cube.level, points, cause, score, cites, ran))
    length = decision.match.length
    if length is None or score.of_side(winner) >= length:
        decision.emit(MatchEnded(winner, score, cause, ()))
        series_won(decision, winner)
    else:
        settle_pending(decision)


def counted_level(book: RuleBook, level: int, cube: int) -> int:
    """The level that counts: under the Jacoby rule gammons count only once the cube was turned."""
    return 1 if book.cube.jacoby and cube == 1 else level


def end_match(
    decision: Decision, winner: Side, cause: EndCause, at: Instant, cites: tuple[str, ...]
) -> None:
    """End the match away from the board: a game in progress scores nothing."""
    ran = stop_clock(decision, at)
    score = decision.match.score
    if decision.match.game is not None:
        cube = decision.game.cube.level
        decision.emit(GameEnded(winner, 1, cube, 0, cause, score, cites, ran))
    decision.emit(MatchEnded(winner, score, cause, cites))
    series_won(decision, winner)


def lose_match(decision: Decision, proposal: Proposal, order: Order) -> None:
    winner = require(proposal.side).other
    end_match(decision, winner, END_OF[proposal.cause], order.at, proposal.cites)


END_OF: Mapping[ProposalCause, EndCause] = MappingProxyType(
    {
        ProposalCause.TIME_USED_UP: EndCause.FLAG,
        ProposalCause.LATE: EndCause.PENALTY,
        ProposalCause.BREAK_OVERRUN: EndCause.PENALTY,
        ProposalCause.CAMERA_REFUSED: EndCause.RULING,
    }
)
"""The cause of the end when a match is lost by a proposal."""


# --- state changes --------------------------------------------------------------------------------


def apply_win_claimed(match: Match, event: WinClaimed) -> Match:
    claim = Claim(event.side, event.level, match.phase, event.resumes)
    return replace(in_game(match, claim=claim), phase=Phase.CLAIMED)


def apply_win_contested(match: Match, _event: WinContested) -> Match:
    if match.game is None or match.game.claim is None:
        return match
    return replace(in_game(match, claim=None), phase=match.game.claim.claimed_in)


def apply_game_ended(match: Match, event: GameEnded) -> Match:
    ended = LastResult(event.winner, event.points, event.cause)
    return replace(
        match,
        phase=Phase.BETWEEN_GAMES,
        score=event.score,
        games_played=match.games_played + 1,
        game=None,
        stop=None,
        call=None,
        dicing=match.dicing.after_game(),
        tower=None,
        held=None,
        schedule=replace(match.schedule, played_until=match.clock.since or None),
        games=(*match.games, ended),
        last_result=ended,
        last_game=_last_game(event, match),
        ended_game=_ended_game(match, event.ran),
    )


def _ended_game(match: Match, ran: Side | None) -> EndedGame | None:
    if match.game is None:
        return None
    return EndedGame(
        phase=match.phase,
        game=match.game,
        book=match.book,
        dicing=match.dicing,
        lengths=match.lengths,
        crawford_played=match.crawford_played,
        crawford_next=match.crawford_next,
        pending=match.proposals.pending,
        ran=ran,
        delay_left=match.clock.delay_left,
        used=match.clock.used,
        reserve=match.clock.reserve,
    )


def _last_game(event: GameEnded, match: Match) -> LastGame | None:
    game = match.game
    if game is None:
        return match.last_game
    return LastGame(
        number=game.number,
        winner=event.winner,
        level=event.level,
        points=event.points,
        cause=event.cause,
        right_cube=_right_cube(game, event),
    )


def _right_cube(game: Game, event: GameEnded) -> int | None:
    """The cube's level without doubles that were not allowed; None if all were."""
    if event.points == 0:
        return None
    if game.crawford and (game.cube.level > 1 or event.cause is EndCause.PASS):
        return 1
    return game.doubles.before_dead.level if game.doubles.before_dead else None


def apply_match_ended(match: Match, event: MatchEnded) -> Match:
    """A match decided between two games was not decided by the last of them."""
    last = match.last_result
    apart = LastResult(event.winner, 0, event.cause)
    return replace(
        match,
        last_result=last if last is not None and last.cause is event.cause else apart,
        phase=Phase.MATCH_OVER,
        winner=event.winner,
        score=event.score,
        stop=None,
        call=None,
        proposals=replace(match.proposals, pending=()),
    )


def without_calls(match: Match) -> Match:
    """After a match, a call and a dispute about the result end with the director's order."""
    if match.phase is not Phase.MATCH_OVER:
        return match
    return in_hearing(replace(match, call=None), dispute=None, wrong=None)


def _levels(_match: Match, _side: Side) -> Iterator[Try]:
    for level in sorted(LEVELS):
        yield TapOption(level=level), ()


WIN = Tap(_levels, lambda a, side, _, at: WinDeclared(at, side, a.level or 1))

# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        WinDeclared,
        (Phase.TO_ROLL, Phase.MOVING),
        refuse_win,
        declare_win,
        while_stopped=False,
        tap=WIN,
        may_take_back=ends_alone,
    ),
    Act(
        WinAgreed,
        (Phase.CLAIMED,),
        refuse_agreeing,
        agree_win,
        while_stopped=False,
        tap=plain_tap(WinAgreed),
        may_take_back=always,
    ),
    Act(
        WinDisputed,
        (Phase.CLAIMED,),
        unopposed,
        dispute_win,
        while_stopped=False,
        tap=plain_tap(WinDisputed),
    ),
)


FACTS = (
    Fact(WinClaimed, apply_win_claimed),
    Fact(WinContested, apply_win_contested),
    Fact(GameEnded, apply_game_ended),
    Fact(MatchEnded, apply_match_ended),
)

GRANTS: tuple[tuple[ProposalKind, Grant], ...] = ((ProposalKind.MATCH_LOST, lose_match),)
