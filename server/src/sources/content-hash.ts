/** A hash of definitions that prices depend on: kept with a league's data, so that it does not go on with others. */
import { createHash } from 'node:crypto';

/** 16 hexadecimal digits, whatever the order of members. What is undefined is no member. */
export function contentHash(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
