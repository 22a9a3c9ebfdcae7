"""The score, the length and the result, as players and director tell them."""

from kiosk.rules.length import LengthNoticed, LengthOrdered
from kiosk.rules.result import (
    ConcessionWithdrawn,
    EarlierResultOrdered,
    MatchConceded,
    ResultClosed,
    ResultConfirmed,
    ResultPosted,
    ResultReported,
)
from kiosk.rules.score import RecordShown, ScoreQuestioned
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]

WORDS = (
    spoken(
        "shows record",
        RecordShown,
        "Shows the score on its own sheet, or on the scoreboard.",
        EACH,
        record="which",
        score="what it shows",
    ),
    spoken(
        "questions score",
        ScoreQuestioned,
        "Says that the records differ; the table proposes the score that counts by the book.",
        EACH,
    ),
    spoken(
        "notices length",
        LengthNoticed,
        "Says that the match should be to another length. Where that can be put right, the table "
        "proposes it to the director.",
        EACH,
        points="to how many",
    ),
    ordered("sets length", LengthOrdered, "The match is to so many.", points="how many"),
    spoken("confirms result", ResultConfirmed, "Agrees with the result of the match."),
    spoken("reports result", ResultReported, "Reports the result to the director.", EACH),
    ordered("posts result", ResultPosted, "Enters the winner on the draw sheet.", winner="who"),
    ordered(
        "corrects earlier result",
        EarlierResultOrdered,
        "Corrects the result of a match finished at this table before: m1 is the first it had.",
        of_match="which match",
        winner="who won it",
        score="at what score",
    ),
    ordered("closes result", ResultClosed, "Ends the time in which it could be corrected."),
    spoken("concedes match", MatchConceded, "Gives up the match.", EACH),
    spoken("takes concession back", ConcessionWithdrawn, "Gave up the match by mistake.", EACH),
)
