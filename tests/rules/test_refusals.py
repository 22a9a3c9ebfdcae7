"""What may be done when: the whole table, written out a second time from the rules.

Rows are what can be told to the table, columns what it waits for. A dot is refused in every match;
an `x` is decided for somebody. Whatever is refused changes nothing.
"""

from dataclasses import replace
from functools import cache
from itertools import cycle

import pytest
from cube_corpus import CUBE_NOT_HERE, cube_matches
from desk_corpus import DESK_NOT_HERE, desk_matches
from dice_corpus import dice_matches
from rules_kit import (
    BLACK,
    DIRECTOR,
    ITALIAN,
    KINDS,
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
    samples,
    setup,
)

from kiosk.rules import clock as clocks
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.decide import RULES, decide, why_not
from kiosk.rules.evolve import evolve
from kiosk.rules.hearing import Hearing
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import BySide, Instant

COLUMNS = (
    Phase.VACANT,
    Phase.BETWEEN_GAMES,
    Phase.OPENING,
    Phase.PRESS_TO_START,
    Phase.TO_ROLL,
    Phase.CONFIRMING,
    Phase.DOUBLED,
    Phase.MOVING,
    Phase.CLAIMED,
    Phase.MATCH_OVER,
    Phase.OFFERED,
    Phase.CHALLENGED,
)
TABLE = """
            vacant between opening press roll confirm doubled moving claimed over offered challenged
AssignTable           x      x       .      .    .      .       .      .       .      x     .      .
OpenMatch             x      x       x      x    x      x       x      x       x      x     x      x
SetUpTable            x      x       .      .    .      .       .      .       .      .     .      .
ReadyTapped           .      x       .      .    .      .       .      .       .      .     .      .
TowerReported         .      .       x      .    x      x       .      x       .      .     .      .
RollRead              .      .       x      .    x      x       .      x       .      .     .      .
DiceLifted            .      x       x      x    x      x       x      x       x      x     x      x
RollConfirmed         .      .       .      .    .      x       .      .       .      .     .      .
RollEntered           .      .       x      .    x      x       .      .       .      .     .      .
ClockPressed          .      .       .      x    x      x       x      x       .      .     .      x
DeadlineReached       .      x       x      x    x      x       x      x       x      .     x      x
DoubleTapped          .      .       .      .    x      .       .      .       .      .     .      .
LeftGranted           .      .       x      x    x      x       x      x       x      .     x      x
LeftWithdrawn         .      .       x      x    x      x       x      x       x      .     x      x
HomeCrowded           .      .       .      .    x      .       .      .       .      .     .      .
RerollConsented       .      .       .      .    x      .       .      .       .      .     .      .
UnevenSurfaceClaimed  .      .       x      .    x      .       .      .       .      .     .      .
ClosedOutDeclared     .      .       .      .    x      .       .      .       .      .     .      .
EarlyPickupClaimed    .      .       .      .    .      .       .      x       .      .     .      .
OneDieLiftedClaimed   .      .       .      .    .      .       .      x       .      .     .      .
DiceClaimAgreed       .      .       .      .    x      x       x      x       .      .     .      .
DiceContested         .      .       .      .    x      x       x      x       .      .     .      .
DelayForfeitOrdered   .      .       .      .    x      x       x      x       .      .     .      .
MixDemanded           .      x       .      .    .      .       .      .       .      .     .      .
FirstPickTapped       .      x       .      .    .      .       .      .       .      .     .      .
MixerWishTapped       .      x       x      x    x      x       x      x       x      .     x      x
MixerOrdered          .      x       x      x    x      x       x      x       x      .     x      x
TakeTapped            .      .       .      .    .      .       x      .       .      .     .      .
PassTapped            .      .       .      .    .      .       x      .       .      .     .      .
WinDeclared           .      .       .      .    x      .       .      x       .      .     .      .
WinAgreed             .      .       .      .    .      .       .      .       x      .     .      .
WinDisputed           .      .       .      .    .      .       .      .       x      .     .      .
ExpiryDeclared        .      x       x      x    x      x       x      x       x      .     x      x
ExpiryRuled           .      x       x      x    x      x       x      x       x      .     x      x
ClockStopTapped       .      .       x      x    x      x       x      x       x      .     x      x
DelayRestartTapped    .      .       .      .    x      .       .      .       .      .     .      .
LostTimeClaimed       .      x       x      x    x      x       x      x       x      .     x      x
ClockOrdered          .      x       x      x    x      x       x      x       x      .     x      x
TimeOrdered           .      x       x      x    x      x       x      x       x      .     x      x
ClockReplaced         .      x       x      x    x      x       x      x       x      .     x      x
DirectorCallTapped    .      x       x      x    x      x       x      x       x      .     x      x
ResumeTapped          .      x       x      x    x      x       x      x       x      .     x      x
MessageTapped         x      x       x      x    x      x       x      x       x      x     x      x
LatenessOrdered       .      x       .      .    .      .       .      .       .      .     .      .
PresentTapped         .      x       x      x    x      x       x      x       x      .     x      x
LateClaimTapped       .      x       .      .    .      .       .      .       .      .     .      .
BreakTapped           .      x       x      x    x      x       x      x       x      .     x      x
BreakOrdered          .      x       x      x    x      x       x      x       x      .     x      x
AdjournOrdered        .      x       x      x    x      x       x      x       x      .     x      x
StopOrdered           .      x       x      x    x      x       x      x       x      .     x      x
StartOrdered          .      x       x      x    x      x       x      x       x      .     x      x
MessageOrdered        x      x       x      x    x      x       x      x       x      x     x      x
PenaltyOrdered        .      x       x      x    x      x       x      x       x      .     x      x
ScoreOrdered          .      x       x      x    x      x       x      x       x      x     x      x
ProfileOrdered        .      x       x      x    x      x       x      x       x      .     x      x
ProposalAccepted      .      x       x      x    x      x       x      x       x      x     x      x
ProposalDeclined      .      x       x      x    x      x       x      x       x      x     x      x
DeviceFailed          x      x       x      x    x      x       x      x       x      x     x      x
DeviceRecovered       x      x       x      x    x      x       x      x       x      x     x      x
TableRestarted        x      x       x      x    x      x       x      x       x      x     x      x
BoardDoubleTapped     .      .      .       .    x    .       .       x      .       .    .      .
BoardDoubleAgreed     .      .      .       .    x    .       .       x      .       .    .      .
BoardDoubleContested  .      .      .       .    x    .       .       x      .       .    .      .
BoardAnswerTapped     .      .      .       .    .    .       x       .      .       .    .      .
ExtraDoubleTapped     .      .      x       x    x    x       x       x      x       .    x      x
CubeDisputed          .      .      x       x    x    x       x       x      x       .    x      x
CubeOrdered           .      .      x       x    x    x       .       x      x       .    x      x
UndoTapped            .      x      x       x    x    x       x       x      x       x    x      x
UndoOrdered           .      x      x       x    x    x       x       x      x       x    x      x
OfferTapped           .      .      .       .    x    .       .       x      .       .    .      .
OfferAccepted         .      .      .       .    .    .       .       .      .       .    x      .
OfferRejected         .      .      .       .    .    .       .       .      .       .    x      .
OfferContested        .      .      .       .    .    .       .       .      .       .    x      .
GinOrdered            .      .      .       .    .    .       .       .      .       .    x      .
SettlementTapped      .      x      x       x    x    x       x       x      x       .    x      x
GameEndOrdered        .      .      .       .    x    x       x       x      x       .    x      x
RecordShown           .      x      x       x    x    x       x       x      x       x    x      x
ScoreQuestioned       .      x      x       x    x    x       x       x      x       x    x      x
LengthNoticed         .      x      x       x    x    x       x       x      x       x    x      x
LengthOrdered         .      x      x       x    x    x       x       x      x       x    x      x
ResultConfirmed       .      .      .       .    .    .       .       .      .       x    .      .
ResultReported        .      .      .       .    .    .       .       .      .       x    .      .
ResultPosted          .      x      x       x    x    x       x       x      x       x    x      x
ResultClosed          .      .      .       .    .    .       .       .      .       x    .      .
MatchConceded         .      x      x       x    x    x       x       x      x       .    x      x
ConcessionWithdrawn   .      x      x       x    x    x       x       x      x       x    x      x
IllegalMoveTapped     .      .      .      .      x      x      x      x      .      .      .      .
IllegalMovePointedOut .      .      .      .      x      x      x      x      .      .      .      .
IllegalMoveAgreed     .      .      .      .      .      .      .      .      .      .      .      x
IllegalMoveDenied     .      .      .      .      .      .      .      .      .      .      .      x
IllegalMoveRuled      .      .      .      .      .      .      .      .      .      .      .      x
DieLiftedTapped       .      .      .      .      x      .      .      .      .      .      .      .
SetUpErrorTapped      .      .      x      x      x      x      x      x      x      .      x      x
DisputeTapped         .      x      x      x      x      x      x      x      x      .      x      x
DisturbanceTapped     .      x      x      x      x      x      x      x      x      .      x      x
DisputeRuled          .      x      x      x      x      x      x      x      x      .      x      x
AppealTapped          .      x      x      x      x      x      x      x      x      x      x      x
PanelNamed            .      x      x      x      x      x      x      x      x      x      x      x
AppealRuled           .      x      x      x      x      x      x      x      x      x      x      x
ObserverWanted        .      x      x      x      x      x      x      x      x      .      x      x
ObserverNamed         .      x      x      x      x      x      x      x      x      .      x      x
CameraRefused         .      x      x      x      x      x      x      x      x      .      x      x
ConductNoted          .      x      x      x      x      x      x      x      x      .      x      x
"""
ROWS = [line.split() for line in TABLE.splitlines()[2:]]
DECIDED = {
    (phase, name)
    for name, *marks in ROWS
    for phase, mark in zip(COLUMNS, marks, strict=True)
    if mark == "x"
}
AT = Instant(5_000 * 10**9)


