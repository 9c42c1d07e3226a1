/** Who came in at a mark: the same in chunks as all at once, and no more in memory than that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLeague, type League } from '../../test/harness/league.ts';
import { markMs } from '../lib/time.ts';
import type { RowTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { createCameIn } from './came-in.job.ts';
import { createEngineLog, loadLog } from './log.job.ts';

/** The first mark; the others follow it. */
const first = Date.parse('2026-03-09T00:05:00Z');
const marks = Array.from({ length: 6 }, (_, n) => first + n * markMs);
const to = marks.at(-1) ?? 0;

let league: League;
let template: RowTable<'intake.bots'>;
beforeAll(async () => {
  league = await openLeague();
  const { id } = await league.enter();
  template = await league.app.deps.db
    .selectFrom('intake.bots')
    .selectAll()
    .where('agent_id', '=', id)
    .executeTakeFirstOrThrow();
});
afterAll(() => league.close());

/** Runs `work` over bots of that many instants in place of all others, and takes them back. @param at of the registration of each. */
async function withBots(
  at: readonly number[],
  work: (trx: Trx, bots: readonly RowTable<'intake.bots'>[]) => Promise<void>,
) {
  const { storage } = league.app;
  const bots = at.map((registered, n) => {
    // Ids come in another order than registrations, and every third bot is retired by its owner some marks later.
    const id = `agt_${String((n * 7_919) % 1_000_003).padStart(16, '0')}`;
    const retired = n % 3 === 0 ? BigInt(registered) + BigInt((n % 4) * markMs) : null;
    const names = { agent_id: id, name_key: id, key_hash: id, name: `Bot ${n}` };
    return { ...template, ...names, registered_at: BigInt(registered), retired_at: retired, retired_by: null };
  });
  const undone = new Error('undone');
  const worked = storage.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('intake.bots').execute();
    await storage.insertMany(trx, 'intake.bots', bots);
    await work(trx, bots);
    throw undone;
  });
  await expect(worked).rejects.toBe(undone);
}

async function collect<T>(chunks: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

test.each([
  { rows: 1_000, kind: 'all at once' },
  { rows: 90, kind: 'registrations in chunks, retirements at once' },
  { rows: 4, kind: 'in chunks' },
])('every mark has its own, by instant and id: $kind', async ({ rows }) => {
  const instants = Array.from({ length: 120 }, (_, n) => first - markMs + Math.floor((n % 40) * (markMs / 8)));
  await withBots([first - 40 * markMs, ...instants], async (trx, bots) => {
    for (const isFirst of [true, false]) {
      const cameIn = createCameIn(trx, league.app.storage.readChunks, to, rows);
      for (const mark of marks) {
        const isAllBefore = isFirst && mark === first;
        const isOf = (at: bigint | null): boolean =>
          at !== null && at < BigInt(mark) && (isAllBefore || at >= BigInt(mark - markMs));
        const wanted = (column: 'registered_at' | 'retired_at') =>
          bots
            .filter((bot) => isOf(bot[column]))
            .map((bot) => ({ at: Number(bot[column]), botId: bot.agent_id }))
            .toSorted((a, b) => a.at - b.at || (a.botId < b.botId ? -1 : 1));
        const registered = await collect(cameIn.bots(mark, isAllBefore));
        const retired = await collect(cameIn.retirements(mark, isAllBefore));
        expect(registered.flat().map(({ at, botId }) => ({ at, botId }))).toEqual(wanted('registered_at'));
        expect(retired.flat().map(({ at, botId }) => ({ at, botId }))).toEqual(wanted('retired_at'));
        for (const chunk of [...registered, ...retired]) expect(chunk.length).toBeLessThanOrEqual(rows);
      }
    }
  });
});

test('of a mark with many registrations the log is written as it grows', async () => {
  const { storage } = league.app;
  const bots = 25_000;
  await withBots(
    Array.from({ length: bots }, () => first - 1),
    async (trx) => {
      const state = await loadLog(trx);
      const before = state.appender.size();
      const log = createEngineLog({ trx, storage, state, rulesVersion: '1', to, now: () => to });
      await log.begin(first, '', []);
      // The mark's own entry, the registrations, and the retirements at the same instant.
      expect(state.appender.size() - before).toBeGreaterThan(bots);
      expect(state.appender.untaken()).toBeLessThan(16);
      const { entries } = await trx
        .selectFrom('ledger.log_bundles')
        .select((e) => e.fn.sum<bigint>('width').as('entries'))
        .executeTakeFirstOrThrow();
      expect(Number(entries)).toBeGreaterThan(bots - 16 * 256);
    },
  );
});
