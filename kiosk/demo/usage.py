"""Memory and processor time of a process, from /proc (proc_pid_stat(5), proc_pid_status(5))."""

import os
import re
from pathlib import Path

_RESIDENT = re.compile(r"^VmRSS:\s+(\d+) kB$", re.MULTILINE)


def memory_mb(pid: int) -> float:
    """Resident memory in MB; pages shared with others count in full. Raises OSError."""
    found = _RESIDENT.search(Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    return round(int(found[1]) / 1000, 1) if found else 0.0


def cpu_s(pid: int) -> float:
    """Processor seconds used so far. Raises OSError."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
