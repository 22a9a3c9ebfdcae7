"""What the five books say where they differ, C01 to C66, written here by hand from their texts.

Each line is a book, a key, what it says and where. A book that is silent on a point is not listed.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from rules_kit import ROOT

from kiosk.rules.rulebook import KEYS, Entry, Part, read
from kiosk.rules.rulebook.reading import plain

BOOKS = {
    "000": "italian-international",
    "001": "london-club",
    "002": "unified-2001",
    "003": "norway",
    "004": "michigan-2002",
}
PARTS: dict[str, Part] = {
    number: read(tomllib.loads((ROOT / f"config/rulebooks/{name}.toml").read_text("utf-8")), name)
    for number, name in BOOKS.items()
}
OPEN = "left to the event"

CONFLICTS = """
C01 clock.system
  000 bronstein        L126
  002 plain            §2.1
  003 simple_delay     §3.5(v)
  004 plain            §4.1
C01 second_control.system
  004 uscf_delay       §5.1
C02 clock.delay_s
  000 OPEN             L127
  002 0                §2.1
  003 12               §3.5(v)
C02 second_control.delay_s
  004 12               §5.1
C03 clock.reserve_s_per_point
  000 OPEN             L127
  002 360              §2.1
  003 120              §3.5(v)
C03 clock.allotment
  000 average_away     L126, L129
  002 average_away     §2.1
  003 average_away     §3.5(vi)
  004 timetable        §4.1
C03 clock.timetable_min
  004 OPEN             §4.1
C03 second_control.reserve_s
  004 180              §5.1
C03 second_control.rest_is_kept
  004 true             §5.1
C04 clock.introduced
  000 any_time         L122
  002 next_game        §1.1
  003 any_time         §3.5(i)(e)
  004 next_game_unless_extreme  §1.2
C05 clock.asked_by
  000 director participant              L121
  001 director player                   TR14
  002 director participant              §1.1
  003 agreement director invitation player  §3.5(i), §2.3(ii)
  004 director                          §1.1
C06 expiry.consequence
  000 lost_when_declared  L128
  002 penalty_points      §5.1
  003 lost_when_declared  §4.3(iii)
  004 second_control      §4.2, §5.2
C06 expiry.first_points
  002 2                   §5.1
C06 expiry.repeat_points
  002 1                   §5.1
C06 expiry.top_up_s
  002 300                 §5.1
C06 expiry.top_up
  002 add                 §5.1
C07 expiry.declared_by
  000 clock            L128
  002 director         §5.1
  003 director player  §4.3(iii)
  004 director         §4.2
C08 expiry.gin
  000 no_exception        L128
  002 no_exception        §5.1
  003 when_order_unknown  §4.3(iii)
  004 always              §5.2
C09 expiry.both_flags
  000 first_loses                L128
  002 each_counts                §5.1
  003 first_loses_else_no_clock  §4.3(iii)
  004 first_loses                §5.2
C09 expiry.both_flags_to_director
  000 false  L128
  003 true   §4.3(iii)
C10 expiry.waived_when_game_ends_match
  000 false  L128
  002 true   §5.1
  003 false  §4.3(iii)
C11 penalty.freeze_cube_at_match_point
  000 false  L24, L77
  002 true   §5.2
C11 penalty.next_game_crawford
  000 ordinary            L77
  002 next_unless_played  §5.2
C12 stop.reasons
  000 break claim concession contest director fallen_checker fallen_die game_start pass  L136, L149, L157, L164-L172
  001 pass  TR10
  002 break concession contest director fallen_die game_over game_start pass  §4.1, §3.5, §3.6
  003 break claim dice_taken director dispute early_pickup game_over illegal_move invalid_roll pass  §4.3(ii), §4.3(v), §4.4(iii)
  004 claim concession director discrepancy dispute fallen_die game_over game_start pass  §3.10, §3.4, §3.6
C13 stop.on_cocked_roll
  000 never                    L162-L172
  002 never                    §4.1
  003 stop_or_restart_delay    §4.3(v)
  004 never                    §3.3
C14 clock.error_duty
  003 opponent_speaks_up       §4.3(iv)
  004 own_responsibility       §6.1
C15 clock.placement
  000 home_board_side          L135
  003 home_board_side          §3.5(iv)
  004 high_roller_chooses      §2.1
C16 offer.accept_by
  000 say_accept       L153
  002 say_accept       §3.6
  003 agree            §4.3(ii)(g)
  004 repeat_outcome   §3.6
