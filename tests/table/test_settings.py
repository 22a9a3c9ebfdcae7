"""`table.toml`: read strictly, and every mistake answered in one sentence."""

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits.director_kit import DIRECTOR
from kits.process_kit import FPS, camera_config
from kits.table_kit import CONFIG, ROOT

from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.table import ClockButton, DicePairs, Half, PictureSeat
from kiosk.rules.units import Side
from kiosk.table.errors import TableSettingsError
from kiosk.table.keys import keys
from kiosk.table.settings import TableSettings, camera, load, load_book, set_up

WHOLE = CONFIG + "[devices.lights]\nleft_pin = 22\nright_pin = 23\n" + camera_config()
PIN = f"sha256:{'ab' * 32}"
ABSENT = object()
CONTROL = "[devices.control] belongs to 'simulated' and to nothing else"


def complaint(tmp_path: Path, text: str) -> str:
    """The one sentence about a file that can't be used, without the file's name."""
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TableSettingsError) as raised:
        load(file)
    said = str(raised.value)
    assert "\n" not in said
    assert said.startswith(str(file))
    return said.removeprefix(str(file))


def changed(config: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The configuration with one key set, or gone."""
    new = copy.deepcopy(config)
    *sections, key = path.split(".")
    inner = new
    for section in sections:
        inner = inner.setdefault(section, {})
    if value is ABSENT:
        del inner[key]
    else:
        inner[key] = value
    return new


def toml(config: dict[str, Any]) -> str:
    """Plain values as TOML; dotted headers, JSON for values is TOML enough here."""
    lines: list[str] = []

    def write(section: dict[str, Any], path: str) -> None:
        plain = {key: value for key, value in section.items() if not isinstance(value, dict)}
        if path:
            lines.append(f"[{path}]")
        lines.extend(
            f"{key} = {msgspec.json.encode(value).decode()}" for key, value in plain.items()
        )
        for key, value in section.items():
            if isinstance(value, dict):
                write(value, f"{path}.{key}".lstrip("."))

    write(config, "")
    return "\n".join(lines)


@pytest.fixture
def whole() -> dict[str, Any]:
    return tomllib.loads(WHOLE)


def test_the_shipped_file_loads() -> None:
    settings = load(ROOT / "config/table.toml")
    assert not settings.simulated
    assert settings.devices.control is None
    assert settings.match is None


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(WHOLE, encoding="utf-8")
    settings = load(file)
    assert settings.simulated
    assert settings.match is not None
    assert (settings.match.points, settings.match.rulebook, settings.match.clock) == (
        3,
        "norway",
        "book",
    )
    assert settings.devices.camera is not None
    assert settings.devices.camera.fps == FPS
    assert settings.table.socket == "table.sock"


def test_each_side_may_bring_its_own_dice(tmp_path: Path) -> None:
    seats = loaded(
        tmp_path, tomllib.loads(CONFIG.replace("mixer", 'dice = "pair_each"\nmixer'))
    ).seats
    assert seats is not None
    assert set_up(seats, None).dice is DicePairs.PAIR_EACH


def test_whether_a_camera_reads_the_dice_is_told_to_the_rules(tmp_path: Path) -> None:
    for text, there in ((CONFIG, False), (CONFIG + camera_config(), True)):
        settings = loaded(tmp_path, tomllib.loads(text))
        assert settings.seats is not None
        assert set_up(settings.seats, settings.devices.camera).camera is there


def test_seats_are_told_to_the_rules_as_written(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG, encoding="utf-8")
    seats = load(file).seats
    assert seats is not None
    setup = set_up(seats, None)
    assert setup.seats.white.picture is PictureSeat.BOTTOM
    assert setup.seats.black.clock is ClockButton.LEFT
    assert setup.seats.black.home is Half.PICTURE_RIGHT
    assert (setup.mixer, setup.tower, setup.dice) == (
        Half.PICTURE_LEFT,
        True,
        DicePairs.SHARED_PAIR,
    )
    assert [setup.side_at(ClockButton(name)) for name in ("right", "left")] == list(Side)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("table.number", 0, "table.number is 0; write a whole number from 1 to 9999"),
        ("table.number", "7", "table.number is '7'; write a whole number from 1 to 9999"),
        ("table.number", ABSENT, "table.number is missing; write a whole number from 1 to 9999"),
        ("table.numbre", 1, "table.numbre is no key; write a table of number, event_id, socket"),
        ("tabel", {}, "tabel is no key; write a table of table, devices, match, seats"),
        ("table", 3, "table is 3; write a table of number"),
        ("devices", ABSENT, "devices is missing; write a table of kind"),
        ("devices.kind", "fake", "devices.kind is 'fake'; write 'real' or 'simulated'"),
        ("match.clock", "fast", "match.clock is 'fast'; write 'book' or 'none'"),
        ("match.points", 100, "match.points is 100; write a whole number from 1 to 99"),
        ("match.white", "", "match.white is ''; write a text of 1 to 80 characters"),
        ("seats.tower", "yes", "seats.tower is 'yes'; write true or false"),
        ("seats.white.picture", "left", "seats.white.picture is 'left'; write 'bottom' or 'top'"),
        ("seats.mixer", "left", "seats.mixer is 'left'; write 'picture_left' or 'picture_right'"),
        ("devices.buttons.left_pin", 28, "left_pin is 28; write a whole number from 0 to 27"),
        ("devices.camera.fps", 0, "devices.camera.fps is 0; write a whole number from 1 to 60"),
        ("devices.camera.board.size_mm", [1.0], "size_mm is [1.0]; write 2 numbers, each a number"),
        (
            "devices.camera.board.size_mm",
            [600.0, -2.0],
            "devices.camera.board.size_mm.1 is -2.0; write a number above 0 to 2000",
        ),
        ("devices.camera.board", ABSENT, "devices.camera.board is missing; write a table of"),
        ("devices.camera.lens.fx_px", 0, "fx_px is 0; write a number above 0"),
        (
            "devices.camera.kind",
            "webcam",
            "kind is 'webcam'; write 'folder' or 'pi' or 'simulated'",
        ),
        (
            "devices.camera.pi",
            {"exposure_us": 5},
            "exposure_us is 5; write a whole number from 100",
        ),
        (
            "devices.camera.usb",
            {"fokus": 5},
            "devices.camera.usb.fokus is no key; write a table of",
        ),
    ],
)
def test_an_unfit_key_is_named_with_its_value_and_range(
    tmp_path: Path, whole: dict[str, Any], key: str, value: object, said: str
) -> None:
    assert said in complaint(tmp_path, toml(changed(whole, key, value)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": ABSENT}, "[match] needs [seats]; write who sits where"),
        ({"devices.control": ABSENT}, f"devices.kind is 'simulated'; {CONTROL}"),
        ({"devices.kind": "real"}, f"devices.kind is 'real'; {CONTROL}"),
        (
            {"devices.tower.port": "/dev/ttyACM0"},
            "devices.tower.port is '/dev/ttyACM0' on simulated devices; 'simulated' for the twin, "
            "serial:NUMBER or a device path for a real tower",
        ),
        (
            {"devices.tower.port": "serial:", "devices.kind": "real", "devices.control": ABSENT},
            "devices.tower.port is 'serial:'; write the tower's number behind it",
        ),
        ({"devices.tower": ABSENT}, "name its port in [devices.tower]"),
        ({"seats.mixer": ABSENT}, "give its half in seats.mixer"),
        ({"seats.white.picture": "top"}, "both seats are 'top'; one top, one bottom"),
        ({"seats.black.clock": "right"}, "both clocks are 'right'; one left, one right"),
        (
            {"devices.buttons.left_pin": 27},
            "devices share a pin (buttons.left_pin 27, buttons.right_pin 27, lights.left_pin 22, "
            "lights.right_pin 23); give each its own",
        ),
        ({"devices.lights.right_pin": 17}, "lights.right_pin 17); give each its own"),
        (
            {"devices.buzzer": {"pin": 24}, "devices.status_light": {"pin": 24}},
            "status_light.pin 24, buzzer.pin 24); give each its own",
        ),
        (
            {"devices.camera.board.bar_mm": [40.0, 0.0, 30.0, 9.0]},
            "devices.camera.board.bar_mm is [40.0, 0.0, 30.0, 9.0]; left, top, right, bottom",
        ),
    ],
)
def test_keys_that_contradict_each_other_are_named(
    tmp_path: Path, whole: dict[str, Any], changes: dict[str, object], said: str
) -> None:
    for key, value in changes.items():
        whole = changed(whole, key, value)
    assert complaint(tmp_path, toml(whole)).endswith(said)


@pytest.mark.parametrize(
    "url",
    [
        "director.local:8000",
        "ftp://director.local:8000",
        "https://director.local",
        "http://director.local",
        "http://:8000",
        "http://director.local:0",
        "http://director.local:65536",
        "http://director.local:http",
        "http://kari:secret@director.local:8000",
        "http://director.local:8000/table",
        "http://director.local:8000?x=1",
        "http://[::1:8000",
        "http://direktør.local:8000",
        "http://a b:8000",
    ],
)
def test_an_address_that_is_no_directors_is_named(
    tmp_path: Path, config: dict[str, Any], url: str
) -> None:
    config = changed(config, "director.key", DIRECTOR.public)
    said = complaint(tmp_path, toml(changed(config, "director.url", url)))
    assert f"director.url is {url!r}; write https://HOST:PORT" in said


@pytest.mark.parametrize(
    ("url", "certificate"),
    [
        ("https://director.local:8000", PIN),
        ("https://10.0.0.7:1/", PIN),
        ("https://127.0.0.1:1", PIN),
        ("http://localhost:8000", None),
        ("http://127.0.0.1:1/", None),
        ("http://[::1]:65535", None),
    ],
)
def test_a_directors_address_is_taken_as_written(
    tmp_path: Path, config: dict[str, Any], url: str, certificate: str | None
) -> None:
    file = tmp_path / "table.toml"
    config = changed(config, "director.key", DIRECTOR.public)
    if certificate is not None:
        config = changed(config, "director.certificate", certificate)
    file.write_text(toml(changed(config, "director.url", url)), encoding="utf-8")
    director = load(file).director
    assert director is not None
    assert (director.url, director.key) == (url, DIRECTOR.public)
    assert director.certificate == certificate
    assert director.device_key == "device.key"


@pytest.mark.parametrize(
    "url",
    ["http://director.local:8000", "HTTP://10.0.0.7:8000", "http://localhost.evil.example:8000"],
)
def test_plain_http_stays_on_this_machine(tmp_path: Path, config: dict[str, Any], url: str) -> None:
    config = changed(config, "director.key", DIRECTOR.public)
    config = changed(config, "director.url", url)
    for given in (config, changed(config, "director.certificate", PIN)):
        said = complaint(tmp_path, toml(given))
        assert f"director.url is {url!r}, and http:// is for a director on this machine" in said
        assert "write https://, and his director.certificate" in said


def test_plain_http_shows_no_certificate(tmp_path: Path, config: dict[str, Any]) -> None:
    config = changed(config, "director.key", DIRECTOR.public)
    config = changed(config, "director.url", "http://127.0.0.1:8000")
    said = complaint(tmp_path, toml(changed(config, "director.certificate", PIN)))
    assert f"director.certificate is {PIN!r}, and director.url is 'http://127.0.0.1:8000'" in said


@pytest.mark.parametrize(
    "certificate", [None, PIN.upper(), PIN[:-1], f"{PIN}0", "a" * 64, f"sha1:{'a' * 40}"]
)
def test_who_is_reached_over_tls_is_known_by_his_certificate(
    tmp_path: Path, config: dict[str, Any], certificate: str | None
) -> None:
    config = changed(config, "director.key", DIRECTOR.public)
    config = changed(config, "director.url", "https://director.local:8000")
    if certificate is not None:
        config = changed(config, "director.certificate", certificate)
    said = complaint(tmp_path, toml(config))
    shown = "missing" if certificate is None else repr(certificate)
    assert f"director.certificate is {shown}; write sha256: and 64 hex digits" in said


@pytest.mark.parametrize("key", ["/var/lib/kiosk/device.key", "ed25519:AAAA", f"rsa:{'A' * 43}="])
def test_a_key_that_is_no_directors_is_named_and_where_the_own_one_went(
    tmp_path: Path, config: dict[str, Any], key: str
) -> None:
    """An older file has the device's own key there."""
    config = changed(config, "director.url", "http://127.0.0.1:8000")
    said = complaint(tmp_path, toml(changed(config, "director.key", key)))
    assert f"director.key is {key!r}; write the director's own key, ed25519:…" in said
    assert "the file of this device's is director.device_key" in said


def test_a_director_without_a_key_is_none(tmp_path: Path) -> None:
    said = complaint(tmp_path, CONFIG + '[director]\nurl = "http://director.local:8000"\n')
    assert "director.key is missing" in said


def test_a_table_may_be_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG, encoding="utf-8")
    assert load(file).director is None
    assert "director.url is missing" in complaint(tmp_path, CONFIG + '[director]\nkey = "x"\n')


