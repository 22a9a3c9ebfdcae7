"""Words and forms of rulings: given on a dispute, taken back, read by both sides."""

from collections.abc import Callable, Mapping

from kiosk.catalogue.form import (
    FormDrawer,
    OrderContext,
    OrderForm,
    Values,
    choice,
    dice_shown,
    section,
    side,
    why,
)
from kiosk.catalogue.key import Key, KeyPlace, KeySheet, Situation, Tone, in_row, on_sheet
from kiosk.catalogue.sentence import DIRECTOR, Sentence, either, event_text
from kiosk.catalogue.terms import WINS, dice, minutes
from kiosk.catalogue.text import Text, plural, text
from kiosk.catalogue.verb import EACH, Verb, order_verb
from kiosk.rules.disputes.acts import DisputeRuled
from kiosk.rules.disputes.facts import DisputeDropped, RulingGiven
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.rulings import Effect, Ruled, Ruling
from kiosk.rules.rulings import DisputeWithdrawn, RulingsRead, RulingTapped, effects_now
from kiosk.rules.tap import TapOption
from kiosk.rules.units import BySide, require

# --- keys ----------------------------------------------------------------------------------------


def _withdrawn(_way: TapOption, at: Situation) -> KeyPlace:
    """Place the key: the next step after a match; away from careless hands in a game."""
    if at.over:
        return in_row(text("Result is right after all"), (3, 0))
    return on_sheet(text("No ruling needed"), KeySheet.OBJECT, 3)


KEYS = (
    Key(RulingTapped, in_row(text("OK"), (0, 0), Tone.NEXT)),
    Key(DisputeWithdrawn, _withdrawn),
)

# --- as both sides are shown it -------------------------------------------------------------------

Names = BySide[str]


def format_ruling(ruling: Ruling, names: Names) -> Text:
    """The director's decision, in one sentence for the players."""
    return _FORMATS[ruling.ruled](ruling, names)


def _named(ruling: Ruling, names: Names) -> str:
    return names.of_side(require(ruling.side))


def _dispute(ruling: Ruling, names: Names) -> Text:
    if ruling.side is None:
        return text("The dispute is over. Play goes on.")
    return text("{name} is right in the dispute. Play goes on.", name=_named(ruling, names))


def _roll(ruling: Ruling, names: Names) -> Text:
    roll = dice(ruling.values)
    if ruling.side is None:
        return text("The opening roll counts as {roll}.", roll=roll)
    if len(ruling.values) == 1:
        return text("{name}'s die counts as {roll}.", name=_named(ruling, names), roll=roll)
    return text("{name}'s roll counts as {roll}.", name=_named(ruling, names), roll=roll)


def _again(ruling: Ruling, names: Names) -> Text:
    if ruling.side is None:
        return text("The roll does not count. Both roll again.")
    return text("The roll does not count. {name} rolls again.", name=_named(ruling, names))


def _past(ruling: Ruling, _names: Names) -> Text:
    roll = dice(ruling.values)
    return text("An earlier roll was {roll}: the record is corrected.", roll=roll)


def _move_stands(_ruling: Ruling, _names: Names) -> Text:
    return text("The last move stands.")


def _move_again(_ruling: Ruling, _names: Names) -> Text:
    return text("The last move is made again.")


def _result_stands(_ruling: Ruling, _names: Names) -> Text:
    return text("The result stands.")


def _lost(ruling: Ruling, names: Names) -> Text:
    return text("{name} loses the match.", name=_named(ruling, names))


def _cube(ruling: Ruling, names: Names) -> Text:
    cube = require(ruling.cube)
    return _lies(cube, names)


def _lies(cube: Cube, names: Names) -> Text:
    if cube.owner is None:
        return text("The cube is at {level}, in the middle.", level=cube.level)
    name = names.of_side(cube.owner)
    return text("The cube is at {level}, with {name}.", level=cube.level, name=name)


def _doubles(ruling: Ruling, names: Names) -> Text:
    lies = _lies(require(ruling.cube), names)
    return text("That double was not allowed. {cube_lies}", cube_lies=lies)


def _score(ruling: Ruling, names: Names) -> Text:
    score = require(ruling.score)
    return text(
        "The score is {white} {white_points}, {black} {black_points}.",
        white=names.white,
        white_points=score.white,
        black=names.black,
        black_points=score.black,
    )


def _time(ruling: Ruling, names: Names) -> Text:
    reserve = require(ruling.reserve)
    return text(
        "The clocks are set: {white} {white_time}, {black} {black_time}.",
        white=names.white,
        white_time=minutes(reserve.white),
        black=names.black,
        black_time=minutes(reserve.black),
    )


def _penalty(ruling: Ruling, names: Names) -> Text:
    name = _named(ruling, names)
    return plural(
        "{count} penalty point against {name}.",
        "{count} penalty points against {name}.",
        ruling.number,
        name=name,
    )


def _no_penalty(_ruling: Ruling, _names: Names) -> Text:
    return text("Nothing is awarded for it.")


def _game(ruling: Ruling, names: Names) -> Text:
    return text("{name} wins {win}.", name=_named(ruling, names), win=WINS[ruling.number])


