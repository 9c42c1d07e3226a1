/**
 * What a witness must never forget: its own key's public half, and for each log the largest tree that it cosigned. It is a SQLite file of
 * its own, `witness.db`. A commit is on the disk before it returns, so what was answered survives kill -9 and a power cut.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Tree } from '../tlog/checkpoint.ts';

/** The largest tree of a log that was cosigned. */
export interface Cosigned extends Tree {
  readonly origin: string;
  /** The checkpoint as it was cosigned: its text, the signatures by the log's keys, and the cosignature. */
  readonly note: string;
  /** Seconds since 1970: the time in the cosignature. */
  readonly time: number;
}

/** Two checkpoints of one size, both signed by the log, with different roots: whoever sees both knows that the log is forked. */
export interface Fork {
  readonly origin: string;
  readonly size: number;
  /** The checkpoint that the witness had cosigned. */
  readonly cosigned: string;
  /** The one that it was offered and refused. */
  readonly refused: string;
  /** Seconds since 1970. */
  readonly time: number;
}

export interface WitnessState {
  /** The witness's own vkey; undefined before the first start has ended. */
  readVkey(): string | undefined;
  writeVkey(vkey: string): void;
  readCosigned(origin: string): Cosigned | undefined;
  allCosigned(): Cosigned[];
  writeCosigned(cosigned: Cosigned): void;
  /** Keeps a fork, unless the same one is kept already or the log has as many as are kept. */
  writeFork(fork: Fork & { readonly refusedRoot: Buffer }): void;
  allForks(): Fork[];
  /** Does the work in one transaction, which no other writer, in this process or another one, can come between. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/** One fork proves as much as a thousand; whoever has the log's key could make millions. */
const forksKeptMax = 100;

const tables = `
  create table if not exists witness (
    one integer primary key check (one = 1),
    vkey text not null
  ) strict;
  create table if not exists logs (
    origin text primary key,
    size integer not null,
    root blob not null,
    note text not null,
    time integer not null
  ) strict;
  create table if not exists forks (
    origin text not null,
    size integer not null,
    refused_root blob not null,
    cosigned text not null,
    refused text not null,
    time integer not null,
    primary key (origin, size, refused_root)
  ) strict;`;

interface LogRow {
  origin: string;
  size: number;
  root: Uint8Array;
  note: string;
  time: number;
}

/** @param folder it must exist; the file is made when it is not there. */
export function openWitnessState(folder: string): WitnessState {
  const raw = new DatabaseSync(join(folder, 'witness.db'), { timeout: 10_000 });
  raw.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`);
  const vkey = raw.prepare('select vkey from witness');
  const setVkey = raw.prepare(
    'insert into witness (one, vkey) values (1, ?) on conflict (one) do update set vkey = excluded.vkey',
  );
  const one = raw.prepare('select origin, size, root, note, time from logs where origin = ?');
  const all = raw.prepare('select origin, size, root, note, time from logs order by origin');
  // The condition is the rule's last line of defence: whatever the code above it does, a stored tree never becomes smaller.
  const put = raw.prepare(`
    insert into logs (origin, size, root, note, time) values (?, ?, ?, ?, ?)
    on conflict (origin) do update set size = excluded.size, root = excluded.root, note = excluded.note, time = excluded.time
    where excluded.size > logs.size or (excluded.size = logs.size and excluded.root = logs.root)`);
  const putFork = raw.prepare(`
    insert or ignore into forks (origin, size, refused_root, cosigned, refused, time)
    select :origin, :size, :root, :cosigned, :refused, :time
    where (select count(*) from forks where origin = :origin) < ${forksKeptMax}`);
  const forks = raw.prepare('select origin, size, cosigned, refused, time from forks order by origin, size, time');
  const cosignedOf = ({ root, ...row }: LogRow): Cosigned => ({ ...row, root: Buffer.from(root) });
  return {
    readVkey: () => (vkey.get() as { vkey: string } | undefined)?.vkey,
    writeVkey: (text) => void setVkey.run(text),
    readCosigned(origin) {
      const row = one.get(origin) as LogRow | undefined;
      return row && cosignedOf(row);
    },
    allCosigned: () => (all.all() as unknown as LogRow[]).map(cosignedOf),
    writeCosigned({ origin, size, root, note, time }) {
      const { changes } = put.run(origin, size, root, note, time);
      if (changes !== 1) throw new Error(`the tree of ${origin} with ${size} entries does not continue the stored one`);
    },
    writeFork({ origin, size, refusedRoot, cosigned, refused, time }) {
      putFork.run({ origin, size, root: refusedRoot, cosigned, refused, time });
    },
    allForks: () => (forks.all() as unknown as Fork[]).map((fork) => ({ ...fork })),
    atomically(work) {
      raw.exec('begin immediate');
      try {
        const result = work();
        raw.exec('commit');
        return result;
      } catch (e) {
        if (raw.isTransaction) raw.exec('rollback');
        throw e;
      }
    },
    close: () => raw.close(),
  };
}
