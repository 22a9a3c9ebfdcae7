"""Every screen in every layout, on every panel, in every language, as pictures and one sheet.

`make screens` writes build/screens: a folder for each panel and language, and sheet.html with all
of them side by side. What is cut, overlapping, too small, too close or too faint is told, and the
exit code is 1.
"""

import argparse
import html
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from kits.screen_kit import (
    JOINS,
    PANELS,
    PICTURE,
    STATES,
    TWENTY_LETTERS,
    named,
    opened_once,
    seen,
)

from kiosk.catalogue.languages import load
from kiosk.screen.run import prepare_kivy
from kiosk.screen.theme import THEMES

if TYPE_CHECKING:
    from kits.glass_kit import Bench


class Shot(NamedTuple):
    panel: str
    language: str
    state: str
    file: Path
    faults: list[str]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", type=Path, default=Path("build/screens"))
    options.add_argument("--languages", nargs="*", metavar="TAG")
    options.add_argument("--panels", nargs="*", metavar="WxH-LAYOUT")
    options.add_argument("--themes", nargs="*", default=["dark"])
    chosen = options.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as home:
        prepare_kivy(Path(home), (1280, 720))
        shots = list(_shots(chosen, Path(home)))
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "sheet.html").write_text(_sheet(shots, chosen.out), encoding="utf-8")
    wrong = [shot for shot in shots if shot.faults]
    for shot in wrong:
        print(f"{shot.panel} {shot.language} {shot.state}: {'; '.join(shot.faults)}")
    print(f"{len(shots)} screens, {len(wrong)} with faults: {chosen.out / 'sheet.html'}")
    return 1 if wrong or not shots else 0


def _shots(chosen: argparse.Namespace, home: Path) -> Iterator[Shot]:
    from kits.glass_checks import faults  # noqa: PLC0415 - they open the window
    from kits.glass_kit import Bench  # noqa: PLC0415

    bench = Bench(home, there=load())
    _picture(home / f"{PICTURE}.jpg")
    for size, arrangement in PANELS:
        panel = f"{size[0]}x{size[1]}-{arrangement}"
        if chosen.panels and panel not in chosen.panels:
            continue
        bench.resize(size, arrangement)
        for theme in chosen.themes:
            bench.glass.near.theme = bench.glass.far.theme = THEMES[theme]
            for tag in chosen.languages or bench.there:
                bench.language = bench.there[tag]
                folder = chosen.out / f"{panel}-{theme}" / tag
                folder.mkdir(parents=True, exist_ok=True)
                for state in _each(bench):
                    file = folder / f"{re.sub('[^a-z0-9]+', '-', state.lower())}.png"
                    bench.picture(file)
                    yield Shot(f"{panel}-{theme}", tag, state, file, faults(bench, size))


def _each(bench: "Bench") -> Iterator[str]:
    """Show every state, and each sheet or pad once that can stand open in the near half."""
    from kits.glass_kit import opened  # noqa: PLC0415

    drawn: set[tuple[str, ...]] = set()
    for state, make in STATES.items():
        snapshot = seen(make())
        shown = named(snapshot, *TWENTY_LETTERS) if snapshot.sides else snapshot
        bench.show(shown)
        yield state
        pane = bench.glass.near
        for name, pad in opened_once(shown, bench.there, bench.language, drawn):
            pane.pad = pad
            pane.refresh()
            yield f"{state} {name}"
        pane.pad = None
    for state in JOINS:
        opened(bench, state)
        yield state
    bench.glass.joining.typing = None
    bench.show(seen(STATES["vacant"]()))


def _picture(file: Path) -> None:
    """A board's grey and two dice, in place of a frozen picture."""
    board = np.full((300, 480, 3), (70, 90, 60), np.uint8)
    for x, pips in ((180, ((0, 0),)), (290, ((-12, -12), (12, 12)))):
        cv2.rectangle(board, (x - 25, 125), (x + 25, 175), (235, 240, 240), -1)
        for across, up in pips:
            cv2.circle(board, (x + across, 150 + up), 5, (20, 20, 20), -1)
    cv2.imwrite(str(file), board)


def _sheet(shots: list[Shot], out: Path) -> str:
    """One page: a row for each state, a column for each panel and language."""
    columns = list(dict.fromkeys((shot.panel, shot.language) for shot in shots))
    rows = list(dict.fromkeys(shot.state for shot in shots))
    found = {(shot.state, shot.panel, shot.language): shot for shot in shots}
    head = "".join(f"<th>{html.escape(f'{panel} {tag}')}</th>" for panel, tag in columns)
    body = []
    for state in rows:
        cells = (_cell(found[state, *column], out) for column in columns)
        body.append(f"<tr><th>{html.escape(state)}</th>{''.join(cells)}</tr>")
    style = (
        "body{font:14px sans-serif}img{width:320px;display:block}td{vertical-align:top}"
        "th{position:sticky;top:0;background:#fff;text-align:left}.wrong{color:#b00}"
    )
    return (
        f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>"
        f"<table><tr><th></th>{head}</tr>{''.join(body)}</table>"
    )


def _cell(shot: Shot, out: Path) -> str:
    wrong = "".join(f"<p class=wrong>{html.escape(fault)}</p>" for fault in shot.faults)
    name = html.escape(shot.file.relative_to(out).as_posix())
    return f'<td><a href="{name}"><img loading="lazy" src="{name}"></a>{wrong}</td>'


if __name__ == "__main__":
    sys.exit(main())
