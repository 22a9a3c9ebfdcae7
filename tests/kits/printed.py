"""The whole catalogue printed: each key, sentence, form and matter, with every word it can say.

What is printed is found, not listed: values of each field's type, ways to tap from the rules,
matches from the corpora. Of all that may be said one example stands for each wording, and for each
that may stand in a place of another.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from kiosk.books import load
from kiosk.catalogue import (
    assignment,
    devices,
    formats,
    ladder,
    proposals,
    reasons,
    rule_names,
    tables,
    take_back,
    terms,
    tournament,
)
from kiosk.catalogue.dice import die_of
from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.form import DRAWERS, FormField, OrderContext, OrderForm, Sort, Values
from kiosk.catalogue.key import Key, KeyPlace, NumberEntry, Situation
from kiosk.catalogue.matter import OpenMatter, Wait
from kiosk.catalogue.named_sides import distinct_names
from kiosk.catalogue.rulings import format_ruling
from kiosk.catalogue.sentence import LineStyle, Sentence
from kiosk.catalogue.stops import PURPOSES_TO_PLAYERS
from kiosk.catalogue.text import Text, format_text
from kiosk.rules.clock import ClockWish
from kiosk.rules.decide import ACTS
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.match.rulings import Hearing, Ruled, Ruling
from kiosk.rules.rulebook import CubeWord, RuleBook
from kiosk.rules.tap import TapOption
from kiosk.rules.units import SIDES, BySide, Nanos, Side
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.tournament import NONE
from kits import commands as c
from kits import events as e
from kits.every_value import every, sides_in_turn
from kits.ladder_facts_kit import every_fact
from kits.match_corpus import corpus, plain_matches
from kits.printed_consequences import print_consequences
from kits.printed_done import print_done
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    LEFT,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
)
from kits.screen_kit import STATES
from kits.waiting_kit import offered


class English:
    """The keys themselves; `said` are those that were looked up."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


class Page:
    """Says texts in English, and knows which wordings it has said: alone, or in which place."""

    def __init__(self) -> None:
        self.english = English()
        self._known: set[object] = set()

    def say(self, told: Text | str) -> str:
        return format_text(told, self.english)

    def quote(self, told: Text | str) -> str:
        return f"“{self.say(told)}”"

    def is_news(self, about: str, *told: Text | str) -> bool:
        """Some of it was not said yet about this."""
        wordings = {(about, each) for one in told for each in _wordings(one)}
        fresh = wordings - self._known
        self._known |= fresh
        return bool(fresh)


def _wordings(told: Text | str) -> Iterator[object]:
    """White stands for both sides."""
    if isinstance(told, str):
        return
    message = told.message if told.count in {None, 1} else told.many
    yield message, told.begins
    for name, value in told.places:
        if isinstance(value, Text) and value not in terms.SIDES.values():
            yield message, name, value.message
            yield from _wordings(value)


def plain(value: Any) -> str:
    """As short as it can be read; what is empty is left out."""
    match value:
        case Cube(level, owner):
            shown = f"{level} with {owner}"
        case BySide(white, black):
            shown = f"{plain(white)}:{plain(black)}"
        case tuple():
            shown = f"[{', '.join(map(plain, value))}]"
        case Mapping():
            full = {name: plain(each) for name, each in value.items() if each not in ((), {}, "")}
            shown = ", ".join(f"{name} {each}" for name, each in full.items())
        case RuleBook():
            shown = value.profile
        case _ if is_dataclass(value):
            shown = f"({plain(_inside(value))})"
        case _:
            shown = str(value)
    return shown


def _inside(value: Any) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


# --- sentences -----------------------------------------------------------------------------------


def _sentences(page: Page) -> Iterator[str]:
    for entry in sorted(tables.SENTENCES.values(), key=lambda entry: entry.event.__name__):
        yield ""
        yield " · ".join((entry.event.__name__, *_marks(entry)))
        for event in every(entry.event):
            told = entry.format(event)
            if page.is_news(entry.event.__name__, told):
                yield f"    {plain(_inside(event))}"
                yield f"        {page.say(told)}"
                if entry.asks is not None:
                    yield f"        answered by {', '.join(entry.asks.orders(event))}"


