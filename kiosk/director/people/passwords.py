"""Password rules, and hashing by argon2id in threads of its own.

One password of strangers is hashed at a time, and beside it one of users who signed in before; few
may wait. So password tries do not delay the tables, and strangers do not delay known users.
"""

import secrets
import unicodedata
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn

from kiosk.catalogue.text import text
from kiosk.director.errors import PersonInvalid, TooBusy
from kiosk.director.http.bounded_worker import BoundedWorker, WorkerFull

T = TypeVar("T")

SHORTEST = 12
LONGEST = 200
"""Most characters, of any kind (OWASP ASVS 5.0, 6.2.5): three words are enough."""

STRONG = 3
"""On zxcvbn's scale of 0 to 4: more than 100 million guesses by an attacker with lists of words,
names and leaked passwords, and of how people vary them.
"""

_WORDS = ("backgammon", "kiosk")
"""Beside the account's name, the first guesses here (OWASP ASVS 5.0, 6.1.2)."""

FEWEST_BESIDE = 8
"""Least letters and digits beside such a word."""

_READ = 72
"""Characters that zxcvbn examines."""

MEMORY_KIB = 19_456
PASSES = 2
LANES = 1
"""OWASP Password Storage Cheat Sheet, argon2id."""

MOST_WAITING = 16


def check_password(password: str, name: str) -> None:
    """Check a new password. Raises PersonInvalid, without the password."""
    if not SHORTEST <= len(_composed(password)) <= LONGEST:
        raise PersonInvalid(
            text(
                "A password has {low} to {high} characters: three words will do",
                low=SHORTEST,
                high=LONGEST,
            )
        )
    known = [name, *name.split(), *_WORDS]
    weak = zxcvbn(_composed(password)[:_READ], user_inputs=known)["score"] < STRONG
    if weak or _is_made_of(password, known):
        raise PersonInvalid(text("The password is too easy to guess: three words will do"))


def _is_made_of(password: str, words: Iterable[str]) -> bool:
    """Whether little is left of it without these words, which are guessed first."""
    whole = left = _composed(password).casefold()
    for word in sorted(map(str.casefold, words), key=len, reverse=True):
        left = left.replace(word, "")
    return left != whole and sum(map(str.isalnum, left)) < FEWEST_BESIDE


class Passwords:
    """Hashes and checks passwords. `hasher`: other costs than the usual."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(
            time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES
        )
        self._strangers = BoundedWorker("passwords", MOST_WAITING)
        self._own = BoundedWorker("own-passwords", MOST_WAITING)

    async def hash_password(self, password: str) -> str:
        """Hash of a new password, for a user who is signed in or has a link. Raises TooBusy."""
        return await _in(self._own, lambda: self._hasher.hash(_composed(password)))

    async def matches(self, kept: str | None, password: str, *, is_own: bool = False) -> bool:
        """Whether the password matches the hash `kept`; without one never, after the same time.
        `is_own`: tried by a browser that signed in under the name before. Raises TooBusy.
        """
        worker = self._own if is_own else self._strangers
        return await _in(worker, lambda: self._matches(kept, password))

    def close(self) -> None:
        self._strangers.close()
        self._own.close()

    def _matches(self, kept: str | None, password: str) -> bool:
        try:
            right = self._hasher.verify(kept or self._dummy_hash, _composed(password)[:LONGEST])
        except (VerificationError, InvalidHashError):
            return False
        return right and kept is not None

    @cached_property
    def _dummy_hash(self) -> str:
        return self._hasher.hash(secrets.token_urlsafe())


async def _in(worker: BoundedWorker, act: Callable[[], T]) -> T:
    try:
        return await worker.run(act)
    except WorkerFull:
        raise TooBusy(text("Too many sign-ins at once: try again in a few seconds")) from None


def _composed(password: str) -> str:
    return unicodedata.normalize("NFC", password)
