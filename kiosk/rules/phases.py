"""Groups of phases in which acts are allowed."""

from kiosk.rules.match import IN_GAME, Phase

ANY = frozenset(Phase)
OPENED = ANY - {Phase.VACANT}
IDLE = frozenset({Phase.VACANT, Phase.BETWEEN_GAMES, Phase.MATCH_OVER})
LIVE = OPENED - {Phase.MATCH_OVER}
ROLLING = frozenset({Phase.OPENING, Phase.TO_ROLL, Phase.CONFIRMING})
PLAYING = IN_GAME | {Phase.BETWEEN_GAMES}
IN_TURN = frozenset({Phase.TO_ROLL, Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING})
PRESSING = frozenset(
    {Phase.PRESS_TO_START, Phase.MOVING, Phase.DOUBLED, Phase.TO_ROLL, Phase.CONFIRMING}
)
AT_TURN = frozenset({Phase.TO_ROLL, Phase.MOVING})
BETWEEN = frozenset({Phase.BETWEEN_GAMES})
CHALLENGED = frozenset({Phase.CHALLENGED})
AFTER_MOVE = frozenset({Phase.TO_ROLL, Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING})
STARTED = IN_GAME - {Phase.OPENING, Phase.PRESS_TO_START}
