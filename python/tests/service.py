"""What the tests with a real service share. The clock of the service stands until a test moves it.

PAPERTAPE_TEST_URL is the address of the service and PAPERTAPE_TEST_CLOCK that of its clock: POST ?minutes=N moves it, does every mark and
delivers webhooks, and answers the instant. In this league the two pools of SOL-USD are apart all the time.
"""
from __future__ import annotations

import itertools
import os
import unittest
import urllib.request
from typing import Any, Callable, Dict, Literal, cast

from papertape import Client, PapertapeError
from papertape._time import seconds_of

URL = os.environ.get("PAPERTAPE_TEST_URL", "")
CLOCK = os.environ.get("PAPERTAPE_TEST_CLOCK", "")

numbers = itertools.count(1)


def step(minutes: int = 0, *, seen: Literal["in time", "late", "never"] = "in time") -> str:
    """Moves the clock of the league. Answers its instant.

    :param seen: Where a witness sees the marks of the league: whether it sees each of these, or only the last one, at the end.
    """
    address = f"{CLOCK}/?minutes={minutes}&seen={seen.replace(' ', '+')}"
    with urllib.request.urlopen(urllib.request.Request(address, method="POST"), timeout=60) as answer:
        return cast(str, answer.read().decode())


def now() -> float:
    return seconds_of(step())


def enter(league: str = "spot_crypto", **options: Any) -> Client:
    """A bot, for which five minutes pass whenever it sleeps."""
    given: Dict[str, Any] = {"sleep": lambda _: step(5), "now": now, "random": lambda: 0.5}
    bot = Client(URL, **{**given, **options})
    n = next(numbers)
    bot.register(
        {
            "name": f"Snake {os.getpid()} {n}",
            "company": f"Test Works {n}",
            "contact": f"snake{n}.{os.getpid()}@example.test",
            "country": "CA",
            "league": league,
        }
    )
    return bot


@unittest.skipUnless(URL, "PAPERTAPE_TEST_URL is not set")
class Service(unittest.TestCase):
    def fails(self, code: str, call: Callable[[], Any]) -> PapertapeError:
        with self.assertRaises(PapertapeError) as caught:
            call()
        self.assertEqual(caught.exception.code, code)
        return caught.exception
