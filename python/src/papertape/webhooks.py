"""Signatures of webhooks (Standard Webhooks), see docs/bots/events.md."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Callable, List, Mapping, TypedDict, Union, cast

from . import wire
from .errors import PapertapeError


class WebhookDelivery(TypedDict):
    """The body of a delivery."""

    agent_id: str
    events: List[wire.AgentEvent]


def verify_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: Union[str, bytes],
    *,
    tolerance: float = 300.0,
    now: Callable[[], float] = time.time,
) -> WebhookDelivery:
    """Checks that a delivery came from the service, and reads it. Give the body as it came, not parsed and written again.

    Raises a PapertapeError `webhook_invalid` for a wrong signature, and for one that is older than the tolerance.

    :param secret: Of the answer that set the webhook.
    :param headers: Of the request, under names of any case.
    :param tolerance: Seconds.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id_, seconds, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id_ or not signatures or not re.fullmatch(r"[0-9]{1,12}", seconds):
        raise _invalid("A header of webhook-id, webhook-timestamp, webhook-signature is missing or malformed.")
    content = body.encode() if isinstance(body, str) else body
    signed = hmac.new(_key_of(secret), f"{id_}.{seconds}.".encode() + content, hashlib.sha256).digest()
    own = f"v1,{base64.b64encode(signed).decode()}".encode()
    # Several signatures stand there while a secret is being replaced; one that holds is enough.
    if not any([hmac.compare_digest(own, one.encode()) for one in signatures.split(" ")]):
        raise _invalid("The signature is not that of this body and secret.")
    if abs(now() - int(seconds)) > tolerance:
        raise _invalid(f"The delivery was signed more than {tolerance:g} seconds from now.")
    return cast(WebhookDelivery, json.loads(content))


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise _invalid("The secret is not one of set_webhook: it begins with whsec_, then comes base64.")
    return key


def _invalid(detail: str) -> PapertapeError:
    return PapertapeError(
        "webhook_invalid",
        detail,
        "Answer 400 and do nothing else: the delivery may come from anyone. Check that the secret is that of the last set_webhook.",
    )
