"""Runs in the emulated machine: shell commands in, what they said out.

One line of JSON each way, over the virtio port `agent`: {"id", "run", "timeout_s"}, then
{"id", "code", "out"}; a command that takes too long is killed and has the code -1.
"""

import io
import json
import os
import subprocess
import time

PORT = "/dev/virtio-ports/agent"
LONGEST = 20_000_000  # characters of an answer


def answer(asked: dict) -> dict:
    """Run one command, in a group of its own."""
    process = subprocess.Popen(
        ["/bin/bash", "-c", asked["run"]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(timeout=asked["timeout_s"])
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, _ = process.communicate()
        code = -1
    return {"id": asked["id"], "code": code, "out": out.decode(errors="replace")[-LONGEST:]}


def send(port: io.FileIO, told: dict) -> None:
    """All of it: the port takes 32 KiB at a time."""
    left = json.dumps(told).encode() + b"\n"
    while left:
        left = left[port.write(left) or 0 :]


def main() -> None:
    """Serve until the machine stops."""
    while not os.path.exists(PORT):
        time.sleep(0.1)
    with open(PORT, "r+b", buffering=0) as port:
        send(port, {"id": 0, "code": 0, "out": time.monotonic()})
        waiting = b""
        while True:
            waiting += port.read(65536) or (time.sleep(0.05) or b"")
            *lines, waiting = waiting.split(b"\n")
            for line in lines:
                send(port, answer(json.loads(line)))


main()