def test_a_file_that_is_no_toml_says_where(tmp_path: Path) -> None:
    said = complaint(tmp_path, "[table]\nnumber = = 1\n")
    assert "is no TOML" in said
    assert "line 2" in said


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TableSettingsError, match="is no TOML"):
        load(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableSettingsError, match=r"nowhere\.toml can't be read: No such file"):
        load(tmp_path / "nowhere.toml")


def test_an_unknown_profile_is_named_with_those_there_are() -> None:
    with pytest.raises(TableSettingsError, match=r"no rule book 'noway'.*one of .*norway"):
        load_book("noway", "book")


def test_a_book_with_a_mistake_is_named_with_file_and_key(tmp_path: Path) -> None:
    text = (ROOT / "config/rulebooks/norway.toml").read_text(encoding="utf-8")
    odd, count = re.subn(r"(?m)^(delay_s = \{ value = )12\b", r"\g<1>-1", text)
    assert count == 1
    (tmp_path / "odd.toml").write_text(odd, encoding="utf-8")
    with pytest.raises(TableSettingsError, match=r"odd\.toml.*delay_s.*-1"):
        load_book("odd", "book", tmp_path)


def test_the_event_may_play_without_the_books_clock() -> None:
    assert load_book("norway", "book").clock.system is ClockSystem.SIMPLE_DELAY
    assert load_book("norway", "none").clock.system is ClockSystem.NONE


