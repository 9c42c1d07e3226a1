/**
 * From a row to the value that the program works with, and back: columns under the program's names, integers as numbers, flags as booleans.
 * Amounts stay 64-bit integers.
 *
 * Example: `{ agent_id: 'agt_1', sequence: 3n, sandbox: 0n }` <-> `{ botId: 'agt_1', sequence: 3, sandbox: false }`
 *
 * A row takes several times as long as by hand: what is read or written by the hundred thousand is mapped by hand.
 */
import type { Instant } from '../lib/clock.ts';
import { tables, type Database } from './database.ts';
import { columnsOf, type ColumnOf, type HeldIn, type NameOf } from './table.ts';

interface ValueKinds {
  text: string;
  int: number;
  instant: Instant;
  flag: boolean;
  amount: bigint;
}

/** `window_start` is `windowStart`, and what is `agent_id` on the wire and in the tables is a bot's id here. */
type Camel<S extends string> = S extends 'agent_id'
  ? 'botId'
  : S extends `${infer A}_${infer B}`
    ? `${A}${Capitalize<Camel<B>>}`
    : S;
type Renamed<S extends string, Names> = S extends keyof Names ? Names[S] & string : Camel<S>;

/** The value of a row. @typeParam Names columns that have other names than theirs. */
export type ValueOf<T extends keyof Database, Names = object> = {
  readonly [C in ColumnOf<(typeof tables)[T]> as Renamed<NameOf<C>, Names>]: HeldIn<C, ValueKinds>;
};

export interface Mapping<T extends keyof Database, Names> {
  toValue(this: void, row: Database[T]): ValueOf<T, Names>;
  toRow(this: void, value: ValueOf<T, Names>): Database[T];
}

export function mapping<
  T extends keyof Database,
  const Names extends { readonly [C in keyof Database[T]]?: string } = object,
>(table: T, names?: Names): Mapping<T, Names> {
  const renamed: Readonly<Record<string, string>> = { agent_id: 'botId', ...names };
  const columns = columnsOf(tables[table]).map(({ name, kind }) => ({
    column: name,
    name: renamed[name] ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    isNumber: kind === 'int' || kind === 'instant',
    isFlag: kind === 'flag',
  }));
  return {
    toValue(row) {
      const value: Record<string, unknown> = {};
      for (const { column, name, isNumber, isFlag } of columns) {
        const held = row[column as keyof typeof row];
        value[name] = held === null ? null : isNumber ? Number(held) : isFlag ? held === 1n : held;
      }
      return value as ValueOf<T, Names>;
    },
    toRow(value) {
      const row: Record<string, unknown> = {};
      for (const { column, name, isNumber, isFlag } of columns) {
        const given = value[name as keyof typeof value] as string | number | bigint | boolean | null;
        row[column] = given === null ? null : isNumber ? BigInt(given) : isFlag ? (given ? 1n : 0n) : given;
      }
      return row as Database[T];
    },
  };
}
