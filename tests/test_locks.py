"""The lock files: complete, hashed, silent about where packages come from."""

import sys
import tomllib
from importlib import metadata

import pytest
from kits.locks_kit import ROOT, pins
from kits.tracked_files import tracked_files
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
PYTHONS = ("3.11", "3.13")
TRAIN = EXTRAS.pop("train")  # has no lock
CYCLES = EXTRAS.pop("cycles")  # nor has this: a place of its own, and one Python
DEV = EXTRAS.keys() - {"bench"}  # what the gate installs
PI_ONLY = {"picamera2", "libcamera", "rpi-libcamera", "kms", "rpi-kms", "lgpio", "rpi-lgpio"}


def wanted(lock: str) -> list[Requirement]:
    """What pyproject.toml asks of a lock, each only where its marker holds."""
    if lock == "build":
        lines = PROJECT["build-system"]["requires"]
    else:
        extras = [EXTRAS[name] for name in DEV] if lock == "dev" else [EXTRAS[lock]]
        lines = PROJECT["project"]["dependencies"] + [line for extra in extras for line in extra]
    return [Requirement(line) for line in lines]


LOCKS = ("build", *EXTRAS)
INSTALLED = ("build", *sorted(DEV))


def test_every_extra_has_its_lock() -> None:
    assert {path.name for path in tracked_files("requirements/*")} == {
        f"{lock}.lock" for lock in LOCKS
    }


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("python", PYTHONS)
def test_a_lock_holds_what_the_project_asks_for(lock: str, python: str) -> None:
    held = pins(lock)
    for requirement in wanted(lock):
        pin = held[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pin.version), requirement
        assert pin.wanted_on(python), requirement


@pytest.mark.parametrize("lock", INSTALLED)
def test_a_lock_holds_what_its_packages_ask_for(lock: str) -> None:
    """Seen on the Python that runs this test, from the packages' own metadata."""
    held = pins(lock)
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    for name, pin in held.items():
        if not pin.wanted_on(here):
            continue
        assert metadata.version(name) == pin.version, (
            f"{name}: installed is not what {lock}.lock pins"
        )
        for requirement in map(Requirement, metadata.requires(name) or ()):
            if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
                continue
            needed = held[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(needed.version), f"{name} asks for {requirement}"


def test_a_package_has_one_version_in_all_locks() -> None:
    seen: dict[str, str] = {}
    for lock in LOCKS:
        for name, pin in pins(lock).items():
            assert seen.setdefault(name, pin.version) == pin.version, f"{name} in {lock}.lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_the_pi_packages_stay_out(lock: str) -> None:
    assert not PI_ONLY & pins(lock).keys()


def test_training_pins_every_package_and_no_other_version() -> None:
    table = pins("table")
    for requirement in map(Requirement, TRAIN):
        (only,) = requirement.specifier
        assert only.operator == "==", requirement
        assert requirement.name not in table or table[requirement.name].version == only.version
    assert {"torch", "onnx"} <= {Requirement(line).name for line in TRAIN}


def test_the_second_renderer_pins_every_package() -> None:
    for requirement in map(Requirement, CYCLES):
        assert [only.operator for only in requirement.specifier] == ["=="], requirement
    assert "bpy" in {Requirement(line).name for line in CYCLES}
