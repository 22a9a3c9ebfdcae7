"""The sections a refusal rests on."""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason

SAID_IN: Mapping[Reason, str] = MappingProxyType(
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
        Reason.NO_CLAIMS: "offer.claim",
        Reason.THROUGH_DIRECTOR: "offer.without_clock",
        Reason.MAY_NOT_REJECT: "offer.unrefusable",
        Reason.OUTCOME_NOT_REPEATED: "offer.accept_by",
        Reason.NO_SETTLEMENT: "offer.settlement",
        Reason.NOT_THE_REPORTER: "result.reporter",
        Reason.RESULT_FINAL: "result.correctable",
    }
)
"""The key of the rule book that speaks against a command, by the reason it is refused for."""


def sections(match: Match, reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """What the match's book says of them; nothing of reasons that are no rule's."""
    if match.book is None:
        return ()
    keys = [SAID_IN[reason] for reason in reasons if reason in SAID_IN]
    sources = [match.book.source(key) for key in keys]
    return tuple(dict.fromkeys(source.cite for source in sources if source))
