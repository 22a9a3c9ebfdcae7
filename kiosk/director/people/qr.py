"""QR codes of links: drawn as a path in a page, or in a terminal. Pure, except for the output."""

import io

import segno

QUIET = 2
"""Modules of white around it; a page and a terminal add their own."""


def qr_path(link: str) -> tuple[int, str]:
    """Width in modules, and the dark modules as an SVG path, one unit per module."""
    rows = [list(row) for row in segno.make_qr(link, error="m").matrix_iter(border=QUIET)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    return len(rows), path


def draw_in_terminal(link: str) -> str:
    """For a terminal with a dark or a light background."""
    drawn = io.StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=QUIET, compact=True)
    return drawn.getvalue()
