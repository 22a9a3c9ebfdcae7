"""A ladder is opened, a season begins and closes, members join and leave."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Objection, Reason, objections
from kiosk.tournament.ladder import (
    Change,
    ChangeKind,
    Ladder,
    Order,
    open_challenges,
    prizes_at_close,
)
from kiosk.tournament.ladder_rules import LadderRules, OrderAtStart, Prize


@dataclass(frozen=True, slots=True)
class OnLadder:
    """Who is on a ladder."""

    member_id: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenLadder(Command):
    """`members` from the top, in the order the first season starts in."""

    ladder_id: str
    name: str
    rules: LadderRules
    members: tuple[OnLadder, ...]


@dataclass(frozen=True, slots=True)
class OpenSeason(Command):
    """`first_day` and `last_day` as the rules and the year have them."""

    first_day: int
    last_day: int


@dataclass(frozen=True, slots=True)
class CloseSeason(Command):
    """The last day is over (001 LR L40); `day` is today."""

    day: int


@dataclass(frozen=True, slots=True)
class JoinLadder(Command):
    """Starts at the bottom (001 LR L42)."""

    member: OnLadder


@dataclass(frozen=True, slots=True)
class LeaveLadder(Command):
    """Those below move up."""

    member_id: str


@dataclass(frozen=True, slots=True)
class LadderOpened(Event):
    ladder_id: str
    name: str
    rules: LadderRules
    members: tuple[OnLadder, ...]


@dataclass(frozen=True, slots=True)
class SeasonOpened(Event):
    season: int
    first_day: int
    last_day: int
    order: Order


@dataclass(frozen=True, slots=True)
class SeasonClosed(Event):
    """The order as it was frozen; `final` has who plays the final, `prizes` what is decided now."""

    season: int
    order: Order
    final: tuple[str, ...]
    prizes: tuple[tuple[Prize, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LadderJoined(Event):
    member: OnLadder
    order: Order


@dataclass(frozen=True, slots=True)
class LadderLeft(Event):
    member_id: str
    order: Order


def refuse_ladder(ladder: Ladder, command: OpenLadder) -> Against:
    return (
        *objections(
            (ladder.rules is not None, Reason.EVENT_IS_OPEN, ladder.ladder_id),
            (not command.ladder_id.strip(), Reason.EMPTY, "ladder_id"),
            (not command.name.strip(), Reason.EMPTY, "name"),
        ),
        *_unfit_members(command.members, ()),
    )


def _unfit_members(new: tuple[OnLadder, ...], known: Iterable[str]) -> Against:
    ids = [*known, *(each.member_id for each in new)]
    return (
        *objections(
            *((not each.member_id.strip(), Reason.EMPTY, "member_id") for each in new),
            *((not each.name.strip(), Reason.EMPTY, "name") for each in new),
        ),
        *(Objection(Reason.TAKEN, who) for who in sorted({i for i in ids if ids.count(i) > 1})),
    )


def open_ladder(_ladder: Ladder, command: OpenLadder) -> tuple[Event, ...]:
    return (
        LadderOpened(
            command.at_ms,
            command.by,
            command.ladder_id,
            command.name,
            command.rules,
            command.members,
        ),
    )


def refuse_season(ladder: Ladder, command: OpenSeason) -> Against:
    days = f"{command.first_day} to {command.last_day}"
    early = command.first_day <= ladder.last_day or command.last_day < command.first_day
    return objections(
        (ladder.season_open, Reason.SEASON_OPEN, str(ladder.season)),
        (early, Reason.BAD_VALUE, days),
    )


def open_season(ladder: Ladder, command: OpenSeason) -> tuple[Event, ...]:
    """The first starts as the ladder was opened; the text speaks of later ones (LR L41)."""
    turned = ladder.season > 0 and ladder.book().season.order_at_start is OrderAtStart.REVERSED
    order = ladder.order[::-1] if turned else ladder.order
    return (
        SeasonOpened(
            command.at_ms,
            command.by,
            ladder.season + 1,
            command.first_day,
            command.last_day,
            order,
        ),
    )


def refuse_closing(ladder: Ladder, command: CloseSeason) -> Against:
    """Open challenges are ended by the director first: the text is silent (convention)."""
    return (
        *no_season(ladder),
        *objections((command.day <= ladder.last_day, Reason.SEASON_OPEN, str(ladder.season))),
        *(Objection(Reason.CHALLENGE_OPEN, str(each.number)) for each in open_challenges(ladder)),
    )


def no_season(ladder: Ladder) -> Against:
    return objections((not ladder.season_open, Reason.OUT_OF_SEASON, ""))


def close_season(ladder: Ladder, command: CloseSeason) -> tuple[Event, ...]:
    final = ladder.order[: ladder.book().season.final_size]
    prizes = tuple(prizes_at_close(ladder, ladder.order).items())
    return (SeasonClosed(command.at_ms, command.by, ladder.season, ladder.order, final, prizes),)


def refuse_joining(ladder: Ladder, command: JoinLadder) -> Against:
    """Nobody joins between seasons: turned upside down he would be at the top (convention)."""
    return (*no_season(ladder), *_unfit_members((command.member,), ladder.order))


def join(ladder: Ladder, command: JoinLadder) -> tuple[Event, ...]:
    order = (*ladder.order, command.member.member_id)
    return (LadderJoined(command.at_ms, command.by, command.member, order),)


def refuse_leaving(ladder: Ladder, command: LeaveLadder) -> Against:
    who = command.member_id
    return (
        *objections((who not in ladder.order, Reason.UNKNOWN, who)),
        *(
            Objection(Reason.CHALLENGE_OPEN, str(each.number))
            for each in open_challenges(ladder, who)
        ),
    )


def leave(ladder: Ladder, command: LeaveLadder) -> tuple[Event, ...]:
    order = tuple(who for who in ladder.order if who != command.member_id)
    return (LadderLeft(command.at_ms, command.by, command.member_id, order),)


def apply_ladder(_ladder: Ladder, event: LadderOpened) -> Ladder:
    return Ladder(
        event.ladder_id,
        event.name,
        event.rules,
        {each.member_id: each.name for each in event.members},
        tuple(each.member_id for each in event.members),
    )


def apply_season(ladder: Ladder, event: SeasonOpened) -> Ladder:
    return replace(
        ladder,
        season=event.season,
        season_open=True,
        first_day=event.first_day,
        last_day=event.last_day,
        order=event.order,
        start=event.order,
        started={who: nth for nth, who in enumerate(event.order, 1)},
        changes=(),
        final=(),
        prizes={},
    )


def apply_closed(ladder: Ladder, event: SeasonClosed) -> Ladder:
    return replace(
        ladder,
        season_open=False,
        order=event.order,
        final=event.final,
        prizes=dict(event.prizes),
    )


def apply_joined(ladder: Ladder, event: LadderJoined) -> Ladder:
    who = event.member.member_id
    return replace(
        ladder,
        members={**ladder.members, who: event.member.name},
        order=event.order,
        started={**ladder.started, who: len(event.order)},
        changes=(*ladder.changes, Change(ChangeKind.JOINED, who)),
    )


def apply_left(ladder: Ladder, event: LadderLeft) -> Ladder:
    """His name is kept: he stands in what was played."""
    left = Change(ChangeKind.LEFT, event.member_id)
    return replace(ladder, order=event.order, changes=(*ladder.changes, left))


ACTS = (
    Act(OpenLadder, refuse_ladder, open_ladder, before_opening=True),
    Act(OpenSeason, refuse_season, open_season),
    Act(CloseSeason, refuse_closing, close_season),
    Act(JoinLadder, refuse_joining, join),
    Act(LeaveLadder, refuse_leaving, leave),
)
FACTS = (
    Fact(LadderOpened, apply_ladder),
    Fact(SeasonOpened, apply_season),
    Fact(SeasonClosed, apply_closed),
    Fact(LadderJoined, apply_joined),
    Fact(LadderLeft, apply_left),
)
