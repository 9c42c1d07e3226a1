"""Orders of a real service, and one call of every operation."""
from __future__ import annotations

import inspect
import json
import math
import os
from decimal import Decimal
from typing import Any, Dict, List

from papertape import Client, OrderRejectedError
from papertape._operations import Operations

from .service import URL, Service, enter, now, step


# A bot with a pro seat.
PRO_ID, _, PRO_KEY = os.environ.get("PAPERTAPE_TEST_PRO", "").partition(" ")
# The reference of a payment order, as server/test/harness/booked-extra.ts makes it.
REPORT = "YMN9Qj5jPNp7j14VPcML1B6xGgcPWVZUGLFU3Mnyfaf"


class Orders(Service):
    def test_an_order_is_received_digit_for_digit_and_filled(self) -> None:
        bot = enter()
        order = bot.weights({"BTC-USD": "0.50", "ETH-USD": Decimal("0.3"), "AVAX-USD": 0.1}, reason="ü \u2028")
        self.assertEqual(order["weights_text"], '{"AVAX-USD":"0.1","BTC-USD":"0.5","ETH-USD":"0.3"}')
        filled = bot.wait_for_fill(order)
        self.assertEqual((filled["state"], filled["reason"]), ("filled", "ü \u2028"))
        self.assertEqual(sorted(trade["symbol"] for trade in filled["trades"]), ["AVAX-USD", "BTC-USD", "ETH-USD"])
        self.assertEqual(bot.wait_for_order(order["order_id"]), filled)
        self.assertEqual(bot.list_orders()["orders"], [filled])
        self.assertEqual(len(bot.get_agent_state()["holdings"]), 3)

    def test_a_rejected_order_is_an_error_that_has_it(self) -> None:
        bot = enter()
        with self.assertRaises(OrderRejectedError) as caught:
            bot.wait_for_fill(bot.weights({"SOL-USD": 0.5}))
        self.assertEqual((caught.exception.reason_code, caught.exception.symbol), ("pools_apart", "SOL-USD"))
        self.assertEqual(bot.wait_for_order(caught.exception.order)["state"], "rejected")

    def test_a_wait_that_is_over_leaves_the_order_as_it_is(self) -> None:
        bot = enter()
        order = bot.weights({"BTC-USD": 1})
        self.fails("still_pending", lambda: bot.wait_for_fill(order, timeout=0))
        self.assertEqual(bot.get_order(order["order_id"])["state"], "pending")

    def test_one_key_is_one_order(self) -> None:
        bot = enter()
        first = bot.weights({"BTC-USD": 0.5}, idempotency_key="decision 1", date="2026-03-02")
        again = bot.weights({"BTC-USD": 0.5}, idempotency_key="decision 1", date="2026-03-02")
        self.assertEqual(first["order_id"], again["order_id"])
        self.fails("idempotency_conflict", lambda: bot.weights({"BTC-USD": 0.6}, idempotency_key="decision 1"))
        self.assertEqual(bot.list_orders()["total"], 1)

    def test_a_preview_stores_nothing_and_a_sandbox_order_never_counts(self) -> None:
        bot = enter()
        step(35)
        self.assertEqual(bot.preview({"BTC-USD": 0.5})["outcome"], "would_fill")
        self.assertEqual(bot.preview({"SOL-USD": 0.5})["outcome"], "would_reject")
        self.assertTrue(bot.weights({"BTC-USD": 0.5}, sandbox=True)["sandbox"])
        self.assertTrue(bot.check_entry()["ok"])
        self.assertEqual([order["sandbox"] for order in bot.list_orders()["orders"]], [True, True])

    def test_a_slip_is_shown_as_it_was_meant(self) -> None:
        bot = enter()
        error = self.fails("weights_sum", lambda: bot.weights({"BTC-USD": 50}))
        self.assertEqual(error.status, 400)
        self.assertTrue(error.fix)
        self.assertEqual((error.corrected or {}).get("body", {}).get("weights"), {"BTC-USD": 0.5})

    def test_a_new_key_takes_the_place_of_the_old_one(self) -> None:
        bot = enter()
        old = Client(URL, agent_id=bot.agent_id, api_key=bot.api_key)
        self.assertEqual(bot.rotate_key()["api_key"], bot.api_key)
        self.assertTrue(bot.get_agent_state()["agent_id"])
        self.fails("unknown_key", old.get_agent_state)

    def test_a_bot_that_knows_only_its_key(self) -> None:
        bot = enter()
        by_key = Client(URL, api_key=bot.api_key, now=now)
        self.assertEqual(by_key.get_agent_state()["agent_id"], bot.agent_id)
        self.assertEqual(by_key.weights({"BTC-USD": 1})["agent_id"], bot.agent_id)


