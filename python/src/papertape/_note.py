"""Signed notes (C2SP signed-note): a text, an empty line, and a line for each signature."""
from __future__ import annotations

import base64
import binascii
import re
from typing import List, NamedTuple, Tuple

_SIGNATURE = re.compile(r"— (\S+) ([A-Za-z0-9+/=]+)")


class Note(NamedTuple):
    """What a note says, and who signed it."""

    #: With its last line feed, as it is signed.
    text: str
    #: Name, key id in hex, and signature of each signer.
    signatures: List[Tuple[str, str, bytes]]


def read_note(note: str) -> Note:
    """Without signatures where it is no signed note."""
    text, end, lines = note.rpartition("\n\n")
    found = (_SIGNATURE.fullmatch(line) for line in lines.split("\n")) if end else iter(())
    signed = [(line[1], from_base64(line[2])) for line in found if line]
    return Note(f"{text}\n", [(name, content[:4].hex(), content[4:]) for name, content in signed])


def from_base64(text: str) -> bytes:
    """Nothing for what is no base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
