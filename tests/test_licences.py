"""What runs at a table or a director comes under a licence that may enter."""

import re
import sys
from email.message import Message
from importlib import metadata
from itertools import chain
from pathlib import PurePosixPath

import pytest
from kits.licences import ALLOWED, CARRIED, EXCEPTIONS
from kits.locks_kit import ROOT, pins
from kits.tracked_files import tracked_files

RUNTIME = ("table", "director")
"""The locks whose packages run where people play; the others build, measure and test."""

SPELT: dict[str, str] = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
}
"""How older metadata spells one; BSD's is taken for the one with the most clauses allowed."""


def installed(lock: str) -> list[str]:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    return [name for name, pin in pins(lock).items() if pin.wanted_on(here)]


PACKAGES = sorted(set(chain.from_iterable(installed(lock) for lock in RUNTIME)))


def licences(told: Message) -> set[str]:
    """What a package's metadata says of its licence: the expression alone where there is one."""
    expression = told["License-Expression"]
    if expression is not None:
        return {str(expression)}
    field = str(told["License"] or "").strip()
    marks = [str(each) for each in told.get_all("Classifier", ()) if each.startswith("License ::")]
    return {each for each in (field, *(mark.rpartition(" :: ")[2] for mark in marks)) if each}


def is_allowed(licence: str) -> bool:
    """Whether it may come in; of an expression every part, or one of those to choose from."""
    parts = re.split(r" AND ", licence)
    return all(
        any(SPELT.get(one, one) in ALLOWED for one in part.strip("()").split(" OR "))
        for part in parts
    )


def refused(name: str, told: Message) -> str | None:
    """Why a package may not come in."""
    found = licences(told)
    if not found:
        return f"{name} does not say under which licence it comes"
    if found == EXCEPTIONS.get(name):
        return None
    bad = sorted(each for each in found if not is_allowed(each))
    return f"{name} comes under {', '.join(bad)}" if bad else None


@pytest.mark.parametrize("name", PACKAGES)
def test_each_package_that_runs_comes_under_a_licence_that_may_enter(name: str) -> None:
    assert refused(name, metadata.metadata(name)) is None  # type: ignore[arg-type]


def test_each_exception_is_still_needed() -> None:
    assert {name for name in EXCEPTIONS if name not in PACKAGES} == set()
    for name, found in EXCEPTIONS.items():
        assert not all(is_allowed(each) for each in found), name
    ours = [
        file
        for part in ("kiosk", "vision", "hardware")
        for file in tracked_files(f"{part}/**/*.py")
    ]
    pattern = re.compile(rf"^\s*(?:import|from) (?:{'|'.join(EXCEPTIONS)})\b", re.MULTILINE)
    assert [file.name for file in ours if pattern.search(file.read_text(encoding="utf-8"))] == []


def test_each_library_that_a_wheel_carries_is_named() -> None:
    carried: dict[str, set[str]] = {}
    for name in PACKAGES:
        for file in metadata.files(name) or ():
            path = PurePosixPath(str(file))
            if path.parts[0].endswith(".libs") and ".so" in path.name:
                found = re.split(r"-|\.so", path.name)[0]
                carried.setdefault(metadata.metadata(name)["Name"], set()).add(found)
    assert carried
    new = {name: found - set(CARRIED.get(name, "").split()) for name, found in carried.items()}
    assert {name: found for name, found in new.items() if found} == {}


def test_what_browsers_load_from_others_has_its_licence_beside_it() -> None:
    vendor = ROOT / "kiosk/director/web/vendor"
    brought = tracked_files("kiosk/director/web/vendor/**")
    assert brought
    for folder in {vendor / file.relative_to(vendor).parts[0] for file in brought}:
        text = (folder / "LICENSE").read_text(encoding="utf-8")
        assert re.search(r"BSD [23]-Clause|MIT License|Apache License|ISC License", text), folder


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "does not say"),
        ({"License": "LGPL-3.0"}, "comes under LGPL-3.0"),
        ({"License": "MIT", "Classifier": "License :: OSI Approved :: GPLv3"}, "GPLv3"),
        ({"License-Expression": "MIT AND GPL-2.0-only"}, "GPL-2.0-only"),
        ({"License-Expression": "LGPL-2.1-only OR GPL-2.0-only"}, "LGPL-2.1-only"),
        ({"License": "See LICENSE"}, "See LICENSE"),
        ({"License-Expression": "(MIT OR GPL-2.0-only) AND Zlib"}, ""),
        ({"License-Expression": "Apache-2.0", "License": "whatever"}, ""),
    ],
)
def test_what_is_unknown_or_not_allowed_stays_out(fields: dict[str, str], words: str) -> None:
    told = Message()
    for name, value in fields.items():
        told[name] = value
    why = refused("thing", told)
    assert words in (why or "")
    assert (why is None) is (words == "")


def test_what_is_no_longer_at_runtime_stays_out_of_it() -> None:
    """LGPL: it is asked for a second opinion in tests alone."""
    assert "python-bidi" not in PACKAGES
    assert refused("python-bidi", metadata.metadata("python-bidi")) is not None  # type: ignore[arg-type]
