"""What each half shows, in words and numbers: a pure function of the snapshot, the instant and the
link. Widgets only draw it.

No aids to play: no pip counts, chances, legal plays or warnings about a move.
"""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, language_of
from kiosk.catalogue.rulings import format_ruling
from kiosk.catalogue.terms import SIDES, isolated
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text
from kiosk.rules.match import IN_GAME, Phase
from kiosk.rules.match.aid import Aid
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.prompts.dice import DicePrompt
from kiosk.rules.prompts.game import GamePrompt
from kiosk.rules.result import CHALLENGER
from kiosk.rules.table import PictureSeat
from kiosk.rules.units import SECOND_NS, BySide, Instant, Nanos, Side, require
from kiosk.screen import words
from kiosk.screen.contested import describe_contested
from kiosk.screen.controls import ScreenControl
from kiosk.screen.joining import join_controls, next_language
from kiosk.screen.notes import notes
from kiosk.screen.prompt import rows
from kiosk.screen.seen import Perspective, Screen
from kiosk.screen.set_up import ScreenSetUp
from kiosk.screen.situation import both_opening, keys_of, undo_deadline
from kiosk.screen.state import FLASH_NS, REFUSAL_SHOWN_NS, LinkState, LinkStatus
from kiosk.screen.theme import Mood
from kiosk.screen.timing import minutes, seconds
from kiosk.wire.joining import JoinView
from kiosk.wire.snapshot import (
    CubeView,
    GameView,
    RefusedView,
    SideView,
    Snapshot,
)

BEAT_NS = SECOND_NS // 4
"""Time between two steps of a running clock's bar, and between two redraws."""

LAST_MINUTE_NS = 60 * SECOND_NS
LAST_SECONDS_NS = 10 * SECOND_NS

BEATS = 16
"""Steps of the bar from one end to the other."""


class Owner(StrEnum):
    MINE = "mine"
    THEIRS = "theirs"
    CENTRED = "centred"


@dataclass(frozen=True, slots=True)
class NameAndScore:
    name: str
    score: str


class Urgency(StrEnum):
    """How close a reserve is to its end, in a game."""

    NONE = "none"
    MINUTE = "minute"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class ClockFace:
    """`reserve` as m:ss, `delay` in seconds, both rounded up; empty while no delay runs."""

    reserve: str
    delay: str
    flagged: bool
    urgency: Urgency = Urgency.NONE


@dataclass(frozen=True, slots=True)
class CubeFace:
    """The cube as this half sees it.

    `level`: its value, or the value it is offered at. `face`: the number facing up while the cube
    counts as 1, if it is another; else 0.
    """

    level: int
    owner: Owner
    offered: bool
    in_play: bool
    face: int = 0


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """`values` from high to low; `picture` is the sha256 of the frozen picture.

    `current` until its turn is over. In the opening, `values` are the dice known so far.
    """

    values: tuple[int, ...]
    picture: str | None
    current: bool


@dataclass(frozen=True, slots=True)
class AskedRoll:
    """A roll both sides are asked about: the frozen picture and the camera's proposal."""

    picture: str | None
    proposal: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RefusedDie:
    """One die of a roll that does not count.

    `value`: None if it could not be read. `why`: what is wrong with it, or that nothing is; empty
    if the roll is void for a reason other than its dice.
    """

    value: int | None
    why: str
    bad: bool


