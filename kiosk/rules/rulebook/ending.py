"""How games and matches end: offers, claims, the score, the length, the result, a series."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, key


class OfferWhen(Strategy):
    AFTER_OWN_TURN = "after_own_turn", "only as the offerer's own turn ends"
    ANY_TIME = "any_time", "at any time"


class WithoutClock(Strategy):
    AS_WITH_CLOCK = "as_with_clock", "the same as with a clock"
    THROUGH_DIRECTOR = "through_director", "recorded through the director"


class Claiming(Strategy):
    VERIFIED = "verified", "after his own turn a player claims it; the opponent verifies"
    AGREED_OR_PLAYED_ON = "agreed_or_played_on", "the opponent agrees, or the game is played on"
    OFFERED = "offered", "a win is offered like a loss; the opponent accepts or rejects it"
    NONE = "none", "there are no claims: the game is rolled to its end"


class Unrefusable(Strategy):
    MAXIMUM = "maximum", "a concession of the most points the game can still give"
    GIN = "gin", "an outcome that is certain"


class Accepting(Strategy):
    SAY_ACCEPT = "say_accept", "by the word accept"
    REPEAT_OUTCOME = "repeat_outcome", "by saying the outcome again"
    AGREE = "agree", "by agreeing"


class GinDispute(Strategy):
    DIRECTOR_RULES = "director_rules", "the director rules on the position"
    DISPUTER_CALLS_ROLLS = (
        "disputer_calls_rolls",
        "the director rules; if unclear the position is recorded and played on without clocks, the "
        "disputer calling all rolls: certain unless he does better than the outcome contested, "
        "else the position is put back",
    )


@dataclass(frozen=True, slots=True)
class OfferRules:
    """Concessions and claims."""

    when: OfferWhen = key("when the end of a game may be offered", clocked=True)
    no_contact: bool = key("a loss may be offered only without contact", clocked=True)
    certain: bool = key("a loss may be offered only where the result is certain", clocked=True)
    without_clock: WithoutClock = key("how offers and claims are made without a clock")
    claim: Claiming = key("how a player says that he has won", clocked=True)
    unrefusable: frozenset[Unrefusable] = key("what may not be rejected", clocked=True)
    accept_by: Accepting = key("how an offer is accepted", clocked=True)
    gin_dispute: GinDispute = key("how a dispute over a certain outcome is ruled", clocked=True)
    settlement: bool = key(
        "players may agree to draw, split, cancel or replay a game", clocked=True
    )


@dataclass(frozen=True, slots=True)
class EndingRules:
    opponent_confirms: bool = key("a declared result counts once the opponent agrees")


class ScoreEvidence(Strategy):
    SCOREBOARD_FIRST = (
        "scoreboard_first",
        "the flip-over scoreboard, then the sheet of the side behind",
    )
    TRAILING_SHEET = "trailing_sheet", "the sheet of the side behind, before any scoreboard"
    DIRECTOR_DECIDES = "director_decides", "the director decides"


class SoleSheet(Strategy):
    PRESUMED = "presumed", "the side that kept score is presumed right"
    DECIDES = "decides", "the only sheet decides"
    DIRECTOR_DECIDES = "director_decides", "the director decides"


class ScoreCheck(Strategy):
    COMPARED = "compared", "both compare their sheets before each game"
    SAID_ALOUD = "said_aloud", "both say the score aloud before each game"
    NOT_ASKED = "not_asked", "nothing is asked before a game"


@dataclass(frozen=True, slots=True)
class ScoreRules:
    evidence: ScoreEvidence = key("which record decides when the scores differ")
    sole_sheet: SoleSheet = key("what holds when only one side kept score")
    check: ScoreCheck = key("how the score is checked before a game")
    crawford_announced: bool = key("the players tell each other that a game is the Crawford game")


class FinishedLength(Strategy):
    STANDS = "stands", "the result stands"
    STANDS_ONCE_POSTED = (
        "stands_once_posted",
        "it stands once posted; until then both may say so and play on to the right length",
    )


class LengthInProgress(Strategy):
    AT_ONCE = (
        "at_once",
        "put right at once; if that would have ended the match already, the wrong one is played",
    )
    BEFORE_NEXT_GAME = (
        "before_next_game",
        "put right before the next game, unless the match ends with this one or would have "
        "ended already",
    )


@dataclass(frozen=True, slots=True)
class LengthRules:
    default_points: int = key("match length unless the event states one; 0: it must", 0, 99)
    finished: FinishedLength = key("what becomes of a match played to a wrong length")
    warning: bool = key("both are warned for it, and penalised if they do it again")
    in_progress: LengthInProgress = key("what is done about a wrong length during the match")


class Reporter(Strategy):
    LOSER_OR_WINNER_WITH_SHEET = (
        "loser_or_winner_with_sheet",
        "the loser; the winner with the sheet",
    )
    CHALLENGER = "challenger", "the challenger: the second one listed"
    WINNER = "winner", "the winner"


class Correctable(Strategy):
    UNTIL_POSTED = "until_posted", "until posted; then a mistaken concession stands too"
    REASONABLE_TIME = (
        "reasonable_time",
        "for a reasonable time, even if a later match has begun",
    )


@dataclass(frozen=True, slots=True)
class ResultRules:
    reporter: Reporter = key("who reports the result")
    correctable: Correctable = key("how long a result can be corrected")
    federation_report: bool = key("results and rulings are reported to the federation", people=True)


class SeriesDirection(Strategy):
    AS_AGREED = "as_agreed", "as before each match by roll or agreement"
    MAY_ALTERNATE = "may_alternate", "players may alternate; drawn by lot for a third match"


@dataclass(frozen=True, slots=True)
class SeriesRules:
    direction: SeriesDirection = key("the direction of play through a best of three")
