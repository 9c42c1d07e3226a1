"""Trades strategy.py in a Papertape league by the client in papertape/, which needs Python 3.9 or newer and nothing else.

    python3 bot.py backtest    plays it on the league's own past: a sketch
    python3 bot.py dry-run     shows what it would send now
    python3 bot.py run         decides every day at 00:00 UTC; --now for the last day, too; --once ends when nothing is due

A day has one order, whenever this process dies: the decision is written to state.json before it is sent, it is sent under a key with the
instant in it, and after a restart the order is looked for among the bot's own.
"""
import json
import os
import signal
import sys
import threading
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

from papertape import Client, LogError, PapertapeError, ReceiptError
from strategy import decide

URL = os.environ.get("PAPERTAPE_URL", "http://127.0.0.1:4000").rstrip("/")
AGENT, KEY = os.environ.get("PAPERTAPE_AGENT_ID"), os.environ.get("PAPERTAPE_API_KEY")
LEAGUE = os.environ.get("PAPERTAPE_LEAGUE", "spot_crypto")  # without a bot
DAY, HALF_HOUR = timedelta(days=1), timedelta(minutes=30)
HISTORY = 45 * DAY
STATE, RECEIPTS = "state.json", "receipts.jsonl"
stop = threading.Event()


class Stopped(Exception):
    """SIGTERM or Ctrl+C came while it waited."""


def pause(seconds):
    if stop.wait(seconds):
        raise Stopped


client = Client(URL, agent_id=AGENT, api_key=KEY, attempts_max=1)


def ask(operation, *args, **named):
    """One call of the client, made again while the service is away or asks to wait: with the same Idempotency-Key, which is its caller's."""
    wait = 1
    while True:
        try:
            return operation(*args, **named)
        except PapertapeError as error:
            if error.status not in (0, 429, 502, 503, 504) or error.opens_at or isinstance(error, (ReceiptError, LogError)):
                raise
            seconds = wait if error.retry_after is None else error.retry_after
            say(f"{error.detail} Asked again in {seconds:g} s")
        pause(seconds)
        wait = min(wait * 2, 60)


def say(text):
    print(datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), text, flush=True)


def instant(text):
    return datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)


