/** What the data says of how the service does, for /readyz and /metrics: few reads, and none of what `/api/status` needs besides. */
import { takesOrders } from '../league/universe.ts';
import type { Instant } from '../lib/clock.ts';
import { lastHead } from '../engine/log.sql.ts';
import { lastMarkDone } from '../engine/progress.sql.ts';
import { countMails } from '../mail/mails.sql.ts';
import { countWaiting } from '../flow/mark/queue.sql.ts';
import { ordersOpen } from '../flow/order/entry.ts';
import { decidedUpTo, type Lateness } from '../flow/window/late.ts';
import { storageBytes } from '../storage/size.ts';
import type { Storage } from '../storage/storage.ts';
import { entryTime, latenessNow } from './entry-time.ts';
import type { LeagueViewDeps } from './league-view.ts';
import { countPending } from './views.sql.ts';

export interface Progress {
  readonly lastMark: Instant | undefined;
  readonly lateness: Lateness;
}

export interface Pulse extends Progress {
  /** Orders without an outcome, waiting ones among them. */
  readonly pending: number;
  /** Orders past their window that wait for a price. */
  readonly waiting: number;
  readonly bots: number;
  /** Mails that wait to be sent. */
  readonly mails: number;
  /** How long after its instant the last mark was done, milliseconds. */
  readonly doneMs: number | undefined;
  /** By league that trades: are orders open? */
  readonly open: ReadonlyMap<string, boolean>;
  /** By chain, or `prices` where they come from none: the last mark at which it was read. */
  readonly healthyAt: ReadonlyMap<string, Instant>;
  /** On the disk, by part. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** Asks the database, each time: what is in memory would hide that it is gone. Rejects when it is. */
export async function progressNow(deps: LeagueViewDeps): Promise<Progress> {
  const lastMark = await lastMarkDone(deps.db);
  return { lastMark, lateness: latenessNow(deps, lastMark) };
}

export async function pulse(deps: LeagueViewDeps, storage: Pick<Storage, 'target' | 'db'>): Promise<Pulse> {
  const progress = await progressNow(deps);
  const snapshot = await deps.market.snapshot();
  const trading = [...deps.universe.leagues.values()].filter(takesOrders);
  const waiting = await countWaiting(deps.db);
  const head = await lastHead(deps.db);
  return {
    ...progress,
    pending: (await countPending(deps.db, decidedUpTo(deps.openedAt, progress.lastMark))) + waiting,
    waiting,
    bots: await deps.countBots(progress.lastMark),
    mails: await countMails(deps.db),
    doneMs: head && head.doneAt - head.mark,
    open: new Map(trading.map((l) => [l.league.id, ordersOpen(l, snapshot, entryTime(deps)).open])),
    healthyAt: new Map([...snapshot.healthyAt].map(([id, at]) => [deps.source.chains?.get(id) ?? 'prices', at])),
    bytes: await storageBytes(storage),
  };
}
