"""Moments of a match that is played by touch, beside its rolls: the director, clocks, breaks, the
score and the end.
"""

from kiosk.catalogue.guide import WAY_ON
from kiosk.catalogue.key import KeySheet
from kiosk.rules.match import Phase
from kiosk.rules.units import Side
from kiosk.screen.controls import Give, Open
from kiosk.screen.items import CubeMark, Digits, Fill, Icon, KeyCap, PictureMark, QrMark, TextMark
from kits import events as e
from kits.moments_kit import MOVE, asks, found
from kits.touch_kit import Players
from kits.touch_play_kit import go_on, read_by_both
from kits.x_server_kit import until

WHITE, BLACK = Side

ONE_SIDED = (
    *("DoubleTapped", "TakeTapped", "PassTapped", "OfferTapped", "OfferAccepted", "OfferRejected"),
    *("WinDeclared", "WinAgreed", "WinDisputed", "IllegalMoveAgreed", "DiceClaimAgreed"),
    *("ReopenAgreed", "RerollConsented", "BoardDoubleAgreed", "TakeBackTapped"),
)
"""What ends or changes a game, or answers for one side."""


# --- the director --------------------------------------------------------------------------------


def nothing_one_sided(table: Players) -> None:
    for side in Side:
        there = [kind for kind in ONE_SIDED if table.offers(side, kind)]
        assert not there, f"{there} in {side}'s half"


def called_over_an_offer(table: Players, giver: Side) -> None:
    """The offer is read on both halves while the director is called, and neither yes nor no to it
    stays; once he starts play both are there.
    """
    asked = giver.other
    table.tap(giver, "OfferTapped", 1, side=asked)
    assert {"Accept single", "Reject"} <= table.caps(asked).keys()
    offer = table.prompt(asked)
    table.tap(asked, "DirectorCallTapped")
    nothing_one_sided(table)
    for side in Side:
        assert offer in table.notes(side)
        assert table.reads(side, offer)
    table.order("start", why="the dispute is decided")
    go_on(table)
    asks(table, asked, offer, "Accept single", "Reject")
    table.tap(asked, "OfferRejected")
    name = "Ada" if asked is WHITE else "Bo"
    assert f"{name} says no: play on" in table.notes(giver)
    go_on(table)


def called_over_a_roll(table: Players, contests: Side, *values: int) -> None:
    """Both statements and the picture stay on both halves until the director has ruled."""
    before = table.shown.seq
    table.tap(contests, "RollDisputeTapped", *values, dice=2)
    table.tap(contests.other, "RollDisputeDenied")
    game = table.shown.question
    assert game is not None
    assert game.counted is not None
    said = {contests: values, contests.other: game.counted}
    for side in Side:
        for each, roll in said.items():
            name = "Ada" if each is WHITE else "Bo"
            assert f"{name}: {roll[0]}-{roll[1]}." in table.notes(side)
        assert table.drawn(side, PictureMark)
    nothing_one_sided(table)
    table.order("roll", values=list(values), why="I looked at the dice")
    read_by_both(table)
    go_on(table)
    (ruled,) = found(table, before, e.RollCorrected)
    assert isinstance(ruled, e.RollCorrected)
    assert ruled.values == values


def call_out_of_reach(table: Players, side: Side) -> None:
    """Without a connection nobody is called but aloud."""
    table.lose_director()
    table.tap(side, "DirectorCallTapped")
    for each in Side:
        told = f"{table.prompt(each)} {table.notes(each)}"
        assert "No connection. Call the director aloud" in told
        assert "called the director" not in told
    nothing_one_sided(table)
    table.find_director()
    for each in Side:
        assert "aloud" not in table.notes(each)
    go_on(table)


# --- clocks --------------------------------------------------------------------------------------


def clock_brought_in(table: Players, opens: Side, profile: str, rules: dict[str, object]) -> None:
    """Both halves show it, also one whose sheet is open, and it runs once both have tapped."""
    table.touch(opens, Open(KeySheet.MORE))
    assert "Back" in table.caps(opens)
    table.order(
        "clock",
        profile=profile,
        rules=rules,
        asked_by="director",
        at_once=True,
        extreme=True,
        why="play is too slow",
    )
    for side in Side:
        asks(table, side, "You play with a clock now: 20:00 each. Tap Go on", "Go on")
    for first, then in ((opens, None), (opens.other, table.shown.game)):
        assert table.shown.running is None
        table.tap(first, "ResumeTapped")
        assert (table.shown.running is None) is (then is None)
    assert table.shown.running is not None


