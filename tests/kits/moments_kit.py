"""Moments of a match that is played by touch: what each half asks, which keys answer it, and what
the journal has of it. Rolls, presses and claims; those of the match are in `match_moments_kit`.
"""

from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, Side
from kits import events as e
from kits.touch_kit import Players
from kits.touch_play_kit import both, go_on, press_if_asked, read_by_both
from kits.x_server_kit import until

ACCUSES = (e.RollRefused, e.RolledEarly, e.EarlyPickupNoted, e.DiceClaimed, e.MoveChallenged)
MOVE = "Move, then press your clock"


def asks(table: Players, side: Side, prompt: str, *labels: str) -> None:
    """Its half asks this, and these keys stand in it."""
    assert table.prompt(side) == prompt
    caps = table.caps(side)
    assert set(labels) <= caps.keys(), f"{labels} in {list(caps)}"


def events_since(table: Players, seq: int) -> list[Event]:
    return [row.event() for row in table.rows() if row.seq > seq]


def found(table: Players, seq: int, kind: type[e.Event]) -> list[Event]:
    """The events of this kind since a row."""
    return [event for event in events_since(table, seq) if isinstance(event, kind)]


def rolls_since(table: Players, seq: int) -> list[tuple[Side, tuple[int, ...]]]:
    """Whose rolls counted, and which, in their order; nobody was accused of anything."""
    assert not [event for event in events_since(table, seq) if isinstance(event, ACCUSES)]
    rolls = found(table, seq, e.RollAccepted)
    return [(roll.side, roll.values) for roll in rolls if isinstance(roll, e.RollAccepted)]


def written(values: tuple[int, ...]) -> str:
    return "-".join(map(str, values))


# --- a roll that is not settled ------------------------------------------------------------------


def lift_after_own_yes(table: Players, side: Side, *values: int) -> None:
    """The camera asks, the roller alone says yes, lifts, moves and presses, and the other throws:
    each roll stays with whose it is.
    """
    before, other, roll = table.shown.seq, side.other, written(values)
    table.clears()
    table.throws(side, *values, sure=False)
    for each in Side:
        asks(table, each, f"Is it {roll}?", f"Yes, {roll}", "Other numbers")
    table.tap(side, "RollConfirmed")
    assert table.shown.phase is Phase.CONFIRMING
    table.lifts()
    if table.shown.clocked:
        asks(table, side, MOVE)
        table.press(side)
    assert f"{roll} counts. Wrong? Tap Contest" in table.notes(other)
    assert "Contest" in table.caps(other)
    assert table.offers(other, "RollDisputeTapped")
    table.throws(other, 5, 2)
    assert rolls_since(table, before) == [(side, values), (other, (5, 2))]
    assert found(table, before, e.RollSettledAlone) == [e.RollSettledAlone(side, values)]


def both_yes_after_the_lift(table: Players, side: Side, *values: int) -> None:
    """Lifted while the question stands, which both then answer: nothing has to be thrown again."""
    before, roll = table.shown.seq, written(values)
    table.clears()
    table.throws(side, *values, sure=False)
    table.lifts()
    for each in Side:
        asks(table, each, f"Is it {roll}?", f"Yes, {roll}")
    both(table, "RollConfirmed")
    assert rolls_since(table, before) == [(side, values)]
    asks(table, side, MOVE)
    table.press(side)


def thrown_over_a_question(table: Players, side: Side, *values: int) -> None:
    """Lifted, pressed after and thrown over before anybody has answered: the other's dice wait."""
    before, other, roll = table.shown.seq, side.other, written(values)
    table.clears()
    table.throws(side, *values, sure=False)
    table.lifts()
    press_in_vain(table, side, "No press yet: settle the roll first")
    table.throws(other, 6, 4)
    assert "Dice thrown early: they count after this" in table.notes(other)
    for each in (other, side):
        asks_again = f"{_name(table, each.other)} says {roll}. Is that right?"
        asks(table, each, f"Is it {roll}?" if each is other else asks_again, f"Yes, {roll}")
        table.tap(each, "RollConfirmed")
    press_if_asked(table, side)  # the first press counts where it was made two seconds before
    assert rolls_since(table, before) == [(side, values), (other, (6, 4))]
    asks(table, other, MOVE)


