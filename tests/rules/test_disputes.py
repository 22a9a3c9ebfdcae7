"""Disputes, rulings, appeals, observers, conduct."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import BLACK, LONDON, NORWAY, WHITE, Table, open_match
from kits.words import sentence

from kiosk.catalogue.disputes import DID
from kiosk.catalogue.text import format_text
from kiosk.rules.disputes.acts import CONDUCT
from kiosk.rules.match.proposal import ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Conduct, Hearing
from kiosk.rules.prompts.desk import DeskPrompt, desk_prompts
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.units import BySide, Side

ITALIAN = load("italian-international").with_clock(ClockSystem.NONE, "the event's invitation")
MICHIGAN = load("london-club+michigan-2002")


def disputed(book: RuleBook = NORWAY) -> Table:
    table = Table().open(7, book).start()
    table.ok(c.DisputeTapped(table.wait(5).at, BLACK))
    return table


def ruled(book: RuleBook) -> Table:
    table = disputed(book)
    table.ok(table.order(c.DisputeRuled, WHITE))
    return table


def test_everything_stays_until_the_director_has_ruled() -> None:
    """norway §5.1."""
    table = disputed()
    raised = table.told(e.DisputeRaised)
    assert (raised.frozen, raised.cites) == (True, ("norway §5.1",))
    assert table.match.director_called is BLACK
    assert table.match.stop is not None
    assert (table.match.stop.reason, table.match.stop.resumes) == (StopReason.DISPUTE, WHITE)
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.DIRECTOR_STOPPED,)
    assert table.refused(c.DisputeTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.wait(60).ok(table.order(c.DisputeRuled, None))
    table.go_on()
    assert table.match.stop is None
    assert table.match.clock.running is WHITE
    assert replace(table.match.hearing, rulings=()) == Hearing(ruled=True, fresh=True)
    words = "Director Kari rules for nobody, because a reason."
    assert sentence(table.told(e.RulingGiven)) == words
    assert table.refused(table.order(c.DisputeRuled, None)) == (Reason.NO_DISPUTE,)
    assert table.refused(c.DisturbanceTapped(table.at, WHITE)) == (Reason.NO_DISPUTE,)


def test_a_dispute_after_a_call_keeps_what_was_stopped() -> None:
    table = Table().open().start()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(c.DisputeTapped(table.at, BLACK))
    assert table.count(e.DirectorCalled) == 1
    assert table.match.stop is not None
    assert table.match.stop.resumes is WHITE
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.hearing.dispute is None
    assert table.match.clock.running is WHITE


def test_a_dispute_between_games() -> None:
    table = Table().open()
    table.ok(c.DisputeTapped(table.at, WHITE))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (
        Reason.RULING_AWAITED,
        Reason.CLOCK_STOPPED,
    )
    table.ok(table.order(c.DisputeRuled, BLACK))
    table.ready()


@pytest.mark.parametrize(("book", "presumed"), [(ITALIAN, WHITE), (NORWAY, None)])
def test_who_disturbs_the_table(book: RuleBook, presumed: Side | None) -> None:
    """italian-international L109 presumes for the opponent."""
    table = disputed(book)
    table.ok(c.DisturbanceTapped(table.at, WHITE))
    told = table.told(e.TableDisturbed)
    assert (told.side, told.presumed) == (BLACK, presumed)
    says = "; White is presumed right" if presumed else ""
    words = f"It is claimed that Black changed something on the table{says}."
    assert sentence(told).startswith(words)


# --- appeals ---------------------------------------------------------------------------------


def test_the_club_knows_no_appeal() -> None:
    """london-club CR L28."""
    table = ruled(LONDON.with_clock(ClockSystem.NONE, "so"))
    assert table.refused(c.AppealTapped(table.at, BLACK)) == (Reason.NO_APPEAL,)
    assert table.told(e.Refused).cites == ("london-club CR L28",)


def test_an_appeal_needs_a_ruling() -> None:
    table = Table().open()
    assert table.refused(c.AppealTapped(table.at, BLACK)) == (Reason.NOTHING_RULED,)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 1, None))
    table.ok(c.AppealTapped(table.at, WHITE))


def test_the_italian_book_wants_it_at_once_norway_soon() -> None:
    """italian-international L115; norway §5.2."""
    for book in (ITALIAN, NORWAY):
        table = ruled(book)
        if table.match.clocked:
            table.go_on()
        table.end_turn().roll()
        appeal = c.AppealTapped(table.at, BLACK)
        if book is NORWAY:
            table.ok(appeal)
        else:
            assert table.refused(appeal) == (Reason.APPEAL_TOO_LATE,)
    table = ruled(ITALIAN)
    table.ok(c.AppealTapped(table.at, BLACK))
    assert table.refused(c.AppealTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)


@pytest.mark.parametrize(
    ("book", "members", "with_director", "reasons"),
    [
        (ITALIAN, 2, True, ()),
        (ITALIAN, 4, True, ()),
        (ITALIAN, 3, True, (Reason.PANEL_SIZE,)),
        (ITALIAN, 2, False, (Reason.PANEL_NEEDS_DIRECTOR,)),
        (NORWAY, 3, False, ()),
        (NORWAY, 5, False, ()),
        (NORWAY, 3, True, (Reason.DIRECTOR_ON_PANEL,)),
        (NORWAY, 4, True, (Reason.PANEL_SIZE, Reason.DIRECTOR_ON_PANEL)),
    ],
)
def test_who_hears_it(
    book: RuleBook, members: int, with_director: bool, reasons: tuple[Reason, ...]
) -> None:
    """italian-international L115; norway §1.3(ii)."""
    table = ruled(book)
    panel = table.order(c.PanelNamed, members, with_director)
    assert table.refused(panel) == (Reason.NO_SUCH_APPEAL,)
    table.ok(c.AppealTapped(table.at, BLACK))
    decision = table.order(c.AppealRuled, False)
    assert table.refused(decision) == (Reason.NO_SUCH_APPEAL,)
    if reasons:
        assert table.refused(panel) == reasons
        return
    table.ok(panel)
    assert f"{members} members {'with' if with_director else 'without'} the director" in sentence(
        table.told(e.PanelConvened)
    )
    table.ok(decision)
    assert replace(table.match.hearing, rulings=()) == Hearing(overturned=True)
    assert sentence(table.told(e.AppealDecided)) == (
        "Director Kari: the ruling is overturned, because a reason."
    )
    assert "upheld" in sentence(e.AppealDecided(True, "director:Kari", "so"))


def appealed(upheld: bool) -> Table:
    table = ruled(NORWAY).go_on()
    table.end_turn().roll()
    assert table.match.clock.running is BLACK
    table.ok(c.AppealTapped(table.at, BLACK))
    table.ok(table.order(c.PanelNamed, 3, False))
    assert table.match.clock.running is None
    assert DeskPrompt.WAIT_FOR_PANEL in desk_prompts(table.match)
    table.wait(60).ok(table.order(c.AppealRuled, upheld))
    return table


def test_a_ruling_upheld_is_played_on() -> None:
    table = appealed(True)
    table.go_on()
    assert (table.match.stop, table.match.clock.running) == (None, BLACK)
    assert replace(table.match.hearing, rulings=()) == Hearing()


def test_a_ruling_that_fell_waits_for_what_the_director_orders_instead() -> None:
    """norway §5.2: the committee may turn it round or decide otherwise."""
    table = appealed(False)
    assert table.match.clock.running is None
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.DIRECTOR_STOPPED,)
    assert DeskPrompt.WAIT_FOR_NEW_RULING in desk_prompts(table.match)
    table.ok(table.order(c.ScoreOrdered, BySide(1, 0), None, None))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is BLACK
    assert DeskPrompt.WAIT_FOR_NEW_RULING not in desk_prompts(table.match)


def test_an_appeal_after_the_match_stops_nothing() -> None:
    table = Table().open(1, NORWAY).start().win(WHITE)
    table.ok(table.order(c.ScoreOrdered, BySide(1, 0), None, None))
    table.ok(c.AppealTapped(table.at, BLACK))
    assert table.match.stop is None
    table.ok(table.order(c.PanelNamed, 3, False))
    table.ok(table.order(c.AppealRuled, False))
    assert not table.match.hearing.overturned


# --- observers, cameras, conduct ---------------------------------------------------------------


def test_an_observer_and_his_fee() -> None:
    """norway §1.3(iii): a fee may be charged; the other books know none."""
    table = Table().open()
    table.ok(c.ObserverWanted(table.at, WHITE))
    assert table.refused(table.order(c.ObserverNamed, " ", True)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ObserverNamed, "Ola", True))
    told = table.told(e.ObserverAppointed)
    assert (told.points_out, told.cites) == (True, ("norway §1.3(iii)",))
    assert "names Ola as observer for a fee" in sentence(told)
    assert table.match.hearing.observer == "Ola"
    italian = Table().open(7, ITALIAN)
    assert italian.refused(italian.order(c.ObserverNamed, "Ola", True)) == (Reason.NO_FEE,)
    italian.ok(italian.order(c.ObserverNamed, "Ola", False))
    assert "fee" not in sentence(italian.told(e.ObserverAppointed))
    silent = Table().open(7, NORWAY.with_value("observer.requested_by_player", False))
    assert silent.refused(c.ObserverWanted(silent.at, WHITE)) == (Reason.NOT_IN_BOOK,)


@pytest.mark.parametrize(
    ("book", "words"),
    [
        (NORWAY, "a clock or an observer"),
        (LONDON, "a clock or an observer"),
        (ITALIAN, "a clock or an observer or the director's word"),
    ],
)
def test_slow_play_is_told_to_the_director_and_stops_nothing(book: RuleBook, words: str) -> None:
    """norway §2.3(ii); london-club TR14; italian-international L72."""
    table = Table().open(7, book).start()
    running = table.match.clock.running
    table.ok(c.SlowPlayTapped(table.at, BLACK))
    told = table.told(e.SlowPlayNoted)
    assert told.cites == (book.cite("slow_play.requests"),)
    says = f"Black says that White plays too slowly; it may ask for {words}."
    assert sentence(told).startswith(says)
    assert (table.match.clock.running, table.match.stop) == (running, None)
    silent = Table().open(7, replace(book, slow_play=replace(book.slow_play, requests=frozenset())))
    assert silent.refused(c.SlowPlayTapped(silent.at, WHITE)) == (Reason.NOT_IN_BOOK,)


def test_a_match_whose_dispute_nobody_settles_is_played_again_to_fifteen() -> None:
    """london-club TR15; the other books know no such match."""
    table = disputed(LONDON)
    assert DeskPrompt.MATCH_MAY_BE_REPLAYED in desk_prompts(table.match)
    again = open_match(table.now, 15, LONDON)
    assert table.refused(open_match(table.now, 7, LONDON)) == (Reason.MATCH_IS_OPEN,)
    table.ok(again)
    assert (table.match.length, table.match.hearing) == (15, Hearing())
    other = disputed(NORWAY)
    assert DeskPrompt.MATCH_MAY_BE_REPLAYED not in desk_prompts(other.match)
    assert other.refused(open_match(other.now, 15, NORWAY)) == (Reason.MATCH_IS_OPEN,)
    settled = ruled(LONDON)
    assert settled.refused(open_match(settled.now, 15, LONDON)) == (Reason.MATCH_IS_OPEN,)


def test_who_refuses_the_camera() -> None:
    """italian-international L117: forfeited, once the director says so."""
    table = Table().open(7, ITALIAN)
    table.ok(table.order(c.CameraRefused, BLACK))
    proposal = table.match.proposals.pending[0].proposal
    assert (proposal.kind, proposal.cause) == (
        ProposalKind.MATCH_LOST,
        ProposalCause.CAMERA_REFUSED,
    )
    assert table.match.winner is None
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.winner is WHITE
    assert table.told(e.MatchEnded).cause is EndCause.RULING
    norway = Table().open()
    assert norway.refused(norway.order(c.CameraRefused, BLACK)) == (Reason.NOT_IN_BOOK,)


ALLOWED = {
    Conduct.TIME_NOTICE: {"norway"},
    Conduct.MISPLAY_NOTICE: set(),
    Conduct.POSITION_NOTED: {"norway"},
    Conduct.OTHER_LANGUAGE: {"london-club"},
    Conduct.AID_USED: set(),
}
"""norway §1.6(i), §1.7; italian-international L10, L30, L32, L46; london-club TR12."""


@pytest.mark.parametrize("conduct", Conduct)
@pytest.mark.parametrize(
    ("name", "book"), [("norway", NORWAY), ("italian", ITALIAN), ("london-club", LONDON)]
)
def test_conduct_is_noted_with_what_the_book_says(
    name: str, book: RuleBook, conduct: Conduct
) -> None:
    table = Table().open(7, book)
    table.ok(table.order(c.ConductNoted, conduct, None))
    told = table.told(e.ConductRecorded)
    assert told.allowed is (name in ALLOWED[conduct])
    assert told.cites == (book.cite(CONDUCT[conduct][0]),)
    which = "" if told.allowed else "not "
    words = f"A spectator {format_text(DID[conduct])}, which is {which}allowed; "
    assert sentence(told).startswith(words)


@pytest.mark.parametrize(
    ("system", "notes"), [(ClockSystem.SIMPLE_DELAY, WHITE), (ClockSystem.NONE, BLACK)]
)
def test_a_position_is_noted_in_the_own_time_or_without_a_clock_after_the_own_turn(
    system: ClockSystem, notes: Side
) -> None:
    """norway §1.7(ii); White is to roll."""
    book = NORWAY if system is not ClockSystem.NONE else NORWAY.with_clock(system, "so")
    table = Table().open(7, book)
    for side in (WHITE, BLACK):
        table.ok(table.order(c.ConductNoted, Conduct.POSITION_NOTED, side))
        assert table.told(e.ConductRecorded).allowed
    table.start()
    for side in (WHITE, BLACK):
        table.ok(table.order(c.ConductNoted, Conduct.POSITION_NOTED, side))
        assert table.told(e.ConductRecorded).allowed is (side is notes)


def test_michigan_forbids_a_word_on_the_time() -> None:
    """michigan-2002 §3.11."""
    table = Table().open(7, MICHIGAN.with_clock(ClockSystem.NONE, "so"))
    table.ok(table.order(c.ConductNoted, Conduct.TIME_NOTICE, None))
    assert table.told(e.ConductRecorded).cites == ("michigan-2002 §3.11",)
    assert set(CONDUCT) == set(DID) == set(Conduct)
