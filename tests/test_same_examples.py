"""The gate draws the same examples whatever was imported; a search draws our constants, too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

DRAW = """
import sys
import conftest
from hypothesis import given, settings, strategies as st
if "further" in sys.argv:
    import further
settings.load_profile(sys.argv[1])
drawn = []
@settings(database=None, derandomize=True, max_examples=300)
@given(st.integers(), st.text(), st.binary())
def draw(number, text, binary):
    drawn.append((number, text, binary))
draw()
print(drawn)
"""


@pytest.mark.parametrize(("profile", "same"), [("gate", True), ("search", False)])
def test_examples_do_not_depend_on_what_was_imported(
    tmp_path: Path, profile: str, *, same: bool
) -> None:
    """One of two interpreters imports a further module of ours, full of constants."""
    constants = [f"    {1_000_003 * n}, 'text {n}', b'bytes {n}'," for n in range(100)]
    (tmp_path / "further.py").write_text("\n".join(["HELD = [", *constants, "]", ""]))
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests", tmp_path)))
    both = [
        subprocess.run(
            (sys.executable, "-c", DRAW, profile, *further),
            env={**os.environ, "PYTHONPATH": path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for further in ((), ("further",))
    ]
    assert min(map(len, both)) > 1_000
    assert (both[0] == both[1]) is same
