/** A league whose round is open, to measure with: bots by the hundred, on a stepped clock, in this process. */
import { createApp, migrations, type App, type Overrides } from '../dist/app.js';
import { hashKey } from '../dist/bots/key.js';
import { readSettings } from '../dist/config/config.js';
import type { Environment } from '../dist/config/env.js';
import { keepOrigin } from '../dist/engine/open-data.js';
import { storageTarget } from '../dist/engine/storage-target.js';
import { createSteppedClock, type SteppedClock } from '../dist/lib/clock.js';
import { dayMs, hourMs, markMs } from '../dist/lib/time.js';
import { roundAt } from '../dist/rounds/calendar.js';
import { answerReceipt } from '../dist/rounds/receipt.js';
import { sheetRow } from '../dist/rounds/rounds.sql.js';
import type { RowTable } from '../dist/storage/database.js';
import { prepareStorage } from '../dist/storage/prepare.js';
import { botRow, inRanges } from './seed.ts';

/** A Monday evening. The first round is that of Wednesday. */
const start = Date.parse('2026-03-02T23:50:00Z');
export const opensAt = Date.parse('2026-03-04T00:00:00Z');

/** Settings by which the same data can be served on, on a clock that goes as fast as the real one. */
export const roundsEnv = {
  PAPERTAPE_PRICES: 'simulated:1',
  PAPERTAPE_CLOCK_START: new Date(start).toISOString(),
  PAPERTAPE_LIMITS: 'off',
  PAPERTAPE_HOUSE: 'off',
  PAPERTAPE_LOG: 'error',
  PORT: '0',
} as const;

export interface RoundLeague {
  readonly app: App;
  readonly clock: SteppedClock;
  /** Steps the clock to an instant as time would pass, so that what rounds need is worked out when it is needed. */
  readonly playTo: (instant: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Wanted {
  /** With the settings of the database. */
  readonly env: Environment;
  /** Bots of each, which know the league by their number: `botId(i)` counts on over the leagues. */
  readonly leagues: readonly string[];
  readonly bots: number;
  readonly keys?: readonly string[];
  readonly overrides?: Overrides;
}

/**
 * Sheets of every bot of a round, as if they had come ten minutes behind the opening, each chained to the one before it.
 * @param answersOf canonical JSON of what the bot sends in its n-th sheet.
 */
export async function sendSheets(
  { app }: Pick<RoundLeague, 'app'>,
  league: string,
  botIds: readonly string[],
  sheets: number,
  answersOf: (botId: string, n: number) => string,
): Promise<void> {
  const { storage, deps } = app;
  const round = roundAt(league, opensAt);
  const rows: RowTable<'intake.answers'>[] = [];
  for (const [i, botId] of botIds.entries()) {
    let previous = '';
    for (let n = 1; n <= sheets; n++) {
      const receivedAt = opensAt + 10 * 60_000 + i * sheets + n;
      const draft = {
        botId,
        sequence: n,
        answerId: deps.ids.next('ans', receivedAt),
        league,
        roundId: round.id,
        receivedAt,
        sandbox: false,
        answers: answersOf(botId, n),
        nonce: deps.ids.nonce(),
        previous,
        rulesVersion: deps.rulesVersion,
      };
      const receipt = answerReceipt(draft, round.name);
      rows.push(sheetRow({ ...draft, receipt }));
      previous = receipt;
    }
  }
  await inRanges(storage, rows.length, (trx, which) =>
    storage.insertMany(
      trx,
      'intake.answers',
      which.flatMap((i) => rows[i] ?? []),
    ),
  );
}

/** Where of a day something is worked out: behind the opening, what is asked; behind the close, the scores. */
const stops = [0, markMs, 23 * hourMs, 23 * hourMs + markMs, dayMs];

/** @returns it with its clock five minutes behind the opening, its tasks pinned. */
export async function openRoundLeague({ env, leagues, bots, keys = [], overrides }: Wanted): Promise<RoundLeague> {
  const settings = readSettings({ ...roundsEnv, ...env });
  const storage = await prepareStorage(storageTarget(settings), migrations);
  await inRanges(storage, bots * leagues.length, (trx, rows) =>
    storage.insertMany(
      trx,
      'intake.bots',
      rows.map((i) => botRow(i, leagues[Math.floor(i / bots)] ?? '', start, hashKey(keys[i] ?? `none ${i}`))),
    ),
  );
  await keepOrigin(storage.db, {
    clock: { kind: 'scaled', start, speed: 1 },
    source: 'simulated:1',
    openedAt: start,
  });
  await storage.close();
  const clock = createSteppedClock(start);
  const app = await createApp(settings, { clock, durability: 'off', ...overrides });
  const { rounds } = app.deps;
  const playTo = async (end: number): Promise<void> => {
    await rounds.run();
    while (clock.now() < end) {
      const day = Math.floor(clock.now() / dayMs) * dayMs;
      clock.set(Math.min(end, ...stops.map((stop) => day + stop).filter((stop) => stop > clock.now())));
      await app.runEngine();
      await rounds.run();
    }
  };
  await playTo(opensAt + markMs);
  return { app, clock, playTo, close: () => app.close() };
}
