/**
 * A service with an open round to load, as a process of its own: `node rounds-server.ts real` or `no-storage`, in which the intake acknowledges
 * without the database. Settings of the database as for `papertape serve`. Prints one line of JSON when it listens: its address, bots with their keys, and
 * what each may ask for.
 */
import { createApp } from '../dist/app.js';
import { createKey } from '../dist/bots/key.js';
import { environment } from '../dist/config/env.js';
import { readSettings } from '../dist/config/config.js';
import { tellProcessorTime } from './processor.ts';
import { openRoundLeague, roundsEnv } from './rounds-league.ts';
import { botId } from './seed.ts';

const league = 'deal_finder';
/** The thread that reads answers keeps so many variants, and a bot's own tasks are asked for over and over. */
const bots = 200;

const [mode = 'real'] = process.argv.slice(2);
const keys = Array.from({ length: bots }, () => createKey());
const prepared = await openRoundLeague({ env: environment(), leagues: [league], bots, keys });
await prepared.close();
const app = await createApp(
  readSettings({ ...roundsEnv, ...environment() }),
  mode === 'no-storage' ? { intake: (real) => ({ ...real, write: async () => undefined }) } : {},
);
// Nothing is refused for the load: without a look the level stays where it is.
Object.assign(app.deps.load, { look: () => undefined });
const url = await app.listen();
process.stdout.write(`${JSON.stringify({ url, bots: keys.map((key, i) => ({ id: botId(i), key })) })}\n`);
tellProcessorTime();
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
