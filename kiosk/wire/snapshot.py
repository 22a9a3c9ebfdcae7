"""A client's view of a table: one whole picture of the match at one instant.

It has the state of the clocks, the cube and the dice, and the actions of each side. It has nothing
that helps a player: no checkers, no pips, no chances, and nothing about what a side needs.
"""

import msgspec

from kiosk.rules import clock as clocks
from kiosk.rules.match import Match, Phase, Question
from kiosk.rules.match.aid import Aid
from kiosk.rules.match.rulings import Ruling
from kiosk.rules.prompts import prompts
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.roll import JudgedDie
from kiosk.rules.rulebook import CubeWord, StartFace, StopFor
from kiosk.rules.start import crawford_due
from kiosk.rules.table import Half, Seat
from kiosk.rules.units import BySide, Instant, Nanos, Side
from kiosk.wire.joining import JoinView
from kiosk.wire.next_match import NextMatches
from kiosk.wire.taps import Action as Action  # noqa: PLC0414
from kiosk.wire.taps import actions as actions  # noqa: PLC0414
from kiosk.wire.waiting import LateView, WaitingView, late_view, waiting_view


class StatementView(msgspec.Struct, frozen=True):
    """A side's statement of what the dice show; `values` None: the roll does not count."""

    values: tuple[int, ...] | None


class QuestionView(msgspec.Struct, frozen=True):
    """A roll put to both sides. `side` None: both threw an opening die (White's value first).

    `dice` is how many values count, `proposal` what the camera would guess, `picture` the sha256 of
    the frozen picture to show. `counted` is the roll that counts unless both state otherwise.
    """

    side: Side | None
    dice: int
    proposal: tuple[int, ...] | None
    reasons: tuple[Reason, ...]
    picture: str | None
    counted: tuple[int, ...] | None = None


class StandsView(msgspec.Struct, frozen=True):
    """The words of the cube that can't be taken back, and the sections for it."""

    words: tuple[CubeWord, ...]
    cite: str


class CubeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """`owner` None: centred. Not `in_play` in the Crawford game.

    `offered` is the level if a double on offer is taken.
    """

    level: int
    owner: Side | None
    in_play: bool
    offered: int | None
    stands: StandsView | None = None


class RefusedView(msgspec.Struct, frozen=True):
    """A roll that did not count: its picture, and each die with the reasons against it. `value`
    None: it could not be read.
    """

    picture: str | None
    dice: tuple[JudgedDie, ...]


class GameView(msgspec.Struct, frozen=True):
    """The game in progress. `roll` is high to low; `refused_for`: why the last one did not count,
    `refused`: what was thrown then.

    `presses` is the side that starts the first clock, `opening` the opening dice so far. `rolls`
    counts those of this game that counted, the opening roll included.
    """

    number: int
    crawford: bool
    on_turn: Side | None
    presses: Side | None
    opening: BySide[int | None]
    roll: tuple[int, ...] | None
    roll_picture: str | None
    refused_for: tuple[Reason, ...]
    cube: CubeView
    refused: RefusedView | None = None
    rolls: int = 0


class ClaimView(msgspec.Struct, frozen=True):
    """A claimed win: level 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int


class ResultView(msgspec.Struct, frozen=True):
    """How the last game ended."""

    winner: Side | None
    points: int
    cause: EndCause


class StopView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why play stands still. `by` and `why` are the director's, if it was an order; `side` and
    `purpose` those of the player who stopped the clocks.
    """

    reason: StopReason
    by: str | None
    why: str | None
    side: Side | None = None
    purpose: StopFor | None = None


class MessageView(msgspec.Struct, frozen=True):
    """The director's words to both players."""

    text: str
    by: str


class PressView(msgspec.Struct, frozen=True):
    """A press that did not count: why, and when the table refused it."""

    reasons: tuple[Reason, ...]
    at_ns: Instant


NOBODY: BySide[bool] = BySide(False, False)
NO_PRESS: BySide[PressView | None] = BySide(None, None)


