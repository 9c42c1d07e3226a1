/** The rule of presence in SQL is the rule in presence.ts, for any bots and any instant. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts';
import { insertIncident } from '../../operator/incident.sql.ts';
import { moveRow, voidRow } from '../ladder/ladder.sql.ts';
import { coreMigrations } from '../../storage/migrations.ts';
import { prepareStorage } from '../../storage/prepare.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { canRetire, isPresent, type BotTimes } from './presence.ts';
import { seatsHeld, type SeatedBots } from '../ladder/seats-held.ts';
import {
  countPresent,
  goneAt,
  isPresentAt,
  leagueToLeave,
  leaguesWithBots,
  seatedAt,
  seatedNow,
} from './presence.sql.ts';

let database: TestDatabase;
let storage: Storage;
beforeAll(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
  for (const league of ['spot_crypto', 'multi']) {
    for (const close of [lastClose - 1, lastClose]) {
      const board = { league, close: BigInt(close), previous: null, total: 0n, above_start: 0n, at_start: 0n };
      const text = { baselines: '[]', tiers: '[]', context: '', rules_version: 'x', capacity: 1n };
      await storage.db
        .insertInto('ledger.boards')
        .values({ ...board, ...text })
        .execute();
    }
  }
  const missed = { league: 'multi', close: lastClose + 1, atMark: lastClose + 1, reason: 'a fault' };
  await storage.db.insertInto('ledger.voided_closes').values(voidRow(missed)).execute();
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

interface Case extends BotTimes {
  readonly league: string;
  readonly tier: number;
  readonly movedFrom: number | undefined;
  readonly movedAt: number;
  /** When the log retired it, which was taken back. */
  readonly undoneAt: number | undefined;
  /** The same, where its row still says so. */
  readonly staleAt: number | undefined;
}

/** A retirement by the log that was taken back is none. */
function takenBack({ undone, ...b }: Omit<Case, 'undoneAt' | 'staleAt'> & { readonly undone: string }): Case {
  const at = b.retiredByOperatorAt;
  if (undone === 'no' || at === undefined) return { ...b, undoneAt: undefined, staleAt: undefined };
  const isBehind = undone === 'row behind';
  const retiredAt = isBehind ? undefined : b.retiredAt;
  return { ...b, retiredAt, retiredByOperatorAt: undefined, undoneAt: at, staleAt: isBehind ? at : undefined };
}

/** The latest close of a league: it is 5 where it was not voided, and a later one could not be done in `multi`. */
const lastClose = 5;
const seatOf = ({ tier, movedFrom, movedAt, league }: Case): SeatedBots => {
  const back = league === 'spot_crypto' && movedAt === lastClose ? (movedFrom ?? tier) : tier;
  return { tier, back, bots: 1 };
};

const instant = fc.integer({ min: 0, max: 8 });
const bots = fc.array(
  fc.record({
    league: fc.constantFrom('spot_crypto', 'multi'),
    tier: fc.integer({ min: 0, max: 2 }),
    movedFrom: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    movedAt: fc.constantFrom(lastClose - 1, lastClose),
    registeredAt: instant,
    retiredAt: fc.option(instant, { nil: undefined }),
    retiredByOperatorAt: fc.option(instant, { nil: undefined }),
    /** Retired by the log and taken back: its row may still say that it is retired. */
    undone: fc.constantFrom('no', 'row behind', 'row follows'),
  }),
  { maxLength: 12 },
);
const idOf = (i: number): string => `agt_${String(i).padStart(2, '0')}`;

