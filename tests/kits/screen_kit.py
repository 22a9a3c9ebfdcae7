"""One snapshot of every state a screen can be shown, from the rules core itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

import msgspec

from kiosk.catalogue.languages import Languages
from kiosk.catalogue.text import ENGLISH, Language
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.aid import Aid
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.rulings import Effect
from kiosk.rules.table import Half, PictureSeat
from kiosk.rules.units import BySide, Instant, Side
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.asking import asking
from kiosk.screen.controls import EnterNumbers, Open, Pad, apply_tap, row
from kiosk.screen.joining import Typing
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import HalfView, view
from kiosk.wire.joining import JoinRefusal, JoinStep, JoinView
from kiosk.wire.snapshot import NO_PRESS, PressView, Snapshot, snapshot
from kits import commands as c
from kits.books import load
from kits.rules_kit import BLACK, LEFT, LONDON, NO_CLOCK, RIGHT, SEATS, TEAMS, WHITE, Table, die
from kits.waiting_kit import WAITING

UP = LinkStatus(LinkState.UP, 0)
PICTURE = "f" * 64
TWENTY_LETTERS = ("Wisniewskahausenberg", "Alexandra Wisniewska")
LONGEST_NAME = "Wolfgang Amadeus Theophilus von Hohenzollern-Sigmaringen zu Birkenfeld"
SIZES = ((800, 480), (480, 800), (1280, 720), (720, 1280), (1024, 600))
PANELS = (
    *((size, Arrangement.FACING) for size in SIZES),
    *((size, Arrangement.BESIDE_RIGHT) for size in SIZES),
)
"""Every panel, however it stands."""


def seen(table: Table, seq: int = 7) -> Snapshot:
    return _seen(table.match, seq, table.at)


@lru_cache(maxsize=512)
def _seen(match: Match, seq: int, at: Instant) -> Snapshot:
    return snapshot(match, seq, at)


def named(shown: Snapshot, white: str, black: str) -> Snapshot:
    """The same table with other people at it."""
    assert shown.sides is not None
    sides = BySide(
        msgspec.structs.replace(shown.sides.white, name=white),
        msgspec.structs.replace(shown.sides.black, name=black),
    )
    return msgspec.structs.replace(shown, sides=sides)


def aided(shown: Snapshot, *aids: Aid) -> Snapshot:
    """The same table, where both sides have these aids."""
    if shown.sides is None:
        return shown
    sides = shown.sides.map(lambda side: msgspec.structs.replace(side, aids=aids))
    return msgspec.structs.replace(shown, sides=sides)


def order(kind: type[c.Order], table: Table, *rest: object, why: str = "a ruling") -> c.Order:
    return kind(table.at, "m1", "director:Kari", why, *rest)


def moving(**options: object) -> Table:
    """White moves 6-5; its clock runs."""
    return Table().open(**options).start()  # type: ignore[arg-type]


def to_roll(**options: object) -> Table:
    """Black is to roll or double; its clock runs."""
    table = moving(**options).wait(20)
    return table.end_turn().lift()


def questioned() -> Table:
    """The camera is not certain of Black's 4-3."""
    table = to_roll()
    table.throw(die(4, LEFT), die(3, LEFT, flat=None))
    assert table.phase is Phase.CONFIRMING
    return table


def agreed_alone() -> Table:
    """White rolled 6-6 by its own word, and has pressed; Black may contest it."""
    table = Table().open().start(5, 6).turn().lift()
    table.throw(die(6, RIGHT), die(6, RIGHT, flat=None))
    table.ok(c.RollConfirmed(table.at, WHITE))
    return table.lift().press(WHITE)


def thrown_over() -> Table:
    """White has thrown while Black's 4-3 is asked about."""
    table = questioned().lift()
    table.throw(die(5, RIGHT), die(2, RIGHT))
    return table


def press_refused(table: Table, side: Side, seq: int = 7) -> Snapshot:
    """The table as `side` has just pressed in vain."""
    reasons = table.refused(c.ClockPressed(table.at, side))
    presses = NO_PRESS.with_(side, PressView(reasons, table.at))
    return snapshot(table.match, seq, table.at, presses=presses)


def flagged() -> Table:
    table = to_roll()
    table.wait(3600)
    table.do(c.DeadlineReached(table.at))
    return table


