"""A match as OGXM: what the format's own library and gammonview read in it."""

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ogxm
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from gvformat.reader import read_gvab
from kits.read_back import read_ogxm_document
from kits.read_games import truth
from kits.short_matches import ACTIONS, AT, BLACK, WHITE, game, illegal_game, match, turn
from ogxm import signature

from kiosk.record.ogxm import Signature, ogxm_bytes
from kiosk.record.transcription import (
    ClockTerms,
    CubeAction,
    CubeTurn,
    Moment,
    TranscribedEnding,
    TranscribedGame,
    TranscribedPlay,
    TranscribedTurn,
    Transcription,
)
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SECOND_NS, BySide, Nanos, Side


def read(written: Transcription) -> dict[str, Any]:
    """What the library reads; it must find no rule broken and write the same bytes again."""
    content = ogxm_bytes(written)
    document: dict[str, Any] = ogxm.binary_to_json(content)
    assert ogxm.v2_problem(document) is None
    assert ogxm.json_to_binary(document) == content
    assert len(read_gvab(content)["games"]) == len(document["games"])
    return document


def prose(document: Mapping[str, Any], scope: str) -> list[tuple[int, str]]:
    return [
        (each["ref"], each["value"])
        for each in document["annotations"]
        if each["scope"] == scope and "key" not in each
    ]


def keyed(document: Mapping[str, Any], scope: str) -> dict[tuple[int, str], str]:
    return {
        (each["ref"], each["key"].removeprefix("x-table-kiosk-")): each["value"]
        for each in document["annotations"]
        if each["scope"] == scope and "key" in each
    }


def test_a_short_match_reads_as_it_is() -> None:
    written = match()
    document = read(written)
    assert read_ogxm_document(document) == truth(written)
    assert document["replay_complete"]
    assert (document["event"], document["stage"], document["table"]) == (
        "Nordic Open",
        "5",
        "Table 7",
    )
    assert document["games"][0]["termination"] == "resigned"


def test_the_journals_rows_and_hash_stand_in_fields_of_our_own() -> None:
    found = keyed(read(match()), "match")
    assert found[0, "hash"] == "f" * 64
    assert found[0, "journal"] == "journal-1"
    assert found[0, "rows"] == "1-99"
    assert found[0, "match"] == "match-1"


def test_a_name_of_any_length_and_script_stays_whole() -> None:
    names = BySide("Game Boy: the one with the very long name, 3rd", "שלום \u202eעולם")
    document = read(match(names=names))
    assert (document["player_white"], document["player_black"]) == (names.white, names.black)


def test_a_play_that_was_not_legal_is_the_board_it_left() -> None:
    document = read(match(illegal_game()))
    plies = document["games"][0]["plies"]
    assert document["replay_complete"]
    assert (plies[0]["illegal"], plies[0]["d1"], plies[0]["d2"]) == (True, 6, 2)
    assert prose(document, "ply") == [(0, "not a legal play: 6/5 6/4")]
    assert keyed(document, "ply") == {(0, "play"): "illegal"}


def test_unknown_plays_keep_rolls_cube_and_score() -> None:
    rolls = [TranscribedTurn(WHITE, (5, 4), None, AT), TranscribedTurn(BLACK, (2, 1), None, AT)]
    document = read(match(game(*rolls)))
    assert keyed(document, "ply") == {(0, "play"): "unknown", (1, "play"): "unknown"}
    assert [(ply.get("d1"), ply.get("d2")) for ply in document["games"][0]["plies"][:2]] == [
        (4, 5),
        (1, 2),
    ]
    assert not document["replay_complete"]
    assert document["games"][0]["points_won"] == 2


def test_a_roll_that_was_not_played_replays() -> None:
    unplayed = TranscribedTurn(BLACK, (5, 4), TranscribedPlay((), unplayed=True), AT)
    document = read(match(game(turn(WHITE, (3, 1), (8, 5), (6, 5)), unplayed)))
    assert document["replay_complete"]
    assert keyed(document, "ply") == {}


