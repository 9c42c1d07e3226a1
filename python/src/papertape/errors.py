"""Every way in which a call fails."""
from __future__ import annotations

from typing import Any, Dict, Optional

from . import wire


class PapertapeError(Exception):
    """A call that was refused or failed.

    `code` is stable: branch on it. It is one of the service's (rules.json lists them) or one of the client's own: `unreachable`, `timeout`,
    `unreadable_answer`, `no_credentials`, `order_rejected`, `still_pending`, `board_changed`, `receipt_invalid`, `log_rewritten`,
    `receipt_missing`, `log_unwitnessed`, `witness_invalid`, `webhook_invalid`.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        fix: str,
        *,
        status: int = 0,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        opens_at: Optional[str] = None,
        corrected: Optional[wire.RequestParts] = None,
        example: Optional[wire.RequestParts] = None,
    ) -> None:
        super().__init__(f"{code}: {detail} {fix}")
        self.code = code
        #: What was wrong with this request.
        self.detail = detail
        #: What to do next.
        self.fix = fix
        #: HTTP status; 0 where no answer came.
        self.status = status
        #: Name it when you report a fault of the service.
        self.request_id = request_id
        #: Seconds that the service asked to wait.
        self.retry_after: Optional[float] = retry_after
        #: Of `market_closed` and `window_full`: the first instant at which it can be ordered.
        self.opens_at = opens_at
        #: Where it is plain what was meant: what of the request is to be changed. Look at it before you send it.
        self.corrected = corrected
        #: Where it is not: the same for a request of the right form, with values that are not yours.
        self.example = example


class OrderRejectedError(PapertapeError):
    """The order that was waited for is rejected: none of it was traded. The answers were fine, so `status` is 200."""

    def __init__(self, order: wire.OrderView) -> None:
        rejection = order["rejection"]
        symbol = rejection["symbol"] if rejection else None
        leave_out = f"; leave {symbol} out when it goes on" if symbol else ""
        super().__init__(
            "order_rejected",
            f"Order {order['order_id']} ({order['reason_code']}): {order['message']}",
            f"Send the weights again as a new order{leave_out}.",
            status=200,
        )
        self.order = order
        #: Why: `pools_apart`, `price_unavailable`. Stable: branch on this.
        self.reason_code = order["reason_code"]
        #: The symbol for which the whole order was rejected.
        self.symbol = symbol


class ReceiptError(PapertapeError):
    """The order was taken, and its receipt is not what it has to be. Keep `ack`: it is the evidence."""

    def __init__(self, ack: wire.OrderAck, reason: str) -> None:
        super().__init__(
            "receipt_invalid",
            f"The receipt of order {ack['order_id']} does not hold: {reason}.",
            "The order was taken. Keep this acknowledgement, stop the bot, and tell the operator and others.",
            status=200,
        )
        self.ack = ack


class LogError(PapertapeError):
    """The public log does not go on from what was seen of it (`log_rewritten`), or lacks an order that was acknowledged (`receipt_missing`).

    Keep `evidence`: `before` and `after` are signed checkpoints as they were served, `receipt` is the order that is missing. Or the witnesses
    that the client was told to trust did not cosign it in time (`log_unwitnessed`): then nothing is sent until the next look, five minutes later.
    """

    def __init__(self, code: str, problem: str, evidence: Dict[str, Any]) -> None:
        is_unwitnessed = code == "log_unwitnessed"
        super().__init__(
            code,
            f"{'Nobody whom you trust saw it in time' if is_unwitnessed else 'The service signed another past'}: {problem}.",
            "Call again in five minutes. If it stays so, ask the operator and whoever runs the witnesses, or name others."
            if is_unwitnessed
            else "Keep both checkpoints (evidence), stop the bot, and tell the operator, the witnesses and others.",
            status=200,
        )
        self.evidence = evidence
