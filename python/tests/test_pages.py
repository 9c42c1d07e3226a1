"""Lists whole, page after page: those of a real service, and one that changes between two pages."""
from __future__ import annotations

import unittest
from typing import Any, Dict, List, Tuple

from papertape import Client, PapertapeError

from .service import Service, enter


class Lists(Service):
    def test_every_row_once_and_no_page_that_is_not_needed(self) -> None:
        bot = enter()
        sent = [bot.weights({"BTC-USD": f"0.{n}"}, sandbox=n == 5)["order_id"] for n in range(1, 6)]
        self.assertEqual([row["order_id"] for row in bot.order_rows(per_page=2)], sent[::-1])
        self.assertEqual(next(bot.order_rows(per_page=1))["order_id"], sent[-1])
        bot.wait_for_fill(sent[3])
        trades = list(bot.trade_rows(per_page=1))
        self.assertEqual(trades, bot.list_trades(per_page=100)["trades"])
        self.assertGreater(len(trades), 1)

    def test_the_other_lists(self) -> None:
        bots = [enter() for _ in range(3)]
        ids = [bot.agent_id for bot in bots]
        rows = list(bots[0].agent_rows(league="spot_crypto", per_page=2))
        self.assertEqual([row["agent_id"] for row in rows if row["agent_id"] in ids], ids)
        board = [row["agent_id"] for row in bots[0].leaderboard_rows(league="spot_crypto", per_page=2)]
        # A retired bot stays on the list, and leaves the board at the next close.
        listed = [row["agent_id"] for row in rows if row["retired_at"] is None or row["agent_id"] in board]
        self.assertEqual(sorted(board), sorted(listed))
        maker = bots[0].get_agent()["maker_id"]
        self.assertEqual([row["agent_id"] for row in bots[0].maker_bots(maker, per_page=1)], ids[:1])
        self.assertEqual(list(bots[0].champion_rows("spot_crypto")), [])


class Pages(unittest.TestCase):
    """Of a list that grows, and of a board whose close changes, no real service can be asked at will."""

    def client(self, pages: List[Dict[str, Any]]) -> Tuple[Client, List[Any]]:
        asked: List[Any] = []

        class Faked(Client):
            def _call(self, *args: Any, **_: Any) -> Any:
                asked.append(args[5]["page"])
                return {**pages[args[5]["page"] - 1], "pages": len(pages)}

        return Faked("http://127.0.0.1:1", agent_id="agt_x", api_key="ptk_x", watch_log=False), asked

    def test_a_row_that_slips_to_the_next_page_comes_once(self) -> None:
        orders = [{"orders": [{"order_id": "c"}, {"order_id": "b"}]}, {"orders": [{"order_id": "b"}, {"order_id": "a"}]}]
        bot, asked = self.client(orders)
        self.assertEqual([row["order_id"] for row in bot.order_rows()], ["c", "b", "a"])
        self.assertEqual(asked, [1, 2])

    def test_boards_of_two_closes_are_not_mixed(self) -> None:
        bot, _ = self.client([{"as_of": None, "rows": [{"agent_id": "a"}]}, {"as_of": "2026-03-03", "rows": []}])
        with self.assertRaises(PapertapeError) as caught:
            list(bot.leaderboard_rows())
        self.assertEqual(caught.exception.code, "board_changed")
