/**
 * A server to load, as a process of its own: `node http-server.ts MODE`, settings as for `papertape serve`. Modes: `real`, and
 * `no-storage` (the intake acknowledges without the database: the ceiling of the POST benchmark). Prints one line of JSON when it
 * listens: its address, bots and their keys.
 */
import { createApp, storageTarget } from '../dist/app.js';
import { readConfig } from '../dist/config/config.js';
import { environment } from '../dist/config/env.js';
import { createKey, hashKey } from '../dist/bots/key.js';
import { prepareStorage } from '../dist/storage/prepare.js';
import { agentId, seedBots } from './seed.ts';

const bots = Number(process.env['PAPERTAPE_BENCH_BOTS'] ?? '200');
const mode = process.argv[2];
const config = readConfig(environment());
const keys = Array.from({ length: bots }, () => createKey());
const storage = await prepareStorage(storageTarget(config));
await seedBots(storage, bots, Date.now() - 1000, (i) => hashKey(keys[i] ?? ''));
await storage.close();
const app = await createApp(config, mode === 'no-storage' ? { intake: (real) => ({ ...real, write: async () => undefined }) } : {});
const url = await app.listen();
process.stdout.write(`${JSON.stringify({ url, bots: keys.map((key, i) => ({ id: agentId(i), key })) })}\n`);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
