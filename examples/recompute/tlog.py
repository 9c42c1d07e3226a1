"""Reads a public log as C2SP tlog-tiles publishes it, over RFC 6962, and checks it: signed checkpoint, tiles, root. Python 3.9, nothing else."""
import base64, hashlib
from collections import Counter

held = Counter()  # how often each thing was found to hold


class Differs(Exception):
    """What the service states is not what follows from its own data."""


def same(what, stated, computed):
    if stated != computed:
        raise Differs(f"{what}\n  stated   {stated}\n  computed {computed}")
    held[what] += 1


def sha(*parts):
    return hashlib.sha256(b"".join(p.encode() if isinstance(p, str) else p for p in parts)).digest()


# --- Ed25519 as in RFC 8032, section 5.1.7 ---------------------------------------------------------------------------------------------
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P


def times(n, point):
    sum_ = (0, 1)
    while n:
        sum_, point, n = add(sum_, point) if n & 1 else sum_, add(point, point), n >> 1
    return sum_


def decode(bytes_):
    y = int.from_bytes(bytes_, "little")
    y, sign = y & (2**255 - 1), y >> 255
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if (x * x - xx) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - xx) % P == 0
    return (x if x & 1 == sign else P - x), y


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(public, signature, message):
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    s = int.from_bytes(signature[32:], "little")
    return s < L and times(s, BASE) == add(decode(signature[:32]), times(challenge, decode(public)))


def check_note(note, key):
    """A signed note of C2SP: a text, an empty line, lines of signatures. `key` is name+id+base64."""
    message, _, lines = note.partition("\n\n")
    name, key_id, public = key.split("+", 2)
    for line in lines.splitlines():
        _, signer, signature = line.split(" ")
        raw = base64.b64decode(signature)
        if signer == name and raw[:4].hex() == key_id:
            return same("signature", is_signed(base64.b64decode(public)[1:], raw[4:], (message + "\n").encode()), True)
    raise Differs(f"no signature of {key}")


# --- The log: C2SP tlog-tiles over RFC 6962 --------------------------------------------------------------------------------------------
def root_of(hashes):
    if len(hashes) == 1:
        return hashes[0]
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return sha(b"\1", root_of(hashes[:half]), root_of(hashes[half:]))


def tile_path(n):
    path = f"{n % 1000:03}"
    while n >= 1000:
        n //= 1000
        path = f"x{n % 1000:03}/{path}"
    return path


def read_log(get, key):
    """All entries, as text, once the checkpoint is signed by `key` and its root is theirs. `get` answers the bytes of a path."""
    note = get("/checkpoint").decode()
    check_note(note, key)
    _, size, root = note.split("\n")[:3]
    entries, leaves, level = [], [], []
    for n in range((int(size) + 255) // 256):
        width = min(256, int(size) - n * 256)
        part = f".p/{width}" if width < 256 else ""
        data, at = get(f"/tile/entries/{tile_path(n)}{part}"), 0
        while at < len(data):
            end = at + 2 + int.from_bytes(data[at : at + 2], "big")
            entries.append(data[at + 2 : end].decode())
            at = end
        bundle = [sha(b"\0", e) for e in entries[n * 256 :]]
        same("tile", get(f"/tile/0/{tile_path(n)}{part}"), b"".join(bundle))
        leaves += bundle
        level += [root_of(bundle)] if width == 256 else []
    if level[:256]:
        part = f".p/{len(level)}" if len(level) < 256 else ""
        same("tile of tiles", get(f"/tile/1/000{part}"), b"".join(level[:256]))
    same("root", base64.b64decode(root), root_of(leaves))
    return entries