C16 stop.rejected_offer
  002 offerer_presses      §3.6
  003 resumed              §4.3(ii)(g)
  004 rejecter_starts_own  §3.6
C17 late.with_clock
  000 late_clock_started  L26
  003 as_without_clock    §2.2(iv)
C18 clock.early_pickup
  000 forbidden        L139
  002 forbidden        §3.4
  003 delay_forfeited  §4.1(v)(b)
  004 forbidden        §3.3
C19 late.grace_min
  000 20  L24
  001 30  TR4
  003 0   §2.2(iv)
C19 late.sanction
  000 penalty_points      L24
  001 opponent_may_claim  TR4
  003 penalty_points      §2.2(iv)
C19 late.point_every_min
  000 5  L24
  003 5  §2.2(iv)
C19 late.first_point
  000 after_first_period  L24
  003 after_first_period  §2.2(iv)
C20 late.forfeit
  000 more_than_half  L24
  003 half_or_more    §2.2(iv)
C21 breaks.per_side
  000 1   L22
  001 1   TR13
  003 1   §2.2(ii)
C21 breaks.per_side_long
  000 2   L22
  001 1   TR13
  003 2   §2.2(ii)
C21 breaks.long_from_points
  000 13  L22
  003 16  §2.2(ii)
C22 breaks.minutes
  000 10  L22
  001 5   TR13
  003 5   §2.2(ii)
C23 breaks.when
  000 between_games  L22
  001 any_time       TR13
  003 between_games  §2.2(ii)
C23 breaks.in_series
  003 between_matches  §2.2(ii)
C24 stop.break_times
  000 counselled     L172
  003 required       §4.3(ii)(b)
  004 cross_checked  §3.9
C25 slow_play.sanctions
  000 clock                      L72
  001 clock penalty_points       TR14
  003 clock warning_then_points  §2.3(i)
C26 roll.left
  000 never            L95, L96
  001 when_crowded     TR9.2
  003 with_permission  §4.1(iv)(a)
C26 roll.area
  000 right_half  L95
  001 right_half  TR9.2
  003 right_half  §4.1(iv)(a)
C27 roll.mixer
  000 cup_only  L98, L99
  001 cup_only  TR9.1
  003 allowed   §4.1(iv)(b)
C27 roll.area_with_mixer
  003 mixer_half  §4.1(iv)(b)
C28 roll.uneven_surface_ok
  000 false  L96
  001 false  TR9.3
  003 true   §4.1(iv)(a), §4.1(iv)(b)
C29 roll.cocked_needs_consent
  000 true   L96
  001 false  TR9.3
  003 false  §4.1(iv)
C30 roll.cup
  000 any               L99
  001 lipped            TR9.1
  003 lipped_on_demand  §3.2
C30 roll.shakes
  001 3  TR9.1
  003 0  §4.1(iv)(a)
C31 dice.mix_when
  000 before_any_game  L97, L134
  001 before_match     TR9
  002 before_any_game  §3.2
  003 before_any_game  §4.1(iii)
  004 before_any_game  §3.8
C32 dice.pick_at_start
  000 random_draw  L94, L133
  001 opponent     TR9
C32 dice.pick_later
  000 opponent     L97
  003 opponent     §4.1(iii)
C32 dice.pick_later_with_clock
  000 random_draw  L134
  003 opponent     §4.1(iii)
C33 dice.reposition
  000 slide_on_right_half  L70
  001 with_notice          TR9.4
  003 slide_to_make_room   §4.1(ii)
  004 plainly_to_centre    §3.3
C34 roll.premature
  000 stands_without_cube  L101, L103
  001 thrown_again         TR11
  003 stands               §4.1(v)(a)
C35 turn.one_die_lifted
  000 not_ended        L70, L101
  001 ends_in_dispute  TR9.5
C35 turn.without_clock
  000 both_dice_lifted  L70, L101
  001 both_dice_lifted  TR9.5
C36 setup_error.window
  000 before_fourth_roll    L71
  001 before_fourth_roll    TR6
  003 starters_second_turn  §4.2(iv)
C36 setup_error.duty
  000 may    L71
  003 shall  §4.2(iv)
C36 setup_error.scope
  000 game  L71
  001 game  TR6
  003 game  §4.2(iv)
C37 setup_error.gammon_count
  000 other_than_15  L71
  003 fewer_than_15  §4.2(iv)
C38 illegal_move.duty
  000 opponents_option  L70, L168
  001 opponents_option  TR11
  003 must_correct      §4.2(iii)(a)
  004 opponents_option  §3.5
