"""Orders: made from JSON, refused in one sentence, settled by rows."""

import json
from typing import Any

import pytest
from kits import commands as c
from kits.books import load
from kits.hall_kit import UTC, PaperTable, rehashed
from kits.words import REASONS
from msgspec.structs import replace

from kiosk.catalogue.tables import FORMS
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders.orders import OrderBook, read_order, sent_order
from kiosk.director.store.store import StoredOrder, Unanswerable
from kiosk.director.tables.cards import OrderStatus, OrderView
from kiosk.director.tables.lines import line
from kiosk.rules.match.aid import Aid
from kiosk.rules.match.rulings import Conduct, Effect
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import ClockAsker, MoveAccuser
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.wire.codec import COMMANDS, canonical_json, sha256
from kiosk.wire.sync import SentOrder

BASE = {"journal_id": "journal-1", "match_id": "m", "why": " noise "}
BY = "director:Kari"
WHOLE = "write a whole number from"


def nested(depth: int) -> Any:
    plain: Any = 1
    for _level in range(depth):
        plain = [plain]
    return plain


def form(kind: str, **changed: Any) -> bytes:
    return json.dumps(BASE | {"kind": kind} | changed).encode()


@pytest.mark.parametrize(
    ("body", "order"),
    [
        (form("stop"), c.StopOrdered(Instant(0), "m", BY, "noise")),
        (form("start", match_id=None), c.StartOrdered(Instant(0), None, BY, "noise")),
        (
            form("message", text="Quiet, please.", why=""),
            c.MessageOrdered(Instant(0), "m", BY, "", "Quiet, please."),
        ),
        (
            form("penalty", side="black", points=2, section="§7.1"),
            c.PenaltyOrdered(Instant(0), "m", BY, "noise", Side.BLACK, 2, "§7.1"),
        ),
        (
            form("score", white=2, black=0, section="", corrects_seq=41),
            c.ScoreOrdered(Instant(0), "m", BY, "noise", BySide(2, 0), None, 41),
        ),
    ],
)
def test_an_order_goes_down_as_it_was_given(body: bytes, order: c.Order) -> None:
    new = read_order(body, "Kari")
    assert (new.journal_id, new.order) == ("journal-1", order)
    sent = sent_order(new.given(UTC))
    assert (sent.command_id, sent.wall_utc) == (new.command_id, UTC)
    assert read_order(body, "Kari").command_id != new.command_id
    assert sent.order() == order


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "no order"),
        (b"[" * 100_000, "no order"),
        (form("shout"), "there is no order 'shout': load this page again"),
        (json.dumps({"kind": "stop"}).encode(), "missing required field `journal_id`"),
        (form("stop", extra=1), "'extra' does not belong to the order “Stop clocks”"),
        (form("stop", by="Ola"), "'by' does not belong to the order “Stop clocks”"),
        (form("stop", why="noise\u2028"), None),
        (form("stop", match_id=10**400), "no order: match_id is 1000"),
        (form("stop", match_id="m" * 201), "no order: match_id has 201 characters: expected"),
        (form("stop", journal_id="j" * 201), "no order: journal_id has 201 characters"),
        (form("k" * 201), "no order: kind has 201 characters"),
        (form("stop", why=["w"] * 500), "no order: why has 500 entries"),
        (form("stop", deep=nested(40)), "no order: it nests 41 deep, 32 at most"),
        (form("message", text=["t" * 9000]), "write text"),
        (form("message", **{"t" * 9000: 1}), "does not belong to the order “Message”"),
        (form("expiry", first="w" * 9000, gin=False), "“Used up first” is 'www"),
        (form("stop", why=""), "why is empty"),
        (form("stop", why="w" * 201), "why has 201 characters"),
        (form("stop", why="a\x00b"), "write one line"),
        (form("stop", command_id="short"), "the order's id is 'short'"),
        (form("stop", command_id="x" * 65), "16 to 64"),
        (form("stop", command_id="<script>alert(1)</script>"), "letters and digits"),
        (form("stop", points=1), "'points' does not belong to the order “Stop clocks”"),
        (form("start", text="now"), "'text' does not belong to the order “Start clocks”"),
        (form("message"), "“Words for both players” is missing"),
        (form("message", text="   "), "“Words for both players” is empty"),
        (form("message", text="t" * 201), "“Words for both players” has 201 characters"),
        (form("message", text="a\u202eb\u0007"), "write one line"),
        (form("penalty", side="black"), "“Points” is missing"),
        (form("penalty", points=1), "“Against” is missing"),
        (form("penalty", side="red", points=1), '“Against” is \'red\': write "white" or "black"'),
        (form("penalty", side="black", points=0), f"“Points” is 0: {WHOLE} 1 to 99"),
        (form("penalty", side="black", points=100), f"“Points” is 100: {WHOLE} 1 to 99"),
        (form("penalty", side="black", points=1.5), f"“Points” is 1.5: {WHOLE} 1"),
        (form("penalty", side="black", points=1, section="s" * 81), "“Under section” has 81"),
        (form("score", white=1), "“Black” is missing"),
        (form("score", white=-1, black=0), f"“White” is -1: {WHOLE} 0 to 999"),
        (form("score", white=1, black=0, corrects_seq=0), f"“Corrects row” is 0: {WHOLE} 1"),
        (
            form("score", white=1, black=0, side="black"),
            "'side' does not belong to the order “Score”",
        ),
        (form("accept"), "number is missing: the order “Accept” needs it"),
        (form("accept", number="1"), f"number is '1': {WHOLE} 1"),
        (form("dispute"), "“For” is missing"),
        (form("dispute", favours="nobody"), "“For” is 'nobody': write \"white\" or"),
        (form("expiry", first="white"), "“Sure to win the match on the board” is missing"),
        (form("game", winner="white", level=4), "“Won” is 4: write one of 1, 2, 3"),
        (form("game", winner=None, level=1), "“Winner of the game” is None: write"),
        (
            form("time", side="white", seconds=60, mode="double"),
            "“Do” is 'double': write one of \"add\"",
        ),
        (form("time", side="white", seconds=60_001, mode="set"), f"{WHOLE} 0 to 60000"),
        (form("observer", name="K" * 81), "“Name” has 81 characters"),
        (form("profile", profile="oslo"), "no rule book 'oslo'"),
        (form("profile", profile="norway", rules={"clock.delay": 1}), "clock.delay"),
        (form("profile", profile="norway", rules={"clock.asked_by": "x" * 9000}), "length <= 1000"),
        (form("profile", profile="norway", rules={"k" * 9000: 1}), "length <= 1000"),
        (form("profile", profile="norway", rules={f"a.b{n}": 1 for n in range(201)}), "<= 200"),
        (form("profile", profile="norway", rules={"a.b": [1] * 101}), "<= 100"),
        (form("profile", profile="norway", rules={"clock.delay_s": None}), "got `null`"),
        (form("clock", profile="norway"), "“Who asks for it” is missing"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_sentence(body: bytes, words: str | None) -> None:
    if words is None:
        assert read_order(body, "Kari").order.by == BY
        return
    with pytest.raises(OrderInvalid) as caught:
        read_order(body, "Kari")
    assert words in f"{caught.value}$"
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_a_score_of_nothing_is_a_score() -> None:
    assert read_order(form("score", white=0, black=0), "Kari").order == c.ScoreOrdered(
        Instant(0), "m", BY, "noise", BySide(0, 0), None, None
    )


SIDED = {"side": "white"}
KINDS: tuple[tuple[str, dict[str, Any], type[c.Order], tuple[object, ...]], ...] = (
    ("stop", {}, c.StopOrdered, ()),
    ("start", {}, c.StartOrdered, ()),
    ("coming", {}, c.ComingOrdered, ()),
    ("answered", {}, c.CallAnswered, ()),
    ("message", {"text": "Quiet"}, c.MessageOrdered, ("Quiet",)),
    ("language", SIDED | {"tag": "nb"}, c.LanguageOrdered, (Side.WHITE, "nb")),
    (
        "aid",
        SIDED | {"aid": "spoken", "on": True},
        c.AidOrdered,
        (Side.WHITE, Aid.SPOKEN, True),
    ),
    ("guide", SIDED, c.GuideOrdered, (Side.WHITE,)),
    ("accept", {"number": 2, "points": 0}, c.ProposalAccepted, (2, 0)),
    ("accept", {"number": 2}, c.ProposalAccepted, (2, None)),
    ("decline", {"number": 2}, c.ProposalDeclined, (2,)),
    ("penalty", SIDED | {"points": 1}, c.PenaltyOrdered, (Side.WHITE, 1, None)),
    (
        "forfeit",
        SIDED | {"section": "§4.5", "disqualified": True},
        c.ForfeitOrdered,
        (Side.WHITE, True, "§4.5"),
    ),
    ("score", {"white": 2, "black": 1}, c.ScoreOrdered, (BySide(2, 1), None, None)),
    ("length", {"points": 7}, c.LengthOrdered, (7,)),
    ("cube", {"level": 1, "owner": None}, c.CubeOrdered, (1, None)),
    ("undo", {}, c.UndoOrdered, (None,)),
    ("game", {"winner": "black", "level": 2}, c.GameEndOrdered, (Side.BLACK, 2)),
    ("gin", {"gin": False}, c.GinOrdered, (False,)),
    ("result", {"winner": "black"}, c.ResultPosted, (Side.BLACK,)),
    (
        "earlier",
        {"of_match": "m1", "winner": "white", "white": 7, "black": 5},
        c.EarlierResultOrdered,
        ("m1", Side.WHITE, BySide(7, 5)),
    ),
    ("final", {}, c.ResultClosed, ()),
    ("expiry", {"first": None, "gin": "white"}, c.ExpiryRuled, (None, Side.WHITE)),
    (
        "time",
        SIDED | {"seconds": 90, "mode": "add", "restores": True},
        c.TimeOrdered,
        (Side.WHITE, 90 * SECOND_NS, c.TimeMode.ADD, True),
    ),
    (
        "replaced",
        {"white_s": 60, "black_s": 0},
        c.ClockReplaced,
        (BySide(60 * SECOND_NS, 0),),
    ),
    ("delay", SIDED, c.DelayForfeitOrdered, (Side.WHITE,)),
    (
        "dispute",
        {"favours": None, "effect": "roll_counts", "values": [5, 2], "section": "§5"},
        c.DisputeRuled,
        (None, Effect.ROLL_COUNTS, (5, 2), "§5"),
    ),
    ("roll", {"values": None}, c.RollOrdered, (None,)),
    ("past_roll", {"values": [6], "corrects_seq": 17}, c.PastRollOrdered, ((6,), 17)),
    ("accuse", {"accuser": "observer"}, c.IllegalMovePointedOut, (MoveAccuser.OBSERVER,)),
    ("move", {"illegal": True}, c.IllegalMoveRuled, (True,)),
    ("panel", {"members": 3, "with_director": False}, c.PanelNamed, (3, False)),
    ("appeal", {"upheld": False}, c.AppealRuled, (False,)),
    (
        "late",
        SIDED | {"late_min": 10, "grant_min": 0},
        c.LatenessOrdered,
        (Side.WHITE, 600 * SECOND_NS, 0),
    ),
    ("leave", SIDED | {"minutes": 15}, c.BreakOrdered, (Side.WHITE, 15)),
    ("break_back", SIDED, c.BreakReturned, (Side.WHITE,)),
    ("reopen", {"corrects_seq": 17}, c.ReopenOrdered, (17,)),
    ("press", {}, c.PressBackOrdered, ()),
    ("adjourn", {}, c.AdjournOrdered, ()),
    ("observer", {"name": " Eva ", "fee": True}, c.ObserverNamed, ("Eva", True)),
    ("conduct", {"conduct": "aid_used", "side": None}, c.ConductNoted, (Conduct.AID_USED, None)),
    ("camera", SIDED, c.CameraRefused, (Side.WHITE,)),
    (
        "mixer",
        {"mixer": "picture_left", "tower": True},
        c.MixerOrdered,
        (Half.PICTURE_LEFT, True),
    ),
)
"""The kinds whose values stand in the form as in the order, or in other units."""


@pytest.mark.parametrize(("kind", "said", "command", "values"), KINDS)
def test_every_kind_says_what_its_order_says(
    kind: str, said: dict[str, Any], command: type[c.Order], values: tuple[object, ...]
) -> None:
    order = read_order(form(kind, **said), "Kari").order
    assert order == command(Instant(0), "m", BY, "noise", *values)
    given_order = read_order(form(kind, **said), "Kari").given(UTC)
    assert sent_order(given_order).order() == order
    assert OrderBook().give(given_order).kind == kind


def test_a_rule_book_goes_down_whole_with_the_events_own_values() -> None:
    rules = {"clock.delay_s": 8, "late.grace_min": 2}
    whole = load("norway", rules)
    digest = sha256(canonical_json(whole))
    ordered = read_order(form("profile", profile=" norway ", rules=rules), "Kari").order
    assert ordered == c.ProfileOrdered(Instant(0), "m", BY, "noise", whole, digest)
    ordered = read_order(
        form("clock", profile="norway", rules=rules, asked_by="player", at_once=True), "Kari"
    ).order
    more = (ClockAsker.PLAYER, True, False)
    assert ordered == c.ClockOrdered(Instant(0), "m", BY, "noise", whole, digest, *more)


def test_every_order_the_rules_know_can_be_given() -> None:
    """But for those that follow from the event's calls, for which nobody fills in a form."""
    events = {c.MatchAssigned, c.MatchWithdrawn, c.HandOverOrdered, c.TakeOverOrdered}
    known = {kind for kind in COMMANDS.values() if issubclass(kind, c.Order)} - events
    assert {form.order for form in FORMS.values()} == known
    assert len(FORMS) == len(known)
    assert FORMS.keys() == {kind for kind, *_ in KINDS} | {"profile", "clock"}


# --- what became of them ------------------------------------------------------------------------


def given(body: bytes, command_id: str = "id-1") -> StoredOrder:
    return replace(read_order(body, "Kari"), command_id=command_id).given(UTC)


def sent(order: StoredOrder) -> SentOrder:
    return sent_order(order)


@pytest.fixture
def book() -> OrderBook:
    return OrderBook()


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("MatchAssigned", "A match is called to the table"),
        ("TakeOverOrdered", "A match that was begun comes to the table"),
        ("OfTomorrow", "An order of another version of this program"),
    ],
)
def test_an_order_without_a_form_has_a_title_in_words(
    book: OrderBook, kind: str, title: str
) -> None:
    assert book.give(replace(given(form("stop")), kind=kind)).title == title


