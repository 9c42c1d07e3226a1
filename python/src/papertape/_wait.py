"""Waiting for an order or for the score of a sheet, without asking all the time.

An order cannot be decided before its window ends, nor a sheet before its round closes, so the wait sleeps until then, by the clock of the
league, which may run faster than the one on the wall. Then it asks, in pauses that grow, since an order whose price is missing may wait for hours.
"""
from __future__ import annotations

import math
from typing import Callable, Generic, Optional, Tuple, TypeVar, Union

from . import wire
from ._time import seconds_of
from .errors import PapertapeError

_POLL_SECONDS = 5.0
_POLL_SECONDS_LEAST = 1.0
_POLL_GROWTH = 1.5
_POLL_GROWTH_MAX = 12.0
#: After the end of a window its orders still have to be computed and stored. Of the league's clock, but for the least.
_SETTLE_SECONDS = 1.0
_SETTLE_SECONDS_LEAST = 0.1
#: All bots of a window wait for the same instant: they ask spread over this time after it, of the league's clock.
_SPREAD_SECONDS = 4.0
_FAILURES_MAX = 10


#: A round is scored at the mark after its close, or later.
SCORING_SECONDS = 300.0

_T = TypeVar("_T")


class Wait(Generic[_T]):
    """Waits for something of one bot. The functions are those of the client.

    :param ask: Asks for it by its id.
    :param is_pending: Can it still change?
    :param end: The earliest instant at which it can be decided, in seconds.
    :param what: What it is called, in words, with a capital letter.
    :param wait_on: What to do when the time is over.
    """

    def __init__(
        self,
        ask: Callable[[str], _T],
        is_pending: Callable[[_T], bool],
        end: Callable[[_T], float],
        what: str,
        wait_on: str,
        status: Callable[[], wire.StatusView],
        sleep: Callable[[float], None],
        now: Callable[[], float],
        random: Callable[[], float],
    ) -> None:
        self._ask_once, self._is_pending, self._end, self._what, self._wait_on = ask, is_pending, end, what, wait_on
        self._status, self._sleep, self._now, self._random = status, sleep, now, random

    def wait(self, id: str, end: Optional[float], timeout: Optional[float]) -> _T:
        """It, once it is decided. `end` is the earliest instant at which that can be, in seconds, where it is known."""
        deadline = self._now() + (math.inf if timeout is None else timeout)
        failures = 0
        if end is None:
            first = self._ask(id)
            if isinstance(first, PapertapeError):
                failures += 1
            elif not self._is_pending(first):
                return first
            else:
                end = self._end(first)
        until_end, speed = self._clock(end)
        pause = max(_POLL_SECONDS_LEAST, _POLL_SECONDS / speed)
        if until_end > 0:
            settle = max(_SETTLE_SECONDS_LEAST, _SETTLE_SECONDS / speed) + self._random() * _SPREAD_SECONDS / speed
            self._pause(until_end + settle, deadline)
        growth = 1.0
        while True:
            seen = self._ask(id)
            if isinstance(seen, PapertapeError):
                failures += 1
                if failures > _FAILURES_MAX:
                    raise seen
            elif not self._is_pending(seen):
                return seen
            else:
                failures = 0
            if self._now() >= deadline:
                raise PapertapeError("still_pending", f"{self._what} {id} is still pending after {timeout} s.", self._wait_on, status=200)
            asked = seen.retry_after or 0 if isinstance(seen, PapertapeError) else 0
            self._pause(max(pause * growth, asked), deadline)
            growth = min(growth * _POLL_GROWTH, _POLL_GROWTH_MAX)

    def _ask(self, id: str) -> Union[_T, PapertapeError]:
        """An error where the service may be away for a while."""
        try:
            return self._ask_once(id)
        except PapertapeError as error:
            if error.code == "no_credentials" or not (error.status in (0, 429) or error.status >= 500):
                raise
            return error

    def _pause(self, seconds: float, deadline: float) -> None:
        self._sleep(max(0.0, min(seconds, deadline - self._now())))

    def _clock(self, end: Optional[float]) -> Tuple[float, float]:
        """How long that still takes, by the clock on the wall, and how fast the league's clock runs."""
        try:
            status = self._status()
        except PapertapeError:
            # Only a better guess is lost: it is asked for all the same.
            return 0.0, 1.0
        speed = status["clock"]["speed"]
        # A stepped clock stands still and jumps: there is nothing to sleep for, and no reason to be slow.
        if status["clock"]["kind"] == "stepped" or not speed > 0:
            return 0.0, _POLL_SECONDS
        left = 0.0 if end is None else end - seconds_of(status["time"])
        return left / speed, speed
