"""Checks signatures of Ed25519 (RFC 8032, section 5.1.7), which the standard library cannot.

It checks only and never signs: key, text and signature are public, so the time that it takes betrays nothing.
"""
from __future__ import annotations

import hashlib
from typing import Optional, Tuple

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_1 = pow(2, (_P - 1) // 4, _P)

#: Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.
_Point = Tuple[int, int, int, int]
_ZERO: _Point = (0, 1, 1, 0)


def is_signed_by(public_key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether the key, of 32 bytes, made the signature, of 64, of this text."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = _point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + text).digest(), "little") % _L
    x, y, z, t = key
    return _encoded(_sum(_times(s, _BASE), _times(challenge, (_P - x, y, z, _P - t)))) == signature[:32]


def _sum(a: _Point, b: _Point) -> _Point:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    left = (y1 - x1) * (y2 - x2) % _P
    right = (y1 + x1) * (y2 + x2) % _P
    c = 2 * t1 * t2 * _D % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = right - left, d - c, d + c, right + left
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(n: int, point: _Point) -> _Point:
    total = _ZERO
    while n:
        if n & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        n >>= 1
    return total


def _point(encoded: bytes) -> Optional[_Point]:
    """None where the bytes are no point of the curve."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    x_squared = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(x_squared, (_P + 3) // 8, _P)
    if (x * x - x_squared) % _P != 0:
        x = x * _ROOT_OF_MINUS_1 % _P
    if (x * x - x_squared) % _P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _encoded(point: _Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, _P - 2, _P)
    return (y * inverse % _P | (x * inverse % _P & 1) << 255).to_bytes(32, "little")


_BASE_POINT = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
assert _BASE_POINT is not None
_BASE: _Point = _BASE_POINT
