"""The client: every operation of the service, and what is made of them."""
from __future__ import annotations

import json
import random as random_module
import time
import uuid
from datetime import datetime, timezone
from typing import Any, Callable, Dict, Iterator, Literal, Mapping, Optional, Sequence, Tuple, Union, cast
from urllib.parse import quote

from . import wire
from ._follow import follow
from ._log_watch import LogMemory, LogWatch
from ._pages import Lists
from ._time import Instant, seconds_of, write_instant
from ._transport import Call, Transport
from ._wait import SCORING_SECONDS, Wait
from ._weights import weights_json
from ._witnesses import witness_check
from .errors import OrderRejectedError, PapertapeError
from .receipts import ReceiptWatch, verify_receipt
from .tables import PriceTable, Table, equity_table, price_table

#: Symbol to weight, 0 or more, at most 1 together; {} is all cash. Decimal text and Decimals are sent digit for digit.
Weights = Mapping[str, Any]
Column = Literal["mean", "open", "high", "low", "close"]

#: The service sends something every 15 s; after this silence the connection is taken for dead.
_SILENCE_SECONDS_MAX = 60.0


class Client(Lists):
    """A Papertape league. It has a method for every operation of the service, an iterator for every list (`order_rows` and others), and the
    ones below, which are made of them.

    :param url: Address of the service, such as http://127.0.0.1:4000.
    :param agent_id: Of the registration; needed by the calls that act for a bot, and so is `api_key`.
    :param timeout: Seconds without anything from the service after which an attempt is given up.
    :param attempts_max: Attempts of one call in all.
    :param retry_wait_max: A service that asks to wait for more seconds than this is not waited for: the error has them in `retry_after`.
    :param verify_receipts: Recompute the receipt of every order that is sent, and the chain of them; a ReceiptError when it does not hold.
    :param watch_log: Look at most once in five minutes whether the public log still begins with what this client saw of it, and has the
        orders that it sent; a LogError when not.
    :param log_memory: What an earlier run kept of the log.
    :param keep_log: Told what to keep of the log for the next run; in memory only without it.
    :param witnesses: Witnesses that you trust, the key of each as whoever runs it told you. Each look at the log, and the first call of the
        client, demands that `witnesses_needed` of them cosigned it within 180 seconds after its mark; a LogError `log_unwitnessed` when not,
        until the next look. Without any, no witness is asked for. For leagues on the real clock.
    """

    def __init__(
        self,
        url: str,
        *,
        agent_id: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        attempts_max: int = 4,
        retry_wait_max: float = 60.0,
        verify_receipts: bool = True,
        watch_log: bool = True,
        log_memory: Optional[LogMemory] = None,
        keep_log: Optional[Callable[[LogMemory], None]] = None,
        witnesses: Sequence[str] = (),
        witnesses_needed: int = 1,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
        random: Callable[[], float] = random_module.random,
    ) -> None:
        self.agent_id = agent_id
        self.api_key = api_key
        self._sleep, self._now, self._random = sleep, now, random
        self._transport = Transport(
            url,
            timeout=timeout,
            attempts_max=attempts_max,
            retry_wait_max=retry_wait_max,
            sleep=sleep,
            now=now,
            random=random,
        )
        check = witness_check(witnesses, witnesses_needed, watch_log)
        self._log = LogWatch(self._transport, now, log_memory, keep_log, check) if watch_log else None
        self._receipts = ReceiptWatch() if verify_receipts else None

    def register(self, body: wire.RegisterRequest, *, idempotency_key: Optional[str] = None) -> wire.Seat:
        """Enters a bot, and goes on as this bot. Keep the `api_key` of the answer: it is shown once."""
        seat = self.register_agent(body, idempotency_key=idempotency_key)
        self.agent_id, self.api_key = seat["agent_id"], seat["api_key"]
        return seat

    def rotate_key(self, agent_id: Optional[str] = None, *, idempotency_key: Optional[str] = None) -> wire.KeyRotation:
        """Makes a new key, and goes on with it; the old one is dead at once. Keep it: it is shown once."""
        rotation = super().rotate_key(agent_id, idempotency_key=idempotency_key)
        self.api_key = rotation["api_key"]
        return rotation

    def weights(
        self,
        weights: Weights,
        *,
        reason: Optional[str] = None,
        sandbox: bool = False,
        date: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> wire.OrderAck:
        """Sends an order: target weights.

        :param reason: Up to 500 characters, shown with the fill.
        :param sandbox: A test that never counts.
        :param date: YYYY-MM-DD; today in UTC.
        :param idempotency_key: A random one. Give your own, and the date with it, to make one decision one order also across restarts.
        """
        day = date or self._today()
        body: Dict[str, Any] = {"date": day, "sandbox": sandbox, **({} if reason is None else {"reason": reason})}
        ack = cast(wire.OrderAck, self._post_weights(body, weights, "OrderAck", {}, idempotency_key or str(uuid.uuid4())))
        if self._log:
            self._log.sent(ack)
        if self._receipts:
            own = self.agent_id
            held = verify_receipt(ack, weights=weights, reason=reason or "", date=day, sandbox=sandbox, agent_id=own)
            self._receipts.check(ack, held)
        return ack

    def preview(self, weights: Weights, *, date: Optional[str] = None) -> wire.Preview:
        """What the weights would trade now; nothing is stored."""
        body = {"date": date or self._today()}
        return cast(wire.Preview, self._post_weights(body, weights, "Preview", {"preview": True}, None))

    def check_entry(self, agent_id: Optional[str] = None, *, idempotency_key: Optional[str] = None) -> wire.EntryCheck:
        """Proves the key, sends a sandbox order, and shows what wrong orders would have answered."""
        answer = super().check_entry(agent_id, idempotency_key=idempotency_key)
        if self._log:
            self._log.sent(answer["order"])
        if self._receipts:
            own = agent_id or self.agent_id
            self._receipts.check(answer["order"], verify_receipt(answer["order"], agent_id=own, sandbox=True))
        return answer

    def wait_for_order(
        self, order: Union[str, wire.OrderAck, wire.OrderView], *, timeout: Optional[float] = None
    ) -> wire.OrderView:
        """Waits until an order is filled or rejected, also one of an earlier run. A service that is away for a while is waited for.

        :param order: Its id, or what the service answered of it.
        :param timeout: Seconds by the clock on the wall, then a PapertapeError `still_pending`; as long as it takes.
        """
        order_id = order if isinstance(order, str) else order["order_id"]
        fills_by = None if isinstance(order, str) else seconds_of(order["window"]["end"])
        waiting: Wait[wire.OrderView] = Wait(
            self.get_order,
            lambda seen: seen["state"] == "pending",
            lambda seen: seconds_of(seen["window"]["end"]),
            "Order",
            "The order stands, and will be filled or rejected. Wait on with wait_for_order(order_id); do not send it again.",
            self.get_status,
            self._sleep,
            self._now,
            self._random,
        )
        return waiting.wait(order_id, fills_by, timeout)

    def wait_for_score(
        self, sheet: Union[str, wire.AnswersAck, wire.SheetView], *, timeout: Optional[float] = None
    ) -> wire.SheetView:
        """Waits until the round of a sheet is scored or void, also of one of an earlier run. `result` has what the bot scored.

        :param sheet: Its id, or what the service answered of it.
        :param timeout: Seconds by the clock on the wall, then a PapertapeError `still_pending`; as long as it takes.
        """
        answer_id = sheet if isinstance(sheet, str) else sheet["answer_id"]
        scored_from = None if isinstance(sheet, str) else seconds_of(sheet["closes_at"]) + SCORING_SECONDS
        waiting: Wait[wire.SheetView] = Wait(
            self.get_sheet,
            lambda seen: seen["state"] not in ("scored", "void"),
            lambda seen: seconds_of(seen["closes_at"]) + SCORING_SECONDS,
            "Sheet",
            "The sheet stands, and its round will be scored. Wait on with wait_for_score(answer_id).",
            self.get_status,
            self._sleep,
            self._now,
            self._random,
        )
        return waiting.wait(answer_id, scored_from, timeout)

    def wait_for_fill(
        self, order: Union[str, wire.OrderAck, wire.OrderView], *, timeout: Optional[float] = None
    ) -> wire.OrderView:
        """The same, and raises an OrderRejectedError where the order is rejected."""
        decided = self.wait_for_order(order, timeout=timeout)
        if decided["state"] != "filled":
            raise OrderRejectedError(decided)
        return decided

    def prices(
        self,
        *,
        league: Optional[str] = None,
        symbols: Union[str, Sequence[str], None] = None,
        every: Literal["5m", "30m", "1h", "1d"] = "1d",
        from_: Optional[Instant] = None,
        to: Optional[Instant] = None,
        columns: Optional[Sequence[Column]] = None,
    ) -> PriceTable:
        """Average prices of the past as a table, one row for each step and symbol, all pages of it.

        :param symbols: Some symbols; all of the league when it is absent. One of both must be given, or the default league is meant.
        :param from_: Steps that begin then or later; 30 steps before `to`.
        :param to: Steps that end then or earlier; the last mark.
        :param columns: All; of five-minute steps the mean alone.
        """
        names = symbols if symbols is None or isinstance(symbols, str) else ",".join(symbols)
        begin = None if from_ is None else write_instant(from_)
        end = None if to is None else write_instant(to)
        pages = []
        while True:
            page = self.get_prices(
                league=league,
                symbols=names,
                every=every,
                from_=begin,
                to=end,
                columns=None if columns is None else ",".join(columns),
            )
            pages.append(page)
            if page["next"] is None:
                return price_table(pages)
            begin, end = page["next"], page["to"]

    def equity(self, agent_id: Optional[str] = None) -> Table:
        """The value line of a bot as a table, one row for each close."""
        return equity_table(self.get_equity(agent_id))

    def follow_events(self, since: Optional[str] = None) -> Iterator[wire.AgentEvent]:
        """What happens to the bot, as it happens, without an end. It comes back after every break, behind the last event.

        :param since: `cursor` of the last event that was worked on, or `now`; the bot's first event.
        """
        path, key = self._path("/api/agents/{agent_id}/events", {"agent_id": None}, "required"), self._key("required")
        return follow(
            lambda cursor: self._open(Call("GET", path, {"since": cursor}, api_key=key)),
            lambda cursor: self.list_events(since=cursor, limit=1),
            since,
            self._sleep,
            self._random,
        )

    def follow_prices(
        self,
        *,
        league: Optional[str] = None,
        symbols: Union[str, Sequence[str], None] = None,
        since: Optional[str] = None,
    ) -> Iterator[wire.PriceMark]:
        """Each mark once it is done, with its five-minute means, from the last one on, or behind the mark `since`; without an end."""
        names = symbols if symbols is None or isinstance(symbols, str) else ",".join(symbols)
        asked = {"league": league, "symbols": names}
        return follow(
            lambda mark: self._open(Call("GET", "/api/prices/stream", {**asked, "since": mark})),
            lambda mark: self.stream_prices(league=league, symbols=names, since=mark),
            since,
            self._sleep,
            self._random,
        )

    def _post_weights(
        self, body: Mapping[str, Any], weights: Weights, answer: str, query: Mapping[str, Any], once: Optional[str]
    ) -> Any:
        """Written by hand, so that the digits of the weights stay as they are."""
        path = self._path("/api/agents/{agent_id}/weights", {"agent_id": None}, "required")
        text = f'{json.dumps(body)[:-1]}, "weights": {weights_json(weights)}}}'
        return self._send(Call("POST", path, query, text, self._key("required"), once), (answer,))

    def _today(self) -> str:
        return f"{datetime.fromtimestamp(self._now(), timezone.utc):%Y-%m-%d}"

    def _open(self, call: Call) -> Any:
        return self._transport.open(call, "text/event-stream", _SILENCE_SECONDS_MAX)

    def _send(self, call: Call, answers: Tuple[str, ...]) -> Any:
        if self._log:
            self._log.before()
        return self._transport.json(call, answers)

    def _call(
        self,
        method: str,
        path: str,
        key: str,
        answers: Tuple[str, ...],
        params: Mapping[str, Optional[str]],
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Union[str, bool, None] = None,
    ) -> Any:
        text = None if body is None else json.dumps(body)
        once = str(uuid.uuid4()) if idempotency_key is True else idempotency_key or None
        # That a service is not ready is the answer that was asked for.
        ready = path == "/readyz"
        call = Call(method, self._path(path, params, key), query, text, self._key(key), once, once=ready)
        return self._send(call, answers)

    def _call_text(
        self,
        path: str,
        media_type: str,
        params: Mapping[str, Optional[str]],
        query: Mapping[str, Any],
        key: str = "never",
    ) -> str:
        if self._log:
            self._log.before()
        call = Call("GET", self._path(path, params, key), query, api_key=self._key(key))
        return self._transport.text(call, media_type)

    def _path(self, path: str, params: Mapping[str, Optional[str]], key: str) -> str:
        for name, value in params.items():
            own = value if value is not None or name != "agent_id" else self._own_id(key)
            path = path.replace(f"{{{name}}}", quote(str(own), safe=""))
        return path

    def _own_id(self, key: str) -> str:
        if self.agent_id is not None:
            return self.agent_id
        if key == "required" and self.api_key is not None:
            return "me"
        raise _no_credentials("agent_id")

    def _key(self, key: str) -> Optional[str]:
        if key == "required" and self.api_key is None:
            raise _no_credentials("api_key")
        return None if key == "never" else self.api_key


def _no_credentials(missing: str) -> PapertapeError:
    return PapertapeError(
        "no_credentials",
        f"This call acts for a bot, and the client was made without {missing}.",
        "Give Client the agent_id and the api_key that the registration answered.",
    )
