/** Events of rounds: each once, at the mark that did it, in a list, from any cursor, and by a stream that is woken for them. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook, type AgentEvent } from 'papertape-client';
import { reverseRound, voidRound } from '../../../src/desk/round-acts.ts';
import type { Bot, League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumsLeague } from '../../harness/rounds.ts';
import { openStream } from '../../harness/stream.ts';

let league: League;
let bot: Bot;
let idle: Bot;
let answerId = '';
let streamed: AgentEvent[] = [];
/** What came to the webhook of the bot. */
const posted: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    posted.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
});
let secret: string | null = null;
const days = 120_000;

beforeAll(async () => {
  const env = { PAPERTAPE_WEBHOOKS: 'local' };
  ({ league, bot } = await openRound({ at: '2026-03-03T23:50:00Z' }, { env }));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  ({ secret } = await bot.setWebhook(`http://127.0.0.1:${port}/`));
  idle = await league.enter({ league: sumsLeague });
  const stream = await openStream(league, `/api/agents/${bot.id}/events`, bot.key);
  await playTo(league, '2026-03-04T00:07:00Z');
  answerId = (await bot.answer({ t01: { sum: 0 } })).answer_id;
  await playTo(league, '2026-03-05T00:05:00Z');
  const { db } = league.app.deps;
  await reverseRound(db, { league: sumsLeague, round: firstRound, reason: 'a wrong key' });
  await voidRound(db, { league: sumsLeague, round: '2026-W10-4', reason: 'no power' });
  await league.advance({ minutes: 5 });
  streamed = await stream.take(9);
  stream.close();
  await league.app.runWebhooks();
}, days);
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await league.close();
});

const short = ({ at, type }: AgentEvent): string => `${at.slice(8, 16)} ${type}`;

test('a bot is told of its rounds at their marks, and a stream tells the same as the list', async () => {
  const { events, more } = await bot.events();
  expect(events.map(short)).toEqual([
    '03T00:00 close',
    '04T00:00 close',
    '04T00:05 round_opened',
    '04T00:10 answers_received',
    '04T23:05 round_scored',
    '05T00:00 close',
    '05T00:05 round_opened',
    '05T00:10 round_void',
    '05T00:10 round_reversed',
  ]);
  expect(more).toBe(false);
  expect(streamed).toEqual(events);
  const data = events.map((e) => e.data);
  const of = { league: sumsLeague, round: firstRound };
  expect(data[2]).toMatchObject({ ...of, closes_at: '2026-03-04T23:00:00.000Z' });
  expect(data[3]).toMatchObject({ ...of, answer_id: answerId, sandbox: false, sequence: 1 });
  expect(data[4]).toMatchObject({
    ...of,
    score: 0,
    par: 700_000,
    place: 1,
    of: 1,
    return_pct: -0.7,
    cash_after: '99300',
  });
  expect(data[7]).toMatchObject({ round: '2026-W10-4', reason: 'operator: no power' });
  expect(data[8]).toMatchObject({ ...of, cash: '700', reason: 'a wrong key' });
});

test('a webhook is posted the same, with a signature that holds for these bytes alone', async () => {
  const told: AgentEvent[] = [];
  for (const { headers, body } of posted) {
    told.push(...(await verifyWebhook(secret ?? '', headers, body)).events);
    expect(new Webhook(secret ?? '').verify(body, headers as Record<string, string>)).toMatchObject({
      agent_id: bot.id,
    });
    const changed = body.replace('"score":0', '"score":1');
    if (changed !== body) await expect(verifyWebhook(secret ?? '', headers, changed)).rejects.toThrow('signature');
  }
  expect(told).toEqual(streamed.slice(1));
  expect(told.filter((e) => e.type === 'round_scored')).toHaveLength(1);
});

test('from the cursor behind any event comes the rest; whoever answered nothing hears of no score', async () => {
  const { events } = await bot.events();
  for (const [i, { cursor }] of events.entries())
    expect((await bot.events({ since: cursor })).events).toEqual(events.slice(i + 1));
  const one = await bot.events({ limit: 8 });
  expect((await bot.events({ since: one.next })).events).toEqual(events.slice(8));
  expect((await idle.events()).events.map(short).filter((e) => !e.endsWith('close'))).toEqual([
    '04T00:05 round_opened',
    '05T00:05 round_opened',
    '05T00:10 round_void',
  ]);
});