C39 illegal_move.window
  001 throw                 TR11
  003 valid_roll_or_double  §4.2(iii)(a)
  004 die_lifted            §3.5
C40 stop.illegal_move_cost
  000 claimant_stops    L168
  002 claimant_stops    §4.1(e)
  003 redo_after_delay  §4.2(iii)(c), §4.3(ii)(f)
  004 claimant_runs     §3.5
C41 illegal_move.accusers
  000 observer opponent  L111, L168
  001 opponent           TR11
  003 director invited_spectators observer players  §4.2(iii)(a)
  004 opponent           §3.5
C42 cube.gesture
  000 full_form  L86
  003 intent     §4.4(ii)
C43 cube.wrong_level
  000 void       L86
  001 corrected  TR10.1
  003 corrected  §4.4(vi)
C44 cube.dead_cube_refused
  000 false  L84
  003 true   §4.4(vii)
C45 cube.crawford_undo
  000 until_game_end  L87
  003 three_windows   §4.4(iv)
C45 cube.crawford_undone_by
  000 players_right   L87
  003 directors_duty  §4.4(iv)(c)
C46 cube.start_face
  000 counts_as_one      L78
  001 sixty_four         TR6
  003 one_or_sixty_four  §4.4(i)
C47 cube.offer_place
  000 opponents_right_half  L82
  001 on_board              TR10
  003 on_board              §4.4(ii)
C47 cube.offer_place_with_clock
  000 middle    L147
  001 on_board  TR10
  003 on_board  §4.4(ii)
  004 middle    §3.4
C48 cube.dispute
  000 as_it_lies  L109
  003 as_it_lies  §4.4(ix)
  004 verified    §3.10(c)
C49 offer.no_contact
  000 false  L153
  002 false  §3.6
  003 true   §4.5
  004 true   §3.6
C50 offer.claim
  000 verified             L157, L158
  002 none                 §3.6
  003 agreed_or_played_on  §4.3(ii)(g)
  004 offered              §3.6
C51 offer.unrefusable
  000 maximum  L153
  002 maximum  §3.6
  003 -        §4.3(ii)(g)
  004 gin      §3.6
C52 length.default_points
  000 0   L49
  001 11  TR3
  003 0   §4.5
C53 length.finished
  000 stands_once_posted  L50, L56
  003 stands              §4.8
C54 length.in_progress
  000 at_once           L51, L56
  003 before_next_game  §4.8
C55 score.evidence
  000 scoreboard_first  L52, L58
  003 trailing_sheet    §4.7
C55 score.sole_sheet
  000 presumed  L54
  003 decides   §4.7
C56 result.reporter
  000 loser_or_winner_with_sheet  L56
  001 challenger                  TR4
  003 winner                      §4.6
C57 result.correctable
  000 until_posted     L50, L57
  003 reasonable_time  §4.6
C58 appeal.allowed
  000 true   L115
  001 false  CR L28
  003 true   §5.2
C58 appeal.when
  000 at_once  L115
  003 soon     §5.2
C58 appeal.panel
  000 with_director     L115
  003 without_director  §1.3(ii)
C58 appeal.members
  000 2 4  L115
  003 3 5  §1.3(ii)
C59 dispute.committee
  000 standing  L4
  003 ad_hoc    §1.3(ii)
C60 people.time_notice
  000 forbidden          L30
  003 may_tell_director  §1.6(i)
  004 forbidden          §3.11
C61 people.camera_refusal_forfeits
  000 true  L117
C61 people.recording
  000 with_permission           L45
  003 not_refused_unreasonably  §1.7(ii)
C62 people.notes
  000 score_only  L46
  003 positions   §1.7(ii)
C63 people.languages
  000 english italian  L10
  003 english host     §1.5
C63 people.teammates_any_language
  000 false  L10
  003 true   §1.5
C64 equipment.cups_and_dice_change
  000 next_game  L42
  003 at_once    §3.2, §3.3(i)
C64 equipment.board_change
  000 next_game  L42
  003 next_game  §3.1
C65 people.entry_refusal_explained
  000 false  L7
  001 false  CR L31
  003 true   §1.4(i)
C66 equipment.high_roller_gets
  000 everything       L36
  004 clock_or_colour  §2.1
"""

SWITCHES = """
S01 turn.press_without_roll
  000 illegal_move  L138
S02 turn.closed_out
  000 need_not_roll  L140-L144
  002 need_not_roll  §3.4
  004 need_not_roll  §3.3
