"""What is tried on the emulated machine, in this order; each tells in words what it saw."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from machine import picture
from machine.guest_table import (
    PYTHON,
    SCREEN,
    TABLE,
    UNITS,
    UP_S,
    GuestTable,
    demand,
)
from machine.judged import LOCKOUT_NS, devices, kinds_after, latenesses_ms, presses_wrong

HOUR_NS = 3600 * 10**9
INSTALL_S = 1500.0
WATCHED_S = 600.0
MATCH = Path(__file__).with_name("match.toml")

Step = Callable[[GuestTable], str]


def installer_again(table: GuestTable) -> str:
    """The installer over itself: its first run was in the making of the disk."""
    machine = table.machine
    begun = time.monotonic()
    done = machine.run("/mnt/host/source/systemd/install both --wheels /mnt/host/wheels", INSTALL_S)
    took = time.monotonic() - begun
    told = done.out.strip().splitlines()[-1]
    demand(told == "Nothing to change.", f"the second run changed something: {done.out}")
    table.wait_up(*UNITS)
    return f"first run in the making of the disk; on the booted machine in {took:.0f} s: {told}"


def update_and_back(table: GuestTable) -> str:
    """To a newer version, and back by one command; no match is open yet."""
    machine = table.machine
    said, took = [], []
    for command in ("/mnt/host/newer/table_kiosk-0.1.1-*.whl --wheels /mnt/host/wheels", "--back"):
        begun = time.monotonic()
        machine.run(f"kiosk-update {command}", INSTALL_S)
        took.append(time.monotonic() - begun)
        table.wait_up(*UNITS)
        said.append(machine.run("readlink /opt/table-kiosk/current").out.strip())
    demand(said[0].startswith("0.1.1") and said[1].startswith("0.1.0"), f"current was {said}")
    return (
        f"to {said[0]} in {took[0]:.0f} s, back to {said[1]} in {took[1]:.0f} s, all units up "
        "after each; the newer version's environment was made with the disk"
    )


def update_refused(table: GuestTable) -> str:
    """While a match is open nothing is updated."""
    done = table.machine.run("kiosk-update --back", INSTALL_S, check=False)
    demand(done.code != 0, "it went back in an open match")
    return f"exit {done.code}: {done.out.strip().splitlines()[-1]}"


def match_opened(table: GuestTable) -> str:
    """The match is put into the table's settings, and the table opens it."""
    text, settings = MATCH.read_text(encoding="utf-8"), "/etc/table-kiosk/table.toml"
    if "MatchOpened" not in kinds_after(table.rows(), 0):
        table.machine.run(f"cat >>{settings} <<'END'\n{text}END")
        table.machine.run(f"systemctl restart {TABLE}", UP_S)
        table.wait_up(TABLE)
    kinds = kinds_after(table.rows(), 0)
    demand("MatchOpened" in kinds, f"{kinds}; {table.log(TABLE)}")
    return ", ".join(kinds)


def power_to_playable(table: GuestTable) -> str:
    """Switched off in order and on again: how long until the clock answers and the screen shows."""
    machine = table.machine
    machine.power_off()
    machine.power_on()
    dark = [0.0]

    def seen() -> bool:
        dark[0] = time.monotonic() - machine.powered_at
        return not picture.look(machine.screendump("power-on")).is_black

    machine.until("nothing is to be seen", seen, 300)
    up = table.wait_up(*UNITS)
    at = table.show(TABLE, "ActiveEnterTimestampMonotonic")["ActiveEnterTimestampMonotonic"]
    failed = machine.run("systemctl --failed --no-legend", check=False).out.strip()
    demand(not failed, f"units failed: {failed}")
    shown = table.players("state")
    blame = machine.run("systemd-analyze", check=False).out.strip().splitlines()
    kernel = blame[0] if blame else "not told"
    return (
        f"table up {int(at) / 1e6:.0f} s after the kernel's start, screen seen {dark[0]:.0f} s "
        f"after power-on, all three units active {up:.0f} s later, phase {shown['phase']}; {kernel}"
    )


