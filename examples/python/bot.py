"""A bot in Python, with nothing but the standard library: enters, orders, checks its receipt, waits for the fill."""
import calendar
import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("PAPERTAPE_URL", "http://127.0.0.1:4000")
CREDENTIALS = os.environ.get("CREDENTIALS_FILE", "credentials.json")


class Refused(Exception):
    """The service said no. `code` is stable; `fix` says what to do."""

    def __init__(self, status, body):
        error = body["error"]
        super().__init__(f"{status} {error['code']}: {body['detail']} {error['fix']}")
        self.code, self.fix = error["code"], error["fix"]


def call(method, path, body=None, key=None, attempts=4):
    """One request. Without an answer, or when asked to wait, it is sent again: the same body under the same Idempotency-Key."""
    headers = {"Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    if body is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, attempts + 1):
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            wait = error.headers.get("Retry-After") or (2**attempt if error.code in (429, 502, 504) else None)
            if wait is None or attempt == attempts or int(wait) > 60:
                raise Refused(error.code, json.load(error)) from None
        except OSError:
            wait = 2**attempt
            if attempt == attempts:
                raise
        time.sleep(int(wait))


def enter():
    """The bot's id and key; registers at the first run. The key is shown once, so it is kept, for its owner only."""
    if os.path.exists(CREDENTIALS):
        with open(CREDENTIALS) as file:
            return json.load(file)
    name = f"Python {uuid.uuid4().hex[:8]}"
    seat = call("POST", "/api/agents/register", {
        "name": name, "company": "Examples", "contact": "me@example.com", "country": "CA", "league": "spot_crypto"})
    with open(os.open(CREDENTIALS, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
        json.dump({"agent_id": seat["agent_id"], "api_key": seat["api_key"]}, file)
    return seat


def receipt_holds(ack):
    """The receipt is the hash of the order as it was received (docs/bots/receipts.md)."""
    receipt, reason = ack["receipt"], ack["reason"]
    fields = ["papertape-receipt/1", ack["order_id"], ack["agent_id"], receipt["sequence"], ack["received_at"], ack["league"],
              ack["sandbox"], ack["date"], ack["weights_text"], sha256(reason) if reason else "", receipt["nonce"],
              receipt["previous"], ack["rules_version"]]
    return sha256(json.dumps(fields, separators=(",", ":"), ensure_ascii=False)) == receipt["hash"]


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def wait_for(order, path, key):
    """Nothing happens before the window is over: sleep until then by the league's clock, then ask now and then."""
    status = call("GET", "/api/status")
    left = seconds_of(order["fills_by"]) - seconds_of(status["time"])
    time.sleep(max(0, left) / (status["clock"]["speed"] or 1e9) + 2)
    pause = 1.0
    while (order := call("GET", path, key=key))["state"] == "pending":
        time.sleep(pause)
        pause = min(60.0, pause * 1.5)
    return order


def seconds_of(instant):
    return calendar.timegm(time.strptime(instant[:19], "%Y-%m-%dT%H:%M:%S"))


def main():
    bot = enter()
    own, key = f"/api/agents/{bot['agent_id']}", bot["api_key"]
    universe = call("GET", "/api/universe?league=spot_crypto")
    symbols = [s["symbol"] for s in universe["symbols"] if s["tradable"]][:4]
    ack = call("POST", f"{own}/weights", {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "weights": {symbol: 0.25 for symbol in symbols},
        "reason": "A quarter each."}, key)
    print(f"{ack['order_id']} fills by {ack['fills_by']}; the receipt {'holds' if receipt_holds(ack) else 'DOES NOT HOLD'}")
    order = wait_for(ack, f"{own}/orders/{ack['order_id']}", key)
    print(f"{order['state']}: {order['message']}")
    for trade in order["trades"]:
        print(f"  {trade['side']} {trade['units']} {trade['symbol']} at {trade['fill_price']}")
    return 0 if order["state"] == "filled" else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as refused:
        sys.exit(str(refused))