PROPOSALS = (
    Proposal(ProposalKind.MATCH_LOST, ProposalCause.TIME_USED_UP, WHITE, ("a book §1",)),
    Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.TIME_USED_UP, BLACK, (), points=2),
)

HEARINGS = (
    Hearing(dispute=WHITE, ruled=True),
    Hearing(ruled=True, appeal=BLACK, panel=True),
    Hearing(ruled=True, fresh=True, observer="Ola"),
)


# --- a corpus of matches in every phase --------------------------------------------------------


@cache
def corpus() -> list[Match]:
    """Every match on the way of some short plays, with and without clock, mixer and stops."""
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
        replace(match, book=book, clock=clocks.new())
        for match in each
        for book in (LONDON, ITALIAN)
    ]
    stopped = [_stopped(match) for match in found if match.opened is not None]
    held = [_done(match, c.StopOrdered(AT, "m1", DIRECTOR, "dinner")) for match in found]
    told = [
        _done(match, c.MessageOrdered(AT, match.match_id, DIRECTOR, "", "Last round"))
        for match in found
    ]
    restarted = [_done(match, c.TableRestarted(AT, None, None)) for match in found]
    blind = [_done(match, c.DeviceFailed(AT, "camera", "unplugged")) for match in found]
    moved = [_done(match, c.DiceLifted(AT)) for match in found]
    over = [evolve(match, e.TableTakenOver("j1", 1, "a", "j2", None)) for match in found[::3]]
    proposed = [
        evolve(match, e.Proposed(1, proposal))
        for match, proposal in zip(found, cycle(PROPOSALS), strict=False)
        if match.opened is not None
    ]
    every = [
        *found,
        *proposed,
        *stopped,
        *held,
        *told,
        *away,
        *heard,
        *others,
        *restarted,
        *blind,
        *moved,
        *over,
    ]
    return list(dict.fromkeys([*every, *cube_matches()]))


