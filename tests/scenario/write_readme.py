"""Write the lists of tests/scenarios/README.md anew: python tests/scenario/write_readme.py"""

from pathlib import Path

from kiosk.scenario.reference import reference

README = Path(__file__).parents[1] / "scenarios" / "README.md"
MARK = "from kiosk/scenario. -->\n"


def written(text: str) -> str:
    """The README with its lists as the code has them."""
    head, mark, _lists = text.partition(MARK)
    return f"{head}{mark}\n{reference()}"


if __name__ == "__main__":
    README.write_text(written(README.read_text("utf-8")), "utf-8")
