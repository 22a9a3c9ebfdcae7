"""Time used up, and penalty points."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, When, key


class FlagConsequence(Strategy):
    LOST_WHEN_DECLARED = (
        "lost_when_declared",
        "the match is lost once the expiry is established as the book allows",
    )
    PENALTY_POINTS = (
        "penalty_points",
        "the opponent gets penalty points, both clocks get more time, the game goes on",
    )
    SECOND_CONTROL = (
        "second_control",
        "no penalty: the second control starts; a player who uses that up has lost the match",
    )


class Declarer(Strategy):
    CLOCK = "clock", "the clock itself, by showing zero"
    PLAYER = "player", "a player who sees it and says so"
    DIRECTOR = "director", "the director, who is called when a clock shows zero"


class BothFlags(Strategy):
    FIRST_LOSES = "first_loses", "the side whose time was used up first has lost"
    FIRST_LOSES_ELSE_NO_CLOCK = (
        "first_loses_else_no_clock",
        "the first has lost; if it is not known which, the rest is played without a clock",
    )
    EACH_COUNTS = "each_counts", "each is dealt with by itself, in the order of their instants"


class GinAtFlag(Strategy):
    NO_EXCEPTION = "no_exception", "a certain win on the board does not help who ran out of time"
    WHEN_ORDER_UNKNOWN = (
        "when_order_unknown",
        "only if both ran out and it is not known which first: a side sure to win the match wins",
    )
    ALWAYS = "always", "a side sure to win the match wins, whoever ran out of time"


class GameEndsMatch(Strategy):
    CUBE_COVERS_BOTH = (
        "cube_covers_both",
        "the cube as it stands gives either side the points it still needs",
    )


class Offences(Strategy):
    PER_MATCH = "per_match", "a side's expiries are counted through the match"
    PER_GAME = "per_game", "each game starts the count again"


class TopUp(Strategy):
    ADD = "add", "the time is added to what each clock shows"
    SET = "set", "both clocks are set to that time"


_POINTS: When = (("expiry.consequence", ("penalty_points",)),)


@dataclass(frozen=True, slots=True)
class ExpiryRules:
    consequence: FlagConsequence = key("what follows when a side's time is used up")
    declared_by: frozenset[Declarer] = key("who establishes that a side's time is used up")
    both_flags_to_director: bool = key("with both flags down only the director may declare")
    both_flags: BothFlags = key("what follows when both sides' time is used up")
    gin: GinAtFlag = key("whether a certain win of the match counts more than the flag")
    waived_when_game_ends_match: bool = key(
        "no time limit and no penalty points in a game that ends the match whoever wins it"
    )
    game_ends_match: GameEndsMatch | None = key(
        "how such a game is recorded", when=(("expiry.waived_when_game_ends_match", (True,)),)
    )
    first_points: int | None = key("penalty points for the first expiry", 0, 99, when=_POINTS)
    repeat_points: int | None = key("penalty points for each later expiry", 0, 99, when=_POINTS)
    offences: Offences | None = key("which expiries are later ones", when=_POINTS)
    top_up_s: int | None = key("time both clocks get after it, in seconds", 0, 36000, when=_POINTS)
    top_up: TopUp | None = key("whether that time is added or set", when=_POINTS)


class PenaltyEffect(Strategy):
    OPPONENTS_SCORE = "opponents_score", "penalty points are added to the opponent's score"


class NextCrawford(Strategy):
    ORDINARY = "ordinary", "only the Crawford rule decides which game is the Crawford game"
    NEXT_UNLESS_PLAYED = (
        "next_unless_played",
        "the next game is the Crawford game, unless a side had stood at match point before",
    )
    NEXT_ALWAYS = "next_always", "the next game is the Crawford game in any case"


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    effect: PenaltyEffect = key("what a penalty point does")
    may_end_match: bool = key("penalty points that complete a score end the match at once")
    freeze_cube_at_match_point: bool = key(
        "penalty points that bring a side within one point freeze the cube for this game"
    )
    next_game_crawford: NextCrawford = key("which game is the Crawford game after such points")
    wrong_clock_both: bool = key(
        "both may be penalised for playing without a required clock or with a wrong setting",
        people=True,
    )