test('whoever is present by the rule is present by the statement', async () => {
  await fc.assert(
    fc.asyncProperty(bots, instant, async (drawn, at) => {
      const cases = drawn.map(takenBack);
      await storage.db.transaction().execute(async (trx) => {
        await seed(trx, cases);
        const gone = await goneAt(trx, at);
        const found = await trx
          .selectFrom('intake.bots as a')
          .select('a.agent_id')
          .where(isPresentAt(at, gone))
          .execute();
        const present = cases.flatMap((b, i) => (isPresent(b, at) ? [idOf(i)] : []));
        expect(found.map((r) => r.agent_id).toSorted()).toEqual(present);
        for (const league of ['spot_crypto', 'multi']) {
          const here = cases.filter((b) => b.league === league);
          expect(await countPresent(trx, league, at, gone)).toBe(here.filter((b) => isPresent(b, at)).length);
          const leaving = here.filter((b) => canRetire(b, at));
          expect(seatsHeld(await seatedAt(trx, league, at))).toEqual(seatsHeld(leaving.map(seatOf)));
          const taking = here.filter((b, i) => i > 0 && (b.retiredAt ?? at) >= at);
          const without = idOf(cases.findIndex((b) => b.league === league));
          const seated = await seatedNow(trx, league, { nextClose: at, without });
          expect(seatsHeld(seated)).toEqual(seatsHeld(taking.map(seatOf)));
        }
        const leagues = new Set(cases.filter((b) => isPresent(b, at)).map((b) => b.league));
        expect([...(await leaguesWithBots(trx, at, gone)).keys()]).toEqual([...leagues].toSorted());
        for (const [i, b] of cases.entries())
          expect(await leagueToLeave(trx, idOf(i), at)).toBe(canRetire(b, at) ? b.league : undefined);
      });
    }),
    { numRuns: 60 },
  );
});

/** The operator's retirements stand in the log up to the instant; a mark that is done knows of none that come after it. */
async function seed(trx: Trx, cases: readonly Case[]): Promise<void> {
  for (const table of ['intake.bots', 'ledger.incidents', 'ledger.tiers', 'ledger.tier_moves'] as const)
    await trx.deleteFrom(table).execute();
  let id = 0;
  for (const [i, b] of cases.entries()) {
    await trx
      .insertInto('intake.bots')
      .values({
        agent_id: idOf(i),
        league: b.league,
        name: `Bot ${i}`,
        name_key: `bot ${i}`,
        company: 'C',
        contact: 'a@b.test',
        country: 'CA',
        website: null,
        logo_url: null,
        icon: null,
        pledge_pct: null,
        pledge_cause: null,
        pledge_url: null,
        style: null,
        description: null,
        open_strategy_url: null,
        registered_at: BigInt(b.registeredAt),
        key_hash: idOf(i),
        key_rotated_at: null,
        maker_id: 'm',
        retired_at: b.staleAt === undefined && b.retiredAt === undefined ? null : BigInt(b.staleAt ?? b.retiredAt ?? 0),
        retired_reason: null,
        retired_by: b.staleAt === undefined ? null : 'operator',
        supersedes: null,
        superseded_by: null,
        house: 0n,
      })
      .execute();
    await trx
      .insertInto('ledger.tiers')
      .values({ agent_id: idOf(i), league: b.league, tier: BigInt(b.tier) })
      .execute();
    if (b.movedFrom !== undefined) {
      const move = { botId: idOf(i), league: b.league, week: 'w', from: b.movedFrom, to: b.tier, place: 1, weekBps: 1 };
      const atMark = b.movedAt;
      await trx
        .insertInto('ledger.tier_moves')
        .values([
          moveRow({ ...move, atMark, close: atMark, why: 'promoted' }),
          // One that was taken back is none.
          moveRow({ ...move, atMark: atMark + 1, close: atMark, why: 'voided' }),
        ])
        .execute();
    }
    const about = { kind: 'bot', id: idOf(i) } as const;
    const log = async (kind: 'agent_retired' | 'agent_reinstated', atMark: number): Promise<void> =>
      await insertIncident(trx, {
        id: ++id,
        atMark,
        kind,
        about,
        reason: 'r',
        price: null,
        priceAt: null,
        by: 'operator',
      });
    if (b.undoneAt !== undefined) {
      await log('agent_retired', b.undoneAt);
      await log('agent_reinstated', b.undoneAt);
    }
    if (b.retiredByOperatorAt !== undefined) await log('agent_retired', b.retiredByOperatorAt);
  }
}
