"""Keeps what this client saw of the service's public log: the last checkpoint, and the receipts of the orders that it sent.

At most once in five minutes, before a call, it looks whether the log still begins with what it saw, and has these orders. So a past that
was written anew is found by whoever was there before. A service that is away, that starts again, that signs with a new key or catches up
its marks says nothing wrong, and nothing is raised.

A client that names witnesses asks for more: its first call looks, and nothing is sent before a look had its answers. Else a service could
get rid of the witnesses by answering everything but its checkpoint, and a bot that runs now and then would never look.
"""
from __future__ import annotations

import threading
import urllib.parse
from typing import Any, Callable, List, Optional, TypedDict

from . import wire
from ._transport import Call, Transport, parsed
from ._witnesses import SeenLog, WitnessCheck
from .errors import LogError, PapertapeError
from .log import Checkpoint, begins, holds, is_signed, read_checkpoint

_LOOK_SECONDS = 300.0


class KeptReceipt(TypedDict):
    """An order that was acknowledged, and was not seen in the log yet."""

    order_id: str
    receipt: str
    """Its hash."""
    sandbox: bool
    mark: str
    """The mark at which it is logged."""


class LogMemory(TypedDict):
    """What is kept of a log; it can be written as JSON."""

    checkpoint: Optional[str]
    """The last signed note that was seen and held."""
    receipts: List[KeptReceipt]
    looked_at: float
    """When it was looked last, seconds since 1970."""


class _NotYet(Exception):
    """The log is not so far."""


class LogWatch:
    """`keep` is told of all that is to be kept for the next run."""

    def __init__(
        self,
        transport: Transport,
        now: Callable[[], float],
        memory: Optional[LogMemory],
        keep: Optional[Callable[[LogMemory], None]],
        witnesses: Optional[WitnessCheck] = None,
    ) -> None:
        self._transport, self._now, self._keep, self._witnesses = transport, now, keep, witnesses
        self._due = witnesses is not None
        self._memory: LogMemory = memory or {"checkpoint": None, "receipts": [], "looked_at": now()}
        self._found: Optional[LogError] = None
        self._lock = threading.Lock()

    def before(self) -> None:
        """Raises a LogError where the log does not go on from what was seen, or was not witnessed.

        Where witnesses are named it raises as well whatever the look failed with.
        """
        with self._lock:
            is_soon = self._now() - self._memory["looked_at"] < _LOOK_SECONDS
            # Another past stays one. Witnesses that were away may be back at the next look.
            if self._found and (self._found.code != "log_unwitnessed" or is_soon):
                raise self._found
            if is_soon and not self._due:
                return
            self._found = None
            self._remember(self._memory["checkpoint"], self._memory["receipts"], self._now())
            try:
                self._look()
            except LogError as error:
                self._found = error
                if error.code == "log_unwitnessed":
                    self._save()
                raise
            except PapertapeError:
                # No answer is no evidence, and no witness either.
                if self._witnesses:
                    raise
            self._due = False
            self._save()

    def sent(self, ack: wire.OrderAck) -> None:
        """Remembers an order until it is seen in the log."""
        with self._lock:
            receipts = self._memory["receipts"]
            if any(kept["order_id"] == ack["order_id"] for kept in receipts):
                return
            kept: KeptReceipt = {
                "order_id": ack["order_id"],
                "receipt": ack["receipt"]["hash"],
                "sandbox": ack["sandbox"],
                "mark": ack["window"]["start"],
            }
            self._remember(self._memory["checkpoint"], [*receipts, kept], self._memory["looked_at"])
            self._save()

    def _remember(self, checkpoint: Optional[str], receipts: List[KeptReceipt], looked_at: float) -> None:
        self._memory = {"checkpoint": checkpoint, "receipts": receipts, "looked_at": looked_at}

    def _save(self) -> None:
        if self._keep:
            self._keep(self._memory)

    def _look(self) -> None:
        log = self._ask("/api/log", "LogView")
        note = self._note("/checkpoint")
        tree = read_checkpoint(note)
        before = self._memory["checkpoint"]
        # What nobody signed proves nothing; it is asked again.
        if tree is None or not is_signed(note, log["key"]):
            if self._witnesses:
                unsigned = "its checkpoint is not signed by its own key"
                raise LogError("log_unwitnessed", unsigned, {"before": before, "after": note})
            return
        old = read_checkpoint(before) if before is not None else None
        problem = self._rewritten(old, tree) if old else None
        if problem is not None:
            raise LogError("log_rewritten", problem, {"before": before, "after": note})
        left: List[KeptReceipt] = []
        for kept in self._memory["receipts"]:
            try:
                if log["mark"] is None or kept["mark"] > log["mark"]:
                    raise _NotYet
                problem = self._missing(kept, tree)
            except _NotYet:
                left.append(kept)
                continue
            if problem is not None:
                raise LogError("receipt_missing", problem, {"before": before, "after": note, "receipt": kept})
        self._remember(note, left, self._memory["looked_at"])
        if self._witnesses is None:
            return
        size = tree.size
        problem = self._witnesses.problem(
            SeenLog(
                note=note,
                tree=tree,
                now=self._now(),
                view=lambda: log if log["size"] == size else self._ask("/api/log", "LogView"),
                checkpoint_of=lambda mark: self._note(f"/api/log/checkpoints/{mark}"),
                tile=self._tile,
            )
        )
        if problem is not None:
            raise LogError("log_unwitnessed", problem, {"before": before, "after": note})

    def _rewritten(self, old: Checkpoint, tree: Checkpoint) -> Optional[str]:
        if old.origin != tree.origin:
            return f"the log is another one: it was {old.origin}, and now it is {tree.origin}"
        if tree.size < old.size:
            return f"the log had {old.size} entries, and now it has {tree.size}"
        if begins(old, tree, self._tile):
            return None
        return f"the log does not begin with the {old.size} entries that it had"

    def _missing(self, kept: KeptReceipt, tree: Checkpoint) -> Optional[str]:
        """What is wrong with the order's entry; None when it stands in the tree."""
        order = f"order {kept['order_id']}, which was acknowledged,"
        try:
            log = self._ask(f"/api/proofs/orders/{urllib.parse.quote(kept['order_id'])}", "OrderProof")["log"]
        except PapertapeError as error:
            if error.code != "order_not_found":
                raise
            log = None
        if log is None:
            return f"{order} is not in the log"
        # The checkpoint was made before the order's mark was done.
        if log["index"] >= tree.size:
            raise _NotYet
        entry = parsed(log["entry"])
        logged = entry if isinstance(entry, dict) else {}
        if logged.get("type") != "order" or logged.get("receipt") != kept["receipt"]:
            return f"{order} has the entry of another one in the log"
        if logged.get("counts") is not (not kept["sandbox"]):
            return f"{order} {'as a test counts' if kept['sandbox'] else 'became a test'} in the log"
        return None if holds(log["entry"], int(log["index"]), tree, self._tile) else f"{order} is not in the log"

    def _tile(self, path: str) -> bytes:
        return self._transport.content(self._get(path))

    def _note(self, path: str) -> str:
        return self._transport.text(self._get(path), "text/plain")

    def _ask(self, path: str, name: str) -> Any:
        return self._transport.json(self._get(path), (name,))

    def _get(self, path: str) -> Call:
        """Without witnesses each is asked for once: what is not answered now is looked at five minutes later."""
        return Call("GET", path, once=self._witnesses is None)
