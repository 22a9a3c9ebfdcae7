"""A transcription as SGF (FF[4], GM[6]), as GNU Backgammon writes and reads it.

One game tree a game. Points are letters: a to x are White's own points 1 to 24, y the bar, z off.
Unlike `.mat` it takes plays that are not legal, and each turn has its comment and clocks.
"""

from collections.abc import Iterator

from kiosk.record.names import one_line, short_names
from kiosk.record.remarks import action_notes, game_notes, remarks
from kiosk.record.transcription import (
    BAR,
    OFF,
    CubeAction,
    CubeTurn,
    Move,
    TranscribedEnding,
    TranscribedGame,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Side

_LETTERS = {Side.WHITE: "W", Side.BLACK: "B"}
_CUBE = {CubeAction.DOUBLE: "double", CubeAction.TAKE: "take", CubeAction.PASS: "drop"}
_ON_BAR = "y"
_BORNE_OFF = "z"


def sgf_text(match: Transcription) -> str:
    """The whole file."""
    return "\n".join(_game(game, place, match) for place, game in enumerate(match.games)) + "\n"


def _game(game: TranscribedGame, place: int, match: Transcription) -> str:
    nodes = ["".join(_root(game, place, match)), *map(_node, game.actions)]
    return "(;" + "\n;".join(nodes) + ")"


def _root(game: TranscribedGame, place: int, match: Transcription) -> Iterator[str]:
    names, score = short_names(match.names), game.score_before
    yield "FF[4]GM[6]CA[UTF-8]AP[Table Kiosk]"
    yield f"MI[length:{match.length}][game:{place}][ws:{score.white}][bs:{score.black}]"
    yield f"PW[{_text(names.white)}]PB[{_text(names.black)}]DT[{match.began[:10]}]"
    tags = {"EV": match.heading.event, "RO": match.heading.round, "PC": match.place}
    yield from (f"{tag}[{_text(one_line(words))}]" for tag, words in tags.items() if words)
    if match.clock is not None:
        most = max(match.clock.reserve.white, match.clock.reserve.black)
        yield f"TM[{most // SECOND_NS}]OT[{match.clock.delay // SECOND_NS} s delay]"
    if match.crawford:
        yield "RU[Crawford:CrawfordGame]" if game.crawford else "RU[Crawford]"
    if place == 0:
        yield f"GC[{_text(chr(10).join(remarks(match)))}]"
    if game.ending is not None and game.ending.winner is not None:
        yield f"RE[{_result(game.ending)}]"
    notes = [one_line(note) for note in game_notes(game, match)]
    if notes:
        yield f"C[{_text(chr(10).join(notes))}]"


def _result(ending: TranscribedEnding) -> str:
    """`W+2`, with R where it was given up, T by time and F forfeited."""
    winner = "W" if ending.winner is Side.WHITE else "B"
    marks = {EndCause.PLAYED: "", EndCause.PASS: "", EndCause.FLAG: "T"}
    how = "F" if ending.forfeited else "R"
    return f"{winner}+{ending.points}{marks.get(ending.cause, how)}"


def _node(action: TranscribedTurn | CubeTurn) -> str:
    letter = _LETTERS[action.side]
    if isinstance(action, CubeTurn):
        node = f"{letter}[{_CUBE[action.action]}]"
    else:
        dice = "".join(map(str, action.dice))
        if action.play is None or action.play.unplayed:
            node = f"PL[{letter}]DI[{dice}]"
        elif action.play.illegal is not None and not action.play.moves:
            node = f"PL[{letter}]DI[{dice}]\n;{_board(action.play.illegal)}"
        else:
            moves = "".join(_move(action.side, move) for move in action.play.moves)
            node = f"{letter}[{dice}{moves}]"
    if action.at.reserve is not None:
        for side, clock in ((Side.WHITE, "WL"), (Side.BLACK, "BL")):
            node += f"{clock}[{action.at.reserve.of_side(side) / SECOND_NS:.3f}]"
    notes = [*map(one_line, action_notes(action))]
    if isinstance(action, TranscribedTurn) and action.play is None:
        notes.insert(0, "What was played is not known")
    return node + (f"C[{_text(chr(10).join(notes))}]" if notes else "")


def _board(after: BySide[bytes]) -> str:
    """A position set by hand."""
    letters = {
        side: "".join(
            f"[{_letter(side, point)}]" * after.of_side(side)[point] for point in range(1, BAR + 1)
        )
        for side in SIDES
    }
    return f"AE[a:y]AW{letters[Side.WHITE]}AB{letters[Side.BLACK]}"


def _move(side: Side, move: Move) -> str:
    return "".join(_letter(side, point) for point in move)


def _letter(side: Side, point: int) -> str:
    if point in (BAR, OFF):
        return _ON_BAR if point == BAR else _BORNE_OFF
    return chr(ord("a") + (point if side is Side.WHITE else BAR - point) - 1)


def _text(words: str) -> str:
    """As SGF quotes it: a backslash before a bracket that ends a value and before itself."""
    return words.replace("\\", "\\\\").replace("]", "\\]")
