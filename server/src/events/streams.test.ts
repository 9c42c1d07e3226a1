/** Readers that are slow, and too many of them. Connections are streams that take nothing, so that a buffer fills at once. */
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { silentLog } from '../lib/log.ts';
import { firstCursor } from './cursor.ts';
import { createFollowers } from './followers.ts';
import type { EventPage } from './read-events.ts';
import { createEventStreams } from './streams.ts';
import { createTurns } from './turns.ts';

/** A connection whose reader takes what it is given when `take` is called. */
function connection(): { readonly response: ServerResponse; readonly take: () => void } {
  let waiting: (() => void) | undefined;
  const response = new Writable({
    highWaterMark: 1_000,
    write(_chunk, _encoding, done) {
      waiting = done;
    },
  });
  const take = (): void => {
    const done = waiting;
    waiting = undefined;
    done?.();
  };
  return { response: response as unknown as ServerResponse, take };
}

function setUp(limited = true) {
  let beat: () => void = () => undefined;
  let reads = 0;
  const page = (): EventPage => ({
    events: [
      {
        id: `close/${++reads}`,
        type: 'close_voided',
        at: '',
        cursor: `evt_${reads}`,
        data: { league: '', date: '', reason: 'x'.repeat(5_000) },
      },
    ],
    next: { ...firstCursor, index: reads },
    more: true,
  });
  const followers = createFollowers(async () => 0);
  const streams = createEventStreams({
    events: { read: async () => page(), now: async () => firstCursor, isKnown: async () => true },
    followers,
    turns: createTurns(4),
    log: silentLog,
    limited,
    heartbeat(b) {
      beat = b;
      return () => (beat = () => undefined);
    },
  });
  const reader = (botId: string, client = '10.0.0.1', mayRead = async () => true) => ({
    bot: { botId, league: 'spot_crypto' },
    client,
    mayRead,
  });
  return { streams, reader, reads: () => reads, beat: () => beat() };
}

/** Everything that can happen without the reader has happened. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('no more is read than the reader takes; after three beats in which it takes nothing it is let go', async () => {
  const { streams, reader, reads, beat } = setUp();
  const { response, take } = connection();
  streams.open(reader('agt_1'), firstCursor, response);
  await settled();
  expect(reads()).toBe(1);
  take();
  await settled();
  take();
  await settled();
  const before = reads();
  expect(before).toBeGreaterThan(1);
  expect(limits.streamStallSeconds / limits.streamHeartbeatSeconds).toBe(3);
  beat();
  beat();
  expect(response.destroyed).toBe(false);
  beat();
  expect(response.destroyed).toBe(true);
  await settled();
  expect([reads(), streams.count()]).toEqual([before, 0]);
});

test('a reader that takes something in between is kept', async () => {
  const { streams, reader, beat } = setUp();
  const { response, take } = connection();
  streams.open(reader('agt_1'), firstCursor, response);
  for (let i = 0; i < 10; i++) {
    await settled();
    beat();
    beat();
    take();
    await settled();
    take();
  }
  expect(response.destroyed).toBe(false);
  streams.close();
});

test('limits per bot and per address, at their edges; a network of IPv6 is one address', async () => {
  const { streams, reader } = setUp();
  const open: ServerResponse[] = [];
  const add = (bot: string, client?: string): void => {
    streams.admit(reader(bot, client));
    const { response } = connection();
    open.push(response);
    streams.open(reader(bot, client), firstCursor, response);
  };
  for (let i = 0; i < limits.streamsPerBotMax; i++) add('agt_1', '10.0.0.9');
  expect(() => add('agt_1', '10.0.0.8')).toThrow(/agt_1 has 4/);
  for (let i = 0; i < limits.streamsPerAddressMax; i++) add(`agt_v6_${i}`, `2001:db8::${i.toString(16)}`);
  expect(() => add('agt_other', '2001:db8::ffff')).toThrow(/This address has 50/);
  add('agt_other', '2001:db8:0:1::1');
  open[0]?.destroy();
  await settled();
  add('agt_1', '10.0.0.9');
  streams.close();
  expect(() => add('agt_new')).toThrow(/stopping/);
  await settled();
  expect(open.every((r) => r.destroyed || r.writableEnded)).toBe(true);
});

test('with limits off an address may have any number', async () => {
  const { streams, reader } = setUp(false);
  for (let i = 0; i <= limits.streamsPerAddressMax; i++) streams.admit(reader(`agt_${i}`));
  const { response } = connection();
  for (let i = 0; i <= limits.streamsPerAddressMax; i++) {
    streams.admit(reader(`agt_${i}`));
    streams.open(reader(`agt_${i}`), firstCursor, connection().response);
  }
  response.destroy();
  expect(streams.count()).toBe(limits.streamsPerAddressMax + 1);
  streams.close();
});

test('a key that is dead reads nothing more', async () => {
  const { streams, reader, reads } = setUp();
  const { response, take } = connection();
  let good = true;
  streams.open(
    reader('agt_1', '10.0.0.1', async () => good),
    firstCursor,
    response,
  );
  await settled();
  const before = reads();
  good = false;
  take();
  await settled();
  take();
  await settled();
  expect([reads(), response.writableEnded || response.destroyed]).toEqual([before, true]);
});
