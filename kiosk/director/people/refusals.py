"""Notes refusals, repeated ones only once."""

import asyncio
from collections.abc import Awaitable, Callable

from kiosk.director.http.coalesced import RepeatCounter
from kiosk.director.people.notes import Note, RoleRefused, SignInFailed


class Refusals:
    """Lives on the event loop. `note` stores one note."""

    def __init__(
        self, note: Callable[[Note], Awaitable[None]], monotonic_ns: Callable[[], int]
    ) -> None:
        self._note = note
        self._monotonic_ns = monotonic_ns
        self._failed: RepeatCounter[str | None] = RepeatCounter()
        self._roles: RepeatCounter[str] = RepeatCounter()
        self._noting: set[asyncio.Future[None]] = set()

    def note_sign_in(self, name: str | None, address: str) -> None:
        """Note a wrong password for an account, or a name without one. It is stored after the
        answer, which takes equally long for existing and unknown names.
        """
        times = self._failed.count(name, self._monotonic_ns())
        if times:
            note = SignInFailed(name=name, times=times, address=address)
            noting = asyncio.ensure_future(self._note(note))
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)

    async def note_role(self, name: str, what: str, address: str) -> None:
        """Note a request that the account's role does not allow."""
        times = self._roles.count(name, self._monotonic_ns())
        if times:
            await self._note(RoleRefused(what=what, times=times, by=name, address=address))

    async def settle(self) -> None:
        """Return once everything is stored."""
        await asyncio.gather(*self._noting, return_exceptions=True)