def test_an_order_waits_until_its_table_answers(book: OrderBook, table: PaperTable) -> None:
    order = given(form("stop", match_id="match-1"))
    view = book.give(order)
    assert (view.status, view.by, view.kind, view.seqs) == (OrderStatus.WAITING, "Kari", "stop", ())
    assert book.waiting("journal-1") == (order,)
    assert book.waiting("journal-2") == ()
    table.obey(sent(order))
    row = table.rows[-1]
    answered = [book.answer(row) for row in table.rows if row.command_id == "id-1"][-1]
    assert answered is not None
    assert answered.status is OrderStatus.ACCEPTED
    assert answered.reasons == ()
    assert answered.seqs == tuple(row.seq for row in table.rows if row.command_id == "id-1")
    assert row.kind == "PlayStopped"
    assert book.waiting("journal-1") == ()


def test_the_reasons_given_are_kept_by_form_the_newest_first(book: OrderBook) -> None:
    for kind, why in (("stop", "noise"), ("stop", "dinner"), ("start", "noise"), ("stop", "noise")):
        book.give(given(form(kind, why=why), f"id-{len(book.views())}"))
    book.give(given(form("coming", why=""), "coming"))
    assert book.reasons() == {"stop": ("noise", "dinner"), "start": ("noise",)}


