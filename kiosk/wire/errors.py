"""All errors of this package: what was sent, the offending value, what to do.

WireError(ValueError)
├── KindUnknown     no event or command has this name
├── VersionUnknown  the kind is ours, its version is newer than this program
├── BodyInvalid     the body is not a whole value of its kind
├── EventMisplaced  a whole event that can't follow those before it
├── ValueUnfit      a value of ours that would not come back from its own bytes
├── RowInvalid      a field of a row is not what the journal keeps
├── MessageInvalid  a line on the socket is not one of our messages
├── ProtocolTooNew  the other end speaks a later protocol
├── ProtocolTooOld  the other end speaks an earlier protocol, and can't be understood
├── NotTheDirector  an answer that the table's own director did not give to this request
├── KeyInvalid      a text or a file is no key, or a key is there already
├── SignatureInvalid  signed by another key, or over other content
├── CardInvalid     a QR code that is no event card this program reads
├── EnrolmentRefused  a device is not enrolled, and why
├── SocketUnusable  no socket can be opened at this path
└── RequestUnknown  a line on a control socket that requests no known act
"""

from kiosk.wire.joining import JoinRefusal


class WireError(ValueError):
    """A message between processes, or a stored row, that this program can't use."""


class KindUnknown(WireError):
    """No event or command has this name."""


class VersionUnknown(WireError):
    """The kind is ours, its version is newer than this program."""


class BodyInvalid(WireError):
    """The body is not a whole value of its kind."""


class EventMisplaced(WireError):
    """A whole event that can't follow those before it in its journal."""


class ValueUnfit(WireError):
    """A value of ours that would not come back from its own bytes."""


class RowInvalid(WireError):
    """A field of a row is not what the journal keeps."""


class MessageInvalid(WireError):
    """A line on the socket is not one of our messages."""


class ProtocolTooNew(WireError):
    """The other end speaks a later protocol."""


class ProtocolTooOld(WireError):
    """The other end speaks an earlier protocol, and can't be understood."""


class NotTheDirector(WireError):
    """An answer that the table's own director did not give to this request."""


class KeyInvalid(WireError):
    """A text or a file is no key, or a key is there already."""


class SignatureInvalid(WireError):
    """Signed by another key, or over other content."""


class CardInvalid(WireError):
    """A QR code that is no event card this program reads."""


class EnrolmentRefused(WireError):
    """A device is not enrolled; the reason in English, with `refusal` for a screen."""

    def __init__(self, words: str, refusal: JoinRefusal = JoinRefusal.OTHER) -> None:
        super().__init__(words)
        self.refusal = refusal


class SocketUnusable(WireError):
    """No socket can be opened at this path. The message names it and the reason."""


class RequestUnknown(WireError):
    """A line on a control socket that requests no known act."""
