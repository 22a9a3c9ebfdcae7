"""The clock: how it runs, what it starts with, who brings it in, when it may be stopped."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, key


class ClockSystem(Strategy):
    NONE = "none", "no clock is used"
    PLAIN = "plain", "the reserve runs from the first instant of a turn and nothing comes back"
    SIMPLE_DELAY = (
        "simple_delay",
        "each turn the delay runs out first, then the reserve; the rest of a delay is not saved",
    )
    USCF_DELAY = "uscf_delay", "the same arithmetic as simple delay, by the name its clocks print"
    BRONSTEIN = (
        "bronstein",
        "the reserve runs at once; a press gives back the time of the turn, at most the delay; "
        "zero inside a turn is zero",
    )
    FISCHER = "fischer", "the reserve runs at once; a press adds the whole delay, used or not"


class Allotment(Strategy):
    AVERAGE_AWAY = (
        "average_away",
        "((RA + RB) / 2) x reserve per point to each side, RA and RB the points each still needs; "
        "half points give half the time",
    )
    TIMETABLE = "timetable", "minutes from a table by the points each side still needs"


class Introduction(Strategy):
    ANY_TIME = (
        "any_time",
        "at the next game or at once in the middle of one, as the director decides",
    )
    NEXT_GAME = "next_game", "only when a game starts"
    NEXT_GAME_UNLESS_EXTREME = (
        "next_game_unless_extreme",
        "when a game starts; at once only if the director calls the case extreme",
    )


class ClockAsker(Strategy):
    DIRECTOR = "director", "the director, of his own accord"
    PLAYER = "player", "either player of the match asks the director"
    PARTICIPANT = "participant", "anyone who takes part in the tournament asks the director"
    AGREEMENT = "agreement", "both players agree"
    INVITATION = "invitation", "the invitation to the event announces it"


class ClockPosting(Strategy):
    NONE = "none", "nothing is posted about clocks"
    ALLOWED = "allowed", "a clock is used as soon as one of the players asks for it"
    REQUIRED = "required", "every match is played with a clock"


class ClockPlace(Strategy):
    HOME_BOARD_SIDE = "home_board_side", "the clock stands where the players bear off"
    HIGH_ROLLER_CHOOSES = "high_roller_chooses", "the player who rolls higher may choose the place"


class ClockErrorDuty(Strategy):
    OPPONENT_SPEAKS_UP = (
        "opponent_speaks_up",
        "a player who sees the other's clock run by mistake must say so, or the director may give "
        "time back and sanction",
    )
    OWN_RESPONSIBILITY = (
        "own_responsibility",
        "each side minds its own clock; time lost by not doing so stays lost",
    )
    DIRECTOR_DECIDES = "director_decides", "the book is silent: the director decides"


class EarlyPickup(Strategy):
    DELAY_FORFEITED = (
        "delay_forfeited",
        "the side on turn stops the clock, finishes and starts the other's time; the other has no "
        "delay in that turn and waits as long as the delay before it starts",
    )
    FORBIDDEN = "forbidden", "not allowed, and nothing follows unless the director rules so"


class FaultyClock(Strategy):
    REPLACED_AT_ONCE = (
        "replaced_at_once",
        "replaced at once; the director sets both times by judgement",
    )
    REPLACED_WITH_REPARATION = (
        "replaced_with_reparation",
        "replaced; the director may give the injured side time",
    )


class ConsultationTimes(Strategy):
    AS_ORDINARY = "as_ordinary", "pairs play with the times of an ordinary match"
    STATED_BY_EVENT = (
        "stated_by_event",
        "for pairs and other unusual matches the event must state reserve per point and delay",
    )


_CLOCKED = ("clock.system", tuple(s.value for s in ClockSystem if s is not ClockSystem.NONE))
_DELAYED = ("clock.system", ("simple_delay", "uscf_delay", "bronstein", "fischer"))


@dataclass(frozen=True, slots=True)
class ClockRules:
    system: ClockSystem = key("how the clock runs")
    allotment: Allotment = key("how the reserve follows from the score")
    reserve_s_per_point: int | None = key(
        "reserve per point, in seconds",
        1,
        3600,
        when=(_CLOCKED, ("clock.allotment", ("average_away",))),
    )
    timetable_min: tuple[tuple[int, ...], ...] | None = key(
        "minutes for each side: row RA, column RB, the points each still needs, from 1",
        1,
        999,
        when=(_CLOCKED, ("clock.allotment", ("timetable",))),
    )
    delay_s: int | None = key(
        "delay (or increment) of each turn, in seconds", 0, 600, when=(_DELAYED,)
    )
    first_turn_credit: bool = key("the delay is added once before the first turn of a game")
    consultation_times: ConsultationTimes = key("whose times hold when pairs consult")
    introduced: Introduction = key("when a clock may be brought into a match that has begun")
    asked_by: frozenset[ClockAsker] = key("who may have a clock brought in")
    notice: ClockPosting = key("what is posted about clocks for this match's round")
    placement: ClockPlace = key("where the clock stands", people=True)
    same_hand: bool = key("the clock is pressed with the hand that moves the checkers", people=True)
    error_duty: ClockErrorDuty = key("who must notice that a clock runs by mistake")
    early_pickup: EarlyPickup = key("what follows when the dice are taken before the turn is over")
    faulty: FaultyClock = key("what is done about a faulty clock", people=True)


@dataclass(frozen=True, slots=True)
class SecondControlRules:
    """The clocks' setting when the first control is used up; for SECOND_CONTROL only."""

    system: ClockSystem | None = key(
        "how the clock runs in the second control",
        when=(_CLOCKED, ("expiry.consequence", ("second_control",))),
    )
    delay_s: int | None = key(
        "delay of each turn in the second control, in seconds",
        0,
        600,
        when=(_CLOCKED, ("expiry.consequence", ("second_control",))),
    )
    reserve_s: int | None = key(
        "both sides' reserve at the start of the second control, in seconds",
        1,
        36000,
        when=(_CLOCKED, ("expiry.consequence", ("second_control",))),
    )
    rest_is_kept: bool | None = key(
        "what was left of the first control is added to the second",
        when=(_CLOCKED, ("expiry.consequence", ("second_control",))),
    )


