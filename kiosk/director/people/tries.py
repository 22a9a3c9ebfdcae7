"""Compares passwords, within the limits of tries."""

from collections.abc import Callable

from kiosk.catalogue.text import text
from kiosk.director.errors import TooBusy
from kiosk.director.people.attempts import Attempts, SignInSource
from kiosk.director.people.passwords import Passwords


class SignInTries:
    """Lives on the event loop."""

    def __init__(
        self, attempts: Attempts, passwords: Passwords, monotonic_ns: Callable[[], int]
    ) -> None:
        self._attempts = attempts
        self._passwords = passwords
        self._monotonic_ns = monotonic_ns

    async def matches(
        self, kept: str | None, password: str, name: str, caller: SignInSource
    ) -> bool:
        """Whether `password` matches `kept`, the hash of the account `name`; without one never,
        after the same time. Raises TooBusy.
        """
        now_ns = self._monotonic_ns()
        wait_s = self._attempts.wait_s(name, caller, now_ns)
        if wait_s > 0:
            raise TooBusy(text("Too many wrong passwords: try again in {count} s", count=wait_s))
        self._attempts.count_try(name, caller, now_ns)
        try:
            right = await self._passwords.matches(kept, password, is_own=bool(caller.own))
        except TooBusy:
            self._attempts.take_back(name, caller)
            raise
        if right:
            self._attempts.count_right(name, caller)
        return right
