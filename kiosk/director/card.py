"""The card that shows one table. Pure: clocks are passed in."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_

import msgspec

from kiosk.director.cards import Card, CardMessage, CardSide
from kiosk.director.standing import Standing, is_stale, table_now
from kiosk.director.waits import Need, Wait, waits
from kiosk.rules import clock as clocks
from kiosk.rules.match import IN_GAME, Match, Opening, Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import DIRECTORS_STOPS
from kiosk.rules.rulebook import EVENT, RuleBook
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.phrases import STOPS, dice, side, who
from kiosk.wire.snapshot import CubeView


def card(standing: Standing, now_ns: int) -> Card:
    """The table's card at `now_ns` on the director's monotonic clock.

    Made from the match itself and not from a snapshot: what a side may tap is nothing to a
    director, and asking the rules would raise on a match that a table gone mad has sent.
    """
    replay, match = standing.replay, standing.replay.match
    opened, game, ahead = match.opened, match.game, match.next_book or match.book
    head = standing.beat.head if standing.beat else None
    at = table_now(standing, now_ns)
    made = Card(
        journal_id=standing.journal_id,
        table=replay.table or (opened.table if opened else standing.number),
        event_id=opened.event_id if opened else replay.event_id,
        match_id=match.match_id,
        length=match.length,
        profile=match.book.title if match.book else None,
        book=ahead.profile if ahead else None,
        rules=_rules(ahead) if ahead else "",
        phase=match.phase,
        doing=doing(match),
        sides=BySide(*(_side(match, opened, which, at) for which in Side)) if opened else None,
        game=game.number if game else None,
        crawford=game.crawford if game else False,
        cube=_cube(match, game.cube) if game else None,
        roll=dice(game.roll) if game and game.roll else None,
        called=match.director_called,
        waits=tuple(_since(standing, wait) for wait in waits(match, standing.asks)),
        stop=_stop(match),
        message=_message(match),
        lost_devices=tuple(sorted(match.lost_devices)),
        halted=head.halted if head else None,
        screens=head.screens if head else 0,
        stale=is_stale(standing, now_ns),
        seen_utc=standing.heard_utc,
        seq=replay.last_seq,
        behind=max(0, head.head_seq - replay.last_seq) if head else 0,
        alarms=_alarms(standing),
        winner=match.winner,
        earlier=match.earlier[-1].match_id if match.earlier else None,
        clocked=match.clocked,
        at_ns=at,
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
    found = Need(sum(want for want, is_so in wants.items() if is_so))
    return reduce(or_, (wait.need for wait in shown.waits), found)


def doing(match: Match) -> str:
    """What the table waits for, in words."""
    if match.taken_over_by is not None:
        return "another table continues this match"
    if match.stop is not None and match.phase in IN_GAME:
        ordered = match.stop.reason in DIRECTORS_STOPS
        until = (
            "the director starts the clocks" if ordered else "both players or the director resume"
        )
        return f"stopped until {until}"
    return _DOING[match.phase](match)


def _or_double(match: Match) -> str:
    """Whose cube it is not, or where there is none, is only to roll."""
    game = match.game
    may = game and game.cube.in_play and game.cube.owner in {None, game.on_turn}
    return " or double" if may else ""


def _turn(match: Match) -> Side | None:
    return match.game.on_turn if match.game else None


def _taker(match: Match) -> str:
    doubler = _turn(match)
    return side(doubler.other if doubler else None, "the other side")


def _starter(match: Match) -> str:
    return side(match.game.presses if match.game else None)


def _claimer(match: Match) -> str:
    return side(match.game.claim.side if match.game and match.game.claim else None)


def _thrower(match: Match) -> str:
    question = match.game.question if match.game else None
    return side(question.side if question else None, "they")


def _unready(match: Match) -> str:
    """Who has not said to be ready for the next game."""
    late = [which for which in Side if not match.ready.of(which)]
    return side(late[0]) if len(late) == 1 else "both sides"


_DOING: Mapping[Phase, Callable[[Match], str]] = {
    Phase.VACANT: lambda match: "the table is being set up" if match.opened else "no match is open",
    Phase.BETWEEN_GAMES: lambda match: f"waiting for {_unready(match)} to be ready",
    Phase.OPENING: lambda _match: "the opening dice are rolled",
    Phase.PRESS_TO_START: lambda match: f"{_starter(match)} starts the clock",
    Phase.TO_ROLL: lambda match: f"{side(_turn(match))} is to roll{_or_double(match)}",
    Phase.CONFIRMING: lambda match: f"both sides are asked what {_thrower(match)} rolled",
    Phase.DOUBLED: lambda match: f"{side(_turn(match))} doubled; {_taker(match)} takes or passes",
    Phase.MOVING: lambda match: f"{side(_turn(match))} is moving",
    Phase.CLAIMED: lambda match: f"{_claimer(match)} declared a win; the other side agrees or not",
    Phase.CHALLENGED: lambda _match: (
        "the last move is said to be illegal; who made it agrees or not"
    ),
    Phase.OFFERED: lambda _match: "an offer to end the game waits for an answer",
    Phase.MATCH_OVER: lambda match: f"{side(match.winner)} won the match",
}


def _side(match: Match, opened: Opening, which: Side, at: Instant) -> CardSide:
    reading = clocks.remaining(match.clock, which, at)
    return CardSide(
        name=opened.sides.of(which).name,
        score=match.score.of(which),
        reserve_ns=reading.reserve,
        delay_ns=reading.delay,
        flagged=reading.flagged,
        on_turn=_turn(match) is which,
        running=reading.running,
    )


def _cube(match: Match, cube: Cube) -> CubeView:
    offered = cube.level * 2 if match.phase is Phase.DOUBLED else None
    return CubeView(cube.level, cube.owner, cube.in_play, offered)


def _rules(book: RuleBook) -> str:
    """What the event chose for itself; an order that changes the rules must not lose it."""
    own = {each.key: book.value(each.key) for each in book.sources if each.cite == EVENT}
    plain = msgspec.to_builtins(own, order="sorted")
    return "\n".join(f"{key} = {msgspec.json.encode(plain[key]).decode()}" for key in plain)


def _since(standing: Standing, wait: Wait) -> Wait:
    return msgspec.structs.replace(wait, since_utc=standing.since.get(wait.key))


def _stop(match: Match) -> str | None:
    if match.stop is None:
        return None
    if match.stop.by is not None:
        return f"{who(match.stop.by)}: {match.stop.why}"
    return STOPS[match.stop.reason]


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
