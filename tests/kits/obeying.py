"""What a player does who obeys the sentence on its half: literally, whatever came between."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kiosk.catalogue.text import ENGLISH
from kiosk.rules.decide import ACTS, deadline, decide, evolve, why_not
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.wire.snapshot import snapshot
from kits import commands as c
from kits import events as e
from kits.prompt_kit import prompt
from kits.rules_kit import BLACK, LEFT, RIGHT, WHITE, Table, die, facts
from kits.way_on import next_tap

Deed = tuple[c.Command, ...]
"""What one hand does, one report after the other."""
Asks = Callable[[Match, Side, Instant], Iterator[Deed]]

SLOW_NS = SECOND_NS // 10
"""So old is the picture that a hand acts on."""


def _tap(*kinds: Callable[[Instant, Side], c.Command]) -> Asks:
    def asks(_match: Match, side: Side, at: Instant) -> Iterator[Deed]:
        for kind in kinds:
            yield (kind(at, side),)

    return asks


def _nothing(_match: Match, _side: Side, _at: Instant) -> Iterator[Deed]:
    return iter(())


def _lift(_match: Match, _side: Side, at: Instant) -> Iterator[Deed]:
    yield (c.DiceLifted(at),)


def _thrown(match: Match, sides: tuple[Side, ...], at: Instant) -> Deed:
    """Dice that lie as they should, in the half where those sides' dice must lie."""
    assert match.setup is not None
    halves = [match.setup.mixer or (RIGHT if side is WHITE else LEFT) for side in sides]
    dice = [die(value, half) for value, half in zip((6, 5), halves, strict=False)]
    lifted = (c.DiceLifted(at),) if match.dice_down else ()
    counted = (c.TowerReported(at, len(dice), len(dice)),) if match.setup.tower else ()
    return (*lifted, *counted, c.RollRead(at, facts(*dice)))


