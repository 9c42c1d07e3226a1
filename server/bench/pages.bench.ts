/**
 * The heaviest page made anew: a bot with 1,000 fills, whose HTML and database reads take under 15 ms of processor time at the median; and
 * memory over many such renders, which stays within 60 MB of what it was after the first tenth of them (PAPERTAPE_RENDERS, default 100,000).
 * Nothing is sent over a socket: the request goes straight into the service.
 */
import { createApp } from '../dist/app.js';
import { readSettings } from '../dist/config/config.js';
import { createSteppedClock } from '../dist/lib/clock.js';
import { silentLog } from '../dist/lib/log.js';
import { createSimulatedSource } from '../dist/sources/simulated/simulated.js';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, whole, type Result } from './lib.ts';

const opened = Date.parse('2026-03-02T00:00:00Z');
const fills = 1_000;
const timed = 200;
const renders = Number(process.env['PAPERTAPE_RENDERS'] ?? '100000');
const grownMax = 60 * 2 ** 20;
const spentMsMax = 15;

type App = Awaited<ReturnType<typeof createApp>>;

export async function run(): Promise<void> {
  const database = await createTestDatabase('sqlite');
  const clock = createSteppedClock(opened);
  const settings = { PORT: '0', PAPERTAPE_LIMITS: 'off', PAPERTAPE_LOG: 'off', ...database.env };
  const source = createSimulatedSource({ seed: 7, origin: opened });
  const app = await createApp(readSettings(settings), { clock, source, log: silentLog, durability: 'off' });
  try {
    await app.listen();
    const path = await filledBot(
      app,
      () => clock.now(),
      async (minutes) => {
        clock.set(clock.now() + minutes * 60_000);
        await app.runEngine();
      },
    );
    const bytes = await render(app, path);
    const took = await times(app, path, bytes);
    printResults([...took, await memory(app, path)]);
  } finally {
    await app.close();
    await database.drop();
  }
}

/** An order in each window, of weights that turn over, so that every one of them trades. @returns path of its page. */
async function filledBot(app: App, now: () => number, advance: (minutes: number) => Promise<void>): Promise<string> {
  const form = { name: 'Busy', company: 'Bench', country: 'CA', contact: 'bench@example.test', league: 'spot_crypto' };
  const { agent_id: id, api_key: key } = await ask<{ agent_id: string; api_key: string }>(app, {
    method: 'POST',
    url: '/api/agents/register',
    payload: form,
  });
  for (let i = 0; i < fills; i++) {
    const share = 0.2 + 0.1 * (i % 5);
    const weights = { 'BTC-USD': share, 'ETH-USD': 0.9 - share, 'SOL-USD': 0.05 };
    const date = new Date(now()).toISOString().slice(0, 10);
    const headers = { authorization: `Bearer ${key}` };
    await ask(app, { method: 'POST', url: `/api/agents/${id}/weights`, headers, payload: { date, weights } });
    await advance(5);
  }
  await advance(24 * 60 + 40);
  const { fills: filled } = await ask<{ fills: number }>(app, { method: 'GET', url: `/api/agents/${id}` });
  if (filled !== fills) throw new Error(`${filled} of ${fills} orders filled`);
  return `/bots/${id}`;
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

async function ask<T>(app: App, asked: Asked): Promise<T> {
  const answer = await app.http.inject(asked);
  if (answer.statusCode >= 300) throw new Error(`${asked.url} was answered ${answer.statusCode}: ${answer.body}`);
  return JSON.parse(answer.body) as T;
}

/** @returns bytes of the page. */
async function render(app: App, path: string): Promise<number> {
  app.deps.ready.dropAll();
  // A request comes in a turn of the event loop. Without one all renders are one job, to whose end V8 keeps whatever a weak reference was made to.
  await new Promise((turned) => setImmediate(turned));
  const answer = await app.http.inject({ method: 'GET', url: path });
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}: ${answer.body}`);
  return answer.rawPayload.length;
}

async function times(app: App, path: string, bytes: number): Promise<Result[]> {
  for (let i = 0; i < 50; i++) await render(app, path);
  const taken: { readonly clock: number; readonly processor: number }[] = [];
  for (let i = 0; i < timed; i++) {
    const started = performance.now();
    const before = process.cpuUsage();
    await render(app, path);
    const { user, system } = process.cpuUsage(before);
    taken.push({ clock: performance.now() - started, processor: (user + system) / 1000 });
  }
  const median = (of: 'clock' | 'processor'): number =>
    taken.map((t) => t[of]).toSorted((a, b) => a - b)[Math.floor(timed / 2)] ?? 0;
  const spent = median('processor');
  if (spent >= spentMsMax) throw new Error(`the page took ${fixed(spent, 1)} ms of processor time at the median`);
  const work = `page of a bot with ${whole(fills)} fills made anew, ${fixed(bytes / 1024, 0)} KiB, median of ${timed}`;
  return [
    { work, ours: `${fixed(spent, 1)} ms of processor time`, ceiling: '', ratio: '', target: `< ${spentMsMax} ms` },
    { work: 'the same by the clock', ours: `${fixed(median('clock'), 1)} ms`, ceiling: '', ratio: '', target: '' },
  ];
}

async function memory(app: App, path: string): Promise<Result> {
  const tenth = Math.ceil(renders / 10);
  for (let i = 0; i < tenth; i++) await render(app, path);
  const before = await alive();
  for (let i = tenth; i < renders; i++) await render(app, path);
  const grown = (await alive()) - before;
  if (grown > grownMax) throw new Error(`${whole(renders)} renders left ${fixed(grown / 2 ** 20, 1)} MB more alive`);
  return {
    work: `memory alive after ${whole(renders)} renders`,
    ours: `${fixed((before + grown) / 2 ** 20, 1)} MB`,
    ceiling: `${fixed(before / 2 ** 20, 1)} MB after the first ${whole(tenth)}`,
    ratio: '',
    target: '<= 60 MB more',
  };
}

/** Bytes that are alive after a collection, those outside of the heap too. */
async function alive(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    // What a collection finds outside of the heap goes in a later turn of the event loop.
    await new Promise((done) => setTimeout(done, 100));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
