"""What the lock files pin."""

import re
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parents[2]

# The whole of what a lock may hold: no option, no address, no comment.
ENTRY = re.compile(
    r"(?P<name>[a-z0-9]+(-[a-z0-9]+)*)==(?P<version>[0-9][0-9a-z.]*)( ; (?P<marker>[^\\]+?))?"
    r"(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)


@dataclass(frozen=True)
class Pin:
    version: str
    marker: Marker | None

    def wanted_on(self, python: str) -> bool:
        linux = {
            "sys_platform": "linux",
            "python_version": python,
            "python_full_version": f"{python}.2",
        }
        return self.marker is None or self.marker.evaluate(linux)


def pins(lock: str) -> dict[str, Pin]:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text()
    entries = list(ENTRY.finditer(text))
    assert "".join(entry[0] for entry in entries) == text, (
        f"{lock}.lock holds more than hashed pins"
    )
    return {
        entry["name"]: Pin(entry["version"], Marker(entry["marker"]) if entry["marker"] else None)
        for entry in entries
    }