@dataclass(frozen=True, slots=True)
class UncountedRoll:
    """A roll that does not count, shown as large as a question: players may dispute it."""

    picture: str | None
    dice: tuple[RefusedDie, ...]


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message or ruling of the director; `title` names which."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HalfView:
    """One side's half, in `language` except for texts that people wrote.

    `beat`: position of the moving bar, 0 to BEATS - 1; None if its clock does not run.
    `quiet`: requests beside the prompt, shown in one line.
    `entering`: names of the players whose dice a pad takes, in order; empty for a plain roll.
    `occasion`: changes when half-entered numbers no longer apply.
    `aids`: what its player turned on under "Easier to use".
    """

    side: Side | None
    mood: Mood
    clock: ClockFace | None
    beat: int | None
    own: NameAndScore | None
    other: NameAndScore | None
    length: str
    crawford: bool
    crawford_next: bool
    """The next game is the Crawford game."""
    games: tuple[str, ...]
    """The games so far, then shorter and shorter ways to write them."""
    cube: CubeFace | None
    roll: ShownRoll | None
    question: AskedRoll | None
    refused: UncountedRoll | None
    message: ShownMessage | None
    prompt: str
    quiet: tuple[str, ...]
    notes: tuple[str, ...]
    controls: tuple[ScreenControl, ...]
    entering: tuple[str, ...]
    occasion: tuple[object, ...]
    language: Language
    aids: frozenset[Aid] = frozenset()
    contested: str = ""
    """What the director was called about, with each side's claim."""
    page: str = ""
    """The address of the page of the match that is over, drawn as a QR code."""
    still: bool = True
    """Neither clock runs."""
    large: str = ""
    """Shown in place of the clock: the time left of a break, or the score between games."""
    won: bool = False
    """This side won the match."""
    guide: bool = False
    """Show the pictures that lead a player through a turn, and nothing else."""
    lifts: bool = False
    """The match has no clock: lifting the dice ends a turn."""
    undo_s: int = 0
    """Seconds left, rounded up, to take back the last settlement."""


@dataclass(frozen=True, slots=True)
class ScreenView:
    """Both halves. `dimmed`: the table does not answer, so the view is old and has no keys."""

    seq: int | None
    phase: Phase | None
    bottom: HalfView
    top: HalfView
    dimmed: bool
    changes_at: int = 0
    """Monotonic ns at which something shown next disappears by itself; it may be in the past."""
    join: JoinView | None = None
    """Progress of joining an event, where this table may join one."""
    other_language: str = ""
    """Native name of the next language, while no match is open; empty if there is only one."""

    def half(self, side: Side) -> HalfView | None:
        """The half of a side; None if it has none."""
        return next((half for half in (self.bottom, self.top) if half.side is side), None)


EVERYBODY_IN_ENGLISH: BySide[Language] = BySide(ENGLISH, ENGLISH)


def languages_of(snapshot: Snapshot | None, there: Languages, own: str = "") -> BySide[Language]:
    """Each side's language, one of `there`; `own` is the screen's, for sides that chose none."""
    if snapshot is None or snapshot.sides is None:
        return BySide(language_of(there, own), language_of(there, own))
    return snapshot.sides.map(lambda side: language_of(there, side.language or own))


def view(
    snapshot: Snapshot | None,
    now_ns: int,
    link: LinkStatus,
    languages: BySide[Language] = EVERYBODY_IN_ENGLISH,
    there: Languages = ENGLISH_ONLY,
    set_up: ScreenSetUp | None = None,
) -> ScreenView:
    """The view to draw at `now_ns` (monotonic clock of this machine), each half in its side's
    language.

    `there`: the languages a side may choose. `set_up`: the screen's set-up, if a PIN lets the
    director change it. Without a match the lower half is White's.
    """
    up = link.state is LinkState.UP
    if snapshot is None or snapshot.sides is None:
        bottom, top = (
            _blank(link, snapshot, now_ns, language)
            for language in (languages.white, languages.black)
        )
        if snapshot is None:
            return ScreenView(None, None, bottom, top, dimmed=False)
        other = next_language(there, languages.white)
        return ScreenView(
            snapshot.seq,
            snapshot.phase,
            bottom,
            top,
            dimmed=not up,
            join=snapshot.join if up else None,
            other_language=there[other].name if other else "",
        )
    at = Instant(now_ns if up else min(now_ns, link.since_ns))
    seat = snapshot.sides.white.seat
    white_on_top = seat is not None and seat.picture is PictureSeat.TOP
    lower = Side.BLACK if white_on_top else Side.WHITE
    bottom, top = (
        _half(snapshot, side, at, link, now_ns, languages.of_side(side), there, set_up)
        for side in (lower, lower.other)
    )
    return ScreenView(
        snapshot.seq,
        snapshot.phase,
        bottom,
        top,
        dimmed=not up,
        changes_at=_changes_at(snapshot, now_ns),
        join=snapshot.join if up else None,
    )


