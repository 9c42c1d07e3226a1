/**
 * A service with 1,000 days of prices, as a process of its own: `node prices-server.ts`, settings as for `papertape serve`. The days are
 * kept as the service keeps them; of the day after them there are the readings, which it has still to work on. Prints one line of JSON when it listens:
 * its address, the bounds of the days, how long that last day took and the memory then.
 */
import { createApp, migrations } from '../dist/app.js';
import { storageTarget } from '../dist/engine/storage-target.js';
import { readSettings } from '../dist/config/config.js';
import { environment } from '../dist/config/env.js';
import { keepOrigin } from '../dist/engine/open-data.js';
import { writeMeta } from '../dist/engine/progress.sql.js';
import { insertReadings } from '../dist/engine/engine.sql.js';
import { encodeReadings } from '../dist/flow/price/readings.js';
import { leagueById } from '../dist/league/catalogue.js';
import { createSteppedClock } from '../dist/lib/clock.js';
import { seededUniform } from '../dist/lib/seeded-random.js';
import { dayMs, markMs } from '../dist/lib/time.js';
import { insertDay } from '../dist/prices/price-days.sql.js';
import { createSimulatedSource } from '../dist/sources/simulated/simulated.js';
import { prepareStorage } from '../dist/storage/prepare.js';
import { tellProcessorTime } from './processor.ts';

const days = 1_000;
const first = Date.parse('2024-01-01T00:00:00Z');
const last = first + days * dayMs;
const symbols = [...(leagueById.get('spot_crypto')?.symbols ?? [])];
const uniform = seededUniform(1);

/** As many numbers of 12 digits. */
function numbers(count: number): string {
  return Array.from({ length: count }, () => (1_000 + 99_000 * uniform()).toPrecision(12)).join(',');
}

const five = (count: number): string => Array.from({ length: 5 }, () => numbers(count)).join(';');

const settings = readSettings({ PAPERTAPE_HOUSE: 'off', ...environment() });
const storage = await prepareStorage(storageTarget(settings), migrations);
const source = createSimulatedSource({ seed: 7, origin: first, symbols });
await keepOrigin(storage.db, { clock: { kind: 'stepped' }, source: source.id, openedAt: first });
for (let day = first; day < last; day += dayMs) {
  const rows = symbols.map((symbol) => ({
    symbol,
    hours: { whole: five(1), hours: five(24), gaps: '' },
    fives: { halfHours: numbers(48), fives: numbers(288), gaps: '' },
  }));
  await storage.db.transaction().execute((trx) => insertDay(trx, storage.insertMany, day, rows));
}
const to = last + dayMs;
const readings: Parameters<typeof insertReadings>[2][number][] = [];
for (let mark = last; mark <= to; mark += markMs)
  readings.push({
    mark,
    attempt: 0,
    readAt: mark,
    toldBy: null,
    readings: encodeReadings(await source.read(mark), source.pools),
  });
await storage.db.transaction().execute((trx) => insertReadings(trx, storage.insertMany, readings));
await storage.close();

const app = await createApp(settings, { clock: createSteppedClock(to), source });
await writeMeta(app.storage.db, 'progress', String(to));
const url = await app.listen();
const started = performance.now();
await app.deps.prices.days.nextToKeep();
const foldMs = performance.now() - started;
process.stdout.write(
  `${JSON.stringify({ url, from: new Date(first).toISOString(), to: new Date(last).toISOString(), symbols: symbols.length, foldMs })}\n`,
);
tellProcessorTime();
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
