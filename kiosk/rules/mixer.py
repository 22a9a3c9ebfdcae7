"""The baffle box: brought in or taken away while a match goes on."""

from dataclasses import replace

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import MixerAsker, MixerUse, RuleBook
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import promised

HALVES = frozenset({Half.PICTURE_LEFT, Half.PICTURE_RIGHT})


def against_box(match: Match, mixer: Half | None) -> Against:
    """Against a baffle box where the book, now or from the next game on, has dice rolled by cup."""
    books = (promised(match.book), match.next_book or promised(match.book))
    return (Reason.CUP_ONLY,) if mixer is not None and any(map(_cup_only, books)) else NOTHING


def against_book(match: Match, book: RuleBook) -> Against:
    """Against a book that has dice rolled by cup while a box stands at the table."""
    box = match.setup is not None and match.setup.mixer is not None
    return (Reason.CUP_ONLY,) if box and _cup_only(book) else NOTHING


def _cup_only(book: RuleBook) -> bool:
    return book.roll.mixer is MixerUse.CUP_ONLY


def _against(match: Match, mixer: Half | None, tower: bool | None) -> Against:
    setup = promised(match.setup)
    reasons = [*against_box(match, mixer)]
    if mixer not in {None, *HALVES} or (tower and mixer is None):
        reasons.append(Reason.BAD_VALUE)
    if mixer is setup.mixer and tower in {None, setup.tower}:
        reasons.append(Reason.ALREADY_DONE)
    if match.held is not None or match.phase is Phase.CONFIRMING:
        reasons.append(Reason.ROLL_IN_DOUBT)
    return tuple(reasons)


def against_order(match: Match, command: c.MixerOrdered) -> Against:
    return _against(match, command.mixer, command.tower)


def order(story: Story, command: c.MixerOrdered) -> None:
    """The director may order the box (norway §2.4(i)) or dispense from it (§3.4(ii))."""
    setup = replace(story.setup, mixer=command.mixer, tower=command.tower)
    key = "roll.mixer" if command.mixer is None else "roll.breach"
    _change(story, setup, command.by, command.why, key)


def against_wish(match: Match, command: c.MixerWishTapped) -> Against:
    askers = promised(match.book).roll.mixer_asked_by
    reasons = [*_against(match, command.mixer, None)]
    if not askers & {MixerAsker.AGREEMENT, MixerAsker.PLAYER}:
        reasons.append(Reason.MIXER_NOT_ASKED)
    if match.dicing.mixer_wished.of(command.side) is command.mixer:
        reasons.append(Reason.ALREADY_DONE)
    return tuple(dict.fromkeys(reasons))


def wish(story: Story, command: c.MixerWishTapped) -> None:
    """Two wishes that agree bring the box; one alone is a request to the director."""
    key = "roll.mixer_asked_by"
    story.tell(e.MixerWished(command.side, command.mixer, (story.book.cite(key),)))
    agreed = story.match.dicing.mixer_wished.of(command.side.other) is command.mixer
    if agreed and MixerAsker.AGREEMENT in story.book.roll.mixer_asked_by:
        _change(story, replace(story.setup, mixer=command.mixer, tower=False), None, None, key)


def _change(story: Story, setup: SetUp, by: str | None, why: str | None, key: str) -> None:
    story.tell(e.MixerChanged(setup, by, why, (story.book.cite(key),)))