def _changes_at(snapshot: Snapshot, now_ns: int) -> int:
    """Monotonic ns at which something shown next disappears by itself; it may be in the past."""
    taken_back = undo_deadline(snapshot)
    sides = require(snapshot.sides)
    presses = (sides.white.refused_press, sides.black.refused_press)
    ends = [
        press.at_ns + shown_ns
        for press in presses
        if press is not None
        for shown_ns in (FLASH_NS, REFUSAL_SHOWN_NS)
    ]
    return min((at for at in (taken_back, *ends) if at > now_ns), default=taken_back)


def _blank(
    link: LinkStatus, snapshot: Snapshot | None, now_ns: int, language: Language
) -> HalfView:
    """A half without a match: only what to wait for."""
    return HalfView(
        side=None,
        mood=Mood.RESTING,
        clock=None,
        beat=None,
        own=None,
        other=None,
        length="",
        crawford=False,
        crawford_next=False,
        games=(),
        cube=None,
        roll=None,
        question=None,
        refused=None,
        message=None,
        prompt=format_text(words.NO_TABLE if snapshot is None else words.NO_MATCH, language),
        quiet=(),
        notes=notes(snapshot, None, link, now_ns, language),
        controls=join_controls(snapshot, language)
        if snapshot and link.state is LinkState.UP
        else (),
        entering=(),
        occasion=(),
        language=language,
    )


def _half(
    snapshot: Snapshot,
    side: Side,
    at: Instant,
    link: LinkStatus,
    now_ns: int,
    language: Language,
    there: Languages,
    set_up: ScreenSetUp | None,
) -> HalfView:
    bare = require(snapshot.sides).map(lambda each: each.name.strip())
    snapshot = _with_short_names(snapshot, language)
    sides = require(snapshot.sides)
    me, other = sides.of_side(side), sides.of_side(side.other)
    game, question = snapshot.game, snapshot.question
    message = _unread_rulings(snapshot, side, language) or _message(snapshot, me, language)
    live = link.state is LinkState.UP and snapshot.halted is None
    seen = Perspective(snapshot, side, at)
    held = rows(seen)
    shown = held[0]
    page = snapshot.page if _is_signed(snapshot) or shown.screen in RESULT_STANDS else ""
    quiet = (*((words.TAKE_IT_HOME,) if page else ()), *_quiet(snapshot, side, at))
    return HalfView(
        side=side,
        mood=_mood(snapshot, side, now_ns),
        clock=clock(snapshot, side, at),
        beat=_beat(snapshot, side, at),
        own=NameAndScore(bare.of_side(side) or me.name, str(me.score)),
        other=NameAndScore(bare.of_side(side.other) or other.name, str(other.score)),
        length=format_text(words.length(snapshot.length), language),
        crawford=game is not None and game.crawford and snapshot.length != 1,
        crawford_next=snapshot.crawford_next and snapshot.length != 1,
        games=_games_so_far(snapshot, side, language),
        cube=_cube(game.cube, side, snapshot.cube_face) if game else None,
        roll=_roll(snapshot, game) if game else None,
        question=AskedRoll(question.picture, question.proposal) if question else None,
        refused=_refused(snapshot, language),
        message=message,
        prompt=format_text(shown.sentence(seen), language),
        quiet=tuple(format_text(each, language) for each in quiet),
        notes=notes(snapshot, side, link, now_ns, language),
        controls=keys_of(seen, held, language, there, set_up) if live else (),
        entering=_entering(snapshot),
        occasion=_occasion(snapshot),
        language=language,
        aids=frozenset(me.aids),
        contested=_contested(seen, language),
        page=page,
        still=snapshot.running is None,
        large=_large(snapshot, side, at),
        won=snapshot.phase is Phase.MATCH_OVER and snapshot.winner is side,
        guide=shown.screen is Screen.GUIDE,
        lifts=not snapshot.clocked,
        undo_s=_undo_s(snapshot, at),
    )


