"""What is shown: each snapshot, with what stands beside the match."""

from collections.abc import Callable

import msgspec

from kiosk.rules.match import Phase
from kiosk.table.director import DirectorLink
from kiosk.table.enroller import Enroller
from kiosk.table.screens import ScreenSocket
from kiosk.wire.joining import JoinView
from kiosk.wire.next_match import NextMatches
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import Ailment

_Beside = tuple[JoinView | None, NextMatches | None, str]


class SnapshotDisplay:
    """`link` gives the link to the director, if there is one."""

    def __init__(
        self,
        screens: ScreenSocket,
        ailments: Callable[[], tuple[Ailment, ...]],
        enroller: Enroller,
        link: Callable[[], DirectorLink | None],
    ) -> None:
        self._screens = screens
        self._ailments = ailments
        self._enroller = enroller
        self._link = link
        self._shown_beside: _Beside = (None, None, "")

    def show(self, snapshot: Snapshot) -> None:
        """Show it on the screens, and send the director what a commit wrote."""
        codes, link = tuple(each.code for each in self._ailments()), self._link()
        self._shown_beside = join, next_matches, page = self._beside()
        over = snapshot.phase is Phase.MATCH_OVER and link is not None
        shown = msgspec.structs.replace(
            snapshot,
            ailments=codes,
            join=join,
            next_matches=next_matches if over else None,
            page=page if over else "",
            alone=link is None,
        )
        self._screens.show(shown)
        if link is not None:
            link.show(snapshot)

    @property
    def is_stale(self) -> bool:
        """Whether what stands beside the match has changed since it was shown."""
        return self._shown_beside != self._beside()

    def _beside(self) -> _Beside:
        """Progress of joining an event, where the players play next, and their match's page."""
        link, join = self._link(), self._enroller.view()
        return (join, None, "") if link is None else (join, link.next_matches, link.page)
