"""A transcription as Jellyfish's `.mat`, the text that every backgammon program imports.

Its rules, as GNU Backgammon 1.07 and 1.08 read them (`import.c`): comments stand before the length
alone; a name holds no colon and at most 31 bytes; a body line with `Game ` begins a game; `???`
after a roll is an unknown play; a match is at most 64 points long. White is on the left. A play
that is not legal would be left out with a warning: the position after it stands there instead, in
Snowie's words, which these programs take over. A roll that was not played has nothing after it.
"""

from collections.abc import Iterator
from textwrap import wrap

from kiosk.record.names import one_line, short_names
from kiosk.record.remarks import remarks
from kiosk.record.transcription import (
    BAR,
    OFF,
    CubeAction,
    CubeTurn,
    TranscribedGame,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.units import BySide, Side

LONGEST_MATCH = 64
"""Points of the longest match that GNU Backgammon imports."""

_SESSION = 0
"""The length of games without an end, as this format writes it."""

_LEFT = 27
"""Signs of the left column, which begins after the turn's number."""

_COMMENT = 200
"""Signs of a comment's line at most; some readers hold 1024 bytes."""

_SNOWIE_HEAD = (1, 0, 0, 0, 1, "White", "Black", 0, 0, 0, 1, 0)
"""Length, rules, who rolls, names, score and cube: a `.mat` has them elsewhere."""

_APART = "   "
"""Always between the columns: readers divide a line there."""

_CUBE_WORDS = {CubeAction.TAKE: " Takes", CubeAction.PASS: " Drops"}


def mat_text(match: Transcription) -> str:
    """The whole file."""
    names = short_names(match.names)
    length = match.length if match.length <= LONGEST_MATCH else _SESSION
    lines = [*_heading(match), "", f" {length} point match"]
    for game in match.games:
        lines += ["", f" Game {game.number}", *_game_lines(game, names, length)]
    return "\n".join(lines) + "\n"


def _heading(match: Transcription) -> Iterator[str]:
    tags = {
        "Site": match.place,
        "Match ID": match.match_id,
        "Event": match.heading.event,
        "Round": match.heading.round,
        "EventDate": match.began[:10].replace("-", "."),
        "EventTime": match.began[11:16].replace(":", "."),
        "Variation": "Backgammon",
        "Crawford": "On" if match.crawford else "Off",
    }
    for tag, value in tags.items():
        if value:
            yield f'; [{tag} "{one_line(value).replace(chr(34), chr(39))}"]'
    if match.length > LONGEST_MATCH:
        longest = f"the longest match is to {LONGEST_MATCH}"
        yield f"; A match to {match.length} points, written as a session: {longest}"
    if match.length > 1 and not match.crawford:
        yield "; The Crawford rule did not apply"
    for remark in remarks(match):
        yield from (f"; {line}" for line in wrap(remark, _COMMENT, break_on_hyphens=False))


def _game_lines(game: TranscribedGame, names: BySide[str], length: int) -> Iterator[str]:
    white, black = game.score_before.white, game.score_before.black
    yield f" {f'{names.white} : {white}':<30} {names.black} : {black}"
    rows = _Rows()
    for action in game.actions:
        rows.add(action.side, _cell(action))
    ending = game.ending
    if ending is not None and ending.winner is not None and ending.points:
        reached = game.score_before.of_side(ending.winner) + ending.points
        decides = " and the match" if length != _SESSION and reached >= length else ""
        points = "point" if ending.points == 1 else "points"
        rows.add(ending.winner, f" Wins {ending.points} {points}{decides}", numbered=False)
    yield from rows.lines


class _Rows:
    """The numbered lines of a game, two columns each."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._number = 0
        self._left_alone = False

    def add(self, side: Side, cell: str, *, numbered: bool = True) -> None:
        if side is Side.BLACK and self._left_alone:
            self.lines[-1] = f"{self.lines[-1] + _APART:<{_LEFT + 5}}{cell}".rstrip()
            self._left_alone = False
            return
        self._number += numbered
        head = f"{self._number:>3}) " if numbered else " " * 5
        left = cell if side is Side.WHITE else f"{'':<{_LEFT}}{cell}"
        self.lines.append(f"{head}{left}".rstrip())
        self._left_alone = side is Side.WHITE


def _cell(action: TranscribedTurn | CubeTurn) -> str:
    if isinstance(action, CubeTurn):
        return _CUBE_WORDS.get(action.action, f" Doubles => {action.level}")
    high, low = action.dice
    return f"{high}{low}: {'???' if action.play is None else _played(action.play)}".rstrip()


def _played(play: TranscribedPlay) -> str:
    if play.unplayed:
        return ""
    if play.illegal is not None:
        return f"Illegal play ({_snowie(play.illegal)})"
    return format_moves(play) or "Cannot Move"


def _snowie(after: BySide[bytes]) -> str:
    """A position in Snowie's form, of which only the checkers are read: White's bar, its points 1
    to 24, where Black's checkers are negative, and Black's bar.
    """
    own, other = after.white, after.black
    points = (own[point] - other[BAR - point] for point in range(1, BAR))
    counts = (own[BAR], *points, -other[BAR])
    return ";".join(map(str, (*_SNOWIE_HEAD, *counts, 1, 1, "")))


def format_moves(play: TranscribedPlay) -> str:
    """Each checker's move by one number, the farthest first; `*` once where one is hit."""
    unmarked = list(play.hits)
    words = []
    for start, end in sorted(play.moves, reverse=True):
        hit = end in unmarked
        if hit:
            unmarked.remove(end)
        words.append(f"{_point(start)}/{_point(end)}{'*' if hit else ''}")
    return " ".join(words)


def _point(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
