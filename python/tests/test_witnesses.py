"""Witnesses that a client trusts, with a real one that sees the marks of a real service, whose clock is taken for the real one.

PAPERTAPE_TEST_WITNESS is its key, and PAPERTAPE_TEST_STRANGER that of a witness which nobody asks.
"""
from __future__ import annotations

import os
from typing import Any, List

from papertape import Client, LogError, LogMemory
from papertape.log import is_signed

from .service import URL, Service, enter, now, step
from .test_proofs import Forger

SEEING = os.environ.get("PAPERTAPE_TEST_WITNESS", "")
STRANGER = os.environ.get("PAPERTAPE_TEST_STRANGER", "")


def client(keys: List[str], url: str = URL, **options: Any) -> Client:
    return Client(url, now=now, sleep=lambda _: None, witnesses=keys, **options)


class Witnesses(Service):
    def unwitnessed(self, words: str, asking: Client) -> LogError:
        error = self.fails("log_unwitnessed", asking.get_status)
        self.assertIn("Nobody whom you trust saw it in time", error.detail)
        self.assertIn(words, error.detail)
        assert isinstance(error, LogError)
        return error

    def test_it_goes_on_while_they_see_the_log_in_time(self) -> None:
        step(30)
        bot = enter(witnesses=[SEEING], watch_log=True)
        bot.weights({"BTC-USD": 0.5})
        step(10)
        bot.weights({"BTC-USD": 0.4})
        client([SEEING, STRANGER]).get_status()

    def test_the_first_call_looks_and_a_witness_that_saw_nothing_is_none(self) -> None:
        step(10)
        error = self.unwitnessed("not cosigned by stranger.test", client([STRANGER]))
        self.assertTrue(is_signed(error.evidence["after"], Client(URL).get_log()["key"]))
        self.unwitnessed("not cosigned by 2 of the 2 witnesses", client([SEEING, STRANGER], witnesses_needed=2))
        # What an earlier run saw a moment ago says nothing of these witnesses.
        memory: LogMemory = {"checkpoint": None, "receipts": [], "looked_at": now()}
        self.unwitnessed("not cosigned by stranger.test", client([STRANGER], log_memory=memory))

    def test_nothing_is_sent_before_the_next_look_and_then_it_is_asked_again(self) -> None:
        kept: List[LogMemory] = []
        step(10)
        bot = enter(witnesses=[SEEING], keep_log=kept.append)
        step(10, seen="never")
        error = self.fails("log_unwitnessed", lambda: bot.weights({"BTC-USD": 1}))
        self.assertIn("not cosigned by witness.test", error.detail)
        self.assertIs(self.fails("log_unwitnessed", lambda: bot.weights({"BTC-USD": 1})), error)
        self.assertEqual(Client(URL, agent_id=bot.agent_id, api_key=bot.api_key).list_orders()["total"], 0)
        self.assertEqual(kept[-1]["checkpoint"], Client(URL).get_checkpoint())
        step(10)
        bot.weights({"BTC-USD": 1})

    def test_a_mark_that_they_saw_late(self) -> None:
        step(10)
        step(5, seen="never")
        asking = client([SEEING])
        # It was done a moment ago, and the one before was seen.
        asking.get_status()
        step(4, seen="late")
        self.unwitnessed("first cosigned by witness.test 243 seconds after it", client([SEEING]))
        step(5)
        client([SEEING]).get_status()

    def test_a_service_that_shows_no_checkpoint_or_an_old_or_unsigned_one_is_not_called(self) -> None:
        step(10)
        note = Client(URL).get_checkpoint()
        step(10)
        for shown, code, words in (
            (note, "log_unwitnessed", "are not the same"),
            (note.split("\n\n")[0] + "\n\n", "log_unwitnessed", "is not signed by its own key"),
            ("nothing", "log_unwitnessed", "is not signed by its own key"),
        ):
            forger = Forger(shown)
            self.addCleanup(forger.close)
            behind = client([SEEING], forger.url)
            error = self.fails(code, behind.get_status)
            self.assertIn(words, error.detail)
            self.assertNotIn("/api/status", forger.asked)
        closed = Forger("")
        closed.close()
        away = client([SEEING], closed.url, attempts_max=1)
        self.fails("unreachable", away.get_status)
        self.fails("unreachable", away.get_status)

    def test_what_is_named_must_be_keys_and_as_many_as_are_needed(self) -> None:
        key = Client(URL).get_log()["key"]
        wrong: Any
        for wrong, words in (
            ([key], "is no key of a witness"),
            (["witness.test"], '"witness.test" is no key of a witness'),
            (SEEING, "must be a list"),
        ):
            self.assertIn(words, self.fails("witness_invalid", lambda: client(wrong)).detail)
        few = self.fails("witness_invalid", lambda: client([SEEING, SEEING], witnesses_needed=2))
        self.assertIn("2 witnesses are needed, and 1 are named", few.detail)
        self.fails("witness_invalid", lambda: client([], witnesses_needed=2))
        self.fails("witness_invalid", lambda: client([SEEING], witnesses_needed=0))
        self.assertIn("would be asked", self.fails("witness_invalid", lambda: client([SEEING], watch_log=False)).detail)