def test_a_refusal_comes_with_its_reasons_in_words(book: OrderBook, table: PaperTable) -> None:
    order = given(form("start", match_id="another"))
    book.give(order)
    table.obey(sent(order))
    view = book.answer(table.rows[-1])
    assert view is not None
    assert view.status is OrderStatus.REFUSED
    assert view.reasons == (REASONS[Reason.OTHER_MATCH],)


def test_an_order_is_refused_though_a_flag_fell_with_it(book: OrderBook, table: PaperTable) -> None:
    order = given(form("start", match_id="match-1"))
    book.give(order)
    before = len(table.rows)
    table.keeper.now = Instant(table.keeper.now + 3600 * SECOND_NS)
    table.obey(sent(order))
    kinds = [row.kind for row in table.rows[before:]]
    assert (kinds[0], kinds[-1]) == ("FlagReached", "Refused")
    view = [book.answer(row) for row in table.rows[before:]][-1]
    assert view is not None
    assert view.status is OrderStatus.REFUSED
    assert view.reasons == (REASONS[Reason.CLOCK_RUNNING],)


def test_a_refusal_of_a_newer_table_is_still_a_refusal(book: OrderBook, table: PaperTable) -> None:
    order = given(form("start", match_id="another"))
    book.give(order)
    table.obey(sent(order))
    newer = rehashed(table.rows[-1], body='{"reasons":["mood"]}')
    view = book.answer(newer)
    assert view is not None
    assert view.status is OrderStatus.REFUSED
    assert "newer than this program" in view.reasons[0]


