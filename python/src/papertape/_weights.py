"""Target weights as text, digit for digit: a binary float never stands between what the bot decided and what the service reads."""
from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, Mapping

#: Decimal places in which the service keeps a weight.
_PLACES = 18
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


def weights_json(weights: Mapping[str, Any]) -> str:
    """JSON text of the `weights` member: decimal text and Decimals become a JSON number with the very same digits."""
    members = [f"{json.dumps(symbol)}:{_number_text(symbol, weight)}" for symbol, weight in weights.items()]
    return "{" + ",".join(members) + "}"


def canonical_weights(weights: Mapping[str, Any]) -> str:
    """The text that the service stores and hashes.

    Symbols are in order, weights are decimal text of 18 places, rounded down, without trailing zeros; zero weights are left out.
    {"B": 0.30, "A": "5e-1"} -> '{"A":"0.5","B":"0.3"}'
    """
    texts = {symbol: _decimal_text(_number_text(symbol, weights[symbol])) for symbol in sorted(weights)}
    return json.dumps({s: t for s, t in texts.items() if t != "0"}, separators=(",", ":"), ensure_ascii=False)


def _number_text(symbol: str, weight: Any) -> str:
    # Numbers of numpy are no texts and may print with their type: they are read as a float or an int.
    if isinstance(weight, str):
        text = weight
    elif hasattr(weight, "as_tuple"):
        text = str(weight)
    else:
        text = repr(float(weight)) if not isinstance(weight, (int, bool)) else str(weight)
    if _NUMBER.fullmatch(text):
        return text
    raise TypeError(f"The weight of {symbol} is {weight!r}; write a decimal number such as 0.25.")


def _decimal_text(text: str) -> str:
    exponent = int(text.lower().partition("e")[2] or 0)
    if text.startswith("-") or len(text) > 64 or abs(exponent) > 400:
        raise ValueError(f"{text} is no weight that the service accepts.")
    whole, places = divmod(Fraction(text) * 10**_PLACES // 1, 10**_PLACES)
    return f"{whole}.{places:0{_PLACES}}".rstrip("0").rstrip(".")