def _short(left_s: float) -> Table:
    """White moves, with so much of its reserve left; its delay has run out."""
    table = moving()
    return table.wait(12 + 14 * 60 - left_s)


def _unseen() -> Table:
    """Black is to roll or double, and no camera reads the dice."""
    table = Table().open(camera=False).ready()
    table.ok(c.RollEntered(table.at, WHITE, (6, 5)))
    table.ok(c.RollAgreed(table.at, BLACK, (6, 5)))
    return table.press(BLACK).press(WHITE)


def _coming(table: Table) -> Table:
    table.ok(order(c.ComingOrdered, table, why=""))
    return table


def stopped(table: Table, why: str = "The dice are being checked") -> Table:
    table.ok(order(c.StopOrdered, table, why=why))
    return table


def messaged(table: Table, text: str = "Round 3 starts at 14:00.") -> Table:
    table.ok(order(c.MessageOrdered, table, text))
    return table


def guided(table: Table) -> Table:
    """Both players are led through a turn in pictures."""
    for side in Side:
        table.ok(order(c.GuideOrdered, table, side, why=""))
    return table


def said(table: Table, command: c.Command) -> Table:
    table.ok(command)
    return table


def lost(table: Table, *devices: str) -> Table:
    for device in devices:
        table.ok(c.DeviceFailed(table.at, device, "no answer"))
    return table


def crawford() -> Table:
    table = Table().open(points=3).start().win(WHITE, 2)
    return table.start(2, 5)


def tied_opening() -> Table:
    return Table().open(mixer=RIGHT).ready()


LONG_TEXT = (
    "The last round begins at half past four. Both finalists are asked to come to the front of "
    "the hall with their own dice, and everybody else is welcome to watch in silence, please. "
    "Thank you all, again."
)


def _opened() -> c.Command:
    table = Table()
    table.open()
    opened = table.match.opened
    assert opened is not None
    assert table.match.book is not None
    return c.OpenMatch(
        table.at, "m1", "e1", 1, None, opened.format, TEAMS, table.match.book, "h" * 64
    )


def _one_opening_die() -> Table:
    table = Table().open(mixer=RIGHT).ready()
    table.throw(die(4, RIGHT, at=(10.0, 10.0)))
    return table


def _to_press() -> Table:
    table = Table().open().ready()
    table.throw(die(6, RIGHT), die(5, LEFT))
    return table


def _refused() -> Table:
    table = to_roll()
    table.throw(die(4, LEFT), die(3, RIGHT))
    return table


def cocked() -> Table:
    """Black's 4 lies flat, the other die leans."""
    table = to_roll()
    table.throw(die(4, LEFT), die(None, LEFT, flat=False))
    return table


def off_board() -> Table:
    table = to_roll()
    table.throw(die(4, LEFT), die(2, Half.OFF))
    return table


def _called_invalid() -> Table:
    """The camera was not certain of Black's 4-3; both say that it does not count."""
    table = questioned()
    for side in Side:
        table.ok(c.RollEntered(table.at, side, None))
    return table


def _differ() -> Table:
    table = said(questioned(), c.RollEntered(Table().at, WHITE, (6, 2)))
    return said(table, c.RollEntered(Table().at, BLACK, (4, 3)))


def _entered() -> Table:
    return said(to_roll(), c.RollEntered(Table().at, BLACK, (6, 2)))


def _flagged_question() -> Table:
    table = flagged()
    table.throw(die(4, LEFT), die(3, LEFT, flat=None))
    return table


def _conceded() -> Table:
    offer = c.OfferTapped(Table().at, BLACK, WHITE, 2, no_contact=True, certain=True)
    return said(to_roll(), offer)


def _disputed_roll(*answers: c.Command) -> Table:
    table = moving()
    table.ok(c.RollDisputeTapped(Table().at, BLACK, (6, 2)))
    for answer in answers:
        table.ok(answer)
    return table


def _ruled() -> Table:
    table = said(moving(), c.DisputeTapped(Table().at, BLACK))
    table.ok(order(c.DisputeRuled, table, WHITE, Effect.GOES_ON, None, "§5.1"))
    table.ok(order(c.PenaltyOrdered, table, BLACK, 1, "§2.2(iv)"))
    return table


