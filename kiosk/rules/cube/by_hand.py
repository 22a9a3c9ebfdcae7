"""The cube as it is handled on the board: claimed doubles, spoken answers, wrong levels, disputes.

The table sees no cube. A side's claim about it counts at once against that side, otherwise when the
other side agrees; disputes are for the director.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command, Order
from kiosk.rules.cube.acts import (
    emit_taken,
    end_by_pass,
    is_dead,
    next_level,
    refuse_locked_cube,
    refuse_turning_cube,
)
from kiosk.rules.cube.facts import (
    BoardDoubleDenied,
    BoardDoubleNoted,
    CubeLevelCorrected,
    CubePutRight,
    CubeQuestioned,
    CubeSet,
    DeadCubeTurned,
    Doubled,
    DoubledEarly,
)
from kiosk.rules.decision import Decision
from kiosk.rules.match import IN_GAME, Game, Match, Phase
from kiosk.rules.match.doubling import BoardDouble, CubeAnswer, ExtraDouble
from kiosk.rules.match.outcome import Matter
from kiosk.rules.phases import AT_TURN
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import CubeDispute, CubeWord, DoubleGesture, PrematureDouble, WrongLevel
from kiosk.rules.stops import awaits_director, refer
from kiosk.rules.tap import Tap, TapOption, Try, Values, choice_tap, plain_tap
from kiosk.rules.units import Instant, Side, require


@dataclass(frozen=True, slots=True)
class BoardDoubleTapped(Command):
    """A side claims that `doubler` doubled on the board: how, to what level, and how it was
    answered.

    `shown` None: the level shown is not known. `answer` None: it waits for its answer.
    """

    side: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None


@dataclass(frozen=True, slots=True)
class BoardDoubleAgreed(Command):
    """A side agrees with the other's claim of a double on the board."""

    side: Side


@dataclass(frozen=True, slots=True)
class BoardDoubleContested(Command):
    """A side denies the double; or the claimant withdraws its claim."""

    side: Side


@dataclass(frozen=True, slots=True)
class BoardAnswerTapped(Command):
    """A side answered a double on the board: by a word, by moving the cube, or by both.

    `shown` is the level it turned the cube to, None if not known.
    """

    side: Side
    word: CubeAnswer | None
    act: CubeAnswer | None
    shown: int | None


@dataclass(frozen=True, slots=True)
class ExtraDoubleTapped(Command):
    """A side asks for a double of money play."""

    side: Side
    extra: ExtraDouble


@dataclass(frozen=True, slots=True)
class CubeDisputed(Command):
    """A side claims that the cube on the board shows `level` with `owner`; None: centred."""

    side: Side
    level: int
    owner: Side | None


@dataclass(frozen=True, slots=True)
class CubeOrdered(Order):
    """Put the cube where it belongs."""

    level: int
    owner: Side | None


HIGHEST_LEVEL = 4096
"""More than any match needs; a higher level was mistyped."""


START_FACES = {1, 64}
"""Faces that an unturned cube may show; elsewhere they are no level of a double."""


ENOUGH = {
    DoubleGesture.FULL_FORM: {DoubleGesture.FULL_FORM},
    DoubleGesture.WORD_OR_ACT: {DoubleGesture.FULL_FORM, DoubleGesture.WORD_OR_ACT},
    DoubleGesture.INTENT: set(DoubleGesture),
}
"""The gestures that count as a double for each requirement of a book."""


# --- a claimed double -----------------------------------------------------------------------------


def refuse_double_claim(match: Match, command: BoardDoubleTapped) -> Against:
    if require(match.game).doubles.told is not None:
        return (Reason.ALREADY_DONE,)
    return _refuse_claimed_double(match, _claimed_double(command))


def claim_double(decision: Decision, command: BoardDoubleTapped) -> None:
    claimed = _claimed_double(command)
    if claimed.by is claimed.doubler and claimed.answer is None:
        _count(decision, claimed, command.at)
        return
    cites = (decision.book.cite("cube.gesture"),)
    decision.emit(
        BoardDoubleNoted(
            claimed.by, claimed.doubler, claimed.gesture, claimed.shown, claimed.answer, cites
        )
    )


def may_take_back_double(match: Match, command: BoardDoubleTapped) -> bool:
    """Only a double that counts at once: a mere claim is denied by the other side, or withdrawn."""
    counts = command.side is command.doubler and command.answer is None
    return counts and CubeWord.DOUBLE not in require(match.book).cube.stands


