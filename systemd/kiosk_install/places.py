"""Paths on an installed machine, below its root."""

VERSIONS = "opt/table-kiosk"
"""A folder for each version, and the links `current` and `previous`."""
CURRENT = f"{VERSIONS}/current"
PREVIOUS = f"{VERSIONS}/previous"

COMMAND = "usr/local/bin/kiosk"
UPDATE = "usr/local/sbin/kiosk-update"
PROGRAMS = "usr/local/lib/table-kiosk"
"""kiosk-update and its package."""

SETTINGS = "etc/table-kiosk"
SIGNERS = f"{SETTINGS}/release.signers"
"""Keys whose releases are accepted; written by hand."""
STATE = "var/lib/kiosk"
JOURNAL = f"{STATE}/journal.db"
CERTIFICATE = f"{STATE}/director.db.pem"
"""The director's certificate, with its key."""
CACHE = "var/cache/kiosk"
UNITS = "etc/systemd/system"
WANTS = f"{UNITS}/multi-user.target.wants"

USER = "kiosk"
GROUPS = ("gpio", "video", "render", "input", "dialout", "plugdev", "audio")
"""Groups with access to pins, camera, display, touch, the baffle box and the loudspeaker."""

ROLES = ("table", "director")
UNITS_OF = {
    "table": ("kiosk-table.service", "kiosk-screen.service"),
    "director": ("kiosk-director.service",),
}
PORT = 8000
"""The director's port, unless etc/table-kiosk/director.env names another."""
