"""Lines of a long run: a stopped run continues after its last whole line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.errors import VisionError


class OtherRun(VisionError):
    """A file holds lines of a run with other options."""


@dataclass(frozen=True, slots=True)
class Lines:
    """path: of the file; head: its first line, what the run was asked for; description: the same in
    words, for the error about another run's lines."""

    path: Path
    head: dict[str, Any]
    description: str

    def whole(self) -> list[dict[str, Any]]:
        """The written lines; a torn line is cut off. Raises OtherRun where the head differs."""
        if not self.path.exists():
            return []
        head, *lines = self.path.read_text().splitlines(keepends=True) or [""]
        if not head.endswith("\n"):  # it was stopped before it had written one line
            self.path.unlink()
            return []
        if json.loads(head) != self.head:
            raise OtherRun(f"{self.path} holds {self.description}; name another --out.")
        whole = [line for line in lines if line.endswith("\n")]
        if whole != lines:
            self.path.write_text(head + "".join(whole))
        return [json.loads(line) for line in whole]

    def add(self, line: dict[str, Any]) -> None:
        """Append a line, after the head if it is the first."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.head) + "\n")
        with self.path.open("a") as lines:
            lines.write(json.dumps(line) + "\n")
