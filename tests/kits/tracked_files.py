"""The files that git knows: what else lies in a checkout is no concern of a test."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MADE = {"__pycache__", "build", "demo-out", "saturday-out"}
"""Folders that running and building leave behind; of those with a dot only `.ci` is ours."""


@cache
def tracked_files(pattern: str = "**", root: Path = ROOT) -> tuple[Path, ...]:
    """Those of a glob pattern below the root, in order; of an unpacked archive all that lie there,
    except what is made."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--", f":(glob){pattern}"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if (root / ".git").exists() and listed.returncode == 0:
        files = [root / name for name in listed.stdout.split("\0") if name]
    else:
        found = root.rglob("*") if pattern == "**" else root.glob(pattern)
        files = [file for file in found if not is_made(file.relative_to(root))]
    return tuple(sorted(file for file in files if file.is_symlink() or file.is_file()))


def is_made(path: Path) -> bool:
    hidden = any(part.startswith(".") and part != ".ci" for part in path.parts[:-1])
    return hidden or bool(MADE.intersection(path.parts)) or ".egg-info" in str(path)


def copy_tracked(pattern: str, to: Path) -> None:
    """Copy the files of a pattern below another root; links to folders stay links."""
    for file in tracked_files(pattern):
        there = to / file.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, there, follow_symlinks=False)
