"""Events and commands come back from their bytes, and nothing else does."""

import json
import math
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from kits import commands, events
from kits.strategies import of_kind

from kiosk.rules.command import Command
from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.cube.facts import Passed
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceLost
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.dice.facts import OpeningDieRolled
from kiosk.rules.fact import Event, Refused
from kiosk.rules.units import Instant, Side
from kiosk.wire import codec
from kiosk.wire.bounds import LONGEST_ORDER
from kiosk.wire.errors import BodyInvalid, KindUnknown, ValueUnfit, VersionUnknown

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("kind", codec.EVENTS.values(), ids=codec.EVENTS)
def test_every_event_comes_back_whole(kind: type[Event]) -> None:
    @FEW
    @given(of_kind(kind))
    def check(event: Event) -> None:
        body = codec.encode(event)
        back = codec.decode_event(kind.__name__, codec.version_of(kind.__name__), body)
        assert back == event
        assert type(back) is kind
        assert codec.encode(back) == body

    check()


@pytest.mark.parametrize("kind", codec.COMMANDS.values(), ids=codec.COMMANDS)
def test_every_command_comes_back_whole(kind: type[Command]) -> None:
    @FEW
    @given(of_kind(kind))
    def check(command: Command) -> None:
        body = codec.encode(command)
        assume(len(body) <= LONGEST_ORDER)  # no match at a table is as large as one made at random
        back = codec.decode_command(kind.__name__, body)
        assert back == command
        assert type(back) is kind

    check()


def test_every_kind_is_learnt_before_there_are_threads() -> None:
    """msgspec dies when two threads meet a dataclass first at the same time: it is half learnt."""
    told = subprocess.run([sys.executable, "-c", UNLEARNT], capture_output=True, check=True)
    assert told.stdout == b"[]\n"


UNLEARNT = """
from kiosk.rules.match import Match
from kiosk.wire import codec, event_facts as of, ladder_facts as ladder
kinds = (codec.EVENTS, codec.COMMANDS, of.FACTS, of.ACTS, of.FORMAT_FACTS, of.FORMAT_ACTS)
kinds = (*kinds, ladder.FACTS, ladder.ACTS)
every = [kind for each in kinds for kind in each.values()]
print([kind.__name__ for kind in (*every, Match) if "__msgspec_cache__" not in vars(kind)])
"""


def test_every_class_is_a_kind() -> None:
    for module, base, kinds in (
        (events, Event, codec.EVENTS),
        (commands, Command, codec.COMMANDS),
    ):
        defined = {
            name
            for name, thing in vars(module).items()
            if isinstance(thing, type) and base in thing.__mro__[1:]
        } - {"Order"}  # what all orders have in common
        assert set(kinds) == defined
        assert len(defined) > 20


def shuffled(plain: Any, rng: random.Random) -> Any:
    if isinstance(plain, dict):
        names = list(plain)
        rng.shuffle(names)
        return {name: shuffled(plain[name], rng) for name in names}
    return [shuffled(item, rng) for item in plain] if isinstance(plain, list) else plain


def test_bytes_do_not_depend_on_the_order_of_members(any_event: st.SearchStrategy[Event]) -> None:
    @settings(FEW, max_examples=150)
    @given(any_event, st.randoms(use_true_random=False))
    def check(event: Event, rng: random.Random) -> None:
        body = codec.encode(event)
        mixed = json.dumps(shuffled(json.loads(body), rng), indent=1).encode()
        kind = codec.kind_of(event)
        back = codec.decode_event(kind, codec.version_of(kind), mixed)
        assert codec.encode(back) == body
        assert codec.canonical_json(json.loads(body)) == body

    check()


def test_bytes_are_an_old_form_of_json_with_sorted_members() -> None:
    """The standard library writes the same, given the same wishes: an oracle for the form."""
    event = OpeningDieRolled(Side.WHITE, 3, (0.1, 20.25), None, ("norway §4.1",))
    plain = {
        "side": "white",
        "value": 3,
        "center_mm": [0.1, 20.25],
        "facts": None,
        "cites": ["norway §4.1"],
    }
    by_json = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert codec.encode(event) == by_json.encode()


def test_a_whole_number_in_a_float_field_is_written_as_a_float() -> None:
    event = OpeningDieRolled(Side.WHITE, 3, (1, 2), None, ())
    assert b'"center_mm":[1.0,2.0]' in codec.encode(event)


@pytest.mark.parametrize(
    "bad",
    [
        OpeningDieRolled(Side.WHITE, 3, (math.nan, 1.0), None, ()),
        OpeningDieRolled(Side.WHITE, 3, (math.inf, 1.0), None, ()),
        RollEntered(Instant(1), Side.WHITE, [6, 5]),  # type: ignore[arg-type]
        DoubleTapped(Instant(1), "grey"),  # type: ignore[arg-type]
        DoubleTapped(True, Side.WHITE),
        Refused("\ud800", None, ()),
        Passed(Side.WHITE, 1.5, ()),  # type: ignore[arg-type]
        Passed(Side.WHITE, object(), ()),  # type: ignore[arg-type]
    ],
)
def test_what_would_not_come_back_is_not_written(bad: Event | Command) -> None:
    with pytest.raises(ValueUnfit):
        codec.encode(bad)