def last_minute(table: Players, side: Side) -> None:
    """Its figures stand in a frame in its last minute, on a plate in its last ten seconds."""
    for seconds, mark in ((55, "last_minute"), (9, "last_seconds")):
        _time(table, side, seconds)
        assert mark in {fill.name for fill in table.drawn(side, Fill)}
        assert table.is_filled(side, mark)
        assert mark not in {fill.name for fill in table.drawn(side.other, Fill)}
    (figures,) = [each for each in table.drawn(side, Digits) if each.name == "reserve"]
    assert ":" not in figures.text
    _time(table, side, 300)
    assert not {"last_minute", "last_seconds"} & {fill.name for fill in table.drawn(side, Fill)}


def flag_falls(table: Players, side: Side) -> None:
    """Norway §4.3(iii): whose time is used up reads so beside its flag, the other may end the match
    for it, and play goes on meanwhile; the director sets the time right.
    """
    before, other = table.shown.seq, side.other
    _time(table, side, 1)
    until(lambda: found(table, before, e.FlagReached) or None, "the flag")
    up = "Your time is up. The match may be ended"
    until(lambda: table.prompt(side) == up or None, "the flag in the picture")
    name = "Ada" if side is WHITE else "Bo"
    asks(table, other, f"{name}'s time is up. End the match, or play on", "Time is up")
    assert "flag" in _signs(table, side)
    assert "flag" not in _signs(table, other)
    assert table.shown.running is side
    assert table.offers(other, "ExpiryDeclared")
    _time(table, side, 300)
    assert "flag" not in _signs(table, side)
    asks(table, side, MOVE)
    assert not table.offers(other, "ExpiryDeclared")


def _signs(table: Players, side: Side) -> set[str]:
    return {icon.name for icon in table.drawn(side, Icon)}


def _time(table: Players, side: Side, seconds: int) -> None:
    table.order("time", side=side.value, mode="set", seconds=seconds, why="the clock was wrong")
    read_by_both(table)


# --- somebody is missing -------------------------------------------------------------------------


def restart_on_a_break(table: Players, side: Side) -> None:
    """A break goes on when the table's program starts again, and who is away is not forgotten."""
    table.tap(side, "BreakTapped", level=1)
    asked = _who_is_away(table, side)
    table.restart_table()
    assert _who_is_away(table, side) == asked
    assert table.shown.waiting.pause is not None
    assert table.shown.waiting.pause.missing.of_side(side)
    table.tap(side, "PresentTapped")
    assert "break" not in table.prompt(side)


def _who_is_away(table: Players, side: Side) -> tuple[str, str]:
    prompts = table.prompt(side), table.prompt(side.other)
    name = "Ada" if side is WHITE else "Bo"
    assert prompts[0].startswith("Your break: ")
    assert prompts[1].startswith(f"{name} has a break: ")
    return prompts[0].partition(":")[0], prompts[1].partition(":")[0]


def restart_while_late(table: Players, side: Side) -> None:
    """Who is late stays so over a restart of the table's program, and by how much."""
    table.order("late", side=side.value, late_min=2, grant_min=None, why="he is not here")
    for again in (False, True):
        if again:
            table.restart_table()
        asks(table, side, "You are late: tap “I am here”", "I am here")
        name = "Ada" if side is WHITE else "Bo"
        asks(table, side.other, f"Waiting for {name}, who is late")
        sides = table.shown.sides
        assert sides is not None
        assert sides.of_side(side).late is not None
    table.tap(side, "PresentTapped")
    sides = table.shown.sides
    assert sides is not None
    assert sides.of_side(side).late is None


# --- what is seen from a chair -------------------------------------------------------------------


PICTURES = (
    ("Roll, move, press", {"Next picture", "Skip"}, Icon, "turn_ends"),
    ("Double before you roll", {"Next picture", "Skip", "Back"}, CubeMark, "cube"),
    ("More: claim, stop, director", {"Done", "Back"}, TextMark, "under_more_0"),
)
"""What each half reads, its keys, and what is drawn beside them."""


