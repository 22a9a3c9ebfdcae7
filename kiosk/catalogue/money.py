"""Amounts of money in words: integers of the smallest unit of their currency (ISO 4217)."""

from typing import Final

WITHOUT_CENTS: Final = frozenset({"ISK", "JPY", "KRW", "VND", "CLP", "PYG", "UGX"})
"""Currencies whose unit is not divided."""


def format_amount(amount: int, currency: str) -> str:
    """2050 in EUR as `20.50 EUR`."""
    if currency in WITHOUT_CENTS:
        return f"{amount} {currency}"
    return f"{amount // 100}.{amount % 100:02} {currency}"