def _roll(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield _thrown(match, (side, side), at)


def _roll_or_double(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield from _roll(match, side, at)
    yield (c.DoubleTapped(at, side),)


def _roll_and_enter(_match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield (c.RollEntered(at, side, (6, 5)),)


def _enter_opening(_match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield (c.RollEntered(at, side, (6, 5)),)


def _each_rolls(match: Match, _side: Side, at: Instant) -> Iterator[Deed]:
    yield _thrown(match, (WHITE, BLACK), at)


def _opening_die(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield _thrown(match, (side,), at)


def _says_roll(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    question = match.game.question if match.game else None
    assert question is not None
    for values in ((6, 5)[: question.thrown], (4, 3)[: question.thrown], None):
        yield (c.RollEntered(at, side, values),)
    theirs = question.said.of_side(side.other)
    if theirs is not None:
        yield (c.RollAgreed(at, side, theirs.values),)
    if question.proposal is not None:
        yield (c.RollConfirmed(at, side),)


def _answers_offer(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    offer = match.game.offer if match.game else None
    assert offer is not None
    yield (c.OfferAccepted(at, side, offer.winner, offer.level),)
    yield (c.OfferRejected(at, side),)


def _declares_expiry(_match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    yield (c.ExpiryDeclared(at, side),)


_OF_DICE = _tap(c.DiceClaimAgreed, c.DiceContested)
_OF_A_DOUBLE = _tap(c.BoardDoubleAgreed, c.BoardDoubleContested)

ASKED: Mapping[str, Asks] = {
    r"Score right\? Tap Ready": _tap(c.ReadyTapped),
    r"Each roll one die": _each_rolls,
    r"Roll your opening die": _opening_die,
    r"Press your clock to start": _tap(c.ClockPressed),
    r"Press your button to start": _tap(c.ClockPressed),
    r"Press your clock": _tap(c.ClockPressed),
    r"No roll: press your clock": _tap(c.ClockPressed),
    r"No roll: press your button": _tap(c.ClockPressed),
    r"Not accepted: press your clock": _tap(c.ClockPressed),
    r"Move, then press your clock": _tap(c.ClockPressed),
    r"Move, then press your button": _tap(c.ClockPressed),
    r"Wait for the delay, then move again": _tap(c.ClockPressed),
    r".*'s time is up\. End the match, or play on": _declares_expiry,
    r"Say why the move is illegal, then press your clock": _tap(c.ClockPressed),
    r"Move, then lift your dice": _lift,
    r"Roll the dice": _roll,
    r"Roll again": _roll,
    r"Roll or double": _roll_or_double,
    r"Roll, then enter the roll": _roll_and_enter,
    r"What was rolled\?": _says_roll,
    r"Is it .*\?": _says_roll,
    r".* says:? .*\d\. Is that right\?": _says_roll,
    r".* says: “It does not count\.” Is that right\?": _says_roll,
    r".* says: “The roll does not count\.” Is that right\?": _says_roll,
    r"You: .*\. .*: .*": _says_roll,
    r".* says: “Nobody left for the break\.” Is that right\?": _tap(
        c.NobodyLeftAgreed, c.NobodyLeftDenied
    ),
    r".* says: “The last game was not over\.” Play it on\?": _tap(c.ReopenAgreed, c.ReopenDenied),
    r"Each roll one die\. Then tap the die of .*": _enter_opening,
    r"Take at .*, or pass\?": _tap(c.TakeTapped, c.PassTapped),
    r".* “I won a .*\.” Do you agree\?": _tap(c.WinAgreed, c.WinDisputed),
    r".* (gives up|claims) .* Accept\?": _answers_offer,
    r".* “(You|I) doubled.*” Is that right\?": _OF_A_DOUBLE,
    r".* “(I|You) pressed by mistake\.” Undo the press\?": _tap(
        c.PressBackTapped, c.PressBackDenied
    ),
    r".* last move (was|may be) illegal\..*\?": _tap(c.IllegalMoveAgreed, c.IllegalMoveDenied),
    r".* “You took the dice too early\.” Is that right\?": _OF_DICE,
    r".* “Only one die was lifted\.” Is that right\?": _OF_DICE,
    r".* “I can\'t move, whatever I roll\.” Is that right\?": _OF_DICE,
    r".* “My home board is full, I roll left\.” Is that right\?": _OF_DICE,
    r"May .* roll again\?": _tap(c.RerollConsented, c.DiceContested),
    r"Roll, move, (press|lift the dice)": _tap(lambda at, side: c.GuideTapped(at, side, 1)),
    r".*tap Go on": _tap(c.ResumeTapped),
    r".*Tap Go on(, both of you)?": _tap(c.ResumeTapped),
    r"You are late: tap “I am here”": _tap(c.PresentTapped),
    r"Your break is over: come back": _tap(c.PresentTapped),
    r".* won the match\. Is the result right\?": _tap(c.ResultConfirmed),
    r".* won the match\. Report it to the director": _tap(c.ResultReported),
}
"""What a prompt asks of the side that reads it; each of the ways to obey it."""

WAITS: tuple[str, ...] = (
    r"Wait for the director",
    r"Your time is up\. The match may be ended",
    r"The director is coming",
    r"You do not agree\. Leave the dice, the director comes",
    r"Please call the director",
    r"This table is being set up",
    r"Waiting for .*",
    r".* rolls",
    r".* rolls an opening die",
    r".* moves",
    r".* takes or passes",
    r".* starts the clock",
    r".* presses the button to start",
    r"You start\. .* presses the clock",
    r".* presses first, then you roll",
    r".* accepts or rejects",
    r"(Is it .*\?|Does the roll count\?)? ?.* says yes or no",
    r".* says why the move is illegal, then presses",
    r".* says: “I can\'t move, whatever I roll\.”",
    r".* decides if you roll again",
    r".* says yes, or enters the dice",
    r"Your break: .* left",
    r".* has a break: .* left",
    r".*'s break is over",
    r"(You|.*) won the match",
    r".* won the match\. .* confirms it",
    r"(You|.*) gave up the match\. The director enters it",
    r"(You said|.* says): the (score|winner) is wrong\. The director decides",
    r"",
)
"""What asks for nothing."""


def asked(match: Match, side: Side, at: Instant, seen_at: Instant) -> list[Deed]:
    """What the half of `side`, seen at `seen_at`, has it do at `at`. AssertionError: a prompt that
    is in none of the two tables.
    """
    said = prompt(snapshot(match, 1, seen_at), side, seen_at, ENGLISH)
    if any(re.fullmatch(pattern, said) for pattern in WAITS):
        return []
    found = [asks for pattern, asks in ASKED.items() if re.fullmatch(pattern, said)]
    assert found, f"what is asked by {said!r}?"
    return list(found[0](match, side, at))


def offered(match: Match, side: Side, at: Instant) -> Iterator[Deed]:
    """Every tap and press that a side may give now, each as the table would try it."""
    for act in ACTS:
        if act.tap is None or match.phase not in act.phases:
            continue
        for way, values in act.tap.tries(match, side):
            command = act.tap.make(way, side, values, at)
            if not why_not(match, command):
                yield (command,)


def done(match: Match, deed: Deed) -> tuple[Match, list[e.Event]]:
    events: list[e.Event] = []
    for command in deed:
        told = decide(match, command).events
        events += told
        for event in told:
            match = evolve(match, event)
    return match, events


# --- what charges a fault -------------------------------------------------------------------------

CHARGES: tuple[type[e.Event], ...] = (
    e.PressedUnrolled,
    e.TableDisturbed,
    e.PresumptionNoted,
    e.EarlyPickupNoted,
    e.DelayForfeited,
    e.MoveChallenged,
    e.MoveTakenBack,
    e.Proposed,
    e.PenaltyAwarded,
    e.MatchForfeited,
    e.CubeFrozen,
    e.ConductRecorded,
    e.BreakOverran,
    e.LatenessCounted,
    e.RolledEarly,
    e.DoubledEarly,
)
UNTIMELY = {Reason.PREMATURE, Reason.NO_CONSENT}


def charges(events: list[e.Event], side: Side) -> set[str]:
    """By name, what of these events charges `side` with a fault, or makes it lose; time that was
    used up meanwhile is no fault of who obeys.
    """
    if any(isinstance(event, e.FlagReached) for event in events):
        return set()
    return {type(event).__name__ for event in events if _charged(event, side)}


def _charged(event: e.Event, side: Side) -> bool:
    match event:
        case e.RollRefused():
            return event.side is side and bool(UNTIMELY & {*event.reasons})
        case e.GameEnded() | e.MatchEnded():
            return event.winner is side.other
        case e.PresumptionNoted():
            return event.side is side.other
        case e.Proposed():
            return event.proposal.side is not side.other
        case _:
            return isinstance(event, CHARGES) and getattr(event, "side", side) is side


GAME_OVER = (e.GameEnded, e.MatchEnded)
ADMITS: Mapping[type[c.Command], tuple[type[e.Event], ...]] = {
    c.PassTapped: GAME_OVER,
    c.WinAgreed: GAME_OVER,
    c.OfferAccepted: GAME_OVER,
    c.BoardDoubleAgreed: GAME_OVER,
    c.DiceClaimAgreed: (e.DelayForfeited,),
    c.IllegalMoveAgreed: (e.MoveTakenBack,),
}
"""What who answers yes says of itself: it knows that it loses, or moves again."""


@dataclass(frozen=True)
class Trap:
    """By obeying what its half said, `side` was charged after the other had done `first`."""

    side: Side
    first: Deed
    then: Deed
    charged: frozenset[str]


def traps(match: Match, at: Instant) -> Iterator[Trap]:
    """`at` is when the first hand acts; the other acts on the picture before it, and its stamp is
    a little later, or a little earlier though it arrives later.
    """
    for first_side in Side:
        side = first_side.other
        told = {then: asked(match, side, Instant(at + then), at) for then in (-SLOW_NS, SLOW_NS)}
        if not any(told.values()):
            continue
        firsts = _apart([*offered(match, first_side, at), *asked(match, first_side, at, at)], match)
        for deeds in told.values():
            for deed in deeds:
                known = charges(done(match, deed)[1], side)
                answer = ADMITS.get(type(deed[-1]))
                admits = {each.__name__ for each in answer or ()}
                if known and answer is None:
                    yield Trap(side, (), deed, frozenset(known))
                for first, after in firsts:
                    new = charges(done(after, deed)[1], side) - known - admits
                    if new:
                        yield Trap(side, first, deed, frozenset(new))


def _apart(deeds: list[Deed], match: Match) -> list[tuple[Deed, Match]]:
    """Each with the match after it; one of a kind that leads to the same phase and clock."""
    found: dict[object, tuple[Deed, Match]] = {}
    for deed in deeds:
        after, _ = done(match, deed)
        key = tuple(map(type, deed)), after.phase, after.clock.running, after.stop is None
        found.setdefault(key, (deed, after))
    return list(found.values())


# --- where it is tried ----------------------------------------------------------------------------


def walked(book: RuleBook, mixer: Half | None) -> list[Match]:
    """A game by `book` up to the fifth turn, with a cube turned; at each point whatever a side
    may do there, once.
    """
    table = Table().open(5, book, mixer, tower=mixer is not None)
    way = [table.match]

    def then(*commands: c.Command) -> None:
        for command in commands:
            table.do(command)
            way.append(table.match)

    for _ in range(4):
        then(*next_tap(table.match, table.at))
    for turn in range(5):
        table.wait(7)
        side = table.on_turn
        if turn == 2:
            then(c.DoubleTapped(table.at, side), c.TakeTapped(table.at, side.other))
            then(c.ClockPressed(table.at, side.other))
        if turn == 4:
            then(c.DoubleTapped(table.at, side), c.ClockPressed(table.at, side))
            then(c.TakeTapped(table.at, side.other))
        if turn == 3:
            then(c.DoubleTapped(table.at, side), c.ClockPressed(table.at, side))
            then(c.TakeTapped(table.at, side.other), c.ClockPressed(table.at, side.other))
        then(*next_tap(table.match, table.at))
        then(*next_tap(table.match, table.at))
    way = _unlike(way, table.at)
    beside = [
        done(match, deed)[0]
        for match in way
        for side in Side
        for deed in offered(match, side, table.at)
    ]
    return _unlike([*way, *beside], table.at)


def _unlike(matches: list[Match], at: Instant) -> list[Match]:
    """One of those in which the same clock runs and both halves say the same."""
    found: dict[object, Match] = {}
    for match in matches:
        shown = snapshot(match, 1, at)
        assert shown.sides is not None
        said = [prompt(shown, side, at, ENGLISH) for side in Side]
        found.setdefault((match.phase, shown.running, *said), match)
    return list(found.values())


def tried(match: Match) -> list[Trap]:
    """The traps of a match two seconds after its clock was last touched."""
    at, due = Instant(match.clock.since + 2 * SECOND_NS), deadline(match)
    rung = due is not None and due <= at + SLOW_NS
    return [] if match.opened is None or rung else list(traps(match, at))