def _done(match: Match, command: c.Command) -> Match:
    for event in decide(match, command):
        match = evolve(match, event)
    return match


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
    concedes = c.OfferTapped(table.at, WHITE, BLACK, 1, True, False)
    seen += [table.match, _done(table.match, concedes), *_late(table)]
    table.ok(c.WinDeclared(table.at, WHITE, 3))
    seen.append(table.match)
    table.ok(c.WinAgreed(table.at, BLACK))
    return [*seen, table.match]


def _late(table: Table) -> list[Match]:
    """White's flag has fallen, if there is one, and nobody declares it."""
    late = Table(table.match, table.now).wait(4_000)
    late.do(c.DeadlineReached(late.at))
    concedes = c.OfferTapped(late.at, WHITE, BLACK, 1, True, False)
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


def test_the_corpus_waits_for_everything_there_is_to_wait_for() -> None:
    assert {match.phase for match in corpus()} == set(Phase)
    assert len(corpus()) > 100


def test_the_table_names_every_command_and_every_phase() -> None:
    assert {name for name, *_ in ROWS} == {kind.__name__ for kind in KINDS}
    assert set(COLUMNS) == set(Phase)
    assert {(phase, kind.__name__) for phase, kind in RULES} == DECIDED


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_decide_answers_everything_everywhere(kind: type[c.Command]) -> None:
    """It never raises; it refuses for reasons, all of them also `why_not`'s; unlisted always."""
    decided = set()
    for match in corpus():
        for command in samples(kind, AT):
            events = decide(match, command)
            refusals = [event for event in events if isinstance(event, e.Refused)]
            assert bool(refusals) == bool(why_not(match, command))
            if (match.phase, kind.__name__) not in DECIDED:
                assert len(refusals) == 1
            if refusals:
                assert refusals == [events[-1]]
                assert events[-1].reasons == why_not(match, command)
                assert len(set(events[-1].reasons)) == len(events[-1].reasons)
                assert all(isinstance(event, e.FlagReached) for event in events[:-1])
                assert _but_flags(_done(match, command)) == _but_flags(match)
            else:
                decided.add(match.phase)
    assert decided == {phase for phase, name in DECIDED if name == kind.__name__} - NOT_HERE[kind]


