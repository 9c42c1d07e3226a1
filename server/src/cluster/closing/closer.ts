/** The thread of a process of role engine. Started by open-closer.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { closeNext } from '../../engine/shared-close/close-next.job.ts';
import { countDueCloses } from '../../engine/shared-close/open-mark.sql.ts';
import type { OpenMark } from '../../engine/shared-close/open-mark.ts';
import { iso } from '../../lib/clock.ts';
import { garbageCollector } from '../../lib/garbage.ts';
import { errorText, levelledLog, type LogFields, type LogLevel } from '../../lib/log.ts';
import { startLoop } from '../../lib/loop.ts';
import { realNow, steadyNow } from '../../lib/real-clock.ts';
import { nameEngineSession } from '../../storage/cluster.sql.ts';
import { openStorage, type StorageTarget } from '../../storage/storage.ts';
import { createStorageWatch } from '../../storage/storage-watch.ts';
import { listenForHints } from '../listen-for-hints.ts';

export interface CloserInput {
  readonly target: StorageTarget;
  readonly version: string;
  readonly rulesVersion: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly slowMs: number;
}

export type FromCloser =
  | { readonly type: 'closed'; readonly state: 'done' | 'failed'; readonly bots: number; readonly ms: number }
  | {
      readonly type: 'log';
      readonly level: Exclude<LogLevel, 'off'>;
      readonly message: string;
      readonly fields: LogFields;
    };

/** How often it looks when it hears nothing, and tells that it is there. */
const lookMs = 1_000;
/**
 * It has closed nothing for so long when it gives memory back: V8 throws away what it has compiled, too, and while marks are caught up with, one close comes
 * soon after another (docs/operators/benchmarks.md#shared-close).
 */
const restMs = 30_000;
/** Longer than any statement of a close takes, so that only a server that hangs is given up. */
const answerMsMax = 60_000;

async function main(): Promise<void> {
  const { target, version, rulesVersion, port: httpPort, logLevel, slowMs } = workerData as CloserInput;
  const port = parentPort;
  if (!port) throw new Error('it runs as a thread');
  const send = (m: FromCloser): void => port.postMessage(m);
  const log = levelledLog(logLevel, (level, message, fields) => send({ type: 'log', level, message, fields }));
  const watch = createStorageWatch(log, { thread: 'engine', slowMs });
  const storage = openStorage(target, { connections: 1, answerMsMax, watch });
  const isOurs = (open: OpenMark): boolean => open.version === version && open.rulesVersion === rulesVersion;
  const collect = garbageCollector();
  /** When it closed its last league, until memory was given back after that. */
  let closedAt: number | undefined;

  /** @returns whether there was one. */
  async function closeOne(): Promise<boolean> {
    const next = await closeNext({ storage, isOurs, realNow });
    if (!next) return false;
    const { league, mark, closed } = next;
    if (closed.state === 'done') {
      const { bots, ms } = closed;
      log.info('close', { close: iso(mark), league, bots, ms: Math.round(ms) });
      send({ type: 'closed', state: 'done', bots, ms });
    } else {
      log.error('a league could not be closed', { close: iso(mark), league, error: closed.why });
      send({ type: 'closed', state: 'failed', bots: 0, ms: 0 });
    }
    return true;
  }

  const closes = startLoop({
    async round(stop) {
      // Every change of the league is a hint, and hardly any of them is a close: one look, and no transaction.
      if ((await countDueCloses(storage.db)) > 0) {
        while (!stop.aborted && (await closeOne())) closedAt = steadyNow();
      } else if (closedAt !== undefined && steadyNow() - closedAt >= restMs) {
        collect();
        closedAt = undefined;
      }
      return lookMs;
    },
    onFault: (e) => log.warn('no league could be closed, and it is tried again', { error: errorText(e) }),
    pauseMs: { first: 250, max: 2_000 },
  });
  // While a league is closed, too, so that it is not taken for one that is gone: in a session of its own.
  const speaks = startLoop({
    async round() {
      await nameEngineSession(storage.intakeDb, { version, rulesVersion, port: httpPort });
      return lookMs;
    },
    onFault: (e) => log.debug('the database was not told that this process is there', { error: errorText(e) }),
    pauseMs: { first: lookMs, max: lookMs },
  });
  const hints =
    target.engine === 'postgres' ? listenForHints({ url: target.url, log, onHint: () => closes.wake() }) : undefined;
  await new Promise<void>((resolve) => port.once('message', () => resolve()));
  await Promise.all([closes.stop(), speaks.stop(), hints?.stop()]);
  await storage.close();
  port.close();
}

main().catch((e: unknown) => {
  process.stderr.write(`${errorText(e)}\n`);
  process.exit(1);
});
