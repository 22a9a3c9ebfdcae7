"""The HTTP interface as OpenAPI 3.1, read from the declarations of routes, for users who are signed
in. Bodies have the types that are read, answers those in `answer_shapes.py`.

`tests/director/test_openapi.py` calls every route by it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, partial
from inspect import cleandoc
from typing import Any

import msgspec

from kiosk.director.http import answer_shapes as shapes
from kiosk.director.http.route import PAGE, TEXT, Route, RouteRequest
from kiosk.director.orders.schema import Schema, order_schemas
from kiosk.director.people.auth import CSRF_HEADER, cookie_name
from kiosk.director.people.roles import MAY, STRANGER, Permission
from kiosk.wire.messages import PROTOCOL

ORDER = "order"
"""The kind of a body described by one of the catalogue's forms."""

IN_WORDS = (shapes.Failed,)

STATUSES = {
    200: "It is done, or here it is",
    201: "It is made",
    202: "It is kept, and goes to its table",
    204: "It is kept",
    206: "The part that was asked for",
    303: "A browser is led to another page",
    400: "It makes no sense",
    401: "Nobody is signed in, or name and password do not fit",
    403: "Not his to do, another site's page, or not our name",
    404: "It is not known here",
    408: "It took too long",
    409: "Rows are missing before these, others are kept under their numbers; or the event is "
    "not so that it can be done",
    410: "The link holds no more, or the picture was removed",
    413: "It is too long",
    416: "It has no such part",
    429: "Too many tries",
    503: "It can't be kept, or too much is open here",
}


class OpenApiRoutes:
    """`routes` are all there are, `books` the available rule profiles."""

    def __init__(self, routes: Mapping[str, Route[Any]], books: Iterable[str]) -> None:
        self._document = cache(partial(build_document, routes.values(), tuple(books)))

    @Route("GET /openapi.json", Permission.WATCH, "This.", {200: (dict[str, Any],)})
    async def openapi(self, request: RouteRequest[None]) -> object:
        return self._document(cookie_name(request))


def build_document(
    routes: Collection[Route[Any]], books: tuple[str, ...], cookie: str
) -> dict[str, Any]:
    """The whole document; `cookie` is the session's."""
    types = [each for route in routes for each in _types(route)]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(map(repr, types), found, strict=True))
    forms = order_schemas(books)
    schemas[repr(ORDER)] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in forms]}
    for each in components.values():
        if "description" in each:
            each["description"] = cleandoc(each["description"])
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Kiosk director",
            "version": str(PROTOCOL),
            "description": "Pages and words come in the language of the cookie `language`, else of "
            "Accept-Language. What a table reports, its device signs inside the body.",
        },
        "paths": paths,
        "components": {
            "schemas": components | forms,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": cookie},
                "csrf": {"type": "apiKey", "in": "header", "name": CSRF_HEADER},
            },
        },
    }


def _types(route: Route[Any]) -> list[Any]:
    bodies = [
        route.body and route.body.kind,
        *(
            each
            for answers in (route.answers, route.refuses)
            for kinds in answers.values()
            for each in kinds
        ),
    ]
    return [
        each for each in (*bodies, shapes.Failed) if each is not None and not isinstance(each, str)
    ]


def _operation(route: Route[Any], schemas: Mapping[str, Schema]) -> dict[str, Any]:
    reads = route.method == "GET"
    named = re.findall(r"\{(\w+)\}", route.path)
    in_words = (*IN_WORDS, PAGE) if reads else IN_WORDS
    refuses: dict[int, tuple[Any, ...]] = dict.fromkeys((400, 403, 408, 503), in_words)
    if named:
        refuses[404] = in_words
    if route.body is not None:
        refuses[413] = in_words
    made: dict[str, Any] = {"summary": route.summary}
    if route.permission not in STRANGER:
        refuses |= {401: IN_WORDS, 303: ()} if reads else {401: IN_WORDS}
        made["security"] = [{"session": []} if reads else {"session": [], "csrf": []}]
        made["description"] = "For " + ", ".join(sorted(MAY[route.permission]))
    answers = {**refuses, **route.answers, **route.refuses}
    parameters = [_parameter(name, "path", TEXT) for name in named]
    parameters += [_parameter(name, *where) for name, where in route.asks.items()]
    if parameters:
        made["parameters"] = parameters
    if route.body is not None:
        made["requestBody"] = {"required": True, "content": _content((route.body.kind,), schemas)}
    made["responses"] = {
        str(status): {"description": STATUSES[status]}
        | ({"content": _content(answers[status], schemas)} if answers[status] else {})
        for status in sorted(answers)
    }
    return made


def _parameter(name: str, where: str, schema: Schema) -> Schema:
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _content(kinds: tuple[Any, ...], schemas: Mapping[str, Schema]) -> dict[str, Any]:
    content: dict[str, Any] = {
        kind: {} for kind in kinds if isinstance(kind, str) and kind != ORDER
    }
    found = [schemas[repr(kind)] for kind in kinds if kind == ORDER or not isinstance(kind, str)]
    if found:
        content["application/json"] = {"schema": found[0] if len(found) == 1 else {"anyOf": found}}
    return content