def _contested(seen: Perspective, language: Language) -> str:
    matter = describe_contested(seen)
    return format_text(matter, language) if matter is not None else ""


RESULT_STANDS = frozenset({Screen.NEXT_MATCH, Screen.MATCH_OVER})
"""Screens on which the result needs no further act."""


def _is_signed(snapshot: Snapshot) -> bool:
    """Whether both sides have confirmed the result of the match that is over."""
    sides, over = snapshot.sides, snapshot.phase is Phase.MATCH_OVER
    return over and sides is not None and sides.white.confirmed and sides.black.confirmed


LONGEST_NAME = 24
"""Characters of a name within a sentence; beside the score it is shown in full."""


def shorten_name(name: str) -> str:
    """Cut a name to LONGEST_NAME, at the end of a word if it has one there."""
    if len(name) <= LONGEST_NAME:
        return name
    start, rest = name[: LONGEST_NAME - 1], name[LONGEST_NAME - 1 :]
    whole = start if rest.startswith(" ") else start.rpartition(" ")[0]
    return (whole or start).rstrip() + "…"


def _with_short_names(snapshot: Snapshot, language: Language) -> Snapshot:
    """The snapshot with names as used in sentences: shortened, or the side's colour if empty."""
    sides = require(snapshot.sides)

    def called(side: Side) -> SideView:
        shown = sides.of_side(side)
        name = isolated(shorten_name(shown.name.strip())) or format_text(SIDES[side], language)
        return shown if name == shown.name else msgspec.structs.replace(shown, name=name)

    called_sides = BySide(called(Side.WHITE), called(Side.BLACK))
    return msgspec.structs.replace(snapshot, sides=called_sides)


def _unread_rulings(snapshot: Snapshot, side: Side, language: Language) -> ShownMessage | None:
    """Rulings this side has not read, with the director's reason and its section."""
    unread = [each for each in snapshot.rulings if not each.seen.of_side(side)]
    if not unread:
        return None
    last, sides = unread[-1], require(snapshot.sides)
    names = BySide(sides.white.name, sides.black.name)
    rulings = [format_text(format_ruling(each, names), language) for each in unread]
    # only the dispute's ruling has the section; the rulings that follow from it do not repeat it
    sections = (each.section for each in reversed(unread) if each.why == last.why and each.section)
    why = format_text(words.because(last.why, next(sections, None)), language) if last.why else ""
    return ShownMessage(
        format_text(words.ruled_by(last.by), language), "\n".join([*rulings, why]).strip()
    )


def _message(snapshot: Snapshot, me: SideView, language: Language) -> ShownMessage | None:
    message = snapshot.message
    if message is None or me.message_seen:
        return None
    return ShownMessage(format_text(words.message_from(message.by), language), message.text)


def _mood(snapshot: Snapshot, side: Side, now_ns: int) -> Mood:
    press = require(snapshot.sides).of_side(side).refused_press
    if press is not None and now_ns - press.at_ns < FLASH_NS:
        return Mood.REFUSED
    if snapshot.stop is not None or snapshot.halted is not None:
        return Mood.PAUSED
    return Mood.RUNNING if _side_to_act(snapshot) is side else Mood.RESTING