def _marks(entry: Sentence) -> Iterator[str]:
    yield from entry.groups
    if entry.in_record:
        yield "in the record"
    if entry.goes_on:
        yield "play goes on"
    if entry.begins:
        yield "another match"
    if entry.look is not LineStyle.PLAIN:
        yield f"stands out, {entry.look}"
    if entry.asks is not None:
        settled = ", ".join(kind.__name__ for kind in entry.asks.settled_by) or "play goes on"
        yield f"{'wishes' if entry.asks.wish else 'asks'} until {settled}"


# --- keys ----------------------------------------------------------------------------------------


def _keys(page: Page) -> Iterator[str]:
    for name, key in sorted(tables.KEYS.items()):
        yield ""
        yield f"{name} · answers the other side" if key.answers else name
        if key.settles is not None:
            yield f"    settles {page.quote(key.settles)}"
        known: set[tuple[str, ...]] = set()
        for words, way, at in _situations(key):
            lines = (plain(_way(way)), *_key(page, key.place_of(way, at)))
            if lines not in known:
                known.add(lines)
                yield f"    {', '.join(filter(None, (lines[0], words)))}"
                yield from (f"        {line}" for line in lines[1:])
    yield ""
    for drawer, opener in OPENERS.items():
        yield f"{drawer} · {page.quote(opener.label)} {opener.place} {page.quote(opener.asks)}"
    yield page.say(die_of("Anna"))


def _way(way: TapOption) -> dict[str, Any]:
    return {name: value for name, value in _inside(way).items() if value is not None}


def _situations(key: Key) -> Iterator[tuple[str, TapOption, Situation]]:
    kind = key.act.__name__
    for side in SIDES:
        at = Situation(side, scores=(3, 1), length=7, other="Bo", box_left=LEFT)
        others = {
            "": at,
            "taking it back": replace(at, own=frozenset({kind})),
            "asked by nobody": replace(at, idle=frozenset({kind})),
            "a roll proposed": replace(at, proposal=(6, 3)),
            "no camera": replace(at, enter_first=True),
            "an opening": replace(at, opening=True, enter_first=True),
            "a single game": replace(at, length=None),
            "a short match": replace(at, length=2),
            "the box's other side": replace(at, box_left=RIGHT),
            "on a break": replace(at, on_break=True),
            "in a game": replace(at, in_game=True),
            "without a clock": replace(at, clocked=False),
            "after the match": replace(at, over=True),
            "it stands": replace(at, stands=frozenset(CubeWord), stands_by="a book §1"),
        }
        for way in _ways()[kind]:
            for words, each in others.items():
                yield f"{side}, {words}" if words else side, way, each


@cache
def _ways() -> Mapping[str, tuple[TapOption, ...]]:
    """All ways that the rules try of each command that is tapped."""
    found: dict[str, dict[TapOption, None]] = {}
    matches = [*(make().match for make in STATES.values()), *plain_matches()]
    matches += [offered(UNIFIED, BLACK, level).match for level in terms.LEVELS]
    for act in ACTS:
        if act.tap is None:
            continue
        known = found.setdefault(act.command.__name__, {})
        for match in matches:
            if match.phase in act.phases:
                for side in SIDES:
                    known.update((way, None) for way, _values in act.tap.tries(match, side))
    return {kind: tuple(known) for kind, known in found.items()}


def _key(page: Page, place: KeyPlace) -> Iterator[str]:
    where = " › ".join(place.path) or "in the row"
    yield f"{page.quote(place.label)} {where} {place.place} {place.tone}"
    if place.asks is not None:
        yield f"asks {page.quote(place.asks)}"
    if place.entry is not None:
        yield from _entry(page, place.entry)


def _entry(page: Page, entry: NumberEntry) -> Iterator[str]:
    yield f"{entry.pad}, {entry.low} to {entry.high}, from {plain(entry.starts)}"
    if entry.keys:
        yield ", ".join(f"{number} {page.quote(words)}" for number, words in entry.keys)
    for before in range(len(entry.starts)):
        yield f"asks {page.quote(entry.asks(5, before))}"


# --- forms ---------------------------------------------------------------------------------------


