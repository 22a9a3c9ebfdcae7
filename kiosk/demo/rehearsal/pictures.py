"""Pictures of an event's pages, at half time and at the end, if there is a browser."""

import threading
from typing import Any

from kiosk.demo.console import Console
from kiosk.demo.rehearsal.options import Options
from kiosk.demo.rehearsal.reckoning import count_results
from kiosk.demo.shots import ConsoleShots


class EventPictures:
    """`trusted`: the director's certificate. Pictures are taken while the event goes on."""

    def __init__(self, console: Console, trusted: str, options: Options) -> None:
        self._console = console
        self._shots = (
            ConsoleShots(options.out / "pictures", trusted, console.cookie)
            if options.pictures
            else None
        )
        self._at = options.players // 2
        self._taking: threading.Thread | None = None
        if self._shots is not None:
            console.make_public(shown="scores", names=True, draws=True, places=True)

    def take_at_half(self, event: Any) -> None:
        """Take the pictures once half of the event is played."""
        if self._taking is None and count_results(event) >= self._at:
            self.take_all("half", event)

    def take_all(self, when: str, event: Any) -> None:
        """Take all pictures now, after earlier ones are finished."""
        shots = self._shots
        if shots is None:
            return
        self.finish()
        sheet = event["divisions"][0]["division_id"]
        wanted = {"run": "event/run", "hall": "hall", "phone": "phone"}
        if when == "end":
            wanted |= {"set-up": "event/set-up", "sheet": f"event/sheet/{sheet}"}
        pages = {f"{when}-{name}": f"{self._console.url}/{path}" for name, path in wanted.items()}
        self._taking = threading.Thread(target=lambda: shots.take(**pages))
        self._taking.start()

    def finish(self) -> None:
        """Wait until all pictures begun are taken."""
        if self._taking is not None:
            self._taking.join()
