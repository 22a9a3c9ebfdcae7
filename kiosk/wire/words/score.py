"""Score, length, result and series, in words."""

from kiosk.rules.length import (
    LengthCorrected,
    LengthDefaulted,
    LengthKept,
    LengthPending,
    SeriesStands,
)
from kiosk.rules.match.outcome import ScoreRecord
from kiosk.rules.result import (
    ConcessionTakenBack,
    EarlierResultCorrected,
    MatchGivenUp,
    ResultAgreed,
    ResultEntered,
    ResultMadeFinal,
    ResultTold,
)
from kiosk.rules.score import RecordEntered
from kiosk.wire.phrases import clause, points, side, who
from kiosk.wire.words.said import said


@said.register
def _(event: RecordEntered) -> str:
    board = event.record is ScoreRecord.SCOREBOARD
    what = "the scoreboard" if board else "its sheet"
    return f"{side(event.side)} shows {what}: {points(event.score)}."


@said.register
def _(event: LengthDefaulted) -> str:
    return f"No length was stated; the match is to {event.points} points."


@said.register
def _(event: LengthPending) -> str:
    return f"From the next game the match is to {event.points} points."


@said.register
def _(event: LengthCorrected) -> str:
    return f"The match is to {event.points} points."


@said.register
def _(event: LengthKept) -> str:
    warned = "; both are warned" if event.warned else ""
    return f"The match is to {event.length} points, though {event.right} were stated{warned}."


@said.register
def _(event: ResultAgreed) -> str:
    return f"{side(event.side)} confirms the result: {points(event.score)}."


@said.register
def _(event: ResultTold) -> str:
    return (
        f"{side(event.side)} reports that {side(event.winner)} won the match: "
        f"{points(event.score)}."
    )


@said.register
def _(event: ResultEntered) -> str:
    return f"{who(event.by)} posts {side(event.winner)} as the winner, because {clause(event.why)}."


@said.register
def _(event: ResultMadeFinal) -> str:
    return f"{who(event.by)} makes the result final, because {clause(event.why)}."


@said.register
def _(event: EarlierResultCorrected) -> str:
    return (
        f"{who(event.by)} corrects the result of match {event.of_match}, because "
        f"{clause(event.why)}: {side(event.winner)} won it, {points(event.score)}."
    )


@said.register
def _(event: MatchGivenUp) -> str:
    return f"{side(event.side)} concedes the match; it counts once the winner is posted."


@said.register
def _(event: ConcessionTakenBack) -> str:
    return f"{side(event.side)} takes its concession of the match back."


@said.register
def _(event: SeriesStands) -> str:
    leads = f"{side(event.leader)} leads" if event.leader else "it is level"
    won = "the series is decided" if event.decided else leads
    return f"Best of {event.best_of} matches: {points(event.won)}, {won}."
