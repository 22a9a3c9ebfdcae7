"""What follows from a command, by the book. The way into the rules core.

`RULES` is the whole machine: (phase, command) -> rule. A pair that is not in it is refused and
changes nothing. Before any command the clock is caught up: if the running side's time was used up
at or before the command's instant, FlagReached is told first, so a press stamped earlier than the
deadline always beats it, whenever it arrives.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from kiosk.rules import (
    board_cube,
    breaks,
    cocked,
    cube,
    desk,
    dice,
    dice_claims,
    disputes,
    ending,
    expiry,
    late,
    length,
    mix,
    mixer,
    moves,
    offers,
    permission,
    proposals,
    results,
    score,
    start,
    stops,
    times,
    turn,
    undo,
)
from kiosk.rules import clock as clocks
from kiosk.rules import commands as c
from kiosk.rules.citing import sections
from kiosk.rules.events import Event, FlagReached, Refused
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.story import NOTHING, Against, Rule, Story
from kiosk.rules.units import Instant, Side

_ANY = frozenset(Phase)
_OPENED = _ANY - {Phase.VACANT}
_IDLE = frozenset({Phase.VACANT, Phase.BETWEEN_GAMES, Phase.MATCH_OVER})
_LIVE = _OPENED - {Phase.MATCH_OVER}
_ROLLING = frozenset({Phase.OPENING, Phase.TO_ROLL, Phase.CONFIRMING})
_PLAYING = IN_GAME | {Phase.BETWEEN_GAMES}
_TURN = frozenset({Phase.TO_ROLL, Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING})
_PRESSING = frozenset(
    {Phase.PRESS_TO_START, Phase.MOVING, Phase.DOUBLED, Phase.TO_ROLL, Phase.CONFIRMING}
)
_AT_TURN = frozenset({Phase.TO_ROLL, Phase.MOVING})
_BETWEEN = frozenset({Phase.BETWEEN_GAMES})
_CHALLENGED = frozenset({Phase.CHALLENGED})
_AFTER_MOVE = frozenset({Phase.TO_ROLL, Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING})
_STARTED = IN_GAME - {Phase.OPENING, Phase.PRESS_TO_START}

_BY_COMMAND: tuple[tuple[type[c.Command], Iterable[Phase], Rule], ...] = (
    (c.AssignTable, _IDLE, Rule(start.assign_table)),
    (c.OpenMatch, _ANY, Rule(start.open_match, start.against_opening)),
    (
        c.SetUpTable,
        (Phase.VACANT, Phase.BETWEEN_GAMES),
        Rule(start.set_up, start.against_set_up),
    ),
    (
        c.ReadyTapped,
        (Phase.BETWEEN_GAMES,),
        Rule(start.ready, start.against_ready, while_stopped=False),
    ),
    (c.TowerReported, _ROLLING | {Phase.MOVING}, Rule(dice.tower_reported, dice.against_tower)),
    (c.RollRead, _ROLLING | {Phase.MOVING}, Rule(dice.read_roll, dice.against_reading)),
    (c.DiceLifted, _OPENED, Rule(dice.lifted, dice.against_lifting)),
    (c.RollConfirmed, (Phase.CONFIRMING,), Rule(dice.confirm, dice.against_confirming)),
    (c.RollEntered, _ROLLING, Rule(dice.enter, dice.against_entering)),
    (c.LeftGranted, IN_GAME, Rule(permission.grant, permission.against_granting)),
    (c.LeftWithdrawn, IN_GAME, Rule(permission.withdraw, permission.against_withdrawing)),
    (c.HomeCrowded, (Phase.TO_ROLL,), Rule(permission.crowded, permission.against_crowded)),
    (c.RerollConsented, (Phase.TO_ROLL,), Rule(cocked.consent, cocked.against_consenting)),
    (
        c.UnevenSurfaceClaimed,
        (Phase.OPENING, Phase.TO_ROLL),
        Rule(dice.claim_uneven, dice.against_uneven),
    ),
    (
        c.ClosedOutDeclared,
        (Phase.TO_ROLL,),
        Rule(dice_claims.declare_closed_out, dice_claims.against_closed_out),
    ),
    (
        c.EarlyPickupClaimed,
        (Phase.MOVING,),
        Rule(dice_claims.claim_early_pickup, dice_claims.against_early_pickup),
    ),
    (
        c.OneDieLiftedClaimed,
        (Phase.MOVING,),
        Rule(dice_claims.claim_one_die, dice_claims.against_one_die),
    ),
    (
        c.DiceClaimAgreed,
        _TURN,
        Rule(dice_claims.agree, dice_claims.against_agreeing, while_stopped=False),
    ),
    (c.DiceContested, _TURN, Rule(dice_claims.contest, dice_claims.against_contesting)),
    (
        c.DelayForfeitOrdered,
        _TURN,
        Rule(dice_claims.order_forfeit, dice_claims.against_forfeit),
    ),
    (c.MixDemanded, (Phase.BETWEEN_GAMES,), Rule(mix.demand, mix.against_demanding)),
    (c.FirstPickTapped, (Phase.BETWEEN_GAMES,), Rule(mix.pick_first, mix.against_picking)),
    (c.MixerWishTapped, _PLAYING, Rule(mixer.wish, mixer.against_wish)),
    (c.MixerOrdered, _PLAYING, Rule(mixer.order, mixer.against_order)),
    (c.ClockPressed, _PRESSING, Rule(turn.press, turn.against_press, while_stopped=False)),
    (c.DeadlineReached, _PLAYING, Rule(turn.deadline_reached, turn.against_deadline)),
    (
        c.DoubleTapped,
        (Phase.TO_ROLL,),
        Rule(cube.double, cube.against_double, while_stopped=False),
    ),
    (c.TakeTapped, (Phase.DOUBLED,), Rule(cube.take, cube.against_answer, while_stopped=False)),
    (c.PassTapped, (Phase.DOUBLED,), Rule(cube.pass_, cube.against_answer, while_stopped=False)),
    (
        c.WinDeclared,
        (Phase.TO_ROLL, Phase.MOVING),
        Rule(ending.declare_win, ending.against_win, while_stopped=False),
    ),
    (
        c.WinAgreed,
        (Phase.CLAIMED,),
        Rule(ending.agree_win, ending.against_agreeing, while_stopped=False),
    ),
    (c.WinDisputed, (Phase.CLAIMED,), Rule(ending.dispute_win, while_stopped=False)),
    (
        c.BoardDoubleTapped,
        _AT_TURN,
        Rule(board_cube.tell_double, board_cube.against_telling, while_stopped=False),
    ),
    (
        c.BoardDoubleAgreed,
        _AT_TURN,
        Rule(board_cube.agree_double, board_cube.against_agreeing, while_stopped=False),
    ),
    (
        c.BoardDoubleContested,
        _AT_TURN,
        Rule(board_cube.contest_double, board_cube.against_contesting),
    ),
    (
        c.BoardAnswerTapped,
        (Phase.DOUBLED,),
        Rule(board_cube.board_answer, board_cube.against_board_answer, while_stopped=False),
    ),
    (c.ExtraDoubleTapped, IN_GAME, Rule(board_cube.extra_double, board_cube.against_extra)),
    (c.CubeDisputed, IN_GAME, Rule(board_cube.dispute_cube, board_cube.against_disputing)),
    (
        c.CubeOrdered,
        IN_GAME - {Phase.DOUBLED},
        Rule(board_cube.place_cube, board_cube.against_placing),
    ),
    (c.UndoTapped, _OPENED, Rule(undo.undo, undo.against_undo)),
    (c.UndoOrdered, _OPENED, Rule(undo.undo, undo.against_undo)),
    (c.OfferTapped, _AT_TURN, Rule(offers.offer, offers.against_offer, while_stopped=False)),
    (c.OfferAccepted, (Phase.OFFERED,), Rule(offers.accept, offers.against_accepting)),
    (
        c.OfferRejected,
        (Phase.OFFERED,),
        Rule(offers.reject, offers.against_rejecting, while_stopped=False),
    ),
    (
        c.OfferContested,
        (Phase.OFFERED,),
        Rule(offers.contest, offers.against_contesting, while_stopped=False),
    ),
    (c.GinOrdered, (Phase.OFFERED,), Rule(offers.rule_gin)),
    (c.SettlementTapped, _LIVE, Rule(offers.settle, offers.against_settling)),
    (c.GameEndOrdered, _STARTED, Rule(offers.order_end, offers.against_ordering_end)),
    (c.RecordShown, _OPENED, Rule(score.show_record, score.against_showing)),
    (c.ScoreQuestioned, _OPENED, Rule(score.question_score, score.against_questioning)),
    (c.LengthNoticed, _OPENED, Rule(length.notice_length, length.against_noticing)),
    (c.LengthOrdered, _OPENED, Rule(length.order_length, length.against_ordering)),
    (
        c.ResultConfirmed,
        (Phase.MATCH_OVER,),
        Rule(results.confirm_result, results.against_confirming),
    ),
    (
        c.ResultReported,
        (Phase.MATCH_OVER,),
        Rule(results.report_result, results.against_reporting),
    ),
    (c.ResultPosted, _OPENED, Rule(results.post_result, results.against_posting)),
    (c.EarlierResultOrdered, _ANY, Rule(results.correct_earlier, results.against_earlier)),
    (c.ResultClosed, (Phase.MATCH_OVER,), Rule(results.close_result, results.against_closing)),
    (c.MatchConceded, _LIVE, Rule(results.concede_match, results.against_conceding)),
    (c.ConcessionWithdrawn, _OPENED, Rule(results.take_back, results.against_taking_back)),
    (c.DelayRestartTapped, (Phase.TO_ROLL,), Rule(times.restart_delay, times.against_restart)),
    (c.ExpiryDeclared, _LIVE, Rule(expiry.declare_expiry, expiry.against_expiry)),
    (c.ExpiryRuled, _LIVE, Rule(expiry.rule_expiry, expiry.against_ruling)),
    (c.ClockStopTapped, IN_GAME, Rule(stops.stop, stops.against_stop)),
    (c.LostTimeClaimed, _LIVE, Rule(times.claim_lost_time, times.against_claim)),
    (c.ClockWishTapped, _PLAYING, Rule(times.wish_for_clock, times.against_wish)),
    (c.ClockWishAgreed, _PLAYING, Rule(times.answer_wish, times.against_answering)),
    (c.ClockWishDenied, _PLAYING, Rule(times.answer_wish, times.against_answering)),
    (c.ClockOrdered, _LIVE, Rule(times.order_clock, times.against_clock)),
    (c.TimeOrdered, _LIVE, Rule(times.order_time, times.against_time)),
    (c.ClockReplaced, _LIVE, Rule(times.replace_clock, times.against_replacing)),
    (c.DirectorCallTapped, _LIVE, Rule(stops.call_director, stops.against_call)),
    (c.ResumeTapped, _LIVE, Rule(stops.resume, stops.against_resuming)),
    (c.MessageTapped, _ANY, Rule(desk.read_message, desk.against_reading_message)),
    (
        c.ClockPressed,
        _CHALLENGED,
        Rule(moves.press, moves.against_pressing, while_stopped=False),
    ),
    (
        c.IllegalMoveTapped,
        _AFTER_MOVE,
        Rule(moves.say_illegal, moves.against_illegal, while_stopped=False),
    ),
    (
        c.IllegalMovePointedOut,
        _AFTER_MOVE,
        Rule(moves.point_out, moves.against_pointing_out),
    ),
    (c.IllegalMoveAgreed, _CHALLENGED, Rule(moves.agree, moves.against_agreeing)),
    (
        c.IllegalMoveDenied,
        _CHALLENGED | {Phase.MOVING},
        Rule(moves.deny, moves.against_denying, while_stopped=False),
    ),
    (c.IllegalMoveRuled, _CHALLENGED, Rule(moves.rule)),
    (c.DieLiftedTapped, (Phase.TO_ROLL,), Rule(moves.tell_lifted, moves.against_lifted)),
    (
        c.SetUpErrorTapped,
        IN_GAME,
        Rule(moves.find_setup_error, moves.against_setup_error, while_stopped=False),
    ),
    (c.DisputeTapped, _PLAYING, Rule(disputes.dispute, disputes.against_dispute)),
    (c.DisturbanceTapped, _PLAYING, Rule(disputes.disturb, disputes.against_disputed)),
    (c.DisputeRuled, _PLAYING, Rule(dice_claims.rule, disputes.against_disputed)),
    (c.AppealTapped, _OPENED, Rule(disputes.appeal, disputes.against_appeal)),
    (c.PanelNamed, _OPENED, Rule(disputes.convene, disputes.against_panel)),
    (c.AppealRuled, _OPENED, Rule(disputes.decide_appeal, disputes.against_deciding)),
    (
        c.ObserverWanted,
        _PLAYING,
        Rule(disputes.want_observer, disputes.against_wanting_observer),
    ),
    (c.SlowPlayTapped, _PLAYING, Rule(disputes.tell_slow_play, disputes.against_slow_play)),
    (c.ObserverNamed, _PLAYING, Rule(disputes.name_observer, disputes.against_observer)),
    (c.CameraRefused, _PLAYING, Rule(disputes.refuse_camera, disputes.against_camera_refusal)),
    (c.ConductNoted, _PLAYING, Rule(disputes.note_conduct)),
    (c.LatenessOrdered, _BETWEEN, Rule(late.order_lateness, late.against_lateness)),
    (c.PresentTapped, _PLAYING, Rule(late.present, late.against_present)),
    (c.LateClaimTapped, _PLAYING, Rule(late.claim, late.against_claim)),
    (
        c.BreakTapped,
        _PLAYING,
        Rule(breaks.take, breaks.against_break, while_stopped=False),
    ),
    (c.BreakOrdered, _PLAYING, Rule(breaks.order_leave, breaks.against_leave)),
    (c.AdjournOrdered, _PLAYING, Rule(breaks.adjourn, breaks.against_adjourning)),
    (c.StopOrdered, _LIVE, Rule(desk.order_stop, desk.against_stopping)),
    (c.StartOrdered, _LIVE, Rule(desk.order_start, desk.against_starting)),
    (c.MessageOrdered, _ANY, Rule(desk.order_message, desk.against_message)),
    (c.PenaltyOrdered, _LIVE, Rule(desk.order_penalty, desk.against_penalty)),
    (c.ForfeitOrdered, _OPENED, Rule(desk.order_forfeit, desk.against_forfeit)),
    (c.ScoreOrdered, _OPENED, Rule(desk.order_score, desk.against_score)),
    (c.ProfileOrdered, _LIVE, Rule(desk.order_profile, desk.against_profile)),
    (c.ProposalAccepted, _OPENED, Rule(proposals.accept, proposals.against_accepting)),
    (c.ProposalDeclined, _OPENED, Rule(proposals.decline, proposals.against_declining)),
    (c.DeviceFailed, _ANY, Rule(desk.device_failed, desk.against_failing)),
    (c.DeviceRecovered, _ANY, Rule(desk.device_recovered, desk.against_recovering)),
    (c.TableRestarted, _ANY, Rule(desk.restarted)),
)

RULES: Mapping[tuple[Phase, type[c.Command]], Rule] = MappingProxyType(
    {(phase, kind): rule for kind, phases, rule in _BY_COMMAND for phase in phases}
)


def decide(match: Match, command: c.Command) -> tuple[Event, ...]:
    """The facts that follow. Never raises for any match and command; a refusal is a fact too."""
    story = _caught_up(match, command)
    if _rang(story, command):
        return tuple(story.events)
    reasons = _against(story.match, command)
    if reasons:
        cites = sections(story.match, command, reasons)
        story.tell(Refused(type(command).__name__, _asker(command), reasons, cites))
    else:
        RULES[story.match.phase, type(command)].tell(story, command)
    return tuple(story.events)


def why_not(match: Match, command: c.Command) -> Against:
    """Every reason the command would be refused; empty exactly when it would not be."""
    story = _caught_up(match, command)
    return NOTHING if _rang(story, command) else _against(story.match, command)


def deadline(match: Match) -> Instant | None:
    """When the shell must next send DeadlineReached; None when nothing is due by itself."""
    if match.taken_over_by is not None:
        return None
    flag = clocks.deadline(match.clock)
    patience = match.held.until if match.held else None
    missing = (late.deadline(match), breaks.deadline(match))
    return min((at for at in (flag, patience, *missing) if at is not None), default=None)


def _rang(story: Story, command: c.Command) -> bool:
    """The alarm rang for what catching up told already."""
    return isinstance(command, c.DeadlineReached) and bool(story.events)


def _against(match: Match, command: c.Command) -> Against:
    if match.taken_over_by is not None:
        return (Reason.TAKEN_OVER,)
    if isinstance(command, c.Order) and command.match_id != match.match_id:
        return (Reason.OTHER_MATCH,)
    rule = RULES.get((match.phase, type(command)))
    if rule is None:
        return (_out_of_phase(match),)
    if match.stop is not None and not rule.while_stopped:
        return (Reason.CLOCK_STOPPED, *rule.against(match, command))
    return rule.against(match, command)


def _asker(command: c.Command) -> Side | None:
    """The side whose tap or press it was."""
    if isinstance(command, c.ExpiryDeclared):
        return command.by
    side: Side | None = getattr(command, "side", None)
    return side


def _out_of_phase(match: Match) -> Reason:
    match match.phase:
        case Phase.VACANT if match.opened is None:
            return Reason.NO_MATCH
        case Phase.MATCH_OVER:
            return Reason.MATCH_IS_OVER
        case _:
            return Reason.NOT_NOW


def _caught_up(match: Match, command: c.Command) -> Story:
    """The match at the command's instant: a flag that fell by then has fallen."""
    story = Story(match)
    at = command.mark_at if isinstance(command, c.TableRestarted) else command.at
    due, side = clocks.deadline(match.clock), match.clock.running
    here = match.taken_over_by is None
    if here and at is not None and due is not None and side is not None and at >= due:
        story.tell(FlagReached(side, due, (story.book.cite("expiry.consequence"),)))
        expiry.fell(story, side, due)
    return story
