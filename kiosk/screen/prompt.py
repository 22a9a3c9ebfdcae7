"""The one next thing a side is to do, in a few words."""

from collections.abc import Callable, Mapping

from kiosk.catalogue.text import Language, Text, say
from kiosk.rules.match import Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.reasons import DIRECTORS_STOPS, StopReason
from kiosk.rules.units import BySide, Instant, Side, require
from kiosk.screen import words
from kiosk.screen.timing import minutes
from kiosk.wire.snapshot import GameView, SideView, Snapshot
from kiosk.wire.taps import BUTTONS


def prompt(snapshot: Snapshot, side: Side, at: Instant, language: Language) -> str:
    """For a table with a match on it; `at` is now, for what is left of a break."""
    return say(_next_thing(snapshot, side, at), language)


def _next_thing(snapshot: Snapshot, side: Side, at: Instant) -> Text | str:
    if snapshot.taken_over_by is not None or snapshot.halted is not None:
        return words.OUT_OF_ORDER
    first = _directors(snapshot, side) or _said(snapshot, side) or _missing(snapshot, side, at)
    if first is not None:
        return first
    stop = snapshot.stop
    if stop is not None and not _contested(snapshot):
        return _stopped(snapshot, stop.reason, side)
    if snapshot.game is not None:
        asked = _asked(snapshot, side)
        return asked or _IN_GAME[snapshot.phase](snapshot, snapshot.game, side)
    return _BETWEEN[snapshot.phase](snapshot, side)


def _directors(snapshot: Snapshot, side: Side) -> Text | None:
    """Only the director has play go on."""
    stop, gave_up = snapshot.stop, snapshot.waiting.conceded
    if gave_up is not None and snapshot.winner is None:
        return words.YOU_GAVE_UP if gave_up is side else words.gave_up(_name(snapshot, gave_up))
    if stop is not None and stop.reason in DIRECTORS_STOPS:
        return _director(snapshot)
    return None


def _contested(snapshot: Snapshot) -> bool:
    """Both have said what the dice show, and not the same."""
    sides, question = require(snapshot.sides), snapshot.question
    asked = question is not None and question.counted is not None
    return asked and None not in {sides.white.said, sides.black.said}


def _stopped(snapshot: Snapshot, reason: StopReason, side: Side) -> Text:
    if _me(snapshot, side).agreed:
        return words.waits_for(_name(snapshot, side.other))
    if not _may(snapshot, side, "ResumeTapped"):
        return _director(snapshot)
    if reason is StopReason.DIRECTOR_CALLED and snapshot.waiting.coming:
        return words.DIRECTOR_IS_COMING
    return _RESUMING.get(reason, words.GO_ON_WHEN_SETTLED)


def _director(snapshot: Snapshot) -> Text:
    return words.DIRECTOR_IS_COMING if snapshot.waiting.coming else words.WAIT_FOR_DIRECTOR


_RESUMING = {
    StopReason.RESTARTED: words.CHECK_AND_GO_ON,
    StopReason.SETUP_ERROR: words.RIGHT_AND_GO_ON,
    StopReason.GAME_REOPENED: words.PUT_BACK_AND_GO_ON,
    StopReason.PLAYER_STOPPED: words.GO_ON_WHEN_DONE,
    StopReason.BREAK: words.GO_ON_AFTER_BREAK,
}


def _said(snapshot: Snapshot, side: Side) -> Text | None:
    """What one side says of a break or of the last game, while the other has to answer."""
    name, waiting = _name(snapshot, side.other), snapshot.waiting
    if waiting.stayed is not None:
        own = waiting.stayed is side
        return words.answers_nobody_left(name) if own else words.says_nobody_left(name)
    if waiting.reopen is not None:
        own = waiting.reopen is side
        return words.answers_reopening(name) if own else words.wants_reopened(name)
    return None


def _missing(snapshot: Snapshot, side: Side, at: Instant) -> Text | None:
    """Somebody is late, or on a break: oneself first; after the match nobody is."""
    if snapshot.phase is Phase.MATCH_OVER:
        return None
    pause = snapshot.waiting.pause
    for each in (side, side.other):
        mine, name = each is side, _name(snapshot, each)
        if pause is not None and pause.missing.of(each):
            left = minutes(max(0, pause.until - at))
            if pause.overrun or at >= pause.until:
                return words.BREAK_OVER if mine else words.overruns(name)
            return words.break_left(left) if mine else words.on_break(name, left)
        if _me(snapshot, each).late is not None:
            return words.SAY_WHEN_HERE if mine else words.is_missing(name)
    return None


