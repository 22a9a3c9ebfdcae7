"""Whether the service is sound, and its state for its operators."""

from kiosk.catalogue.text import format_text
from kiosk.director.event.at_tables import EventTables
from kiosk.director.hub import Hub
from kiosk.director.public.strangers import VisitorFeed
from kiosk.director.store.second_copy import SecondCopy
from kiosk.director.store.thread import StoreThread
from kiosk.director.tables.tables import Tables


class ServiceHealth:
    """`copy` is the second copy, if the settings want one."""

    def __init__(
        self,
        event_id: str,
        thread: StoreThread,
        tables: Tables,
        event_tables: EventTables,
        hub: Hub,
        strangers: VisitorFeed,
    ) -> None:
        self.copy: SecondCopy | None = None
        self._event_id = event_id
        self._thread = thread
        self._tables = tables
        self._event_tables = event_tables
        self._hub = hub
        self._strangers = strangers

    @property
    def is_sound(self) -> bool:
        """Whether everything is stored and done, and no part of the event is stuck."""
        event = self._event_tables
        return self._thread.failure is None and event.failure is None and not event.alarms

    def view(self) -> dict[str, object]:
        """State of the service, for its operators."""
        failure, copy = self._thread.failure, self.copy
        return {
            "event_id": self._event_id,
            "tables": len(self._tables),
            "stale": self._tables.count_stale(),
            "browsers": len(self._hub),
            "strangers": len(self._strangers.hub),
            "failure": str(failure) if failure else None,
            "event": [format_text(each.words) for each in self._event_tables.alarms],
            "seating": self._event_tables.failure,
            "copy": copy.trouble if copy else None,
            "copied_utc": copy.copied_utc if copy else None,
        }