def test_penalty_points_are_an_entry_without_plies_that_makes_the_score_right() -> None:
    second = game(number=2, score=BySide(3, 1))
    document = read(match(game(), second, score=BySide(5, 1)))
    games = document["games"]
    assert [(each["winner"], each["points_won"], len(each["plies"])) for each in games] == [
        (0, 2, 6),
        (0, 1, 0),
        (1, 1, 0),
        (0, 2, 6),
    ]
    assert games[3]["plies"][0]["ogid_before"].split(":")[6:8] == ["3", "1"]
    assert (1, "No game: the score rose by 1 point for Anna") in prose(document, "game")


def test_a_score_set_lower_is_a_note() -> None:
    second = game(number=2, score=BySide(1, 0))
    document = read(match(game(), second, score=BySide(3, 0)))
    assert (1, "the score was 1 to 0, not 2 to 0") in prose(document, "game")
    assert (0, "the score was 3 to 0, not 4 to 0") in prose(document, "match")


def crawford_game(score: BySide[int], *more: TranscribedTurn | CubeTurn) -> TranscribedGame:
    opening = turn(BLACK, (6, 2), (24, 18), (13, 11))
    ending = TranscribedEnding(WHITE, 1, 1, 1, EndCause.OFFER)
    return replace(game(opening, *more, number=2, score=score, ending=ending), crawford=True)


def test_a_penalty_is_not_taken_for_the_crawford_game() -> None:
    """Anna reaches 6 of 7; then Bo gets a point, and the next game is the Crawford game."""
    first = game(ending=TranscribedEnding(WHITE, 3, 2, 6, EndCause.OFFER))
    usual = read(match(first, crawford_game(BySide(6, 0)), score=BySide(7, 0)))
    assert (usual["crawford"], usual["games"][1]["is_crawford"]) == (True, True)
    assert prose(usual, "match") == []
    document = read(match(first, crawford_game(BySide(6, 1)), score=BySide(7, 1)))
    assert ("crawford" in document, len(document["games"])) == (False, 3)
    assert [text for _, text in prose(document, "match")] == [
        "The Crawford rule applied, though not by this score: it was game 2"
    ]


def test_a_double_in_the_crawford_game_does_not_spoil_the_file() -> None:
    first = game(ending=TranscribedEnding(WHITE, 3, 2, 6, EndCause.OFFER))
    double = CubeTurn(WHITE, CubeAction.DOUBLE, 2, AT)
    taken = (double, CubeTurn(BLACK, CubeAction.TAKE, 2, AT))
    document = read(match(first, crawford_game(BySide(6, 0), *taken), score=BySide(7, 0)))
    assert "crawford" not in document
    left = read(match(game(ACTIONS[0], replace(double, side=BLACK))))
    assert left["ogxm"]["minor"] == 2


def test_a_turn_without_a_roll_is_a_pass() -> None:
    """A side that is closed out need not roll."""
    first, second = turn(WHITE, (3, 1), (8, 5), (6, 5)), turn(WHITE, (6, 1), (13, 7), (8, 7))
    document = read(match(game(first, second)))
    assert [ply["action_id"] for ply in document["games"][0]["plies"]] == [2, 37, 5, 27]
    assert document["replay_complete"]


def test_a_game_that_begins_here_with_a_double_is_read() -> None:
    """It began at another table."""
    double = CubeTurn(WHITE, CubeAction.DOUBLE, 4, AT)
    document = read(match(game(double, CubeTurn(BLACK, CubeAction.TAKE, 4, AT))))
    assert [ply["action_id"] for ply in document["games"][0]["plies"]] == [37, 36, 21, 22, 27]


