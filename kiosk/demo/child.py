"""`python -m kiosk.demo.child PARENT COMMAND…`: become COMMAND, and end when PARENT does.

The kernel does it (prctl(2), PR_SET_PDEATHSIG; kept across execve), so that no process of a demo
outlives it. PARENT is the process, and its main thread, that started this one.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def child_command(parent: int, command: Sequence[str]) -> list[str]:
    """Command line that runs `command` as a child of `parent`."""
    return [sys.executable, "-m", "kiosk.demo.child", str(parent), *command]


def main(arguments: Sequence[str]) -> int:
    """Become the command; return 1 only if the parent has already ended. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"prctl: {os.strerror(number)}")
    parent, *command = arguments
    if os.getppid() == int(parent):
        os.execvp(command[0], command)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