def refuse_agreeing(match: Match, command: BoardDoubleAgreed) -> Against:
    claimed = require(match.game).doubles.told
    if claimed is None:
        return (Reason.NOT_NOW,)
    if command.side is claimed.by:
        return (Reason.NOT_YOUR_TURN,)
    return _refuse_claimed_double(match, claimed)


def agree_double(decision: Decision, command: BoardDoubleAgreed) -> None:
    _count(decision, require(decision.game.doubles.told), command.at)


def refuse_contesting(match: Match, _command: BoardDoubleContested) -> Against:
    claimed = require(match.game).doubles.told
    return (Reason.NOT_NOW,) if claimed is None else NOTHING


def contest_double(decision: Decision, command: BoardDoubleContested) -> None:
    """Deny the claim, and let the director hear both; or, by the claimant, withdraw it."""
    claimed = require(decision.game.doubles.told)
    decision.emit(BoardDoubleDenied(command.side))
    if command.side is not claimed.by:
        refer(decision, Matter.BOARD_DOUBLE, command.side, command.at, "cube.gesture")


def _claimed_double(command: BoardDoubleTapped) -> BoardDouble:
    return BoardDouble(
        command.side, command.doubler, command.gesture, command.shown, command.answer
    )


def _refuse_claimed_double(match: Match, claimed: BoardDouble) -> Against:
    """Reasons against the claim. A double that was answered is a fact, even where the cube should
    have been out of play.
    """
    game, rules = require(match.game), require(match.book).cube
    reasons: list[Reason] = []
    if claimed.shown is not None and not is_level(claimed.shown):
        reasons.append(Reason.BAD_VALUE)
    if claimed.gesture not in ENOUGH[rules.gesture]:
        reasons.append(Reason.IMPROPER_DOUBLE)
    if _wrong(match, claimed.shown) and rules.wrong_level is WrongLevel.VOID:
        reasons.append(Reason.WRONG_LEVEL)
    reasons += _too_early_or_late(match, game, claimed)
    if claimed.answer is None:
        reasons += refuse_locked_cube(match, claimed.doubler)
    return (*reasons, *refuse_turning_cube(match, claimed.doubler))


def _too_early_or_late(match: Match, game: Game, claimed: BoardDouble) -> list[Reason]:
    if game.on_turn is claimed.doubler:
        in_time = match.phase is Phase.TO_ROLL and match.held is None
        return [] if in_time else [Reason.NOT_NOW]
    void = require(match.book).cube.premature_double is PrematureDouble.VOID
    reasons = [Reason.PREMATURE_DOUBLE] if void else []
    if claimed.answer is not None:
        reasons.append(Reason.NOT_NOW)
    if game.doubles.early is not None:
        reasons.append(Reason.ALREADY_DONE)
    return reasons


def _wrong(match: Match, shown: int | None) -> bool:
    return shown is not None and shown != next_level(match)


def _count(decision: Decision, claimed: BoardDouble, at: Instant) -> None:
    game, doubler = decision.game, claimed.doubler
    if game.on_turn is not doubler:
        decision.emit(DoubledEarly(doubler, (decision.book.cite("cube.premature_double"),)))
        return
    out_of_play = decision.book.cube.dead_cube_refused and is_dead(decision.match, doubler)
    if out_of_play and game.doubles.before_dead is None:
        decision.emit(DeadCubeTurned(doubler, game.cube))
    _put_right(decision, claimed)
    decision.emit(
        Doubled(doubler, next_level(decision.match), (decision.book.cite("cube.gesture"),))
    )
    _answered(decision, claimed.answer, at)


def _put_right(decision: Decision, claimed: BoardDouble) -> None:
    shown, level = claimed.shown, next_level(decision.match)
    if shown is not None and shown != level:
        cites = (decision.book.cite("cube.wrong_level"),)
        decision.emit(CubeLevelCorrected(claimed.doubler, shown, level, cites))


def _answered(decision: Decision, answer: CubeAnswer | None, at: Instant) -> None:
    side = require(decision.game.on_turn).other
    if answer is CubeAnswer.TAKE:
        emit_taken(decision, side)
    elif answer is CubeAnswer.PASS:
        end_by_pass(decision, side, at)


# --- an answer on the board ----------------------------------------------------------------------


