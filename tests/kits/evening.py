"""Matches at one table at random, plausible and absurd: what the properties are held against."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from kiosk.rules.decide import deadline, decide, why_not
from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import ClockAsker, DoubleGesture, MixerUse
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, Instant, Side
from kits import commands as c
from kits import events as e
from kits.match_profiles import PROFILES
from kits.rules_kit import (
    BLACK,
    BOOT,
    DIRECTOR,
    KINDS,
    LEFT,
    RIGHT,
    WHITE,
    die,
    facts,
    ns,
    open_match,
    setup,
)
from kits.rules_samples import samples
from kits.watched_table import Watched
from kits.way_on import next_tap

AWAY_FROM_PLAY = (
    *(c.OpenMatch, c.TableRestarted, c.SetUpTable),
    *(c.ScoreOrdered, c.ProfileOrdered, c.PenaltyOrdered),
)
ELSEWHERE = (c.MatchAssigned, c.MatchWithdrawn, c.HandOverOrdered, c.TakeOverOrdered)
"""With these the match is at another table, of which nobody here keeps a second reckoning."""
HERE = [kind for kind in KINDS if kind not in ELSEWHERE]
PLAY = [kind for kind in HERE if kind not in AWAY_FROM_PLAY]
PLAYERS = (
    *(c.ReadyTapped, c.RollConfirmed, c.RollEntered, c.ClockPressed, c.DoubleTapped, c.TakeTapped),
    *(c.PassTapped, c.WinDeclared, c.WinAgreed, c.WinDisputed, c.ResumeTapped),
    *(c.BoardDoubleTapped, c.BoardDoubleAgreed, c.UndoTapped, c.OfferTapped, c.OfferAccepted),
    *(c.OfferRejected, c.LengthNoticed),
    *(c.LeftGranted, c.LeftWithdrawn, c.HomeCrowded, c.RerollConsented, c.UnevenSurfaceClaimed),
    *(c.ClosedOutDeclared, c.EarlyPickupClaimed, c.OneDieLiftedClaimed, c.DiceClaimAgreed),
    *(c.PressBackTapped, c.PressBackDenied),
    *(c.TakeBackTapped, c.ReopenTapped, c.ReopenAgreed, c.BreakTapped, c.NobodyLeftTapped),
)


class Evening(Watched):
    """Matches at one table; `now` mostly goes on, and sometimes a stamp comes late."""

    @initialize(
        points=st.sampled_from([None, 1, 2, 3, 5, 9]),
        profile=st.sampled_from(sorted(PROFILES)),
        mixer=st.sampled_from([None, LEFT, RIGHT]),
        tower=st.booleans(),
        begun=st.sampled_from([True, True, True, False]),
    )
    def open(
        self, points: int | None, profile: str, mixer: Half | None, tower: bool, begun: bool
    ) -> None:
        book = PROFILES[profile]
        self.do(open_match(self.now, points, book))
        mixer = None if book.roll.mixer is MixerUse.CUP_ONLY else mixer
        self.do(c.SetUpTable(self.at, setup(mixer, tower=tower and mixer is not None)))
        if begun:
            for _ in range(4):
                self.play_on(0)

    @rule(
        seconds=st.one_of(st.integers(0, 40), st.integers(0, 40), st.integers(0, 900)),
        rest=st.integers(0, 10**9),
    )
    def wait(self, seconds: int, rest: int) -> None:
        self.now += ns(seconds) + rest

    @rule(kind=st.sampled_from(HERE), pick=st.integers(0, 99), late=st.integers(0, ns(8)))
    def absurd(self, kind: type[c.Command], pick: int, late: int) -> None:
        """Anything, stamped up to eight seconds ago."""
        choice = samples(kind, Instant(self.now - late))
        self.do(choice[pick % len(choice)])

    @rule(turn=st.integers(0, 99), pick=st.integers(0, 99), late=st.sampled_from([0, 1, 10**8]))
    def tapped(self, turn: int, pick: int, late: int) -> None:
        """Something a player may do now."""
        self._allowed(PLAYERS, turn, pick, Instant(self.now - late))

    @rule(turn=st.integers(0, 99), pick=st.integers(0, 99))
    def allowed(self, turn: int, pick: int) -> None:
        """Whatever may be done now, by anybody; most of all what is seldom done."""
        self._allowed(PLAY, turn, pick, self.at)

    def _allowed(self, kinds: Sequence[type[c.Command]], turn: int, pick: int, at: Instant) -> None:
        start = turn % len(kinds)
        for kind in (*kinds[start:], *kinds[:start]):
            fit = [each for each in samples(kind, at) if not why_not(self.match, each)]
            if fit:
                self.do(fit[pick % len(fit)])
                return

    @precondition(lambda self: self.match.game is not None and self.match.game.on_turn is not None)
    @rule(taken=st.booleans(), pressed=st.booleans())
    def turn_the_cube(self, taken: bool, pressed: bool) -> None:
        """A double and its answer."""
        side = self._to_roll()
        if side is None:
            return
        self.do(c.DoubleTapped(self.at, side))
        if pressed:
            self.do(c.ClockPressed(self.at, side))
        answer = c.TakeTapped if taken else c.PassTapped
        self.do(answer(self.at, side.other))

    @precondition(lambda self: self.match.game is not None and self.match.game.on_turn is not None)
    @rule(answer=st.sampled_from(CubeAnswer), level=st.integers(1, 3), undone=st.integers(0, 3))
    def turn_it_on_the_board(self, answer: CubeAnswer, level: int, undone: int) -> None:
        """A double the table need not have allowed, agreed on; maybe the game's end; an undo."""
        side, full = self._to_roll(), DoubleGesture.FULL_FORM
        if side is None:
            return
        self.do(c.BoardDoubleTapped(self.at, side, side, full, None, answer))
        self.do(c.BoardDoubleAgreed(self.at, side.other))
        if undone > 1:
            self.do(c.WinDeclared(self.at, side, level))
            self.do(c.WinAgreed(self.at, side.other))
        if undone:
            self.do(c.UndoTapped(self.at, side, None))

    @precondition(lambda self: self.match.clock.running is not None)
    @rule(side=st.sampled_from(SIDES), late=st.integers(0, ns(20)))
    def press_late(self, side: Side, late: int) -> None:
        """A press stamped up to twenty seconds ago: perhaps before the clock was started."""
        self.do(c.ClockPressed(Instant(self.now - late), side))

    @precondition(lambda self: self.match.clock.running is not None)
    @rule(ago=st.integers(0, ns(20)), boot=st.integers(0, 2 * BOOT))
    def cut_the_power(self, ago: int, boot: int) -> None:
        """The mark is some seconds old; the new boot's clock stands anywhere."""
        mark, self.now = Instant(self.now - ago), boot
        self.do(c.TableRestarted(self.at, mark, None))

    @rule(side=st.sampled_from(SIDES), level=st.integers(1, 3))
    def win(self, side: Side, level: int) -> None:
        """A win declared and agreed, and on to the next game's first turn."""
        self.do(c.WinDeclared(self.at, side, level))
        self.do(c.WinAgreed(self.at, side.other))
        for _ in range(4):
            if self.match.phase in {Phase.BETWEEN_GAMES, Phase.OPENING, Phase.PRESS_TO_START}:
                self.play_on(0)

    @precondition(lambda self: self.match.settled is not None)
    @rule(after=st.integers(0, ns(7)))
    def take_back(self, after: int) -> None:
        """What was just settled is taken back, mostly in time."""
        assert self.match.settled is not None
        self.now += after
        self.do(c.TakeBackTapped(self.at, self.match.settled.side))

    @precondition(lambda self: self.match.ended_game is not None)
    @rule(side=st.sampled_from(SIDES), ordered=st.booleans(), ready=st.integers(0, 2))
    def open_again(self, side: Side, ordered: bool, ready: int) -> None:
        """The last game is opened again, perhaps once the next one has begun."""
        for each in SIDES[:ready]:
            self.do(c.ReadyTapped(self.at, each))
        if ordered:
            self.do(self._order(c.ReopenOrdered, None))
        else:
            self.do(c.ReopenTapped(self.at, side))
            self.do(c.ReopenAgreed(self.at, side.other))

    @precondition(lambda self: self.match.phase not in {Phase.VACANT, Phase.MATCH_OVER})
    @rule(seconds=st.integers(0, 30))
    def play_on(self, seconds: int) -> None:
        for command in next_tap(self.match, self.at):
            self.do(command)
        self.now += ns(seconds)

    @precondition(lambda self: self.match.phase in {Phase.OPENING, Phase.TO_ROLL})
    @rule(
        values=st.tuples(st.integers(1, 6), st.integers(1, 6)),
        flat=st.sampled_from([True, True, True, False, None]),
        counted=st.sampled_from([True, True, False]),
    )
    def throw(self, values: tuple[int, int], flat: bool | None, counted: bool) -> None:
        """Dice lifted, thrown where they must lie, and mostly counted by the baffle box."""
        game, table = self.match.game, self.match.setup
        assert game is not None
        assert table is not None
        self.do(c.DiceLifted(self.at))
        side = game.on_turn
        halves = [
            table.mixer or (RIGHT if s is WHITE else LEFT) for s in (side or WHITE, side or BLACK)
        ]
        dice = [die(v, h, flat=flat) for v, h in zip(values, halves, strict=True)]
        if side is None and table.mixer is not None:
            dice = dice[:1]
        if counted:
            self.do(c.TowerReported(self.at, len(dice), len(dice)))
        self.do(c.RollRead(self.at, facts(*dice)))

    @precondition(lambda self: deadline(self.match) is not None)
    @rule()
    def ring(self) -> None:
        """The alarm, at its own instant and not a nanosecond earlier."""
        due = deadline(self.match)
        assert due is not None
        early = decide(self.match, c.DeadlineReached(Instant(due - 1))).events
        assert {type(event) for event in early} <= {e.Refused}
        told = self.do(c.DeadlineReached(due))
        assert told
        assert deadline(self.match) != due
        self.now = max(self.now, due)

    @rule(
        profile=st.sampled_from(sorted(PROFILES)),
        now=st.booleans(),
        asker=st.sampled_from(ClockAsker),
    )
    def change_the_rules(self, profile: str, now: bool, asker: ClockAsker) -> None:
        """The director changes the profile, or brings in a clock, at once if the book lets him."""
        book = PROFILES[profile]
        if self.match.clocked:
            self.do(self._order(c.ProfileOrdered, book, "h"))
        else:
            self.do(self._order(c.ClockOrdered, book, "h", asker, now, True))

    @precondition(lambda self: self.match.proposals.pending)
    @rule(granted=st.booleans())
    def answer_a_proposal(self, granted: bool) -> None:
        kind = c.ProposalAccepted if granted else c.ProposalDeclined
        self.do(self._order(kind, self.match.proposals.pending[0].number))

    @precondition(lambda self: self.match.game is not None and self.match.game.on_turn is not None)
    @rule(after=st.integers(0, 30), agreed=st.booleans(), ruled=st.booleans())
    def challenge_the_move(self, after: int, agreed: bool, ruled: bool) -> None:
        """The side on turn has the move before taken back; who made it agrees, or it is ruled."""
        side = self._to_roll()
        if side is None:
            return
        self.do(c.IllegalMoveTapped(self.at, side))
        self.now += ns(after)
        answer = c.IllegalMoveAgreed if agreed else c.IllegalMoveDenied
        self.do(answer(self.at, side.other))
        self.do(c.ClockPressed(self.at, side))
        self.do(self._order(c.IllegalMoveRuled, ruled))

    def _to_roll(self) -> Side | None:
        """On through whatever the turn waits for; who is to roll then."""
        for _ in range(4):
            if self.match.phase is not Phase.TO_ROLL:
                self.play_on(1)
        return self.match.game.on_turn if self.match.game else None

    def _order(self, kind: type[c.Order], *fields: Any) -> c.Order:
        return kind(self.at, self.match.match_id, DIRECTOR, "a reason", *fields)
