"""The card of one table. Pure: clocks are passed in."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import msgspec

from kiosk.catalogue.matter import DirectorNeed, Wait
from kiosk.catalogue.named_sides import by_name
from kiosk.catalogue.reasons import STOPS
from kiosk.catalogue.tables import FORMS, waits
from kiosk.catalogue.terms import dice, person
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, plural, text
from kiosk.director.store.allowance import MOST_BYTES
from kiosk.director.tables.banners import banners, need
from kiosk.director.tables.card_words import WORDLESS, describe_card
from kiosk.director.tables.cards import CardMessage, CardSide, TableCard, WaitView
from kiosk.director.tables.doing import describe_wait
from kiosk.director.tables.state import TableState, UnreadFrom, is_stale, table_now
from kiosk.rules import clock as clocks
from kiosk.rules.match import EMPTY, Match, Opening, Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.rulebook import EVENT, RuleBook
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.replay import MISFIT
from kiosk.wire.snapshot import CubeView

NO_CLOCK = "clock.system"
"""Key by which an event plays without a clock; an order that introduces one omits it."""


def card(state: TableState, now_ns: int, language: Language = ENGLISH) -> TableCard:
    """The table's card at `now_ns` on the director's monotonic clock, in a viewer's language.

    Built from the match itself and not from a snapshot, because a director does not need the sides'
    keys. If the match can't be shown, because no play leads to it, the card only states that.
    """
    try:
        return _card(state, now_ns, language)
    except MISFIT as error:
        why = f"{type(error).__name__}: {error!s:.100}"
        shown = replace(state.replay, match=EMPTY)
        unread = state.unread or UnreadFrom(state.replay.last_seq, why)
        return _card(replace(state, replay=shown, asks=(), unread=unread), now_ns, language)


def _card(state: TableState, now_ns: int, language: Language) -> TableCard:
    replay, match = state.replay, state.replay.match
    opened, game, ahead = match.opened, match.game, match.next_book or match.book
    head = state.beat.head if state.beat else None
    at = table_now(state, now_ns)
    stop, named = _stop(match), by_name(language, match)
    rules = _rules(ahead) if ahead else {}
    made = TableCard(
        journal_id=state.journal_id,
        table=state.number,
        event_id=opened.event_id if opened else replay.event_id,
        match_id=match.match_id,
        length=match.length,
        profile=match.book.title if match.book else None,
        book=ahead.profile if ahead else None,
        rules="\n".join(rules.values()),
        rules_with_clock="\n".join(rules[key] for key in rules if key != NO_CLOCK),
        phase=match.phase,
        doing=format_text(describe_wait(match), named),
        sides=BySide(*(_side(match, opened, which, at) for which in Side)) if opened else None,
        game=game.number if game else None,
        crawford=game is not None and game.crawford and match.length != 1,
        cube=_cube(match, game.cube) if game else None,
        roll=dice(game.roll) if game and game.roll else None,
        called=match.director_called,
        coming=_coming(match, named),
        picture=_picture(match),
        waits=tuple(_wait(state, ahead, wait, named) for wait in _waits(state)),
        choices=choices(match),
        banners=(),
        stop=format_text(stop, named) if stop is not None else None,
        message=_message(match, language),
        lost_devices=tuple(sorted(match.lost_devices)),
        halted=head.halted if head else None,
        screens=head.screens if head else 0,
        stale=is_stale(state, now_ns) and plays(match),
        seen_utc=state.heard_utc,
        seq=replay.last_seq,
        behind=max(0, head.head_seq - replay.last_seq) if head else 0,
        alarms=tuple(format_text(each, language) for each in _alarms(state)),
        winner=match.winner,
        earlier=match.earlier[-1].match_id if match.earlier else None,
        clocked=match.clocked,
        at_ns=at,
        need=0,
        words=WORDLESS,
        ailment=head.ailments[0] if head and head.ailments else None,
    )
    return msgspec.structs.replace(
        made,
        need=int(need(made)),
        banners=tuple(banners(made, match, named, silent=is_stale(state, now_ns))),
        words=describe_card(made, named),
    )


def choices(match: Match) -> dict[str, tuple[str, ...]]:
    """Choices available now, by form and field, where that is not always all."""
    try:
        return {
            f"{form.kind}.{field.name}": tuple(field.now(match))
            for form in FORMS.values()
            for field in form.fields
            if field.now is not None
        }
    except AssertionError:  # a match sent by a faulty table: it will refuse itself
        return {}


def plays(match: Match) -> bool:
    """Whether a match is under way; a finished table may be silent."""
    return match.phase not in {Phase.VACANT, Phase.MATCH_OVER}


def _side(match: Match, opened: Opening, which: Side, at: Instant) -> CardSide:
    reading = clocks.remaining(match.clock, which, at)
    return CardSide(
        name=opened.sides.of_side(which).name,
        score=match.score.of_side(which),
        reserve_ns=reading.reserve,
        delay_ns=reading.delay,
        delay_shown_ns=clocks.delay_shown(match.clock, which, match.pace, at),
        flagged=reading.flagged,
        on_turn=match.game is not None and match.game.on_turn is which,
        running=reading.running,
    )


def _cube(match: Match, cube: Cube) -> CubeView:
    offered = cube.level * 2 if match.phase is Phase.DOUBLED else None
    return CubeView(cube.level, cube.owner, cube.in_play, offered)


def _rules(book: RuleBook) -> dict[str, str]:
    """The event's own values, one line each, by key; an order that changes the rules must keep
    them.
    """
    own = {each.key: book.value(each.key) for each in book.sources if each.cite == EVENT}
    plain = msgspec.to_builtins(own, order="sorted")
    return {key: f"{key} = {msgspec.json.encode(plain[key]).decode()}" for key in plain}


def _waits(state: TableState) -> Iterator[Wait]:
    """What waits for the director; of a match that does not count only a call."""
    for wait in waits(state.replay.match, state.asks):
        if state.doubt is None or wait.need is DirectorNeed.CALLED:
            yield wait


def _wait(state: TableState, ahead: RuleBook | None, wait: Wait, language: Language) -> WaitView:
    return WaitView(
        key=wait.key,
        need=str(wait.need.name).lower(),
        urgency=int(wait.need),
        aloud=wait.need > DirectorNeed.WISH,
        pressing=wait.need > DirectorNeed.RESULT,
        text=format_text(wait.text, language).removesuffix(".").removesuffix("。"),
        cites=wait.cites,
        orders=wait.orders,
        fill=wait.fill | _own_rules(ahead, wait.fill),
        advice=format_text(wait.advice, language) if wait.advice is not None else None,
        side=wait.side,
        points=wait.points,
        since_utc=state.since.get(wait.key),
    )


def _own_rules(book: RuleBook | None, fill: Mapping[str, str | int]) -> dict[str, str | int]:
    """Default values of a form, with the event's own values, which must be kept."""
    if book is None or "rules" not in fill:
        return {}
    return {"rules": "\n".join((*_rules(book).values(), str(fill["rules"])))}


