/**
 * Hears of changes before the next look: a session of its own, to which the process that serves sends a hint after it told what changed. A hint has no content and may be
 * lost: what counts is what the look finds that it brings on. While the session cannot be had, looks go on as they do.
 */
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { postgresHosts } from '../storage/postgres-hosts.ts';
import { openSession } from '../storage/postgres-lock.ts';
import { listenNames } from '../storage/session-names.ts';
import { hintChannel } from '../storage/topics.sql.ts';

/** A session that ended is opened again after that; one that cannot be opened, after twice as long each time. */
const againMs = 250;
const pauseMs = { first: againMs, max: 5_000 };

export interface ListenDeps {
  /** Of the database. */
  readonly url: string;
  readonly log: Log;
  /** Told of each hint; and of each new session, since hints before it are lost. */
  readonly onHint: () => void;
}

export function listenForHints({ url, log, onHint }: ListenDeps): Loop {
  const hosts = postgresHosts(url);

  /** Resolves when the session has ended. */
  async function listen(stop: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>();
    const session = await hosts.tryEach(() => openSession(hosts, listenNames, () => over.resolve()));
    const end = (): void => over.resolve();
    stop.addEventListener('abort', end, { once: true });
    try {
      session.on('notification', onHint);
      await session.query(`listen ${hintChannel}`);
      onHint();
      if (!stop.aborted) await over.promise;
    } finally {
      stop.removeEventListener('abort', end);
      session.end().catch(() => undefined);
    }
  }

  return startLoop({
    async round(stop) {
      await listen(stop);
      return againMs;
    },
    onFault: (e) => log.debug('hints of changes are not heard, and changes are looked for', { error: errorText(e) }),
    pauseMs,
  });
}
