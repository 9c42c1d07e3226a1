/**
 * A server to load, as a process of its own: `node http-server.ts MODE`, settings as for `papertape serve`. Prints one line of JSON
 * when it listens: its address, bots and their keys. Modes:
 *
 * - `real`: as it is.
 * - `no-storage`: the intake acknowledges without the database (the ceiling of the POST benchmark).
 * - `window N`: a window of N orders falls due three seconds after the start, or so many as PAPERTAPE_BENCH_DUE says.
 *
 * It has 200 bots with keys, or so many as PAPERTAPE_BENCH_BOTS says.
 *
 * After each commit of the engine it prints one more line: the last mark of it, and how late that is. A window takes all orders that come, since a benchmark
 * sends in seconds what comes in hours; with a third argument `as-served` it takes what it does in the service, with `unguarded` nothing is refused for the
 * load either, and with `full` no order is taken.
 */
import { createApp, migrations } from '../dist/app.js';
import { storageTarget } from '../dist/engine/storage-target.js';
import { readSettings } from '../dist/config/config.js';
import { environment, type Environment } from '../dist/config/env.js';
import { createKey, hashKey } from '../dist/bots/key.js';
import { keepOrigin } from '../dist/engine/open-data.js';
import { prepareStorage } from '../dist/storage/prepare.js';
import { tellProcessorTime } from './processor.ts';
import { botId, seedBots, seedOrders } from './seed.ts';

const symbols = [
  'BTC-USD',
  'ETH-USD',
  'SOL-USD',
  'LINK-USD',
  'UNI-USD',
  'AAVE-USD',
  'LDO-USD',
  'CRV-USD',
  'SNX-USD',
  'COMP-USD',
];
const keyed = Number(process.env['PAPERTAPE_BENCH_BOTS'] ?? '200');
const opened = Date.parse('2026-03-02T12:00:00Z');
const windowStart = opened + 5 * 60_000;
const windowEnd = windowStart + 30 * 60_000;

const [mode = 'real', count = '0', bound = ''] = process.argv.slice(2);
const due = mode === 'window' ? Number(count) : 0;
const dueSeconds = Number(process.env['PAPERTAPE_BENCH_DUE'] ?? '3');
const env: Environment = {
  PAPERTAPE_PRICES: 'simulated:1',
  ...environment(),
  ...(due > 0 ? { PAPERTAPE_CLOCK_START: new Date(opened).toISOString() } : {}),
};
const settings = readSettings(env);
const keys = Array.from({ length: keyed }, () => createKey());
const storage = await prepareStorage(storageTarget(settings), migrations);
// The clock goes on from the last instant that the data has seen: here, so long before the window ends.
await seedBots(storage, Math.max(keyed, due), due > 0 ? windowEnd - dueSeconds * 1_000 : Date.now() - 1_000, (i) =>
  hashKey(keys[i] ?? `none ${i}`),
);
if (due > 0) {
  await seedOrders(storage, due, symbols, windowStart);
  await keepOrigin(storage.db, {
    clock: { kind: 'scaled', start: opened, speed: 1 },
    source: 'simulated:1',
    openedAt: opened,
  });
}
await storage.close();
const app = await createApp(settings, {
  ...(mode === 'no-storage' ? { intake: (real) => ({ ...real, write: async () => undefined }) } : {}),
  ...(bound === 'as-served' ? {} : { windowOrdersMax: bound === 'full' ? 0 : Number.POSITIVE_INFINITY }),
  onCommit({ mark, filled, rejected, begun, workMs }) {
    const lateMs = app.clock.now() - mark;
    process.stdout.write(`${JSON.stringify({ mark, lateMs, decided: filled + rejected, begun, workMs })}\n`);
  },
});
// Without a look the level stays where it is.
if (bound === 'unguarded') Object.assign(app.deps.load, { look: () => undefined });
const url = await app.listen();
process.stdout.write(`${JSON.stringify({ url, bots: keys.map((key, i) => ({ id: botId(i), key })) })}\n`);
tellProcessorTime();
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
