"""The join page, shown over the whole glass: its content, its keys and what they do.

It holds only what was typed so far; the rest is the table's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.catalogue.key import KeySheet, Tone
from kiosk.catalogue.languages import Languages
from kiosk.catalogue.text import Language, Text, format_text, text
from kiosk.rules.match import Phase
from kiosk.screen.controls import JOIN, Cell, PressKey, ScreenControl, ScreenKey
from kiosk.wire.enrolment import CODE_LENGTH, CODE_LETTERS
from kiosk.wire.joining import (
    LONGEST_ADDRESS,
    EventJoin,
    JoinLeft,
    JoinRefusal,
    JoinStep,
    JoinView,
)
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import Action

ADDRESS_SIGNS = "1234567890.:"

AT_WORK = frozenset({JoinStep.ASKING, JoinStep.COMPARING, JoinStep.JOINED, JoinStep.REFUSED})
"""Steps in which the page is shown even if joining was started by a card on the board."""


class Does(StrEnum):
    """The page's keys that type no character."""

    GO = "go"
    AGAIN = "again"
    OTHER = "other"
    """From the code to the address, and back."""
    LANGUAGE = "language"
    BACK = "back"
    ERASE = "erase"


COLUMNS = {Does.GO: 0, Does.AGAIN: 0, Does.OTHER: 1, Does.LANGUAGE: 2, Does.BACK: 3}
"""Column of each key in the lowest row."""


@dataclass(frozen=True, slots=True)
class Typing:
    """What was typed at this screen.

    `at_address`: the address is being typed, else the code. `sent`: the table was asked and has not
    answered yet.
    """

    code: str = ""
    address: str = ""
    at_address: bool = False
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """The page's content.

    `typed`: the text being typed. `beside`: the other of code and address. `signs`: the keypad's
    characters. `keys`: the keys of the lowest row.
    """

    prompt: str
    keys: tuple[ScreenKey, ...]
    digits: str = ""
    typed: str = ""
    beside: str = ""
    signs: str = ""


LAY_CARD = text(
    "Lay the director's event card on the board, or type the code that the console shows:"
)
TYPE_CODE = text("Type the code that the director's console shows:")
TYPE_ADDRESS = text("Type the director's address, as the console shows it beside the code:")
ASKING = text("Asking the director …")
COMPARE = text("Are these the four digits on the director's console? They are confirmed there.")

REFUSALS: Mapping[JoinRefusal, Text] = {
    JoinRefusal.CARD_EXPIRED: text("This card has expired. Ask the director for a new one."),
    JoinRefusal.CARD_UNKNOWN: text(
        "This card is not of this event, or was withdrawn. Ask the director for a new one."
    ),
    JoinRefusal.CARD_UNREADABLE: text("This card can't be read. Ask the director for a new one."),
    JoinRefusal.CODE_UNKNOWN: text(
        "This code has been used or has expired. Ask the director for a new one."
    ),
    JoinRefusal.NOT_A_CODE: text(
        "This is not a code. Type the eight letters that the console shows."
    ),
    JoinRefusal.NO_ADDRESS: text(
        "This is not an address. Type it as the console shows it, with dots and colon."
    ),
    JoinRefusal.SECRET_WRONG: text("The code is wrong. Check the console and type it again."),
    JoinRefusal.NOT_THE_DIRECTOR: text(
        "A different machine answers at this address. Stop and tell the director."
    ),
    JoinRefusal.OTHER_DIGITS: text(
        "The director saw different digits. Start again and compare them together."
    ),
    JoinRefusal.UNTAPPED: text(
        "The digits were not confirmed in time. Tell the director and try again."
    ),
    JoinRefusal.CROWDED: text("Many tables are requesting access. Wait a minute, then try again."),
    JoinRefusal.NO_ANSWER: text(
        "No director answers there. Look at the network cable and at the address."
    ),
    JoinRefusal.OUTDATED: text("Table and director have different versions. Update the older one."),
    JoinRefusal.NOT_KEPT: text("The table could not write it down. Tell the director."),
    JoinRefusal.OTHER: text("It did not work. Try again, or tell the director."),
}
"""What happened, and what to do."""

MISTYPED_ADDRESS = frozenset({JoinRefusal.NO_ADDRESS, JoinRefusal.NO_ANSWER})
STILL_GOOD = MISTYPED_ADDRESS | {JoinRefusal.CROWDED}
"""Refusals after which the code can be used again."""


def join_controls(snapshot: Snapshot, language: Language) -> tuple[ScreenControl, ...]:
    """The key that opens the page, if this table may join: alone in an empty half, under More after
    a match.
    """
    if snapshot.join is None:
        return ()
    path = (KeySheet.MORE,) if snapshot.phase is Phase.MATCH_OVER else ()
    return (
        ScreenControl(
            Action(JOIN), format_text(text("Join an event"), language), path, place=(97, 0)
        ),
    )


