"""The director a table follows: the one its file names, else the one who enrolled it last."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from kiosk.rules.match import Phase
from kiosk.rules.start import AssignTable
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.table.camera import CameraWorker
from kiosk.table.director import DirectorLink
from kiosk.table.enroller import Enroller
from kiosk.table.enrolment import DEVICE_KEY, EnrollingDirector, stored_enrolment
from kiosk.table.inbox import PostedCommand
from kiosk.table.loop import Loop
from kiosk.table.settings import DirectorSection

_log = logging.getLogger(__name__)


class FollowedDirector:
    """`named` is of the file; `link_to` makes a link; `number` was assigned to the table last."""

    def __init__(
        self,
        named: DirectorSection | None,
        journal: Path,
        loop: Loop,
        link_to: Callable[[DirectorSection], DirectorLink],
        number: int | None,
        event_id: str,
    ) -> None:
        self.link: DirectorLink | None = None
        self._named = named
        self._journal = journal
        self._loop = loop
        self._link_to = link_to
        self._joined: EnrollingDirector | None = None
        self._number = number
        self._event_id = event_id

    def start(self) -> None:
        if self._named is None:
            self.follow_enrolment()
        else:
            self._follow(self._named)

    def close(self) -> None:
        if self.link is not None:
            self.link.close()

    @property
    def may_join(self) -> bool:
        """Whether this table may join an event now. Any thread."""
        return self._named is None and self._no_match and self._loop.halted is None

    @property
    def is_new(self) -> bool:
        """Whether no director has named or enrolled this table, and nothing was played here."""
        vacant = self._loop.match.phase is Phase.VACANT
        return self._named is None and self._joined is None and vacant

    def follow_enrolment(self) -> None:
        """Link to the director who enrolled this table last, if its file names none. A change waits
        until the match is over.
        """
        joined = None if self._named is not None else stored_enrolment(self._journal)
        if joined is None or joined == self._joined:
            return
        if self.link is not None and not self._no_match:
            return
        self._joined = joined
        self.close()
        self._follow(joined.section(DEVICE_KEY))
        _log.info("enrolled as table %d by the director at %s", joined.number, joined.url)

    def take_number(self, now_ns: int) -> None:
        """Assign the number that the director gave this table, unless a match is played."""
        number, loop = None if self.link is None else self.link.table, self._loop
        free = self._no_match and loop.halted is None
        if number is not None and number != self._number and free:
            self._number = number
            loop.take(PostedCommand(AssignTable(Instant(now_ns), number, self._event_id), "table"))

    def _follow(self, director: DirectorSection) -> None:
        self.link = self._link_to(director)
        self.link.start()

    @property
    def _no_match(self) -> bool:
        """Whether nothing is played here and no match is about to be. Any thread."""
        match = self._loop.match
        return match.opened is None or match.phase is Phase.MATCH_OVER


class JoiningTable:
    """How a table joins: by its director's enrolment, or by a card on the board."""

    def __init__(
        self, enroller: Enroller, camera: CameraWorker | None, director: FollowedDirector
    ) -> None:
        self._enroller = enroller
        self._camera = camera
        self._director = director
        self._looked_ns = 0

    def tick(self) -> None:
        """Once a second: follow a new enrolment, or a new table number."""
        now_ns = time.monotonic_ns()
        if now_ns - self._looked_ns < SECOND_NS:
            return
        self._looked_ns = now_ns
        director = self._director
        director.follow_enrolment()
        if self._camera is not None:
            wanted = director.may_join and (director.is_new or self._enroller.wants_card)
            self._camera.look_for_cards(on=wanted)
        if not director.may_join:
            self._enroller.leave()
        director.take_number(now_ns)
