"""Prices and value lines of a real service, as tables and as they come."""
from __future__ import annotations

from datetime import datetime, timedelta, timezone

from papertape import Client
from papertape._time import seconds_of

from .service import URL, Service, enter, now, step


class Prices(Service):
    def test_a_table_has_what_the_service_says(self) -> None:
        step(4 * 60)
        client = Client(URL)
        table = client.prices(symbols=["BTC-USD", "SOL-USD"], every="30m", columns=["mean", "close"])
        answer = client.get_prices(symbols="BTC-USD,SOL-USD", every="30m", columns="mean,close")
        (btc, sol) = answer["series"]
        wide = table.wide("mean").columns()
        self.assertEqual(wide["BTC-USD"], btc.get("mean"))
        self.assertEqual(wide["SOL-USD"], sol.get("mean"))
        self.assertEqual([f"{at:%Y-%m-%dT%H:%M:%S.000Z}" for at in wide["start"]], answer["starts"])
        seen = [row for row in table if row["symbol"] == "SOL-USD" and row["start"].isoformat() > "2026-03-02T00"]
        self.assertEqual({(row["mean"], row["gap"]) for row in seen}, {(None, "apart")})
        self.assertEqual({row["gap"] for row in table if row["mean"] is not None}, {None})

    def test_all_pages_are_one_table(self) -> None:
        step(3 * 24 * 60)
        client = Client(URL)
        end = datetime.fromtimestamp(now(), timezone.utc) - timedelta(minutes=5)
        begin = end - timedelta(days=3)
        first = client.get_prices(league="multi", every="5m", from_=f"{begin:%Y-%m-%dT%H:%MZ}", to=f"{end:%Y-%m-%dT%H:%MZ}")
        self.assertIsNotNone(first["next"])
        table = client.prices(league="multi", every="5m", from_=begin, to=end)
        symbols = len(first["series"])
        self.assertEqual(len(table), 3 * 24 * 12 * symbols)
        starts = table.wide("mean").columns()["start"]
        self.assertEqual(starts, [begin + timedelta(minutes=5 * i) for i in range(3 * 24 * 12)])

    def test_a_stream_has_each_mark_and_goes_on(self) -> None:
        stream = Client(URL, sleep=lambda _: None).follow_prices(symbols="BTC-USD")
        first = next(stream)
        step(10)
        marks = [first["mark"], next(stream)["mark"], next(stream)["mark"]]
        stream.close()  # type: ignore[attr-defined]
        seconds = [seconds_of(mark) for mark in marks]
        self.assertEqual([at - seconds[0] for at in seconds], [0, 300, 600])

    def test_a_stream_that_is_refused_says_why(self) -> None:
        self.fails("unknown_symbol", lambda: next(Client(URL).follow_prices(symbols="NOPE")))

    def test_the_value_line_is_a_row_for_each_close(self) -> None:
        bot = enter()
        bot.wait_for_fill(bot.weights({"BTC-USD": 1}))
        step(24 * 60)
        table = bot.equity()
        points = bot.get_equity()["points"]
        self.assertGreater(len(table), 0)
        self.assertEqual(table.columns()["value_usd"], [point["value_usd"] for point in points])
        self.assertEqual([f"{at:%Y-%m-%d}" for at in table.columns()["date"]], [point["date"] for point in points])
        self.assertEqual(Client(URL).equity(bot.agent_id), table)
