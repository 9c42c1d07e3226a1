"""Reads server-sent events, and connects again after every break, behind the last message that was given out.

So an iteration over it sees every message once, however often the network or the service went away.
"""
from __future__ import annotations

import http.client
import json
import urllib.error
from typing import Any, Callable, Iterator, Optional, Tuple


_WAIT_SECONDS_FIRST = 0.5
_WAIT_SECONDS_MAX = 30.0


def follow(
    open_stream: Callable[[Optional[str]], Any],
    why: Callable[[Optional[str]], Any],
    since: Optional[str],
    sleep: Callable[[float], None],
    random: Callable[[], float],
) -> Iterator[Any]:
    """The data of each message.

    :param open_stream: Opens the stream behind a cursor.
    :param why: Called when the service refuses for good: asks for the same without a stream, which raises the reason.
    """
    failures = 0
    while True:
        retry_after = 0.0
        try:
            with open_stream(since) as response:
                for id_, data in _messages(response):
                    failures = 0
                    if id_ is not None:
                        since = id_
                    if data is not None:
                        yield json.loads(data)
        except urllib.error.HTTPError as refusal:
            with refusal:
                after = refusal.headers.get("retry-after") or ""
                retry_after = float(after) if after.isdigit() else 0.0
            if refusal.code < 500 and refusal.code != 429:
                why(since)
        except (OSError, http.client.HTTPException):
            pass  # The connection broke.
        wait = min(_WAIT_SECONDS_MAX, _WAIT_SECONDS_FIRST * 2**failures) * (0.75 + random() / 2)
        failures += 1
        sleep(max(wait, retry_after))


def _messages(response: Any) -> Iterator[Tuple[Optional[str], Optional[str]]]:
    """Id and data of each message, which ends with an empty line. One that the end cuts off is none."""
    id_: Optional[str] = None
    data: Optional[str] = None
    for line in response:
        text = line.decode("utf-8").rstrip("\r\n")
        if text == "":
            yield id_, data
            id_, data = None, None
        elif text.startswith("id: "):
            id_ = text[4:]
        elif text.startswith("data: "):
            data = text[6:]