S03 turn.both_numbers
  000 true  L65
S04 late.longest_grant_min
  000 60  L25
S05 dispute.replay_points
  001 15  TR15
S06 roll.left_permission_ends
  003 game_over right_roll withdrawn  §4.1(iv)(a)
S07 observer.fee
  003 true  §1.3(iii)
S08 result.federation_report
  003 true  §5.5
S09 equipment.board_min_cm
  003 44 55  §3.1
S09 equipment.board_max_cm
  003 66 88  §3.1
S10 clock.same_hand
  002 true  §3.4
  003 true  §4.3(i)
S11 cube.premature_double
  000 stands  L81
  001 stands  TR10
  003 stands  §4.4(v)
S12 cube.automatic_doubles
  000 false  L75
  001 false  TR10.2
  003 false  §4.4(viii)
S13 cube.beavers
  000 false  L75
  001 false  TR10.2
  003 false  §4.4(viii)
S14 cube.jacoby
  000 false  L76
  001 false  TR8
  003 false  §4.4(viii)
S15 breaks.pooling
  003 true  §2.2(ii)
S16 breaks.overrun
  000 director_decides  L22
  003 as_lateness       §2.2(iv)
S17 penalty.wrong_clock_both
  000 true  L130
S18 penalty.effect
  000 opponents_score  L24
  002 opponents_score  §5.1
S19 penalty.may_end_match
  002 true  §5.1
S20 clock.consultation_times
  003 stated_by_event  §3.5(v)
S21 clock.faulty
  000 replaced_with_reparation  L123
  003 replaced_at_once          §3.7(ii)
  004 replaced_at_once          §2.4
S22 roll.mixer_asked_by
  003 agreement director invitation player  §3.4(i), §2.4(ii)
S23 roll.breach
  000 director_decides  L104
  003 mixer_ordered     §2.4(i)
S24 late.round_arranged_days
  001 7  TR5
S25 offer.gin_dispute
  000 director_rules        L109
  004 disputer_calls_rolls  §3.7
S26 series.direction
  000 may_alternate  L135
S27 score.crawford_announced
  003 true  §4.7
S28 score.check
  000 compared    L52
  003 said_aloud  §4.7
  001 not_asked   TR7
S29 length.warning
  000 true  L50
S30 dispute.disturbance
  000 for_opponent  L96, L109
S31 dispute.playing_director
  001 committee_member  TR15
  003 other_director    §5.1
S32 illegal_move.redo
  001 entire_roll  TR11
  003 legal_move   §4.2(iii)(b), §4.2(iii)(c)
S33 cube.crawford
  000 true  L77
  001 true  TR10.3
  003 true  §4.4(iv)
S34 cube.double_after_invalid_roll
  001 false  TR10
  003 false  §4.4(ii)
S35 opening.clock_press
  000 lower_roller  L136
  002 lower_roller  §3.3
  004 lower_roller  §3.1
S36 people.aids
  000 false  L46
  003 false  §1.7(i)
