"""Texts of the console's scripts, for what is known only in the browser.

A page carries them in its viewer's language; `web/words.js` looks them up and fills the
placeholders. Counts are known only to the browser, so none of them has a plural.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, text
from kiosk.director.event.words import EVENT_WORDS
from kiosk.director.ladder.words import LADDER_WORDS
from kiosk.director.plays.words import PLAYS_WORDS
from kiosk.rules.units import Side

WORDS: Mapping[str, Text] = MappingProxyType(
    {
        "white": SIDES[Side.WHITE],
        "black": SIDES[Side.BLACK],
        # elapsed time, coarse enough to be read at a glance
        "seconds": text("{count} s"),
        "minutes": text("{count} min"),
        "hours": text("{count} h"),
        "days": text("{count} d"),
        # the winner, as soon as it is known
        "winners": text("Winners"),
        # faults of the page itself
        "part_failed": text("This part of the page can't be shown."),
        "press_failed": text("This page failed: load it again, and look whether it is done."),
        # a card, and what waits for the director
        "stale": text("STALE · no report for {age}"),
        "stale_since_start": text("STALE · no report since the service started"),
        "waits": text("{table}: {words}"),
        "waits_for": text("for {age}"),
        "sentence": text("{words}."),
        # all tables
        "nothing_fits": text("No table fits the filter."),
        "nothing_heard": text("No table has reported yet."),
        "tables": text("Tables"),
        "tables_pressing": text("({count}) Tables"),
        # one order to many tables
        "nobody_chosen": text("Tick the tables first: no table is selected."),
        "many_go": text("To the tables…"),
        "many_sure": text("{title} · tables: {count} ({tables})"),
        "many_got": text("{title}: delivered to {count}"),
        "many_sending": text("being sent to {count}"),
        "many_missed": text("{count} not reached yet: {tables}"),
        # one table
        "match": text("{table}: {white} – {black}"),
        # its timeline
        "utc": text("{time} UTC"),
        "correct_by": text("Correct what this row says"),
        "new_lines": text("▲ New lines: {count}"),
        "older_lines": text("▼ Older lines: {count}"),
        "picture": text("Picture of row {seq}"),
        "no_picture": text("picture not here yet"),
        "order": text("◀ order"),
        "found": text("{count} found"),
        "found_more": text("{shown} of {count} shown: type more"),
        "no_such": text("“{kind}”: no entries of this kind in the list."),
        "asked_roll": text("The roll that is asked about"),
        # the form of an order
        "optional": text("may stay empty"),
        "time": text("m:ss"),
        "time_hint": text("minutes and seconds, such as 2:30"),
        "no_rule": text("{label}: “{line}” is not written as section.key = value"),
        "dice_hint": text("one die or two, such as 5-2"),
        "no_dice": text("{label}: write the dice, such as 5-2"),
        # an order being delivered
        "changed": text("What you were about to decide on has just changed: look again."),
        "silent": text("The director's service did not answer. Nothing was sent."),
        "unsure": text(
            "The director's service did not answer. If it took the order, it stands in the list "
            "below as soon as the connection is back."
        ),
        "no_answer": text("The director's service did not answer: try again."),
        "not_taken": text("The order was refused: {why}"),
        "unanswered": text(
            "Table has not answered for {seconds} s; it will decide it when it is back"
        ),
        "became": text("{title}: {outcome}"),
        "row": text("row {seq}"),
        # enrolling tables
        "table_number": text("Table number"),
        "enrol": text("Enrol"),
        "other_digits": text("Other digits"),
        "asks_from": text("request from {address} ({way}), waiting {age}"),
        "by_card": text("card"),
        "by_code": text("code"),
        "by_file": text("file"),
        "since_by": text("since {time}, {who}"),
        "heard": text("last report {time}"),
        "never_heard": text("no report yet"),
        "still_sends": text("still reporting, last {time}"),
        "move": text("Move"),
        "stands_there": text("It is at table {number} already."),
        "spare_for": text("Spare that takes its place"),
        "swap": text("Swap"),
        "revoke": text("Revoke"),
        "take_device_back": text("Put it back"),
        "good_until": text("good until {time} · begun {count} ×"),
        "void": text("Void"),
        "code_is": text("Code {code}, address {address}: valid for one table, {minutes} min"),
        "device": text("Device {key}"),
        # visitors' view
        "no_match": text("No match is played now."),
        "no_number": text("No table number"),
        "numbered": text("Table {number}"),
        "to_points": text("to {points}"),
        "single_game": text("single game"),
        "game": text("Game {number}"),
        "game_crawford": text("Game {number} · Crawford"),
        "no_news": text("not reporting"),
        "stopped": text("stopped"),
        "won": text("won the match"),
        "clock_runs": text("clock runs"),
        "on_turn": text("on turn"),
        "cube_centred": text("Cube at {level}, centred"),
        "cube_owned": text("Cube at {level}, {side}'s"),
        "cube_offered": text("Cube at {level}, {offered} offered"),
        "last_roll": text("The last roll"),
        # visitors' view of the event
        "go_to_table": text("Go to your table"),
        "nobody_called": text("No players are called to a table now."),
        "next_up": text("Next up"),
        "now_playing": text("Now playing"),
        "page_of": text("{page} of {pages}"),
        "consolation": text("Consolation"),
        "last_chance": text("Last chance"),
        "round": text("Round {number}"),
        "quarter_finals": text("Quarter-finals"),
        "semi_finals": text("Semi-finals"),
        "final": text("Final"),
        "third_place": text("Third place"),
        "best_of": text("best of {count}"),
        "played_by": text("by {day}"),
        "bye": text("bye"),
        "late_arrival": text("late arrival"),
        "winner_of": text("winner of {match}"),
        "loser_of": text("loser of {match}"),
        "shown_later": text("Scores and results: {count} min delayed"),
        "lost_since": text("since {time}"),
        "called_at": text("called at {time}"),
        "against": text("against {name}"),
        "you_are_next": text("You are next. Your table will be shown here."),
        "your_next_match": text("Your next match"),
        "no_match_of_yours": text("You have no match at the moment."),
        "nobody_of_name": text("No player of this name is in a draw here."),
        "nothing_drawn": text("Nothing is drawn yet."),
    }
    | dict(EVENT_WORDS)
    | dict(LADDER_WORDS)
    | dict(PLAYS_WORDS)
)
"""By the name a script uses."""


def words(language: Language = ENGLISH) -> dict[str, str]:
    """All texts by name, with open placeholders."""
    return {name: format_text(each, language) for name, each in WORDS.items()}
