"""The tower's firmware. tower_protocol.py also runs here, under CPython."""