def _forms(page: Page) -> Iterator[str]:
    for drawer, title in DRAWERS.items():
        yield f"{drawer} {page.quote(title)}"
    for kind, form in tables.FORMS.items():
        yield ""
        yield " · ".join((kind, form.order.__name__, *_flags(page, form)))
        yield from (f"    {field.name}: {' · '.join(_field(page, field))}" for field in form.fields)
        for name, seen in _seen():
            for values in answers(form):
                told = form.consequences(values, seen)
                sends = (form.sends(values),) if form.sends else ()
                if page.is_news(kind, *told, *sends):
                    yield f"    {', '.join(filter(None, (plain(values), name)))}"
                    ordered = form.values(values)
                    if ordered != values:
                        yield f"        orders {plain(ordered)}"
                    yield from (f"        {page.say(each)}" for each in told)
                    yield from (f"        sent by {page.quote(each)}" for each in sends)
    yield from _without_form(page)


def _without_form(page: Page) -> Iterator[str]:
    yield ""
    yield "orders without a form"
    for order, title in assignment.SERVICE_ORDERS.items():
        yield f"    {order.__name__}: {page.say(title)}"
    yield f"    {page.say(tables.ANOTHER_ORDER)}"


def _flags(page: Page, form: OrderForm) -> Iterator[str]:
    yield page.quote(form.title)
    yield page.quote(form.verb)
    yield f"{form.drawer} {form.place}" if form.drawer else "from what waits"
    yield from (
        name for name in ("often", "at_once", "needs_match", "resumes") if getattr(form, name)
    )


_BOUNDED = {Sort.COUNT, Sort.ROW, Sort.TIME, Sort.HIDDEN}
_WRITTEN = {Sort.LINE, Sort.BOOK, Sort.WORDS, Sort.WHY}


def _field(page: Page, field: FormField) -> Iterator[str]:
    yield f"{field.sort} {page.quote(field.label)}"
    if field.sort in _BOUNDED:
        yield f"{field.low} to {field.high}"
    if field.sort in _WRITTEN:
        yield f"{field.longest} characters"
    if field.optional:
        yield "may be left out"
    for value, words in field.options:
        yield f"{plain(value)} {page.quote(words)}"
    if field.nobody is not None:
        yield f"nobody {page.quote(field.nobody)}{' at first' if field.preset else ''}"
    if field.start is not None:
        start = str(field.start) if isinstance(field.start, int) else field.start
        yield f"starts as {page.quote(start)}"
    if field.from_card:
        yield f"starts as the card's {field.from_card}"
    if field.hint is not None:
        yield f"hint {page.quote(field.hint)}"
    yield from (f"or {page.quote(each)}" for each in field.suggested)


@cache
def _seen() -> tuple[tuple[str, OrderContext], ...]:
    """Tables as the director sees them, those where play goes on first."""
    first = ("moving", "vacant", "director called", "stopped by the director")
    names = (*first, *(name for name in STATES if name not in first))
    return tuple(
        (
            name,
            OrderContext(
                match, 7 if match.opened else None, BySide("Anna", "Bo"), tables.waits(match)
            ),
        )
        for name in names
        for match in (STATES[name]().match,)
    )


def answers(form: OrderForm) -> Iterator[Values]:
    """The form filled in with every mix of what each field may say."""
    asked = [field for field in form.fields if field.sort is not Sort.WHY]
    before = Counter[Sort]()
    filled = []
    for field in asked:
        filled.append(_filled(field, before[field.sort]))
        before[field.sort] += 1
    for each in itertools.product(*filled):
        yield dict(zip((field.name for field in asked), each, strict=True))


def _filled(field: FormField, nth: int) -> Sequence[Any]:
    some = min(field.high, field.low + nth + 2)
    found: Mapping[Sort, Sequence[Any]] = {
        Sort.LINE: (f"the {field.name}",),
        Sort.BOOK: (f"the {field.name}",),
        Sort.WORDS: ("Quiet, please.",),
        Sort.COUNT: tuple(dict.fromkeys((some, 1, 7))),
        Sort.HIDDEN: (1, 2),
        Sort.ROW: () if field.optional else (41,),
        Sort.TIME: (150 + nth, 5),
        Sort.SIDE: sides_in_turn(nth),
        Sort.YES_NO: (True, False),
        Sort.TICK: (False, True),
        Sort.DICE: ((5, 2),),
        Sort.CHOICE: tuple(value for value, _words in field.options),
        Sort.RULES: ({},),
    }
    nothing = (None,) if field.optional or field.nobody is not None else ()
    return (*found[field.sort], *nothing)


# --- matters -------------------------------------------------------------------------------------