def next_language(there: Languages, now: Language) -> str:
    """Tag of the language after this one; empty if there is only one."""
    tags = list(there)
    at = next((place for place, tag in enumerate(tags) if there[tag] is now), -1)
    return tags[(at + 1) % len(tags)] if len(tags) > 1 else ""


def update_typing(typing: Typing | None, seen: JoinView | None) -> Typing | None:
    """What was typed, no longer `sent` once the table reports its progress."""
    if typing is None or seen is None:
        return None
    return replace(typing, sent=False) if seen.step in AT_WORK else typing


def page(
    seen: JoinView | None, typing: Typing | None, language: Language, other: str
) -> Page | None:
    """The page's content; None if it is not shown. `other`: native name of the next language."""
    if seen is None or (typing is None and seen.step not in AT_WORK):
        return None
    back = _key(Does.BACK, format_text(text("Back"), language))
    step = JoinStep.ASKING if typing is not None and typing.sent else seen.step
    match step:
        case JoinStep.ASKING:
            return Page(format_text(ASKING, language), (back,))
        case JoinStep.COMPARING:
            return Page(format_text(COMPARE, language), (back,), digits=seen.digits)
        case JoinStep.JOINED:
            number = seen.number or 0
            joined = text("This is table {number} now: the director sees it.", number=number)
            done = _key(Does.BACK, format_text(text("Done"), language), Tone.NEXT)
            return Page(format_text(joined, language), (done,))
        case JoinStep.REFUSED:
            again = _key(Does.AGAIN, format_text(text("Try again"), language), Tone.NEXT)
            why = REFUSALS[seen.why or JoinRefusal.OTHER]
            return Page(format_text(why, language), (again, back))
    return _keypad(seen, typing or Typing(), language, other)


def _keypad(seen: JoinView, typing: Typing, language: Language, other: str) -> Page:
    address = typing.address or seen.address
    code = " ".join(typing.code.ljust(CODE_LENGTH, "_")[at : at + 4] for at in (0, 4))
    to_code, to_address = (format_text(each, language) for each in (text("Code"), text("Address")))
    keys = [
        _key(Does.OTHER, to_code if typing.at_address else to_address),
        _key(Does.BACK, format_text(text("Back"), language)),
    ]
    if other:
        keys.append(_key(Does.LANGUAGE, other))
    if len(typing.code) == CODE_LENGTH and (address or not typing.at_address):
        keys.append(_key(Does.GO, format_text(text("Join"), language), Tone.NEXT))
    if typing.at_address:
        shown = address or "_"
        prompt = format_text(TYPE_ADDRESS, language)
        return Page(
            prompt,
            tuple(keys),
            typed=shown,
            beside=code if typing.code else "",
            signs=ADDRESS_SIGNS,
        )
    prompt = format_text(LAY_CARD if seen.camera else TYPE_CODE, language)
    return Page(prompt, tuple(keys), typed=code, beside=address, signs=CODE_LETTERS)


def _key(does: Does, label: str, tone: Tone = Tone.QUIET) -> ScreenKey:
    return ScreenKey(PressKey(does.value), label, tone, Cell(COLUMNS[does]))


def press_key(
    typing: Typing | None, name: str, seen: JoinView
) -> tuple[Typing | None, EventJoin | JoinLeft | None]:
    """What is typed after a key, by name, and the request to the table, if any."""
    now = typing or Typing()
    match name:
        case Does.BACK:
            return None, JoinLeft()
        case Does.AGAIN:
            good = seen.why in STILL_GOOD
            wrong_place = seen.why in MISTYPED_ADDRESS and bool(now.code)
            return replace(now, code=now.code if good else "", at_address=wrong_place), EventJoin()
        case Does.OTHER:
            return replace(now, at_address=not now.at_address), None
        case Does.GO:
            return _send_code(now, now.address or seen.address)
        case Does.LANGUAGE:
            return typing, None
    looked = EventJoin() if seen.camera and seen.step is JoinStep.FREE else None
    return _type_sign(now, name, seen), looked


def _send_code(now: Typing, address: str) -> tuple[Typing, EventJoin | None]:
    """Send the code, or ask for the address first if it is not known."""
    if not address:
        return replace(now, at_address=True), None
    return replace(now, sent=True, at_address=False), EventJoin(now.code, address)


def _type_sign(now: Typing, sign: str, seen: JoinView) -> Typing:
    if now.at_address:
        before = now.address or (seen.address if sign == Does.ERASE else "")
        after = before[:-1] if sign == Does.ERASE else before + sign
        return replace(now, address=after[:LONGEST_ADDRESS])
    after = now.code[:-1] if sign == Does.ERASE else now.code + sign
    return replace(now, code=after[:CODE_LENGTH])
