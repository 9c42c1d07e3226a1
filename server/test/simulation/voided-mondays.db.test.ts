/**
 * Random leagues that newcomers press into, while the operator voids closes, sets seats and retires bots: no tier ever holds more bots than it
 * has seats, whatever the naive reference makes of the closes is what the ladder made, the audit is clean, and so is a stranger's verification.
 *
 * PAPERTAPE_SEEDS=50 runs 50 of them; PAPERTAPE_SEED=17 replays one.
 */
import { afterEach, expect, test } from 'vitest';
import type { SeatsView } from 'papertape-contract/seats';
import { PapertapeError } from '../../../client/src/errors.ts';
import { runAudit } from '../../src/audit/audit.job.ts';
import { askToVoid, retireBot, setCapacity } from '../../src/desk/admin-acts.ts';
import { runVerify } from '../../src/cli/verify.ts';
import { dayMs, hourMs, markMs } from '../../src/lib/time.ts';
import { seededBytes, seededUniform } from '../../src/lib/seeded-random.ts';
import { SetupError } from '../../src/lib/setup-error.ts';
import { createSimulatedSource } from '../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { get, okJson } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { ladderLines } from './ladder-lines.ts';

/** A Sunday: the first week is decided after half a day. */
const start = Date.parse('2026-03-08T12:00:00Z');
const days = 16;
const only = process.env['PAPERTAPE_SEED'];
const seeds =
  only === undefined
    ? Array.from({ length: Number(process.env['PAPERTAPE_SEEDS'] ?? 6) }, (_, i) => i + 1)
    : [Number(only)];

/** What happened in all leagues together: proof that they are not too tame. */
const seen = { moves: 0, 'taken back': 0, 'kept a newcomer out': 0, 'full after a voided close': 0, 'fewer seats': 0 };

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

test.each(seeds)(
  'seed %i (PAPERTAPE_SEED replays it)',
  async (seed) => {
    const random = seededUniform(seed * 104_729);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD'];
    const botsPerTier = 11 + Math.floor(random() * 3);
    const here = await openLeague({
      start: new Date(start).toISOString(),
      source: createSimulatedSource({ seed, origin: start, symbols }),
      overrides: { botsPerTier, random: seededBytes(`voided ${seed}`) },
    });
    league = here;
    const { db } = here.app.storage;
    const bots: Bot[] = [];

    async function tiers(): Promise<SeatsView['leagues'][number]['tiers']> {
      const { leagues } = okJson<SeatsView>(await get(here, '/api/seats'));
      return leagues.find((l) => l.league === 'spot_crypto')?.tiers ?? [];
    }
    /** Newcomers until there is no seat: there is one exactly while the seats say so. */
    async function press(): Promise<void> {
      for (;;) {
        const { taken, capacity, free } = (await tiers()).at(-1)!;
        const bot = await here.enter().catch((e: unknown) => {
          if (!(e instanceof PapertapeError) || e.code !== 'league_full') throw e;
          return undefined;
        });
        expect(bot !== undefined).toBe(free > 0);
        if (!bot) {
          seen['kept a newcomer out'] += Number(taken < capacity);
          return;
        }
        bots.push(bot);
        await bot.weights({ [pick(symbols)]: 1 });
      }
    }
    /** Counted by hand, from what is stored. */
    async function check(): Promise<void> {
      const { capacity } = (await tiers()).at(-1)!;
      const moves = await db.selectFrom('ledger.tier_moves').selectAll().orderBy('at_mark').execute();
      // A close that is voided at the mark of the next one is taken back before that one moves anybody.
      const now = new Map(moves.toSorted((a, b) => Number(a.close - b.close)).map((m) => [m.agent_id, m]));
      const count = [0, 0, 0, 0, 0, 0];
      for (const bot of await db.selectFrom('intake.bots').selectAll().where('retired_at', 'is', null).execute())
        count[Number(now.get(bot.agent_id)?.to_tier ?? 0n)]!++;
      for (const bots of count) expect(bots).toBeLessThanOrEqual(capacity);
      for (const t of await tiers()) expect(t.taken + t.kept + t.free).toBe(capacity);
    }
    const refused = (e: unknown): void => {
      if (!(e instanceof SetupError)) throw e;
    };

    await press();
    for (let day = Math.ceil(start / dayMs) * dayMs; day <= start + days * dayMs; day += dayMs) {
      await here.advanceTo(day);
      await check();
      if (random() < 0.5) await press();
      const gone = pick(bots);
      if (random() < 0.3)
        await (random() < 0.5 ? gone.retire('x') : retireBot(db, gone.id, 'x')).catch(() => undefined);
      await press();
      const voids = random() < (new Date(day).getUTCDay() === 1 ? 0.6 : 0.3);
      const sets = random() < 0.3;
      if (sets) {
        const { capacity } = (await tiers()).at(-1)!;
        const seats = capacity + Math.floor(random() * 7) - 3;
        for (let n = seats; n < capacity; n++)
          await pick(bots)
            .retire('x')
            .catch(() => undefined);
        await setCapacity(db, 'spot_crypto', String(Math.max(1, seats)), 'x').catch(refused);
      }
      // Sometimes at the very mark of the next close, before it is done.
      const at = random() < 0.2 ? day + dayMs - markMs : day + Math.floor(random() * 12) * hourMs;
      if (at > here.now()) await here.advanceTo(at);
      await press();
      if (voids) {
        const date = new Date(day).toISOString().slice(0, 10);
        const before = (await tiers()).at(-1)!;
        await askToVoid(
          db,
          { league: 'spot_crypto', date, reason: 'x' },
          { now: here.now(), nextMark: here.now() + markMs },
        );
        if (here.now() + markMs < day + dayMs) {
          await here.advance({ minutes: 5 });
          await check();
          seen['full after a voided close'] += Number(before.kept > 0 && (await tiers()).at(-1)!.free === 0);
        }
        await press();
      }
    }
    await check();

    const moves = await db.selectFrom('ledger.tier_moves').selectAll().execute();
    seen.moves += moves.length;
    seen['taken back'] += moves.filter((m) => m.why === 'voided').length;
    const set = await db.selectFrom('ledger.incidents').selectAll().where('kind', '=', 'capacity_set').execute();
    const capacities = [BigInt(botsPerTier), ...set.map((i) => i.capacity ?? 0n)];
    seen['fewer seats'] += capacities.filter((n, i) => i > 0 && n < (capacities[i - 1] as bigint)).length;

    const { found, expected } = await ladderLines(here.app.storage, 'spot_crypto');
    expect(found).toEqual(expected);
    const reader = openStorage(here.database.target, { connections: 1 });
    try {
      expect((await runAudit(reader)).differences).toEqual([]);
    } finally {
      await reader.close();
    }
    if (seed !== seeds[0]) return;
    const lines: string[] = [];
    const code = await runVerify('spot_crypto', { url: here.url, write: (line) => lines.push(line), fetch });
    expect([code, lines.filter((line) => !line.startsWith('ok')).slice(0, 5)]).toEqual([0, [expect.any(String)]]);
  },
  300_000,
);

test.runIf(seeds.length >= 6)('and all that can happen did happen', () => {
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([]);
});
