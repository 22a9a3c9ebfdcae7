"""The card that shows one table. Pure: clocks are passed in."""

from collections.abc import Callable, Mapping
from enum import IntFlag

import msgspec

from kiosk.director.cards import Card, CardMessage, CardSide
from kiosk.director.standing import Standing, is_stale, table_now
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.reasons import DIRECTORS_STOPS
from kiosk.rules.units import BySide, Side
from kiosk.wire.phrases import STOPS, dice, side, who
from kiosk.wire.snapshot import Snapshot, snapshot


class Need(IntFlag):
    """What wants the director; together they sort, the gravest first."""

    LOST_DEVICE = 1
    FLAG = 2
    BEHIND = 4
    STOPPED = 8
    STALE = 16
    CALLED = 32
    ALARM = 64
    HALTED = 128


def card(standing: Standing, now_ns: int) -> Card:
    """The table's card at `now_ns` on the director's monotonic clock."""
    replay = standing.replay
    match = replay.match
    head = standing.beat.head if standing.beat else None
    seen = snapshot(match, replay.last_seq, table_now(standing, now_ns))
    game = seen.game
    made = Card(
        journal_id=standing.journal_id,
        table=replay.table or seen.table or standing.number,
        event_id=match.opened.event_id if match.opened else replay.event_id,
        match_id=seen.match_id,
        length=seen.length,
        profile=match.book.title if match.book else None,
        phase=seen.phase,
        doing=doing(seen),
        sides=BySide(*(_side(seen, which) for which in Side)) if seen.sides else None,
        game=game.number if game else None,
        crawford=game.crawford if game else False,
        cube=game.cube if game else None,
        roll=dice(game.roll) if game and game.roll else None,
        called=seen.director_called,
        stop=_stop(seen),
        message=_message(match),
        lost_devices=seen.lost_devices,
        halted=head.halted if head else None,
        screens=head.screens if head else 0,
        stale=is_stale(standing, now_ns),
        seen_utc=standing.heard_utc,
        seq=replay.last_seq,
        behind=max(0, head.head_seq - replay.last_seq) if head else 0,
        alarms=_alarms(standing),
        winner=seen.winner,
        clocked=seen.clocked,
        at_ns=seen.at_ns,
        need=0,
    )
    return msgspec.structs.replace(made, need=int(need(made)))


def need(shown: Card) -> Need:
    """What of a card wants the director."""
    flagged = shown.sides is not None and (shown.sides.white.flagged or shown.sides.black.flagged)
    open_match = shown.phase not in {Phase.VACANT, Phase.MATCH_OVER}
    wants = {
        Need.HALTED: shown.halted is not None,
        Need.ALARM: bool(shown.alarms),
        Need.CALLED: shown.called is not None,
        Need.STALE: shown.stale and open_match,
        Need.STOPPED: shown.stop is not None,
        Need.BEHIND: shown.behind > 0,
        Need.FLAG: flagged and open_match,
        Need.LOST_DEVICE: bool(shown.lost_devices),
    }
    return Need(sum(want for want, is_so in wants.items() if is_so))


def doing(seen: Snapshot) -> str:
    """What the table waits for, in words."""
    if seen.taken_over_by is not None:
        return "another table continues this match"
    if seen.stop is not None and seen.phase in IN_GAME:
        ordered = seen.stop.reason in DIRECTORS_STOPS
        until = (
            "the director starts the clocks" if ordered else "both players or the director resume"
        )
        return f"stopped until {until}"
    return _DOING[seen.phase](seen)


def _turn(seen: Snapshot) -> Side | None:
    return seen.game.on_turn if seen.game else None


def _taker(seen: Snapshot) -> str:
    doubler = _turn(seen)
    return side(doubler.other if doubler else None, "the other side")


_DOING: Mapping[Phase, Callable[[Snapshot], str]] = {
    Phase.VACANT: lambda seen: (
        "no match is open" if seen.match_id is None else "the table is being set up"
    ),
    Phase.BETWEEN_GAMES: lambda seen: f"waiting for {_unready(seen)} to be ready",
    Phase.OPENING: lambda _seen: "the opening dice are rolled",
    Phase.PRESS_TO_START: lambda seen: (
        f"{side(seen.game.presses if seen.game else None)} starts the clock"
    ),
    Phase.TO_ROLL: lambda seen: f"{side(_turn(seen))} is to roll or double",
    Phase.CONFIRMING: lambda seen: f"both sides are asked what {_thrower(seen)} rolled",
    Phase.DOUBLED: lambda seen: f"{side(_turn(seen))} doubled; {_taker(seen)} takes or passes",
    Phase.MOVING: lambda seen: f"{side(_turn(seen))} is moving",
    Phase.CLAIMED: lambda seen: (
        f"{side(seen.claim.side if seen.claim else None)} declared a win; "
        "the other side agrees or not"
    ),
    Phase.CHALLENGED: lambda _seen: (
        "the last move is said to be illegal; who made it agrees or not"
    ),
    Phase.OFFERED: lambda _seen: "an offer to end the game waits for an answer",
    Phase.MATCH_OVER: lambda seen: f"{side(seen.winner)} won the match",
}


def _unready(seen: Snapshot) -> str:
    """Who has not said to be ready for the next game."""
    if seen.sides is None:
        return "the players"
    late = [which for which in Side if not seen.sides.of(which).ready]
    return side(late[0]) if len(late) == 1 else "both sides"


def _thrower(seen: Snapshot) -> str:
    return side(seen.question.side if seen.question else None, "they")


def _side(seen: Snapshot, which: Side) -> CardSide:
    if seen.sides is None:
        raise AssertionError("no sides before a match is opened")
    view = seen.sides.of(which)
    return CardSide(
        name=view.name,
        score=view.score,
        reserve_ns=view.reserve_ns,
        delay_ns=view.delay_ns,
        flagged=view.flagged,
        on_turn=seen.game is not None and seen.game.on_turn is which,
        running=seen.running is which,
    )


def _stop(seen: Snapshot) -> str | None:
    if seen.stop is None:
        return None
    if seen.stop.by is not None:
        return f"{who(seen.stop.by)}: {seen.stop.why}"
    return STOPS[seen.stop.reason]


def _message(match: Match) -> CardMessage | None:
    if match.message is None:
        return None
    return CardMessage(match.message.text, who(match.message.by), match.message.seen)


def _alarms(standing: Standing) -> tuple[str, ...]:
    """What should never happen, gravest first."""
    alarms = [
        f"Two different rows {seq} were signed; the first is kept. "
        "This journal goes on in two places: look for a copied card."
        for seq in standing.forks
    ]
    last = standing.replay.last_seq
    head = standing.beat.head if standing.beat else None
    if head is not None and head.head_seq < last:
        alarms.append(
            f"The table's journal ends at row {head.head_seq}, rows up to {last} are kept here: "
            "it was put back from an older copy."
        )
    if standing.newer:
        count, first = len(standing.newer), standing.newer[0]
        which = f"Row {first} is" if count == 1 else f"{count} rows from {first} on are"
        alarms.append(f"{which} newer than this program and not shown: update the director.")
    return tuple(alarms)
