"""Millions of broken bytes through everything that reads what another wrote: words, or nothing."""

import contextlib
import random
import resource
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from kits.event_kit import FORM
from kits.hall_kit import DIRECTORS_KEY, UTC, PaperTable, rehashed
from kits.journal_kit import append, opened
from kits.mutated import mutated
from kits.rules_samples import samples as commands
from kits.tournament_kit import every_fact

from hardware.tower.protocol import TowerLines, acknowledge, ask_hello, ask_self_test, switch_lamp
from kiosk.catalogue.tournament import against_words
from kiosk.director import settings as directors_settings
from kiosk.director.errors import DirectorSettingsError, OrderInvalid
from kiosk.director.event import view as event_view
from kiosk.director.event.acts import ActRequest, build_act, needs_today
from kiosk.director.event.desk import event_refusal
from kiosk.director.event.drawn_acts import Stamp
from kiosk.director.event.entries_csv import read_entries
from kiosk.director.http.route import json_body
from kiosk.director.orders.orders import read_order
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.tables.intake import Intake
from kiosk.director.tables.lines import line
from kiosk.director.tables.state import TableState, with_row
from kiosk.journal import JournalError, read
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.stops import StopOrdered
from kiosk.rules.units import Instant
from kiosk.table import settings as tables_settings
from kiosk.table.errors import TableSettingsError as TablesSettingsError
from kiosk.tournament.act import Refused
from kiosk.tournament.decide import decide, replayed, why_not
from kiosk.wire import codec, event_facts, sync
from kiosk.wire.errors import ValueUnfit, WireError
from kiosk.wire.messages import LineSplitter, ask, from_client, from_table, to_line
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import snapshot

CONFIG = Path(__file__).parents[2] / "config"
DAY, NIGHT = 300_000, 10_000_000
"""Bytes for each that reads."""

MOST_MB = 400
"""By which memory may grow, whatever comes."""

Reads = Callable[[bytes], object]


