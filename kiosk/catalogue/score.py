"""Words and forms of the score and its records."""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.catalogue.form import (
    MOST_POINTS,
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    count,
    row,
    section,
    why,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, NumberEntry, Pads, Situation, on_sheet
from kiosk.catalogue.sentence import SCORE, SCORE_DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match.outcome import ScoreRecord
from kiosk.rules.score import (
    HIGHEST_SCORE,
    RecordEntered,
    RecordShown,
    ScoreChanged,
    ScoreOrdered,
    ScoreQuestioned,
)
from kiosk.rules.tap import TapOption
from kiosk.rules.units import SIDES, BySide, Side

# --- keys ----------------------------------------------------------------------------------------

RECORDS: Mapping[ScoreRecord, Text] = {
    ScoreRecord.SHEET: text("Show my sheet"),
    ScoreRecord.SCOREBOARD: text("Show the board's score"),
}


@dataclass(frozen=True, slots=True)
class _PointsThere:
    """A question for points: its own first, then those of `other`."""

    other: str

    def __call__(self, points: int, before: int) -> Text:
        if before:
            return text("Points of {name} there: {points}", name=self.other, points=points)
        return text("Your points there: {points}", points=points)


def _shown(way: TapOption, at: Situation) -> KeyPlace:
    most = HIGHEST_SCORE if at.length is None else at.length - 1
    starts = tuple(min(points, most) for points in at.scores)
    entry = NumberEntry(Pads.STEPS, starts, 0, most, asks=_PointsThere(at.other))
    record = ScoreRecord(way.choice)
    order = list(RECORDS).index(record)
    return KeyPlace(RECORDS[record], (KeySheet.MORE, KeySheet.SCORE), entry=entry, place=(order, 0))


KEYS = (
    Key(RecordShown, _shown),
    Key(ScoreQuestioned, on_sheet(text("The score is wrong"), KeySheet.SCORE, 2)),
)

# --- facts ---------------------------------------------------------------------------------------

CHANGED = either(
    lambda event: event.section,
    either(
        lambda event: event.corrects_seq,
        event_text(
            "{by} set the score to {score}, because {why} ({section}), correcting row "
            "{corrects_seq}."
        ),
        event_text("{by} set the score to {score}, because {why} ({section})."),
    ),
    either(
        lambda event: event.corrects_seq,
        event_text("{by} set the score to {score}, because {why}, correcting row {corrects_seq}."),
        event_text("{by} set the score to {score}, because {why}."),
    ),
)

SENTENCES = (
    Sentence(
        RecordEntered,
        either(
            lambda event: event.record is ScoreRecord.SCOREBOARD,
            event_text("{side} shows the scoreboard: {score}."),
            event_text("{side} shows a score sheet: {score}."),
        ),
        SCORE,
    ),
    Sentence(ScoreChanged, CHANGED, SCORE_DIRECTOR, goes_on=True, in_record=False),
)

# --- the director's orders -----------------------------------------------------------------------


def score_text(seen: OrderContext, points: BySide[int]) -> Text:
    """Both names with their points, White's first."""
    return text(
        "{white} {white_points} – {black} {black_points}",
        white=seen.names.white,
        white_points=points.white,
        black=seen.names.black,
        black_points=points.black,
    )


def ending_texts(seen: OrderContext, points: BySide[int]) -> tuple[Text, ...]:
    """That the match is won, if these points are enough and it was not won before."""
    length = seen.match.length
    if length is None or seen.match.winner is not None:
        return ()
    for side in SIDES:
        if points.of_side(side) >= length:
            return (text("That ends the match: {name} wins.", name=seen.names.of_side(side)),)
    return ()


def _score(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    after = BySide(values["white"], values["black"])
    return (
        text(
            "Correct the score: {before} becomes {after}.",
            before=score_text(seen, seen.match.score),
            after=score_text(seen, after),
        ),
        *ending_texts(seen, after),
    )


def _ordered_score(values: Values) -> Values:
    return {
        "score": BySide(values["white"], values["black"]),
        "section": values.get("section"),
        "corrects_seq": values.get("corrects_seq"),
    }


FORMS = (
    OrderForm(
        "score",
        ScoreOrdered,
        text("Score"),
        text("Correct the score"),
        (
            count("white", Side.WHITE, 0, MOST_POINTS, from_card="sides.white.score"),
            count("black", Side.BLACK, 0, MOST_POINTS, from_card="sides.black.score"),
            why(),
            section(),
            row(),
        ),
        _score,
        FormDrawer.SCORE,
        often=True,
        place=1,
        values=_ordered_score,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        RecordShown,
        "shows record",
        "Shows the score on its own sheet, or on the scoreboard.",
        EACH,
        {"record": "which", "score": "what it shows"},
    ),
    Verb(
        ScoreQuestioned,
        "questions score",
        "Says that the records differ; the table proposes the score that counts by the book.",
        EACH,
    ),
    order_verb(
        ScoreOrdered,
        "sets score",
        "Sets the score.",
        score="the right one",
        section="?what it rests on",
    ),
)
