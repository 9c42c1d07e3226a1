/** What the audit found to be other than the facts say: where, what was expected, what is there. */

export interface Difference {
  /** `ledger.fills` */
  readonly table: string;
  /** What names the row: `agt_… 3`, a mark, `spot_crypto 2026-03-03T00:00:00.000Z`. */
  readonly key: string;
  /** Column, or `row` when a whole row is missing or one too many. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

type Value = string | number | bigint | null | undefined;
export type Fields = Readonly<Record<string, Value>>;

export interface Differences {
  add(table: string, key: string, field: string, expected: Value, found: Value): void;
  /** Compares the expected columns with those of the stored row; `undefined` = there is no such row. */
  compare(table: string, key: string, expected: Fields | undefined, found: Fields | undefined): void;
  count(): number;
  /** The first `differencesKeptMax` of them. */
  list(): readonly Difference[];
}

/** Differences kept for showing; all are counted. */
export const differencesKeptMax = 1_000;

const missing = 'no row';

export function createDifferences(): Differences {
  const kept: Difference[] = [];
  let count = 0;
  const add = (table: string, key: string, field: string, expected: Value, found: Value): void => {
    count++;
    if (kept.length < differencesKeptMax)
      kept.push({ table, key, field, expected: text(expected), found: text(found) });
  };
  return {
    add,
    compare(table, key, expected, found) {
      if (!expected && !found) return;
      if (!expected) add(table, key, 'row', missing, 'a row');
      else if (!found) add(table, key, 'row', rowText(expected), missing);
      else {
        for (const field in expected) {
          if (!isSame(expected[field], found[field])) add(table, key, field, expected[field], found[field]);
        }
      }
    },
    count: () => count,
    list: () => kept,
  };
}

/** 5 and 5n are the same: what a column holds as a 64-bit integer may have been computed as a number. */
function isSame(a: Value, b: Value): boolean {
  return a === b || (a !== null && a !== undefined && b !== null && b !== undefined && String(a) === String(b));
}

function text(v: Value): string {
  return v === undefined ? missing : String(v);
}

function rowText(fields: Fields): string {
  return Object.entries(fields)
    .map(([field, v]) => `${field}=${text(v)}`)
    .join(' ');
}

export function message(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
