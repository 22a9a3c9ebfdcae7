"""Write tests/catalogue/golden anew: PYTHONPATH=.:tests python tests/catalogue/write_golden.py"""

from pathlib import Path

from kits.printed import KEPT, printed

GOLDEN = Path(__file__).with_name("golden")

if __name__ == "__main__":
    for name in KEPT:
        (GOLDEN / f"{name}.txt").write_text(printed(name)[0], "utf-8")
