"""Every link between pages leads somewhere, and every page is near the front page."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CLICKS = 2
LISTED = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
PAGES = sorted(
    ROOT / name
    for name in subprocess.run(
        LISTED, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
)


def links(page: Path) -> list[Path]:
    """The files and folders a page links to, code and other sites left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", text)
    return [(page.parent / name).resolve() for name in named if "://" not in name]


def page_of(place: Path) -> Path:
    """A link to a folder opens its README."""
    return place / "README.md" if place.is_dir() else place


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [str(place) for place in links(page) if not place.exists()] == []


def test_every_page_is_two_clicks_from_the_front_page() -> None:
    near = {ROOT / "README.md"}
    for _ in range(CLICKS):
        near |= {page_of(place) for page in near if page.suffix == ".md" for place in links(page)}
    assert sorted(str(page.relative_to(ROOT)) for page in set(PAGES) - near) == []
