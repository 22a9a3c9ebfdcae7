"""Checks that the director answers, is well, and has the same time."""

import http.client
import json
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

from kiosk.doctor.facts import DirectorFacts
from kiosk.wire import pinned
from kiosk.wire.errors import NotTheDirector

ANSWER_S = 3.0
LONGEST = 65536
WHERE = "/healthz"


def ask_director(
    url: str,
    certificate: str | None = None,
    answer_s: float = ANSWER_S,
    wall_s: Callable[[], float] = time.time,
) -> DirectorFacts:
    """Request the director's health once; nothing is changed."""
    connection = pinned.connect_to(url, certificate, answer_s)
    try:
        connection.connect()
        asked_s = wall_s()
        connection.request("GET", WHERE)
        response = connection.getresponse()
        body = response.read(LONGEST)
        middle_s = (asked_s + wall_s()) / 2
    except NotTheDirector as error:
        return DirectorFacts(url, stranger=str(error))
    except (OSError, http.client.HTTPException) as error:
        return DirectorFacts(url, why=_words(error))
    finally:
        connection.close()
    apart_s = _apart_s(response.getheader("Date"), middle_s)
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    protocol = answer.get("protocol") if isinstance(answer, dict) else None
    if not isinstance(protocol, int):
        return DirectorFacts(url, apart_s=apart_s)
    return DirectorFacts(
        url,
        protocol=protocol,
        event_id=answer.get("event_id"),
        sound=answer.get("ok") is True,
        failure=str(answer.get("failure", "the reason is in its log")),
        apart_s=apart_s,
    )


def _apart_s(date: str | None, middle_s: float) -> float | None:
    """Offset of the director's clock. A Date header has whole seconds, so 0.5 s is added."""
    if date is None:
        return None
    try:
        return parsedate_to_datetime(date).timestamp() + 0.5 - middle_s
    except ValueError:
        return None


def _words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
