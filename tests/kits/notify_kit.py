"""systemd's end of what a process tells of itself."""

import socket


class Ear:
    """A datagram socket at `address`, as systemd has one for each unit of Type=notify."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)

    def environment(self, watchdog_us: int = 4000) -> dict[str, str]:
        return {"NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": str(watchdog_us)}

    def heard(self) -> list[str]:
        """What has come since last asked."""
        found = []
        self.socket.setblocking(False)
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def until(self, words: str, within_s: float = 60.0) -> list[str]:
        """What comes up to the message that has these words; TimeoutError if none does."""
        found: list[str] = []
        self.socket.settimeout(within_s)
        while not found or words not in found[-1]:
            found.append(self.socket.recv(4096).decode())
        return found
