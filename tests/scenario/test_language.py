"""What a scenario's keys mean: time, who, positions, and how expectations agree."""

import re
import tomllib

import pytest

from kiosk.scenario.errors import ScenarioError
from kiosk.scenario.reading import parse
from kiosk.scenario.run import play

HEAD = 'id = "X"\nprofile = "norway"\nsource = "norway §1"\n'


def differences(body: str) -> tuple[str, ...]:
    return play(parse(tomllib.loads(HEAD + body), "x.toml"))


def step(does: str, by: str | None = None, at: str | None = None, **fields: str) -> str:
    said = {"by": by, "at": at} | fields
    keys = "".join(f'{key} = "{value}"\n' for key, value in said.items() if value)
    return f'[[step]]\ndoes = "{does}"\n{keys}'


MOVING = '[match]\nturn = "A"\nroll = [6, 5]\nclocks = "1:00"\n'


# --- time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "left"),
    [
        (("0:20",), "0:52"),
        (("0:20", "0:30"), "0:42"),
        (("0:20", "+0:30"), "0:22"),
        (("0:20", None), "0:52"),
        (("0:12.500",), "0:59.500"),
        (("0:13", "+0:00.001"), "0:58.999"),
    ],
)
def test_a_step_is_at_a_time_since_the_start_or_since_the_step_before(
    times: tuple[str | None, ...], left: str
) -> None:
    steps = "".join(step("waits", at=at) for at in times)
    assert differences(f'{MOVING}{steps}[expect]\nclocks = {{ A = "{left}" }}') == ()


def test_hours_may_be_written() -> None:
    wait = step("waits", at="1:00:12") + "expect = { flags = [] }\n" + step("waits", at="60:13")
    body = MOVING.replace('"1:00"', '"60:01"') + wait
    assert differences(f'{body}[expect]\nflags = "A"') == ()


def test_what_falls_due_between_two_steps_has_happened_at_the_second() -> None:
    waits = step("waits", at="2:00")
    flag = 'told = { fact = "flag_reached", side = "A", at = "1:12" }'
    assert differences(f"{MOVING}{waits}[expect]\n{flag}") == ()


def test_a_turn_takes_its_time() -> None:
    turns = step("plays turn", "A", thinks="0:20") + step("plays turn", "B", thinks="0:15")
    assert differences(f'{MOVING}{turns}[expect]\nclocks = {{ A = "0:52", B = "0:57" }}') == ()


# --- who ---------------------------------------------------------------------------------------


def test_both_are_a_and_then_b() -> None:
    calls = step("calls director", "A") + step("resumes", "both")
    said = '[{ fact = "resume_agreed", side = "A" }, { fact = "resume_agreed", side = "B" }]'
    assert differences(f'{MOVING}{calls}[expect]\nstopped = "none"\ntold = {said}') == ()


@pytest.mark.parametrize("by", ["A", "B", "director"])
def test_the_same_word_is_whose_it_is(by: str) -> None:
    declares = step("declares expiry", by, at="1:30")
    assert differences(f'{MOVING}{declares}[expect]\nwinner = "B"') == ()