class SideView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side. `reserve_ns` and `delay_ns` are as of the snapshot's `at_ns`.

    `delay_shown_ns` is the turn's delay on its clock; None if none runs. `seat` is None until the
    table is set up, `said` while nothing is asked or answered. `agreed`: to go on after a stop.
    `message_seen`: the message on the table, if there is one. `confirmed`: the result of the match.
    `mixer_wish`: where it wants a baffle box, if it asked for one. `language`: the tag of the
    language it reads; empty: it has chosen none. `aids`: its aids in use. `refused_press`: its last
    press of the clock, if the table has just refused it. `denied`: its question was just answered
    with no.
    """

    name: str
    members: tuple[str, ...]
    seat: Seat | None
    score: int
    ready: bool
    agreed: bool
    said: StatementView | None
    message_seen: bool
    reserve_ns: Nanos
    delay_ns: Nanos
    delay_shown_ns: Nanos | None
    flagged: bool
    actions: tuple[Action, ...]
    late: LateView | None = None
    confirmed: bool = False
    mixer_wish: Half | None = None
    language: str = ""
    aids: tuple[Aid, ...] = ()
    refused_press: PressView | None = None
    denied: bool = False


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", forbid_unknown_fields=True):
    """The table at `at_ns`, as of the rows up to `seq`.

    `length` is None for a single game. `running` is the side whose clock runs: from `at_ns` on a
    client counts that side's delay down, then its reserve, and corrects itself at the next
    snapshot. `dice_down`: dice lie on the board. `halted` is the reason if the table stopped
    itself: then nothing after `seq` was stored, and nothing more will be. `prompts` are the current
    prompts, the values of `rules.prompts`; a client shows those it has words for. `rulings` are the
    director's that a side has not read. `ailments` are codes of `kiosk doctor` for faults of the
    machine, the most serious first; `join` is how far this table is on its way to an event, None
    where it may not join one; `alone`: no director is set up; `thrown_in_vain`: dice were thrown
    while play is put off. No match knows these, and the table adds them. `cube_face` is the face up
    on a cube that counts as 1, where that is another number; else 0. `games` are the finished ones,
    in order; `crawford_next`: the Crawford game is next. For a finished match, `next_matches` are
    where the players play next, as far as their event knows, and `page` is the address of its page
    at the director's, empty as long as it has none; the table adds them.
    """

    seq: int
    at_ns: Instant
    match_id: str | None
    table: int | None
    length: int | None
    profile: str | None
    clocked: bool
    mixer: Half | None
    phase: Phase
    sides: BySide[SideView] | None
    game: GameView | None
    question: QuestionView | None
    claim: ClaimView | None
    running: Side | None
    stop: StopView | None
    message: MessageView | None
    director_called: Side | None
    dice_down: bool
    halted: str | None
    lost_devices: tuple[str, ...]
    sees_dice: bool
    last_result: ResultView | None
    winner: Side | None
    taken_over_by: str | None
    waiting: WaitingView
    prompts: tuple[str, ...]
    rulings: tuple[Ruling, ...] = ()
    ailments: tuple[str, ...] = ()
    join: JoinView | None = None
    cube_face: int = 0
    games: tuple[ResultView, ...] = ()
    next_matches: NextMatches | None = None
    page: str = ""
    crawford_next: bool = False
    alone: bool = False
    thrown_in_vain: bool = False


def snapshot(
    match: Match,
    seq: int,
    at: Instant,
    halted: str | None = None,
    presses: BySide[PressView | None] = NO_PRESS,
    denied: BySide[bool] = NOBODY,
    thrown_in_vain: bool = False,
) -> Snapshot:
    """The whole picture of `match` at `at`, after row `seq`; `presses` are those just refused,
    `denied` the sides whose question was just answered with no.
    """
    opened, stop, message = match.opened, match.stop, match.message
    question = match.game.question if match.game else None
    claim = match.game.claim if match.game else None
    result = match.last_result
    return Snapshot(
        seq=seq,
        at_ns=at,
        match_id=match.match_id,
        table=opened.table if opened else None,
        length=match.length,
        profile=match.book.profile if match.book else None,
        clocked=match.clocked,
        mixer=match.setup.mixer if match.setup else None,
        phase=match.phase,
        sides=BySide(
            *(_side(match, side, at, presses.of_side(side), denied.of_side(side)) for side in Side)
        )
        if opened
        else None,
        game=_game(match),
        question=_question(question) if question else None,
        claim=ClaimView(claim.side, claim.level) if claim else None,
        running=match.clock.running,
        stop=StopView(stop.reason, stop.by, stop.why, stop.side, stop.purpose) if stop else None,
        message=MessageView(message.text, message.by) if message else None,
        director_called=match.director_called,
        dice_down=match.dice_down,
        halted=halted,
        lost_devices=tuple(sorted(match.lost_devices)),
        sees_dice=match.sees_dice,
        last_result=ResultView(result.winner, result.points, result.cause) if result else None,
        winner=match.winner,
        taken_over_by=match.taken_over_by,
        waiting=waiting_view(match),
        prompts=tuple(prompt.value for prompt in prompts(match)),
        rulings=match.hearing.rulings,
        cube_face=_cube_face(match),
        games=tuple(ResultView(one.winner, one.points, one.cause) for one in match.games),
        thrown_in_vain=thrown_in_vain,
        crawford_next=match.phase is Phase.BETWEEN_GAMES and crawford_due(match),
    )


def _side(match: Match, side: Side, at: Instant, press: PressView | None, denied: bool) -> SideView:
    if match.opened is None:
        raise AssertionError("no sides before a match is opened")
    team = match.opened.sides.of_side(side)
    question = match.game.question if match.game else None
    statement = question.said.of_side(side) if question else None
    reading = clocks.remaining(match.clock, side, at)
    return SideView(
        name=team.name,
        members=tuple(member.name for member in team.members),
        seat=match.setup.seats.of_side(side) if match.setup else None,
        score=match.score.of_side(side),
        ready=match.ready.of_side(side),
        agreed=match.stop.agreed.of_side(side) if match.stop else False,
        said=StatementView(statement.values) if statement else None,
        message_seen=match.message.seen.of_side(side) if match.message else False,
        reserve_ns=reading.reserve,
        delay_ns=reading.delay,
        delay_shown_ns=clocks.delay_shown(match.clock, side, match.pace, at),
        flagged=reading.flagged,
        actions=actions(match, side, at),
        late=late_view(match, side),
        confirmed=match.outcome.confirmed.of_side(side),
        mixer_wish=match.dicing.mixer_wished.of_side(side),
        language=match.languages.of_side(side),
        aids=tuple(sorted(match.aids.of_side(side))),
        refused_press=press,
        denied=denied,
    )


def _game(match: Match) -> GameView | None:
    game = match.game
    if game is None:
        return None
    cube = game.cube
    offered = cube.level * 2 if match.phase is Phase.DOUBLED else None
    refused = game.refused if game.refused_for else None
    return GameView(
        number=game.number,
        crawford=game.crawford,
        on_turn=game.on_turn,
        presses=game.presses,
        opening=game.opening.map(lambda die: die.value if die else None),
        roll=game.roll,
        roll_picture=game.roll_picture,
        refused_for=game.refused_for,
        cube=CubeView(cube.level, cube.owner, cube.in_play, offered, _stands(match)),
        refused=RefusedView(refused.picture, refused.dice) if refused else None,
        rolls=game.moves.rolls,
    )


def _stands(match: Match) -> StandsView | None:
    """None where the book is silent."""
    if match.book is None or not match.book.cube.stands:
        return None
    return StandsView(tuple(sorted(match.book.cube.stands)), match.book.cite("cube.stands"))


def _cube_face(match: Match) -> int:
    """64, if the book has that face up at the start of a game."""
    if match.book is None or match.game is None or match.game.cube.level > 1:
        return 0
    return 0 if match.book.cube.start_face is StartFace.COUNTS_AS_ONE else 64


def _question(question: Question) -> QuestionView:
    return QuestionView(
        side=question.side,
        dice=question.thrown,
        proposal=question.proposal,
        reasons=question.reasons,
        picture=question.picture,
        counted=question.counted,
    )
