"""Who asks, and whether he may: what `app.py` asks before it does anything for a browser."""

from dataclasses import dataclass

from fastapi import Request

from kiosk.director.roles import Act, Role


@dataclass(frozen=True)
class Person:
    """Who is signed in: the account's name and role, his session, the address he is at."""

    name: str
    role: Role
    session: str
    address: str


class Doors:
    """Knows who a request is from. Nobody signs in yet: whoever asks is the director."""

    def person(self, request: Request, act: Act) -> Person:  # noqa: ARG002 (until roles count)
        """Who asks for it."""
        address = request.client.host if request.client else ""
        return Person("director", Role.DIRECTOR, "", address)
