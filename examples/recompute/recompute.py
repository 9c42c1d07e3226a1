"""Recomputes a service from what everybody can read: python3 recompute.py URL. It needs Python 3.9 and nothing else.

It trusts no number: it checks the signed checkpoint, reads every entry of the public log into its root, and computes each receipt, price,
fill, value, rank, return of a week and champion again. docs/bots/proof.md and docs/bots/log.md say how each is made.
"""
import json, sys, urllib.request
from datetime import datetime
from fractions import Fraction

import tlog
from fills import CENT, MONEY, PRICE, TO_MONEY, UNITS, WEIGHT, fill, fixed, plain
from prices import MARK, WINDOW, HOUR, Prices, half_up
from tlog import same, sha

START, WAIT_MAX = 100_000 * MONEY, 6 * HOUR


def get(path):
    with urllib.request.urlopen(sys.argv[1].rstrip("/") + path, timeout=60) as answer:
        return answer.read()


def ms(instant):
    return round(datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp() * 1000)


class League:
    """All bots of a service, entry by entry. `kept` has close and bot of each value that could not be made: a fact, and told at the end."""

    def __init__(self, prices, kept):
        self.prices, self.kept, self.now, self.bots, self.frozen, self.weeks, self.leaving = prices, kept, 0, {}, {}, [], []
        self.aside = set()  # bots whose orders wait without a limit, as the log says
        self.undo = {}  # of each league its last close, and what its bots were before it

    def on_mark(self, entry):
        same("marks, one every five minutes", ms(entry["mark"]), self.now + MARK if self.now else ms(entry["mark"]))
        self.check_waiting()
        self.now = ms(entry["mark"])
        while self.leaving:  # valued at the mark at which it was retired, and at none after
            self.bots[self.leaving.pop()]["league"] = None

    def check_waiting(self):
        """After all entries of a mark: no order that counts is without an outcome for too long, unless its bot is set aside."""
        for id, bot in self.bots.items():
            for window in bot["orders"].values():
                same("an order that counts has an outcome, or waits", True, self.now < window + WINDOW + WAIT_MAX or id in self.aside)

    def on_bot(self, entry):
        self.bots[entry["agent_id"]] = dict(league=entry["league"], home=entry["league"], at=entry["at"], cash=START, held={}, orders={}, receipts={}, trades=0,
                                            first=None, value=START, peak=START, fall=0, rank=None, cents=START // CENT, base=START // CENT)

    def on_retired(self, entry):
        self.bots[entry["agent_id"]].update(league=None, home=None)

    def on_payout(self, entry):
        bot = self.bots[entry["agent_id"]]
        bot["cash"] += fixed(entry["cash"], MONEY)
        same("a payout to a bot that is there, and no more than it has", (entry["league"], True), (bot["league"], bot["cash"] >= 0))
        if entry["counts"]:  # it stands where a scored fill stands
            bot["trades"], bot["first"] = bot["trades"] + 1, bot["first"] or self.now

    def on_order(self, entry):
        bot = self.bots[entry["agent_id"]]
        same("orders of a bot, one after the other", entry["sequence"], len(bot["receipts"]) + 1)
        if entry["counts"]:
            bot["orders"][entry["sequence"]] = self.now
        bot["receipts"][entry["sequence"]] = entry["receipt"]

    def on_incident(self, entry):
        if entry["kind"] == "suspended":
            self.frozen[entry["about"]["id"]] = fixed(entry["price"] or "0", PRICE)
        elif entry["kind"] == "resumed":
            del self.frozen[entry["about"]["id"]]
        elif entry["kind"] == "agent_retired":
            self.leaving.append(entry["about"]["id"])
        elif entry["kind"] == "agent_reinstated":
            bot = self.bots[entry["about"]["id"]]
            bot["league"] = bot["home"]
            self.leaving = [id for id in self.leaving if id != entry["about"]["id"]]
        elif entry["kind"] == "close_voided":  # what was before it counts again, and the next close goes on from there
            close, before = self.undo[entry["about"]["id"].split("/")[0]]
            same("a voided close is the last one", entry["about"]["id"].split("/")[1], close[:10])
            for id, was in before.items():
                self.bots[id].update(was)
        elif entry["kind"] == "set_aside":
            self.aside.add(entry["about"]["id"])
        elif entry["kind"] == "readmitted":
            same("what is readmitted was set aside", True, entry["about"]["id"] in self.aside)
            self.aside.discard(entry["about"]["id"])

    def on_delisting(self, entry):
        bot, symbol = self.bots[entry["agent_id"]], entry["symbol"]
        units, price = bot["held"].pop(symbol), self.prices.at_close(symbol, self.now, self.frozen)[0]
        paid = units * price // TO_MONEY
        stated = [fixed(entry["units"], UNITS), fixed(entry["price"], PRICE), fixed(entry["cash"], MONEY)]
        same("what a delisting pays", stated, [units, price, paid])
        bot["cash"] += paid

    def on_outcome(self, entry):
        bot, n, start, now = self.bots[entry["agent_id"]], entry["sequence"], ms(entry["window_start"]), self.now
        window = bot["orders"].pop(n, None)
        same("an outcome of an order that counts, when its window is over", (start, True), (window, start + WINDOW <= now))
        proof = json.loads(get(f"/api/fills/{entry['order_id']}/proof"))
        reason = sha(proof["reason"]).hex() if proof["reason"] else ""
        fields = ["papertape-receipt/1", entry["order_id"], entry["agent_id"], n, proof["received_at"], proof["league"], False, proof["date"],
                  proof["weights_text"], reason, proof["receipt"]["nonce"], bot["receipts"].get(n - 1, ""), proof["rules_version"]]
        computed = sha(json.dumps(fields, separators=(",", ":"), ensure_ascii=False)).hex()
        same("receipt, and an arrival before its window", (bot["receipts"][n], True),
             (computed, window - MARK <= ms(proof["received_at"]) < window))
        same("hash of an outcome", entry["outcome"], sha(proof["outcome_text"]).hex())
        stated = json.loads(proof["outcome_text"])
        weights = {s: fixed(w, WEIGHT) for s, w in json.loads(proof["weights_text"]).items()}
        agreed, _, market = self.prices.of(start, now)
        result = fill(weights, bot["cash"], bot["held"], agreed, self.frozen, market)
        if isinstance(result, str):
            same("rejection", stated[2:4], ["rejected", result])
            return same("rejected at once, or after six hours", True, result == "pools_apart" or now >= start + WINDOW + WAIT_MAX)
        trades, bot["cash"], bot["held"], before, after = result
        same("fill", stated[2:], ["filled", None, None, trades, *(plain(a, MONEY) for a in (bot["cash"], before, after))])
        bot["trades"] += len(trades)
        bot["first"] = bot["first"] or (start + WINDOW if trades else None)

    def on_week(self, entry):
        self.weeks.append(entry)  # it is decided by the close that follows

    def on_close(self, entry):
        league, counted, lines = entry["league"], {}, []
        present = {id: bot for id, bot in sorted(self.bots.items()) if bot["league"] == league}
        undone = ("value", "peak", "fall", "rank", "cents", "base")
        self.undo[league] = entry["close"], {id: {name: bot[name] for name in undone} for id, bot in present.items()}
        for id, bot in present.items():
            counts = {s: self.prices.at_close(s, self.now, self.frozen) for s in bot["held"]}
            value = (bot["cash"] * TO_MONEY + sum(u * counts[s][0] for s, u in bot["held"].items())) // TO_MONEY
            is_kept = (entry["close"], id) in self.kept
            counted[id] = (bot["value"], True) if is_kept else (value, any(stale for _, stale in counts.values()))
            bot["value"] = counted[id][0]
            bot["cents"] = half_up(Fraction(bot["value"], CENT))
        cents = [bot["cents"] for bot in present.values()]
        ranks = {id: 1 + sum(c > bot["cents"] for c in cents) for id, bot in present.items()}
        for id in sorted(present, key=lambda id: (ranks[id], id)):
            bot, (value, stale) = present[id], counted[id]
            bot["fall"] = max(bot["fall"], half_up(Fraction((bot["peak"] - value) * 10**6, bot["peak"])))
            bot["peak"], move = max(bot["peak"], value), bot["rank"] and bot["rank"] - ranks[id]
            bot["rank"] = ranks[id]
            tied = int(cents.count(bot["cents"]) > 1)
            lines.append([id, str(value), ranks[id], tied, int(stale), move, str(bot["peak"]), str(bot["fall"]), bot["trades"], bot["first"]])
        body = get(f"/api/log/closes/{league}/{entry['close'][:10]}/board") if present else b""
        same("hash of a board", (entry["bots"], entry["board"]), (len(present), sha(body).hex()))
        same("values and ranks", [json.loads(line)[:10] for line in body.decode().splitlines()], lines)
        for week in [w for w in self.weeks if w["league"] == league]:
            self.weeks.remove(week)
            returns = {id: half_up(Fraction((b["cents"] - b["base"]) * 10_000, b["base"])) for id, b in present.items()}
            best = min(((-returns[id], -b["cents"], b["at"], id) for id, b in present.items() if b["first"]), default=(0, 0, "", None))
            same("champion", (week["champion"], week["week_bps"] or 0), (best[3], -best[0]))
            for bot in present.values():
                bot["base"] = bot["cents"]


def main():
    entries = [json.loads(e) for e in tlog.read_log(get, json.loads(get("/api/log"))["key"])]
    failed = [(e["kind"], e["at"], e["about"]["id"]) for e in entries if e["type"] == "incident"]
    kept = {(at, id) for kind, at, id in failed if kind == "value_kept"}
    league = League(Prices(get, {ms(e["mark"]): e for e in entries if e["type"] == "mark"}), kept)
    for entry in entries:
        getattr(league, f"on_{entry['type']}", lambda _: None)(entry)
    league.check_waiting()
    for what, count in tlog.held.items():
        print(f"{count:7,} × {what}")
    for kind, at, id in failed:
        if kind in ("set_aside", "readmitted", "value_kept", "close_missed", "late_mark", "outage"):
            print(f"By its own word this service failed: {kind} {id} at {at}")
    print("All holds.")


try:
    main()
except tlog.Differs as difference:
    sys.exit(f"DIFFERS: {difference}")