class EveryOperation(Service):
    """One method for each operation of the service, and each understands what the service answers."""

    def test_all_of_them(self) -> None:
        bot = enter()
        ack = bot.weights({"BTC-USD": 1})
        bot.wait_for_fill(ack)
        # To wait for a score is to wait for the evening.
        answering = enter("deal_finder", sleep=lambda seconds: step(max(5, math.ceil(seconds / 60))))
        seated = Client(URL, agent_id=PRO_ID, api_key=PRO_KEY)
        step(24 * 60 + 5)
        while answering.get_round("deal_finder", "current")["state"] != "open":
            step(60)
        step(10)
        mark, date = ack["window"]["start"], bot.equity()[0]["date"].strftime("%Y-%m-%d")
        params = {
            "order_id": ack["order_id"],
            "agent_id": bot.agent_id,
            "maker_id": bot.get_agent()["maker_id"],
            "league": "spot_crypto",
            "round": "current",
            "symbol": "BTC-USD",
            "mark": mark,
            "date": date,
            "rules_version": ack["rules_version"],
            # Of a report that the league of this test has in its books.
            "reference": REPORT,
            # An entry of the showcase that the league of this test has.
            "id": "1",
            "answer_id": answering.submit_answers({"round": "current", "answers": {"t01": {"sum": 2}}})["answer_id"],
            "sha256": json.loads(bot.get_mark_proof(mark)["log"]["entry"])["market"],
        }
        bodies: Dict[str, Dict[str, Any]] = {
            "register_agent": {"name": f"Hatchling {os.getpid()}", "company": "H", "contact": "h@example.test", "country": "CA"},
            "submit_answers": {"round": "current", "answers": {"t01": {"sum": 1}}},
            "score_practice": {"answers": {"t01": {"sum": 1}}},
            "submit_weights": {"date": date, "weights": {"ETH-USD": 0.5}},
            "set_webhook": {"url": ""},
            "set_alerts": {"alerts": []},
            "update_profile": {"style": "calm"},
            "set_icon": {"icon": "🐍"},
            "set_open_strategy": {"open_strategy_url": None},
            "recover_key": {"contact": "nobody@example.test"},
            "confirm_contact": {"contact": "nobody@example.test"},
            "create_pay_order": {"product": "promote_product_7d", "buyer_email": "b@example.test", "title": "T", "url": "https://example.test/t"},
            "create_sponsor_inquiry": {"placement": "newsletter", "company": "C", "contact": "c@example.test", "message": "M"},
            "subscribe_to_newsletter": {"email": "reader@example.test"},
            "post_to_showcase": {"agent_id": "me", "board": "art", "title": "Two towers", "kind": "ascii", "art": "/\\  /\\"},
            "vote_in_showcase": {"agent_id": "me"},
            "retire_agent": {"reason": None},
        }
        names = [name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if not name.startswith("_")]
        # The last thing that a bot does.
        names.sort(key=lambda name: name == "retire_agent")
        self.assertEqual(len(names), len(self.declared(bot)) + 3)
        for name in names:
            of_rounds = name in ("get_round", "get_round_results", "get_round_record", "get_tasks", "submit_answers", "get_practice_tasks", "score_practice", "list_rounds", "list_agent_rounds", "list_sheets", "get_sheet")
            of_seat = name.startswith("get_history")
            method = getattr(answering if of_rounds else seated if of_seat else bot, name)
            needed = [p.name for p in inspect.signature(method).parameters.values() if p.default is p.empty]
            given = {p: bodies[name] if p == "body" else params[p] for p in needed}
            if of_rounds and "league" in given:
                given["league"] = "deal_finder"
            if name == "get_prices_csv":
                given["symbols"] = "BTC-USD"
            with self.subTest(name):
                self.assertIsInstance(method(**given), (dict, str))
        self.waits_for_score(answering, params["answer_id"])

    def waits_for_score(self, bot: Client, answer_id: str) -> None:
        sheet = bot.get_sheet(answer_id)
        self.assertEqual((sheet["state"], sheet["result"]), ("open", None))
        late = self.fails("still_pending", lambda: bot.wait_for_score(sheet, timeout=0))
        self.assertIn("wait_for_score", str(late))
        scored = bot.wait_for_score(sheet)
        self.assertEqual((scored["answer_id"], scored["state"]), (answer_id, "scored"))
        result = scored["result"]
        assert result is not None
        # The sum of its only answer was wrong.
        self.assertEqual((result["score"], len(result["tasks"])), (0, 10))
        self.assertLess(result["return_pct"] or 0, 0)
        # One that is scored is not waited for.
        self.assertEqual(bot.wait_for_score(answer_id), scored)

    def declared(self, client: Client) -> List[str]:
        """Ids of openapi.json; three methods more read tables as text."""
        paths = client.get_openapi()["paths"]
        return [operation["operationId"] for path in paths.values() for operation in path.values()]
