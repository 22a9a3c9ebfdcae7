"""Words and forms of penalty points and their effect on the score and the cube."""

from kiosk.catalogue.form import (
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    count,
    section,
    side,
    tick,
    why,
)
from kiosk.catalogue.score import ending_texts, score_text
from kiosk.catalogue.sentence import (
    SCORE,
    SCORE_DIRECTOR,
    LineStyle,
    Sentence,
    either,
    event_plural,
    event_text,
)
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import order_verb
from kiosk.rules.penalties import (
    MOST_PENALTY_POINTS,
    CrawfordOrdered,
    CubeFrozen,
    ForfeitOrdered,
    MatchForfeited,
    NobodyWon,
    PenaltyAwarded,
    PenaltyOrdered,
)
from kiosk.rules.units import BySide, Side

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        PenaltyAwarded,
        either(
            lambda event: event.section,
            event_plural(
                "{by} awards {count} penalty point against {side}, because {why} ({section}): "
                "{score}.",
                "{by} awards {count} penalty points against {side}, because {why} ({section}): "
                "{score}.",
                "points",
            ),
            event_plural(
                "{by} awards {count} penalty point against {side}, because {why}: {score}.",
                "{by} awards {count} penalty points against {side}, because {why}: {score}.",
                "points",
            ),
        ),
        SCORE_DIRECTOR,
        in_record=False,
    ),
    Sentence(CubeFrozen, event_text("The cube is frozen for the rest of this game."), SCORE),
    Sentence(CrawfordOrdered, event_text("The next game is the Crawford game."), SCORE),
    Sentence(
        MatchForfeited,
        either(
            lambda event: event.disqualified,
            event_text("{by} disqualifies {side}, because {why} ({section})."),
            event_text("{by} rules that {side} loses the match, because {why} ({section})."),
        ),
        SCORE_DIRECTOR,
    ),
    Sentence(
        NobodyWon,
        event_text("Both sides are disqualified: nobody has won the match ({section})."),
        SCORE_DIRECTOR,
        look=LineStyle.ENDS,
    ),
)

# --- the director's orders -----------------------------------------------------------------------


def penalised_score(seen: OrderContext, side: Side, points: int) -> BySide[int]:
    """The score after penalty points against a side."""
    score = seen.match.score
    return score.with_(side.other, score.of_side(side.other) + points)


def _penalty(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    after = penalised_score(seen, values["side"], values["points"])
    award = plural(
        "Award {count} penalty point against {name}: {before} becomes {after}.",
        "Award {count} penalty points against {name}: {before} becomes {after}.",
        values["points"],
        name=seen.names.of_side(values["side"]),
        before=score_text(seen, seen.match.score),
        after=score_text(seen, after),
    )
    return (award, *ending_texts(seen, after))


def _award(values: Values) -> Text:
    return plural("Award {count} penalty point", "Award {count} penalty points", values["points"])


def _forfeit(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    name, section_ = seen.names.of_side(values["side"]), values["section"]
    if values["disqualified"]:
        ruled = text("{name} is disqualified under {section}.", name=name, section=section_)
    else:
        ruled = text("{name} loses the match under {section}.", name=name, section=section_)
    other_side = values["side"].other
    if values["disqualified"] and seen.match.disqualified.of_side(other_side):
        return (ruled, text("Both are disqualified then: nobody has won the match."))
    if seen.match.winner is not None:
        return (ruled,)
    other = seen.names.of_side(other_side)
    return (ruled, text("That ends the match: {name} wins.", name=other))


FORMS = (
    OrderForm(
        "penalty",
        PenaltyOrdered,
        text("Penalty"),
        text("Award penalty"),
        (
            side(text("Against")),
            count("points", text("Points"), 1, MOST_PENALTY_POINTS, start=1),
            why(),
            section(),
        ),
        _penalty,
        FormDrawer.SCORE,
        often=True,
        place=1,
        sends=_award,
    ),
    OrderForm(
        "forfeit",
        ForfeitOrdered,
        text("Match lost"),
        text("Rule the match lost"),
        (
            side(text("Who loses it")),
            tick("disqualified", text("Disqualified from the event, too")),
            why(),
            section(optional=False),
        ),
        _forfeit,
        FormDrawer.SCORE,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    order_verb(
        PenaltyOrdered,
        "penalises",
        "Awards penalty points against a side.",
        side="who is penalised",
        points="how many",
        section="?what it rests on",
    ),
    order_verb(
        ForfeitOrdered,
        "rules match lost",
        "Rules that a side loses the match, or is disqualified.",
        side="who loses it",
        disqualified="?it is out of the event, too",
        section="what it rests on",
    ),
)
