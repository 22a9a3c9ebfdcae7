"""The page of a finished match at the director's, for its players' phones."""

from typing import Annotated

import msgspec

from kiosk.wire.bounds import Id

PATH = "/match/"
"""Where the director has these pages; the page's token follows."""


class MatchPage(msgspec.Struct, frozen=True):
    """The page of the match `match_id`. Only its `token` is sent: a table adds it to the address of
    its own director, so that no other host can be named.
    """

    match_id: Id
    token: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")]

    def at(self, director_url: str) -> str:
        """Its address at this director's."""
        return f"{director_url.rstrip('/')}{PATH}{self.token}"
