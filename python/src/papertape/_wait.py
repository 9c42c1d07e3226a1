"""Waiting for an order, without asking all the time.

It cannot be decided before its window ends, so the wait sleeps until then, by the clock of the league, which may run faster than the one
on the wall. Then it asks, in pauses that grow, since an order whose price is missing may wait for hours.
"""
from __future__ import annotations

import math
from typing import Callable, Optional, Tuple, Union

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


class OrderWait:
    """Waits for orders of one bot. The functions are those of the client."""

    def __init__(
        self,
        order: Callable[[str], wire.OrderView],
        status: Callable[[], wire.StatusView],
        sleep: Callable[[float], None],
        now: Callable[[], float],
        random: Callable[[], float],
    ) -> None:
        self._order, self._status, self._sleep, self._now, self._random = order, status, sleep, now, random

    def wait(self, order_id: str, fills_by: Optional[str], timeout: Optional[float]) -> wire.OrderView:
        """The order once it is filled or rejected. `fills_by` is the end of its window, where it is known."""
        deadline = self._now() + (math.inf if timeout is None else timeout)
        failures = 0
        if fills_by is None:
            first = self._ask(order_id)
            if isinstance(first, PapertapeError):
                failures += 1
            elif first["state"] != "pending":
                return first
            else:
                fills_by = first["window"]["end"]
        until_end, speed = self._clock(fills_by)
        pause = max(_POLL_SECONDS_LEAST, _POLL_SECONDS / speed)
        if until_end > 0:
            settle = max(_SETTLE_SECONDS_LEAST, _SETTLE_SECONDS / speed) + self._random() * _SPREAD_SECONDS / speed
            self._pause(until_end + settle, deadline)
        growth = 1.0
        while True:
            order = self._ask(order_id)
            if isinstance(order, PapertapeError):
                failures += 1
                if failures > _FAILURES_MAX:
                    raise order
            elif order["state"] != "pending":
                return order
            else:
                failures = 0
            if self._now() >= deadline:
                raise _still_pending(order_id, timeout)
            asked = order.retry_after or 0 if isinstance(order, PapertapeError) else 0
            self._pause(max(pause * growth, asked), deadline)
            growth = min(growth * _POLL_GROWTH, _POLL_GROWTH_MAX)

    def _ask(self, order_id: str) -> Union[wire.OrderView, PapertapeError]:
        """An error where the service may be away for a while."""
        try:
            return self._order(order_id)
        except PapertapeError as error:
            if error.code == "no_credentials" or not (error.status in (0, 429) or error.status >= 500):
                raise
            return error

    def _pause(self, seconds: float, deadline: float) -> None:
        self._sleep(max(0.0, min(seconds, deadline - self._now())))

    def _clock(self, fills_by: Optional[str]) -> Tuple[float, float]:
        """How long the window still takes, by the clock on the wall, and how fast the league's clock runs."""
        try:
            status = self._status()
        except PapertapeError:
            # Only a better guess is lost: the order is asked for all the same.
            return 0.0, 1.0
        speed = status["clock"]["speed"]
        # A stepped clock stands still and jumps: there is nothing to sleep for, and no reason to be slow.
        if status["clock"]["kind"] == "stepped" or not speed > 0:
            return 0.0, _POLL_SECONDS
        left = 0.0 if fills_by is None else seconds_of(fills_by) - seconds_of(status["time"])
        return left / speed, speed


def _still_pending(order_id: str, timeout: Optional[float]) -> PapertapeError:
    return PapertapeError(
        "still_pending",
        f"Order {order_id} is still pending after {timeout} s.",
        "The order stands, and will be filled or rejected. Wait on with wait_for_order(order_id); do not send it again.",
        status=200,
    )
