"""The cube as it is handled on the board: told doubles, spoken answers, wrong levels, disputes.

The table sees no cube. What a side tells of it counts at once against that side, and else when the
other side agrees; what they dispute is the director's.
"""

from dataclasses import replace

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.cube import barred, dead, locked, next_level, passed, taken
from kiosk.rules.doubling import BoardDouble, CubeAnswer, ExtraDouble
from kiosk.rules.match import Game, Match, Phase
from kiosk.rules.outcome import Matter
from kiosk.rules.reasons import Reason
from kiosk.rules.referral import refer
from kiosk.rules.rulebook import CubeDispute, DoubleGesture, PrematureDouble, WrongLevel
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, promised

HIGHEST = 4096
"""More than any match needs; above it a level was mistyped."""

START_FACES = {1, 64}
"""What a cube that nobody turned may show; elsewhere it is no double's level."""

ENOUGH = {
    DoubleGesture.FULL_FORM: {DoubleGesture.FULL_FORM},
    DoubleGesture.WORD_OR_ACT: {DoubleGesture.FULL_FORM, DoubleGesture.WORD_OR_ACT},
    DoubleGesture.INTENT: set(DoubleGesture),
}
"""What counts as a double where a book asks for so much."""


# --- a double told ------------------------------------------------------------------------------


def against_telling(match: Match, command: c.BoardDoubleTapped) -> Against:
    if promised(match.game).doubles.told is not None:
        return (Reason.ALREADY_DONE,)
    return _against(match, _told(command))


def tell_double(story: Story, command: c.BoardDoubleTapped) -> None:
    told = _told(command)
    if told.by is told.doubler and told.answer is None:
        _count(story, told, command.at)
        return
    cites = (story.book.cite("cube.gesture"),)
    story.tell(
        e.BoardDoubleTold(told.by, told.doubler, told.gesture, told.shown, told.answer, cites)
    )


def against_agreeing(match: Match, command: c.BoardDoubleAgreed) -> Against:
    told = promised(match.game).doubles.told
    if told is None:
        return (Reason.NOT_NOW,)
    if command.side is told.by:
        return (Reason.NOT_YOUR_TURN,)
    return _against(match, told)


def agree_double(story: Story, command: c.BoardDoubleAgreed) -> None:
    _count(story, promised(story.game.doubles.told), command.at)


def against_contesting(match: Match, _command: c.BoardDoubleContested) -> Against:
    told = promised(match.game).doubles.told
    return (Reason.NOT_NOW,) if told is None else NOTHING


def contest_double(story: Story, command: c.BoardDoubleContested) -> None:
    """The other side denies it, and the director hears both; or who told of it takes it back."""
    told = promised(story.game.doubles.told)
    story.tell(e.BoardDoubleDenied(command.side))
    if command.side is not told.by:
        refer(story, Matter.BOARD_DOUBLE, command.side, command.at, "cube.gesture")


def _told(command: c.BoardDoubleTapped) -> BoardDouble:
    return BoardDouble(
        command.side, command.doubler, command.gesture, command.shown, command.answer
    )


def _against(match: Match, told: BoardDouble) -> Against:
    """A double that was answered is a fact, even where the cube should have been out of play."""
    game, rules = promised(match.game), promised(match.book).cube
    reasons: list[Reason] = []
    if told.shown is not None and not is_level(told.shown):
        reasons.append(Reason.BAD_VALUE)
    if told.gesture not in ENOUGH[rules.gesture]:
        reasons.append(Reason.IMPROPER_DOUBLE)
    if _wrong(match, told.shown) and rules.wrong_level is WrongLevel.VOID:
        reasons.append(Reason.WRONG_LEVEL)
    reasons += _too_early_or_late(match, game, told)
    if told.answer is None:
        reasons += locked(match, told.doubler)
    return (*reasons, *barred(match, told.doubler))


def _too_early_or_late(match: Match, game: Game, told: BoardDouble) -> list[Reason]:
    if game.on_turn is told.doubler:
        in_time = match.phase is Phase.TO_ROLL and match.held is None
        return [] if in_time else [Reason.NOT_NOW]
    void = promised(match.book).cube.premature_double is PrematureDouble.VOID
    reasons = [Reason.PREMATURE_DOUBLE] if void else []
    if told.answer is not None:
        reasons.append(Reason.NOT_NOW)
    if game.doubles.early is not None:
        reasons.append(Reason.ALREADY_DONE)
    return reasons


def _wrong(match: Match, shown: int | None) -> bool:
    return shown is not None and shown != next_level(match)


def _count(story: Story, told: BoardDouble, at: Instant) -> None:
    game, doubler = story.game, told.doubler
    if game.on_turn is not doubler:
        story.tell(e.DoubledEarly(doubler, (story.book.cite("cube.premature_double"),)))
        return
    out_of_play = story.book.cube.dead_cube_refused and dead(story.match, doubler)
    if out_of_play and game.doubles.before_dead is None:
        story.tell(e.DeadCubeTurned(doubler, game.cube))
    _put_right(story, told)
    story.tell(e.Doubled(doubler, next_level(story.match), (story.book.cite("cube.gesture"),)))
    _answered(story, told.answer, at)


