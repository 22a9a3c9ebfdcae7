"""How a game ends, what it scores, and when that ends the match."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.claiming import LEVELS, against_ending_now
from kiosk.rules.length import settle_pending
from kiosk.rules.match import Claim, Match, Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.series import series_won
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, Side, promised


def against_win(match: Match, command: c.WinDeclared) -> Against:
    """Dice just thrown are judged first. Who moves may have borne off its last checker."""
    if match.held is not None:
        return (Reason.NOT_NOW,)
    if command.level not in LEVELS:
        return (Reason.BAD_VALUE,)
    moving = match.phase is Phase.MOVING and promised(match.game).on_turn is command.side
    return NOTHING if moving else against_ending_now(match, command.side, claims=True)


def declare_win(story: Story, command: c.WinDeclared) -> None:
    """A side says the game is decided; the clock stops meanwhile (norway §4.3(ii)(g))."""
    if not story.book.ending.opponent_confirms:
        moved = story.match.phase is Phase.MOVING and story.game.on_turn is command.side
        end_game(story, command.side, command.level, _cause(moved), command.at)
        return
    resumes = story.stop_clock(command.at)
    story.tell(e.WinClaimed(command.side, command.level, resumes))


def against_agreeing(match: Match, command: c.WinAgreed) -> Against:
    return NOTHING if _claim(match).side is command.side.other else (Reason.NOT_YOUR_TURN,)


def agree_win(story: Story, command: c.WinAgreed) -> None:
    claim = _claim(story.match)
    moved = claim.claimed_in is Phase.MOVING and story.game.on_turn is claim.side
    end_game(story, claim.side, claim.level, _cause(moved), command.at)


def _cause(moved: bool) -> EndCause:
    """Who has just moved bore off its last checker; anybody else says that the game is decided."""
    return EndCause.PLAYED if moved else EndCause.CLAIM


def dispute_win(story: Story, command: c.WinDisputed) -> None:
    """Either side may: the other contests the claim, or the claimer withdraws it."""
    resumes = _claim(story.match).resumes
    story.tell(e.WinContested(command.side, (story.book.cite("ending.opponent_confirms"),)))
    if resumes is not None:
        story.tell(e.PlayResumed(resumes, story.not_before(command.at)))


def _claim(match: Match) -> Claim:
    return promised(promised(match.game).claim)


def end_game(story: Story, winner: Side, level: int, cause: EndCause, at: Instant) -> None:
    """Score level x cube for the winner; the match ends when that is enough."""
    story.stop_clock(at)
    cube, book = story.game.cube, story.book
    cites: tuple[str, ...] = ()
    if level != counted(book, level, cube.level):
        level, cites = 1, (book.cite("cube.jacoby"),)
    points = level * cube.level
    score = story.match.score.with_(winner, story.match.score.of(winner) + points)
    story.tell(e.GameEnded(winner, level, cube.level, points, cause, score, cites))
    length = story.match.length
    if length is None or score.of(winner) >= length:
        story.tell(e.MatchEnded(winner, score, cause, ()))
        series_won(story, winner)
    else:
        settle_pending(story)


def counted(book: RuleBook, level: int, cube: int) -> int:
    """Under the Jacoby rule gammons count only once the cube was turned."""
    return 1 if book.cube.jacoby and cube == 1 else level


def end_match(
    story: Story, winner: Side, cause: EndCause, at: Instant, cites: tuple[str, ...]
) -> None:
    """The match is decided away from the board: a game in progress scores nothing."""
    story.stop_clock(at)
    score = story.match.score
    if story.match.game is not None:
        cube = story.game.cube.level
        story.tell(e.GameEnded(winner, 1, cube, 0, cause, score, cites))
    story.tell(e.MatchEnded(winner, score, cause, cites))
    series_won(story, winner)
