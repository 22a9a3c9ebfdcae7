"""Write the keys of config/rulebooks/README.md again: python tests/books/write_keys.py"""

from pathlib import Path

from kiosk.books.writing import key_list

PAGE = Path(__file__).parents[2] / "config/rulebooks/README.md"
MARK = "`kiosk rulebook keys` prints this list too.\n\n"


def written(text: str) -> str:
    """The page with the keys as the code has them."""
    head, mark, _keys = text.partition(MARK)
    return head + mark + "".join(f"{line}\n" for line in key_list())


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
