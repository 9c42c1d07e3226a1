/**
 * Nothing is lost and nothing comes twice: a seeded run of orders, marks, reads, streams that break and come back, webhooks that fail,
 * and restarts of the service, on the real app. PAPERTAPE_EVENTS_SEED repeats a run.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient, type AgentEvent, type Client } from '../../../../client/src/index.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { seededBytes, seededUniform } from '../../../src/lib/seeded-random.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { openStream, type OpenStream } from '../../harness/stream.ts';

const seed = Number(process.env['PAPERTAPE_EVENTS_SEED'] ?? String(Date.now() % 1_000_000));
const steps = 150;
const start = Date.parse('2026-03-02T20:00:00Z');

let league: League;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Reader {
  readonly read: AgentEvent[];
  cursor: string | undefined;
}

test(`events from every side, PAPERTAPE_EVENTS_SEED=${seed}`, async () => {
  const random = seededUniform(seed);
  const below = (n: number): number => Math.floor(random() * n);
  let realTime = start;
  const posted: AgentEvent[] = [];
  let refuse = false;
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (!refuse) posted.push(...(JSON.parse(Buffer.concat(parts).toString()) as { events: AgentEvent[] }).events);
      response.writeHead(refuse ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => receiver.close());
  const options = {
    env: { PAPERTAPE_WEBHOOKS: 'local' },
    overrides: { events: { realNow: () => realTime, heartbeat: () => () => undefined } },
  };
  league = await openLeague({ ...options, start: new Date(start).toISOString() });
  cleanups.push(() => league.close());
  await league.advance({ minutes: 35 });
  const { id, key } = await league.enter();
  const bot = (): Client => createClient({ baseUrl: league.url, agentId: id, apiKey: key });
  await bot().setWebhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);

  const lists: Reader[] = [1, 2].map(() => ({ read: [], cursor: undefined }));
  const streamed: Reader = { read: [], cursor: undefined };
  let stream: OpenStream | undefined;
  const openAgain = async (): Promise<void> => {
    stream?.close();
    const headers = streamed.cursor === undefined ? {} : { 'last-event-id': streamed.cursor };
    // The service may not have seen the end of the last one yet.
    do stream = await openStream(league, `/api/agents/${id}/events`, key, headers);
    while (stream.status !== 200);
  };
  const takeStreamed = async (count: number): Promise<void> => {
    const events = (await stream?.take(count)) ?? [];
    streamed.read.push(...events);
    streamed.cursor = events.at(-1)?.cursor ?? streamed.cursor;
  };
  const readOn = async (reader: Reader, limit: number): Promise<boolean> => {
    const page = await bot().events({ since: reader.cursor, limit });
    reader.read.push(...page.events);
    reader.cursor = page.next;
    return page.more;
  };
  /** How many there are, told by a reader that begins anew. */
  const all = async (): Promise<AgentEvent[]> => {
    const whole: Reader = { read: [], cursor: undefined };
    while (await readOn(whole, 100));
    return whole.read;
  };

  await openAgain();
  const tally = { orders: 0, marks: 0, reads: 0, reconnects: 0, restarts: 0 };
  for (let i = 0; i < steps; i++) {
    const dice = below(100);
    if (dice < 35) {
      tally.orders++;
      await bot().weights({ 'ETH-USD': below(50) / 100, 'BTC-USD': below(50) / 100 }, { sandbox: below(5) === 0 });
    } else if (dice < 60) {
      tally.marks++;
      await league.advance({ minutes: 1 + below(40) });
    } else if (dice < 75) {
      tally.reads++;
      await readOn(lists[below(2)] as Reader, 1 + below(5));
    } else if (dice < 83) {
      refuse = below(3) === 0;
      realTime += below(60_000);
      await league.app.runWebhooks();
    } else if (dice < 90) {
      const there = (await all()).length;
      if (there > streamed.read.length) await takeStreamed(1 + below(there - streamed.read.length));
    } else if (dice < 97) {
      tally.reconnects++;
      await openAgain();
    } else {
      tally.restarts++;
      const now = league.now();
      stream?.close();
      await league.stop();
      // Two starts at one instant must not draw the same ids.
      const overrides = { ...options.overrides, random: seededBytes(`restart ${tally.restarts}`) };
      const start = new Date(now).toISOString();
      league = await openLeague({ ...options, overrides, database: league.database, start });
      await openAgain();
    }
  }
  const retire = {
    id: 'act_1',
    at: league.now(),
    action: 'retire',
    about: { kind: 'bot', id },
    reason: 'It left.',
  } as const;
  await insertAction(league.app.storage.db, retire);
  await league.advance({ minutes: 40 });
  const whole = await all();
  await takeStreamed(whole.length - streamed.read.length);
  for (const reader of lists) while (await readOn(reader, 3));
  refuse = false;
  realTime += 3_600_000;
  await league.app.runWebhooks();
  stream?.close();

  const count = (type: string): number => whole.filter((e) => e.type === type).length;
  expect(tally.restarts + tally.reconnects).toBeGreaterThan(0);
  expect(count('order_received')).toBe(tally.orders);
  expect(count('order_filled') + count('order_rejected')).toBe(tally.orders);
  expect(count('close')).toBeGreaterThan(0);
  expect(count('agent_retired')).toBe(1);
  const ids = whole.map((e) => e.id).toSorted();
  for (const [name, read] of [
    ['first list', lists[0]?.read ?? []],
    ['second list', lists[1]?.read ?? []],
    ['stream', streamed.read],
    ['webhook', posted],
  ] as const) {
    const got = read.map((e) => e.id);
    expect(got.toSorted(), `${name}: ${JSON.stringify(tally)}`).toEqual(ids);
    // Each part in its order: orders, their outcomes, all that the engine made.
    const part = (of: (e: AgentEvent) => boolean) => [
      read.filter(of).map((e) => e.id),
      whole.filter(of).map((e) => e.id),
    ];
    for (const of of [(e: AgentEvent) => e.type === 'order_received', (e: AgentEvent) => e.type !== 'order_received']) {
      const [mine, theirs] = part(of);
      expect(mine, name).toEqual(theirs);
    }
  }
});