def test_every_key_can_say_what_it_may_hold() -> None:
    told = {path: (words, needed) for path, words, needed in keys(TableSettings)}
    assert told["table.number"] == ("a whole number from 1 to 9999", True)
    assert told["devices.camera.board.die_mm"] == ("a number above 0 to 2000", False)
    assert all(words for words, _ in told.values())


# --- which camera ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("devices", "keys", "kind", "path"),
    [
        ("simulated", {}, "simulated", None),
        ("simulated", {"kind": "folder", "path": "rolls"}, "folder", "{home}/rolls"),
        ("simulated", {"kind": "video", "path": "/srv/a.mp4"}, "video", "/srv/a.mp4"),
        ("real", {}, "pi", None),
        ("real", {"kind": "pi", "pi": {"focus_dioptres": 1.2}}, "pi", None),
        ("real", {"kind": "usb", "path": "/dev/video0"}, "usb", "/dev/video0"),
    ],
)
def test_the_camera_named_or_meant(
    tmp_path: Path,
    whole: dict[str, Any],
    devices: str,
    keys: dict[str, Any],
    kind: str,
    path: str | None,
) -> None:
    section = camera(loaded(tmp_path, with_camera(whole, devices, keys)), tmp_path)
    assert section is not None
    assert section.kind == kind
    assert section.path == (path and path.format(home=tmp_path))


