"""Cards for every phase of a match, and what they tell."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from kits import commands as c
from kits.books import load
from kits.card_kit import (
    BLACK,
    WHITE,
    claimed,
    half_ready,
    moving,
    nothing,
    opened,
    opening,
    over,
    pressing,
    shown,
    state,
)
from kits.hall_kit import UTC, PaperTable, rehashed

from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.director.tables.card import NO_CLOCK, card
from kiosk.director.tables.cards import TableCard
from kiosk.director.tables.doing import describe_wait as words_for
from kiosk.director.tables.lines import line
from kiosk.director.tables.state import with_head
from kiosk.rules.match import Phase, Question
from kiosk.rules.rulebook import EVENT, ClockSystem, RuleBook
from kiosk.rules.units import SECOND_NS, BySide, Instant
from kiosk.wire.sync import order_message


def to_roll(table: PaperTable, book: RuleBook) -> None:
    moving(table, book)
    table.keeper.do(c.ClockPressed, WHITE, by="buttons")


def doubled(table: PaperTable, book: RuleBook) -> None:
    to_roll(table, book)
    table.keeper.tap(c.DoubleTapped, BLACK)


def confirming(table: PaperTable, book: RuleBook) -> None:
    to_roll(table, book)
    table.keeper.doubtful_roll((6, 2), "a" * 64)


def challenged(table: PaperTable, book: RuleBook) -> None:
    to_roll(table, book)
    table.keeper.tap(c.IllegalMoveTapped, BLACK)


def offered(table: PaperTable, book: RuleBook) -> None:
    """White's gammon, conceded for certain, without contact."""
    to_roll(table, book)
    table.keeper.tap(c.OfferTapped, BLACK, WHITE, 2, True, True)


@pytest.mark.parametrize(
    ("play", "phase", "doing"),
    [
        (nothing, Phase.VACANT, "no match is open"),
        (opened, Phase.BETWEEN_GAMES, "waiting for both sides to be ready"),
        (half_ready, Phase.BETWEEN_GAMES, "waiting for Bo to be ready"),
        (opening, Phase.OPENING, "the opening dice are rolled"),
        (pressing, Phase.PRESS_TO_START, "Bo starts the clock"),
        (moving, Phase.MOVING, "Anna is moving"),
        (to_roll, Phase.TO_ROLL, "Bo is to roll or double"),
        (doubled, Phase.DOUBLED, "Bo doubled; Anna takes or passes"),
        (confirming, Phase.CONFIRMING, "both sides are asked what Bo rolled"),
        (claimed, Phase.CLAIMED, "Anna declared a win; the other side agrees or not"),
        (
            challenged,
            Phase.CHALLENGED,
            "the last move is called illegal; the mover agrees or not",
        ),
        (offered, Phase.OFFERED, "an offer to end the game waits for an answer"),
        (over, Phase.MATCH_OVER, "Anna won the match"),
    ],
)
def test_a_card_for_every_phase(
    make_table: Callable[..., PaperTable],
    norway: RuleBook,
    play: Callable[[PaperTable, RuleBook], None],
    phase: Phase,
    doing: str,
) -> None:
    table = make_table()
    play(table, norway)
    seen = shown(table)
    assert (seen.phase, seen.doing) == (phase, doing)
    assert seen.seq == len(table.rows)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=TableCard) == seen


def test_every_phase_has_its_words(make_table: Callable[..., PaperTable], norway: RuleBook) -> None:
    plays = (nothing, opened, opening, pressing, moving, to_roll, doubled, confirming, claimed)
    reached = set()
    for play in (*plays, challenged, offered, over):
        table = make_table()
        play(table, norway)
        reached.add(shown(table).phase)
    assert reached == set(Phase)


