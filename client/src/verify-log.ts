/** An entry in the public log of a service (docs/bots/log.md), and the path from it to the root of the log. */
import { concat, fromBase64, fromHex, isHash, sha256, toHex } from './hashes.ts';
import type { LogInclusion } from './wire.ts';

/** What is wrong with the path from an entry to the root (RFC 9162, section 2.1.3.2), or with the checkpoint. */
export async function inclusionProblem(
  { index, entry, size, root, path }: LogInclusion,
  checkpoint: string | undefined,
): Promise<string | undefined> {
  if (![root, ...path].every(isHash)) return 'a hash of the public log is not 64 hex digits';
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
    return 'the public log has no entry of this index';
  let place = index;
  let last = size - 1;
  let hash = await sha256(concat([0], new TextEncoder().encode(entry)));
  for (const sibling of path.map(fromHex)) {
    if (last === 0) return 'the path of the public log is too long';
    if (place % 2 === 1 || place === last) {
      hash = await sha256(concat([1], sibling, hash));
      while (place % 2 === 0 && place !== 0) {
        place /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = await sha256(concat([1], hash, sibling));
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0 || toHex(hash) !== root) return 'the path does not lead to the root of the public log';
  if (checkpoint === undefined) return undefined;
  const [, treeSize, treeRoot = ''] = checkpoint.split('\n');
  if (treeSize !== String(size)) return `the checkpoint is of ${treeSize} entries, the path of ${size}`;
  return toHex(fromBase64(treeRoot)) === root ? undefined : 'the checkpoint has another root';
}

export function readEntry(entry: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(entry) as Readonly<Record<string, unknown>> | null) ?? {};
  } catch {
    return {};
  }
}
