"""In a match without a clock no text speaks of one, but for who asks that one be brought in."""

import random
from collections.abc import Iterator

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.match_corpus import AT, corpus
from kits.rules_kit import KINDS, NO_CLOCK, Table
from kits.rules_samples import samples
from kits.screen_kit import STATES, UP, lost, moving, pads, seen

from kiosk.catalogue.reasons import because_to_players
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.rules.command import Command
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.screen.asking import asking
from kiosk.screen.controls import Give, row
from kiosk.screen.view import HalfView, view
from kiosk.screen.words.prompted import QUIET
from kiosk.wire.snapshot import Snapshot, snapshot

WISH = {"ClockWishTapped", "ClockWishAgreed", "ClockWishDenied"}
"""Who gives these asks that a clock be brought in."""
ASKED_FOR = format_text(QUIET[DeskPrompt.ANSWER_CLOCK_WISH], ENGLISH)

WITHOUT = (
    NO_CLOCK,
    *(
        load(name).with_clock(ClockSystem.NONE, "the event")
        for name in ("italian-international", "london-club", "norway")
    ),
)


def said(one: HalfView) -> Iterator[str]:
    """Every text on a half, and on what opens from it."""
    yield from (one.prompt, *one.quiet, *one.notes)
    for pad in (None, *pads(one)):
        if pad is not None:
            yield asking(one, pad)
        for key in row(one.controls, pad):
            wish = isinstance(key.tap, Give) and key.tap.action.kind in WISH
            if not wish:
                yield key.label


def check(shown: Snapshot) -> int:
    if shown.sides is None or shown.clocked:
        return 0
    both = view(shown, shown.at_ns, UP)
    for one in (both.bottom, both.top):
        for words in said(one):
            assert "clock" not in words.lower() or words == ASKED_FOR, words
    return 1


def walks(book: RuleBook, seed: int) -> Iterator[Table]:
    """Matches of whatever commands, plausible and absurd; nobody brings a clock in."""
    choice = random.Random(seed)
    kinds = [kind for kind in KINDS if kind is not c.ClockOrdered]
    table = Table().open(book=book).start()
    for _ in range(40):
        table.wait(choice.randrange(30))
        kind: type[Command] = choice.choice(kinds)
        table.do(choice.choice(samples(kind, table.at)))
        yield table


def test_no_state_without_a_clock_speaks_of_one() -> None:
    blind = lost(moving(book=NO_CLOCK), "camera", "buttons")
    looked = check(seen(blind)) + sum(check(seen(make())) for make in STATES.values())
    looked += sum(check(snapshot(match, 1, AT)) for match in corpus() if not match.clocked)
    assert looked > 20


@pytest.mark.parametrize("book", WITHOUT, ids=lambda book: book.profile)
def test_nor_does_any_refusal_of_what_a_player_does(book: RuleBook) -> None:
    taps = {"BreakTapped", "ReadyTapped", "ClockPressed", "DoubleTapped", "ResumeTapped"}
    refused = 0
    for seed in range(6):
        for table in walks(book, seed):
            check(seen(table))
        for event in table.events:
            if isinstance(event, e.Refused) and event.command in taps:
                refused += 1
                words = format_text(because_to_players(event.reasons, clocked=False), ENGLISH)
                assert "clock" not in words, (event, words)
    assert refused