def test_a_match_of_one_point_has_no_crawford_game_on_the_console_either(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """As on the players' screen: there is no other game."""
    table = make_table()
    table.open(norway, points=1)
    for side in (WHITE, BLACK):
        table.keeper.tap(c.ReadyTapped, side)
    game = table.keeper.match.game
    assert game is not None
    assert game.crawford
    seen = shown(table)
    assert (seen.game, seen.crawford, seen.words.game) == (1, False, "Game 1")


def test_a_card_tells_who_plays_for_what(table: PaperTable, norway: RuleBook) -> None:
    seen = shown(table)
    assert seen.sides is not None
    assert (seen.sides.white.name, seen.sides.black.name) == ("Anna", "Bo")
    assert (seen.table, seen.event_id, seen.match_id) == (table.number, "open-2026", "match-1")
    assert (seen.length, seen.game, seen.crawford, seen.roll) == (3, 1, False, "5-2")
    assert seen.cube is not None
    assert (seen.cube.level, seen.cube.owner) == (1, None)
    assert seen.profile == norway.title
    assert (seen.screens, seen.stale, seen.behind, seen.need) == (2, False, 0, 0)


def test_the_cube_on_offer_and_its_owner(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    doubled(table, norway)
    offer = shown(table).cube
    assert offer is not None
    assert (offer.level, offer.offered) == (1, 2)
    table.keeper.tap(c.TakeTapped, WHITE)
    taken = shown(table).cube
    assert taken is not None
    assert (taken.level, taken.owner, taken.offered) == (2, WHITE, None)


def test_a_table_has_the_number_of_its_enrolment_whatever_its_rows_claim(
    make_table: Callable[..., PaperTable],
) -> None:
    table = make_table(4)
    assert shown(table).table == 4
    table.keeper.do(c.AssignTable, 12, "open-2026")
    assert (shown(table).table, shown(table).event_id) == (4, "open-2026")


def test_a_match_that_came_from_another_table_does_not_bring_its_number(
    make_table: Callable[..., PaperTable], table: PaperTable
) -> None:
    spare = make_table(3)
    order = c.TakeOverOrdered(
        *(Instant(0), None, "director:Kari", "it died", table.journal_id, 1, "a" * 64),
        *(spare.journal_id, table.keeper.match),
    )
    spare.obey(order_message(order, command_id="0" * 16, wall_utc=UTC))
    assert spare.keeper.match.opened is not None
    assert spare.keeper.match.opened.table == 7
    assert shown(spare).table == 3


def test_a_running_clock_is_read_at_the_tables_now(table: PaperTable) -> None:
    """12 s of delay run down first, then the reserve (norway §3.5(v)); only White's."""
    start = shown(table)
    assert start.sides is not None
    assert start.sides.white.running
    for seconds, charged in ((2, 0), (11, 0)):
        heard = with_head(
            state(table), table.head(at_ns=start.at_ns + seconds * SECOND_NS), 0, UTC, fresh=True
        )
        seen = card(heard, 0)
        assert seen.sides is not None
        assert start.sides.white.delay_ns - seen.sides.white.delay_ns == seconds * SECOND_NS
        assert start.sides.white.reserve_ns - seen.sides.white.reserve_ns == charged
    past = start.sides.white.delay_ns + 5 * SECOND_NS
    seen = card(
        with_head(state(table), table.head(at_ns=start.at_ns + past), 0, UTC, fresh=True), 0
    )
    assert seen.sides is not None
    assert seen.sides.white.delay_ns == 0
    assert start.sides.white.reserve_ns - seen.sides.white.reserve_ns == 5 * SECOND_NS
    assert seen.sides.black.reserve_ns == start.sides.black.reserve_ns


def test_a_stale_card_freezes_at_the_last_beat(table: PaperTable) -> None:
    alive, stale = shown(table, 2 * SECOND_NS), shown(table, 60 * SECOND_NS)
    assert alive.at_ns == shown(table).at_ns + 2 * SECOND_NS
    assert not alive.stale
    assert stale.stale
    assert stale.at_ns == shown(table).at_ns
    assert stale.seen_utc == UTC


def test_calls_stops_messages_and_lost_devices_are_told(table: PaperTable) -> None:
    keeper = table.keeper
    keeper.do(
        c.MessageOrdered, "match-1", "director:Kari", "", "Quiet, please.", by="director:Kari"
    )
    keeper.tap(c.MessageTapped, WHITE)
    keeper.do(c.DeviceFailed, "camera", "no frame", by="camera")
    keeper.tap(c.DirectorCallTapped, BLACK)
    seen = shown(table)
    assert seen.called is BLACK
    assert seen.stop == "the director was called"
    assert seen.doing == "stopped until both players or the director resume"
    assert seen.lost_devices == ("camera",)
    assert seen.message is not None
    assert (seen.message.text, seen.message.by) == ("Quiet, please.", "Director Kari")
    assert seen.message.seen == BySide(True, False)
    keeper.do(c.StopOrdered, "match-1", "director:Kari", "the light fails", by="director:Kari")
    seen = shown(table)
    assert seen.stop == "Director Kari: the light fails"
    assert seen.doing == "stopped until the director starts the clocks"


# --- lines -------------------------------------------------------------------------------------


def test_a_line_has_its_words_its_sections_and_its_picture(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    to_roll(table, norway)
    table.keeper.roll((6, 2), "a" * 64)
    said = line(table.rows[-1], ENGLISH, state(table).replay.matches)
    assert (said.kind, said.by, said.time) == ("RollAccepted", "Camera", "14:03:07")
    assert said.text == "Bo rolled 6-2 (camera)."
    assert line(table.rows[-1]).text == "Black rolled 6-2 (camera)."
    assert said.picture == "a" * 64
    assert said.cites == table.rows[-1].event().cites
    assert (said.groups, said.look) == (("rolls",), "plain")
    begins = line(next(row for row in table.rows if row.kind == "GameStarted"))
    assert begins.look == "begins"


def test_landmarks_are_games_doubles_and_what_the_director_decides(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    to_roll(table, norway)
    table.keeper.tap(c.DoubleTapped, BLACK)
    table.keeper.do(
        c.ScoreOrdered, "match-1", "director:K", "seen", BySide(1, 0), None, None, by="director:K"
    )
    found = [(row.kind, line(row).landmark) for row in table.rows if line(row).landmark]
    assert found == [("GameStarted", "game"), ("Doubled", "double"), ("ScoreChanged", "ruling")]
    players = [line(rehashed(row, by="white")).landmark for row in table.rows]
    assert "ruling" not in players


def test_a_card_has_the_picture_of_the_roll_that_is_asked_about_or_the_last(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    to_roll(table, norway)
    assert shown(table).picture is None
    table.keeper.roll((6, 2), "a" * 64)
    assert shown(table).picture == "a" * 64
    seen = state(table)
    game = seen.replay.match.game
    assert game is not None
    question = Question(Phase.TO_ROLL, WHITE, 2, (), None, "b" * 64, BySide(None, None))
    asked = replace(seen.replay.match, game=replace(game, question=question))
    assert card(replace(seen, replay=replace(seen.replay, match=asked)), 0).picture == "b" * 64


def test_a_line_of_a_row_nobody_here_can_read_says_that_it_came(table: PaperTable) -> None:
    said = line(rehashed(table.rows[-1], kind="MoodChanged"))
    assert said.text == "A row of a newer program: update the director to read it."
    assert said.groups == ("rolls", "score", "clock", "director")  # it is never hidden
    assert said.seq == len(table.rows)


def test_of_an_earlier_match_its_own_players_are_named(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    to_roll(table, norway)
    table.keeper.now = Instant(table.keeper.now + 7200 * SECOND_NS)
    table.keeper.tap(c.ExpiryDeclared, BLACK)
    table.open(norway, match_id="match-2")
    table.keeper.begin_game(white=3, black=1)
    ruled = (c.EarlierResultOrdered, "match-2", "director:K", "misread", "match-1", BLACK)
    table.keeper.do(*ruled, BySide(1, 3), by="director:K")
    matches = dict(state(table).replay.matches)
    opened = matches["match-1"].opened
    assert opened is not None
    others = opened.sides.map(lambda team: replace(team, name=f"old {team.name}"))
    matches["match-1"] = replace(matches["match-1"], opened=replace(opened, sides=others))
    (row,) = (row for row in table.rows if row.kind == "EarlierResultCorrected")
    said = line(row, ENGLISH, matches).text
    assert said.endswith("old Bo won it, old Anna 1, old Bo 3.")


def test_what_the_director_does_is_among_the_directors_lines_once(table: PaperTable) -> None:
    """Whatever else it is: a score that stands is one of the score, a call one of the director."""
    for row in table.rows:
        groups = line(row).groups
        ordered = line(rehashed(row, by="director:Kari"))
        assert (ordered.by, ordered.groups.count("director")) == ("Director Kari", 1)
        assert [group for group in ordered.groups if group != "director"] == [
            group for group in groups if group != "director"
        ]


def test_who_has_no_cube_to_turn_is_only_to_roll(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """The other side owns the cube, or it is the Crawford game."""
    table = make_table(1)
    to_roll(table, norway)
    match = table.keeper.match
    assert match.game is not None
    turn = match.game.on_turn
    assert turn is not None
    held = replace(match.game.cube, level=2, owner=turn.other)
    barred = replace(match.game.cube, in_play=False)
    for cube in (held, barred):
        other = replace(match, game=replace(match.game, cube=cube))
        assert format_text(words_for(other)) == f"{turn.value.capitalize()} is to roll"


def test_the_rules_of_the_next_game_are_what_another_order_starts_from(
    table: PaperTable, norway: RuleBook
) -> None:
    ahead = load("london-club+unified-2001", {"clock.delay_s": 8})
    so = ("match-1", "director:K", "agreed", ahead, "h" * 64)
    table.keeper.do(c.ProfileOrdered, *so, by="director:K")
    seen = shown(table)
    assert seen.profile == norway.title != ahead.title
    assert seen.book == "london-club+unified-2001"
    assert seen.rules == "clock.delay_s = 8"


def test_what_the_event_chose_for_itself_goes_into_the_next_rules(
    make_table: Callable[..., PaperTable],
) -> None:
    """Given back as it stands, it makes the same book."""
    table = make_table()
    timetable_min = [[5, 8], [8, 9]]
    chosen = {"clock.delay_s": 8, "late.grace_min": 2, "clock.timetable_min": timetable_min}
    table.open(load("norway", chosen).with_clock(ClockSystem.NONE, EVENT))
    seen = shown(table)
    assert seen.book == "norway"
    assert seen.rules.splitlines() == sorted(seen.rules.splitlines())
    assert NO_CLOCK in seen.rules
    assert seen.rules_with_clock.splitlines() == [
        line for line in seen.rules.splitlines() if not line.startswith(NO_CLOCK)
    ]
    own = dict(line.split(" = ") for line in seen.rules.splitlines())
    again = load("norway", {key: msgspec.json.decode(value) for key, value in own.items()})
    assert own.keys() >= chosen.keys() - {"clock.timetable_min"}
    assert again.clock == table.keeper.match.book.clock
    assert again == table.keeper.match.book


def test_a_card_tells_what_a_ruling_can_have_follow(table: PaperTable) -> None:
    assert card(state(table), 0).choices == {
        "dispute.effect": ("goes_on", "roll_counts", "roll_again")
    }


def test_a_match_that_no_table_could_have_played_has_a_card_too(table: PaperTable) -> None:
    seen = state(table)
    match = replace(seen.replay.match, game=None, phase=Phase.TO_ROLL)
    mad = replace(seen, replay=replace(seen.replay, match=match))
    assert card(mad, 0).choices == {}