def hung_processes(table: GuestTable) -> str:
    """All three are stopped dead; each one's watchdog kills it, and it is back."""
    stopped = {unit: table.show(unit, "MainPID", "WatchdogUSec") for unit in UNITS}
    table.machine.run(f"kill -STOP {' '.join(each['MainPID'] for each in stopped.values())}")
    begun, told = time.monotonic(), []
    for unit, before in stopped.items():

        def again(unit: str = unit, pid: str = before["MainPID"]) -> bool:
            now = table.show(unit, "MainPID", "ActiveState")
            return now["ActiveState"] == "active" and now["MainPID"] not in (pid, "0")

        table.machine.until(f"{unit} did not come back: {table.log(unit)}", again, WATCHED_S)
        took, log = time.monotonic() - begun, table.log(unit, 40)
        demand("watchdog" in log.lower(), f"{unit} is back, but of no watchdog: {log}")
        told.append(f"{unit} within {took:.0f} s")
    shown = table.players("state")
    return (
        f"SIGSTOP for all, watchdogs of {stopped[TABLE]['WatchdogUSec']}: each log names the "
        f"watchdog, and up again are {', '.join(told)}; the table shows {shown['stop'] or 'play'}"
    )


def scanned_out(table: GuestTable) -> str:
    """What the emulated graphics card sends to its monitor."""
    dump = table.machine.screendump("screen")
    seen = picture.look(dump)
    picture.save_png(dump, table.machine.out / "screen.png")
    told = f"{seen.width}x{seen.height}, {seen.colours} colours, {seen.shown:.0%} not black"
    demand(not seen.is_black, f"black: {told}; {table.log(SCREEN)}")
    return told


def touched(table: GuestTable) -> str:
    """A finger of uinput on the key that the lower half shows."""
    before = table.last_seq()
    x, y = table.touch("ReadyTapped")
    took = table.machine.until("no row by white", lambda: bool(table.rows(before)), 60)
    rows = table.rows(before)
    kinds = kinds_after(rows, before)
    demand(rows[0]["by"] == "white", f"{rows[0]['by']} made {kinds}")
    demand(len(rows) == 1, f"one tap made {len(rows)} rows: {kinds}")
    return f"one tap at {x},{y} is one row, {kinds[0]} by white ({took:.0f} s until it was read)"


