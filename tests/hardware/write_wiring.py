"""Draws the wiring diagrams anew: `PYTHONPATH=.:tests python tests/hardware/write_wiring.py`."""

from kits.wiring_kit import PICTURES, drawn

if __name__ == "__main__":
    for name, picture in drawn().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