# --- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "expect"),
    [
        ("", 'phase = "between_games"\nclocks = "14:00"\nlength = 7\ngame = "none"'),
        ("points = 11", "length = 11"),
        ('format = "single_game"', 'length = "none"'),
        ('phase = "unopened"', 'phase = "vacant"'),
        ('phase = "opening"', 'phase = "opening"\nrunning = "none"\ngame = 1'),
        ('score = "3-4"', 'score = "3-4"\nclocks = "7:00"'),
        ('score = "3-4"\nclocks = { B = "1:00" }', 'clocks = { A = "7:00", B = "1:00" }'),
        ('score = "6-4"\nturn = "B"', 'crawford = true\ncube = { state = "out" }'),
        ('score = "6-4"\nturn = "B"\ncrawford_played = true', "crawford = false\ncube = 1"),
        ('games_played = 4\nturn = "A"', "game = 5\ngames_played = 4"),
        ('turn = "B"', 'turn = "B"\nrunning = "B"\ndelay = "0:12"\nphase = "to_roll"'),
        ('turn = "B"\nrunning = "none"', 'running = "none"\ndelay = "0:00"'),
        ('turn = "B"\nroll = [1, 6]', 'roll = [6, 1]\nphase = "moving"'),
        ('cube = 2\nturn = "A"', 'cube = { value = 2, owner = "centred" }'),
        ('cube = { value = 4, owner = "B" }', 'cube = { value = 4, owner = "B" }'),
        ('flags = ["B", "A"]', 'flags = ["A", "B"]\nclocks = "0:00"'),
        ('event.clock.system = "none"\nturn = "A"', 'running = "none"\nsystem = "none"'),
        ("event.clock.delay_s = 5", "rules.clock.delay_s = 5"),
        ("pairs = true", 'unset = ["clock.reserve_s_per_point", "clock.delay_s"]'),
        ('mixer = "left"', 'may = "both is ready"'),
    ],
)
def test_a_position_is_as_given(position: str, expect: str) -> None:
    expect = expect.replace('may = "both is ready"', 'may = "A is ready"')
    assert differences(f"[match]\n{position}\n[expect]\n{expect}") == ()


@pytest.mark.parametrize("key", ['clocks = "1:00"', 'running = "A"', 'flags = "A"'])
def test_a_match_without_a_clock_has_no_times(key: str) -> None:
    with pytest.raises(ScenarioError, match="this match is played without a clock"):
        differences(f'[match]\nevent.clock.system = "none"\n{key}\n[expect]\nwinner = "none"')


def test_a_roll_needs_somebody_on_turn() -> None:
    with pytest.raises(ScenarioError, match=r"x\.toml: match roll: no side is on turn; give turn"):
        differences("[match]\nroll = [6, 5]\n[expect]\nphase = 'moving'")


# --- how expectations agree --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expect", "agrees"),
    [
        ('told = "play_stopped"', True),
        ('told = ["play_stopped", "doubled"]', False),
        ('told = { fact = "play_stopped", reason = "director_called", resumes = "A" }', True),
        ('told = { fact = "play_stopped", resumes = "B" }', False),
        ('told = { fact = "play_stopped", by = "none" }', True),
        ('told = { fact = "clock_stopped", reserve = { B = "1:00" }, delay_left = "0:02" }', True),
        ('told = { fact = "clock_stopped", reserve = "0:59" }', False),
        ('not_told = "doubled"', True),
        ('not_told = ["doubled", "director_called"]', False),
        ('refused = "already_done"', False),
        ("refused = true", False),
        ("refused = []", True),
        ("refused = false", True),
        ('may = ["A resumes", "director starts play"]', True),
        ('may = ["A resumes", "A doubles"]', False),
        ('may_not = ["A doubles", "B presses"]', True),
        ('may_not = "A resumes"', False),
        ('clocks = "1:00"', True),
        ('clocks = { B = "1:00" }', True),
        ('clocks = { B = "1:00.001" }', False),
        ("rules = { clock.delay_s = 12, roll.must_lie_flat = true }", True),
        ("rules = { clock.delay_s = 13 }", False),
        ('rules.expiry.declared_by = ["director", "player"]', True),
        ('rules.expiry.declared_by = ["director"]', False),
        ("unset = []", True),
        ('unset = "clock.delay_s"', False),
        ('to_confirm = "penalty.effect"', True),
        ('to_confirm = "clock.system"', False),
        ('flags = "B"', False),
        ("proposed = []", True),
        ('proposed = { kind = "match_lost" }', False),
    ],
)
def test_an_expectation_agrees_or_not(expect: str, agrees: bool) -> None:
    body = MOVING + step("calls director", "A", at="0:10") + "[expect]\n" + expect
    assert (differences(body) == ()) is agrees


def test_a_fact_that_differs_is_told_with_what_it_says() -> None:
    expect = '[expect]\ntold = { fact = "play_stopped", resumes = "B" }\n'
    (told,) = differences(MOVING + step("calls director", "A", at="0:10") + expect)
    assert "expected [play_stopped {resumes = B}]" in told
    assert "play_stopped {reason = director_called" in told
    assert "resumes = A" in told


