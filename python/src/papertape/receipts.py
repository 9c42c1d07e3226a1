"""Receipts and proofs, recomputed on the bot's side (docs/bots/receipts.md).

They show that an order was received as it was sent, and that it stands in what the service published at the mark after it.
"""
from __future__ import annotations

import hashlib
import json
import threading
from typing import Any, Mapping, NamedTuple, Optional, Union

from . import wire
from ._time import read_instant
from ._transport import parsed
from ._weights import canonical_weights
from .errors import ReceiptError
from .log import inclusion_problem


class Verification(NamedTuple):
    """`reason` says in words what does not hold; None when all does."""

    ok: bool
    reason: Optional[str]
    #: The hash that was recomputed, hex; None where the input does not allow one.
    computed: Optional[str]


def verify_receipt(
    order: Union[wire.OrderAck, wire.OrderView],
    *,
    weights: Optional[Mapping[str, Any]] = None,
    reason: Optional[str] = None,
    date: Optional[str] = None,
    sandbox: Optional[bool] = None,
    agent_id: Optional[str] = None,
    league: Optional[str] = None,
    previous: Optional[str] = None,
) -> Verification:
    """Recomputes the receipt of an order, and compares it with what you know yourself.

    :param weights: As you sent them. It proves that these were received, at every digit.
    :param reason: As you sent it; "" for none.
    :param previous: Hash of the receipt before, "" for the first order.
    """
    receipt = order["receipt"]
    try:
        received = read_instant(order["received_at"])
    except ValueError:
        return Verification(False, "`received_at` is no instant", None)
    own_reason = order["reason"] or ""
    computed = _sha256_of(
        [
            "papertape-receipt/1",
            order["order_id"],
            order["agent_id"],
            receipt["sequence"],
            f"{received:%Y-%m-%dT%H:%M:%S}.{received.microsecond // 1000:03}Z",
            order["league"],
            order["sandbox"],
            order["date"],
            order["weights_text"],
            hashlib.sha256(own_reason.encode()).hexdigest() if own_reason else "",
            receipt["nonce"],
            receipt["previous"],
            order["rules_version"],
        ]
    )
    checks = (
        (computed == receipt["hash"], "the receipt is not the hash of this order"),
        (_is_text_of(order["weights_text"], order["weights"]), "`weights` says something else than the text that was hashed"),
        (agent_id in (None, order["agent_id"]), "the order is of another bot"),
        (league in (None, order["league"]), "the order is in another league"),
        (
            weights is None or canonical_weights(weights) == order["weights_text"],
            "other weights were received than those that were sent",
        ),
        (reason in (None, own_reason), "another reason was received than the one that was sent"),
        (date in (None, order["date"]), "the order has another date"),
        (
            sandbox in (None, order["sandbox"]),
            "the order became a test" if order["sandbox"] else "the test became an order that counts",
        ),
        (
            previous in (None, receipt["previous"]),
            "the receipt does not follow the one that was given as the one before",
        ),
        (
            (receipt["sequence"] == 1) == (receipt["previous"] == ""),
            "only the first receipt may have none before it",
        ),
    )
    return _verified(computed, next((problem for holds, problem in checks if not holds), None))


def verify_order_proof(
    proof: wire.OrderProof,
    *,
    receipt: Optional[str] = None,
    sandbox: Optional[bool] = None,
    checkpoint: Optional[str] = None,
) -> Verification:
    """Recomputes the root of the public log from the order's entry and its path. `computed` is the root.

    :param receipt: Hash of the receipt that you hold. Without it the proof is of whatever receipt the service names.
    :param sandbox: Was it a test? Whether an order counts is public in its entry, and can never be changed there.
    :param checkpoint: That of the mark, from `get_mark_checkpoint` or from whoever kept it. Without it the path is only whole in itself.
    """
    log = proof["log"]
    if log is None:
        return Verification(False, "the mark after the order has not passed yet: ask again", None)
    problem = inclusion_problem(log, checkpoint)
    if problem is not None:
        return Verification(False, problem, None)
    logged = _entry(log)
    if logged.get("type") != "order" or logged.get("receipt") != proof["receipt"]:
        problem = "the entry is of another receipt"
    elif receipt not in (None, proof["receipt"]):
        problem = "the proof is of another receipt"
    elif sandbox is not None and logged.get("counts") is not (not sandbox):
        problem = "the test is logged as an order that counts" if sandbox else "the order is logged as a test"
    return _verified(log["root"], problem)


def verify_mark_proof(mark: wire.MarkProof, *, checkpoint: Optional[str] = None) -> Verification:
    """Recomputes the hash of what was read at a mark, and the root of the public log from the entry that has it."""
    readings = [[reading["mark"], reading["attempt"], reading["text"]] for reading in mark["readings"]]
    computed = _sha256_of(["papertape-readings/1", *readings])
    logged = _entry(mark["log"])
    if logged.get("type") != "mark" or logged.get("mark") != mark["mark"]:
        return Verification(False, "the entry is of another mark", computed)
    if logged.get("readings") != computed:
        return Verification(False, "the readings are not those that were hashed", computed)
    return _verified(computed, inclusion_problem(mark["log"], checkpoint))


class ReceiptWatch:
    """Checks the receipt of every order that a client sends, and that each follows the one before."""

    def __init__(self) -> None:
        #: The latest by its number, not by its arrival: orders may be sent side by side.
        self._latest: Optional[wire.Receipt] = None
        self._lock = threading.Lock()

    def check(self, ack: wire.OrderAck, verification: Verification) -> None:
        """Raises a ReceiptError when it does not hold."""
        if verification.reason is not None:
            raise ReceiptError(ack, verification.reason)
        receipt = ack["receipt"]
        with self._lock:
            latest = self._latest
            if latest and receipt["sequence"] == latest["sequence"] and receipt["hash"] != latest["hash"]:
                raise ReceiptError(ack, f"there are two receipts of number {receipt['sequence']}")
            if latest and receipt["sequence"] == latest["sequence"] + 1 and receipt["previous"] != latest["hash"]:
                raise ReceiptError(ack, f"it does not follow receipt {latest['sequence']}, which this client was given")
            if not latest or receipt["sequence"] > latest["sequence"]:
                self._latest = receipt


def _verified(computed: str, problem: Optional[str]) -> Verification:
    return Verification(problem is None, problem, computed)


def _sha256_of(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def _is_text_of(text: str, weights: Mapping[str, float]) -> bool:
    """The hashed text, read as numbers, must be what the answer shows."""
    hashed = parsed(text)
    shown = {symbol: weight for symbol, weight in weights.items() if weight != 0}
    try:
        return isinstance(hashed, dict) and {symbol: float(decimal) for symbol, decimal in hashed.items()} == shown
    except (TypeError, ValueError):
        return False


def _entry(log: wire.LogInclusion) -> Mapping[str, Any]:
    entry = parsed(log["entry"])
    return entry if isinstance(entry, dict) else {}
