"""What a journal may be called, and how one that is called otherwise stands in an address.

A slash, a lone dot and the like mean something else in an address (RFC 3986, 3.3 and 5.2.4). No
program of ours makes such a name, and none is taken any more; one kept before has its page all the
same.
"""

import base64
import re

NAME_RULE = "letters, digits, - _ and ., a letter or a digit first"

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_CODED = "~"
"""Before base64url (RFC 4648, 5) of a name that can't stand in an address as it is."""


def is_plain(journal_id: str) -> bool:
    """Whether a journal may be called so."""
    return _PLAIN.fullmatch(journal_id) is not None


def journal_address(journal_id: str) -> str:
    """What stands for the journal in an address, between two slashes. `addresses.js` does the same
    in a page.
    """
    if is_plain(journal_id):
        return journal_id
    return _CODED + base64.urlsafe_b64encode(journal_id.encode()).decode().rstrip("=")


def journal_at(address: str) -> str:
    """The journal that `journal_address` stands for; of what it never made, the same as it came."""
    coded = address.removeprefix(_CODED)
    if coded == address:
        return address
    try:
        return base64.b64decode(coded + "=" * (-len(coded) % 4), b"-_", validate=True).decode()
    except ValueError:
        return address
