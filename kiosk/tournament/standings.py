"""Places of a division, as far as its results determine them. Computed, not stored.

A knock-out ranks each bracket by itself: the winner of its last round, the loser, the losers of the
round before, and so on; losers of one round share its places. Other formats have their own order,
which `shared_places` turns into places.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from kiosk.tournament.bracket import KnownEntry, PairingState, PairingStatus, PlaceSource
from kiosk.tournament.format_row import FormatStanding as Ranked
from kiosk.tournament.in_division import in_format
from kiosk.tournament.played import ActOrigin
from kiosk.tournament.sheet import division_stands
from kiosk.tournament.tournament import Division, Tournament


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """An entry's place in a bracket or group, from 1: one of `first` to `last`.

    `still_in`: the entry plays on, and these are the places it can reach. As long as one does,
    places below may move up when another withdraws.
    """

    bracket: str
    first: int
    last: int
    entry_id: str
    still_in: bool = False


def division_places(tournament: Tournament, division: Division) -> tuple[PlaceRange, ...]:
    """Every entry in a bracket, once per bracket, the best first; none before the draw. Where
    neither entry of a pairing advanced, both share the places one of them would have had. In other
    formats every entry in a group, as the format ranks them.
    """
    found = in_format(division)
    if found is not None:
        format_play, play = found
        ranked = format_play.standings(play)
        return tuple(
            standing
            for group in dict.fromkeys(each.group for each in ranked)
            for standing in _ranked(format_play.name, group, ranked)
        )
    here = tuple(division_stands(tournament, division).values())
    names = dict.fromkeys(each.pairing.bracket for each in here)
    return tuple(
        standing
        for name in names
        for standing in _placed(name, [each for each in here if each.pairing.bracket == name])
    )


def _ranked(name: str, group: str, ranked: Iterable[Ranked]) -> tuple[PlaceRange, ...]:
    """The places of a group, or of a format without groups."""
    here = [each for each in ranked if each.group == group]
    order = [(each.place, each.entry_id) for each in here]
    return shared_places(group or name, order, {each.entry_id for each in here if each.still_in})


def shared_places(
    bracket: str, ranked: Iterable[tuple[int, str]], still_in: Set[str] = frozenset()
) -> tuple[PlaceRange, ...]:
    """Places of an order in which equal entries have the same rank: a Swiss, a group. Entries that
    play on have their current places.
    """
    found: list[PlaceRange] = []
    for _rank, tied in groupby(sorted(ranked, key=lambda one: one[0]), key=lambda one: one[0]):
        entry_ids = [entry_id for _same, entry_id in tied]
        first, last = len(found) + 1, len(found) + len(entry_ids)
        found += [PlaceRange(bracket, first, last, each, each in still_in) for each in entry_ids]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class BracketWinners:
    """The winners of a bracket or group that is over; several if nothing separates them."""

    bracket: str
    entry_ids: tuple[str, ...]


def winners(tournament: Tournament, division: Division) -> tuple[BracketWinners, ...]:
    """The winner of each bracket of a published draw that is over and has one, in the order of the
    draw. In other formats none while the format still asks for anything, such as a lot or its
    closing.
    """
    if division.draw is None or not division.draw.published:
        return ()
    found = in_format(division)
    if found is not None and found[0].next_acts(found[1], ActOrigin(0, "")):
        return ()
    here = division_stands(tournament, division).values()
    open_ = {each.pairing.bracket for each in here if each.state in _OPEN}
    first: dict[str, list[str]] = {}
    for each in division_places(tournament, division):
        is_first = each.first == 1 and (found is not None or each.last == 1)
        if is_first and each.bracket not in open_:
            first.setdefault(each.bracket, []).append(each.entry_id)
    return tuple(BracketWinners(bracket, tuple(entry_ids)) for bracket, entry_ids in first.items())


_OPEN = frozenset({PairingState.READY, PairingState.WAITING})


@dataclass(frozen=True, slots=True)
class _Tier:
    """Entries that share places: those already out with them, the number still to come, and those
    in the pairings that decide it. `top`: the best place these can reach.
    """

    out: tuple[str, ...] = ()
    expected: int = 0
    playing: tuple[str, ...] = ()
    top: int = 1


def _placed(bracket: str, here: Sequence[PairingStatus]) -> Iterator[PlaceRange]:
    """Places from the top: winner and loser of a bracket's last pairing, the same of the pairing
    for third place, then the losers round by round.
    """
    names = {each.pairing.pairing_id for each in here}
    places = [place for each in here for place in each.pairing.places]
    won = {place.of for place in places if place.comes is PlaceSource.WINNER}
    lost = {place.of for place in places if place.comes is PlaceSource.LOSER and place.of in names}
    ends = [each for each in here if each.pairing.pairing_id not in won]
    ends.sort(key=lambda each: any(place.of in lost for place in each.pairing.places))
    tiers: list[_Tier] = []
    for each in ends:
        top = 1 + sum(len(tier.out) + tier.expected for tier in tiers)
        tiers += [_winner(each), replace(_losers([each], lost), top=top)]
    before = [each for each in here if each not in ends]
    before.sort(key=lambda each: -each.pairing.round)
    for _round, some in groupby(before, key=lambda each: each.pairing.round):
        tiers.append(_losers(list(some), lost))
    last = 0
    for tier in tiers:
        first, last = last + 1, last + len(tier.out) + tier.expected
        yield from (PlaceRange(bracket, tier.top, last, each, True) for each in tier.playing)
        yield from (PlaceRange(bracket, first, last, each) for each in tier.out)


def _winner(end: PairingStatus) -> _Tier:
    if end.winner is None:
        return _Tier(expected=1)
    return _Tier() if end.winner.entry_id is None else _Tier((end.winner.entry_id,))


def _losers(some: Sequence[PairingStatus], lost: Set[str]) -> _Tier:
    """Entries that are out with these pairings; the loser of one in `lost` plays on for third
    place.
    """
    out: list[str] = []
    playing: list[str] = []
    expected = 0
    for each in some:
        stays = each.pairing.pairing_id in lost
        if each.state in _OPEN:
            expected += not stays
            playing += [seen.entry_id for seen in each.places if seen and seen.entry_id]
        elif each.state is PairingState.OVER:
            on = [each.winner, each.loser if stays else None]
            out += [entry_id for entry_id in each.players or () if KnownEntry(entry_id) not in on]
    return _Tier(tuple(out), expected, tuple(playing))