def _events(table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    kinds = {row.body.encode(): (row.kind, row.v) for row in table.rows}
    ways = list(dict.fromkeys(kinds.values()))

    def reads(body: bytes) -> None:
        kind, v = ways[len(body) % len(ways)]
        with contextlib.suppress(WireError):
            codec.encode(codec.decode_event(kind, v, body))

    return list(kinds), reads


def _commands(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    said = [one for kind in codec.COMMANDS.values() for one in commands(kind, Instant(5))]
    kinds = sorted(codec.COMMANDS)

    def reads(body: bytes) -> None:
        with contextlib.suppress(WireError):
            codec.encode(codec.decode_command(kinds[len(body) % len(kinds)], body))

    return [codec.encode(one) for one in said], reads


def _requests(table: PaperTable, folder: Path) -> tuple[Sequence[bytes], Reads]:
    """Each is refused in words, and nothing is kept but what the table said."""
    store = SqliteStore.open(folder / "mutated.db")
    intake = Intake(store, [table.key.public])
    said = [table.batch(), table.beat(), table.poll("a", "b"), table.rows_wanted(3)]
    sound = {row.hash for row in table.rows}

    def reads(body: bytes) -> None:
        for taken in (intake.take(body, UTC), intake.poll(body), intake.rows(body)):
            asked = taken.header
            if taken.rejected is not None and asked is not None and asked.nonce:
                sync.sign(sync.in_reply(asked, body, taken.rejected), DIRECTORS_KEY)
        kept = [row for known in store.journals() for row in store.rows(known.journal_id)]
        assert {row.hash for row in kept} <= sound  # a bit may turn where nothing is said

    return said, reads


def _signed_nonsense(table: PaperTable, folder: Path) -> tuple[Sequence[bytes], Reads]:
    """What a rogue with a key signs; whatever is kept can be read again."""
    store = SqliteStore.open(folder / "signed.db")
    intake = Intake(store, [table.key.public])
    said = [msgspec.json.encode(table.head())] * 2
    said += [
        sync.read_signed(each).signed.encode() for each in (table.poll("a"), table.rows_wanted(1))
    ]

    def reads(text: bytes) -> None:
        plain = text.decode("utf-8", errors="replace")
        signed = sync.Signed(plain, table.key.sign(plain.encode()), tuple(table.rows[:2]))
        body = msgspec.json.encode(signed)
        intake.take(body, UTC)
        intake.poll(body)
        intake.rows(body)
        assert len(store.journals()) <= 4

    return said, reads


def _rows(table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    """Rows that a rogue chained and signed: at most its own table stands still."""
    state = TableState("journal-1")
    for row in table.rows[:3]:
        state = with_row(state, row)
    bodies = [row.body.encode() for row in table.rows]

    def reads(body: bytes) -> None:
        like = table.rows[len(body) % len(table.rows)]
        row = rehashed(replace(like, seq=4), body=body.decode("utf-8", errors="replace"))
        assert with_row(state, row).replay.last_seq == 4
        assert line(row).text

    return bodies, reads


def _replies(table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    """What a table hears in its director's place, signed by him or not."""
    request = table.poll()
    asked = sync.request_header(sync.read_signed(request))
    stop = StopOrdered(Instant(0), "match-1", "director:Kari", "noise")
    orders = sync.Orders((sync.order_message(stop, command_id="order-1", wall_utc=UTC),))
    receipt, rows = (
        sync.Receipt(3, ("a" * 64,)),
        sync.JournalRows(tuple(table.rows[:3]), 3, "b" * 64),
    )
    replies = [sync.in_reply(asked, request, said) for said in (orders, receipt, rows)]
    whole = [sync.sign(reply, DIRECTORS_KEY) for reply in replies]
    key = DeviceKey(bytes(32))

    def reads(reply: bytes) -> None:
        plain = reply.decode("utf-8", errors="replace")
        signed = msgspec.json.encode(sync.Signed(plain, key.sign(plain.encode())))
        for each, public in ((reply, DIRECTORS_KEY.public), (signed, key.public)):
            with contextlib.suppress(WireError):
                said = sync.reply_to(request, asked, each, public).message
                for order in said.orders if isinstance(said, sync.Orders) else ():
                    with contextlib.suppress(WireError):
                        order.order()

    return whole + [msgspec.json.encode(reply) for reply in replies], reads


def _screens(table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    match = table.keeper.match
    said = [to_line(snapshot(match, 7, Instant(2_000_000_000_000)))]
    for kind in codec.COMMANDS.values():
        for one in commands(kind, Instant(5))[:1]:
            said.append(to_line(ask(one, command_id="c-1", wall_utc=UTC)))
    lines = LineSplitter()

    def reads(stream: bytes) -> None:
        for each in lines.feed(stream + b"\n"):
            for reader in (from_client, from_table):
                with contextlib.suppress(WireError):
                    reader(each)

    return said, reads


def _tower(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    lines = TowerLines()
    said = [ask_hello(), acknowledge(7, 3), switch_lamp(on=True), ask_self_test(2, 3)]
    return said, lines.feed


def _orders(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    base = b'{"journal_id":"journal-1","match_id":"match-1","why":"noise",'
    said = [base + b'"kind":"stop"}', base + b'"kind":"message","text":"Hello"}']
    said.append(base + b'"kind":"score","white":3,"black":1,"crawford":"now"}')

    def reads(body: bytes) -> None:
        with contextlib.suppress(OrderInvalid):
            read_order(body, "Kari")

    return said, reads


def _settings(_table: PaperTable, folder: Path) -> tuple[Sequence[bytes], Reads]:
    file = folder / "mutated.toml"

    def reads(content: bytes) -> None:
        file.write_bytes(content)
        with contextlib.suppress(DirectorSettingsError):
            directors_settings.load(file)
        with contextlib.suppress(TablesSettingsError):
            tables_settings.load(file)

    return [(CONFIG / name).read_bytes() for name in ("director.toml", "table.toml")], reads


def _journal(_table: PaperTable, folder: Path) -> tuple[Sequence[bytes], Reads]:
    path = folder / "mutated.journal"
    with opened(path) as journal:
        for number in range(20):
            append(journal, f"c-{number}", DeviceLost("tower", "no answer"), DeviceBack("tower"))
    parts = [path.with_name(path.name + end) for end in ("", ".head-a", ".head-b")]
    parts = [part for part in parts if part.exists()]
    sound = {part: part.read_bytes() for part in parts}
    rows = list(read(path))

    def reads(content: bytes) -> None:
        hurt = parts[len(content) % len(parts)] if len(content) < 10_000 else path
        hurt.write_bytes(content)
        with contextlib.suppress(JournalError):
            assert list(read(path)) == rows  # what opens has lost nothing
        hurt.write_bytes(sound[hurt])

    return list(sound.values()), reads


def _event_facts(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    facts = every_fact(random.Random(34)).kept
    kinds = list(dict.fromkeys(type(fact).__name__ for fact in facts))

    def reads(body: bytes) -> None:
        kind = kinds[len(body) % len(kinds)]
        with contextlib.suppress(WireError):
            event_facts.encode(event_facts.decode_fact(kind, 1, body))

    return [event_facts.encode(fact) for fact in facts], reads


def _event_acts(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    """What a rogue with a session asks: it is refused in words, or can be kept and played on."""
    chance = random.Random(34)
    desk = every_fact(chance)
    said = [_asked(type(act).__name__, codec.canonical_json(act)) for act in desk.asked]
    said += [_asked(kind, msgspec.json.encode(fields)) for kind, fields in BROWSERS]

    def reads(body: bytes) -> None:
        with contextlib.suppress(OrderInvalid, ValueUnfit):
            command = build_act(
                json_body(ActRequest, len(body)).parse(body),
                desk.tournament,
                chance,
                Stamp(5, "Kari", "e"),
            )
            needs_today(desk.tournament, command)
            against = why_not(desk.tournament, command)
            facts = decide(desk.tournament, command)
            assert bool(against) is isinstance(facts[0], Refused)
            event_refusal(
                against, lambda each: against_words(each, desk.tournament)
            ) if against else None
            for fact in facts:
                event_facts.encode(fact)
            event_view.event_view(replayed(facts, desk.tournament), 1)

    return said, reads


def _asked(kind: str, fields: bytes) -> bytes:
    """As a browser asks for it: when and by whom it does not say."""
    plain = msgspec.json.decode(fields)
    plain = {name: each for name, each in plain.items() if name not in {"at_ms", "by"}}
    return msgspec.json.encode({"kind": kind, "seen_seq": 1, "fields": plain})


BROWSERS = (
    ("OpenEvent", {"name": "Open"}),
    ("MakeDivision", {"name": "B", "precedence": 2, "format": FORM}),
    ("Enter", {"division_id": "main", "entries": [{"players": [{"name": "A", "rating": 5}]}]}),
    ("TakeLate", {"division_id": "main", "entry": {"players": [{"name": "A", "number": "5"}]}}),
    ("DrawDivision", {"division_id": "main", "seeds": ["e3"], "late_places": 2, "why": "x"}),
)


def _entries_csv(_table: PaperTable, _folder: Path) -> tuple[Sequence[bytes], Reads]:
    said = 'name;number;rating;team\r\nKari;N-1;1500,5;Oslo\r\n"Pär; jr";;;\r\n'
    encodings = ("utf-8", "utf-8-sig", "utf-16", "cp1252")

    def reads(content: bytes) -> None:
        listed = read_entries(content)
        assert listed.faults or listed.lines

    return [said.encode(each) for each in encodings], reads


READERS = {
    "events": _events,
    "commands": _commands,
    "requests": _requests,
    "signed nonsense": _signed_nonsense,
    "rows": _rows,
    "replies": _replies,
    "screens": _screens,
    "tower": _tower,
    "orders": _orders,
    "event facts": _event_facts,
    "event acts": _event_acts,
    "lists of players": _entries_csv,
    "settings": _settings,
    "journal": _journal,
}


def pour(reader: str, table: PaperTable, folder: Path, most: int) -> int:
    """Into one of them; how many pieces that was."""
    samples, reads = READERS[reader](table, folder)
    grown, count = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0
    for count, broken in enumerate(mutated(samples, 34, most), 1):
        try:
            reads(broken)
        except Exception as error:
            raise AssertionError(f"{reader}, piece {count}: {broken[:300]!r}") from error
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown
    assert grown < MOST_MB * 1024, f"it took {grown // 1024} MB"
    return count


@pytest.mark.parametrize("reader", READERS)
def test_what_is_broken_is_told_in_words_or_passed_over(
    reader: str, table: PaperTable, tmp_path: Path
) -> None:
    assert pour(reader, table, tmp_path, DAY) > 1


@pytest.mark.night
@pytest.mark.parametrize("reader", READERS)
def test_ten_million_broken_bytes_are_told_in_words_or_passed_over(
    reader: str, table: PaperTable, tmp_path: Path
) -> None:
    assert pour(reader, table, tmp_path, NIGHT) > 10
