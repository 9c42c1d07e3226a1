/**
 * A server to load, as a process of its own: `node http-server.ts MODE`, settings as for `papertape serve`. Prints one line of JSON
 * when it listens: its address, bots and their keys. Modes:
 *
 * - `real`: as it is.
 * - `no-storage`: the intake acknowledges without the database (the ceiling of the POST benchmark).
 * - `window N`: a window of N orders falls due three seconds after the start.
 */
import { createApp, migrations, storageTarget } from '../dist/app.js';
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
const keyed = 200;
const opened = Date.parse('2026-03-02T12:00:00Z');
const windowStart = opened + 5 * 60_000;
const windowEnd = windowStart + 30 * 60_000;

const [mode = 'real', count = '0'] = process.argv.slice(2);
const due = mode === 'window' ? Number(count) : 0;
const env: Environment = {
  PAPERTAPE_PRICES: 'simulated:1',
  ...environment(),
  ...(due > 0 ? { PAPERTAPE_CLOCK_START: new Date(opened).toISOString() } : {}),
};
const settings = readSettings(env);
const keys = Array.from({ length: keyed }, () => createKey());
const storage = await prepareStorage(storageTarget(settings), migrations);
// The clock goes on from the last instant that the data has seen: here, three seconds before the window ends.
await seedBots(storage, Math.max(keyed, due), due > 0 ? windowEnd - 3_000 : Date.now() - 1_000, (i) =>
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
const app = await createApp(
  settings,
  mode === 'no-storage' ? { intake: (real) => ({ ...real, write: async () => undefined }) } : {},
);
const url = await app.listen();
process.stdout.write(`${JSON.stringify({ url, bots: keys.map((key, i) => ({ id: botId(i), key })) })}\n`);
tellProcessorTime();
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
