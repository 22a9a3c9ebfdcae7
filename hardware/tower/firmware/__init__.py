"""What runs in the tower. tower_protocol.py also runs here, under CPython."""
