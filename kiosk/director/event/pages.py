"""The two pages of an event: one to set it up, one to run it."""

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response

from kiosk.director.event.undo import TAKES
from kiosk.director.people.auth import Auth, Person
from kiosk.director.people.roles import EVENT_ACTS, Permission, may_act
from kiosk.director.people.routes import Page


def add_event_pages(app: FastAPI, auth: Auth, page: Page, profiles: Mapping[str, str]) -> None:
    """`profiles` are the titles of the available rule profiles, by id."""

    @app.get("/event/set-up")
    async def set_up(request: Request) -> Response:
        return answer_page("set_up", request, auth.person(request, Permission.ENTRIES))

    @app.get("/event/run")
    async def run(request: Request) -> Response:
        return answer_page("run", request, auth.person(request, Permission.WATCH))

    def answer_page(script: str, request: Request, person: Person) -> Response:
        """The page, without what the person may not do."""
        acts = [act for act in EVENT_ACTS if may_act(person.role, act)]
        here = {"acts": acts, "profiles": dict(profiles), "takes": sorted(TAKES)}
        return page("event.html", request, person, here=here, script=script)