def test_rows_of_another_journal_answer_nothing(book: OrderBook, table: PaperTable) -> None:
    order = given(form("stop", journal_id="journal-2"))
    book.give(order)
    table.obey(sent(order))
    assert book.answer(table.rows[-1]) is None
    assert book.waiting("journal-2") == (order,)


def test_what_a_table_could_not_decide_is_no_longer_waiting_and_rows_outweigh_it(
    book: OrderBook, table: PaperTable
) -> None:
    order = given(form("stop", match_id="match-1"))
    book.give(order)
    view = book.note_unanswerable(Unanswerable("id-1", "the table has halted", UTC))
    assert (view.status, view.reasons) == (OrderStatus.UNDECIDED, ("the table has halted",))
    assert book.waiting("journal-1") == ()
    table.obey(sent(order))
    answered = book.answer(table.rows[-1])
    assert answered is not None
    assert answered.status is OrderStatus.ACCEPTED


def test_an_order_of_a_lost_database_is_told_by_its_rows(
    book: OrderBook, table: PaperTable
) -> None:
    orders = [given(form(kind, match_id="match-1"), f"id-{kind}") for kind in ("stop", "start")]
    again = [replace(orders[1], command_id=f"id-again-{number}") for number in (1, 2)]
    for order in (*orders, *again):
        table.obey(sent(order))
    for row in table.rows:
        view = book.answer(row)
        assert (view is not None) == (row.by == "director:Kari")
    stopped, started, for_who_cannot_tap, late = book.views("journal-1")
    rows = [row for row in table.rows if row.command_id == "id-stop"]
    seqs = tuple(row.seq for row in rows)
    assert stopped == OrderView(
        command_id="id-stop",
        journal_id="journal-1",
        kind="",
        title=line(rows[-1]).text,
        by="Kari",
        why="",
        given_utc=None,
        status=OrderStatus.ACCEPTED,
        outcome="done",
        reasons=(),
        seqs=seqs,
    )
    assert "noise" in stopped.title
    assert started.status is OrderStatus.ACCEPTED
    assert for_who_cannot_tap.status is OrderStatus.ACCEPTED
    assert late.status is OrderStatus.REFUSED
    assert late.reasons == (REASONS[Reason.CLOCK_RUNNING],)
    assert not any(book.was_given(row) for row in rows)
    assert book.waiting("journal-1") == ()
    assert book.reasons() == {}
    assert book.views("journal-2") == ()