def refuse_board_answer(match: Match, command: BoardAnswerTapped) -> Against:
    rules = require(match.book).cube
    reasons: list[Reason] = []
    if command.side is require(match.game).on_turn:
        reasons.append(Reason.NOT_YOUR_TURN)
    no_answer = command.word is None and command.act is None
    if no_answer or (command.shown is not None and not is_level(command.shown)):
        reasons.append(Reason.BAD_VALUE)
    if command.act is None and rules.gesture is DoubleGesture.FULL_FORM:
        reasons.append(Reason.IMPROPER_DOUBLE)
    if _wrong(match, command.shown) and rules.wrong_level is WrongLevel.VOID:
        reasons.append(Reason.WRONG_LEVEL)
    return tuple(reasons)


def board_answer(decision: Decision, command: BoardAnswerTapped) -> None:
    """Apply the word or the act; if they contradict each other the director decides."""
    word, act, shown = command.word, command.act, command.shown
    if None not in {word, act} and word is not act:
        refer(decision, Matter.WORD_AND_ACT, command.side, command.at, "cube.contradiction")
        return
    level = next_level(decision.match)
    if shown is not None and shown != level:
        cites = (decision.book.cite("cube.wrong_level"),)
        decision.emit(CubeLevelCorrected(command.side, shown, level, cites))
    _answered(decision, word or act, command.at)


def may_take_back_answer(match: Match, command: BoardAnswerTapped) -> bool:
    """If word and act contradict each other nothing is settled yet."""
    word, act = command.word, command.act
    if None not in {word, act} and word is not act:
        return False
    word_given = CubeWord.PASS if CubeAnswer.PASS in {word, act} else CubeWord.TAKE
    return word_given not in require(match.book).cube.stands


# --- money play, disputes, the director ----------------------------------------------------------


def refuse_extra(match: Match, command: ExtraDoubleTapped) -> Against:
    rules = require(match.book).cube
    if command.extra is ExtraDouble.AUTOMATIC:
        return NOTHING if rules.automatic_doubles else (Reason.AUTOMATIC_DOUBLE,)
    return NOTHING if rules.beavers else (Reason.BEAVER,)


def extra_double(decision: Decision, command: ExtraDoubleTapped) -> None:
    """A book with such doubles leaves it to the director to put the cube where it belongs."""
    key = "automatic_doubles" if command.extra is ExtraDouble.AUTOMATIC else "beavers"
    refer(decision, Matter.CUBE, command.side, command.at, f"cube.{key}")


def refuse_disputing(match: Match, command: CubeDisputed) -> Against:
    cube = require(match.game).cube
    if not is_level(command.level, low=1):
        return (Reason.BAD_VALUE,)
    if (command.level, command.owner) == (cube.level, cube.owner):
        return (Reason.ALREADY_DONE,)
    alone = _put_right_at_once(match, command) and awaits_director(match)
    return (Reason.DIRECTOR_CALLED,) if alone else NOTHING


def _put_right_at_once(match: Match, command: CubeDisputed) -> bool:
    """Whether the cube has not been turned: it counts as 1, and no side contests that."""
    cube = require(match.game).cube
    return cube.level == 1 and (command.owner is None or command.level in START_FACES)


def dispute_cube(decision: Decision, command: CubeDisputed) -> None:
    """Correct a cube that has not been turned; refer any other to the director."""
    side, cube, book = command.side, decision.game.cube, decision.book
    if _put_right_at_once(decision.match, command):
        cites = (book.cite("cube.start_face"),)
        decision.emit(CubePutRight(side, command.level, cites))
        return
    lies = replace(cube, level=command.level, owner=command.owner)
    presumed = lies if book.cube.dispute is CubeDispute.AS_IT_LIES else None
    cites = (book.cite("cube.dispute"),)
    decision.emit(CubeQuestioned(side, command.level, command.owner, cube, presumed, cites))
    refer(decision, Matter.CUBE, side, command.at, "cube.dispute")


def refuse_placing(match: Match, command: CubeOrdered) -> Against:
    game, rules = require(match.game), require(match.book).cube
    centred = command.owner is None
    fits = centred == (command.level == 1) or (centred and rules.automatic_doubles)
    placed = game.cube.in_play or command.level == 1
    good = is_level(command.level, low=1) and fits and placed
    return NOTHING if good else (Reason.BAD_VALUE,)


def place_cube(decision: Decision, command: CubeOrdered) -> None:
    cube = replace(decision.game.cube, level=command.level, owner=command.owner)
    decision.emit(CubeSet(cube, command.by, command.why))