def _stop(match: Match) -> Text | None:
    if match.stop is None:
        return None
    if match.stop.by is not None:
        return text("{by}: {why}", by=person(match.stop.by), why=match.stop.why or "")
    return STOPS[match.stop.reason]


def _coming(match: Match, language: Language) -> str | None:
    if match.call is None or match.call.coming is None:
        return None
    return format_text(text("{by} is coming", by=person(match.call.coming)), language)


def _picture(match: Match) -> str | None:
    game = match.game
    if game is None:
        return None
    return game.question.picture if game.question else game.roll_picture


def _message(match: Match, language: Language) -> CardMessage | None:
    if match.message is None:
        return None
    by = format_text(person(match.message.by), language)
    return CardMessage(match.message.text, by, match.message.seen)


def _alarms(state: TableState) -> tuple[Text, ...]:
    """Alarms about what should never happen, the gravest first."""
    alarms = [
        text(
            "Two different rows {seq} were signed; the first is kept. This journal is "
            "written in two places: look for a copied card.",
            seq=seq,
        )
        for seq in state.forks
    ]
    if state.unread is not None:
        alarms.append(
            text(
                "Row {seq} can't be read ({why}). The table is shown as it stood before; "
                "what it sends is kept. Go and look at the table.",
                seq=state.unread.seq,
                why=state.unread.why,
            )
        )
    if state.doubt is not None:
        alarms.append(state.doubt)
    if state.refused is not None:
        alarms.append(
            text(
                "This table's device tried to begin another journal ({journal}) and was refused: "
                "look for a copied card, or give the device its own key.",
                journal=state.refused,
            )
        )
    if state.slowed:
        alarms.append(
            text(
                "This table's device has sent {mb} MB in a day, more than a table should, and "
                "must wait: check what runs on it.",
                mb=MOST_BYTES // 1_000_000,
            )
        )
    if state.gone:
        alarms.append(
            text(
                "This table's device is no longer enrolled but still sends: find out who has it, "
                "or enrol it again."
            )
        )
    last = state.replay.last_seq
    head = state.beat.head if state.beat else None
    if head is not None and head.head_seq < last:
        alarms.append(
            text(
                "The table's journal ends at row {seq}, rows up to {last} are kept here: "
                "it was put back from an older copy.",
                seq=head.head_seq,
                last=last,
            )
        )
    if state.ungiven:
        alarms.append(
            plural(
                "Row {first} is of an order that this director never gave: find out who gave it.",
                "{count} rows from {first} on are of orders that this director never gave: "
                "find out who gave them.",
                len(state.ungiven),
                first=state.ungiven[0],
            )
        )
    if state.newer:
        alarms.append(
            plural(
                "Row {first} is newer than this program and not shown: update the director.",
                "{count} rows from {first} on are newer than this program and not shown: "
                "update the director.",
                len(state.newer),
                first=state.newer[0],
            )
        )
    return tuple(alarms)
