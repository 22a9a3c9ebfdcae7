"""QEMU without KVM: switched on and off, photographed, and told what to run."""

import json
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OUT = Path("build/machine")
MEMORY_MB = 2048
BOOT_S = 300.0
STOP_S = 120.0
POLL_S = 0.1
TRIES = 3


class MachineError(Exception):
    """The machine did not do what it was told."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command in the guest said, and its exit code; -1 if it took too long."""

    code: int
    out: str


def message(line: bytes) -> dict[str, Any]:
    """One line of QMP or of the guest's agent. Raises MachineError for anything but an object."""
    try:
        read = json.loads(line)
    except ValueError as error:
        raise MachineError(f"no message: {line[:80]!r}") from error
    if not isinstance(read, dict):
        raise MachineError(f"no message: {line[:80]!r}")
    return read


def answer(read: dict[str, Any]) -> Any:
    """What QMP returned; None for an event, the greeting. Raises MachineError for a refusal."""
    if "error" in read:
        raise MachineError(f"QEMU refuses: {read['error'].get('desc', read['error'])}")
    return read.get("return")


class Lines:
    """A Unix socket of QEMU's that speaks lines."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        until = time.monotonic() + timeout_s
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError as error:
                if time.monotonic() > until:
                    raise MachineError(f"QEMU does not listen on {path}") from error
                time.sleep(POLL_S)
        self._waiting = b""

    def send(self, told: dict[str, Any]) -> None:
        self._socket.sendall(json.dumps(told).encode() + b"\n")

    def next(self, timeout_s: float) -> dict[str, Any]:
        """The next message. Raises MachineError when none comes."""
        until = time.monotonic() + timeout_s
        while b"\n" not in self._waiting:
            self._socket.settimeout(max(until - time.monotonic(), 0.001))
            try:
                received = self._socket.recv(1 << 16)
            except TimeoutError as error:
                raise MachineError(f"no answer in {timeout_s:g} s") from error
            if not received:
                raise MachineError("the machine hung up")
            self._waiting += received
        line, _, self._waiting = self._waiting.partition(b"\n")
        return message(line)

    def close(self) -> None:
        self._socket.close()


def _on(lines: Lines | None) -> Lines:
    if lines is None:
        raise MachineError("the machine is switched off")
    return lines


class Machine:
    """One disk, switched on and off. The disk is a layer over the one that root.sh made."""

    def __init__(self, out: Path = OUT) -> None:
        self.out = out
        self._layer = out / "layer.qcow2"
        self._qemu: subprocess.Popen[bytes] | None = None
        self._qmp: Lines | None = None
        self._agent: Lines | None = None
        self._number = 0
        self.powered_at = 0.0

    @property
    def kernel(self) -> str:
        """Its release."""
        (modules,) = (self.out / "tree/lib/modules").iterdir()
        return modules.name

    def fresh_disk(self) -> None:
        self._layer.unlink(missing_ok=True)
        options = ["-q", "-f", "qcow2", "-F", "raw", "-b", "disk.img"]
        subprocess.run(["qemu-img", "create", *options, self._layer], check=True)

    def power_on(self) -> float:
        """Boot until the guest's agent answers; the seconds that took.

        Raises MachineError when it does not in three tries: without KVM a kernel dies now and then
        in its first seconds, of interrupts that come late.
        """
        for left in range(TRIES - 1, -1, -1):
            try:
                return self._boot()
            except MachineError:
                self.cut_power()
                if not left:
                    raise
        raise AssertionError("TRIES is 0")

    def _boot(self) -> float:
        for name in ("qmp", "agent"):
            (self.out / name).unlink(missing_ok=True)
        self.powered_at = time.monotonic()
        with (
            (self.out / "console.log").open("ab") as console,
            (self.out / "qemu.log").open("ab") as log,
        ):
            self._qemu = subprocess.Popen(
                self._command(), stdout=console, stderr=log, stdin=subprocess.DEVNULL
            )
        self._qmp = Lines(self.out / "qmp", BOOT_S)
        self._qmp.next(BOOT_S)
        self.qmp("qmp_capabilities")
        self._agent = Lines(self.out / "agent", BOOT_S)
        self._agent.next(BOOT_S)  # it says that it is there
        return time.monotonic() - self.powered_at

    def cut_power(self) -> None:
        """Kill the emulator: what the guest has not written is lost."""
        if self._qemu is None:
            return
        self._qemu.kill()
        self._off()

    def power_off(self) -> None:
        """An orderly end. Raises MachineError if it takes too long; then the power is cut."""
        _on(self._agent).send({"id": -1, "run": "systemctl poweroff", "timeout_s": STOP_S})
        assert self._qemu is not None
        try:
            self._qemu.wait(STOP_S)
        except subprocess.TimeoutExpired as error:
            self.cut_power()
            raise MachineError(f"it did not stop in {STOP_S:g} s") from error
        self._off()

    def run(self, command: str, timeout_s: float = 60.0, *, check: bool = True) -> Done:
        """A shell command in the guest. Raises MachineError if it fails and `check`."""
        self._number += 1
        _on(self._agent).send({"id": self._number, "run": command, "timeout_s": timeout_s})
        while True:
            read = _on(self._agent).next(timeout_s + 60)
            if read["id"] == self._number:
                break
        done = Done(read["code"], read["out"])
        if check and done.code != 0:
            raise MachineError(f"`{command[:100]}` exits {done.code}: {done.out[-600:].strip()}")
        return done

    def json(self, command: str, timeout_s: float = 60.0) -> Any:
        """What a command's last line of output says, read as JSON."""
        said = self.run(command, timeout_s).out.strip().splitlines()
        if not said:
            raise MachineError(f"`{command[:100]}` said nothing")
        try:
            return json.loads(said[-1])
        except ValueError as error:
            raise MachineError(f"`{command[:100]}` said {said[-1][:200]}") from error

    def until(self, told: str, is_so: Callable[[], bool], timeout_s: float) -> float:
        """Wait until it is so; the seconds that took. Raises MachineError with `told`."""
        begun = time.monotonic()
        while not is_so():
            if time.monotonic() - begun > timeout_s:
                raise MachineError(f"{told}: not in {timeout_s:g} s")
            time.sleep(POLL_S)
        return time.monotonic() - begun

    def screendump(self, name: str) -> bytes:
        """What is scanned out now, as a PPM; also kept as build/machine/NAME.ppm."""
        path = (self.out / f"{name}.ppm").resolve()
        self.qmp("screendump", filename=str(path))
        return path.read_bytes()

    def qmp(self, command: str, **arguments: object) -> Any:
        """One command of QEMU's own. Raises MachineError if it is refused."""
        _on(self._qmp).send({"execute": command, "arguments": arguments})
        while True:
            read = _on(self._qmp).next(60)
            returned = answer(read)
            if "return" in read:
                return returned

    def _off(self) -> None:
        assert self._qemu is not None
        self._qemu.wait()
        self._qemu = None
        for each in (self._qmp, self._agent):
            if each is not None:
                each.close()

    def _command(self) -> list[str]:
        out = self.out
        share = f"local,path={out / 'share'},mount_tag=host,security_model=none,readonly=on"
        return [
            *("nice", "-n", "2", "qemu-system-x86_64", "-accel", "tcg,thread=multi,tb-size=512"),
            *(
                "-cpu",
                "Nehalem",
                "-smp",
                "2",
                "-m",
                str(MEMORY_MB),
                "-nodefaults",
                "-no-user-config",
                "-no-reboot",
            ),
            *("-kernel", str(out / "vmlinuz"), "-initrd", str(out / "initrd.gz")),
            *("-append", "console=ttyS0 quiet loglevel=4 panic=1 mitigations=off tsc=reliable"),
            *("-drive", f"file={self._layer},if=virtio,format=qcow2,cache=writeback"),
            *(
                "-virtfs",
                f"{share},multidevs=remap",
                "-display",
                "none",
                "-serial",
                "stdio",
                "-nic",
                "none",
            ),
            *("-vga", "none", "-device", "virtio-gpu-pci,xres=1280,yres=720"),
            *("-device", "virtio-rng-pci", "-device", "virtio-serial"),
            *("-chardev", f"socket,id=agent,path={out / 'agent'},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
            *("-qmp", f"unix:{out / 'qmp'},server=on,wait=off"),
        ]
