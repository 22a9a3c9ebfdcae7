"""What the table computes and only the director awards."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, DIRECTOR, WHITE, Table
from kits.words import sentence

from kiosk.rules.decide import GRANTS, begin, evolve
from kiosk.rules.match import Phase
from kiosk.rules.match.proposal import Numbered, Proposal, ProposalCause, ProposalKind, Proposals
from kiosk.rules.proposals import propose
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.units import BySide

CAUSE = ProposalCause.TIME_USED_UP
POINTS = Proposal(ProposalKind.PENALTY_POINTS, CAUSE, WHITE, ("a book §1",), points=2)
LOST = Proposal(ProposalKind.MATCH_LOST, CAUSE, BLACK, ("a book §2", "a book §3"))
SCORE = Proposal(ProposalKind.SCORE, CAUSE, None, (), score=BySide(3, 1))


def proposed(*proposals: Proposal, points: int = 7) -> Table:
    table = Table().open(points).start()
    story = begin(table.match)
    for proposal in proposals:
        propose(story, proposal)
    table.match = story.match
    table.events += story.events
    return table


def test_a_proposal_changes_nothing_by_itself() -> None:
    before = Table().open().start().match
    match = proposed(POINTS, LOST, SCORE).match
    assert replace(match, proposals=Proposals()) == before
    assert [each.number for each in match.proposals.pending] == [1, 2, 3]


def test_penalty_points_are_awarded_once_the_director_accepts() -> None:
    table = proposed(POINTS)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.events[-3:] == [
        e.ProposalAnswered(1, True, DIRECTOR, "a reason"),
        e.ExpiryCounted(WHITE, 1),
        e.PenaltyAwarded(
            WHITE,
            2,
            BySide(0, 2),
            DIRECTOR,
            "a reason",
            "a book §1",
            (table.match.book.cite("penalty.effect"),) if table.match.book else (),
        ),
    ]
    assert table.match.score == BySide(0, 2)
    assert table.refused(table.order(c.ProposalAccepted, 1)) == (Reason.NO_SUCH_PROPOSAL,)


@pytest.mark.parametrize(("proposal", "seen"), [(POINTS, 2), (LOST, 0)])
def test_what_has_changed_since_the_director_looked_is_not_accepted(
    proposal: Proposal, seen: int
) -> None:
    for other in {0, 1, 2, 3} - {seen}:
        table = proposed(proposal)
        assert table.refused(table.order(c.ProposalAccepted, 1, other)) == (
            Reason.PROPOSAL_CHANGED,
        )
        assert table.match.proposals.find(1) == proposal
        table.ok(table.order(c.ProposalAccepted, 1, seen))


def test_points_for_lateness_are_awarded_under_their_sections() -> None:
    late = replace(POINTS, cause=ProposalCause.LATE, cites=("a book §2", "a book §3"))
    table = proposed(late)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.told(e.PenaltyAwarded).section == "a book §2; a book §3"
    assert table.count(e.ExpiryCounted) == 0


def test_enough_penalty_points_end_the_match() -> None:
    table = proposed(POINTS, LOST, points=2)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    assert table.told(e.MatchEnded).cause is EndCause.PENALTY
    assert table.match.proposals == Proposals((), 2)


def test_a_match_is_lost_only_by_acceptance() -> None:
    table = proposed(LOST)
    assert table.match.winner is None
    table.ok(table.order(c.ProposalAccepted, 1))
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause, ended.cites) == (WHITE, EndCause.FLAG, LOST.cites)


def test_a_score_is_set_and_may_end_the_match() -> None:
    table = proposed(SCORE)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.score == BySide(3, 1)
    assert table.told(e.ScoreChanged).section is None
    table = proposed(replace(SCORE, cites=LOST.cites))
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.told(e.ScoreChanged).section == "a book §2; a book §3"
    table = proposed(SCORE, points=3)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.told(e.MatchEnded).cause is EndCause.RULING


def test_declined_nothing_follows() -> None:
    table = proposed(POINTS, LOST)
    before = table.match
    (answered,) = table.ok(table.order(c.ProposalDeclined, 1))
    assert answered == e.ProposalAnswered(1, False, DIRECTOR, "a reason")
    assert table.match.proposals == Proposals((Numbered(2, LOST),), 2)
    assert replace(table.match, proposals=before.proposals, hearing=before.hearing) == before
    assert table.refused(table.order(c.ProposalAccepted, 1)) == (Reason.NO_SUCH_PROPOSAL,)


def test_a_number_still_open_is_replaced_and_one_withdrawn_is_gone() -> None:
    table = proposed(POINTS, LOST)
    more = replace(POINTS, points=3)
    match = evolve(table.match, e.Proposed(1, more))
    assert match.proposals == Proposals((Numbered(1, more), Numbered(2, LOST)), 2)
    match = evolve(match, e.ProposalWithdrawn(2))
    assert match.proposals == Proposals((Numbered(1, more),), 2)
    assert match.proposals.has(ProposalKind.PENALTY_POINTS, WHITE)
    assert not match.proposals.has(ProposalKind.PENALTY_POINTS, BLACK)
    story = begin(match)
    propose(story, LOST)
    assert story.match.proposals.pending[-1].number == 3


def test_the_next_match_starts_without_proposals() -> None:
    table = proposed(LOST)
    table.ok(table.order(c.ProposalAccepted, 1))
    table.open()
    assert table.match.proposals == Proposals()


@pytest.mark.parametrize(
    ("proposal", "words"),
    [
        (
            POINTS,
            "2 penalty points against White, because the player's time is used up [a book §1].",
        ),
        (
            replace(POINTS, points=1, added=300 * 10**9, freezes_cube=True, cites=()),
            "1 penalty point against White, 5:00.000 more for both, the cube frozen, "
            "because the player's time is used up.",
        ),
        (
            replace(POINTS, reset=300 * 10**9, cites=()),
            "2 penalty points against White, both clocks at 5:00.000, "
            "because the player's time is used up.",
        ),
        (replace(LOST, cites=()), "Black loses the match, because the player's time is used up."),
        (SCORE, "the score White 3, Black 1, because the player's time is used up."),
        (
            Proposal(ProposalKind.SECOND_CONTROL, CAUSE, WHITE, ()),
            "the second time control, because the player's time is used up.",
        ),
    ],
)
def test_a_proposal_is_told_in_words(proposal: Proposal, words: str) -> None:
    assert sentence(e.Proposed(4, proposal)) == f"Proposed to the director (number 4): {words}"
    assert sentence(e.ProposalWithdrawn(4)) == "Proposal 4 is withdrawn."
    for accepted, verb in ((True, "accepts"), (False, "declines")):
        told = e.ProposalAnswered(4, accepted, DIRECTOR, "so it is")
        assert sentence(told) == f"Director Kari {verb} proposal 4, because so it is."


def test_every_kind_can_be_granted() -> None:
    assert set(GRANTS) == set(ProposalKind)
