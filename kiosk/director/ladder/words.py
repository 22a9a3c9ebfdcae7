"""Texts of the page of ladders; `words.py` describes their use."""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.catalogue.text import Text, text

LADDER_WORDS: Mapping[str, Text] = MappingProxyType(
    {
        # the next thing to do
        "ladder_next_none": text("Open the club's ladder."),
        "ladder_next_none_wait": text("The director opens a ladder first."),
        "ladder_next_season": text("No season is open."),
        "ladder_next_final": text("The season is closed. The players below play the final."),
        "ladder_next_overdue": text("{one} – {other} should have been played by {day}."),
        "ladder_next_open_end": text("The season is over. Challenges still to end: {count}."),
        "ladder_next_close": text("The season is over: close it."),
        "ladder_next_confirm": text("The rules leave some things open: look, and confirm them."),
        "ladder_next_by": text("{one} – {other} are to play by {day}."),
        "ladder_next_again": text("{one} – {other} are to play their match again."),
        "ladder_next_nothing": text("Nothing is waiting. Who challenges whom?"),
        "ladder_what_became": text("What happened to it?"),
        # ladders, and one of them
        "ladders_here": text("Ladders"),
        "ladder_open": text("Open a ladder"),
        "ladder_open_another": text("Open another ladder"),
        "ladder_opened": text("{name} is open."),
        "ladder_name": text("Name of the ladder"),
        "ladder_by_rules": text("By the rules of"),
        "ladder_names": text("Members, one a line, the top first"),
        "ladder_summary": text("{name}: {title}"),
        "ladder_progress": text("Up or down this season"),
        "ladder_played": text("Played"),
        "ladder_few": text("fewer than expected"),
        "ladder_has_open": text("has a challenge"),
        # members
        "ladder_join": text("Enter a member"),
        "ladder_join_hint": text("New members start at the bottom."),
        "ladder_joined": text("{name} is on the ladder."),
        "ladder_leave": text("{name} leaves the ladder"),
        "ladder_leave_hint": text("All below move up."),
        "ladder_left": text("{name} has left the ladder."),
        # challenges
        "ladder_challenges": text("Open challenges: {count}"),
        "ladder_no_challenges": text("No challenge is open."),
        "ladder_by_day": text("by {day}"),
        "ladder_overdue": text("overdue since {day}"),
        "ladder_again": text("disputed: to be played again"),
        "ladder_made_on": text("made on {day}"),
        "ladder_challenge": text("Enter a challenge"),
        "ladder_challenger": text("Challenger"),
        "ladder_challenged": text("Challenged"),
        "ladder_made_day": text("Made on"),
        "ladder_for_day": text("To be played from"),
        "ladder_made": text("{one} has challenged {other}."),
        "ladder_result": text("Enter the result"),
        "ladder_played_day": text("Played on"),
        "ladder_late_why": text("Why it counts, if it was played too late"),
        "ladder_unplayed": text("Not played"),
        "ladder_absent": text("Who could not play"),
        "ladder_nobody": text("nobody is at fault"),
        "ladder_ended": text("It is ended."),
        "ladder_dispute": text("Disputed: play it again"),
        "ladder_dispute_hint": text("No moves until it has been played again."),
        "ladder_disputed": text("It is to be played again."),
        "ladder_over": text("Ended this season: {count}"),
        # the season
        "ladder_season": text("Season {number}: {first} – {last}"),
        "ladder_season_closed": text("Season {number} is closed."),
        "ladder_open_season": text("Open a season"),
        "ladder_first_day": text("First day"),
        "ladder_last_day": text("Last day"),
        "ladder_season_opened": text("The season is open."),
        "ladder_close_season": text("Close the season"),
        "ladder_final": text("The final: {count}"),
        "ladder_final_event": text("Make it a division of the event"),
        "ladder_final_made": text(
            "{name} is in the event and drawn: look at it there, then publish."
        ),
        "ladder_seeds": text("Seeds, from the top of the ladder"),
        "ladder_prizes": text("Prizes"),
        "ladder_prize_top": text("Top of the ladder: {names}"),
        "ladder_prize_progress": text("Most progress: {names}"),
        # the rules
        "ladder_rules": text("Rules"),
        "ladder_to_confirm": text("To confirm: {count}"),
        "ladder_confirm": text("Confirm these"),
        "ladder_confirm_hint": text(
            "To change a value for your club, write your own file and open another ladder from it."
        ),
        # news
        "ladder_news": text("What happened"),
        "ladder_news_opened": text("The ladder was opened."),
        "ladder_news_confirmed": text("What the rules leave open was confirmed."),
        "ladder_news_season": text("A season was opened."),
        "ladder_news_closed": text("The season was closed."),
        "ladder_news_joined": text("{name} joined at place {place}."),
        "ladder_news_left": text("{name} left."),
        "ladder_news_made": text("{one} challenged {other}."),
        "ladder_news_result": text("{winner} beat {loser}, {score}."),
        "ladder_news_unplayed": text("{one} – {other}: not played."),
        "ladder_news_absent": text("{one} – {other}: {name} could not play."),
        "ladder_news_disputed": text("{one} – {other}: disputed, to be played again."),
        "ladder_news_corrected": text("{one} – {other}: corrected, {winner} won, {score}."),
        "ladder_news_undone": text("Undone: {words}"),
        "ladder_news_undone_again": text("Something has been undone."),
        "ladder_news_by": text("{day}, {name}"),
        "ladder_move": text("{name}: {was} → {now}"),
    }
)
"""By the name a script uses."""