def _matters(page: Page) -> Iterator[str]:
    for name, match, asked in _waiting():
        waits = tables.waits(match, asked)
        news = [page.is_news(f"{wait.need} {wait.orders}", wait.text) for wait in waits]
        if any(news):
            yield ""
            yield name
            for wait in waits:
                yield from (f"    {line}" for line in _wait(page, wait))


def _waiting() -> Iterator[tuple[str, Match, tuple[OpenMatter, ...]]]:
    for name, make in STATES.items():
        yield name, make().match, ()
    for agreed in (None, True, False):
        match = Table().open(book=ITALIAN).match
        control = replace(match.control, wish=ClockWish(BLACK, agreed))
        yield f"a clock wished for, agreed {agreed}", replace(match, control=control), ()
    for hearing in (
        Hearing(dispute=BLACK),
        Hearing(ruled=True, appeal=WHITE),
        Hearing(ruled=True, appeal=BLACK, panel=True),
        Hearing(overturned=True),
    ):
        for book in (NORWAY, load("norway", {"dispute.table_frozen": False})):
            match = Table().open(book=book).start().match
            yield f"heard {plain(hearing)}", replace(match, hearing=hearing), ()
    for name in ("london-club+michigan-2002", "italian-international"):
        yield f"{name}, its times not set", Table().open(book=load(name)).match, ()
    away = Table().open(book=BRONSTEIN)
    away.ok(c.BreakTapped(away.at, BLACK, 1))
    timed = {"system": "simple_delay", "delay_s": 12, "reserve_s_per_point": 60}
    flagged = Table().open(book=load("london-club", {"clock": timed})).start()
    for name, table in (("a break overrun", away), ("time up", flagged)):
        table.do(c.DeadlineReached(table.wait(7200).at))
        yield f"{name}, no points for it", table.match, ()
    for match in corpus():
        yield f"a match of the corpus, {match.phase}", match, ()
    for entry in tables.SENTENCES.values():
        if entry.asks is not None:
            for event in every(entry.event):
                orders, wish = entry.asks.orders(event), entry.asks.wish
                ask = OpenMatter("", entry.format(event), getattr(event, "cites", ()), orders, wish)
                yield entry.event.__name__, EMPTY, (ask,)


def _wait(page: Page, wait: Wait) -> Iterator[str]:
    yield page.say(wait.text)
    yield f"    {wait.need.name}, {wait.key}, {', '.join(wait.cites) or 'no section'}"
    yield f"    {', '.join(wait.orders)} with {plain(wait.fill) or 'nothing'}"
    yield f"    against {wait.side}, {wait.points} points"
    if wait.advice is not None:
        yield f"    {page.say(wait.advice)}"


# --- terms ---------------------------------------------------------------------------------------


def _terms(page: Page) -> Iterator[str]:
    yield page.say(tables.sentence(e.AppealMade(BLACK, ("a book §1", "a book §2"))))
    yield from _reasons(page)
    yield ""
    yield "proposed, to players"
    for kind, cause in itertools.product(ProposalKind, ProposalCause):
        for score in (BySide(2, 1), None):
            proposal = Proposal(kind, cause, BLACK, (), points=2, score=score, length=9)
            told = proposals.asked_of_director(proposal, BySide("Ada", "Bo"))
            if page.is_news("proposed", told):
                yield f"    {page.say(told)}"
    yield ""
    yield f"taken back: {page.say(take_back.settled_text('of a newer program'))}"
    yield ""
    yield "devices"
    known = (*devices.DEVICES, "lamp")
    for device in known:
        yield f"    {page.say(devices.no_answer((device,)))}"
        yield f"    {page.say(devices.lost_banner(device))}"
    yield f"    {page.say(devices.no_answer(known))}"
    yield f"    {page.say(devices.no_answer(('left_button',), clocked=False))}"
    for lost in (("camera", "director"), ("director_stranger",)):
        for told in devices.format_lost(lost):
            yield f"    {page.say(told)}"
    yield ""
    yield "people"
    for by in (*Side, "director:Kari", "observer:Ola", "camera", "tower", "buttons", "table"):
        yield f"    {by}: {page.say(terms.person(by))}"
    yield ""
    yield "players of one name"
    names = distinct_names(BySide("Jo", "Jo"))
    yield from (f"    {page.say(names.of_side(side))}" for side in SIDES)


