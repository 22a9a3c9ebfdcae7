"""Errors inside the service: one sentence for the sender, one line for the log.

An exception's message may repeat what was sent, a password or a token. So the log gets its type and
the places it passed, and neither has the request.
"""

import logging
import time
import traceback
from collections.abc import Callable
from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.catalogue.text import Text, format_text, text
from kiosk.director.http.answers import answer_error
from kiosk.director.http.coalesced import RepeatCounter

MOST_PLACES = 8
"""Most places of a failed call that are logged, the innermost first."""

_log = logging.getLogger(__name__)


class FaultLog:
    """Keeps an error at its request. `answer` makes the answer from its words.

    The same error has the same number, and is logged once a minute with its count.
    """

    def __init__(
        self,
        app: ASGIApp,
        answer: Callable[[Text, Request], Response],
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._app = app
        self._answer = answer
        self._clock_ns = clock_ns
        self._numbers: dict[str, int] = {}
        self._logged: RepeatCounter[int] = RepeatCounter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_on(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, send_on)
        except Exception as error:  # noqa: BLE001 (whatever it is, it ends here)
            number = self._log_fault(scope, error)
            if scope["type"] == "http" and not has_begun:
                await self._respond(number, Request(scope))(scope, receive, send)

    def _log_fault(self, scope: Scope, error: Exception) -> int:
        """Log the error; return its number."""
        words = f"{_name_route(scope)}: {_trace(error)}"
        number = self._numbers.setdefault(words, len(self._numbers) + 1)
        times = self._logged.count(number, self._clock_ns())
        if times:
            again = f", {times} times" if times > 1 else ""
            _log.error("fault %d%s in %s", number, again, words)
        return number

    def _respond(self, number: int, request: Request) -> Response:
        words = text(
            "The service failed at this, fault {number} in its log: load the page again and try "
            "once more",
            number=number,
        )
        try:
            return self._answer(words, request)
        except Exception as error:  # noqa: BLE001 (the error page itself may fail)
            self._log_fault(request.scope, error)
            return answer_error(500, format_text(words))


def _name_route(scope: Scope) -> str:
    """The method and the route's pattern: an address may hold typed text."""
    route = getattr(scope.get("route"), "path", None)
    endpoint = getattr(scope.get("endpoint"), "__name__", "no route")
    return f"{scope.get('method', scope['type'])} {route or endpoint}"


def _trace(error: BaseException) -> str:
    """The types of an error and its cause, and the places it passed, the innermost first."""
    kinds, cause = [type(error).__name__], error.__cause__ or error.__context__
    if cause is not None:
        kinds.append(type(cause).__name__)
    frames = traceback.extract_tb(error.__traceback__)[-MOST_PLACES:]
    places = [f"{PurePath(each.filename).name}:{each.lineno} {each.name}" for each in frames]
    return f"{' from '.join(kinds)} in {', '.join(reversed(places))}"