def _asked(snapshot: Snapshot, side: Side) -> Text | None:
    """What one side said of a double or of the dice, while the other has to answer."""
    told, dice, other = snapshot.waiting.double, snapshot.waiting.dice, side.other
    if told is not None:
        if told.by is side:
            return words.answers_double(_name(snapshot, other))
        says = words.says_you_doubled if told.doubler is side else words.says_doubled
        return says(_name(snapshot, other), told.answer)
    if dice is None or not dice.waits:
        return None
    if dice.side is not side:
        return words.says_of_dice(_name(snapshot, other), dice.matter)
    if dice.matter is DiceMatter.EARLY_PICKUP:
        return None  # its turn goes on meanwhile
    return words.answers_of_dice(_name(snapshot, other), dice.matter)


def _set_up(_snapshot: Snapshot, _side: Side) -> Text:
    return words.BEING_SET_UP


def _ready(snapshot: Snapshot, side: Side) -> Text:
    if _me(snapshot, side).ready:
        return words.waits_for(_name(snapshot, side.other))
    unset = DeskPrompt.WAIT_FOR_CLOCK_TIMES in snapshot.prompts
    return words.DIRECTOR_SETS_CLOCKS if unset else words.CHECK_SCORE


def _over(snapshot: Snapshot, side: Side) -> Text | str:
    if snapshot.winner is None:
        return ""
    disputes, wrong = snapshot.waiting.dispute, snapshot.waiting.wrong
    if disputes is not None and wrong is not None:
        own = disputes is side
        name = _name(snapshot, disputes)
        return words.you_dispute_result(wrong) if own else words.disputes_result(name, wrong)
    winner = None if snapshot.winner is side else _name(snapshot, snapshot.winner)
    if _may(snapshot, side, "ResultConfirmed"):
        return words.confirm(winner)
    if _may(snapshot, side, "ResultReported"):
        return words.report(winner)
    other = side.other
    if not _me(snapshot, other).confirmed:
        return words.confirms(winner, _name(snapshot, other))
    return words.won_the_match(winner)


def _opening(snapshot: Snapshot, game: GameView, side: Side) -> Text:
    neither = game.opening == BySide(None, None)
    if neither and "camera" in snapshot.lost_devices:
        return words.roll_one_each_and_enter(_name(snapshot, Side.WHITE))
    if snapshot.mixer is None:
        return words.ROLL_ONE_EACH
    due = Side.WHITE if game.opening.white is None else Side.BLACK
    return words.ROLL_YOUR_DIE if due is side else words.to_roll_opening(_name(snapshot, due))


def _press_to_start(snapshot: Snapshot, game: GameView, side: Side) -> Text:
    if game.presses is None or game.presses is side:
        return words.PRESS_TO_START
    return words.starts_the_clock(_name(snapshot, game.presses))


def _to_roll(snapshot: Snapshot, game: GameView, side: Side) -> Text:
    dice = snapshot.waiting.dice
    unrolled = dice is not None and dice.matter is DiceMatter.CLOSED_OUT
    if game.on_turn is not side:
        return _other_rolls(snapshot, side, unrolled=unrolled)
    if unrolled:
        return words.END_TURN_UNROLLED if snapshot.clocked else words.PRESS_UNROLLED
    if game.refused_for:
        return words.ROLL_AGAIN
    if "camera" in snapshot.lost_devices:
        return words.ROLL_AND_ENTER
    return words.ROLL_OR_DOUBLE if _may(snapshot, side, "DoubleTapped") else words.ROLL


def _other_rolls(snapshot: Snapshot, side: Side, *, unrolled: bool) -> Text:
    name = _name(snapshot, side.other)
    if unrolled:
        return words.says_closed_out(name)
    return words.PRESS_CLOCK if _may_press(snapshot, side) else words.to_roll(name)


def _confirming(snapshot: Snapshot, _game: GameView, side: Side) -> Text:
    mine, theirs = _me(snapshot, side).said, _me(snapshot, side.other).said
    if snapshot.question is not None and snapshot.question.counted is not None:
        return _disputing(snapshot, side)
    other, question = _name(snapshot, side.other), snapshot.question
    if mine is not None:
        if theirs is not None:
            return words.both_said(mine.values, other, theirs.values)
        return words.answers_roll(other)
    if theirs is not None:
        return _said_rolled(snapshot, other, theirs.values)
    proposal = question.proposal if question else None
    return words.is_it(proposal) if proposal else words.WHAT_ROLLED


