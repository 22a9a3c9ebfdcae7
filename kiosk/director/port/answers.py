"""Bodies as they come, and answers as they go out."""

from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import Request, Response


class TooLong(Exception):
    """A request with a longer body than we read."""


async def read_body(request: Request, longest: int) -> bytes:
    """Raises TooLong as soon as more comes than we read. `Caller` sees to the time it takes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise TooLong(f"more than {longest} bytes came; send less at once")
    return bytes(body)


def wants_page(request: Request) -> bool:
    """Somebody looks at what is answered; else it is read by a script or a program."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def answer_json(value: Any, status: int = 200) -> Response:
    """Never kept by who hears it."""
    return no_store(msgspec.json.encode(value), status)


def in_words(status: int, words: str) -> Response:
    """Why it was not done."""
    return answer_json({"error": words}, status)


def no_store(content: bytes, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(content, status, headers, "application/json")


def answer_file(content: bytes, media_type: str, name: str) -> Response:
    """A file to keep; its name may have any letters (RFC 6266)."""
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
    }
    return Response(content, 200, headers, media_type)