def _put_right(story: Story, told: BoardDouble) -> None:
    shown, level = told.shown, next_level(story.match)
    if shown is not None and shown != level:
        cites = (story.book.cite("cube.wrong_level"),)
        story.tell(e.CubeLevelCorrected(told.doubler, shown, level, cites))


def _answered(story: Story, answer: CubeAnswer | None, at: Instant) -> None:
    side = promised(story.game.on_turn).other
    if answer is CubeAnswer.TAKE:
        taken(story, side)
    elif answer is CubeAnswer.PASS:
        passed(story, side, at)


# --- an answer on the board ----------------------------------------------------------------------


def against_board_answer(match: Match, command: c.BoardAnswerTapped) -> Against:
    rules = promised(match.book).cube
    reasons: list[Reason] = []
    if command.side is promised(match.game).on_turn:
        reasons.append(Reason.NOT_YOUR_TURN)
    nothing_said = command.word is None and command.act is None
    if nothing_said or (command.shown is not None and not is_level(command.shown)):
        reasons.append(Reason.BAD_VALUE)
    if command.act is None and rules.gesture is DoubleGesture.FULL_FORM:
        reasons.append(Reason.IMPROPER_DOUBLE)
    if _wrong(match, command.shown) and rules.wrong_level is WrongLevel.VOID:
        reasons.append(Reason.WRONG_LEVEL)
    return tuple(reasons)


def board_answer(story: Story, command: c.BoardAnswerTapped) -> None:
    """Word or act; where they contradict each other the director decides."""
    word, act, shown = command.word, command.act, command.shown
    if None not in {word, act} and word is not act:
        refer(story, Matter.WORD_AND_ACT, command.side, command.at, "cube.contradiction")
        return
    level = next_level(story.match)
    if shown is not None and shown != level:
        cites = (story.book.cite("cube.wrong_level"),)
        story.tell(e.CubeLevelCorrected(command.side, shown, level, cites))
    _answered(story, word or act, command.at)


# --- money play, disputes, the director ----------------------------------------------------------


def against_extra(match: Match, command: c.ExtraDoubleTapped) -> Against:
    rules = promised(match.book).cube
    if command.extra is ExtraDouble.AUTOMATIC:
        return NOTHING if rules.automatic_doubles else (Reason.AUTOMATIC_DOUBLE,)
    return NOTHING if rules.beavers else (Reason.BEAVER,)


def extra_double(story: Story, command: c.ExtraDoubleTapped) -> None:
    """A book that has them leaves it to the director to put the cube where it belongs."""
    key = "automatic_doubles" if command.extra is ExtraDouble.AUTOMATIC else "beavers"
    refer(story, Matter.CUBE, command.side, command.at, f"cube.{key}")


def against_disputing(match: Match, command: c.CubeDisputed) -> Against:
    cube = promised(match.game).cube
    if not is_level(command.level, low=1):
        return (Reason.BAD_VALUE,)
    same = (command.level, command.owner) == (cube.level, cube.owner)
    return (Reason.ALREADY_DONE,) if same else NOTHING


def dispute_cube(story: Story, command: c.CubeDisputed) -> None:
    """A cube that nobody has turned is put right; any other is the director's."""
    side, cube, book = command.side, story.game.cube, story.book
    if cube.level == 1 and (command.owner is None or command.level in START_FACES):
        cites = (book.cite("cube.start_face"),)
        story.tell(e.CubePutRight(side, command.level, cites))
        return
    lies = replace(cube, level=command.level, owner=command.owner)
    presumed = lies if book.cube.dispute is CubeDispute.AS_IT_LIES else None
    cites = (book.cite("cube.dispute"),)
    story.tell(e.CubeQuestioned(side, command.level, command.owner, cube, presumed, cites))
    refer(story, Matter.CUBE, side, command.at, "cube.dispute")


def against_placing(match: Match, command: c.CubeOrdered) -> Against:
    game, rules = promised(match.game), promised(match.book).cube
    centred = command.owner is None
    fits = centred == (command.level == 1) or (centred and rules.automatic_doubles)
    placed = game.cube.in_play or command.level == 1
    good = is_level(command.level, low=1) and fits and placed
    return NOTHING if good else (Reason.BAD_VALUE,)


def place_cube(story: Story, command: c.CubeOrdered) -> None:
    cube = replace(story.game.cube, level=command.level, owner=command.owner)
    story.tell(e.CubeSet(cube, command.by, command.why))


def is_level(shown: int, low: int = 2) -> bool:
    """A power of two a cube can show or stand for."""
    return low <= shown <= HIGHEST and shown.bit_count() == 1
