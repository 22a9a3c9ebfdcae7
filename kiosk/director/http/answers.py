"""Request bodies and response formats."""

import gzip
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

PACKED_AT = 1
"""gzip level: higher ones make a whole event little smaller and take twice the time."""


@dataclass(frozen=True, slots=True)
class GzippedJson:
    """JSON, plain and gzipped (RFC 1952): a whole event goes to many browsers over Wi-Fi."""

    plain: bytes
    gzip: bytes


class BodyTooLong(Exception):
    """The request's body is longer than allowed."""


async def read_body(request: Request, longest: int) -> bytes:
    """The request's body. Raises BodyTooLong as soon as it exceeds `longest`. `HttpConnection`
    limits the time.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise BodyTooLong(f"more than {longest} bytes came; send less at once")
    return bytes(body)


def wants_page(request: Request) -> bool:
    """Whether the answer is for a person's browser, not for a script or a program."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def answer_json(value: Any, status: int = 200) -> Response:
    """JSON with Cache-Control: no-store."""
    return no_store(msgspec.json.encode(value), status)


def answer_error(status: int, words: str) -> Response:
    """Why it was not done."""
    return answer_json({"error": words}, status)


def no_store(content: bytes, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(content, status, headers, "application/json")


def packed(value: Any) -> GzippedJson:
    plain = msgspec.json.encode(value)
    return GzippedJson(plain, gzip.compress(plain, PACKED_AT, mtime=0))


def answer_packed(request: Request, shown: GzippedJson) -> Response:
    """gzip if the client accepts it (RFC 9110, 12.5.3)."""
    asked = request.headers.get("accept-encoding", "").replace(" ", "").lower()
    may = re.search(r"(^|,)gzip(?!;q=0(\.0*)?(,|$))[;,]?", asked) is not None
    answer = no_store(shown.gzip if may else shown.plain, 200)
    answer.headers["Vary"] = "Accept-Encoding"
    if may:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def answer_file(content: bytes, media_type: str, name: str) -> Response:
    """A file for download; its name may have any letters (RFC 6266)."""
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
    }
    return Response(content, 200, headers, media_type)
