"""Events in the tower, from stamped edges. Runs unchanged under MicroPython and CPython.

Stamps are microseconds modulo 2**30 (17.9 minutes), as MicroPython's ticks_us counts. Differences
are valid below half of that; anything longer is kept as a state, not as a time.
"""

from array import array

PERIOD_US = 1 << 30
EDGES = 256  # both edges of 128 breaks while the main loop is away
SHORTEST_DIE_US = 1_000  # less darkness in one passage is a glitch; to be measured on the real box
SAME_DIE_US = 6_000  # a tumbling die shows gaps; to be measured on the real box
STUCK_US = 2_000_000
JAM_US = 3_000_000
LID_US = 50_000  # debounce of the lid's switch

DROP = 0
OUT = 1
_NAMES = ("drop", "out")


def micros(later: int, earlier: int) -> int:
    """Signed microseconds between two stamps."""
    half = PERIOD_US // 2
    return (later - earlier + half) % PERIOD_US - half


class MilliClock:
    """The protocol's tick, milliseconds since the start modulo 2**30, from microsecond stamps.

    One clock for both, so that an event's age is exact. Call at least every few minutes.
    """

    def __init__(self, now_us: int) -> None:
        self._us = now_us
        self._ms = 0

    def ms(self, now_us: int) -> int:
        """The tick at `now_us`."""
        passed_ms = micros(now_us, self._us) // 1000
        if passed_ms > 0:
            self._us = (self._us + passed_ms * 1000) % PERIOD_US
            self._ms = (self._ms + passed_ms) % PERIOD_US
        return self._ms


class Happening:
    """One event of the protocol: its kind, its stamp, its fields."""

    def __init__(self, kind: str, at_us: int, *fields: "int | str") -> None:
        self.kind = kind
        self.at_us = at_us
        self.fields = fields

    def age_ms(self, now_us: int) -> int:
        """Milliseconds since it happened."""
        return micros(now_us, self.at_us) // 1000


class EdgeRing:
    """Ring of edges between the interrupts, which only `put`, and the main loop, which only
    `take`s.

    `put` allocates nothing, so it may run as a hard interrupt. Stamps and levels are stored apart,
    as both in one number would exceed MicroPython's small integers.
    """

    def __init__(self, size: int = EDGES) -> None:
        self._size = size
        self._stamps = array("i", [0] * size)
        self._what = bytearray(size)
        self._put = 0
        self._taken = 0
        self.lost = 0

    def put(self, beam: int, broken: int, at_us: int) -> None:
        """Store that beam DROP or OUT became broken (1) or whole (0)."""
        after = self._put + 1
        if after == self._size:
            after = 0
        if after == self._taken:
            self.lost += 1
            return
        self._stamps[self._put] = at_us
        self._what[self._put] = beam << 1 | broken
        self._put = after

    def take(self) -> "tuple[int, bool, int] | None":
        """The oldest edge as (beam, broken, stamp)."""
        taken = self._taken
        if taken == self._put:
            return None
        what = self._what[taken]
        edge = what >> 1, what & 1 == 1, self._stamps[taken]
        taken += 1
        self._taken = 0 if taken == self._size else taken
        return edge


