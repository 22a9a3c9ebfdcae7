"""The notes of a half: what is wrong, what was refused, how the last game ended."""

from collections.abc import Iterator

from kiosk.catalogue.devices import format_lost
from kiosk.catalogue.proposals import asked_of_director
from kiosk.catalogue.reasons import STOPS_TO_PLAYERS, because_to_players
from kiosk.catalogue.stops import PURPOSES_TO_PLAYERS
from kiosk.catalogue.take_back import settled_text
from kiosk.catalogue.text import Language, Text, format_text
from kiosk.rules.match import IN_GAME, Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.units import Side
from kiosk.screen import words
from kiosk.screen.seen import unreached
from kiosk.screen.state import REFUSAL_SHOWN_NS, LinkState, LinkStatus
from kiosk.wire.snapshot import Snapshot, StopView


def notes(
    snapshot: Snapshot | None,
    side: Side | None,
    link: LinkStatus,
    now_ns: int,
    language: Language,
) -> tuple[str, ...]:
    """Notes for a side, most important first; `side` None without a match."""
    trouble = _trouble(link, runs=snapshot is not None and snapshot.running is not None)
    if trouble is not None:
        return (format_text(trouble, language),)
    press = _press_refused(snapshot, side, now_ns) if snapshot is not None and side else None
    if press is not None:
        return (format_text(press, language),)
    refusal = link.refusal(side, now_ns) if side is not None else None
    if refusal is not None:
        return (
            format_text(
                words.refused(refusal.reasons, clocked=snapshot is None or snapshot.clocked),
                language,
            ),
        )
    if snapshot is None:
        return ()
    return tuple(
        dict.fromkeys(format_text(each, language) for each in _lasting_notes(snapshot, side))
    )


def _press_refused(snapshot: Snapshot, side: Side, now_ns: int) -> Text | None:
    """Why the side's last press did not count, shown for some seconds."""
    press = snapshot.sides.of_side(side).refused_press if snapshot.sides else None
    if press is None or now_ns - press.at_ns >= REFUSAL_SHOWN_NS:
        return None
    on_turn = snapshot.game.on_turn if snapshot.game else None
    if Reason.NOT_YOUR_TURN in press.reasons or (
        Reason.NOT_NOW in press.reasons and on_turn is side.other
    ):
        return words.OTHERS_TURN
    if Reason.NOT_NOW in press.reasons and snapshot.phase is Phase.TO_ROLL:
        return words.ROLL_FIRST
    disputed = Reason.NOT_NOW in press.reasons and snapshot.phase is Phase.CONFIRMING
    if disputed or Reason.ROLL_IN_DOUBT in press.reasons:
        return words.SETTLE_FIRST
    return words.press_refused(because_to_players(press.reasons))


def _trouble(link: LinkStatus, *, runs: bool) -> Text | None:
    """Words for a broken link to the table. `runs`: a clock ran in the last snapshot."""
    match link.state:
        case LinkState.UP:
            return None
        case LinkState.LOOKING:
            return words.LOOKING
        case LinkState.LOST:
            return words.GONE_CLOCKS_STAND if runs else words.GONE
        case LinkState.SILENT:
            return words.NOT_ANSWERING_CLOCKS_RUN if runs else words.NOT_ANSWERING
        case LinkState.REFUSED:
            return words.refused_by_table(link.why)


def _lasting_notes(snapshot: Snapshot, side: Side | None) -> Iterator[Text | str]:
    """Notes in order of importance, as there may be room for one: what just happened goes first."""
    if snapshot.thrown_in_vain:
        yield words.THROWN_IN_VAIN
    if side is not None and snapshot.sides and snapshot.sides.of_side(side).denied:
        yield words.declines(
            snapshot.sides.of_side(side.other).name, in_game=snapshot.phase in IN_GAME
        )
    if snapshot.taken_over_by is not None:
        yield words.TAKEN_OVER
    if snapshot.halted is not None:
        yield words.halted(snapshot.halted)
    elif snapshot.stop is not None and not _proposed_for(snapshot, snapshot.stop):
        yield _stopped(snapshot, snapshot.stop)
    if snapshot.sides and all(snapshot.sides.of_side(each).said is not None for each in Side):
        yield words.HOW_TO_AGREE
    yield from format_lost(snapshot.lost_devices, clocked=snapshot.clocked)
    yield from directors(snapshot)
    yield from _called_after(snapshot)
    if side is not None:
        yield from _taken_back(snapshot, side)
        yield from _acknowledgements(snapshot, side)
    if side is not None and snapshot.stop is None:
        yield from _format_claims(snapshot, side)
        yield from _unsettled(snapshot, side)
        yield from _of_the_dice(snapshot, side)
        yield from _result(snapshot, side)


def _acknowledgements(snapshot: Snapshot, side: Side) -> Iterator[Text]:
    """Acknowledge taps that ask nothing of the other side."""
    waiting, sides = snapshot.waiting, snapshot.sides
    if sides is None:
        return
    mine, others = sides.of_side(side).said, sides.of_side(side.other).said
    if mine is not None and others is None:
        yield words.you_entered(mine.values)
    if waiting.reported is side:
        yield words.YOU_REPORTED
    elif waiting.reported is not None:
        yield words.reported(sides.of_side(side.other).name)
    if waiting.slow_play:
        yield words.SLOW_PLAY


