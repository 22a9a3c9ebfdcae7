"""HTTP requests no program of ours makes, to every route there is. By a seed."""

import json
import random
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from typing import Any

from starlette.routing import BaseRoute, Mount, Route

from kits.mutated import mutated

AT_ONCE = 200
"""Requests that are out at a time."""

_GO_ON = re.compile(rb"HTTP/1\.1 1\d\d[^\r]*\r\n\r\n")
"""What is said first to who expects it; the answer is still to come."""

WITHIN_S = 120.0
"""Far more than anything takes, on a machine with other work to do."""

_METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "G\x00T",
)
_NAMES = (
    *("x", "..", "%00", "%ff%fe", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "-1", "\xe6", "a" * 5000, ""),
    *("%", "%0d%0aSet-Cookie:x=y", "a" * 64, "0" * 63, "con\\..\\x", "//x", "?", "#", "%D8%00"),
)
_QUERIES = (
    "",
    "?after=-1",
    "?after=" + "9" * 400,
    "?after=x",
    "?after=1&after=%00",
    "?" + "a&" * 900,
)
_VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, 10**30, "", "x", "x" * 5000, "\u202e\u200b", "\ud800", "\x00"),
    *([], {}, [[[[]]]], {"a": {"a": []}}, [1] * 500, "journal-1", "director:Kari"),
)
_LENGTHS = (
    *(b"-1", b"0", b"1", b"999", b"9" * 40, b"1e3", b"0x10", b"", b" 5 ", b"5, 5", b"+5", b"\xb2"),
)
_CHUNKS = (
    *(
        b"0\r\n\r\n",
        b"-1\r\nx\r\n",
        b"fffffffffffffffffffff\r\nx",
        b"zz\r\n",
        b"5\r\nab",
        b"5;x=y\r\n",
    ),
    *(b"3\r\nabc\r\n0\r\nX: y\r\n\r\n", b"1\r\n{\r\n" * 200, b"\r\n" * 50, b"5\nabcde\n0\n\n"),
)
_LINES = (
    *(
        b"",
        b"\r\n",
        b"GET\r\n",
        b"GET / HTTP/9.9",
        b"GET / HTTP/1.1 x",
        b"/ GET HTTP/1.1",
        b"\x16\x03\x01",
    ),
    *(
        b"PRI * HTTP/2.0\r\n\r\nSM",
        b"GET http://[::1/ HTTP/1.1",
        b"GET * HTTP/1.1",
        b"GET / HTTP/0.9",
    ),
)
_HEADERS = (
    *(
        b"Host: evil.example",
        b"Host: ",
        b"Host: [::1",
        b"Origin: null",
        b"Origin: \xff",
        b": x",
        b"X y",
    ),
    *(
        b"Last-Event-ID: " + b"9" * 900,
        b"Last-Event-ID: \xb2",
        b"Accept-Language: " + b"a,;q=" * 300,
    ),
    *(b"Cookie: language=\xff; =; ;;", b"Cookie: " + b"a=b;" * 900, b"Expect: 100-continue"),
    *(
        b"Upgrade: websocket\r\nConnection: Upgrade",
        b"Range: bytes=-9,9-,x",
        b"X: " + b"x" * 20_000,
    ),
    *(b'If-None-Match: "', b"If-Modified-Since: Sun, 99 Foo", b"Transfer-Encoding: gzip, chunked"),
    *(b"Content-Encoding: gzip", b" folded: x", b"X:\x00", b"Content-Type: multipart/form-data"),
)


def ways(routes: Sequence[BaseRoute]) -> list[tuple[str, str]]:
    """Method and path of each route of an application; `{}` stands for what is named."""
    found = []
    for route in routes:
        if isinstance(route, Mount):
            found.append(("GET", f"{route.path}/{{}}"))
        elif isinstance(route, Route):
            path = "/".join(_named(part) for part in route.path.split("/"))
            found += [(method, path) for method in sorted(route.methods or {"GET"})]
    return found


def _named(part: str) -> str:
    before, brace, rest = part.partition("{")
    return f"{before}{{}}{rest.partition('}')[2]}" if brace else part