def test_other_rules_are_those_of_the_profile_named() -> None:
    change = MOVING + step(
        "changes rules", "director", profile="italian-international+unified-2001"
    )
    begun = change + step("wins", "A") + step("game starts")
    rules = '[expect]\nrules.roll.left = "never"\n'
    assert differences(change + rules) != ()
    assert differences(begun + rules) == ()


def test_sections_agree_with_or_without_their_book() -> None:
    body = MOVING + step("declares expiry", "B", at="1:30") + "[expect]\ncites = "
    assert differences(body + '"§4.3(iii)"') == ()
    assert differences(body + '["norway §4.3(iii)", "§4.3(iii)"]') == ()
    assert differences(body + '"§4.3"') == ()
    assert differences(body + '"norway §4.3"') == ()
    assert differences(body + '"§4.3(ii)"') != ()
    assert differences(body + '"london-club TR14"') != ()


@pytest.mark.parametrize(
    ("cites", "book"),
    [
        ("§9.9", "any book"),
        ("§4", "any book"),
        ("L173", "any book"),
        ("norway §4.3(xi)", "norway"),
        ("norway L168", "norway"),
        ("norway §4.3(iii), §9.9", "norway"),
        ("london-club §4.3(iii)", "london-club"),
        ("nroway §4.3(iii)", "any book"),
    ],
)
def test_a_section_that_no_fact_can_cite_is_named(cites: str, book: str) -> None:
    named = re.escape(cites.rpartition(", ")[2].removeprefix(f"{book} "))
    with pytest.raises(ScenarioError, match=f"expect cites .*{named} looks invented: no .*{book} "):
        differences(f'{MOVING}[expect]\ncites = ["§4.3(iii)", "{cites}"]')


def test_what_a_fact_can_cite_of_any_book_is_no_invention() -> None:
    for cites in ("event setting", "norway §4.3", "§4.2(iii)(c), §4.3(ii)(f)", "TR10.2", "L165"):
        assert differences(f'{MOVING}[expect]\ncites = "{cites}"') != ()


@pytest.mark.parametrize(
    ("source", "invented"),
    [
        ("norway §9.9", "§9.9"),
        ("norway §4.3(iii), §4.12", "§4.12"),
        ("norway §4.3(iii), london-club §4.3", "§4.3"),
        ("italian-international L999", "L999"),
        ("london-club TR10, TR99", "TR99"),
        ("unified-2001 is silent: london-club TR77", "TR77"),
        ("§9.9", "§9.9"),
    ],
)
def test_an_invented_source_is_named(source: str, invented: str) -> None:
    document = tomllib.loads(HEAD.replace("norway §1", source) + '[expect]\nwinner = "none"')
    with pytest.raises(ScenarioError, match=f"source is .*; {re.escape(invented)} looks invented"):
        parse(document, "x.toml")


@pytest.mark.parametrize(
    "source",
    [
        "norway §4.3(iii)",
        "norway §3.4(ii), §4.3(ii)(d)",
        "italian-international L80, L140-L144",
        "norway is silent on the effect: as italian-international L24",
        "convention: the book is silent",
    ],
)
def test_a_source_may_be_free_text_and_sections_that_no_key_needs(source: str) -> None:
    document = tomllib.loads(HEAD.replace("norway §1", source) + '[expect]\nwinner = "none"')
    assert parse(document, "x.toml").source == source


def test_a_roll_expected_low_first_is_told_how_to_write_it() -> None:
    said = r"expect roll is \[5, 6\]; .*; the higher die first: \[6, 5\]"
    with pytest.raises(ScenarioError, match=said):
        differences(f"{MOVING}[expect]\nroll = [5, 6]")
    assert differences(f"{MOVING}[expect]\nroll = [6, 5]") == ()
    assert differences(f"{MOVING}[expect]\nroll = [6, 4]") == ("roll: expected [6, 4], got [6, 5]",)


