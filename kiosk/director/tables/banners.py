"""Urgent messages of a table, and how urgently it needs the director. Pure."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from kiosk.catalogue.devices import lost_banner
from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import Language, Text, format_text, plural, text
from kiosk.director.tables.cards import Banner, CardMessage, TableCard
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.rulings import Ruling
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import Side
from kiosk.wire.sync import Ailment

LONGEST_AILMENT = 100
_WHITE = SIDES[Side.WHITE]
_BLACK = SIDES[Side.BLACK]

_BY_CALL = frozenset({StopReason.DIRECTOR_CALLED, StopReason.DISPUTE})
"""Stops whose call states the reason already."""


def need(shown: TableCard) -> DirectorNeed:
    """How urgently a card needs the director."""
    flagged = shown.sides is not None and (shown.sides.white.flagged or shown.sides.black.flagged)
    open_match = shown.phase not in {Phase.VACANT, Phase.MATCH_OVER}
    wants = {
        DirectorNeed.HALTED: shown.halted is not None,
        DirectorNeed.ALARM: bool(shown.alarms),
        DirectorNeed.CALLED: shown.called is not None,
        DirectorNeed.STALE: shown.stale,
        DirectorNeed.STOPPED: shown.stop is not None,
        DirectorNeed.BEHIND: shown.behind > 0,
        DirectorNeed.FLAG: flagged and open_match,
        DirectorNeed.LOST_DEVICE: bool(shown.lost_devices)
        or (shown.ailment is not None and shown.ailment.grave),
    }
    found = DirectorNeed(sum(want for want, is_so in wants.items() if is_so))
    return reduce(or_, (DirectorNeed(wait.urgency) for wait in shown.waits), found)


def _parts(shown: TableCard, *, silent: bool) -> Iterator[tuple[str, Text]]:
    """Faults of the table's devices, screens and machine: each with its look and text."""
    for device in shown.lost_devices:
        yield "lost", lost_banner(device)
    if shown.screens == 0 and not silent:
        yield "lost", text("No players' screen")
    if shown.ailment is not None and not silent:
        ailing = text("The table's machine: {code}", code=_ailing(shown.ailment))
        yield "lost" if shown.ailment.grave else "note", ailing


def _ailing(ailment: Ailment) -> str:
    """A code of `kiosk doctor` with its figures, independent of language."""
    banner_text = f"{ailment.code} ({ailment.value})" if ailment.value else ailment.code
    return banner_text[:LONGEST_AILMENT]


def banners(
    shown: TableCard, match: Match, language: Language, *, silent: bool
) -> Iterator[Banner]:
    """Banners of a card that is otherwise complete, the gravest first; `silent`: the table is not
    heard.
    """

    def banner(look: str, words: Text) -> Banner:
        return Banner(look, format_text(words, language), wait=False)

    called = [wait for wait in shown.waits if wait.urgency == DirectorNeed.CALLED]
    yield from _waiting(shown, DirectorNeed.CALLED, "call")
    if shown.called is not None and not called:
        yield banner("call", text("{side} calls the director", side=SIDES[shown.called]))
    if shown.coming is not None:
        yield Banner("coming", shown.coming, wait=False)
    if shown.halted is not None:
        yield banner("alarm", text("The table has halted: {why}", why=shown.halted))
    for alarm in shown.alarms:
        yield Banner("alarm", alarm, wait=False)
    yield from _waiting(shown, DirectorNeed.DECISION, "decide")
    yield from _waiting(shown, DirectorNeed.FLAG, "flag")
    flagged = {wait.side for wait in shown.waits if wait.urgency == DirectorNeed.FLAG}
    for which in Side:
        if shown.sides is not None and shown.sides.of_side(which).flagged and which not in flagged:
            yield banner("flag", text("{side}'s time is used up", side=SIDES[which]))
    yield from _waiting(shown, DirectorNeed.ABSENT, "absent")
    call_shown = match.stop is not None and match.stop.reason in _BY_CALL
    if shown.stop is not None and not (shown.called is not None and call_shown):
        yield banner("stop", text("Stopped: {why}", why=shown.stop))
    for look, words in _parts(shown, silent=silent):
        yield banner(look, words)
    yield from _waiting(shown, DirectorNeed.WISH, "note")
    yield from _waiting(shown, DirectorNeed.RESULT, "note")
    if shown.message is not None:
        yield banner("note", _unread(shown.message))
    if match.hearing.rulings:
        yield banner("note", _unread_rulings(match.hearing.rulings))
    if shown.behind > 0:
        yield banner(
            "note",
            plural("{count} row not yet received", "{count} rows not yet received", shown.behind),
        )


def _waiting(shown: TableCard, wanted: DirectorNeed, look: str) -> Iterator[Banner]:
    for wait in shown.waits:
        if wait.urgency == wanted:
            yield Banner(look, wait.text, wait=True)


def _unread_rulings(rulings: tuple[Ruling, ...]) -> Text:
    unread = [side for side in Side if not all(each.seen.of_side(side) for each in rulings)]
    if len(unread) == 2:
        return text("Ruling not yet read by {one} and {other}", one=_WHITE, other=_BLACK)
    return text("Ruling not yet read by {side}", side=SIDES[unread[0]])


def _unread(message: CardMessage) -> Text:
    white, black = message.seen.white, message.seen.black
    if not white and not black:
        return text(
            "Message not yet read by {one} and {other}: “{words}”",
            one=_WHITE,
            other=_BLACK,
            words=message.text,
        )
    reader = SIDES[Side.WHITE if not white else Side.BLACK]
    return text("Message not yet read by {side}: “{words}”", side=reader, words=message.text)
