"""What facts before play change."""

from dataclasses import replace

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.evolve.times import control
from kiosk.rules.match import Cube, Game, Match, Opening, Phase
from kiosk.rules.outcome import EarlierMatch, Evidence
from kiosk.rules.units import BySide


@apply.register
def _(event: e.MatchOpened, match: Match) -> Match:
    opening = Opening(
        event.match_id,
        event.event_id,
        event.table,
        event.series,
        event.format,
        event.sides,
        event.profile_hash,
    )
    return Match(
        opened=opening,
        book=event.profile,
        earlier=(*match.earlier, *_finished(match)),
        message=match.message,
        lost_devices=match.lost_devices,
    )


def _finished(match: Match) -> tuple[EarlierMatch, ...]:
    """The match that was, if it was played to its end."""
    opened, book, winner = match.opened, match.book, match.winner
    if opened is None or book is None or winner is None:
        return ()
    earlier = EarlierMatch(
        match_id=opened.match_id,
        series_id=opened.series.id if opened.series else None,
        length=match.length,
        winner=winner,
        score=match.score,
        outcome=match.outcome,
        correctable=book.result.correctable,
        cite=book.cite("result.correctable"),
    )
    return (earlier,)


@apply.register
def _(event: e.TableSetUp, match: Match) -> Match:
    phase = Phase.BETWEEN_GAMES if match.phase is Phase.VACANT else match.phase
    return replace(match, setup=event.setup, phase=phase)


@apply.register
def _(event: e.TimeAllotted, match: Match) -> Match:
    clock = replace(clocks.new(), reserve=event.reserve)
    return replace(control(match, allotted=True, second=False), clock=clock)


@apply.register
def _(event: e.ReadyGiven, match: Match) -> Match:
    return replace(match, ready=match.ready.with_(event.side, True))


@apply.register
def _(event: e.GameStarted, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.OPENING,
        book=match.next_book or match.book,
        next_book=None,
        ready=BySide(False, False),
        crawford_played=match.crawford_played or event.crawford,
        crawford_next=False,
        game=Game(
            number=event.number,
            crawford=event.crawford,
            cube=Cube(in_play=event.cube_in_play),
            opening=BySide(None, None),
        ),
        dicing=match.dicing.after_game(),
        tower=None,
        held=None,
        last_result=None,
        evidence=Evidence(),
    )