def test_a_line_may_be_one_of_those_cited() -> None:
    head = HEAD.replace('"norway"', '"italian-international"')
    body = '[match]\nevent = { clock.reserve_s_per_point = 180, clock.delay_s = 12 }\nturn = "A"\n'
    body += step("stops clock", "A").rstrip() + '\npurpose = "contest"\n[expect]\ncites = '
    for said, there in (
        ("L168", True),
        ("italian-international L168", True),
        ("L172", True),
        ("L153", False),
    ):
        assert (play(parse(tomllib.loads(f'{head}{body}"{said}"'), "x.toml")) == ()) is there


def test_looking_at_what_may_be_done_changes_nothing() -> None:
    expect = 'may = ["A presses", "B calls director"]\nphase = "moving"\nstopped = "none"'
    assert differences(f"{MOVING}{step('waits')}[expect]\n{expect}") == ()


def test_all_that_differs_is_told() -> None:
    found = differences(f'{MOVING}[expect]\nphase = "to_roll"\nwinner = "A"\nrunning = "A"')
    assert found == ("phase: expected to_roll, got moving", "winner: expected A, got none")


def test_checks_inside_a_step_are_of_that_moment() -> None:
    first = step("waits", at="0:20") + 'expect = { clocks = { A = "0:52" }, told = "doubled" }\n'
    found = differences(f'{MOVING}{first}{step("waits", at="0:30")}[expect]\nphase = "moving"')
    assert found == ("step 1 told: expected [doubled], got []",)


def test_a_refused_step_must_be_expected_to_be() -> None:
    doubles = step("doubles", "A")
    assert differences(f"{MOVING}{doubles}[expect]\nphase = 'moving'") == (
        "step 1 refused: expected [], got [not_now]",
    )
    for said in ("'not_now'", "['not_now']", "true"):
        assert differences(f"{MOVING}{doubles}[expect]\nrefused = {said}") == ()
    for said in ("'dead_cube'", "['not_now', 'dead_cube']", "[]", "false"):
        assert differences(f"{MOVING}{doubles}[expect]\nrefused = {said}") != ()


def test_one_reason_of_several_is_enough() -> None:
    body = "[match]\nevent.breaks.pooling = false\ngames_played = 1\n"
    breaks = f"{step('takes break', 'A').rstrip()}\nbreaks = 2\n[expect]\nrefused = "
    for said in ("'no_pooling'", "'no_break_left'", "['no_break_left', 'no_pooling']"):
        assert differences(f"{body}{breaks}{said}") == ()
    assert differences(f"{body}{breaks}['no_pooling', 'late_already']") != ()


@pytest.mark.parametrize(
    ("does", "by", "reason"),
    [
        ("plays turn", "B", "not_your_turn"),
        ("accepts proposal", "director", "no_such_proposal"),
        ("declines proposal", "director", "no_such_proposal"),
    ],
)
def test_what_has_no_meaning_there_is_refused(does: str, by: str, reason: str) -> None:
    body = f"{MOVING}{step(does, by)}[expect]\n"
    assert differences(f"{body}phase = 'moving'") == (
        f"step 1 refused: expected [], got [{reason}]",
    )
    assert differences(f"{body}phase = 'moving'\nrefused = {reason!r}") == ()


def test_without_a_game_nobody_plays_a_turn() -> None:
    assert differences(f"{step('plays turn', 'A')}[expect]\nrefused = 'not_now'") == ()


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["norway", "london-club", "london-club+unified-2001"])
@pytest.mark.parametrize(
    "position",
    [
        'phase = "unopened"',
        "points = 7",
        'phase = "opening"',
        'turn = "A"',
        'turn = "A"\nroll = [6, 5]',
    ],
)
def test_every_word_can_be_said_anywhere_and_is_answered(profile: str, position: str) -> None:
    """Refused or not, but never a failure of the core."""
    text = HEAD.replace('"norway"', f'"{profile}"')
    text += f'[match]\n{position}\n[expect]\nmay = "director stops play"'
    found = play(parse(tomllib.loads(text), "x.toml"))
    assert all(line.startswith("may: expected [director stops play], got [") for line in found)
