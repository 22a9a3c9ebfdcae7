"""Before play: a match is opened, the table set up, a game begun."""

from dataclasses import replace

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import late, mixer, permission
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.series import series_begins
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.table import Format, FormatKind, Half
from kiosk.rules.times import allot, credit_first_turns, unset
from kiosk.rules.units import BySide, promised


def assign_table(story: Story, command: c.AssignTable) -> None:
    story.tell(e.TableAssigned(command.table, command.event_id))


def against_opening(match: Match, command: c.OpenMatch) -> Against:
    going_on = match.opened is not None and match.phase is not Phase.MATCH_OVER
    if going_on and not _replays(match, command):
        return (Reason.MATCH_IS_OPEN,)
    fit = _playable(command.format, command.profile) and command.profile.complete()
    return NOTHING if fit else (Reason.BAD_VALUE,)


def _replays(match: Match, command: c.OpenMatch) -> bool:
    """A match whose dispute nobody can settle is played again, to so many points (london-club
    TR15).
    """
    points = promised(match.book).dispute.replay_points
    return match.hearing.dispute is not None and command.format.points == points


def _playable(form: Format, book: RuleBook) -> bool:
    if form.kind is FormatKind.SINGLE_GAME:
        return form.points is None
    points = book.length.default_points if form.points is None else form.points
    return points >= 1


def open_match(story: Story, command: c.OpenMatch) -> None:
    """A length the event does not state is the book's own."""
    before, form = story.match.series, command.format
    defaulted = form.kind is FormatKind.POINTS and form.points is None
    if defaulted:
        form = replace(form, points=command.profile.length.default_points)
    story.tell(
        e.MatchOpened(
            command.match_id,
            command.event_id,
            command.table,
            command.series,
            form,
            command.sides,
            command.profile,
            command.profile_hash,
        )
    )
    if defaulted:
        points, cite = promised(form.points), story.book.cite("length.default_points")
        story.tell(e.LengthDefaulted(points, (cite,)))
    series_begins(story, command.series, before)
    allot(story)


def against_set_up(match: Match, command: c.SetUpTable) -> Against:
    if match.opened is None:
        return (Reason.NO_MATCH,)
    white, black = command.setup.seats.white, command.setup.seats.black
    on_board = {Half.PICTURE_LEFT, Half.PICTURE_RIGHT}
    apart = white.picture is not black.picture and white.clock is not black.clock
    halves = {white.home, black.home} <= on_board and command.setup.mixer in {None, *on_board}
    counted = command.setup.mixer is not None or not command.setup.tower
    fits = NOTHING if apart and halves and counted else (Reason.BAD_VALUE,)
    return (*fits, *mixer.against_box(match, command.setup.mixer))


def set_up(story: Story, command: c.SetUpTable) -> None:
    story.tell(e.TableSetUp(command.setup))


def against_ready(match: Match, command: c.ReadyTapped) -> Against:
    if match.ready.of(command.side):
        return (Reason.ALREADY_DONE,)
    book = match.next_book or promised(match.book)
    return (Reason.TIME_NOT_SET,) if unset(match, book) else NOTHING


def ready(story: Story, command: c.ReadyTapped) -> None:
    late.arrive(story, command.side, command.at)
    story.tell(e.ReadyGiven(command.side))
    if story.match.ready == BySide(True, True):
        start_game(story)


def crawford_due(match: Match) -> bool:
    """The next game is the Crawford game: the first in which a side needs exactly one point."""
    book, away = promised(match.next_book or match.book), match.away
    return match.crawford_next or (
        book.cube.crawford
        and match.length is not None
        and not match.crawford_played
        and 1 in (away.white, away.black)
    )


def start_game(story: Story) -> None:
    permission.end_with_game(story)
    before = story.match
    book = before.next_book or story.book
    crawford = crawford_due(before)
    cites = (book.cite("cube.crawford"),) if crawford else ()
    story.tell(e.GameStarted(before.games_played + 1, crawford, not crawford, cites))
    if not (before.clocked and before.control.allotted):
        allot(story)
    credit_first_turns(story)
