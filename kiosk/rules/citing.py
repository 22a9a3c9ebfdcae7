"""The sections of the book that a refusal cites."""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.rules.command import Command
from kiosk.rules.director_orders import ProfileOrdered
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.start import ReadyTapped
from kiosk.rules.times.acts import ClockOrdered, times_due

KEYS_OF_REASONS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.LEFT_BARRED: "roll.left",
        Reason.TILTED_IS_COCKED: "roll.uneven_surface_ok",
        Reason.CUP_ONLY: "roll.mixer",
        Reason.MIXER_IN_USE: "roll.area_with_mixer",
        Reason.MIXER_NOT_ASKED: "roll.mixer_asked_by",
        Reason.MIX_BEFORE_MATCH: "dice.mix_when",
        Reason.BOTH_DICE: "turn.one_die_lifted",
        Reason.PRESS_ENDS_TURN: "turn.with_clock",
        Reason.MUST_ROLL: "turn.closed_out",
        Reason.DELAY_STAYS: "clock.early_pickup",
        Reason.CRAWFORD_GAME: "cube.crawford",
        Reason.INVALID_ROLL_THIS_TURN: "cube.double_after_invalid_roll",
        Reason.DEAD_CUBE: "cube.dead_cube_refused",
        Reason.WRONG_LEVEL: "cube.wrong_level",
        Reason.IMPROPER_DOUBLE: "cube.gesture",
        Reason.PREMATURE_DOUBLE: "cube.premature_double",
        Reason.ROLLED_EARLY: "roll.premature",
        Reason.AUTOMATIC_DOUBLE: "cube.automatic_doubles",
        Reason.BEAVER: "cube.beavers",
        Reason.UNDO_TOO_LATE: "cube.crawford_undo",
        Reason.NOT_AFTER_OWN_TURN: "offer.when",
        Reason.CONTACT: "offer.no_contact",
        Reason.NOT_CERTAIN: "offer.certain",
        Reason.NO_CLAIMS: "offer.claim",
        Reason.THROUGH_DIRECTOR: "offer.without_clock",
        Reason.MAY_NOT_REJECT: "offer.unrefusable",
        Reason.OUTCOME_NOT_REPEATED: "offer.accept_by",
        Reason.NO_SETTLEMENT: "offer.settlement",
        Reason.NOT_THE_REPORTER: "result.reporter",
        Reason.MATCH_GIVEN_UP: "result.correctable",
        Reason.RESULT_DISPUTED: "result.correctable",
        Reason.RESULT_FINAL: "result.correctable",
        Reason.NEXT_GAME_ONLY: "clock.introduced",
        Reason.ONLY_IF_EXTREME: "clock.introduced",
        Reason.ASKER_MAY_NOT: "clock.asked_by",
        Reason.STOP_NOT_LISTED: "stop.reasons",
        Reason.CLOCK_RUNS_ON: "stop.on_cocked_roll",
        Reason.TIME_NOT_RESTORED: "clock.error_duty",
        Reason.SETUP_STANDS: "setup_error.window",
        Reason.MOVE_STANDS: "illegal_move.window",
        Reason.MAY_NOT_ACCUSE: "illegal_move.accusers",
        Reason.CLAIMANT_PRESSES: "stop.illegal_move_cost",
        Reason.DELAY_RUNS: "stop.illegal_move_cost",
        Reason.RULING_AWAITED: "dispute.table_frozen",
        Reason.NO_APPEAL: "appeal.allowed",
        Reason.APPEAL_TOO_LATE: "appeal.when",
        Reason.PANEL_SIZE: "appeal.members",
        Reason.DIRECTOR_ON_PANEL: "appeal.panel",
        Reason.PANEL_NEEDS_DIRECTOR: "appeal.panel",
        Reason.NO_FEE: "observer.fee",
        Reason.NOT_LATE_ENOUGH: "late.sanction",
        Reason.BETWEEN_GAMES_ONLY: "breaks.when",
        Reason.BETWEEN_MATCHES_ONLY: "breaks.in_series",
        Reason.NO_BREAK_LEFT: "breaks.per_side",
        Reason.NO_POOLING: "breaks.pooling",
        Reason.BREAK_COUNTS: "breaks.used_by_leaving",
        Reason.CUBE_FROZEN: "penalty.freeze_cube_at_match_point",
        Reason.TIME_WAIVED: "expiry.waived_when_game_ends_match",
        Reason.NOT_LOST_BY_TIME: "expiry.consequence",
        Reason.ONLY_DIRECTOR_DECLARES: "expiry.declared_by",
        Reason.GIN_DOES_NOT_COUNT: "expiry.gin",
        Reason.PROPOSAL_WAITS: "expiry.declared_by",
    }
)
"""The rule book key behind each reason of refusal."""


def cited_sections(match: Match, command: Command, reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """The sections for these reasons, and the keys of times the director has yet to set."""
    book = _book_for(match, command)
    if book is None:
        return ()
    missing = times_due(match, book) if Reason.TIME_NOT_SET in reasons else ()
    keys = [KEYS_OF_REASONS[reason] for reason in reasons if reason in KEYS_OF_REASONS]
    sources = [book.source(key) for key in (*keys, *missing)]
    cites = [source.cite for source in sources if source]
    return tuple(dict.fromkeys((*missing, *cites)))


def _book_for(match: Match, command: Command) -> RuleBook | None:
    """The book that applies: an order's own, the next game's, or the match's."""
    if isinstance(command, ClockOrdered | ProfileOrdered):
        return command.profile
    begins = isinstance(command, ReadyTapped)
    return (match.next_book if begins else None) or match.book
