"""A question answered with no, and dice thrown while play is put off, are not passed over."""

from kits import commands as c
from kits.rules_kit import die, facts
from kits.table_kit import Table, begun

from kiosk.journal import Journal
from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kiosk.rules.units import Side

WHITE, BLACK = Side


def denied(table: Table) -> tuple[bool, bool]:
    sides = table.shown[-1].sides
    assert sides is not None
    return sides.white.denied, sides.black.denied


def test_who_offered_or_claimed_reads_that_the_other_says_no(
    journal: Journal, norway: RuleBook
) -> None:
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.do(c.OfferTapped(table.now, WHITE, BLACK, 1, True, True), "white")
    assert denied(table) == (False, False)
    table.do(c.OfferRejected(table.now, BLACK), "black")
    assert denied(table) == (True, False)
    table.later(5.9)
    table.loop.publish()
    assert denied(table) == (True, False)
    table.later(0.1)
    table.loop.publish()
    assert denied(table) == (False, False)


def test_who_withdraws_its_own_question_was_not_denied_it(
    journal: Journal, norway: RuleBook
) -> None:
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.do(c.PressBackTapped(table.now, WHITE), "white")
    table.do(c.PressBackDenied(table.now, WHITE), "white")
    assert denied(table) == (False, False)
    table.do(c.PressBackTapped(table.now, WHITE), "white")
    table.do(c.PressBackDenied(table.now, BLACK), "black")
    assert denied(table) == (True, False)


def test_who_wanted_the_last_game_played_on_reads_that_the_other_says_no(
    journal: Journal, norway: RuleBook
) -> None:
    table = begun(Table(journal), norway)
    table.do(c.WinDeclared(table.now, WHITE, 1), "white")
    table.do(c.WinAgreed(table.now, BLACK), "black")
    assert table.loop.match.phase is Phase.BETWEEN_GAMES
    table.do(c.ReopenTapped(table.now, BLACK), "black")
    table.do(c.ReopenDenied(table.now, WHITE), "white")
    assert denied(table) == (False, True)


def test_a_no_is_forgotten_once_the_game_goes_on(journal: Journal, norway: RuleBook) -> None:
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.do(c.PressBackTapped(table.now, WHITE), "white")
    table.do(c.PressBackDenied(table.now, BLACK), "black")
    table.do(c.DoubleTapped(table.now, BLACK), "black")
    assert table.loop.match.phase is Phase.DOUBLED
    assert denied(table) == (False, False)


def test_dice_thrown_while_play_is_put_off_are_said_not_to_count(
    journal: Journal, norway: RuleBook
) -> None:
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.do(c.StopOrdered(table.now, "m-1", "Kari", "look"), "director:Kari")
    assert not table.shown[-1].thrown_in_vain
    table.do(
        c.RollRead(table.now, facts(die(3, Half.PICTURE_RIGHT), die(3, Half.PICTURE_RIGHT))),
        "camera",
    )
    stop = table.loop.match.stop
    assert stop is not None
    assert stop.reason is StopReason.DIRECTOR_ORDERED
    assert table.shown[-1].thrown_in_vain
    table.do(c.StartOrdered(table.now, "m-1", "Kari", "on"), "director:Kari")
    assert not table.shown[-1].thrown_in_vain
