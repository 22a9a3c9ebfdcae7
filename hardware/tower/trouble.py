"""Troubles of a tower that answers, as typed values the table can show or log."""

from dataclasses import dataclass
from enum import Enum


class TroubleKind(Enum):
    """Kinds of trouble. The first four last until they are over; others are reported once."""

    JAM = "jam"  # dice went in and do not come out
    LID_OPEN = "lid"
    DROP_BEAM_STUCK = "stuck-drop"
    OUT_BEAM_STUCK = "stuck-out"
    EDGES_LOST = "lost"  # the beams changed faster than the tower could record
    RESET = "reset"  # the tower restarted


STANDING = {kind.value: kind for kind in list(TroubleKind)[:4]}
"""Kinds by their word in a heartbeat."""


@dataclass(frozen=True, slots=True)
class TowerTrouble:
    """One trouble, when it began and, with `over`, when it ended.

    `since_ns` and `at_ns` are on the link's clock; `at_ns` is the instant of this change. `why` is
    one sentence in English with what to do, for a log. A trouble reported once is over at once.
    """

    kind: TroubleKind
    since_ns: int
    at_ns: int
    over: bool
    why: str


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The result of a self-test: a word for each part, or why there is none.

    For a beam: `ok` (dark without its emitter, lit with it), `dark` (broken with the emitter on) or
    `blind` (lit with the emitter off); `lit` or `dark` if the tower can't switch its emitters. For
    the lid `open` or `closed`; for the lamp `blinked`. `all=busy`: dice are inside.
    """

    results: dict[str, str]
    why: str | None = None

    @property
    def passed(self) -> bool:
        """True if no fault was found."""
        faulty = {"dark", "blind", "busy", "open"}
        return self.why is None and not faulty & set(self.results.values())


_SENTENCES = {
    TroubleKind.JAM: "{tower} has dice inside ({detail}): open it and take them out",
    TroubleKind.LID_OPEN: "the lid of the {tower} is open: close it",
    TroubleKind.DROP_BEAM_STUCK: (
        "the upper beam of the {tower} is blocked{detail}: clear it, then see its wiring"
    ),
    TroubleKind.OUT_BEAM_STUCK: (
        "the lower beam of the {tower} is blocked{detail}: clear it, then see its wiring"
    ),
    TroubleKind.EDGES_LOST: (
        "{tower} lost {detail} changes of its beams: shade them from flickering light"
    ),
    TroubleKind.RESET: "{tower} started anew ({detail}): count the dice of this roll by eye",
}


def sentence(kind: TroubleKind, name: str, detail: str = "") -> str:
    """Format a trouble of the tower on `name`, with what to do."""
    return _SENTENCES[kind].format(tower=f"dice tower on {name}", detail=detail)
