/**
 * What the audit found to be other than the facts say: where, what was expected, what is there.
 *
 * What was computed is put into the form in which the engine would have stored it, by the same mapping, and every column is compared with
 * the row that is held. A value read back from a row would forgive what its mapping does not look at.
 *
 * Example: a computed fill with `cash_after` 50,000 and a held one with 50,001 -> one difference, of the column `cash_after`.
 */
import { iso } from '../lib/clock.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { Database } from '../storage/database.ts';

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

/** What names a row of each table, `:` before its columns. */
const names = {
  'intake.orders': ':agent_id :sequence',
  'ledger.price_vectors': ':window_end at :at_mark',
  'ledger.stale_prices': ':mark :symbol',
  'ledger.fills': ':agent_id :sequence',
  'ledger.waiting_orders': ':agent_id :sequence',
  'ledger.portfolios': ':agent_id',
  'ledger.delistings': ':agent_id :symbol :at_mark',
  'ledger.closes': ':agent_id :close',
  'ledger.records': ':agent_id :close',
  'ledger.boards': ':league :close',
  'ledger.board_blocks': ':league :close block :block',
  'ledger.baselines': ':league :baseline_id',
  'ledger.baseline_marks': ':league :mark',
  'ledger.tiers': ':agent_id',
  'ledger.tier_moves': ':agent_id :at_mark :why',
  'ledger.weeks': ':league :week :decided_at',
  'ledger.voided_closes': ':league :close',
  'ledger.twin_runs': ':league :month',
  'ledger.twin_notes': ':agent_id :month :other_id',
  'ledger.incidents': ':incident_id',
} satisfies { readonly [T in keyof Database]?: string };

const instants = new Set(['mark', 'at_mark', 'window_end', 'close', 'decided_at']);

export type NamedTable = keyof typeof names;

export type Differences = ReturnType<typeof createDifferences>;

/** Differences kept for showing; all are counted. */
export const differencesKeptMax = 1_000;

const missing = 'no row';

export function createDifferences() {
  const kept: Difference[] = [];
  let count = 0;

  function add(table: string, key: string, field: string, expected: Value, found: Value): void {
    count++;
    if (kept.length < differencesKeptMax)
      kept.push({ table, key, field, expected: text(expected), found: text(found) });
  }

  /** Compares the expected fields with those that are there; `undefined` = there are none. */
  function compare(table: string, key: string, expected: Fields | undefined, found: Fields | undefined): void {
    if (!expected && !found) return;
    if (!expected) add(table, key, 'row', missing, 'a row');
    else if (!found) add(table, key, 'row', rowText(expected), missing);
    else {
      for (const field in expected) {
        if (!isSame(expected[field], found[field])) add(table, key, field, expected[field], found[field]);
      }
    }
  }

  /** Compares held rows, which come one after the other, with values by their key. */
  function match<T extends NamedTable, V>(table: T, computed: Iterable<V>, rowOf: (value: V) => RowOf<T>) {
    const left = new Map<string, V>();
    for (const value of computed) left.set(keyOf(table, rowOf(value)), value);
    return {
      meet(held: RowOf<T>): void {
        const key = keyOf(table, held);
        const value = left.get(key);
        compare(table, key, value === undefined ? undefined : fieldsOf(rowOf(value)), fieldsOf(held));
        left.delete(key);
      },
      finish(): number {
        for (const [key, value] of left) compare(table, key, fieldsOf(rowOf(value)), undefined);
        return left.size;
      },
    };
  }

  return {
    add,
    compare,
    /** Compares a row that must be there with the one that is; `undefined` = there is none. */
    row<T extends NamedTable>(
      table: T,
      expected: Partial<RowOf<T>> | undefined,
      held: Partial<RowOf<T>> | undefined,
    ): void {
      compare(table, keyOf(table, held ?? expected ?? {}), expected && fieldsOf(expected), held && fieldsOf(held));
    },
    /** Compares all rows that must be there with all that are, by what names them. @returns how many are either. */
    rows<T extends NamedTable>(table: T, expected: Iterable<RowOf<T>>, held: readonly RowOf<T>[]): number {
      const matching = match(table, expected, (row) => row);
      for (const row of held) matching.meet(row);
      return held.length + matching.finish();
    },
    /**
     * The same of a whole table, whose rows are read in chunks.
     * @param computed values, each of which is made a row by `rowOf` when it is needed.
     */
    async table<T extends NamedTable, V>(
      table: T,
      computed: Iterable<V>,
      rowOf: (value: V) => RowOf<T>,
      held: AsyncIterable<Iterable<RowOf<T>>>,
    ): Promise<void> {
      const matching = match(table, computed, rowOf);
      for await (const rows of held) for (const row of rows) matching.meet(row);
      matching.finish();
    },
    /** All of them, the ones not listed included. */
    count: () => count,
    /** The first `differencesKeptMax` of them. */
    list: (): readonly Difference[] => kept,
  };
}

/** What names a row in what is found. */
export function keyOf<T extends NamedTable>(table: T, row: Partial<RowOf<T>>): string {
  return names[table].replace(/:(\w+)/g, (_, column: string) => {
    const value = fieldsOf(row)[column];
    return instants.has(column) ? iso(Number(value)) : String(value);
  });
}

/** The columns that name a row. */
export function keyColumns(table: NamedTable): string[] {
  return [...names[table].matchAll(/:(\w+)/g)].map(([, column = '']) => column);
}

/** A row without the types of its table. */
function fieldsOf(row: object): Fields {
  return row as Fields;
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