def _reasons(page: Page) -> Iterator[str]:
    with_clock = reasons.TO_PLAYERS.items()
    alone = reasons.TO_PLAYERS_UNCLOCKED.items()
    unclocked = {each: told for each, told in alone if (each, told) not in with_clock}
    pages: Mapping[str, tuple[Mapping[Any, Text], Mapping[Any, Text]]] = {
        "refused, doubted": (reasons.REASONS, reasons.TO_PLAYERS),
        "without a clock": (reasons.TO_PLAYERS, unclocked),
        "stopped": (reasons.STOPS, reasons.STOPS_TO_PLAYERS),
        "stopped by a player": ({}, PURPOSES_TO_PLAYERS),
        "ended": (reasons.CAUSES, reasons.CAUSES_TO_PLAYERS),
    }
    for title, (to_director, to_players) in pages.items():
        yield ""
        yield title
        for reason, words in to_players.items():
            told = to_director.get(reason, words)
            yield f"    {plain(reason)}: {page.say(told)}"
            if told != words:
                yield f"        to players: {page.say(words)}"


def _rulings(page: Page) -> Iterator[str]:
    names = BySide("Anna", "Bo")
    for ruled in Ruled:
        yield plain(ruled)
        for side, values, owner in (
            (BLACK, (5, 2), BLACK),
            (BLACK, (5,), None),
            (None, (5, 2), None),
        ):
            told = Ruling(
                ruled,
                "director:Kari",
                "so",
                side=side or (BLACK if ruled in NAMED else None),
                number=len(values),
                values=values,
                cube=Cube(2, owner),
                score=BySide(3, 1),
                reserve=BySide(Nanos(61 * 10**9), Nanos(59 * 10**9)),
            )
            words = format_ruling(told, names)
            if page.is_news(plain(ruled), words):
                yield f"    {page.say(words)}"


NAMED = {Ruled.PENALTY, Ruled.GAME, Ruled.DELAY, Ruled.PRESS_BACK, Ruled.LOST}
"""Rulings that always name a side."""


def _event(page: Page) -> Iterator[str]:
    for reason in tournament.REASONS:
        for about in ("", "Kari"):
            numbers = tuple(range(7, 7 + len(tournament.SCORE_NUMBERS.get(reason, ()))))
            told = tournament.against_words(Objection(reason, about, numbers), NONE)
            yield f"{plain(reason)}: {page.say(told)}"
    for field in rule_names.FIELDS:
        bad = Objection(TournamentReason.BAD_VALUE, f"{field} 3 (4–9)")
        yield f"{field}: {page.say(tournament.against_words(bad, NONE))}"
    for title, means in zip(formats.TITLES, formats.MEANINGS, strict=True):
        yield f"{page.say(title)}: {page.say(means)}"


def _ladder(page: Page) -> Iterator[str]:
    """What a ladder says otherwise than an event, and each thing that a reason is about."""
    here = every_fact().state
    about = {
        TournamentReason.SEASON_OPEN: ("1",),
        TournamentReason.OUT_OF_SEASON: ("", "1", "day 740000 (740001–740090)"),
        TournamentReason.CHALLENGE_OPEN: ("a", "1"),
        TournamentReason.BAD_VALUE: (
            "played_day 740000 (740001–740003)",
            "740001 to 740000",
            "score 6-3 (≥7, 0–6)",
        ),
    }
    for reason in dict.fromkeys((*ladder.LADDER_WORDING, *about)):
        for each in about.get(reason, ("", "a")):
            told = ladder.against_words(Objection(reason, each), here)
            yield f"{plain(reason)}: {page.say(told)}"


PAGES: Mapping[str, Callable[[Page], Iterator[str]]] = {
    "consequences": print_consequences,
    "done": print_done,
    "event": _event,
    "forms": _forms,
    "keys": _keys,
    "ladder": _ladder,
    "matters": _matters,
    "rulings": _rulings,
    "sentences": _sentences,
    "terms": _terms,
}

KEPT = ("rulings", "terms")
"""Pages of which a golden copy is kept: a word that changes there changes for everybody."""


@cache
def printed(name: str) -> tuple[str, frozenset[str]]:
    """A page, and the English keys of all it says."""
    page = Page()
    lines = "\n".join(PAGES[name](page)).strip("\n")
    return f"{lines}\n", frozenset(page.english.said)
