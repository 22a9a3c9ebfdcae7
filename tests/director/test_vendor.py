"""What the console has from others: whole, as it was published, with its licence."""

import hashlib

from kits.tracked_files import tracked_files

from kiosk.director.app import WEB

LIT = WEB / "vendor/lit-html"


def test_every_file_is_as_it_was_published() -> None:
    sums = dict(
        reversed(line.split("  ")) for line in (LIT / "SHA256SUMS").read_text("utf-8").splitlines()
    )
    files = {
        str(path.relative_to(LIT))
        for path in tracked_files("kiosk/director/web/vendor/lit-html/**")
    }
    assert files == {*sums, "SHA256SUMS", "README.md"}
    for name, said in sums.items():
        assert hashlib.sha256((LIT / name).read_bytes()).hexdigest() == said, name


def test_its_licence_comes_along() -> None:
    assert "BSD 3-Clause" in (LIT / "LICENSE").read_text("utf-8")


def test_no_script_is_from_elsewhere() -> None:
    ours = [*tracked_files("kiosk/director/web/*.js"), *tracked_files("kiosk/director/web/*.html")]
    assert ours
    for file in ours:
        source = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in source, f"{file.name} names another site"
