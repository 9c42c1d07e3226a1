/** Orders that filled and count, of all bots, by the order of their arrival. One function per statement. */
import type { Bot } from '../../bots/bot.ts';
import { decodeTrades } from '../../flow/fill/portfolio-text.ts';
import type { Trade } from '../../flow/fill/fill.ts';
import type { Instant } from '../../lib/clock.ts';
import { skipped, type Page } from '../paging.ts';
import type { Db } from '../../storage/storage.ts';

export interface TapeFill {
  readonly orderId: string;
  readonly botId: string;
  readonly league: string;
  readonly receivedAt: Instant;
  readonly windowStart: Instant;
  readonly atMark: Instant;
  readonly reason: string | null;
  readonly trades: readonly Trade[];
  readonly bot: Pick<Bot, 'name' | 'icon'>;
}

/** Of a bot that is there, so each has one. */
const filled = (db: Db) =>
  db
    .selectFrom('intake.orders as o')
    .innerJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .innerJoin('intake.bots as a', 'a.agent_id', 'o.agent_id')
    .select(['o.order_id', 'o.agent_id', 'o.league', 'o.received_at', 'o.window_start', 'o.reason'])
    .select(['f.at_mark', 'f.trades', 'a.name', 'a.icon'])
    .where('o.sandbox', '=', 0n)
    .where('f.state', '=', 'filled');

type FilledRow = Awaited<ReturnType<ReturnType<typeof filled>['execute']>>[number];

function tapeFill(r: FilledRow): TapeFill {
  return {
    orderId: r.order_id,
    botId: r.agent_id,
    league: r.league,
    receivedAt: Number(r.received_at),
    windowStart: Number(r.window_start),
    atMark: Number(r.at_mark),
    reason: r.reason,
    trades: decodeTrades(r.trades),
    bot: { name: r.name, icon: r.icon },
  };
}

/** Those that arrived before an order, the newest first; at most `most`. Ids of orders sort by their arrival. */
export async function fillsBefore(db: Db, before: string, most: number): Promise<TapeFill[]> {
  const rows = await filled(db).where('o.order_id', '<', before).orderBy('o.order_id', 'desc').limit(most).execute();
  return rows.map(tapeFill);
}

/** Those of a bot, the newest first. */
export async function tapeOfBot(db: Db, botId: string, at: Page): Promise<TapeFill[]> {
  const rows = await filled(db)
    .where('o.agent_id', '=', botId)
    .orderBy('o.sequence', 'desc')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
  return rows.map(tapeFill);
}