def iso(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def midnight(at):
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def prices_of(league, first, last):
    """End of each half hour -> symbol -> its average price, made as a fill makes its price; what is missing is absent."""
    prices, begin = {}, iso(first)
    while begin and first < last:
        page = ask(client.get_prices, league=league, every="30m", columns="mean", from_=begin, to=iso(last))
        for i, start in enumerate(page["starts"]):
            means = {s["symbol"]: s["mean"][i] for s in page["series"] if s["mean"][i] is not None}
            prices[instant(start) + HALF_HOUR] = means
        begin = page["next"]
    return prices


def state_at(at, symbols, prices, cash, holdings, known=None):
    """What strategy.py is shown. `known`: prices of holdings that have none now."""
    now = prices.get(at, {})
    begin = max(min(prices, default=at + HALF_HOUR) - HALF_HOUR, at - HISTORY)

    asked = {}  # prices that were asked for -> those that there are of the symbol with the most

    def history(symbol, n):
        if symbol not in symbols:
            raise ValueError(f"there is no symbol {symbol}; take one of state.symbols")
        days = [at - i * DAY for i in range(n) if at - i * DAY >= begin]
        past = [prices.get(day, {}).get(symbol) for day in reversed(days)]
        asked[n] = max(asked.get(n, 0), len(past) - past.count(None))
        return past

    value = cash + sum(units * now.get(symbol, (known or {}).get(symbol, 0)) for symbol, units in holdings.items())
    return SimpleNamespace(at=iso(at), date=iso(at)[:10], symbols=symbols, prices={s: now[s] for s in symbols if s in now},
                           cash=cash, value=value, holdings=holdings, history=history, asked=asked)


def own():
    """Cash, holdings, prices that they count for, league; as a bot begins where there is none."""
    if not (AGENT and KEY):
        return 100_000.0, {}, {}, LEAGUE
    told = ask(client.get_agent_state)
    held = told["holdings"]
    return (float(told["cash"]), {h["symbol"]: float(h["units"]) for h in held},
            {h["symbol"]: float(h["value_price"] or 0) for h in held}, told["league"])


def decide_for(at):
    """The strategy's weights at an instant."""
    cash, holdings, known, league = own()
    universe = ask(client.get_universe, league=league)["symbols"]
    symbols = [s["symbol"] for s in universe if s["tradable"] or s["suspended"] or s["opens_at"]]
    prices = prices_of(league, at - HISTORY - HALF_HOUR, at)
    state = state_at(at, symbols, prices, cash, holdings, known)
    weights = decide(state)
    most = max(state.asked, default=0)
    if state.asked.get(most, 0) < most:
        say(f"It asked for the last {most} prices of a symbol, and there are {state.asked[most]} at most: the service has no earlier ones.")
    return weights


def last_due():
    """The last 00:00 UTC that the service has done, and how long it is, in real seconds, until the next one."""
    status = ask(client.get_status)
    mark = instant(status["last_mark"] or status["time"])
    left = (midnight(mark) + DAY - instant(status["time"])).total_seconds() + 5
    return midnight(mark), max(left / (status["clock"]["speed"] or 1), 1)


def read_state():
    if not os.path.exists(STATE):
        return None
    with open(STATE) as file:
        state = json.load(file)
    if state["agent"] != AGENT:
        sys.exit(f"{STATE} is the state of {state['agent']}: run this bot in a folder of its own.")
    return state


def write(path, text):
    """The whole of it or nothing, and on the disk when this returns."""
    with open(os.open(f"{path}.new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.new", path)


def save(state, **changes):
    state.update(changes)
    write(STATE, json.dumps(state))


def keep_receipt(order):
    lines = ""
    if os.path.exists(RECEIPTS):
        with open(RECEIPTS) as file:
            lines = file.read()
    if f'"order_id": "{order["order_id"]}"' not in lines:
        write(RECEIPTS, lines + json.dumps(order) + "\n")


def find_order(reason):
    """The order of a decision among the bot's own, of an earlier run of this program."""
    orders = ask(client.list_orders, per_page=100)["orders"]
    return next((order for order in orders if order["reason"] == reason), None)


def send(state, again):
    """Sends the decision that is written down, once."""
    decision = state["decision"]
    rest = {k: decision[k] for k in ("date", "sandbox", "reason")}
    settled = {"decision": None, "rehearsed": True}
    if not decision["sandbox"]:
        settled["done"] = decision["at"]
    while True:
        order = find_order(decision["reason"]) if again else None
        if order is None and again and not decision["sandbox"] and last_due()[0] > instant(decision["at"]):
            say(f"The next decision is due: that for {decision['at']} is not sent any more.")
            return save(state, **settled)
        try:
            order = order or ask(client.weights, decision["weights"], **rest, idempotency_key=f"bot.py {decision['reason']}")
        except PapertapeError as refused:
            if refused.code == "idempotency_conflict" and not again:
                again = True  # it is there, or its first request is still under way
                pause(1)
                continue
            if refused.status in (0, 200, 401, 403) or refused.code == "agent_retired":
                raise
            say(f"Refused, {refused}")
            if refused.opens_at and instant(refused.opens_at) < instant(decision["at"]) + DAY:
                again = True
                wait_until(refused.opens_at)
                continue
            return save(state, **settled)
        keep_receipt(order)
        save(state, **settled)
        return say(f"{'Test order' if decision['sandbox'] else 'Order'} {order['order_id']} fills by {order['window']['end']}")


def wait_until(opens_at):
    say(f"Waits until {opens_at}")
    while True:
        status = ask(client.get_status)
        left = (instant(opens_at) - instant(status["time"])).total_seconds()
        if left <= 0:
            return
        pause(min(max(left / (status["clock"]["speed"] or 1), 0.1), 300))


def decide_and_send(state, at, sandbox):
    try:
        weights = decide_for(at)
    except (PapertapeError, Stopped):
        raise
    except Exception as error:  # a day without an order, and not the end of the bot
        say(f"The strategy failed for {iso(at)}: {error!r}")
        weights = None
    if weights is None:
        say(f"{iso(at)}: no order")
        return save(state, rehearsed=True, **({} if sandbox else {"done": iso(at)}))
    say(f"{'Test' if sandbox else 'Decided'} for {iso(at)}: {weights or 'all cash'}")
    reason = f"strategy.py, {'tested' if sandbox else 'decided'} for {iso(at)}"
    save(state, decision={"at": iso(at), "date": iso(at)[:10], "weights": weights, "sandbox": sandbox, "reason": reason})
    send(state, again=False)


def run(now, once):
    if not (AGENT and KEY):
        sys.exit("Set PAPERTAPE_AGENT_ID and PAPERTAPE_API_KEY: papertape-bot register, or POST /api/agents/register, tells them.")
    state = read_state()
    if state is None:
        due, _ = last_due()
        state = {"agent": AGENT, "rehearsed": False, "decision": None, "done": iso(due - DAY if now else due)}
        save(state)
    if state["decision"]:
        send(state, again=True)
    while not stop.is_set():
        due, seconds = last_due()
        if not state["rehearsed"]:
            decide_and_send(state, due, sandbox=True)
        elif due > instant(state["done"]):
            decide_and_send(state, due, sandbox=False)
        elif once:
            return say("Nothing more is due.")
        else:
            pause(min(seconds, 3600))


def dry_run():
    due, _ = last_due()
    weights = decide_for(due)
    print(f"Decides for {iso(due)}; nothing is sent.\nWould send: {json.dumps(weights)}")
    if AGENT and KEY and weights is not None:
        preview = ask(client.preview, weights, date=iso(due)[:10])
        print(f"{preview['outcome']}: {preview['message']}")
        for trade in preview["trades"]:
            print(f"  {trade['side']} {trade['units']} {trade['symbol']} at {trade['fill_price']}: ${trade['cost']}")


def backtest(days):
    """Fills at the average of the half hour after each decision, with the spreads of now. A sketch: a service waits, rejects and suspends, too."""
    end, _ = last_due()
    universe = {s["symbol"]: s["spread_bps"] / 10_000 for s in ask(client.get_universe, league=LEAGUE)["symbols"]}
    prices = prices_of(LEAGUE, end - days * DAY, end)
    cash, holdings, known, orders, at = 100_000.0, {}, {}, 0, midnight(min(prices, default=end) + DAY)
    while at < end:
        known.update(prices.get(at, {}))
        state = state_at(at, list(universe), prices, cash, holdings, known)
        fill, weights = prices.get(at + HALF_HOUR, {}), decide(state)
        if weights is not None:
            orders += 1
            known.update(fill)
            value = cash + sum(units * known[symbol] for symbol, units in holdings.items())
            for symbol in sorted(set(holdings) | set(weights), key=lambda s: weights.get(s, 0)):
                if symbol not in fill:
                    continue
                units = weights.get(symbol, 0) * value / fill[symbol]
                moved = (units - holdings.get(symbol, 0)) * fill[symbol]
                cash -= moved + abs(moved) * universe[symbol]
                holdings[symbol] = units
            holdings = {symbol: units for symbol, units in holdings.items() if units}
        at += DAY
    known.update(prices.get(end, {}))
    value = cash + sum(units * known[symbol] for symbol, units in holdings.items())
    print(f"{orders} orders up to {iso(end)}: ${value:,.2f}, {value / 1000 - 100:+.2f}%, a sketch without waits and rejections")


def main(arguments):
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    try:
        if arguments[:1] == ["backtest"]:
            backtest(int(arguments[1]) if len(arguments) > 1 else 60)
        elif arguments == ["dry-run"]:
            dry_run()
        elif arguments[:1] == ["run"] and set(arguments[1:]) <= {"--now", "--once"}:
            run("--now" in arguments, "--once" in arguments)
        else:
            sys.exit(__doc__)
    except Stopped:
        pass
    except PapertapeError as refused:
        sys.exit(str(refused))
    if stop.is_set():
        say("Told to stop: what was decided is kept.")


if __name__ == "__main__":
    main(sys.argv[1:])
