/**
 * Mark root: the receipts of the orders that arrived between two marks, and the readings had at the mark in, one published hash out.
 *
 * Contract 3.9: at every mark the service publishes the Merkle root of the receipts since the mark before, chained to the
 * previous root, so that nobody can add, drop or back-date an order unseen. The chain covers the readings of prices too, so that
 * none of them can be changed once an order could have been filled by it. The tree is that of RFC 6962 section 2.1
 * (leaf = SHA-256(0x00 || receipt), node = SHA-256(0x01 || left || right), split at the largest power of two below n;
 * the root of nothing is SHA-256 of the empty string). Leaves stand in order of (agent_id, sequence).
 *
 * readings(mark) = SHA-256( JSON ["papertape-readings/1", [mark, attempt, text] ...] ) over what was read at the mark, late answers for
 * earlier marks included, in order of (mark, attempt); the text as it is stored.
 * chain(mark) = SHA-256( JSON ["papertape-mark/1", mark, count, root, readings(mark), chain(mark before)] ), "" before the first.
 *
 * Example: no order, nothing read, first mark of the data -> root e3b0c442…, and a chain all the same.
 */
import { createHash, hash } from 'node:crypto';
import { iso, type Instant } from '../../lib/clock.ts';

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

function hashLeaf(receipt: string): Buffer {
  return createHash('sha256').update(leafPrefix).update(Buffer.from(receipt, 'hex')).digest();
}

function hashNode(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}

function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function rootOf(hashes: readonly Buffer[], from: number, to: number): Buffer {
  const n = to - from;
  if (n === 1) return hashes[from] as Buffer;
  const k = splitPoint(n);
  return hashNode(rootOf(hashes, from, from + k), rootOf(hashes, from + k, to));
}

/** SHA-256 of the empty string: the root of a mark without orders. */
export const emptyRoot = hash('sha256', '', 'hex');

/** Root over receipts (64 hex characters each). */
export function merkleRoot(receipts: readonly string[]): string {
  if (receipts.length === 0) return emptyRoot;
  return rootOf(receipts.map(hashLeaf), 0, receipts.length).toString('hex');
}

export interface PathStep {
  /** On which side of the running hash the sibling stands. */
  readonly side: 'left' | 'right';
  readonly hash: string;
}

/** Where the siblings of a leaf stand, from the root down: the side, and the leaves [from, to) under each. */
function* siblingsOf(index: number, count: number): Generator<{ side: PathStep['side']; from: number; to: number }> {
  let from = 0;
  let to = count;
  while (to - from > 1) {
    const split = from + splitPoint(to - from);
    if (index < split) {
      yield { side: 'right', from: split, to };
      to = split;
    } else {
      yield { side: 'left', from, to: split };
      from = split;
    }
  }
}

/** The siblings that lead from leaf `index` to the root, lowest first. */
export function merklePath(receipts: readonly string[], index: number): PathStep[] {
  if (index < 0 || index >= receipts.length) throw new RangeError(`no leaf ${index} among ${receipts.length}`);
  const hashes = receipts.map(hashLeaf);
  return Array.from(siblingsOf(index, receipts.length), ({ side, from, to }) => ({
    side,
    hash: rootOf(hashes, from, to).toString('hex'),
  })).reverse();
}

/** Sides of the siblings of a leaf, lowest first: they follow from its place and the size of the tree. 0 <= index < count. */
export function pathSides(index: number, count: number): PathStep['side'][] {
  return Array.from(siblingsOf(index, count), ({ side }) => side).reverse();
}

/** Recomputes the root from a receipt and its path. */
export function rootFromPath(receipt: string, path: readonly PathStep[]): string {
  let h = hashLeaf(receipt);
  for (const step of path) {
    const sibling = Buffer.from(step.hash, 'hex');
    h = step.side === 'left' ? hashNode(sibling, h) : hashNode(h, sibling);
  }
  return h.toString('hex');
}

/** Readings as they were had at a mark: of that mark (attempt 0), or late ones of an earlier mark. */
export interface ReadAtMark {
  /** The mark that they are readings of. */
  readonly mark: Instant;
  readonly attempt: number;
  /** As it is stored, see flow/price/readings.ts. */
  readonly readings: string;
}

/** @param rows in any order. */
export function readingsHash(rows: readonly ReadAtMark[]): string {
  const inOrder = rows.toSorted((a, b) => a.mark - b.mark || a.attempt - b.attempt);
  const list = inOrder.map((r) => [iso(r.mark), r.attempt, r.readings]);
  return hash('sha256', JSON.stringify(['papertape-readings/1', ...list]), 'hex');
}

/**
 * The published hash of a mark, chained to the mark before.
 * @param readings hash of what was read at the mark, see readingsHash.
 */
export function chainHash(mark: Instant, count: number, root: string, readings: string, previous: string): string {
  return hash('sha256', JSON.stringify(['papertape-mark/1', iso(mark), count, root, readings, previous]), 'hex');
}

/** What is published of a mark. */
export interface MarkRoot {
  readonly mark: Instant;
  readonly count: number;
  readonly root: string;
  /** Of what was read at the mark. */
  readonly readingsHash: string;
  readonly chain: string;
}

/**
 * @param receipts of the orders whose window starts at the mark, in the order of the leaves. @param read all that was read at the mark.
 * @param previous chain of the mark before; empty at the first.
 */
export function markRoot(
  mark: Instant,
  receipts: readonly string[],
  read: readonly ReadAtMark[],
  previous: string,
): MarkRoot {
  const root = merkleRoot(receipts);
  const hashed = readingsHash(read);
  const chain = chainHash(mark, receipts.length, root, hashed, previous);
  return { mark, count: receipts.length, root, readingsHash: hashed, chain };
}
