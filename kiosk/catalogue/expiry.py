"""Words and forms of time used up: who establishes it, and its consequences by each book."""

from collections.abc import Iterator

from kiosk.catalogue.form import FormDrawer, OrderContext, OrderForm, Values, side, why
from kiosk.catalogue.key import Key, KeyPlace, KeySheet
from kiosk.catalogue.matter import DirectorNeed, OpenMatter, Wait
from kiosk.catalogue.reasons import BY_BOOK
from kiosk.catalogue.sentence import CLOCK, CLOCK_DIRECTOR, LineStyle, Sentence, event_text
from kiosk.catalogue.terms import side as side_name
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.verb import DIRECTOR, EACH, Verb, order_verb
from kiosk.rules.expiry import (
    ExpiryCounted,
    ExpiryDeclared,
    ExpiryRuled,
    FlagReached,
    SecondControlStarted,
    is_waived,
    loses_match,
)
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.rulebook import Declarer
from kiosk.rules.units import SIDES

# --- keys ----------------------------------------------------------------------------------------

KEYS = (Key(ExpiryDeclared, KeyPlace(text("Yes, time is up"), (KeySheet.TIME,), place=(0, 0))),)

# --- facts ---------------------------------------------------------------------------------------

SENTENCES = (
    Sentence(
        FlagReached,
        event_text("{side}'s time is used up."),
        CLOCK,
        in_record=False,
        look=LineStyle.GRAVE,
    ),
    Sentence(
        ExpiryCounted,
        event_text("{side}'s time used up in game {game} counts as an offence."),
        CLOCK,
    ),
    Sentence(
        SecondControlStarted,
        event_text("{by} starts the second time control, because {why}: {reserve}."),
        CLOCK_DIRECTOR,
    ),
)

# --- what waits for the director -----------------------------------------------------------------


def flag_waits(match: Match, _asked: tuple[OpenMatter, ...]) -> Iterator[Wait]:
    """Time used up that loses the match and is not ruled on yet."""
    open_match = match.phase not in {Phase.VACANT, Phase.MATCH_OVER}
    if match.book is None or not open_match or is_waived(match) or not loses_match(match):
        return
    claimable = Declarer.PLAYER in match.book.expiry.declared_by
    pending = [each.proposal for each in match.proposals.pending]
    due = {each.side for each in pending if each.cause is ProposalCause.TIME_USED_UP}
    cites = (match.book.cite("expiry.consequence"),)
    for which in SIDES:
        if match.clock.flagged.of_side(which) is None or which in due:
            continue
        rules = text("{side}'s time is used up: you rule", side=side_name(which))
        claims = text(
            "{side}'s time is used up: {other} may claim the match",
            side=side_name(which),
            other=side_name(which.other),
        )
        words = claims if claimable else rules
        fill: dict[str, str | int] = {"first": which}
        yield Wait(f"flag {which}", DirectorNeed.FLAG, words, cites, ("expiry",), fill, which)


MATTERS = (flag_waits,)

# --- the director's orders -----------------------------------------------------------------------


def _expiry(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    first, gin = values["first"], values["gin"]
    if gin is not None:
        name = seen.names.of_side(gin)
        return (text("{name} is sure to win on the board, and wins the match.", name=name),)
    if first is None:
        return (
            text("It cannot be established whose time was used up first: no clock from now on."),
        )
    return (
        text(
            "The time of {name} was used up first: {other} wins the match.",
            name=seen.names.of_side(first),
            other=seen.names.of_side(first.other),
        ),
    )


FORMS = (
    OrderForm(
        "expiry",
        ExpiryRuled,
        text("Rule on time used up"),
        text("Rule on the time"),
        (
            side(text("Used up first"), "first", text("It cannot be established")),
            side(text("Sure to win the match on the board"), "gin", text("Nobody"), preset=True),
            why(BY_BOOK),
        ),
        _expiry,
        FormDrawer.CLOCK,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    Verb(
        ExpiryDeclared,
        "declares expiry",
        "States that a side's time is used up.",
        (*EACH, *DIRECTOR),
    ),
    order_verb(
        ExpiryRuled,
        "rules on expiry",
        "Rules on time used up: whose was used up first, and who has a certain win of the match.",
        first="?whose time was used up first?not known",
        gin="?who is sure to win the match?nobody",
    ),
)