def _disputing(snapshot: Snapshot, side: Side) -> Text:
    """The roll counts that one side says is another."""
    mine, theirs = _me(snapshot, side).said, _me(snapshot, side.other).said
    name = _name(snapshot, side.other)
    if mine is None:
        return words.says_otherwise(name, theirs.values if theirs else None)
    if theirs is None:
        return words.answers_otherwise(name, mine.values)
    return words.DICE_CONTESTED


def _said_rolled(snapshot: Snapshot, name: str, values: tuple[int, ...] | None) -> Text:
    """What `name` says was rolled; of opening dice with whose each is."""
    question = snapshot.question
    if question is None or values is None:
        return words.says_roll(name, values)
    if question.side is None:
        first, second = (_name(snapshot, each) for each in Side)
        return words.says_opening(name, first, second, values)
    if question.dice == 1:
        return words.says_one_die(name, _name(snapshot, question.side), values[0])
    return words.says_roll(name, values)


def _doubled(snapshot: Snapshot, game: GameView, side: Side) -> Text:
    if game.on_turn is side:
        if _may_press(snapshot, side):
            return words.PRESS_CLOCK
        return words.decides(_name(snapshot, side.other))
    return words.take_at(game.cube.offered or game.cube.level)


def _moving(snapshot: Snapshot, game: GameView, side: Side) -> Text:
    if game.on_turn is not side:
        if _may_press(snapshot, side):
            return words.PRESS_CLOCK
        return words.moves(_name(snapshot, side.other))
    return words.MOVE_AND_PRESS if _may_press(snapshot, side) else words.MOVE_AND_LIFT


def _claimed(snapshot: Snapshot, _game: GameView, side: Side) -> Text:
    claim = snapshot.claim
    if claim is None or claim.side is side:
        return words.agrees(_name(snapshot, side.other))
    return words.claims(_name(snapshot, claim.side), claim.level)


def _offered(snapshot: Snapshot, _game: GameView, side: Side) -> Text:
    offer = snapshot.waiting.offer
    if offer is None or offer.side is side:
        return words.answers_offer(_name(snapshot, side.other))
    says = words.claims_game if offer.winner is offer.side else words.gives_up
    return says(_name(snapshot, offer.side), offer.level, offer.certain)


def _challenged(snapshot: Snapshot, _game: GameView, side: Side) -> Text:
    challenge = snapshot.waiting.challenge
    mover = challenge.mover if challenge else side
    if snapshot.running is mover.other:
        claims = words.tells_and_presses(_name(snapshot, mover.other))
        return words.TELL_AND_PRESS if side is not mover else claims
    if side is not mover:
        return words.answers_illegal(_name(snapshot, mover))
    by = challenge.by if challenge else None
    return words.says_illegal(_name(snapshot, by)) if by else words.SAID_ILLEGAL


_IN_GAME: Mapping[Phase, Callable[[Snapshot, GameView, Side], Text]] = {
    Phase.OPENING: _opening,
    Phase.PRESS_TO_START: _press_to_start,
    Phase.TO_ROLL: _to_roll,
    Phase.CONFIRMING: _confirming,
    Phase.DOUBLED: _doubled,
    Phase.MOVING: _moving,
    Phase.CLAIMED: _claimed,
    Phase.CHALLENGED: _challenged,
    Phase.OFFERED: _offered,
}


_BETWEEN: Mapping[Phase, Callable[[Snapshot, Side], Text | str]] = {
    Phase.VACANT: _set_up,
    Phase.BETWEEN_GAMES: _ready,
    Phase.MATCH_OVER: _over,
}


def _me(snapshot: Snapshot, side: Side) -> SideView:
    return require(snapshot.sides).of(side)


def _name(snapshot: Snapshot, side: Side) -> str:
    return _me(snapshot, side).name


def _may(snapshot: Snapshot, side: Side, kind: str) -> bool:
    return any(action.kind == kind for action in _me(snapshot, side).actions)


def _may_press(snapshot: Snapshot, side: Side) -> bool:
    return any(action.kind in BUTTONS for action in _me(snapshot, side).actions)
