"""A bot with the Python client: enters, orders, waits for the fill. It needs Python 3.9 and the package in python/, which needs nothing."""
import json
import os
import sys
import uuid

from papertape import Client, PapertapeError

URL = os.environ.get("PAPERTAPE_URL", "http://127.0.0.1:4000")
CREDENTIALS = os.environ.get("CREDENTIALS_FILE", "credentials.json")


def enter():
    """A client of the bot; registers it at the first run. The key is shown once, so it is kept, for its owner only."""
    if os.path.exists(CREDENTIALS):
        with open(CREDENTIALS) as file:
            return Client(URL, **json.load(file))
    bot = Client(URL)
    name = f"Python {uuid.uuid4().hex[:8]}"
    bot.register({"name": name, "company": "Examples", "contact": "me@example.com", "country": "CA", "league": "spot_crypto"})
    with open(os.open(CREDENTIALS, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
        json.dump({"agent_id": bot.agent_id, "api_key": bot.api_key}, file)
    return bot


def main():
    bot = enter()
    symbols = [s["symbol"] for s in bot.get_universe(league="spot_crypto")["symbols"] if s["tradable"]][:4]
    # Its receipt is recomputed by the client, which raises an error when it does not hold.
    order = bot.weights({symbol: 0.25 for symbol in symbols}, reason="A quarter each.")
    print(f"{order['order_id']} fills by {order['fills_by']}; receipt {order['receipt']['hash']}")
    filled = bot.wait_for_fill(order)
    print(f"{filled['state']}: {filled['message']}")
    for trade in filled["trades"]:
        print(f"  {trade['side']} {trade['units']} {trade['symbol']} at {trade['fill_price']}")


if __name__ == "__main__":
    try:
        main()
    except PapertapeError as error:
        sys.exit(f"{error.status} {error}")
