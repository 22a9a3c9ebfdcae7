"""Write the table of kiosk/director/ROUTES.md again: python tests/director/write_routes.py"""

from collections.abc import Iterator
from pathlib import Path

from kiosk.director.app import ROUTES
from kiosk.director.people.roles import MAY, STRANGER, Permission, Role

ROUTES_MD = Path(__file__).parents[2] / "kiosk/director/ROUTES.md"
MARK = "from the declarations of the routes. -->\n"


def written(text: str) -> str:
    """The page with its table as the code has it."""
    head, mark, _table = text.partition(MARK)
    return f"{head}{mark}\n" + "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "| route | who | what |"
    yield "|---|---|---|"
    for name, route in ROUTES.items():
        yield f"| `{name}` | {_least(route.permission)} | {route.summary} |"


def _least(permission: Permission) -> str:
    """The least of those who may."""
    if permission is Permission.TABLE:
        return "table"
    if permission in STRANGER:
        return "anybody"
    return [role for role in Role if role in MAY[permission]][-1]


if __name__ == "__main__":
    ROUTES_MD.write_text(written(ROUTES_MD.read_text("utf-8")), "utf-8")