def test_more_games_than_plies_have_their_notes_at_the_match() -> None:
    one = game(turn(WHITE, (3, 1)), ending=TranscribedEnding(WHITE, 1, 1, 1, EndCause.PASS))
    document = read(match(one, score=BySide(1, 1)))
    assert (0, "No game: the score rose by 1 point for Bo") in prose(document, "match")


def test_a_cube_that_no_double_turned_is_set() -> None:
    """By the director, by equal opening dice, or at the table the match came from."""
    first = turn(WHITE, (3, 1), (8, 5), (6, 5))
    double = CubeTurn(BLACK, CubeAction.DOUBLE, 8, AT)
    document = read(match(game(first, double, CubeTurn(WHITE, CubeAction.TAKE, 8, AT))))
    ply = document["games"][0]["plies"][1]
    assert (ply["action_id"], ply["cube_value"]) == (36, 4)


def test_the_flag_is_a_forfeit_and_its_winner_is_stored() -> None:
    ending = TranscribedEnding(BLACK, 1, 1, 0, EndCause.FLAG)
    document = read(match(game(ending=ending), score=BySide(0, 0), winner=BLACK))
    found = document["games"][0]
    assert (found["termination"], found["winner"], found["points_won"]) == ("forfeited", 1, 0)
    assert document["result"] == 2
    assert (0, "Anna's time was used up") in prose(document, "game")


def clocked(*seconds: float) -> Transcription:
    """A turn ends after each of these seconds."""
    sides = (WHITE, BLACK)
    made = [
        replace(
            turn(sides[place % 2], (6, 6)),
            at=Moment(f"2026-05-09T14:{int(at // 60):02}:{at % 60:06.3f}Z"),
        )
        for place, at in enumerate(seconds)
    ]
    terms = ClockTerms(BySide.both(Nanos(840 * SECOND_NS)), Nanos(12 * SECOND_NS))
    return match(game(*made), clock=terms)


@pytest.mark.parametrize(
    "seconds",
    [(0,), (0, 3.25, 10.01, 900), (1, 1, 1), (5, *(5 + 0.07 * n for n in range(1, 200)), 3000)],
)
def test_each_turns_time_reads_to_the_hundredth(seconds: tuple[float, ...]) -> None:
    document = read(clocked(*seconds))
    readings = [ply["timestamp_ms"] for ply in document["games"][0]["plies"]]
    wanted = [1000 * (at - seconds[0]) for at in seconds]
    assert readings[:-1] == pytest.approx(wanted, abs=10)
    assert readings[-1] == readings[-2]
    clock = document["clock_info"]
    assert (clock["reserve_ms"], clock["delay_ms"]) == (840_000, 12_000)


def test_a_wall_clock_set_back_stands_still() -> None:
    readings = [ply["timestamp_ms"] for ply in read(clocked(0, 60, 20, 70))["games"][0]["plies"]]
    assert readings == [0, 60_000, 60_000, 70_000, 70_000]


def test_match_and_clock_are_signed_in_the_formats_own_way() -> None:
    secret = Ed25519PrivateKey.generate()
    public = secret.public_key().public_bytes_raw()

    def sign(content: bytes) -> Signature:
        return Signature(secret.sign(content), public)

    content = ogxm_bytes(clocked(0, 5, 9), sign)
    assert signature.verify_match(content, keys={public})
    assert not signature.verify_match(content, keys={bytes(32)})
    (said,) = ogxm.binary_to_json(content)["match_signatures"]
    assert base64.b64decode(said["public_key"]) == public
    later = ogxm.binary_to_json(content)
    later["games"][0]["plies"][1]["timestamp_ms"] += 1000
    assert not signature.verify_match(ogxm.json_to_binary(later), keys={public})
    assert signature.verify_match(ogxm_bytes(match(), sign), keys={public})


def test_white_is_the_first_seat() -> None:
    plies = read(match())["games"][0]["plies"]
    assert [ply["color"] for ply in plies] == [1, 0, 1, 0, 1, 0]
    assert Side.WHITE.other is Side.BLACK
