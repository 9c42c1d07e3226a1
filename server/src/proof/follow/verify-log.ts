/** The whole public log of a service, from its first entry or from where it was left. */
import type { LogView } from 'papertape-contract/log';
import type { Service } from '../check/service.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Steps } from '../check/steps.ts';
import type { Trust } from '../check/trust.ts';
import { completed } from './older-state.ts';
import { createFollower, type Follower, type KeptLog } from './follow.ts';
import { createLogReader, type LogReader } from './log-reader.ts';
import type { LoggedMark } from './marks.ts';

export interface OpenedLog {
  readonly reader: LogReader;
  readonly view: LogView;
  readonly follower: Follower;
}

export interface LogOptions {
  readonly kept?: KeptLog | undefined;
  /** A key by which the reader knows the log from elsewhere, as a vkey. */
  readonly key?: string | undefined;
  /** The witnesses that the reader names. */
  readonly trust?: Trust | undefined;
  /** The reader's own clock. */
  readonly now: () => Instant;
}

export async function openLog(service: Service, steps: Steps, { kept, key, trust }: LogOptions): Promise<OpenedLog> {
  const reader = createLogReader(service);
  const view = await reader.view();
  const goOn = kept && { kept: await completed(kept, reader) };
  const follower = createFollower({ reader, steps, signer: view.key, key, trust, ...goOn });
  return { reader, view, follower };
}

/** @returns the log when it holds, so that it can be gone on from; `tellUnwitnessed` is still to be called. */
export async function verifyLog(
  service: Service,
  steps: Steps,
  options: LogOptions,
  found?: (logged: LoggedMark, opened: OpenedLog) => Promise<void>,
): Promise<OpenedLog | undefined> {
  const opened = await openLog(service, steps, options);
  const { reader, view, follower } = opened;
  const askedAt = options.now();
  const holds = await follower.to(await reader.checkpoint(), async (logged) => await found?.(logged, opened));
  if (!holds) return undefined;
  follower.looked(askedAt);
  steps.same('key that the service says is its own', view.key, follower.book.keys.at(-1));
  return opened;
}
