"""From stamped edges to dice, jams, lids and stuck beams, however late the main loop looks."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.tower.firmware.tower_beams import (
    DROP,
    EDGES,
    JAM_US,
    LID_US,
    OUT,
    PERIOD_US,
    SAME_DIE_US,
    SHORTEST_DIE_US,
    STUCK_US,
    BaffleBox,
    EdgeRing,
    MilliClock,
    micros,
)

MS = 1_000
Told = tuple[str, int, tuple[int | str, ...]]


class Bench:
    """A box whose beams and lid follow a script, looked at when the test says so.

    `breaks` are spans (beam, from, to) in microseconds since `start_us`.
    """

    def __init__(
        self,
        breaks: list[tuple[int, int, int]],
        *,
        start_us: int = 0,
        lid: list[tuple[int, bool]] | None = None,
    ) -> None:
        self.ring = EdgeRing()
        self._breaks = breaks
        self._start_us = start_us
        self._lid = lid
        edges = [(at, beam, 1) for beam, at, _ in breaks if at >= 0]
        edges += [(at, beam, 0) for beam, _, at in breaks]
        self._edges = sorted(edges)
        self.box = BaffleBox(self.dark(DROP, 0), self.dark(OUT, 0), self.lid_open(0))
        self.told: list[Told] = []
        self._note(self.box.start(self._at(0)))

    def dark(self, beam: int, now_us: int) -> bool:
        return any(which == beam and a <= now_us < b for which, a, b in self._breaks)

    def lid_open(self, now_us: int) -> bool | None:
        if self._lid is None:
            return None
        return [is_open for at, is_open in [(0, False), *self._lid] if at <= now_us][-1]

    def look(self, now_us: int) -> None:
        while self._edges and self._edges[0][0] <= now_us:
            at, beam, broken = self._edges.pop(0)
            self.ring.put(beam, broken, self._at(at))
        drop, out = self.dark(DROP, now_us), self.dark(OUT, now_us)
        lid = self.lid_open(now_us)
        self._note(self.box.observe(self.ring, drop, out, lid, self._at(now_us)))

    def run(self, until_us: int, step_us: int) -> list[Told]:
        for now_us in range(0, until_us + step_us, step_us):
            self.look(now_us)
        return self.told

    def dice(self) -> list[tuple[str, int]]:
        return [(kind, at) for kind, at, _ in self.told if kind in ("drop", "out")]

    def _at(self, us: int) -> int:
        return (self._start_us + us) % PERIOD_US

    def _note(self, happened: list[object]) -> None:
        for event in happened:
            at = micros(event.at_us, self._start_us)  # type: ignore[attr-defined]
            self.told.append((event.kind, at, event.fields))  # type: ignore[attr-defined]


STEPS = pytest.mark.parametrize("step_us", [700, 5 * MS, 400 * MS])


@STEPS
def test_a_break_is_a_die_stamped_where_it_began(step_us: int) -> None:
    bench = Bench([(DROP, 5_300, 11_300), (OUT, 700_100, 706_200)])
    bench.run(1_000 * MS, step_us)
    assert bench.told == [("drop", 5_300, (1,)), ("out", 700_100, (1,))]


@STEPS
def test_the_gaps_of_a_tumbling_die_are_not_more_dice(step_us: int) -> None:
    gap = SAME_DIE_US - 1
    spans = [(5_000, 7_000), (7_000 + gap, 20_000), (20_000 + gap, 30_000)]
    bench = Bench([(DROP, a, b) for a, b in spans])
    bench.run(900 * MS, step_us)
    assert bench.dice() == [("drop", 5_000)]


@STEPS
def test_dice_apart_are_counted_apart(step_us: int) -> None:
    spans = [(5_000, 11_000), (11_000 + SAME_DIE_US, 30_000), (200_000, 206_000)]
    bench = Bench([(OUT, a, b) for a, b in spans])
    bench.run(900 * MS, step_us)
    assert bench.dice() == [("out", a) for a, _ in spans]


@STEPS
def test_a_glitch_is_no_die_but_slivers_of_one_passage_add_up(step_us: int) -> None:
    short = SHORTEST_DIE_US - 1
    glitch = [(DROP, 5_000, 5_000 + short)]
    slivers = [(DROP, at, at + 400) for at in (100_000, 102_000, 104_000)]
    bench = Bench(glitch + slivers)
    bench.run(900 * MS, step_us)
    assert bench.dice() == [("drop", 100_000)]


@STEPS
def test_a_beam_that_stays_broken_is_one_die_then_stuck_then_free(step_us: int) -> None:
    bench = Bench([(DROP, 5_000, 4_000_000), (DROP, 4_500_000, 4_506_000)])
    told = bench.run(5_000 * MS, step_us)
    kinds = [(kind, at) for kind, at, _ in told if kind not in ("stuck", "jam")]
    assert kinds == [("drop", 5_000), ("free", 4_000_000), ("drop", 4_500_000)]
    ((_, at, (beam, broken_ms)),) = [event for event in told if event[0] == "stuck"]
    assert beam == "drop"
    assert 5_000 + STUCK_US <= at < 5_000 + STUCK_US + step_us
    assert broken_ms == (at - 5_000) // 1000


@STEPS
def test_a_beam_that_flickers_for_ever_is_stuck(step_us: int) -> None:
    flicker = [(OUT, at, at + 5_000) for at in range(0, 3_000_000, 10_000)]
    bench = Bench([(beam, a + 1, b) for beam, a, b in flicker])
    told = bench.run(4_000 * MS, min(step_us, 100 * MS))
    assert bench.dice() == [("out", 1)]
    assert [(kind, fields[0]) for kind, _, fields in told if kind in ("stuck", "free")] == [
        ("stuck", "out"),
        ("free", "out"),
    ]


@STEPS
def test_a_beam_blocked_at_power_on_is_told_and_never_a_die(step_us: int) -> None:
    bench = Bench([(OUT, -1, 3_000_000), (OUT, 3_400_000, 3_406_000)])
    assert bench.told == [("stuck", 0, ("out", 0))]
    assert bench.box.troubles() == ("stuck-out",)
    told = bench.run(5_000 * MS, step_us)
    assert told[1:] == [("free", 3_000_000, ("out",)), ("out", 3_400_000, (1,))]
    assert bench.box.troubles() == ()


def test_stamps_may_wrap_between_any_two_looks() -> None:
    for start_us in range(PERIOD_US - 60_000, PERIOD_US, 5_000):
        bench = Bench([(DROP, 30_000, 36_000), (OUT, 50_000, 56_000)], start_us=start_us)
        bench.run(100 * MS, 1 * MS)
        assert bench.dice() == [("drop", 30_000), ("out", 50_000)]


def test_a_die_after_an_hour_of_quiet_is_a_die() -> None:
    hour_us = 3_600_000_000
    bench = Bench([(DROP, hour_us, hour_us + 6_000)])
    bench.look(0)
    for now_us in range(0, hour_us, 100_000_000):
        bench.look(now_us)
    bench.look(hour_us + 10_000)
    assert [kind for kind, _ in bench.dice()] == ["drop"]


@given(st.integers(0, PERIOD_US - 1), st.lists(st.integers(0, 200_000_000), max_size=60))
def test_the_tick_of_the_language_is_exact_and_never_runs_back(
    start_us: int, gaps_us: list[int]
) -> None:
    clock, now_us = MilliClock(start_us), start_us
    for gap_us in gaps_us:
        now_us += gap_us
        assert clock.ms(now_us % PERIOD_US) == (now_us - start_us) // 1000 % PERIOD_US
    assert clock.ms((now_us - 1) % PERIOD_US) == (now_us - start_us) // 1000 % PERIOD_US


# --- the ring ----------------------------------------------------------------------------------


def test_a_full_ring_loses_the_newest_and_counts_them() -> None:
    ring = EdgeRing(4)
    for at_us in range(5):
        ring.put(OUT, at_us & 1, at_us)
    assert ring.lost == 2
    assert [ring.take() for _ in range(4)] == [(1, False, 0), (1, True, 1), (1, False, 2), None]
    ring.put(DROP, 1, 9)
    assert ring.take() == (0, True, 9)


def test_lost_edges_are_told_once() -> None:
    bench = Bench([])
    for at_us in range(EDGES + 4):
        bench.ring.put(DROP, at_us & 1, 10_000 * at_us)
    bench.look(10_000 * EDGES)
    bench.look(10_000 * EDGES + 1_000)
    assert [fields for kind, _, fields in bench.told if kind == "lost"] == [(5,)]


def test_a_level_whose_edge_was_lost_is_taken_at_the_second_look() -> None:
    bench = Bench([(DROP, 5_000, 5_000_000)])
    bench._edges.clear()
    bench.look(6_000)
    assert bench.dice() == []
    bench.look(7_000)
    bench.look(9_000)
    assert bench.dice() == [("drop", 7_000)]


def test_an_edge_that_comes_while_the_pins_are_read_is_not_undone() -> None:
    bench = Bench([])
    bench.ring.put(DROP, 1, 4_900)  # after the level was read as whole
    bench.look(5_000)
    bench.ring.put(DROP, 0, 4_900 + SHORTEST_DIE_US)
    bench.look(7_000)
    assert bench.dice() == [("drop", 4_900)]


# --- jams and the lid --------------------------------------------------------------------------


def dice(beam: int, *at_ms: int) -> list[tuple[int, int, int]]:
    return [(beam, at * MS, at * MS + 8_000) for at in at_ms]


def jams(bench: Bench) -> list[tuple[int, int]]:
    return [(at, int(fields[0])) for kind, at, fields in bench.told if kind == "jam"]


def test_dice_that_do_not_come_out_are_a_jam_until_they_do() -> None:
    bench = Bench(dice(DROP, 10, 100) + dice(OUT, 500, 7_000))
    bench.run(8_000 * MS, 1 * MS)
    assert jams(bench) == [(500 * MS + JAM_US, 1), (7_000 * MS, 0)]
    assert bench.box.troubles() == ()


def test_a_jam_stands_until_a_later_roll_comes_out_whole() -> None:
    bench = Bench(dice(DROP, 10, 100, 5_000, 5_100) + dice(OUT, 500, 5_600, 5_700))
    bench.run(5_650 * MS, 1 * MS)
    assert bench.box.troubles() == ("jam",)
    bench.look(5_760 * MS)
    assert jams(bench) == [(500 * MS + JAM_US, 1), (5_700 * MS, 0)]


def test_whole_rolls_and_dice_out_of_nowhere_are_no_jam() -> None:
    bench = Bench(dice(DROP, 10, 100, 6_000) + dice(OUT, 500, 600, 3_000, 6_500))
    bench.run(12_000 * MS, 10 * MS)
    assert jams(bench) == []


def test_opening_the_lid_ends_a_jam_and_a_rattling_switch_is_told_once() -> None:
    rattle = [((5_000 + at) * MS, at % 2 == 0) for at in range(11)]
    bench = Bench(dice(DROP, 10), lid=[*rattle, (6_000 * MS, False)])
    bench.run(7_000 * MS, 1 * MS)
    lids = [(at, fields) for kind, at, fields in bench.told if kind == "lid"]
    assert [fields for _, fields in lids] == [("open",), ("closed",)]
    assert [at // MS for at, _ in lids] == [5_010, 6_000]
    assert jams(bench) == [(10 * MS + JAM_US, 1), (lids[0][0], 0)]


def test_a_lid_open_at_power_on_is_told_at_the_first_look() -> None:
    bench = Bench([], lid=[(0, True), (1_000 * MS, False)])
    bench.look(0)
    assert bench.told == [("lid", -LID_US, ("open",))]
    assert bench.box.troubles() == ("lid",)


def test_a_tower_without_a_lid_never_tells_of_one() -> None:
    bench = Bench([])
    bench.run(1_000 * MS, 10 * MS)
    assert bench.told == []


def test_dice_on_their_way_are_not_to_be_disturbed() -> None:
    bench = Bench(dice(DROP, 100) + dice(OUT, 500))
    busy = {}
    for now_ms in (50, 101, 300, 501, 900):
        bench.look(now_ms * MS)
        busy[now_ms] = bench.box.busy()
    assert busy == {50: False, 101: True, 300: True, 501: True, 900: False}


# --- everything at once ------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.sampled_from([DROP, OUT]), st.integers(6_000, 40_000), st.integers(6, 200)),
        max_size=30,
    ),
    st.lists(st.integers(1, 300_000), min_size=1, max_size=400),
    st.integers(0, PERIOD_US - 1),
)
def test_every_die_of_six_milliseconds_is_counted_once_whenever_the_loop_looks(
    falls: list[tuple[int, int, int]], gaps_us: list[int], start_us: int
) -> None:
    spans, now_us = [], 10_000
    for beam, dark_us, gap_ms in falls:
        spans.append((beam, now_us, now_us + dark_us))
        now_us += dark_us + gap_ms * MS
    bench = Bench(spans, start_us=start_us)
    looks = [0]
    for gap_us in gaps_us:
        looks.append(looks[-1] + gap_us)
    for at_us in [*looks, *range(looks[-1], now_us + 1_000_000, 500_000)]:
        bench.look(at_us)
    names = ("drop", "out")
    for beam in (DROP, OUT):
        counted = [at for kind, at in bench.dice() if kind == names[beam]]
        assert counted == [at for which, at, _ in spans if which == beam]
        assert all(later > earlier for earlier, later in pairwise(counted))
    assert [kind for kind, _, _ in bench.told if kind in ("lost", "stuck")] == []
