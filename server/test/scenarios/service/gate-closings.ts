/**
 * What stands before each mark at the instant at which the intake is closed for it: a trigger of the test writes it down in the statement that closes, when everybody who entered has ended and nobody can enter.
 * A look from outside would come later, and take what is stored in between for what was there.
 */
import { closedThroughKey } from '../../../src/storage/gate-names.ts';
import { markMs } from '../../../src/lib/time.ts';
import { onPostgres } from '../../harness/postgres.ts';

export interface Closing {
  readonly mark: number;
  /** When it was closed by the clock of the database, milliseconds after the instant at which it was due. */
  readonly afterMs: number;
  /** For how long, of that, the statement that closed it waited for those who had entered; one that gave up before it, after half a second, is not counted here. */
  readonly heldMs: number;
  /** Orders that stood between it and the mark before it. */
  readonly orders: number;
}

export interface Closings {
  /** Up to which mark it is closed; 0 before the first one. */
  through(): Promise<number>;
  /** Up to which mark all is decided. */
  done(): Promise<number>;
  /** In order, from a mark on. */
  from(mark: number): Promise<Closing[]>;
  /** Orders that stand behind a mark and were not there when it was closed, and the marks of which that is so. */
  late(): Promise<{ readonly orders: number; readonly marks: number }>;
}

const table = `
create schema gate_test;
create table gate_test.closings (mark bigint primary key, asked_ms float8 not null, at_ms float8 not null, orders bigint not null);
create index on intake.orders (received_at)`;

// The first closing of a mark counts. A volatile function sees with each statement what was committed before it.
const trigger = `
create function gate_test.note() returns trigger language plpgsql volatile as $$
begin
  insert into gate_test.closings
  select new.value::bigint, date_part('epoch', statement_timestamp()) * 1000, date_part('epoch', clock_timestamp()) * 1000, count(*) from intake.orders
  where received_at >= new.value::bigint - ${markMs} and received_at < new.value::bigint
  on conflict do nothing;
  return null;
end $$;
create trigger gate_test after insert or update on intake.meta for each row when (new.key = '${closedThroughKey}') execute function gate_test.note()`;

/** @param url of a database that a service has opened. */
export async function noteClosings(url: string): Promise<Closings> {
  await onPostgres(url, table, trigger);
  const [origin] = await onPostgres(url, `select value from ledger.meta where key = 'origin'`);
  const { clock } = JSON.parse(String(origin?.['value'])) as {
    readonly clock: { readonly start: number; readonly speed: number; readonly startedAt: number };
  };
  const dueMs = (mark: number): number => clock.startedAt + (mark - clock.start) / clock.speed;
  async function value(of: 'intake' | 'ledger', key: string): Promise<number> {
    const [row] = await onPostgres(url, `select value from ${of}.meta where key = '${key}'`);
    return Number(row?.['value'] ?? 0);
  }
  return {
    through: () => value('intake', closedThroughKey),
    done: () => value('ledger', 'progress'),
    async from(first) {
      const rows = await onPostgres(url, `select * from gate_test.closings where mark >= ${first} order by mark`);
      return rows.map((row) => {
        const [mark, atMs] = [Number(row['mark']), Number(row['at_ms'])];
        const [afterMs, heldMs] = [atMs - dueMs(mark), atMs - Number(row['asked_ms'])];
        return { mark, afterMs, heldMs, orders: Number(row['orders']) };
      });
    },
    async late() {
      const [row] = await onPostgres(
        url,
        `select coalesce(sum(late), 0)::int as orders, count(*)::int as marks from (
           select (select count(*) from intake.orders o where o.received_at >= c.mark - ${markMs} and o.received_at < c.mark) - c.orders as late
           from gate_test.closings c) counted where late <> 0`,
      );
      return { orders: Number(row?.['orders']), marks: Number(row?.['marks']) };
    },
  };
}
