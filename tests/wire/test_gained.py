"""What a match, or an order that carries one, has gained since it was written."""

import json
from typing import Any

from kits import commands as c
from kits import events as e
from kits.rules_kit import DIRECTOR, Table

from kiosk.rules.units import Instant
from kiosk.wire.codec import canonical_json, decode_event, decode_kept_command, version_of

HEAD = ("j1", 7, "0" * 64)
STATE = Table().open(7).start().match


def without(plain: Any, *names: str) -> Any:
    """A body as it was before there were these fields, wherever they stand in it."""
    if isinstance(plain, dict):
        return {name: without(each, *names) for name, each in plain.items() if name not in names}
    return [without(each, *names) for each in plain] if isinstance(plain, list) else plain


def test_a_match_that_was_carried_long_ago_is_read() -> None:
    took = e.TableTakenOver(*HEAD, "j2", STATE, None)
    older = without(json.loads(canonical_json(took)), "left_at", "moved", "after_delay", "settled")
    del older["at"]
    assert version_of("TableTakenOver") == 3
    assert decode_event("TableTakenOver", 1, json.dumps(older).encode()) == took


def test_a_hand_over_of_long_ago_has_no_state() -> None:
    left = e.TableTakenOver(*HEAD, "j2", None, None)
    older = without(json.loads(canonical_json(left)), "at")
    assert decode_event("TableTakenOver", 1, json.dumps(older).encode()) == left


def test_an_order_that_was_kept_is_read_with_what_it_did_not_tell() -> None:
    order = c.TakeOverOrdered(Instant(5), None, DIRECTOR, "it died", *HEAD, "j2", STATE)
    older = without(json.loads(canonical_json(order)), "mark_at", "left_at", "moved")
    assert decode_kept_command("TakeOverOrdered", json.dumps(older).encode()) == order
