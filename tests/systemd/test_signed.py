"""A machine whose owner names whose releases count takes no other."""

import hashlib
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from kits.machine_kit import Machine, wheel


def make_key(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    return key


def sign(folder: Path, key: Path, namespace: str = "table-kiosk") -> None:
    """Digests of all that lies in the folder, signed."""
    sums, signature = folder / "SHA256SUMS", folder / "SHA256SUMS.sig"
    signature.unlink(missing_ok=True)
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path != sums]
    digests = [(hashlib.sha256(path.read_bytes()).hexdigest(), path) for path in files]
    sums.write_text("".join(f"{told}  {path.relative_to(folder)}\n" for told, path in digests))
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", namespace, sums]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


@pytest.fixture
def key(table: Machine, tmp_path: Path) -> Path:
    """Whose releases count at this table."""
    key = make_key(tmp_path / "keys", "ours")
    public = key.with_suffix(".pub").read_text()
    (table.root / "etc/table-kiosk").mkdir(parents=True, exist_ok=True)
    (table.root / "etc/table-kiosk/release.signers").write_text(f"release {public}")
    return key


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with a wheel and a lock file of its own."""
    new = wheel(tmp_path / "new", "0.2.0").parent
    (new / "requirements").mkdir()
    (new / "requirements/table.lock").write_text("# nothing\n")
    return new


def refused(table: Machine, what: Path) -> str:
    """What is complained of; nothing has changed."""
    before = table.tree()
    code, _said, complained = table.update(str(what))
    assert code == 2
    assert table.tree() == before
    return complained


def test_without_a_file_of_signers_any_release_counts_and_that_is_told(
    table: Machine, release: Path
) -> None:
    code, said, _complained = table.update(str(release))
    assert code == 0
    assert "Whose release this is was not checked: there is no /etc/table-kiosk/" in said


@pytest.mark.parametrize("named", [".", "table_kiosk-0.2.0-py3-none-any.whl"])
def test_a_signed_release_is_taken(table: Machine, release: Path, key: Path, named: str) -> None:
    sign(release, key)
    code, said, complained = table.update(str(release / named))
    assert (code, complained) == (0, "")
    assert "not checked" not in said
    assert table.kiosk("--version") == "kiosk 0.2.0\n"


def test_a_release_that_nobody_signed_is_refused(table: Machine, release: Path, key: Path) -> None:
    assert key.exists()
    complained = refused(table, release)
    assert "SHA256SUMS is not there, and only signed releases are taken here" in complained


def change_wheel(release: Path) -> None:
    wheel(release, "0.2.0", more="OTHERS = True")


def change_lock(release: Path) -> None:
    (release / "requirements/table.lock").write_text("# another\n")


def add_lock(release: Path) -> None:
    (release / "requirements/director.lock").write_text("# another\n")


def change_sums(release: Path) -> None:
    change_wheel(release)
    sums, found = release / "SHA256SUMS", hashlib.sha256()
    (made,) = release.glob("*.whl")
    found.update(made.read_bytes())
    others = [line for line in sums.read_text().splitlines() if not line.endswith(".whl")]
    sums.write_text("\n".join([*others, f"{found.hexdigest()}  {made.name}", ""]))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (change_wheel, "-any.whl is not the file that "),
        (change_lock, "table.lock is not the file that "),
        (add_lock, "director.lock is not the file that "),
        (change_sums, "SHA256SUMS is signed by nobody whom /etc/table-kiosk/release.signers"),
    ],
)
def test_what_was_changed_after_it_was_signed_is_refused(
    table: Machine, release: Path, key: Path, change: Callable[[Path], None], why: str
) -> None:
    sign(release, key)
    change(release)
    assert why in refused(table, release)


def test_a_signature_of_another_counts_for_nothing(
    table: Machine, release: Path, key: Path, tmp_path: Path
) -> None:
    sign(release, make_key(tmp_path / "keys", "theirs"))
    assert "is signed by nobody whom" in refused(table, release)
    sign(release, key, namespace="file")
    assert "is signed by nobody whom" in refused(table, release)
    sign(release, key)
    assert table.update(str(release))[0] == 0


def test_a_checkout_can_not_be_signed(table: Machine, key: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    sign(checkout, key)
    assert "holds no wheel: a release that is signed has one" in refused(table, checkout)
