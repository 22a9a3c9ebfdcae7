"""A corpus of matches: in every phase, under several books, with whatever may come between."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle

from kiosk.rules import clock as clocks
from kiosk.rules.clock import ClockWish
from kiosk.rules.decide import decide, evolve
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.match.call import CallAbout, DirectorCall
from kiosk.rules.match.outcome import EarlierMatch, MatchOutcome
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Hearing, Ruled, Ruling
from kiosk.rules.rulebook import Correctable, LateSanction, RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import BySide, Instant
from kits import commands as c
from kits import events as e
from kits.cube_corpus import cube_matches
from kits.desk_corpus import desk_matches
from kits.dice_corpus import dice_matches
from kits.rules_kit import (
    BLACK,
    DIRECTOR,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    open_match,
    setup,
)

AT = Instant(5_000 * 10**9)

PROPOSALS = (
    Proposal(ProposalKind.MATCH_LOST, ProposalCause.TIME_USED_UP, WHITE, ("a book §1",)),
    Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.TIME_USED_UP, BLACK, (), points=2),
)

EARLIER = EarlierMatch(
    "m0", None, 7, WHITE, BySide(7, 3), MatchOutcome(), Correctable.REASONABLE_TIME, "a book §2"
)

HEARINGS = (
    Hearing(dispute=WHITE, ruled=True),
    Hearing(ruled=True, appeal=BLACK, panel=True),
    Hearing(ruled=True, fresh=True, observer="Ola"),
    Hearing(ruled=True, rulings=(Ruling(Ruled.PENALTY, DIRECTOR, "late", side=BLACK, number=1),)),
)


@cache
def corpus() -> list[Match]:
    """Every match of `plain_matches`, first as it is, then with something come between."""
    plain = plain_matches()
    stopped = [_stopped(match) for match in plain if match.opened is not None]
    held = [_done(match, c.StopOrdered(AT, "m1", DIRECTOR, "dinner")) for match in plain]
    told = [
        _done(match, c.MessageOrdered(AT, match.match_id, DIRECTOR, "", "Last round"))
        for match in plain
    ]
    restarted = [_done(match, c.TableRestarted(AT, None, None)) for match in plain]
    blind = [_done(match, c.DeviceFailed(AT, "camera", "unplugged")) for match in plain]
    stuck = [_done(match, c.DeviceFailed(AT, "left_button", "stuck")) for match in plain[::2]]
    moved = [_done(match, c.DiceLifted(AT)) for match in plain]
    over = [
        evolve(match, e.TableTakenOver("j1", 1, "a", "j2", None, Instant(0)))
        for match in plain[::3]
    ]
    proposed = [
        evolve(match, e.Proposed(1, proposal))
        for match, proposal in zip(plain, cycle(PROPOSALS), strict=False)
        if match.opened is not None
    ]
    one_each = {match.phase: match for match in plain}.values()
    late = [_came_late(match) for match in one_each]
    later = [
        replace(match, earlier=(EARLIER,), control=replace(match.control, wish=ClockWish(WHITE)))
        for match in one_each
    ]
    called = [
        replace(match, call=DirectorCall(side, about))
        for match in one_each
        for side, about in ((WHITE, None), (BLACK, CallAbout.CUBE))
        if match.opened is not None
    ]
    undone = [*(_settled(match) for match in one_each), *_asked_to_reopen(plain)]
    undone += [_done(match, c.PressBackTapped(AT, WHITE)) for match in plain if match.pressed][:20]
    first = [match for match in plain if match.opened is not None and match.games_played == 0]
    led = [
        _done(match, c.GuideOrdered(AT, match.match_id, DIRECTOR, "", WHITE))
        for match in first
        if match.phase in {Phase.VACANT, Phase.BETWEEN_GAMES}
    ]
    breaks = [each for match in one_each for each in _on_break(match)]
    between = [
        *proposed,
        *stopped,
        *held,
        *told,
        *restarted,
        *blind,
        *stuck,
        *moved,
        *over,
        *late,
        *later,
    ]
    between += [*called, *undone, *breaks, *led]
    return list(dict.fromkeys([*plain, *between]))


def _came_late(match: Match) -> Match:
    """Both sides came later than a book allows that lets the other claim the match for it."""
    if match.book is None:
        return match
    book = match.book.with_value("late.sanction", LateSanction.OPPONENT_MAY_CLAIM)
    late = replace(match.schedule, is_late_roll=BySide(True, True))
    return replace(match, book=book, schedule=late)


def _settled(match: Match) -> Match:
    """White may still take back what it settled last."""
    return evolve(match, e.TapSettled(WHITE, "TakeTapped", AT, Instant(AT + 1), 0))


def _asked_to_reopen(matches: list[Match]) -> Iterator[Match]:
    """A game that is over, which White wants opened again."""
    for match in matches:
        if match.ended_game is not None:
            yield _done(match, c.ReopenTapped(AT, WHITE))


def _on_break(match: Match) -> Iterator[Match]:
    """Both sides have taken a break; White says that nobody left."""
    both = BySide(1, 1)
    schedule = replace(match.schedule, breaks=both, announced=both)
    yield replace(match, schedule=schedule)
    yield replace(match, schedule=replace(schedule, stayed=WHITE))


@cache
def plain_matches() -> list[Match]:
    """Every match on the way of some short plays, by several books, with and without a mixer."""
    found: list[Match] = [EMPTY]
    for book in (NORWAY, NO_CLOCK):
        for mixer in (None, LEFT):
            found += _played(book, mixer)
    found += dice_matches()
    found += desk_matches()
    each = list({match.phase: match for match in reversed(found) if match.opened}.values())
    away = [
        _done(match, c.BreakOrdered(AT, match.match_id, DIRECTOR, "", BLACK, 15)) for match in each
    ]
    heard = [replace(match, hearing=hearing) for match in each for hearing in HEARINGS]
    others = [
        replace(match, book=book, clock=clocks.new_clock())
        for match in each
        for book in (LONDON, ITALIAN)
    ]
    return list(dict.fromkeys([*found, *away, *heard, *others, *cube_matches()]))


def evolved(match: Match, events: Iterable[e.Event]) -> Match:
    """What facts make of a match, one after the other."""
    for event in events:
        match = evolve(match, event)
    return match


def _done(match: Match, command: c.Command) -> Match:
    return evolved(match, decide(match, command).events)


def _stopped(match: Match) -> Match:
    return _done(match, c.DirectorCallTapped(AT, WHITE))


def _played(book: RuleBook, mixer: Half | None) -> list[Match]:
    """A match to five points: opened, set up, its first game played to a claim, then over."""
    table = Table()
    table.ok(open_match(table.now, 5, book))
    seen = [table.match]
    table.ok(c.SetUpTable(table.at, setup(mixer, tower=mixer is not None)))
    table.ok(c.ReadyTapped(table.at, WHITE))
    seen.append(table.match)
    table.ok(c.ReadyTapped(table.at, BLACK))
    seen.append(table.match)
    if mixer is not None:
        seen.append(_done(table.match, c.RollRead(table.at, facts(die(3, mixer)))))
        table.throw(die(3, mixer, at=(1.0, 1.0)))
        seen.append(table.match)
    table.enter(*((5,) if mixer else (3, 5)))
    seen.append(table.match)
    if table.phase is Phase.PRESS_TO_START:
        table.press(WHITE)
    seen.append(table.match)
    table.turn(3)
    seen.append(_done(table.match, c.DoubleTapped(table.at, WHITE)))
    table.lift()
    seen += [table.match, *_rolled(table.match, table.now, mixer or RIGHT)]
    table.double()
    seen.append(table.match)
    if table.match.clocked:
        table.press(WHITE)
        seen.append(table.match)
    table.take()
    seen += [table.match, *_rolled(table.match, table.now, mixer or RIGHT)]
    table.roll()
    concedes = c.OfferTapped(table.at, WHITE, BLACK, 1, True, True)
    seen += [table.match, _done(table.match, concedes), *_late(table)]
    table.ok(c.WinDeclared(table.at, WHITE, 3))
    seen.append(table.match)
    table.ok(c.WinAgreed(table.at, BLACK))
    return [*seen, table.match]


def _late(table: Table) -> list[Match]:
    """White's flag has fallen, if there is one, and nobody declares it."""
    late = Table(table.match, table.now).wait(4_000)
    late.do(c.DeadlineReached(late.at))
    concedes = c.OfferTapped(late.at, WHITE, BLACK, 1, True, True)
    seen = [late.match, _done(late.match, concedes)]
    late.ok(c.WinDeclared(late.at, WHITE, 1))
    seen.append(late.match)
    late.ok(c.WinAgreed(late.at, BLACK))
    seen.append(late.match)
    late.ready()
    seen.append(late.match)
    late.enter(*((6,) if late.mixer else (6, 5)))
    if late.mixer:
        late.enter(5)
    return [*seen, late.match]


def _rolled(match: Match, now: int, half: Half) -> list[Match]:
    """White rolls: not yet counted, in doubt, half agreed, half entered, cocked."""
    waiting = _done(match, c.RollRead(Instant(now), facts(die(5, half), die(3, half))))
    asked = Table(match, now)
    asked.throw(die(5, half, flat=None), die(3, half))
    agreed = _done(asked.match, c.RollConfirmed(asked.at, WHITE))
    entered = _done(match, c.RollEntered(asked.at, WHITE, (6, 1)))
    cocked = Table(match, now)
    cocked.throw(die(5, half, flat=False), die(3, half))
    return [waiting, asked.match, agreed, entered, cocked.match]
