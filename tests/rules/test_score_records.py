"""Which record of the score decides (R184-R186; C55)."""

from itertools import product

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, LONDON, NORWAY
from kits.rules_kit import BLACK, NO_CLOCK, WHITE, Table

from kiosk.rules.match.outcome import Matter, ScoreRecord, ScoreRecords
from kiosk.rules.match.proposal import ProposalKind
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import EVENT, RuleBook, ScoreRules, SoleSheet
from kiosk.rules.score import decisive_record
from kiosk.rules.units import BySide, Side

Score = tuple[int, int]


def shows(table: Table, side: Side, score: Score, record: ScoreRecord = ScoreRecord.SHEET) -> None:
    table.ok(c.RecordShown(table.at, side, record, BySide(*score)))


def dispute(
    book: RuleBook,
    white: Score | None = None,
    black: Score | None = None,
    board: Score | None = None,
) -> Table:
    """Both show what they have, and Black says that it differs."""
    table = Table().open(7, book)
    for side, score in ((WHITE, white), (BLACK, black)):
        if score is not None:
            shows(table, side, score)
    if board is not None:
        shows(table, BLACK, board, ScoreRecord.SCOREBOARD)
    table.do(c.ScoreQuestioned(table.at, BLACK))
    return table


def proposed(table: Table) -> tuple[BySide[int] | None, tuple[str, ...]]:
    proposal = table.told(e.Proposed).proposal
    assert proposal.kind is ProposalKind.SCORE
    return proposal.score, proposal.cites


@pytest.mark.parametrize(
    ("book", "section"),
    [(NORWAY, "norway §4.7"), (ITALIAN, "italian-international L52, L58")],
)
def test_the_sheet_of_the_side_behind_decides(book: RuleBook, section: str) -> None:
    """S218: 5-3 against 5-4, Black behind."""
    table = dispute(book, (5, 3), (5, 4))
    assert proposed(table) == (BySide(5, 4), (section,))
    assert table.match.score == BySide(0, 0)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.score == BySide(5, 4)


def test_the_leaders_duty_works_both_ways() -> None:
    assert proposed(dispute(NORWAY, (3, 5), (2, 5)))[0] == BySide(3, 5)


def test_scoreboard_against_sheet() -> None:
    """S220: by norway §4.7 the card, by 000 L58 the flip-over board."""
    assert proposed(dispute(NORWAY, (5, 3), (5, 4), (5, 3)))[0] == BySide(5, 4)
    assert proposed(dispute(ITALIAN, (5, 3), (5, 4), (5, 3)))[0] == BySide(5, 3)


@pytest.mark.parametrize(
    ("book", "section"), [(NORWAY, "norway §4.7"), (ITALIAN, "italian-international L54")]
)
def test_the_only_sheet(book: RuleBook, section: str) -> None:
    """S221: it decides, or speaks for the side that kept it."""
    assert proposed(dispute(book, (5, 4))) == (BySide(5, 4), (section,))
    assert proposed(dispute(book, None, (2, 6)))[0] == BySide(2, 6)


def test_a_book_may_leave_an_only_sheet_to_the_director() -> None:
    book = NORWAY.with_value("score.sole_sheet", SoleSheet.DIRECTOR_DECIDES)
    table = dispute(book, (5, 4))
    assert table.told(e.Referred).cites == (EVENT,)
    assert table.count(e.Proposed) == 0


def test_only_a_scoreboard() -> None:
    for book in (NORWAY, ITALIAN):
        assert proposed(dispute(book, None, None, (4, 4)))[0] == BySide(4, 4)


@pytest.mark.parametrize(("white", "black"), [((5, 4), (4, 5)), ((4, 4), (3, 3)), ((4, 4), (4, 4))])
def test_where_they_do_not_agree_who_is_behind_the_director_decides(
    white: Score, black: Score
) -> None:
    table = dispute(NORWAY, white, black)
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.SCORE, ("norway §4.7",))
    assert table.count(e.Proposed) == 0


def test_behind_on_one_sheet_and_level_on_the_other_is_behind() -> None:
    assert proposed(dispute(NORWAY, (4, 4), (5, 4)))[0] == BySide(5, 4)


@pytest.mark.parametrize(
    ("white", "black", "board"),
    [((5, 3), (5, 4), None), ((5, 3), None, None), (None, None, (5, 3))],
)
def test_the_clubs_director_decides(
    white: Score | None, black: Score | None, board: Score | None
) -> None:
    """001 TR15."""
    table = dispute(LONDON, white, black, board)
    assert table.told(e.Referred).cites == ("london-club TR15",)


def test_with_nothing_shown_the_director_is_asked_once() -> None:
    """norway §4.7 decides by cards; where none is shown nothing but the director does."""
    table = dispute(NORWAY)
    assert table.told(e.Referred).matter is Matter.SCORE
    assert table.match.director_called is not None
    assert table.refused(c.ScoreQuestioned(table.at, BLACK)) == (Reason.ALREADY_DONE,)


def test_one_question_at_a_time() -> None:
    table = dispute(NORWAY, (5, 3), (5, 4))
    assert table.refused(c.ScoreQuestioned(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(table.order(c.ProposalDeclined, 1))
    shows(table, WHITE, (4, 5))
    table.ok(c.ScoreQuestioned(table.at, WHITE))


def test_what_a_record_can_show() -> None:
    table = Table().open(7)
    for odd in (BySide(-1, 3), BySide(7, 7), BySide(1000, 3)):
        shown = c.RecordShown(table.at, WHITE, ScoreRecord.SHEET, odd)
        assert table.refused(shown) == (Reason.BAD_VALUE,)
    shows(table, WHITE, (9, 6))
    shows(table, WHITE, (6, 999))
    single = Table().open(None, NO_CLOCK)
    shown = c.RecordShown(single.at, WHITE, ScoreRecord.SHEET, BySide(1, 0))
    assert single.refused(shown) == (Reason.BAD_VALUE,)


def test_a_new_game_has_its_own_records() -> None:
    table = Table().open(7)
    shows(table, WHITE, (0, 0))
    table.start()
    assert table.match.evidence == ScoreRecords()


def test_norways_scoreboard_never_beats_a_sheet() -> None:
    """Whatever the records show: a sheet that is there is the score, or the director decides."""
    rules: ScoreRules = NORWAY.score
    scores = [None, *(BySide(*pair) for pair in product((0, 3), (0, 3)))]
    for white, black, board in product(scores, scores, scores[1:]):
        _key, score = decisive_record(rules, ScoreRecords(BySide(white, black), board))
        if white is not None or black is not None:
            assert score in {None, white, black}
        else:
            assert score == board