def requests(
    routes: Sequence[tuple[str, str]],
    samples: Mapping[str, Sequence[bytes]],
    seed: int,
    count: int,
    headers: Mapping[str, str],
) -> Iterator[bytes]:
    """Nearly each is wrong in one way or more, or asks for what is not there. `samples` are bodies
    by the path that takes them; `headers` are what a caller is known by, and his Host.
    """
    chance = random.Random(seed)
    every = [body for bodies in samples.values() for body in bodies]
    anyones = mutated(every, seed, 1 << 60)
    its_own = {path: mutated(bodies, seed, 1 << 60) for path, bodies in samples.items()}
    own = [f"{name}: {value}".encode("latin-1") for name, value in headers.items()]
    for _request in range(count):
        method, path = chance.choice(routes)
        fitting, right = its_own.get(path, anyones), samples.get(path, ())
        path = path.replace("{}", chance.choice(_NAMES)) + chance.choice((*_QUERIES, "", ""))
        if chance.random() < 0.1:
            method = chance.choice(_METHODS)
        line = f"{method} {path} HTTP/1.1".encode("latin-1")
        body = _shapes(chance) if chance.random() < 0.3 else next(chance.choice((anyones, fitting)))
        if right and chance.random() < 0.4:
            body = _twisted(chance.choice(right), chance)
        length = b"Content-Length: %d" % len(body)
        if chance.random() < 0.05:
            line = chance.choice(_LINES)
        if chance.random() < 0.15:
            length = b"Content-Length: " + chance.choice(_LENGTHS)
        elif chance.random() < 0.1:
            length, body = b"Transfer-Encoding: chunked", chance.choice(_CHUNKS)
        more = [chance.choice(_HEADERS)] if chance.random() < 0.3 else []
        whole = b"\r\n".join((line, *own, *more, length, b"", b"")) + body
        if chance.random() < 0.1:
            whole = next(mutated((whole,), chance.randrange(1 << 30), 1))
        yield whole


def _twisted(right: bytes, chance: random.Random) -> bytes:
    """What may be asked, one thing in it another; or as it is, for who may not."""
    said = json.loads(right)
    if chance.random() < 0.8:
        said[chance.choice(list(said))] = chance.choice(_VALUES)
    return json.dumps(said).encode()


def _shapes(chance: random.Random) -> bytes:
    """JSON whose fields hold what they may not."""
    names = ("journal_id", "match_id", "kind", "by", "why", "command_id", "text", "side", "points")
    names += ("row", "type", "signed", "signature", "rows", "white", "black", "profile", "rules")
    said = {name: chance.choice(_VALUES) for name in names if chance.random() < 0.7}
    if chance.random() < 0.7:
        said["journal_id"] = "journal-9"  # of no table, so that nothing can come of it
    if chance.random() < 0.7:
        said["kind"] = chance.choice(("stop", "message", "score", "clock", "profile", "accept"))
    whole = chance.choice((said, said, said, [said], chance.choice(_VALUES)))
    return json.dumps(whole).encode()


def statuses(
    opened: Callable[[], socket.socket], whole: Iterator[bytes]
) -> Iterator[tuple[bytes, int]]:
    """Each request over a connection of its own, and the status it was answered with; 0: the
    director hung up without a word.
    """
    while batch := list(islice(whole, AT_ONCE)):
        with ExitStack() as stack:
            sockets = []
            for request in batch:  # at once: who says nothing is soon answered so
                sockets.append(stack.enter_context(closing(opened())))
                _said(sockets[-1], request)
            for request, made in zip(batch, sockets, strict=True):
                try:
                    status = _status(made)
                except TimeoutError as error:
                    raise AssertionError(f"no answer to {request[:600]!r}") from error
                yield request, status


def _said(made: socket.socket, request: bytes) -> None:
    made.settimeout(WITHIN_S)
    try:
        made.sendall(request)
    except OSError:
        return  # it has hung up already


def _status(made: socket.socket) -> int:
    told = b""
    try:
        while (b"\r\n" not in told or _GO_ON.match(told)) and (part := made.recv(4096)):
            told = _GO_ON.sub(b"", told + part)
    except (ConnectionError, ssl.SSLError):
        return 0
    return int(told.split(b" ", 2)[1]) if told.startswith(b"HTTP/") else 0


def done(request: bytes, status: int) -> str | None:
    """The path at which something was changed; None: nothing was."""
    method, _, rest = request.partition(b" ")
    if method in {b"GET", b"HEAD"} or not 200 <= status < 300:
        return None
    return rest.split(b" ")[0].partition(b"?")[0].decode("latin-1")