def _reopened(ruling: Ruling, _names: Names) -> Text:
    return text("Game {number} is not over. Play it on.", number=ruling.number)


def _certain(_ruling: Ruling, _names: Names) -> Text:
    return text("The outcome was certain: the game ends as offered.")


def _not_certain(_ruling: Ruling, _names: Names) -> Text:
    return text("The outcome was not certain. Play on.")


def _delay(ruling: Ruling, names: Names) -> Text:
    name = _named(ruling, names)
    return text("{name} took the dice too early and waits out the delay.", name=name)


def _press_back(ruling: Ruling, names: Names) -> Text:
    return text("{name}'s last press does not count.", name=_named(ruling, names))


_FORMATS: Mapping[Ruled, Callable[[Ruling, Names], Text]] = {
    Ruled.DISPUTE: _dispute,
    Ruled.ROLL: _roll,
    Ruled.ROLL_AGAIN: _again,
    Ruled.PAST_ROLL: _past,
    Ruled.MOVE_STANDS: _move_stands,
    Ruled.MOVE_AGAIN: _move_again,
    Ruled.RESULT_STANDS: _result_stands,
    Ruled.LOST: _lost,
    Ruled.CUBE: _cube,
    Ruled.DOUBLES: _doubles,
    Ruled.SCORE: _score,
    Ruled.TIME: _time,
    Ruled.PENALTY: _penalty,
    Ruled.NO_PENALTY: _no_penalty,
    Ruled.GAME: _game,
    Ruled.REOPENED: _reopened,
    Ruled.CERTAIN: _certain,
    Ruled.NOT_CERTAIN: _not_certain,
    Ruled.DELAY: _delay,
    Ruled.PRESS_BACK: _press_back,
}

# --- facts ---------------------------------------------------------------------------------------

RESULT_STANDS = either(
    lambda event: event.section,
    event_text("{by} rules under {section} that the result stands, because {why}."),
    event_text("{by} rules that the result stands, because {why}."),
)

SENTENCES = (
    Sentence(
        RulingGiven,
        either(
            lambda event: event.effect is Effect.RESULT_STANDS,
            RESULT_STANDS,
            either(
                lambda event: event.section,
                event_text("{by} rules for {favours} under {section}, because {why}."),
                event_text("{by} rules for {favours}, because {why}."),
            ),
        ),
        DIRECTOR,
    ),
    Sentence(DisputeDropped, event_text("{side} takes the dispute back."), DIRECTOR),
    Sentence(RulingsRead, event_text("{side} has read the ruling."), DIRECTOR, in_record=False),
)

# --- the director's orders -----------------------------------------------------------------------

EFFECTS: Mapping[Effect, Text] = {
    Effect.GOES_ON: text("Play goes on as it stands"),
    Effect.ROLL_COUNTS: text("The roll counts as below"),
    Effect.ROLL_AGAIN: text("Roll again"),
    Effect.MOVE_STANDS: text("The last move stands"),
    Effect.MOVE_AGAIN: text("The last move is made again"),
    Effect.RESULT_STANDS: text("The result of the match stands"),
}


def _ruling(values: Values, seen: OrderContext) -> tuple[Text, ...]:
    if values["favours"] is None:
        ruled = text("Rule for neither side: the dispute is over.")
    else:
        ruled = text(
            "Rule for {name}: the dispute is over.", name=seen.names.of_side(values["favours"])
        )
    return ruled, _follows(values), text("Both players are shown it until they have read it.")


FOLLOWS: Mapping[Effect, Text] = {
    Effect.GOES_ON: text("Play goes on as it stands."),
    Effect.ROLL_AGAIN: text("The roll does not count: it is rolled again."),
    Effect.MOVE_STANDS: text("The move stands, and play goes on."),
    Effect.MOVE_AGAIN: text("The move was illegal: it is made again."),
    Effect.RESULT_STANDS: text("The result of the match stands, and both can sign it."),
}


def _follows(values: Values) -> Text:
    if values["effect"] is not Effect.ROLL_COUNTS:
        return FOLLOWS[values["effect"]]
    if values["values"]:
        return text("The roll counts as {roll}.", roll=dice(values["values"]))
    return text("Fill in what the dice showed: the roll is to count.")


FORMS = (
    OrderForm(
        "dispute",
        DisputeRuled,
        text("Rule on the dispute"),
        text("Rule"),
        (
            side(text("For"), "favours", text("Nobody")),
            choice("effect", text("What follows"), *EFFECTS.items(), now=effects_now),
            dice_shown(text("The dice showed"), optional=True),
            section(),
            why(),
        ),
        _ruling,
        FormDrawer.GAME,
    ),
)

# --- in scenarios --------------------------------------------------------------------------------

VERBS = (
    order_verb(
        DisputeRuled,
        "rules",
        "Rules on a dispute, and play goes on.",
        favours="?for whom",
        effect="?what follows?play goes on as it stands",
        values="?what the dice showed, of a roll that counts",
        section="?under which section",
    ),
    Verb(DisputeWithdrawn, "withdraws dispute", "Takes the dispute back.", EACH),
    Verb(RulingTapped, "reads ruling", "Has read the director's rulings."),
)
