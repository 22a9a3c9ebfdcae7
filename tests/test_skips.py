"""A run fails when a test skips that nobody listed, or more than were."""

from __future__ import annotations

from pathlib import Path

import pytest
from kits import skips
from kits.tracked_files import tracked_files

pytest_plugins = ["pytester"]
TEST = """
import pytest

@pytest.mark.parametrize("n", range({count}))
def test_a(n):
    pytest.skip({reason!r})
"""


def run(
    pytester: pytest.Pytester, count: int, reason: str, *options: str, test: str = TEST
) -> pytest.RunResult:
    """Tests in tests/vision of a project of its own that loads the list of this one."""
    here = Path(__file__).parent
    pytester.makeini(f"[pytest]\naddopts = --import-mode=importlib\npythonpath = {here}")
    pytester.makeconftest(
        "from kits.skips import SkipsCounted\n"
        "def pytest_configure(config):\n"
        "    config.pluginmanager.register(SkipsCounted())\n"
    )
    folder = pytester.mkdir("tests") / "vision"
    folder.mkdir()
    (folder / "test_light.py").write_text(test.format(count=count, reason=reason))
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


def test_listed_skips_pass(pytester: pytest.Pytester) -> None:
    result = run(pytester, 1, "no dice pictures at /nowhere")
    assert result.ret == pytest.ExitCode.OK
    result.assert_outcomes(skipped=1)


@pytest.mark.parametrize(
    ("count", "reason", "told"),
    [
        (1, "I did not feel like it", "does not say why: I did not feel like it"),
        (60, "no dice pictures at /nowhere", "60 tests below tests/vision/test_light.py"),
        (1, "needs a real tower: set X", "does not say why"),
    ],
)
def test_other_skips_fail(pytester: pytest.Pytester, count: int, reason: str, told: str) -> None:
    result = run(pytester, count, reason)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"*{told}*"])


MODULE = """
import pytest

pytest.skip({reason!r} + " {count}", allow_module_level=True)
"""


@pytest.mark.parametrize(
    ("count", "test", "passes"), [(1, TEST, True), (2, TEST, False), (1, MODULE, True)]
)
def test_over_two_processes_each_skip_counts_once(
    pytester: pytest.Pytester, count: int, test: str, passes: bool
) -> None:
    result = run(pytester, count, "no dice pictures at /nowhere", "-n", "2", test=test)
    assert (result.ret != pytest.ExitCode.TESTS_FAILED) is passes


def test_what_is_listed_still_skips_somewhere() -> None:
    """A line whose reason no test gives any more is taken off the list."""
    files = tracked_files("tests/**/*.py")
    texts = [path.read_text() for path in files if path.name != "skips.py"]
    for line in skips.ALLOWED:
        assert any(line.reason in text for text in texts), line
