"""Rulings and people: disputes, appeals, observers, what players and spectators may do."""

from dataclasses import dataclass

from kiosk.rules.rulebook.key import Strategy, When, key


class PlayingDirector(Strategy):
    RULES_ANYWAY = "rules_anyway", "the book names nobody else"
    COMMITTEE_MEMBER = "committee_member", "a member of the committee rules"
    OTHER_DIRECTOR = "other_director", "another director, or a committee if there is none"


class Disturbance(Strategy):
    FOR_OPPONENT = "for_opponent", "what one player changed is presumed for the other"
    NONE = "none", "nothing is presumed"


class Committee(Strategy):
    STANDING = "standing", "3 to 5 players named and posted before the event"
    AD_HOC = "ad_hoc", "3 or 5 impartial people called when needed"
    CLUB = "club", "the club's own committee"


@dataclass(frozen=True, slots=True)
class DisputeRules:
    table_frozen: bool = key("dice, cube, checkers and score stay as they are until the ruling")
    disturbance: Disturbance = key("what is presumed when a player changes them")
    playing_director: PlayingDirector = key(
        "who rules when the director plays or is absent", people=True
    )
    committee: Committee = key("how the ruling committee is made up", people=True)
    replay_points: int = key(
        "points of the match replayed when a dispute can't be settled; 0: none is", 0, 99
    )


class AppealWhen(Strategy):
    AT_ONCE = "at_once", "just after the ruling"
    SOON = "soon", "as soon as is reasonable"


class AppealPanel(Strategy):
    WITH_DIRECTOR = "with_director", "committee members together with the director"
    WITHOUT_DIRECTOR = "without_director", "committee members; no director of the event sits"


_APPEALS: When = (("appeal.allowed", (True,)),)


@dataclass(frozen=True, slots=True)
class AppealRules:
    allowed: bool = key("a ruling of the director can be appealed")
    when: AppealWhen | None = key("when an appeal must be made", when=_APPEALS)
    panel: AppealPanel | None = key("who sits on an appeal", when=_APPEALS)
    members: frozenset[int] | None = key(
        "how many committee members may sit, the director not counted", 1, 15, when=_APPEALS
    )


@dataclass(frozen=True, slots=True)
class ObserverRules:
    requested_by_player: bool = key("a player may ask the director for an observer")
    points_out: bool = key("an observer points out irregularities, illegal moves too")
    fee: bool = key("the director may charge a fee for an observer")


class TimeNotice(Strategy):
    MAY_TELL_DIRECTOR = "may_tell_director", "spectators may quietly tell the director"
    FORBIDDEN = "forbidden", "spectators may not draw attention to it"


class Recording(Strategy):
    WITH_PERMISSION = "with_permission", "with the opponent's permission"
    NOT_REFUSED_UNREASONABLY = (
        "not_refused_unreasonably",
        "with the opponent's approval, not refused without reason; the director may end it",
    )


class Notes(Strategy):
    SCORE_ONLY = "score_only", "the score and nothing else"
    POSITIONS = (
        "positions",
        "positions too: after the own turn, with a clock in the own time or between games",
    )


class SpokenLanguage(Strategy):
    ENGLISH = "english", "English"
    ITALIAN = "italian", "Italian"
    HOST = "host", "official or dominant languages of the host country"
    ANY = "any", "any language"


@dataclass(frozen=True, slots=True)
class PeopleRules:
    time_notice: TimeNotice = key(
        "whether spectators may tell that a player's time is used up", clocked=True
    )
    camera_refusal_forfeits: bool = key(
        "a player who refuses the director's camera forfeits the match"
    )
    aids: bool = key("players may use aids beyond what keeping the score needs")
    recording: Recording = key("when a player may record the match", people=True)
    notes: Notes = key("what a player may write down")
    languages: frozenset[SpokenLanguage] = key("languages of players and spectators during a match")
    teammates_any_language: bool = key("partners may talk in any language", people=True)
    entry_refusal_explained: bool = key(
        "a player who is refused entry gets the reason", people=True
    )


class EquipmentChange(Strategy):
    NEXT_GAME = "next_game", "from the next game on"
    AT_ONCE = "at_once", "as soon as better ones are there, in the middle of a game too"


class HighRoller(Strategy):
    EVERYTHING = "everything", "direction, colour and seat"
    CLOCK_OR_COLOUR = "clock_or_colour", "the clock's place, or colour and direction"
    EACH_BY_ROLL = "each_by_roll", "each preference by a roll or by agreement"


@dataclass(frozen=True, slots=True)
class EquipmentRules:
    cups_and_dice_change: EquipmentChange = key(
        "when cups or dice a player may demand are changed", people=True
    )
    board_change: EquipmentChange = key("when a board is changed", people=True)
    board_min_cm: tuple[int, ...] = key(
        "smallest open board a player may demand; empty: any",
        1,
        200,
        people=True,
    )
    board_max_cm: tuple[int, ...] = key(
        "largest open board a player may demand; empty: any",
        1,
        200,
        people=True,
    )
    high_roller_gets: HighRoller = key(
        "what the higher roll decides before a match", clocked=True, people=True
    )
