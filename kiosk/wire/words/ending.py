"""Endings and scores, in words."""

from kiosk.rules.ending import GameEnded, MatchEnded, WinClaimed, WinContested
from kiosk.rules.penalties import MatchForfeited, PenaltyAwarded
from kiosk.rules.score import ScoreChanged
from kiosk.wire.phrases import CAUSES, WINS, clause, points, side, who
from kiosk.wire.words.said import said


@said.register
def _(event: WinClaimed) -> str:
    return f"{side(event.side)} declares that it won {WINS.get(event.level, '?')}."


@said.register
def _(event: WinContested) -> str:
    return f"{side(event.side)} does not agree; the game goes on."


@said.register
def _(event: GameEnded) -> str:
    return (
        f"{side(event.winner)} won {WINS.get(event.level, 'the game')} for "
        f"{event.points} points, because {CAUSES[event.cause]}: {points(event.score)}."
    )


@said.register
def _(event: MatchEnded) -> str:
    return (
        f"{side(event.winner)} won the match, because {CAUSES[event.cause]}: {points(event.score)}."
    )


@said.register
def _(event: ScoreChanged) -> str:
    where = f" ({event.section})" if event.section else ""
    what = f", correcting row {event.corrects_seq}" if event.corrects_seq else ""
    return (
        f"{who(event.by)} set the score to {points(event.score)}, "
        f"because {clause(event.why)}{where}{what}."
    )


@said.register
def _(event: MatchForfeited) -> str:
    rules = "disqualifies {}" if event.disqualified else "rules that {} loses the match"
    ruled = rules.format(side(event.side))
    return f"{who(event.by)} {ruled}, because {clause(event.why)} ({event.section})."


@said.register
def _(event: PenaltyAwarded) -> str:
    where = f" ({event.section})" if event.section else ""
    plural = "" if event.points == 1 else "s"
    return (
        f"{who(event.by)} awards {event.points} penalty point{plural} against {side(event.side)}, "
        f"because {clause(event.why)}{where}: {points(event.score)}."
    )