def _left(table: Table) -> Table:
    """The director lets White leave in the middle of a game."""
    table.ok(order(c.BreakOrdered, table, WHITE, 10))
    return table


def disqualified(*sides: Side) -> Table:
    table = moving()
    for side in sides:
        table.ok(order(c.ForfeitOrdered, table, side, True, "§4.5"))
    return table


def _played_once(make: Callable[[], Table]) -> Callable[[], Table]:
    """The same table, for the one who asks alone; it is played when it is asked for first."""
    first = cache(make)

    def again() -> Table:
        table = Table(first().match, first().now)
        table.events += first().events
        return table

    return again


_MADE: dict[str, Callable[[], Table]] = {
    "vacant": Table,
    "being set up": lambda: said(Table(), _opened()),
    "between games": lambda: Table().open(),
    "led through a turn": lambda: guided(Table().open()),
    "led through a turn, no clock": lambda: guided(Table().open(book=NO_CLOCK)),
    "one is ready": lambda: said(Table().open(), c.ReadyTapped(Table().at, WHITE)),
    "clocks not set": lambda: Table().open(7, load("london-club+michigan-2002")),
    "opening": lambda: Table().open().ready(),
    "opening by the baffle box": lambda: Table().open(mixer=RIGHT).ready(),
    "opening, second die": _one_opening_die,
    "press to start": _to_press,
    "moving": moving,
    "to roll": to_roll,
    "roll refused": _refused,
    "roll agreed to by its roller alone": agreed_alone,
    "thrown over a question": thrown_over,
    "cocked": cocked,
    "off the board": off_board,
    "opening by touch": lambda: lost(Table().open(mixer=RIGHT).ready(), "camera"),
    "opening entered": lambda: said(
        lost(Table().open(mixer=RIGHT).ready(), "camera"), c.RollEntered(Table().at, BLACK, (4, 2))
    ),
    "called invalid": _called_invalid,
    "one calls it invalid": lambda: said(questioned(), c.RollEntered(Table().at, WHITE, None)),
    "confirming": questioned,
    "one has confirmed": lambda: said(questioned(), c.RollConfirmed(Table().at, WHITE)),
    "they differ": _differ,
    "entered by touch": _entered,
    "roll disputed": _disputed_roll,
    "roll contested": lambda: _disputed_roll(c.RollDisputeDenied(Table().at, WHITE)),
    "rulings to read": _ruled,
    "doubled": lambda: to_roll().double(),
    "taken": lambda: to_roll().double().press(BLACK).take(),
    "claimed": lambda: said(moving(), c.WinDeclared(Table().at, WHITE, 2)),
    "move challenged": lambda: said(to_roll(), c.IllegalMoveTapped(Table().at, BLACK)),
    "move again after the delay": lambda: said(
        STATES["move challenged"](), c.IllegalMoveAgreed(Table().at, WHITE)
    ),
    "back from leave": lambda: said(_left(to_roll()), c.PresentTapped(Table().at, WHITE)),
    "end of the game offered": _conceded,
    "director called": lambda: said(to_roll(), c.DirectorCallTapped(Table().at, WHITE)),
    "director is coming": lambda: _coming(STATES["director called"]()),
    "stopped by the director": lambda: stopped(questioned()),
    "started again": lambda: said(to_roll(), c.TableRestarted(Table().at, None, None)),
    "flag fallen": flagged,
    "message": lambda: messaged(moving()),
    "long message": lambda: messaged(moving(), LONG_TEXT),
    "devices lost": lambda: lost(to_roll(), "camera", "director"),
    "another in the director's place": lambda: lost(to_roll(), "director", "director_stranger"),
    "no camera": _unseen,
    "everything at once": lambda: lost(
        messaged(said(_flagged_question(), c.TableRestarted(Table().at, None, None))),
        *("camera", "tower", "buttons", "director"),
    ),
    "Crawford game": crawford,
    "game won": lambda: moving().win(WHITE, 2),
    "match over": lambda: Table().open(points=1).start().win(WHITE),
    "one disqualified": lambda: disqualified(BLACK),
    "both disqualified": lambda: disqualified(BLACK, WHITE),
    "no clock, stopped by the director": lambda: stopped(moving(book=NO_CLOCK)),
    "no clock, put off": lambda: said(
        moving(book=NO_CLOCK), order(c.AdjournOrdered, moving(), why="it is late")
    ),
    "no clock, on leave": lambda: _left(moving(book=NO_CLOCK)),
    "last minute": lambda: _short(45),
    "last seconds": lambda: _short(8),
    "director called for the dice": lambda: said(
        STATES["director called"](), c.DirectorCallTapped(Table().at, WHITE, CallAbout.DICE)
    ),
    "slow play": lambda: said(moving(book=LONDON), c.SlowPlayTapped(Table().at, BLACK)),
    "no clock": lambda: moving(book=NO_CLOCK),
    "no clock, to roll": lambda: moving(book=NO_CLOCK).lift(),
    "single game": lambda: moving(points=None),
    **WAITING,
}
STATES = {name: _played_once(make) for name, make in _MADE.items()}


