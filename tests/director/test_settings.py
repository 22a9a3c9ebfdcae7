from pathlib import Path

import pytest

from kiosk.director.errors import DirectorSettingsError
from kiosk.director.settings import DirectorSettings, load
from kiosk.table.settings import load as load_table
from kiosk.wire.signing import DeviceKey

ROOT = Path(__file__).parents[2]
ONE, TWO = (DeviceKey(bytes([number]) * 32).public for number in (1, 2))
HEAD = '[director]\nevent_id = "open"\n'


def write(folder: Path, text: str, name: str = "director.toml") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_the_shipped_file_is_read_and_listens_to_this_machine_alone() -> None:
    settings = load(ROOT / "config" / "director.toml")
    assert settings.director.host == "127.0.0.1"
    assert settings.enrolled == {}


def test_nothing_need_be_said(tmp_path: Path) -> None:
    """Its event is the shipped table's, so that the two go together as they come."""
    assert load(write(tmp_path, "")) == load(write(tmp_path, "[director]\n")) == DirectorSettings()
    assert DirectorSettings().enrolled == {}
    assert (
        DirectorSettings().director.event_id
        == load_table(ROOT / "config/table.toml").table.event_id
    )


def test_tables_are_enrolled_in_the_file_and_in_the_one_it_names(tmp_path: Path) -> None:
    write(tmp_path, f'[[table]]\nnumber = 2\nkey = "{TWO}"\n', "hall.toml")
    text = f'{HEAD}tables = "hall.toml"\n[[table]]\nnumber = 1\nkey = "{ONE}"\n'
    assert load(write(tmp_path, text)).enrolled == {ONE: 1, TWO: 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[director]\nevent_id = ""\n', "director.event_id is ''"),
        (f"{HEAD}port = 8000\n", "director: object contains unknown field `port`"),
        (f"{HEAD}host = 5\n", "director.host is 5; expected `str`"),
        (f'{HEAD}[[table]]\nnumber = 0\nkey = "{ONE}"\n', "table[0].number is 0; expected `int`"),
        (f'{HEAD}[[table]]\nnumber = 1\nkey = "{ONE}x"\n', "table 1 has key"),
        (f'{HEAD}[[table]]\nnumber = 1\nkey = "ssh-ed25519 AAAA"\n', "write ed25519: and 32"),
        (
            f'{HEAD}[[table]]\nnumber = 1\nkey = "{ONE}"\n[[table]]\nnumber = 2\nkey = "{ONE}"\n',
            "tables 1, 2 have the same key",
        ),
        (
            f'{HEAD}[[table]]\nnumber = 9\nkey = "{ONE}"\n[[table]]\nnumber = 9\nkey = "{TWO}"\n',
            "2 tables have the number 9; give each its own",
        ),
        ("[director\n", "is no TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_key_and_value(
    tmp_path: Path, text: str, words: str
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(DirectorSettingsError) as caught:
        load(file)
    assert str(caught.value).startswith(str(file))
    assert words in str(caught.value)


def test_a_file_of_tables_is_read_as_strictly(tmp_path: Path) -> None:
    more = write(tmp_path, f'[[tables]]\nnumber = 2\nkey = "{TWO}"\n', "hall.toml")
    with pytest.raises(DirectorSettingsError) as caught:
        load(write(tmp_path, f'{HEAD}tables = "hall.toml"\n'))
    assert str(caught.value).startswith(str(more))
    assert "unknown field `tables`" in str(caught.value)


def test_a_key_stands_once_in_both_files_together(tmp_path: Path) -> None:
    more = write(tmp_path, f'[[table]]\nnumber = 2\nkey = "{ONE}"\n', "hall.toml")
    text = f'{HEAD}tables = "hall.toml"\n[[table]]\nnumber = 1\nkey = "{ONE}"\n'
    with pytest.raises(DirectorSettingsError, match="tables 1, 2 have the same key") as caught:
        load(write(tmp_path, text))
    assert str(caught.value).startswith(str(more))


def test_a_number_stands_once_in_both_files_together(tmp_path: Path) -> None:
    write(tmp_path, f'[[table]]\nnumber = 9\nkey = "{TWO}"\n', "hall.toml")
    text = f'{HEAD}tables = "hall.toml"\n[[table]]\nnumber = 9\nkey = "{ONE}"\n'
    with pytest.raises(DirectorSettingsError, match="2 tables have the number 9"):
        load(write(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DirectorSettingsError, match=r"nowhere\.toml can't be read"):
        load(tmp_path / "nowhere.toml")
