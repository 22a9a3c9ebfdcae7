"""Rows, presses and units, judged. Pure: what the guest told comes in, what is wrong comes out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

LATEST_NS = 200_000_000
"""An edge is stamped so soon after it was written, on the slowest emulated machine."""

LOCKOUT_NS = 30_000_000


def presses_wrong(pressed: Sequence[Mapping[str, Any]], came: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong with the presses that came; empty if each is one press, in time and order.

    A bounce whose own gap reached the lock-out is no bounce: the machine was too slow to make one.
    """
    slow = [each for each in pressed if each.get("longest_gap_ns", 0) >= LOCKOUT_NS]
    if len(came) != len(pressed) and not slow:
        return f"{len(pressed)} presses gave {len(came)}"
    if slow:
        return f"the machine bounced too slowly {len(slow)} times: run it again"
    stamps = [each["at_ns"] for each in came]
    in_order = sorted(came, key=lambda each: int(each["at_ns"]))
    for want, got in zip(pressed, in_order, strict=True):
        if want["button"] != got["button"]:
            return f"{want['button']} was pressed, {got['button']} is stamped there"
        late = got["at_ns"] - want["before_ns"]
        if not 0 <= late <= LATEST_NS:
            return f"{got['button']} is stamped {late / 1e6:.1f} ms after its edge"
    if len(set(stamps)) != len(stamps):
        return "two presses have one stamp"
    return ""


def latenesses_ms(
    pressed: Sequence[Mapping[str, Any]], came: Sequence[Mapping[str, Any]]
) -> list[float]:
    """From just before an edge was written to its stamp, in ms, sorted."""
    in_order = sorted(came, key=lambda each: int(each["at_ns"]))
    pairs = zip(pressed, in_order, strict=False)
    return sorted((got["at_ns"] - want["before_ns"]) / 1e6 for want, got in pairs)


def kinds_after(rows: Iterable[Mapping[str, Any]], seq: int) -> list[str]:
    """The kinds of the rows after row `seq`."""
    return [row["kind"] for row in rows if row.get("seq", 0) > seq]


def devices(rows: Iterable[Mapping[str, Any]], device: str, since: int = 0) -> list[str]:
    """DeviceLost and DeviceBack of a device, in order."""
    return [
        row["kind"]
        for row in rows
        if row.get("kind") in ("DeviceLost", "DeviceBack")
        and row["seq"] > since
        and body(row).get("device") == device
    ]


def body(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row's body, however deep `kiosk replay --json` keeps it."""
    held = row.get("body", {})
    return dict(held) if isinstance(held, dict) else {}


def properties(shown: str) -> dict[str, str]:
    """What `systemctl show` told, by name."""
    return dict(each.split("=", 1) for each in shown.splitlines() if "=" in each)