def is_level(shown: int, low: int = 2) -> bool:
    """Whether it is a power of two that a cube can show or stand for."""
    return low <= shown <= HIGHEST_LEVEL and shown.bit_count() == 1


SHOWN = "shown"
"""The choice of a double, or of its answer, given with the level that the cube showed."""

TAKE_PASS = "take_pass"
PASS_TAKE = "pass_take"
"""An answer on the board whose word and act differ: word, act."""

NOBODY = "nobody"
"""The owner of a cube that lies in the middle."""


def _doubles(match: Match, side: Side) -> Iterator[Try]:
    """A double out of the ordinary; in turn a side simply taps its double."""
    gestures = dict.fromkeys((DoubleGesture.FULL_FORM, require(match.book).cube.gesture))
    own = tuple(gestures) if require(match.game).on_turn is side.other else ()
    for doubler, choices in ((side, own), (side.other, (*gestures, *CubeAnswer))):
        for choice in choices:
            yield TapOption(side=doubler, choice=choice), ()
        for level in (2, 4):
            yield TapOption(side=doubler, choice=SHOWN), (level,)


def _doubled(way: TapOption, side: Side, values: Values, at: Instant) -> BoardDoubleTapped:
    """A claim that gives the answer, or the level shown, is of a double in full form."""
    choice, doubler = way.choice, require(way.side)
    answer = CubeAnswer(choice) if choice in set(CubeAnswer) else None
    whole = answer is not None or choice == SHOWN
    gesture = DoubleGesture.FULL_FORM if whole else _GESTURES[choice]
    return BoardDoubleTapped(at, side, doubler, gesture, _shown(values), answer)


_GESTURES: Mapping[str, DoubleGesture] = {each.value: each for each in DoubleGesture}


def _answers(_match: Match, _side: Side) -> Iterator[Try]:
    for choice in (TAKE_PASS, PASS_TAKE):
        yield TapOption(choice=choice), ()
    for level in (2, 4):
        yield TapOption(choice=SHOWN), (level,)


def _word_and_act(way: TapOption, side: Side, values: Values, at: Instant) -> BoardAnswerTapped:
    take, pass_ = CubeAnswer
    answers = {TAKE_PASS: (take, pass_), PASS_TAKE: (pass_, take)}
    word, act = answers.get(way.choice, (take, take))
    return BoardAnswerTapped(at, side, word, act, _shown(values))


def _shown(values: Values) -> int | None:
    return values[0] if values else None


def _owners(_match: Match, _side: Side) -> Iterator[Try]:
    for owner in (NOBODY, *Side):
        for level in (2, 4):
            yield TapOption(choice=owner), (level,)


def _lies(way: TapOption, side: Side, values: Values, at: Instant) -> CubeDisputed:
    owner = None if way.choice == NOBODY else Side(way.choice)
    return CubeDisputed(at, side, values[0], owner)


BOARD_DOUBLE = Tap(_doubles, _doubled)
BOARD_ANSWER = Tap(_answers, _word_and_act)
CUBE_LIES = Tap(_owners, _lies)

ACTS = (
    Act(
        BoardDoubleTapped,
        AT_TURN,
        refuse_double_claim,
        claim_double,
        while_stopped=False,
        tap=BOARD_DOUBLE,
        may_take_back=may_take_back_double,
    ),
    Act(
        BoardDoubleAgreed,
        AT_TURN,
        refuse_agreeing,
        agree_double,
        while_stopped=False,
        tap=plain_tap(BoardDoubleAgreed),
        may_take_back=always,
    ),
    Act(
        BoardDoubleContested,
        AT_TURN,
        refuse_contesting,
        contest_double,
        while_stopped=False,
        tap=plain_tap(BoardDoubleContested),
    ),
    Act(
        BoardAnswerTapped,
        (Phase.DOUBLED,),
        refuse_board_answer,
        board_answer,
        while_stopped=False,
        tap=BOARD_ANSWER,
        may_take_back=may_take_back_answer,
    ),
    Act(
        ExtraDoubleTapped,
        IN_GAME,
        refuse_extra,
        extra_double,
        tap=choice_tap(ExtraDouble, ExtraDoubleTapped),
    ),
    Act(CubeDisputed, IN_GAME, refuse_disputing, dispute_cube, tap=CUBE_LIES),
    Act(CubeOrdered, IN_GAME - {Phase.DOUBLED}, refuse_placing, place_cube),
)