"""

Line = tuple[str, str, str, Any, str]


def lines(table: str) -> list[Line]:
    """(number, book, key, value as TOML has it, section) for each line of a table above."""
    rows: list[Line] = []
    number = key = ""
    for line in table.strip().splitlines():
        if not line.startswith(" "):
            number, key = line.split()
            continue
        book, rest = line.split(maxsplit=1)
        says, cite = re.fullmatch(r"(.*?) +((?:L\d|§|TR|CR).*)", rest).groups()  # type: ignore[union-attr]
        rows.append((number, book, key, _value(key, says), cite))
    return rows


def _value(key: str, says: str) -> Any:
    shape = next(each.shape for each in KEYS if each.where == key)
    if says == "OPEN":
        return None
    words = [] if says == "-" else [int(w) if w.isdecimal() else w for w in says.split()]
    if shape in {"choices", "numbers", "lengths"}:
        return words
    (word,) = words
    return {"true": True, "false": False}.get(str(word), word)


CONFLICT_LINES, SWITCH_LINES = lines(CONFLICTS), lines(SWITCHES)


@pytest.mark.parametrize(
    ("number", "book", "key", "value", "section"),
    CONFLICT_LINES + SWITCH_LINES,
    ids=lambda part: str(part),
)
def test_a_book_says_what_is_printed_and_where(
    number: str, book: str, key: str, value: Any, section: str
) -> None:
    entry: Entry = PARTS[book].entries[key]
    assert plain(entry.value) == value, number
    assert entry.source.cite == f"{BOOKS[book]} {section}"


def test_every_conflict_is_there() -> None:
    assert sorted({line[0] for line in CONFLICT_LINES}) == [f"C{n:02}" for n in range(1, 67)]


def test_each_conflict_is_told_apart() -> None:
    """At least two books say different things, or one prints what the others leave out."""
    same = []
    for number in {line[0] for line in CONFLICT_LINES}:
        said: dict[str, set[str]] = {}
        for _number, _book, key, value, _cite in (x for x in CONFLICT_LINES if x[0] == number):
            said.setdefault(key, set()).add(str(value))
        if all(len(values) == 1 for values in said.values()):
            same.append(number)
    assert same == []


# --- the defects ---------------------------------------------------------------------------------

READINGS = """
D0-2 D0-5 D0-6 D0-7 D0-8 D0-9 D0-10 D0-11 D0-12 D0-13 D0-15 D0-16 D0-21 D0-23
D1-3 D1-4 D1-5
D2-1 D2-3 D2-4 D2-5 D2-6 D2-7 D2-11
D3-5 D3-6 D3-8 D3-9 D3-10 D3-12 D3-13 D3-15 D3-16 D3-17 D3-22 D3-23
D4-2 D4-3 D4-4 D4-10
""".split()
"""Passages read one way of several at a match table; those of ladder and Swing are not played yet."""


@pytest.mark.parametrize("defect", READINGS)
def test_every_reading_is_put_to_the_director(defect: str) -> None:
    marked = [
        source.director_confirms
        for part in PARTS.values()
        for entry in part.entries.values()
        for source in (entry.source,)
        if source.defect == defect
    ]
    assert marked
    assert all(marked)


# --- the sections --------------------------------------------------------------------------------

TEXTS = ROOT.parent / "shared/seeds"
NAMES = {
    "000": "italian-international",
    "001": "london-club",
    "002": "unified-clock-2001",
    "003": "norway",
    "004": "michigan-clock-2002",
}


def printed(number: str) -> set[str]:
    """Every section a book prints, as it is cited."""
    text = (TEXTS / f"book-{number}-{NAMES[number]}.txt").read_text("utf-8")
    if number == "000":
        return set(numbered_lines(text))
    if number == "001":
        return {*numbered_lines(text), *club_rules(text)}
    return set(sections(text))


def numbered_lines(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"L{number}"


def club_rules(text: str) -> Iterator[str]:
    """`TR9`, `TR9.3` …, the numbered Tournament Rules."""
    rule = ""
    for line in text.splitlines():
        if head := re.match(r"  (\d+)\. ", line):
            rule = f"TR{head[1]}"
            yield rule
        elif sub := re.match(r"    (\d)\. ", line):
            yield f"{rule}.{sub[1]}"


def sections(text: str) -> Iterator[str]:
    """`§3.5`, `§3.5(v)`, `§4.1(iv)(a)`, `§3.10(c)` …, as headed in the book."""
    chapter = item = ""
    for line in re.sub(r"<\|.*?\|>", "", text).splitlines():
        if head := re.match(r"\s?(\d\.\d+) ", line):
            chapter = item = f"§{head[1]}"
            yield chapter
        elif point := re.match(r"\(([ivx]+)\) ?", line):
            item = f"{chapter}({point[1]})"
            yield item
        yield from (f"{item}({letter})" for letter in re.findall(r"\(([a-h])\)", line))


def named(cite: str) -> list[str]:
    """The sections a cite names; a span of lines names both ends."""
    return re.findall(r"(?:L\d+|TR[\d.]*\d|§[\d.]+(?:\([a-z]+\))*)", cite)


@pytest.mark.skipif(not TEXTS.exists(), reason="the books' texts are not kept in this repository")
@pytest.mark.parametrize("number", BOOKS)
def test_every_section_cited_is_in_the_book(number: str) -> None:
    there = printed(number)
    if number == "003":  # the second 2.3 and the second 4.7 are cited as 2.4 and 4.8
        there |= {"§2.4(i)", "§2.4(ii)", "§4.8"}
    odd = {
        cite
        for entry in PARTS[number].entries.values()
        if not entry.source.cite.startswith("convention: ")
        for cite in named(entry.source.cite)
        if cite not in there
    }
    assert odd == set()


@pytest.mark.parametrize("number", BOOKS)
def test_every_printed_value_names_a_section(number: str) -> None:
    for where, entry in PARTS[number].entries.items():
        assert named(entry.source.cite) or entry.source.cite.startswith("convention: "), where
