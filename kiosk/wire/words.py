"""Events in words: one English sentence each, with the sections that applied."""

from functools import singledispatch

from kiosk.rules import events as e
from kiosk.wire.phrases import (
    CAUSES,
    STOPS,
    WINS,
    because,
    dice,
    duration,
    points,
    side,
    times,
    who,
)


def sentence(event: e.Event) -> str:
    """The event in words, e.g. `White rolled 6-5 (camera). [norway §4.1(iv)(a)]`."""
    cites: tuple[str, ...] = getattr(event, "cites", ())
    return f"{_said(event)} [{'; '.join(cites)}]" if cites else _said(event)


@singledispatch
def _said(event: e.Event) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


# --- before play ---------------------------------------------------------------------------------


@_said.register
def _(event: e.Refused) -> str:
    whose = f" by {side(event.side)}" if event.side else ""
    return f"Refused: {event.command}{whose}, because {because(event.reasons)}."


@_said.register
def _(event: e.TableAssigned) -> str:
    return f"This device is table {event.table} of event {event.event_id}."


@_said.register
def _(event: e.MatchOpened) -> str:
    length = event.format.points
    what = f"Match to {length} points" if length is not None else "Single game"
    white, black = event.sides.white.name, event.sides.black.name
    return (
        f"{what} at table {event.table}: {white} (White) against {black} (Black), "
        f"by {event.profile.title}."
    )


@_said.register
def _(event: e.TableSetUp) -> str:
    mixer = "a baffle box" if event.setup.mixer else "dice cups"
    seats = event.setup.seats
    return (
        f"White sits at the picture's {seats.white.picture.value}, "
        f"Black at its {seats.black.picture.value}; {mixer}."
    )


@_said.register
def _(event: e.TimeAllotted) -> str:
    return f"Time: {times(event.reserve)}."


@_said.register
def _(event: e.ReadyGiven) -> str:
    return f"{side(event.side)} is ready."


@_said.register
def _(event: e.GameStarted) -> str:
    crawford = ", the Crawford game" if event.crawford else ""
    return f"Game {event.number} begins{crawford}."


# --- dice ----------------------------------------------------------------------------------------


@_said.register
def _(event: e.TowerCounted) -> str:
    return f"The baffle box took {event.dropped} dice and gave {event.came_out}."


@_said.register
def _(_event: e.DicePickedUp) -> str:
    return "The dice were lifted."


@_said.register
def _(_event: e.RollHeld) -> str:
    return "Dice were read; the table waits for the baffle box's count."


@_said.register
def _(event: e.RollQuestioned) -> str:
    guess = f"; the table would say {dice(event.proposal)}" if event.proposal else ""
    return (
        f"Both sides are asked what {side(event.side, 'they')} rolled, "
        f"because {because(event.reasons)}{guess}."
    )


@_said.register
def _(event: e.RollStated) -> str:
    return f"{side(event.side)} says: {dice(event.values)}."


@_said.register
def _(event: e.RollRefused) -> str:
    whose = f"{side(event.side)}'s" if event.side else "The opening"
    return f"{whose} roll does not count, because {because(event.reasons)}."


@_said.register
def _(event: e.OpeningDieRolled) -> str:
    how = "camera" if event.facts else "by touch"
    return f"{side(event.side)}'s opening die is {event.value} ({how})."


@_said.register
def _(event: e.OpeningTied) -> str:
    return f"Both opening dice are {event.value}: they are rolled again."


@_said.register
def _(event: e.OpeningWon) -> str:
    presses = f"; {side(event.presses)} starts the clock" if event.presses else ""
    return f"{side(event.side)} begins with {dice(event.values)}{presses}."


@_said.register
def _(event: e.RollAccepted) -> str:
    how = "by touch" if event.by_touch else "camera"
    return f"{side(event.side)} rolled {dice(event.values)} ({how})."


# --- clock and turn ------------------------------------------------------------------------------


@_said.register
def _(event: e.ClockStarted) -> str:
    return f"{side(event.side)}'s clock runs, with {duration(event.delay)} of delay."


@_said.register
def _(event: e.ClockStopped) -> str:
    return f"{side(event.side)}'s clock is stopped: {times(event.reserve)}."


