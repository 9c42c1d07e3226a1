"""What becomes of an order: weights, a portfolio and prices in, trades out; and the numbers that it is counted in."""
from fractions import Fraction

MONEY, UNITS, PRICE, WEIGHT = 10**8, 10**12, 10**24, 10**18  # places of each kind of number
TO_MONEY, CENT = UNITS * PRICE // MONEY, 10**6


def fixed(text, scale):
    number = Fraction(text) * scale
    assert number.denominator == 1, text
    return number.numerator


def plain(number, scale):
    whole, part = divmod(abs(number), scale)
    text = f"{whole}.{part:0{len(str(scale)) - 1}}".rstrip("0").rstrip(".")
    return "-" + text if number < 0 else text


def fill(weights, cash, held, prices, frozen, market):
    """Trades as the log hashes them, cash, holdings, value before and after; or the word for what keeps the order from filling."""
    prices, cad = {**prices, **frozen}, market["cad"]
    spreads = {route["symbol"]: route.get("spread", 0) for route in market["routes"]}  # tenths of a basis point
    symbols = sorted(set(weights) | set(held))
    missing = [s for s in symbols if not isinstance(prices.get(s), int)]
    value = cash * TO_MONEY + sum(held.get(s, 0) * prices[s] for s in symbols if s not in missing)
    if not any(s in held for s in missing):  # what is only wanted takes part where it would trade a cent
        missing = [s for s in missing if weights[s] * value >= CENT * TO_MONEY * WEIGHT]
    if missing:
        return "pools_apart" if any(prices.get(s) == "apart" for s in missing) else "price_unavailable"

    def charges(s, units):
        product = units * prices[s]
        fee = -(-product * 50 // (TO_MONEY * 10_000)) if s in cad else 0
        return -(-product // TO_MONEY), fee, -(-product * spreads.get(s, 0) // (TO_MONEY * 100_000))

    trades, buys, held, before = [], [], dict(held), value // TO_MONEY
    for s in [s for s in symbols if isinstance(prices.get(s), int) and s not in frozen]:
        target = weights.get(s, 0) * value // (prices[s] * WEIGHT)
        units = target - held.get(s, 0)
        if abs(units) * prices[s] < CENT * TO_MONEY and not (target == 0 and held.get(s)):
            continue
        if units > 0:
            buys.append((s, units, *charges(s, units)))
            continue
        cost, (_, fee, spread) = -units * prices[s] // TO_MONEY, charges(s, -units)
        fee = min(fee, cost)
        spread = min(spread, cost - fee)
        trades.append((s, units, cost, fee, spread))
        cash, held[s] = cash + cost - fee - spread, target
    total = sum(cost + fee + spread for _, _, cost, fee, spread in buys)
    if total > cash:
        share = cash - 2 * len(buys) - sum(spreads.get(s, 0) > 0 for s, *_ in buys)
        scaled = [(s, units * share // total) for s, units, *_ in buys] if share > 0 else []
        buys = [(s, units, *charges(s, units)) for s, units in scaled if units * prices[s] >= CENT * TO_MONEY]
    for s, units, cost, fee, spread in buys:
        cash, held[s] = cash - cost - fee - spread, held.get(s, 0) + units
    held = {s: u for s, u in held.items() if u}
    lines = [[s, plain(u, UNITS), plain(prices[s], PRICE), *(plain(x, MONEY) for x in paid)] for s, u, *paid in trades + buys]
    return lines, cash, held, before, (cash * TO_MONEY + sum(u * prices[s] for s, u in held.items())) // TO_MONEY
