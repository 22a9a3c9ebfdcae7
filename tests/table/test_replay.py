"""Replay is live: after any commands the journal's rows fold to the loop's own match."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.table_kit import BOOT, Table, cups, load_norway, opening

from kiosk.journal import Journal, fold_rows, read
from kiosk.journal.following import Following
from kiosk.rules.decide import deadline, evolve, why_not
from kiosk.rules.match import EMPTY
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.table.loop import SETTLE_NS

NORWAY = load_norway()
NO_CLOCK = NORWAY.with_clock(ClockSystem.NONE, "event setting")
SETUPS = (cups(), cups(mixer=Half.PICTURE_LEFT), cups(mixer=Half.PICTURE_LEFT, tower=True))
LEFT, RIGHT, OFF = Half.PICTURE_LEFT, Half.PICTURE_RIGHT, Half.OFF
WHY = "no answer"

Commands = Callable[[Instant], Iterator[c.Command]]

TAPS = (
    c.ReadyTapped,
    c.RollConfirmed,
    c.ClockPressed,
    c.DoubleTapped,
    c.TakeTapped,
    c.PassTapped,
    c.WinAgreed,
    c.WinDisputed,
    c.ResumeTapped,
    c.MessageTapped,
)
ORDER = ("m-1", "director:Kari", "a mistake")
"""For which match, by whom, why."""


def play(at: Instant) -> Iterator[c.Command]:
    """What happens in a game."""
    for count, half, sure in product((2, 1), (LEFT, RIGHT), (True, False)):
        yield roll(at, (6, 3)[:count], half, sure=sure)
        yield roll(at, (4, 4)[:count], half, sure=sure)
    yield roll(at, (5, 2), OFF)
    yield roll(at, (5, 2), LEFT, flat=False)
    yield roll(at, (5, 2), LEFT, rolled=False)
    yield c.DiceLifted(at)
    for side in Side:
        yield from (kind(at, side) for kind in TAPS)
        yield from (c.RollEntered(at, side, said) for said in (None, (2, 1), (5,), (1,), (7,)))
        yield from (c.WinDeclared(at, side, level) for level in (0, 1, 3))
        yield c.ExpiryDeclared(at, side)
    yield c.TowerReported(at, 2, 2)
    yield c.TowerReported(at, 1, 1)


def trouble(at: Instant) -> Iterator[c.Command]:
    """What happens beside it."""
    yield from (c.DirectorCallTapped(at, side) for side in Side)
    yield c.ExpiryDeclared(at, None)
    for device in ("camera", "tower", "director"):
        yield from (c.DeviceFailed(at, device, WHY), c.DeviceRecovered(at, device))
    yield from (c.StopOrdered(at, *ORDER), c.StartOrdered(at, *ORDER))
    yield c.StopOrdered(at, "another match", *ORDER[1:])
    yield from (c.MessageOrdered(at, *ORDER, text) for text in ("Table 4 is next.", ""))
    yield from (c.PenaltyOrdered(at, *ORDER, side, 1, None) for side in Side)
    yield c.ScoreOrdered(at, *ORDER, BySide(1, 2), None, None)
    yield c.TableRestarted(at, at, "the disk was full")
    yield opening(at, NORWAY, 3, f"m-{at}")
    yield from (c.SetUpTable(at, setup) for setup in SETUPS)
    yield c.ProfileOrdered(at, *ORDER, NO_CLOCK, "e" * 64)
    yield c.AssignTable(at, 3, "tests")


def roll(
    at: Instant,
    values: tuple[int, ...],
    half: Half,
    *,
    sure: bool = True,
    flat: bool = True,
    rolled: bool = True,
) -> c.RollRead:
    dice = tuple(
        DieFact(value if sure else None, value, half, flat, "surface", 0.9, (40.0 * value, 50.0))
        for value in values
    )
    return c.RollRead(at, RollFacts(dice, rolled, at, at, None))


steps = st.lists(
    st.tuples(
        st.integers(0, 999),
        st.sampled_from((True, True, True, True, False)),
        st.sampled_from((play, play, play, play, play, trouble)),
        st.sampled_from((0.0, 0.01, 0.06, 1.0, 3.0, 30.0, 400.0)),
        st.sampled_from((0.0, 0.0, 0.0, 0.04, 2.0, -5.0)),
        st.booleans(),
    ),
    min_size=20,
    max_size=40,
)
"""Which command, one that fits or any, of what kind, how long after the last, how old its stamp,
and whether it is sent again."""


@settings(
    max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
@given(st.sampled_from((NORWAY, NO_CLOCK)), st.sampled_from(SETUPS), steps)
def test_after_every_command_the_journal_folds_to_the_match_the_table_plays(
    book: RuleBook, setup: SetUp, plan: list[tuple[int, bool, Commands, float, float, bool]]
) -> None:
    """Also after one that came twice: it is decided once, in memory as in the journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.journal"
        with Journal.open(path, boot_id=BOOT) as journal, Following(path) as rows:
            table = Table(journal)
            begin(table, book, setup)
            kept, upto = EMPTY, 0
            for number, (pick, fits, kind, wait, late, again) in enumerate(plan):
                at = Instant(table.later(wait) - round(late * SECOND_NS))
                tried = list(kind(at))
                fitting = [one for one in tried if not why_not(table.loop.match, one)]
                choice = fitting if fits and fitting else tried
                command, name = choice[pick % len(choice)], f"command-{number}"
                first = table.do(command, command_id=name)
                if again and first.seqs:
                    table.later(1)
                    later = replace(command, at=table.now)
                    assert table.do(later, command_id=name) == first
                settle(table)
                for row in rows.rows(upto, journal.head[0], most=1000, longest=10**9):
                    kept, upto = evolve(kept, row.event()), row.seq
                assert table.loop.match == kept
            played, shown = table.loop.match, table.shown[-1]
        replay = fold_rows(read(path))
    assert replay.match == played
    assert replay.match_id == table.loop.match_id
    assert shown.seq == replay.last_seq
    assert shown.phase is played.phase


def begin(table: Table, book: RuleBook, setup: SetUp) -> None:
    """White has won the opening; with a clock, Black is to start it."""
    table.open(book, 3, setup)
    for side in Side:
        table.do(c.ReadyTapped(table.now, side), side.value)
    for values in ((5, 2),) if setup.mixer is None else ((5,), (2,)):
        for side in (Side.WHITE, Side.BLACK, Side.WHITE):
            table.do(c.RollEntered(table.now, side, values), side.value)
    assert table.loop.match.game is not None
    assert table.loop.match.game.on_turn is Side.WHITE


def settle(table: Table) -> None:
    """What is due rings, once: an alarm that came again and again would fill the journal."""
    for _ in range(3):
        due = deadline(table.loop.match)
        if due is None or due + SETTLE_NS > table.now_ns:
            return
        table.loop.step()
    raise AssertionError(f"due at {due} and never done: {table.kinds()[-4:]}")
