/** The engine in a thread of its own, so that a window or a close never stalls HTTP. Started by drive.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { clockOf } from '../lib/real-clock.ts';
import { garbageCollector } from '../lib/garbage.ts';
import { errorText, levelledLog } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import { createUniverse } from '../league/universe.ts';
import { createPriceSource } from '../sources/create-source.ts';
import { createIntakeCheckpoint, openStorage } from '../storage/storage.ts';
import { createStorageWatch } from '../storage/storage-watch.ts';
import type { FromEngine, ToEngine, WorkerInput } from './drive.ts';
import { runEngineLoop } from './loop.ts';
import { openEngine } from './open-engine.ts';
import { countEngines } from './shared-close/count-engines.ts';

/** How often what came in is moved from the log into its database. */
const checkpointMs = 1_000;

/** Longer than any statement of a window or a close takes, so that only a server that hangs is given up. */
const answerMsMax = 60_000;

async function main(): Promise<void> {
  const input = workerData as WorkerInput;
  const port = parentPort;
  if (!port) throw new Error('the engine runs as a thread');
  const send = (m: FromEngine): void => port.postMessage(m);
  // Written by the thread that serves: one process has one log.
  const log = levelledLog(input.logLevel, (level, message, fields) => send({ type: 'log', level, message, fields }));
  const clock = clockOf(input.clock);
  const watch = createStorageWatch(log, { thread: 'engine', slowMs: input.slowMs });
  const storage = openStorage(input.storage, { connections: 2, answerMsMax, watch });
  const source = await createPriceSource(input.prices, input.openedAt, { clock, log });
  const stop = new AbortController();
  let passBarrier = (): void => undefined;
  port.on('message', ({ type }: ToEngine) => {
    if (type === 'stop') {
      stop.abort();
      // A source may be waiting for a chain.
      void source.close?.();
    }
    // After a stop, too: the other side is leaving and may not answer, and the engine does no mark then.
    passBarrier();
  });
  const opened = await openEngine(input, {
    storage,
    statements: watch.answeredCount,
    ...(storage.engine === 'postgres'
      ? { engines: async () => await countEngines(storage.db, input.rulesVersion) }
      : {}),
    source,
    universe: createUniverse(source),
    clock,
    log,
    barrier: async (mark) =>
      await new Promise((resolve) => {
        passBarrier = resolve;
        if (stop.signal.aborted) resolve();
        else send({ type: 'barrier', mark });
      }),
    onCommit: (progress) => send({ type: 'commit', progress }),
  });
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
  await runEngineLoop({
    engine: opened.engine,
    clock,
    log,
    rest() {
      storage.rest();
      collect();
    },
    async beside(signal) {
      const found = await opened.confirm(signal);
      if (found) send({ type: 'confirmed', found });
    },
    stop: stop.signal,
  });
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
