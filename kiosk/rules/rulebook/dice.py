"""Dice: the opening, where and how a roll counts, which dice, and the turn they make."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, key


class OpeningDice(Strategy):
    ONE_DIE_EACH = "one_die_each", "each side rolls one die at the same time; the higher begins"


class MixerOpening(Strategy):
    WHITE_FIRST = "white_first", "White drops one die, then Black"


class OpeningTie(Strategy):
    ROLL_AGAIN = "roll_again", "equal dice are rolled again"


class OpeningPress(Strategy):
    LOWER_ROLLER = "lower_roller", "the side that rolled lower starts the other's clock"


@dataclass(frozen=True, slots=True)
class OpeningRules:
    without_mixer: OpeningDice = key("how the opening is rolled without a mixer")
    with_mixer: MixerOpening = key("who drops a die first through the mixer")
    tie: OpeningTie = key("what follows equal opening dice")
    clock_press: OpeningPress = key("who starts whose clock after the opening roll", clocked=True)


class RollArea(Strategy):
    RIGHT_HALF = "right_half", "the half of the board to the roller's right of the bar"
    MIXER_HALF = "mixer_half", "the half nearest the baffle box, for both sides"


class LeftRoll(Strategy):
    NEVER = "never", "a roll on the left half never counts"
    WHEN_CROWDED = (
        "when_crowded",
        "the roller may roll left when his home board is crowded, such as in the bear-off; nobody "
        "is asked",
    )
    WITH_PERMISSION = "with_permission", "the roller may roll left while the opponent permits it"


class PermissionEnd(Strategy):
    WITHDRAWN = "withdrawn", "the opponent takes it back"
    RIGHT_ROLL = "right_roll", "the roller rolls on the right half again"
    GAME_OVER = "game_over", "the game ends"


class MixerUse(Strategy):
    ALLOWED = "allowed", "a roll through the baffle box counts, dropped by hand or from a cup"
    CUP_ONLY = "cup_only", "the book has dice rolled from a cup; the event may allow the box"


class MixerAsker(Strategy):
    AGREEMENT = "agreement", "both players agree"
    INVITATION = "invitation", "the invitation to the event announces it"
    PLAYER = "player", "a player asks the director"
    DIRECTOR = "director", "the director, for dice handled badly"


class CupRule(Strategy):
    LIPPED = "lipped", "cups must have a lip"
    LIPPED_ON_DEMAND = "lipped_on_demand", "a player may demand cups with a lip"
    ANY = "any", "any cup, shaken well"


class PrematureRoll(Strategy):
    STANDS = "stands", "it stands; the side still on turn finishes knowing it"
    STANDS_WITHOUT_CUBE = (
        "stands_without_cube",
        "it stands and must be played, and its roller may not double before it",
    )
    THROWN_AGAIN = "thrown_again", "it is void and thrown again"


class RollBreach(Strategy):
    MIXER_ORDERED = "mixer_ordered", "the director may order the baffle box for the rest"
    DIRECTOR_DECIDES = "director_decides", "the director sets the sanction"


@dataclass(frozen=True, slots=True)
class RollRules:
    area: RollArea = key("where a roll must lie without a mixer")
    left: LeftRoll = key("when a roll on the left half counts without a mixer")
    left_permission_ends: frozenset[PermissionEnd] | None = key(
        "what ends the permission to roll left", when=(("roll.left", ("with_permission",)),)
    )
    mixer: MixerUse = key("whether a roll through the baffle box counts")
    mixer_asked_by: frozenset[MixerAsker] = key("who may have a baffle box used")
    area_with_mixer: RollArea = key("where a roll must lie with a mixer")
    must_lie_flat: bool = key("a die not flat on the playing surface makes the roll invalid")
    uneven_surface_ok: bool = key("a die tilted by an uneven surface alone counts as flat")
    on_checker_ok: bool = key(
        "a die level on a checker counts as flat; the players are asked whether it is level"
    )
    cocked_needs_consent: bool = key(
        "cocked dice are rolled again only when the opponent has consented"
    )
    cup: CupRule = key("what cup is used")
    shakes: int = key("how often the cup must be shaken at least; 0: no number", 0, 20)
    premature: PrematureRoll = key("what becomes of dice thrown before the opponent's turn is over")
    breach: RollBreach = key("what follows dice handled against the rules", people=True)


class DiceInPlay(Strategy):
    SHARED_PAIR = "shared_pair", "one pair for both sides"
    PAIR_EACH = "pair_each", "a pair for each side"


class MixWhen(Strategy):
    BEFORE_MATCH = "before_match", "only before the match"
    BEFORE_ANY_GAME = "before_any_game", "before any game"


class FirstPick(Strategy):
    RANDOM_DRAW = "random_draw", "drawn by lot"
    OPPONENT = "opponent", "the opponent of the player who demanded the mix, then in turn"
    ROLL_OR_AGREEMENT = "roll_or_agreement", "by roll or as the players agree"


class Reposition(Strategy):
    WITH_NOTICE = "with_notice", "to make room, after telling the opponent"
    SLIDE_TO_MAKE_ROOM = "slide_to_make_room", "own dice, slid along the surface to make room"
    SLIDE_ON_RIGHT_HALF = "slide_on_right_half", "slid along the right half to ease play"
    PLAINLY_TO_CENTRE = "plainly_to_centre", "plainly to the centre, or as moving needs"


@dataclass(frozen=True, slots=True)
class DiceRules:
    without_clock: DiceInPlay = key("which dice are played with, without a clock")
    with_clock: DiceInPlay = key("which dice are played with, with a clock", clocked=True)
    mix_when: MixWhen = key("when a player may demand that the dice be mixed", clocked=True)
    pick_at_start: FirstPick = key("who picks a die first before the match")
    pick_later: FirstPick = key("who picks a die first before a later game, without a clock")
    pick_later_with_clock: FirstPick = key(
        "who picks a die first before a later game, with a clock; each side picks one"
    )
    reposition: Reposition = key(
        "how the side on turn may move dice that lie on the board", clocked=True
    )


class TurnEnd(Strategy):
    BOTH_DICE_LIFTED = "both_dice_lifted", "both dice lifted from the board"


class OneDieLifted(Strategy):
    NOT_ENDED = "not_ended", "the turn goes on until both are lifted"
    ENDS_IN_DISPUTE = (
        "ends_in_dispute",
        "in a dispute the turn counts as ended once a die was lifted a centimetre",
    )


class ClockedTurnEnd(Strategy):
    PRESS = "press", "the clock is pressed and the dice stay on the board"


class PressWithoutRoll(Strategy):
    REFUSED = "refused", "the press does nothing"
    ILLEGAL_MOVE = "illegal_move", "it ends the turn and counts as an illegal move"


class ClosedOut(Strategy):
    NEED_NOT_ROLL = (
        "need_not_roll",
        "a side that can't move whatever it rolls says so, does not roll and ends its turn as "
        "usual; it may double",
    )
    MUST_ROLL = "must_roll", "every turn is rolled"


@dataclass(frozen=True, slots=True)
class TurnRules:
    without_clock: TurnEnd = key("what ends a turn when no clock is used")
    one_die_lifted: OneDieLifted = key("what it means that only one die was lifted")
    with_clock: ClockedTurnEnd = key("what ends a turn when a clock is used", clocked=True)
    press_without_roll: PressWithoutRoll = key("what a press without a roll means")
    closed_out: ClosedOut = key("whether a side that can't move must roll", clocked=True)
    both_numbers: bool = key(
        "both numbers are played if that is legal, else the higher", people=True
    )
