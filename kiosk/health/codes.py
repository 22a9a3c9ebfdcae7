"""All codes, with the part's state and what to do. CODES.md has a paragraph on each.

PART.WHAT, in words that can be read over the phone. A code keeps its meaning for ever.
"""

from kiosk.health.finding import Finding, FindingCode, Measure, PartState

_OK = PartState.OK
_WARN = PartState.WARNING
_FAULT = PartState.FAULT
_ABSENT = PartState.ABSENT
_UNSEEN = PartState.UNSEEN

_USE = "nothing; ask again when no match is on"
_CAMERA = "see to the camera and the markers first"
_GPIO = "run on a Raspberry Pi, install python3-lgpio, and put this user into the group gpio"

CODES: dict[str, FindingCode] = {
    # --- the running table
    "table.stopped": FindingCode(_OK),
    "table.running": FindingCode(_OK),
    "table.hung": FindingCode(_FAULT, "restart the table; its journal is kept"),
    "table.halted": FindingCode(_FAULT, "see to the disk, then start the table again"),
    "table.no-seats": FindingCode(_FAULT, "write [seats] into the table's file, and restart it"),
    "table.unseen": FindingCode(_UNSEEN, "look at the table's log"),
    # --- what hangs on pins
    "buttons.ok": FindingCode(_OK),
    "buttons.in-use": FindingCode(_OK),
    "buttons.lost": FindingCode(_FAULT, "check the buttons' cables, then restart the table"),
    "buttons.no-gpio": FindingCode(_FAULT, _GPIO, lacks=True),
    "buttons.pin": FindingCode(
        _FAULT, "name another pin in [devices.buttons], or end what holds it"
    ),
    "buttons.held": FindingCode(_FAULT, "let go of it; else look for a short between its wires"),
    "buttons.not-pressed": FindingCode(_FAULT, "check that button's wire and its pin in the file"),
    "buttons.swapped": FindingCode(_FAULT, "swap left_pin and right_pin in [devices.buttons]"),
    "buttons.unseen": FindingCode(_UNSEEN, _USE),
    "lights.ok": FindingCode(_OK),
    "lights.in-use": FindingCode(_OK),
    "lights.absent": FindingCode(_ABSENT),
    "lights.no-gpio": FindingCode(_FAULT, _GPIO, lacks=True),
    "lights.pin": FindingCode(_FAULT, "name another pin in [devices.lights], or end what holds it"),
    "lights.unseen": FindingCode(_UNSEEN, _USE),
    "status.ok": FindingCode(_OK),
    "status.in-use": FindingCode(_OK),
    "status.absent": FindingCode(_ABSENT),
    "status.no-gpio": FindingCode(_FAULT, _GPIO, lacks=True),
    "status.pin": FindingCode(
        _FAULT, "name another pin for the status light, or end what holds it"
    ),
    "status.unseen": FindingCode(_UNSEEN, _USE),
    "buzzer.ok": FindingCode(_OK),
    "buzzer.in-use": FindingCode(_OK),
    "buzzer.absent": FindingCode(_ABSENT),
    "buzzer.no-gpio": FindingCode(_FAULT, _GPIO, lacks=True),
    "buzzer.pin": FindingCode(_FAULT, "name another pin for the buzzer, or end what holds it"),
    "buzzer.unseen": FindingCode(_UNSEEN, _USE),
    # --- the tower
    "tower.ok": FindingCode(_OK),
    "tower.in-use": FindingCode(_OK),
    "tower.absent": FindingCode(_ABSENT),
    "tower.lost": FindingCode(
        _FAULT, "check its cable and power; enter the dice by touch meanwhile"
    ),
    "tower.missing": FindingCode(_FAULT, "plug it in, or name its port in [devices.tower]"),
    "tower.busy": FindingCode(_FAULT, "end the other program that holds the port"),
    "tower.refused": FindingCode(
        _FAULT, "check the cable, and put this user into the group dialout"
    ),
    "tower.silent": FindingCode(_FAULT, "unplug it and plug it in; else flash its firmware again"),
    "tower.stranger": FindingCode(_FAULT, "name the tower's own port in [devices.tower]"),
    "tower.other": FindingCode(_FAULT, "plug in the one that is named, or correct [devices.tower]"),
    "tower.jam": FindingCode(_FAULT, "open the box and take the die out"),
    "tower.open": FindingCode(_FAULT, "close the lid"),
    "tower.beam": FindingCode(_FAULT, "clear and clean the beams, then see their wires"),
    "tower.test": FindingCode(
        _FAULT, "clean the beams and close the lid, then see to the named part"
    ),
    "tower.untested": FindingCode(
        _FAULT, "unplug it and plug it in; else flash its firmware again"
    ),
    "tower.version": FindingCode(_FAULT, "flash the firmware that came with this program"),
    "tower.unseen": FindingCode(_UNSEEN, _USE),
    # --- the camera and what it sees
    "camera.ok": FindingCode(_OK),
    "camera.in-use": FindingCode(_OK),
    "camera.absent": FindingCode(_ABSENT),
    "camera.lost": FindingCode(_FAULT, "check its cable; enter the dice by touch meanwhile"),
    "camera.missing": FindingCode(_FAULT, "check its cable, and what stands before this"),
    "camera.stalled": FindingCode(_FAULT, "check its cable and the power supply, then restart"),
    "camera.hung": FindingCode(
        _FAULT, "switch the Pi off and on; if it comes again, change the cable"
    ),
    "camera.frozen": FindingCode(_FAULT, "switch the Pi off and on"),
    "camera.slow": FindingCode(
        _WARN, "set a smaller picture or a lower rate, or put on more light"
    ),
    "camera.too-slow": FindingCode(_FAULT, "set a smaller picture or a lower rate"),
    "camera.unseen": FindingCode(_UNSEEN, _USE),
    "markers.ok": FindingCode(_OK),
    "markers.one-hidden": FindingCode(_WARN, "clear that corner of the board, and light it"),
    "markers.few": FindingCode(_FAULT, "clear the board's corners, and light them evenly"),
    "markers.unseen": FindingCode(_UNSEEN, _CAMERA),
    "light.ok": FindingCode(_OK),
    "light.dark": FindingCode(_FAULT, "put on more light, or run kiosk calibrate"),
    "light.bright": FindingCode(_FAULT, "dim the lamp, or run kiosk calibrate"),
    "light.glare": FindingCode(_WARN, "move the lamp or the camera aside"),
    "light.blur": FindingCode(_FAULT, "clean the lens, and run kiosk calibrate"),
    "light.motion": FindingCode(_WARN, "fix the camera and the table"),
    "light.cast": FindingCode(_WARN, "set the white balance for this lamp, or run kiosk calibrate"),
    "light.flicker": FindingCode(_WARN, "run kiosk calibrate, or use another lamp"),
    "light.unseen": FindingCode(_UNSEEN, _CAMERA),
    "calibration.ok": FindingCode(_OK),
    "calibration.absent": FindingCode(_ABSENT),
    "calibration.plan": FindingCode(_FAULT, "measure the board again, or put the markers back"),
    "calibration.unreadable": FindingCode(
        _FAULT, "run kiosk calibrate, and name the file it writes"
    ),
    "calibration.misfit": FindingCode(
        _FAULT, "run kiosk calibrate with this camera and this board"
    ),
    "calibration.moved": FindingCode(_FAULT, "run kiosk calibrate again"),
    "calibration.unseen": FindingCode(_UNSEEN, _CAMERA),
    # --- the screen
    "display.ok": FindingCode(_OK),
    "display.none": FindingCode(_FAULT, "check the panel's cable and power, and restart the Pi"),
    "display.small": FindingCode(_WARN, "use a panel of 800x480 or more"),
    "display.no-size": FindingCode(_WARN, "check the panel's cable, and restart the Pi"),
    "display.unseen": FindingCode(_UNSEEN, "look at the panel"),
    "touch.ok": FindingCode(_OK),
    "touch.missing": FindingCode(_FAULT, "check the touch panel's cable, and restart the Pi"),
    "touch.not-allowed": FindingCode(_FAULT, "put this user into the group input"),
    "touch.unseen": FindingCode(_UNSEEN, "touch the panel and see"),
    # --- the machine
    "disk.ok": FindingCode(_OK),
    "disk.low": FindingCode(_WARN, "move old journals and pictures away before the day begins"),
    "disk.full": FindingCode(_FAULT, "move old journals and pictures away now"),
    "disk.read-only": FindingCode(
        _FAULT, "change the card: a file system turns so when it is damaged"
    ),
    "disk.refuses": FindingCode(_FAULT, "give this user the folder; if it is his, change the card"),
    "disk.slow": FindingCode(_WARN, "use a card of class A2, or an SSD"),
    "disk.dying": FindingCode(_FAULT, "change the card before the next match"),
    "disk.hung": FindingCode(_FAULT, "change the card before the next match"),
    "disk.unseen": FindingCode(_UNSEEN, "make the folder, or name the journal's with --journal"),
    "power.ok": FindingCode(_OK),
    "power.low": FindingCode(_FAULT, "use the Pi's own supply and a short cable"),
    "power.was-low": FindingCode(
        _WARN, "use the Pi's own supply and a short cable, then restart the Pi"
    ),
    "power.slowed": FindingCode(_WARN, "give the Pi air, and its own supply"),
    "power.unseen": FindingCode(_UNSEEN, "nothing, unless this is a Raspberry Pi"),
    "temperature.ok": FindingCode(_OK),
    "temperature.warm": FindingCode(_WARN, "give the Pi air, and keep it out of the sun"),
    "temperature.hot": FindingCode(_FAULT, "give the Pi air and a cooler"),
    "temperature.unseen": FindingCode(_UNSEEN, "nothing, unless this is a Raspberry Pi"),
    "clock.ok": FindingCode(_OK),
    "clock.no-service": FindingCode(_WARN, "install chrony"),
    "clock.not-synchronised": FindingCode(_WARN, "name the director's machine as time server"),
    "clock.off": FindingCode(_WARN, "restart chrony before the first match; not while one is on"),
    "clock.slew-loose": FindingCode(_WARN, "use chrony with maxslewrate 100"),
    "clock.slew": FindingCode(
        _FAULT, "write maxslewrate 100 into /etc/chrony/conf.d, restart chrony"
    ),
    "clock.unseen": FindingCode(_UNSEEN, "install chrony"),
    "network.ok": FindingCode(_OK),
    "network.none": FindingCode(_WARN, "nothing, if this table plays alone"),
    "network.down": FindingCode(_FAULT, "check the cable or the Wi-Fi's name and password"),
    "network.no-address": FindingCode(_FAULT, "check the router, or give the Pi an address"),
    "network.power-save": FindingCode(_WARN, "switch it off: iw dev wlan0 set power_save off"),
    "network.unseen": FindingCode(_UNSEEN, "look at ip addr"),
    "units.ok": FindingCode(_OK),
    "units.absent": FindingCode(_ABSENT),
    "units.failed": FindingCode(_FAULT, "read why: journalctl -u UNIT -n 50"),
    "units.restarting": FindingCode(_FAULT, "read why: journalctl -u UNIT -n 50"),
    "units.unseen": FindingCode(_UNSEEN, "nothing, unless systemd is to start the table"),
    "versions.ok": FindingCode(_OK),
    "versions.lacking": FindingCode(_FAULT, "install what is missing", lacks=True),
    "versions.python": FindingCode(_FAULT, "use Raspberry Pi OS trixie", lacks=True),
    "versions.system": FindingCode(_WARN, "use Raspberry Pi OS trixie"),
    "versions.unseen": FindingCode(_UNSEEN, "look at kiosk --version"),
    # --- what the table belongs to
    "director.ok": FindingCode(_OK),
    "director.absent": FindingCode(_ABSENT),
    "director.lost": FindingCode(_FAULT, "check the network, and that kiosk director runs"),
    "director.unreachable": FindingCode(
        _FAULT, "check the address, the network, and kiosk director"
    ),
    "director.stranger": FindingCode(_FAULT, "write the director's own address into director.url"),
    "director.newer": FindingCode(_FAULT, "update this table"),
    "director.older": FindingCode(_FAULT, "update the director"),
    "director.failing": FindingCode(_FAULT, "look at the director's own disk and log"),
    "director.other-event": FindingCode(_WARN, "check director.url and table.event_id"),
    "director.time-apart": FindingCode(_WARN, "let both take their time from one server"),
    "director.unseen": FindingCode(_UNSEEN, "check the address and the network"),
    "journal.ok": FindingCode(_OK),
    "journal.new": FindingCode(_OK),
    "journal.open-match": FindingCode(_OK),
    "journal.damaged": FindingCode(
        _FAULT, "keep the files, and bring the rows back: kiosk restore"
    ),
    "journal.not-ours": FindingCode(_FAULT, "name the file that the table writes"),
    "journal.too-new": FindingCode(_FAULT, "use the program that wrote it, or a newer one"),
    "journal.unseen": FindingCode(_UNSEEN, "name it with --journal"),
}


def finding(code: str, words: str, *measures: Measure) -> Finding:
    """Make a finding of this code. Raises KeyError for an unknown code."""
    meant = CODES[code]
    return Finding(code, meant.state, words, meant.todo, measures, meant.lacks)
