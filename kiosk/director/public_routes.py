"""What the event makes public: a page, its stream, its pictures. Nobody needs an account for them,
and who has one sees no more here.
"""

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse

from kiosk.catalogue.text import text
from kiosk.director.crowd import Crowd, answer_stream
from kiosk.director.doors import Doors
from kiosk.director.errors import NotPublic
from kiosk.director.people_routes import Page
from kiosk.director.roles import Act
from kiosk.director.service import Service


def add_public(app: FastAPI, service: Service, doors: Doors, page: Page, crowd: Crowd) -> None:
    """What is not public is left out here and not in the browser."""
    accounts, strangers = service.people.accounts, service.strangers

    @app.get("/live")
    async def live(request: Request) -> Response:
        doors.anybody(Act.LIVE)
        return page("live.html", request, None)

    @app.get("/live/events")
    async def events(request: Request) -> Response:
        doors.anybody(Act.LIVE)
        if not accounts.public.is_any:
            raise NotPublic(text("This event shows nothing to visitors"))
        crowd.check(request, stranger=True)
        told = crowd.stream(
            request, strangers.stream(), lambda: accounts.public.is_any, stranger=True
        )
        return answer_stream(told)

    @app.get("/live/pictures/{sha256}.jpg")
    async def picture(sha256: str) -> Response:
        doors.anybody(Act.LIVE)
        file = service.album.file(sha256) if strangers.shows(sha256) else None
        if file is None:
            raise NotPublic(text("No picture of this name is public now"))
        return FileResponse(file, media_type="image/jpeg", headers={"Cache-Control": "no-store"})
