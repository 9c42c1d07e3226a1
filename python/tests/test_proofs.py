"""Receipts, checkpoints and the watch over the public log of a real service."""
from __future__ import annotations

import json
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Callable, Dict, List, Optional, Tuple, cast

from papertape import (
    Client,
    LogError,
    LogMemory,
    ReceiptError,
    verify_mark_proof,
    verify_order_proof,
    verify_receipt,
    wire,
)
from papertape.log import begins, holds, is_signed, read_checkpoint
from papertape.receipts import ReceiptWatch

from .service import URL, Service, enter, now, step


class Proofs(Service):
    def test_a_receipt_and_its_place_in_the_log_hold_and_nothing_else_does(self) -> None:
        bot = enter()
        weights = {"BTC-USD": 0.5, "ETH-USD": "0.25"}
        bot.weights({})
        ack = bot.weights(weights, reason="because")
        known: Dict[str, Any] = {"weights": weights, "reason": "because", "sandbox": False, "agent_id": bot.agent_id}
        self.assertTrue(verify_receipt(ack, **known).ok)
        filled = bot.wait_for_fill(ack)
        self.assertTrue(verify_receipt(filled, **known).ok)
        changes: Tuple[Dict[str, Any], ...] = ({"sandbox": True}, {"reason": "other"}, {"received_at": "2026-03-02T00:00:00.001Z"})
        for change in changes:
            held = verify_receipt(cast(wire.OrderAck, {**ack, **change}))
            self.assertEqual(held.reason, "the receipt is not the hash of this order")
        shown = cast(wire.OrderAck, {**ack, "weights": {"BTC-USD": 0.4, "ETH-USD": 0.25}})
        self.assertIn("something else", verify_receipt(shown).reason or "")
        others: Tuple[Dict[str, Any], ...] = (
            {"weights": {"BTC-USD": 0.5}},
            {"reason": ""},
            {"date": "2020-01-01"},
            {"sandbox": True},
            {"agent_id": "agt_other"},
            {"league": "multi"},
            {"previous": "00"},
        )
        for other in others:
            self.assertFalse(verify_receipt(ack, **other).ok, other)

        proof = bot.get_order_proof(ack["order_id"])
        checkpoint = bot.get_mark_checkpoint(proof["mark"])
        held = verify_order_proof(proof, receipt=ack["receipt"]["hash"], sandbox=False, checkpoint=checkpoint)
        self.assertTrue(held.ok, held.reason)
        self.assertFalse(verify_order_proof(proof, receipt="00").ok)
        self.assertFalse(verify_order_proof(proof, sandbox=True).ok)
        self.assertFalse(verify_order_proof(proof, checkpoint=bot.get_checkpoint()).ok)
        mark = bot.get_mark_proof(proof["mark"])
        self.assertTrue(verify_mark_proof(mark, checkpoint=checkpoint).ok)
        mark["readings"][0]["text"] += " "
        self.assertFalse(verify_mark_proof(mark, checkpoint=checkpoint).ok)

    def test_each_receipt_follows_the_one_before(self) -> None:
        bot = enter()
        first, second = bot.weights({}), bot.weights({"BTC-USD": 0.5})
        holds_alone = verify_receipt(first)
        in_order, the_other_way = ReceiptWatch(), ReceiptWatch()
        for watch, acks in ((in_order, (first, second)), (the_other_way, (second, first))):
            for ack in acks:
                watch.check(ack, holds_alone)
        changes: Tuple[Tuple[Dict[str, Any], str], ...] = (
            ({"hash": "00"}, "two receipts of number 2"),
            ({"sequence": 3}, "does not follow receipt 2"),
        )
        for change, words in changes:
            forged = cast(wire.OrderAck, {**second, "receipt": {**second["receipt"], **change}})
            with self.assertRaises(ReceiptError) as caught:
                in_order.check(forged, holds_alone)
            self.assertIn(words, caught.exception.detail)
            self.assertIs(caught.exception.ack, forged)

    def test_a_checkpoint_is_signed_and_each_goes_on_from_the_one_before(self) -> None:
        client = Client(URL)
        bot = enter()
        ack = bot.weights({"BTC-USD": 1})
        bot.wait_for_fill(ack)
        key = client.get_log()["key"]
        note, early = client.get_checkpoint(), client.get_mark_checkpoint(ack["window"]["start"])
        self.assertTrue(is_signed(note, key) and is_signed(early, key))
        self.assertFalse(is_signed(note.replace("\n", "x\n", 1), key))
        self.assertFalse(is_signed(note, key.replace("+", "+00000000+", 1)))
        self.assertFalse(is_signed("", key) or is_signed(note, ""))
        old, new = read_checkpoint(early), read_checkpoint(note)
        assert old is not None and new is not None

        def tile(path: str) -> bytes:
            with urllib.request.urlopen(URL + path, timeout=30) as answer:
                return cast(bytes, answer.read())

        self.assertLess(old.size, new.size)
        self.assertTrue(begins(old, new, tile))
        self.assertFalse(begins(old._replace(root="00" * 32), new, tile))
        log = bot.get_order_proof(ack["order_id"])["log"]
        assert log is not None
        self.assertTrue(holds(log["entry"], int(log["index"]), new, tile))
        self.assertFalse(holds(log["entry"] + " ", int(log["index"]), new, tile))