def states() -> Iterator[tuple[str, Snapshot]]:
    """Every state by name."""
    for name, make in STATES.items():
        yield name, seen(make())


def pads(one: HalfView) -> Iterator[Pad]:
    """Everything that can stand open in a half once, each number still where it starts."""
    todo: list[Pad | None] = [None]
    found: list[Pad | None] = []
    while todo:
        pad = todo.pop()
        if pad in found:
            continue
        found.append(pad)
        if pad is not None:
            yield pad
        for key in row(one.controls, pad):
            if isinstance(key.tap, Open | EnterNumbers):
                todo.append(apply_tap(one.controls, one.occasion, pad, key.tap)[0])


def opened_once(
    shown: Snapshot, there: Languages, language: Language, drawn: set[tuple[str, ...]]
) -> Iterator[tuple[str, Pad]]:
    """What can stand open in the near half and is like nothing `drawn`, each with its name.

    Told apart as it reads in English, so that in every language the same are drawn: what reads
    differently in one may read alike in another.
    """
    english, near = (
        view(shown, shown.at_ns, UP, BySide(each, each), there).bottom
        for each in (ENGLISH, language)
    )
    if near.side is None:
        return
    for plain, pad in zip(pads(english), pads(near), strict=True):
        said = (asking(english, plain), *(key.label for key in row(english.controls, plain)))
        if said not in drawn:
            drawn.add(said)
            where = "-".join((*pad.path, pad.entering.kind if pad.entering else "sheet"))
            yield f"{where} {len(drawn)}", pad


def turned(shown: Snapshot) -> Snapshot:
    """The same table with White at the picture's top."""
    assert shown.sides is not None

    def seat(side: Side) -> object:
        top = side is WHITE
        picture = PictureSeat.TOP if top else PictureSeat.BOTTOM
        return replace(SEATS.of_side(side), picture=picture)

    sides = shown.sides
    return msgspec.structs.replace(
        shown,
        sides=BySide(
            msgspec.structs.replace(sides.white, seat=seat(WHITE)),
            msgspec.structs.replace(sides.black, seat=seat(BLACK)),
        ),
    )


JOINS: dict[str, tuple[JoinView, Typing | None]] = {
    "may join": (JoinView(JoinStep.FREE), None),
    "join, a card or a code": (
        JoinView(JoinStep.LOOKING, "192.168.178.21:8000", camera=True),
        Typing("BCDF"),
    ),
    "join, a code is typed": (
        JoinView(JoinStep.FREE, "192.168.178.121:18000"),
        Typing("WWWWWWWW"),
    ),
    "join, the address": (
        JoinView(JoinStep.FREE),
        Typing("BCDFGHJK", "192.168.178.121:18000", at_address=True),
    ),
    "join, nothing typed": (JoinView(JoinStep.FREE), Typing(at_address=True)),
    "join, asking": (JoinView(JoinStep.ASKING), None),
    "join, comparing": (JoinView(JoinStep.COMPARING, digits="0471"), None),
    "joined": (JoinView(JoinStep.JOINED, number=9999), None),
    **{f"join refused, {why}": (JoinView(JoinStep.REFUSED, why=why), None) for why in JoinRefusal},
}
"""On the way to an event: how far the table is, and what was typed."""


def joining(view: JoinView, table: Callable[[], Table] = Table) -> Snapshot:
    """The same table, which may join an event."""
    return msgspec.structs.replace(seen(table()), join=view)
