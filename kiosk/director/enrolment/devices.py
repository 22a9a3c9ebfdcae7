"""The enrolled devices, and devices that send although no longer enrolled. Lives on the
event loop.
"""

from collections.abc import Awaitable, Callable, Iterable

from kiosk.director.enrolment.register import (
    EnrolmentCard,
    EnrolmentNote,
    Fact,
    Register,
    with_note,
)


class Devices:
    """`keep` stores a note before it counts. Any thread may read `register`: it is
    replaced whole.
    """

    def __init__(
        self,
        register: Register,
        keep: Callable[[EnrolmentNote], Awaitable[None]],
        utc: Callable[[], str],
        noted: Iterable[EnrolmentNote] = (),
    ) -> None:
        """`register` is the result of the file's tables and of all notes in `noted`."""
        self.register = register
        self.noted = list(noted)
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change of the register."""
        self._sent_utc: dict[str, str] = {}
        self._keep = keep
        self._utc = utc

    def __contains__(self, key: object) -> bool:
        """Whether the device with this key is enrolled at the moment."""
        return key in self.register

    def why_gone(self, key: str) -> str | None:
        """Why a device is no longer enrolled."""
        return self.register.why_gone(key)

    def card(self, name: str) -> EnrolmentCard | None:
        """The event card of this name."""
        return self.register.cards.get(name)

    def note_sending(self, key: str) -> None:
        """Note that a device that is no longer enrolled still sends."""
        self._sent_utc[key] = self._utc()

    def last_sent_utc(self, key: str) -> str | None:
        """When a device that is no longer enrolled last sent, if it did."""
        return None if self.why_gone(key) is None else self._sent_utc.get(key)

    async def note(self, fact: Fact, by: str) -> None:
        """Store an act about a card or a device, then apply it.

        Raises StoreFailed.
        """
        note = EnrolmentNote(fact, by, self._utc())
        await self._keep(note)
        self.register = with_note(self.register, note)
        self.noted.append(note)
        self.on_change()
