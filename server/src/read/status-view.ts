/** The status of the service: are orders open, how far are the marks, what happened lately. */
import type { FinalityView, MarketSeed, StatusView } from 'papertape-contract/status';
import { readOpenedSeed } from '../engine/opened-seed.ts';
import { readOrigin } from '../engine/origin.ts';
import { countWaiting } from '../flow/mark/queue.sql.ts';
import { ordersOpen } from '../flow/order/entry.ts';
import { decidedUpTo } from '../flow/window/late.ts';
import { closeAfter, dayMs, markAfter, markMs } from '../lib/time.ts';
import { iso, speedOf, type Instant } from '../lib/clock.ts';
import { seedHashOf } from '../sources/simulated/seed.ts';
import { entryTime, latenessNow } from './entry-time.ts';
import { incidentView } from './incident-view.ts';
import type { LeagueViewDeps } from './league-view.ts';
import type { ChainFinality } from './load-snapshot.ts';
import { countPending } from './views.sql.ts';

/** What is left out is told by the rooms that know. */
export async function statusView(
  deps: LeagueViewDeps,
  version: string,
): Promise<Omit<StatusView, 'log' | 'overloaded' | 'window_full' | 'backup'>> {
  const { clock } = deps;
  const now = clock.now();
  const snapshot = await deps.market.snapshot();
  const { lastMark, incidents } = snapshot;
  const spot = deps.universe.leagues.get('spot_crypto');
  const open = spot
    ? ordersOpen(spot, snapshot, entryTime(deps, now))
    : { open: false, reason: 'There is no spot crypto league.' };
  const waiting = await countWaiting(deps.db);
  return {
    orders_open: open.open,
    reason: open.reason,
    time: iso(now),
    clock: { kind: clock.kind, speed: speedOf(clock) },
    price_source: deps.market.info,
    competition: deps.market.info.competition,
    seed: await seedView(deps),
    last_mark: lastMark === undefined ? null : iso(lastMark),
    next_mark: iso(markAfter(now)),
    last_close:
      lastMark === undefined || lastMark < closeAfter(deps.openedAt) ? null : iso(Math.floor(lastMark / dayMs) * dayMs),
    next_close: iso(closeAfter(now)),
    marks_late: latenessNow(deps, lastMark, now).marks,
    orders_pending: (await countPending(deps.db, decidedUpTo(deps.openedAt, lastMark))) + waiting,
    orders_waiting: waiting,
    bots: await deps.countBots(lastMark),
    // Seats that lapse are in the whole log: however many they are, they hide nothing here.
    incidents: incidents
      .filter((i) => i.kind !== 'agent_retired' || i.by === 'operator')
      .slice(-20)
      .reverse()
      .map((i) => incidentView(i, snapshot)),
    finality: snapshot.finality?.map((f) => finalityView(f, lastMark, deps.openedAt)) ?? null,
    version,
    rules_url: `${deps.baseUrl}/rules.json`,
  };
}

async function seedView({ db, openedAt }: LeagueViewDeps): Promise<MarketSeed> {
  const hash = seedHashOf((await readOrigin(db))?.source ?? '');
  if (hash === undefined) return null;
  const opened = await readOpenedSeed(db);
  const told = opened && { at: iso(opened.mark), seed: opened.seed, salt: opened.salt };
  return { hash, from: iso(openedAt), opened: told ?? null };
}

function finalityView(
  { chain, name, checkedTo, gone, differs, differing }: ChainFinality,
  lastMark: Instant | undefined,
  openedAt: Instant,
): FinalityView {
  const from = checkedTo ?? markAfter(openedAt - 1) - markMs;
  const pending = lastMark === undefined ? 0 : (lastMark - from) / markMs;
  const told = differing.map(({ host, since }) => ({ host, since: iso(since) }));
  return {
    chain,
    name,
    checked_to: checkedTo === undefined ? null : iso(checkedTo),
    pending,
    gone,
    differs,
    differing: told,
  };
}
