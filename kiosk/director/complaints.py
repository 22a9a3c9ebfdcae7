"""Answers to refused requests, in the user's language."""

import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from kiosk.catalogue.text import Text, format_text, text
from kiosk.director.errors import (
    Complaint,
    DivisionUnknown,
    EventRefused,
    LadderUnknown,
    LinkVoid,
    ListRefused,
    NotAllowed,
    NotPublic,
    NotSignedIn,
    OrderInvalid,
    PersonInvalid,
    RoleTooLow,
    StoreError,
    TableUnknown,
    TooBusy,
)
from kiosk.director.http.answers import BodyTooLong, answer_error, answer_json, wants_page
from kiosk.director.http.coalesced import RepeatCounter
from kiosk.director.http.faults import FaultLog
from kiosk.director.http.route import LanguageOf, Page
from kiosk.director.http.stream_limits import TooManyStreams
from kiosk.director.people.auth import Auth, address_of
from kiosk.director.people.people import People

_log = logging.getLogger(__name__)


def add_complaints(
    app: Starlette,
    people: People,
    auth: Auth,
    page: Page,
    language: LanguageOf,
) -> None:
    """Answer each error in one sentence, as a page to a browser and as JSON to a program."""
    failed: RepeatCounter[str] = RepeatCounter()

    def answer_refusal(status: int, words: Text | str, request: Request) -> Response:
        why = format_text(words, language(request))
        if not wants_page(request):
            return answer_error(status, why)
        answer = page("refused.html", request, auth.known(request), why=why)
        answer.status_code = status
        return answer

    async def refuse(request: Request, error: Exception) -> Response:
        """Refuse, and log the request."""
        if not isinstance(error, RoleTooLow):
            raise error
        what = error.kind or f"{request.method} {request.scope['route'].path}"
        await people.refusals.note_role(error.name, what, address_of(request))
        return answer_refusal(403, error.words, request)

    def answering(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
        async def answer(request: Request, error: Exception) -> Response:
            return answer_refusal(
                status, error.words if isinstance(error, Complaint) else str(error), request
            )

        return answer

    async def ask_in(request: Request, error: Exception) -> Response:
        """Redirect a page to the sign-in; answer all else with the reason."""
        if wants_page(request):
            return RedirectResponse(f"/sign-in?to={quote(request.url.path)}", 303)
        words = error.words if isinstance(error, Complaint) else str(error)
        return answer_error(401, format_text(words, language(request)))

    async def refuse_act(request: Request, error: Exception) -> Response:
        """Every reason against an act, by its code and its subject, and in words."""
        if not isinstance(error, EventRefused):
            raise error
        viewers = language(request)
        reasons = [
            {"reason": reason, "about": about, "words": format_text(words, viewers)}
            for (reason, about), words in zip(error.against, error.each, strict=True)
        ]
        return answer_json({"error": format_text(error.words, viewers), "reasons": reasons}, 409)

    async def refuse_list(request: Request, error: Exception) -> Response:
        """Every fault in a list of players."""
        if not isinstance(error, ListRefused):
            raise error
        viewers, why = language(request), error.faults[0]
        faults = [
            {"line": each.line, "field": each.field, "words": format_text(each.words, viewers)}
            for each in error.faults
        ]
        first = (
            text("No players entered: line {line}: {why}", line=why.line, why=why.words)
            if why.line
            else text("No players entered: {why}", why=why.words)
        )
        refused = {"error": format_text(first, viewers), "faults": faults}
        choices = [{"code_page": each, "names": names} for each, names in error.code_pages.items()]
        return answer_json(refused | {"code_pages": choices, "twins": error.twins}, 400)

    async def no_such_thing(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        what = f"{request.method} {request.url.path}"
        return answer_refusal(status, text("No such page: {what}", what=what), request)

    async def fail_to_keep(request: Request, error: Exception) -> Response:
        """Answer that nothing can be saved; the reason is for account holders and the log."""
        times = failed.count(type(error).__name__, time.monotonic_ns())
        if times:
            _log.error("%s (%d times)", error, times)
        if auth.known(request) is not None:
            return answer_refusal(503, str(error), request)
        return answer_refusal(
            503, text("This can't be saved now: the reason is in the director's log"), request
        )

    async def nobody_there(_request: Request, _error_found: Exception) -> Response:
        """The client has gone: this answer is not received."""
        return Response(status_code=400)

    words: dict[type[Exception], int] = {
        OrderInvalid: 400,
        PersonInvalid: 400,
        NotAllowed: 403,
        TableUnknown: 404,
        DivisionUnknown: 404,
        LadderUnknown: 404,
        NotPublic: 404,
        LinkVoid: 410,
        TooBusy: 429,
        BodyTooLong: 413,
        TooManyStreams: 503,
    }
    answers = {kind: answering(status) for kind, status in words.items()} | {
        NotSignedIn: ask_in,
        RoleTooLow: refuse,
        EventRefused: refuse_act,
        ListRefused: refuse_list,
        StoreError: fail_to_keep,
        ClientDisconnect: nobody_there,
        HTTPException: no_such_thing,
    }
    for kind, answer in answers.items():
        app.add_exception_handler(kind, answer)
    app.add_middleware(FaultLog, lambda words, request: answer_refusal(500, words, request))
