/** What the tests that kill the service share: seeded instants, a look into the database that it leaves, chains of receipts, the audit. */
import { expect } from 'vitest';
import type { ErrorBody } from 'papertape-contract/error-body';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { openStorage, type Db } from '../../src/storage/storage.ts';
import type { Answer, Connections } from '../acceptance/load.ts';
import { launch, until } from '../acceptance/service-process.ts';
import { testEngine, type TestDatabase } from './database.ts';

export interface Chance {
  /** 0 up to 1. */
  readonly random: () => number;
  /** An integer, both ends among them. */
  readonly between: (from: number, to: number) => number;
}

// oxlint-disable-next-line no-console -- the seed and what was measured must be seen
export const say = (text: string): void => console.log(text);

/** PAPERTAPE_KILL_SEED repeats the instants of a run, as far as a machine repeats itself. */
export function chanceOfKills(runs: number): Chance {
  const seed = Number(process.env['PAPERTAPE_KILL_SEED'] ?? String(Date.now() % 1_000_000));
  say(`kill -9: ${runs} runs, PAPERTAPE_KILL_SEED=${seed}, ${testEngine}`);
  const random = seededUniform(seed);
  return { random, between: (from, to) => Math.round(from + random() * (to - from)) };
}

/** The settings of a service that is killed: the same market in each run, on a clock that is fast. */
export function killedEnv({ env }: TestDatabase, start: string, speed: string): Readonly<Record<string, string>> {
  return { ...env, PAPERTAPE_PRICES: 'simulated:kill', PAPERTAPE_CLOCK_START: start, PAPERTAPE_CLOCK_SPEED: speed };
}

/** Registers a bot, once a service that has just been started is not too busy to hear somebody new. @returns undefined when the connection broke. */
export async function register(
  to: Connections,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | undefined> {
  const { answer } = await until('a registration is not refused for the load', async () => {
    const told = await to.post('/api/agents/register', body, headers);
    const { code } = (told?.body as Partial<ErrorBody> | undefined)?.error ?? {};
    return code === 'overloaded' ? undefined : { answer: told };
  });
  return answer;
}

/** Looks into a database beside the service, or when that is gone. */
export async function lookInto<T>({ target }: TestDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  const storage = openStorage(target, { connections: 1 });
  try {
    return await work(storage.db);
  } finally {
    await storage.close();
  }
}

/** The last mark that the engine has done; 0 without one. */
export async function lastMark(db: Db): Promise<number> {
  const meta = await db.selectFrom('ledger.meta').select('value').where('key', '=', 'progress').executeTakeFirst();
  return Number(meta?.value ?? 0);
}

interface Chained {
  readonly agent_id: string;
  readonly sequence: bigint;
  readonly received_at: bigint;
  readonly previous_receipt: string;
  readonly receipt: string;
}

/** What each bot sent counts on from 1, in the order of its stamps, and each receipt names the one before it. @param rows by bot and number. */
export function expectChained<Row extends Chained>(rows: readonly Row[], idOf: (row: Row) => string): void {
  let before: Row | undefined;
  for (const row of rows) {
    const behind = before?.agent_id === row.agent_id ? before : undefined;
    const sequence = (behind?.sequence ?? 0n) + 1n;
    expect([idOf(row), row.sequence, row.previous_receipt]).toEqual([idOf(row), sequence, behind?.receipt ?? '']);
    expect(row.received_at >= (behind?.received_at ?? 0n), `${idOf(row)} is stamped before the one before it`).toBe(
      true,
    );
    before = row;
  }
}

/** `papertape audit` of what the service left finds nothing. */
export async function expectCleanAudit(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stdout, stderr } = await launch(['audit'], env).exited;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toContain('audit: clean');
}
