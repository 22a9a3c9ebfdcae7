"""Valid names of a journal, and the encoding of other names in an address.

A slash, a lone dot and the like have another meaning in an address (RFC 3986, 3.3 and 5.2.4). Our
programs make no such name, and none is accepted any more; a journal stored earlier has its page all
the same.
"""

import base64
import re

NAME_RULE = "letters, digits, - _ and ., a letter or a digit first"

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_CODED = "~"
"""Prefix of base64url (RFC 4648, 5) for a name that can't be in an address as it is."""


def is_plain(journal_id: str) -> bool:
    """Whether it is a valid name of a journal."""
    return _PLAIN.fullmatch(journal_id) is not None


def journal_address(journal_id: str) -> str:
    """The journal's part of an address, between slashes. `addresses.js` does the same."""
    if is_plain(journal_id):
        return journal_id
    return _CODED + base64.urlsafe_b64encode(journal_id.encode()).decode().rstrip("=")


def journal_at(address: str) -> str:
    """The inverse of `journal_address`; anything it never made is returned unchanged."""
    coded = address.removeprefix(_CODED)
    if coded == address:
        return address
    try:
        return base64.b64decode(coded + "=" * (-len(coded) % 4), b"-_", validate=True).decode()
    except ValueError:
        return address
