"""A ladder for the console: codes, names, days and numbers; the words are the page's."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from kiosk.books.ladder_loader import season_at
from kiosk.books.profile_text import meanings, written
from kiosk.director.ladder import shapes
from kiosk.director.store.fact_log import LogState
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.ladder import (
    ChallengeState,
    ClubChallenge,
    Ladder,
    below_expected,
    last_day_of,
    matches_played,
    open_challenges,
    overdue_challenges,
    progress,
)
from kiosk.tournament.ladder_challenges import (
    ChallengeMade,
    ChallengeUnplayed,
    LadderResultCorrected,
    LadderResultDisputed,
    LadderResultTaken,
)
from kiosk.tournament.ladder_rules import KEYS
from kiosk.tournament.ladder_season import LadderJoined, LadderLeft
from kiosk.tournament.ladder_undoing import LadderActUndone, undoable_act
from kiosk.wire.ladder_facts import kind_of

MOST_RECENT = 40


@dataclass
class RecentFacts:
    """The latest facts of a ladder, the newest first."""

    news: deque[shapes.LadderNews] = field(default_factory=lambda: deque(maxlen=MOST_RECENT))

    def heard(
        self, before: LogState[Ladder], fact: TournamentEvent, after: LogState[Ladder]
    ) -> None:
        """Record a fact, with the ladder before and after it."""
        was, undone = fact, None
        if isinstance(fact, LadderActUndone):
            act = undoable_act(before.state, fact.first)
            if act is not None and not isinstance(act.fact, LadderActUndone):
                was, undone = act.fact, kind_of(act.fact)
        about = _challenged(was)
        self.news.appendleft(
            shapes.LadderNews(
                after.seq,
                fact.at_ms,
                fact.by,
                kind_of(fact),
                about.number if about else None,
                about.winner if about else None,
                about.score if about else None,
                about.absent if about else None,
                _why(was),
                tuple(_moves(before.state, after.state, was)),
                undone,
            )
        )


def _challenged(fact: TournamentEvent) -> ClubChallenge | None:
    match fact:
        case (
            ChallengeMade(challenge=about)
            | LadderResultTaken(challenge=about)
            | ChallengeUnplayed(challenge=about)
            | LadderResultDisputed(challenge=about)
            | LadderResultCorrected(challenge=about)
        ):
            return about
    return None


def _why(fact: TournamentEvent) -> str:
    match fact:
        case (
            LadderResultTaken(why=why)
            | ChallengeUnplayed(why=why)
            | LadderResultDisputed(why=why)
            | LadderResultCorrected(why=why)
        ):
            return why
    return ""


def _moves(before: Ladder, after: Ladder, fact: TournamentEvent) -> Iterator[shapes.LadderMove]:
    """Moves of the members the fact is about."""
    match fact:
        case LadderJoined(member=member):
            about: tuple[str, ...] = (member.member_id,)
        case LadderLeft(member_id=who):
            about = (who,)
        case _:
            challenge = _challenged(fact)
            about = challenge.pair if challenge else ()
    for who in about:
        yield shapes.LadderMove(who, _place(before, who), _place(after, who))


def _place(ladder: Ladder, who: str) -> int | None:
    return ladder.order.index(who) + 1 if who in ladder.order else None


def ladder_summary(ladder: Ladder, today: int) -> shapes.LadderNamed:
    """One of the director's ladders, for the list."""
    return shapes.LadderNamed(
        ladder.ladder_id,
        ladder.name,
        ladder.book().title,
        len(ladder.order),
        ladder.season,
        ladder.season_open,
        len(overdue_challenges(ladder, today)),
    )


def ladder_view(ladder: Ladder, seq: int, today: int, recent: RecentFacts) -> shapes.LadderView:
    """`seq` is the `seen_seq` of acts sent from this view; `today` as `date.toordinal`."""
    rules = ladder.book()
    return shapes.LadderView(
        seq=seq,
        ladder_id=ladder.ladder_id,
        name=ladder.name,
        title=rules.title,
        today=date.fromordinal(today),
        prebooked=rules.challenge.prebooked,
        final_size=rules.season.final_size,
        season=_season(ladder, today),
        next_season=None if ladder.season_open else _next_season(ladder, today),
        members=tuple(_members(ladder)),
        left=tuple(
            shapes.LadderLeaver(who, name)
            for who, name in ladder.members.items()
            if who not in ladder.order
        ),
        challenges=tuple(
            _challenge(ladder, each, today)
            for each in ladder.challenges.values()
            if each.season == ladder.season
        ),
        recent=tuple(recent.news),
        final=ladder.final,
        prizes=tuple(shapes.LadderPrize(prize, who) for prize, who in ladder.prizes.items()),
        values=tuple(_values(ladder)),
        undoable=ladder.undoable.first if ladder.undoable is not None else None,
    )


def _season(ladder: Ladder, today: int) -> shapes.LadderSeason | None:
    if ladder.season == 0:
        return None
    return shapes.LadderSeason(
        ladder.season,
        ladder.season_open,
        ladder.last_day < today,
        date.fromordinal(ladder.first_day),
        date.fromordinal(ladder.last_day),
    )


def _next_season(ladder: Ladder, today: int) -> shapes.LadderDays:
    first, last = season_at(ladder.book(), today, ladder.last_day)
    return shapes.LadderDays(date.fromordinal(first), date.fromordinal(last))


def _members(ladder: Ladder) -> Iterator[shapes.LadderMember]:
    risen = progress(ladder, ladder.order) if ladder.season else {}
    few = set(below_expected(ladder)) if ladder.season else set()
    for place, who in enumerate(ladder.order, 1):
        yield shapes.LadderMember(
            who,
            ladder.members[who],
            place,
            risen.get(who, 0),
            matches_played(ladder, who),
            who in few,
            tuple(each.number for each in open_challenges(ladder, who)),
        )


def _challenge(ladder: Ladder, here: ClubChallenge, today: int) -> shapes.LadderChallenge:
    rules = ladder.book()
    again = here.state is ChallengeState.DISPUTED
    return shapes.LadderChallenge(
        number=here.number,
        challenger=here.challenger,
        challenged=here.challenged,
        made_day=date.fromordinal(here.made_day),
        for_day=date.fromordinal(here.for_day),
        last_day=None if again else date.fromordinal(last_day_of(ladder, here)),
        state=here.state,
        overdue=here in overdue_challenges(ladder, today),
        points=rules.dispute.replay_points if again else rules.challenge.match_points,
        winner=here.winner,
        score=here.score,
        played_day=None if here.played_day is None else date.fromordinal(here.played_day),
        absent=here.absent,
    )


def _values(ladder: Ladder) -> Iterator[shapes.LadderValue]:
    rules = ladder.book()
    sources = {source.key: source for source in rules.sources}
    for key in KEYS:
        source, held = sources[key.where], rules.value(key.where)
        yield shapes.LadderValue(
            key.where,
            written(held),
            key.doc,
            "; ".join(meanings(held)) or written(held),
            source.cite,
            source.defect,
            source.director_confirms,
            key.where in ladder.confirmed,
        )
