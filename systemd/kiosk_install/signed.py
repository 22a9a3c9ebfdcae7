"""Checks a release's signature: its digests must be signed by a key accepted on this machine.

`/etc/table-kiosk/release.signers` lists the keys, in the format of ssh-keygen(1), ALLOWED SIGNERS;
without that file every release is accepted.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kiosk_install import places
from kiosk_install.release import Release, release_of
from kiosk_install.system import InstallFailed, InstallRefused, System

SUMS = "SHA256SUMS"
"""Digests in the format of sha256sum(1), of the wheel and of each lock file beside it."""
SIGNATURE = f"{SUMS}.sig"
SIGNER = "release"
"""Identity in the file of signers."""
NAMESPACE = "table-kiosk"
"""Namespace of release signatures; signatures for anything else are not accepted."""


@contextmanager
def trusted_release(
    system: System, what: Path, wheels: Path | None, locks_here: Path
) -> Iterator[Release]:
    """The release of `what`, from files that are copied first and then compared, so that exactly
    the compared files are installed. Arguments as for `release_of`. Raises InstallRefused.
    """
    if not system.path_of(places.SIGNERS).exists():
        system.print_line(f"Whose release this is was not checked: there is no /{places.SIGNERS}.")
        yield release_of(what, wheels, locks_here)
        return
    release = release_of(what, wheels, locks_here)
    if release.wheel is None:
        raise InstallRefused(f"{what} holds no wheel: a release that is signed has one")
    folder = release.wheel.parent
    sums = _signed_sums(system, folder)
    with tempfile.TemporaryDirectory(prefix="kiosk-release-") as place:
        copy = Path(place)
        _copy(release.wheel, copy / release.wheel.name, folder, sums)
        if release.locks == locks_here:
            locks = locks_here
        else:
            locks = copy
            for lock in sorted(release.locks.glob("*.lock")):
                _copy(lock, copy / lock.name, folder, sums)
        yield Release(release.version, copy / release.wheel.name, None, locks, release.wheels)


def _signed_sums(system: System, folder: Path) -> Mapping[str, str]:
    """Digests by file name. Raises InstallRefused unless an accepted key has signed them."""
    sums, signature = folder / SUMS, folder / SIGNATURE
    for path in (sums, signature):
        if not path.is_file():
            raise InstallRefused(
                f"{path} is not there, and only signed releases are taken here "
                f"(/{places.SIGNERS}): fetch it with the wheel"
            )
    with tempfile.TemporaryDirectory(prefix="kiosk-sums-") as place:
        copy = Path(shutil.copy(sums, Path(place) / SUMS))
        try:
            system.run(
                *("ssh-keygen", "-Y", "verify", "-f", system.path_of(places.SIGNERS)),
                *("-I", SIGNER, "-n", NAMESPACE, "-s", signature),
                given=copy,
                why="ssh-keygen does not know the signature",
            )
        except InstallFailed as failed:
            raise InstallRefused(
                f"{sums} is signed by nobody whom /{places.SIGNERS} names: {failed}"
            ) from failed
        lines = copy.read_text("utf-8").splitlines()
    return {line[66:]: line[:64] for line in lines}


def _copy(path: Path, copy: Path, folder: Path, sums: Mapping[str, str]) -> None:
    """Copy a file. Raises InstallRefused if the copy is not what was signed."""
    shutil.copy(path, copy)
    name = str(path.relative_to(folder))
    if hashlib.sha256(copy.read_bytes()).hexdigest() != sums.get(name):
        raise InstallRefused(
            f"{path} is not the file that {folder / SUMS} names: fetch the release again"
        )