@pytest.mark.parametrize(
    ("devices", "keys", "said"),
    [
        ("real", {"kind": "simulated"}, "is 'simulated' on real devices; write 'pi' or 'usb'"),
        ("real", {"kind": "folder", "path": "x"}, "'folder' on real devices; write 'pi' or 'usb'"),
        (
            "simulated",
            {"kind": "pi"},
            "devices.camera.kind is 'pi' on simulated devices; "
            "write 'simulated' or 'video' or 'folder'",
        ),
        (
            "real",
            {"kind": "usb"},
            "path is None and the camera 'usb'; name its device, best by /dev/v4l/by-id/…",
        ),
        (
            "simulated",
            {"kind": "folder"},
            "path is None and the camera 'folder'; name its folder of pictures",
        ),
        ("simulated", {"kind": "video"}, "path is None and the camera 'video'; name its file"),
        ("simulated", {"path": "x"}, "path is 'x' and the camera 'simulated'; leave it out"),
        ("real", {"usb": {}}, "[devices.camera.usb] stands beside a camera 'pi'; leave it out"),
        ("simulated", {"pi": {}}, "stands beside a camera 'simulated'; leave it out"),
        ("real", {"width": 2300}, "width is 2300; a Pi's camera has multiples of 8"),
        ("real", {"height": 1292}, "height is 1292; a Pi's camera has multiples of 8"),
    ],
)
def test_a_camera_that_does_not_fit_is_told(
    tmp_path: Path, whole: dict[str, Any], devices: str, keys: dict[str, Any], said: str
) -> None:
    assert complaint(tmp_path, toml(with_camera(whole, devices, keys))).endswith(said)


def test_a_table_without_a_camera_has_none(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG, encoding="utf-8")
    assert camera(load(file), tmp_path) is None


def with_camera(whole: dict[str, Any], devices: str, keys: dict[str, Any]) -> dict[str, Any]:
    config = copy.deepcopy(whole)
    config["devices"]["kind"] = devices
    if devices == "real":
        del config["devices"]["control"]
        config["devices"]["tower"]["port"] = "/dev/ttyACM0"
    config["devices"]["camera"] |= keys
    return config


def loaded(tmp_path: Path, config: dict[str, Any]) -> TableSettings:
    file = tmp_path / "table.toml"
    file.write_text(toml(config), encoding="utf-8")
    return load(file)
