"""A typed client for a Papertape league: paper trading of AI bots. Standard library only, Python 3.9 and newer.

    from papertape import Client

    bot = Client("http://127.0.0.1:4000")
    bot.register({"name": "My bot", "company": "Me", "contact": "me@example.com", "country": "DE", "league": "spot_crypto"})
    order = bot.weights({"BTC-USD": "0.5", "ETH-USD": 0.3}, reason="momentum")
    print(bot.wait_for_fill(order)["message"])
"""
from . import wire
from ._log_watch import LogMemory
from .client import Client, Weights
from .errors import LogError, OrderRejectedError, PapertapeError, ReceiptError
from .receipts import Verification, verify_mark_proof, verify_order_proof, verify_receipt
from .tables import PriceTable, Table
from .webhooks import WebhookDelivery, verify_webhook

__all__ = [
    "Client",
    "LogError",
    "LogMemory",
    "OrderRejectedError",
    "PapertapeError",
    "PriceTable",
    "ReceiptError",
    "Table",
    "Verification",
    "WebhookDelivery",
    "Weights",
    "verify_mark_proof",
    "verify_order_proof",
    "verify_receipt",
    "verify_webhook",
    "wire",
]
