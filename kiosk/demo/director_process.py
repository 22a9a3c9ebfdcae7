"""The director's service of a demo: its configuration, its process, the table enrolled by file."""

import re
from pathlib import Path

from kiosk.demo.errors import DirectorGone
from kiosk.demo.process import Process
from kiosk.wire.signing import DeviceKey

DATABASE = "director.db"
_ADDRESS = re.compile(r"(http://\S+:(\d+))/")


class DirectorProcess(Process):
    """`kiosk director` in `folder`, which knows the table by the key it makes at `device_key`.

    The table is to know it by `key`, its public one.
    """

    def __init__(self, folder: Path, device_key: Path) -> None:
        super().__init__("director", folder, DirectorGone)
        self.database = folder / DATABASE
        self.key = DeviceKey.kept(folder / f"{DATABASE}.key").public
        self._port = 0
        self._config = folder / "director.toml"
        key = DeviceKey.generate()
        key.save(device_key)
        self._config.write_text(_CONFIG.format(key.public), encoding="utf-8")

    def start(self) -> str:
        """Start it, again on the port it had; its address. Raises DirectorGone."""
        self.begin("--config", self._config, "--db", self.database, "--port", self._port)
        return self.up(self._address)

    def _address(self) -> str:
        found = _ADDRESS.search(self.said())
        if found is None:
            raise DirectorGone(f"the director names no address; {self.log} says why")
        self._port = int(found[2])
        return found[1]


_CONFIG = """\
[director]
event_id = "demo"
pictures = "director-pictures"

[[table]]
number = 1
key = "{}"
"""
