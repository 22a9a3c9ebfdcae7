"""What people say was played, signed by their accounts and kept beside what was inferred."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from kiosk.director.people.auth import Person
from kiosk.director.store.album import InThread
from kiosk.director.store.store import Store, StoredPlayAnswer
from kiosk.record.transcripts import PlayAnswer


@dataclass(frozen=True, slots=True)
class SignedAnswer:
    """An answer, who gave it, and when."""

    answer: PlayAnswer
    by: str
    at_utc: str


class PlayAnswers:
    """Used on the event loop; an answer that changes another is kept after it."""

    def __init__(self, store: Store, in_thread: InThread, utc: Callable[[], str]) -> None:
        self._store = store
        self._in_thread = in_thread
        self._utc = utc

    async def of_match(self, journal_id: str, match_id: str) -> tuple[SignedAnswer, ...]:
        """The answers to a match, the earliest first. Raises StoreError."""
        found = await self._in_thread(self._store.play_answers, journal_id, match_id)
        return tuple(
            SignedAnswer(msgspec.json.decode(each.body, type=PlayAnswer), each.by, each.at_utc)
            for each in found
        )

    async def keep(self, journal_id: str, match_id: str, answer: PlayAnswer, person: Person) -> int:
        """Keep an answer; return how many the match has now. Raises StoreError."""
        stored = StoredPlayAnswer(
            journal_id=journal_id,
            match_id=match_id,
            body=msgspec.json.encode(answer).decode(),
            by=person.name,
            at_utc=self._utc(),
            account=person.name,
            session=person.session,
            address=person.address,
        )
        await self._in_thread(self._store.answer_play, stored)
        return len(await self.of_match(journal_id, match_id))
