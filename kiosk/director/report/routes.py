"""A division's result sheet, and the report to the federation."""

from fastapi import FastAPI, Request, Response

from kiosk.catalogue.text import text
from kiosk.director.errors import DivisionUnknown
from kiosk.director.http.answers import answer_json
from kiosk.director.orders.forms import quote_value
from kiosk.director.people.auth import Auth
from kiosk.director.people.roles import Permission
from kiosk.director.people.routes import LanguageOf, Page
from kiosk.director.report.federation import federation_report
from kiosk.director.report.result_sheet import bracket_words, cause_words, place_words, sheet_of
from kiosk.director.report.words import DECISIONS, LEAVING, LISTS, MATTERS, STATES
from kiosk.director.service import Service
from kiosk.tournament.ratings import FORMULAS

WORDS = {
    "matters": MATTERS,
    "leaving": LEAVING,
    "states": STATES,
    "decisions": DECISIONS,
}
"""Texts for the page's codes."""


def add_reports(
    app: FastAPI, service: Service, auth: Auth, page: Page, language_of: LanguageOf
) -> None:
    """For the director and his assistants."""

    @app.get("/event/sheet/{division_id}")
    async def sheet(division_id: str, request: Request) -> Response:
        person = auth.person(request, Permission.REPORT)
        now = await service.chronicles.read_current()
        division = now.tournament.divisions.get(division_id)
        if division is None:
            raise DivisionUnknown(
                text(
                    "this event has no division {name}: check the name",
                    name=quote_value(division_id),
                )
            )
        return page(
            "sheet.html",
            request,
            person,
            event=now.tournament.name,
            division=division.name,
            brackets=sheet_of(now.tournament, division, now.history),
            place=place_words,
        )

    @app.get("/event/report")
    async def report_page(request: Request) -> Response:
        person = auth.person(request, Permission.REPORT)
        now = await service.chronicles.read_current()
        found = federation_report(now, await service.rulings(), language_of(request))
        return page(
            "report.html",
            request,
            person,
            report=found,
            words_of=WORDS,
            formulas=tuple(FORMULAS),
            lists=LISTS,
            divisions={each.division_id: each.name for each in now.tournament.divisions.values()},
            place=place_words,
            bracket=bracket_words,
            cause=cause_words,
        )

    @app.get("/event/report.json")
    async def as_json(request: Request) -> Response:
        auth.person(request, Permission.REPORT)
        now = await service.chronicles.read_current()
        return answer_json(federation_report(now, await service.rulings(), language_of(request)))
