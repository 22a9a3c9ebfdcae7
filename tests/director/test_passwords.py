"""What a password may be, and what is kept of it: figures by hand, from OWASP."""

import asyncio
import unicodedata

import pytest

from kiosk.director.errors import PersonInvalid
from kiosk.director.people import passwords
from kiosk.director.people.passwords import Passwords

STRONG = "vK7#qZ2!mXw9&Lb4"
"""Nothing that a list has, however much of it is taken."""


def is_taken(password: str) -> bool:
    why = ""
    try:
        passwords.check_password(password, "Kari")
    except PersonInvalid as error:
        why = str(error)
    assert password not in why
    assert not why or "12 to 200" in why or "too easy" in why
    return not why


@pytest.mark.parametrize(
    ("password", "taken"),
    [
        (STRONG[:11], False),
        (STRONG[:12], True),
        ((STRONG * 13)[:200], True),
        ((STRONG * 13)[:201], False),
        ("hest batteri stift", True),
        ("правильная лошадь", True),
        ("正しい馬電池ホチキス四つ", True),
        ("🐎🔋📎 🐴 ✔ 🧲🪫🖇 🐎🦄", True),
        ("  two  spaces at the ends  ", True),
        ("Kari Kari Kari", False),
        ("backgammon backgammon", False),
        ("Kiosk: Backgammon! 2026", False),
        ("KARI's backgammon", False),
        ("Kari und ein Pferd", True),
        ("884219993321", True),
    ],
)
def test_a_password_has_12_to_200_characters_of_any_kind(password: str, taken: bool) -> None:
    assert is_taken(password) is taken


def test_of_a_password_its_argon2id_at_owasps_figures_is_kept_and_nothing_is_cut() -> None:
    """OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane."""

    async def scene() -> None:
        kept = Passwords()
        try:
            long = (STRONG * 13)[:200]
            hashed = await kept.hash_password(long)
            assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
            assert await kept.hash_password(long) != hashed
            assert await kept.matches(hashed, long)
            assert not await kept.matches(hashed, long[:-1])
            assert not await kept.matches(hashed, long.lower())
            umlaut = await kept.hash_password("Grüße an alle Pferde")
            assert await kept.matches(umlaut, unicodedata.normalize("NFD", "Grüße an alle Pferde"))
        finally:
            kept.close()

    asyncio.run(scene())