NOT_HERE: dict[type[c.Command], set[Phase]] = {kind: set() for kind in KINDS}
"""Where a command is listed, but every match of the corpus has its reason against it."""
NOT_HERE[c.DeadlineReached] = {Phase.PRESS_TO_START, Phase.CLAIMED, Phase.OFFERED}
NOT_HERE |= CUBE_NOT_HERE
NOT_HERE[c.LeftWithdrawn] = {Phase.OFFERED, Phase.CHALLENGED}
NOT_HERE[c.ClockStopTapped] = {Phase.OPENING, Phase.PRESS_TO_START, Phase.CLAIMED, Phase.OFFERED}
NOT_HERE[c.OpenMatch] = set(Phase) - {Phase.VACANT, Phase.MATCH_OVER}
NOT_HERE[c.MixerWishTapped] = NOT_HERE[c.MixerOrdered] = {Phase.CONFIRMING}
for kind, phases in DESK_NOT_HERE.items():
    NOT_HERE[kind] = NOT_HERE[kind] | phases


def _but_flags(match: Match) -> Match:
    clock = replace(match.clock, flagged=BySide(None, None), first_flag=None)
    return replace(match, clock=clock)


@pytest.mark.parametrize("match", [EMPTY, Table().open(1).start().win(WHITE).match])
def test_where_nothing_is_played_the_reason_says_so(match: Match) -> None:
    over = match is not EMPTY
    reason = Reason.MATCH_IS_OVER if over else Reason.NO_MATCH
    for kind in (c.ClockPressed, c.DoubleTapped, c.ReadyTapped, c.DirectorCallTapped):
        assert why_not(match, kind(AT, WHITE)) == (reason,)


def test_every_event_leaves_some_match_and_never_raises() -> None:
    """`evolve` is total: any fact on any match, in whatever order a journal holds them."""
    told = {
        event
        for match in corpus()[::5]
        for kind in KINDS
        for command in samples(kind, AT)[:6]
        for event in decide(match, command)
    }
    assert len({type(event) for event in told}) > 25
    for match in corpus()[::7]:
        for event in told:
            assert isinstance(evolve(match, event), Match)
