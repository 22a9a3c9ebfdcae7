"""Penalty points: what the director's award does to the score and to the cube."""

from kiosk.catalogue.form import Drawer, Form, Seen, Values, count, line, side, why
from kiosk.catalogue.key import Key
from kiosk.catalogue.matter import Matter
from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import clause, person, points
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import ordered
from kiosk.rules.penalties import (
    MOST_PENALTY_POINTS,
    CrawfordOrdered,
    CubeFrozen,
    PenaltyAwarded,
    PenaltyOrdered,
)
from kiosk.rules.units import SIDES, BySide, Side

# --- keys ----------------------------------------------------------------------------------------

KEYS: tuple[Key, ...] = ()

# --- facts ---------------------------------------------------------------------------------------


def penalty_awarded_sentence(event: PenaltyAwarded) -> Text:
    by, against = person(event.by), side_name(event.side)
    reason, score = clause(event.why), points(event.score)
    if not event.section:
        return plural(
            "{by} awards {count} penalty point against {side}, because {why}: {score}.",
            "{by} awards {count} penalty points against {side}, because {why}: {score}.",
            event.points,
            by=by,
            side=against,
            why=reason,
            score=score,
        )
    return plural(
        "{by} awards {count} penalty point against {side}, because {why} ({section}): {score}.",
        "{by} awards {count} penalty points against {side}, because {why} ({section}): {score}.",
        event.points,
        by=by,
        side=against,
        why=reason,
        section=event.section,
        score=score,
    )


def cube_frozen_sentence(_event: CubeFrozen) -> Text:
    return text("The cube is frozen for the rest of this game.")


def crawford_ordered_sentence(_event: CrawfordOrdered) -> Text:
    return text("The next game is the Crawford game.")


SENTENCES = (
    Sentence(PenaltyAwarded, penalty_awarded_sentence, (Group.SCORE, Group.DIRECTOR)),
    Sentence(CubeFrozen, cube_frozen_sentence, (Group.SCORE,), in_record=True),
    Sentence(CrawfordOrdered, crawford_ordered_sentence, (Group.SCORE,), in_record=True),
)

# --- what waits for the director -----------------------------------------------------------------

MATTERS: tuple[Matter, ...] = ()

# --- the director's orders -----------------------------------------------------------------------


def standing(seen: Seen, score: BySide[int]) -> Text:
    """Both names with their points."""
    return text(
        "{white} {white_points} – {black} {black_points}",
        white=seen.names.white,
        white_points=score.white,
        black=seen.names.black,
        black_points=score.black,
    )


def penalised(seen: Seen, side: Side, points: int) -> BySide[int]:
    """The score after penalty points against a side."""
    score = seen.match.score
    return score.with_(side.other, score.of(side.other) + points)


def ending(seen: Seen, score: BySide[int]) -> tuple[Text, ...]:
    """That the match is over at this score, if it is."""
    length = seen.match.length
    if length is None or seen.match.winner is not None:
        return ()
    winners = (seen.names.of(side) for side in SIDES if score.of(side) >= length)
    return tuple(text("That ends the match: {name} wins.", name=name) for name in winners)[:1]


def _penalty(values: Values, seen: Seen) -> tuple[Text, ...]:
    after = penalised(seen, values["side"], values["points"])
    award = plural(
        "Award {count} penalty point against {name}: {before} becomes {after}.",
        "Award {count} penalty points against {name}: {before} becomes {after}.",
        values["points"],
        name=seen.names.of(values["side"]),
        before=standing(seen, seen.match.score),
        after=standing(seen, after),
    )
    return (award, *ending(seen, after))


def _award(values: Values) -> Text:
    return plural("Award {count} penalty point", "Award {count} penalty points", values["points"])


FORMS = (
    Form(
        "penalty",
        PenaltyOrdered,
        text("Penalty"),
        text("Award penalty"),
        (
            side(text("Against")),
            count("points", text("Points"), 1, MOST_PENALTY_POINTS, start=1),
            why(),
            line("section", text("Under section"), optional=True),
        ),
        _penalty,
        Drawer.SCORE,
        often=True,
        sends=_award,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    ordered(
        PenaltyOrdered,
        "penalises",
        "Awards penalty points against a side.",
        side="who is penalised",
        points="how many",
        section="?what it rests on",
    ),
)