class Forger:
    """Stands between a client and the service, and answers another checkpoint."""

    def __init__(self, note: str) -> None:
        self.asked: List[str] = []
        forger = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                forger.asked.append(self.path)
                with urllib.request.urlopen(URL + self.path, timeout=30) as answer:
                    content = note.encode() if self.path == "/checkpoint" else answer.read()
                    self.send_response(200)
                    self.send_header("Content-Type", answer.headers["Content-Type"])
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                pass

        self._http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class Watch(Service):
    def bot(self, change: Optional[Callable[[LogMemory], Any]] = None) -> Tuple[Client, List[LogMemory]]:
        """A bot of a second run, of whose first run `change` changes what was kept."""
        kept: List[LogMemory] = []
        first = enter(keep_log=kept.append)
        first.weights({"BTC-USD": 0.5})
        self.assertEqual(len(kept[-1]["receipts"]), 1)
        step(10)
        first.get_status()
        self.assertEqual(kept[-1]["receipts"], [])
        first.weights({"BTC-USD": 0.4}, sandbox=True)
        memory: LogMemory = json.loads(json.dumps(kept[-1]))
        if change:
            change(memory)
        step(10)
        again = Client(
            URL, agent_id=first.agent_id, api_key=first.api_key, now=now, log_memory=memory, keep_log=kept.append
        )
        return again, kept

    def test_an_honest_log_raises_nothing_and_is_kept(self) -> None:
        again, kept = self.bot()
        again.get_status()
        self.assertEqual(kept[-1]["receipts"], [])
        note = kept[-1]["checkpoint"]
        self.assertEqual(note, again.get_checkpoint())
        again.get_status()
        self.assertEqual(kept[-1]["checkpoint"], note)

    def found(self, change: Callable[[LogMemory], Any], code: str, words: str) -> LogError:
        again, _ = self.bot(change)
        error = self.fails(code, again.get_status)
        self.assertIn(words, error.detail)
        # Nothing is sent any more.
        self.assertIs(self.fails(code, lambda: again.weights({})), error)
        assert isinstance(error, LogError)
        return error

    def test_a_log_that_was_written_anew_is_found(self) -> None:
        def other_root(memory: LogMemory) -> None:
            lines = (memory["checkpoint"] or "").split("\n")
            memory["checkpoint"] = "\n".join([*lines[:2], "A" * 43 + "=", *lines[3:]])

        def longer(memory: LogMemory) -> None:
            lines = (memory["checkpoint"] or "").split("\n")
            memory["checkpoint"] = "\n".join([lines[0], str(int(lines[1]) + 100_000), *lines[2:]])

        def other_name(memory: LogMemory) -> None:
            memory["checkpoint"] = "other.example\n" + (memory["checkpoint"] or "").split("\n", 1)[1]

        evidence = self.found(other_root, "log_rewritten", "does not begin with").evidence
        self.assertIn("A" * 43, evidence["before"])
        self.assertTrue(is_signed(evidence["after"], Client(URL).get_log()["key"]))
        self.found(longer, "log_rewritten", "and now it has")
        self.found(other_name, "log_rewritten", "another one")

    def test_an_order_that_is_missing_is_found(self) -> None:
        def never_sent(memory: LogMemory) -> None:
            memory["receipts"][0]["order_id"] = "ord_0000000000000000"

        def other_receipt(memory: LogMemory) -> None:
            memory["receipts"][0]["receipt"] = "00" * 32

        def counted(memory: LogMemory) -> None:
            memory["receipts"][0]["sandbox"] = False

        self.found(never_sent, "receipt_missing", "is not in the log")
        self.found(other_receipt, "receipt_missing", "the entry of another one")
        error = self.found(counted, "receipt_missing", "became a test")
        self.assertFalse(error.evidence["receipt"]["sandbox"])

    def test_a_checkpoint_that_nobody_signed_proves_nothing(self) -> None:
        again, kept = self.bot()
        note = again.get_checkpoint()
        lines = note.split("\n")
        forger = Forger("\n".join([*lines[:2], "A" * 43 + "=", *lines[3:]]))
        self.addCleanup(forger.close)
        memory: LogMemory = {"checkpoint": note, "receipts": [], "looked_at": 0.0}
        behind = Client(forger.url, now=now, log_memory=memory, keep_log=kept.append)
        behind.get_status()
        self.assertEqual((kept[-1]["checkpoint"], forger.asked), (note, ["/api/log", "/checkpoint", "/api/status"]))

    def test_an_order_whose_mark_is_not_logged_yet_is_looked_for_later(self) -> None:
        def in_the_future(memory: LogMemory) -> None:
            memory["receipts"][0]["mark"] = "2126-01-01T00:00:00.000Z"

        again, kept = self.bot(in_the_future)
        again.get_status()
        self.assertEqual(len(kept[-1]["receipts"]), 1)