def buttons_alone(table: GuestTable) -> str:
    """The real ClockButtons on lgpio and gpio-sim: clean, bouncing, both at once."""
    machine = table.machine
    machine.run(f"systemctl stop {TABLE}")
    try:
        told = machine.json(f"PYTHONPATH=/mnt/host/guest {PYTHON} /mnt/host/guest/presses.py", 200)
    finally:
        machine.run(f"systemctl start {TABLE}", 200)
    wrong = {name: presses_wrong(each["pressed"], each["came"]) for name, each in told.items()}
    late = latenesses_ms(told["clean"]["pressed"], told["clean"]["came"])
    counts = ", ".join(
        f"{name} {len(each['came'])} of {len(each['pressed'])}" for name, each in told.items()
    )
    bad = "; ".join(f"{name}: {why}" for name, why in wrong.items() if why)
    demand(not bad, f"{bad} ({counts})")
    middle = late[len(late) // 2]
    figures = f"{late[0]:.2f} / {middle:.2f} / {late[-1]:.2f} ms"
    return f"{counts}; stamped {figures} (min/median/max) after the edge was written"


def buttons_in_play(table: GuestTable) -> str:
    """Bouncing presses end turns through `kiosk table`, one each; the stamp is the edge's."""
    table.wait_up(TABLE)
    table.press_due()  # it starts the clock
    late: list[float] = []
    slow, begun = 0, table.last_seq()
    while len(late) < 4:
        before = table.last_seq()
        pressed = table.press_due(bounces=4)
        table.until_row("no turn ended", before, ["TurnEnded"])
        made = [row for row in table.rows(before) if row["by"] == "buttons"]
        if pressed["longest_gap_ns"] >= LOCKOUT_NS:
            slow += 1
            demand(slow < 10, "the emulated machine bounces too slowly to be called bouncing")
            continue
        kinds = kinds_after(made, 0)
        demand(kinds.count("TurnEnded") == 1 and "Refused" not in kinds, f"one press made {kinds}")
        late.append((made[0]["at_ns"] - pressed["before_ns"]) / 1e6)
    stamps = [row["at_ns"] for row in table.rows(begun) if row["by"] == "buttons"]
    demand(stamps == sorted(stamps), "stamps went back")
    demand(all(0 <= each < 200 for each in late), f"stamps {late} ms after the edge")
    figures = f"{min(late):.2f} to {max(late):.2f} ms"
    return (
        f"4 bouncing presses ended 4 turns; their rows are stamped {figures} after the edge; "
        f"{slow} more bounced slower than the lock-out and do not count"
    )


def tower_over_usb(table: GuestTable) -> str:
    """The baffle box as a USB gadget: there, unplugged, back at another port."""
    machine, since = table.machine, table.last_seq()
    machine.run("modprobe -a dummy_hcd cdc-acm")
    table.plug_tower()
    came = machine.until(
        f"no DeviceBack of the tower; {table.log(TABLE)}",
        lambda: (
            devices(table.rows(since), "tower")[-1:] in ([], ["DeviceBack"])
            and "tower" not in table.players("state")["lost"]
        ),
        90,
    )
    since = table.last_seq()
    begun = time.monotonic()
    first = machine.run("readlink -f /dev/serial/by-id/*T1*").out.strip()
    # Held open, its number is not free for the next. By a child, as a session's first process would
    # be hung up with the port.
    machine.run(
        "systemd-run --quiet --collect --unit machine-holder sh -c 'sleep 600 </dev/ttyACM0 & wait'"
    )
    table.unplug_tower()
    machine.until(
        "the table did not miss it",
        lambda: devices(table.rows(since), "tower") == ["DeviceLost"],
        60,
    )
    lost = time.monotonic() - begun
    begun = time.monotonic()
    table.plug_tower()
    machine.until(
        f"it did not come back; {table.log(TABLE)}",
        lambda: devices(table.rows(since), "tower") == ["DeviceLost", "DeviceBack"],
        90,
    )
    second = machine.run(
        "readlink -f /dev/serial/by-id/*T1*; systemctl stop machine-holder"
    ).out.split()[0]
    demand(first != second, f"it came back at {second}, the same port")
    return (
        f"plugged in: answers after {came:.0f} s; unplugged: DeviceLost within {lost:.0f} s; "
        f"back at {second} (was {first}): DeviceBack seen within {time.monotonic() - begun:.0f} s"
    )


def time_stepped(table: GuestTable) -> str:
    """The wall clock goes an hour on, and two back, while a player's clock runs."""
    told = []
    for step in ("+1 hour", "-2 hours"):
        table.press_due()
        table.players("roll")
        before = table.last_seq()
        table.machine.run(f'date --set "{step}"; sleep 3')
        pressed = table.press_due()
        table.until_row("no turn ended", before, ["TurnEnded"])
        (ended,) = [row for row in table.rows(before) if row["kind"] == "TurnEnded"]
        earlier = [row for row in table.rows() if row["seq"] <= before][-1]
        used = ended["body"]["used"]
        held = ended["at_ns"] - earlier["at_ns"]
        demand(abs(ended["at_ns"] - pressed["before_ns"]) < 2e8, "the stamp is not the press's")
        demand(0 < used < HOUR_NS / 6 and held < HOUR_NS / 6, f"{step}: charged {used / 1e9:.0f} s")
        told.append(
            f"{step}: the turn is charged {used / 1e9:.1f} s, its rows are stamped "
            f"{earlier['wall_utc'][11:19]} and {ended['wall_utc'][11:19]}"
        )
    table.machine.run('date --set "+1 hour"')
    return "; ".join(told)


def power_cut(table: GuestTable) -> str:
    """The emulator is killed while a clock runs; the match is there again, its clocks stopped."""
    table.press_due()
    shown = table.players("roll")
    time.sleep(5)
    rows = table.rows()
    head = rows[-1]
    table.machine.cut_power()
    table.machine.power_on()
    table.wait_up(*UNITS)
    again = table.rows()
    kept = [row for row in again if row["seq"] <= head["seq"]]
    demand(kept[-1:] and kept[-1]["hash"] == head["hash"], f"row {head['seq']} is lost or another")
    kinds = kinds_after(again, head["seq"])
    now = table.players("state")
    demand("Restarted" in kinds, f"after the cut: {kinds}")
    demand(now["running"] is None and now["stop"] is not None, f"a clock runs: {now}")
    resumed = table.players("resume")
    table.machine.until("play does not go on", lambda: table.players("state")["stop"] is None, 60)
    before = table.last_seq()
    table.press_due()
    table.until_row("no turn ended", before, ["TurnEnded"])
    return (
        f"cut at row {head['seq']} with {shown['running']}'s clock running: all rows verified, "
        f"then {', '.join(kinds)}; stopped ({now['stop']}), resumed by both ({resumed['phase']}), "
        "and the next press ended the turn"
    )


def disk_full(table: GuestTable) -> str:
    """The journal's disk has no byte left; then it has."""
    return _on_small_disk(
        table,
        "full",
        "dd if=/dev/zero of=/var/lib/kiosk/filler bs=4k 2>/dev/null; true",
        "rm -f /var/lib/kiosk/filler",
    )


def disk_read_only(table: GuestTable) -> str:
    """The journal's file system meets an error and goes read-only; then it is mended."""
    return _on_small_disk(
        table,
        "read-only",
        "echo 1 >/sys/fs/ext4/loop0/trigger_fs_error",
        f"systemctl stop {' '.join(UNITS)}; umount /var/lib/kiosk && e2fsck -fy /root/small.img; "
        "mount -o loop,errors=remount-ro /root/small.img /var/lib/kiosk; "
        f"systemctl start {' '.join(UNITS)}",
    )


def _on_small_disk(table: GuestTable, name: str, spoil: str, mend: str) -> str:
    """The units' folder on a small ext4 of its own, spoiled between a roll and the press."""
    machine = table.machine
    units = " ".join(UNITS)
    machine.run(
        f"systemctl stop {units}; rm -f /root/small.img; truncate -s 24M /root/small.img; "
        "mkfs.ext4 -q -m 0 /root/small.img; mkdir -p /mnt/small; mount /root/small.img /mnt/small; "
        "cp -a /var/lib/kiosk/. /mnt/small/; umount /mnt/small; "
        f"mount -o loop,errors=remount-ro /root/small.img /var/lib/kiosk; systemctl start {units}",
        240,
    )
    try:
        table.wait_up(TABLE, SCREEN)
        shown = table.players("roll")
        before = table.rows()[-1]
        since = machine.run("date +%s").out.strip()
        machine.run(spoil, check=False)
        table.press(shown["presses"])
        time.sleep(4)
        now = json.dumps(table.players("state"))
        dump = machine.screendump(f"disk-{name}")
        picture.save_png(dump, machine.out / f"disk-{name}.png")
        log = machine.run(
            f"journalctl -u {TABLE} --since @{since} -o cat -p 4 -n 6", check=False
        ).out
        machine.run(mend, 240, check=False)
        table.wait_up(TABLE, SCREEN)
        machine.run("sleep 2")
        rows = table.rows(before["seq"])
        demand(
            not any(row["kind"] == "TurnEnded" for row in rows),
            f"kept all the same: {kinds_after(rows, 0)}",
        )
        last = table.players("roll")
        said = " / ".join(line for line in log.splitlines() if "kiosk" in line)[-300:]
        halted = (
            now.strip()[-200:]
            if '"halted": null' in now or '"halted"' not in now
            else now.split('"halted": ')[1][:150]
        )
        again = ", ".join(kinds_after(rows, 0)) or "no row"
        return f"table: {halted}; log: {said}; mended: {again}, play goes on ({last['phase']})"
    finally:
        machine.run(
            f"systemctl stop {units}; mkdir -p /mnt/small; cp -a /var/lib/kiosk/. /mnt/small/; "
            "umount /var/lib/kiosk && rm -f /mnt/small/filler; cp -a /mnt/small/. /var/lib/kiosk/; "
            f"systemctl start {units}",
            240,
            check=False,
        )


STEPS: dict[str, Step] = {
    "installer twice": installer_again,
    "update and back": update_and_back,
    "match opened": match_opened,
    "power to playable": power_to_playable,
    "screen scanned out": scanned_out,
    "screen touched": touched,
    "buttons, class": buttons_alone,
    "buttons, table": buttons_in_play,
    "tower over USB": tower_over_usb,
    "time stepped": time_stepped,
    "power cut": power_cut,
    "update refused": update_refused,
    "hung process": hung_processes,
    "disk full": disk_full,
    "disk read-only": disk_read_only,
}
