"""What the client relies on in an answer, checked when it arrives.

A proxy's page or another service's JSON is an error, not a dictionary with holes. Members that the client does not know are let through.
The form of a kind is described in contract/src/shapes.ts of the service's repository.
"""
from __future__ import annotations

from typing import Any, Iterable, Optional, Tuple

from ._shapes import KINDS

_PLAIN = {"string": str, "number": (int, float), "boolean": bool, "object": dict, "null": type(None)}


def answer_problem(value: Any, names: Tuple[str, ...]) -> Optional[str]:
    """The first member that is not as it should be, in words; None where the answer is one of those that are named."""
    problem = None
    for name in names:
        problem = _problem(value, KINDS[name], "")
        if problem is None:
            return None
    return problem


def _problem(value: Any, kind: Any, path: str) -> Optional[str]:
    if isinstance(kind, str):
        return _plain_problem(value, kind, path)
    shown = f"`{path}`" if path else "it"
    if isinstance(kind, list):
        if len(kind) == 2:
            return None if value is None else _problem(value, kind[0], path)
        if not isinstance(value, list):
            return f"{shown} is not an array"
        return _first(_problem(item, kind[0], f"{path}[{i}]") for i, item in enumerate(value))
    if not isinstance(value, dict):
        return f"{shown} is not an object"
    return _first(_member_problem(value, name, inner, path) for name, inner in kind.items())


def _member_problem(value: Any, name: str, kind: Any, path: str) -> Optional[str]:
    below = f"{path}." if path else ""
    if name == "*":
        return _first(_problem(item, kind, below + key) for key, item in value.items())
    member = name[:-1] if name.endswith("?") else name
    if member in value:
        return _problem(value[member], kind, below + member)
    return None if member != name else f"`{below}{member}` is not there"


def _plain_problem(value: Any, kind: str, path: str) -> Optional[str]:
    may_be_none = kind.endswith("?")
    base = kind[:-1] if may_be_none else kind
    if base == "any" or (may_be_none and value is None):
        return None
    if base.startswith("#"):
        return _problem(value, KINDS[base[1:]], path)
    # A truth value is a number to Python and not to JSON.
    if isinstance(value, _PLAIN[base]) and not (base == "number" and isinstance(value, bool)):  # type: ignore[arg-type]
        return None
    article = "an" if base == "object" else "a"
    return f"{f'`{path}`' if path else 'it'} is not {article} {base}{' or null' if may_be_none else ''}"


def _first(problems: Iterable[Optional[str]]) -> Optional[str]:
    return next((problem for problem in problems if problem is not None), None)
