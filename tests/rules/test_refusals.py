"""What may be done when: the whole table, written out a second time from the rules.

Rows are what can be told to the table, columns what it waits for. A dot is refused in every match;
an `x` is decided for somebody. Whatever is refused changes nothing.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import CUBE_NOT_HERE
from kits.desk_corpus import DESK_NOT_HERE
from kits.match_corpus import AT, corpus, plain_matches
from kits.rules_kit import (
    KINDS,
    WHITE,
    Table,
)
from kits.rules_samples import samples

from kiosk.rules.decide import RULES, decide, evolve, why_not
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide

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
MatchAssigned         x      x       x      x    x      x       x      x       x      x     x      x
MatchWithdrawn        x      x       x      x    x      x       x      x       x      .     x      x
HandOverOrdered       x      x       x      x    x      x       x      x       x      .     x      x
TakeOverOrdered       x      x       x      x    x      x       x      x       x      x     x      x
SetUpTable            x      x       x      x    x      x       x      x       x      .     x      x
SeatsSwapTapped       .      x       .      .    .      .       .      .       .      .     .      .
ReadyTapped           .      x       .      .    .      .       .      .       .      .     .      .
TowerReported         .      .       x      .    x      x       .      x       .      .     .      .
RollRead              .      .       x      .    x      x       .      x       .      .     .      .
DiceLifted            .      x       x      x    x      x       x      x       x      x     x      x
RollDisputeTapped     .      .       x      x    x      .       .      x       .      .     .      .
RollDisputeDenied     .      .       .      .    .      x       .      .       .      .     .      .
RollOrdered           .      .       x      x    x      x       .      x       .      .     .      .
PastRollOrdered       .      x       x      x    x      x       x      x       x      x     x      x
RollConfirmed         .      .       .      .    .      x       .      .       .      .     .      .
RollEntered           .      .       x      .    x      x       .      .       .      .     .      .
RollAgreed            .      .       .      .    .      x       .      .       .      .     .      .
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
ClockWishTapped       .      x       x      x    x      x       x      x       x      .     x      x
ClockWishAgreed       .      x       x      x    x      x       x      x       x      .     x      x
ClockWishDenied       .      x       x      x    x      x       x      x       x      .     x      x
ClockOrdered          .      x       x      x    x      x       x      x       x      .     x      x
TimeOrdered           .      x       x      x    x      x       x      x       x      .     x      x
ClockReplaced         .      x       x      x    x      x       x      x       x      .     x      x
DirectorCallTapped    .      x       x      x    x      x       x      x       x      x     x      x
ResumeTapped          .      x       x      x    x      x       x      x       x      .     x      x
LanguageTapped        x      x       x      x    x      x       x      x       x      x     x      x
AidTapped             x      x       x      x    x      x       x      x       x      x     x      x
GuideTapped           .      x       .      .    .      .       .      .       .      .     .      .
MessageTapped         x      x       x      x    x      x       x      x       x      x     x      x
LatenessOrdered       .      x       .      .    .      .       .      .       .      .     .      .
PresentTapped         .      x       x      x    x      x       x      x       x      .     x      x
LateClaimTapped       .      x       x      x    x      x       x      x       x      .     x      x
BreakTapped           .      x       x      x    x      x       x      x       x      .     x      x
BreakOrdered          .      x       x      x    x      x       x      x       x      .     x      x
AdjournOrdered        .      x       x      x    x      x       x      x       x      .     x      x
StopOrdered           .      x       x      x    x      x       x      x       x      .     x      x
StartOrdered          .      x       x      x    x      x       x      x       x      .     x      x
ComingOrdered         .      x       x      x    x      x       x      x       x      x     x      x
LanguageOrdered       x      x       x      x    x      x       x      x       x      x     x      x
AidOrdered            x      x       x      x    x      x       x      x       x      x     x      x
GuideOrdered          x      x       .      .    .      .       .      .       .      .     .      .
CallAnswered          .      .       .      .    .      .       .      .       .      x     .      .
ResultDisputed        .      .       .      .    .      .       .      .       .      x     .      .
MessageOrdered        x      x       x      x    x      x       x      x       x      x     x      x
PenaltyOrdered        .      x       x      x    x      x       x      x       x      .     x      x
ForfeitOrdered        .      x       x      x    x      x       x      x       x      x     x      x
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
EarlierResultOrdered  x      x      x       x    x    x       x       x      x       x    x      x
ResultClosed          .      .      .       .    .    .       .       .      .       x    .      .
MatchConceded         .      x      x       x    x    x       x       x      x       .    x      x
ConcessionWithdrawn   .      x      x       x    x    x       x       x      x       x    x      x
IllegalMoveTapped     .      .      .      .      x      x      x      x      .      .      .      .
IllegalMovePointedOut .      .      .      .      x      x      x      x      .      .      .      .
IllegalMoveAgreed     .      .      .      .      .      .      .      .      .      .      .      x
IllegalMoveDenied     .      .      .      .      .      .      .      x      .      .      .      x
IllegalMoveRuled      .      .      .      .      .      .      .      .      .      .      .      x
DieLiftedTapped       .      .      .      .      x      .      .      .      .      .      .      .
SetUpErrorTapped      .      .      x      x      x      x      x      x      x      .      x      x
DisputeTapped         .      x      x      x      x      x      x      x      x      .      x      x
DisturbanceTapped     .      x      x      x      x      x      x      x      x      .      x      x
DisputeRuled          .      x      x      x      x      x      x      x      x      x      x      x
DisputeWithdrawn      .      x      x      x      x      x      x      x      x      x      x      x
RulingTapped          .      x      x      x      x      x      x      x      x      x      x      x
AppealTapped          .      x      x      x      x      x      x      x      x      x      x      x
PanelNamed            .      x      x      x      x      x      x      x      x      x      x      x
AppealRuled           .      x      x      x      x      x      x      x      x      x      x      x
ObserverWanted        .      x      x      x      x      x      x      x      x      .      x      x
SlowPlayTapped        .      x      x      x      x      x      x      x      x      .      x      x
ObserverNamed         .      x      x      x      x      x      x      x      x      .      x      x
CameraRefused         .      x      x      x      x      x      x      x      x      .      x      x
ConductNoted          .      x      x      x      x      x      x      x      x      .      x      x
NobodyLeftTapped      .      x      x      x      x      x      x      x      x      .      x      x
NobodyLeftAgreed      .      x      x      x      x      x      x      x      x      .      x      x
NobodyLeftDenied      .      x      x      x      x      x      x      x      x      .      x      x
BreakReturned         .      x      x      x      x      x      x      x      x      .      x      x
ReopenTapped          .      x      x      .      .      .      .      .      .      x      .      .
ReopenAgreed          .      x      x      .      .      .      .      .      .      x      .      .
ReopenDenied          .      x      x      .      .      .      .      .      .      x      .      .
ReopenOrdered         .      x      x      .      .      .      .      .      .      x      .      .
TakeBackTapped        .      x      x      x      x      x      x      x      x      x      x      x
PressBackTapped       .      .       .      .    x      .       .      .       .      .     .      .
PressBackDenied       .      .       .      .    x      .       .      .       .      .     .      .
PressBackOrdered      .      .       .      .    x      .       .      .       .      .     .      .
"""
ROWS = [line.split() for line in TABLE.splitlines()[2:]]
DECIDED = {
    (phase, name)
    for name, *marks in ROWS
    for phase, mark in zip(COLUMNS, marks, strict=True)
    if mark == "x"
}


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
    for match, command in _told_of(kind):
        events = decide(match, command).events
        refusals = [event for event in events if isinstance(event, e.Refused)]
        why = why_not(match, command)
        assert bool(refusals) == bool(why)
        if (match.phase, kind.__name__) not in DECIDED:
            assert len(refusals) == 1
        if refusals:
            assert refusals == [events[-1]]
            assert refusals[0].reasons == why
            assert len(set(why)) == len(why)
            assert all(isinstance(event, e.FlagReached | e.PressKept) for event in events[:-1])
            _leaves_as_it_was(match, [x for x in events if not isinstance(x, e.PressKept)])
        else:
            decided.add(match.phase)
    assert decided == {phase for phase, name in DECIDED if name == kind.__name__} - NOT_HERE[kind]


