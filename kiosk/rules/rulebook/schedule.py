"""Being on time: lateness, breaks, slow play."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, When, key


class LateSanction(Strategy):
    PENALTY_POINTS = "penalty_points", "penalty points by the time lost beyond the grace"
    OPPONENT_MAY_CLAIM = (
        "opponent_may_claim",
        "beyond the grace the opponent may claim the match; no points",
    )


class FirstPoint(Strategy):
    AFTER_FIRST_PERIOD = "after_first_period", "the first point falls when a whole period is over"
    AT_ONCE = "at_once", "the first point falls when the grace is over, the next a period later"


class LateForfeit(Strategy):
    MORE_THAN_HALF = "more_than_half", "lost when the points are more than half of it"
    HALF_OR_MORE = "half_or_more", "lost when the points are half of it or more"


class ForfeitOf(Strategy):
    MATCH_LENGTH = "match_length", "the match length"
    OPPONENTS_NEED = "opponents_need", "the points the opponent needed when the lateness began"


class ForfeitMeans(Strategy):
    MATCH_LOST = "match_lost", "the late side loses the match"
    DISQUALIFIED = "disqualified", "the late side is out of the event"


class LateWithClock(Strategy):
    AS_WITHOUT_CLOCK = "as_without_clock", "the same as without a clock"
    LATE_CLOCK_STARTED = (
        "late_clock_started",
        "no points: the director starts the late side's clock",
    )


_POINTS: When = (("late.sanction", ("penalty_points",)),)


@dataclass(frozen=True, slots=True)
class LateRules:
    sanction: LateSanction = key("what being late costs")
    grace_min: int = key("minutes after the start before lateness counts", 0, 240)
    point_every_min: int | None = key("minutes for each penalty point", 1, 120, when=_POINTS)
    first_point: FirstPoint | None = key("when the first point falls", when=_POINTS)
    forfeit: LateForfeit | None = key("how many points lose the match", when=_POINTS)
    forfeit_of: ForfeitOf | None = key("half of what", when=_POINTS)
    forfeit_means: ForfeitMeans | None = key("what so many points mean", when=_POINTS, people=True)
    with_clock: LateWithClock = key("what being late costs in a match with a clock")
    longest_grant_min: int = key(
        "minutes of delay the book lets the director grant, after which lateness counts; 0: "
        "no number is printed",
        0,
        240,
    )
    round_arranged_days: int = key(
        "days before a round's date by which it must be arranged; 0: no such rule",
        0,
        60,
        people=True,
    )


class BreakWhen(Strategy):
    BETWEEN_GAMES = "between_games", "only between two games"
    ANY_TIME = "any_time", "at any time during the match"


class SeriesBreaks(Strategy):
    AS_SINGLE_MATCH = "as_single_match", "in each match as if it were the only one"
    BETWEEN_MATCHES = "between_matches", "only between the matches of the series"


class BreakOverrun(Strategy):
    AS_LATENESS = (
        "as_lateness",
        "counted from the end of the break like lateness, without the grace",
    )
    DIRECTOR_DECIDES = "director_decides", "the director sets the penalty"


class LeavingRule(Strategy):
    IS_A_BREAK = "is_a_break", "leaving the board is a break unless the game makes it necessary"
    NEEDS_DIRECTOR = "needs_director", "leaving the rooms needs the director's consent"
    FREE = "free", "the book is silent about it"


@dataclass(frozen=True, slots=True)
class BreakRules:
    per_side: int = key("breaks of each side in a shorter match", 0, 9)
    per_side_long: int = key("breaks of each side in a longer match", 0, 9)
    long_from_points: int = key("match length from which the longer match's count holds", 1, 999)
    minutes: int = key("length of a break, in minutes", 1, 120)
    when: BreakWhen = key("when a break may be taken")
    in_series: SeriesBreaks = key("when in a series such as best of three")
    pooling: bool = key("breaks may follow each other, a side's own or both sides' together")
    leaving: LeavingRule = key("what leaving the board means", people=True)
    used_by_leaving: bool = key("a break for which nobody left the board is not used up")
    overrun: BreakOverrun = key("what coming back late costs")


class SlowSanction(Strategy):
    WARNING_THEN_POINTS = "warning_then_points", "a warning that penalty points will follow"
    PENALTY_POINTS = "penalty_points", "penalty points"
    CLOCK = "clock", "a clock for the rest"


class SlowRequest(Strategy):
    PROTEST = "protest", "a protest to the director"
    CLOCK = "clock", "a clock for the rest of the match"
    OBSERVER = "observer", "an observer"


@dataclass(frozen=True, slots=True)
class SlowPlayRules:
    sanctions: frozenset[SlowSanction] = key("what the director may impose for slow play")
    requests: frozenset[SlowRequest] = key("what a player may ask for")
