"""The result of a match: confirmed, reported, posted, final; and a match conceded by mistake."""

from collections.abc import Mapping

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.ending import end_match
from kiosk.rules.match import Match, Phase
from kiosk.rules.outcome import EarlierMatch, Outcome
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import Correctable, Reporter
from kiosk.rules.series import series_taken_back, series_won
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES, Side, promised

CHALLENGER = Side.BLACK
"""The second one listed (london-club TR4)."""


def against_confirming(match: Match, command: c.ResultConfirmed) -> Against:
    return (Reason.ALREADY_DONE,) if match.outcome.confirmed.of(command.side) else NOTHING


def confirm_result(story: Story, command: c.ResultConfirmed) -> None:
    story.tell(e.ResultAgreed(command.side, story.match.score))


def against_reporting(match: Match, command: c.ResultReported) -> Against:
    if match.outcome.reported is not None:
        return (Reason.ALREADY_DONE,)
    reports = reporters(match)
    return NOTHING if command.side in reports else (Reason.NOT_THE_REPORTER,)


def reporters(match: Match) -> frozenset[Side]:
    """Who may report; the table's record is the sheet a winner needs under 000 L56."""
    named: Mapping[Reporter, frozenset[Side]] = {
        Reporter.WINNER: frozenset({promised(match.winner)}),
        Reporter.CHALLENGER: frozenset({CHALLENGER}),
        Reporter.LOSER_OR_WINNER_WITH_SHEET: frozenset(Side),
    }
    return named[promised(match.book).result.reporter]


def report_result(story: Story, command: c.ResultReported) -> None:
    cites = (story.book.cite("result.reporter"),)
    story.tell(e.ResultTold(command.side, promised(story.match.winner), story.match.score, cites))


def against_posting(match: Match, command: c.ResultPosted) -> Against:
    if match.outcome.posted:
        return (Reason.ALREADY_DONE,)
    conceded = match.outcome.conceded
    winner = match.winner or (conceded.other if conceded else None)
    if winner is None:
        return (Reason.NOT_NOW,)
    return NOTHING if command.winner is winner else (Reason.BAD_VALUE,)


def post_result(story: Story, command: c.ResultPosted) -> None:
    """On the draw sheet; a match conceded without the points is won by it (000 L57)."""
    cites = (story.book.cite("result.correctable"),)
    if story.match.phase is not Phase.MATCH_OVER:
        end_match(story, command.winner, EndCause.OFFER, command.at, cites)
    story.tell(e.ResultEntered(command.winner, command.by, command.why, cites))


def result_is_final(match: Match) -> bool:
    """The result can no longer be corrected."""
    return _is_final(match.outcome, promised(match.book).result.correctable)


def _is_final(outcome: Outcome, correctable: Correctable) -> bool:
    posted = correctable is Correctable.UNTIL_POSTED and outcome.posted
    return outcome.final or posted


def against_closing(match: Match, _command: c.ResultClosed) -> Against:
    return (Reason.ALREADY_DONE,) if match.outcome.final else NOTHING


def close_result(story: Story, command: c.ResultClosed) -> None:
    cites = (story.book.cite("result.correctable"),)
    story.tell(e.ResultMadeFinal(command.by, command.why, cites))


def against_earlier(match: Match, command: c.EarlierResultOrdered) -> Against:
    """For a reasonable time, though a later match has begun (norway §4.6); a result that its own
    book made final stands (italian-international L50, L57).
    """
    earlier = _earlier(match, command.of_match)
    if earlier is None:
        return (Reason.NO_EARLIER_MATCH,)
    if _is_final(earlier.outcome, earlier.correctable):
        return (Reason.RESULT_FINAL,)
    if (command.winner, command.score) == (earlier.winner, earlier.score):
        return (Reason.ALREADY_DONE,)
    length, score = earlier.length, command.score
    enough = [side for side in SIDES if length is not None and score.of(side) >= length]
    good = min(score.white, score.black) >= 0 and enough in ([], [command.winner])
    return NOTHING if good else (Reason.BAD_VALUE,)


def correct_earlier(story: Story, command: c.EarlierResultOrdered) -> None:
    """The match of now goes on as it is; of its series, matches won are counted anew."""
    earlier = promised(_earlier(story.match, command.of_match))
    ruled = (command.winner, command.score, command.by, command.why)
    story.tell(e.EarlierResultCorrected(command.of_match, *ruled, (earlier.cite,)))
    series = story.match.series
    same = series is not None and series.id == earlier.series_id
    if same and command.winner is not earlier.winner:
        series_taken_back(story, earlier.winner)
        series_won(story, command.winner)


def _earlier(match: Match, match_id: str) -> EarlierMatch | None:
    return next((each for each in match.earlier if each.match_id == match_id), None)


def against_conceding(match: Match, _command: c.MatchConceded) -> Against:
    if match.outcome.conceded is not None:
        return (Reason.ALREADY_DONE,)
    counts = promised(match.book).result.correctable is Correctable.UNTIL_POSTED
    return NOTHING if counts else (Reason.NO_SETTLEMENT,)


def concede_match(story: Story, command: c.MatchConceded) -> None:
    """It counts only once the director enters the winner."""
    story.tell(e.MatchGivenUp(command.side, (story.book.cite("result.correctable"),)))


def against_taking_back(match: Match, command: c.ConcessionWithdrawn) -> Against:
    if match.outcome.conceded is not command.side:
        return (Reason.NOT_NOW,)
    return (Reason.RESULT_FINAL,) if match.outcome.posted else NOTHING


def take_back(story: Story, command: c.ConcessionWithdrawn) -> None:
    story.tell(e.ConcessionTakenBack(command.side))
