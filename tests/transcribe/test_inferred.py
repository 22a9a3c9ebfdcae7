"""A recorded match and what its pictures show become plays for its files, and words for people."""

import json
from collections import Counter

import msgspec
import pytest
from kits.pictured_match import Pictured, pictured_match
from kits.transcript_kit import Flaws

from kiosk.record import Supplement
from kiosk.record.form import Record
from kiosk.record.transcription import Heading, TranscribedPlay
from kiosk.rules.rulebook import RuleBook
from kiosk.transcribe.command import format_match, report_lines
from kiosk.transcribe.inferred import InferredMatch, infer_match, pictures_named, summary
from kiosk.transcribe.score_sheet import score_sheet
from kiosk.transcript import Orientation
from kiosk.transcript.orientation import ORIENTATIONS, Corner

JUNK = Flaws(cell=0.4)


@pytest.fixture(scope="module")
def pictured(norway: RuleBook, tmp_path_factory: pytest.TempPathFactory) -> Pictured:
    return pictured_match(tmp_path_factory.mktemp("match") / "j", norway)


WAY = Orientation(Corner.FAR_RIGHT, 1)


def known(match: InferredMatch) -> int:
    """How many turns' plays are known."""
    return sum(turn.play is not None for turn in match.turns.values())


def change(play: TranscribedPlay) -> tuple[Counter[int], tuple[int, ...]]:
    """What a play does to the checkers, in whatever steps they were moved."""
    moved = Counter(end for _start, end in play.moves)
    moved.subtract(start for start, _end in play.moves)
    return Counter({point: by for point, by in moved.items() if by}), tuple(sorted(play.hits))


def assert_right(match: InferredMatch, pictured: Pictured) -> None:
    """Fail where a play that is written is not the one that was made."""
    for seq, play in match.plays.items():
        true = pictured.plays[seq]
        if not play.unplayed:
            assert play.illegal is None
            assert change(play) == change(true)


def test_a_match_is_written_as_it_was_played_though_its_players_change_seats(
    pictured: Pictured,
) -> None:
    assert len(pictured.record.games) > 1
    match = infer_match(pictured.record, pictured.seen(ORIENTATIONS[1], ORIENTATIONS[6]))
    assert_right(match, pictured)
    assert known(match) >= 0.97 * len(pictured.plays)
    assert match.lacks == ()
    assert pictures_named(pictured.record) == tuple(pictured.boards)


def test_without_pictures_every_play_is_unknown_and_files_are_written(pictured: Pictured) -> None:
    match = infer_match(pictured.record, {}, ("No picture.",))
    assert match.plays == {}
    assert report_lines(match)[1:] == ("No picture.",)
    given = Supplement(heading=Heading("Open", "2"))
    assert b"???" in format_match(match, "mat", given)
    for form in ("sgf", "ogxm", "text", "json"):
        assert format_match(match, form, given)


def test_a_game_of_other_pictures_is_named_and_the_others_are_written(pictured: Pictured) -> None:
    seen = pictured.seen(WAY)
    first = {roll.picture for roll in pictured.record.games[0].rolls}
    junk = pictured.seen(WAY, flaws=JUNK)
    match = infer_match(
        pictured.record, {name: (junk if name in first else seen)[name] for name in seen}
    )
    assert_right(match, pictured)
    assert [words.split(":")[0] for words in match.lacks] == ["Game 1"]
    later = {roll.seq for game in pictured.record.games[1:] for roll in game.rolls}
    assert len(match.plays.keys() & later) >= 0.95 * len(later)


def test_a_camera_pushed_in_a_game_is_named_with_the_turns_from_there_on(
    pictured: Pictured,
) -> None:
    """The pictures are there, and show something else."""
    seen, junk = pictured.seen(WAY), pictured.seen(WAY, flaws=JUNK)
    last = pictured.record.games[-1].rolls
    pushed = {roll.picture for roll in last[12:]}
    match = infer_match(
        pictured.record, {name: (junk if name in pushed else seen)[name] for name in seen}
    )
    assert_right(match, pictured)
    (words,) = match.lacks
    assert words.startswith(f"Game {len(pictured.record.games)}, turns 1")
    assert f" to {len(last)}:" in words


def test_more_illegal_plays_than_anybody_makes_put_the_reading_in_doubt(
    pictured: Pictured,
) -> None:
    """Here the rolls are others than those that were played."""
    record = msgspec.json.decode(msgspec.json.encode(pictured.record), type=Record)
    for game in record.games:
        for roll in game.rolls[::4]:
            high, low = roll.values
            roll.values = (high % 6 + 1, low % 6 + 1)
    match = infer_match(record, pictured.seen(WAY, flaws=Flaws()))
    assert any("would be illegal" in words for words in match.lacks)
    assert [list(turn.dice) for turn in match.turns.values()] == [
        list(roll.values) for game in record.games for roll in game.rolls
    ]


def test_a_file_has_the_plays_and_the_text_marks_what_is_asked(pictured: Pictured) -> None:
    match = infer_match(pictured.record, pictured.seen(WAY, flaws=Flaws()))
    mat = format_match(match, "mat", Supplement()).decode()
    assert mat.count("???") <= len(match.games)  # a last play that no picture shows
    text = score_sheet(match)
    assert summary(match) in text
    names = pictured.record.sides
    first = pictured.record.games[0].rolls[0]
    dice = "".join(map(str, first.values))
    assert f"   1  {names.of_side(first.side).name} {dice}: " in text
    document = json.loads(format_match(match, "json", Supplement()))
    assert len(document["plays"]) == len(pictured.plays)
    first_play = document["plays"][0]
    assert {"seq", "side", "dice", "certainty", "ways"} <= first_play.keys()
    assert sum(first_play["before"]["white"]) == 15
    covered = infer_match(
        pictured.record, pictured.seen(WAY, flaws=Flaws(cell=0.03, hand=0.6, missing=0.3))
    )
    assert "? " in score_sheet(covered)