@_said.register
def _(event: e.PlayStopped) -> str:
    if event.by is not None:
        return f"{who(event.by)} stops the clocks, because {event.why}."
    return f"Play is stopped, because {STOPS[event.reason]}."


@_said.register
def _(event: e.ResumeAgreed) -> str:
    if event.by is not None:
        return f"{who(event.by)} starts play again, because {event.why}."
    return f"{side(event.side, 'The director')} agrees to go on."


@_said.register
def _(event: e.PlayResumed) -> str:
    clock = f" on {side(event.side)}'s clock" if event.side else ""
    return f"Play goes on{clock}."


@_said.register
def _(event: e.TurnEnded) -> str:
    took = f" after {duration(event.used)}: {times(event.reserve)}" if event.used else ""
    return f"{side(event.side)}'s turn ended{took}."


@_said.register
def _(event: e.FlagReached) -> str:
    return f"{side(event.side)}'s time is used up."


# --- cube ----------------------------------------------------------------------------------------


@_said.register
def _(event: e.Doubled) -> str:
    return f"{side(event.side)} doubles to {event.level}."


@_said.register
def _(event: e.Taken) -> str:
    return f"{side(event.side)} takes; the cube is at {event.level}."


@_said.register
def _(event: e.Passed) -> str:
    return f"{side(event.side)} passes the double to {event.level}."


# --- end of game and match -----------------------------------------------------------------------


@_said.register
def _(event: e.WinClaimed) -> str:
    return f"{side(event.side)} declares that it won {WINS.get(event.level, '?')}."


@_said.register
def _(event: e.WinContested) -> str:
    return f"{side(event.side)} does not agree; the game goes on."


@_said.register
def _(event: e.GameEnded) -> str:
    return (
        f"{side(event.winner)} won {WINS.get(event.level, 'the game')} for "
        f"{event.points} points, because {CAUSES[event.cause]}: {points(event.score)}."
    )


@_said.register
def _(event: e.MatchEnded) -> str:
    return (
        f"{side(event.winner)} won the match, because {CAUSES[event.cause]}: {points(event.score)}."
    )


@_said.register
def _(event: e.ScoreChanged) -> str:
    where = f" ({event.section})" if event.section else ""
    what = f", correcting row {event.corrects_seq}" if event.corrects_seq else ""
    return (
        f"{who(event.by)} set the score to {points(event.score)}, because {event.why}{where}{what}."
    )


@_said.register
def _(event: e.PenaltyAwarded) -> str:
    where = f" ({event.section})" if event.section else ""
    plural = "" if event.points == 1 else "s"
    return (
        f"{who(event.by)} awards {event.points} penalty point{plural} against {side(event.side)}, "
        f"because {event.why}{where}: {points(event.score)}."
    )


# --- director, devices, the table itself ---------------------------------------------------------


@_said.register
def _(event: e.DirectorCalled) -> str:
    return f"{side(event.side)} calls the director."


@_said.register
def _(event: e.MessagePosted) -> str:
    return f"{who(event.by)} writes to the table: “{event.text}”."


@_said.register
def _(event: e.MessageSeen) -> str:
    return f"{side(event.side)} has read the message."


@_said.register
def _(event: e.ProfileChanged) -> str:
    return (
        f"{who(event.by)} ordered {event.profile.title} from the next game on, because {event.why}."
    )


@_said.register
def _(event: e.DeviceLost) -> str:
    return f"The {event.device} stopped answering: {event.why}."


@_said.register
def _(event: e.DeviceBack) -> str:
    return f"The {event.device} answers again."


@_said.register
def _(event: e.Halted) -> str:
    return f"The table had stopped itself: {event.why}."


@_said.register
def _(_event: e.Restarted) -> str:
    return "The table started again."


@_said.register
def _(event: e.ClockRestored) -> str:
    return (
        f"Clocks restored on {side(event.side)}'s turn: {times(event.reserve)}; "
        f"the journal had {times(event.journaled)}."
    )


@_said.register
def _(event: e.TableTakenOver) -> str:
    return (
        f"Journal {event.by_journal_id} goes on with the match of journal "
        f"{event.old_journal_id} from row {event.head_seq}."
    )
