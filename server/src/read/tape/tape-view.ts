/** The tape: the latest orders that filled and count, of every league or of one. */
import type { FillTape, PublicFill } from 'papertape-contract/fill';
import { limits } from 'papertape-contract/limits';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { iso, type Instant } from '../../lib/clock.ts';
import { idsFrom } from '../../lib/ids.ts';
import { windowMs } from '../../lib/time.ts';
import type { Db } from '../../storage/storage.ts';
import { tradeFields } from '../order-view.ts';
import { fillsBefore, type TapeFill } from './tape.sql.ts';

export interface TapeAsked {
  readonly league: string | undefined;
  /** Only what arrived before this order; from the newest on when it is undefined. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Fills that are read at once where those of one league are looked for. */
const chunk = 200;

/** @param lastMark orders whose window is not over by then are not looked at. */
export async function fillTape(
  db: Db,
  { league, before, limit }: TapeAsked,
  lastMark: Instant | undefined,
  priceSource: PriceSourceInfo,
): Promise<FillTape> {
  const found: TapeFill[] = [];
  let from = earlier(before, lastMark);
  let left: number = limits.fillsLookedThroughMax;
  let more = true;
  while (more && found.length <= limit && left > 0) {
    const most = league === undefined ? limit + 1 : chunk;
    const rows = await fillsBefore(db, from, most);
    found.push(...rows.filter((f) => league === undefined || f.league === league));
    more = rows.length === most;
    from = rows.at(-1)?.orderId ?? from;
    left -= most;
  }
  const fills = found.slice(0, limit);
  const next = found.length > limit ? (fills.at(-1)?.orderId ?? null) : more ? from : null;
  return { fills: fills.map(publicFill), next, price_source: priceSource };
}

/** The earlier of the order that was asked for and the first one whose window is not over. */
function earlier(before: string | undefined, lastMark: Instant | undefined): string {
  const undecided = idsFrom('ord', (lastMark ?? 0) - windowMs);
  return before !== undefined && before < undecided ? before : undecided;
}

export function publicFill(f: TapeFill): PublicFill {
  const largestFirst = f.trades.toSorted((a, b) => (a.cost < b.cost ? 1 : a.cost > b.cost ? -1 : 0));
  return {
    order_id: f.orderId,
    agent_id: f.botId,
    name: f.bot.name,
    icon: f.bot.icon,
    league: f.league,
    received_at: iso(f.receivedAt),
    window: { start: iso(f.windowStart), end: iso(f.windowStart + windowMs) },
    decided_at: iso(f.atMark),
    reason: f.reason,
    trades: largestFirst.map(tradeFields),
    proof: `/api/fills/${f.orderId}/proof`,
    page: `/orders/${f.orderId}`,
  };
}
