/**
 * The Merkle tree of a transparency log, as RFC 6962 section 2.1 defines it, over SHA-256: a leaf hashes to SHA-256(0x00 || entry),
 * two subtrees to SHA-256(0x01 || left || right), and a tree of n leaves splits at the largest power of two below n. The root of no
 * leaves is SHA-256 of the empty string.
 *
 * Hashes are 32 bytes. A complete subtree is named by its height and its place: `{ height: 3, index: 2 }` covers the leaves 16 to 23.
 * Every hash that a root or a proof needs is a fold of complete subtrees, so these functions say which ones, and the caller
 * reads them from wherever it keeps them (`tiles.ts`). Sizes are whole numbers up to 2^53.
 */
import { sha256Bytes } from '../lib/hash.ts';

/** Of SHA-256. */
export const hashBytes = 32;

/** A complete subtree: 2^height leaves, from index * 2^height on. */
export interface Subtree {
  readonly height: number;
  readonly index: number;
}

/** The hash of an entry: its text, or its bytes, as the log publishes them. */
export function leafHash(entry: string | Uint8Array): Buffer {
  if (typeof entry === 'string') return sha256Bytes(`\u0000${entry}`);
  const bytes = Buffer.allocUnsafe(1 + entry.length);
  bytes[0] = 0;
  bytes.set(entry, 1);
  return sha256Bytes(bytes);
}

const areHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every((h) => h.length === hashBytes);

/** The bytes of a node: hashing them in one piece costs a fifth of what parts cost. */
const node = Buffer.alloc(1 + 2 * hashBytes);
node[0] = 1;

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (!areHashes([left, right])) throw new RangeError('a hash that is not 32 bytes long');
  node.set(left, 1);
  node.set(right, 1 + hashBytes);
  return sha256Bytes(node);
}

/** The root of a log without entries. */
export const emptyRoot: Buffer = sha256Bytes('');

/** The largest power of two below n, for n of at least 2. */
function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/**
 * The complete subtrees whose fold is the hash of the leaves [from, to), in order. `from` must be a multiple of every power of two
 * below `to - from`, which holds for each range that RFC 6962 hashes.
 */
export function subtreesOf(from: number, to: number): Subtree[] {
  const parts: Subtree[] = [];
  let at = from;
  for (let left = to - from; left > 0;) {
    let height = 0;
    let width = 1;
    while (width * 2 <= left) {
      width *= 2;
      height += 1;
    }
    parts.push({ height, index: at / width });
    at += width;
    left -= width;
  }
  return parts;
}

/** The hash of a range, from the hashes of the subtrees that `subtreesOf` names: the last two are joined first. */
export function fold(hashes: readonly Uint8Array[]): Buffer {
  return Buffer.from(hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right)));
}

/** The ranges whose hashes prove that leaf `index` is in a tree of `size` leaves, lowest first (RFC 6962, 2.1.1). */
export function inclusionRanges(index: number, size: number): [from: number, to: number][] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const ranges: [number, number][] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const split = from + splitPoint(to - from);
    if (index < split) {
      ranges.push([split, to]);
      to = split;
    } else {
      ranges.push([from, split]);
      from = split;
    }
  }
  return ranges.reverse();
}

/** The ranges whose hashes prove that the tree of `old` leaves is a beginning of the tree of `size` leaves (RFC 6962, 2.1.2). */
export function consistencyRanges(old: number, size: number): [from: number, to: number][] {
  if (!(old >= 0 && old <= size)) throw new RangeError(`a tree of ${size} has no beginning of ${old}`);
  if (old === 0 || old === size) return [];
  const ranges: [number, number][] = [];
  let from = 0;
  let to = size;
  // The verifier knows the root of the old tree; while the old tree is the left part itself, its hash need not be sent.
  let isKnown = true;
  while (old !== to) {
    const split = from + splitPoint(to - from);
    if (old <= split) {
      ranges.push([split, to]);
      to = split;
    } else {
      ranges.push([from, split]);
      from = split;
      isKnown = false;
    }
  }
  if (!isKnown) ranges.push([from, to]);
  return ranges.reverse();
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/**
 * Goes up from a node to the root, a sibling at a time: the walk that both proofs share.
 *
 * @param from the place of the node among those of its height. @param end the place of the last one of them.
 * @param step is given each sibling, and whether it stands left.
 * @returns whether the proof ended at the root, neither before nor behind it.
 */
function climb(
  from: number,
  end: number,
  proof: readonly Uint8Array[],
  step: (sibling: Uint8Array, isLeft: boolean) => void,
): boolean {
  let place = from;
  let last = end;
  for (const sibling of proof) {
    if (last === 0) return false;
    const isLeft = isOdd(place) || place === last;
    step(sibling, isLeft);
    // The last node of an odd number has no sibling at its height: it stands for itself some heights up.
    while (isLeft && !isOdd(place) && place !== 0) {
      place = half(place);
      last = half(last);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0;
}

/** Whether `proof` shows that the leaf with this hash stands at `index` of the tree with this size and root (RFC 9162, 2.1.3.2). */
export function provesInclusion(
  leaf: Uint8Array,
  index: number,
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < tree.size)) return false;
  if (!areHashes([leaf, ...proof])) return false;
  let running = leaf;
  const isWhole = climb(index, tree.size - 1, proof, (sibling, isLeft) => {
    running = isLeft ? nodeHash(sibling, running) : nodeHash(running, sibling);
  });
  return isWhole && equal(running, tree.root);
}

/** Whether `proof` shows that the old tree is a beginning of the new one (RFC 9162, 2.1.4.2). An empty tree begins every tree. */
export function provesConsistency(
  old: { readonly size: number; readonly root: Uint8Array },
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (old.size > tree.size || !areHashes([old.root, ...proof])) return false;
  if (old.size === 0) return proof.length === 0 && equal(old.root, emptyRoot);
  if (old.size === tree.size) return proof.length === 0 && equal(old.root, tree.root);
  let place = old.size - 1;
  let last = tree.size - 1;
  while (isOdd(place)) {
    place = half(place);
    last = half(last);
  }
  // Where the old tree is a complete subtree of the new one, its own root begins the proof and is not sent.
  const hashes = place === 0 ? [old.root, ...proof] : proof;
  const [first, ...others] = hashes;
  if (first === undefined) return false;
  let oldRunning = first;
  let running = first;
  const isWhole = climb(place, last, others, (sibling, isLeft) => {
    if (isLeft) oldRunning = nodeHash(sibling, oldRunning);
    running = isLeft ? nodeHash(sibling, running) : nodeHash(running, sibling);
  });
  return isWhole && equal(oldRunning, old.root) && equal(running, tree.root);
}
