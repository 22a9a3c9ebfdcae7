"""How a table comes to an event from its own screen: what is asked at the glass, what is shown.

No match knows of it. The table puts a JoinView into its snapshots while no match is open, and takes
Join and JoinLeft from a screen meanwhile.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

LONGEST_ADDRESS = 80
"""Characters of HOST:PORT."""

LONGEST_TYPED = 20
"""Characters of a short code as somebody types it."""


class JoinStep(StrEnum):
    FREE = "free"
    """Nothing is asked."""
    LOOKING = "looking"
    """For an event card on the board."""
    ASKING = "asking"
    """The director is asked, and has not shown digits yet."""
    COMPARING = "comparing"
    """Four digits stand here and at the console."""
    JOINED = "joined"
    REFUSED = "refused"


class JoinRefusal(StrEnum):
    """Why nothing came of it, as far as somebody at the table can do something about it."""

    CARD_EXPIRED = "card_expired"
    CARD_UNKNOWN = "card_unknown"
    """Of another event, or withdrawn."""
    CARD_UNREADABLE = "card_unreadable"
    CODE_UNKNOWN = "code_unknown"
    """Used up, expired, or mistyped in its first two letters."""
    NOT_A_CODE = "not_a_code"
    NO_ADDRESS = "no_address"
    SECRET_WRONG = "secret_wrong"
    NOT_THE_DIRECTOR = "not_the_director"
    """Another certificate, or he does not know the secret."""
    OTHER_DIGITS = "other_digits"
    """Who stands at the console says that the digits do not agree."""
    UNTAPPED = "untapped"
    CROWDED = "crowded"
    NO_ANSWER = "no_answer"
    """Nobody answers at any address."""
    OUTDATED = "outdated"
    """Table and director speak different protocols."""
    NOT_KEPT = "not_kept"
    """The table's disk did not take it."""
    OTHER = "other"


class JoinView(msgspec.Struct, frozen=True, omit_defaults=True):
    """`address` is HOST:PORT of the director as far as he is known, `camera` whether there is one
    that reads a card; `digits` while they are compared, `number` the table's once it has joined,
    `why` nothing came of it.
    """

    step: JoinStep
    address: str = ""
    camera: bool = False
    digits: str = ""
    number: int | None = None
    why: JoinRefusal | None = None


class EventJoin(msgspec.Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """Join an event: by the short `code` of the director at `address`; without one, by the event
    card that will lie on the board.
    """

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_TYPED)] = ""
    address: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS)] = ""


class JoinLeft(msgspec.Struct, frozen=True, tag="join_left", forbid_unknown_fields=True):
    """Nobody wants to join any more, or has read what came of it."""
