"""The public log of a service: its checkpoints, which are signed notes (C2SP tlog-checkpoint), and its tree (RFC 6962), read from tiles.

docs/bots/log.md has the form of everything.
"""
from __future__ import annotations

import hashlib
import re
from typing import Callable, Dict, NamedTuple, Optional, Tuple

from . import wire
from ._ed25519 import is_signed_by
from ._note import from_base64, read_note

_NOTE = re.compile(r"([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n")
_VKEY = re.compile(r"([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_HASH = re.compile(r"[0-9a-f]{64}")
_HASH_BYTES = 32
#: Levels of the tree between two levels of tiles.
_TILE_HEIGHT = 8
_TILE_WIDTH = 2**_TILE_HEIGHT

#: Reads a tile by its path, such as /tile/0/000.p/7.
ReadTile = Callable[[str], bytes]


class Checkpoint(NamedTuple):
    """What a checkpoint says."""

    #: The name of the log.
    origin: str
    #: Entries.
    size: int
    #: Hex.
    root: str


def read_checkpoint(note: str) -> Optional[Checkpoint]:
    """None for what is no checkpoint."""
    found = _NOTE.match(note)
    return Checkpoint(found[1], int(found[2]), from_base64(found[3]).hex()) if found else None


def is_signed(note: str, vkey: str) -> bool:
    """Whether the key signed the note. `vkey` is `key` of `get_log()`: name, id and key with plus signs between them."""
    key = _VKEY.fullmatch(vkey)
    if not key:
        return False
    text, signatures = read_note(note)
    for name, key_id, signature in signatures:
        if name == key[1] and key_id == key[2]:
            return is_signed_by(from_base64(key[3])[1:], signature, text.encode())
    return False


def begins(old: Checkpoint, new: Checkpoint, read: ReadTile) -> bool:
    """Whether the old tree is a beginning of the new one. Whatever the tiles say, it is so only when their hashes make both roots."""
    if old.size > new.size:
        return False
    if old.size == 0:
        return True
    ranges = _Ranges(new.size, read)

    def both(start: int, end: int) -> Tuple[bytes, bytes]:
        """The hash of a range in the old tree and in the new one; the range begins before the old tree's end."""
        if end <= old.size:
            whole = ranges.hash_of(start, end)
            return whole, whole
        middle = start + _below(end - start)
        if old.size <= middle:
            before, after = both(start, middle)
            return before, _node(after, ranges.hash_of(middle, end))
        left = ranges.hash_of(start, middle)
        before, after = both(middle, end)
        return _node(left, before), _node(left, after)

    was, now = both(0, new.size)
    return was.hex() == old.root and now.hex() == new.root


def holds(entry: str, index: int, tree: Checkpoint, read: ReadTile) -> bool:
    """Whether the entry stands at `index` of the tree."""
    ranges = _Ranges(tree.size, read)

    def over(start: int, end: int) -> bytes:
        if end - start == 1:
            return _leaf(entry)
        middle = start + _below(end - start)
        if index < middle:
            return _node(over(start, middle), ranges.hash_of(middle, end))
        return _node(ranges.hash_of(start, middle), over(middle, end))

    return 0 <= index < tree.size and over(0, tree.size).hex() == tree.root


def inclusion_problem(log: wire.LogInclusion, checkpoint: Optional[str]) -> Optional[str]:
    """What is wrong with the path from an entry to the root (RFC 9162, section 2.1.3.2), or with the checkpoint."""
    place, last = int(log["index"]), int(log["size"]) - 1
    if not all(_HASH.fullmatch(text) for text in [log["root"], *log["path"]]):
        return "a hash of the public log is not 64 hex digits"
    if not 0 <= place <= last:
        return "the public log has no entry of this index"
    found = _leaf(log["entry"])
    for sibling in (bytes.fromhex(text) for text in log["path"]):
        if last == 0:
            return "the path of the public log is too long"
        if place % 2 == 1 or place == last:
            found = _node(sibling, found)
            # The last node of an odd number stands for itself some heights up.
            while place % 2 == 0 and place != 0:
                place, last = place // 2, last // 2
        else:
            found = _node(found, sibling)
        place, last = place // 2, last // 2
    if last != 0 or found.hex() != log["root"]:
        return "the path does not lead to the root of the public log"
    if checkpoint is None:
        return None
    tree = read_checkpoint(checkpoint)
    if tree is None or tree.size != log["size"]:
        return f"the checkpoint is of {tree.size if tree else 'no'} entries, the path of {log['size']}"
    return None if tree.root == log["root"] else "the checkpoint has another root"


class _Ranges:
    """Hashes of ranges of entries, in a log of `size` entries. A tile is read once."""

    def __init__(self, size: int, read: ReadTile) -> None:
        self._size, self._read = size, read
        self._tiles: Dict[str, bytes] = {}

    def hash_of(self, start: int, end: int) -> bytes:
        """The hash of the entries from `start` to before `end`."""
        width = end - start
        height = width.bit_length() - 1
        if width == 1 << height and height % _TILE_HEIGHT == 0:
            return self._stored(height // _TILE_HEIGHT, start // width)
        middle = start + _below(width)
        return _node(self.hash_of(start, middle), self.hash_of(middle, end))

    def _stored(self, level: int, place: int) -> bytes:
        index = place // _TILE_WIDTH
        width = min(_TILE_WIDTH, self._size // _TILE_WIDTH**level - index * _TILE_WIDTH)
        path = _tile_path(level, index, width)
        if path not in self._tiles:
            self._tiles[path] = self._read(path)
        at = place % _TILE_WIDTH * _HASH_BYTES
        return self._tiles[path][at : at + _HASH_BYTES]


def _tile_path(level: int, index: int, width: int) -> str:
    groups = f"{index % 1000:03}"
    while index >= 1000:
        index //= 1000
        groups = f"x{index % 1000:03}/{groups}"
    return f"/tile/{level}/{groups}" + ("" if width == _TILE_WIDTH else f".p/{width}")


def _below(n: int) -> int:
    """The largest power of two below n."""
    return 1 << (n - 1).bit_length() - 1


def _leaf(entry: str) -> bytes:
    return hashlib.sha256(b"\0" + entry.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()

