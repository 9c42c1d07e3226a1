"""Instants of the wire: ISO 8601 in UTC with a Z, which `datetime.fromisoformat` reads from Python 3.11 on only."""
from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Union

#: What stands for an instant: text as the service takes it, a date (its midnight in UTC), or a datetime with a zone.
Instant = Union[str, date, datetime]


def read_instant(text: str) -> datetime:
    """A datetime in UTC. Raises ValueError."""
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text).astimezone(timezone.utc)


def seconds_of(text: str) -> float:
    """Seconds since 1970."""
    return read_instant(text).timestamp()


def write_instant(at: Instant) -> str:
    """As the service takes it. Raises ValueError for a datetime without a zone: nobody knows which instant that is."""
    if isinstance(at, str):
        return at
    if not isinstance(at, datetime):
        return at.isoformat()
    if at.tzinfo is None:
        raise ValueError(f"{at!r} has no time zone; write it with tzinfo=timezone.utc.")
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