def _name(table: Players, side: Side) -> str:
    sides = table.shown.sides
    assert sides is not None
    return sides.of_side(side).name


# --- a press -------------------------------------------------------------------------------------


def press_in_vain(table: Players, side: Side, why: str) -> None:
    """Its half flashes, and has a word of why; the other half has none."""
    before = table.shown.seq
    table.press_and_flash(side)
    assert why in table.notes(side)
    assert why not in table.notes(side.other)
    assert not found(table, before, e.TurnEnded)


def press_before_the_roll_is_seen(table: Players, side: Side, *values: int) -> None:
    """It counts as the dice come to rest within two seconds, whatever the book makes of a press
    without a roll.
    """
    before = table.shown.seq
    table.clears()
    table.press_then_throw(side, *values)
    assert rolls_since(table, before) == [(side, values)]
    events = events_since(table, before)
    early = [event for event in events if isinstance(event, Refused | e.PressedUnrolled)]
    assert [event.side for event in early] == [side]
    (kept,) = found(table, before, e.PressKept)
    ended = found(table, before, e.TurnEnded)[-1]
    assert isinstance(kept, e.PressKept)
    assert isinstance(ended, e.TurnEnded)
    assert (kept.side, ended.side, table.shown.running) == (side, side, side.other)
    assert "No press" not in table.notes(side)


def press_given_back(table: Players, side: Side, *, by_director: bool = False) -> None:
    """`side` has pressed by mistake: both agree by one tap each, or the director gives it back, and
    the other's time is as it was.
    """
    before, other = table.shown.seq, side.other
    ended = found(table, 0, e.TurnEnded)[-1]
    assert isinstance(ended, e.TurnEnded)
    had = ended.reserve.of_side(other)
    if by_director:
        table.order("press", why="it was made by mistake")
    else:
        table.tap(side, "PressBackTapped")
        assert table.steps[-1].taps == 1
        asks(table, side, f"{_name(table, other)} says yes or no", "Take it back")
        says = f"{_name(table, side)} says: “I pressed by mistake.” Undo the press?"
        asks(table, other, says, "Yes, undo it", "No")
        table.tap(other, "PressBackTapped")
        assert table.steps[-1].taps == 1
    (back,) = found(table, before, e.PressGivenBack)
    assert isinstance(back, e.PressGivenBack)
    assert (back.side, back.by is not None) == (side, by_director)
    assert "the director confirms" in back.cites[0]
    assert table.shown.running is side
    assert _reserve(table, other) == had
    if by_director:
        read_by_both(table)
    asks(table, side, MOVE)
    table.press(side)


def _reserve(table: Players, side: Side) -> int:
    """Of the newest picture, in ns."""
    sides = table.shown.sides
    assert sides is not None
    return sides.of_side(side).reserve_ns


# --- one question at a time ----------------------------------------------------------------------


def win_over_a_dice_claim(
    table: Players, claimer: Side, kind: str, claim: str, winner: Side
) -> None:
    """What is asked of the dice waits while the game itself asks, and is asked after it again: each
    time the keys answer what the half asks.
    """
    before, asked = table.shown.seq, claimer.other
    claims = f"{_name(table, claimer)} says: “{claim}” Is that right?"
    won = f"{_name(table, winner)} says: “I won a gammon.” Do you agree?"
    table.tap(claimer, kind)
    asks(table, asked, claims, "Yes", "I disagree")
    table.tap(winner, "WinDeclared", level=2)
    asks(table, winner.other, won, "Yes, gammon", "Disagree")
    assert {"Yes", "I disagree"}.isdisjoint(table.caps(winner.other))
    table.tap(winner, "WinDisputed")
    asks(table, asked, claims, "Yes", "I disagree")
    assert "Yes, gammon" not in table.caps(asked)
    table.tap(asked, "DiceClaimAgreed")
    assert not found(table, before, e.GameEnded)
    assert len(found(table, before, e.DiceClaimGranted)) == 1


