"""Recomputes a scored round of a task league from what everybody can read: python3 rounds.py URL LEAGUE ROUND. It needs Python 3.9 and nothing else.

It trusts no number: it reads every entry of the public log into its signed root, and computes commitment, beacon, seed, tickets, the hash of
the keys, each receipt, each score of a task, the score of each bot, its pay, what the median is paid, and values at the next close (docs/bots/rounds.md).

What it does not remake takes the generator: tasks, pages, files, keys and par, which `papertape verify rnd_…` makes again. Keys are taken from the
records of the bots, and have the hash that was pinned when tasks were served. In web_q_a an answer is graded by its key; in deal_finder the cost of a
basket is taken as the result says it: the score follows from it and from the least cost, which is the key.
"""
import hmac, json, re, sys, unicodedata, urllib.request
from datetime import datetime, timedelta

import tlog
from tlog import same, sha

URL, LEAGUE, NAME = sys.argv[1:4]
FULL, MONEY, START = 10**6, 10**8, 100_000 * 10**8
QUOTES = [('"', '"'), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("«", "»")]


def get(path):
    with urllib.request.urlopen(URL.rstrip("/") + path, timeout=60) as answer:
        return answer.read()


def pages(path, rows):
    page, found = {"page": 0, "pages": 1}, []
    while page["page"] < page["pages"]:
        page = json.loads(get(f"{path}?per_page=100&page={page['page'] + 1}"))
        found += page[rows]
    return found, page


def at(instant):
    return datetime.fromisoformat(instant.replace("Z", "+00:00"))


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def mac(key, *lines):
    return hmac.new(key, "\n".join(lines).encode(), "sha256").digest()


def ticket(seed, bot):
    number, digits = int.from_bytes(mac(seed, "ticket", bot), "big"), "0123456789abcdefghijklmnopqrstuv"
    return "".join(digits[number >> 5 * (51 - i) & 31] for i in range(26))


def money(decimal):
    whole, _, part = decimal.lstrip("-").partition(".")
    return (int(whole) * MONEY + int(part.ljust(8, "0"))) * (-1 if decimal.startswith("-") else 1)


def normal(value):
    if not isinstance(value, str):
        return frozenset(map(normal, value)) if isinstance(value, list) else value
    form = unicodedata.normalize("NFKC", value).lower().upper().lower()
    form = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", form)).strip()
    while True:
        inside = form[:-1] if form.endswith(".") else form
        if any(len(inside) > 1 and inside.startswith(a) and inside.endswith(b) for a, b in QUOTES):
            inside = inside[1:-1]
        if inside.strip() == form:
            break
        form = inside.strip()
    return re.sub(r"^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(:00)?$", r"\1t\2", form)