class StopFor(Strategy):
    GAME_START = "game_start", "to roll for the opening of a game"
    GAME_OVER = "game_over", "the game is over"
    PASS = "pass", "a double is passed"
    CONCESSION = "concession", "to offer to lose the game at some level"
    CLAIM = "claim", "to say that the game is won or decided"
    FALLEN_DIE = "fallen_die", "to fetch a fallen die"
    FALLEN_CHECKER = "fallen_checker", "to fetch a fallen checker"
    CONTEST = "contest", "to contest what the opponent did"
    ILLEGAL_MOVE = "illegal_move", "to have an illegal move played again"
    INVALID_ROLL = "invalid_roll", "a roll did not count"
    EARLY_PICKUP = "early_pickup", "the opponent took the dice before the turn was over"
    DICE_TAKEN = "dice_taken", "a player took up the dice and started the opponent's time"
    DISCREPANCY = "discrepancy", "score or cube do not agree"
    DISPUTE = "dispute", "until a dispute is ruled on"
    DIRECTOR = "director", "to call the director"
    BREAK = "break", "to take a break"


class UnlistedStop(Strategy):
    CALLS_DIRECTOR = "calls_director", "refused; the player may call the director instead"
    NOTED = "noted", "allowed, and noted for the director"


class CockedClock(Strategy):
    NEVER = "never", "the clock runs on while the dice are rolled again"
    STOP_OR_RESTART_DELAY = (
        "stop_or_restart_delay",
        "the roller may stop the clock, and may have the delay start anew",
    )


class FallenDie(Strategy):
    OFF_TABLE = "off_table", "only a die that left the table; on the table it is a bad roll"
    OFF_BOARD = "off_board", "any die that left the board"


class IllegalMoveCost(Strategy):
    CLAIMANT_STOPS = (
        "claimant_stops",
        "the claimant stops the clock and loses no time; the offender's runs while he moves again",
    )
    REDO_AFTER_DELAY = (
        "redo_after_delay",
        "the claimant stops the clock; then the offender's time starts and he moves again only "
        "when the delay has run out",
    )
    CLAIMANT_RUNS = (
        "claimant_runs",
        "the claimant's own time runs until he presses; then the offender's runs while he moves",
    )


class RejectedOffer(Strategy):
    OFFERER_PRESSES = (
        "offerer_presses",
        "the opponent rolls at once and the offerer starts the opponent's time",
    )
    REJECTER_STARTS_OWN = (
        "rejecter_starts_own",
        "the player who rejects starts his own time: it is his turn",
    )
    RESUMED = "resumed", "the clock that was stopped goes on"


class BreakTimes(Strategy):
    NOT_ASKED = "not_asked", "nobody is asked to write down the times"
    COUNSELLED = "counselled", "both are advised to write down their time"
    REQUIRED = "required", "both write down the times when someone leaves the table"
    CROSS_CHECKED = "cross_checked", "each writes down both times and checks the other's record"


@dataclass(frozen=True, slots=True)
class StopRules:
    reasons: frozenset[StopFor] = key("for what a player may stop both clocks")
    unlisted: UnlistedStop = key("what follows a stop for another reason")
    on_cocked_roll: CockedClock = key("what a roll that does not count does to the clock")
    fallen_die: FallenDie = key("which die is a fallen one, for which the clocks stop")
    illegal_move_cost: IllegalMoveCost = key("whose time a claim of an illegal move costs")
    rejected_offer: RejectedOffer = key("whose time runs after an offer was rejected")
    break_times: BreakTimes = key("whether the times are written down at a break")