def _told_of(kind: type[c.Command]) -> Iterator[tuple[Match, c.Command]]:
    """Where `kind` is not listed, its first samples; where there are many, some of them by turns.

    A plain match hears all of them.
    """
    every, plain = samples(kind, AT), len(plain_matches())
    turns = 1 + len(every) // 8
    for number, match in enumerate(corpus()):
        if (match.phase, kind.__name__) not in DECIDED:
            chosen = every[:3]
        else:
            chosen = every if number < plain else every[number % turns :: turns]
        for command in chosen:
            yield match, command


def _leaves_as_it_was(match: Match, events: tuple[e.Event, ...]) -> None:
    left = match
    for event in events:
        left = evolve(left, event)
    assert left == match if len(events) == 1 else _but_flags(left) == _but_flags(match)


NOT_HERE: dict[type[c.Command], set[Phase]] = {kind: set() for kind in KINDS}
"""Where a command is listed, but every match of the corpus has its reason against it."""
NOT_HERE[c.DeadlineReached] = {Phase.PRESS_TO_START, Phase.CLAIMED, Phase.OFFERED}
NOT_HERE |= CUBE_NOT_HERE
NOT_HERE[c.LeftWithdrawn] = {Phase.OFFERED, Phase.CHALLENGED}
NOT_HERE[c.ClockStopTapped] = {Phase.OPENING, Phase.PRESS_TO_START, Phase.CLAIMED, Phase.OFFERED}
NOT_HERE[c.OpenMatch] = set(Phase) - {Phase.VACANT, Phase.MATCH_OVER}
NOT_HERE[c.MatchAssigned] = NOT_HERE[c.TakeOverOrdered] = {Phase.PRESS_TO_START}
NOT_HERE[c.MixerWishTapped] = NOT_HERE[c.MixerOrdered] = {Phase.CONFIRMING}
for kind, phases in DESK_NOT_HERE.items():
    NOT_HERE[kind] = NOT_HERE[kind] | phases