def reroll_over_an_offer(table: Players, roller: Side) -> None:
    """The other has to consent to cocked dice rolled again, and gives the game up: one question at
    a time, each with its own keys.
    """
    other = roller.other
    table.clears()
    table.throws(roller, 4, 1, flat=False)
    assert "Yes, roll again" in table.caps(other)
    table.tap(other, "OfferTapped", 1, side=roller)
    offers = f"{_name(table, other)} gives up a single game. Accept?"
    asks(table, roller, offers, "Accept single", "Reject")
    assert "Yes, roll again" not in table.caps(other)
    table.tap(roller, "OfferRejected")
    go_on(table)
    assert "Yes, roll again" in table.caps(other)
    table.tap(other, "RerollConsented")
    table.clears()
    asks(table, roller, "Roll again")
    table.throws(roller, 4, 1)
    table.press(roller)


# --- a move that is corrected --------------------------------------------------------------------


def illegal_move(table: Players, mover: Side) -> None:
    """The other says so, the mover agrees and moves again with the same roll."""
    table.tap(mover.other, "IllegalMoveTapped")
    says = f"{_name(table, mover.other)} says: “Your last move was illegal.” Is that right?"
    asks(table, mover, says, "Yes", "No")
    table.tap(mover, "IllegalMoveAgreed")
    assert table.shown.running is mover
    asks(table, mover, MOVE)
    table.press(mover)


def illegal_move_after_the_delay(table: Players, mover: Side) -> None:
    """Norway §4.2(iii)(c): the mover moves again when the delay is over, and presses no sooner."""
    table.tap(mover.other, "IllegalMoveTapped")
    table.tap(mover, "IllegalMoveAgreed")
    asks(table, mover, "Wait for the delay, then move again")
    table.press(mover, counts=False)
    assert "the delay has to run out first" in table.notes(mover)
    until(lambda: table.prompt(mover) == MOVE or None, "the mover may move")
    assert "delay" not in table.notes(mover.other)
    table.press(mover)


def illegal_move_handed_back(table: Players, mover: Side) -> None:
    """Michigan-2002 §3.5: who claims it says why in its own time, and presses."""
    claimer = mover.other
    table.tap(claimer, "IllegalMoveTapped")
    asks(table, claimer, "Say why the move is illegal, then press your clock", "Take it back")
    assert table.shown.running is claimer
    table.press(claimer)
    asks(table, mover, MOVE)
    assert table.shown.running is mover
    table.press(mover)


def bronstein_offer(table: Players, mover: Side, full_s: int) -> None:
    """What the mover used within its delay is its own again as it gives the game up, and its turn
    is over; the offer is rejected.
    """
    before = table.shown.seq
    table.tap(mover, "OfferTapped", 1, side=mover.other)
    ended = found(table, before, e.TurnEnded)[-1]
    assert isinstance(ended, e.TurnEnded)
    assert ended.used > 0
    assert ended.reserve.of_side(mover) == _reserve(table, mover) == full_s * SECOND_NS
    table.tap(mover.other, "OfferRejected")
    go_on(table)


def dice_while_put_off(table: Players, thrower: Side) -> None:
    """The director has stopped play: what is thrown then is not the roll, and what is lifted ends
    no turn.
    """
    before = table.shown.seq
    table.order("stop", why="a device is being mended")
    for side in Side:
        asks(table, side, "Wait for the director")
    table.clears()
    table.throws(thrower, 3, 3, counts=False)
    for side in Side:
        asks(table, side, "Wait for the director")
        assert "Thrown while play stands: it does not count" in table.notes(side)
    assert rolls_since(table, before) == []
    (refused,) = found(table, before, Refused)
    assert isinstance(refused, Refused)
    assert refused.reasons == (Reason.DIRECTOR_STOPPED,)
    table.order("start", why="the device is mended")
    go_on(table)
    asks(table, thrower, "Roll or double", "Double")
    table.throws(thrower, 4, 3)
    assert rolls_since(table, before) == [(thrower, (4, 3))]
