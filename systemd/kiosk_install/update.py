"""`kiosk-update`: install another version beside the current one and switch to it, or back."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from kiosk_install import environments, places, refusals, switching
from kiosk_install.open_match import refuse_while_open
from kiosk_install.signed import trusted_release
from kiosk_install.system import InstallRefused, System, exit_code


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)

    def work(system: System) -> None:
        if options.list:
            _list(system)
        elif options.back == (options.release is not None):
            raise InstallRefused("name one of a wheel, a folder with one, --back or --list")
        else:
            _update(system, options)

    return exit_code("kiosk-update", options.root, work)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kiosk-update",
        description="Make the environment of another version beside the one that runs, check it, "
        "go over to it, and come back by itself if it does not come up. Never while a match is "
        f"open. The last {environments.KEPT} versions stay.",
        epilog="example: sudo kiosk-update table_kiosk-0.2.0-py3-none-any.whl",
    )
    parser.add_argument(
        "release",
        nargs="?",
        type=Path,
        metavar="WHEEL_OR_DIR",
        help="a wheel; or a folder with one, with lock files, and with the packages it needs",
    )
    parser.add_argument("--back", action="store_true", help="to the version before")
    parser.add_argument("--list", action="store_true", help="the versions that are here")
    parser.add_argument(
        "--wheels", type=Path, metavar="DIR", help="take every package from there, no network"
    )
    parser.add_argument(
        "--force", action="store_true", help="while a match is open; a word must be typed"
    )
    parser.add_argument(
        "--settle",
        type=float,
        default=switching.SETTLE_S,
        metavar="SECONDS",
        help=f"the new version must stay up for so long ({switching.SETTLE_S:g})",
    )
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="an installation below DIR"
    )
    return parser


def _update(system: System, options: argparse.Namespace) -> None:
    if not refusals.inspect_host(system).root:
        raise InstallRefused("you are not root: run it with sudo")
    now = environments.linked_version(system, places.CURRENT)
    if now is None:
        raise InstallRefused("no version runs here: run systemd/install of a release")
    units = [unit for role in now.roles for unit in places.UNITS_OF[role]]
    with system.alone():
        refuse_while_open(system, now.roles, force=options.force)  # before minutes of work
        if options.back:
            made = environments.previous_version(system)
        else:
            what = options.release.resolve()
            with trusted_release(system, what, options.wheels, now.folder / "locks") as release:
                made = environments.make(system, release, now.roles)
            if made.folder != now.folder and not options.force:
                refuse_while_open(system, now.roles, force=False)
        if made.folder == now.folder:
            system.print_line(f"Version {made.version} runs already.")
            return
        switching.go_to(system, made, units, settle_s=options.settle)
        for gone in environments.prune(system):
            system.print_line(f"Version {gone.version} was the oldest, and is gone.")


def _list(system: System) -> None:
    """List the versions, one per line, with the current one marked."""
    links = {
        link: environments.linked_version(system, link)
        for link in (places.CURRENT, places.PREVIOUS)
    }
    for made in environments.all_made(system):
        marks = [link.rpartition("/")[2] for link, there in links.items() if there == made]
        system.print_line(
            f"{made.folder.name}  {', '.join(made.roles)}  {' '.join(marks)}".rstrip()
        )