def _but_flags(match: Match) -> Match:
    """A flag ends what may be taken back, too."""
    clock = replace(match.clock, flagged=BySide(None, None), first_flag=None)
    return replace(match, clock=clock, settled=None, taken_back=None)


@pytest.mark.parametrize("match", [EMPTY, Table().open(1).start().win(WHITE).match])
def test_where_nothing_is_played_the_reason_says_so(match: Match) -> None:
    over = match is not EMPTY
    reason = Reason.MATCH_IS_OVER if over else Reason.NO_MATCH
    for kind in (c.ClockPressed, c.DoubleTapped, c.ReadyTapped, c.ResumeTapped):
        assert why_not(match, kind(AT, WHITE)) == (reason,)


def test_every_event_leaves_some_match_and_never_raises() -> None:
    """`evolve` is total: any fact on any match, in whatever order a journal holds them."""
    told: dict[type[e.Event], dict[e.Event, None]] = defaultdict(dict)
    for kind in KINDS:
        for command in samples(kind, AT)[:6]:
            for match in corpus()[::15]:
                for event in decide(match, command).events:
                    if len(told[type(event)]) < 8:
                        told[type(event)][event] = None
    assert len(told) > 60
    for match in corpus()[::7]:
        for event in chain.from_iterable(told.values()):
            assert isinstance(evolve(match, event), Match)
