"""The witnesses that a client trusts: so many of them must have cosigned the public log, and in time (C2SP tlog-cosignature).

Nothing that the service says of itself excuses it, so this is for leagues on the real clock only.
"""
from __future__ import annotations

import math
import re
from datetime import datetime, timezone
from typing import Any, Callable, NamedTuple, Optional, Sequence

from ._ed25519 import is_signed_by
from ._note import from_base64, read_note
from ._time import seconds_of
from .errors import PapertapeError
from .log import Checkpoint, ReadTile, begins, read_checkpoint

#: A service by which a mark is done later than that says that it was late (docs/bots/proof.md).
_LATE_SECONDS = 180
_MARK_SECONDS = 300
#: How far two clocks may be apart that are both kept right.
_CLOCK_OFF_SECONDS = 60
_COSIGNATURE_TYPE = 4
_VKEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")


class _Key(NamedTuple):
    name: str
    #: Hex.
    id: str
    public: bytes


class SeenLog(NamedTuple):
    """What a client was shown of a log at one instant."""

    #: The newest checkpoint, a signed note, and its tree.
    note: str
    tree: Checkpoint
    #: Seconds since 1970.
    now: float
    #: What the service says of the log now.
    view: Callable[[], Any]
    #: The checkpoint of an earlier mark.
    checkpoint_of: Callable[[str], str]
    tile: ReadTile


class WitnessCheck:
    """`keys` are one line each, as whoever runs the witness tells it. Raises a PapertapeError `witness_invalid` for what is none."""

    def __init__(self, keys: Sequence[str], needed: int) -> None:
        if isinstance(keys, str):
            raise _invalid("The witnesses are one text, and must be a list of keys.")
        self._keys = [_read_key(vkey) for vkey in dict.fromkeys(keys)]
        if isinstance(needed, bool) or not isinstance(needed, int) or not 1 <= needed <= len(self._keys):
            raise _invalid(f"{needed} witnesses are needed, and {len(self._keys)} are named.")
        self._needed = needed
        all_of_them = f"{needed} of the {len(self._keys)} witnesses that are trusted"
        self._of_named = self._keys[0].name if len(self._keys) == 1 else all_of_them

    def problem(self, seen: SeenLog) -> Optional[str]:
        """Why the log is not witnessed; None when it is."""
        view = seen.view()
        mark = view["mark"]
        if mark is None and seen.tree.size == 0:
            return None
        if mark is None or view["size"] != seen.tree.size:
            return "the log and its checkpoint are not the same"
        of = seconds_of(mark)
        age = seen.now - of
        if age > _MARK_SECONDS + _LATE_SECONDS or -age > _CLOCK_OFF_SECONDS:
            return f"its newest mark, {mark}, is {round(age)} seconds old"
        late = self._lateness(seen.note, of)
        if late is None or age > _LATE_SECONDS:
            return late
        # It was done a moment ago: the one before must have been seen by now.
        before = of - _MARK_SECONDS
        earlier = seen.checkpoint_of(_instant(before))
        old = read_checkpoint(earlier)
        return self._lateness(earlier, before) if old and begins(old, seen.tree, seen.tile) else late

    def _lateness(self, note: str, of: float) -> Optional[str]:
        """Why a checkpoint was not cosigned in time, by what the witnesses say; None when it was."""
        times = sorted(time for time in (_cosigned_at(note, key) for key in self._keys) if time is not None)
        what = f"the log of the mark {_instant(of)} was"
        if len(times) < self._needed:
            return f"{what} not cosigned by {self._of_named}"
        seconds = times[self._needed - 1] - of
        # Else another checkpoint is shown for that of the mark.
        if seconds < -_CLOCK_OFF_SECONDS:
            return f"{what} cosigned by {self._of_named} before the mark"
        if seconds <= _LATE_SECONDS:
            return None
        return f"{what} first cosigned by {self._of_named} {math.ceil(seconds)} seconds after it"


def witness_check(keys: Sequence[str], needed: int, is_watched: bool) -> Optional[WitnessCheck]:
    """None where no witness is named. Raises a PapertapeError `witness_invalid`."""
    if not keys and needed == 1:
        return None
    if not is_watched:
        raise _invalid("Witnesses are named, and watch_log is False, so that none of them would be asked.")
    return WitnessCheck(keys, needed)


def _read_key(vkey: str) -> _Key:
    found = _VKEY.fullmatch(vkey)
    typed = from_base64(found[3]) if found else b""
    if not found or typed[:1] != bytes([_COSIGNATURE_TYPE]) or len(typed) != 33:
        raise _invalid(f'"{vkey}" is no key of a witness.')
    return _Key(found[1], found[2], typed[1:])


def _cosigned_at(note: str, key: _Key) -> Optional[int]:
    """When the witness cosigned the note, seconds since 1970; None when it did not."""
    text, signatures = read_note(note)
    for signer, key_id, signature in signatures:
        # Eight bytes of time, and the signature itself.
        if signer != key.name or key_id != key.id or len(signature) != 72:
            continue
        seconds = int.from_bytes(signature[:8], "big")
        if is_signed_by(key.public, signature[8:], f"cosignature/v1\ntime {seconds}\n{text}".encode()):
            return seconds
    return None


def _instant(seconds: float) -> str:
    """As the service writes a mark."""
    return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%S}.000Z"


def _invalid(detail: str) -> PapertapeError:
    return PapertapeError(
        "witness_invalid", detail, "Give Client the witnesses as a list of keys: each is the line that the witness shows."
    )
