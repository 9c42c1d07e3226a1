"""What a type checker must find: each line below has a fault, and one that is not found is reported as a comment without a use."""
from __future__ import annotations

from papertape import Client, wire

client = Client("http://127.0.0.1:4000")


def faults(ack: wire.OrderAck, event: wire.AgentEvent, status: wire.StatusView) -> None:
    client.register({"name": "n"})  # type: ignore[typeddict-item]
    client.register({"name": "n", "company": "c", "contact": "x", "country": "CA", "nick": "x"})  # type: ignore[typeddict-item]
    client.get_order()  # type: ignore[call-arg]
    client.list_orders(pages=1)  # type: ignore[call-arg]
    client.get_prices(every="1w")  # type: ignore[arg-type]
    client.prices(every="1w")  # type: ignore[arg-type]
    client.no_such_operation()  # type: ignore[attr-defined]
    ack["no_such_member"]  # type: ignore[typeddict-item]
    mark: str = status["last_mark"]  # type: ignore[assignment]
    status["price_source"]["kind"] == "real"  # type: ignore[comparison-overlap]


def sound(ack: wire.OrderAck, event: wire.AgentEvent) -> str:
    if event["type"] == "order_filled":
        return event["data"]["trades"][0]["symbol"]
    return client.wait_for_fill(ack)["window"]["end"]