def _taken_back(snapshot: Snapshot, side: Side) -> Iterator[Text]:
    """What was taken back, shown to both until play goes on."""
    taken, sides = snapshot.waiting.taken_back, snapshot.sides
    if taken is None or sides is None:
        return
    settled = settled_text(taken.tap)
    if taken.side is side:
        yield words.you_took_back(settled)
    else:
        yield words.took_back(sides.of_side(taken.side).name, settled)


def directors(snapshot: Snapshot) -> Iterator[Text]:
    """Matters that only the director can answer."""
    waiting, sides = snapshot.waiting, snapshot.sides
    if sides is None:
        return
    for each in waiting.proposals:
        yield asked_of_director(each, sides.map(lambda side: side.name))
    if waiting.appeal is not None:
        appeals = words.appeals(sides.of_side(waiting.appeal).name)
        yield words.CALL_ALOUD if unreached(snapshot) else appeals


def _format_claims(snapshot: Snapshot, side: Side) -> Iterator[Text]:
    """Players' claims that need no answer at once."""
    waiting, sides = snapshot.waiting, snapshot.sides
    if sides is None:
        return
    other, dice = sides.of_side(side.other), waiting.dice
    if dice is not None and dice.side is side and dice.matter is DiceMatter.EARLY_PICKUP:
        yield words.answers_of_dice(other.name, dice.matter)
    if dice is not None and dice.side is not side and dice.matter is DiceMatter.CROWDED:
        yield words.claims_home_is_full(other.name)
    if waiting.mix is not None and waiting.mix.picks:
        yield words.picks(sides.of_side(each).name for each in waiting.mix.picks)
    if waiting.length is not None:
        yield words.from_next_game(waiting.length)
    if sides.of_side(side).mixer_wish is not None:
        yield words.YOU_WISH_BOX
    elif other.mixer_wish is not None:
        yield words.wishes_box(other.name)


def _proposed_for(snapshot: Snapshot, stop: StopView) -> bool:
    """True if an open proposal or the half's prompt already covers this stop."""
    if stop.reason is StopReason.CONCEDED:
        return snapshot.waiting.conceded is not None
    return stop.reason is StopReason.TIME_USED_UP and bool(snapshot.waiting.proposals)


def _called_after(snapshot: Snapshot) -> Iterator[Text]:
    """The director's call after the match, when no stop shows it; a dispute is in the prompt."""
    caller, waiting = snapshot.director_called, snapshot.waiting
    if snapshot.phase is not Phase.MATCH_OVER or caller is None or snapshot.sides is None:
        return
    if waiting.coming:
        yield words.DIRECTOR_IS_COMING
    elif unreached(snapshot):
        yield words.CALL_ALOUD
    elif waiting.wrong is None:
        yield words.called(snapshot.sides.of_side(caller).name, waiting.about)


def _stopped(snapshot: Snapshot, stop: StopView) -> Text:
    if stop.by is not None:
        return words.stopped_by(stop.by, stop.why or "", clocked=snapshot.clocked)
    if stop.side is not None and stop.purpose is not None and snapshot.sides:
        name = snapshot.sides.of_side(stop.side).name
        return words.stopped_for(name, PURPOSES_TO_PLAYERS[stop.purpose])
    if stop.reason in {StopReason.DISPUTE, StopReason.DIRECTOR_CALLED}:
        return _called(snapshot, stop)
    return STOPS_TO_PLAYERS[stop.reason]


def _called(snapshot: Snapshot, stop: StopView) -> Text:
    """Name the side that wants the director, or ask to call him aloud."""
    caller, question, sides = snapshot.director_called, snapshot.question, snapshot.sides
    if unreached(snapshot) and not snapshot.waiting.coming:
        return words.CALL_ALOUD
    if stop.reason is StopReason.DISPUTE and snapshot.waiting.dispute and sides:
        return words.disputes(sides.of_side(snapshot.waiting.dispute).name)
    if stop.reason is StopReason.DISPUTE or caller is None or sides is None:
        return STOPS_TO_PLAYERS[stop.reason]
    if question is not None and question.counted is not None:
        return words.ROLL_CONTESTED
    return words.called(sides.of_side(caller).name, snapshot.waiting.about)


def _of_the_dice(snapshot: Snapshot, side: Side) -> Iterator[Text | str]:
    game, question, sides = snapshot.game, snapshot.question, snapshot.sides
    if question is not None and sides is not None:
        if sides.of_side(side).said is None and question.reasons:
            yield words.doubtful(question.reasons)
    elif game is not None and game.refused_for:
        yield words.not_counted(game.refused_for)


def _unsettled(snapshot: Snapshot, side: Side) -> Iterator[Text]:
    """A roll that one side settled alone, and dice thrown before a roll was settled."""
    waiting, game = snapshot.waiting, snapshot.game
    if waiting.later_dice:
        yield words.DICE_WAIT
    if waiting.contestable is side.other and game is not None and game.roll is not None:
        yield words.agreed_alone(game.roll)


def _result(snapshot: Snapshot, side: Side) -> Iterator[Text | str]:
    """What this side won or lost by the last game."""
    result, sides = snapshot.last_result, snapshot.sides
    over = snapshot.phase in {Phase.BETWEEN_GAMES, Phase.MATCH_OVER}
    if over and result is not None and sides is not None:
        if result.winner is not None and result.cause is EndCause.CONCEDED:
            yield words.gave_up_the_match(sides.of_side(result.winner.other).name)
        else:
            won = result.winner is side if result.winner and result.points else None
            yield words.result(result.points, result.cause, won=won)
