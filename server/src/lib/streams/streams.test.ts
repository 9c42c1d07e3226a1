/** Readers that are slow, and too many of them. Connections are streams that take nothing, so that a buffer fills at once. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { openMessageStream } from './stream.ts';
import { createStreams } from './streams.ts';

/** A connection whose reader takes what it is given when `take` is called. */
function connection(): { readonly response: Writable; readonly take: () => void } {
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
  return { response, take };
}

function setUp(limited = true) {
  let beat: () => void = () => undefined;
  let reads = 0;
  const streams = createStreams({
    limited,
    heartbeat(b) {
      beat = b;
      return () => (beat = () => undefined);
    },
  });
  /** A stream that always has more to tell, as long as it may be read. */
  function open(response: Writable, botId?: string, client = '10.0.0.1', mayRead = async () => true): void {
    const next = async () =>
      (await mayRead()) ? { text: `id: ${++reads}${'x'.repeat(5_000)}`, more: true } : undefined;
    const of = { id: '0', next, mayRead, onFault: () => expect.unreachable(), onEnd: () => undefined };
    streams.open({ ...(botId === undefined ? {} : { botId }), client }, response, () =>
      openMessageStream(of, response),
    );
  }
  return { streams, open, reads: () => reads, beat: () => beat() };
}

/** Everything that can happen without the reader has happened. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('no more is read than the reader takes; after three beats in which it takes nothing it is let go', async () => {
  const { streams, open, reads, beat } = setUp();
  const { response, take } = connection();
  open(response, 'agt_1');
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
  const { streams, open, beat } = setUp();
  const { response, take } = connection();
  open(response, 'agt_1');
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
  const { streams, open } = setUp();
  const all: Writable[] = [];
  const add = (botId: string | undefined, client = '10.0.0.1'): void => {
    streams.admit({ ...(botId === undefined ? {} : { botId }), client });
    const { response } = connection();
    all.push(response);
    open(response, botId, client);
  };
  for (let i = 0; i < limits.streamsPerBotMax; i++) add('agt_1', '10.0.0.9');
  expect(() => add('agt_1', '10.0.0.8')).toThrow(/agt_1 has 4/);
  for (let i = 0; i < limits.streamsPerAddressMax; i++)
    add(i % 2 === 0 ? undefined : `agt_v6_${i}`, `2001:db8::${i.toString(16)}`);
  expect(() => add('agt_other', '2001:db8::ffff')).toThrow(/This address has 50/);
  expect(() => add(undefined, '2001:db8::ffff')).toThrow(/This address has 50/);
  add('agt_other', '2001:db8:0:1::1');
  all[0]?.destroy();
  await settled();
  add('agt_1', '10.0.0.9');
  streams.close();
  expect(() => add('agt_new')).toThrow(/stopping/);
  await settled();
  expect(all.every((r) => r.destroyed || r.writableEnded)).toBe(true);
});

test('with limits off an address may have any number', async () => {
  const { streams, open } = setUp(false);
  for (let i = 0; i <= limits.streamsPerAddressMax; i++) {
    streams.admit({ botId: `agt_${i}`, client: '10.0.0.1' });
    open(connection().response, `agt_${i}`);
  }
  expect(streams.count()).toBe(limits.streamsPerAddressMax + 1);
  streams.close();
});

test('a key that is dead reads nothing more', async () => {
  const { open, reads } = setUp();
  const { response, take } = connection();
  let good = true;
  open(response, 'agt_1', '10.0.0.1', async () => good);
  await settled();
  const before = reads();
  good = false;
  take();
  await settled();
  take();
  await settled();
  expect([reads(), response.writableEnded || response.destroyed]).toEqual([before, true]);
});

test('a client that left before its stream was opened is not counted', async () => {
  const { streams, open } = setUp();
  for (let i = 0; i <= limits.streamsPerBotMax; i++) {
    const { response } = connection();
    response.destroy();
    await settled();
    open(response, 'agt_1');
  }
  expect(streams.count()).toBe(0);
  streams.admit({ botId: 'agt_1', client: '10.0.0.1' });
});
