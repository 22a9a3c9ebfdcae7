"""The two pages of an event: one to set it up, one to run it."""

from collections.abc import Mapping

from starlette.responses import Response

from kiosk.director.event.undo import ADDS, TAKES
from kiosk.director.http.route import PAGE, Route, RouteRequest
from kiosk.director.people.roles import EVENT_ACTS, Permission, may_act


class EventPageRoutes:
    """`profiles` are the titles of the available rule profiles, by id."""

    def __init__(self, profiles: Mapping[str, str]) -> None:
        self._profiles = dict(profiles)

    @Route(
        "GET /event/set-up",
        Permission.ENTRIES,
        "The page where an event is set up.",
        {200: (PAGE,)},
    )
    async def set_up_page(self, request: RouteRequest[None]) -> Response:
        return self._answer_page("set_up", request)

    @Route("GET /event/run", Permission.WATCH, "The page where an event is run.", {200: (PAGE,)})
    async def run_page(self, request: RouteRequest[None]) -> Response:
        return self._answer_page("run", request)

    def _answer_page(self, script: str, request: RouteRequest[None]) -> Response:
        """The page, without what the person may not do."""
        acts = [act for act in EVENT_ACTS if may_act(request.person.role, act)]
        here = {"acts": acts, "profiles": self._profiles, "takes": sorted(TAKES)}
        here["adds"] = sorted(ADDS)
        return request.page("event.html", here=here, script=script)