class Beam:
    """One light beam.

    Breaks less than SAME_DIE_US apart are one passage. A passage dark for SHORTEST_DIE_US in all is
    a die, stamped at its start; one that lasts STUCK_US is a stuck beam. A beam dark at power-on is
    stuck, not a die.
    """

    def __init__(self, beam: int, broken: bool) -> None:
        self.stuck = broken
        self.broken = broken
        self._name = _NAMES[beam]
        self._passing = broken
        self._counted = broken
        self._began_us = 0
        self._changed_us = 0
        self._dark_us = 0

    def start(self, now_us: int) -> "list[Happening]":
        """Report a beam that was blocked at power-on."""
        self._began_us = self._changed_us = now_us
        return [Happening("stuck", now_us, self._name, 0)] if self.stuck else []

    def take_edge(self, broken: bool, at_us: int) -> "list[Happening]":
        """Take a change of the beam at `at_us`; return what happened."""
        if broken == self.broken:
            return []  # a pulse shorter than the interrupt
        happened = self.wait(at_us)
        if not broken:
            self._dark_us += micros(at_us, self._changed_us)
        elif not self._passing:
            self._passing = True
            self._counted = False
            self._began_us = at_us
            self._dark_us = 0
        self.broken = broken
        self._changed_us = at_us
        return happened

    def wait(self, now_us: int) -> "list[Happening]":
        """Let time pass without a change until `now_us`; return what happened."""
        if not self._passing:
            return []
        happened: list[Happening] = []
        since_us = micros(now_us, self._changed_us)
        if not self._counted and self.broken and self._dark_us + since_us >= SHORTEST_DIE_US:
            self._counted = True
            happened.append(Happening(self._name, self._began_us, 1))
        if not self.broken and since_us >= SAME_DIE_US:
            self._passing = False
            if self.stuck:
                self.stuck = False
                happened.append(Happening("free", self._changed_us, self._name))
        elif not self.stuck:
            lasted_us = micros(now_us, self._began_us)
            if lasted_us >= STUCK_US:
                self.stuck = True
                happened.append(Happening("stuck", now_us, self._name, lasted_us // 1000))
        return happened


class BaffleBox:
    """Both beams and the lid: events and current troubles.

    `lid_open`: None in a tower without a lid switch. A jam is dice that went in and did not come
    out within JAM_US after the last passage. It is over when as many come out as are missing, when
    a later roll comes out whole, or when the lid is opened.
    """

    def __init__(self, drop_broken: bool, out_broken: bool, lid_open: "bool | None") -> None:
        self.beams = (Beam(DROP, drop_broken), Beam(OUT, out_broken))
        self.jammed = False
        self._inside = 0
        self._waits = False  # for dice to come out
        self._passed_us = 0
        self._odd = [False, False]
        self._lid = lid_open
        self._lid_reported: bool | None = None if lid_open is None else False
        self._lid_us = 0

    def start(self, now_us: int) -> "list[Happening]":
        """Report troubles at power-on."""
        self._lid_us = now_us - LID_US
        return self.beams[DROP].start(now_us) + self.beams[OUT].start(now_us)

    def observe(
        self,
        ring: EdgeRing,
        drop_broken: bool,
        out_broken: bool,
        lid_open: "bool | None",
        now_us: int,
    ) -> "list[Happening]":
        """Events from the ring and the pins' levels, which were read before `now_us`."""
        happened: list[Happening] = []
        edged = [False, False]
        edge = ring.take()
        while edge is not None:
            beam, broken, at_us = edge
            edged[beam] = True
            happened += self.beams[beam].take_edge(broken, at_us)
            edge = ring.take()
        if ring.lost:
            happened.append(Happening("lost", now_us, ring.lost))
            ring.lost = 0
        for beam, broken in ((DROP, drop_broken), (OUT, out_broken)):
            # A level seen twice without its edge is a lost edge; once, the edge may be pending.
            odd = broken != self.beams[beam].broken and not edged[beam]
            if odd and self._odd[beam]:
                happened += self.beams[beam].take_edge(broken, now_us)
            self._odd[beam] = odd
            if not edged[beam]:
                happened += self.beams[beam].wait(now_us)
        happened += self._look_at_lid(lid_open, now_us)
        events: list[Happening] = []
        for event in happened:
            events.append(event)
            events += self.update_inside(event)
        return events + self._look_for_jam(now_us)

    def update_inside(self, event: Happening) -> "list[Happening]":
        """Update the dice inside by an event; return what follows from it."""
        if event.kind == "drop":
            self._inside = (self._inside if self._waits else 0) + 1
        elif event.kind == "out":
            self._inside -= 1
        elif event.kind == "lid" and event.fields[0] == "open":
            self._inside = 0
        else:
            return []
        self._waits = self._inside > 0
        self._passed_us = event.at_us
        if self._inside > 0:
            return []
        self._inside = 0
        return self.jam(0, event.at_us)

    def jam(self, inside: int, at_us: int) -> "list[Happening]":
        """Report `inside` dice as stuck in the tower, or 0 as none any more; only once each."""
        if self.jammed == (inside > 0):
            return []
        self.jammed = inside > 0
        return [Happening("jam", at_us, inside)]

    def busy(self) -> bool:
        """True while dice are passing through."""
        return self._waits or any(beam.broken and not beam.stuck for beam in self.beams)

    def troubles(self) -> "tuple[str, ...]":
        """Current troubles, as words for the heartbeat."""
        wrong = [
            (self.jammed, "jam"),
            (self._lid_reported is True, "lid"),
            (self.beams[DROP].stuck, "stuck-drop"),
            (self.beams[OUT].stuck, "stuck-out"),
        ]
        return tuple([name for stands, name in wrong if stands])

    def _look_for_jam(self, now_us: int) -> "list[Happening]":
        if not self._waits or micros(now_us, self._passed_us) < JAM_US:
            return []
        self._waits = False  # the next die in begins a roll of its own
        return self.jam(self._inside, now_us)

    def _look_at_lid(self, lid_open: "bool | None", now_us: int) -> "list[Happening]":
        if lid_open is None or self._lid_reported is None:
            return []
        if lid_open != self._lid:
            self._lid = lid_open
            self._lid_us = now_us
        if self._lid == self._lid_reported or micros(now_us, self._lid_us) < LID_US:
            return []
        self._lid_reported = self._lid
        return [Happening("lid", self._lid_us, "open" if lid_open else "closed")]
