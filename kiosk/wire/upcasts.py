"""Reading old events: each step lifts a body by one version; rows are never rewritten."""

from collections.abc import Callable, Mapping
from typing import Any

from kiosk.rules.match import Match
from kiosk.wire.gained import with_defaults
from kiosk.wire.legacy_defaults import UNSAID

Body = dict[str, Any]
"""A decoded JSON object."""
Upcast = Callable[[Body], Body]
"""Lifts a body by one version. Pure; may change the body it is given."""


def _nobody_ordered(body: Body) -> Body:
    """Before, the director could not stop or start play remotely."""
    return body | {"by": None, "why": None}


def _nobody_stopped(body: Body) -> Body:
    """Before, a player could stop play only by a call or a claim."""
    return body | {"side": None, "purpose": None, "listed": True}


def _nobody_resumes(body: Body) -> Body:
    """Before, a clock stopped for dice taken early stood regardless of the ruling."""
    return body | {"resumes": None}


def _no_effect(body: Body) -> Body:
    """Before, a ruling changed nothing at the board and named no section."""
    return body | {"effect": "goes_on", "section": None}


def _nobodys_clock(body: Body) -> Body:
    """Before, an ended game was never reopened, and the running clock was not recorded."""
    return body | {"ran": None}


def _what_stands(body: Body) -> Body:
    """Before, no tap could be taken back, and no book defined what stands."""
    profile = body["profile"]
    silent = f"convention: {profile['profile']} was not asked"
    for section, name, value in (("cube", "stands", []), ("breaks", "used_by_leaving", True)):
        profile[section][name] = value
        profile["sources"].append(
            {
                "key": f"{section}.{name}",
                "cite": silent,
                "director_confirms": True,
                "defect": None,
            }
        )
    return body


def _dice_unjudged(body: Body) -> Body:
    """Before, a refused roll had the reasons against it, but not for which die."""
    return body | {"dice": []}


def _penalty_rules(body: Body) -> Body:
    """Before, no book defined the effect of a penalty point; none had been awarded."""
    profile = body["profile"]
    profile["penalty"] = {"effect": "opponents_score"}
    cite = f"convention: {profile['profile']} silent on the effect, as 000 L24 and 002 §5.1"
    profile["sources"].append({"key": "penalty.effect", "cite": cite, "director_confirms": True})
    return body


def _whole_vocabulary(body: Body) -> Body:
    """Before, the only book had few values; the rest is what it prints, or our convention."""
    profile = body["profile"]
    sources = profile["sources"]
    for source in sources:
        source["defect"] = None
    for where, (value, cite) in UNSAID.items():
        section, _, name = where.partition(".")
        profile.setdefault(section, {})[name] = value
        if cite is not None:
            confirms = cite.startswith("convention: ")
            sources.append(
                {"key": where, "cite": cite, "director_confirms": confirms, "defect": None}
            )
    return body


def _without_subject(body: Body) -> Body:
    """Before, a call had no subject."""
    return body | {"about": None}


def _nobody_stamped(body: Body) -> Body:
    """Before, a match that went to another table took no time along; fields that a match has gained
    since get their defaults.
    """
    return body | {"at": None, "state": with_defaults(Match | None, body["state"])}


def _with_camera(body: Body) -> Body:
    """Before, every table was assumed to have a camera."""
    body["setup"]["camera"] = True
    return body


def _match_gained(body: Body) -> Body:
    """Fields that a match has gained since it was carried get their defaults."""
    return body | {"state": with_defaults(Match | None, body["state"])}


def _with_lay_before(body: Body) -> Body:
    """Before, a roll's dice did not record whether they lay there already."""
    for die in body["facts"]["dice"] if body["facts"] else ():
        die["lay_before"] = False
    return body


UPCASTS: Mapping[str, tuple[Upcast, ...]] = {
    "MatchOpened": (_penalty_rules, _whole_vocabulary, _what_stands),
    "ProfileChanged": (_penalty_rules, _whole_vocabulary, _what_stands),
    "ClockIntroduced": (_what_stands,),
    "GameEnded": (_nobodys_clock,),
    "PlayStopped": (_nobody_ordered, _nobody_stopped),
    "ResumeAgreed": (_nobody_ordered,),
    "DiceDisputed": (_nobody_resumes,),
    "RulingGiven": (_no_effect,),
    "OpeningDieRolled": (_with_lay_before,),
    "RollAccepted": (_with_lay_before,),
    "RollHeld": (_with_lay_before,),
    "RollQuestioned": (_with_lay_before,),
    "RollRefused": (_dice_unjudged, _with_lay_before),
    "RolledEarly": (_with_lay_before,),
    "ThrownMeanwhile": (_with_lay_before,),
    "DirectorCalled": (_without_subject,),
    "TableSetUp": (_with_camera,),
    "TableTakenOver": (_nobody_stamped, _match_gained),
}
"""Per event kind, the steps from version 1 upwards; a kind's version is one more than its steps."""
