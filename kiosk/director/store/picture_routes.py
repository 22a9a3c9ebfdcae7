"""Roll pictures over HTTP: sent by tables, seen by viewers."""

from collections.abc import Callable, Container

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from kiosk.catalogue.text import format_text
from kiosk.director.http.answer_shapes import Failed
from kiosk.director.http.answers import answer_error
from kiosk.director.http.route import JPEG, PAGE, PLAIN, TEXT, RequestBody, Route, RouteRequest
from kiosk.director.people.roles import Permission
from kiosk.director.store.album import Album
from kiosk.director.store.jpeg import jpeg_fault
from kiosk.director.store.pictures import LONGEST_PICTURE
from kiosk.wire.sent_picture import KEY_HEADER, SIGNATURE_HEADER, is_signed

A_DAY = {"Cache-Control": "private, max-age=86400, immutable"}


class PictureRoutes:
    """`enrolled` has the keys of this director's tables; `why_refused` is the reason for a request
    that is not for this director.
    """

    def __init__(
        self,
        album: Album,
        enrolled: Container[str],
        why_refused: Callable[[Request], str | None],
    ) -> None:
        self._album, self._enrolled, self._why_refused = album, enrolled, why_refused

    @Route(
        "PUT /table/pictures/{sha256}",
        Permission.TABLE,
        "Keep a roll's picture; its table signs its name.",
        {204: ()},
        RequestBody(JPEG, LONGEST_PICTURE, bytes),
        asks={KEY_HEADER: ("header", TEXT), SIGNATURE_HEADER: ("header", TEXT)},
    )
    async def take_picture(self, request: RouteRequest[bytes]) -> Response:
        """Sender and name are checked before the picture's bytes are read."""
        sha256, album = request.path_params["sha256"], self._album
        why = self._why_refused(request)
        if why is not None:
            return answer_error(403, why)
        unsigned = _unsigned(request, sha256, self._enrolled)
        if unsigned is not None:
            return unsigned
        if album.file(sha256) is not None:
            return Response(status_code=204)
        if not album.is_named(sha256):
            return answer_error(400, f"no row names a picture {sha256}: keep it")
        content = await request.read_body()
        fault = jpeg_fault(content)
        if fault is None and await album.take(sha256, content):
            return Response(status_code=204)
        return answer_error(400, f"picture {sha256}: {fault or 'its bytes have another sha256'}")

    @Route(
        "GET /pictures/{sha256}.jpg",
        Permission.WATCH,
        "A roll's picture, or a part of it.",
        {200: (JPEG,), 206: (JPEG,)},
        refuses={400: (Failed, PAGE, PLAIN), 410: (Failed, PAGE), 416: (PLAIN,)},
    )
    async def picture(self, request: RouteRequest[None]) -> Response:
        sha256, album = request.path_params["sha256"], self._album
        file = album.file(sha256)
        if file is None:
            removed = album.removal_words(sha256)
            if removed is not None:
                return answer_error(410, format_text(removed, request.language))
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
