/** The engine in a thread of its own, so that a window or a close never stalls HTTP. Started by engine-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { createScaledClock, createRealClock, realNow } from '../lib/real-clock.ts';
import { garbageCollector } from '../lib/garbage.ts';
import { createLog, errorText } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import { createEngine } from './engine.job.ts';
import { createFinality } from './finality.job.ts';
import { createUniverse } from '../league/universe.ts';
import { createPriceSource } from '../sources/create-source.ts';
import { createIntakeCheckpoint, openStorage } from '../storage/storage.ts';
import { runEngineLoop } from './loop.ts';
import { firstMarkOf } from './origin.ts';
import type { FromEngine, ToEngine, WorkerInput } from './thread.ts';

/** How often what came in is moved from the log into its database. */
const checkpointMs = 1_000;

async function main(): Promise<void> {
  const input = workerData as WorkerInput;
  const port = parentPort;
  if (!port) throw new Error('the engine runs as a thread');
  const send = (m: FromEngine): void => port.postMessage(m);
  const log = createLog(input.log);
  const clock =
    input.clock.kind === 'real'
      ? createRealClock(input.clock.floor)
      : createScaledClock(input.clock.start, input.clock.speed, input.clock.origin);
  const storage = openStorage(input.storage, { connections: 2 });
  const source = await createPriceSource(input.prices, input.openedAt, { clock, log });
  const barriers = new Map<number, () => void>();
  let nextBarrier = 0;
  const stop = new AbortController();
  port.on('message', (m: ToEngine) => {
    if (m.type === 'stop') {
      stop.abort();
      // The other side is leaving and may not answer; the engine does no mark after a stop.
      for (const resolve of barriers.values()) resolve();
      barriers.clear();
      // A source may be waiting for a chain.
      void source.close?.();
    } else {
      barriers.get(m.id)?.();
      barriers.delete(m.id);
    }
  });
  const universe = createUniverse(source);
  const firstMark = firstMarkOf(input.openedAt);
  const engine = await createEngine({
    storage,
    source,
    universe,
    botsPerTier: input.botsPerTier,
    rulesVersion: input.rulesVersion,
    firstMark,
    barrier: (mark) =>
      new Promise((resolve) => {
        barriers.set(++nextBarrier, resolve);
        send({ type: 'barrier', id: nextBarrier, mark });
      }),
    onCommit: (progress) => send({ type: 'commit', progress }),
    log,
    realNow,
  });
  const finality = createFinality({ storage, source, universe, firstMark, now: () => clock.now(), log });
  const confirm = async (signal: AbortSignal): Promise<void> => {
    if ((await finality?.run(signal)) ?? 0) send({ type: 'confirmed' });
  };
  const checkpoint = createIntakeCheckpoint(input.storage);
  const checkpoints = startLoop({
    round() {
      checkpoint.run();
      return checkpointMs;
    },
    onFault: (e) => log.warn('what came in was not moved from its log, and will be', { error: errorText(e) }),
    pauseMs: { first: checkpointMs, max: 30_000 },
    firstMs: checkpointMs,
  });
  const collect = garbageCollector();
  const rest = (): void => {
    storage.rest();
    collect();
  };
  send({ type: 'ready' });
  await runEngineLoop({ engine, clock, log, rest, beside: confirm, stop: stop.signal });
  await checkpoints.stop();
  checkpoint.close();
  await storage.close();
  await source.close?.();
  port.close();
}

main().catch((e: unknown) => {
  process.stderr.write(`${errorText(e)}\n`);
  process.exit(1);
});
