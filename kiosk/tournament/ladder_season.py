"""Open a ladder, begin and close a season, let members join and leave."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.ladder import (
    ChangeKind,
    Ladder,
    LadderChange,
    Order,
    open_challenges,
    prizes_at_close,
)
from kiosk.tournament.ladder_rules import LadderRules, OrderAtStart, Prize


@dataclass(frozen=True, slots=True)
class OnLadder:
    """A member of a ladder."""

    member_id: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenLadder(TournamentCommand):
    """`members` from the top, in the order in which the first season starts."""

    ladder_id: str
    name: str
    rules: LadderRules
    members: tuple[OnLadder, ...]


@dataclass(frozen=True, slots=True)
class OpenSeason(TournamentCommand):
    """`first_day` and `last_day` by the rules and the year."""

    first_day: int
    last_day: int


@dataclass(frozen=True, slots=True)
class CloseSeason(TournamentCommand):
    """The last day is over (001 LR L40); `day` is today."""

    day: int


@dataclass(frozen=True, slots=True)
class JoinLadder(TournamentCommand):
    """A new member starts at the bottom (001 LR L42)."""

    member: OnLadder


@dataclass(frozen=True, slots=True)
class LeaveLadder(TournamentCommand):
    """A member leaves; those below move up."""

    member_id: str


@dataclass(frozen=True, slots=True)
class LadderOpened(TournamentEvent):
    ladder_id: str
    name: str
    rules: LadderRules
    members: tuple[OnLadder, ...]


@dataclass(frozen=True, slots=True)
class SeasonOpened(TournamentEvent):
    season: int
    first_day: int
    last_day: int
    order: Order


@dataclass(frozen=True, slots=True)
class SeasonClosed(TournamentEvent):
    """The frozen order; `final` has the finalists, `prizes` those decided now."""

    season: int
    order: Order
    final: tuple[str, ...]
    prizes: tuple[tuple[Prize, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LadderJoined(TournamentEvent):
    member: OnLadder
    order: Order


@dataclass(frozen=True, slots=True)
class LadderLeft(TournamentEvent):
    member_id: str
    order: Order


def refuse_ladder(ladder: Ladder, command: OpenLadder) -> Against:
    return (
        *objections(
            (ladder.rules is not None, TournamentReason.EVENT_IS_OPEN, ladder.ladder_id),
            (not command.ladder_id.strip(), TournamentReason.EMPTY, "ladder_id"),
            (not command.name.strip(), TournamentReason.EMPTY, "name"),
        ),
        *_unfit_members(command.members, ()),
    )


def _unfit_members(new: tuple[OnLadder, ...], known: Iterable[str]) -> Against:
    ids = [*known, *(each.member_id for each in new)]
    return (
        *objections(
            *((not each.member_id.strip(), TournamentReason.EMPTY, "member_id") for each in new),
            *((not each.name.strip(), TournamentReason.EMPTY, "name") for each in new),
        ),
        *(
            Objection(TournamentReason.TAKEN, member_id)
            for member_id in sorted({i for i in ids if ids.count(i) > 1})
        ),
    )


def open_ladder(_ladder: Ladder, command: OpenLadder) -> tuple[TournamentEvent, ...]:
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
        (ladder.season_open, TournamentReason.SEASON_OPEN, str(ladder.season)),
        (early, TournamentReason.BAD_VALUE, days),
    )


def open_season(ladder: Ladder, command: OpenSeason) -> tuple[TournamentEvent, ...]:
    """The first season starts as the ladder was opened; the text covers only later ones
    (LR L41).
    """
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
    """The director must end open challenges first: the text is silent (convention)."""
    return (
        *no_season(ladder),
        *objections(
            (command.day <= ladder.last_day, TournamentReason.SEASON_OPEN, str(ladder.season))
        ),
        *(
            Objection(TournamentReason.CHALLENGE_OPEN, str(each.number))
            for each in open_challenges(ladder)
        ),
    )


def no_season(ladder: Ladder) -> Against:
    return objections((not ladder.season_open, TournamentReason.OUT_OF_SEASON, ""))


def close_season(ladder: Ladder, command: CloseSeason) -> tuple[TournamentEvent, ...]:
    final = ladder.order[: ladder.book().season.final_size]
    prizes = tuple(prizes_at_close(ladder, ladder.order).items())
    return (SeasonClosed(command.at_ms, command.by, ladder.season, ladder.order, final, prizes),)


def refuse_joining(ladder: Ladder, command: JoinLadder) -> Against:
    """Nobody joins between seasons: turned upside down he would be at the top (convention)."""
    return (*no_season(ladder), *_unfit_members((command.member,), ladder.order))


def join(ladder: Ladder, command: JoinLadder) -> tuple[TournamentEvent, ...]:
    order = (*ladder.order, command.member.member_id)
    return (LadderJoined(command.at_ms, command.by, command.member, order),)


def refuse_leaving(ladder: Ladder, command: LeaveLadder) -> Against:
    member_id = command.member_id
    return (
        *objections((member_id not in ladder.order, TournamentReason.UNKNOWN, member_id)),
        *(
            Objection(TournamentReason.CHALLENGE_OPEN, str(each.number))
            for each in open_challenges(ladder, member_id)
        ),
    )


def leave(ladder: Ladder, command: LeaveLadder) -> tuple[TournamentEvent, ...]:
    order = tuple(member_id for member_id in ladder.order if member_id != command.member_id)
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
        started={member_id: nth for nth, member_id in enumerate(event.order, 1)},
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
    member_id = event.member.member_id
    return replace(
        ladder,
        members={**ladder.members, member_id: event.member.name},
        order=event.order,
        started={**ladder.started, member_id: len(event.order)},
        changes=(*ladder.changes, LadderChange(ChangeKind.JOINED, member_id)),
    )


def apply_left(ladder: Ladder, event: LadderLeft) -> Ladder:
    """The member's name is kept, because it occurs in matches played."""
    left = LadderChange(ChangeKind.LEFT, event.member_id)
    return replace(ladder, order=event.order, changes=(*ladder.changes, left))


ACTS = (
    TournamentAct(OpenLadder, refuse_ladder, open_ladder, before_opening=True),
    TournamentAct(OpenSeason, refuse_season, open_season),
    TournamentAct(CloseSeason, refuse_closing, close_season),
    TournamentAct(JoinLadder, refuse_joining, join),
    TournamentAct(LeaveLadder, refuse_leaving, leave),
)
FACTS = (
    TournamentFact(LadderOpened, apply_ladder),
    TournamentFact(SeasonOpened, apply_season),
    TournamentFact(SeasonClosed, apply_closed),
    TournamentFact(LadderJoined, apply_joined),
    TournamentFact(LadderLeft, apply_left),
)