def _side_to_act(snapshot: Snapshot) -> Side | None:
    """The side whose clock runs or, without a clock, the side to act."""
    game = snapshot.game
    if snapshot.clocked or game is None or game.on_turn is None:
        return snapshot.running
    match snapshot.phase:
        case Phase.TO_ROLL | Phase.CONFIRMING | Phase.MOVING:
            return game.on_turn
        case Phase.DOUBLED:
            return game.on_turn.other
        case _:
            return None


# --- time ----------------------------------------------------------------------------------------


def clock(snapshot: Snapshot, side: Side, at: Instant) -> ClockFace | None:
    """Count the side's clock down from the snapshot to `at`: the delay first, then the reserve.

    None for a match without a clock, and until the director has set the times.
    """
    unset = DeskPrompt.WAIT_FOR_CLOCK_TIMES in snapshot.prompts
    if snapshot.sides is None or not snapshot.clocked or unset:
        return None
    shown = snapshot.sides.of_side(side)
    runs = snapshot.running is side
    spent = max(0, at - snapshot.at_ns) if runs and snapshot.halted is None else 0
    delay = shown.delay_shown_ns
    left = None if delay is None else Nanos(max(0, delay - spent))
    reserve = Nanos(max(0, shown.reserve_ns - max(0, spent - shown.delay_ns)))
    return ClockFace(
        minutes(reserve),
        str(seconds(left)) if runs and left is not None else "",
        shown.flagged,
        _urgency(snapshot, shown, reserve),
    )


def _urgency(snapshot: Snapshot, shown: SideView, reserve: Nanos) -> Urgency:
    if snapshot.phase not in IN_GAME or shown.flagged or reserve > LAST_MINUTE_NS:
        return Urgency.NONE
    return Urgency.MINUTE if reserve > LAST_SECONDS_NS else Urgency.SECONDS


def _large(snapshot: Snapshot, side: Side, at: Instant) -> str:
    pause, sides = snapshot.waiting.pause, require(snapshot.sides)
    away = pause is not None and any(pause.missing.of_side(each) for each in Side)
    if pause is not None and away and at < pause.until and snapshot.phase is not Phase.MATCH_OVER:
        return minutes(pause.until - at)
    if snapshot.phase not in {Phase.BETWEEN_GAMES, Phase.MATCH_OVER} and snapshot.clocked:
        return ""
    return f"{sides.of_side(side).score}–{sides.of_side(side.other).score}"


def _undo_s(snapshot: Snapshot, at: Instant) -> int:
    settled = snapshot.waiting.settled
    return max(0, seconds(settled.until - at)) if settled is not None else 0


def _beat(snapshot: Snapshot, side: Side, at: Instant) -> int | None:
    runs = snapshot.running is side and snapshot.halted is None
    return at // BEAT_NS % BEATS if runs else None


# --- the rest ------------------------------------------------------------------------------------


def _cube(cube: CubeView, side: Side, face: int) -> CubeFace:
    owner = Owner.CENTRED
    if cube.owner is not None:
        owner = Owner.MINE if cube.owner is side else Owner.THEIRS
    offered = cube.offered is not None
    return CubeFace(
        cube.offered or cube.level, owner, offered, cube.in_play, 0 if offered else face
    )


def _roll(snapshot: Snapshot, game: GameView) -> ShownRoll | None:
    """The last roll that counted; None while a question or a void roll is shown."""
    if snapshot.question is not None or _thrown_in_vain(snapshot) is not None:
        return None
    if game.roll is None:
        so_far = tuple(die for die in (game.opening.white, game.opening.black) if die is not None)
        return ShownRoll(so_far, None, current=True) if so_far else None
    over = snapshot.phase in {Phase.TO_ROLL, Phase.DOUBLED}
    return ShownRoll(game.roll, game.roll_picture, current=not over)


def _thrown_in_vain(snapshot: Snapshot) -> RefusedView | None:
    """The void roll, shown until it is rolled again, but not while a side moves."""
    due = snapshot.phase in {Phase.OPENING, Phase.TO_ROLL}
    return snapshot.game.refused if snapshot.game is not None and due else None


