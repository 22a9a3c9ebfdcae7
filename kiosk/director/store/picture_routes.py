"""Roll pictures over HTTP: sent by tables, seen by viewers."""

from collections.abc import Callable, Container

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse

from kiosk.catalogue.text import Language, format_text
from kiosk.director.http.answers import answer_error, read_body
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import Permission
from kiosk.director.store.album import Album
from kiosk.director.store.jpeg import jpeg_fault
from kiosk.director.store.pictures import LONGEST_PICTURE
from kiosk.wire.sent_picture import KEY_HEADER, SIGNATURE_HEADER, is_signed

A_DAY = {"Cache-Control": "private, max-age=86400, immutable"}


def add_pictures(
    app: FastAPI,
    album: Album,
    enrolled: Container[str],
    auth: Auth,
    language_of: Callable[[Request], Language],
    why_refused: Callable[[Request], str | None],
) -> None:
    """`enrolled` has the keys of this director's tables; `why_refused` is the reason for a request
    that is not for this director.
    """

    async def take(request: Request) -> Response:
        """Sender and name are checked before the picture's bytes are read."""
        sha256 = request.path_params["sha256"]
        why = why_refused(request)
        if why is not None:
            return answer_error(403, why)
        unsigned = _unsigned(request, sha256, enrolled)
        if unsigned is not None:
            return unsigned
        if album.file(sha256) is not None:
            return Response(status_code=204)
        if not album.is_named(sha256):
            return answer_error(400, f"no row names a picture {sha256}: keep it")
        content = await read_body(request, LONGEST_PICTURE)
        fault = jpeg_fault(content)
        if fault is None and await album.take(sha256, content):
            return Response(status_code=204)
        return answer_error(400, f"picture {sha256}: {fault or 'its bytes have another sha256'}")

    # Starlette's own route, as for the tables' other messages
    app.add_route("/table/pictures/{sha256}", take, methods=["PUT"])

    @app.get("/pictures/{sha256}.jpg")
    async def picture(sha256: str, request: Request) -> Response:
        auth.person(request, Permission.WATCH)
        file = album.file(sha256)
        if file is None:
            removed = album.removal_words(sha256)
            if removed is not None:
                return answer_error(410, format_text(removed, language_of(request)))
            return answer_error(404, f"no picture {sha256} is here; its table may still send it")
        return FileResponse(
            file,
            media_type="image/jpeg",
            headers=A_DAY,
            filename=file.name,
            content_disposition_type="inline",
        )


def _unsigned(request: Request, sha256: str, enrolled: Container[str]) -> Response | None:
    """The answer to a picture not signed by one of our tables. A table does not retry after 400."""
    key, signature = (request.headers.get(name, "") for name in (KEY_HEADER, SIGNATURE_HEADER))
    if not key and not signature:
        return answer_error(400, f"picture {sha256} is not signed by its table: update that table")
    if key not in enrolled:
        return answer_error(403, f"picture {sha256} is not signed by a table that is enrolled here")
    if not is_signed(sha256, key, signature):
        return answer_error(
            403, f"picture {sha256} is not signed by the key it names: send it again"
        )
    return None