GOOD = {"side": "white", "level": 2, "cites": []}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (GOOD | {"pips": 3}, "unknown field `pips`"),
        ({"side": "white", "level": 2}, "missing required field `cites`"),
        (GOOD | {"level": "2"}, r"\$.level"),
        (GOOD | {"level": 2.5}, r"\$.level"),
        (GOOD | {"level": True}, r"\$.level"),
        (GOOD | {"side": "grey"}, r"\$.side"),
        ([GOOD], "no JSON object"),
    ],
)
def test_a_body_that_is_not_whole_is_refused_with_the_place(body: Any, says: str) -> None:
    with pytest.raises(BodyInvalid, match=rf"(?i)Passed: .*{says}"):
        codec.decode_event("Passed", 1, json.dumps(body).encode())


def test_a_field_with_a_default_must_be_there_too() -> None:
    body = b'{"command":"X","reasons":[],"side":null}'
    with pytest.raises(BodyInvalid, match="missing field `cites`"):
        codec.decode_event("Refused", 1, body)


def test_an_unknown_field_deep_inside_is_found() -> None:
    body = {"reserve": {"white": 1, "black": 2, "grey": 3}, "cites": []}
    with pytest.raises(BodyInvalid, match=r"unknown field `grey` at \$.reserve"):
        codec.decode_event("TimeAllotted", 1, json.dumps(body).encode())


@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b'{"a":1}x', b'{"a":"\xff"}'])
def test_bytes_that_are_no_json_are_refused(body: bytes) -> None:
    with pytest.raises(BodyInvalid, match="no JSON object"):
        codec.decode_event("Passed", 1, body)


def test_unknown_kinds_and_versions_are_refused() -> None:
    body = codec.canonical_json(GOOD)
    with pytest.raises(KindUnknown, match="'Resigned'"):
        codec.decode_event("Resigned", 1, body)
    with pytest.raises(KindUnknown, match="'Passed'"):
        codec.decode_command("Passed", body)
    for v in (0, 2, -1):
        with pytest.raises(VersionUnknown, match="1 to 1"):
            codec.decode_event("Passed", v, body)


def test_old_bodies_are_lifted_step_by_step() -> None:
    """Version 1 called the level `cube` and gave it as a power; version 2 had no citations."""

    def name_level(body: codec.Body) -> codec.Body:
        body["level"] = 2 ** body.pop("power")
        return body

    def add_cites(body: codec.Body) -> codec.Body:
        return body | {"cites": []}

    upcasts = {"Passed": (name_level, add_cites)}
    today = Passed(Side.BLACK, 8, ())
    for v, body in (
        (1, {"side": "black", "power": 3}),
        (2, {"side": "black", "level": 8}),
        (3, {"side": "black", "level": 8, "cites": []}),
    ):
        assert codec.decode_event("Passed", v, codec.canonical_json(body), upcasts) == today
    assert codec.version_of("Passed", upcasts) == 3
    assert codec.version_of("Taken", upcasts) == 1
    with pytest.raises(VersionUnknown, match="1 to 3"):
        codec.decode_event("Passed", 4, codec.canonical_json(GOOD), upcasts)


def test_nothing_was_released_so_every_kind_has_version_1() -> None:
    """After the first release this becomes: UPCASTS names known kinds."""
    assert codec.UPCASTS == {}


@pytest.mark.parametrize("body", [b"{}", b'{"power":null}', b'{"power":{"sources":3}}'])
def test_a_body_no_step_can_lift_is_invalid(body: bytes) -> None:
    upcasts = {"Passed": (lambda plain: plain | {"level": 2 ** plain["power"]},)}
    with pytest.raises(BodyInvalid, match="Passed: the body is none of version 1"):
        codec.decode_event("Passed", 1, body, upcasts)


def test_the_digest_is_sha256() -> None:
    """FIPS 180-2, example B.1."""
    assert codec.sha256(b"abc") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_devices_are_called_as_they_always_were() -> None:
    bodies = [codec.encode(DeviceLost(name, "gone")) for name in DeviceName]
    said = "camera tower tower_jam tower_lid tower_beam buttons left_button right_button "
    said += "director director_stranger"
    assert bodies == [b'{"device":"%s","why":"gone"}' % name.encode() for name in said.split()]


def test_a_device_that_this_program_does_not_know_is_read() -> None:
    lost = codec.decode_event("DeviceLost", 1, b'{"device":"printer","why":"no paper"}')
    assert lost == DeviceLost("printer", "no paper")
