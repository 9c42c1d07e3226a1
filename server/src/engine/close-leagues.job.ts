/** The leagues of a close: which are due, and closing all of them within the mark's transaction. Sharing them is shared-close/. */
import type { Instant } from '../lib/clock.ts';
import type { ClosePrices } from '../flow/close/close.ts';
import { leaguesWithBots, type Gone } from '../flow/mark/presence.sql.ts';
import { baselineValues } from '../flow/rank/baseline-value.ts';
import { capacityOf } from '../operator/league-settings.ts';
import { attempt } from '../storage/attempt.ts';
import { closeLeague } from './close.job.ts';
import type { Failures } from './failures.job.ts';
import type { EngineLog } from './log.job.ts';
import type { MarkInput } from './mark-input.ts';
import type { DueClose } from './shared-close/open-mark.ts';

/** Every league that has bots or baselines, in order. */
export async function dueCloses(
  { trx, deps, state }: MarkInput,
  mark: Instant,
  prices: ClosePrices,
  gone: Gone,
): Promise<DueClose[]> {
  const bots = await leaguesWithBots(trx, mark, gone);
  return [...new Set([...bots.keys(), ...state.baselines.keys()])].toSorted().map((league) => ({
    league,
    weight: bots.get(league) ?? 0,
    capacity: capacityOf(state.settings, league, deps.botsPerTier),
    baselines: baselineValues(state.baselines.get(league)?.list ?? [], prices),
  }));
}

/** Closes them here. With care each may fail alone. */
export async function closeLeagues(
  { trx, deps, progress, careful, stages }: MarkInput,
  due: readonly DueClose[],
  {
    mark,
    prices,
    gone,
    entries,
    failures,
  }: {
    readonly mark: Instant;
    readonly prices: ClosePrices;
    readonly gone: Gone;
    readonly entries: Pick<EngineLog, 'close'>;
    readonly failures: Failures;
  },
): Promise<void> {
  const { storage, rulesVersion, realNow } = deps;
  for (const { league, capacity, baselines } of due) {
    const close = { league, close: mark, prices, baselines, capacity, rulesVersion, gone };
    const work = async () => await closeLeague({ trx, storage, ...close, log: entries.close(league, mark) });
    const begun = realNow();
    const tried = await stages.time({ name: 'league', mark, league }, async () =>
      careful ? await attempt(trx, work) : { done: true as const, value: await work() },
    );
    const { bots } = tried.done ? tried.value : { bots: 0 };
    if (tried.done) progress.closes.push({ league, close: mark, bots, ms: realNow() - begun });
    await failures.close({ league, close: mark }, tried);
  }
}
