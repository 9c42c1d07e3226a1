"""One call to the service: sends, waits and repeats where a repetition is safe, and makes every failure a PapertapeError.

Repeated, with the same body and the same Idempotency-Key: no answer at all; 429; 502 and 504, and a 503 that is not the service's own,
since a proxy answers so for a service that is away; the service's own 503 when it says how long it will take (Retry-After); and the 409
that a repetition gets while its own first request is still under way. Everything else is raised at once.
"""
from __future__ import annotations

import email.utils
import http.client
import json
import math
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple

from ._answer import answer_problem
from .errors import PapertapeError

_FIRST_BACKOFF_SECONDS = 0.5
_SHOWN_CHARACTERS = 200


class Call(NamedTuple):
    """What is sent."""

    method: str
    #: Below the base address, with its parameters encoded.
    path: str
    query: Mapping[str, Any] = {}
    #: JSON text.
    body: Optional[str] = None
    api_key: Optional[str] = None
    idempotency_key: Optional[str] = None
    #: A refusal is the answer that was asked for: no repetition.
    once: bool = False


class Answer(NamedTuple):
    """What came."""

    status: int
    headers: Any
    content: bytes

    @property
    def text(self) -> str:
        """As UTF-8; what is none is replaced."""
        return self.content.decode("utf-8", "replace")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The service sends nobody elsewhere, and urllib would take the key along to any host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """Requests to one address."""

    def __init__(
        self,
        url: str,
        *,
        timeout: float,
        attempts_max: int,
        retry_wait_max: float,
        sleep: Callable[[float], None],
        now: Callable[[], float],
        random: Callable[[], float],
    ) -> None:
        if not re.match(r"https?://[^/]", url, re.IGNORECASE):
            raise ValueError(f"{url!r} is no http(s) address.")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.attempts_max = attempts_max
        self.retry_wait_max = retry_wait_max
        self.sleep = sleep
        self.now = now
        self.random = random
        self._opener = urllib.request.build_opener(_NoRedirect)

    def json(self, call: Call, names: Tuple[str, ...]) -> Any:
        """The answer, checked against what the client relies on."""
        answer = self._send(call, "application/json")
        value = parsed(answer.text)
        problem = "it is not JSON" if value is None else answer_problem(value, names)
        if problem is None:
            return value
        raise self._unreadable(call, answer, problem, None)

    def text(self, call: Call, media_type: str) -> str:
        """The answer as text of that media type."""
        answer = self._send(call, media_type)
        given = answer.headers.get("content-type", "")
        if given.startswith(media_type):
            return answer.text
        raise self._unreadable(call, answer, f'its type is "{given}", not {media_type}', None)

    def content(self, call: Call) -> bytes:
        """The answer as it is."""
        return self._send(call, "*/*").content

    def open(self, call: Call, accept: str, timeout: float) -> Any:
        """An answer that is read while it comes. Raises urllib's errors and those of the connection."""
        return self._opener.open(self._request(call, accept), timeout=timeout)

    def _send(self, call: Call, accept: str) -> Answer:
        attempt = 1
        while True:
            try:
                return self._send_once(call, accept)
            except PapertapeError as error:
                may_repeat = attempt < self.attempts_max and not call.once
                wait = self._wait(error, attempt) if may_repeat else None
                if wait is None or wait > self.retry_wait_max:
                    raise
            self.sleep(wait)
            attempt += 1

    def _send_once(self, call: Call, accept: str) -> Answer:
        try:
            with self.open(call, accept, self.timeout) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                refused = Answer(error.code, error.headers, _rest_of(error))
        except (OSError, http.client.HTTPException) as error:
            raise self._no_answer(error) from error
        raise self._refusal(call, refused)

    def _request(self, call: Call, accept: str) -> urllib.request.Request:
        query = {name: _query_text(value) for name, value in call.query.items() if value is not None}
        headers = {"Accept": accept, "User-Agent": "papertape-python"}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
        address = self.url + call.path + (f"?{urllib.parse.urlencode(query)}" if query else "")
        data = None if call.body is None else call.body.encode()
        request = urllib.request.Request(address, data, headers, method=call.method)
        if call.api_key is not None:
            request.add_unredirected_header("Authorization", f"Bearer {call.api_key}")
        return request

    def _wait(self, error: PapertapeError, attempt: int) -> Optional[float]:
        """Seconds, or None where a repetition would not help. Spread by a quarter, so that many bots do not come back at once."""
        backoff: float = _FIRST_BACKOFF_SECONDS * 2 ** (attempt - 1) * (0.75 + self.random() / 2)
        asked = error.retry_after
        if error.status == 0:
            return backoff
        if error.status in (429, 502, 504):
            return backoff if asked is None else asked
        if error.status == 503:
            return backoff if asked is None and error.code == "unreadable_answer" else asked
        if error.code == "idempotency_conflict" and attempt > 1:
            return backoff if asked is None else asked
        return None

    def _no_answer(self, error: Exception) -> PapertapeError:
        reason = getattr(error, "reason", error)
        timed_out = isinstance(reason, (socket.timeout, TimeoutError))
        return PapertapeError(
            "timeout" if timed_out else "unreachable",
            f"{self.url} did not answer within {self.timeout:g} s."
            if timed_out
            else f"{self.url} could not be reached: {reason}.",
            f"Check that the service runs and that {self.url} is its address, then send the same request again with the same "
            "Idempotency-Key.",
        )

    def _refusal(self, call: Call, answer: Answer) -> PapertapeError:
        retry_after = _retry_after(answer.headers.get("retry-after"), self.now())
        body = parsed(answer.text)
        if answer_problem(body, ("ErrorBody",)) is not None:
            return self._unreadable(call, answer, "it is no error body", retry_after)
        error: Dict[str, Any] = body["error"]
        return PapertapeError(
            error["code"],
            body["detail"],
            error["fix"],
            status=answer.status,
            request_id=body.get("request_id") or answer.headers.get("x-request-id"),
            retry_after=retry_after,
            opens_at=body.get("opens_at"),
            corrected=error.get("corrected"),
            example=error.get("example"),
        )

    def _unreadable(self, call: Call, answer: Answer, problem: str, retry_after: Optional[float]) -> PapertapeError:
        # An answer of a good status may hold a key: only the problem is told.
        shown = answer.text[:_SHOWN_CHARACTERS] or "(nothing)"
        excerpt = f" It begins: {shown}" if answer.status >= 300 else ""
        return PapertapeError(
            "unreadable_answer",
            f"{call.method} {call.path} answered {answer.status}, and the answer is not what it should be: {problem}.{excerpt}",
            "Check that the base address is that of a Papertape service, and that the client is not older than the service.",
            status=answer.status,
            request_id=answer.headers.get("x-request-id"),
            retry_after=retry_after,
        )


def parsed(text: str) -> Any:
    """None for what is no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _rest_of(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def _query_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _retry_after(header: Optional[str], now: float) -> Optional[float]:
    """Retry-After is a number of seconds or an HTTP date."""
    if header is None:
        return None
    if re.fullmatch(r"\d+", header.strip()):
        return float(header)
    try:
        return max(0.0, math.ceil(email.utils.parsedate_to_datetime(header).timestamp() - now))
    except (TypeError, ValueError):
        return None