def _refused(snapshot: Snapshot, language: Language) -> UncountedRoll | None:
    refused = _thrown_in_vain(snapshot)
    if refused is None:
        return None
    blamed = any(die.reasons for die in refused.dice)
    dice = [
        RefusedDie(
            die.value,
            format_text(words.against_die(die.reasons), language) if blamed else "",
            bool(die.reasons),
        )
        for die in refused.dice
    ]
    return UncountedRoll(refused.picture, tuple(dice))


WHILE_DELAY_RUNS = frozenset({DicePrompt.WAIT_OUT_DELAY, DeskPrompt.MOVE_AGAIN_AFTER_DELAY})


def _quiet(snapshot: Snapshot, side: Side, at: Instant) -> tuple[Text, ...]:
    """Requests beside the prompt, rarest first.

    None beside a question or a void roll, which have a picture, or when the table has halted.
    """
    pictured = snapshot.question is not None or _thrown_in_vain(snapshot) is not None
    if pictured or snapshot.halted is not None:
        return ()
    past = WHILE_DELAY_RUNS if Perspective(snapshot, side, at).delay_over else frozenset[str]()
    due = (each for each in reversed(snapshot.prompts) if each not in past)
    beside = (_asked_beside(snapshot, each) for each in due)
    return (*_cost(snapshot, side), *(each for each in beside if each is not None))


def _cost(snapshot: Snapshot, side: Side) -> tuple[Text, ...]:
    """What a pass would cost the doubled side."""
    game = snapshot.game
    doubled = snapshot.phase is Phase.DOUBLED and game is not None and game.on_turn is not side
    return (words.pass_loses(game.cube.level),) if game is not None and doubled else ()


def _games_so_far(snapshot: Snapshot, side: Side, language: Language) -> tuple[str, ...]:
    """Each game's points, own first, between games and after the match.

    The full sentence comes first, then the figures alone, of fewer and fewer of the last games.
    """
    if snapshot.phase not in {Phase.BETWEEN_GAMES, Phase.MATCH_OVER} or not snapshot.games:
        return ()
    given = [
        f"{game.points}–0" if game.winner is side else f"0–{game.points}" for game in snapshot.games
    ]
    figures = [", ".join(given[first:]) for first in range(len(given))]
    return (format_text(words.games_so_far(figures[0]), language), *figures)


def _asked_beside(snapshot: Snapshot, prompt: str) -> Text | None:
    if prompt not in words.OF_ONE:
        return words.QUIET.get(prompt)
    one = snapshot.winner if prompt == GamePrompt.WINNER_REPORTS else CHALLENGER
    return words.reports(require(snapshot.sides).of_side(one).name) if one is not None else None


def _entering(snapshot: Snapshot) -> tuple[str, ...]:
    """Names of the players whose dice are entered; of two opening dice White's is first."""
    sides, question = snapshot.sides, snapshot.question
    asked = question is not None and question.side is None
    both = asked or both_opening(snapshot)
    if sides and question is not None and question.side is not None and question.dice == 1:
        return (sides.of_side(question.side).name,)
    return (sides.white.name, sides.black.name) if sides and both else ()


def _occasion(snapshot: Snapshot) -> tuple[object, ...]:
    game, question, waiting = snapshot.game, snapshot.question, snapshot.waiting
    return (
        snapshot.match_id,
        snapshot.phase,
        (game.number, game.on_turn, game.opening, game.refused_for) if game else None,
        (question.side, question.dice, question.picture) if question else None,
        (waiting.offer, waiting.challenge, waiting.dice, waiting.double),
        (waiting.stayed, waiting.reopen, waiting.press_back),
        (snapshot.rulings, snapshot.message),
        (snapshot.clocked, snapshot.stop.reason if snapshot.stop else None),
    )
