"""Who may do what, written down a second time by hand from PEOPLE.md: an oracle for the tables.

`test_people.py`, `test_event.py` and `test_ladder.py` see that the service asks its tables at each
request; here stands what must be in them.
"""

import pytest
from kits.event_kit import Runner
from kits.hall_kit import Client

from kiosk.director.app import ROUTES
from kiosk.director.people.notes import RoleRefused
from kiosk.director.people.roles import (
    EVENT_ACTS,
    LADDER_ACTS,
    MAY,
    ORDERS,
    STRANGER,
    Permission,
    Role,
)
from kiosk.director.service import Service

DIRECTORS_ACTS = {
    # open or rename it, confirm and set its rules, rate it
    *("OpenEvent", "RenameEvent", "Confirm", "SetValues", "RateBy"),
    # award or correct a result, open one again, give a place away, void a game
    *("Award", "Correct", "Reopen", "GivePlace", "VoidGame"),
    # rule on a claim, have a match played again
    *("RuleOnClaim", "PlayAgain"),
    # disqualify, exclude or take somebody back in
    *("TakeOut disqualified", "TakeOut excluded", "TakeBackIn"),
    # a ladder's
    *("OpenLadder", "ConfirmLadder", "OpenSeason", "CloseSeason", "CorrectLadderResult"),
}
DIRECTORS_ROUTES = {
    *("GET /people", "GET /audit", "POST /people/invite", "POST /people/withdraw"),
    *("POST /people/role", "POST /people/sign-out", "POST /people/public"),
}
SCORERS_ACTS = {"TakeMatch", "MakeChallenge", "TakeLadderResult"}
SCORERS_ORDERS = {"coming", "message", "language", "length", "result", "earlier"}
OPEN_TO_STRANGERS = {
    *("GET /healthz", "GET /sign-in", "POST /sign-in", "GET /join", "POST /join"),
    *("POST /join/look", "GET /live", "GET /live/events", "GET /live/pictures/{sha256}.jpg"),
    *("GET /hall", "GET /hall/events", "GET /phone", "GET /phone/events", "GET /overlay/{table}"),
    *("POST /page-faults", "GET /match/{token}", "GET /match/{token}/match.{form}"),
    "GET /match/{token}/pictures/{sha256}.jpg",
}
SIGNED_BY_TABLES = {
    *("POST /table/batch", "POST /table/orders", "POST /table/rows", "POST /table/enrol"),
    "PUT /table/pictures/{sha256}",
}
ONES_OWN = {
    *("GET /own", "POST /own/password", "POST /own/sign-out", "POST /own/sign-out-one"),
    "POST /own/sign-out-everywhere",
}
BUT_DIRECTORS = [Role.ASSISTANT, Role.SCORER, Role.VIEWER]


def acts_of(role: Role) -> set[str]:
    return {kind for kind, roles in {**EVENT_ACTS, **LADDER_ACTS}.items() if role in roles}


def routes_of(role: Role) -> set[str]:
    return {name for name, route in ROUTES.items() if role in MAY[route.permission]}


def test_what_weighs_more_is_the_directors_alone() -> None:
    assert acts_of(Role.DIRECTOR) >= DIRECTORS_ACTS
    assert routes_of(Role.DIRECTOR) >= DIRECTORS_ROUTES
    for role in BUT_DIRECTORS:
        assert not acts_of(role) & DIRECTORS_ACTS
        assert not routes_of(role) & DIRECTORS_ROUTES
        assert role not in MAY[Permission.REVOKE] | MAY[Permission.PEOPLE] | MAY[Permission.AUDIT]


def test_a_scorer_posts_results_and_no_more() -> None:
    assert acts_of(Role.SCORER) == SCORERS_ACTS
    assert {kind for kind, roles in ORDERS.items() if Role.SCORER in roles} == SCORERS_ORDERS
    assert (
        Role.SCORER not in MAY[Permission.ENTRIES] | MAY[Permission.REPORT] | MAY[Permission.ENROL]
    )


def test_a_viewer_changes_nothing_but_what_is_his_own() -> None:
    assert acts_of(Role.VIEWER) == set()
    assert {kind for kind, roles in ORDERS.items() if Role.VIEWER in roles} == set()
    changes = {route for route in routes_of(Role.VIEWER) if not route.startswith("GET ")}
    assert changes <= ONES_OWN | OPEN_TO_STRANGERS


def test_strangers_come_in_and_see_what_is_public_and_no_more() -> None:
    """A route that is opened to everybody is written down here, too, or it stays shut."""
    opened = {name for name, route in ROUTES.items() if route.permission in STRANGER}
    assert opened == OPEN_TO_STRANGERS | SIGNED_BY_TABLES


@pytest.mark.parametrize("role", BUT_DIRECTORS)
def test_an_act_of_the_directors_is_refused_to_others_and_noted_with_their_name(
    client: Client, director: Service, kari: Runner, role: Role
) -> None:
    kari.drawn()
    before = kari.event
    client.join(director, role, "Ola")
    for kind, fields in (
        ("RenameEvent", {"name": "Ola's"}),
        ("RateBy", {"formula": "fibs"}),
        ("TakeBackIn", {"entry_id": "e", "why": "x"}),
    ):
        status, answer = kari.asks(kind, **fields)
        assert (status, "Your role" in answer["error"]) == (403, True), kind
    noted = [each.note for each in director.people.noted if isinstance(each.note, RoleRefused)]
    assert {each.by for each in noted} == {"Ola"}
    assert kari.event == before
