"""Prices of a league, out of what was read of each pool: the hashes of the readings and of the market stand in the public log."""
import json, math
from fractions import Fraction

from tlog import same, sha

MINUTE = 60_000
MARK, WINDOW, HOUR = 5 * MINUTE, 30 * MINUTE, 60 * MINUTE
MARK_DOWN = ((168, 100), (72, 90), (24, 60), (12, 40), (6, 20))  # hours without an agreed price, percent taken off


def half_up(x):
    return (2 * x.numerator + x.denominator) // (2 * x.denominator) if x >= 0 else -half_up(-x)


def twelve_digits(x):
    """A positive fraction in units of 10^-24, rounded to 12 significant digits, halves up."""
    e = len(str(x.numerator)) - len(str(x.denominator))
    e -= x < Fraction(10) ** e
    places = min(11 - e, 24)
    return half_up(x * Fraction(10) ** places) * 10 ** (24 - places)


class Prices:
    """`marks` are the entries `mark` of the log by instant, `get` answers the bytes of a path."""

    def __init__(self, get, marks):
        self.get, self.marks, self.markets, self.readings, self.windows = get, marks, {}, {}, {}

    def market(self, start):
        """The one that the mark before the window named: nobody can choose it for a window of which something is known."""
        named = self.marks[start - MARK if start - MARK in self.marks else start]["market"]
        if named not in self.markets:
            body = self.get(f"/api/log/markets/{named}")
            same("market", named, sha(body).hex())
            self.markets[named] = json.loads(body)
        return self.markets[named]

    def read(self, mark, now):
        """Pool -> value and since when it is covered, as known at `now`: late answers come at later marks, and the last with a reading counts."""
        found = {}
        for at in range(mark, now + 1, MARK):
            if at not in self.readings and at in self.marks:
                body = self.get(f"/api/log/readings/{self.marks[at]['mark']}")
                same("readings", self.marks[at]["readings"], sha(body).hex())
                self.readings[at] = [(instant, json.loads(text)) for instant, _, text in json.loads(body)[1:]]
            for instant, answer in self.readings.get(at, ()):
                for pool, value in answer["pools"].items() if instant == self.marks[mark]["mark"] else ():
                    value, since = value if isinstance(value, list) else (value, answer["since"])
                    if value[0] != "!":
                        found[pool] = Fraction(value), since
        return found

    def of(self, start, now):
        """Of each symbol the USD price of a window as known at `now`, 'apart' or None; the same of its first route alone; and the market."""
        if (start, now) in self.windows:
            return self.windows[start, now]
        market = self.market(start)
        if start not in self.marks:
            return {}, {}, market
        pools, over = {p["id"]: p for p in market["pools"]}, (start, self.read(start, now), self.read(start + WINDOW, now))
        agreed, first = {}, {}
        for route in market["routes"]:
            means = [self.route(legs, pools, over) for legs in (route["primary"], route["second"])]
            first[route["symbol"]] = means[0] and twelve_digits(means[0])
            apart = None not in means and abs(means[1] / means[0] - 1) > Fraction(1, 100)
            agreed[route["symbol"]] = None if None in means else "apart" if apart else first[route["symbol"]]
        rate = agreed.get("USD-CAD")
        for symbol in market["cad"]:
            for price in (agreed, first):
                if isinstance(price.get(symbol), int):
                    price[symbol] = twelve_digits(Fraction(price[symbol], rate)) if isinstance(rate, int) else rate
        self.windows[start, now] = agreed, first, market
        return self.windows[start, now]

    def route(self, legs, pools, over):
        means = [(mean(pools[leg["pool"]], *over), leg.get("invert")) for leg in legs]
        return None if any(m is None for m, _ in means) else math.prod((1 / m if invert else m) for m, invert in means)

    def at_close(self, symbol, now, frozen):
        """What a unit counts for, and whether its price is stale: then the lower of the last agreed and the last read, less the mark-down."""
        end, read = now, None
        while not isinstance((agreed := self.of(end - WINDOW, end))[0].get(symbol), int):
            read, end = read or agreed[1].get(symbol), end - MARK
        if end == now and symbol not in frozen:
            return agreed[0][symbol], False
        price = frozen.get(symbol, agreed[0][symbol])
        off = next((percent for hours, percent in MARK_DOWN if now - end >= hours * HOUR), 0)
        price = min(price, read or price) * (100 - off) // 100
        return price - price % 10 ** max(0, len(str(price)) - 12), True


def mean(pool, start, first, last):
    """Of a pool over a window, not rounded; None without a reading, or where its coverage broke in between."""
    (value, since), (before, _) = last.get(pool["id"], (None, 0)), first.get(pool["id"], (None, 0))
    if pool["average"] == "point":
        return value
    if value is None or before is None or since > start:
        return None
    if pool["average"] == "arithmetic":
        return (value - before) / 1800 if value > before else None
    tick = int(value - before) / 1800
    return Fraction(f"{math.exp(tick * math.log1p(0.0001)):.16e}") * Fraction(10) ** pool.get("decimalShift", 0)