def led_through_a_turn(table: Players, side: Side, *, skips: int | None = None) -> None:
    """Three pictures before the first game, one after the other on this half alone, left after the
    last or by one tap after the `skips`-th; none of them comes back.
    """
    before, others = table.shown.seq, table.prompt(side.other)
    last = skips or len(PICTURES)
    for number, (asked, keys, kind, name) in enumerate(PICTURES[:last], 1):
        until(lambda: table.offers(side, "GuideTapped") or None, "the pictures of a turn")
        asks(table, side, PICTURES[0][0])
        assert table.reads(side, asked)
        assert keys == table.caps(side).keys() & {"Next picture", "Skip", "Done", "Back", "Ready"}
        assert name in {mark.name for mark in table.drawn(side, kind)}
        if number < last:
            table.touch(side, Open(WAY_ON[number + 1][-1]))
    table.tap(side, "GuideTapped", choice=last)
    assert table.steps[-1].taps == 1
    (seen,) = found(table, before, e.GuideSeen)
    assert seen == e.GuideSeen(side, last)
    assert not table.offers(side, "GuideTapped")
    assert "Ready" in table.caps(side)
    assert table.prompt(side.other) == others


def language_by_the_globe(table: Players, side: Side) -> None:
    """One tap on the globe before the match is the next language of this half alone; no clock that
    is not set yet shows 0:00.
    """
    for each in Side:
        assert "0:00" not in {digits.text for digits in table.drawn(each, Digits)}
    globe = next(cap.key for cap in table.drawn(side, KeyCap) if cap.key.globe)
    assert isinstance(globe.tap, Give)
    was, others = table.prompt(side), table.prompt(side.other)
    table.tap(side, "LanguageTapped", choice=globe.tap.action.choice)
    assert table.steps[-1].taps == 1
    assert table.prompt(side) != was
    assert table.prompt(side.other) == others
    table.tap(side, "LanguageTapped", choice="en")
    assert table.prompt(side) == was


def no_clock_is_spoken_of(table: Players) -> None:
    """By no half, in any step so far."""
    spoken = [step.said for step in table.steps if "clock" in step.said.lower()]
    assert table.steps
    assert not spoken, spoken[0]


def undo_shows_its_time(table: Players, side: Side) -> None:
    """The key that takes back what was just settled shows how long it stays."""
    (undo,) = [cap for cap in table.drawn(side, KeyCap) if cap.key.label == "Undo"]
    assert undo.left is not None
    assert 0 < undo.left <= 1


def between_games(table: Players, winner: Side, score: tuple[int, int], games: str) -> None:
    """The score stands large, the winner's first on its own half, and the games so far."""
    assert table.shown.phase is Phase.BETWEEN_GAMES
    for side in Side:
        own, other = score if side is winner else score[::-1]
        large = [each.text for each in table.drawn(side, Digits) if each.name == "score"]
        assert large == [f"{own}–{other}"]
    texts = [text for each in table.drawn(winner, TextMark) for text in each.texts]
    assert any(games in text for text in texts), texts


def crawford_next(table: Players) -> None:
    """Between the games both halves read that the next one is the Crawford game."""
    assert table.shown.crawford_next
    for side in Side:
        assert table.reads(side, "Crawford game next")


def the_end(table: Players, winner: Side) -> None:
    """The winner is marked, and the match's page can be scanned from both halves."""
    assert table.shown.winner is winner
    assert [icon.name for icon in table.drawn(winner, Icon) if icon.name == "winner"] == ["winner"]
    assert "winner" not in {icon.name for icon in table.drawn(winner.other, Icon)}
    for side in Side:
        (code,) = table.drawn(side, QrMark)
        assert code.link.startswith("https://")
        assert "/tables/" in code.link


STEADY = {
    *("Yes", "No", "Double", "I give up", "I have won", "Go on", "Stop clocks", "Director", "More"),
    *("Take", "Pass", "Undo press", "Enter roll", "Wrong roll", "Ready"),
}
"""Keys that are looked for without being read."""


def keys_keep_their_places(table: Players, *, fewest: int) -> None:
    """Each key of the row stood in one place all through the match, and at least so many of them
    stood there; where somebody doubles nobody gives up.
    """
    stood = {label: spots for label, spots in table.places.items() if label in STEADY}
    assert len(stood) >= fewest, sorted(stood)
    moved = {label: spots for label, spots in stood.items() if len(spots) > 1}
    assert not moved, moved
    assert stood["Double"] != stood["I give up"]
    assert not table.places["Undo"] & (stood["I give up"] | stood["Double"])
