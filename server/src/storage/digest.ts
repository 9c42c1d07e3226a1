/**
 * A fingerprint of the rows of a table that is the same on both engines and in whatever order the rows come: the sum of the SHA-256 of
 * each row, modulo 2^256. A row is hashed as the JSON list of its columns in the order in which the table declares them, integers as `{"n":"12"}`.
 *
 * Example: a table without rows has the digest of 64 zeros.
 */
import { hash } from 'node:crypto';

export interface TableDigest {
  readonly rows: number;
  /** 64 hex digits. */
  readonly digest: string;
}

export type HeldRow = Readonly<Record<string, string | bigint | null>>;

const modulus = 1n << 256n;

export function createTableDigest(columns: readonly string[]): {
  add(rows: readonly HeldRow[]): void;
  value(): TableDigest;
} {
  let rows = 0;
  let sum = 0n;
  return {
    add(added) {
      for (const row of added) {
        const values = columns.map((name) => {
          const value = row[name] ?? null;
          return typeof value === 'bigint' ? { n: String(value) } : value;
        });
        sum = (sum + BigInt(`0x${hash('sha256', JSON.stringify(values))}`)) % modulus;
        rows++;
      }
    },
    value: () => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  };
}