def test_an_order_known_by_its_rows_is_whole_again_once_it_is_given(
    book: OrderBook, table: PaperTable
) -> None:
    """Its answer had been lost, and it is sent again under its id: the table decides it once."""
    order = given(form("stop", match_id="match-1"))
    table.obey(sent(order))
    book.answer(table.rows[-1])
    view = book.give(order)
    assert book.was_given(table.rows[-1])
    assert (view.kind, view.why, view.given_utc) == ("stop", order.why, UTC)
    assert view.status is OrderStatus.ACCEPTED
    assert book.waiting("journal-1") == ()


def test_no_other_journals_rows_speak_for_an_order_known_by_rows(
    book: OrderBook, table: PaperTable
) -> None:
    table.obey(sent(given(form("stop", match_id="match-1"))))
    book.answer(table.rows[-1])
    assert book.answer(rehashed(table.rows[-1], journal_id="journal-2")) is None
    assert [view.seqs for view in book.views()] == [(table.rows[-1].seq,)]
    view = book.give(given(form("stop", journal_id="journal-2")))
    assert (view.journal_id, view.status) == ("journal-2", OrderStatus.WAITING)


def test_views_are_told_by_table_oldest_first(book: OrderBook) -> None:
    for number, journal in enumerate(("journal-1", "journal-2", "journal-1")):
        book.give(given(form("stop", journal_id=journal), f"id-{number}"))
    assert [view.command_id for view in book.views("journal-1")] == ["id-0", "id-2"]
    assert [view.command_id for view in book.views()] == ["id-0", "id-1", "id-2"]
