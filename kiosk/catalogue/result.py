"""Words and forms of the result of a match, and of a match conceded."""

from collections.abc import Iterator

from kiosk.catalogue.form import (
    MOST_POINTS,
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    choice,
    count,
    line,
    side,
    why,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Tone, in_row
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.sentence import SCORE, SCORE_DIRECTOR, Sentence, event_text
from kiosk.catalogue.terms import SIDES, points
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.match import Match, Phase
from kiosk.rules.result import (
    ConcessionTakenBack,
    ConcessionWithdrawn,
    EarlierResultCorrected,
    EarlierResultOrdered,
    MatchConceded,
    MatchGivenUp,
    ResultAgreed,
    ResultClosed,
    ResultConfirmed,
    ResultEntered,
    ResultMadeFinal,
    ResultNoted,
    ResultPosted,
    ResultReported,
)
from kiosk.rules.units import BySide

LONGEST_MATCH_ID = 200

# --- keys ----------------------------------------------------------------------------------------

KEYS = (
    Key(
        ResultConfirmed,
        in_row(text("Result is right"), (3, 0), Tone.NEXT),
        settles=text("the yes to the result"),
    ),
    Key(ResultReported, in_row(text("Report result"), (4, 1), Tone.NEXT)),
    Key(
        MatchConceded,
        KeyPlace(text("Yes, the whole match"), (KeySheet.MORE, KeySheet.MATCH), place=(0, 0)),
    ),
    Key(ConcessionWithdrawn, in_row(text("I go on after all"), (3, 0))),
)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(ResultAgreed, event_text("{side} confirms the result: {score}."), SCORE),
    Sentence(
        ResultNoted, event_text("{side} reports that {winner} won the match: {score}."), SCORE
    ),
    Sentence(
        ResultEntered,
        event_text("{by} posts {winner} as the winner, because {why}."),
        SCORE_DIRECTOR,
        goes_on=True,
    ),
    Sentence(
        ResultMadeFinal, event_text("{by} makes the result final, because {why}."), SCORE_DIRECTOR
    ),
    Sentence(
        EarlierResultCorrected,
        event_text(
            "{by} corrects the result of match {of_match}, because {why}: {winner} won it, {score}."
        ),
        SCORE_DIRECTOR,
    ),
    Sentence(
        MatchGivenUp,
        event_text("{side} gave up the match; it counts once the director enters the winner."),
        SCORE,
    ),
    Sentence(
        ConcessionTakenBack, event_text("{side} does not give up the match after all."), SCORE
    ),
)

# --- what waits for the director -----------------------------------------------------------------


def conceded_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    gave_up = match.outcome.conceded
    if gave_up is None or match.phase is Phase.MATCH_OVER:
        return
    words = text(
        "{side} gave up the match; it counts once the winner is posted", side=side_name(gave_up)
    )
    fill: dict[str, str | int] = {"winner": gave_up.other}
    yield Wait("conceded", DirectorNeed.DECISION, words, orders=("result",), fill=fill)


def result_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    settled = match.outcome.posted or match.outcome.final or match.hearing.wrong is not None
    if match.phase is not Phase.MATCH_OVER or settled:
        return
    if match.winner is None:
        words = text("Both are disqualified: enter in the draw that neither advances")
        yield Wait("nobody_won", DirectorNeed.RESULT, words, orders=("final",))
        return
    winner, reported = side_name(match.winner), match.outcome.reported
    if reported is None:
        words = text("{winner} won, the result is not posted", winner=winner)
    else:
        words = text(
            "{winner} won, as {side} reports; the result is not posted",
            winner=winner,
            side=side_name(reported),
        )
    fill: dict[str, str | int] = {"winner": match.winner}
    yield Wait("result", DirectorNeed.RESULT, words, orders=("result",), fill=fill)


MATTERS = (conceded_waits, result_waits)

# --- the director's orders -----------------------------------------------------------------------


def _result(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    stands = text(
        "{name} stands on the draw sheet as the winner of the match.",
        name=seen.names.of_side(values["winner"]),
    )
    if seen.match.winner is None:
        return (stands, text("That ends the match."))
    return (stands,)


def _final(_values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (text("The result stands, and can no longer be corrected."),)


def _earlier(values: Values, _seen: OrderContext) -> tuple[Text, ...]:
    return (
        text(
            "Match {match} was won by {side}, {score}.",
            match=values["of_match"],
            side=side_name(values["winner"]),
            score=points(BySide(values["white"], values["black"])),
        ),
        text("The match at the table goes on as it is."),
    )


def _ordered_earlier(values: Values) -> Values:
    score = BySide(values["white"], values["black"])
    return {"of_match": values["of_match"], "winner": values["winner"], "score": score}


FORMS = (
    OrderForm(
        "result",
        ResultPosted,
        text("Post the result"),
        text("Post the result"),
        (
            side(text("Winner of the match"), "winner", from_card="winner"),
            why(text("the match is over")),
        ),
        _result,
        FormDrawer.SCORE,
    ),
    OrderForm(
        "final",
        ResultClosed,
        text("Make the result final"),
        text("Make it final"),
        (why(text("the time for corrections is over")),),
        _final,
        FormDrawer.SCORE,
    ),
    OrderForm(
        "earlier",
        EarlierResultOrdered,
        text("Result of an earlier match"),
        text("Correct that result"),
        (
            line("of_match", text("Match"), longest=LONGEST_MATCH_ID, from_card="earlier"),
            choice("winner", text("Won by"), *SIDES.items()),
            count("white", text("White's points"), 0, MOST_POINTS),
            count("black", text("Black's points"), 0, MOST_POINTS),
            why(),
        ),
        _earlier,
        FormDrawer.SCORE,
        values=_ordered_earlier,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(ResultConfirmed, "confirms result", "Agrees with the result of the match."),
    Verb(ResultReported, "reports result", "Reports the result to the director.", EACH),
    order_verb(ResultPosted, "posts result", "Enters the winner on the draw sheet.", winner="who"),
    order_verb(ResultClosed, "closes result", "Ends the time in which it could be corrected."),
    Verb(MatchConceded, "concedes match", "Gives up the match.", EACH),
    Verb(ConcessionWithdrawn, "takes concession back", "Gave up the match by mistake.", EACH),
    order_verb(
        EarlierResultOrdered,
        "corrects earlier result",
        "Corrects the result of a match finished at this table before: m1 is the first it had.",
        of_match="which match",
        winner="who won it",
        score="at what score",
    ),
)
