/** What the operator asked for, as everyone may see it once it was applied. */
import type { OperatorActs } from 'papertape-contract/status';
import { actionsApplied } from '../operator/action.sql.ts';
import { listedActions } from '../operator/listed-action.ts';
import type { Db } from '../storage/storage.ts';
import { paged, skipped, type Page } from './paging.ts';
import type { MarketView } from './snapshot.ts';

/** The last one that was applied first. */
export async function operatorActs(db: Db, market: MarketView, at: Page): Promise<OperatorActs> {
  const { incidents } = await market.snapshot();
  const applied = listedActions(await actionsApplied(db), incidents).toReversed();
  const shown = applied.slice(skipped(at), skipped(at) + at.per_page);
  return {
    ...paged(at, applied.length),
    actions: shown.map(({ state, applied_at, ...action }) => ({
      ...action,
      applied_at: applied_at as string,
      took_effect: state === 'done',
    })),
  };
}
