"""How a table joins an event from its own screen: the requests from the screen, the view shown.

No match knows of it. The table puts a JoinView into its snapshots while no match is open, and
accepts EventJoin and JoinLeft from a screen meanwhile.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

LONGEST_ADDRESS = 80
"""Characters of HOST:PORT."""

LONGEST_TYPED = 20
"""Characters of a typed short code."""


class JoinStep(StrEnum):
    FREE = "free"
    """No request is open."""
    LOOKING = "looking"
    """Looking for an event card on the board."""
    ASKING = "asking"
    """The director is asked, and has not shown digits yet."""
    COMPARING = "comparing"
    """Four digits are shown here and at the console."""
    JOINED = "joined"
    REFUSED = "refused"


class JoinRefusal(StrEnum):
    """Why joining failed, as far as people at the table can do something about it."""

    CARD_EXPIRED = "card_expired"
    CARD_UNKNOWN = "card_unknown"
    """The card is of another event, or withdrawn."""
    CARD_UNREADABLE = "card_unreadable"
    CODE_UNKNOWN = "code_unknown"
    """The code is used up, expired, or mistyped in its first two letters."""
    NOT_A_CODE = "not_a_code"
    NO_ADDRESS = "no_address"
    SECRET_WRONG = "secret_wrong"
    NOT_THE_DIRECTOR = "not_the_director"
    """Another certificate, or the director does not know the secret."""
    OTHER_DIGITS = "other_digits"
    """The person at the console denies that the digits agree."""
    UNTAPPED = "untapped"
    CROWDED = "crowded"
    NO_ANSWER = "no_answer"
    """No answer at any address."""
    OUTDATED = "outdated"
    """Table and director speak different protocols."""
    NOT_KEPT = "not_kept"
    """The table's disk did not take it."""
    OTHER = "other"


class JoinView(msgspec.Struct, frozen=True, omit_defaults=True):
    """`address` is HOST:PORT of the director as far as known, `camera` whether there is one that
    reads a card; `digits` while they are compared, `number` the table's once it has joined, `why`
    the reason if it failed.
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
    """Stop joining, or close the message about its result."""