def graded(key, answer, why):
    """Millionths. The key of deal_finder is {"least": cents}, that of web_q_a is the answer: an integer, a text or a list of texts."""
    if LEAGUE == "deal_finder":
        cost, least = re.fullmatch(r"cost (\d+), least \d+", why), key["least"]
        return max(0, FULL - 4 * FULL * (int(cost[1]) - least) // least) if cost else 0
    if isinstance(key, int):
        return FULL if re.fullmatch(r"\s*-?\d{1,18}\s*", str(answer)) and int(answer) == key else 0
    if not isinstance(key, list):
        return FULL if normal(key) == normal(answer) else 0
    hits, known, given = len(normal(key) & normal(answer)), len(normal(key)), len(normal(answer))
    return FULL if hits == known == given else 2 * FULL * hits // (known + given)


class Logged:
    """What the log has of one round: its facts with their marks, sheets that count, results, pay, and the first close after it."""

    def __init__(self, entries, round_id):
        self.facts, self.sheets, self.results, self.pay, self.back, self.close, self.readings = {}, {}, {}, {}, {}, None, {}
        cash, before, mark, self.median = {}, {}, None, "100000"
        for entry in entries:
            kind = entry["type"]
            if kind == "mark":
                mark, before = at(entry["mark"]), dict(cash)
                self.readings[mark] = entry["readings"]
            elif kind == "payout" and entry["league"] == LEAGUE:
                bot, amount = entry["agent_id"], money(entry["cash"])
                cash[bot] = cash.get(bot, START) + amount
                {round_id: self.pay, f"{round_id}/reversed": self.back}.get(entry["payout_id"], {})[bot] = amount
            elif kind == "fact" and entry["room"] == "rounds" and entry["about"] == LEAGUE:
                fact, bot = json.loads(entry["text"]), entry["agent_id"]
                if entry["name"] == "sheet" and fact["round_id"] == round_id and fact["counts"]:
                    self.sheets.setdefault(bot, []).append((entry["fact_id"], fact["sequence"], fact["receipt"], mark))
                elif entry["fact_id"] == round_id and entry["name"] == "result":
                    self.results[bot] = {**fact, "cash": before.get(bot, START)}
                elif entry["name"] == "baselines" and entry["fact_id"] != round_id and "baselines" not in self.facts:
                    self.median = fact["median"]["cash_after"]
                elif entry["fact_id"] == round_id and bot is None:
                    self.facts[entry["name"]] = (fact, mark)
            elif kind == "close" and entry["league"] == LEAGUE and "scored" in self.facts and not self.close:
                self.close = (entry["close"][:10], entry["board"], {bot: cash.get(bot, START) for bot in self.results})


def check_promise(facts, opens, logged):
    """@returns the seed."""
    named = (facts[name] for name in ("committed", "beacon", "keyed", "scored"))
    (promised, committed_at), (beacon, beacon_at), (keyed, keyed_at), (scored, _) = named
    same("committed to a day ahead", committed_at, opens - timedelta(days=1))
    secret = bytes.fromhex(scored["secret"])
    same("secret", promised["secret_sha256"], sha(secret).hex())
    of = [promised[name] for name in ("opens_at", "closes_at", "source", "levels", "items", "stake", "secret_sha256")]
    same("commitment", promised["commitment"], sha(text(["papertape-commit/1", LEAGUE, promised["round"], *of])).hex())
    same("mark of the beacon", beacon_at, opens - timedelta(minutes=5))
    mark = beacon_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    read = get(f"/api/log/readings/{mark}")
    same("readings", logged.readings[beacon_at], sha(read).hex())
    own = next(row[2] for row in json.loads(read)[1:] if row[0] == mark)
    block = json.loads(own).get("blocks", {}).get("1")
    same("beacon", beacon["beacon"], block[1] if block else sha(own).hex())
    same("keys pinned before the close", keyed_at < at(promised["closes_at"]), True)
    return mac(secret, "papertape-round-seed/1", promised["commitment"], beacon["beacon"], str(keyed["attempt"]))


def check_sheets(sheets, bot, view, logged):
    """@returns the answers that stood at the close, by task: answer, sheet."""
    found, stands, noted = [(s["answer_id"], s["receipt"]["sequence"], s["receipt"]["hash"]) for s in sheets], {}, logged.sheets.get(bot, [])
    same("sheets of a bot", found, [sheet[:3] for sheet in noted])
    for sheet, (*_, mark) in zip(sheets, noted):
        receipt, received = sheet["receipt"], sheet["received_at"]
        head = ["papertape-answer/1", sheet["answer_id"], bot, receipt["sequence"], received, LEAGUE, view["round"], False]
        tail = [sha(sheet["answers_text"]).hex(), receipt["nonce"], receipt["previous"], sheet["rules_version"]]
        same("receipt", receipt["hash"], sha(text([*head, *tail])).hex())
        same("received while the round was open", at(view["opens_at"]) <= at(received) < at(view["closes_at"]), True)
        same("in the log at the mark after it", mark - timedelta(minutes=5) <= at(received) < mark, True)
        for task, answer in json.loads(sheet["answers_text"]).items():
            stands.pop(task, None) if answer is None else stands.update({task: (answer, sheet["answer_id"])})
    return stands


def main():
    view = json.loads(get(f"/api/leagues/{LEAGUE}/rounds/{NAME}"))
    logged = Logged(map(json.loads, tlog.read_log(get, json.loads(get("/api/log"))["key"])), view["round_id"])
    facts = {name: fact for name, (fact, _) in logged.facts.items()}
    entrants, promised = facts["opened"]["entrants"], facts["committed"]
    par, struck = facts["scored"].get("par", facts["keyed"]["par"]), facts.get("struck", {}).get("task")
    same("facts", view["facts"], {**facts, "opened": {"entrants": len(entrants)}})
    seed = check_promise(logged.facts, at(view["opens_at"]), logged)
    results = {r["agent_id"]: r for r in pages(f"/api/leagues/{LEAGUE}/rounds/{NAME}/results", "results")[0]}
    lines, answered = "", {}
    for bot in entrants:
        sheets, record = pages(f"/api/agents/{bot}/rounds/{NAME}/record", "sheets")
        lines += record["key_line"] + "\n"
        _, own_ticket, keys = json.loads(record["key_line"])
        same("ticket", own_ticket, ticket(seed, bot))
        if stands := check_sheets(sheets, bot, view, logged):
            answered[bot] = (keys, stands)
    same("hash of the keys", facts["keyed"]["keys_sha256"], sha(lines).hex())
    same("who is scored", sorted(results), sorted(answered))  # who was retired since is not: then this differs
    for bot, (keys, stands) in answered.items():
        weighed = weights = 0
        for i, task in enumerate(results[bot]["tasks"]):
            answer, sheet = stands.get(task["task_id"], (None, None))
            score = graded(keys[task["task_id"]], answer, task["why"]) if sheet else 0
            same("score of a task", (task["score"], task["answer_id"]), (score, sheet))
            weight = (i // 2 + 1) * (task["task_id"] != struck)
            weighed, weights = weighed + weight * score, weights + weight
        result = logged.results[bot]
        same("score", (result["score"], result["par"], results[bot]["score"]), (weighed // weights, par, weighed // weights))
        pay = result["cash"] * promised["stake"] * (weighed // weights - par) // 10**12
        same("pay", logged.pay[bot], pay)
        same("cash", (money(result["cash_before"]), money(result["cash_after"])), (result["cash"], result["cash"] + pay))
    scores, cash, noted = sorted(r["score"] for r in logged.results.values()), money(logged.median), facts["baselines"]["median"]
    median = (scores[len(scores) // 2] + scores[(len(scores) - 1) // 2]) // 2 if len(scores) > 4 else par
    noted = noted["score"], money(noted["cash_before"]), money(noted["cash_after"])
    same("median", noted, (median, cash, cash + cash * promised["stake"] * (median - par) // 10**12))
    same("pay that was taken back", logged.back, {bot: -logged.pay[bot] for bot in logged.back})
    if logged.close:
        date, board, cash = logged.close
        body = get(f"/api/log/closes/{LEAGUE}/{date}/board")
        same("lines of the close", board, sha(body).hex())
        values = {line[0]: int(line[1]) for line in map(json.loads, body.decode().splitlines())}
        for bot in cash:
            same("value at the close", values[bot], cash[bot])
    print(*(f"{count:7,} × {what}" for what, count in tlog.held.items()), "All holds.", sep="\n")


try:
    main()
except tlog.Differs as difference:
    sys.exit(f"DIFFERS: {difference}")
