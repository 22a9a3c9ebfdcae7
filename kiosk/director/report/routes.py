"""A division's result sheet, and the report to the federation."""

from starlette.responses import Response

from kiosk.catalogue.text import text
from kiosk.director.console import ConsoleFeed
from kiosk.director.errors import DivisionUnknown
from kiosk.director.http.route import PAGE, Route, RouteRequest
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import origin
from kiosk.director.report.federation import Report, federation_report
from kiosk.director.report.result_sheet import bracket_words, cause_words, place_words, sheet_of
from kiosk.director.report.slips import score_slips
from kiosk.director.report.words import DECISIONS, LEAVING, LISTS, MATTERS, STATES
from kiosk.tournament.ratings import FORMULAS

WORDS = {
    "matters": MATTERS,
    "leaving": LEAVING,
    "states": STATES,
    "decisions": DECISIONS,
}
"""Texts for the page's codes."""


class ReportRoutes:
    """For the director and his assistants."""

    def __init__(self, console: ConsoleFeed) -> None:
        self._console = console

    @Route(
        "GET /event/sheet/{division_id}",
        Permission.REPORT,
        "A division's result sheet.",
        {200: (PAGE,)},
    )
    async def result_sheet(self, request: RouteRequest[None]) -> Response:
        division_id = request.path_params["division_id"]
        now = await self._console.chronicles.read_current()
        division = now.tournament.divisions.get(division_id)
        if division is None:
            raise DivisionUnknown(
                text(
                    "this event has no division {name}: check the name",
                    name=quote_value(division_id),
                )
            )
        return request.page(
            "sheet.html",
            event=now.tournament.name,
            division=division.name,
            brackets=sheet_of(now.tournament, division, now.history),
            place=place_words,
        )

    @Route(
        "GET /event/slips",
        Permission.REPORT,
        "Score slips of the matches that are called, to print.",
        {200: (PAGE,)},
    )
    async def slips_page(self, request: RouteRequest[None]) -> Response:
        now = await self._console.chronicles.read_current()
        slips = tuple(score_slips(now.tournament, origin(request)))
        return request.page("slips.html", event=now.tournament.name, slips=slips)

    @Route("GET /event/report", Permission.REPORT, "The report to the federation.", {200: (PAGE,)})
    async def report_page(self, request: RouteRequest[None]) -> Response:
        now = await self._console.chronicles.read_current()
        return request.page(
            "report.html",
            report=federation_report(now, await self._console.rulings(), request.language),
            words_of=WORDS,
            formulas=tuple(FORMULAS),
            lists=LISTS,
            divisions={each.division_id: each.name for each in now.tournament.divisions.values()},
            place=place_words,
            bracket=bracket_words,
            cause=cause_words,
        )

    @Route("GET /event/report.json", Permission.REPORT, "The same for programs.", {200: (Report,)})
    async def report_as_json(self, request: RouteRequest[None]) -> object:
        now = await self._console.chronicles.read_current()
        return federation_report(now, await self._console.rulings(), request.language)
